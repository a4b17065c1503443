"""
Writers, workers and schedulers that are killed: the same command must make the same table afterwards.

Each test compares with an undisturbed run: every byte of every file, and the manifest but for its times.
"""

import contextlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import warm_interpreter

from wythoff.errors import InputError

pytest.importorskip("pyarrow", reason="stored tables need pyarrow")
pytest.importorskip("filelock", reason="stored tables need filelock")


from made_table import LONG_N, LONG_PARTITION_ROWS, A, contents, write_command, write_words

from wythoff.out_of_core import cluster, verify_table, write_table
from wythoff.out_of_core.lock import writing

pytestmark = pytest.mark.slow

SMALL_N, SMALL_ROWS = 5000, 1000


def wait_for_files(folder, count, process):
    while len(list(folder.glob("rows-*.parquet"))) < count and process.poll() is None:
        time.sleep(0.005)


def kill_at_random(folder, random_, *options):
    """Start a run, kill it at a random moment of its work, and tell whether it was still at work."""
    there = len(list(folder.glob("rows-*.parquet")))
    with Path(os.devnull).open("wb") as nowhere:
        words, out = write_words(folder, *options), nowhere.fileno()
        process = warm_interpreter.start(words, out, out, cwd=folder.parent)
    wait_for_files(folder, min(there + random_.randrange(8), LONG_N // LONG_PARTITION_ROWS), process)
    time.sleep(random_.random() * 0.05)
    killed = process.poll() is None
    process.kill()
    process.wait()
    process.stdin.close()
    return killed


def kill_until_done(folder, seed, kills, *options):
    random_ = random.Random(seed)
    done = 0
    while done < kills:
        if not kill_at_random(folder, random_, *options):
            shutil.rmtree(folder)  # it got to its end: begin again
        else:
            done += 1
    finished = warm_interpreter.run(write_words(folder, *options), cwd=folder.parent)
    assert finished.returncode == 0, f"seed {seed}: {finished.stderr}"


def test_a_writer_that_is_killed_goes_on_where_it_was(tmp_path, undisturbed):
    folder = tmp_path / "table"
    kill_until_done(folder, 1, 2, "--workers", 0)
    assert contents(folder) == undisturbed
    assert not [entry for entry in folder.iterdir() if entry.name.endswith(".part")]


def test_a_writer_with_workers_that_is_killed_goes_on_where_it_was(tmp_path, undisturbed):
    pytest.importorskip("distributed", reason="workers need dask")
    folder = tmp_path / "table"
    kill_until_done(folder, 3, 1, "--workers", 2)
    assert contents(folder) == undisturbed


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(10, 20))
def test_fifty_kills_change_nothing(tmp_path, undisturbed, seed):
    folder = tmp_path / "table"
    kill_until_done(folder, seed, 6, *(("--workers", 2) if seed % 5 == 0 else ("--workers", 0)))
    assert contents(folder) == undisturbed


@contextlib.contextmanager
def dask_cluster(folder):
    """Run a scheduler and two workers as processes of their own; yield the address and the processes."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    file = folder / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment, "cwd": folder}
    run = [sys.executable, "-m"]
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    processes = [subprocess.Popen([*run, "distributed.cli.dask_scheduler", *options], **quiet)]
    try:
        for _ in range(600):
            if file.exists() and file.read_text().endswith("}"):
                break
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        options = [address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
        for _ in range(2):
            processes.append(subprocess.Popen([*run, "distributed.cli.dask_worker", *options], **quiet))
        yield address, processes
    finally:
        for process in reversed(processes):
            process.kill()
            process.wait()


def test_a_killed_worker_is_made_up_for_by_the_other_and_a_killed_scheduler_is_one_sentence(tmp_path, undisturbed):
    pytest.importorskip("distributed", reason="workers need dask")
    folder = tmp_path / "table"
    with dask_cluster(tmp_path) as (address, (scheduler, worker, _)):
        process = subprocess.Popen(
            write_command(folder, "--scheduler", address), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        wait_for_files(folder, 4, process)
        assert process.poll() is None, process.communicate()
        os.kill(worker.pid, signal.SIGKILL)
        _, error = process.communicate(timeout=120)
        assert (process.returncode, error) == (0, "")
        assert contents(folder) == undisturbed
        found = verify_table(folder, scheduler=address)
        assert (found.ok, found.n_rows) == (True, LONG_N + 1)
        process = subprocess.Popen(
            write_command(tmp_path / "longer", "--scheduler", address, n=500_000_000, rows=2_000_000),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        wait_for_files(tmp_path / "longer", 2, process)
        scheduler.kill()
        _, error = process.communicate(timeout=120)
    assert (process.returncode, error) == (
        1,
        "wythoff: the connection to the Dask scheduler is lost: give the same command again when it is back\n",
    )


def test_an_interrupt_is_one_sentence_and_the_same_command_goes_on(tmp_path, undisturbed):
    pytest.importorskip("distributed", reason="workers need dask")
    folder = tmp_path / "table"
    process = subprocess.Popen(
        write_command(folder, "--workers", 2),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_for_files(folder, 3, process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers as well
    _, error = process.communicate(timeout=120)
    assert (process.returncode, error) == (
        130,
        "wythoff: interrupted: what is written stays, and the same command goes on from there\n",
    )
    warm_interpreter.run(write_words(folder, "--workers", 0), cwd=tmp_path).check_returncode()
    assert contents(folder) == undisturbed


def test_a_scheduler_that_is_not_there_is_one_sentence(tmp_path, monkeypatch):
    pytest.importorskip("distributed", reason="workers need dask")
    monkeypatch.setattr(cluster, "CONNECT_S", 0.5)
    with pytest.raises(InputError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1: "):
        write_table(tmp_path / "table", 10, A, scheduler="tcp://127.0.0.1:1")


@pytest.mark.parametrize(
    "answer",
    [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\0" * 100, b"\1" + b"\0" * 7 + b"\5" + b"\0" * 7 + b"hello" * 9],
)
def test_a_server_that_is_no_scheduler_is_one_sentence(tmp_path, monkeypatch, answer):
    pytest.importorskip("distributed", reason="workers need dask")
    monkeypatch.setattr(cluster, "CONNECT_S", 0.5)
    with socket.socket() as server:  # takes calls and says nothing, or something else than a scheduler
        server.bind(("127.0.0.1", 0))
        server.listen()
        callers = []

        def talk():
            with contextlib.suppress(OSError):
                while True:
                    callers.append(server.accept()[0])
                    callers[-1].sendall(answer)

        threading.Thread(target=talk, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(InputError, match=f"no Dask scheduler answers at {address}: [^:]"):
            write_table(tmp_path / "table", 10, A, scheduler=address)
        server.shutdown(socket.SHUT_RDWR)
        for caller in callers:
            caller.close()


@pytest.mark.parametrize(
    "address", ["", " ", "x", "tcp://[::1", "other://127.0.0.1:1", "inproc://x/1", "tcp://127.0.0.1:1"]
)
def test_an_address_without_a_scheduler_leaves_nothing_running(tmp_path, monkeypatch, address):
    # Dask's own client would leave a thread, and another client in this process wait for it and then fail.
    pytest.importorskip("distributed", reason="workers need dask")
    monkeypatch.setattr(cluster, "CONNECT_S", 0.5)
    with pytest.raises(InputError, match="no Dask scheduler answers at"):
        write_table(tmp_path / "table", 10, A, scheduler=address)
    assert "IO loop" not in {thread.name for thread in threading.enumerate()}


def test_a_scheduler_without_workers_is_one_sentence(tmp_path, monkeypatch):
    pytest.importorskip("distributed", reason="workers need dask")
    from distributed import LocalCluster

    monkeypatch.setattr(cluster, "PATIENCE_S", 0)
    http = {"dashboard_address": "127.0.0.1:0"}  # another test may have Dask's port
    options = {"host": "127.0.0.1", "dashboard_address": None, "scheduler_kwargs": http}
    with LocalCluster(n_workers=0, processes=True, **options) as empty:
        with pytest.raises(InputError, match="there has been no worker: start one"):
            write_table(tmp_path / "table", 10, A, scheduler=empty.scheduler_address)


def test_workers_start_without_a_warning_where_another_run_has_the_port_of_dask(tmp_path):
    pytest.importorskip("distributed", reason="workers need dask")
    with socket.socket() as other:
        with contextlib.suppress(OSError):  # somebody has it already
            other.bind(("127.0.0.1", 8787))
            other.listen()
        arguments = write_command(tmp_path / "table", "--workers", 1, n=SMALL_N, rows=SMALL_ROWS)
        done = subprocess.run(arguments, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_lock_of_a_writer_that_was_killed_holds_nobody_up(tmp_path):
    program = (
        "import sys, time, pathlib\nfrom wythoff.out_of_core.lock import writing\n"
        "with writing(pathlib.Path(sys.argv[1])):\n    print('held', flush=True)\n    time.sleep(600)\n"
    )
    holder = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(InputError, match=f"is being written by process {holder.pid} on"), writing(Path(tmp_path)):
            pass
    finally:
        holder.kill()
        holder.communicate()
    with writing(Path(tmp_path)) as mark:
        assert mark
