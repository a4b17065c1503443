"""What every command line of this project does around its work: name a missing extra, end in one sentence."""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from wythoff.errors import InputError, printable, shorten

if TYPE_CHECKING:
    import typer


def require(command: str, modules: tuple[str, ...]) -> None:
    """
    Make sure that the modules which only the extra ``harness`` brings are installed.

    Raises
    ------
    InputError
        If one is missing; the message names it and the extra.
    """
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        raise InputError(f"{command} needs {', '.join(missing)}; install the extra: pip install 'wythoff[harness]'")


def run(app: typer.Typer, name: str) -> None:
    """Run a command line; bad input ends in one sentence on standard error and exit code 1."""
    try:
        app()
    except InputError as error:
        _fail(name, str(error))
    except BrokenPipeError:  # the reader, `head` say, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:  # such as a file name that is too long for the system to ask whether it is there
        _fail(name, ": ".join(shorten(str(part), 200) for part in (error.filename, error.strerror or error) if part))


def _fail(name: str, message: str) -> NoReturn:
    # The message may name foreign things; some are followed by the last lines of another program.
    sys.exit("\n".join(map(printable, f"{name}: {message}".split("\n"))))
