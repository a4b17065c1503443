"""Whose turn it is when two commits are measured beside each other, and when that is enough."""

import math

import pytest

from wythoff.errors import InputError
from wythoff.harness.pair.looks import Look, decided
from wythoff.harness.pair.options import PairOptions
from wythoff.harness.pair.turns import Side, end_of, next_turn
from wythoff.harness.series import Series
from wythoff.harness.sweep.options import SweepOptions
from wythoff.harness.sweep.plan import Limits
from wythoff.harness.sweep.predict import Known, Overhead, Point, SeriesPlan

SIZES = (10, 100, 1000, 10000)


def points(name):
    return tuple(Point("env", name, index, (("n", str(n)),), n) for index, n in enumerate(SIZES))


def side(known=None, rounds=None, names=("a",)):
    plans = [SeriesPlan(Series(name, (), "n"), points(name), known=known or {}) for name in names]
    return Side(plans, rounds or {}, Limits(call_s=60.0), Overhead(batch_s=2.0, process_s=0.5))


def measured(*seconds, name="a"):
    return {point: Known(value, wall_s=1.0) for point, value in zip(points(name), seconds, strict=False)}


def turn(first, second, left_s=300.0, of=None):
    return next_turn((first, second), list(of or points("a")), left_s, 300.0)


def test_the_smallest_size_comes_first_and_nothing_is_begun_that_is_not_known_to_be_short():
    found = turn(side(), side())
    assert ([point.n for point in found.points], found.kinds, found.round) == ([10], ("new", "new"), 0)
    known = measured(1e-6)
    rounds = {point: 1 for point in known}
    found = turn(side(known, rounds), side(known, rounds))
    assert [point.n for point in found.points][:1] == [100]


def test_a_size_gets_its_next_round_when_all_have_had_theirs():
    known = measured(1e-6, 1e-5, 1e-4, 1e-3)
    rounds = dict.fromkeys(points("a"), 1)
    found = turn(side(known, rounds), side(known, {**rounds, points("a")[3]: 0}))
    assert ([point.n for point in found.points], found.kinds) == ([10000], ("rounds", "asked"))
    found = turn(side(known, rounds), side(known, rounds))
    assert (found.points[0].n, found.kinds, found.round) == (10, ("rounds", "rounds"), 1)


def test_earlier_results_of_one_commit_are_measured_anew_beside_the_other():
    found = turn(side(measured(1e-6)), side())
    assert (found.points[0].n, found.kinds) == (10, ("asked", "new"))


def test_short_sizes_share_a_turn_no_longer_than_the_switch_and_kinds_are_not_mixed():
    known = measured(1e-6, 1e-5, 1e-4, 0.9)
    rounds = dict.fromkeys(points("a"), 1)
    found = turn(side(known, rounds), side(known, rounds))
    assert [point.n for point in found.points] == [10, 100, 1000]
    found = turn(side(known, rounds), side(known, {points("a")[1]: 1}), of=points("a")[:2])
    assert [point.n for point in found.points] == [10]


def test_what_does_not_fit_into_the_budget_is_not_begun_at_either_commit():
    known = measured(1e-6, 1e-3, 1.0, 30.0)
    rounds = dict.fromkeys(points("a"), 1)
    both = side(known, rounds), side(known, rounds)
    assert [point.n for point in turn(*both, of=points("a")[2:]).points] == [1000]
    assert turn(*both, of=points("a")[3:]) is None  # more than a sixth of all
    assert turn(*both, left_s=4.0) is None


def test_a_series_ends_where_it_would_at_either_commit():
    failed = {points("a")[1]: Known(failed="no")}
    point, why = end_of(side(failed), side(failed).plans[0], points("a"))
    assert (point.n, why) == (1000, "the point before it, n = 100, failed: no")
    assert end_of(side(), side().plans[0], points("a")) is None


def look(kind, seen=1.3, worse=None):
    return Look(kind, worse, seen)


@pytest.mark.parametrize(
    ("looks", "outcome"),
    [
        ([], None),
        ([look("none", 1.09)], "unchanged"),
        ([look("none", 1.2)], None),
        ([look("class", worse=True)], None),
        ([look("class", worse=True), look("constant", worse=True)], None),
        ([look("constant", worse=True), look("constant", worse=False)], None),
        ([look("constant", worse=True), look("constant", worse=True)], "changed"),
        ([look("trend", worse=True)] * 2, None),
        ([look("none", seen) for seen in (1.6, 1.5, 1.4, 1.3)], None),
        ([look("none", seen) for seen in (1.3, 1.299, 1.298, 1.297)], "settled"),
        ([look("none", math.inf)] * 4, "settled"),
        ([look("none", math.inf)] * 3 + [look("none", 1.5)], None),
    ],
)
def test_a_difference_is_decided_by_two_looks_that_agree_or_by_what_would_have_been_seen(looks, outcome):
    assert decided(looks, 0.1) == outcome


@pytest.mark.parametrize(("budget", "text"), [(0.0, "got 0"), (math.nan, "got nan"), (-5.0, "got -5")])
def test_a_budget_is_a_positive_number(budget, text):
    with pytest.raises(InputError, match=f"--budget must be a positive number of seconds, {text}"):
        PairOptions("a", "b", SweepOptions(), budget_s=budget).check_values()
