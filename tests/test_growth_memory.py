"""Courses from the first cache to main memory: what they come to, and verdicts on work that reads anywhere."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import nnls

from wythoff.harness.growth import analyse, memory, through_memory
from wythoff.harness.growth.curves import Curves
from wythoff.harness.growth.laws import LAWS
from wythoff.harness.growth.through import curves_through

RECORDED = Path(__file__).resolve().parent / "data"
EVERY = np.arange(memory.COURSES)
OCTAVES = np.arange(-8.0, 30.0, 0.25)


def test_an_access_grows_dearer_from_the_first_cache_on_until_no_level_serves_it():
    part = memory.dearer_part(EVERY, np.tile(OCTAVES, (memory.COURSES, 1)))
    assert (np.diff(part, axis=1) >= 0).all()
    assert part[:, OCTAVES <= memory.BEGIN].max() == 0
    assert part[:, OCTAVES >= memory.END].min() > 0.75
    assert part[:, -1] == pytest.approx(1.0, abs=1e-3)


def test_no_doubling_of_the_data_makes_an_access_four_times_as_dear():
    whole = 40.0 * memory.dearer_part(EVERY, np.tile(np.arange(-6.0, 12.0), (memory.COURSES, 1)))
    assert ((1 + whole[:, 1:]) / (1 + whole[:, :-1])).max() < 4.0


def test_the_levels_of_a_tree_are_added_up():
    octaves = np.tile(np.arange(-8.0, 12.0), (memory.COURSES, 1))
    found = memory.dearer_levels(EVERY, octaves)
    steps = np.diff(found, axis=1)
    assert (steps >= memory.dearer_part(EVERY, octaves[:, :-1]) - 1e-9).all()
    assert (steps <= memory.dearer_part(EVERY, octaves[:, 1:]) + 1e-9).all()


def test_curves_follow_a_course_by_the_power_of_n_that_their_data_grow_by():
    n = 2.0 ** np.arange(20)
    linear, square = (Curves.of(np.ones(1), cache=2.0**9, course=2.0, reach=reach) for reach in (1.0, 2.0))
    assert linear.missed(n)[0] == pytest.approx(memory.dearer_part(EVERY[1:2], (np.log2(n) - 9)[None])[0])
    assert square.missed(n)[0] == pytest.approx(memory.dearer_part(EVERY[1:2], 2 * (np.log2(n) - 9)[None])[0])
    tree = Curves.of(np.ones(1), cache=2.0**9, course=2.0, down=1.0)
    levels = memory.dearer_levels(EVERY[1:2], (np.log2(n) - 9)[None])[0]
    assert tree.missed(n)[0] == pytest.approx(levels / np.maximum(np.log2(n), 1.0))


def test_courses_are_fitted_where_the_work_grows_dearer_and_the_sizes_reach_them():
    n = 2.0 ** np.arange(4, 20)
    steady = np.log(3e-9 * n + 1e-7)
    dearer = steady + np.log1p(6 * memory.dearer_part(EVERY[:1], (np.log2(n) - 14)[None])[0])
    assert not curves_through(LAWS[3:4], n, steady).curves.course.any()
    assert curves_through(LAWS[3:4], n, dearer).curves.course.any()
    few = np.arange(1.0, 9.0)  # however large elements are, so few of them fit the first cache
    assert not curves_through(LAWS[3:4], few, 1.3 * np.log(few)).curves.course.any()


@pytest.mark.parametrize("law", ["n", "n log n"])
def test_work_that_leaves_the_caches_is_not_taken_for_a_higher_power(law):
    n = 2.0 ** np.arange(4, 20)
    own = n if law == "n" else n * np.log2(n)
    dearer = 1 + 12 * memory.dearer_part(EVERY[2:3], (np.log2(n) - 15.3)[None])[0]
    random = np.random.default_rng(5)
    samples = (3e-9 * own * dearer + 2e-7)[:, None] * (1 + 0.01 * random.exponential(size=(len(n), 5)))
    found = analyse(n, samples)
    assert found.law == law


@pytest.mark.parametrize(
    ("file", "name", "law"),
    [
        ("growth_functions", "numba_list_walk", "n"),
        ("growth_functions", "numba_tree_insertions", "n log n"),
    ],
)
def test_linked_data_that_leave_the_caches_are_told_by_their_law(file, name, law):
    found = analysed(file, name)
    assert found.law == law
    assert found.probabilities[law] > 0.75


def test_a_treap_that_leaves_the_caches_is_not_decided_to_be_of_a_rare_law():
    found = analysed("growth_functions_busy", "numba_treap_insertions")
    assert not found.decided
    assert "n log n" in found.candidates


def analysed(file, name):
    series = json.loads((RECORDED / f"{file}.json").read_text(encoding="utf-8"))["series"]
    one = next(one for one in series if one["name"] == name)
    return analyse(one["n"], one["samples"])


@pytest.mark.parametrize("alone", [False, True])
def test_courses_are_compared_by_their_least_squares(alone):
    """By SciPy's fit with parts of at least 0, which shares nothing with the sums; where no part is 0 both agree."""
    random = np.random.default_rng(8)
    n = 2.0 ** np.arange(4, 18)
    missed = memory.dearer_part(EVERY, (np.log2(n) - 13)[None] * np.ones((memory.COURSES, 1)))
    y = np.log(2e-9 * n * (1 + 7 * missed[3]) + (0 if alone else 3e-8)) + 0.01 * random.standard_normal(len(n))
    courses = through_memory._Courses(EVERY, EVERY, EVERY, missed, missed**2)
    left = through_memory._squares_left(np.log(n) - y, -y, courses, alone, 80.0)
    compared = 0
    for course, found in zip(missed, left, strict=True):
        terms = np.stack([n, n * course, np.ones(len(n))][: 2 if alone else 3]) / np.exp(y)
        factors, norm = nnls(terms.T, np.ones(len(n)))
        if (factors > 0).all() and np.isfinite(found):
            assert found == pytest.approx(norm**2, rel=1e-6)
            compared += 1
    assert compared > memory.COURSES / 2
    assert np.argmin(left) % (memory.COURSES // memory.KINDS) == 3


def test_the_best_of_a_cell_has_no_more_weight_than_the_cell():
    n = 2.0 ** np.arange(4, 18)
    missed = memory.dearer_part(EVERY[20:21], (np.log2(n) - 13.2)[None])[0]
    noise = 0.02 * np.random.default_rng(4).standard_normal(len(n))
    for y in (np.log(n * (1 + 9 * missed)), np.log(n * (1 + 9 * missed)) + noise):
        for law in ("n", "n log n"):
            pool, part = through_memory.shapes_through_memory([law], n, y)
            weights = np.exp(pool.curves.log_prior)
            assert len(part) == len(pool) > 0
            assert weights.sum() <= through_memory._OFTEN
            assert (part == pool.curves.missed(n)).all()
    exact, rough = (
        np.exp(through_memory.shapes_through_memory(["n"], n, one)[0].curves.log_prior).max()
        for one in (np.log(n * (1 + 9 * missed)), np.log(n * (1 + 9 * missed)) + noise)
    )
    assert exact < rough, "the less is known of the costs, the more courses fit them alike"
