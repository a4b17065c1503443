"""Write a table into a folder, and go on where an earlier run was cut off."""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

from wythoff import positions
from wythoff._extras import require
from wythoff.errors import InputError, shorten, shorten_int, whole_number
from wythoff.out_of_core import manifest as manifests
from wythoff.out_of_core.cluster import Runner, Tls, runner
from wythoff.out_of_core.lock import writing
from wythoff.out_of_core.manifest import DTYPES, MOST_PARTITION_ROWS, DamagedManifestError, Layout, Manifest, Partition
from wythoff.out_of_core.partitions import is_whole, layout_of, make_partition
from wythoff.strategies import strategy as find_strategy
from wythoff.tables import A_MAX

PARTITION_ROWS = 2**24
ROW_GROUP_ROWS = 2**18  # 2 MB a column: 2^20 take a twentieth less room, and are a quarter slower to read
MOST_PARTITIONS = 10**6
_SAVING_SHARE = 0.05  # of the time may go into writing the manifest, which has many entries in the end
_OURS = re.compile(r"rows-\d{20}-\d{20}\.parquet")
_UNFINISHED = re.compile(
    r"\.(rows-\d{20}-\d{20}\.parquet|_wythoff-table\.json|\.wythoff-table\.holder\.json)\.([0-9a-f]{16}|\d+)\.part"
)
_HIDDEN = re.compile(r"\..*")

Progress = Callable[[int, int], None]


def write_table(
    folder: str | os.PathLike[str],
    n: int,
    a: int = 1,
    *,
    start: int = 0,
    strategy: str = "algebraic",
    partition_rows: int | None = None,
    scheduler: str | None = None,
    workers: int | None = None,
    tls: Tls | None = None,
    progress: Progress | None = None,
) -> Manifest:
    """
    Write rows `start` to `n` into a folder of Parquet files, or make what is missing of them there.

    Parameters
    ----------
    folder : path
        A new folder, an empty one, or one that holds this table in part or up to a lower row.
    n : int
        The last row; B_n < 2^64.
    a : int, default 1
        The game's parameter, 1 <= a <= 2^31 - 1.
    start : int, default 0
        The first row.
    strategy : str, default "algebraic"
        How to compute: an exact strategy that can start anywhere.
    partition_rows : int, optional
        Rows in one file, the unit in which a run that is cut off goes on; by default 2^24, or as the table has that is
        there.
    scheduler, workers, tls : optional
        Where to compute, see `wythoff.out_of_core.cluster.runner`: by default on one new process for each CPU.
    progress : callable, optional
        Called with the rows that are there and the rows of the whole table, after each partition.

    Returns
    -------
    Manifest
        That of the finished table.

    Raises
    ------
    InputError
        If an argument is out of its range, the folder holds something else or is being written, or it can't be written
        to the end. What was whole before stays.

    Notes
    -----
    Columns n, A and B, int64 while B_n < 2^63 and else uint64, about 0.4 bits a row on disk. Each file appears complete
    under its name; then the manifest ``_wythoff-table.json`` records its checksum. A run keeps the partitions whose
    bytes are those that were recorded, and makes the others. To check the rows of a file without a record would take
    as long as to make it, and tell nothing about the rest of its bytes.

    Each worker holds one row group of 2^18 rows. Time is O(n - start), on all workers together.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = write_table(folder, 100, a=2, workers=0)
    ...     [(len(partition), partition.last) for partition in made.partitions]
    [(101, (100, 141, 341))]
    """
    end, wanted = _request(n, a, start, strategy, partition_rows)
    require("dask", "a stored table", "pyarrow", "filelock")
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        what = "a file" if path.is_file() else "no folder"
        raise InputError(f"{shorten(str(path), 200)} is {what}: name a folder") from None
    except OSError as error:
        raise InputError(f"{shorten(str(path), 200)} can't be made: {error.strerror or error}") from None
    path = path.resolve()
    with writing(path) as mark:
        before = _existing(path, wanted, end, keep_partition_rows=partition_rows is None)
        kept = [partition for partition in before.partitions if is_whole(path, partition)]
        current = before if len(kept) == len(before.partitions) else before.with_partitions(kept)
        pieces = list(islice(current.missing(), MOST_PARTITIONS + 1))
        if len(pieces) > MOST_PARTITIONS:
            raise InputError(
                f"partitions of {current.layout.partition_rows} rows would be more than {MOST_PARTITIONS}, too many "
                "for one folder: let each have more rows"
            )
        _clear(path, {manifests.file_name(*piece) for piece in pieces}, kept, current.layout)
        if pieces or not (path / manifests.NAME).exists():
            current = replace(current, versions=manifests.versions())
            current.save(path)
            tasks = [(str(path), current.layout, *piece, mark) for piece in pieces]
            try:
                with runner(scheduler, workers, len(tasks), tls) as work:
                    current = _make(path, current, kept, tasks, work, progress)
            except InputError:
                if not path.is_dir():
                    raise InputError(f"{_shown(path)} was removed while it was being written") from None
                raise
        return current


def _request(n: int, a: int, start: int, strategy: str, partition_rows: int | None) -> tuple[int, Layout]:
    """Check what the caller asks for, as the last row and the layout."""
    n = whole_number("n", n)
    a = whole_number("a", a, 1, A_MAX)
    start = whole_number("start", start)
    if start > n:
        raise InputError(f"start must be at most n = {shorten_int(n)}, got {shorten_int(start)}")
    rows = PARTITION_ROWS
    if partition_rows is not None:
        rows = whole_number("partition_rows", partition_rows, 1, MOST_PARTITION_ROWS)
    method = find_strategy(strategy)
    if not (method.exact and method.any_start):
        fault = "starts at row 0 only" if method.exact else "is not exact"
        raise InputError(f"strategy {strategy} {fault}; take algebraic, arithmetic or arithmetic-odometer")
    largest = positions.pair(n, a)[1]
    if largest >= 2**64:
        last = positions.last_row_with_b_up_to(2**64 - 1, a)
        raise InputError(
            f"a stored table holds numbers below 2^64, which at a = {a} are rows up to {last}; got n = {shorten_int(n)}"
        )
    dtype = next(name for name, most in DTYPES.items() if largest <= most)
    return n, Layout(a, strategy, start, dtype, rows, min(rows, ROW_GROUP_ROWS))


def _existing(folder: Path, wanted: Layout, end: int, *, keep_partition_rows: bool) -> Manifest:
    """Return the manifest to go on from; refuse a folder that holds anything else than a part of what is wanted."""
    try:
        found = manifests.load(folder)
    except InputError as error:
        path = folder / manifests.NAME
        damaged = isinstance(error, DamagedManifestError)
        if path.exists() and not damaged:
            raise
        layout = _layout_of_files(folder, wanted, end, keep_partition_rows)
        if damaged:
            with contextlib.suppress(OSError):
                path.replace(folder / f"{manifests.NAME}.damaged")
        return manifests.begin(layout, end)
    _compare(folder, found.layout, wanted, keep_partition_rows)
    _check_end(folder, found.end, end)
    return replace(found, end=end)


def _layout_of_files(folder: Path, wanted: Layout, end: int, keep_partition_rows: bool) -> Layout:
    """Find out from the files themselves, where there is no manifest, whether they are those of the wanted table."""
    layout = wanted
    for entry in sorted(folder.iterdir()):
        if _OURS.fullmatch(entry.name):
            found = layout_of(entry)
            if found:
                _compare(folder, found, wanted, keep_partition_rows)
                _check_end(folder, int(entry.name[-28:-8]), end)
                layout = found
        elif not _HIDDEN.fullmatch(entry.name) and not entry.name.startswith(manifests.NAME):
            raise InputError(
                f"{_shown(folder)} holds no table, but other things, {shorten(entry.name)} for one: name another folder"
            )
    return layout


def _compare(folder: Path, found: Layout, wanted: Layout, keep_partition_rows: bool) -> None:
    for name, what in (
        ("a", "of a = {}"),
        ("start", "from row {}"),
        ("strategy", "by strategy {}"),
        ("dtype", "of numbers in {}"),
        ("partition_rows", "with {} rows in a partition"),
    ):
        there, asked = getattr(found, name), getattr(wanted, name)
        if there != asked and not (name == "partition_rows" and keep_partition_rows):
            raise InputError(
                f"{_shown(folder)} holds a table {what.format(shorten(str(there)))}, not {what.format(asked)}: "
                "ask for that, or name another folder"
            )


def _check_end(folder: Path, last: int, end: int) -> None:
    if end < last:
        raise InputError(
            f"{_shown(folder)} holds a table up to row {last}, which {end} would cut off: "
            "ask for at least as many rows, or name another folder"
        )


def _clear(folder: Path, planned: set[str], kept: list[Partition], layout: Layout) -> None:
    """Remove what an earlier run left behind: unfinished files, and files whose rows are in no or another partition."""
    wanted = planned | {partition.file for partition in kept}
    try:
        for entry in sorted(folder.iterdir()):
            if _UNFINISHED.fullmatch(entry.name):
                entry.unlink(missing_ok=True)
            elif _OURS.fullmatch(entry.name) and entry.name not in wanted:
                if layout_of(entry) != layout:
                    raise InputError(f"{_shown(entry)} is no part of the table and can't be read: move it away")
                entry.unlink()
    except OSError as error:
        raise InputError(f"{_shown(folder)} can't be written: {error.strerror or error}") from None


def _make(
    folder: Path,
    current: Manifest,
    kept: list[Partition],
    tasks: list[tuple[str, Layout, int, int, str]],
    work: Runner,
    progress: Progress | None,
) -> Manifest:
    """Make the missing partitions and record each, or several at once where many entries take long to write."""
    partitions, stored = list(kept), sum(map(len, kept))
    save_from, n_saved = 0.0, len(kept)
    if progress:
        progress(stored, len(current))
    try:
        with contextlib.closing(work.run(make_partition, tasks)) as made:
            for partition in made:
                partitions.append(partition)
                stored += len(partition)
                if progress:
                    progress(stored, len(current))
                begun = time.monotonic()
                if begun >= save_from:
                    current.with_partitions(partitions).save(folder)
                    ended = time.monotonic()
                    save_from, n_saved = ended + (ended - begun) / _SAVING_SHARE, len(partitions)
    except BaseException:
        if len(partitions) > n_saved:
            with contextlib.suppress(InputError):  # the disk is full, say: then what is not recorded is made again
                current.with_partitions(partitions).save(folder)
        raise
    current = current.with_partitions(partitions)
    current.save(folder)
    return current


def _shown(path: Path) -> str:
    return shorten(str(path), 200)
