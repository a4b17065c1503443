"""The commands on tables in folders: table --folder, verify of a folder, agree."""

import json

import pytest
import typer
from cli_runner import run

from wythoff import cli, oracle
from wythoff.commands.out_of_core import agree

pytest.importorskip("pyarrow", reason="stored tables need pyarrow")
pytest.importorskip("filelock", reason="stored tables need filelock")

from wythoff.out_of_core import open_table


def write(folder, *options, n=2000, a=2):
    return run("table", "--to", n, "-a", a, "--folder", folder, "--workers", 0, *options)


def test_table_writes_a_folder_and_tells_what_it_wrote(tmp_path):
    result = write(tmp_path / "t", "--partition-rows", 500)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"{tmp_path / 't'}: rows 0 to 2000 in 5 files, ")
    t = open_table(tmp_path / "t")
    assert list(t) == oracle.mex_table(2001, 2)
    assert t.manifest.layout.partition_rows == 500


def test_table_begins_where_it_is_told_and_takes_the_last_row_as_argument(tmp_path):
    assert (
        run("table", "300", "--from", 100, "--folder", tmp_path, "--workers", 0, "--strategy", "arithmetic").returncode
        == 0
    )
    t = open_table(tmp_path)
    assert (t.start, t.n, t.a, t.manifest.layout.strategy) == (100, 300, 1, "arithmetic")


@pytest.mark.slow
def test_table_computes_on_processes_of_its_own(tmp_path):
    result = run("table", "--to", 20_000, "--folder", tmp_path, "--partition-rows", 5000, "--workers", 2)
    assert (result.returncode, result.stderr) == (0, "")
    assert len(open_table(tmp_path)) == 20_001


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--folder", "t"], "give the last row once, as N or by --to"),
        (["5", "--to", "5"], "give the last row once, as N or by --to"),
        (["5", "--workers", "2"], "--scheduler, --tls-*, --workers and --partition-rows go with --folder FOLDER"),
        (["5", "--folder", "t", "--threads", "2"], "--folder computes on processes, --workers says on how many"),
        (["5", "--threads", "two"], "threads must be a whole number, got 'two'"),
        (["5", "--threads", "1025"], "threads must be a whole number from 1 to 1024, got 1025"),
        (["5", "--strategy", "recursive-merge", "--threads", "2"], "strategy recursive-merge takes one thread"),
        (["5", "--folder", "t", "--misere"], "--folder writes the table of normal play as Parquet"),
        (["5", "--folder", "t", "--format", "csv"], "--folder writes the table of normal play as Parquet"),
        (["5", "--folder", "t", "--workers", "two"], "workers must be a whole number, got 'two'"),
        (["5", "--folder", "t", "--workers", "-1"], "workers must be a whole number from 0 to 10000, got -1"),
        (["5", "--folder", "t", "--partition-rows", "0"], "partition_rows must be a whole number from 1"),
        (["5", "--folder", "t", "--strategy", "recursive-merge"], "strategy recursive-merge starts at row 0 only"),
    ],
)
def test_table_refuses_in_one_sentence(tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    result = run("table", *arguments)
    assert result.is_one_sentence()
    assert result.stderr.startswith(f"wythoff: {message}")
    assert not list(tmp_path.rglob("*.parquet"))


@pytest.mark.parametrize(
    ("missing", "arguments", "message"),
    [
        (
            "pyarrow",
            ["table", "5", "--folder", "t"],
            "table --folder needs pyarrow; install the extra: pip install 'wythoff[dask]'",
        ),
        (
            "distributed",
            ["table", "5", "--folder", "t", "--scheduler", "tcp://127.0.0.1:1"],
            "computing on a scheduler needs distributed; install the extra: pip install 'wythoff[dask]'",
        ),
        (
            "pyarrow",
            ["verify", "."],
            "verify of a folder needs pyarrow; install the extra: pip install 'wythoff[dask]'",
        ),
    ],
)
def test_a_missing_package_names_the_extra(tmp_path, monkeypatch, missing, arguments, message):
    import importlib.util

    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else find(name))
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    assert result.is_one_sentence()
    assert result.stderr.startswith(f"wythoff: {message}")


def test_verify_of_a_folder_counts_its_rows(tmp_path):
    write(tmp_path)
    result = run("verify", tmp_path, "--workers", 0)
    assert (result.returncode, result.stdout) == (0, "2001 rows checked, n from 0 to 2000, a = 2: all right\n")


def test_verify_of_a_folder_names_what_is_damaged(tmp_path):
    write(tmp_path, "--partition-rows", 1000)
    file = sorted(tmp_path.glob("*.parquet"))[1]
    file.unlink()
    result = run("verify", tmp_path, "--workers", 0)
    assert result.returncode == 1
    assert result.stdout == (
        f"{file.name}: it is missing\n"
        "1001 rows checked, n from 0 to 2000, a = 2: the table has 2001 rows and is not all right\n"
    )
    data = json.loads(run("verify", tmp_path, "--workers", 0, "--json").stdout)
    assert (data["ok"], data["n_rows"], data["problems"]) == (False, 1001, [f"{file.name}: it is missing"])


def test_verify_of_a_folder_without_a_table_is_one_sentence(tmp_path):
    result = run("verify", tmp_path, "--workers", 0)
    assert result.is_one_sentence()
    assert "holds no stored table" in result.stderr


@pytest.fixture
def agree_only(monkeypatch):
    """Let the command line have this one command."""
    app = typer.Typer(pretty_exceptions_enable=False)
    app.callback()(lambda: None)
    app.command("agree")(agree)
    monkeypatch.setattr(cli, "app", app)


@pytest.mark.usefixtures("agree_only")
def test_agree_counts_the_rows_of_each_strategy():
    result = run("agree", "--to", 1000, "-a", 2, "--workers", 0, "--strategies", "algebraic,recursive-merge")
    assert (result.returncode, result.stdout) == (
        0,
        "algebraic        1001 rows\nrecursive-merge  1001 rows\nall agree with each other and with the certificate\n",
    )


@pytest.mark.usefixtures("agree_only")
def test_agree_tells_the_first_disagreement():
    # known_values: the first row at a = 2 where alpha in doubles gives a wrong A, one too large.
    n, strategies = 93222358, "algebraic,algebraic-float64"
    options = ["--to", n + 10, "--from", n - 10, "-a", 2, "--workers", 0, "--strategies", strategies]
    result = run("agree", *options)
    assert result.returncode == 1
    assert result.stdout.splitlines()[-1].startswith(f"first disagreement: row {n}, where algebraic-float64 gives (")
    data = json.loads(run("agree", *options, "--json").stdout)
    assert (data["ok"], data["first"]["n"], data["first"]["strategy"]) == (False, n, "algebraic-float64")


@pytest.mark.usefixtures("agree_only")
def test_agree_refuses_in_one_sentence():
    result = run("agree", "--to", "1e5")
    assert result.is_one_sentence()
    assert result.stderr == "wythoff: to must be a whole number, got '1e5'\n"
