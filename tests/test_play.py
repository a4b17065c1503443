"""Playing without a terminal: matches, the computer's moves, and the conversation."""

import random

import pytest

from wythoff.errors import InputError
from wythoff.games import GAMES, game
from wythoff.playing.dialogue import Ending, converse
from wythoff.playing.match import Match, Player
from wythoff.playing.opponent import choose_move

HUGE = 10**1000


def example(name, **options):
    return Match(name, {}, game(name).parse(GAMES[name].example), **options)


def talk(match, *lines):
    """Have a conversation; return its ending, what was said line by line, and the number of times it was saved."""
    said, kept = [], []
    waiting = iter(lines)
    ending = converse(match, lambda: next(waiting, None), lambda text: said.extend(text.split("\n")), kept.append)
    return ending, said, len(kept)


def test_players_take_turns():
    match = Match("nim", {}, (1, 2), Player.COMPUTER)
    turns = [match.to_move]
    for target in ((1, 1), (1, 0), (0, 0)):
        match.move(target)
        turns.append(match.to_move)
    assert turns == ["computer", "you", "computer", "you"]
    assert match.n_moves == 3


@pytest.mark.parametrize(("misere", "winner"), [(False, "you"), (True, "computer")])
def test_whoever_makes_the_last_move_wins_normal_and_loses_misere_play(misere, winner):
    match = Match("nim", {"misere": misere}, (1,))
    assert match.winner is None
    match.move((0,))
    assert match.winner == winner


def test_a_game_without_a_move_is_won_at_once():
    assert Match("nim", {}, (0, 0)).winner == "computer"
    assert Match("nim", {"misere": True}, (0, 0)).winner == "you"


def test_an_illegal_move_changes_nothing():
    match = Match("nim", {}, (3, 4))
    with pytest.raises(InputError, match="3 4 -> 2 3 is not a legal move"):
        match.move((2, 3))
    assert match.positions == [(3, 4)]


def test_undo_takes_back_to_the_last_turn():
    match = Match("nim", {}, (3, 4), Player.COMPUTER)
    match.move((3, 3))
    with pytest.raises(InputError, match="no move of yours"):
        match.undo()
    match.move((2, 3))
    match.undo()
    assert match.positions == [(3, 4), (3, 3)]
    match.move((2, 3))
    match.move((2, 2))
    match.undo()
    assert match.positions == [(3, 4), (3, 3)]


@pytest.mark.parametrize("changes", [{"strength": 101}, {"strength": -1}, {"strength": 0.5}, {"seed": -1}])
def test_what_is_out_of_range_is_refused(changes):
    with pytest.raises(InputError):
        Match("nim", {}, (1,), **changes)


@pytest.mark.parametrize("name", GAMES)
def test_the_perfect_computer_wins_every_won_game_against_anything(name):
    for seed in range(3):
        chance = random.Random(seed)
        match = example(name, first=Player.COMPUTER)
        while match.winner is None:
            if match.to_move is Player.COMPUTER:
                match.move(choose_move(match))
                assert match.game.is_losing(match.position)
            else:
                match.move(chance.choice(list(match.game.moves(match.position))))
        assert match.winner == "computer"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("strength", [0, 50, 100])
def test_every_move_is_legal_and_a_match_is_the_same_twice(name, strength):
    matches = [example(name, strength=strength, seed=7) for _ in range(2)]
    for match in matches:
        while match.winner is None:
            match.move(choose_move(match))  # refuses what is not legal
    assert matches[0].positions == matches[1].positions


def test_seeds_make_different_matches():
    assert len({choose_move(Match("nim", {}, (7, 5, 12), strength=0, seed=seed)) for seed in range(50)}) > 10


@pytest.mark.parametrize("strength", [0, 25, 60, 100])
def test_strength_is_the_share_of_right_moves(strength):
    # one of the 24 moves wins, and any move is that one now and then
    right = [choose_move(Match("nim", {}, (7, 5, 12), strength=strength, seed=seed)) for seed in range(1000)]
    share = strength / 100 + (1 - strength / 100) / 24
    assert abs(right.count((7, 5, 2)) / 1000 - share) < 0.05


@pytest.mark.parametrize("strength", [0, 100])
@pytest.mark.parametrize(
    ("name", "position"),
    [("nim", (HUGE, HUGE + 1)), ("wythoff", (HUGE, 3)), ("wythoff", (HUGE, HUGE)), ("subtraction", (HUGE,))],
)
def test_huge_positions(name, position, strength):
    match = Match(name, {}, position, strength=strength)
    match.move(choose_move(match))
    assert strength == 0 or match.game.is_losing(match.position)


def test_a_lost_game_is_drawn_out():
    assert choose_move(Match("nim", {}, (3, 5, 6))) == (3, 5, 5)
    assert choose_move(Match("wythoff", {}, (6, 10))) == (6, 9)


def test_where_nothing_is_known_any_move_is_played():
    match = Match("grundy", {}, (10**12,))
    with pytest.raises(InputError):
        match.game.winning_move(match.position)
    match.move(choose_move(match))
    assert match.n_moves == 1


def test_a_move_taken_back_is_answered_alike():
    match = Match("nim", {}, (7, 5, 12), strength=0, seed=3)
    answers = []
    for _ in range(2):
        match.move((7, 5, 11))
        answers.append(choose_move(match))
        match.move(answers[-1])
        match.undo()
    assert answers[0] == answers[1]


def test_a_whole_game():
    ending, said, _ = talk(Match("nim", {}, (1, 2)), "hint", "1 from 2", "1 from 2")
    assert ending is Ending.FINISHED
    assert said == [
        "Nim. A move takes any number of tokens, at least one, from one heap. Whoever can't move loses.",
        "The computer plays by the rule in every move.",
        'Write a move as "take 1 from heap 2", or as what it leaves, "1 1"; help lists what else you can write.',
        "",
        "  heap 1  o   1",
        "  heap 2  oo  2",
        "take 1 from heap 2, leaving 1 1",
        "computer: take 1 from heap 1",
        "  heap 1     0",
        "  heap 2  o  1",
        "The computer has no move left: you win.",
    ]


def test_mistakes_are_answered_and_the_game_goes_on():
    lines = ("frob", "", "9 from 1", "1 2", "undo", "1 from 2", "1 from 2")
    ending, said, _ = talk(Match("nim", {}, (1, 2)), *lines)
    assert ending is Ending.FINISHED
    assert said[-1] == "The computer has no move left: you win."
    mistakes = [line for line in said if "is no move:" in line or "too few" in line or "not a legal" in line]
    assert len(mistakes) == 3
    assert "there is no move of yours to take back." in said


def test_the_computer_begins_if_it_is_to():
    ending, said, _ = talk(Match("nim", {}, (7, 5, 12), Player.COMPUTER), "quit")
    assert ending is Ending.QUIT
    assert "computer: take 10 from heap 3" in said


def test_the_end_of_input_cuts_the_game_off():
    assert talk(Match("nim", {}, (7, 5, 12)))[0] is Ending.CUT_OFF


def test_every_change_is_kept():
    assert talk(Match("nim", {}, (7, 5, 12)), "hint", "moves", "7 5 2", "undo", "quit")[2] == 1 + 2 + 1


def test_what_can_not_be_kept_is_noticed_before_anything_is_said():
    def refuse(match):
        raise InputError("no room")

    with pytest.raises(InputError, match="no room"):
        converse(Match("nim", {}, (1,)), lambda: None, pytest.fail, refuse)


def test_help_names_what_is_understood():
    _, said, _ = talk(Match("nim", {}, (7, 5, 12)), "help", "quit")
    words = [line.split()[0] for line in said if line.startswith("  ") and "heap" not in line]
    assert words == ["hint", "moves", "undo", "rules", "show", "quit"]
    for word in words:
        answer = talk(Match("nim", {}, (7, 5, 12)), word, "quit")[1]
        assert not any("is no move:" in line for line in answer)


def test_a_hint_in_a_lost_position_and_one_by_conjecture():
    assert "No move wins against right play." in talk(Match("nim", {}, (1, 1)), "hint", "quit")[1]
    said = talk(Match("building", {}, (2**20 - 4, (0, 0, 0))), "hint", "quit")[1]
    assert any(line.endswith("(by a rule that is a conjecture for this position)") for line in said)
    said = talk(Match("grundy", {}, (10**12,)), "hint", "quit")[1]
    assert any("has no known formula" in line for line in said)


def test_misere_play_says_who_wins_and_why():
    _, said, _ = talk(Match("nim", {"misere": True}, (1,), Player.YOU), "take 1")
    assert said[-1] == "The computer has no move left, which is the aim: the computer wins."
    assert "Whoever can't move wins." in said[0]


def test_a_match_that_is_over_says_so_at_once():
    ending, said, _ = talk(Match("nim", {}, (0,)))
    assert ending is Ending.FINISHED
    assert said[-1] == "You have no move left: the computer wins."


def test_strength_and_seed_are_told():
    assert (
        "in 30 of 100 moves and anything in the others (seed 5)"
        in talk(Match("nim", {}, (1, 2), strength=30, seed=5))[1][1]
    )


def test_huge_heaps_are_shown_as_numbers():
    _, said, _ = talk(Match("nim", {}, (HUGE, 3)), f"take {HUGE - 3} from heap 1", "quit")
    assert said[-4:] == [
        f"  {HUGE} 3",
        "computer: take 1 from heap 1",
        "  heap 1  oo   2",
        "  heap 2  ooo  3",
    ]
