"""What a bisection makes of measurements: positions between GOOD and BAD, probabilities, and what to measure next."""

import math
import sys

import numpy as np
import pytest
from interpreted import load

from wythoff.harness.bisect.position import Position, Scale
from wythoff.harness.bisect.posterior import alike, posterior
from wythoff.harness.bisect.search import Search, most_measured
from wythoff.harness.bisect.words import bar, cost_words
from wythoff.harness.compare import Pair

load("growth_bench")
judge_bisect = load("judge_bisect")
SIZES = [2.0**k for k in range(4, 14)]
ERROR = 0.1


def costs(law):
    return [5e-9 * law(n) + 1e-6 for n in SIZES]


GOOD, BAD = costs(lambda n: n), costs(lambda n: n + n**2 / 500)


def pair(before, after, **more):
    return Pair(SIZES, before, SIZES, after, **more)


def place(commit, **more):
    return Scale.of(pair(GOOD, BAD)).place(pair(GOOD, commit, **more), pair(BAD, commit, **more))


def test_a_position_is_0_at_good_and_1_at_bad_and_between_where_the_cost_is():
    assert place(GOOD).value == pytest.approx(0, abs=1e-9)
    assert place(BAD).value == pytest.approx(1, abs=1e-9)
    between = np.sqrt(np.array(GOOD) * np.array(BAD)).tolist()
    assert place(between).value == pytest.approx(0.5, abs=0.01)
    assert place(GOOD).error < 0.1


def test_one_disturbed_size_hardly_moves_a_position_and_a_busy_machine_widens_it():
    disturbed = list(GOOD)
    disturbed[-1] *= 8
    assert abs(place(disturbed).value) < 0.05
    assert place(GOOD, busy=True).error > 3 * place(GOOD).error
    # As far as it is known to have been busy, and no further.
    assert place(GOOD).error < place(GOOD, busy=True, slowdown=1.5).error < place(GOOD, busy=True).error / 2
    assert place(GOOD, busy=True, slowdown=20.0).error == place(GOOD, busy=True).error


def test_a_change_of_overhead_is_seen_at_small_sizes():
    dearer = [cost + 2e-6 for cost in GOOD]
    scale = Scale.of(pair(GOOD, dearer))
    assert scale.place(pair(GOOD, dearer), pair(dearer, dearer)).value == pytest.approx(1)
    low, high = scale.window()
    assert low == SIZES[0]
    assert high < SIZES[-1]


def test_the_window_is_the_cheapest_run_of_sizes_that_tells_good_from_bad():
    low, high = Scale.of(pair(GOOD, BAD)).window()
    assert SIZES.index(high) - SIZES.index(low) >= 3
    assert high < SIZES[-1]
    slightly = [1.04 * cost for cost in GOOD]
    assert Scale.of(pair(GOOD, slightly)).window() == (SIZES[0], SIZES[-1])


def test_series_without_sizes_in_common_have_no_position():
    elsewhere = Pair(SIZES, GOOD, [n * 1e6 for n in SIZES], GOOD)
    assert Scale.of(pair(GOOD, BAD)).place(elsewhere, elsewhere) is None


def test_before_anything_is_measured_all_commits_are_alike():
    known = posterior(7, {}, ERROR)
    assert known.probability[0] == 0
    assert known.probability[1:] == pytest.approx(1 / 7)
    assert known.changed[-1] == pytest.approx(1)


def test_a_good_and_a_bad_neighbour_leave_one_commit():
    known = posterior(100, {41: Position(0.1, ERROR, 8), 42: Position(0.95, ERROR, 8)}, ERROR)
    assert known.likeliest == 42
    assert known.probability[42] > 0.8
    positions = {k: Position(float(k >= 42), ERROR, 8) for k in (25, 37, 41, 42, 44, 50)}
    assert posterior(100, positions, ERROR).probability[42] > 0.98


def test_a_measurement_that_went_astray_is_outvoted():
    positions = {k: Position(float(k >= 30), ERROR, 8) for k in range(10, 60, 4)}
    positions[14] = Position(1.1, ERROR, 8)
    known = posterior(100, positions, ERROR)
    assert 26 < known.likeliest <= 30
    assert known.probability[11:15].sum() < 0.02


def test_levels_that_lie_off_are_learnt_from_the_others():
    """GOOD was measured on a faster day: what lies where all others lie is no change."""
    positions = {k: Position(0.4 if k < 30 else 1.0, 0.08, 8) for k in range(2, 60, 2)}
    assert posterior(60, positions, 0.08).probability[29:31].sum() > 0.95


@pytest.mark.parametrize("error", [0.3, 1.0, 30.0])
def test_what_says_nothing_leaves_all_as_it_was(error):
    known = posterior(50, {25: Position(0.5, error, 4)}, ERROR)
    assert known.probability[1:] == pytest.approx(1 / 50, rel=0.25)
    assert alike(Position(0.5, error, 4)) == pytest.approx(0.5)


def test_no_single_measurement_is_believed_beyond_measure():
    assert 0.99 < alike(Position(1.0, 1e-9, 20)) < 0.9999
    assert alike(Position(50.0, 0.1, 20)) == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("commits", [1, 2, 3, 5, 10, 16, 17, 33, 100, 1000])
def test_every_first_commit_is_found_within_the_limit_if_nothing_disturbs(commits):
    for first in {1, 2, commits // 3 + 1, commits // 2 + 1, commits - 1, commits} - {0}:
        search = Search(commits, ERROR, most_measured(commits))
        while first <= commits and (step := search.next(search.known)) is not None:
            search.note(step[0], Position(float(step[0] >= first), ERROR, 8))
        assert first > commits or search.found(search.known) == first
        assert search.measured <= math.ceil(math.log2(commits)) <= max(1, most_measured(commits))


def test_the_next_commit_is_the_median_and_none_is_measured_twice_while_others_tell_more():
    search = Search(100, ERROR, 9)
    assert search.next(search.known)[0] in (50, 49)
    search.note(50, Position(0.5, ERROR, 8))
    assert search.next(search.known)[0] not in (0, 50, 100)


def test_an_unclear_commit_is_measured_again_when_all_its_neighbours_are_known():
    search = Search(4, ERROR, 20)
    for k, value in ((1, 0.0), (2, 0.5), (3, 1.0)):
        search.note(k, Position(value, ERROR, 8))
    assert search.next(search.known) == (2, 1)


def test_rows_of_commits_that_cannot_be_built_are_left_in_leaps():
    search = Search(400, ERROR, 12)
    tried = []
    while (step := search.next(search.known)) is not None:
        tried.append(step[0])
        broken = 150 <= step[0] <= 250
        search.note(step[0], None if broken else Position(float(step[0] >= 300), ERROR, 8))
    assert search.found(search.known) == 300
    assert sum(150 <= k <= 250 for k in tried) <= 8


def test_the_bar_shows_where_the_change_may_be():
    known = posterior(10, {3: Position(0.0, 0.05, 8), 6: Position(1.0, 0.05, 8)}, 0.05)
    assert bar(known) == "[   +++    ]"
    assert len(bar(posterior(1000, {}, 0.05))) == 42


def test_a_commit_between_good_and_bad_fits_neither():
    assert "neither" in cost_words(Position(0.5, 0.03, 8))
    assert "can't be told" in cost_words(Position(0.5, 0.3, 8))
    assert cost_words(Position(1.05, 0.1, 8)) == "costs what BAD costs"


@pytest.mark.parametrize("change", ["n to n^2", "constant x 2", "overhead x 3"])
def test_a_change_under_recorded_noise_is_found_or_the_answer_says_that_it_was_not(change):
    verdict = judge_bisect.judge(judge_bisect.Task(500, change, "idle", 100))
    assert verdict.word in ("right", "narrowed")
    assert verdict.measured <= 1.5 * math.log2(100)


def test_the_script_prints_a_line_for_each_change(monkeypatch, capsys):
    words = ["judge_bisect", "--histories", "1", "--commits", "10", "--change", "constant x 2", "--condition", "idle"]
    monkeypatch.setattr(sys, "argv", words)
    judge_bisect.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("idle")
    assert sum("constant x 2" in line for line in lines) == 2
