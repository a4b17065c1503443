"""A small asv project that needs no network, and sweeps of it: in this process, or in one of its own."""

import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
import warm_interpreter
from rich.console import Console

import wythoff
from wythoff.harness.results import read_results
from wythoff.harness.sweep import asv_process, journal
from wythoff.harness.sweep.options import SweepOptions
from wythoff.harness.sweep.run import run

# asv's default is to start an interpreter for each point, which takes most of the time of sweeps as short as these.
LAUNCH_METHOD = "forkserver" if hasattr(os, "fork") else "spawn"
SUITE = """
import os

class Quick:
    params = [10, 100, 1000]
    param_names = ["n"]
    version = "1"
    rounds = 1
    warmup_time = 0.0
    repeat = 2
    timeout = 300

class Linear(Quick):
    rounds = 2
    def time_sum(self, n):
        sum(range(n))

class Quadratic(Quick):
    params = [100, 200, 400, 800, 3200]
    def time_pairs(self, n):
        for i in range(n):
            for j in range(i):
                pass

class Bad(Quick):
    params = [10, 100, 1000, 10000]
    def time_raise(self, n):
        if n >= 100:
            raise ValueError(f"no [bold]{n}[/bold]\\nsecond line: of the message")
    def time_hang(self, n):
        import time
        while n >= 100:
            time.sleep(1)
    time_hang.timeout = 15
    def track_killed(self, n):
        if n == 100:
            os.kill(os.getpid(), 9)
        return n
    def track_infinite(self, n):
        return n if n < 100 else float("inf")

class Skips(Quick):
    def setup(self, n):
        if n == 100:
            raise NotImplementedError
    def time_skip(self, n):
        pass

class TwoAxes(Quick):
    params = ([1, 2], [30, 10, 20], ["a(b", "c'd", "e, f"])
    param_names = ["k", "n", "how"]
    def track_two(self, k, n, how):
        return k * n

class Slow(Quick):
    params = [1, 2, 3, 4, 5, 6]
    def track_slow(self, n):
        import time
        time.sleep(0.8)
        return n

class Hog(Quick):
    params = [1, 2, 3]
    def track_hog(self, n):
        import time
        held = bytearray(b"x") * (300 * 2**20 if n == 2 else 1)
        time.sleep(30 if n == 2 else 0)
        return len(held[:n])

def track_plain():
    return 7
"""

STEPS = """
class Steps:
    params = [1, 2, 3, 4, 5, 6, 7, 8]
    param_names = ["n"]
    version = "1"
    def track_steps(self, n):
        return n
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    return make_project(tmp_path, monkeypatch, SUITE)


def make_project(home, patch, suite):
    """Make a project in its own home, which is the place for temporary files as well."""
    patch.setenv("HOME", str(home))
    patch.setenv("TMPDIR", str(home))
    patch.setattr("tempfile.tempdir", None)
    start_asv_quickly(patch)
    folder = home / "project"
    write_suite(folder, suite)
    configure(folder)
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *command], cwd=folder, check=True)
    return folder


def start_asv_quickly(patch):
    """Let sweeps of this process start asv where it is loaded, and asv's own processes load less."""
    patch.setattr(asv_process, "subprocess", warm_interpreter.SUBPROCESS)
    for name in ("PYTHONPATH", "ASV_PYTHONPATH"):  # asv forgets the one without the other
        patch.setenv(name, warm_interpreter.PATH)


def write_suite(folder, text):
    (folder / "benchmarks").mkdir(parents=True, exist_ok=True)
    (folder / "benchmarks" / "__init__.py").touch()
    (folder / "benchmarks" / "grow.py").write_text(text)


def configure(folder, **more):
    data = {"version": 1, "project": "foreign", "repo": ".", "environment_type": "existing"}
    data.update({"launch_method": LAUNCH_METHOD, **more})
    (folder / "asv.conf.json").write_text(json.dumps(data))


def sweep(project, *bench, **options):
    """Sweep in this process and return exit code and output."""
    stream = io.StringIO()
    options = SweepOptions(config=project, bench=bench, machine="box", **options)
    code = run(options, Console(file=stream, width=300))
    return code, stream.getvalue()


def result_file(project):
    (file,) = [file for file in (project / "results" / "box").glob("*.json") if file.name != "machine.json"]
    return file


def values(project):
    return {
        (row.benchmark.partition(".")[2], *(text for _, text in row.params)): row.value
        for row in read_results(project / "results").rows
        if row.measured
    }


def events(project, *kinds):
    found = journal.read(project / "results" / "box" / journal.FILE_NAME)
    return [event for event in found if not kinds or event.event in kinds]


def start(project, *bench, stderr=None, **options):
    """Start a sweep in a process of its own."""
    code = (
        "import sys\nfrom pathlib import Path\nfrom rich.console import Console\n"
        "from wythoff.harness.sweep.options import SweepOptions\nfrom wythoff.harness.sweep.run import run\n"
        f"options = SweepOptions(config=Path({str(project)!r}), bench={bench!r}, machine='box', **{options!r})\n"
        "sys.exit(run(options, Console(width=300)))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(wythoff.__file__).parents[1])}
    return subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=stderr, text=True
    )


def wait_until(condition, seconds=120.0):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return
        time.sleep(0.02)
    raise AssertionError("waited in vain")


def is_measuring(project):
    """Whether a batch has been saved and another is running a benchmark."""
    reports = [file.read_text().splitlines() for file in project.parent.glob("wythoff-sweep-*/events.jsonl")]
    return bool(events(project, "measured")) and any(lines and '"start"' in lines[-1] for lines in reports)
