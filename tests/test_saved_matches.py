"""Matches in files: read back as they were, and hostile files refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wythoff.errors import InputError
from wythoff.games import GAMES, game
from wythoff.playing.match import Match, Player
from wythoff.playing.opponent import choose_move
from wythoff.playing.saved import LARGEST_BYTES, LONGEST_WORD, load, save

HUGE = 10**1000


def example(name, **options):
    return Match(name, {}, game(name).parse(GAMES[name].example), **options)


def saved(**changes):
    return {
        "format": "wythoff match",
        "version": 1,
        "game": "nim",
        "parameters": {},
        "first": "you",
        "strength": 100,
        "seed": 0,
        "start": "1 2",
        "moves": ["1 1"],
    } | changes


@given(seed=st.integers(0, 10**6), name=st.sampled_from(list(GAMES)), strength=st.integers(0, 100))
def test_a_match_is_read_back(seed, name, strength, tmp_path_factory):
    file = tmp_path_factory.getbasetemp() / "match.json"
    match = example(name, strength=strength, seed=seed, first=Player(["you", "computer"][seed % 2]))
    for _ in range(seed % 5):
        if match.winner is None:
            match.move(choose_move(match))
    save(match, file)
    assert load(file) == match
    assert load(file).positions == match.positions


def test_huge_heaps_are_read_back(tmp_path):
    match = Match("nim", {"misere": True}, (HUGE, 5))
    match.move((HUGE // 3, 5))
    save(match, tmp_path / "match.json")
    assert load(tmp_path / "match.json").positions == match.positions


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": "other"}, "is no saved match"),
        ({"version": 2}, "is in version 2 of the format; this program reads version 1"),
        ({"version": None}, "is in version None"),
        ({"game": "chess"}, "is damaged: there is no game 'chess'"),
        ({"game": ["nim"]}, 'is damaged: "game" must be text'),
        ({"parameters": []}, '"parameters" must be an object'),
        ({"parameters": {"k": 1}}, "the game nim has no parameter 'k'"),
        ({"parameters": {"name": "nim"}}, "the game nim has no parameter 'name'"),
        ({"parameters": {"misere": 1}}, "misere must be True or False"),
        ({"parameters": {"misere": [True]}}, "a parameter must be a number, true, false or text"),
        ({"parameters": {"misere": "x" * (LONGEST_WORD + 1)}}, "a word of more than 150,000 characters"),
        ({"first": "me"}, '"first" must be you or computer'),
        ({"strength": "all"}, '"strength" must be a whole number'),
        ({"strength": True}, "strength must be a whole number"),
        ({"strength": 101}, "strength must be a whole number from 0 to 100, got 101"),
        ({"seed": -1}, "seed must be"),
        ({"seed": 1.5}, '"seed" must be a whole number'),
        ({"start": ""}, "a position needs at least one heap"),
        ({"start": "1 x"}, "heap 2 must be a whole number"),
        ({"start": "9" * (LONGEST_WORD + 1)}, "a word of more than 150,000 characters"),
        ({"moves": "1 1"}, '"moves" must be a list'),
        ({"moves": [[1, 1]]}, "move 1 must be text"),
        ({"moves": ["1 1", "1 1"]}, "move 2: 1 1 -> 1 1 is not a legal move"),
        ({"moves": ["1 1", "1 0", "0 0", "0 0"]}, "move 4: 0 0 -> 0 0 is not a legal move"),
    ],
)
def test_a_damaged_match_is_one_sentence_and_stays(changes, words, tmp_path):
    file = tmp_path / "match.json"
    content = json.dumps(saved(**changes))
    file.write_text(content)
    with pytest.raises(InputError) as refusal:
        load(file)
    assert words in str(refusal.value)
    assert str(refusal.value).startswith(str(file))
    assert len(str(refusal.value)) < 400
    assert file.read_text() == content


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"nothing",
        b"[]",
        b"{}",
        b"null",
        b"\xff\xfe",
        b"[" * 200_000,
        b'{"format": "wythoff match", "version": ' + b"9" * 1_000_000 + b"}",
        b'{"format": "wythoff match", "version": 1',
    ],
)
def test_a_file_of_anything_else_is_one_sentence(content, tmp_path):
    file = tmp_path / "match.json"
    file.write_bytes(content)
    with pytest.raises(InputError, match="is no saved match"):
        load(file)


def test_a_file_that_is_too_large_or_not_there_is_one_sentence(tmp_path):
    file = tmp_path / "match.json"
    file.write_bytes(b" " * (LARGEST_BYTES + 1))
    with pytest.raises(InputError, match="is larger than any saved match"):
        load(file)
    with pytest.raises(InputError, match="can't be read: No such file"):
        load(tmp_path / "missing")
    with pytest.raises(InputError, match="can't be read"):
        load(tmp_path)
