"""The sweep with a real asv, on a small foreign project that needs no network."""

import io
import itertools
import json
import os
import re
import signal
import subprocess

import psutil
import pytest
from made_project import (
    SUITE,
    configure,
    events,
    is_measuring,
    result_file,
    start,
    sweep,
    values,
    wait_until,
    write_suite,
)
from rich.console import Console

from wythoff.errors import InputError
from wythoff.harness.results import read_results
from wythoff.harness.sweep import asv_process, journal, store
from wythoff.harness.sweep import run as sweep_module
from wythoff.harness.sweep.options import SweepOptions
from wythoff.harness.sweep.run import run

pytest.importorskip("asv")

pytestmark = pytest.mark.slow


def test_sweep_measures_everything_and_a_second_one_nothing(project):
    code, text = sweep(project, "Linear", "Bad", "Skips", "TwoAxes", "plain")
    assert code == 2
    found = values(project)
    assert {point for point in found if point[0] == "Linear.time_sum"} == {
        ("Linear.time_sum", n) for n in ("10", "100", "1000")
    }
    for k, n, how in itertools.product((1, 2), (10, 20, 30), ("'a(b'", '"c\'d"', "'e, f'")):
        assert found["TwoAxes.track_two", str(k), str(n), how] == k * n
    assert found["track_plain",] == 7
    assert len(found) == 3 + 4 + 2 + 18 + 1

    reasons = {(event.benchmark, event.n): event.reason for event in events(project, "failed")}
    assert reasons == {
        ("grow.Bad.time_raise", 100): "ValueError: no [bold]100[/bold]",
        ("grow.Bad.time_hang", 100): "timed out after 15 s",
        ("grow.Bad.track_killed", 100): "killed by signal 9 (SIGKILL), perhaps out of memory",
        ("grow.Bad.track_infinite", 100): "the benchmark returned inf, which is no finite number",
    }
    assert [(event.benchmark, event.n) for event in events(project, "skipped")] == [("grow.Skips.time_skip", 100)]
    stopped = events(project, "stopped")
    assert {(event.benchmark, event.n, event.rule, event.points_left) for event in stopped} == {
        (name, 1000, "failed", 2) for name, _ in reasons
    }
    assert "failed: grow.Bad.time_raise(100): ValueError: no [bold]100[/bold]\n" in text
    assert text.count("grow.Bad.time_hang(100) failed: timed out after 15 s") == 1

    # sizes ascend over all series together, from batch to batch
    first = [event.n for event in events(project, "measured") if event.n is not None][:10]
    assert set(first) == {10}
    with_samples = read_results(result_file(project)).rows
    assert all(row.samples for row in with_samples if row.benchmark == "grow.Linear.time_sum")
    assert (project / "results" / "benchmarks.json").exists()
    assert json.loads((project / "results" / "box" / "machine.json").read_text())["machine"] == "box"

    before = {file: file.read_bytes() for file in (project / "results").rglob("*") if file.is_file()}
    code, text = sweep(project, "Linear", "Bad", "Skips", "TwoAxes", "plain")
    assert code == 2  # what failed still does
    assert "nothing new was measured" in text
    assert before == {file: file.read_bytes() for file in (project / "results").rglob("*") if file.is_file()}
    assert not list(project.parent.glob("wythoff-sweep-*"))


def test_a_larger_time_limit_continues(project):
    code, text = sweep(project, "Quadratic", time_limit_s=0.02)
    assert code == 0
    if "the machine was busy" in text:
        pytest.skip("the machine is busy, and what was measured on a busy machine ends no series")
    assert "stopped before grow.Quadratic.time_pairs(3200): a call would take about" in text
    (stop,) = events(project, "stopped")
    assert (stop.n, stop.rule, stop.limit_s, stop.points_left) == (3200, "time limit", 0.02, 1)
    before = values(project)

    code, text = sweep(project, "Quadratic", time_limit_s=0.02)
    assert len(events(project, "stopped")) == 1

    code, text = sweep(project, "Quadratic", time_limit_s=20)
    assert code == 0
    assert "n^" in text
    after = values(project)
    assert len(after) == len(before) + 1 == 5
    assert before.items() <= after.items()


def test_failures_are_retried_on_demand(project):
    sweep(project, "time_raise", max_n=100)
    assert [event.n for event in events(project, "failed")] == [100]
    # the cause goes away without a new commit or version
    write_suite(project, SUITE.replace("raise ValueError(", "str("))
    assert "failed: ValueError" in sweep(project, "time_raise")[1]
    assert len(values(project)) == 1
    code, _ = sweep(project, "time_raise", retry_failed=True)
    assert code == 0
    assert {point[1] for point in values(project) if point[0] == "Bad.time_raise"} == {"10", "100", "1000", "10000"}
    # a later sweep knows that they have been measured since
    assert "nothing new was measured" in sweep(project, "time_raise")[1]


def test_killing_a_sweep_loses_only_the_batch_in_flight(project):
    configure(project, launch_method="spawn")
    process = start(project, "Slow", batch_s=2.5, stderr=subprocess.PIPE)
    try:
        wait_until(lambda: is_measuring(project))
        children = psutil.Process(process.pid).children(recursive=True)
        assert children
    finally:
        process.kill()
        process.communicate()
    _, alive = psutil.wait_procs(children, timeout=120)
    assert alive == []
    saved = values(project)
    assert saved
    assert len(saved) == len(events(project, "measured")) < 6
    assert len(list(project.parent.glob("wythoff-sweep-*"))) == 1
    with (project / "results" / "box" / journal.FILE_NAME).open("a") as stream:
        stream.write('{"event": "meas')

    code, _ = sweep(project, "Slow")
    assert code == 0
    assert values(project) == {("Slow.track_slow", str(n)): n for n in range(1, 7)}
    measured = [event.n for event in events(project, "measured")]
    assert sorted(measured) == [1, 2, 3, 4, 5, 6]
    assert not list(project.parent.glob("wythoff-sweep-*"))


def test_ctrl_c_ends_asv_and_says_so(project):
    process = start(project, "Slow", batch_s=2.5, stderr=subprocess.PIPE)
    try:
        wait_until(lambda: is_measuring(project))
        children = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=120)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 130
    assert re.search(r"^wythoff: interrupted: .* measured and saved; the same command goes on from there$", said, re.M)
    assert psutil.wait_procs(children, timeout=120)[1] == []
    assert len(events(project, "interrupted")) == 1
    assert len(values(project)) == len(events(project, "measured"))
    assert not list(project.parent.glob("wythoff-sweep-*"))


def test_two_sweeps_do_not_write_at_once(project):
    with (
        store.claimed(project / "results" / "box"),
        pytest.raises(InputError, match=rf"another sweep \(process {os.getpid()}\) is writing to"),
    ):
        sweep(project, "plain")
    assert sweep(project, "plain")[0] == 0


def test_leftovers_are_removed_only_where_they_can_be_ours(project, tmp_path):
    folder = project / "results" / "box"
    folder.mkdir(parents=True)
    precious = tmp_path / "precious"
    precious.mkdir()
    for scratch in (precious, tmp_path / "wythoff-sweep-x" / ".." / "precious"):
        (folder / ".sweep.holder").write_text(json.dumps({"pid": 1, "scratch": str(scratch)}))
        with store.claimed(folder):
            assert precious.exists()
    assert precious.exists()


def test_claimed_memory_stops_a_series(project):
    claims = [{"benchmark": "Linear", "bytes_per_n": 10**10}, {"benchmark": "TwoAxes", "axis": "k"}]
    configure(project, complexity=claims)
    code, text = sweep(project, "Linear")
    assert code == 0
    assert "needs about 100 GB, and only" in text or "needs about 1.0 TB, and only" in text
    assert events(project, "stopped")[0].rule == "memory"
    assert "grow.TwoAxes.track_two(n=10, how=e, f): 0 of 2 points measured; would measure 2, n = 1 to 2" in sweep(
        project, "TwoAxes", plan_only=True
    )[1]  # fmt: skip


@pytest.mark.parametrize("launch_method", ["spawn", "forkserver"])
def test_a_benchmark_that_fills_the_memory_is_killed(project, monkeypatch, launch_method):
    configure(project, launch_method=launch_method)
    # memory always looks short, but only the hog holds enough to be the cause
    monkeypatch.setattr(asv_process, "memory_floor", lambda: 200 * 2**20)
    monkeypatch.setattr(asv_process, "available_bytes", lambda: 0)
    code, _ = sweep(project, "Hog", "plain")
    assert code == 2
    (failed,) = events(project, "failed")
    assert failed.n == 2
    assert failed.reason.startswith("killed, because it held ")
    assert failed.reason.endswith("and less than 210 MB of memory was left")
    assert failed.wall_s < 15
    assert set(values(project)) == {("Hog.track_hog", "1"), ("track_plain",)}


def test_a_result_file_that_somebody_else_changes_meanwhile_is_not_overwritten(project, monkeypatch):
    sweep(project, "Linear", max_n=10)
    real, calls = sweep_module.run_asv, []

    def meddle(request, *args):
        outcome = real(request, *args)
        if not calls:
            file = result_file(project)
            data = json.loads(file.read_text())
            data["results"]["grow.other"] = [[5], [], "1"]
            file.write_text(json.dumps(data))
        calls.append(request)
        return outcome

    monkeypatch.setattr(sweep_module, "run_asv", meddle)
    code, text = sweep(project, "plain")
    assert code == 0
    assert len(calls) == 2
    assert "was changed by another program: the batch is measured again" in text
    assert {("other",), ("track_plain",), ("Linear.time_sum", "10")} == set(values(project))


def test_benchmarks_that_change_meanwhile_are_listed_again(project, monkeypatch):
    real, calls = sweep_module.run_asv, []

    def meddle(request, *args):
        if not calls:
            # Another length: Python takes compiled code for current if time (in seconds) and size are the same.
            write_suite(project, SUITE.replace("return 7", "return 88"))
        calls.append(request)
        return real(request, *args)

    monkeypatch.setattr(sweep_module, "run_asv", meddle)
    code, text = sweep(project, "plain")
    assert code == 0
    assert "the benchmarks were changed" in text
    assert values(project) == {("track_plain",): 88}


def test_a_broken_result_file_is_named_and_left_alone(project):
    sweep(project, "plain")
    file = result_file(project)
    for content, message in (('{"results": {', "is not valid JSON"), ('{"version": 1}', "is not in asv 0.6's format")):
        file.write_text(content)
        with pytest.raises(InputError, match=message) as caught:
            sweep(project, "plain")
        assert str(file) in str(caught.value)
        assert "left as it is" in str(caught.value)
        assert file.read_text() == content


def test_plan_only_writes_nothing(project):
    code, text = sweep(project, "Linear", "plain", plan_only=True)
    assert code == 0
    assert "grow.Linear.time_sum: 0 of 3 points measured; would measure 3, n = 10 to 1,000" in text
    assert "4 points to measure" in text
    assert not (project / "results").exists()


def test_sizes_and_rounds_can_be_chosen(project):
    sweep(project, "Linear", min_n=50, max_n=500, rounds=1)
    assert set(values(project)) == {("Linear.time_sum", "100")}
    with pytest.raises(InputError, match=r"no benchmark matches Linear within the sizes asked for; there are grow.Bad"):
        sweep(project, "Linear", min_n=5000)


def test_points_that_fail_have_the_exit_code_of_asv(project):
    assert sweep(project, "time_raise", min_n=100)[0] == 2
    assert sweep(project, "Linear", max_n=10)[0] == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"commits": ("nowhere",)}, "git knows no commit nowhere in the repository of .*asv.conf.json"),
        ({"bench": ("nothing_like_it",)}, "no benchmark matches nothing_like_it; there are grow.Bad"),
        ({"bench": ("(",)}, r"the pattern \( is no regular expression"),
        ({"time_limit_s": 0.0}, "the time limit must be a positive number of seconds, got 0"),
        ({"rounds": 0}, "rounds must be at least 1, got 0"),
        ({"environments": ("existing:/no/such/python",)}, "no environment of the configuration can be made"),
    ],
)
def test_options_that_cannot_be_are_refused_in_one_sentence(project, options, message):
    with pytest.raises(InputError, match=message):
        run(SweepOptions(config=project, machine="box", **options), Console(file=io.StringIO()))


def test_a_suite_that_cannot_be_imported_shows_what_asv_said(project):
    write_suite(project, "import no_such_module_anywhere\n")
    with pytest.raises(InputError, match=r"(?s)asv can't use the project .* No module named 'no_such_module_anywhere'"):
        sweep(project)


def test_a_project_without_repository_or_git_is_refused(project, monkeypatch, tmp_path):
    configure(project, repo=str(tmp_path / "empty"))
    with pytest.raises(InputError, match="asv can't use the project"):
        sweep(project)
    configure(project)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    with pytest.raises(InputError, match="git is needed"):
        sweep(project)


def test_a_results_folder_that_cannot_be_written_is_named(project):
    (project / "results").write_text("in the way")
    with pytest.raises(InputError, match=r"results can't be written to .*box: "):
        sweep(project)


def test_a_terminal_gets_a_bar(project):
    stream = io.StringIO()
    options = SweepOptions(config=project, bench=("plain",), machine="box")
    assert run(options, Console(file=stream, width=90, force_terminal=True)) == 0
    assert "track_plain" in stream.getvalue()
    assert "0/1" in stream.getvalue()
