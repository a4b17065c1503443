"""What large tables cost: the script that measures it, on small ones."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import cli_runner
import pytest

pytest.importorskip("pyarrow", reason="stored tables need pyarrow")
pytest.importorskip("distributed", reason="workers need dask")

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).parents[1] / "scripts" / "measure_large_tables.py"
PAGE = Path(__file__).parents[1] / "docs" / "large-tables.md"


def run(*arguments):
    return subprocess.run([sys.executable, SCRIPT, *map(str, arguments)], capture_output=True, text=True, timeout=300)


def test_a_size_gets_a_line_whose_figures_are_measured(tmp_path):
    before = PAGE.read_bytes()
    ended = run("--to", 30_000, "--scratch", tmp_path, "--print")
    assert ended.returncode == 0, ended.stderr
    header, rule, row, _, where, lookups = ended.stdout.rstrip().splitlines()
    assert rule == "|" + "---:|" * (header.count("|") - 1)
    assert row.startswith("| 30,000 | ")
    assert row.count("|") == header.count("|")
    *times, pay_write, pay_verify = [float(found) for found in re.findall(r"(\d+\.\d+)(?: s)? (?=\|)", row)][:6]
    assert pay_write == pytest.approx(times[2] / times[0], rel=0.1)
    assert pay_verify == pytest.approx(times[3] / times[1], rel=0.1)
    assert re.match(r"Whole commands at a = 2, on .+ together held \d+ MB at most\.$", where)
    assert len(re.findall(r"\(median; at most \d+\.\d ms\)", lookups)) == 2
    assert ended.stderr.count("verify") == 2
    assert list(tmp_path.iterdir()) == []
    assert PAGE.read_bytes() == before


def test_each_size_gets_its_line(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(SCRIPT.parent)
    script = importlib.import_module("measure_large_tables")
    asked = []

    class Run:
        """The same command, but in this process, with seconds and bytes that can be told from each other."""

        def __init__(self, command, *arguments):
            *others, option, workers = arguments
            assert option == "--workers"
            asked.append((command, workers))
            ended = cli_runner.run(command, *others, option, 0)
            assert ended.returncode == 0, ended.stderr
            self.seconds = len(asked) * (1.0 if workers == 1 else 0.5)
            self.peak_bytes = len(asked) * 10**6

    monkeypatch.setattr(script, "Run", Run)
    monkeypatch.setattr(script, "usable_cores", lambda: 3)
    _, _, *rows, _, where, lookups, _ = script.figures([30_000, 20_000], tmp_path).split("\n")
    assert asked == 2 * [("table", 1), ("verify", 1), ("table", 3), ("verify", 3)]
    assert [row.split(" | ")[:7] for row in rows] == [
        ["| 20,000", "1.5 s", "2.0 s", "1.0 s", "2.0 s", "0.67", "1.00"],
        ["| 30,000", "3.5 s", "4.0 s", "5.0 s", "6.0 s", "1.43", "1.50"],
    ]
    assert where.startswith("Whole commands at a = 2, on 3 cores unless the column says one: ")
    assert where.endswith(" together held 8.0 MB at most.")
    assert lookups.startswith("Of the largest table 300 random rows were read in ")
    assert list(tmp_path.iterdir()) == []


def test_a_command_that_fails_is_one_sentence():
    ended = run("--to", 2**64, "--print")
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr.startswith("measure_large_tables: wythoff table --to 18446744073709551616")
    assert "a stored table holds numbers below 2^64" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_a_scratch_folder_that_is_not_there_is_one_sentence(tmp_path):
    ended = run("--to", 10, "--scratch", tmp_path / "nowhere")
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1)
