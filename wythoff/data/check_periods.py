"""
A second proof of the periods of rows of Grundy values, by another machine.

`wythoff.data.periods` computes the values column by column, from their definition as a mex. Here they are found
**value by value**: the squares with the value v are those that have no smaller value and no option of the value v, so
that going through the rows 0, 1, ... each has exactly one: its first column that is still free and that no square of
the same value in a row below reaches. To place v nothing must be known but which squares are free. In row r those
left of v - r are all taken and those from v + 2ar + 1 on all free, by the bounds v - r <= x <= v + 2ar on the column
x of v. So the machine's state is a stretch of (2a + 1) r + 1 free or taken squares in each row, seen from v, and does
not depend on v otherwise. **If the state at v comes again at v + L, then N_r(v' + L) = N_r(v') + L for all v' >= v**,
where N_r(v) is the column of v in row r, and the values of all columns from v + 2ay + 1 on have the period L.

The bounds, too, are checked at each step. Of the rest of the package this imports Numba's settings
and the reader of published lines only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wythoff._jit import kernel
from wythoff.data.published import read_lines

COLUMNS = "a,y,preperiod,period,anchor,joint_period,sha256"


@dataclass(frozen=True)
class Claim:
    """A line of the file of proofs; the attributes are its columns."""

    a: int
    y: int
    preperiod: int
    period: int
    anchor: int
    joint_period: int
    sha256: str


def read_claims(text: str) -> list[Claim]:
    """
    Read a file of proofs.

    Raises
    ------
    ValueError
        If its header is another one, or a line has not the columns of the header.
    """
    return [
        Claim(a, y, preperiod, period, anchor, joint, digest)
        for (a, y, preperiod, period, anchor, joint), digest in read_lines(text, COLUMNS)
    ]


def faults(claims: list[Claim]) -> Iterator[str]:
    """
    Check claims about periods, and yield a sentence for each that is not proved here.

    Parameters
    ----------
    claims : list of Claim
        Of any rows and parameters.

    Notes
    -----
    For each parameter one run of the machine over as many values as the largest certificate needs: O(rows**2 * a) time
    for each value. Of each claim it decides that

    * the state comes again after ``joint_period`` values, which proves that period for all columns beyond;
    * the differences that the certificate names come again after ``joint_period`` columns, and have its digest;
    * ``period`` holds from ``preperiod`` on, up to where the proved period takes over, and divides that;
    * it does not hold from one column earlier, and no proper divisor of it holds.
    """
    by_parameter: dict[int, list[Claim]] = {}
    for claim in claims:
        by_parameter.setdefault(claim.a, []).append(claim)
    for a, group in sorted(by_parameter.items()):
        rows = 1 + max(claim.y for claim in group)
        # Columns from the anchor on repeat themselves, so that values do from 2ay beyond it on.
        n_values = max(claim.anchor + 2 * claim.joint_period + 8 * (a + 1) * rows for claim in group)
        machine = _run(rows, n_values, a)
        for claim in group:
            yield from (f"a = {a}, row {claim.y}: {fault}" for fault in _faults(claim, machine, a))


def _run(rows: int, n_values: int, a: int) -> NDArray[np.int64]:
    """Return N_r(v) as an array with shape (rows, n_values)."""
    places = np.full((rows, n_values), -1, np.int64)
    taken = np.zeros((rows, n_values + (2 * a + 1) * rows + 2), np.bool_)
    reached = np.zeros(taken.shape[1] + 2 * rows + 2 * a, np.int64)
    beyond = _place_values(places, taken, reached, a)
    if beyond:
        raise AssertionError(f"the value {beyond - 1} is out of its bounds, which are proved")  # pragma: no cover
    return places


@kernel
def _place_values(places, taken, reached, a):  # type: ignore[no-untyped-def]
    """Fill ``places[r, v]``; return 0, or 1 more than a value out of its bounds. `reached` holds marks, all 0."""
    rows, n_values = places.shape
    low = np.zeros(rows, np.int64)
    mark = 0
    for v in range(n_values):
        for r in range(rows):
            mark += 1
            for s in range(r):
                x = places[s, v]
                reached[x] = mark
                for shift in range(r - s - a + 1, r - s + a):
                    if shift > 0:
                        reached[x + shift] = mark
            while taken[r, low[r]]:
                low[r] += 1
            x = low[r]
            while taken[r, x] or reached[x] == mark:
                x += 1
            if x < v - r or x > v + 2 * a * r:
                return v + 1
            taken[r, x] = True
            places[r, v] = x
    return 0


def _faults(claim: Claim, places: NDArray[np.int64], a: int) -> Iterator[str]:
    y, period, joint = claim.y, claim.period, claim.joint_period
    if not 0 < period <= joint or joint % period:
        yield f"the period {period} doesn't divide the joint period {joint}"
        return
    rows = places[: y + 1]
    from_value = claim.anchor + y  # every value from here on is in a column from the anchor on
    if not _comes_again(rows, from_value, joint, a):
        yield f"the state at the value {from_value} doesn't come again {joint} values later"
        return
    proved_from = from_value + 2 * a * y + 1
    differences = _differences(rows, proved_from + 2 * joint + (2 * a + 1) * y)
    yield from _certificate_faults(claim, differences, (2 * a + 1) * y)
    row = differences[y]
    # What holds up to `proved_from` + joint holds for ever, as all beyond repeats what is there.
    end = proved_from + joint
    first = claim.preperiod
    if first > claim.anchor or not np.array_equal(row[first : end - period], row[first + period : end]):
        yield f"the period {period} does not hold from {claim.preperiod} on"
        return
    if claim.preperiod > 0 and row[claim.preperiod - 1] == row[claim.preperiod - 1 + period]:
        yield f"the period {period} holds before {claim.preperiod}"
    for prime in _prime_divisors(period):
        less = period // prime
        if np.array_equal(row[proved_from:end], row[proved_from + less : end + less]):
            yield f"{less} is a period, too"


def _comes_again(rows: NDArray[np.int64], v: int, joint: int, a: int) -> bool:
    """Tell whether the same squares, seen from the value, are taken when v and when v + joint is to be placed."""
    for r, columns in enumerate(rows):
        states = []
        for at in (v, v + joint):
            # Values that are smaller by more than this are in columns left of the stretch.
            recent = columns[max(0, at - (2 * a + 1) * r - 1) : at] - at
            states.append(set(recent[recent >= -r].tolist()))
        if states[0] != states[1]:
            return False
    return True


def _differences(rows: NDArray[np.int64], n_columns: int) -> NDArray[np.int64]:
    """Return G(x, r) - x, with shape (rows, n_columns)."""
    values = np.full((len(rows), n_columns), -1, np.int64)
    for r, columns in enumerate(rows):
        here = np.flatnonzero(columns < n_columns)
        values[r, columns[here]] = here
    if (values < 0).any():
        raise AssertionError("a square has no value yet")  # pragma: no cover
    differences: NDArray[np.int64] = values - np.arange(n_columns)
    return differences


def _certificate_faults(claim: Claim, differences: NDArray[np.int64], width: int) -> Iterator[str]:
    state, again = (differences[:, x : x + width] for x in (claim.anchor, claim.anchor + claim.joint_period))
    if not np.array_equal(state, again):
        yield f"the columns from {claim.anchor} on don't come again {claim.joint_period} columns later"
    if hashlib.sha256(np.ascontiguousarray(state.T, dtype="<i4").tobytes()).hexdigest() != claim.sha256:
        yield "the differences have another digest"


def _prime_divisors(number: int) -> list[int]:
    found = [p for p in range(2, number + 1) if number % p == 0]
    return [p for p in found if not any(p % q == 0 for q in found if q < p)]


def summary(claims: list[Claim]) -> Mapping[int, int]:
    """Return how many rows there are for each parameter."""
    return {a: sum(claim.a == a for claim in claims) for a in sorted({claim.a for claim in claims})}
