"""What every command line of this project does around its work: it ends in one sentence."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, NoReturn

from wythoff import _interrupts
from wythoff._output import ReaderGoneError, checked_output, open_what_is_closed
from wythoff.errors import InputError, printable, shorten

if TYPE_CHECKING:
    import typer

NO_MORE = "the system allows no further threads or processes: end some, or raise the limit"
# What Python raises without an error of its own for it.
_SYSTEM_SAYS = {
    "can't start new thread": NO_MORE,
    "Symlink loop": "the links of a path that was given go round in a circle",
    "home directory": "your home folder can't be found: set HOME to it",
}


def run(app: typer.Typer, name: str) -> None:
    """
    Run a command line; bad input ends in one sentence on standard error and exit code 1.

    Ctrl-C ends it in one too, and in exit code 130. So do output that can't be written, and too little memory.
    """
    open_what_is_closed()
    with _interrupts.watched(name), _interrupts.ending(), _one_sentence(name), checked_output():
        app()


@contextlib.contextmanager
def _one_sentence(name: str) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        _fail(name, str(error))
    except (BrokenPipeError, ReaderGoneError):
        sys.exit(1)
    except MemoryError:
        _fail(name, "the memory is used up: give the process more, or ask for less at once")
    except BlockingIOError:  # a process that can't be started; nothing here reads or writes without waiting
        _fail(name, NO_MORE)
    except OSError as error:  # such as a file name that is too long for the system to ask whether it is there
        _fail(name, ": ".join(shorten(str(part), 200) for part in (error.filename, error.strerror or error) if part))
    except RuntimeError as error:
        sentence = next((told for words, told in _SYSTEM_SAYS.items() if words in str(error)), None)
        if sentence is None:
            raise
        _fail(name, sentence)


def _fail(name: str, message: str) -> NoReturn:
    # The message may name foreign things; some are followed by the last lines of another program.
    sys.exit("\n".join(map(printable, f"{name}: {message}".split("\n"))))
