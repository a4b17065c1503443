"""What the two sides of a comparison are: commits as git knows them, machines, environments, parameters or files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wythoff.errors import InputError, shorten
from wythoff.harness import commits
from wythoff.harness.compare.options import CompareOptions, exists
from wythoff.harness.config import AsvConfig, unquoted
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.fit.sources import sources
from wythoff.harness.formats._asv_descriptions import DESCRIPTIONS
from wythoff.harness.formats._asv_heads import Measured, measured_by_head
from wythoff.harness.results import files_at, read_results
from wythoff.harness.rows import Reading, Row

_LEAST_HASH = 4
KINDS = ("commit", "machine", "environment", "parameter", "file")


@dataclass(frozen=True)
class Sides:
    """
    Rows of both sides.

    Attributes
    ----------
    kind : str
        One of `KINDS`: what the two differ in.
    names : (str, str)
        What each side is called: of a commit the beginning of its hash, beside what was asked for.
    rows : (list of Row, list of Row)
        Of each side.
    parameter : str or None
        The parameter that they differ in.
    config : AsvConfig or None
        The project.
    problems : list of str
        What could not be read.
    """

    kind: str
    names: tuple[str, str]
    rows: tuple[list[Row], list[Row]]
    parameter: str | None
    config: AsvConfig | None
    problems: list[str]


def sides_of(options: CompareOptions) -> Sides:
    """
    Read the results and tell the two sides apart.

    Raises
    ------
    InputError
        If there are no results, a side can't be told, has none, or both are the same or of different kinds.
    """
    texts = (options.first, options.second)
    files = [_as_file(text) for text in texts]
    if files[0] is not None and files[1] is not None:
        return _files(files[0], files[1], options)
    paths, config = sources(FitOptions(results=options.results, config=options.config))
    folder = config.folder if config else Path.cwd()
    return _of_few_files(texts, paths, folder, config) or _of_all_files(texts, paths, folder, config)


def _of_all_files(texts: tuple[str, str], paths: Sequence[Path], folder: Path, config: AsvConfig | None) -> Sides:
    reading = read_results(paths)
    kind, values = _two_of_a_kind(texts, _Known.of(reading.rows), folder)
    return _sides(texts, kind, values, reading, config)


def _of_few_files(
    texts: tuple[str, str], paths: Sequence[Path], folder: Path, config: AsvConfig | None
) -> Sides | None:
    """
    Read only the files of both sides, if what asv's files begin with settles which these are.

    None where it doesn't, which leaves the answer, or what there is to complain of, to all that the files hold: a value
    of a parameter stands in the results, a file of another tool has no such beginning, and a copy of a folder is
    another environment.
    """
    if any("=" in text for text in texts):
        return None
    files = [file for file in files_at(paths) if file.name not in DESCRIPTIONS]
    heads = [measured_by_head(file) for file in files]
    known = [head for head in heads if head is not None]
    if len(set(known)) < len(files):
        return None
    try:
        kind, values = _two_of_a_kind(texts, _Known.of(known), folder)
        chosen = [file for file, head in zip(files, known, strict=True) if getattr(head, kind) in values]
        found = _sides(texts, kind, values, read_results(chosen), config)
    except InputError:
        return None
    return found if all(found.rows) else None


def _two_of_a_kind(texts: tuple[str, str], known: _Known, folder: Path) -> tuple[str, tuple[str, str]]:
    """Return what kind both sides are of, and their whole names."""
    first, second = (known.resolve(text, folder) for text in texts)
    if first[0] != second[0]:
        raise InputError(
            f"{shorten(texts[0])} is a {first[0]} and {shorten(texts[1])} a {second[0]}: compare two of a kind"
        )
    kind = first[0]
    if first == second:
        raise InputError(f"{shorten(texts[0])} and {shorten(texts[1])} are the same {kind}: name two different ones")
    return kind, (first[1], second[1])


def _sides(
    texts: tuple[str, str], kind: str, values: tuple[str, str], reading: Reading, config: AsvConfig | None
) -> Sides:
    parameters = {value.partition("=")[0] for value in values} if kind == "parameter" else set()
    if len(parameters) > 1:
        raise InputError(f"{' and '.join(sorted(parameters))} are two parameters: name two values of one")
    first, second = ([row for row in reading.rows if _is_of(row, kind, value)] for value in values)
    names = tuple(_name(text, kind, value) for text, value in zip(texts, values, strict=True))
    return Sides(
        kind, (names[0], names[1]), (first, second), parameters.pop() if parameters else None, config, reading.problems
    )


def _as_file(text: str) -> Path | None:
    prefix, _, rest = text.partition(":")
    if prefix == "file":
        return Path(rest)
    return Path(text) if exists(text) else None


def _files(first: Path, second: Path, options: CompareOptions) -> Sides:
    if first.resolve() == second.resolve():
        raise InputError(f"{shorten(str(first), 200)} is named twice: name two different files or folders")
    if options.results:
        raise InputError(f"two files are compared with each other: leave {shorten(str(options.results[0]), 200)} out")
    _, config = sources(FitOptions(results=(first,), config=options.config))
    readings = [read_results([path]) for path in (first, second)]
    # Formats without environments get a file's name for one, which is what differs here.
    rows = [[replace(row, environment=str(side)) for row in one.rows] for side, one in enumerate(readings)]
    problems = [problem for one in readings for problem in one.problems]
    return Sides("file", (str(first), str(second)), (rows[0], rows[1]), None, config, problems)


@dataclass(frozen=True)
class _Known:
    """What the results hold, by kind."""

    machine: frozenset[str]
    environment: frozenset[str]
    commit: frozenset[str]
    parameter: frozenset[str]

    @classmethod
    def of(cls, rows: Sequence[Row] | Sequence[Measured]) -> _Known:
        parameters = {pair for row in rows if isinstance(row, Row) for pair in row.params}
        return cls(
            frozenset(row.machine for row in rows if row.machine),
            frozenset(row.environment for row in rows if row.environment),
            frozenset(row.commit for row in rows if row.commit),
            frozenset(f"{name}={unquoted(text)}" for name, text in parameters),
        )

    def resolve(self, text: str, folder: Path) -> tuple[str, str]:
        """Return the kind of a side and its whole name, or say why there is none or more than one."""
        prefix, colon, rest = text.partition(":")
        kinds = [prefix] if colon and prefix in KINDS else list(KINDS[:-1])
        asked = rest if len(kinds) == 1 else text
        found = [(kind, asked) for kind in kinds if kind != "commit" and asked in getattr(self, kind, ())]
        if "commit" in kinds:
            found += [("commit", commit) for commit in self._commits(asked)]
        if not found and "commit" in kinds:
            found += self._by_git(asked, folder)
        if len(found) == 1:
            return found[0]
        if found:
            several = ", ".join(f"{kind}:{value}" for kind, value in found)
            raise InputError(f"{shorten(asked)} may be {shorten(several, 300)}: write which")
        raise InputError(f"no results are of {shorten(repr(asked))}; {self._there()}")

    def _commits(self, asked: str) -> list[str]:
        return commits.beginning_with(asked, self.commit) if len(asked) >= _LEAST_HASH else []

    def _by_git(self, asked: str, folder: Path) -> list[tuple[str, str]]:
        whole = commits.commit_of(asked, folder)
        if not whole:
            return []
        measured = commits.known_as(whole, self.commit)
        if not measured:
            raise InputError(f"{shorten(asked)} is commit {whole[:8]}, which has no results; {self._there()}")
        return [("commit", commit) for commit in measured]

    def _there(self) -> str:
        parts = []
        for kind in ("commit", "machine", "environment"):
            names = sorted(name[:8] if kind == "commit" else name for name in getattr(self, kind))
            if names:
                plural = f"{kind}s" if len(names) > 1 else kind
                parts.append(f"the {plural} {shorten(', '.join(names), 150)}")
        return f"there are {', '.join(parts)}" if parts else "they name no commit, machine or environment"


def _is_of(row: Row, kind: str, value: str) -> bool:
    if kind == "parameter":
        return any(f"{name}={unquoted(text)}" == value for name, text in row.params)
    return bool(getattr(row, kind) == value)


def _name(text: str, kind: str, value: str) -> str:
    short = value[:8] if kind == "commit" else value
    return short if kind != "commit" or value.startswith(text.lower()) else f"{text} ({short})"
