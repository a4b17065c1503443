"""The computer's moves: right ones by rule, and as many others as its strength allows."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from wythoff.errors import InputError
from wythoff.games import Game
from wythoff.games.heaps import HeapGame, with_heap
from wythoff.playing.match import Match, Position

_MOST_LISTED = 10_000
_TRIES = 100


def choose_move(match: Match) -> Position:
    """
    Choose a move for whoever's turn it is.

    Parameters
    ----------
    match : Match
        A move must be left in it.

    Returns
    -------
    tuple
        The position after the move. With the probability ``strength`` / 100 that is the first winning move if there is
        one, and where every move loses, one that takes as little as possible; otherwise it is any move.

    Notes
    -----
    Chance comes from the seed and the number of moves made, so that a match that is resumed, or in which a move was
    taken back, goes on as it would have. Where a position has more than 10,000 moves, "any" is one of those of a
    single heap in games on heaps, and one of the first 10,000 in others. Where nothing is known about a position, any
    move is played.
    """
    chance = Random(f"{match.seed}:{match.n_moves}")  # hashed from the text, alike in every Python
    if chance.random() * 100 >= match.strength:
        return _any_move(match.game, match.position, chance)
    try:
        best = match.game.winning_move(match.position)
    except InputError:  # no rule is known and a search would be too large
        best = None
    return best or smallest_move(match.game, match.position) or _any_move(match.game, match.position, chance)


def smallest_move(game: Game[Any], position: Position) -> Position | None:
    """Return the move that takes one token from the largest heap that allows it, None where there is no such move."""
    if not isinstance(game, HeapGame):
        return None
    for heap in sorted(range(len(position)), key=position.__getitem__, reverse=True):
        if position[heap]:
            target = with_heap(position, heap, position[heap] - 1)
            if game.is_legal(position, target):
                return target
    return None


def _any_move(game: Game[Any], position: Position, chance: Random) -> Position:
    listed = list(islice(game.moves(position), _MOST_LISTED + 1))
    if len(listed) > _MOST_LISTED and isinstance(game, HeapGame):
        filled = [heap for heap, size in enumerate(position) if size]
        for _ in range(_TRIES):
            heap = chance.choice(filled)
            target = with_heap(position, heap, chance.randrange(position[heap]))
            if game.is_legal(position, target):
                return target
    return chance.choice(listed[:_MOST_LISTED])
