"""Benchmarks and their parameters out of names, in any form that programs and people write the parameters into them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from wythoff.errors import shorten
from wythoff.harness.parameters import number
from wythoff.harness.rows import Row

# Names of fewer benchmarks may differ in a number that is no size.
_NAMES_FROM = 4
_WORD_OF_DIGITS = re.compile(r"(?<![A-Za-z0-9.])\d+(?![A-Za-z0-9.])")
# Go's name of the figure, behind that of the benchmark.
_METRIC = re.compile(r" - (?:ns|us|ms|s)/op$")


def split_path(parts: Sequence[str], first: str = "param") -> tuple[str, tuple[tuple[str, str], ...]]:
    """
    Split the parts of a path of names into the benchmark and the numbers, which are its parameters.

    Examples
    --------
    >>> split_path(["sort", "quick", "4000"])
    ('sort/quick', (('param1', '4000'),))
    """
    numbers = [part for part in parts[1:] if number(part) is not None]
    names = [part for place, part in enumerate(parts) if not place or number(part) is None]
    return "/".join(names), tuple((f"{first}{place}", text) for place, text in enumerate(numbers, 1))


def split_name(name: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """
    Split a benchmark's name, in any form that programs write parameters into it, into benchmark and parameters.

    Examples
    --------
    >>> split_name("t.py::test_sort[list-1000]"), split_name("Suite.Sort(N: 1000)")
    (('t.py::test_sort', (('param1', 'list'), ('param2', '1000'))), ('Suite.Sort', (('N', '1000'),)))
    >>> split_name("BM_sort/n:64/8"), split_name('sort.quick ( {"n":"100"} )')
    (('BM_sort', (('n', '64'), ('param2', '8'))), ('sort.quick', (('n', '100'),)))
    >>> split_name("BenchmarkSort/n=1000 - ns/op"), split_name("fib(20)"), split_name("sort/size-64/fast")
    (('BenchmarkSort', (('n', '1000'),)), ('fib', (('param1', '20'),)), ('sort/fast', (('size', '64'),)))
    """
    name = _METRIC.sub("", name)
    if braces := re.fullmatch(r"(.+?) \( \{(.*)\} \)", name):
        return braces[1], tuple(re.findall(r'"([^"]+)":"?([^",}]*)"?', braces[2]))
    if named := re.fullmatch(r"(.+?)\((\w+: [^()]*)\)", name):
        pairs = (pair.partition(": ") for pair in named[2].split(", "))
        return named[1], tuple((key.strip(), text.strip("'\"")) for key, _, text in pairs)
    if identity := re.fullmatch(r"(.+?)\[([^\[\]]*)\]", name):
        return identity[1], _numbered(identity[2].split("-"))
    if (called := re.fullmatch(r"([^()]+)\(([^()]+)\)", name)) and _has_number(called[2].split(",")):
        return called[1].strip(), _numbered([part.strip() for part in called[2].split(",")])
    first, *parts = name.split("/")
    benchmark, params = [first], list[tuple[str, str]]()
    for part in parts:
        key, text = _keyed(part)
        if number(text) is None:
            benchmark.append(part)
        else:
            params.append((key or f"param{len(params) + 1}", text))
    return "/".join(benchmark), tuple(params)


def _keyed(part: str) -> tuple[str, str]:
    """Part the name of a parameter from its value, if it has one: n:64, n=64, size-64."""
    match = re.fullmatch(r"(\w+)[:=](.+)|([A-Za-z]+)[-_](\d+)", part)
    return ("", part) if match is None else (match[1] or match[3], match[2] or match[4])


def _numbered(parts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Give each parameter the name that stands before it, or else that of its place."""
    named = [re.fullmatch(r"(\w+)[:=](.+)", part) for part in parts]
    return tuple(
        (match[1], match[2]) if match else (f"param{place}", part)
        for place, (part, match) in enumerate(zip(parts, named, strict=True), 1)
    )


def _has_number(parts: Iterable[str]) -> bool:
    return any(number(_keyed(part.strip())[1]) is not None for part in parts)


def _are_sizes(numbers: Sequence[int]) -> bool:
    """Tell numbers that were chosen from numbers that count."""
    return len(numbers) >= _NAMES_FROM and max(numbers) >= 8 * max(1, min(numbers)) and max(numbers) > 2 * len(numbers)


def with_sizes_from_names(rows: list[Row], first: int, problems: list[str]) -> None:
    """
    Make parameters of the numbers in which names differ, in rows without parameters: ``fib_10``, ``fib_20``, ...

    Parameters
    ----------
    rows : list of Row
        Changed from `first` on, where at least four names of a file differ in one number, which is a word of its own.
    first : int
        Place of the file's first row.
    problems : list of str
        Gets a sentence for each set of names that sizes were taken from.
    """
    if len(rows) - first < _NAMES_FROM:
        return
    found: dict[str, dict[str, list[int]]] = {}
    for place in range(first, len(rows)):
        row = rows[place]
        if row.params or row.extras:
            continue
        numbers = list(_WORD_OF_DIGITS.finditer(row.benchmark))
        for match in numbers[-1:]:
            stem = f"{row.benchmark[: match.start()]}{{n}}{row.benchmark[match.end() :]}"
            found.setdefault(stem, {}).setdefault(match[0], []).append(place)
    for stem, by_size in found.items():
        if _are_sizes([int(text) for text in by_size if len(text) < 19]):
            row = rows[next(iter(by_size.values()))[0]]
            name = shorten(repr(row.benchmark), 100)
            problems.append(f"{row.file}: the numbers in names such as {name} are taken for sizes")
            for text, places in by_size.items():
                for place in places:
                    rows[place] = replace(rows[place], benchmark=stem, params=(("n", text),))
