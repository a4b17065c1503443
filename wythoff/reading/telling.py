"""What rows of a table tell of it: the game's parameter, and whether a single column is A or B."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from wythoff.errors import InputError

_T = TypeVar("_T")


class Told(NamedTuple):
    """
    What was not given and had to be told from the rows.

    Attributes
    ----------
    what : str
        Such as ``a = 2``.
    votes, voters : int
        How many of the first rows say so, and how many could say anything.
    """

    what: str
    votes: int
    voters: int


def tell(
    rows: Sequence[tuple[int, ...]], a: int | None, column: str | None, *, misere: bool
) -> tuple[int, str | None, list[Told]]:
    """
    Find out what was not given; each row votes, and more than half of the votes decide.

    Parameters
    ----------
    rows : sequence of tuples of int
        Rows (n, A, B), or (n, A) or (n, B); not all of them need be right.
    a : int, optional
        The game's parameter, if it is known.
    column : str, optional
        ``A`` or ``B``: what rows of two columns hold, if it is known.
    misere : bool
        Whether they are to be rows of misère play.

    Returns
    -------
    a : int
        The parameter.
    column : str, optional
        The column; as given for rows of three.
    told : list of Told
        What the rows said.

    Raises
    ------
    InputError
        If they don't say it.

    Examples
    --------
    >>> tell([(1, 1), (2, 2), (3, 4), (4, 5), (5, 7)], None, None, misere=False)
    (2, 'A', [Told(what='column A', votes=5, voters=5), Told(what='a = 2', votes=1, voters=1)])
    """
    told: list[Told] = []
    if len(rows[0]) == 3:
        return a or _tell_by_differences(rows, told, misere=misere), column, told
    if misere and a is None:
        raise InputError("one column of misère play doesn't tell the parameter: give it with -a")
    if column is None:
        of_row = _column_of_misere_row if misere else _column_of_row
        column = _vote("column {}", told, (of_row(*row) for row in rows))
    if column is None:
        raise InputError("the numbers don't tell whether they are A or B: say which with --column")
    if a is None:
        of_entry = _a_of_lower if column == "A" else _a_of_upper
        a = _vote("a = {}", told, (of_entry(*row) for row in rows))
    if a is None:
        raise InputError(f"the numbers of column {column} don't tell the parameter: give it with -a")
    return a, column, told


def _tell_by_differences(rows: Sequence[tuple[int, ...]], told: list[Told], *, misere: bool) -> int:
    normal, shifted = ([_a_of_row(n, lower, upper, shift) for n, lower, upper in rows] for shift in (0, 1))
    a = _vote("a = {}", told, shifted if misere else normal)
    if a is not None:
        return a
    other = _vote("a = {}", told, normal if misere else shifted)
    if misere and other == 1:  # where misère play has the differences of normal play
        return other
    if other is None:
        raise InputError("the differences B - A don't tell the parameter: give it with -a")
    play, advice = ("normal", "leave out") if misere else ("misère", "add")
    raise InputError(f"B - A is that of {play} play with a = {other}: {advice} --misere, or give -a")


def _vote(what: str, told: list[Told], ballots: Iterable[_T | None]) -> _T | None:
    """Return what more than half of the voters say, and note it; a row that can't tell is no voter."""
    votes = Counter(ballot for ballot in ballots if ballot is not None)
    for choice, count in votes.most_common(1):
        if 2 * count > votes.total() and choice != 0:
            told.append(Told(what.format(choice), count, votes.total()))
            return choice
    return None


# What one row tells: None if nothing, 0 if there is no parameter that it fits.


def _a_of_row(n: int, lower: int, upper: int, shift: int) -> int | None:
    """Return the a with upper - lower = a * n + shift."""
    if n < 1:
        return None
    a, remainder = divmod(upper - lower - shift, n)
    return a if remainder == 0 and a > 0 else 0


def _column_of_row(n: int, value: int) -> str | None:
    """Tell A from B by n <= A_n < 2n <= B_n."""
    return None if n < 1 else "A" if value < 2 * n else "B"


def _column_of_misere_row(n: int, value: int) -> str | None:
    """Tell A from B by n <= A'_n <= 2n < B'_n, which holds from row 2 on."""
    return None if n < 2 else "A" if value <= 2 * n else "B"


def _a_of_upper(n: int, upper: int) -> int | None:
    """Return the only possible parameter: a + 1 < beta < a + 2."""
    return None if n < 1 else max(0, upper // n - 1)


def _a_of_lower(n: int, lower: int) -> int | None:
    """
    Return the only parameter with A_n = lower, None if there are several.

    With x = alpha, a = x * (2 - x) / (x - 1) falls as x rises, and lower / n < x < (lower + 1) / n.
    """
    if n < 1:
        return None
    if not n <= lower < 2 * n:
        return 0
    least = (lower + 1) * (2 * n - lower - 1) // (n * (lower + 1 - n)) + 1
    if lower == n:  # every large parameter has this entry
        return None
    most = -(-lower * (2 * n - lower) // (n * (lower - n))) - 1
    return None if least < most else least if least == most else 0
