"""The printed tables, as they stand in the documents."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def read(name: str) -> tuple[tuple[str, ...], ...]:
    """
    Read a printed table.

    Parameters
    ----------
    name : str
        Name of a file in ``data``, without its ending.

    Returns
    -------
    tuple of tuple of str
        The rows, every cell as printed; the header is left out.

    Examples
    --------
    >>> read("final-table-3")[11]
    ('12', '1000', '112')
    """
    text = files("wythoff.reproduce").joinpath("data", f"{name}.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(tuple(line.split(",")) for line in lines[1:])


def integers(name: str) -> list[tuple[int, ...]]:
    """
    Read a printed table of whole numbers.

    Examples
    --------
    >>> integers("final-table-2")[4]
    (4, 5, 13)
    """
    return [tuple(map(int, row)) for row in read(name)]


def times(name: str) -> dict[int, float]:
    """
    Read a printed column of times: milliseconds by n.

    Examples
    --------
    >>> times("final-recursive")[41943040]
    10052.7
    """
    return {int(n): float(ms) for n, ms in read(name)}
