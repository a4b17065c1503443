"""What a unit of work may cost: the least, and how much dearer memory makes it."""

import json
from pathlib import Path

import numpy as np
import pytest

from wythoff.harness.growth import analyse, unit_costs
from wythoff.harness.growth.curves import Curves
from wythoff.harness.growth.laws import NAMES
from wythoff.harness.growth.unit_costs import implausible

RECORDED = Path(__file__).resolve().parent / "data"
LINEAR = NAMES.index("n")


def unlikely(first_ns, last_ns, *, power=1.0, law=LINEAR, noise=0.0, seconds=1.0, **curve):
    """Return how unlikely a unit is that costs so many nanoseconds where it is cheapest and at the end."""
    curves = Curves.of(np.ones(1), power=power, **curve)
    lowest, last = (np.full(1, np.log(1e-9 * cost / seconds)) for cost in (first_ns, last_ns))
    return implausible(curves, np.array([law]), np.zeros(1, int), lowest, last, np.full(1, noise), 2.0**20, seconds)[0]


def test_what_a_few_accesses_cost_is_as_likely_as_no_rise():
    assert unlikely(1, 30) < 0.01
    assert unlikely(1, 100) < 0.2
    assert unlikely(1, 1_000) == pytest.approx(2.0, abs=1e-4)


def test_any_unit_may_become_twice_as_dear():
    for cost in (10, 1_000, 100_000):
        assert unlikely(cost, 2 * cost) < 0.75
    assert unlikely(100_000, 1_000_000) == pytest.approx(2.0)


def test_more_is_likely_where_the_machine_is_busy():
    assert unlikely(1_000, 4_000, noise=0.3) < 0.2 < 1.9 < unlikely(1_000, 4_000)


def test_a_unit_that_is_a_whole_call_may_make_any_number_of_accesses():
    assert unlikely(10, 100_000, power=0.0, law=NAMES.index("1")) == pytest.approx(0.0)


def test_what_the_curve_itself_makes_dearer_counts():
    steep = {"cache": 2.0**10, "dearer": 40.0, "fade": 1.0}
    assert unlikely(20, 20) < 0.01
    assert unlikely(20, 20, **steep) > 1.9
    assert unlikely(2, 2, **steep) < 0.1


def test_the_unit_of_the_values_does_not_matter():
    for costs in ((1, 300), (0.001, 0.001)):
        assert unlikely(*costs, seconds=1e-3) == pytest.approx(unlikely(*costs))


def test_less_than_a_processor_takes_is_unlikely_unless_the_work_is_seldom_done():
    assert unlikely(1, 1) < 0.001
    assert unlikely(1e-5, 1e-5) > 20
    assert unlikely(1e-5, 1e-5, lower=0.0) == pytest.approx(6.0)


@pytest.mark.parametrize("name", ["scipy_circle_hull", "scipy_delaunay", "scipy_nearest_neighbours"])
def test_memory_explains_no_logarithm_of_work_whose_units_take_long(name, monkeypatch):
    every = json.loads((RECORDED / "growth_functions.json").read_text())["series"]
    series = next(one for one in every if one["name"] == name)
    found = analyse(series["n"], series["samples"]).probabilities
    monkeypatch.setattr(unit_costs, "_RARELY", 0.0)
    before = analyse(series["n"], series["samples"]).probabilities
    assert found["n"] / found["n log n"] < 0.6 * before["n"] / before["n log n"]


def test_extreme_costs_are_judged_without_overflow():
    for costs in ((1e-300, 1e300), (1e300, 1e300), (1e300, 1e-300)):
        assert 0 <= unlikely(*costs) < np.inf
