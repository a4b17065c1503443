"""The plotting script on a results folder of its own making."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "plot_sweep.py"
SIZES = ["10", "100", "1000"]


def run(*arguments):
    return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True, timeout=120)


@pytest.fixture
def results(tmp_path):
    folder = tmp_path / "results" / "box"
    folder.mkdir(parents=True)
    (folder / "machine.json").write_text(json.dumps({"machine": "box", "version": 1}))
    params = [["'first'", "'second'"], SIZES]
    values = [1e-6, 1e-5, 1e-4, 1e-6, None, float("nan")]
    samples = [[value, 2 * value] if value and value == value else None for value in values]
    columns = ["result", "params", "version", "samples"]
    (folder / "0123abcd-env.json").write_text(
        json.dumps(
            {
                "commit_hash": "0123abcd",
                "env_name": "env",
                "date": 0,
                "params": {"machine": "box"},
                "python": "3.11",
                "requirements": {},
                "env_vars": {},
                "result_columns": columns,
                "results": {"suite.time_it": [values, params, "1", samples]},
                "durations": {},
                "version": 2,
            }
        )
    )
    described = {"name": "suite.time_it", "param_names": ["way", "n"], "params": params, "type": "time"}
    (tmp_path / "results" / "benchmarks.json").write_text(json.dumps({"suite.time_it": described, "version": 2}))
    return tmp_path / "results"


@pytest.mark.slow
def test_draws_the_series_that_have_two_sizes(results, tmp_path):
    pytest.importorskip("matplotlib")
    pictures = [tmp_path / name for name in ("one.svg", "two.svg")]
    for picture in pictures:
        result = run(results, "time_it", picture)
        assert result.returncode == 0, result.stderr
    drawn = pictures[0].read_text()
    assert "<!-- first -->" in drawn
    assert "<!-- second -->" not in drawn
    assert drawn == pictures[1].read_text(), "the same data must give the same file"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("RESULTS", "nothing"), "plot_sweep: no series of time over size in "),
        (("RESULTS", "("), "plot_sweep: "),
        (("NOWHERE", "time"), "plot_sweep: "),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_sentence(results, tmp_path, arguments, sentence):
    places = {"RESULTS": results, "NOWHERE": tmp_path / "nowhere"}
    result = run(*(places.get(argument, argument) for argument in arguments), tmp_path / "picture.svg")
    assert result.returncode == 1
    assert result.stderr.startswith(sentence)
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.glob("*.svg"))
