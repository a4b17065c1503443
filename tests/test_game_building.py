"""Building Nim against complete searches, which are also the evidence for its conjectured rules."""

from functools import cache, reduce
from operator import xor

import numpy as np
import pytest
from game_oracle import building, grundy, losing

from wythoff.errors import InputError
from wythoff.games.base import Certainty
from wythoff.games.building import CHECKED, BuildingNim


def in_order(position):
    return position[0], tuple(sorted(position[1]))


def stages(stacks, tokens):
    """List the stages of the building with up to this many tokens in all, stacks in order."""
    found = set()
    layer = {(n, (0,) * stacks) for n in range(tokens + 1)}
    while layer:
        found |= layer
        layer = {target for position in layer if position[0] for target in building(position)}
    return sorted(found)


@pytest.mark.parametrize(("stacks", "tokens"), [(1, 12), (2, 14), (3, 12), (4, 11), (5, 11), (6, 10)])
def test_every_stage_as_by_brute_force(stacks, tokens):
    game, known, values = BuildingNim(stacks), {}, {}
    for position in stages(stacks, tokens):
        moves = list(game.moves(position))
        assert len(set(moves)) == len(moves)
        assert set(map(in_order, moves)) == building(position)
        assert game.is_over(position) is (not moves)
        assert game.is_losing(position) is losing(position, building, False, known), position
        winning = [target for target in moves if losing(in_order(target), building, False, known)]
        assert sorted(game.winning_moves(position)) == sorted(winning), position
        assert game.grundy(position) == grundy(position, building, values), position


def test_grundy_value_of_proved_losses_needs_no_search():
    assert BuildingNim(4).grundy((10**100, (0, 0, 0, 0))) == 0
    with pytest.raises(InputError, match="a search would meet more"):
        BuildingNim(3).grundy((2**40 - 2, (0, 0, 0)))


def test_nim_follows_the_building():
    game = BuildingNim(3)
    assert list(game.winning_moves((0, (7, 5, 12)))) == [(0, (7, 5, 2))]
    assert game.describe((0, (7, 5, 12)), (0, (7, 5, 2))) == "take 10 from stack 3"
    assert game.describe((4, (0, 1, 0)), (3, (0, 2, 0))) == "put a token on stack 2"
    assert not game.is_legal((0, (7, 5, 12)), (0, (7, 4, 2)))
    assert not game.is_legal((4, (0, 1, 0)), (4, (0, 0, 0)))
    assert not game.is_legal((4, (0, 1, 0)), (3, (1, 2, 0)))
    assert not game.is_legal((4, (0, 1, 0)), (3, (0, 3, 0)))
    assert not game.is_legal((4, (0, 1, 0)), (2, (0, 2, 0)))


def second_player_wins(stacks, tokens):
    """Search the building; whoever begins the Nim wants the XOR not to be 0."""

    @cache
    def mover_wins(left, built):
        if left == 0:
            return reduce(xor, built) != 0
        after = {tuple(sorted([*built[:i], size + 1, *built[i + 1 :]])) for i, size in enumerate(built)}
        return not all(mover_wins(left - 1, target) for target in after)

    return not mover_wins(tokens, (0,) * stacks)


def second_player_wins_on_three(tokens):
    """Search the building on three stacks, a whole layer of positions at a time."""
    sizes = np.arange(tokens + 2)
    third = tokens - sizes[:, None] - sizes[None, :]
    mover_wins = (sizes[:, None] ^ sizes[None, :] ^ third) != 0
    for _ in range(tokens):
        # Entry [x, y] stands for x and y on two stacks and the rest of what is placed on the third one.
        after = mover_wins[1:, :-1] & mover_wins[:-1, 1:] & mover_wins[:-1, :-1]
        mover_wins = np.ones_like(mover_wins)
        mover_wins[:-1, :-1] = ~after
    return not mover_wins[0, 0]


def test_both_searches_agree():
    for tokens in range(20):
        assert second_player_wins_on_three(tokens) == second_player_wins(3, tokens)


@pytest.mark.parametrize("tokens", range(0, 130, 2))
def test_three_stacks_are_lost_two_below_the_powers_of_two(tokens):
    assert second_player_wins_on_three(tokens) is (tokens in (0, 2, 6, 14, 30, 62, 126))
    assert BuildingNim(3).is_losing((tokens, (0, 0, 0))) is (tokens in (0, 2, 6, 14, 30, 62, 126))


@pytest.mark.parametrize(("stacks", "tokens"), [(5, 34), (7, 24), (9, 20)])
def test_odd_numbers_of_stacks_are_lost_up_to_three_tokens_more(stacks, tokens):
    game = BuildingNim(stacks)
    for n in range(0, tokens + 1, 2):
        assert game.is_losing(game.start(n)) is second_player_wins(stacks, n) is (n <= stacks + 3), n


@pytest.mark.exhaustive
@pytest.mark.parametrize("stacks", CHECKED)
def test_rule_up_to_where_it_claims_to_be_checked(stacks):
    game = BuildingNim(stacks)
    for n in range(0, CHECKED[stacks] + 1, 2):
        found = second_player_wins_on_three(n) if stacks == 3 else second_player_wins(stacks, n)
        assert game.is_losing(game.start(n)) is found, n
        assert game.certainty(game.start(n)) is not Certainty.CONJECTURED


@pytest.mark.parametrize("stacks", [1, 2, 3, 4, 5, 8])
def test_odd_numbers_of_tokens_and_even_numbers_of_stacks_are_settled_at_any_size(stacks):
    game = BuildingNim(stacks)
    for n in (10**6 + 1, 10**100 + 1):
        assert game.is_losing(game.start(n))
        assert game.certainty(game.start(n)) is Certainty.PROVED
    if stacks % 2 == 0:
        assert game.is_losing(game.start(10**100))
        assert game.certainty(game.start(10**100)) is Certainty.PROVED


def test_pairs_are_kept_up_at_any_size():
    game = BuildingNim(4)
    position = (10**50 + 1, (7, 3, 7, 4))
    assert game.winning_move(position) == (10**50, (7, 4, 7, 4))
    assert game.is_losing((10**50, (7, 4, 7, 4)))


def test_certainty_says_what_is_proved_searched_and_guessed():
    assert BuildingNim(3).certainty((8, (0, 0, 0))) is Certainty.COMPUTED
    assert BuildingNim(3).certainty((10**9, (0, 0, 0))) is Certainty.CONJECTURED
    assert BuildingNim(5).certainty((82, (0,) * 5)) is Certainty.CONJECTURED
    assert BuildingNim(15).certainty((8, (0,) * 15)) is Certainty.CONJECTURED
    assert BuildingNim(5).certainty((6, (2, 1, 1, 0, 0))) is Certainty.COMPUTED
    assert BuildingNim(5).certainty((0, (2, 1, 1, 0, 0))) is Certainty.PROVED
    assert "checked by complete search up to 80 tokens and conjectured beyond" in BuildingNim(5).validity
    assert BuildingNim(15).validity.endswith("for an even one conjectured.")


def test_first_token_is_judged_as_the_start_is():
    game = BuildingNim(3)
    for n in (126, 128, 2**40 - 2, 2**40):
        assert game.is_losing((n - 1, (0, 1, 0))) is not game.is_losing(game.start(n))
        expected = [] if game.is_losing(game.start(n)) else [(n - 1, (1, 0, 0)), (n - 1, (0, 1, 0)), (n - 1, (0, 0, 1))]
        assert list(game.winning_moves(game.start(n))) == expected


def test_search_that_would_be_too_large_is_refused():
    with pytest.raises(InputError, match="no rule is known for 998: 2 0 0, and a search would meet more than 200,000"):
        BuildingNim(3).is_losing((998, (2, 0, 0)))
    # What the rule gives comes before that: here, making the stacks equal in pairs.
    moves = BuildingNim(4).winning_moves((999, (5, 0, 6, 0)))
    assert next(moves) == (998, (6, 0, 6, 0))
    with pytest.raises(InputError, match="a search would meet more"):
        list(moves)


def test_text_of_a_position():
    game = BuildingNim(3)
    assert game.parse("6: 0 0 0") == game.parse("6") == game.parse(["6", "0", "0", "0"]) == game.start(6)
    assert game.show((4, (1, 1, 0))) == "4: 1 1 0"
    with pytest.raises(InputError, match="has 3 stacks, got 2"):
        game.parse("6: 0 0")
    with pytest.raises(InputError, match="the tokens left and the stacks, as in 6: 0 0 0"):
        game.parse(" ")


def test_positions_of_another_form_are_refused():
    with pytest.raises(InputError, match="a tuple of the tokens left and the stacks"):
        BuildingNim(3).is_losing((4, 0, 0, 0))
    with pytest.raises(InputError, match="stack 2 must be a whole number of at least 0, got -1"):
        BuildingNim(3).is_losing((4, (0, -1, 0)))
    with pytest.raises(InputError, match="stacks must be a whole number from 1 to 1000, got 0"):
        BuildingNim(0)
