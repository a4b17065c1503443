"""A benchmark's processes that outlive it are found however detached they are, and do not hold a sweep up."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from wythoff.harness.sweep import asv_process

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sessions of POSIX")

# Stands for asv: its child, the benchmark, starts a process in a session of its own, tells its number, and ends.
DETACHING = """
import subprocess, sys, time
benchmark = "import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], " \\
    "start_new_session=True); print(p.pid, flush=True)"
subprocess.run([sys.executable, "-c", benchmark])
time.sleep(600)
"""

# The part of the script that runs in asv's process that ends it with the sweep.
DIES_WITH_PARENT = """
import sys
sys.path.insert(0, %r)
import _asv_run
_asv_run.die_with_parent()
"""


def test_a_detached_process_is_ended_long_after_the_timeout_and_the_point_failed(tmp_path, monkeypatch):
    monkeypatch.setattr(asv_process, "STUCK_S", 0.0)
    environment = {**os.environ, asv_process._MARK: "here"}
    command = [sys.executable, "-c", DETACHING]
    asv = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        detached = psutil.Process(int(asv.stdout.readline()))
        events = tmp_path / "events.jsonl"
        events.write_text(json.dumps({"event": "start", "benchmark": "m.time_a", "index": 3, "timeout_s": 0.01}) + "\n")
        watch = asv_process._Watch(events, lambda event: None, "here")
        assert watch.release(asv.pid) is False
        assert detached.is_running()  # nothing runs yet, as far as is known
        watch.read()
        time.sleep(0.02)
        assert watch.release(asv.pid) is False
        assert psutil.wait_procs([detached], timeout=120)[1] == []
        assert "a process that it left behind" in watch.starved["m.time_a", 3]
        assert asv.poll() is None
        assert watch.release(asv.pid) is True  # that didn't help: then asv itself has to end
    finally:
        asv.kill()
        asv.communicate()


def test_processes_of_others_are_left_alone():
    assert asv_process.left_behind(os.getpid(), "nobody's mark") == []


def test_what_asv_keeps_for_a_while_goes_with_the_sweep_unless_its_socket_would_have_too_long_a_name(tmp_path):
    folder = Path("/tmp") / ("x" * 20)
    assert asv_process._temporary_folder(tmp_path / ("x" * 100)) == {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "mkdir", lambda self, **options: None)
        assert asv_process._temporary_folder(folder) == {"TMPDIR": str(folder / "t")}


@pytest.mark.parametrize("how", ["interrupted", "killed"])
def test_what_a_benchmark_has_detached_ends_with_a_sweep_that_is_stopped(tmp_path, how):
    pytest.importorskip("asv")
    script = tmp_path / "asv.py"
    script.write_text(f"{DIES_WITH_PARENT % str(Path(asv_process.__file__).parent)}\n{DETACHING}")
    code = (
        "import sys\nfrom pathlib import Path\nfrom wythoff.harness.sweep import asv_process\n"
        "asv_process._SCRIPT = Path(sys.argv[1])\nhere = Path(sys.argv[2])\n"
        "asv_process.run_asv({}, here, here, print)\n"
    )
    command = [sys.executable, "-c", code, str(script), str(tmp_path)]
    sweep = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        until = time.monotonic() + 60
        log = tmp_path / "asv.log"
        while not (log.exists() and log.read_text().endswith("\n")):
            assert time.monotonic() < until
            time.sleep(0.02)
        detached = psutil.Process(int(log.read_text()))
    finally:
        sweep.send_signal(signal.SIGINT if how == "interrupted" else signal.SIGKILL)
        sweep.wait(60)
    assert psutil.wait_procs([detached], timeout=120)[1] == []


def test_an_asv_that_gets_no_thread_says_so_and_ends():
    pytest.importorskip("asv")
    code = 'import threading\ndef refuse(self):\n    raise RuntimeError("can\'t start new thread")\n'
    code += f"threading.Thread.start = refuse\n{DIES_WITH_PARENT % str(Path(asv_process.__file__).parent)}"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    told = "the system allows no further threads or processes: end some, or raise the limit\n"
    assert (ended.returncode, ended.stderr) == (1, told)
