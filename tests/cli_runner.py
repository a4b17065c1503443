"""Runs the command `wythoff` in this process, as a user would, or in one of its own."""

import contextlib
import functools
import io
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import typer.main

from wythoff import cli

_build = typer.main.get_command


@functools.cache
def _commands():
    return _build(cli.app)


# Typer builds all commands, of which one is wanted, anew for each command line: nearly all that a short command costs.
typer.main.get_command = lambda app: _commands() if app is cli.app else _build(app)


@dataclass
class Result:
    returncode: int
    stdout: str
    stderr: str

    def is_one_sentence(self):
        """Whether the command failed as it should: nothing but one line on standard error, and exit code 1."""
        return self.returncode == 1 and self.stderr.startswith("wythoff: ") and self.stderr.count("\n") == 1


def run(*arguments, stdin=b""):
    """Call the command's own entry point; output may be bytes that are no text, which are not kept."""
    given = stdin if isinstance(stdin, io.BytesIO) else io.BytesIO(stdin)
    streams = [io.TextIOWrapper(stream, encoding="utf-8") for stream in (given, io.BytesIO(), io.BytesIO())]
    streams[2].reconfigure(errors="backslashreplace")  # as the interpreter has it
    before = sys.argv, sys.stdin, sys.stdout, sys.stderr, sys.get_int_max_str_digits()
    sys.argv, (sys.stdin, sys.stdout, sys.stderr) = ["wythoff", *map(str, arguments)], streams
    try:
        cli.main()
        code = 0
    except SystemExit as end:
        code = 0 if end.code is None else end.code
        if isinstance(code, str):  # what the interpreter does with it
            print(code, file=sys.stderr)
            code = 1
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr, digits = before
        sys.set_int_max_str_digits(digits)
    for stream in streams[1:]:
        stream.flush()
    texts = [stream.buffer.getvalue().decode("utf-8", "replace") for stream in streams[1:]]
    if any("Usage:" in text for text in texts):
        _commands.cache_clear()  # writing the help leaves marks in the commands
    return Result(code, *texts)


def start(*arguments, **options):
    """Run the command in a process of its own, to its end."""
    command = [sys.executable, "-m", "wythoff", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **options)


def wait_until_armed(process):
    """Wait until the command deals with Ctrl-C: the pipe by which its thread hears of it is there."""
    while process.poll() is None:
        with contextlib.suppress(OSError):  # closed meanwhile
            fds = [fd for fd in Path(f"/proc/{process.pid}/fd").iterdir() if int(fd.name) > 2]
            if sum(str(fd.readlink()).startswith("pipe:") for fd in fds) >= 2:
                break
        time.sleep(0.002)
    time.sleep(0.01)
