"""
The one reader of benchmark results: asv's, of any version, and those of other programs.

The format is recognised by a file's content, never by its name: asv and the programs in `KNOWN`, or a plain table. Only
criterion.rs writes folders, whose files are told by their names. One file's defects never spoil another: what can't be
used is counted and named, and the rest is read.
"""

from __future__ import annotations

import glob
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wythoff.errors import InputError, shorten
from wythoff.harness.formats import (
    benchmark_tools,
    criterion,
    csv_table,
    github_action,
    google_benchmark,
    hyperfine,
    jmh,
    nanobench,
    pytest_benchmark,
)
from wythoff.harness.formats._asv_descriptions import DESCRIPTIONS
from wythoff.harness.formats._benchmark_names import with_sizes_from_names
from wythoff.harness.formats._json import parse_json, read_json, read_text
from wythoff.harness.formats.asv import AsvReader
from wythoff.harness.parameters import number, typed_value
from wythoff.harness.rows import LeftOutCells, Outline, Reading, Row

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Details",
    "LeftOutCells",
    "Outline",
    "Reading",
    "Row",
    "files_at",
    "number",
    "read_files",
    "read_json",
    "read_results",
    "to_frame",
    "typed_value",
]

KNOWN = (
    "asv, Google Benchmark, pytest-benchmark, hyperfine, criterion.rs, JMH, BenchmarkTools.jl, nanobench, "
    "github-action-benchmark or a table of n and seconds"
)
_SUFFIXES = (".json", ".csv", ".tsv")
_TABLE = "write a table of it, a line for each measurement with n and the time, under names such as n and ns"
_OTHERS = (google_benchmark, pytest_benchmark, nanobench, hyperfine, criterion)
_LISTS = (jmh, benchmark_tools)


def read_results(paths: Path | str | Iterable[Path | str], *, outlines: bool = False) -> Reading:
    """
    Read all results in files and folders.

    Parameters
    ----------
    paths : path, or several
        Files, folders (read with everything below them, but for hidden files) and glob patterns such as
        ``"results/*/abc123*.json"``. A file that is named twice is read once.
    outlines : bool
        Keep an `Outline` of each row only; `Details` reads the rest again.

    Returns
    -------
    Reading
        Rows in the order of the paths, below a folder in the order of file names, and an account of what became
        no rows. A file that can't be used gives a problem and no rows; the others are read all the same.

    Raises
    ------
    InputError
        If there is nothing at one of the paths, or nothing in all of them gives a row.

    Notes
    -----
    What distinguishes series is `Row.machine`, `Row.environment` and `Row.commit`. Formats that record no environment
    get the name of their file. asv files that agree in all three, which never happens within one results folder, get
    their folder added to the environment, so that copies of a folder don't mix.
    """
    given = [paths] if isinstance(paths, Path | str) else list(paths)
    if not given:
        raise InputError("no results are named: name an asv results folder, a result file or a pattern")
    files = files_at(given)
    reading = read_files(files, outlines=outlines)
    if not reading.rows:
        where = shorten(", ".join(map(str, given)), 200)
        if not files:
            raise InputError(f"{where} holds no result files: name a folder or files of {KNOWN}")
        if len(files) == 1 and (reading.problems or reading.left_out):
            raise InputError(reading.problems[0] if reading.problems else _why_nothing(files[0], reading.left_out))
        why = f"; the first problem: {reading.problems[0]}" if reading.problems else ""
        raise InputError(f"{where} holds no results, though {_count(len(files), 'file')} of it could be looked at{why}")
    return reading


def files_at(paths: Iterable[Path | str]) -> list[Path]:
    """
    List the files that `read_results` looks at, each once, in its order.

    Raises
    ------
    InputError
        If there is nothing at one of the paths.
    """
    return list({os.path.realpath(file): file for path in paths for file in _files_at(path)}.values())


def read_files(files: Sequence[Path], *, outlines: bool = False) -> Reading:
    """
    Read result files that are there, whatever they hold.

    Parameters
    ----------
    files : sequence of Path
        The files.
    outlines : bool
        As for `read_results`.

    Returns
    -------
    Reading
        Empty if there is nothing to read; unlike `read_results` this raises nothing.
    """
    reading = Reading()
    reader = _FileReader()
    sources = {file: _source(file) for file in files}
    stems = Counter(source.stem for source in dict.fromkeys(sources.values()))
    origins: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    for file, source in sources.items():
        first = len(reading.rows)
        if criterion.is_beside(file) and len(files) > 1:
            continue
        if criterion.is_older(file, sources):
            reading.cells += 1
            reading.leave_out(
                file, file.parent.name, 1, "an earlier run (name its folder to read it)", is_problem=False
            )
            continue
        try:
            reader.read(file, source.stem if stems[source.stem] == 1 else str(source), reading)
        except InputError as error:
            # asv's descriptions of machine and benchmarks are no results, and looked at where they are needed.
            if file.name not in DESCRIPTIONS or len(files) == 1:
                reading.problems.append(str(error))
                reading.unread.append(file)
            continue
        reading.files.append(file)
        if outlines:
            reading.rows[first:] = [Outline.of(row, place) for place, row in enumerate(reading.rows[first:])]
        if len(reading.rows) > first:
            row = reading.rows[first]
            key = (row.machine, row.commit, row.environment)
            origins.setdefault(key, []).append((first, len(reading.rows)))
    for spans in origins.values():
        if len({sources[reading.rows[first].file] for first, _ in spans}) > 1:
            _keep_apart(reading.rows, spans)
    return reading


def _source(file: Path) -> Path:
    """Return what a file's rows come from: the folder of all of criterion's, and else the file."""
    return criterion.root(file) or file


class _FileReader:
    """Reads files of any format, and what asv describes beside them once."""

    def __init__(self) -> None:
        self._asv = AsvReader()

    def read(self, file: Path, environment: str, reading: Reading) -> None:
        """Add a file's rows to `reading`, with that environment if it names none; `InputError` if there can be none."""
        text, first = read_text(file), len(reading.rows)
        if not self._read(file, text, environment, reading):
            with_sizes_from_names(reading.rows, first, reading.problems)

    def _read(self, file: Path, text: str, environment: str, reading: Reading) -> bool:
        """Read a file, and return whether it is asv's."""
        if github_action.recognises(text):
            github_action.read(file, text, environment, reading)
        elif text.lstrip()[:1] == "<":
            raise InputError(f"{file} is XML or HTML, such as Catch2's report, which isn't read: {_TABLE}")
        elif text.lstrip()[:1] not in ("{", "["):
            csv_table.read(file, text, environment, reading)
        else:
            return self._read_json(file, text, environment, reading)
        return False

    def _read_json(self, file: Path, text: str, environment: str, reading: Reading) -> bool:
        repeated: list[str] = []
        data = parse_json(file, text, repeated)
        for key in repeated:
            reading.cells += 1
            reading.leave_out(file, key, 1, "its name stands twice in one object of the file, and the last one is read")
        if AsvReader.recognises(data):
            self._asv.read(file, data, reading)
            return True
        if isinstance(data, list):
            lists = next((module for module in _LISTS if module.recognises(data)), _Unknown)
            lists.read(file, data, environment, reading)
        else:
            module = next((module for module in _OTHERS if module.recognises(data)), _Unknown)
            module.read(file, data, environment, reading)
        return False


class Details:
    """Reads rows again that were read as outlines, a file at a time, as long as the files are as they were."""

    def __init__(self) -> None:
        self._reader = _FileReader()
        self._rows = lru_cache(maxsize=1)(self._read)

    def of(self, row: Row) -> Row:
        """
        Return the whole row of an outline, or the row itself if it is whole.

        Raises
        ------
        InputError
            If its file can't be read again, or no longer holds this point with this value.
        """
        if not isinstance(row, Outline):
            return row
        rows = self._rows(row.file)
        found = rows[row.place] if row.place < len(rows) else None
        if (
            found is None
            or (found.benchmark, repr(found.value)) != (row.benchmark, repr(row.value))
            or found.params != row.stored
        ):
            raise InputError(f"{row.file} was changed while it was in use: give the same command again")
        return replace(found, environment=row.environment, params=row.params)

    def _read(self, file: Path) -> list[Row]:
        reading = Reading()
        self._reader.read(file, "", reading)
        return reading.rows


class _Unknown:
    """Stands for the format of a file that has none."""

    @staticmethod
    def read(file: Path, data: Any, environment: str, reading: Reading) -> None:
        raise InputError(f"{file} holds no results of a known kind: {KNOWN}")


def _why_nothing(file: Path, left_out: Sequence[LeftOutCells]) -> str:
    reasons = Counter(entry.reason for entry in left_out)
    said = "; ".join(reason for reason, _ in reasons.most_common(3))
    return f"{file} holds no measured times: {said}"


def _files_at(path: Path | str) -> list[Path]:
    """List the files that a path or pattern means."""
    found = Path(path)
    try:
        if not os.path.lexists(found) and glob.has_magic(str(path)):
            matches = sorted(glob.glob(str(path), recursive=True))  # noqa: PTH207 (a Path takes no absolute pattern)
            if not matches:
                raise InputError(f"nothing matches {path}: name an asv results folder, a result file or a pattern")
            return [file for match in matches for file in _files_at_path(Path(match))]
        return _files_at_path(found)
    except (OSError, ValueError) as error:  # such as a name too long for the system, or with a null byte
        if isinstance(error, InputError):
            raise
        raise InputError(f"{shorten(str(path), 200)} can't be read: {error}") from None


def _files_at_path(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if path.exists() and not path.is_dir():
        raise InputError(f"{path} is no ordinary file, and results are read more than once: save them in a file first")
    if not path.is_dir():
        raise InputError(f"{path} does not exist: name an asv results folder or a result file")
    return sorted(
        file
        for file in path.rglob("*")
        if (file.suffix.lower() in _SUFFIXES or file.name == github_action.NAME)
        and not any(part.startswith(".") for part in file.relative_to(path).parts)
        and file.is_file()
    )


def _keep_apart(rows: list[Row], spans: Sequence[tuple[int, int]]) -> None:
    """Tell files apart that agree in machine, commit and environment."""
    files = [_source(rows[first].file) for first, _ in spans]
    in_folders_of_their_own = len({file.parent for file in files}) == len(files)
    for (first, end), file in zip(spans, files, strict=True):
        place = file.parent if in_folders_of_their_own else file
        for position in range(first, end):
            row = rows[position]
            rows[position] = replace(row, environment=f"{row.environment} ({place})")


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def to_frame(rows: Iterable[Row]) -> pd.DataFrame:
    """
    Lay rows out as a tidy table, one row each.

    Parameters
    ----------
    rows : iterable of Row
        From `read_results`.

    Returns
    -------
    pandas.DataFrame
        ``benchmark``, ``machine``, ``environment``, ``commit``, ``date`` (UTC), ``version``, ``kind``, ``unit``,
        ``status`` (measured, failed, skipped or infinite), ``value``, ``samples``, ``q25``, ``q75``, ``ci_low``,
        ``ci_high``, ``clock``, ``cpu``, ``cpu_samples``, ``busy``, ``slowdown``, ``load``, ``number``, ``repeat`` and
        ``file``; a column ``param.<name>`` with typed values for every parameter, and a column ``machine.<fact>`` for
        every fact about a machine. Where a row has no such parameter or fact, the cell is missing.

    Raises
    ------
    InputError
        If pandas is not installed.
    """
    try:
        import pandas as pd
    except ImportError:
        raise InputError("a table of results needs pandas; install the extra: pip install 'wythoff[pandas]'") from None
    rows = list(rows)
    columns: dict[str, Any] = {
        name: [getattr(row, name) for row in rows]
        for name in ("benchmark", "machine", "environment", "commit", "version", "kind", "unit", "status")
    }
    columns["date"] = pd.to_datetime(pd.array([row.date for row in rows], dtype="Int64"), unit="ms", utc=True)
    columns["value"] = pd.array([row.value for row in rows], dtype="float64")
    columns["samples"] = pd.Series([row.samples for row in rows], dtype=object)
    for name in ("q25", "q75"):
        columns[name] = pd.array([getattr(row, name) for row in rows], dtype="float64")
    for place, name in enumerate(("ci_low", "ci_high")):
        columns[name] = pd.array([row.ci[place] if row.ci else None for row in rows], dtype="float64")
    columns["clock"] = [row.clock for row in rows]
    columns["cpu"] = pd.array([row.cpu for row in rows], dtype="float64")
    columns["cpu_samples"] = pd.Series([row.cpu_samples for row in rows], dtype=object)
    columns["busy"] = pd.array([row.busy for row in rows], dtype="bool")
    for name in ("slowdown", "load"):
        columns[name] = pd.array([getattr(row, name) for row in rows], dtype="float64")
    for name in ("number", "repeat"):
        columns[name] = pd.array([getattr(row, name) for row in rows], dtype="Int64")
    columns["file"] = [str(row.file) for row in rows]
    typed = [row.typed_params for row in rows]
    for prefix, found in (("param", typed), ("machine", [row.facts for row in rows])):
        for name in dict.fromkeys(name for entry in found for name in entry):
            columns[f"{prefix}.{name}"] = _column(pd, [_cell(pd, prefix, entry, name) for entry in found])
    return pd.DataFrame(columns)


def _cell(pd: Any, prefix: str, entry: Mapping[str, Any], name: str) -> Any:
    """Look a value up; an unknown fact is missing, but None is a parameter's value like any other."""
    value = entry.get(name, pd.NA)
    return pd.NA if value is None and prefix == "machine" else value


def _column(pd: Any, values: list[Any]) -> Any:
    """Make a column that is numeric where every value is a number or missing; anything else keeps its Python values."""
    present = [value for value in values if value is not pd.NA]
    if any(isinstance(value, bool) or not isinstance(value, int | float) for value in present):
        return pd.Series(values, dtype=object)
    whole = all(isinstance(value, int) and abs(value) < 2**63 for value in present)
    return pd.array(values, dtype="Int64" if whole else "Float64")
