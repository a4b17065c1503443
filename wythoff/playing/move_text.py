"""What people write for a move."""

from __future__ import annotations

import re
from itertools import islice

from wythoff.errors import InputError, shorten, shorten_int
from wythoff.games import Game
from wythoff.games.heaps import HeapGame
from wythoff.playing.match import Position
from wythoff.playing.opponent import smallest_move

LONGEST = 500_000  # characters; reading a number takes time quadratic in its length

_TAKING = re.compile(r"(\d+)(?: tokens?)? from(?: heap)? (\d+)")
_AMOUNT = re.compile(r"(\d+)(?: tokens?)?")
_AND = re.compile(r",? and |, ?")
_MOST_LISTED = 10_000


def read_move(game: Game[Position], position: Position, text: str) -> Position:
    """
    Find the move that a text means.

    Parameters
    ----------
    game : Game
        The game.
    position : tuple
        The position now.
    text : str
        The move as `Game.describe` writes it (``take 2 from heap 1``), where "take" and "heap" may be left out; or the
        position that it leaves, as `Game.show` writes it, with or without "leave" before it. With a single heap
        ``take 2`` and ``leave 2`` are told apart, and a bare ``2`` is refused.

    Returns
    -------
    tuple
        The position after the move.

    Raises
    ------
    InputError
        If the text means no move, or one that is not legal.

    Examples
    --------
    >>> from wythoff.games import game
    >>> nim = game("nim")
    >>> read_move(nim, (7, 5, 12), "take 10 from heap 3"), read_move(nim, (7, 5, 12), "7 5 2")
    ((7, 5, 2), (7, 5, 2))
    """
    if len(text) > LONGEST:
        raise InputError(f"a line of {len(text):,} characters is no move")
    text = " ".join(text.lower().split())
    verb, _, rest = text.partition(" ")
    if verb in ("leave", "to", "->") and rest:
        return _legal(game, position, game.parse(rest))
    if isinstance(game, HeapGame):
        taken = _takings(text, len(position))
        if taken is not None:
            return _legal(game, position, _without(position, taken))
        if len(position) == 1 and text.isdecimal():
            raise InputError(f"{shorten(text)} may be what is taken or what is left: write take or leave before it")
    try:
        target = game.parse(text)
    except InputError:
        for target in islice(game.moves(position), _MOST_LISTED):
            if game.describe(position, target).lower() == text:
                return target
        raise InputError(f"{shorten(repr(text))} is no move: {how_to_write(game, position)}") from None
    return _legal(game, position, target)


def how_to_write(game: Game[Position], position: Position) -> str:
    """
    Say in a few words how a move is written, with an example from the position, which must have a move.

    Examples
    --------
    >>> from wythoff.games import game
    >>> how_to_write(game("nim"), (7, 5, 12))
    'write a move as "take 1 from heap 3", or as what it leaves, "7 5 11"'
    """
    target = smallest_move(game, position) or next(game.moves(position))
    leave = "leave " if isinstance(game, HeapGame) and len(position) == 1 else ""
    shown = shorten(leave + game.show(target))
    return f'write a move as "{game.describe(position, target)}", or as what it leaves, "{shown}"'


def _takings(text: str, n_heaps: int) -> list[tuple[int, int]] | None:
    """Read "take 1 from heap 2 and 3 from heap 1" as (heap, tokens) pairs; None if the text is nothing of the kind."""
    amounts = text.removeprefix("take ")
    if n_heaps == 1 and amounts != text and (match := _AMOUNT.fullmatch(amounts)):
        return [(1, int(match[1]))]
    parts = [_TAKING.fullmatch(part) for part in _AND.split(amounts)]
    return [(int(part[2]), int(part[1])) for part in parts if part] if all(parts) else None


def _without(position: Position, taken: list[tuple[int, int]]) -> Position:
    heaps = list(position)
    for heap, tokens in taken:
        if not 1 <= heap <= len(heaps):
            raise InputError(f"there is no heap {shorten_int(heap)}; the heaps are numbered from 1 to {len(heaps)}")
        if tokens > heaps[heap - 1]:
            raise InputError(
                f"heap {heap} holds {shorten_int(heaps[heap - 1])}, too few to take {shorten_int(tokens)} from it"
            )
        heaps[heap - 1] -= tokens
    return tuple(heaps)


def _legal(game: Game[Position], position: Position, target: Position) -> Position:
    game.describe(position, target)  # says what is wrong with the move
    return target
