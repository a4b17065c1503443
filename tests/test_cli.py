"""The command as a whole: help, exit codes, one sentence for bad input, what is loaded, and the harness's commands."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import run, start
from typer.main import get_command

import wythoff
from wythoff import cli
from wythoff.commands import harness
from wythoff.errors import InputError

HEAVY = {"asv", "matplotlib", "numba", "numpy", "pandas", "plotly", "pyarrow", "rich", "scipy"}


def loaded(*arguments):
    """Name the heavy modules that a command loads."""
    code = f"""
import atexit, sys
atexit.register(lambda: print(*sorted({HEAVY!r} & set(sys.modules)), file=sys.stderr))
from wythoff import cli
sys.argv = ["wythoff", *{[*map(str, arguments)]!r}]
cli.main()
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    return set(result.stderr.split())


def test_version_is_printed():
    assert run("--version").stdout == f"wythoff {wythoff.__version__}\n"


def test_the_package_can_be_run_and_shows_its_names_and_types():
    code = "import sys, wythoff; print(*dir(wythoff)); print(wythoff.pair(5)); print('numba' in sys.modules)"
    names, pair, compiled = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120
    ).stdout.splitlines()
    assert set(wythoff.__all__) <= set(names.split())
    assert (pair, compiled) == ("(8, 13)", "False")
    ran = subprocess.run([sys.executable, "-m", "wythoff", "--version"], capture_output=True, text=True, timeout=120)
    assert ran.stdout == f"wythoff {wythoff.__version__}\n"
    assert (Path(wythoff.__file__).parent / "py.typed").is_file()  # else type checkers take everything for Any


@pytest.mark.slow
def test_help_groups_the_commands_and_each_command_has_examples_that_run():
    text = run("--help").stdout
    panels = [text.index(name) for name in ("Exact numbers", "Playing", "Measuring")]
    assert panels == sorted(panels)
    for command in (
        "pair",
        "index",
        "represent",
        "first-failure",
        "table",
        "classify",
        "move",
        "board",
        "game",
        "play",
    ):
        assert f" {command} " in text
        lines = run(command, "--help").stdout.splitlines()
        examples = [line.split() for line in lines[lines.index(next(x for x in lines if "Examples:" in x)) :]]
        examples = [words[1:] for words in examples if words[:1] == ["wythoff"]]
        assert examples
        assert all(words[0] == command for words in examples)
        shown = [
            words
            for words in examples
            if command != "play" and not any(word.startswith(("-o", "--output", "--folder")) for word in words)
        ]
        assert [run(*words).returncode for words in shown] == [0] * len(shown)


@pytest.mark.parametrize("command", ["", *get_command(cli.app).commands])
def test_help_names_no_types_of_python_and_gives_examples(command):
    text = run(*command.split(), "--help").stdout
    assert not re.search(r"<(str|int|float|bool|path|list)|\b(TEXT|INTEGER|FLOAT|PATH|BOOLEAN)\b", text)
    assert not re.search(r"\[\[|\{\[|\.\.\.[]}]", next(line for line in text.splitlines() if "Usage:" in line))
    if command:
        assert f"wythoff {command}" in text[text.index("Examples:") :]


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("pair", "10"),
        ("pair", "10", "--misere", "-a", "2"),
        ("move", "10", "13", "--all"),
        ("move", "11", "25", "-a", "2", "--explain", "--rule", "arithmetic"),
        ("classify", "7", "17", "-a", "2", "--misere"),
        ("index", "17", "--json"),
        ("represent", "12"),
        ("first-failure", "--alpha", "1.618"),
        ("table", "20"),
        ("game", "nim", "3", "4", "5"),
        ("play", "nim", "--moves", "hint; quit"),
    ],
)
def test_nothing_heavy_is_loaded_for_quick_answers(arguments):
    assert loaded(*arguments) == set()


@pytest.mark.parametrize("words", ["--help", "fit --help"])
def test_help_loads_nothing_heavy(words):
    assert loaded(*words.split()) == set()


def test_nothing_heavy_is_imported_for_a_single_pair():
    code = "import sys; from wythoff import pair; pair(5); print(*sorted({'numba', 'numpy', 'asv'} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("pair", "ten"), "wythoff: N must be a whole number, got 'ten'\n"),
        (("pair", "1.5"), "wythoff: N must be a whole number, got '1.5'\n"),
        (("pair", "1e5"), "wythoff: N must be a whole number, got '1e5'\n"),
        (("pair", ""), "wythoff: N must be a whole number, got ''\n"),
        (("pair", "-1"), "wythoff: n must be a whole number of at least 0, got -1\n"),
        (("pair", "--", "-1"), "wythoff: n must be a whole number of at least 0, got -1\n"),
        (
            ("pair", "-1" + "0" * 1000),
            "wythoff: n must be a whole number of at least 0, got a negative number ",
        ),
        (("pair", "1", "-a", "0"), "wythoff: a must be a whole number of at least 1, got 0\n"),
        (("pair", "1", "-a", "-7"), "wythoff: a must be a whole number of at least 1, got -7\n"),
        (("move", "1", "-1"), "wythoff: y must be a whole number of at least 0, got -1\n"),
        (("move", "1e5", "1"), "wythoff: X must be a whole number, got '1e5'\n"),
        (("classify", "3", "x"), "wythoff: Y must be a whole number, got 'x'\n"),
        (("classify", "-3", "-4", "-a", "2"), "wythoff: x must be a whole number of at least 0, got -3\n"),
        (("index", "-1"), "wythoff: x must be a whole number of at least 0, got -1\n"),
        (("represent", "5", "--system", "z"), "wythoff: system must be p or q, got 'z'\n"),
        (("first-failure", "--alpha", "nan"), "wythoff: alpha must be a decimal such as 1.41421356, "),
        (("board", "0"), "wythoff: size must be a whole number from 1 to "),
        (("game", "chess"), "wythoff: there is no game 'chess'; choose one of nim, "),
        (("game", "nim", "3", "--k", "2"), "wythoff: the game nim has no option --k; it has --misere\n"),
        (("game", "moore", "3", "--k"), "wythoff: -k needs a value\n"),
        (("game", "moore", "3", "--k", "x"), "wythoff: k must be a whole number, got 'x'\n"),
        (("game", "nim", "3", "--misere=1"), "wythoff: --misere takes no value\n"),
        (("game", "nim", "-5"), "wythoff: heap 1 must be a whole number of at least 0, got -5\n"),
        (("play",), "wythoff: name a game: one of nim, "),
    ],
)
def test_bad_input_is_one_sentence_and_a_failure(arguments, sentence):
    result = run(*arguments)
    assert result.is_one_sentence()
    assert result.stdout == ""
    assert result.stderr.startswith(sentence)


def test_bad_input_is_one_sentence_in_a_process_of_its_own():
    result = start("pair", "ten")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == "wythoff: N must be a whole number, got 'ten'\n"


@pytest.mark.parametrize(
    "arguments",
    [("pair",), ("pair", "1", "2"), ("pair", "1", "--nonsense"), ("nonsense",), ("move", "1", "2", "--rule", "x")],
)
def test_wrong_use_is_explained_with_exit_code_2(arguments):
    result = run(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert "Usage: " in result.stderr


@pytest.mark.slow
def test_output_that_the_terminal_can_not_show_is_no_failure():
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    result = start("board", "4", env=ascii_only)
    assert result.returncode == 0
    assert result.stdout.isascii()
    assert start("pair", "--help", env=ascii_only).returncode == 0


def test_sweep_of_no_project_is_one_sentence(tmp_path):
    result = run("sweep", "--config", tmp_path / "asv.conf.json")
    assert result.is_one_sentence()
    assert "asv.conf.json" in result.stderr


def test_sweep_without_the_extra_names_it(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "asv" else object())
    with pytest.raises(InputError, match=r"sweep needs asv; install the extra: pip install 'wythoff\[sweep\]'"):
        harness.sweep()


@pytest.mark.slow
def test_machine_is_saved_where_asv_reads_it(tmp_path):
    home = {**os.environ, "HOME": str(tmp_path)}
    assert start("machine", "--save", "--name", "box", env=home).returncode == 0
    saved = json.loads((tmp_path / ".asv-machine.json").read_text())
    assert saved["box"]["machine"] == "box"
    assert saved["version"] == 1
    refused = start("machine", "--save", "--name", "../box", env=home)
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1


def test_machine_facts_as_text_and_json():
    facts = json.loads(run("machine", "--json").stdout)
    assert {"cpu", "num_cpu", "ram", "os", "l1d", "l2", "l3", "numba", "llvm"} <= set(facts)
    text = run("machine").stdout
    assert all(f"{key} " in text for key in facts)
