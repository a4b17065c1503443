"""The list of what a stored table consists of: one JSON file in its folder, replaced as a whole."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from wythoff import positions
from wythoff._files.reading import read_bytes
from wythoff._files.writing import whole_file
from wythoff._process.memory import available_bytes
from wythoff._version import __version__
from wythoff.errors import InputError, shorten, shorten_int
from wythoff.tables import A_MAX

NAME = "_wythoff-table.json"  # readers of Parquet folders pass over names that begin with an underscore
FORMAT_VERSION = 1
_GROWTH = 30  # bytes in memory for each byte of JSON
# A worker holds a row group in memory and a compressed partition; what a manifest asks of it must be possible.
MOST_PARTITION_ROWS, MOST_ROW_GROUP_ROWS = 2**30, 2**24
DTYPES = {"int64": 2**63 - 1, "uint64": 2**64 - 1}

Row = tuple[int, int, int]


class DamagedManifestError(InputError):
    """The manifest can't be read; of no partition is it known whether it is whole."""


@dataclass(frozen=True)
class Layout:
    """
    What all partitions of a table have in common; each file's footer repeats it.

    Attributes
    ----------
    a : int
        The game's parameter.
    strategy : str
        The strategy that computed the rows.
    start : int
        The table's first row.
    dtype : str
        ``"int64"`` or ``"uint64"``: the type of all three columns.
    partition_rows, row_group_rows : int
        Rows in a file and in each of its row groups; the last ones may have fewer.
    """

    a: int
    strategy: str
    start: int
    dtype: str
    partition_rows: int
    row_group_rows: int


@dataclass(frozen=True)
class Partition:
    """
    One whole file.

    Attributes
    ----------
    first, last : tuple of (n, A_n, B_n)
        The rows at its ends.
    n_bytes : int
        The size of the file.
    sha256 : str
        The checksum of its bytes, in hexadecimal digits.
    """

    first: Row
    last: Row
    n_bytes: int
    sha256: str

    def __len__(self) -> int:
        return self.last[0] - self.first[0] + 1

    @property
    def file(self) -> str:
        """The file's name, made of the numbers of its first and last row, so that names sort as rows do."""
        return file_name(self.first[0], self.last[0])


@dataclass(frozen=True)
class Manifest:
    """
    A table in a folder, finished or not.

    Attributes
    ----------
    layout : Layout
        What all partitions have in common.
    end : int
        The last row that the finished table has.
    partitions : tuple of Partition
        Those that are there, in ascending order.
    created, updated : str
        Times in UTC, to the second.
    versions : dict of str to str
        Python and the packages that the last run wrote with.
    """

    layout: Layout
    end: int
    partitions: tuple[Partition, ...]
    created: str
    updated: str
    versions: dict[str, str]

    def __len__(self) -> int:
        return self.end - self.layout.start + 1

    @property
    def n_stored_rows(self) -> int:
        """How many rows there are by now."""
        return sum(map(len, self.partitions))

    @property
    def n_bytes(self) -> int:
        """The size of all partitions together."""
        return sum(partition.n_bytes for partition in self.partitions)

    def missing(self) -> Iterator[tuple[int, int]]:
        """
        Yield the first and the last row of each partition still to be made.

        Partitions end where a whole number of ``partition_rows`` has gone by since the table's first row, and before
        the next one that exists, so that an interrupted run and an undisturbed one make the same files.
        """
        start, rows = self.layout.start, self.layout.partition_rows
        for begin, last in self.gaps():
            while begin <= last:
                end = min(last, begin + rows - (begin - start) % rows - 1)
                yield begin, end
                begin = end + 1

    def gaps(self) -> Iterator[tuple[int, int]]:
        """Yield the first and the last row of each stretch of rows that no partition has."""
        begin = self.layout.start
        for partition in self.partitions:
            if begin < partition.first[0]:
                yield begin, partition.first[0] - 1
            begin = partition.last[0] + 1
        if begin <= self.end:
            yield begin, self.end

    def with_partitions(self, partitions: list[Partition]) -> Manifest:
        """Return the manifest of the same table with these partitions, in any order, as of now."""
        return replace(self, partitions=tuple(sorted(partitions, key=lambda p: p.first)), updated=now())

    def save(self, folder: Path) -> None:
        """
        Put the manifest into `folder`, in place of an older one.

        Raises
        ------
        InputError
            If it can't be written; the older one is still there then.
        """
        facts = {
            "format": "wythoff table",
            "format_version": FORMAT_VERSION,
            **asdict(self.layout),
            "end": self.end,
            "rows": len(self),
            "rows_stored": self.n_stored_rows,
            "created": self.created,
            "updated": self.updated,
            "versions": self.versions,
        }
        lines = ",\n    ".join(json.dumps({"file": p.file, **asdict(p)}) for p in self.partitions)
        with whole_file(folder / NAME, inside=folder) as stream:
            stream.write(f'{json.dumps(facts, indent=2)[:-2]},\n  "partitions": [\n    {lines}\n  ]\n}}\n'.encode())


def begin(layout: Layout, end: int) -> Manifest:
    """Return the manifest of a table of which nothing is there yet."""
    time = now()
    return Manifest(layout, end, (), created=time, updated=time, versions=versions())


def load(folder: Path) -> Manifest:
    """
    Read the manifest of a stored table and check all that it says of itself.

    Parameters
    ----------
    folder : Path
        The table's folder.

    Returns
    -------
    Manifest
        Its partitions are in order and within the table, and the rows at their ends satisfy the integer certificate.

    Raises
    ------
    DamagedManifestError
        If it is cut off or contradicts itself.
    InputError
        If there is none, it can't be read, or a later version of this project wrote it.
    """
    path = folder / NAME
    try:
        text = read_bytes(path, available_bytes() // _GROWTH)
    except FileNotFoundError:
        raise InputError(f"{_shown(folder)} holds no stored table: there is no {NAME} in it") from None
    except OSError as error:
        raise InputError(f"{_shown(path)} can't be read: {error.strerror or error}") from None
    try:
        data = json.loads(text)
        known = data["format_version"]
        if data["format"] == "wythoff table" and isinstance(known, int) and known > FORMAT_VERSION:
            raise InputError(
                f"{_shown(folder)} was written by a later wythoff (format {shorten_int(known)}, this one reads up to "
                f"{FORMAT_VERSION}): upgrade"
            )
        return _checked(data)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        if isinstance(error, InputError) and not isinstance(error, DamagedManifestError):
            raise
        reason = str(error) if isinstance(error, DamagedManifestError) else "it is cut off or was changed"
        raise DamagedManifestError(
            f"{_shown(path)} is damaged, {shorten(reason, 120)}: give the command that wrote the table again"
        ) from None


def checked_layout(data: dict[str, Any]) -> Layout:
    """
    Make a layout of what a file says, and check it: whoever reads it computes and allocates by it.

    Raises
    ------
    DamagedManifestError
        If a number or a text is none, or out of range.
    """
    layout = Layout(**data)
    numbers = (layout.a, layout.start, layout.partition_rows, layout.row_group_rows)
    if not all(type(number) is int for number in numbers) or not all(
        type(text) is str for text in (layout.strategy, layout.dtype)
    ):
        raise DamagedManifestError("a number or a text in it is none")
    if not (
        1 <= layout.a <= A_MAX
        and layout.start >= 0
        and 1 <= layout.partition_rows <= MOST_PARTITION_ROWS
        and 1 <= layout.row_group_rows <= MOST_ROW_GROUP_ROWS
        and layout.dtype in DTYPES
    ):
        raise DamagedManifestError("a number in it is out of range")
    return layout


def file_name(first: int, last: int) -> str:
    """Name the file that holds rows `first` to `last`."""
    return f"rows-{first:020d}-{last:020d}.parquet"


def now() -> str:
    """Write the time in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def versions() -> dict[str, str]:
    """Tell with which versions a table is written."""
    packages = {name: version(name) for name in ("numpy", "numba", "pyarrow")}
    return {"wythoff": __version__, "python": platform.python_version(), **packages}


def _checked(data: dict[str, Any]) -> Manifest:
    if data["format"] != "wythoff table" or data["format_version"] != FORMAT_VERSION:
        raise DamagedManifestError("it is no manifest of a table")
    if type(data["end"]) is not int or not all(type(data[name]) is str for name in ("created", "updated")):
        raise DamagedManifestError("a number or a text in it is none")
    layout = checked_layout({name: data[name] for name in Layout.__dataclass_fields__})
    end, a = data["end"], layout.a
    if end < layout.start:
        raise DamagedManifestError("a number in it is out of range")
    if positions.pair(end, a)[1] > DTYPES[layout.dtype]:
        raise DamagedManifestError(f"{layout.dtype} can't hold its last row")
    partitions = tuple(map(_checked_partition, data["partitions"]))
    beyond = layout.start
    for entry, partition in zip(data["partitions"], partitions, strict=True):
        if entry["file"] != partition.file:
            raise DamagedManifestError(
                f"rows {partition.first[0]} to {partition.last[0]} can't be in {entry['file']!r}"
            )
        if not beyond <= partition.first[0] <= partition.last[0] <= end:
            raise DamagedManifestError(f"{partition.file} overlaps another or is out of range")
        for row in (partition.first, partition.last):
            if not positions.certificate(*row, a):
                raise DamagedManifestError(f"row {row[0]} of the table can't be ({row[1]}, {row[2]})")
        beyond = partition.last[0] + 1
    kept = {str(name): str(value) for name, value in dict(data["versions"]).items()}
    return Manifest(layout, end, partitions, data["created"], data["updated"], kept)


def _checked_partition(entry: dict[str, Any]) -> Partition:
    first, last = tuple(entry["first"]), tuple(entry["last"])
    numbers = (*first, *last, entry["n_bytes"])
    if (len(first), len(last)) != (3, 3) or not all(type(number) is int and number >= 0 for number in numbers):
        raise DamagedManifestError("a row or a size in it is no number")
    if type(entry["sha256"]) is not str:
        raise DamagedManifestError("a checksum in it is none")
    return Partition(first, last, entry["n_bytes"], entry["sha256"])


def _shown(path: Path) -> str:
    return shorten(str(path), 200)
