"""Ctrl-C: the first ends a command in one sentence and code 130, any further one ends the process at once."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest
from cli_runner import wait_until_armed
from made_results import SIZES, result_file, series

from wythoff._process import entry, interrupts, threads

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="signals of POSIX, and Linux's /proc")

SAID = "wythoff: interrupted\n"
STUBBORN = """
import os, sys, time
from wythoff._process import threads
from wythoff._process import interrupts
from wythoff._process import entry
interrupts.GRACE_S = float(sys.argv[1])
interrupts.arm("wythoff")
with interrupts.undoing(lambda: os.write(1, b"undone\\n")):
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
    output, said = process.communicate(timeout=120)
    assert (process.returncode, said) == (130, SAID)
    assert output.endswith("undone\n")


BROKEN_OFF = """
import os, signal, sys
from wythoff._process import interrupts
from wythoff._files import writing

class Half:
    def __init__(self, how):
        if how:
            os.kill(os.getpid(), getattr(signal, how))
        self.whole = True

    def __del__(self):
        self.whole

interrupts.arm("wythoff")
try:
    with interrupts.ending(), writing.ending_as_exceptions():
        try:
            Half(sys.argv[1])
        except (KeyboardInterrupt, SystemExit) as error:
            caught = error.with_traceback(None)  # the object goes now, as where a library catches what ends it
            raise caught from None
        Half.__new__(Half)
finally:
    interrupts.leave()
"""


@pytest.mark.parametrize(("how", "code", "said"), [("SIGINT", 130, SAID), ("SIGTERM", 143, "")])
def test_an_object_that_a_signal_left_half_made_is_not_mentioned(how, code, said):
    process = start("-c", BROKEN_OFF, how)
    _, error = process.communicate(timeout=120)
    assert (process.returncode, error) == (code, said)


def test_an_object_that_no_signal_left_half_made_is_mentioned():
    _, error = start("-c", BROKEN_OFF, "").communicate(timeout=120)
    assert "AttributeError: 'Half' object has no attribute 'whole'" in error


def test_ctrl_c_while_the_watch_for_it_begins_is_one_sentence(monkeypatch, capsys):
    from wythoff import _command

    def interrupted(name):
        raise KeyboardInterrupt

    monkeypatch.setattr(interrupts, "arm", interrupted)
    monkeypatch.setattr(interrupts, "leave", lambda: None)
    with pytest.raises(SystemExit) as ended:
        _command.main()
    assert (ended.value.code, capsys.readouterr().err) == (130, SAID)


@pytest.mark.parametrize("delay_s", [0, 0.03, 0.1, 0.2])
def test_ctrl_c_while_the_command_is_still_importing_is_one_sentence(delay_s):
    process = start("-m", "wythoff._command", "fit", "no-such-folder")
    wait_until_armed(process)
    time.sleep(delay_s)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=120)
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
    output, said = process.communicate(timeout=120)
    assert (process.returncode, output, said) == (130, "", SAID)
    assert psutil.wait_procs(workers, timeout=120)[1] == []


def interrupt():
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(60)


@pytest.mark.parametrize("how", ["import", "exit", "nothing"])
def test_an_error_that_an_interrupt_is_taken_for_is_told_as_an_interrupt(how, capsys):
    class Taken:
        def __set_name__(self, owner, name):  # what is raised in here Python 3.11 raises as a RuntimeError
            interrupt()

    def command():
        if how == "import":
            type("Owner", (), {"taken": Taken()})
        with contextlib.suppress(KeyboardInterrupt):
            interrupt()
        if how == "exit":
            sys.exit(7)

    with pytest.raises(SystemExit) as ended:
        entry.run(command, "wythoff")
    assert (ended.value.code, capsys.readouterr().err) == (130, SAID)


def test_an_error_without_an_interrupt_stays_what_it_is():
    with pytest.raises(ZeroDivisionError), interrupts.watched("x"), interrupts.ending():
        raise ZeroDivisionError


def test_the_sentence_is_told_once_and_whole_whoever_comes_second():
    told = []

    def slowly(sentence):
        other.start()
        time.sleep(0.05)
        told.append(sentence)

    watch = interrupts._Watch("x")
    other = threading.Thread(target=watch.tell, args=(told.append,))
    watch.tell(slowly)
    other.join()
    assert told == ["x: interrupted\n"]


def test_what_goes_on_until_ctrl_c_ends_well_by_it(monkeypatch):
    ended = []
    monkeypatch.setattr(os, "_exit", ended.append)
    monkeypatch.setattr(interrupts, "GRACE_S", 0.01)

    def command():
        try:
            interrupt()
        except KeyboardInterrupt:
            interrupts.awaited()
        time.sleep(0.1)

    entry.run(command, "wythoff")
    assert not ended


NO_THREADS = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
from wythoff import _command
sys.argv = ["wythoff", "table", "5", "-a", "2", "--strategy", "recursive-merge", "-f", "csv"]
_command.main()
"""


def test_a_library_that_gets_no_threads_is_not_taken_for_ctrl_c():
    if os.cpu_count() == 1 or (os.geteuid() == 0 and not shutil.which("setpriv")):
        pytest.skip("the limit doesn't hold for root")
    # A user of the number 54321 who may read everything: the interpreter may lie where only root may look.
    rights = ["--inh-caps", "+dac_override", "--ambient-caps", "+dac_override"]
    other = ["setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups", *rights]
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    command = [*(other if os.geteuid() == 0 else []), sys.executable, "-c", NO_THREADS]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("n,A,B\n0,0,0\n1,1,3\n")


def test_programs_of_others_get_as_many_threads_as_before(monkeypatch):
    monkeypatch.setattr(threads, "_is_ours", False)
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    threads.need_none()
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
    assert "OPENBLAS_NUM_THREADS" not in threads.environment_as_it_was()
    monkeypatch.setattr(threads, "_is_ours", False)
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    threads.need_none()
    assert threads.environment_as_it_was()["OPENBLAS_NUM_THREADS"] == "3"


def test_within_a_program_ctrl_c_is_as_before():
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), interrupts.watched("x"):
        interrupt()
    assert signal.getsignal(signal.SIGINT) is before
    assert not interrupts.came()


def test_what_is_heard_after_the_command_ends_nothing(monkeypatch):
    ended = []
    monkeypatch.setattr(os, "_exit", ended.append)
    monkeypatch.setattr(interrupts, "GRACE_S", 0.01)
    watch = interrupts._Watch("x")
    watch.begin()
    watch._end_soon(signal.SIGINT, at_once=False)
    watch.end()
    watch._end_soon(signal.SIGINT, at_once=False)
    watch._end_soon(signal.SIGINT, at_once=True)
    time.sleep(0.1)
    assert not ended
