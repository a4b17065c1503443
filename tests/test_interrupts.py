"""Ctrl-C: the first ends a command in one sentence and code 130, any further one ends the process at once."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from cli_runner import wait_until_armed
from made_results import SIZES, result_file, series

from wythoff import _interrupts

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="signals of POSIX, and Linux's /proc")

SAID = "wythoff: interrupted\n"
STUBBORN = """
import os, sys, time
from wythoff import _interrupts
_interrupts.GRACE_S = float(sys.argv[1])
_interrupts.arm("wythoff")
with _interrupts.undoing(lambda: os.write(1, b"undone\\n")):
    while True:
        try:
            print("ready", flush=True)
            time.sleep(600)
        except KeyboardInterrupt:
            pass
"""


def ctrl_c():
    """Let a child take Ctrl-C as a shell's foreground would, whatever the tests were started by."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def start(*words, **options):
    command = [sys.executable, *map(str, words)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, preexec_fn=ctrl_c, start_new_session=True, **pipes, **options)


@pytest.mark.parametrize(("grace_s", "times"), [(0.1, 1), (600, 2)])
def test_a_command_that_takes_no_notice_is_ended_after_a_while_or_by_the_second_one(grace_s, times):
    process = start("-c", STUBBORN, grace_s)
    for _ in range(times):
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
    output, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, SAID)
    assert output.endswith("undone\n")


@pytest.mark.parametrize("delay_s", [0, 0.03, 0.1, 0.2])
def test_ctrl_c_while_the_command_is_still_importing_is_one_sentence(delay_s):
    process = start("-m", "wythoff._command", "fit", "no-such-folder")
    wait_until_armed(process)
    time.sleep(delay_s)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, SAID) or "no-such-folder does not exist" in said


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_ends_a_fit_of_many_series_and_its_workers(tmp_path, times):
    for number in range(400):
        result_file(tmp_path, {f"m.time_{number}": series("n log n", SIZES)}, environment=f"e{number}")
    process = start("-m", "wythoff._command", "fit", tmp_path, "--csv")
    parent, workers = psutil.Process(process.pid), []
    while not workers:
        assert process.poll() is None
        time.sleep(0.01)
        workers = parent.children(recursive=True)
    for _ in range(times):
        os.killpg(process.pid, signal.SIGINT)
    output, said = process.communicate(timeout=60)
    assert (process.returncode, output, said) == (130, "", SAID)
    assert psutil.wait_procs(workers, timeout=20)[1] == []


def test_within_a_program_ctrl_c_is_as_before():
    before = signal.getsignal(signal.SIGINT)

    def interrupted():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(60)

    with pytest.raises(KeyboardInterrupt), _interrupts.watched("x"):
        interrupted()
    assert signal.getsignal(signal.SIGINT) is before
    assert not _interrupts.came()


def test_what_is_heard_after_the_command_ends_nothing(monkeypatch):
    ended = []
    monkeypatch.setattr(os, "_exit", ended.append)
    monkeypatch.setattr(_interrupts, "GRACE_S", 0.01)
    watch = _interrupts._Watch("x")
    watch.begin()
    watch._end_soon(signal.SIGINT, at_once=False)
    watch.end()
    watch._end_soon(signal.SIGINT, at_once=False)
    watch._end_soon(signal.SIGINT, at_once=True)
    time.sleep(0.1)
    assert not ended
