"""The command `play`: a match against the computer, on a terminal or from a script."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from wythoff.commands._games import GameName, GameWords, read_game
from wythoff.commands._shared import interruptible, whole
from wythoff.errors import InputError, shorten

if TYPE_CHECKING:
    from wythoff.playing.match import Match

_PROMPT = "you> "
_LONGEST = 10_000_000  # characters of a move; what a device gives may have no end


class First(StrEnum):
    """Who makes the first move."""

    you = "you"
    computer = "computer"


def play(
    name: GameName = None,
    words: GameWords = None,
    strength: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(
            metavar="0..100",
            help="How many of 100 moves the computer plays right; by default all.",
            show_default=False,
        ),
    ] = None,
    first: Annotated[
        Optional[First],  # noqa: UP045
        typer.Option(help="Who makes the first move; by default you.", show_default=False),
    ] = None,
    seed: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(
            metavar="N",
            help="What decides the computer's other moves; by default new each time on a terminal, else 0.",
            show_default=False,
        ),
    ] = None,
    moves: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="MOVES", help='Your first moves, separated by semicolons: "1 from 2; hint".'),
    ] = None,
    save: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FILE", help="Keep the match in this new file, written after each move."),
    ] = None,
    resume: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FILE", help="Go on with the match in this file, and keep it there."),
    ] = None,
) -> None:
    """
    Play against the computer: any game, from any position.

    Without a position the game's own example is played. Lines are read from the terminal or from standard input; with
    --moves, from a terminal only. The exit code is 0 when the game is over or you quit, and 1 when the input ends
    before that.
    """
    from wythoff.playing.dialogue import Ending, converse
    from wythoff.playing.saved import save as save_match

    match = _resumed(resume, name, strength, first, seed) if resume else _new(name, words, strength, first, seed)
    if save is not None and save != resume and save.exists():
        raise InputError(f"{shorten(str(save), 200)} is there already: go on with it by --resume, or choose a new file")
    kept_in = save or resume
    if isinstance(sys.stdin, TextIOWrapper):  # strange bytes are no move, and no reason to stop
        sys.stdin.reconfigure(errors="replace")

    def keep(match: Match) -> None:
        if kept_in is not None:
            save_match(match, kept_in)

    after = f"; the match is kept, and goes on with: wythoff play --resume {quote(str(kept_in))}" if kept_in else ""
    # Where readline sleeps through a Ctrl-C the process is ended a little later, and says the same.
    with interruptible(after):
        ending = converse(match, _reader(moves), _say, keep)
    if ending is Ending.QUIT:
        print(f"Left{after}")
    if ending is Ending.CUT_OFF:
        raise InputError(f"the input ended before the game did{after}")


def _new(
    name: str | None, words: list[str] | None, strength: str | None, first: First | None, seed: str | None
) -> Match:
    from wythoff.games import GAMES
    from wythoff.games import game as make
    from wythoff.playing.match import Match, Player

    if name is None:
        raise InputError(f"name a game: one of {', '.join(GAMES)}")
    entry, settings, text = read_game(name, words)
    start = make(entry.name, **settings).parse(text or entry.example)
    if seed is None:
        from secrets import randbelow

        seed = str(randbelow(10**6)) if _on_terminal() else "0"
    return Match(
        entry.name,
        settings,
        start,
        Player(first or First.you),
        whole("strength", strength or "100"),
        whole("seed", seed),
    )


def _resumed(resume: Path, *given: object) -> Match:
    from wythoff.playing.saved import load

    if any(value is not None for value in given):
        raise InputError(f"--resume takes game, position and options from {shorten(str(resume), 200)}: leave them out")
    return load(resume)


def _say(text: str) -> None:
    """Print, on a terminal without breaking words."""
    from shutil import get_terminal_size
    from textwrap import fill

    width = get_terminal_size().columns
    for line in text.split("\n"):
        long = len(line) > width and sys.stdout.isatty()
        print(fill(line, width, break_long_words=False, break_on_hyphens=False) if long else line)


def _reader(moves: str | None) -> Callable[[], str | None]:
    """Return what reads a line: first the given moves, then the terminal, or standard input if no moves were given."""
    given: Iterator[str] = iter(moves.split(";") if moves is not None else ())
    terminal = _on_terminal()
    if terminal:
        import contextlib

        with contextlib.suppress(ImportError):  # Windows
            import readline  # noqa: F401 - gives input() its line editing

    def read() -> str | None:
        sys.stdout.flush()  # whoever writes into the pipe may be waiting for it
        line = next(given, None)
        if line is None and terminal:
            try:
                return input(_PROMPT)
            except EOFError:
                print()
                return None
            except KeyboardInterrupt:
                print()
                raise
        if line is None and moves is None and sys.stdin is not None:
            line = sys.stdin.readline(_LONGEST + 1) or None
            if line is not None and len(line) > _LONGEST:
                raise InputError(f"a line on standard input has more than {_LONGEST:,} characters, which is no move")
        if line is not None:
            print(_PROMPT + "".join(sign if sign.isprintable() else "?" for sign in line.strip()))
        return line

    return read


def _on_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()
