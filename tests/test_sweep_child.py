"""The script in which asv measures, by itself: whatever the environment's asv_runner is, asv's own script runs."""

import json
import os
import subprocess
import sys
import timeit
from pathlib import Path

import pytest

from wythoff.harness.sweep import _asv_child as child
from wythoff.harness.sweep import _asv_run, asv_process

ASV = """
import json, os, sys
import asv_runner.run
named = [name for name in os.environ if name.startswith("WYTHOFF")]
print(json.dumps([__name__, sys.argv, sys.path[0], named]))
if len(sys.argv) > 1:
    asv_runner.run._run(sys.argv[1:])
"""
RUNNERS = {
    "nothing that it knows": {"run.py": "def _run(arguments):\n    print('run')\n"},
    "no timing": {"run.py": "def _run(arguments):\n    print('run')\n", "benchmarks/__init__.py": ""},
    "a timing of another kind": {
        "run.py": "def _run(arguments):\n    print('run')\n",
        "benchmarks/__init__.py": "",
        "benchmarks/time.py": "wall_timer = None\nclass TimeBenchmark:\n    def run(self):\n        pass\n",
    },
}


def start(folder, files, *arguments):
    for name, text in {"__init__.py": "", **files}.items():
        file = folder / "site" / "asv_runner" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (folder / "benchmark.py").write_text(ASV)
    environment = {**os.environ, "PYTHONPATH": str(folder / "site")}
    environment[child.SCRIPT_VARIABLE] = str(folder / "benchmark.py")
    return subprocess.run(
        [sys.executable, child.__file__, *arguments], env=environment, capture_output=True, text=True, cwd=folder
    )


@pytest.mark.parametrize("kind", RUNNERS)
def test_with_any_asv_runner_the_script_of_asv_runs_as_if_it_had_been_started(tmp_path, kind):
    done = start(tmp_path, RUNNERS[kind], "m.time_x", str(tmp_path / "result"))
    assert done.returncode == 0, done.stderr
    first, last = done.stdout.splitlines()
    script = str(tmp_path / "benchmark.py")
    assert json.loads(first) == ["__main__", [script, "m.time_x", str(tmp_path / "result")], str(tmp_path / "site"), []]
    assert last == "run"
    notes = tmp_path / f"result{child.SUFFIX}"
    assert notes.exists() == ("time.py" in str(RUNNERS[kind]))
    if notes.exists():
        assert set(json.loads(notes.read_text())) == {"voluntary", "involuntary", "children"}


def test_the_constants_of_both_scripts_are_the_same():
    assert (child.SCRIPT_VARIABLE, child.SUFFIX) == (_asv_run.SCRIPT_VARIABLE, _asv_run.NOTES_SUFFIX)
    assert Path(child.__file__) == _asv_run.CHILD_SCRIPT
    assert _asv_run.MARK == asv_process._MARK


def clocks_of(setup, function, number=1, times=3):
    clocks = child.Clocks(setup)
    clocks.timer = timeit.Timer(function, setup=clocks.setup)
    walls = [clocks.timeit(number) for _ in range(times)]
    return clocks, {"samples": [wall / number for wall in walls], "number": number}


def spin(least_s):
    begun = child.time.process_time()
    while child.time.process_time() - begun < least_s:
        pass


def test_preparation_is_counted_in_no_stretch():
    clocks, result = clocks_of(lambda: spin(0.03), lambda: spin(0.003), number=2)
    notes = child.notes_of(clocks, result)
    assert notes["stretches"] == 3
    assert all(0.003 <= seconds < 0.015 for seconds in notes["cpu"])
    assert notes["process"] == pytest.approx(2 * sum(notes["cpu"]))


def test_only_the_calls_that_asv_kept_as_samples_are_counted():
    clocks, result = clocks_of(lambda: None, lambda: spin(0.003), times=5)
    notes = child.notes_of(clocks, {**result, "samples": result["samples"][-2:]})
    assert len(notes["cpu"]) == 2
    assert child.notes_of(clocks, {**result, "samples": [1.0, 2.0]}) == {}


def test_stretches_about_as_short_as_the_clock_is_slow_have_no_processor_time():
    clocks, result = clocks_of(lambda: None, lambda: None)
    notes = child.notes_of(clocks, result)
    assert "cpu" not in notes
    assert notes["untold"].startswith("its samples are too short")


def test_what_the_processors_were_wanted_for_only_grows():
    before = _asv_run.processor_times()
    if before is None:
        pytest.skip("this system doesn't tell")
    assert 0 <= before[1] <= before[0]
    spin(0.03)
    after = _asv_run.processor_times()
    assert after[0] >= before[0]
    assert after[1] >= before[1]
    assert _asv_run.loop_s() > 0
