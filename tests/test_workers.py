"""Worker processes: who can talk to them, and how they end."""

import os
import signal
import sys
import threading
import time
import types

import psutil
import pytest

from wythoff._process import workers
from wythoff.harness.pool import map_all


def double(number):
    return 2 * number


def refuse(number):
    raise ZeroDivisionError(f"of {number}")


def refuse_oddly():
    class Local(Exception):
        pass

    raise Local("of a kind that can't be told")


def die(number):
    os._exit(number)


def whoami():
    print("noise on standard output", flush=True)
    return os.getpid(), sys.stdin.read(), signal.getsignal(signal.SIGINT)


def sleep(seconds):
    time.sleep(seconds)


def children():
    """List the workers; the test's process may have other children, a browser for instance."""
    found = psutil.Process().children(recursive=True)
    return [process for process in found if any(text.endswith("worker.py") for text in process.cmdline())]


def test_results_come_in_order_where_that_is_asked_for():
    tasks = [(number,) for number in range(50)]
    assert list(workers.run(double, tasks, 2, in_order=True)) == [2 * number for number in range(50)]
    assert sorted(workers.run(double, tasks, 2)) == [2 * number for number in range(50)]


def test_nothing_to_do_is_done():
    assert list(workers.run(double, [], 1)) == []


@pytest.mark.parametrize(("function", "error"), [(refuse, ZeroDivisionError), (die, workers.WorkersLostError)])
def test_what_a_task_raises_or_dies_of_is_raised(function, error):
    with pytest.raises(error):
        list(workers.run(function, [(1,)], 1))
    assert not children()


def test_an_error_that_no_other_process_knows_is_told_in_words():
    with pytest.raises(RuntimeError, match="Local: of a kind that can't be told"):
        list(workers.run(refuse_oddly, [()], 1))


def test_what_a_task_prints_or_reads_does_not_reach_the_pipes(capfd):
    ((pid, read, handler),) = workers.run(whoami, [()], 1)
    assert pid != os.getpid()
    assert (read, handler) == ("", signal.SIG_IGN)
    assert capfd.readouterr() == ("", "noise on standard output\n")


def test_a_program_is_found_although_another_of_its_name_lies_in_the_current_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # Where the current folder is searched, as in an interactive session, the other program is what is asked for.
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    for name in ("pickle", "struct", "queue", "threading", "wythoff", "test_workers"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not mine')")
    assert list(workers.run(double, [(4,)], 1)) == [8]


def test_workers_listen_nowhere_and_end_when_their_results_are_not_wanted_any_more():
    results = workers.run(sleep, [(0,), (600,), (600,), (600,)], 2)
    assert next(results) is None
    mine = children()
    assert len(mine) == 2
    assert not [connection for process in mine for connection in process.net_connections(kind="inet")]
    results.close()
    assert not children()


@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
def test_where_the_system_allows_no_process_that_is_said(monkeypatch):
    def refuse_process(*arguments, **options):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(workers.subprocess, "Popen", refuse_process)
    with pytest.raises(workers.WorkersLostError, match="no worker process can be started"):
        list(workers.run(double, [(1,)], 2))


def test_a_function_that_workers_can_not_import_is_called_here(monkeypatch):
    module = types.ModuleType("nowhere_to_be_found")
    exec("def once(number=1): return number", module.__dict__)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    with pytest.raises(workers.WorkersLostError, match="can't import"):
        list(workers.run(module.once, [()], 1))
    assert map_all(module.once, [3] * 50, processes=2) == [3] * 50


@pytest.mark.parametrize("error", [RuntimeError("can't start new thread"), MemoryError()])
def test_where_the_system_allows_a_process_and_no_thread_nobody_waits_for_it(monkeypatch, error):
    class Refused(threading.Thread):
        def start(self):
            raise error

    monkeypatch.setattr(workers.threading, "Thread", Refused)
    with pytest.raises(workers.WorkersLostError, match="no worker process can be started"):
        list(workers.run(double, [(1,)], 2))
    assert not children()
