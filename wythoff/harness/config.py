"""What the harness reads from ``asv.conf.json``: where things lie, and the growth claims."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import json5

from wythoff._files.reading import read_bytes
from wythoff._files.writing import path_to_read
from wythoff.errors import InputError, shorten
from wythoff.harness.patterns import matches, pattern

BOUNDS = ("upper",)
OF = ("operations", "time")
NAMES = ("asv.conf.json", "asv.conf.jsonc")
_LARGEST_BYTES = 1_000_000
_LONGEST_ADDRESS = 1000
_KEYS = {"project", "results_dir", "benchmark_dir", "html_dir", "complexity", "published"}
_CLAIM_KEYS = {"benchmark", "where", "axis", "claim", "bound", "source", "bytes_per_n", "of", "size"}


@dataclass(frozen=True)
class Claim:
    """
    One entry of the ``"complexity"`` list of ``asv.conf.json``.

    Attributes
    ----------
    benchmark : re.Pattern
        Searched (not matched) in the benchmark's name, as asv does with ``--bench``.
    where : tuple of (str, str)
        Parameters that must have these values, as asv writes them (quotes may be left out).
    axis : str or None
        The parameter that is the size n; None leaves the choice to the values.
    law, bound, source : str or None
        The growth law claimed, how it is meant, and where it is written.
    bytes_per_n : float or None
        Memory that one point needs, divided by n.
    size : re.Pattern or None
        Searched in the text of the axis: what its group finds is the size; see `wythoff.harness.size_claims`.
    of : str or None
        What is said to grow by the law: ``"operations"`` that were counted, or ``"time"``. Where it doesn't say, time,
        and what else the pattern asks for by name.
    position : int
        Place in the list, from 0, for messages.
    """

    benchmark: re.Pattern[str]
    where: tuple[tuple[str, str], ...] = ()
    axis: str | None = None
    law: str | None = None
    bound: str | None = None
    source: str | None = None
    bytes_per_n: float | None = None
    of: str | None = None
    size: re.Pattern[str] | None = None
    position: int = 0

    def fits(self, benchmark: str, params: Mapping[str, str]) -> bool:
        """Tell whether the claim speaks about this benchmark with these parameters (name -> asv's text)."""
        return matches(self.benchmark, benchmark) and have(params, self.where)


@dataclass(frozen=True)
class AsvConfig:
    """
    The parts of an asv project's configuration that the harness needs; all paths are absolute.

    `commit_url` is the web address that a commit's hash is put behind; empty where there is none.
    `published` is what stands there under this name; `wythoff.harness.report.published` reads it when it is wanted.
    `repo` is the address or path of the repository as it stands there, and `environment_type` may be empty.
    """

    path: Path
    project: str
    results_dir: Path
    benchmark_dir: Path
    html_dir: Path
    claims: tuple[Claim, ...]
    published: object = field(default=(), hash=False)
    repo: str = "."
    environment_type: str = ""
    commit_url: str = ""

    @property
    def folder(self) -> Path:
        """The folder of the configuration file, from which asv resolves every relative path."""
        return self.path.parent


def load_config(path: Path) -> AsvConfig:
    """
    Read an asv configuration.

    Parameters
    ----------
    path : Path
        The file (``asv.conf.json`` or ``.jsonc``), or the folder that holds it.

    Raises
    ------
    InputError
        If there is no such file, or it is broken, or one of its claims is malformed.
    """
    if path.exists() and not (path.is_dir() or path.is_file()):
        raise InputError(f"{shorten(str(path), 200)} is no ordinary file: name the configuration of an asv project")
    file = path_to_read(path)
    if file.is_dir():
        found = config_in(file)
        if found is None:
            raise InputError(f"no asv.conf.json in {file}: name the configuration of an asv project")
        file = found
    data = _parse(file)
    if not isinstance(data, dict):
        raise InputError(f"{file} must hold a JSON object, not {type(data).__name__}")
    _refuse_repeated(str(file), data, _KEYS)
    texts: dict[str, str] = {"project": "project", "results_dir": "results", "benchmark_dir": "benchmarks"}
    texts["html_dir"] = "html"
    for key in texts:
        texts[key] = data.get(key, texts[key])
        if not isinstance(texts[key], str):
            raise InputError(f'"{key}" in {file} must be a text, got {shorten(repr(texts[key]))}')
    try:
        claims = parse_claims(data)
    except InputError as error:
        raise InputError(f"{error} (in {file})") from None
    return AsvConfig(
        path=file,
        project=texts["project"],
        results_dir=file.parent / texts["results_dir"],
        benchmark_dir=file.parent / texts["benchmark_dir"],
        html_dir=file.parent / texts["html_dir"],
        claims=claims,
        published=data.get("published", ()),
        # asv itself says what is wrong with these where it needs them.
        repo=str(data.get("repo") or "."),
        environment_type=str(data.get("environment_type") or ""),
        commit_url=_web_address(data.get("show_commit_url")),
    )


def _web_address(text: object) -> str:
    """Pass on an address of the web, and nothing else that a link might lead to."""
    plain = isinstance(text, str) and text.isascii() and text.isprintable() and len(text) <= _LONGEST_ADDRESS
    return str(text) if plain and re.match("https?://[^/]", str(text)) else ""


def config_in(folder: Path) -> Path | None:
    """Return a folder's asv configuration, if it has one."""
    return next((folder / name for name in NAMES if (folder / name).is_file()), None)


def _parse(file: Path) -> Any:
    try:
        if file.stat().st_size > _LARGEST_BYTES:
            raise InputError(f"{file} is larger than any configuration of asv: more than {_LARGEST_BYTES:,} bytes")
        text = read_bytes(file, _LARGEST_BYTES).decode("utf-8")
    except FileNotFoundError:
        raise InputError(f"{file} does not exist: name the configuration of an asv project") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} can't be read: {shorten(str(error), 200)}") from None
    try:
        return json.loads(text, object_pairs_hook=_Object)
    except (ValueError, RecursionError):
        pass  # it has comments, most likely; json5 reads those, a thousand times slower
    try:
        return json5.loads(text, object_pairs_hook=_Object)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file} is not valid JSON: {shorten(str(error), 200)}") from None


class _Object(dict[str, Any]):
    """An object of JSON that knows which of its keys stand in it twice; the last value holds."""

    def __init__(self, pairs: Iterable[tuple[str, Any]]) -> None:
        pairs = list(pairs)
        super().__init__(pairs)
        counts = Counter(key for key, _ in pairs) if len(self) < len(pairs) else Counter[str]()
        self.repeated = tuple(key for key, count in counts.items() if count > 1)


def _refuse_repeated(what: str, data: object, keys: Container[str]) -> None:
    """Raise `InputError` if one of the keys stands twice in an object, of which one value would be passed over."""
    found = next((key for key in getattr(data, "repeated", ()) if key in keys), None)
    if found is not None:
        raise InputError(f'"{shorten(found)}" stands twice in {what}: leave one of them')


def parse_claims(data: Mapping[str, Any]) -> tuple[Claim, ...]:
    """
    Read the ``"complexity"`` list of a configuration.

    Raises
    ------
    InputError
        If a claim is malformed; the message says which and why.
    """
    entries = data.get("complexity", [])
    if not isinstance(entries, list):
        raise InputError(f'"complexity" must be a list of claims, got {shorten(repr(entries))}')
    return tuple(_parse_claim(entry, position) for position, entry in enumerate(entries))


def _parse_claim(entry: object, position: int) -> Claim:
    label = f'claim {position + 1} of "complexity"'
    if not isinstance(entry, dict):
        raise InputError(f"{label} must be an object, got {shorten(repr(entry))}")
    if not isinstance(entry.get("benchmark"), str):
        raise InputError(f'{label} needs "benchmark", a regular expression for the benchmark\'s name')
    label = f"{label} ({shorten(entry['benchmark'])})"
    unknown = sorted(str(key) for key in entry if key not in _CLAIM_KEYS)
    if unknown:
        names = shorten(", ".join(unknown), 200)
        raise InputError(f"{label} has unknown keys: {names}; known are {', '.join(sorted(_CLAIM_KEYS))}")
    _refuse_repeated(label, entry, _CLAIM_KEYS)
    benchmark = pattern(f'"benchmark" of {label}', entry["benchmark"])
    where = entry.get("where", {})
    _refuse_repeated(f'"where" of {label}', where, getattr(where, "repeated", ()))
    if not isinstance(where, dict) or not all(
        isinstance(value, str | int | float) and not isinstance(value, bool) for value in where.values()
    ):
        raise InputError(f'"where" of {label} must map parameter names to values, got {shorten(repr(where))}')
    for key in ("axis", "claim", "bound", "source", "of", "size"):
        if not isinstance(entry.get(key), str | None):
            raise InputError(f'"{key}" of {label} must be a text, got {shorten(repr(entry[key]))}')
    if entry.get("bound") not in (None, *BOUNDS):
        raise InputError(f'"bound" of {label} must be {" or ".join(BOUNDS)}, got {shorten(repr(entry["bound"]))}')
    if entry.get("of") not in (None, *OF):
        raise InputError(f'"of" of {label} must be {" or ".join(OF)}, got {shorten(repr(entry["of"]))}')
    size = None if entry.get("size") is None else pattern(f'"size" of {label}', entry["size"])
    if size is not None and entry.get("axis") is None:
        raise InputError(f'{label} has "size" and no "axis": name the parameter whose text holds the size')
    bytes_per_n = entry.get("bytes_per_n")
    if bytes_per_n is not None and (
        isinstance(bytes_per_n, bool)
        or not isinstance(bytes_per_n, int | float)
        or not 0 < bytes_per_n <= sys.float_info.max
    ):
        raise InputError(f'"bytes_per_n" of {label} must be a positive number, got {shorten(repr(bytes_per_n))}')
    return Claim(
        benchmark=benchmark,
        where=tuple((str(name), str(value)) for name, value in where.items()),
        axis=entry.get("axis"),
        law=entry.get("claim"),
        bound=entry.get("bound"),
        source=entry.get("source"),
        bytes_per_n=None if bytes_per_n is None else float(bytes_per_n),
        of=entry.get("of"),
        size=size,
        position=position,
    )


def have(params: Mapping[str, str], where: Iterable[tuple[str, str]]) -> bool:
    """Tell whether parameters (name -> asv's text) have these values, quotes or not."""
    return all(name in params and text in (params[name], unquoted(params[name])) for name, text in where)


def unquoted(text: str) -> str:
    """Take the quotes off a parameter text that is the repr of a string."""
    return text[1:-1] if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"" else text
