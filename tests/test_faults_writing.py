"""Every command that writes, on a disk that is full or read-only: one sentence, and what was there is untouched."""

import os
import subprocess
import sys

import pytest
from cli_runner import run, start
from full_disk import fill, read_only, small_disk

WRITERS = {
    "machine": "machine --save --name box",
    "fit --plot": "fit {here}/times.csv --plot {disk}/plots",
    "report": "report {here}/times.csv -o {disk}/page",
    "table csv": "table 20000 --output {disk}/rows.csv",
    "table npy": "table 20000 --output {disk}/rows.npy",
    "table parquet": "table 2000000 --output {disk}/rows.parquet",
    "board svg": "board 30 --output {disk}/board.svg",
    "board png": "board 30 --output {disk}/board.png",
    "play": "play nim 3 4 5 --moves hint;quit --save {disk}/match.json",
}


@pytest.fixture
def here(tmp_path):
    (tmp_path / "times.csv").write_text("n,seconds\n" + "".join(f"{n},{n * 1e-6}\n" for n in (10, 100, 1000, 10**4)))
    return tmp_path


def words_of(name, here, disk):
    words = [word.replace("{here}", str(here)).replace("{disk}", str(disk)) for word in WRITERS[name].split()]
    if "play" in name:
        words[words.index("--moves") + 1] = "take 1 from 3; quit"
    return words


def command(name, here, disk):
    words = words_of(name, here, disk)
    if words[0] == "report":
        return run_report_alone(words, here)
    return start(*words, env={**os.environ, "HOME": str(disk), "MPLCONFIGDIR": str(here)})


def run_report_alone(words, here):
    code = (
        "import typer; from wythoff._process.entry import run; from wythoff.harness.report.command import report; "
        "app = typer.Typer(); app.callback()(lambda: None); app.command('report')(report); run(app, 'wythoff')"
    )
    return subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=120)


def snapshot(folder):
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def write_what_was_there(disk):
    """Put something small where each command writes."""
    for name in ("rows.csv", "rows.npy", "rows.parquet", "board.svg", "board.png"):
        (disk / name).write_text("old")
    (disk / ".asv-machine.json").write_text('{"other": {"machine": "other"}, "version": 1}')


def check(result):
    assert result.returncode == 1, result
    assert result.stderr.count("\n") == 1, result.stderr
    assert result.stderr.startswith("wythoff: ")
    assert "Traceback" not in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_is_one_sentence_and_leaves_what_was_there(here, name):
    with small_disk(here / "disk") as disk:
        write_what_was_there(disk)
        fill(disk)
        before = snapshot(disk)
        result = command(name, here, disk)
        assert snapshot(disk) == before
    check(result)
    assert "space" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITERS)
def test_a_read_only_disk_is_one_sentence(here, name, monkeypatch):
    with small_disk(here / "disk") as disk:
        write_what_was_there(disk)
        read_only(disk)
        before = snapshot(disk)
        monkeypatch.setenv("HOME", str(disk))
        result = run(*words_of(name, here, disk))
        assert snapshot(disk) == before
    check(result)
    assert "ead-only" in result.stderr or "write-protected" in result.stderr


@pytest.mark.slow
def test_a_disk_that_fills_up_under_a_long_table_leaves_the_old_one(here):
    with small_disk(here / "disk") as disk:
        assert command("table csv", here, disk).returncode == 1  # 20000 rows take more than the disk holds
        assert list(disk.iterdir()) == []
        (disk / "rows.csv").write_text("n,A,B\n")
        check(command("table csv", here, disk))
        assert snapshot(disk) == {disk / "rows.csv": b"n,A,B\n"}


@pytest.mark.parametrize("output", ["--json", "--csv"])
def test_a_fit_whose_spool_has_no_room_prints_nothing(here, output, monkeypatch):
    monkeypatch.setattr("wythoff.harness.fit.run._IN_MEMORY", 10)
    with small_disk(here / "disk") as disk:
        fill(disk)
        monkeypatch.setattr("tempfile.tempdir", str(disk))
        result = run("fit", here / "times.csv", output)
    assert result.is_one_sentence()
    assert result.stdout == ""
