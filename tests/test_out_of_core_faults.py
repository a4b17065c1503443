"""
Full disks, damaged files and what earlier runs left: the same command must make the same table afterwards.

Each test compares with an undisturbed run: every byte of every file, and the manifest but for its times.
"""

import json
import os
import random
import shutil
import subprocess
import sys

import pytest
import warm_interpreter

from wythoff import table
from wythoff.errors import InputError

pytest.importorskip("pyarrow", reason="stored tables need pyarrow")
pytest.importorskip("filelock", reason="stored tables need filelock")


from full_disk import small_disk
from made_table import LONG_N, LONG_PARTITION_ROWS, A, contents, write_words
from pyarrow import parquet

from wythoff.out_of_core import manifest, open_table, verify_table, write_table

pytestmark = pytest.mark.slow

SMALL_N, SMALL_ROWS = 5000, 1000


@pytest.fixture
def small(tmp_path):
    """A small stored table, and what it holds."""
    folder = tmp_path / "table"
    write_table(folder, SMALL_N, A, partition_rows=SMALL_ROWS, workers=0)
    return folder, contents(folder)


def resume(folder):
    write_table(folder, SMALL_N, A, partition_rows=SMALL_ROWS, workers=0)


def test_partitions_that_are_whole_are_not_made_again(small):
    folder, before = small
    victim = sorted(folder.glob("rows-*"))[2]
    inodes = {file.name: file.stat().st_ino for file in folder.glob("rows-*") if file != victim}
    victim.unlink()
    resume(folder)
    assert contents(folder) == before
    assert {name: (folder / name).stat().st_ino for name in inodes} == inodes


def test_a_full_disk_is_one_sentence_and_more_room_is_enough(tmp_path, undisturbed):
    disk = tmp_path / "disk"
    with small_disk(disk, "500k"):
        folder = disk / "table"
        failed = warm_interpreter.run(write_words(folder, "--workers", 0), cwd=tmp_path)
        assert failed.returncode == 1
        assert failed.stderr.startswith("wythoff: ")
        assert failed.stderr.endswith("can't be written: No space left on device\n")
        assert failed.stderr.count("\n") == 1
        whole = {file.name: file.read_bytes() for file in folder.glob("rows-*.parquet")}
        assert 0 < len(whole) < LONG_N // LONG_PARTITION_ROWS
        assert all(undisturbed[1][name] == content for name, content in whole.items())
        recorded = [entry["file"] for entry in json.loads((folder / manifest.NAME).read_text())["partitions"]]
        assert 0 <= len(whole) - len(recorded) <= 1  # the last one may have left no room for the record
        subprocess.run(["mount", "-o", "remount,size=20m", str(disk)], check=True)
        inodes = {name: (folder / name).stat().st_ino for name in recorded}
        warm_interpreter.run(write_words(folder, "--workers", 0), cwd=tmp_path).check_returncode()
        assert contents(folder) == undisturbed
        assert {name: (folder / name).stat().st_ino for name in recorded} == inodes


def test_a_limit_on_the_size_of_files_is_one_sentence_too(tmp_path):
    resource = pytest.importorskip("resource", reason="the system has no such limits")
    folder = tmp_path / "table"
    write = write_words(folder, "--workers", 0, n=1_500_000, rows=1_300_000)
    limited = subprocess.run(
        [sys.executable, *write],
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY)),
    )
    assert limited.returncode == 1
    assert limited.stderr.endswith("can't be written: File too large\n")
    assert limited.stderr.count("\n") == 1
    assert not list(folder.glob("*.part"))
    warm_interpreter.run(write, cwd=tmp_path).check_returncode()
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
def test_a_damaged_or_missing_manifest_and_the_table_are_made_again(small, share):
    folder, before = small
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


@pytest.mark.parametrize(
    "change",
    [
        {"row_group_rows": 0}, {"row_group_rows": -5}, {"row_group_rows": "x"}, {"row_group_rows": None},
        {"row_group_rows": 10**13}, {"partition_rows": 0}, {"partition_rows": [1]}, {"partition_rows": 2**40},
        {"start": -1}, {"start": True}, {"a": 0}, {"dtype": "float64"}, {"strategy": 5}, {"more": 1},
    ],
    ids=str,
)  # fmt: skip
def test_a_footer_that_can_not_be_ours_is_not_believed(small, change):
    folder, _ = small
    (folder / manifest.NAME).unlink()
    victim = sorted(folder.glob("rows-*"))[1]
    for file in folder.glob("rows-*"):
        if file != victim:
            file.unlink()
    table = parquet.read_table(victim)
    layout = {**json.loads(table.schema.metadata[b"wythoff"]), **change}
    parquet.write_table(table.replace_schema_metadata({b"wythoff": json.dumps(layout)}), victim)
    before = victim.read_bytes()
    write_table(folder, SMALL_N, A, partition_rows=SMALL_ROWS, workers=0)
    assert verify_table(folder, workers=0).ok
    assert victim.read_bytes() != before


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
@pytest.mark.parametrize(
    "name",
    [
        ".wythoff-table.lock",
        ".wythoff-table.holder.json",
        "_wythoff-table.json",
        f"rows-{0:020d}-{99:020d}.parquet",
    ],
)
def test_a_link_that_was_planted_in_the_folder_leads_no_write_out_of_it(tmp_path, name):
    folder, mine = tmp_path / "table", tmp_path / "mine"
    folder.mkdir()
    mine.write_text("mine")
    (folder / name).symlink_to(mine)
    if name == manifest.NAME:  # a damaged one is put aside, and so is the link
        write_table(folder, 99, 2, workers=0)
    else:
        with pytest.raises(InputError, match=rf"{name} is a link that leads out of .*table: remove it"):
            write_table(folder, 99, 2, workers=0)
    assert mine.read_text() == "mine"
