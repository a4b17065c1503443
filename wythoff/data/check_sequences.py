"""
The b-files of `wythoff.data.sequences` checked by the mex recursion, and by what must hold of two columns.

Nothing of the rest of the package is imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path


def faults(folder: Path, play: str, a: int) -> Iterator[str]:
    """
    Check the two columns of one game, and yield a sentence for each thing that is not as it must be.

    Parameters
    ----------
    folder : Path
        Where the files are.
    play : str
        ``"normal"`` or ``"misere"``.
    a : int
        The game's parameter, at least 2.

    Notes
    -----
    Each A is the least number in no earlier row and B - A = a n, in misère play a n + 1: that is the definition of the
    rows. In misère play a row must also be row N = a n + 1 of normal play, each entry x as (x + a - 2) // a, where that
    row comes from the recursion as well.
    """
    lower, upper = (_terms(folder / f"b-{play}-a{a}-{column}.txt") for column in "AB")
    if len(lower) != len(upper) or not lower:
        yield f"{play} play, a = {a}: the columns have {len(lower)} and {len(upper)} rows"
        return
    extra = int(play == "misere")
    for n, (row, right) in enumerate(zip(zip(lower, upper, strict=True), _recursion(a, extra), strict=False)):
        if row != right:
            yield f"{play} play, a = {a}, row {n}: {row} stands there, and the recursion gives {right}"
    if extra:
        yield from _reduction_faults(lower, upper, a)


def _reduction_faults(lower: list[int], upper: list[int], a: int) -> Iterator[str]:
    for N, pair in enumerate(_recursion(a, 0)):
        n, remainder = divmod(N - 1, a)
        if n >= len(lower):
            return
        if remainder == 0 and (lower[n], upper[n]) != tuple((x + a - 2) // a for x in pair):
            yield f"misere play, a = {a}, row {n} is not made of row {N} of normal play"


def _recursion(a: int, extra: int) -> Iterator[tuple[int, int]]:
    """Yield the rows (mex, mex + a n + extra), without end."""
    taken: set[int] = set()
    least = 0
    for n in count():
        while least in taken:
            taken.remove(least)
            least += 1
        yield least, least + a * n + extra
        taken |= {least, least + a * n + extra}


def _terms(path: Path) -> list[int]:
    """
    Read a b-file.

    Raises
    ------
    ValueError
        If a line is not ``n a(n)`` with n = 0, 1, 2, ...
    """
    terms = []
    for n, line in enumerate(path.read_text("ascii").splitlines()):
        index, blank, term = line.partition(" ")
        if index != str(n) or not blank or not term.isdecimal():
            raise ValueError(f"{path.name}, line {n + 1}: {line[:60]!r} is not row {n} of a b-file")
        terms.append(int(term))
    return terms
