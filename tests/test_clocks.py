"""Which clock a series is read by: recorded and made series of each kind of work."""

import math
from pathlib import Path

import numpy as np
import pytest

from wythoff.errors import InputError
from wythoff.harness.clocks import Choice, choose, samples_by, value_by, without_clock
from wythoff.harness.fit.fitting import fit_results
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.results import read_results
from wythoff.harness.rows import Row
from wythoff.harness.series import group_rows

DATA = Path(__file__).with_name("data")
LOADED = Path(__file__).parents[2] / "shared" / "cases" / "gbench_loaded.json"
SIZES = [2**k for k in range(6, 16)]
BUSY = "the machine was busy"
SEEDS = range(20)


def row(wall, cpu, kind="time", **more):
    """Make a row of samples by each clock; None or an empty list for none."""
    clock = "wall" if wall else "cpu"
    value = wall or cpu
    return Row(
        "b", (), float(np.median(value)), tuple(value) if len(value) > 1 else None, "seconds", kind, None, "", "", None,
        "", Path("made"), cpu=float(np.median(cpu)) if cpu else None,
        cpu_samples=tuple(cpu) if cpu and len(cpu) > 1 else None, clock=clock, **more,
    )  # fmt: skip


def points(walls, cpus, sizes=SIZES, **more):
    return [(float(n), row(*both, **more)) for n, *both in zip(sizes, walls, cpus, strict=True)]


class Made:
    """Times of linear work by both clocks, with a per cent of scatter that both share."""

    def __init__(self, seed, repeats=1):
        self.random = np.random.default_rng(seed)
        self.shape = (len(SIZES), repeats)
        self.n = np.array(SIZES)[:, None]
        self.work = (1e-7 + 3e-9 * self.n) * self.scatter(0.02)

    def scatter(self, sigma):
        return np.exp(self.random.normal(0, sigma, self.shape))

    def choose(self, wall, cpu, **more):
        return choose(points(wall.tolist(), (cpu * np.ones(self.shape)).tolist(), **more))


def each_kind(test):
    return pytest.mark.parametrize("repeats", [1, 5])(pytest.mark.parametrize("seed", SEEDS)(test))


# Recorded


def recorded():
    return {
        series.benchmark: found for series, found in group_rows(read_results(DATA / "google_clocks.json").rows).items()
    }


@pytest.mark.parametrize(
    ("benchmark", "clock", "cause"),
    [
        ("BM_sum_quiet", "wall", ""),
        ("BM_sum_busy", "cpu", BUSY),
        ("BM_sleep", "wall", None),
        ("BM_file", "wall", None),
        ("BM_manual", "wall", ""),
        ("BM_asked", "wall", "the benchmark asks for it (real_time)"),
    ],
)
def test_recorded_series_are_read_by_the_clock_that_tells(benchmark, clock, cause):
    found = choose(recorded()[benchmark])
    assert found.clock == clock
    assert cause is None or found.cause == cause
    assert bool(found.cause) == bool(found.why)


def test_a_recorded_series_of_a_loaded_machine_is_linear_or_undecided():
    if not LOADED.exists():
        pytest.skip(f"a recorded case is not in {LOADED.parent}")
    found = fit_results(FitOptions(results=(LOADED,))).fitted
    assert found
    for entry in found:
        assert entry.clock.clock == "cpu"
        assert entry.analysis.law == "n" or not entry.analysis.decided


# Made


@each_kind
def test_alone_on_a_quiet_machine_it_is_plainly_the_wall(seed, repeats):
    made = Made(seed, repeats)
    assert made.choose(made.work * (1 + abs(made.random.normal(0, 0.005, made.shape))), made.work) == Choice("wall")


@each_kind
def test_the_processor_is_taken_where_others_had_it_now_and_then(seed, repeats):
    made = Made(seed, repeats)
    shared = (made.random.random(made.shape) < 0.6) * made.random.uniform(0.5, 2.5, made.shape)
    shared[[1, -3]] = 0.0  # where the work was alone
    found = made.choose(made.work * (1 + shared), made.work)
    assert (found.clock, found.cause) == ("cpu", BUSY)
    assert "times the processor's and uneven from s" in found.why


@each_kind
@pytest.mark.parametrize("known", [{"load": 3.0}, {"busy": True}], ids=["load", "mark"])
def test_a_machine_known_as_busy_explains_a_wall_that_never_comes_near(seed, repeats, known):
    made = Made(seed, repeats)
    wall = made.work * made.random.uniform(1.4, 3.6, made.shape)
    assert made.choose(wall, made.work).clock == "wall"
    assert made.choose(wall, made.work, **known).clock == "cpu"
    assert made.choose(30 * wall, made.work, **known).clock == "wall"


@each_kind
def test_a_load_below_the_number_of_processors_explains_nothing(seed, repeats):
    made = Made(seed, repeats)
    wall = made.work * made.random.uniform(1.4, 3.6, made.shape)
    assert made.choose(wall, made.work, load=0.9).clock == "wall"


@each_kind
def test_sleeping_work_is_read_by_the_wall(seed, repeats):
    made = Made(seed, repeats)
    assert made.choose(6e-5 + 1e-6 * made.n * made.scatter(0.05), 1e-5 * made.scatter(0.3)).clock == "wall"


@each_kind
def test_work_that_begins_to_wait_at_some_size_is_read_by_the_wall(seed, repeats):
    made = Made(seed, repeats)
    cpu = 1e-5 * made.scatter(0.02)
    assert made.choose(cpu + 1e-8 * made.n * made.scatter(0.4), cpu).clock == "wall"


@each_kind
def test_work_with_a_device_is_read_by_the_wall_however_uneven(seed, repeats):
    made = Made(seed, repeats)
    assert made.choose(5 * made.work * made.scatter(0.3), made.work).clock == "wall"
    assert made.choose(30 * made.work * made.scatter(0.3), made.work, load=3.0).clock == "wall"


@each_kind
def test_half_of_a_processor_throughout_stays_with_the_wall(seed, repeats):
    made = Made(seed, repeats)
    found = made.choose(2 * made.work, made.work)
    assert found.clock == "wall"
    assert "times the processor's and even" in found.why


@each_kind
def test_threads_are_read_by_the_wall(seed, repeats):
    made = Made(seed, repeats)
    threads = 1 + 3 * made.n / (made.n + 1000)
    found = made.choose(made.work, threads * made.work, load=3.0)
    assert found.clock == "wall"
    assert "several threads" in found.cause
    assert made.choose(made.work * (1 + made.random.exponential(1, made.shape)), 4 * made.work).clock == "wall"


@each_kind
def test_a_coarse_clock_of_the_processor_is_not_taken(seed, repeats):
    made = Made(seed, repeats)
    assert made.choose(made.work, made.work * made.random.integers(1, 4, made.shape) / 2).clock == "wall"
    # even where it is never the longer one
    assert made.choose(made.work, made.work * made.random.integers(1, 4, made.shape) / 3, load=3.0).clock == "wall"


@each_kind
@pytest.mark.parametrize("because", ["it runs in 4 threads", "the benchmark asks for it (real_time)"])
def test_a_benchmark_that_says_how_it_is_to_be_timed_is_believed(seed, repeats, because):
    made = Made(seed, repeats)
    wall = made.work * (1 + made.random.exponential(1, made.shape))
    found = made.choose(wall, made.work, wall_because=because, load=7.0, busy=True)
    assert (found.clock, found.cause) == ("wall", because)


# Few or missing times


def test_three_sizes_show_nothing():
    found = choose(points([[1.0], [9.0], [3.0]], [[1.0], [2.0], [3.0]], SIZES[:3]))
    assert found.clock == "wall"
    assert "fewer than 4 sizes" in found.why


@pytest.mark.parametrize("wanted", ["auto", "wall", "cpu"])
def test_what_is_no_time_has_no_clock(wanted):
    assert choose([(1.0, row([5.0], None, kind="track")), (2.0, row([5.0], None, kind="track"))], wanted) is None


@pytest.mark.parametrize(
    ("walls", "cpus", "wanted", "expected"),
    [
        ("1234", "....", "auto", ("wall", "")),
        ("1234", "....", "wall", ("wall", "")),
        ("1234", "....", "cpu", ("wall", "the results have no processor time")),
        ("....", "1234", "auto", ("cpu", "the results have no other clock")),
        ("....", "1234", "wall", ("cpu", "the results have no other clock")),
        ("1234", "1234", "auto", ("wall", "")),
        ("1234", "1234", "wall", ("wall", "")),
        ("1234", "1234", "cpu", ("cpu", "asked for (--clock cpu)")),
        ("12..", "1234", "auto", ("cpu", "more sizes have it")),
        ("1234", "12..", "auto", ("wall", "")),
        ("12..", "..34", "auto", ("wall", "")),
    ],
)
def test_which_clock_is_there_and_which_is_wanted(walls, cpus, wanted, expected):
    times = [[[float(mark)] if mark != "." else [] for mark in texts] for texts in (walls, cpus)]
    found = choose(points(*times, SIZES[:4]), wanted)
    assert (found.clock, found.cause) == expected
    assert bool(found.cause) == bool(found.why)


@pytest.mark.parametrize("odd", [0.0, -1.0, math.inf])
def test_times_that_are_none_do_not_confuse_the_choice(odd):
    made = Made(1, 3)
    wall, cpu = made.work.tolist(), made.work.tolist()
    wall[3][0] = cpu[5][1] = odd
    assert choose([(0.0, row([odd, 1.0], [odd, 2.0])), *points(wall, cpu)]).clock == "wall"


def test_a_row_tells_its_times_by_each_clock():
    both, alone = row([1.0, 3.0], [0.5, 0.7]), row(None, [0.5, 0.7])
    assert (value_by(both, "wall"), value_by(both, "cpu")) == (2.0, 0.6)
    assert (samples_by(both, "wall"), samples_by(both, "cpu")) == ((1.0, 3.0), (0.5, 0.7))
    assert (value_by(alone, "wall"), value_by(alone, "cpu")) == (None, 0.6)
    assert (samples_by(alone, "wall"), samples_by(alone, "cpu")) == (None, (0.5, 0.7))


def test_files_without_the_wanted_clock_are_named_and_it_is_an_error_if_all_are():
    both, wall, memory = row([1.0], [0.5]), row([1.0], None), row([1.0], None, kind="peakmemory")
    assert without_clock([both, wall, memory], "auto") == []
    assert without_clock([memory], "cpu") == []
    assert without_clock([wall, both], "cpu") == []  # the file has it somewhere
    with pytest.raises(
        InputError, match="none of the results has times by the processor's clock: leave --clock cpu out"
    ):
        without_clock([wall, memory], "cpu")
