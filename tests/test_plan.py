import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wythoff.harness.conditions import Figures
from wythoff.harness.series import Series
from wythoff.harness.sweep.again import MOST_TRIES, asked_batch, disturbed_batch, is_less_disturbed, split_stops
from wythoff.harness.sweep.plan import (
    Limits,
    find_stops,
    missing,
    next_batch,
    next_rounds,
    outlook,
    remaining,
    stop_before,
)
from wythoff.harness.sweep.predict import (
    Known,
    Overhead,
    Point,
    SeriesPlan,
    extrapolate,
    learn_overhead,
    log_slope,
    predict_call_s,
    predict_wall_s,
    rounds_at_once,
)
from wythoff.harness.sweep.task import Task
from wythoff.harness.sweep.timing import Timing

OVERHEAD = Overhead(batch_s=2.0, process_s=0.5)
DOUBLINGS = [10 * 2**k for k in range(16)]


def series(sizes, known=None, benchmark="m.time_x", environment="env", bytes_per_n=None, **timing):
    """Make a plan; `known` maps sizes to seconds, to a failure's text, or to None for a declined point."""
    points = tuple(Point(environment, benchmark, i, (("n", str(n)),), n) for i, n in enumerate(sizes))
    facts = {}
    for point in points:
        if point.n in (known or {}):
            what = known[point.n]
            if what is None:
                facts[point] = Known(skipped=True)
            elif isinstance(what, str):
                facts[point] = Known(failed=what)
            else:
                facts[point] = Known(value=what, wall_s=2 * Timing().process_s(what) + 1.0)
    return SeriesPlan(Series(benchmark, (), "n", "box", environment), points, Timing(**timing), bytes_per_n, facts)


def sizes_of(batch):
    return [point.n for point in batch]


def test_a_decided_series_ends_before_what_is_missing_and_wants_no_further_rounds():
    plan = series(DOUBLINGS, {n: 1e-6 * n for n in DOUBLINGS[:9]}, rounds=2)
    known = {point: replace(one, rounds_left=1) for point, one in plan.known.items()}
    decided = replace(plan, known=known, decided="the law is decided, n")
    (stop,) = find_stops([decided], Limits(), OVERHEAD)
    assert (stop.point.n, stop.rule, stop.reason, stop.left) == (DOUBLINGS[9], "decided", "the law is decided, n", 7)
    assert next_batch([decided], Limits(), OVERHEAD) == next_rounds([decided], Limits(), OVERHEAD) == []
    assert remaining([decided], Limits(), OVERHEAD)[0] == 0
    assert sizes_of(asked_batch([decided], Limits(), OVERHEAD, {decided.points[3]})) == [DOUBLINGS[3]]
    assert next_rounds([replace(decided, decided=None)], Limits(), OVERHEAD)


@given(
    st.floats(0, 3.5),
    st.floats(1e-9, 10),
    st.lists(st.integers(1, 10**9), min_size=2, max_size=6, unique=True),
    st.integers(1, 100),
)
def test_extrapolate_finds_power_laws(exponent, factor, sizes, step):
    sizes = sorted(sizes)
    known = [(float(n), factor * float(n) ** exponent) for n in sizes]
    n = float(sizes[-1] * step)
    # close sizes leave rounding errors in the slope, which a long step multiplies
    assert extrapolate(known, n) == pytest.approx(factor * n**exponent, rel=1e-3)


def test_extrapolate_assumes_linear_growth_from_one_point_and_limits_wild_slopes():
    assert extrapolate([(10, 2.0)], 30) == pytest.approx(6.0)
    assert extrapolate([(10, 2.0), (10, 2.2)], 30) == pytest.approx(6.6)
    assert extrapolate([(10, 1.0), (11, 5.0)], 110) == pytest.approx(5.0 * 10**4)
    assert extrapolate([(10, 5.0), (100, 1.0)], 1000) == pytest.approx(1.0)
    assert extrapolate([], 10) is None


def test_extrapolate_is_bounded_by_a_larger_size_that_was_measured():
    assert extrapolate([(10, 1.0), (20, 4.0), (160, 5.0)], 80) == 5.0
    assert extrapolate([(100, 3.0), (200, 6.0)], 50) == 3.0


def test_log_slope_is_not_limited():
    assert log_slope([(1, 1.0), (10, 1e-2)]) == pytest.approx(-2)
    assert log_slope([(5, 1.0), (5, 2.0)]) is None


@pytest.mark.parametrize(
    ("call_s", "seconds"),
    [
        (1e-6, 0.1 + 5 * 0.01),
        (1.0, 1.0 + 5 * 1.0),
        (4.0, 4.0 + 2 * 4.0),
        (30.0, 30.0 + 30.0),
    ],
)
def test_timing_predicts_how_often_asv_calls(call_s, seconds):
    assert Timing().process_s(call_s) == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("call_s", "seconds", "is_enough"),
    [(1e-6, 0.1 + 5 * 0.01, False), (0.1, 0.1 + 5 * 0.1, False), (0.25, 0.25 + 4 * 0.25, True), (4.0, 8.0, True)],
)
def test_a_thrifty_point_gets_a_second_of_samples(call_s, seconds, is_enough):
    timing = Timing().thrifty()
    assert timing.process_s(call_s) == pytest.approx(seconds)
    assert timing.is_enough(call_s) == is_enough
    assert timing.repeat() == (1, 5, 1.0)
    assert not Timing().is_enough(1e6)
    assert Timing().repeat() is None


def test_a_thrifty_round_takes_no_more_samples_than_the_benchmark_may():
    # asv lists a benchmark's own three numbers as it does its default, of which one round has ten samples.
    listed = Timing.from_asv({"type": "time", "repeat": 0}, 50.0, rounds=1)
    assert (listed.most_samples, listed.thrifty().repeat()) == (10, (1, 5, 1.0))


def test_a_fixed_number_of_samples_stays():
    timing = Timing.from_asv({"type": "time", "repeat": 3}, 50.0).thrifty()
    assert timing.repeat() is None
    assert timing.process_s(10.0) == 40.0


def test_timing_reads_asv_attributes():
    timed = {"type": "time", "rounds": 1, "repeat": 0, "warmup_time": -1, "timeout": 7, "sample_time": 0.02}
    assert Timing.from_asv(timed, 60.0) == Timing(
        rounds=1, timeout_s=7.0, sample_time_s=0.02, least_samples=1, most_samples=10, sampling_s=20.0
    )
    assert Timing.from_asv({"type": "time", "repeat": 3, "number": 4}, 50.0, rounds=2) == Timing(
        timeout_s=50.0, number=4, least_samples=3, most_samples=3, sampling_s=50.0
    )
    assert Timing.from_asv({"type": "time", "repeat": [2, 4, 1.5]}, 60.0, 2).sampling_s == 1.5
    assert Timing.from_asv({"type": "track", "timeout": None}, 60.0) == Timing(timed=False, rounds=1)
    assert Timing(number=4, least_samples=3, most_samples=3).process_s(0.5) == pytest.approx(2 + 3 * 2)
    assert Timing(number=4).process_s(0.0) == pytest.approx(0.1)
    assert Timing(timed=False).process_s(3.0) == 3.0


def test_missing_leaves_out_what_is_settled():
    plan = series([1, 2, 3, 4], {1: 0.1, 2: "died", 3: None})
    assert sizes_of(missing(plan)) == [4]


def test_stop_before_follows_the_time_limit():
    plan = series(DOUBLINGS, {10: 0.1, 20: 0.4, 40: 1.6, 80: 6.4})
    rule, reason = stop_before(plan, plan.points[4], Limits(call_s=20), OVERHEAD)
    assert rule == "time limit"
    assert reason == "a call would take about 25.6 s, the limit is 20 s"
    assert stop_before(plan, plan.points[4], Limits(call_s=30), OVERHEAD) is None


def test_stop_before_expects_asv_timeout():
    plan = series(DOUBLINGS, {10: 5.0, 20: 10.0, 40: 20.0}, timeout_s=60.0)
    rule, reason = stop_before(plan, plan.points[3], Limits(call_s=100), OVERHEAD)
    assert rule == "timeout"
    assert "timeout is 60 s" in reason
    patient = series(DOUBLINGS, {10: 5.0, 20: 10.0, 40: 20.0}, timeout_s=600.0)
    assert stop_before(patient, patient.points[3], Limits(call_s=100), OVERHEAD) is None


def test_stop_before_compares_claimed_memory_with_free_memory():
    plan = series([10, 1000], bytes_per_n=8)
    limits = Limits(free_bytes=7999)
    assert stop_before(plan, plan.points[0], limits, OVERHEAD) is None
    assert stop_before(plan, plan.points[1], limits, OVERHEAD) == (
        "memory",
        "needs about 8.0 kB, and only 8.0 kB can be used",
    )
    assert stop_before(plan, plan.points[1], Limits(free_bytes=8000), OVERHEAD) is None
    assert stop_before(plan, plan.points[1], Limits(), OVERHEAD) is None


def test_nothing_larger_follows_a_failed_point():
    plan = series([10, 20, 30, 40], {10: 0.1, 20: "timed out after 2 s"})
    (stop,) = find_stops([plan], Limits(), OVERHEAD)
    assert (stop.point.n, stop.rule, stop.left, stop.follows_failure) == (30, "failed", 2, True)
    assert stop.reason == "the point before it, n = 20, failed: timed out after 2 s"
    assert next_batch([plan], Limits(), OVERHEAD) == []
    # a point that the benchmark declines says nothing about larger ones
    assert sizes_of(next_batch([series([10, 20, 30], {10: 0.1, 20: None})], Limits(), OVERHEAD)) == [30]


def test_a_gap_below_a_failure_is_still_measured():
    plan = series([10, 20, 30], {10: 0.1, 30: "died"})
    assert sizes_of(next_batch([plan], Limits(), OVERHEAD)) == [20]
    assert find_stops([plan], Limits(), OVERHEAD) == []


def test_next_batch_takes_one_point_of_what_is_unknown():
    plans = [series(DOUBLINGS, benchmark=name) for name in ("b", "a", "c")]
    batch = next_batch(plans, Limits(), OVERHEAD)
    assert [(point.benchmark, point.n) for point in batch] == [("a", 10), ("b", 10), ("c", 10)]


def test_next_batch_goes_on_while_even_cubic_growth_stays_short():
    plan = series(DOUBLINGS, {10: 1e-6})
    assert sizes_of(next_batch([plan], Limits(), OVERHEAD)) == [20, 40, 80, 160, 320, 640]
    slow = series(DOUBLINGS, {10: 0.5})
    assert sizes_of(next_batch([slow], Limits(), OVERHEAD)) == [20]


def test_next_batch_ascends_over_all_series():
    plans = [series([10, 30, 50], {10: 1e-6}, "a"), series([20, 40, 60], {20: 1e-6}, "b")]
    assert sizes_of(next_batch(plans, Limits(), OVERHEAD)) == [30, 40, 50, 60]


def test_next_batch_ends_before_the_time_is_over_and_gives_long_points_their_own():
    plans = [series(DOUBLINGS, {10: 1e-6}, f"m{k}") for k in range(40)]
    limits = Limits(batch_s=30)
    batch = next_batch(plans, limits, OVERHEAD)
    walls = sum(predict_wall_s(plans[0], point, OVERHEAD, rounds=1) for point in batch)
    assert 20 < walls + OVERHEAD.batch_s <= 30
    long = [series([10, 20], {10: 20.0}, "a", timeout_s=1000), series([21], benchmark="b")]
    assert sizes_of(next_batch(long, limits, OVERHEAD)) == [20]


def test_next_batch_keeps_to_one_environment():
    plans = [series([10, 20, 30], environment=name) for name in ("e1", "e2")]
    assert {point.environment for point in next_batch(plans, Limits(), OVERHEAD)} == {"e1"}


def test_points_without_a_size_come_first_and_are_predicted_from_their_last_run():
    point = Point("env", "m.track_x", 0, (), None)
    plan = SeriesPlan(Series("m.track_x", (), None), (point,), Timing(timed=False, rounds=1))
    assert next_batch([series([10]), plan], Limits(), OVERHEAD)[0] == point
    assert predict_call_s(plan, point, OVERHEAD) is None
    again = plan.knowing({point: Known(wall_s=33.0)})
    assert predict_wall_s(again, point, OVERHEAD) == 33.0


def test_what_is_not_timed_is_predicted_from_its_processes():
    sizes = [10, 20, 40, 80]
    points = tuple(Point("env", "m.track_x", i, (("n", str(n)),), n) for i, n in enumerate(sizes))
    known = {point: Known(value=1.0, wall_s=0.5 + point.n**2 / 100) for point in points[:3]}
    plan = SeriesPlan(Series("m.track_x", (), "n"), points, Timing(timed=False, rounds=1), None, known)
    assert predict_call_s(plan, points[3], OVERHEAD) == pytest.approx(64.0)
    assert stop_before(plan, points[3], Limits(call_s=60), OVERHEAD)[0] == "time limit"


def test_preparation_outside_the_calls_grows_with_n():
    points = tuple(Point("env", "m.time_x", i, (("n", str(n)),), n) for i, n in enumerate((10, 100)))
    known = {points[0]: Known(value=1e-6, wall_s=2 * (Timing().process_s(1e-6) + 5.0))}
    plan = SeriesPlan(Series("m.time_x", (), "n"), points, Timing(), None, known)
    assert predict_wall_s(plan, points[1], OVERHEAD) == pytest.approx(2 * (0.15 + 0.5 + 40.0))


def test_learn_overhead_uses_medians_of_what_was_seen():
    assert learn_overhead([], []) == Overhead()
    learned = learn_overhead([series(DOUBLINGS, {10: 1e-6, 20: 1e-6, 40: 2.0})], [9.0, 3.0, 5.0])
    assert learned.batch_s == 5.0
    assert learned.process_s == pytest.approx(0.5)


def test_remaining_counts_up_to_the_predicted_stop():
    known = {10: 1e-2, 20: 4e-2, 40: 16e-2}
    count, seconds = remaining([series(DOUBLINGS, known, timeout_s=1e6)], Limits(call_s=60), OVERHEAD)
    assert count == 4  # 0.64, 2.56, 10.2 and 41.0 s a call
    assert seconds > sum(2 * Timing().process_s(0.16 * 4**k) for k in range(1, 5))
    assert remaining([], Limits(), OVERHEAD) == (0, 0.0)


def test_what_few_sizes_foresee_beyond_the_limit_takes_no_time():
    sizes = [10 * 4**k for k in range(16)]
    plan = series(sizes, {10: 1e-3, 40: 16e-3}, timeout_s=1e6)
    count, seconds = remaining([plan], Limits(call_s=60), OVERHEAD)
    assert count == 14
    expected = sum(predict_wall_s(plan, point, OVERHEAD) for point in plan.points[2:4])  # calls of 0.3 and 4 s, not 66
    assert expected <= seconds < 2 * expected


def test_every_account_of_what_is_left_is_the_same():
    plans = [
        series(DOUBLINGS),
        series(DOUBLINGS, {10: 1e-2, 20: 16e-2}, "m.time_two"),  # too few for a look far ahead
        series(DOUBLINGS, {10: 1e-2, 20: 4e-2, 40: 16e-2}, "m.time_y", timeout_s=1e6),
        series(DOUBLINGS, {10: "no"}, "m.time_z"),
        series(DOUBLINGS, benchmark="m.time_memory", bytes_per_n=100.0),
    ]
    state = (Limits(call_s=60, free_bytes=10_000), OVERHEAD)
    parts = [outlook(plan, *state) for plan in plans]
    assert [len(points) for points, _ in parts] == [16, 14, 4, 0, 4]
    assert [stop and stop.rule for _, stop in parts] == [None, None, "time limit", "failed", "memory"]
    assert remaining(plans, *state)[0] == sum(len(points) for points, _ in parts)


@given(
    st.lists(st.floats(-9, 1), min_size=1, max_size=5),
    st.lists(st.integers(0, 3), min_size=1, max_size=5),
    st.floats(1, 100),
)
def test_sweeping_ends_and_takes_every_point_once(magnitudes, exponents, batch_s):
    """Whatever the laws, planning and learning reach the end, in ascending size for each series."""
    laws = list(zip(magnitudes, exponents, strict=False))
    plans = [series(DOUBLINGS, benchmark=f"m{k}", timeout_s=1e9) for k in range(len(laws))]
    limits = Limits(call_s=5.0, batch_s=batch_s)
    known = {}
    for _ in range(200):
        batch = next_batch(plans, limits, OVERHEAD)
        if not batch:
            break
        for point in batch:
            magnitude, exponent = laws[int(point.benchmark[1:])]
            assert point not in known
            known[point] = Known(value=10**magnitude * (point.n / 10) ** exponent, wall_s=1.0)
        plans = [plan.knowing(known) for plan in plans]
    stopped = {stop.point.benchmark: stop for stop in find_stops(plans, limits, OVERHEAD)}
    for plan in plans:
        done = [point.n for point in plan.points if point in known]
        assert done == DOUBLINGS[: len(done)]
        assert (len(done) == len(DOUBLINGS)) != (plan.series.benchmark in stopped)
        # a series may overshoot the limit by the last step, never by more
        assert all(known[point].value <= limits.call_s * 8 or point.n == 10 for point in plan.points if point in known)
    assert math.isfinite(remaining(plans, limits, OVERHEAD)[1])


def test_noise_of_start_up_is_not_extrapolated_as_preparation():
    plan = series(DOUBLINGS, {10: 1e-6})
    first = plan.points[0]
    plan = plan.knowing(
        {first: Known(value=1e-6, wall_s=2 * (Timing().process_s(1e-6) + 2 * OVERHEAD.process_s + 0.2))}
    )
    assert predict_wall_s(plan, plan.points[-1], OVERHEAD) < 10


def changed(plan, n, **what):
    """Change what is known about the point of one size."""
    known = {point: replace(known, **what) if point.n == n else known for point, known in plan.known.items()}
    return plan.knowing(known)


def never_told(stop, limit_s):
    return False


def test_a_short_point_gets_one_round_first_and_a_long_one_all_of_them():
    plan = series(DOUBLINGS, {10: 1e-6, 20: 2e-6})
    assert rounds_at_once(plan, plan.points[2], OVERHEAD) == 1
    assert rounds_at_once(series(DOUBLINGS), plan.points[0], OVERHEAD) == 1
    slow = series(DOUBLINGS, {10: 1.0, 20: 2.0})
    assert rounds_at_once(slow, slow.points[2], OVERHEAD) == 2
    assert rounds_at_once(series(DOUBLINGS, rounds=3, timed=False), plan.points[0], OVERHEAD) == 3


def test_a_thrifty_long_point_gets_one_round_and_no_other():
    plan = series([1, 2, 4, 8], {1: 0.1, 2: 0.2, 4: 0.4})
    for n in (1, 2, 4):
        plan = changed(plan, n, rounds_left=1)
    thrifty = replace(plan, timing=plan.timing.thrifty())
    assert rounds_at_once(thrifty, thrifty.points[3], OVERHEAD) == 1
    assert sizes_of(next_rounds([plan], Limits(), OVERHEAD)) == [1, 2, 4]
    assert sizes_of(next_rounds([thrifty], Limits(), OVERHEAD)) == [1]


def test_a_batch_holds_points_that_get_one_round_or_points_that_get_all():
    short, long = series([20, 40], {20: 1e-3}, "a"), series([10, 30], {10: 1.0}, "b", timeout_s=1000)
    assert [point.benchmark for point in next_batch([short, long], Limits(), OVERHEAD)] == ["b"]
    single = series([5, 35], {5: 1e-3}, "c", rounds=1)
    batch = next_batch([short, single], Limits(), OVERHEAD)
    assert [(point.benchmark, point.n) for point in batch] == [("c", 35), ("a", 40)]
    assert [point.benchmark for point in next_batch([single, long], Limits(), OVERHEAD)] == ["b", "c"]


def test_further_rounds_follow_in_ascending_size_and_are_counted_as_work():
    plan = changed(changed(series([10, 20, 40], {10: 1e-3, 20: 1e-3, 40: 1e-3}), 40, rounds_left=1), 10, rounds_left=1)
    assert sizes_of(next_rounds([plan], Limits(), OVERHEAD)) == [10, 40]
    count, seconds = remaining([plan], Limits(), OVERHEAD)
    assert count == 0
    assert seconds > 1
    assert next_rounds([series([10], {10: 1e-3})], Limits(), OVERHEAD) == []


def test_a_series_does_not_end_by_a_prediction_that_rests_on_a_disturbed_size():
    # 40 took ten times as long as it would have on a machine of its own.
    plan = changed(series(DOUBLINGS, {10: 0.1, 20: 0.2, 40: 4.0}), 40, busy=True, slowdown=10.0)
    limits = Limits(call_s=5)
    calm = changed(plan, 40, busy=False, slowdown=1.0)
    assert stop_before(calm, plan.points[3], limits, OVERHEAD)[0] == "time limit"
    assert stop_before(plan, plan.points[3], limits, OVERHEAD) is None
    assert sizes_of(next_batch([plan], limits, OVERHEAD)) == [80]


def test_small_sizes_do_not_speak_for_large_ones_where_these_were_disturbed():
    # Overhead up to 80, then quadratic work; all but the two smallest were measured on a machine half as fast.
    plan = series([10, 20, 40, 80, 160, 320, 640], {10: 0.01, 20: 0.01, 40: 0.02, 80: 0.08, 160: 0.32, 320: 1.28})
    for n in (40, 80, 160, 320):
        plan = changed(plan, n, busy=True, slowdown=2.0)
    assert stop_before(plan, plan.points[-1], Limits(call_s=2), OVERHEAD)[0] == "time limit"
    assert stop_before(plan, plan.points[-1], Limits(call_s=3), OVERHEAD) is None


@pytest.mark.parametrize("disturbed", [(10,), (20,), (10, 20)])
def test_no_series_ends_by_two_sizes_of_which_one_stays_disturbed_however_often_it_is_measured(disturbed):
    # In truth 0.1 s and 0.2 s, and so 2 s at 200; the calls at 20 seem twenty times as long.
    plan = series([10, 20, 200], {10: 0.1, 20: 4.0 if 20 in disturbed else 0.2})
    for n in disturbed:
        plan = changed(plan, n, busy=True, tries=MOST_TRIES, slowdown=20.0 if n == 20 else 1.5)
    limits = Limits(call_s=5)
    assert split_stops([plan], limits, OVERHEAD, never_told) == ([], [])
    assert sizes_of(next_batch([plan], limits, OVERHEAD)) == [200]
    # Even so a series ends where linear growth from the largest size is too much.
    assert split_stops([plan], Limits(call_s=1), OVERHEAD, never_told)[0][0].rule == "time limit"
    third = series([10, 20, 40, 400], {10: 0.1, 20: 4.0, 40: 8.0})
    assert stop_before(changed(third, 10, busy=True), third.points[3], limits, OVERHEAD)[0] == "time limit"


def test_disturbed_sizes_on_which_an_end_rests_are_measured_again_before_it_holds():
    plan = series(DOUBLINGS, {10: 1.0, 20: 4.0})
    plan = changed(changed(plan, 20, busy=True), 10, busy=True)
    limits = Limits(call_s=5)
    stops, doubted = split_stops([plan], limits, OVERHEAD, never_told)
    assert (stops, sizes_of(doubted)) == ([], [10, 20])
    tried = changed(changed(plan, 10, tries=MOST_TRIES), 20, tries=1)
    assert sizes_of(split_stops([tried], limits, OVERHEAD, never_told)[1]) == [20]
    tried = changed(tried, 20, tries=MOST_TRIES)
    (stop,), doubted = split_stops([tried], limits, OVERHEAD, never_told)
    assert (stop.point.n, stop.rule, doubted) == (40, "time limit", [])
    # A stop that an earlier sweep has written down is not doubted again by every later one.
    (stop,), doubted = split_stops([plan], limits, OVERHEAD, lambda stop, limit_s: True)
    assert (stop.point.n, doubted) == (40, [])


def test_memory_and_failures_end_a_series_however_busy_the_machine_was():
    plan = changed(series([10, 20, 40], {10: 0.1, 20: "died"}), 10, busy=True)
    (stop,), doubted = split_stops([plan], Limits(), OVERHEAD, never_told)
    assert (stop.rule, doubted) == ("failed", [])


def test_disturbed_points_are_measured_again_within_a_quarter_of_the_time_the_worst_first():
    plan = series([10, 20, 40], {10: 1e-3, 20: 1e-3, 40: 1e-3})
    for n, slowdown in ((10, 1.6), (20, 3.0), (40, 2.0)):
        plan = changed(plan, n, busy=True, here=True, slowdown=slowdown)
    one_s = predict_wall_s(plan, plan.points[0], OVERHEAD) + OVERHEAD.batch_s
    assert disturbed_batch([plan], Limits(), OVERHEAD, 0.0, 2.9 * one_s) == []
    assert sizes_of(disturbed_batch([plan], Limits(), OVERHEAD, 0.0, 3.1 * one_s)) == [20]
    assert disturbed_batch([plan], Limits(), OVERHEAD, one_s, 3.1 * one_s) == []
    assert sizes_of(disturbed_batch([plan], Limits(), OVERHEAD, 0.0, 1000.0)) == [20, 40, 10]
    again = changed(changed(changed(plan, 20, tries=MOST_TRIES), 40, here=False), 10, busy=False)
    assert disturbed_batch([again], Limits(), OVERHEAD, 0.0, 1000.0) == []


def test_what_is_decided_is_not_measured_again_and_what_may_be_soon_by_one_round():
    plan = changed(series([10, 20, 40], {10: 0.1, 20: 0.2, 40: 0.4}, rounds=4), 20, busy=True, here=True, slowdown=3.0)
    assert disturbed_batch([replace(plan, decided="n")], Limits(), OVERHEAD, 0.0, 1000.0) == []
    points = disturbed_batch([plan], Limits(), OVERHEAD, 0.0, 1000.0)
    assert sizes_of(points) == [20]
    thrifty = replace(plan, timing=plan.timing.thrifty())
    for kind in ("disturbed", "asked"):
        assert Task(points, kind).rounds([plan], OVERHEAD) is None
        assert Task(points, kind).rounds([thrifty], OVERHEAD) == 1
    # A quarter of the time has room for one round of it, not for four.
    one_s = predict_wall_s(thrifty, points[0], OVERHEAD, 1) + OVERHEAD.batch_s
    assert sizes_of(disturbed_batch([thrifty], Limits(), OVERHEAD, 0.0, 3.1 * one_s)) == [20]
    assert disturbed_batch([plan], Limits(), OVERHEAD, 0.0, 3.1 * one_s) == []
    # The two can't be measured together.
    fixed = series([15], {15: 0.1}, "m.time_fixed", rounds=4, least_samples=5, most_samples=5)
    fixed = replace(changed(fixed, 15, busy=True, here=True, slowdown=2.0), timing=fixed.timing.thrifty())
    assert sizes_of(disturbed_batch([thrifty, fixed], Limits(), OVERHEAD, 0.0, 1000.0)) == [20]


def test_points_that_were_asked_for_ascend_and_none_is_started_that_would_take_too_long():
    plan = series([10, 20, 40], {10: 1.0, 20: 2.0, 40: 70.0}, timeout_s=1000)
    asked = {plan.points[2], plan.points[1], plan.points[0]}
    assert sizes_of(asked_batch([plan], Limits(), OVERHEAD, asked)) == [10, 20]
    assert asked_batch([plan], Limits(), OVERHEAD, set()) == []


def test_the_calmer_of_two_measurements_is_kept_and_the_old_one_if_they_are_equal():
    calm, uneasy, busy, busier = (Figures(loop=loop) for loop in (1.0, 1.4, 1.6, 3.0))
    assert is_less_disturbed(uneasy, busy)
    assert is_less_disturbed(busy, busier)
    assert not is_less_disturbed(busier, busy)
    assert not is_less_disturbed(calm, replace(calm))
    # Not busy by any rule counts before how slow it seems.
    assert is_less_disturbed(Figures(loop=1.45), Figures(wall_per_cpu=1.26))
