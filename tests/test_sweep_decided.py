"""Series of a sweep that end where their law is decided: by which values, and in a real sweep."""

import math
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from made_project import SUITE, events, sweep, values, write_suite

from wythoff.harness.results import read_results
from wythoff.harness.rows import Row
from wythoff.harness.series import Series
from wythoff.harness.sweep.decided import Decisions
from wythoff.harness.sweep.predict import Point, SeriesPlan
from wythoff.harness.sweep.timing import Timing

SIZES = [2**k for k in range(3, 25)]


def plan_of(**timing):
    points = tuple(Point("env", "m.time_x", i, (("n", str(n)),), n) for i, n in enumerate(SIZES))
    return SeriesPlan(Series("m.time_x", (), "n", "box", "env"), points, Timing(**timing))


def row(n, samples):
    return Row(
        benchmark="m.time_x", params=(("n", str(n)),), value=sorted(samples)[len(samples) // 2], samples=tuple(samples),
        unit="seconds", kind="time", version="1", machine="box", commit="0123", environment="env", date=None,
        file=Path("x.json"),
    )  # fmt: skip


def ladder(cost, seed=0, noise=0.01, per_size=5):
    source = random.Random(seed)
    return [(float(n), row(n, [cost(n) * (1 + abs(source.gauss(0, noise))) for _ in range(per_size)])) for n in SIZES]


def ended(cost, **options):
    """Return the size at which a series ends that grows size by size, and why; None where it never does."""
    decisions, values = Decisions(()), ladder(cost, **options)
    for count in range(1, len(values) + 1):
        reason = decisions.noted(plan_of(), values[:count]).decided
        if reason is not None:
            return values[count - 1][0], reason
    return None


@pytest.mark.parametrize(
    ("law", "cost"),
    [
        ("n", lambda n: 1e-6 + 2e-8 * n),
        ("n log n", lambda n: 1e-6 + 2e-8 * n * math.log2(n)),
        ("n^2", lambda n: 1e-6 + 1e-9 * n * n),
        ("n^3", lambda n: 1e-6 + 1e-9 * n**3),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_a_series_ends_where_a_further_octave_has_agreed_and_calls_are_long(law, cost, seed):
    n, reason = ended(cost, seed=seed)
    assert f"the law is decided, {law} (probability" in reason
    assert cost(n) >= 1e-3
    assert n < SIZES[-1] or law == "n log n", "the ladder's end is not needed"


def test_short_calls_decide_nothing():
    assert ended(lambda n: 1e-11 * n + 1e-8) is None


@pytest.mark.parametrize("takes_over", [2**8, 2**11, 2**14])
def test_a_part_of_higher_order_that_rises_keeps_a_series_from_ending(takes_over):
    n, reason = ended(lambda n: 1e-6 + 1e-7 * n * (1 + n / takes_over))
    assert "decided, n^2 (" in reason
    assert n >= 2 * takes_over


def test_what_is_only_likelier_ends_no_series(monkeypatch):
    from wythoff.harness.sweep import decided

    assert ended(lambda n: 1e-6 + 2e-8 * n) is not None
    analyse = decided.analyse_task

    def doubtful(task):
        found = analyse(task)
        return replace(found, probabilities={**found.probabilities, found.law: 0.89})

    monkeypatch.setattr(decided, "analyse_task", doubtful)
    assert ended(lambda n: 1e-6 + 2e-8 * n) is None


def test_the_same_values_are_analysed_once(monkeypatch):
    from wythoff.harness.sweep import decided

    ran = []
    analyse = decided.analyse_task
    monkeypatch.setattr(decided, "analyse_task", lambda task: ran.append(task) or analyse(task))
    decisions, values = Decisions(()), ladder(lambda n: 1e-8 * n)
    first = decisions.noted(plan_of(), values).decided
    count = len(ran)
    assert decisions.noted(plan_of(), values).decided == first
    assert len(ran) == count
    decisions.noted(plan_of(), values[:-1])
    assert len(ran) > count


def test_a_sweep_without_the_option_loads_no_analysis():
    code = "import sys, wythoff.harness.sweep.run; print('scipy' in sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout == "False\n"


# A clock of its own, so that what the benchmark takes is exact on any machine.
EXACT = """
_now = [0.0]

class Exact(Quick):
    params = [2**k for k in range(4, 24)]
    timer = staticmethod(lambda: _now[0])
    number = 1
    def time_linear(self, n):
        _now[0] += 1e-6 + 1e-7 * n
"""


LONG = """
import time

class Long(Quick):
    params = [1, 2]
    rounds = 2
    repeat = 0
    def time_waits(self, n):
        time.sleep(0.4)
"""


@pytest.mark.slow
def test_a_sweep_until_decided_samples_long_calls_for_a_second_in_one_round(project):
    pytest.importorskip("asv")
    write_suite(project, SUITE + LONG)

    def counts():
        return [len(row.samples) for row in read_results([project / "results"]).rows if "Long" in row.benchmark]

    assert sweep(project, "Long", until_decided=True)[0] == 0
    assert len(counts()) == 2
    assert max(counts()) <= 3
    assert sweep(project, "Long")[0] == 0
    assert min(counts()) >= 6, "without the option the other round follows"


@pytest.mark.slow
def test_a_sweep_until_decided_leaves_the_rest_out_and_says_so(project):
    pytest.importorskip("asv")
    write_suite(project, SUITE + EXACT)
    code, text = sweep(project, "Exact", until_decided=True)
    assert code == 0
    measured = sorted(int(n) for _, n in values(project))
    assert measured == [2**k for k in range(4, 4 + len(measured))]
    assert 1e-7 * measured[-1] >= 1e-3 > 1e-7 * measured[-1] / 8
    (stopped,) = events(project, "stopped")
    assert (stopped.rule, stopped.n, stopped.points_left) == ("decided", 2 * measured[-1], 20 - len(measured))
    assert stopped.reason.startswith("the law is decided, n (probability >0.99)")
    assert f"was not tried: {stopped.reason}" in " ".join(text.split())
    again, text = sweep(project, "Exact", until_decided=True)
    assert again == 0
    assert "nothing new was measured" in text
    sweep(project, "Exact")
    assert len(values(project)) == 20, "without the option it goes on"
