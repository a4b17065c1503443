"""
Writers and workers that are killed, full disks, damaged files: the same command must make the same table afterwards.

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
import time
from pathlib import Path

import pytest

from wythoff import table
from wythoff.errors import InputError

pytest.importorskip("pyarrow", reason="stored tables need pyarrow")
pytest.importorskip("filelock", reason="stored tables need filelock")

from pyarrow import parquet

from wythoff.out_of_core import cluster, manifest, open_table, verify_table, write_table
from wythoff.out_of_core.lock import writing

A, N, PARTITION_ROWS = 2, 12_000_000, 300_000
SMALL_N, SMALL_ROWS = 5000, 1000


def command(folder, *options, n=N, rows=PARTITION_ROWS):
    arguments = ["table", "--to", n, "-a", A, "--out", folder, "--partition-rows", rows, *options]
    return [sys.executable, "-m", "wythoff.cli", *map(str, arguments)]


def contents(folder):
    """Everything that must not depend on what happened on the way."""
    data = json.loads((folder / manifest.NAME).read_text())
    del data["created"], data["updated"]
    return data, {file.name: file.read_bytes() for file in sorted(folder.glob("*.parquet"))}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("undisturbed") / "table"
    write_table(folder, N, A, partition_rows=PARTITION_ROWS, workers=0)
    expected = table(N, A, strategy="recursive-merge")  # a strategy that knows no alpha
    read = parquet.read_table(folder)
    assert (read["A"].to_numpy() == expected.A).all()
    assert (read["B"].to_numpy() == expected.B).all()
    return contents(folder)


@pytest.fixture
def small(tmp_path):
    """A small stored table, and what it holds."""
    folder = tmp_path / "table"
    write_table(folder, SMALL_N, A, partition_rows=SMALL_ROWS, workers=0)
    return folder, contents(folder)


def resume(folder):
    write_table(folder, SMALL_N, A, partition_rows=SMALL_ROWS, workers=0)


def wait_for_files(folder, count, process):
    while len(list(folder.glob("rows-*.parquet"))) < count and process.poll() is None:
        time.sleep(0.005)


def kill_at_random(folder, random_, *options):
    """Start a run, kill it at a random moment of its work, and tell whether it was still at work."""
    there = len(list(folder.glob("rows-*.parquet")))
    process = subprocess.Popen(command(folder, *options), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for_files(folder, min(there + random_.randrange(8), N // PARTITION_ROWS), process)
    time.sleep(random_.random() * 0.05)
    killed = process.poll() is None
    process.kill()
    process.wait()
    return killed


def kill_until_done(folder, seed, kills, *options):
    random_ = random.Random(seed)
    done = 0
    while done < kills:
        if not kill_at_random(folder, random_, *options):
            shutil.rmtree(folder)  # it got to its end: begin again
        else:
            done += 1
    finished = subprocess.run(command(folder, *options), capture_output=True, text=True, timeout=120)
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


def test_partitions_that_are_whole_are_not_made_again(small):
    folder, before = small
    victim = sorted(folder.glob("rows-*"))[2]
    inodes = {file.name: file.stat().st_ino for file in folder.glob("rows-*") if file != victim}
    victim.unlink()
    resume(folder)
    assert contents(folder) == before
    assert {name: (folder / name).stat().st_ino for name in inodes} == inodes


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


def test_a_worker_that_is_killed_is_made_up_for_by_the_other(tmp_path, undisturbed):
    pytest.importorskip("distributed", reason="workers need dask")
    folder = tmp_path / "table"
    with dask_cluster(tmp_path) as (address, (_, worker, _)):
        process = subprocess.Popen(
            command(folder, "--scheduler", address), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        wait_for_files(folder, 4, process)
        assert process.poll() is None, process.communicate()
        os.kill(worker.pid, signal.SIGKILL)
        _, error = process.communicate(timeout=120)
        assert (process.returncode, error) == (0, "")
        assert contents(folder) == undisturbed
        found = verify_table(folder, scheduler=address)
        assert (found.ok, found.n_rows) == (True, N + 1)


def test_a_scheduler_that_is_killed_is_one_sentence(tmp_path):
    pytest.importorskip("distributed", reason="workers need dask")
    folder = tmp_path / "table"
    with dask_cluster(tmp_path) as (address, (scheduler, *_)):
        process = subprocess.Popen(
            command(folder, "--scheduler", address, n=500_000_000, rows=2_000_000),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        wait_for_files(folder, 2, process)
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
        command(folder, "--workers", 2),
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
    subprocess.run(command(folder, "--workers", 0), check=True, capture_output=True, timeout=120)
    assert contents(folder) == undisturbed


def test_a_scheduler_that_is_not_there_is_one_sentence(tmp_path, monkeypatch):
    pytest.importorskip("distributed", reason="workers need dask")
    monkeypatch.setattr(cluster, "CONNECT_S", 0.5)
    with pytest.raises(InputError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1: "):
        write_table(tmp_path / "table", 10, A, scheduler="tcp://127.0.0.1:1")


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
        arguments = command(tmp_path / "table", "--workers", 1, n=SMALL_N, rows=SMALL_ROWS)
        done = subprocess.run(arguments, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@contextlib.contextmanager
def small_disk(folder, size, *options):
    """Mount a file system in memory, where this process may."""
    folder.mkdir(exist_ok=True)
    mounted = hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("mount")
    arguments = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if not mounted or subprocess.run(arguments, capture_output=True).returncode:
        pytest.skip("mounting a small file system needs root and its permission")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_one_sentence_and_more_room_is_enough(tmp_path, undisturbed):
    disk = tmp_path / "disk"
    with small_disk(disk, "500k"):
        folder = disk / "table"
        failed = subprocess.run(command(folder, "--workers", 0), capture_output=True, text=True, timeout=120)
        assert failed.returncode == 1
        assert failed.stderr.startswith("wythoff: ")
        assert failed.stderr.endswith("can't be written: No space left on device\n")
        assert failed.stderr.count("\n") == 1
        whole = {file.name: file.read_bytes() for file in folder.glob("rows-*.parquet")}
        assert 0 < len(whole) < N // PARTITION_ROWS
        assert all(undisturbed[1][name] == content for name, content in whole.items())
        subprocess.run(["mount", "-o", "remount,size=20m", str(disk)], check=True)
        inodes = {name: (folder / name).stat().st_ino for name in whole}
        subprocess.run(command(folder, "--workers", 0), check=True, capture_output=True, timeout=120)
        assert contents(folder) == undisturbed
        assert {name: (folder / name).stat().st_ino for name in whole} == inodes


def test_a_limit_on_the_size_of_files_is_one_sentence_too(tmp_path):
    resource = pytest.importorskip("resource", reason="the system has no such limits")
    folder = tmp_path / "table"
    write = command(folder, "--workers", 0, n=1_500_000, rows=1_300_000)
    limited = subprocess.run(
        write,
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY)),
    )
    assert limited.returncode == 1
    assert limited.stderr.endswith("can't be written: File too large\n")
    assert limited.stderr.count("\n") == 1
    assert not list(folder.glob("*.part"))
    subprocess.run(write, check=True, capture_output=True, timeout=120)
    assert verify_table(folder, workers=0).n_rows == 1_500_001


def test_a_folder_that_can_not_be_written_is_one_sentence(tmp_path):
    disk = tmp_path / "disk"
    if os.geteuid() != 0:
        disk.mkdir(mode=0o500)
        with pytest.raises(InputError, match="can't be written: Permission denied"):
            write_table(disk, SMALL_N, A, workers=0)
        return
    with small_disk(disk, "1m"):
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(InputError, match="can't be written: Read-only file system"):
            write_table(disk, SMALL_N, A, workers=0)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_file_that_is_cut_off_is_made_again(small, share):
    folder, before = small
    for file in sorted(folder.glob("rows-*"))[1:4:2]:
        content = file.read_bytes()
        file.write_bytes(content[: int(len(content) * share)])
    assert not verify_table(folder, workers=0).ok
    resume(folder)
    assert contents(folder) == before


def test_a_flipped_bit_anywhere_is_noticed_and_mended(small):
    folder, before = small
    file = sorted(folder.glob("rows-*"))[1]
    for flipped in flips(file.read_bytes(), 40, 1.0):
        file.write_bytes(flipped)
        assert not verify_table(folder, workers=0).ok
        resume(folder)
        assert contents(folder) == before


def test_a_flipped_bit_does_not_survive_without_the_manifest(small):
    folder, _ = small
    file = sorted(folder.glob("rows-*"))[1]
    for flipped in flips(file.read_bytes(), 20, 0.3):  # in the pages, far from the footer
        file.write_bytes(flipped)
        (folder / manifest.NAME).unlink()
        resume(folder)
        # A flip that leaves every number as it was, in a page's statistics say, is none: only the checksum sees it.
        assert verify_table(folder, workers=0).ok
        assert [row for block in open_table(folder).blocks() for row in block.rows()] == list(table(SMALL_N, A).rows())


def flips(content, count, share):
    random_ = random.Random(5)
    for _ in range(count):
        flipped = bytearray(content)
        flipped[random_.randrange(int(len(content) * share))] ^= 1 << random_.randrange(8)
        yield bytes(flipped)


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.95, None])
def test_a_damaged_or_missing_manifest_is_made_again_from_the_files(small, share):
    folder, before = small
    inodes = {file.name: file.stat().st_ino for file in folder.glob("rows-*")}
    path = folder / manifest.NAME
    text = path.read_bytes()
    if share is None:
        path.unlink()
    else:
        path.write_bytes(text[: int(len(text) * share)])
        with pytest.raises(InputError, match="is damaged, it is cut off or was changed: give the command"):
            open_table(folder)
    resume(folder)
    assert contents(folder) == before
    assert {file.name: file.stat().st_ino for file in folder.glob("rows-*")} == inodes
    damaged = folder / f"{manifest.NAME}.damaged"
    assert (damaged.read_bytes() if damaged.exists() else None) == (
        None if share is None else text[: int(len(text) * share)]
    )


def test_a_damaged_manifest_does_not_let_another_table_be_overwritten(small):
    folder, before = small
    (folder / manifest.NAME).write_bytes(b"{")
    with pytest.raises(InputError, match="holds a table of a = 2, not of a = 3"):
        write_table(folder, SMALL_N, 3, partition_rows=SMALL_ROWS, workers=0)
    assert {file.name: file.read_bytes() for file in folder.glob("rows-*")} == before[1]


def test_what_an_earlier_run_left_behind_is_removed_and_nothing_else(small):
    folder, before = small
    (folder / f".{manifest.file_name(0, 999)}.4711.part").write_bytes(b"half")
    (folder / f".{manifest.NAME}.4711.part").write_bytes(b"half")
    (folder / "notes.txt").write_text("mine")
    first = folder / manifest.file_name(0, 999)
    shutil.copy(first, folder / manifest.file_name(0, 998))  # of our table, and in no plan
    resume(folder)
    assert contents(folder) == before
    assert not list(folder.glob(".*.part"))
    assert (folder / "notes.txt").read_text() == "mine"


def test_an_unreadable_file_of_a_name_like_ours_is_left_alone(small):
    folder, _ = small
    stranger = folder / manifest.file_name(7, 8)
    stranger.write_bytes(b"precious")
    with pytest.raises(InputError, match=f"{stranger.name} is no part of the table and can't be read: move it away"):
        resume(folder)
    assert stranger.read_bytes() == b"precious"


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
