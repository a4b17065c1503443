"""What a sweep notes beside the wall's clock: processor time of the same calls, and how busy the machine was."""

import json
import multiprocessing
import subprocess
import sys
import time

import pytest
from made_once import made_once
from made_project import configure, events, make_project, result_file, sweep

from wythoff.harness import conditions
from wythoff.harness.results import read_results

pytest.importorskip("asv")

pytestmark = pytest.mark.slow

SUITE = """
import hashlib, os, sys, threading, time

class Timed:
    params = [1, 2]
    param_names = ["n"]
    version = "1"
    rounds = 1
    repeat = 3
    warmup_time = 0.0
    timeout = 300

class Clocks(Timed):
    def time_spin(self, n):
        sum(range(20_000 * n))
    time_spin.rounds = 2
    time_spin.number = 25  # enough that reading the clocks is little beside it, which a busy machine might not find
    def time_sleep(self, n):
        time.sleep(0.02 * n)
    def time_threads(self, n):
        text = bytes(2_000_000 * n)
        workers = [threading.Thread(target=hashlib.sha256, args=(text,)) for _ in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    def time_own(self, n):
        sum(range(20_000 * n))
    time_own.timer = time.process_time
    time_own.rounds = 2
    def timeraw_apart(self, n):
        return "sum(range(1000))"
    timeraw_apart.repeat = 1
    def track_traces(self, n):
        own = [path for path in sys.path if os.path.exists(os.path.join(path, "_asv_child.py"))]
        names = {name for name in os.environ if name.startswith("WYTHOFF")}
        return len(own) + len(names - {"WYTHOFF_SWEEP_RUN"})  # by which what a benchmark leaves behind is found
    def track_value(self, n):
        return n

class Prepared(Timed):
    def setup(self, n):
        begun = time.process_time()
        while time.process_time() - begun < 0.02:
            pass
    def time_one(self, n):
        sum(range(50_000))
    def time_several(self, n):
        sum(range(50_000))
    time_several.number = 3
"""


# The processor's clock is read a little before and after the wall's, and a busy machine may do other things in between.
LATE_S = 2e-4


def spin():
    """Take half of a processor's time, in parts that are shorter than what is measured."""
    while True:
        begun = time.process_time()
        while time.process_time() - begun < 0.01:
            pass
        time.sleep(0.01)


@pytest.fixture(scope="module", params=["spawn", "forkserver"])
def measured(request, tmp_path_factory):
    """Sweep the suite once for each launch method, beside a process that wants a processor for itself."""
    if request.param == "forkserver" and sys.platform == "win32":
        pytest.skip("no forkserver here")

    def measure(home):
        home.mkdir()
        neighbour = multiprocessing.get_context("spawn").Process(target=spin, daemon=True)
        with pytest.MonkeyPatch.context() as patch:
            project = make_project(home, patch, SUITE)
            configure(project, launch_method=request.param)
            neighbour.start()
            try:
                code, text = sweep(project)
            finally:
                neighbour.kill()
                neighbour.join()
        assert code == 0
        (home / "said.txt").write_text(text)

    home = made_once(tmp_path_factory, f"conditions-{request.param}", measure)
    return home / "project", (home / "said.txt").read_text()


def found(project, name):
    """Return each row of a benchmark with its conditions."""
    book = conditions.read(project / "results" / "box" / conditions.FILE_NAME)
    rows = [row for row in read_results(project / "results").rows if row.benchmark == f"grow.{name}"]
    assert len(rows) == 2
    for row in rows:
        texts = [text for _, text in row.params]
        line = book.find(row.commit, row.environment, row.benchmark, texts, row.samples or (row.value,))
        assert line is not None
        yield row, line


def test_every_wall_sample_has_a_processor_time_that_is_no_longer(measured):
    project, _ = measured
    for row, line in found(project, "Clocks.time_spin"):
        assert len(row.samples) == 6
        assert line.rounds == 2
        assert line.rounds_left == 0
        for wall, cpu in zip(row.samples, line.figures.cpu_s, strict=True):
            assert 0 < row.number * cpu <= 1.02 * row.number * wall + LATE_S
        assert line.figures.tells == ""
        assert line.figures.wall_per_cpu > 0.8
        assert line.figures.loop >= 1
        assert line.busy == bool(line.reasons)


def test_a_sleeping_benchmark_takes_hardly_any_processor_time_and_is_not_called_disturbed_for_it(measured):
    project, _ = measured
    for row, line in found(project, "Clocks.time_sleep"):
        assert max(line.figures.cpu_s) < min(row.samples) / 4
        assert line.figures.tells == "it waits by itself"
        assert not any("CPU" in reason for reason in line.reasons)


def test_work_in_other_threads_is_counted_and_said(measured):
    project, _ = measured
    for _row, line in found(project, "Clocks.time_threads"):
        assert min(line.figures.cpu_s) > 5e-4
        assert line.figures.tells == "it works in other threads"
        assert not any("CPU" in reason for reason in line.reasons)


def test_a_benchmark_with_its_own_timer_is_left_alone_and_said(measured):
    project, text = measured
    for row, line in found(project, "Clocks.time_own"):
        assert len(row.samples) == 6
        assert line.figures.cpu_s is None
        assert line.figures.untold == "the benchmark has a timer of its own"
    assert "no processor time of grow.Clocks.time_own: the benchmark has a timer of its own\n" in text


def test_other_kinds_are_untouched_and_see_nothing_of_it(measured):
    project, _ = measured
    assert [row.value for row, _ in found(project, "Clocks.track_traces")] == [0, 0]
    assert [row.value for row, _ in found(project, "Clocks.track_value")] == [1, 2]
    for row, line in found(project, "Clocks.timeraw_apart"):
        assert row.measured
        assert line.figures.cpu_s is None
        assert "elsewhere" in line.figures.untold


@pytest.mark.parametrize("name", ["one", "several"])
def test_preparation_between_the_calls_is_in_neither_clock(measured, name):
    project, _ = measured
    for row, line in found(project, f"Prepared.time_{name}"):
        # The preparation takes 20 ms of processor time, the calls about 1 ms.
        assert max(line.figures.cpu_s) < 0.012
        for wall, cpu in zip(row.samples, line.figures.cpu_s, strict=True):
            assert row.number * cpu <= 1.02 * row.number * wall + row.number * LATE_S


def test_asv_reads_and_publishes_the_results_as_its_own(measured):
    project, _ = measured
    from asv.results import Results

    data = json.loads(result_file(project).read_text())
    assert set(data) == {
        "commit_hash", "env_name", "date", "params", "python", "requirements", "env_vars", "result_columns", "results",
        "durations", "version",
    }  # fmt: skip
    assert data["result_columns"][-2:] == ["samples", "profile"]
    assert all(len(row) <= len(data["result_columns"]) for row in data["results"].values())
    results = Results.load(str(result_file(project)), machine_name="box")
    assert len(results.get_all_result_keys()) == 9
    done = subprocess.run(
        [sys.executable, "-m", "asv", "publish", "--no-pull"], cwd=project, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (project / "html" / "graphs").is_dir()
    assert "conditions" not in done.stdout + done.stderr


def test_a_busy_machine_is_told_at_the_end_and_once_in_the_journal(measured):
    project, text = measured
    lines = events(project, "busy")
    busy = [line for name in ("spin", "sleep") for _, line in found(project, f"Clocks.time_{name}") if line.busy]
    assert len(lines) <= 1
    if busy:
        assert "the machine was busy at " in text
        assert lines
        assert lines[0].reason
