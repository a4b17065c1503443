"""What every command line of this project does around its work: it ends in one sentence."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from wythoff._process import interrupts
from wythoff._process.loading import NoRoomError
from wythoff._process.output import ReaderGoneError, checked_output, open_what_is_closed
from wythoff.errors import InputError, printable, shorten

if TYPE_CHECKING:
    import typer

_NO_MORE = "the system allows no further threads or processes: end some, or raise the limit"
_NO_MEMORY = "the memory is used up: give the process more, or ask for less at once"
# What the system's loader says of a library, whose importer may take it for one that is not installed, or for damage.
_LOADER_LACKS_MEMORY = ("failed to map segment", "annot map zero-fill pages", "annot allocate memory")
# What Python raises without an error of its own for it.
_SYSTEM_SAYS = {
    "can't start new thread": _NO_MORE,
    "Symlink loop": "the links of a path that was given go round in a circle",
    "home directory": "your home folder can't be found: set HOME to it",
}


def run(app: typer.Typer, name: str) -> None:
    """
    Run a command line; bad input ends in one sentence on standard error and exit code 1.

    Ctrl-C ends it in one too, and in exit code 130. So do output that can't be written, and too little memory.
    """
    open_what_is_closed()
    with interrupts.watched(name), interrupts.ending(), _one_sentence(name), checked_output():
        app()


@contextlib.contextmanager
def _one_sentence(name: str) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        _fail(name, _NO_MEMORY if _is_of_loader(error) else str(error))
    except (BrokenPipeError, ReaderGoneError):
        sys.exit(1)
    except NoRoomError as error:
        _fail(name, str(error))
    except MemoryError:
        _fail(name, _NO_MEMORY)
    except OSError as error:  # such as a file name that is too long for the system to ask whether it is there
        _fail(name, _NO_MEMORY if _is_of_loader(error) else in_words(error))
    except ImportError as error:
        if not _is_of_loader(error):
            raise
        _fail(name, _NO_MEMORY)
    except RuntimeError as error:
        sentence = next((told for words, told in _SYSTEM_SAYS.items() if words in str(error)), None)
        if sentence is None:
            raise
        _fail(name, sentence)


def in_words(error: OSError) -> str:
    """Return what the system said, and of which file."""
    if isinstance(error, BlockingIOError):  # a process that can't be started; nothing here is read without waiting
        return _NO_MORE
    if isinstance(error, FileNotFoundError) and not error.filename and not _has_current_folder():
        return "the current folder was removed: change to another one"
    return ": ".join(shorten(str(part), 200) for part in (error.filename, error.strerror or error) if part)


def _has_current_folder() -> bool:
    try:
        return bool(Path.cwd())
    except OSError:
        return False


def _is_of_loader(error: BaseException) -> bool:
    """Tell whether an error came of a library for which there was too little memory, whatever was made of it since."""
    found: BaseException | None = error
    while found is not None:
        is_loaders = isinstance(found, ImportError) or (isinstance(found, OSError) and found.errno is None)
        if is_loaders and any(words in str(found) for words in _LOADER_LACKS_MEMORY):
            return True
        found = found.__cause__ or found.__context__
    return False


def _fail(name: str, message: str) -> NoReturn:
    # The message may name foreign things; some are followed by the last lines of another program.
    sys.exit("\n".join(map(printable, f"{name}: {message}".split("\n"))))
