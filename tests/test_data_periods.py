"""Periods of rows of Grundy values: the proofs against brute force, and the checker against false claims."""

import re
from dataclasses import replace
from itertools import count, product
from pathlib import Path

import pytest

from wythoff.data import check_periods
from wythoff.data.periods import prove_periods, to_csv
from wythoff.errors import InputError

PUBLISHED = Path(__file__).parents[1] / "docs" / "data" / "periods.csv"


def brute_force(rows, columns, a):
    """The values from the rule itself, column by column."""
    values = {}
    for x, y in product(range(columns), range(rows)):
        reached = {values[x - k, y] for k in range(1, x + 1)} | {values[x, y - j] for j in range(1, y + 1)}
        for j in range(1, y + 1):
            reached |= {values[x - k, y - j] for k in range(max(1, j - a + 1), min(x, j + a - 1) + 1)}
        values[x, y] = next(value for value in count() if value not in reached)
    return [[values[x, y] - x for x in range(columns)] for y in range(rows)]


@pytest.mark.parametrize(("a", "rows"), [(1, 8), (2, 5), (3, 3), (5, 3)])
def test_proved_periods_are_those_of_brute_force(a, rows):
    differences = brute_force(rows, 700, a)
    for proof in prove_periods(rows, a):
        row, period, preperiod = differences[proof.y], proof.period, proof.preperiod
        assert row[preperiod + period :] == row[preperiod:-period]
        assert preperiod == 0 or row[preperiod - 1] != row[preperiod - 1 + period]
        for less in range(1, period):
            assert row[preperiod + less :] != row[preperiod:-less]


@pytest.mark.parametrize(("a", "rows"), [(1, 12), (2, 9), (3, 7), (4, 6), (7, 4), (12, 2)])
def test_the_checker_proves_what_is_proved(a, rows):
    claims = check_periods.read_claims(to_csv(prove_periods(rows, a)))
    assert [claim.y for claim in claims] == list(range(rows))
    assert list(check_periods.faults(claims)) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"period": 48}, "doesn't divide the joint period"),
        ({"joint_period": 48}, None),
        ({"joint_period": 48, "period": 48}, "24 is a period, too"),
        ({"period": 12}, "does not hold from"),
        ({"preperiod": 91}, "does not hold from 91 on"),
        ({"preperiod": 93, "anchor": 93}, "holds before 93"),
        ({"preperiod": 80, "anchor": 80}, "doesn't come again|don't come again"),
        ({"joint_period": 20, "period": 20}, "doesn't come again"),
        ({"sha256": "0" * 64}, "another digest"),
        ({"period": 0}, "doesn't divide"),
    ],
)
def test_the_checker_refuses_what_is_not_so(change, fault):
    claim = check_periods.read_claims(to_csv(prove_periods(8)))[7]
    assert (claim.preperiod, claim.period, claim.joint_period) == (92, 24, 24)
    found = [*check_periods.faults([replace(claim, **change)])]
    if fault is None:
        assert found == []  # a multiple of the least period proves it as well
    else:
        assert any(re.search(fault, sentence) for sentence in found), found


def test_published_periods_are_proved_again():
    claims = check_periods.read_claims(PUBLISHED.read_text("utf-8"))
    assert check_periods.summary(claims) == dict.fromkeys(range(1, 6), 31)
    assert [(claim.a, claim.y) for claim in claims] == list(product(range(1, 6), range(31)))
    sample = [claim for claim in claims if claim.y <= (16 if claim.a == 1 else 8)]
    assert list(check_periods.faults(sample)) == []
    made = [proof for a in (1, 2, 3) for proof in prove_periods(9, a)]
    lines = PUBLISHED.read_text("utf-8").splitlines()
    assert {proof.as_csv() for proof in made} <= set(lines)


@pytest.mark.exhaustive
def test_all_published_periods_are_proved_again():
    claims = check_periods.read_claims(PUBLISHED.read_text("utf-8"))
    assert list(check_periods.faults(claims)) == []


def test_a_file_of_proofs_that_is_none_is_refused():
    good = to_csv(prove_periods(2))
    for text, sentence in [
        ("a,b\n", "the columns must be"),
        (good + "1,2,3\n", "line 4 must"),
        (good + "1,x,3,4,5,6,ab\n", "line 4"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            check_periods.read_claims(text)


def test_arguments_out_of_range_are_refused():
    with pytest.raises(InputError, match="rows must be a whole number of at least 1, got 0"):
        prove_periods(0)
    with pytest.raises(InputError, match="a must be"):
        prove_periods(3, 0)
