"""Files that are written whole or not at all."""

import io
import os
import signal
import stat
import threading
from pathlib import Path

import pytest
from other_user import NOBODY, open_folder, run_as_nobody

from wythoff._files.reading import read_bytes
from wythoff._files.writing import UNFINISHED, open_to_append, whole_file
from wythoff._process.output import _Output
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


on_posix = pytest.mark.skipif(os.name != "posix", reason="links, modes and descriptors of POSIX")


def write(file, text=b"new", **options):
    with whole_file(file, **options) as stream:
        stream.write(text)


@on_posix
def test_a_file_that_its_user_may_not_write_is_not_replaced(tmp_path):
    file = tmp_path / "file"
    file.write_text("old")
    file.chmod(0o444)
    if os.access(file, os.W_OK):  # root may write anything: then somebody else has to try
        tmp_path.chmod(0o777)
        code = (
            "try:\n    with whole_file(pathlib.Path(sys.argv[1])) as stream: stream.write(b'new')\n"
            "except InputError as error: print(error)"
        )
        before = "import pathlib, sys\nfrom wythoff._files.writing import whole_file\n"
        before += "from wythoff.errors import InputError\n"
        said = run_as_nobody(code, open_folder(tmp_path) / "file", before=before).stdout
        assert said == f"{file} can't be written: Permission denied\n"
    else:
        with pytest.raises(InputError, match="can't be written: Permission denied"):
            write(file)
    assert (file.read_text(), names(tmp_path)) == ("old", ["file"])


@on_posix
def test_a_file_that_is_replaced_keeps_its_owner_and_its_mode(tmp_path):
    if os.geteuid():
        pytest.skip("only root may write another user's file without being let to")
    file = tmp_path / "file"
    file.write_text("old")
    os.chown(file, NOBODY, NOBODY)
    file.chmod(0o664)
    write(file)
    there = file.stat()
    assert (there.st_uid, there.st_gid, stat.S_IMODE(there.st_mode)) == (NOBODY, NOBODY, 0o664)


@on_posix
def test_a_new_file_has_the_mode_that_the_user_wants(tmp_path):
    before = os.umask(0o027)
    try:
        write(tmp_path / "file")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


@pytest.mark.parametrize("name", ["x" * 250 + ".csv", "é" * 125])
def test_a_name_that_the_system_accepts_is_accepted(tmp_path, name):
    write(tmp_path / name)
    assert names(tmp_path) == [name]


@on_posix
def test_links_that_go_round_are_one_sentence(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(InputError, match="a can't be written: Too many levels of symbolic links"):
        write(tmp_path / "a")


@on_posix
def test_a_link_in_somebody_elses_folder_is_not_followed_out_of_it(tmp_path):
    folder, outside = tmp_path / "folder", tmp_path / "outside"
    folder.mkdir()
    outside.write_text("mine")
    for name, leads_to in (("direct", outside), ("dangling", tmp_path / "nothing"), ("up", Path("../outside"))):
        (folder / name).symlink_to(leads_to)
        with pytest.raises(InputError, match=f"{name} is a link that leads out of .*folder: remove it"):
            write(folder / name, inside=folder)
        with pytest.raises(InputError, match="leads out of"):
            open_to_append(folder / name, folder)
    (folder / "real").write_text("old")
    (folder / "link").symlink_to("real")
    write(folder / "link", inside=folder)
    assert (folder / "real").read_text() == "new"
    assert (outside.read_text(), names(tmp_path)) == ("mine", ["folder", "outside"])


@on_posix
def test_what_is_no_file_in_somebody_elses_folder_is_refused_without_waiting(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    for how in (write, open_to_append):
        with pytest.raises(InputError, match="fifo is no ordinary file: remove it"):
            how(tmp_path / "fifo", **({"inside": tmp_path}))


@on_posix
def test_an_unfinished_file_can_not_be_foreseen_nor_be_a_link(tmp_path, monkeypatch):
    monkeypatch.setattr("secrets.token_hex", lambda n: "0" * 16)
    (tmp_path / f".file.{'0' * 16}.part").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="can't be written: File exists"):
        write(tmp_path / "file")
    assert not (tmp_path / "elsewhere").exists()
    monkeypatch.undo()
    with whole_file(tmp_path / "file"):
        (part,) = set(names(tmp_path)) - {f".file.{'0' * 16}.part"}
        assert UNFINISHED.fullmatch(part)
        assert part != f".file.{'0' * 16}.part"


@on_posix
def test_what_is_open_already_is_written_to_where_it_stands(tmp_path):
    with (tmp_path / "log").open("wb") as log:
        log.write(b"before ")
        log.flush()
        write(Path(f"/dev/fd/{log.fileno()}"))
        log.write(b" after")
    assert (tmp_path / "log").read_bytes() == b"before new after"


@on_posix
def test_a_pipe_is_written_to(tmp_path):
    reader, writer = os.pipe()
    write(Path(f"/dev/fd/{writer}"))
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        assert stream.read() == b"new"


@on_posix
def test_a_foreign_file_is_read_without_waiting_and_up_to_a_bound(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    for odd in (tmp_path / "fifo", Path("/dev/zero"), tmp_path):
        with pytest.raises((InputError, IsADirectoryError), match=r"is no ordinary file|Is a directory"):
            read_bytes(odd, 10)
    (tmp_path / "file").write_bytes(b"0123456789")
    assert read_bytes(tmp_path / "file", 10) == b"0123456789"
    with pytest.raises(InputError, match="file has more than 9 B, which is more than can be read"):
        read_bytes(tmp_path / "file", 9)


@on_posix
@pytest.mark.parametrize("form", ["/dev/fd/{}", "/proc/self/fd/{}", "/proc/{pid}/fd/{}", "/dev/../dev/fd/{}"])
def test_a_link_to_what_is_open_already_is_written_to_where_that_stands(tmp_path, form):
    if not Path("/proc/self/fd").exists() and "proc" in form:
        pytest.skip("this system has no /proc")
    with (tmp_path / "log").open("ab") as log:
        log.write(b"before ")
        log.flush()
        (tmp_path / "link").symlink_to(form.format(log.fileno(), pid=os.getpid()))
        (tmp_path / "further").symlink_to("link")
        write(tmp_path / "further")
    assert (tmp_path / "log").read_bytes() == b"before new"
    assert (tmp_path / "link").is_symlink()


@on_posix
def test_a_folder_in_place_of_a_foreign_file_leaves_no_descriptor_open(tmp_path):
    before = len(list(Path("/dev/fd").iterdir()))
    for _ in range(3):
        with pytest.raises(IsADirectoryError):
            read_bytes(tmp_path, 10)
    assert len(list(Path("/dev/fd").iterdir())) == before


@on_posix
def test_standard_output_that_is_set_not_to_wait_is_waited_for():
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    read = []

    def drain():
        while piece := os.read(reader, 2**20):
            read.append(piece)

    slow = threading.Timer(0.2, drain)
    slow.start()
    with io.BufferedWriter(_Output(writer)) as stream:
        stream.write(b"x" * 10**6)
    os.close(writer)
    slow.join()
    os.close(reader)
    assert sum(map(len, read)) == 10**6
