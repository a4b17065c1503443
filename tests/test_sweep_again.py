"""Rounds spread over the sizes, and points that are measured again, with a real asv and conditions that are made up."""

import json

import psutil
import pytest
from made_project import events, make_project, result_file, start, sweep, wait_until

from wythoff.harness import conditions
from wythoff.harness.results import read_results
from wythoff.harness.sweep import again
from wythoff.harness.sweep import run as sweep_module

pytest.importorskip("asv")

pytestmark = pytest.mark.slow

SUITE = """
from pathlib import Path

class Base:
    params = [1, 2, 3]
    param_names = ["n"]
    version = "1"
    rounds = 3
    repeat = 2
    number = 500  # found by itself on a busy machine it may be 1, which is too short for the processor's clock
    warmup_time = 0.0
    timeout = 300

class Quick(Base):
    def time_quick(self, n):
        if (Path(__file__).parents[2] / "broken").exists() and n == 2:
            raise ValueError("broken")
        sum(range(1000 * n))

class Single(Base):
    rounds = 1
    def time_single(self, n):
        sum(range(1000 * n))
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    return make_project(tmp_path, monkeypatch, SUITE)


@pytest.fixture
def asked(monkeypatch):
    """Make up the conditions of each process of a sweep, and list what asv is asked for."""
    real, asked = sweep_module.run_asv, []

    def run_asv(request, *args):
        outcome = real(request, *args)
        if request["action"] == "measure":
            asked.append(request)
            for event in outcome.events:
                if event["event"] == "end":
                    calm(event["conditions"])
                    asked_for(request, event)
        return outcome

    def calm(noted):
        noted |= {"loops_s": [0.01] * 4, "stolen": 0.0}
        if "cpu" in noted:
            noted |= {"process": noted["wall"], "thread": noted["wall"], "voluntary": 0, "children": 0.0}

    asked_for = lambda request, event: None  # noqa: E731

    def disturb(function):
        nonlocal asked_for
        asked_for = function

    monkeypatch.setattr(sweep_module, "run_asv", run_asv)
    monkeypatch.setattr(again, "SHARE", 0.9)
    asked_list = asked
    return asked_list, disturb


def rows(project, name="quick"):
    return {row.params[0][1]: row for row in read_results(project / "results").rows if f"time_{name}" in row.benchmark}


def line_of(project, row):
    book = conditions.read(project / "results" / "box" / conditions.FILE_NAME)
    return book.find(row.commit, row.environment, row.benchmark, [text for _, text in row.params], row.samples)


def test_rounds_of_short_points_are_spread_over_the_sizes(project, asked):
    requests, _ = asked
    assert sweep(project, "Quick")[0] == 0
    steps = [
        (request["append"], request["run_rounds"], sorted(p["n"] for p in request["points"])) for request in requests
    ]
    first = [step for step in steps if not step[0]]
    assert steps[: len(first)] == first  # every size has had its first round before any has another
    assert [n for _, _, sizes in first for n in sizes] == [1, 2, 3]
    assert all(rounds == 1 for _, rounds, _ in steps)
    assert steps[len(first) :] == [(True, 1, [1, 2, 3])] * 2
    for row in rows(project).values():
        assert len(row.samples) == 6
        assert row.repeat == 6
        line = line_of(project, row)
        assert (line.rounds, line.rounds_left, len(line.figures.cpu_s)) == (3, 0, 6)
    kinds = [(event.event, event.n) for event in events(project)]
    assert kinds == [("measured", n) for n in (1, 2, 3)] + [("continued", n) for n in (1, 2, 3)] * 2
    assert "nothing new was measured" in sweep(project, "Quick")[1]


def test_more_rounds_than_there_are_are_added(project):
    assert sweep(project, "Quick", rounds=1)[0] == 0
    before = {n: row.samples for n, row in rows(project).items()}
    assert {len(samples) for samples in before.values()} == {2}
    code, text = sweep(project, "Quick", rounds=3)
    assert code == 0
    assert "once more" in text
    after = {n: row.samples for n, row in rows(project).items()}
    assert {len(samples) for samples in after.values()} == {6}
    again = {str(event.n) for event in events(project, "remeasured")}
    assert all(after[n][:2] == samples for n, samples in before.items() if n not in again)
    assert "nothing new was measured" in sweep(project, "Quick", rounds=2)[1]


def test_a_kill_between_rounds_loses_none_and_the_same_command_adds_what_is_missing(project):
    process = start(project, "Quick")
    try:
        wait_until(lambda: events(project, "continued"), 120)
        children = psutil.Process(process.pid).children(recursive=True)
    finally:
        process.kill()
        process.communicate()
    psutil.wait_procs(children, timeout=120)
    before = {n: row.samples for n, row in rows(project).items()}
    assert before
    assert sweep(project, "Quick")[0] == 0
    after = {n: row.samples for n, row in rows(project).items()}
    assert {len(samples) for samples in after.values()} == {6}
    remeasured = {str(event.n) for event in events(project, "remeasured")}
    assert all(after[n][: len(samples)] == samples for n, samples in before.items() if n not in remeasured)
    assert sorted(event.n for event in events(project, "measured")) == [1, 2, 3]
    assert sorted(event.n for event in events(project, "continued")) == [1, 1, 2, 2, 3, 3]


def test_a_round_that_fails_leaves_the_samples_that_are_there(project, asked, tmp_path):
    _, disturb = asked

    def break_it(request, event):
        if event["index"] == 2:
            (tmp_path / "broken").touch()

    disturb(break_it)
    code, text = sweep(project, "Quick")
    assert code == 0
    assert "failed: grow.Quick.time_quick(2): ValueError: broken" in text
    assert {n: len(row.samples) for n, row in rows(project).items()} == {"1": 6, "2": 2, "3": 6}
    assert [event.n for event in events(project, "failed")] == [2]
    assert line_of(project, rows(project)["2"]).rounds_left == 0
    (tmp_path / "broken").unlink()
    assert "nothing new was measured" in sweep(project, "Quick")[1]


def test_a_disturbed_point_is_measured_again_and_the_calm_measurement_kept(project, asked):
    requests, disturb = asked

    def make_busy(request, event):
        if event["index"] == 1 and not request["again"]:
            event["conditions"]["loops_s"] = [0.02] * 4

    disturb(make_busy)
    code, text = sweep(project, "Single")
    assert code == 0
    (repeated,) = [request for request in requests if request["again"]]
    assert [point["n"] for point in repeated["points"]] == [2]
    (busy,) = events(project, "busy")
    assert (busy.n, busy.reason) == (2, "the calibration loop took 2.0 times its best")
    (event,) = events(project, "remeasured")
    assert (event.n, event.reason) == (2, "the machine was busy; replaced")
    row = rows(project, "single")["2"]
    assert not line_of(project, row).busy
    assert "the machine was busy" not in text
    lines = (project / "results" / "box" / conditions.FILE_NAME).read_text().splitlines()
    assert [json.loads(line)["busy"] for line in lines if json.loads(line)["params"]["n"] == "2"] == [True, False]


def test_of_two_disturbed_measurements_the_less_disturbed_is_kept_and_trying_ends(project, asked):
    requests, disturb = asked
    slowness = iter((0.03, 0.05, 0.04))
    kept = {}

    def make_busy(request, event):
        if event["index"] == 1:
            event["conditions"]["loops_s"] = [next(slowness)] * 4
        if event["index"] == 1 and request["again"] and not kept:
            kept["samples"] = rows(project, "single")["2"].samples

    disturb(make_busy)
    _, text = sweep(project, "Single")
    assert sum(request["again"] for request in requests) == again.MOST_TRIES
    assert [event.reason for event in events(project, "remeasured")] == [
        f"the machine was busy; the earlier result is kept: the new one was disturbed as well, "
        f"the calibration loop took {times}.0 times its best"
        for times in (5, 4)
    ]
    row = rows(project, "single")["2"]
    assert row.samples == kept["samples"]
    assert line_of(project, row).figures.loop == 3.0
    assert "the machine was busy at 1 of 3 points measured; at worst, the calibration loop took 3.0 times" in text
    assert "nothing new was measured" in sweep(project, "Single")[1]  # another sweep doesn't begin again


def test_measuring_again_on_demand_replaces_only_what_matches_and_only_by_what_is_saved(project, asked, tmp_path):
    requests, _ = asked
    sweep(project, "Single|Quick", rounds=1)
    before = rows(project)
    del requests[:]
    (tmp_path / "broken").touch()
    code, text = sweep(project, "Single|Quick", rounds=1, remeasure=r"quick\([12]\)")
    assert "failed: grow.Quick.time_quick(2): ValueError: broken" in text
    assert [sorted(p["n"] for p in request["points"]) for request in requests] == [[1, 2]]
    after = rows(project)
    assert after["1"].samples != before["1"].samples
    assert len(after["1"].samples) == 2
    for n in ("2", "3"):
        assert (after[n].samples, after[n].value, after[n].q25, after[n].ci) == (
            before[n].samples, before[n].value, before[n].q25, before[n].ci,
        )  # fmt: skip
    assert [(event.n, event.reason) for event in events(project, "remeasured")] == [(1, "it was asked for; replaced")]
    assert [event.n for event in events(project, "failed")] == [2]
    assert code == 0
    (tmp_path / "broken").unlink()
    assert "nothing new was measured" in sweep(project, "Single|Quick", rounds=1)[1]
    assert "2 points to measure again" in sweep(project, remeasure=r"quick\([12]\)", plan_only=True)[1]


def test_killing_a_sweep_that_measures_again_keeps_the_old_results(project):
    sweep(project, "Single")
    before = result_file(project).read_bytes()
    process = start(project, "Single", remeasure=".")
    try:
        wait_until(
            lambda: any('"start"' in file.read_text() for file in project.parent.glob("wythoff-sweep-*/events.jsonl"))
        )
        children = psutil.Process(process.pid).children(recursive=True)
    finally:
        process.kill()
        process.communicate()
    psutil.wait_procs(children, timeout=120)
    assert result_file(project).read_bytes() == before
    assert "nothing new was measured" in sweep(project, "Single")[1]
