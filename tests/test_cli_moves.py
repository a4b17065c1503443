"""The commands about positions: `move`, `classify`, `game`, `board`."""

import json

import pytest
from cli_runner import run

from wythoff import oracle
from wythoff.boards import board
from wythoff.games import GAMES, game
from wythoff.moves import RULES


def answer(*arguments):
    return json.loads(run(*arguments, "--json").stdout)


@pytest.mark.parametrize("rule", RULES)
def test_the_moves_of_the_final_thesis(rule):
    # final, example 8, a = 2, heap by heap
    for (x, y), target in {(17, 29): (17, 7), (11, 29): (11, 27), (11, 25): (9, 23)}.items():
        found = answer("move", x, y, "-a", "2", "--rule", rule)
        assert (found["outcome"], tuple(found["move"])) == ("N", target)


def test_a_move_is_said_in_the_order_of_the_heaps():
    assert run("move", "25", "11", "-a", "2").stdout == (
        "take 2 from the first heap and 2 from the second heap, leaving (23, 9)\n"
    )
    assert run("move", "11", "29", "-a", "2").stdout == "take 2 from the second heap, leaving (11, 27)\n"


@pytest.mark.slow
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("a", [1, 3])
def test_all_winning_moves_are_those_of_brute_force(a, misere):
    losing = set(oracle.losing_positions(8, a, misere))
    flags = ["-a", a, *(["--misere"] if misere else [])]
    for x, y in [(x, y) for x in range(8) for y in (0, 5)]:
        found = answer("move", x, y, *flags)
        winning = [target for target in oracle.options(x, y, a) if target in losing]
        assert sorted(map(tuple, found["winning_moves"])) == winning
        assert found["outcome"] == answer("classify", x, y, *flags)["outcome"] == ("P" if (x, y) in losing else "N")
        assert found["move"] is None if not winning else tuple(found["move"]) in winning
        printed = run("move", x, y, *flags, "--all").stdout.splitlines()
        if winning:
            assert printed[0].endswith(f"leaving ({found['move'][0]}, {found['move'][1]})")
            assert len(printed) == len(winning)


def test_a_losing_position_is_named_and_a_legal_move_offered():
    assert run("move", "10", "6").stdout == (
        "No move wins: row 4 of the losing positions is (6, 10).\n"
        "To go on, take 1 from the first heap, leaving (9, 6).\n"
    )
    found = answer("move", "2", "2", "--misere")
    assert (found["outcome"], found["move"], found["winning_moves"]) == ("P", None, [])
    assert tuple(found["offer"]) in oracle.options(2, 2)


def test_the_end_of_the_game():
    assert run("move", "0", "0").stdout == "The game is over: no token is left, and whoever is to move has lost.\n"
    assert run("move", "0", "0", "--misere").stdout.endswith("has won.\n")
    assert answer("move", "0", "0")["offer"] is None


def test_an_explanation_speaks_of_the_rule_that_was_chosen():
    text = {rule: run("move", "11", "25", "-a", "2", "--explain", "--rule", rule).stdout for rule in RULES}
    assert "R_p(x) = 111" in text["arithmetic"]
    assert "isqrt" in text["algebraic"]
    assert len(set(text.values())) == 3
    assert all("(9, 23)" in lines.splitlines()[-1] for lines in text.values())
    assert answer("move", "11", "25", "-a", "2", "--explain")["explanation"] == text["algebraic"].splitlines()


def test_classify_names_the_row():
    # final, table 2: row 5 is (7, 17)
    assert run("classify", "17", "7", "-a", "2").stdout == (
        "P: the player to move loses, as (7, 17) is row 5 of the losing positions\n"
    )
    assert run("classify", "7", "18", "-a", "2").stdout == "N: the player to move wins\n"
    assert answer("classify", "2", "5", "-a", "2", "--misere")["row"] == 1
    assert answer("classify", "7", "18")["row"] is None


def test_positions_of_a_thousand_digits():
    x = 10**1000
    found = answer("move", x, 2 * x)
    assert answer("classify", *found["move"])["outcome"] == "P"
    assert run("move", x, 2 * x).returncode == run("move", x, 2 * x, "--explain").returncode == 0


def test_games_are_listed_with_their_options():
    lines = run("game").stdout.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == list(GAMES)
    assert any(line.startswith("moore") and line.endswith("[-k, --misere]") for line in lines)
    assert [entry["game"] for entry in answer("game")["games"]] == list(GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_game_tells_its_rules_and_solves_its_example(name):
    rules = run("game", name).stdout
    assert game(name).move_rule in rules
    assert game(name).rule in rules
    command = next(line for line in rules.splitlines() if line.startswith("Example: wythoff game ")).split()[2:]
    solved = run(*command).stdout
    assert solved.startswith("N: the player to move wins")
    assert "\nwins: " in solved
    found = answer(*command)
    position = game(name).parse(GAMES[name].example)
    assert found["winning_moves"]
    for text in found["winning_moves"]:
        assert game(name).is_losing(game(name).parse(text))
        assert game(name).is_legal(position, game(name).parse(text))
    assert answer("game", name)["example"] == GAMES[name].example


def test_nim_of_the_theses():
    # final, examples 3 and 4: 7, 5, 12, and misère play at (1, 3, 1)
    assert run("game", "nim", "7", "5", "12").stdout == (
        "N: the player to move wins (proved)\n"
        "Grundy value 14\n"
        "wins: take 10 from heap 3, leaving 7 5 2\n"
        "The player to move loses exactly if the XOR of the heaps is 0.\n"
    )
    found = answer("game", "nim", "--misere", "1", "3", "1")
    assert (found["grundy"], found["winning_moves"], found["parameters"]) == (None, ["1 1 1"], {"misere": True})


def test_parameters_may_be_written_in_every_way_and_place():
    expected = answer("game", "moore", "3", "4", "5", "-k", "1")
    for words in (["-k1", "3", "4", "5"], ["3", "--k=1", "4", "5"], ["3,4,5", "--k", "1"], ["(3, 4, 5)", "-k=1"]):
        assert answer("game", "moore", *words) == expected
    assert answer("game", "moore", "3", "4", "5")["winning_moves"] != expected["winning_moves"]
    components = answer("game", "sum", "1 + 2", "--components", "nim + subtraction most=3")
    assert components["grundy"] == 1 ^ 2


def test_only_a_few_winning_moves_are_shown_unless_all_are_wanted():
    # Moore's Nim with three heaps and k = 3: everything may be taken, and every total leaves many ways
    few = run("game", "moore", *["1"] * 9, "--k", "5").stdout
    every = run("game", "moore", *["1"] * 9, "--k", "5", "--all").stdout
    assert few.count("wins:") == 5
    assert "and more: --all lists them" in few
    assert every.count("wins:") == 84  # 9 ones must become 6: 3 heaps of 9 are emptied
    assert "and more" not in every
    assert answer("game", "moore", *["1"] * 9, "--k", "5")["more"] is True


def test_a_finished_game_says_who_has_won():
    assert run("game", "nim", "0", "0").stdout.startswith(
        "P: no move is left, and whoever is to move has lost (proved)\n"
    )
    assert run("game", "nim", "0", "--misere").stdout.startswith("N: no move is left, and whoever is to move has won")


def test_a_position_beyond_what_is_known_is_one_sentence():
    assert run("game", "grundy", 10**12).is_one_sentence()
    assert run("game", "building", "400: 1 2 3 4 6 0 0", "--stacks", "7").is_one_sentence()


def test_the_board_is_printed_or_written(tmp_path):
    assert run("board", "12", "-a", "2").stdout == board(12, 2).to_text()
    assert run("board", "12", "--from", "9", "4", "--misere").stdout == board(12, 1, True, (9, 4)).to_text()
    assert run("board", "6", "--grundy").stdout == board(6, grundy=True).to_text()
    for name in ("board.svg", "board.txt"):
        assert run("board", "9", "--output", tmp_path / name).stdout == ""
        assert (tmp_path / name).stat().st_size > 100


@pytest.mark.parametrize(
    "arguments",
    [
        ("board", "x"),
        ("board", "1000000000000"),
        ("board", "8", "--from", "8", "0"),
        ("board", "8", "--from", "1", "x"),
        ("board", "8", "--grundy", "--misere"),
        ("board", "8", "--output", "/nonexistent/board.svg"),
        ("board", "8", "--output", "board.doc"),
    ],
)
def test_boards_that_can_not_be_drawn_are_one_sentence(arguments):
    assert run(*arguments).is_one_sentence()
