"""What the tests of all games share: the worked examples, families of positions, and one check against brute force."""

import json
from itertools import combinations_with_replacement, pairwise
from pathlib import Path

from game_oracle import losing

EXAMPLES = json.loads(Path(__file__).with_name("data").joinpath("seed_examples_games.json").read_text("utf-8"))


def heap_sets(n_heaps, most):
    """List the positions of 1 to `n_heaps` heaps of up to `most` tokens, each in one order only."""
    return [heaps for count in range(1, n_heaps + 1) for heaps in combinations_with_replacement(range(most + 1), count)]


def in_order(heaps):
    """Bring heaps into the order that the oracle knows them by."""
    return tuple(sorted(heaps))


def assert_solved(game, positions, options, canonical=in_order):
    """Check moves, outcome and the complete list of winning moves of each position against brute force."""
    known = {}
    for position in positions:
        moves = list(game.moves(position))
        assert len(set(moves)) == len(moves), position
        assert {canonical(target) for target in moves} == set(options(canonical(position))), position
        assert game.is_over(position) is (not moves), position
        assert game.is_losing(position) is losing(canonical(position), options, game.misere, known), position
        winning = [target for target in moves if losing(canonical(target), options, game.misere, known)]
        found = list(game.winning_moves(position))
        assert sorted(found) == sorted(winning), position
        assert game.winning_move(position) == (found[0] if found else None), position


def assert_played_right(game, positions, phrases):
    """Check a game whose first player wins: each of his moves wins and is put into these words."""
    assert game.is_over(positions[-1])
    said = []
    for number, (before, after) in enumerate(pairwise(positions)):
        assert game.is_legal(before, after)
        assert game.is_losing(before) is (number % 2 == 1)
        if number % 2 == 0:
            assert after in game.winning_moves(before)
            said.append(game.describe(before, after))
    assert said == ["take " + phrase for phrase in phrases]
