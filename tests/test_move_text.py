"""What people write for a move, and what is answered to what is none."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wythoff.errors import InputError
from wythoff.games import GAMES, game
from wythoff.playing.move_text import LONGEST, how_to_write, read_move

HUGE = 10**1000


@pytest.mark.parametrize(
    ("name", "position", "text", "target"),
    [
        ("nim", (7, 5, 12), "take 10 from heap 3", (7, 5, 2)),
        ("nim", (7, 5, 12), "  TAKE  10 tokens from  heap 3 ", (7, 5, 2)),
        ("nim", (7, 5, 12), "10 from 3", (7, 5, 2)),
        ("nim", (7, 5, 12), "7 5 2", (7, 5, 2)),
        ("nim", (7, 5, 12), "(7, 5, 2)", (7, 5, 2)),
        ("nim", (7, 5, 12), "leave 7 5 2", (7, 5, 2)),
        ("nim", (7, 5, 12), "-> 7,5,2", (7, 5, 2)),
        ("nim", (HUGE, 1), f"take {HUGE - 5} from heap 1", (5, 1)),
        ("wythoff", (10, 13), "take 6 from heap 1 and 6 from heap 2", (4, 7)),
        ("wythoff", (10, 13), "6 from 2, 6 from 1", (4, 7)),
        ("moore", (3, 4, 5), "1 from 2 and 2 from 3", (3, 3, 3)),
        ("subtraction", (10,), "take 2", (8,)),
        ("subtraction", (10,), "take 1 token", (9,)),
        ("subtraction", (10,), "leave 8", (8,)),
        ("subtraction", (10,), "2 from 1", (8,)),
        ("grundy", (8,), "split heap 1 into 1 and 7", (1, 7)),
        ("grundy", (8,), "1 7", (1, 7)),
        ("crossed-boxes", (1, 1, 1, 0, 1), "Cross boxes 1 to 3", (0, 0, 0, 0, 1)),
        ("crossed-boxes", (1, 1, 1, 0, 1), "00001", (0, 0, 0, 0, 1)),
        ("building", (4, (0, 0, 0)), "put a token on stack 2", (3, (0, 1, 0))),
        ("building", (4, (0, 0, 0)), "3: 0 1 0", (3, (0, 1, 0))),
        ("sum", ((1, 2), (3,)), "in part 2: take 3 from heap 1", ((1, 2), (0,))),
    ],
)
def test_moves_may_be_written_in_many_ways(name, position, text, target):
    assert read_move(game(name), position, text) == target


@pytest.mark.parametrize(
    ("name", "position", "text", "sentence"),
    [
        ("nim", (7, 5, 12), "frob", "'frob' is no move: write a move as \"take 1 from heap 3\""),
        ("nim", (7, 5, 12), "7 5 12", "7 5 12 -> 7 5 12 is not a legal move"),
        ("nim", (7, 5, 12), "7 5", "7 5 12 -> 7 5 is not a legal move"),
        ("nim", (7, 5, 12), "1 from 4", "there is no heap 4"),
        ("nim", (7, 5, 12), "1 from 0", "there is no heap 0"),
        ("nim", (7, 5, 12), "8 from 1", "heap 1 holds 7, too few to take 8 from it"),
        ("nim", (7, 5, 12), "0 from 1", "is not a legal move"),
        ("nim", (7, 5, 12), "1 from 1 and 1 from 2", "is not a legal move"),
        ("nim", (7, 5, 12), "leave x", "heap 1 must be a whole number of at least 0"),
        ("nim", (7, 5, 12), "1e5 from 3", "is no move"),
        ("nim", (7, 5, 12), "-1 from 3", "is no move"),
        ("nim", (7, 5, 12), "take", "is no move"),
        ("wythoff", (10, 13), "6 from 1 and 5 from 2", "is not a legal move"),
        ("subtraction", (10,), "2", "2 may be what is taken or what is left"),
        ("subtraction", (10,), "take 3", "is not a legal move: a move takes 1 to 2 tokens"),
        ("crossed-boxes", (1, 0, 1), "cross box 2", "is no move"),
        ("nim", (7, 5, 12), "9" * (LONGEST + 1), "a line of 500,001 characters is no move"),
    ],
)
def test_what_is_no_move_is_one_sentence(name, position, text, sentence):
    with pytest.raises(InputError) as refusal:
        read_move(game(name), position, text)
    message = str(refusal.value)
    assert sentence in message
    assert "\n" not in message
    assert len(message) < 300


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_how_its_moves_are_written_and_reads_them_so(name):
    rules, position = game(name), game(name).parse(GAMES[name].example)
    _, described, _, left, _ = how_to_write(rules, position).split('"')
    assert read_move(rules, position, described) == read_move(rules, position, left)
    for target in islice(rules.moves(position), 30):
        assert read_move(rules, position, rules.describe(position, target)) == target


@pytest.mark.slow
@given(text=st.text(max_size=40))
def test_any_text_is_a_legal_move_or_refused(text):
    for name in ("nim", "building"):
        rules, position = game(name), game(name).parse(GAMES[name].example)
        try:
            target = read_move(rules, position, text)
        except InputError:
            continue
        assert rules.is_legal(position, target)
