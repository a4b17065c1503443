"""Folders appear whole or not at all, and take the place of nothing but their like."""

import os
import signal

import pytest

from wythoff._files.folders import whole_folder
from wythoff.errors import InputError


def is_ours(folder):
    return (folder / "ours").exists()


def fill(folder, text):
    folder.mkdir()
    (folder / "ours").write_text(text)


def test_a_folder_appears_at_the_end_and_takes_the_place_of_an_earlier_one(tmp_path):
    for text in ("first", "second"):
        with whole_folder(tmp_path / "new" / "f", is_ours) as part:
            fill(part, text)
            assert not (tmp_path / "new" / "f").exists() or (tmp_path / "new" / "f" / "ours").read_text() == "first"
        assert (tmp_path / "new" / "f" / "ours").read_text() == text
        assert [entry.name for entry in (tmp_path / "new").iterdir()] == ["f"]


@pytest.mark.parametrize("error", [ValueError, BlockingIOError, KeyboardInterrupt, SystemExit])
def test_an_error_leaves_the_old_folder_and_nothing_else(tmp_path, error):
    fill(tmp_path / "f", "old")

    def fail():
        with whole_folder(tmp_path / "f", is_ours) as part:
            fill(part, "new")
            raise error

    with pytest.raises(error):
        fail()
    assert (tmp_path / "f" / "ours").read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["f"]


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_request_to_terminate_leaves_nothing_half_written(tmp_path):
    def end():
        with whole_folder(tmp_path / "f", is_ours) as part:
            part.mkdir()
            os.kill(os.getpid(), signal.SIGTERM)

    with pytest.raises(SystemExit):
        end()
    assert not list(tmp_path.iterdir())


def test_what_a_killed_writer_left_is_removed_by_a_later_one(tmp_path):
    old, young, others = (
        tmp_path / name for name in (".f.0123456789abcdef.part", ".f.fedcba9876543210.part", ".g.0123456789abcdef.part")
    )
    for left in (old, young, others):
        fill(left, "left")
    for left in (old, others):
        os.utime(left, (0, 0))
    with whole_folder(tmp_path / "f", is_ours) as part:
        fill(part, "new")
        assert old.exists(), "it may hold what the folder had, until there is another"
    assert sorted(tmp_path.iterdir()) == sorted([tmp_path / "f", young, others])


def test_what_is_no_such_folder_is_not_replaced(tmp_path):
    other, file, ring = tmp_path / "other", tmp_path / "file", tmp_path / "ring"
    other.mkdir()
    (other / "thesis.tex").write_text("mine")
    file.write_text("mine")
    ring.symlink_to(ring)
    for path, words in ((other, "holds other things"), (file, "is a file"), (ring, "can't be written: Too many")):
        with pytest.raises(InputError, match=words), whole_folder(path, is_ours) as part:
            fill(part, "new")
    assert (other / "thesis.tex").read_text() == file.read_text() == "mine"


def test_an_empty_folder_and_one_behind_a_link_are_filled(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "link").symlink_to("empty")
    with whole_folder(tmp_path / "link", is_ours) as part:
        fill(part, "new")
    assert (tmp_path / "empty" / "ours").read_text() == "new"
    assert (tmp_path / "link").is_symlink()
