"""Compute the same rows by every strategy and compare them with each other and with the certificate."""

from __future__ import annotations

import contextlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from wythoff import positions
from wythoff._process.memory import available_bytes
from wythoff.errors import InputError, shorten, shorten_int, whole_number
from wythoff.out_of_core.cluster import Tls, runner
from wythoff.strategies import STRATEGIES, Strategy
from wythoff.strategies import strategy as find_strategy
from wythoff.tables import A_MAX, Table, stream, table

BLOCK_ROWS = 2**20
TASK_ROWS = 2**24
QUADRATIC_ROWS = 2**16  # a second or two of a strategy that takes time n^2
_MEMORY_SHARE = 8  # a table from row 0 may take the eighth part of what is free, as several are made at once


@dataclass(frozen=True)
class Disagreement:
    """
    A row on which not everything agrees.

    Attributes
    ----------
    n : int
        The row.
    strategy : str
        The strategy that gives what the certificate refuses.
    given, right : tuple of (A_n, B_n)
        What it gives, and what is right.
    """

    n: int
    strategy: str
    given: tuple[int, int]
    right: tuple[int, int]


@dataclass(frozen=True)
class Agreement:
    """
    What a comparison found.

    Attributes
    ----------
    a, start, end : int
        The game's parameter, and the rows that were asked for.
    n_rows : dict of str to int
        The rows that were compared, for each strategy.
    first : Disagreement, optional
        The first row on which not all agree.
    """

    a: int
    start: int
    end: int
    n_rows: dict[str, int]
    first: Disagreement | None


def agree(
    n: int,
    a: int = 1,
    *,
    start: int = 0,
    strategies: Sequence[str] | None = None,
    scheduler: str | None = None,
    workers: int | None = None,
    tls: Tls | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Agreement:
    """
    Compute rows `start` to `n` by several strategies, and compare every row with the certificate and with the others.

    Parameters
    ----------
    n : int
        The last row; B_n < 2^64.
    a : int, default 1
        The game's parameter, 1 <= a <= 2^31 - 1.
    start : int, default 0
        The first row.
    strategies : sequence of str, optional
        Names in `wythoff.STRATEGIES`; by default all exact ones, and where `start` is not 0, those that can start
        there.
    scheduler, workers, tls : optional
        Where to compute, as for `wythoff.out_of_core.write_table`.
    progress : callable, optional
        Called with the rows compared and the rows to compare, of all strategies together.

    Returns
    -------
    Agreement
        Rows compared for each strategy, and the first disagreement; after one no further rows are begun.

    Raises
    ------
    InputError
        If an argument is out of its range or the workers fail.

    Notes
    -----
    Strategies that can start anywhere are compared block by block with the certificate and, column by column, with the
    first of them. One that builds a table from row 0 is compared with the certificate up to row n or as far as the
    eighth part of the free memory takes it (and 2^16 rows, if its time is n^2); since only one pair passes for each
    row, it agrees with the others then.

    Examples
    --------
    >>> found = agree(1000, a=2, strategies=["algebraic", "recursive-merge"], workers=0)
    >>> found.n_rows, found.first
    ({'algebraic': 1001, 'recursive-merge': 1001}, None)
    """
    n = whole_number("n", n)
    a = whole_number("a", a, 1, A_MAX)
    start = whole_number("start", start)
    if start > n:
        raise InputError(f"start must be at most n = {shorten_int(n)}, got {shorten_int(start)}")
    if positions.pair(n, a)[1] >= 2**64:
        last = positions.last_row_with_b_up_to(2**64 - 1, a)
        raise InputError(f"the strategies compute below 2^64, at a = {a} up to row {last}; got n = {shorten_int(n)}")
    chosen = _choose(strategies, start)
    anywhere = tuple(method.name for method in chosen if method.any_start)
    from_zero = [method.name for method in chosen if not method.any_start]
    first: Disagreement | None = None

    def tasks() -> Iterator[tuple[tuple[str, ...], int, int, int]]:
        for name in from_zero:
            yield (name,), a, 0, n
        for begin in range(start, n + 1, TASK_ROWS) if anywhere else ():
            if first:
                return
            yield anywhere, a, begin, min(n, begin + TASK_ROWS - 1)

    n_rows = dict.fromkeys((method.name for method in chosen), 0)
    to_compare = len(chosen) * (n - start + 1)
    n_tasks = len(from_zero) + -(-(n - start + 1) // TASK_ROWS)
    with (
        runner(scheduler, workers, n_tasks, tls) as work,
        contextlib.closing(work.run(compare, tasks())) as results,
    ):
        for compared, disagreement in results:
            for name, rows in compared.items():
                n_rows[name] += rows
                if name in from_zero:
                    to_compare -= n + 1 - rows
            if disagreement and (first is None or disagreement.n < first.n):
                first = disagreement
            if progress:
                progress(sum(n_rows.values()), to_compare)
    return Agreement(a, start, n, n_rows, first)


def compare(
    names: tuple[str, ...], a: int, first: int, last: int, *, each: Callable[[Table], None] | None = None
) -> tuple[dict[str, int], Disagreement | None]:
    """
    Compare rows `first` to `last`; one task.

    Parameters
    ----------
    names : tuple of str
        Strategies that can start anywhere, or one that can't, with `first` = 0.
    a, first, last : int
        The game's parameter and the rows, with B_n < 2^64.
    each : callable, optional
        Called with each block of rows on which all agree.

    Returns
    -------
    tuple of (dict of str to int, Disagreement or None)
        Rows compared for each strategy, up to the block with the first disagreement.
    """
    method = STRATEGIES[names[0]]
    streams: list[Iterable[Table]]
    if method.any_start:
        streams = [stream(last, a, start=first, block=BLOCK_ROWS, strategy=name) for name in names]
    else:
        streams = [[table(_rows_in_memory(method, last + 1, a) - 1, a, strategy=method.name)]]
    n_rows = 0
    for blocks in zip(*streams, strict=True):
        n_rows += len(blocks[0])
        found = _first_disagreement(names, blocks)
        if found:
            return dict.fromkeys(names, n_rows), found
        if each:
            each(blocks[0])
    return dict.fromkeys(names, n_rows), None


def _first_disagreement(names: Sequence[str], blocks: Sequence[Table]) -> Disagreement | None:
    """Compare blocks of the same rows; where the first passes the certificate, all others must be equal to it."""
    found: Disagreement | None = None
    first_passes = not blocks[0].failures().any()
    for name, block in zip(names, blocks, strict=True):
        wrong = (block.A != blocks[0].A) | (block.B != blocks[0].B) if first_passes else block.failures()
        at = int(wrong.argmax())
        if wrong[at] and (found is None or block.start + at < found.n):
            n = block.start + at
            found = Disagreement(n, name, (int(block.A[at]), int(block.B[at])), positions.pair(n, block.a))
    return found


def _choose(names: Sequence[str] | None, start: int) -> list[Strategy]:
    if names is None:
        return [method for method in STRATEGIES.values() if method.exact and (method.any_start or start == 0)]
    if isinstance(names, str) or not names:
        raise InputError(f"strategies must be a list of names, got {shorten(repr(names))}")
    chosen = [find_strategy(name) for name in dict.fromkeys(names)]
    for method in chosen:
        if start and not method.any_start:
            raise InputError(
                f"strategy {method.name} builds a table from row 0 and can't start at {shorten_int(start)}"
            )
    return chosen


def _rows_in_memory(method: Strategy, rows: int, a: int) -> int:
    """Return how many of so many rows, from row 0 on, a strategy may make at once."""
    most = min(rows, QUADRATIC_ROWS) if method.growth == "n^2" else rows
    budget = available_bytes() // _MEMORY_SHARE
    return max(1, bisect_right(range(1, most + 1), budget, key=lambda m: 16 * m + method.scratch_bytes(m - 1, a)))
