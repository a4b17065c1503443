"""What every command line of this project does around its work: it ends in one sentence."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NoReturn

from wythoff.errors import InputError, printable, shorten

if TYPE_CHECKING:
    import typer


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
