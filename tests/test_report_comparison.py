"""Which series are compared, and where one overtakes another."""

import numpy as np
import pytest
from made_results import describe, result_file, series

from wythoff.harness.fit.fitting import fit_results
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.report.comparison import (
    MEASURED,
    MOST_CROSSED,
    PREDICTED,
    comparisons,
    measured_crossing,
    predicted_crossing,
)
from wythoff.harness.report.curves import REACH, Course
from wythoff.harness.report.detail import draw

SIZES = [2**k for k in range(4, 15)]


def course(law, sizes=SIZES, spread=0.001):
    n = np.array(sizes, float)
    values = np.array([law(size) for size in sizes], float)
    return Course(n, values, values * (1 - spread), values * (1 + spread))


def drawn(folder, **options):
    return fit_results(FitOptions(results=(folder,), **options), draw=draw).fitted


def two_parameters(*laws, sizes=SIZES):
    """Return one benchmark's entry with a first parameter that names a law each."""
    entries = [series(law, sizes=sizes) for law in laws]
    return [
        [value for entry in entries for value in entry[0]],
        [[repr(f"by {place}") for place in range(len(laws))], [str(n) for n in sizes]],
        "1",
        [samples for entry in entries for samples in entry[3]],
    ]


def test_a_measured_crossing_is_interpolated_in_logarithms():
    # 100 n and n^2 cross at 100, between the sizes 64 and 128; both are powers, and so the interpolation is exact.
    sign, n, low, high = measured_crossing(course(lambda n: n * n), course(lambda n: 100 * n))
    assert (sign, low, high) == (-1, 64, 128)
    assert n == pytest.approx(100)
    sign, n, low, high = measured_crossing(course(lambda n: 100 * n), course(lambda n: n * n))
    assert (sign, low, high) == (1, 64, 128)
    assert n == pytest.approx(100)


def test_no_crossing_where_the_order_never_changes_or_is_never_clear():
    assert measured_crossing(course(lambda n: n), course(lambda n: 2 * n)) is None
    assert measured_crossing(course(lambda n: n), course(lambda n: 1.01 * n)) is None
    assert measured_crossing(course(lambda n: n, spread=0.9), course(lambda n: 100, spread=0.9)) is None
    assert measured_crossing(course(lambda n: n), course(lambda n: n)) is None


def test_a_change_within_the_spread_is_no_crossing():
    # 1 % apart on either side: less than the same benchmark differs from run to run.
    wobble = [1.01 if place % 2 else 0.99 for place in range(len(SIZES))]
    factors = dict(zip(SIZES, wobble, strict=True))
    assert measured_crossing(course(lambda n: n), course(lambda n: factors[n] * n)) is None


def test_one_outlying_size_is_no_crossing_and_hides_none():
    outlier_first = course(lambda n: n * (3 if n == SIZES[0] else 1))
    outlier_last = course(lambda n: n * (3 if n == SIZES[-1] else 1))
    other = course(lambda n: 1.5 * n)
    assert measured_crossing(outlier_first, other) is None
    assert measured_crossing(outlier_last, other) is None


def test_only_the_last_of_several_crossings_counts():
    # Below 32 and from 256 on the first is the dearer one.
    first = course(lambda n: n * (2 if n < 32 or n >= 256 else 0.5))
    first = Course(np.append(first.n, 2**15), *(np.append(v, 2**16) for v in (first.median, first.low, first.high)))
    sign, n, low, high = measured_crossing(first, course(lambda n: n, sizes=[*SIZES, 2**15]))
    assert (sign, low, high) == (-1, 128, 256)
    assert 128 < n < 256


def test_unclear_sizes_widen_the_range_of_a_crossing():
    close = {64: 1.005, 128: 0.995, 256: 1.004, 512: 0.99}
    first = course(lambda n: n * close.get(n, 0.5 if n < 64 else 2))
    sign, n, low, high = measured_crossing(first, course(lambda n: n))
    assert (sign, low, high) == (-1, 32, 1024)
    assert 512 < n < 1024


def test_sizes_that_only_one_has_are_passed_over():
    first, second = course(lambda n: n * n), course(lambda n: 100 * n, sizes=[*SIZES, 2**20])
    assert measured_crossing(first, second)[1] == pytest.approx(100)
    assert measured_crossing(first, course(lambda n: 100 * n, sizes=[3, 5, 7])) is None


def ahead(law, last, spread=0.1):
    return course(law, sizes=[last * 2**k for k in range(5)], spread=spread)


def test_a_predicted_crossing_lies_beyond_the_data_and_within_reach():
    def quick(n):
        return 1e5 * n

    def slow(n):
        return n * n

    last = SIZES[-1]  # 16,384; they cross at 100,000
    found = predicted_crossing(course(slow), ahead(slow, last), course(quick), ahead(quick, last))
    sign, n, low, high = found
    assert sign == -1
    assert n == pytest.approx(1e5, rel=1e-6)
    assert last < low < n < high <= last * REACH


def test_nothing_is_predicted_beyond_reach_or_where_intervals_overlap_or_a_law_is_undecided():
    last = SIZES[-1]

    def slow(n):
        return n * n

    def far(n):
        return 2 * REACH * last * n

    assert predicted_crossing(course(slow), ahead(slow, last), course(far), ahead(far, last)) is None

    def near(n):
        return 8 * last * n

    assert predicted_crossing(course(slow), ahead(slow, last), course(near), ahead(near, last)) is not None
    assert predicted_crossing(course(slow), ahead(slow, last, 0.9), course(near), ahead(near, last, 0.9)) is None
    assert predicted_crossing(course(slow), None, course(near), ahead(near, last)) is None


def test_where_one_series_ends_first_the_other_is_read_off_its_data():
    def slow(n):
        return n * n

    def quick(n):
        return 3e4 * n

    long = [2**k for k in range(4, 20)]
    found = predicted_crossing(course(slow), ahead(slow, SIZES[-1]), course(quick, long), ahead(quick, long[-1]))
    assert found[0] == -1
    assert found[1] == pytest.approx(3e4, rel=1e-6)


def test_series_that_differ_in_one_parameter_are_compared(tmp_path):
    slow = [4e-10 * n * n + 1e-7 for n in SIZES]
    result_file(tmp_path, {"m.time_it": two_parameters(lambda n: 3e-8 * n + 1e-7, slow), "m.time_alone": series("n")})
    describe(tmp_path, m__time_it=["by", "n"], m__time_alone=["n"])
    fitted = drawn(tmp_path)
    [found] = comparisons(fitted)
    assert (found.vary, found.fixed) == ("by", ())
    assert [fitted[place].series.fixed for place in found.series] == [(("by", "'by 0'"),), (("by", "'by 1'"),)]
    [crossing] = found.crossovers
    assert crossing.kind == MEASURED
    assert (crossing.below, crossing.above) == (found.series[1], found.series[0])
    # 3e-8 n = 4e-10 n^2 at n = 75, whatever the equal overheads are.
    assert crossing.n == pytest.approx(75, rel=0.05)


def test_a_crossing_beyond_the_data_is_marked_as_predicted(tmp_path):
    # 3e-12 n^2 = 1e-7 n at n = 33,333, twice the largest size.
    entry = two_parameters(lambda n: 1e-7 * n + 1e-7, lambda n: 3e-12 * n * n + 1e-7)
    result_file(tmp_path, {"m.time_it": entry})
    describe(tmp_path, m__time_it=["by", "n"])
    fitted = drawn(tmp_path)
    assert [one.analysis.law for one in fitted if one.analysis.decided] == ["n", "n^2"]
    [found] = comparisons(fitted)
    [crossing] = found.crossovers
    assert crossing.kind == PREDICTED
    assert (crossing.below, crossing.above) == (found.series[1], found.series[0])
    assert SIZES[-1] <= crossing.low < 33_333 < crossing.high <= REACH * SIZES[-1]


def test_machines_commits_environments_and_units_are_never_mixed(tmp_path):
    entry = {"m.time_it": series("n", first="a")}
    other = {"m.time_it": series("n", first="b")}
    result_file(tmp_path, entry, machine="one")
    result_file(tmp_path, other, machine="two")
    result_file(tmp_path, other, machine="one", environment="other")
    result_file(tmp_path, other, machine="one", commit="fedcba98", date=-1)
    describe(tmp_path, m__time_it=["by", "n"])
    fitted = drawn(tmp_path)
    assert len(fitted) == 4
    assert comparisons(fitted) == []


def test_a_machine_that_changed_its_memory_is_another_machine(tmp_path):
    result_file(tmp_path / "a", {"m.time_it": series("n", first="a")}, facts={"ram": "8 GiB"})
    result_file(tmp_path / "b", {"m.time_it": series("n", first="b")}, facts={"ram": "16 GiB"})
    for folder in ("a", "b"):
        describe(tmp_path / folder, m__time_it=["by", "n"])
    fitted = drawn(tmp_path)
    assert len(fitted) == 2
    assert comparisons(fitted) == []


def test_with_two_fixed_parameters_each_is_compared_with_the_other_held_fixed(tmp_path):
    values = [3e-9 * n * (1 + place) + 2e-7 for place in range(4) for n in SIZES]
    params = [["'x'", "'y'"], ["1", "True"], [str(n) for n in SIZES]]
    result_file(tmp_path, {"m.time_it": [values, params, "1", None]})
    describe(tmp_path, m__time_it=["by", "flag", "n"])
    found = comparisons(drawn(tmp_path))
    assert [(one.vary, one.fixed, one.series) for one in found] == [
        ("by", (("flag", "1"),), (0, 2)),
        ("flag", (("by", "'x'"),), (0, 1)),
        ("by", (("flag", "True"),), (1, 3)),
        ("flag", (("by", "'y'"),), (2, 3)),
    ]


def test_too_many_series_are_shown_without_crossovers(tmp_path):
    laws = [lambda n, k=k: (1 + k) * 3e-9 * n + 2e-7 for k in range(MOST_CROSSED + 1)]
    result_file(tmp_path, {"m.time_it": two_parameters(*laws, sizes=SIZES[:3])})
    describe(tmp_path, m__time_it=["by", "n"])
    [found] = comparisons(drawn(tmp_path))
    assert len(found.series) == MOST_CROSSED + 1
    assert found.crossovers is None
