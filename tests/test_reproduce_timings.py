"""Printed times beside measured ones."""

import math

import pytest
from made_results import describe, result_file, series

from wythoff.errors import InputError
from wythoff.harness.claims import AGREES, CONTRADICTED
from wythoff.reproduce import figures, printed, timings

SIZES = [10 * 2**k for k in range(12)]


@pytest.fixture(scope="module")
def without_results():
    return timings.timings([])


@pytest.fixture
def measured(tmp_path):
    """Return a function that writes results of the strategies on a machine."""

    def write(machine="box", strategies=("recursive-resume",), law="n", sizes=SIZES):
        benchmarks = {}
        for strategy in strategies:
            benchmarks[timings.BUILD] = series(law, sizes, first=strategy)
        describe(tmp_path, **{"tables__Build__time_build": ("strategy", "n")})
        return result_file(tmp_path, benchmarks, machine=machine, facts={"cpu": "a processor"})

    write.folder = tmp_path
    return write


@pytest.mark.parametrize(
    ("key", "laws", "exponent"),
    [
        ("draft-recursive", {"n^2"}, 2),
        ("draft-algebraic", {"n"}, 1),
        ("draft-arithmetic", {"n", "n log n"}, 1),
        ("final-recursive", {"n"}, 1),
        ("final-algebraic", {"n"}, 1),
        ("final-arithmetic", {"n", "n log n"}, 1),
    ],
)
def test_printed_columns_grow_as_their_documents_say(without_results, key, laws, exponent):
    [column] = [column for column in without_results.columns if column.key == key]
    growth = column.printed_growth
    assert growth.analysis.law in laws
    assert growth.verdict.outcome != CONTRADICTED
    if len(laws) == 1:
        assert growth.analysis.decided
        assert growth.verdict.outcome == AGREES
    assert abs(growth.analysis.exponent - exponent) < 0.25
    assert growth.analysis.exponent_low < growth.analysis.exponent < growth.analysis.exponent_high
    # The slope of a straight line through logarithms, as a plain check.
    n, ms = zip(*list(column.printed.items())[-8:], strict=True)
    x, y = [math.log(v) for v in n], [math.log(v) for v in ms]
    mean_x, mean_y = sum(x) / 8, sum(y) / 8
    slope = sum((u - mean_x) * (v - mean_y) for u, v in zip(x, y, strict=True)) / sum((u - mean_x) ** 2 for u in x)
    assert abs(slope - exponent) < 0.25


def test_outcomes_hold_for_all_printed_columns(without_results):
    found = timings.outcomes(without_results)
    assert len(found) == 6
    assert all(one.as_known for one in found)


def test_printed_columns_are_complete(without_results):
    draft, final = (without_results.of(name) for name in ("draft thesis", "final thesis"))
    assert [len(column.printed) for column in draft] == [18, 27, 22]
    assert [len(column.printed) for column in final] == [23, 23, 23]
    assert all(n == 10 * 2**k for column in (*draft, *final) for k, n in enumerate(column.printed))
    assert max(draft[1].printed) == 671_088_640
    assert printed.times("draft-recursive")[1_310_720] == 11_513_000


def test_without_results_nothing_is_measured(without_results):
    assert not any(column.measured or column.measured_growth for column in without_results.columns)
    assert without_results.over_a == {}
    assert (without_results.machine, without_results.others) == ("", ())


def test_measured_times_are_put_beside_the_same_sizes_only(measured):
    measured()
    found = timings.timings([measured.folder])
    columns = {column.key: column for column in found.columns}
    column = columns["final-recursive"]
    assert sorted(column.measured) == SIZES
    assert column.measured[1280] == pytest.approx(1e3 * 1.003 * (3e-9 * 1280 + 2e-7))
    assert column.measured_growth.verdict.outcome == AGREES
    assert columns["final-algebraic"].measured == {}
    assert columns["final-algebraic"].measured_growth is None
    assert found.facts["cpu"] == "a processor"


def test_a_measured_contradiction_is_told_and_proves_nothing_printed(measured):
    measured(law="n^2")
    found = timings.timings([measured.folder])
    [column] = [column for column in found.columns if column.key == "final-recursive"]
    assert column.measured_growth.verdict.outcome == CONTRADICTED
    assert all(one.as_known for one in timings.outcomes(found))


@pytest.mark.slow
def test_of_several_machines_one_is_taken_and_the_others_named(measured):
    measured(machine="small", sizes=SIZES[:8])
    measured(machine="large")
    found = timings.timings([measured.folder])
    assert found.machine == "large"
    assert [other.partition(",")[0] for other in found.others] == ["small"]
    assert timings.timings([measured.folder], machine="small").machine == "small"


def test_results_that_can_not_be_used_are_refused(tmp_path):
    with pytest.raises(InputError, match="does not exist"):
        timings.timings([tmp_path / "missing"])


def test_every_time_plot_is_there_without_results_too(without_results):
    found = figures.plots(without_results)
    keys = [figure.key for figure in found]
    assert keys == [f"draft-figure-{n}" for n in range(2, 7)] + [f"final-figure-{n}" for n in range(5, 10)]
    for figure in found:
        assert [ending for ending, _ in figure.pictures] == ["linear", "log"]
        assert "measured" not in figure.pictures[0][1]


def test_plots_draw_a_marker_for_every_point(measured):
    measured()
    found = {figure.key: dict(figure.pictures) for figure in figures.plots(timings.timings([measured.folder]))}
    drawn = found["final-figure-5"]["log"]
    # One more of each in the legend.
    assert drawn.count("<circle") == len(SIZES) + 1
    assert drawn.count("v6h-6z") == 23 + 1
    assert "stroke-dasharray" in drawn
