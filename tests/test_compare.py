"""Two series side by side: what changed, what didn't, and what could not have been seen."""

import math
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from interpreted import load

from wythoff.errors import InputError
from wythoff.harness.compare import Pair, compare_all, compare_series
from wythoff.harness.compare.classes import difference
from wythoff.harness.compare.levels import Estimate, level, top, trend
from wythoff.harness.compare.neighbours import slowdown_of
from wythoff.harness.compare.options import CompareOptions
from wythoff.harness.compare.pairs import match
from wythoff.harness.compare.powers import weigh
from wythoff.harness.compare.ratios import ratios_of
from wythoff.harness.compare.runs import runs_of
from wythoff.harness.compare.sides import Sides
from wythoff.harness.growth import analyse
from wythoff.harness.rows import Row

load("growth_bench")
judge_compare = load("judge_compare")
SIZES = [2.0**k for k in range(4, 17)]


def noisy(seed, cost, noise=0.01, repeats=5):
    random = np.random.default_rng(seed)
    cost = np.asarray(cost, float)
    return (cost[:, None] * (1 + noise * random.exponential(size=(len(cost), repeats)))).tolist()


def times(law, unit=5e-9, overhead=1e-6, sizes=SIZES):
    return [unit * law(n) + overhead for n in sizes]


def linear(n):
    return n


def pair(before, after, **more):
    return Pair(SIZES, noisy(1, before), SIZES, noisy(2, after), **more)


def test_the_same_costs_show_no_change_and_say_what_would_have_been_seen():
    found = compare_series(pair(times(linear), times(linear)))
    assert (found.kind, found.worse) == ("none", None)
    assert 1.05 < found.seen < 1.25
    assert found.text.startswith("no change that these data could show; a factor above 1.1")
    assert found.ratio.low < 1 < found.ratio.high


def test_dearer_work_is_a_constant_and_no_class():
    found = compare_series(pair(times(linear), times(linear, 6.5e-9)))
    assert (found.kind, found.worse) == ("constant", True)
    assert found.ratio.low < 1.3 < found.ratio.high
    assert found.laws.probability < 0.1
    assert not found.overhead_changed


def test_cheaper_work_is_for_the_better():
    found = compare_series(pair(times(linear), times(linear, 2.5e-9)))
    assert (found.kind, found.worse) == ("constant", False)
    assert found.ratio.low < 0.5 < found.ratio.high


@pytest.mark.parametrize(("law", "name"), [(lambda n: n**2 / 500, "n^2"), (lambda n: n**3 / 1e5, "n^3")])
def test_a_higher_power_is_a_class(law, name):
    found = compare_series(pair(times(linear), times(law)))
    assert (found.kind, found.worse) == ("class", True)
    assert (found.laws.before, found.laws.after) == ("n", name)
    assert found.laws.probability > 0.99
    assert found.exponent[1] > 0.7
    assert f"n became {name}" in found.text


def test_a_lower_power_is_a_class_for_the_better():
    found = compare_series(pair(times(lambda n: n**2), times(linear)))
    assert (found.kind, found.worse) == ("class", False)


def test_a_dearer_call_is_an_overhead_even_where_it_is_seen_at_most_sizes():
    found = compare_series(pair(times(linear, overhead=2e-5), times(linear, overhead=6e-5)))
    assert (found.kind, found.worse) == ("overhead", True)
    assert found.overhead.low < 3 < found.overhead.high


def test_the_size_from_which_one_is_cheaper_is_found():
    found = compare_series(pair(times(linear), times(lambda n: n**2 / 500)))
    assert found.crossing.cheaper == "before"
    assert found.crossing.low <= found.crossing.n <= found.crossing.high
    assert found.crossing.n == pytest.approx(500, rel=0.1)
    assert compare_series(pair(times(linear), times(linear, 9e-9))).crossing is None


def test_sizes_need_not_agree():
    others = [3.0 * 2**k for k in range(3, 15)]
    random = [np.random.default_rng(seed) for seed in (1, 2)]
    before = [[5e-9 * n * random[0].uniform(1, 1.02) for _ in range(5)] for n in SIZES]
    after = [[1e-8 * n * random[1].uniform(1, 1.02) for _ in range(5)] for n in others]
    found = compare_series(Pair(SIZES, before, others, after))
    assert found.kind == "constant"
    assert found.ratio.low < 2 < found.ratio.high
    assert max(SIZES[0], others[0]) <= found.n[0] < found.n[-1] <= min(SIZES[-1], others[-1])


def test_costs_are_not_interpolated_over_a_wide_gap():
    found = ratios_of(Pair([1, 10, 10_000, 100_000], [1, 1, 2, 3], [1, 100, 1000, 100_000], [1, 1, 2, 3]))
    assert found.n.tolist() == [1, 100_000]


@pytest.mark.parametrize(
    ("n", "samples"), [([], []), ([4e6, 8e6], [1.0, 2.0]), ([16.0], [1e-6]), ([math.nan, 2.0], [1.0, -1.0])]
)
def test_what_has_no_common_sizes_is_not_compared(n, samples):
    found = compare_series(Pair(SIZES, times(linear), n, samples), laws="changed")
    assert found.kind == "unknown"
    assert found.worse is None
    assert found.text.endswith(("no sizes in common", "of which nothing follows"))


def test_samples_that_are_none_are_refused():
    with pytest.raises(InputError, match="one entry per size"):
        compare_series(Pair([1, 2], [1.0], [1, 2], [1.0, 2.0]))


def test_one_slow_size_changes_nothing():
    costs = times(linear)
    costs[-2] *= 3
    assert compare_series(pair(times(linear), costs)).kind == "none"


def test_what_strikes_the_whole_run_is_told_from_what_changed():
    pairs = []
    for k in range(8):
        before, after = noisy(k, times(linear)), noisy(50 + k, [1.5 * cost for cost in times(linear)])
        pairs.append(Pair(SIZES, before, SIZES, after))
    pairs.append(Pair(SIZES, noisy(8, times(linear)), SIZES, noisy(58, [3.0 * cost for cost in times(linear)])))
    changes, by_clock = compare_all(pairs)
    runs = by_clock["wall"]
    assert runs.notable
    assert runs.series == 9
    assert math.exp(runs.shift) == pytest.approx(1.5, rel=0.03)
    assert [change.kind for change in changes] == ["none"] * 8 + ["constant"]
    assert changes[-1].ratio.low < 2 < changes[-1].ratio.high
    assert changes[-1].raw == pytest.approx(3, rel=0.03)
    assert "3.0" in changes[-1].text.rpartition("; ")[2]


def test_few_series_tell_nothing_of_the_run():
    runs = runs_of([Estimate(0.4, 0.01, 5)] * 4)
    assert (runs.shift, runs.series, runs.notable) == (0.0, 0, False)


def test_half_of_the_series_may_change_without_passing_for_the_machine():
    levels = [Estimate(0.0, 0.01, 5)] * 6 + [Estimate(1.0, 0.01, 5)] * 4
    assert abs(runs_of(levels).shift) < 0.05


def test_a_neighbour_that_is_known_of_lowers_what_would_have_been_seen():
    quiet = compare_series(pair(times(linear), times(linear, 7e-9)))
    busy = compare_series(pair(times(linear), times(linear, 7e-9), busy=True))
    assert quiet.kind == "constant"
    assert busy.kind == "none"
    assert busy.seen > 2


def shares(*parts):
    """Factors up to 2, each for a part of the sizes, as a neighbour takes them from a moderately busy machine."""
    return np.repeat(parts, [len(one) for one in np.array_split(SIZES, len(parts))])


MODERATE = [shares(2.0), shares(1.0, 2.0), shares(2.0, 1.0), shares(1.0, 1.0, 1.9), np.linspace(1.0, 2.0, 13)]


@pytest.mark.parametrize("factors", MODERATE)
def test_a_moderately_busy_run_hides_no_whole_power_and_makes_none(factors):
    linearly, squared = np.array(times(linear)), np.array(times(lambda n: n**2 / 500))
    told = {"busy": True, "slowdown": 2.1}
    found = compare_series(pair(linearly, squared * factors, **told))
    assert (found.kind, found.worse) == ("class", True)
    assert found.laws.before == "n"
    assert found.laws.power == pytest.approx(1, abs=0.2)
    same = compare_series(pair(linearly, linearly * factors, **told))
    assert same.kind == "none"
    assert 2.1 < same.seen < 3
    assert compare_series(pair(linearly, 1.2 * linearly * factors, **told)).kind not in ("class", "trend")


@pytest.mark.parametrize("slowdown", [5.6, 20.0])
def test_beside_many_neighbours_a_run_may_lie_far_off_and_shows_little(slowdown):
    factors = shares(1.0, 1.0, 15.0)
    same = compare_series(pair(times(linear), factors * times(linear), busy=True, slowdown=slowdown))
    assert same.kind == "none"
    assert same.seen > 15


def test_where_nothing_tells_how_busy_a_machine_was_the_caution_is_the_greatest():
    factors = shares(1.0, 2.0)
    same = [
        compare_series(pair(times(linear), factors * times(linear), busy=True, slowdown=slowdown))
        for slowdown in (2.1, None)
    ]
    assert [found.kind for found in same] == ["none", "none"]
    assert same[0].seen < same[1].seen / 20


def test_laws_are_found_only_where_the_ratio_is_not_level_if_so_asked():
    assert compare_series(pair(times(linear), times(linear)), laws="changed").laws is None
    assert compare_series(pair(times(linear), times(linear)), laws="all").laws.probability < 0.05


def test_the_probability_of_a_difference_needs_no_decided_law():
    sizes = SIZES[:7]
    one, other = (analyse(sizes, times(law, overhead=0.0, sizes=sizes)) for law in (linear, lambda n: n**2))
    assert difference(one, other).probability > 0.99
    assert difference(one, other).power == pytest.approx(1, abs=0.3)
    assert difference(other, one).power == pytest.approx(-1, abs=0.3)
    assert difference(one, one).probability < 0.02


def test_an_analysis_that_finds_none_of_the_laws_says_nothing_of_them():
    sizes = SIZES[:9]
    one = analyse(sizes, times(linear, overhead=0.0, sizes=sizes))
    lawless = replace(one, probabilities=dict.fromkeys(one.probabilities, 0.0) | {"none": 0.9999, "n^2": 0.0001})
    assert difference(one, lawless).probability < 0.05


def disturbed(seed):
    """Factors up to 20, each for a stretch of a few sizes, as many neighbours take them."""
    random = np.random.default_rng(seed)
    stretches = [np.full(random.integers(1, 4), np.exp(random.uniform(0, 3))) for _ in SIZES]
    return np.concatenate(stretches)[: len(SIZES)]


def course(before, after):
    return weigh(ratios_of(Pair(SIZES, before, SIZES, after)))


@pytest.mark.parametrize("seed", range(3))
def test_the_course_of_a_ratio_tells_a_whole_power_from_whatever_is_disturbed(seed):
    linearly, squared = np.array(times(linear)), np.array(times(lambda n: n**2))
    here, there = disturbed(seed), disturbed(seed + 100)
    up, down = course(linearly * here, squared * there), course(squared * here, linearly * there)
    assert up.probability > 0.95
    assert down.probability > 0.95
    assert (up.worse, down.worse) == (True, False)
    for factor in (1.0, 2.0, 5.0):
        assert course(linearly * here, factor * linearly * there).probability < 0.5


@pytest.mark.parametrize("factor", [1.2, 3.0, 30.0, 1 / 30.0])
def test_dearer_work_above_an_overhead_is_no_other_power(factor):
    for law in (linear, lambda n: n**2 / 1000, np.sqrt):
        found = course(times(law), times(law, 5e-9 * factor))
        assert found.probability < 0.5


def test_what_grows_where_nothing_grew_is_the_worse_one_however_late_it_is_seen():
    found = course([1e-6] * len(SIZES), times(lambda n: n**2 / 1e5))
    assert found.probability > 0.95
    assert found.worse


def test_of_few_sizes_a_course_is_not_asked_and_of_many_it_is_found_too():
    few = ratios_of(Pair(SIZES[:3], [1.0, 2.0, 4.0], SIZES[:3], [1.0, 4.0, 16.0]))
    assert weigh(few) is None
    sizes = np.unique(np.round(np.geomspace(10, 1e6, 150)))
    found = weigh(ratios_of(Pair(sizes, times(linear, sizes=sizes), sizes, times(lambda n: n**2, sizes=sizes))))
    assert found.probability > 0.95
    assert max(found.favour, key=found.favour.__getitem__) == pytest.approx(1.0)


def test_a_busy_machine_takes_time_and_no_memory_or_counts():
    def rows(kind, unit, busy):
        return [
            Row("b", (("n", str(int(n))),), n, None, unit, kind, "1", "box", "c", 0, "env", Path("x"), busy=busy)
            for n in SIZES
        ]

    found = {}
    for kind, unit in (("time", "seconds"), ("peakmemory", "bytes"), ("track", "unit")):
        both = rows(kind, unit, False), rows(kind, unit, True)
        [matched] = match(Sides("commit", ("a", "b"), both, None, None, []), CompareOptions("a", "b")).pairs
        found[kind] = matched.pair.busy
    assert found == {"time": True, "peakmemory": False, "track": False}


@pytest.mark.parametrize(
    ("first", "second", "apart"),
    [
        ((), (3, 12), False),  # of thirteen sizes
        ((0, 4, 8, 12), (1, 5, 9), False),
        ((), (10, 11, 12), True),  # many of the large sizes, by which the ratio is told
        ((), range(5), True),
        (range(13), (), True),
        (range(13), range(13), False),
    ],
)
def test_a_run_is_the_busier_one_if_it_was_so_at_many_more_sizes(first, second, apart):
    both = tuple(
        [
            Row(
                "b",
                (("n", str(int(n))),),
                n,
                None,
                "seconds",
                "time",
                "1",
                "box",
                "c",
                0,
                "env",
                Path("x"),
                busy=k in at,
            )
            for k, n in enumerate(SIZES)
        ]
        for at in (first, second)
    )
    [matched] = match(Sides("commit", ("a", "b"), both, None, None, []), CompareOptions("a", "b")).pairs
    assert matched.pair.busy is apart


@pytest.mark.parametrize(
    ("first", "second", "product"),
    [
        ([1.0] * 13, [2.0] * 13, 2.0),
        ([1.1] * 13, [1.0] * 12 + [50.0], 1.1),  # one size moves no median
        ([1.0] * 13, [1.0] * 9 + [2.5] * 4, 2.5),
        ([2.0] * 13, [3.0] * 13, 6.0),
        ([None] * 13, [2.0] * 13, None),  # the other run may have been anything
        ([1.0] * 13, [2.0] * 12 + [None], None),
    ],
)
def test_how_busy_two_runs_were_is_what_most_of_their_sizes_say(first, second, product):
    rows = [
        [
            (n, Row("b", (), n, None, "seconds", "time", "1", "box", "c", 0, "env", Path("x"), busy=True, slowdown=one))
            for n, one in zip(SIZES, run, strict=True)
        ]
        for run in (first, second)
    ]
    assert slowdown_of(rows) == (product if product is None else pytest.approx(product))


def test_level_and_trend_are_those_of_the_ratio():
    ratios = ratios_of(Pair(SIZES, [1.0] * 13, SIZES, [n**0.5 for n in SIZES]))
    assert trend(ratios).value == pytest.approx(0.5)
    assert level(ratios, top(ratios)).value == pytest.approx(float(np.median(0.5 * np.log(ratios.n[top(ratios)]))))
    assert trend(ratios_of(Pair([1, 2], [1, 2], [1, 2], [1, 2]))) is None


@pytest.mark.parametrize("condition", ["idle", "quota", "two busy"])
def test_the_same_code_under_recorded_noise_did_not_change(condition):
    answers = [judge_compare.judge(judge_compare.Task(seed, "none", condition, 8, False)) for seed in range(500, 502)]
    assert [kind for found in answers for kind, _ in found] == ["none"] * 16


@pytest.mark.parametrize(
    ("change", "kinds"), [("n to n^2", {"class"}), ("constant x 2", {"constant"}), ("constant x 1.2", {"constant"})]
)
def test_planted_changes_are_found_as_what_they_are(change, kinds):
    [(found, _)] = judge_compare.judge(judge_compare.Task(501, change, "idle", 1, False))
    assert found in kinds


def test_a_whole_power_is_found_though_one_run_had_two_neighbours():
    tasks = [judge_compare.Task(seed, "n to n^2", "idle, then two busy", 1, False) for seed in (501, 502)]
    assert [judge_compare.judge(task)[0][0] for task in tasks] == ["class", "class"]


def test_a_whole_power_shows_between_most_sizes_though_stretches_lie_far_off():
    tasks = [judge_compare.Task(seed, "n to n^2", "eight busy", 1, False) for seed in (1, 11)]
    assert [judge_compare.judge(task)[0][0] for task in tasks] == ["class", "class"]


@pytest.mark.parametrize(
    ("change", "condition", "seeds"),
    [("n to n^2", "idle, then eight busy", (108, 114)), ("n^2 to n^3", "eight busy", (111, 115))],
)
def test_a_whole_power_is_a_class_beside_eight_neighbours(change, condition, seeds):
    tasks = [judge_compare.Task(seed, change, condition, 1, False) for seed in seeds]
    assert [judge_compare.judge(task)[0][0] for task in tasks] == ["class", "class"]


def test_another_overhead_is_no_class_where_both_analyses_find_one_law():
    [(found, _)] = judge_compare.judge(judge_compare.Task(7003, "overhead x 3", "quota", 1, False))
    assert found != "class"


def test_what_is_seen_is_drawn_against_its_size(monkeypatch, capsys, tmp_path):
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(judge_compare, "FACTORS", (1.02, 1000.0))
    words = ["judge_compare", "--planted", "2", "--seed", "500", "--condition", "idle", "--curve"]
    monkeypatch.setattr("sys.argv", [*words, str(tmp_path / "seen.svg")])
    judge_compare.main()
    shares = [line.split()[-2:] for line in capsys.readouterr().out.splitlines() if line.startswith("  idle")]
    assert len(shares) == 2
    assert all(float(small) < float(large) for small, large in shares)
    assert (tmp_path / "seen.svg").read_text().count("1000") >= 2


def test_other_sizes_are_judged_and_bad_ones_refused(monkeypatch, capsys):
    task = judge_compare.Task(501, "1 to n", "idle", 1, False, judge_compare.Sizes(6, 6, 10.0))
    [made] = judge_compare.project(501, "1 to n", "idle", 1, False, task.sizes)
    assert made.n.tolist() == pytest.approx([made.n[0] * 10**k for k in range(6)])
    assert judge_compare.judge(task)[0][0] == "class"
    for words in (["--sizes", "5", "4"], ["--ratio", "1"]):
        monkeypatch.setattr(sys, "argv", ["judge_compare", *words])
        with pytest.raises(SystemExit, match="--sizes must be"):
            judge_compare.main()


def test_the_script_prints_a_line_for_each_condition(monkeypatch, capsys):
    words = ["judge_compare", "--pairs", "2", "--together", "1", "--change", "none", "--condition", "idle", "quota"]
    monkeypatch.setattr(sys, "argv", words)
    judge_compare.main()
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if line] == ["the", "idle", "quota", "all"]
