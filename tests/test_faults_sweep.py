"""The sweep under faults: killed at any moment, disks full or read-only, damaged files, odd clocks, little memory."""

import io
import json
import os
import time
from random import Random
from types import SimpleNamespace

import psutil
import pytest
from full_disk import fill, read_only, small_disk
from hostile import EVENTS, damage_bytes, damaged
from made_project import STEPS, configure, events, result_file, start, sweep, values, wait_until, write_suite
from rich.console import Console

from wythoff.errors import InputError
from wythoff.harness.results import read_results
from wythoff.harness.sweep import journal
from wythoff.harness.sweep import run as sweep_module
from wythoff.harness.sweep.options import SweepOptions

pytest.importorskip("asv")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="signals, limits and mounts of POSIX")]

GREEDY = """
import resource

class Greedy:
    params = [1, 2, 3]
    param_names = ["n"]
    version = "1"
    def track_greedy(self, n):
        resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
        return len(bytearray(2**31 if n == 2 else n))

def track_after():
    return 1
"""
ALL = {("Steps.track_steps", str(n)): n for n in range(1, 9)}


def is_sound(project):
    """Whether every file that a kill may have left is whole, and says nothing that was not measured."""
    folder = project / "results"
    if folder.exists():
        for file in folder.rglob("*.json"):
            json.loads(file.read_text())
    found = values(project) if any(folder.glob("box/*-*.json")) else {}
    assert found.items() <= ALL.items()
    measured = [event.n for event in events(project, "measured")]
    assert len(measured) == len(set(measured))
    return found


def kill_again_and_again(project, kills, seed):
    write_suite(project, STEPS)
    random = Random(seed)
    before = 0
    for _ in range(kills):
        process = start(project, "Steps", batch_s=0.5)
        try:
            time.sleep(random.uniform(0.1, 3.5))
            children = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
        finally:
            process.kill()
            process.communicate()
        assert psutil.wait_procs(children, timeout=120)[1] == []
        found = len(is_sound(project))
        assert found >= before  # nothing that was saved is ever lost
        before = found
    code, _ = sweep(project, "Steps")
    assert code == 0
    assert values(project) == ALL
    assert not list(project.parent.glob("wythoff-sweep-*"))
    assert not list((project / "results").rglob(".*.part"))


def test_a_few_kills_lose_nothing_that_was_saved(project):
    kill_again_and_again(project, 3, seed=1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(6))
def test_many_kills_lose_nothing_that_was_saved(project, seed):
    kill_again_and_again(project, 10, seed)


@pytest.mark.parametrize("what", ["full", "read-only"])
def test_a_results_folder_on_a_disk_that_takes_nothing_is_named(project, what):
    write_suite(project, STEPS)
    with small_disk(project / "results") as disk:
        sweep(project, "Steps", max_n=2)
        before = {file: file.read_bytes() for file in disk.rglob("*.json*")}
        assert before
        (fill if what == "full" else read_only)(disk)
        with pytest.raises(InputError, match=r"No space left|Read-only") as caught:
            sweep(project, "Steps")
        assert str(disk / "box") in str(caught.value) or "saved" in str(caught.value)
        assert {file: file.read_bytes() for file in disk.rglob("*.json*")} == before
        assert not list(disk.rglob(".*.part"))


def test_a_home_that_can_not_be_written_is_named(project, monkeypatch, tmp_path):
    with small_disk(tmp_path / "home") as home:
        read_only(home)
        monkeypatch.setenv("HOME", str(home))
        with pytest.raises(InputError, match=r"\.asv-machine\.json can't be written"):
            sweep(project, "plain")
        assert not (project / "results").exists()


def test_a_home_that_can_not_be_written_is_no_fault_where_the_machine_is_known(project, monkeypatch, tmp_path):
    with small_disk(tmp_path / "home") as home:
        (home / ".asv-machine.json").write_text('{"box": {"machine": "box"}, "version": 1}')
        read_only(home)
        monkeypatch.setenv("HOME", str(home))
        assert sweep(project, "plain")[0] == 0
        assert values(project) == {("track_plain",): 7}


def test_damaged_results_between_two_sweeps_are_named_or_merged_and_never_lost_unread(project):
    write_suite(project, STEPS)
    sweep(project, "Steps", max_n=3)
    file = result_file(project)
    good = file.read_bytes()
    refused = 0
    for seed in range(4):
        random = Random(seed)
        content = damage_bytes(random, good) if seed % 2 else damaged(random, json.loads(good))
        file.write_bytes(content)
        message = ""
        try:
            sweep(project, "Steps", max_n=4, retry_failed=True)
        except InputError as error:
            message = str(error)
        if message:
            refused += 1
            assert file.read_bytes() == content, seed
            assert "Traceback" not in message, seed
            assert str(file) in message or "asv" in message, seed
        else:
            assert file.read_bytes() == content or values(project).items() <= ALL.items(), seed
    assert refused
    file.write_bytes(good)
    assert sweep(project, "Steps")[0] == 0
    assert values(project) == ALL


def test_a_damaged_journal_costs_nothing_but_time(project):
    write_suite(project, STEPS)
    sweep(project, "Steps", max_n=3)
    file = project / "results" / "box" / journal.FILE_NAME
    lines = file.read_bytes()
    file.write_bytes(
        damage_bytes(Random(3), lines) + b"\n" + b"\n".join(damaged(Random(seed), EVENTS[0]) for seed in range(20))
    )
    assert sweep(project, "Steps")[0] == 0
    assert values(project) == ALL


def test_dates_that_jump_change_nothing(project, monkeypatch):
    write_suite(project, STEPS)
    days = iter(range(10**6))

    class Jumping(journal.datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            day = next(days)
            return cls(2026, 1, 1, tzinfo=tz) + journal.datetime.timedelta(days=-day if day % 2 else day)

    monkeypatch.setattr(journal.datetime, "datetime", Jumping)
    monkeypatch.setattr(time, "time", lambda: -1e9 * next(days))
    assert sweep(project, "Steps", max_n=4)[0] == 0
    assert sweep(project, "Steps")[0] == 0
    found = events(project, "measured")
    assert sorted(event.n for event in found) == list(range(1, 9))
    assert all(0 <= event.wall_s < 60 for event in found)
    assert len({event.time for event in found}) > 1


def test_a_point_without_memory_is_recorded_and_the_sweep_goes_on(project):
    write_suite(project, GREEDY)
    assert sweep(project)[0] == 2  # asv's code for benchmarks that failed
    (failed,) = events(project, "failed")
    assert (failed.n, failed.reason) == (2, "MemoryError")
    assert values(project) == {("Greedy.track_greedy", "1"): 1, ("track_after",): 1}


def test_of_two_sweeps_at_once_the_second_names_the_first_and_a_dead_one_is_no_hindrance(project):
    process = start(project, "Slow", batch_s=2.5)
    try:
        wait_until((project / "results" / "box" / ".sweep.holder").exists)
        with pytest.raises(InputError, match=rf"another sweep \(process {process.pid}\) is writing to"):
            sweep(project, "plain")
    finally:
        process.kill()
        process.communicate()
    assert sweep(project, "plain")[0] == 0
    assert values(project)["track_plain",] == 7


def test_a_scratch_disk_that_fills_up_ends_the_sweep_and_keeps_what_was_saved(project, monkeypatch, tmp_path):
    write_suite(project, STEPS)
    sweep(project, "Steps", max_n=2)
    before = result_file(project).read_bytes()
    real = sweep_module.run_asv
    with small_disk(tmp_path / "scratch") as disk:
        monkeypatch.setattr("tempfile.tempdir", str(disk))

        def on_a_full_disk(request, *more):
            if request["action"] == "measure":
                fill(disk)
            return real(request, *more)

        monkeypatch.setattr(sweep_module, "run_asv", on_a_full_disk)
        with pytest.raises(InputError, match="No space left"):
            sweep(project, "Steps")
    assert result_file(project).read_bytes() == before
    assert len(read_results(project / "results").rows) == 8


def test_a_project_whose_environment_asv_can_not_tell_is_one_sentence(project):
    configure(project, environment_type=None)
    with pytest.raises(InputError, match="asv can't use the project") as caught:
        sweep(project, "plain")
    assert "Traceback" not in str(caught.value)


def test_a_folder_that_was_removed_meanwhile_is_named_and_nothing_called_saved_that_is_not(tmp_path):
    config, scratch = SimpleNamespace(results_dir=tmp_path / "results"), tmp_path / "scratch"
    swept = sweep_module.Sweep(SweepOptions(config=tmp_path), config, "box", scratch, Console(file=io.StringIO()))
    assert swept.what_is_left().endswith("box was removed meanwhile, and its results with it")
    (tmp_path / "results" / "box").mkdir(parents=True)
    assert swept.what_is_left() == ", what was measured before is saved"
    swept._prepared = True
    assert "scratch was removed meanwhile, what was measured before is saved" in swept.what_is_left()
    (scratch / "results").mkdir(parents=True)
    (scratch / "results" / "benchmarks.json").touch()
    assert swept.what_is_left() == ", what was measured before is saved"


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (BlockingIOError(11, "Resource temporarily unavailable"), "the system allows no further threads or processes"),
        (OSError(27, "File too large", "file"), "file: File too large$"),
    ],
)
def test_a_sweep_that_the_system_stops_says_how(project, monkeypatch, error, sentence):
    def refuse(*arguments):
        raise error

    monkeypatch.setattr(sweep_module, "discover", refuse)
    with pytest.raises(InputError, match=f"the sweep had to end, what was measured before is saved: {sentence}"):
        sweep(project, "plain")
