"""
Sequences of lost positions that the OEIS lacks, as b-files by its rules: a line ``n a(n)`` for each n, nothing else.

* Misère play for a = 3, 4, ..., 10: A'_n and B'_n. (a = 2 is A001953 and A001954.)
* Normal play for a = 6, 7, ..., 10: A_n and B_n. (a = 1 to 5 are A000201, A001950 to A001952, A184480, A001956,
  A001961, A001962, A184522 and A184523.)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from wythoff import misere, positions
from wythoff._files.writing import whole_file
from wythoff.errors import whole_number

MISERE = range(3, 11)
NORMAL = range(6, 11)


def names() -> Iterator[tuple[str, str, int, str]]:
    """Yield name of the file, kind of play, parameter and column of each sequence."""
    for play, parameters in (("misere", MISERE), ("normal", NORMAL)):
        for a in parameters:
            for column in "AB":
                yield f"b-{play}-a{a}-{column}.txt", play, a, column


def b_file(play: str, a: int, column: str, last: int) -> bytes:
    r"""
    Write one sequence as a b-file.

    Parameters
    ----------
    play : str
        ``"normal"`` or ``"misere"``.
    a : int
        The game's parameter.
    column : str
        ``"A"`` or ``"B"``.
    last : int
        The last n; the first one is 0.

    Examples
    --------
    >>> b_file("misere", 3, "B", 3)
    b'0 1\n1 6\n2 10\n3 14\n'
    """
    pair = misere.pair if play == "misere" else positions.pair
    which = "AB".index(column)
    return "".join(f"{n} {pair(n, a)[which]}\n" for n in range(last + 1)).encode()


def write_b_files(folder: Path, last: int = 10_000) -> dict[str, str]:
    """
    Write all sequences, each file whole or not at all.

    Parameters
    ----------
    folder : Path
        It must be there.
    last : int, default 10,000
        The last n.

    Returns
    -------
    dict of str to str
        The SHA-256 of each file, by its name.

    Raises
    ------
    InputError
        If `last` is out of range or a file can't be written.
    """
    last = whole_number("last", last, 0, 10**7)
    digests = {}
    for name, play, a, column in names():
        content = b_file(play, a, column, last)
        with whole_file(folder / name, inside=folder) as stream:
            stream.write(content)
        digests[name] = hashlib.sha256(content).hexdigest()
    return digests
