"""The script that times functions of known growth: its rules, its file, and a real run at tiny sizes."""

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from interpreted import SCRIPTS, load

DATA = Path(__file__).parent / "data"
STORED = DATA / "growth_functions.json"
SCORE = Path(__file__).parents[2] / "shared" / "growth" / "score.py"

script = load("measure_growth")
functions = load("growth_functions")
# What was measured beside busy neighbours, and the modules that it is about.
BUSY = {
    "growth_functions_busy.json": functions.BY_FIELD,
    "growth_functions_third.json": functions.BY_APPLICATION,
    "growth_functions_fourth.json": functions.BY_USE,
}
HORNER = script.FUNCTIONS["numba_horner"]


def run(*arguments):
    command = [sys.executable, SCRIPTS / "measure_growth.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def check_series(series, clock="samples"):
    """Assert what every reader of the format relies on."""
    function = script.FUNCTIONS[series["name"]]
    assert series["true_class"] == function.law
    assert series["subtle"] is function.subtle
    assert (series["kind"], series["unit"]) == ("real", "s")
    assert len(series["n"]) == len(series[clock]) >= 7
    assert series["n"] == function.sizes[: len(series["n"])]
    for row in series[clock]:
        assert len(row) == script.ROUNDS * script.SAMPLES_A_ROUND
        for value in row:
            assert 0.0 < value < 60.0
            assert value == float(f"{value:.4g}")


@pytest.fixture
def quick(monkeypatch):
    """Make samples of 20 us and stop at 1 ms a call; without SciPy's and NumPy's real facts about the machine."""
    monkeypatch.setattr(script, "SAMPLE_S", 2e-5)
    monkeypatch.setattr(script, "LONGEST_CALL_S", 1e-3)
    monkeypatch.setattr(script, "describe", lambda: {"cpu": "some", "numpy": "2"})


def test_every_call_has_an_input_of_its_own_where_it_changes_it():
    for mutates, different in ((True, 5000), (False, script.MOST_INPUTS)):
        seen = []
        made = iter(range(10_000))
        function = replace(HORNER, mutates=mutates)
        cpu, wall = script.time_calls(function, seen.append, lambda made=made: (next(made),), 5000)
        assert 0 < cpu
        assert 0 < wall
        assert len(seen) == 5000
        assert len(set(seen)) == different


def test_a_sample_is_long_enough(monkeypatch):
    asked = []

    def pretend(function, call, fresh, calls):
        asked.append(calls)
        return 2e-7 + 1e-6 * calls, 1.0  # a call of 1 us, and a clock that ticks; the wall's doesn't matter

    monkeypatch.setattr(script, "time_calls", pretend)
    calls = script.count_calls(HORNER, None, None)
    assert calls == asked[-1]
    assert 2500 <= calls <= 3200
    assert asked == [1, 10, 100, 1000, calls]


@pytest.mark.parametrize(
    ("samples", "spent", "share_s", "fits"),
    [
        ([[0.05], [0.1]], [1, 2], 100, True),
        ([[0.05], [0.1, 0.5]], [1, 2], 100, True),  # the shortest sample counts
        ([[0.1], [0.2]], [1, 2], 100, False),  # 0.4 s a call
        ([[0.2]], [1], 100, False),  # nothing known yet: cubic growth is possible
        ([[1e-6]] * 7, [1] * 7, 15, False),  # twice 7 s, and the next size
        ([[1e-6]] * 7, [1] * 7, 16.1, True),
        ([[1e-6]] * 6, [1] * 6, 1, True),  # fewer sizes than 7 can't be judged
    ],
)
def test_sizes_grow_to_the_longest_call_and_the_share_of_the_time(samples, spent, share_s, fits):
    assert script._fits(HORNER, samples, spent, share_s) is fits


def test_series_is_complete_and_inputs_come_from_the_seed(quick, monkeypatch):
    series = script.measure(HORNER, 1.0)
    check_series(series)
    drawn = []
    prepare = HORNER.prepare

    def spy(n, rng):
        drawn.append((n, rng.integers(1 << 60)))
        return prepare(n, rng)

    first = script.measure(replace(HORNER, prepare=spy, largest=1024), 1.0)
    before, drawn = drawn, []
    script.measure(replace(HORNER, prepare=spy, largest=1024), 1.0)
    assert drawn == before
    assert len({seed for _, seed in before}) == 1 + 2 * len(first["n"]), "each size and round has inputs of its own"


def test_a_second_run_measures_only_what_is_missing(quick, tmp_path, capsys):
    file = tmp_path / "times.json"
    script.run(script.choose("numba_horner"), 1.0, file)
    (first,) = json.loads(file.read_text())["series"]
    script.run(script.choose("numba_horner|py_count"), 1.0, file)
    content = json.loads(file.read_text())
    assert content["series"][0] == first
    assert [series["name"] for series in content["series"]] == ["numba_horner", "py_count_ones"]
    assert "1 of 2 functions are in " in capsys.readouterr().err
    script.run(script.choose("numba_horner"), 1.0, file)
    assert json.loads(file.read_text()) == content
    assert [path.name for path in tmp_path.iterdir()] == ["times.json"], "nothing temporary stays"


def test_what_is_measured_survives_an_interruption(quick, tmp_path, monkeypatch):
    file = tmp_path / "times.json"
    real = script.measure

    def interrupted(function, share_s):
        if function.name == "py_root_bisection":
            raise KeyboardInterrupt
        return real(function, share_s)

    monkeypatch.setattr(script, "measure", interrupted)
    monkeypatch.setattr(sys, "argv", ["measure_growth", "--only", "py_count_ones|py_root_bis", "--output", str(file)])
    with pytest.raises(SystemExit) as caught:
        script.main()
    assert caught.value.code == 130
    assert [series["name"] for series in json.loads(file.read_text())["series"]] == ["py_count_ones"]


def test_functions_that_need_scipy_are_left_out_aloud(monkeypatch, capsys):
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "scipy" else real(name))
    assert [function.name for function in script.choose("horner|moving_average")] == ["numba_horner"]
    assert capsys.readouterr().err == "left out, SciPy is not installed: scipy_moving_average\n"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the scorer leaves its file open
def test_a_real_run_is_read_by_the_scorer(tmp_path):
    """Compiled, in a process of its own; one of the kernels calls itself."""
    file = tmp_path / "times.json"
    only = "^(py_matrix_product|numba_closest_pair|np_reshape_view)$"
    result = run("--only", only, "--seconds", "0.5", "--output", file)
    assert result.returncode == 0, result.stderr
    assert result.stdout == f"3 series in {file}: O(1) 1, O(n log n) 1, O(n^3) 1\n"
    assert result.stderr.count("\n") == 3
    content = json.loads(file.read_text())
    assert set(content) == {"meta", "series"}
    assert content["meta"]["machine"]["numpy"] == np.__version__
    for series in content["series"]:
        check_series(series)
    if SCORE.exists():
        specification = importlib.util.spec_from_file_location("score", SCORE)
        score = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(score)
        loaded = score.load(file)
        for mode in ("full", "extrap", "sparse"):
            request, kept = score.request(loaded, mode)
            assert len(request["series"]) == len(kept) == 3
        answer = {"class": "O(n)", "predictions": [{"t": 1.0}]}
        scored = score.run(lambda asked: {"results": [{"name": s["name"], **answer} for s in asked["series"]]}, loaded)
        assert scored["full"]["real"]["count"] == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--only", "("), "--only '(' is not a regular expression: "),
        (("--only", "nothing"), "no function that can run here has 'nothing' in its name; "),
        (("--seconds", "soon"), "--seconds must be a positive number, got 'soon'"),
        (("--seconds", "0"), "--seconds must be a positive number, got '0'"),
        (("--seconds", "nan"), "--seconds must be a positive number, got 'nan'"),
        (("--seconds", "inf"), "--seconds must be a positive number, got 'inf'"),
        (("--output", "folder"), "folder can't be read (Is a directory): give another --output"),
        (("--output", "no/where.json"), "no/where.json can't be written (No such file or directory): "),
        (("--output", "broken.json"), "broken.json is not valid JSON ("),
        (("--output", "list.json"), "list.json holds something else than series measured here: "),
        (("--output", "other.json"), "other.json was measured elsewhere: its cpu is another, here it is "),
        (("--output", "corpus.json"), "corpus.json was measured elsewhere: "),
    ],
)
def test_bad_input_is_answered_in_one_sentence(tmp_path, monkeypatch, capsys, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("broken.json").write_text("{")
    Path("list.json").write_text("[]")
    other = {**script.describe(), "cpu": "another"}
    Path("other.json").write_text(json.dumps({"meta": {"machine": other}, "series": []}))
    Path("corpus.json").write_text(json.dumps({"meta": {"what": "series"}, "series": [{"name": "a"}]}))
    before = {path: path.read_text() for path in Path().glob("*.json")}
    monkeypatch.setattr(sys, "argv", ["measure_growth", "--output", "times.json", *arguments])
    with pytest.raises(SystemExit) as caught:
        script.main()
    assert str(caught.value).startswith(f"measure_growth: {sentence}")
    assert "\n" not in str(caught.value)
    assert {path: path.read_text() for path in Path().glob("*.json")} == before
    assert capsys.readouterr().out == ""


def test_help_is_the_docstring():
    result = run("--help")
    assert result.returncode == 0
    assert script.__doc__.strip() in result.stdout


def test_the_process_stays_on_one_thread():
    code = "import os, measure_growth as m; print([os.environ[k] for k in ('OPENBLAS_NUM_THREADS', 'OMP_NUM_THREADS')])"
    environment = {**os.environ, "PYTHONPATH": str(SCRIPTS), "OMP_NUM_THREADS": "8"}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=120)
    assert result.stdout == "['1', '1']\n", result.stderr


@pytest.mark.skipif(not STORED.exists(), reason="nothing is stored yet")
def test_the_stored_measurement_is_whole():
    assert STORED.stat().st_size < 250_000
    content = json.loads(STORED.read_text())
    names = [series["name"] for series in content["series"]]
    modules = {f"growth_functions.{name}" for name in ("linear", "linearithmic", "mixed", "polynomial", "sublinear")}
    measured = [name for name, function in script.FUNCTIONS.items() if function.prepare.__module__ in modules]
    assert sorted(names) == sorted(measured), "those sorted by subject are measured when the analysis is judged"
    for series in content["series"]:
        check_series(series)


@pytest.mark.parametrize("name", BUSY)
def test_what_was_measured_beside_busy_neighbours_is_whole(name):
    file = DATA / name
    assert file.stat().st_size < 200_000
    content = json.loads(file.read_text())
    about = functions.names_in(BUSY[name])
    measured = [name for name in script.FUNCTIONS if name in about]
    assert len(measured) == 60
    assert sorted(series["name"] for series in content["series"]) == sorted(measured)
    for series in content["series"]:
        for clock in ("samples", "wall"):
            check_series(series, clock)
