"""Blocks of a table computed on several threads ahead of their reader, and handed over in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

MOST_THREADS = 1024
_Block = TypeVar("_Block")


def made_ahead(make: Callable[[int], _Block], starts: Iterable[int], threads: int) -> Iterator[_Block]:
    """
    Make blocks one after the other, or on threads of their own while the reader is busy with earlier ones.

    Parameters
    ----------
    make : callable
        ``make(start)`` returns the block that begins at `start`.
    starts : iterable of int
        Where blocks begin, in order.
    threads : int
        How many threads make blocks; with one it is the reader's own, and nothing is made ahead.

    Yields
    ------
    block
        In the order of `starts`; as many as there are threads are made ahead.
    """
    if threads == 1:
        yield from map(make, starts)
        return
    from concurrent.futures import ThreadPoolExecutor  # which a short table does without

    ahead: deque[Future[_Block]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for start in starts:
                ahead.append(pool.submit(make, start))
                if len(ahead) > threads:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:  # of a reader that wants no more
            for block in ahead:
                block.cancel()
