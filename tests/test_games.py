"""What every game of the registry must do, and the registry itself."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wythoff.errors import InputError
from wythoff.games import GAMES, Certainty, Game, game, game_from_text
from wythoff.games.base import write_whole
from wythoff.games.mex import mex

VARIANTS = [
    *GAMES,
    *(
        "nim misere",
        "moore k=1",
        "moore k=3 misere",
        "greedy misere",
        "subtraction most=5",
        "subtraction most=3 misere",
    ),
    *("building stacks=1", "building stacks=2", "wythoff a=3", "wythoff misere", "wythoff a=2 misere"),
    "sum components=grundy+subtraction+crossed-boxes",
]
SMALL = {"grundy": "9 3 6", "building": "3: 2 0 1", "building stacks=1": "3: 1", "building stacks=2": "4: 1 0"}


@pytest.fixture(params=VARIANTS)
def named(request):
    """Give a game and a position with several moves."""
    made = game_from_text(request.param)
    if request.param in SMALL:
        return made, made.parse(SMALL[request.param])
    if request.param.startswith("sum components=grundy"):
        return made, ((7,), (4,), (1, 1, 0, 1))
    return made, made.parse(GAMES[request.param.split()[0]].example)


def play_through(made, position):
    """Yield the positions of one whole game in which each player makes his middle move."""
    while True:
        yield position
        moves = list(made.moves(position))
        if not moves:
            return
        position = moves[len(moves) // 2]


def test_moves_come_once_and_in_one_order(named):
    made, position = named
    moves = list(made.moves(position))
    assert moves
    assert len(set(moves)) == len(moves)
    assert list(made.moves(position)) == moves


def test_legal_is_what_is_listed(named):
    made, start = named
    for position in play_through(made, start):
        moves = set(made.moves(position))
        for target in play_through(made, start):
            assert made.is_legal(position, target) is (target in moves)
        assert all(made.is_legal(position, target) for target in moves)
        assert not any(made.is_legal(target, position) for target in moves)


def test_losing_means_that_no_move_reaches_a_losing_position(named):
    made, start = named
    for position in play_through(made, start):
        moves = list(made.moves(position))
        assert made.is_over(position) is (not moves)
        losing = [target for target in moves if made.is_losing(target)]
        assert made.is_losing(position) is (not losing if moves else not made.misere)
        found = list(made.winning_moves(position))
        assert sorted(found) == sorted(losing)
        assert made.winning_move(position) == (found[0] if found else None)


def test_grundy_value_is_the_mex_of_the_options_in_normal_play_only(named):
    made, start = named
    for position in play_through(made, start):
        if made.misere:
            with pytest.raises(InputError, match="Grundy values belong to normal play"):
                made.grundy(position)
            continue
        values = [made.grundy(target) for target in made.moves(position)]
        assert made.grundy(position) == mex(values)
        assert (made.grundy(position) == 0) is made.is_losing(position)
        for value in range(max(values, default=0) + 2):
            targets = [target for target, reached in zip(made.moves(position), values, strict=True) if reached == value]
            assert sorted(made.moves_to(position, value)) == sorted(targets)


def test_text_of_every_position_is_read_back(named):
    made, start = named
    for position in play_through(made, start):
        text = made.show(position)
        assert "\n" not in text
        assert made.parse(text) == position
        assert made.parse(text.split()) == position


def test_every_legal_move_is_described_and_others_are_refused(named):
    made, position = named
    for target in made.moves(position):
        words = made.describe(position, target)
        assert words == words.strip()
        assert "\n" not in words
    with pytest.raises(InputError, match=r" -> .* is not a legal move: a move "):
        made.describe(position, position)


def test_rule_and_validity_are_sentences(named):
    made, position = named
    for text in (made.move_rule, made.rule, made.validity):
        assert text[0].isupper()
        assert text.endswith(".")
    assert made.certainty(position) in Certainty


def test_games_are_values(named):
    made, _ = named
    assert isinstance(made, Game)
    assert {made: 1}[made] == 1
    with pytest.raises(AttributeError):
        made.misere = True


@pytest.mark.parametrize("name", GAMES)
def test_example_is_a_position_that_can_be_won(name):
    made = game(name)
    assert made.winning_move(made.parse(GAMES[name].example)) is not None


@pytest.mark.parametrize("name", GAMES)
def test_parameters_are_described_well_enough_for_a_command_line(name):
    entry = GAMES[name]
    assert entry.name == name
    made = game(name)
    for parameter in entry.parameters:
        assert parameter.name.isidentifier()
        assert parameter.help
        if type(parameter.default) is int:
            assert getattr(made, parameter.name) == parameter.default >= parameter.least
            with pytest.raises(InputError, match=f"{parameter.name} must be a whole number"):
                game(name, **{parameter.name: parameter.least - 1})
            with pytest.raises(InputError, match=f"{parameter.name} must be a whole number"):
                game(name, **{parameter.name: "2"})
            if parameter.most is not None:
                game(name, **{parameter.name: parameter.most})
                with pytest.raises(InputError, match=f"{parameter.name} must be a whole number"):
                    game(name, **{parameter.name: parameter.most + 1})
        elif type(parameter.default) is bool:
            assert getattr(game(name, **{parameter.name: True}), parameter.name) is True
            with pytest.raises(InputError, match=f"{parameter.name} must be True or False, got 1"):
                game(name, **{parameter.name: 1})
        else:
            assert type(parameter.default) is str
            with pytest.raises(InputError, match=f"{parameter.name} must be text, got 3"):
                game(name, **{parameter.name: 3})


def test_registry_is_read_only():
    with pytest.raises(TypeError):
        GAMES["chess"] = None


@pytest.mark.parametrize("name", ["chess", "", None, 7])
def test_unknown_game_is_refused_with_a_list_of_those_there_are(name):
    with pytest.raises(InputError, match=r"there is no game .*; choose one of nim, moore, greedy, .*, sum"):
        game(name)


def test_unknown_parameter_is_refused():
    with pytest.raises(InputError, match="the game nim has no parameter 'k'; it has only misere"):
        game("nim", k=3)
    with pytest.raises(InputError, match="the game grundy has no parameter 'name'; it has none"):
        game("grundy", name=3)


def test_words_of_a_game():
    assert game_from_text("moore misere k=4") == game("moore", k=4, misere=True)
    assert game_from_text(" nim misere=no ") == game("nim")
    for text, message in [
        ("", "there is no game ''"),
        ("nim misere=maybe", "misere is written misere or misere=no"),
        ("moore k", "k must be a whole number of at least 0, got ''"),
        ("moore k=two", "k must be a whole number of at least 0, got 'two'"),
        ("moore k=0", "k must be a whole number of at least 1, got 0"),
        ("nim =3", "has no parameter ''"),
    ]:
        with pytest.raises(InputError, match=message):
            game_from_text(text)


@pytest.mark.parametrize("name", ["nim", "moore", "greedy", "subtraction", "pop-it", "grundy", "wythoff"])
def test_heaps_are_whole_numbers(name):
    made = game(name)
    for position, message in [
        ((-1, 2), "heap 1 must be a whole number of at least 0, got -1"),
        ((1, 2.0), r"heap 2 must be a whole number of at least 0, got 2.0 \(float\)"),
        ((True, 2), "heap 1 must be a whole number"),
        ((1, "2"), "heap 2 must be a whole number"),
        ((), "at least one heap"),
        ("12", "must be a tuple of heap sizes.*text is read by parse"),
        (12, "must be a tuple of heap sizes"),
    ]:
        for question in (made.is_losing, made.winning_moves, made.moves, made.is_over, made.show, made.certainty):
            with pytest.raises(InputError, match=message):
                question(position)
        with pytest.raises(InputError, match=message):
            made.is_legal((1, 2), position)


@given(heaps=st.lists(st.integers(0, 10**100), min_size=1, max_size=9).map(tuple))
def test_text_of_heaps_is_read_back(heaps):
    nim = game("nim")
    assert nim.parse(nim.show(heaps)) == heaps
    assert nim.parse(str(list(heaps))) == heaps
    assert nim.parse(", ".join(map(str, heaps))) == heaps


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3 four", "heap 2 must be a whole number of at least 0, got 'four'"),
        ("3 -4", "heap 2 must be a whole number of at least 0, got -4"),
        ("3 4.5", "heap 2 must be a whole number of at least 0, got '4.5'"),
        ("", "at least one heap"),
        ("()", "at least one heap"),
    ],
)
def test_text_that_is_no_position_is_refused(text, message):
    with pytest.raises(InputError, match=message):
        game("nim").parse(text)


def test_numpy_integers_become_python_integers():
    import numpy as np

    heaps = np.array([7, 5, 12], np.uint8)
    target = game("nim").winning_move(tuple(heaps))
    assert target == (7, 5, 2)
    assert {type(size) for size in target} == {int}
    assert game("nim").is_losing(np.array([200, 200, 0], np.uint8))


def test_numbers_too_long_for_python_are_an_error_that_says_what_to_do():
    digits = sys.get_int_max_str_digits() + 1
    with pytest.raises(InputError, match=f"heap 2 has {digits} digits, more than Python reads unless sys.set_int_max"):
        game("nim").parse("3 " + "9" * digits)
    with pytest.raises(InputError, match=r"about \d+ digits is more than Python writes unless sys.set_int_max"):
        game("nim").show((10**digits,))
    assert write_whole(10**20) == "1" + "0" * 20
    # Messages and descriptions give such a number by its size.
    assert game("nim").describe((10**digits,), (0,)) == f"take a number of about {digits + 1} digits from heap 1"
    with pytest.raises(InputError, match="a number of about"):
        game("nim").describe((10**digits,), (10**digits,))


def test_errors_come_when_asked_and_not_when_the_answer_is_used():
    for question in (game("nim").moves, game("nim").winning_moves):
        with pytest.raises(InputError):
            question((-1,))
    with pytest.raises(InputError, match="value must be a whole number"):
        game("nim").moves_to((3,), -1)


def test_games_are_made_without_loading_numpy_or_the_compiler():
    code = "import sys, wythoff.games as games; [games.game(name) for name in games.GAMES]; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "numba"} & set(loaded)


@pytest.mark.parametrize("name", ["nim", "moore", "greedy", "subtraction", "subtraction-set", "wythoff", "grundy"])
@pytest.mark.parametrize("position", [{3, 4}, frozenset((3, 4)), {3: 4, 4: 3}, {3: 4}.keys(), "34", b"35", 5])
def test_a_position_without_order_is_refused(name, position):
    for ask in (game(name).is_losing, game(name).moves):
        with pytest.raises(InputError, match="a position must be a tuple"):
            ask(position)


@pytest.mark.parametrize("text", ["moore k=2 k=3", "nim misere misere", "wythoff a=1 misere=no a=1"])
def test_a_parameter_that_is_given_twice_is_refused(text):
    with pytest.raises(InputError, match="is given twice"):
        game_from_text(text)
    with pytest.raises(InputError, match="is given twice"):
        game("sum", components=f"nim + {text}")
