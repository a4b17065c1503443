"""
Commands whose standard streams are closed, as some schedulers and services leave them: no traceback, no hang.

One command starts with each of them closed as a shell closes them. The others do so with ``-m exhaustive``; else they
are forked, and find input and output closed.
"""

import os
import subprocess
import sys

import pytest
import warm_interpreter
from made_results import SIZES, describe, result_file, series
from typer.main import get_command

from wythoff import cli

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a POSIX shell closes the streams")

COMMANDS = (
    "pair 5", "index 5", "represent 5", "first-failure", "table 5", "verify t.csv -a 1", "census --to 100",
    "classify 3 5", "move 3 4", "board 5", "game nim 3 4", "play nim 3 4 --moves quit",
    "agree --to 100 --workers 0 --strategies algebraic,arithmetic",
    "fit results", "compare n=64 n=128 results", "history results", "bisect HEAD~1 HEAD", "measure-pair HEAD~1 HEAD",
    "time n --budget 0.1", "report results -o page",
    "report results --single page.html", "machine", "sweep --plan", "publish", "offline --help", "reproduce --help",
)  # fmt: skip
# What is closed, and on which stream a traceback would still be seen.
CLOSED = {">&- <&-": "stderr", "2>&- <&-": "stdout", "<&-": "stderr", ">&- 2>&- <&-": None}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("closed")
    (folder / "t.csv").write_text("n,A,B\n1,1,2\n2,3,5\n")
    result_file(folder / "results", {"m.time_a": series("n", SIZES)})
    describe(folder / "results", m__time_a=["n"])
    return folder


def test_every_command_is_tried():
    assert {words.split()[0] for words in COMMANDS} == set(get_command(cli.app).commands)


def check(code, said):
    assert code in (0, 1, 2), said
    assert "Traceback" not in said
    assert "Exception ignored" not in said


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(one, marks=pytest.mark.exhaustive if place else pytest.mark.slow)
        for place, one in enumerate(COMMANDS)
    ],
)
@pytest.mark.parametrize("closed", CLOSED)
def test_closed_streams_bring_no_traceback(place, words, closed):
    command = ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "wythoff", *words.split()]
    ended = subprocess.run(
        command, cwd=place, env={**os.environ, "HOME": str(place)}, capture_output=True, text=True, timeout=120
    )
    check(ended.returncode, ended.stdout + ended.stderr)
    if CLOSED[closed] == "stderr" and ended.returncode == 1:
        assert ended.stderr.strip(), "a failure is told where it can be"


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS)
def test_closed_input_and_output_bring_no_traceback(place, words):
    environment = {**warm_interpreter.ENVIRONMENT, "HOME": str(place)}
    words = ["-m", "wythoff", *words.split()]
    ended = warm_interpreter.run(words, cwd=place, env=environment, closed=(0, 1))
    check(ended.returncode, ended.stdout + ended.stderr)
    assert ended.returncode != 1 or ended.stderr.strip(), "a failure is told where it can be"
