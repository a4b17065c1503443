"""The command `play`, from scripts and on a terminal."""

import json
import os
import select
import signal
import subprocess
import sys
import time

import pytest
from cli_runner import run, start

from wythoff.games import GAMES

COMMAND = [sys.executable, "-m", "wythoff", "play"]

on_posix = pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")


def test_moves_from_standard_input_and_from_the_option_make_the_same_match():
    piped = run("play", "nim", "1", "2", stdin=b"hint\n1 from 2\n1 from 2\n")
    given = run("play", "nim", "1", "2", "--moves", "hint; 1 from 2; 1 from 2")
    assert piped == given
    assert (piped.returncode, piped.stderr) == (0, "")
    lines = piped.stdout.splitlines()
    assert lines[-1] == "The computer has no move left: you win."
    assert [line for line in lines if line.startswith("you> ")] == ["you> hint", "you> 1 from 2", "you> 1 from 2"]


def test_a_script_plays_the_same_match_in_a_process_of_its_own():
    arguments = ("play", "nim", "7", "5", "12", "--strength", "40")
    moves = "1 from 1\n1 from 2\nquit\n"
    result = start(*arguments, input=moves)
    assert result.stdout == run(*arguments, stdin=moves.encode()).stdout
    assert "(seed 0)" in result.stdout
    assert result.stdout.endswith("\nLeft\n")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_played(name):
    result = run("play", name, "--moves", "help; rules; moves; hint; show; quit", "--first", "computer")
    assert (result.returncode, result.stderr) == (0, "")
    assert "computer: " in result.stdout
    assert "no move:" not in result.stdout


def test_games_take_their_own_options():
    assert "1 to 7 tokens" in run("play", "subtraction", "30", "--most", "7", "--moves", "quit").stdout
    result = run("play", "wythoff", "4", "7", "-a", "2", "--misere", "--moves", "7 from 2 and 4 from 1")
    assert "is not a legal move" in result.stdout  # 7 and 4 are 3 apart
    assert result.is_one_sentence()  # and the moves end there


@pytest.mark.parametrize("arguments", [(), ("--moves", "5 5 12"), ("--moves", "")])
def test_the_end_of_input_is_one_sentence_and_the_match_stays(arguments, tmp_path):
    file = tmp_path / "match.json"
    result = run("play", "nim", "7", "5", "12", "--save", file, *arguments)
    assert result.is_one_sentence()
    assert result.stderr == (
        "wythoff: the input ended before the game did; the match is kept, and goes on with: "
        f"wythoff play --resume {file}\n"
    )
    moves = json.loads(file.read_text())["moves"]
    assert moves == (["5 5 12", "5 5 0"] if "5 5 12" in arguments else [])


def test_a_match_goes_on_where_it_was(tmp_path):
    file = tmp_path / "match.json"
    options = ("--strength", "30", "--seed", "9", "--first", "computer")
    whole = run("play", "nim", "7", "5", "12", *options, "--moves", "1 from 2;1 from 2;quit")
    first = run("play", "nim", "7", "5", "12", *options, "--save", file, "--moves", "1 from 2; quit")
    assert first.stdout.endswith(f"Left; the match is kept, and goes on with: wythoff play --resume {file}\n")
    second = run("play", "--resume", file, "--moves", "1 from 2; quit")
    assert "The match goes on after 3 moves." in second.stdout
    moved = [line for line in whole.stdout.splitlines() if line.startswith("computer: ")]
    again = [line for line in (first.stdout + second.stdout).splitlines() if line.startswith("computer: ")]
    assert moved == again
    assert len(json.loads(file.read_text())["moves"]) == 5  # a resumed match is kept where it was


def test_a_match_can_be_resumed_into_another_file(tmp_path):
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    run("play", "nim", "7", "5", "12", "--save", old, "--moves", "quit")
    content = old.read_bytes()
    run("play", "--resume", old, "--save", new, "--moves", "1 from 1; quit")
    assert old.read_bytes() == content
    assert len(json.loads(new.read_text())["moves"]) == 2


def test_nothing_that_is_there_is_written_over(tmp_path):
    file = tmp_path / "thesis.tex"
    file.write_text("years of work")
    for arguments in (("nim", "--save", file), ("--resume", file)):
        assert run("play", *arguments, "--moves", "quit").is_one_sentence()
    match = tmp_path / "match.json"
    run("play", "nim", "--save", match, "--moves", "quit")
    assert run("play", "--resume", match, "--save", file, "--moves", "quit").is_one_sentence()
    assert run("play", "--resume", match, "--save", match, "--moves", "quit").returncode == 0
    assert file.read_text() == "years of work"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chess",), "there is no game 'chess'"),
        (("nim", "x"), "heap 1 must be a whole number"),
        (("nim", "--strength", "101"), "strength must be a whole number from 0 to 100, got 101"),
        (("nim", "--strength", "1e1"), "strength must be a whole number, got '1e1'"),
        (("nim", "--seed", "-1"), "seed must be a whole number of at least 0, got -1"),
        (("nim", "--stacks", "3"), "the game nim has no option --stacks"),
        (("nim", "--save", "missing/match.json"), "missing/match.json can't be written"),
        (("--resume", "missing.json"), "missing.json can't be read: No such file"),
        (("nim", "--resume", "x.json"), "--resume takes game, position and options from x.json: leave them out"),
        (("--resume", "x.json", "--strength", "3"), "--resume takes game, position and options from x.json"),
    ],
)
def test_matches_that_can_not_be_are_one_sentence(arguments, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("play", *arguments, "--moves", "quit")
    assert result.is_one_sentence()
    assert result.stdout == ""
    assert words in result.stderr


def test_strange_bytes_are_no_move_and_reach_no_terminal():
    result = run("play", "nim", "1", "2", stdin=b"\xff\x00\x1b[31m\nquit\n")
    assert result.returncode == 0
    assert "\x1b" not in result.stdout
    assert "is no move: write a move as" in result.stdout


def test_enormous_heaps_are_played_and_kept(tmp_path):
    heaps = ["1" + "0" * 1000, "3" + "0" * 1000]
    result = run("play", "wythoff", *heaps, "--save", tmp_path / "match.json", "--moves", "hint; undo; 5 from 2; quit")
    assert (result.returncode, result.stderr) == (0, "")
    assert run("play", "--resume", tmp_path / "match.json", "--moves", "quit").returncode == 0


def test_without_any_standard_input_the_input_has_ended():
    result = subprocess.run(
        ["sh", "-c", '"$@" <&-', "sh", *COMMAND, "nim", "1", "2"], capture_output=True, text=True, timeout=120
    )
    assert result.returncode == 1
    assert result.stderr == "wythoff: the input ended before the game did\n"


class Terminal:
    """The command on a terminal of 80 columns."""

    def __init__(self, *arguments):
        self.screen = ""
        self.master, slave = os.openpty()
        environment = {**os.environ, "TERM": "dumb", "COLUMNS": "80", "LINES": "24"}
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(slave)

    def wait_for(self, text):
        """Read until the screen, as far as it is new, holds a text; return what is new."""
        new = ""
        until = time.monotonic() + 60
        while text not in new:
            assert time.monotonic() < until, new
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    new += os.read(self.master, 65536).decode().replace("\r\n", "\n")
                except OSError:  # the command has ended
                    assert text in new, new
        return new

    def write(self, text):
        os.write(self.master, text.encode())

    def end(self):
        code = self.process.wait(60)
        os.close(self.master)
        return code


def _take_terminal():
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    _take_ctrl_c()


def _take_ctrl_c():
    """Let a child take Ctrl-C as a shell's foreground would, whatever the tests were started by."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@on_posix
def test_a_match_on_a_terminal():
    terminal = Terminal("nim", "1", "2")
    opening = terminal.wait_for("you> ")
    assert all(len(line) <= 80 for line in opening.splitlines())
    assert "  heap 2  oo  2\nyou> " in opening
    terminal.write("frob\n")
    assert "'frob' is no move" in terminal.wait_for("you> ")
    terminal.write("1 from 2\n")
    assert "computer: take 1 from heap 1\n" in terminal.wait_for("you> ")
    terminal.write("1 from 2\n")
    terminal.wait_for("The computer has no move left: you win.\n")
    assert terminal.end() == 0


SLEEPING = """
import builtins, time
from wythoff import _command
from wythoff.commands import play

def input(prompt):
    print(prompt, flush=True)
    while True:
        try:
            time.sleep(600)
        except KeyboardInterrupt:
            pass

builtins.input = input
play._on_terminal = lambda: True
_command.main()
"""


@on_posix
def test_a_wait_that_sleeps_through_ctrl_c_ends_with_the_same_words(tmp_path):
    command = [sys.executable, "-c", SLEEPING, "play", "nim", "1", "2", "--save", tmp_path / "m.json"]
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, preexec_fn=_take_ctrl_c, **streams) as process:
        while process.stdout.readline() != "you> \n":
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=120)
    assert process.returncode == 130
    assert said.startswith("wythoff: interrupted; the match is kept, and goes on with: wythoff play --resume ")


@on_posix
@pytest.mark.parametrize(("key", "code", "word"), [("\x04", 1, "the input ended"), ("\x03", 130, "interrupted")])
def test_leaving_by_a_key_on_a_terminal_keeps_the_match(key, code, word, tmp_path):
    file = tmp_path / "m.json"
    terminal = Terminal("nim", "7", "5", "12", "--save", file)
    terminal.wait_for("you> ")
    terminal.write("1 from 1\n")
    terminal.wait_for("you> ")
    terminal.write(key)
    assert f"wythoff: {word}" in terminal.wait_for("--resume")
    assert terminal.end() == code
    assert len(json.loads(file.read_text())["moves"]) == 2
