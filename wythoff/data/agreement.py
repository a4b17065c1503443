"""
A record of rows on which the strategies agree with each other and with the certificate, block by block.

The record is a file of JSON lines, one for each block that was computed: which rows, by which strategies, the SHA-256
of their columns, versions and seconds. A run does the blocks that the record lacks and adds each when it is done, so
that the work may be spread over days and machines, and records joined by writing one after the other. Who doubts a
block computes it again, by any means: the digest is that of A_first, B_first, A_(first + 1), ... as unsigned 64-bit
little-endian numbers.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from wythoff.errors import InputError, shorten, whole_number
from wythoff.out_of_core.agree import BLOCK_ROWS, compare
from wythoff.out_of_core.cluster import runner
from wythoff.positions import last_row_with_b_up_to
from wythoff.strategies import STRATEGIES
from wythoff.tables import A_MAX, stream

RECORD_ROWS = 2**32  # rows of a line: 10^12 rows are 233 lines of 300 bytes
ANYWHERE = tuple(name for name, method in STRATEGIES.items() if method.exact and method.any_start)


def record(
    path: Path,
    n: int,
    a: int = 1,
    *,
    block: int = RECORD_ROWS,
    scheduler: str | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """
    Compare rows 0 to n by all exact strategies that can start anywhere, and record each block.

    Parameters
    ----------
    path : Path
        The record, new or with blocks of any tables.
    n : int
        The last row; B_n < 2^64.
    a : int, default 1
        The game's parameter, 1 <= a <= 2^31 - 1.
    block : int, default 2^32
        Rows of a block; the last one may have fewer.
    scheduler, workers : optional
        Where to compute, as for `wythoff.out_of_core.write_table`.
    progress : callable, optional
        Called with the rows recorded and all rows, after each block.

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
    Each worker holds 2^20 rows by each strategy: constant memory. O(n) time.
    """
    a = whole_number("a", a, 1, A_MAX)
    n = whole_number("n", n, 0, last_row_with_b_up_to(2**64 - 1, a))
    block = whole_number("block", block, 1)
    done = {(line["first"], line["last"]) for line in read(path) if line["a"] == a}
    wanted = [(first, min(n, first + block - 1)) for first in range(0, n + 1, block)]
    tasks = [(a, *rows) for rows in wanted if rows not in done]
    n_rows = n + 1 - sum(last - first + 1 for _, first, last in tasks)
    with runner(scheduler, workers, len(tasks)) as work, closing(work.run(compare_block, tasks)) as results:
        for line in results:
            _append(path, line)
            n_rows += line["last"] - line["first"] + 1
            if progress:
                progress(n_rows, n + 1)
    return len(tasks)


def compare_block(a: int, first: int, last: int) -> dict[str, Any]:
    """
    Compare the rows of one block; return its line of the record.

    Raises
    ------
    InputError
        If a row does not agree; the sentence names it.
    """
    begun, processor = time.time(), time.process_time()
    _, found = compare(ANYWHERE, a, first, last)
    if found:
        raise InputError(f"row {found.n} at a = {a}: {found.strategy} gives {found.given}, and right is {found.right}")
    return {
        "a": a,
        "first": first,
        "last": last,
        "strategies": list(ANYWHERE),
        "sha256": digest(a, first, last),
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
        found.update(np.stack((rows.A, rows.B), axis=1).astype("<u8").tobytes())
    return found.hexdigest()


def read(path: Path) -> list[dict[str, Any]]:
    """
    Read a record; one that isn't there is empty.

    Raises
    ------
    InputError
        If it can't be read or a line is no block. A last line without an end was being written when a run ended, and is
        left out.
    """
    try:
        lines = path.read_text("utf-8").splitlines(keepends=True) if path.exists() else []
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{shorten(str(path), 200)} can't be read: {error}") from None
    whole = lines[:-1] if lines and not lines[-1].endswith("\n") else lines
    return [_line(path, number, text) for number, text in enumerate(whole, 1)]


def recomputed(lines: Sequence[dict[str, Any]], most_rows: int, strategy: str) -> Iterator[tuple[dict[str, Any], bool]]:
    """Yield the blocks of up to `most_rows` rows, and for each whether one strategy gives its digest again."""
    for line in lines:
        if line["last"] - line["first"] < most_rows:
            yield line, digest(line["a"], line["first"], line["last"], strategy) == line["sha256"]


def _line(path: Path, number: int, text: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
        if not all(isinstance(line[name], int) for name in ("a", "first", "last")) or len(line["sha256"]) != 64:
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise InputError(
            f"{shorten(str(path), 200)}, line {number}: this is no block of a record of agreement"
        ) from None
    return dict(line)


def _append(path: Path, line: dict[str, Any]) -> None:
    """Add a line to a record, after removing one that was cut off, and see it onto the disk."""
    try:
        with path.open("a+b") as stream:
            stream.seek(0)
            content = stream.read()
            stream.truncate(content.rfind(b"\n") + 1)
            stream.write(json.dumps(line).encode() + b"\n")
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise InputError(f"{shorten(str(path), 200)} can't be written: {error.strerror or error}") from None
