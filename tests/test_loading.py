"""Where a process's limits leave little address space, no library hangs, crashes or is told to be missing."""

import subprocess
import sys

import pytest

from wythoff._process import entry, loading
from wythoff.errors import InputError

BOUNDED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({bytes}, {bytes}))
from wythoff import _command
sys.argv = ["wythoff", *sys.argv[1:]]
_command.main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits as Linux has them")
@pytest.mark.parametrize(
    "words", [["fit", "x.csv"], ["table", "9", "-o", "x.parquet"], ["table", "9000", "-o", "x.npy"]]
)
def test_a_library_for_which_there_is_no_room_is_one_sentence(tmp_path, words):
    (tmp_path / "x.csv").write_text("n,seconds\n" + "".join(f"{n},{n}\n" for n in range(1, 9)))
    # Enough for a thread's arena, which may take 64 MB of it, and less than the libraries need.
    command = [sys.executable, "-c", BOUNDED.format(bytes=135_000_000), *words]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1)
    assert "of memory to load, and the limits of this process leave" in ended.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["x.csv"]


def test_what_is_small_is_loaded_under_any_limit(monkeypatch):
    monkeypatch.setattr(loading, "left_by_process_limits", lambda: [1, 2**60])
    assert loading._Looking().find_spec("json") is None
    with pytest.raises(loading.NoRoomError, match=r"^numpy takes 120 MB .* leave 1 B .*: raise them$"):
        loading._Looking().find_spec("numpy")


def test_without_limits_nothing_is_looked_for(monkeypatch):
    monkeypatch.setattr(loading, "left_by_process_limits", list)
    before = list(sys.meta_path)
    loading.look_before()
    assert sys.meta_path == before


def load():
    raise ImportError("lib.so: failed to map segment from shared object")


def load_with_another_error():
    try:
        load()
    except ImportError:
        raise OSError("lib.so could not be found") from None


def take_for_missing():
    try:
        load()
    except ImportError:
        raise InputError("lib is not installed") from None


@pytest.mark.parametrize("command", [load, load_with_another_error, take_for_missing])
def test_a_library_that_finds_no_memory_is_not_told_to_be_missing(command, capsys):
    with pytest.raises(SystemExit) as ended:
        entry.run(command, "wythoff")
    assert ended.value.code == "wythoff: the memory is used up: give the process more, or ask for less at once"


def test_another_import_that_fails_is_not_taken_for_it():
    def command():
        raise ImportError("no module named so")

    with pytest.raises(ImportError):
        entry.run(command, "wythoff")
