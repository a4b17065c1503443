"""Files that are written whole or not at all."""

import os
import signal
import stat
import threading
from pathlib import Path

import pytest

from wythoff._files import whole_file
from wythoff.errors import InputError


def names(folder):
    return sorted(entry.name for entry in folder.iterdir())


def fail(file, make_error):
    """Write half a file, then raise what `make_error` makes, if it hasn't raised by itself."""
    with whole_file(file) as stream:
        stream.write(b"half")
        raise make_error()


def test_a_whole_file_appears_at_the_end_only(tmp_path):
    file = tmp_path / "file"
    with whole_file(file) as stream:
        stream.write(b"new")
        assert not file.exists()
    assert file.read_bytes() == b"new"
    assert names(tmp_path) == ["file"]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit, BrokenPipeError])
def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path, error):
    file = tmp_path / "file"
    file.write_text("old")
    with pytest.raises(error):
        fail(file, error)
    assert file.read_text() == "old"
    assert names(tmp_path) == ["file"]


def test_a_full_disk_is_one_sentence(tmp_path):
    with pytest.raises(InputError, match="file can't be written: No space left"):
        fail(tmp_path / "file", lambda: OSError(28, "No space left on device"))
    assert names(tmp_path) == []


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_request_to_terminate_leaves_nothing_half_written(tmp_path):
    with pytest.raises(SystemExit) as ending:
        fail(tmp_path / "file", lambda: os.kill(os.getpid(), signal.SIGTERM))
    assert ending.value.code == 128 + signal.SIGTERM
    assert names(tmp_path) == []
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_a_whole_file_is_written_from_any_thread(tmp_path):
    def write():
        with whole_file(tmp_path / "file") as stream:
            stream.write(b"text")

    thread = threading.Thread(target=write)
    thread.start()
    thread.join()
    assert (tmp_path / "file").read_bytes() == b"text"


@pytest.mark.skipif(os.name != "posix", reason="links and modes of POSIX")
def test_links_and_modes_stay(tmp_path):
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    with whole_file(link) as stream:
        stream.write(b"new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name != "posix", reason="devices of POSIX")
def test_a_device_is_written_to_and_not_replaced():
    with whole_file(Path(os.devnull)) as stream:
        stream.write(b"nothing")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


@pytest.mark.parametrize("name", ["", "missing/file"])
def test_a_place_that_takes_no_file_is_one_sentence(tmp_path, name):
    with pytest.raises(InputError, match=r"is a folder: name a file in it|can't be written: No such file"):
        fail(tmp_path / name, RuntimeError)
