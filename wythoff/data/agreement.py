"""
A record of rows on which the strategies agree with each other and with the certificate, block by block.

A run does the blocks that a record lacks, from any row on, and adds each when it is done, so that the work may be
spread over days and machines; `wythoff.data.agreement_record` is the file. Who doubts a block computes it again, by any
means: the digest is that of A_first, B_first, A_(first + 1), ... as unsigned 64-bit little-endian numbers.
"""

from __future__ import annotations

import hashlib
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from wythoff.data import agreement_record
from wythoff.data.agreement_record import Block
from wythoff.errors import InputError, whole_number
from wythoff.out_of_core.agree import BLOCK_ROWS, compare
from wythoff.out_of_core.cluster import runner
from wythoff.positions import last_row_with_b_up_to
from wythoff.strategies import STRATEGIES
from wythoff.tables import A_MAX, Table, stream

if TYPE_CHECKING:
    from wythoff.out_of_core.cluster import Tls

RECORD_ROWS = 2**32  # rows of a line: 10^12 rows are 233 lines of 350 bytes
ANYWHERE = tuple(name for name, method in STRATEGIES.items() if method.exact and method.any_start)


def record(
    path: Path,
    n: int,
    a: int = 1,
    *,
    start: int = 0,
    block: int = RECORD_ROWS,
    scheduler: str | None = None,
    workers: int | None = None,
    tls: Tls | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """
    Compare rows `start` to n by all exact strategies that can start anywhere, and record each block.

    Parameters
    ----------
    path : Path
        The record, new or with blocks of any tables. What is damaged in it is set aside and computed again.
    n : int
        The last row; B_n < 2^64.
    a : int, default 1
        The game's parameter, 1 <= a <= 2^31 - 1.
    start : int, default 0
        The first row; several machines may each take a part.
    block : int, default 2^32
        Rows of a block, each of which begins at a multiple of it; less where the record has a part of them.
    scheduler, workers, tls : optional
        Where to compute, as for `wythoff.out_of_core.write_table`.
    progress : callable, optional
        Called with the rows that the record has, of those that were asked for, and with all of these, after each block.

    Returns
    -------
    int
        How many blocks were computed and recorded now.

    Raises
    ------
    InputError
        If an argument is out of range, the record can't be read or written, or a block does not agree.

    Notes
    -----
    Each worker holds 2^20 rows by each strategy: constant memory. O(n - start) time.
    """
    a = whole_number("a", a, 1, A_MAX)
    n = whole_number("n", n, 0, last_row_with_b_up_to(2**64 - 1, a))
    start = whole_number("start", start, 0, n)
    block = whole_number("block", block, 1)
    there = agreement_record.mend(path)
    tasks = [(a, *rows) for rows in agreement_record.missing(there.blocks, a, start, n, block)]
    wanted = n + 1 - start
    n_rows = wanted - sum(last - first + 1 for _, first, last in tasks)
    with runner(scheduler, workers, len(tasks), tls) as work, closing(work.run(compare_block, tasks)) as results:
        for line in results:
            agreement_record.add(path, line)
            n_rows += line["last"] - line["first"] + 1
            if progress:
                progress(n_rows, wanted)
    return len(tasks)


def compare_block(a: int, first: int, last: int) -> Block:
    """
    Compare the rows of one block; return its line of the record.

    Raises
    ------
    InputError
        If a row does not agree; the sentence names it.
    """
    begun, processor = time.time(), time.process_time()
    rows = hashlib.sha256()
    _, found = compare(ANYWHERE, a, first, last, each=lambda table: rows.update(_bytes(table)))
    if found:
        raise InputError(f"row {found.n} at a = {a}: {found.strategy} gives {found.given}, and right is {found.right}")
    return {
        "a": a,
        "first": first,
        "last": last,
        "strategies": list(ANYWHERE),
        "sha256": rows.hexdigest(),
        "processor_seconds": round(time.process_time() - processor, 1),
        "begun": round(begun),
        "versions": {name: version(name) for name in ("wythoff", "numpy", "numba")},
        "python": platform.python_version(),
    }


def digest(a: int, first: int, last: int, strategy: str = "algebraic") -> str:
    """
    Return the SHA-256 of the rows of one block, as a record has it.

    Examples
    --------
    >>> digest(1, 0, 5)[:16]
    '4e9cd794143f0f82'
    """
    found = hashlib.sha256()
    for rows in stream(last, a, start=first, block=BLOCK_ROWS, strategy=strategy, dtype="uint64"):
        found.update(_bytes(rows))
    return found.hexdigest()


def recomputed(blocks: Sequence[Block], most_rows: int, strategy: str) -> Iterator[tuple[Block, bool]]:
    """Yield the blocks of up to `most_rows` rows, and for each whether one strategy gives its digest again."""
    for block in blocks:
        if block["last"] - block["first"] < most_rows:
            yield block, digest(block["a"], block["first"], block["last"], strategy) == block["sha256"]


def _bytes(table: Table) -> bytes:
    return np.stack((table.A, table.B), axis=1).astype("<u8").tobytes()
