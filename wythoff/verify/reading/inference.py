"""What is inferred of a table from its rows: the game's parameter, and whether a single column is A or B."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple, TypeVar

from wythoff.errors import InputError

_T = TypeVar("_T")
Parameters = tuple[int, int | None]


class Inferred(NamedTuple):
    """
    What was not given and had to be inferred from the rows.

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


def infer(
    rows: Sequence[tuple[int, ...]], a: int | None, column: str | None, *, misere: bool
) -> tuple[int, str | None, list[Inferred]]:
    """
    Find out what was not given; each row votes, and more than half of the votes decide.

    Of a single column they do so only where no other parameter has all votes but one, so that one wrong row of
    several can't choose the parameter.

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
    inferred : list of Inferred
        What the rows said.

    Raises
    ------
    InputError
        If they don't say it.

    Examples
    --------
    >>> infer([(1, 1), (2, 2), (3, 4), (4, 5), (5, 7)], None, None, misere=False)
    (2, 'A', [Inferred(what='column A', votes=5, voters=5), Inferred(what='a = 2', votes=5, voters=5)])
    """
    inferred: list[Inferred] = []
    if len(rows[0]) == 3:
        return a or _infer_by_differences(rows, inferred, misere=misere), column, inferred
    if misere and a is None:
        raise InputError("one column of misère play doesn't tell the parameter: give it with -a")
    if column is None:
        of_row = _column_of_misere_row if misere else _column_of_row
        column = _vote("column {}", inferred, (of_row(*row) for row in rows))
    if column is None:
        raise InputError("the numbers don't tell whether they are A or B: say which with --column")
    if a is None:
        parameters = _parameters_of_lower if column == "A" else _parameters_of_upper
        a = _infer_by_entries(column, [found for row in rows if (found := parameters(*row))], inferred)
    return a, column, inferred


def first_row(rows: Sequence[tuple[int, ...]]) -> int:
    """
    Find out where a table without a column n begins.

    Parameters
    ----------
    rows : sequence of (i, A, B)
        The first rows, counted from 0; not all of them need be right.

    Returns
    -------
    int
        The number of row 0 of these, which most of them say: their differences B - A rise by a, and are a times n.

    Raises
    ------
    InputError
        If they don't say it.

    Examples
    --------
    >>> first_row([(0, 14, 34), (1, 15, 37), (2, 16, 40)])
    10
    """
    differences = [(i, upper - lower) for i, lower, upper in rows]
    steps = Counter(d - before for (i, before), (j, d) in pairwise(differences) if j == i + 1 and d > before)
    for a, _ in steps.most_common(1):
        votes = Counter(d // a - i for i, d in differences)
        start, count = votes.most_common(1)[0]
        if 2 * count > len(differences) and start >= 0:
            return start
    raise InputError("the rows have no numbers, and don't follow each other either: name a column n")


def _infer_by_differences(rows: Sequence[tuple[int, ...]], inferred: list[Inferred], *, misere: bool) -> int:
    normal, shifted = ([_a_of_row(n, lower, upper, shift) for n, lower, upper in rows] for shift in (0, 1))
    a = _vote("a = {}", inferred, shifted if misere else normal)
    if a is not None:
        return a
    other = _vote("a = {}", inferred, normal if misere else shifted)
    if misere and other == 1:  # where misère play has the differences of normal play
        return other
    if other is None:
        raise InputError("the differences B - A don't tell the parameter: give it with -a")
    play, advice = ("normal", "leave out") if misere else ("misère", "add")
    raise InputError(f"B - A is that of {play} play with a = {other}: {advice} --misere, or give -a")


def _vote(what: str, inferred: list[Inferred], ballots: Iterable[_T | None]) -> _T | None:
    """Return what more than half of the voters say, and note it; a row that can't tell is no voter."""
    votes = Counter(ballot for ballot in ballots if ballot is not None)
    for choice, count in votes.most_common(1):
        if 2 * count > votes.total() and choice != 0:
            inferred.append(Inferred(what.format(choice), count, votes.total()))
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


def _parameters_of_upper(n: int, upper: int) -> Parameters | None:
    """Return the only parameter that B_n = upper may have, as a range, empty if there is none: a + 1 < beta < a + 2."""
    return None if n < 1 else (max(1, upper // n - 1), upper // n - 1)


def _parameters_of_lower(n: int, lower: int) -> Parameters | None:
    """
    Return the least and the largest parameter with A_n = lower, the largest None if there is no limit.

    With x = alpha, a = x * (2 - x) / (x - 1) falls as x rises, and lower / n < x < (lower + 1) / n.
    """
    if n < 1:
        return None
    if not n <= lower < 2 * n:
        return 1, 0
    least = (lower + 1) * (2 * n - lower - 1) // (n * (lower + 1 - n)) + 1
    if lower == n:  # every large parameter has this entry
        return max(1, least), None
    return max(1, least), -(-lower * (2 * n - lower) // (n * (lower - n))) - 1


def _infer_by_entries(column: str, ranges: Sequence[Parameters], inferred: list[Inferred]) -> int:
    """
    Return the parameter that most rows have, if one wrong row can't have made it so.

    A wrong row adds a vote to a wrong parameter and takes one from the right one. So whatever parameter but the chosen
    one has all votes but one may be the right one.
    """
    counts = _count_votes(ranges)
    most = max((votes for _, _, votes in counts), default=0)
    best = [(least, largest) for least, largest, votes in counts if votes == most > 0]
    others = max((votes for _, _, votes in counts if votes < most), default=0)
    if len(best) != 1 or best[0][0] != best[0][1] or 2 * most <= len(ranges):
        raise InputError(f"the numbers of column {column} don't tell the parameter: give it with -a")
    a = best[0][0]
    if len(ranges) > 1 and others > len(ranges) - 2:
        raise InputError(f"of column {column} one row alone decides for a = {a}, and it may be wrong: give a with -a")
    inferred.append(Inferred(f"a = {a}", most, len(ranges)))
    return a


def _count_votes(ranges: Sequence[Parameters]) -> list[tuple[int, int | None, int]]:
    """Return stretches of parameters with their number of votes: least, largest (None without a limit), votes."""
    changes: Counter[int] = Counter()
    for least, largest in ranges:
        if largest is None or least <= largest:
            changes[least] += 1
            if largest is not None:
                changes[largest + 1] -= 1
    ends = sorted(at for at, change in changes.items() if change)
    counts, votes = [], 0
    for at, following in zip_longest(ends, ends[1:]):
        votes += changes[at]
        counts.append((at, None if following is None else following - 1, votes))
    return counts
