"""What a sweep noted beside asv's results, brought to the fields of rows; nothing where it is about other samples."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from wythoff.errors import InputError
from wythoff.harness import facts_beside
from wythoff.harness.conditions import FILE_NAME, Book, read
from wythoff.harness.formats._common import positive
from wythoff.harness.formats._json import check_memory
from wythoff.harness.rows import Origin

# A line becomes a few objects for each of its fields.
_GROWTH = 20


def book_beside(folder: Path, problems: list[str]) -> Book:
    """Read the conditions that a folder holds; a file that can't be read is a problem and no more."""
    file = folder / FILE_NAME
    try:
        if file.is_file():
            check_memory(file, file.stat().st_size, _GROWTH)
        return read(file)
    except (InputError, OSError) as error:
        problems.append(str(error))
        return Book()


def facts_in(folder: Path, problems: list[str]) -> facts_beside.Known:
    """Read the facts beside the results of a folder; a file that can't be read is a problem and no more."""
    try:
        return facts_beside.read(folder)
    except (InputError, OSError) as error:
        problems.append(str(error))
        return {}


def row_fields(
    book: Book, origin: Origin, benchmark: str, params: Sequence[tuple[str, str]], measured: Sequence[float]
) -> dict[str, Any]:
    """
    Return what is known about a point as fields of `Row`.

    Parameters
    ----------
    book : Book
        The conditions in the folder of the file.
    origin : Origin
        The file.
    benchmark : str
        Name of the benchmark.
    params : sequence of (str, str)
        Names and texts of the parameters.
    measured : sequence of float
        The wall samples, or the value alone where there are none.
    """
    line = book.find(origin.commit, origin.environment, benchmark, (text for _, text in params), measured)
    if line is None:
        return {}
    figures = line.figures
    cpu = figures.cpu_s if figures.cpu_s is not None and all(figures.cpu_s) else None
    processors = positive(_number(origin.facts.get("num_cpu")))
    return {
        "cpu": median(cpu) if cpu else None,
        "cpu_samples": cpu,
        "busy": line.busy,
        "slowdown": figures.slowdown if figures.tell_slowdown else None,
        "wall_because": figures.tells,
        "load": None if figures.load is None or processors is None else figures.load / processors,
    }


def _number(text: str | int | None) -> int | None:
    if isinstance(text, str):
        return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else None
    return text
