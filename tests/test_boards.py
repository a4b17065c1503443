"""Boards: what is on them against brute force, and how they are written as text and saved."""

import re
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wythoff import oracle
from wythoff.boards import Board, board, model
from wythoff.errors import InputError
from wythoff.games.grundy_values import naive_grundy_table

SIDES = st.integers(1, 14)


def rows_of(text, columns):
    """Return the squares of a text board as rows from 0 up, each a list of characters, and the column numbers."""
    lines = text.splitlines()[2:]
    end = lines.index("")
    rows = [line[len(str(end - 2)) + 1 :] for line in lines[: end - 1]]
    assert [int(line.split()[0]) for line in lines[: end - 1]] == list(range(end - 1))[::-1]
    pitch = 2 if len(rows[0]) > columns else 1
    assert all(len(row) == pitch * columns - pitch + 1 for row in rows)
    return [list(row[::pitch]) for row in reversed(rows)], lines[end - 1]


@given(SIDES, SIDES, st.integers(1, 6), st.booleans())
def test_losing_positions_are_those_of_brute_force(rows, columns, a, misere):
    on_it = board(rows, a, misere, columns=columns)
    expected = [(x, y) for x, y in oracle.losing_positions(14, a, misere) if x < columns and y < rows]
    assert list(on_it.losing) == expected
    assert (on_it.columns, on_it.rows, on_it.a, on_it.misere) == (columns, rows, a, misere)
    assert on_it.square is on_it.values is None
    assert on_it.legal == on_it.winning == ()


@given(st.data(), SIDES, SIDES, st.integers(1, 6), st.booleans())
def test_moves_of_a_square_are_those_of_brute_force(data, rows, columns, a, misere):
    square = data.draw(st.tuples(st.integers(0, columns - 1), st.integers(0, rows - 1)))
    on_it = board(rows, a, misere, square, columns)
    legal = oracle.options(*square, a)
    losing = oracle.losing_positions(14, a, misere)
    assert on_it.square == square
    assert list(on_it.legal) == legal
    assert list(on_it.winning) == [target for target in losing if target in legal]


def test_boards_of_the_theses():
    # final thesis, figure 4: the queen's board with its six losing squares besides (0, 0)
    assert board(10).losing[1:] == ((1, 2), (2, 1), (3, 5), (4, 7), (5, 3), (7, 4))
    # figures 2 and 3: tables 1 and 2 say which pairs fit
    upper = {(x, y) for x, y in board(30).losing if x <= y}
    assert upper == {
        (0, 0),
        (1, 2),
        (3, 5),
        (4, 7),
        (6, 10),
        (8, 13),
        (9, 15),
        (11, 18),
        (12, 20),
        (14, 23),
        (16, 26),
    } | {(17, 28)}
    upper = {(x, y) for x, y in board(31, a=2).losing if x <= y}
    assert upper == {(0, 0), (1, 3), (2, 6), (4, 10), (5, 13), (7, 17), (8, 20), (9, 23), (11, 27), (12, 30)}


@pytest.mark.parametrize(("rows", "columns", "a"), [(12, 12, 1), (5, 20, 2), (20, 5, 3)])
def test_grundy_values_are_indexed_by_column_and_row(rows, columns, a):
    values = board(rows, a, columns=columns, grundy=True).values
    assert values.shape == (columns, rows)
    assert np.array_equal(values, naive_grundy_table(columns, rows, a))


@pytest.mark.parametrize("size", [1, 2, 9, 10, 11, 30, 31, 38, 39, 77, 100, 101])
@pytest.mark.parametrize("ascii", [False, True])
def test_text_shows_the_losing_positions_at_their_places(size, ascii):
    on_it = board(size, 2)
    squares, _ = rows_of(on_it.to_text(ascii), size)
    losing, other = ("P", ".") if ascii else ("●", "·")
    assert {(x, y) for y in range(size) for x in range(size) if squares[y][x] == losing} == set(on_it.losing)
    assert {sign for row in squares for sign in row} <= {losing, other}


@pytest.mark.parametrize(("a", "ascii", "signs"), [(1, True, "Q+*P"), (2, True, "@+*P"), (1, False, "♛○★●")])
@pytest.mark.parametrize(("misere", "square"), [(False, (9, 7)), (True, (4, 9)), (False, (0, 0)), (False, (1, 3))])
def test_text_shows_the_moves_of_a_square(a, ascii, signs, misere, square):
    on_it = board(10, a, misere, square)
    text = on_it.to_text(ascii)
    squares, _ = rows_of(text, 10)
    found = {sign: {(x, y) for y in range(10) for x in range(10) if squares[y][x] == sign} for sign in signs}
    own, legal, winning, losing = (found[sign] for sign in signs)
    assert own == {square}
    assert legal == set(on_it.legal) - set(on_it.winning)
    assert winning == set(on_it.winning)
    assert losing == set(on_it.losing) - winning - own
    legend = text.splitlines()[-1]
    assert (f"{signs[1]} one move away" in legend) == bool(on_it.legal)
    assert (f"{signs[2]} winning move" in legend) == bool(on_it.winning)
    assert f"{signs[0]} {square}{' (losing)' if square in on_it.losing else ''}" in legend


@pytest.mark.parametrize("square", [None, (8, 11)])
def test_text_shows_grundy_values(square):
    text = board(12, grundy=True, square=square).to_text(ascii=True)
    lines = text.splitlines()[2:15]
    numbers = [[int(number) for number in re.findall(r"\d+", line)] for line in lines]
    values = naive_grundy_table(12)
    assert [row[0] for row in numbers[:-1]] == list(range(12))[::-1]
    assert [row[1:] for row in numbers[:-1]] == values.tolist()[::-1]
    assert numbers[-1] == list(range(12))
    ends = [[match.end() for match in re.finditer(r"\d+", line)] for line in lines]
    assert all(row[1:] == ends[-1] for row in ends[:-1])  # each column number under its column
    assert ("Q" in "".join(lines)) == (square is not None)


@pytest.mark.parametrize("size", [1, 10, 30, 38, 39, 76, 77])
def test_text_fits_80_characters_as_long_as_it_can(size):
    assert max(map(len, board(size).to_text().splitlines())) <= 80
    assert (" " in board(size).to_text().splitlines()[2][len(str(size - 1)) + 1 :]) == (size in range(2, 39))


@pytest.mark.parametrize("size", [1, 2, 10, 11, 38, 39, 64, 100, 101, 150])
def test_column_numbers_stand_under_their_columns(size):
    squares, numbers = rows_of(board(size).to_text(), size)
    margin, pitch = len(str(size - 1)) + 1, 2 if size <= 38 else 1
    places = {int(match[0]): match.start() for match in re.finditer(r"\d+", numbers)}
    assert places[0] == margin
    assert all(start == margin + pitch * x for x, start in places.items())
    assert len(squares) == size


@pytest.mark.parametrize("settings", [{}, {"misere": True, "square": (3, 3)}, {"grundy": True, "square": (3, 3)}])
def test_ascii_is_ascii_and_lines_are_whole(settings):
    for ascii in (False, True):
        text = board(8, 2, **settings).to_text(ascii)
        assert text.isascii() == ascii
        assert text.endswith("\n")
        assert not any(line.endswith(" ") for line in text.splitlines())


def test_titles():
    assert board(5).title == "Wythoff's game, a = 1, normal play: losing positions"
    assert board(5, 3, misere=True).title == "Wythoff's game, a = 3, misère: losing positions"
    assert board(5, square=(1, 2)).title == "Wythoff's game, a = 1, normal play: moves from (1, 2)"
    assert board(5, grundy=True).title == "Wythoff's game, a = 1, normal play: Grundy values"
    assert board(5, grundy=True, square=(1, 2)).title.endswith(": Grundy values and moves from (1, 2)")
    assert board(5, 10**100).title.startswith("Wythoff's game, a = a number of about 101 digits, normal")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": 0}, "size must be a whole number from 1 to 1000000, got 0"),
        ({"size": 1001}, r"^a board has at most 1,000,000 squares, got 1001 columns and 1001 rows$"),
        ({"size": 2, "columns": 500_001}, "got 500001 columns and 2 rows"),
        ({"size": 5, "columns": -1}, "columns must be a whole number"),
        ({"size": 5, "a": 0}, "a must be a whole number of at least 1, got 0"),
        ({"size": 5, "misere": "yes"}, "misere must be True or False, got 'yes'"),
        ({"size": 5, "grundy": 1}, "grundy must be True or False, got 1"),
        (
            {"size": 5, "misere": True, "grundy": True},
            "Grundy values belong to normal play; leave out grundy or misere",
        ),
        ({"size": 5, "square": (5, 0)}, r"the square \(5, 0\) is not on the board, which ends at \(4, 4\)"),
        ({"size": 5, "square": (2, 10**99), "columns": 3}, r"\(2, a number of about 100 digits\) is not on the board"),
        ({"size": 5, "square": (1, -1)}, "y of the square must be a whole number of at least 0, got -1"),
        ({"size": 5, "square": (1.0, 2)}, "x of the square must be a whole number"),
        ({"size": 5, "square": (1, 2, 3)}, r"square must be a pair \(x, y\) of whole numbers, got \(1, 2, 3\)"),
        ({"size": 5, "square": "12"}, "square must be a pair"),
    ],
)
def test_what_makes_no_board_is_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        board(**arguments)


def test_the_largest_board_is_text():
    text = board(1000, 2, square=(999, 500)).to_text(ascii=True)
    assert len(text.splitlines()) == 2 + 1000 + 1 + 2
    assert text.count("P") + text.count("*") == len(board(1000, 2).losing) + 2  # each is in the legend too
    assert board(1, columns=1_000_000).losing == ((0, 0),)


def test_text_files_are_utf_8(tmp_path):
    file = tmp_path / "board.TXT"
    board(6, misere=True).save(file)
    assert file.read_bytes().decode() == board(6, misere=True).to_text()
    board(7).save(str(file))
    assert file.read_text(encoding="utf-8") == board(7).to_text()
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("board.pdf", r"^a board is saved as .svg, .png or .txt, and .*board.pdf ends in '.pdf'$"),
        ("board", r"^a board is saved as .svg, .png or .txt, and .*board has no ending$"),
        ("missing/board.svg", "missing/board.svg can't be written: No such file or directory"),
    ],
)
def test_files_that_cannot_be_written_are_named(tmp_path, name, message):
    with pytest.raises(InputError, match=message):
        board(5).save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_board_too_large_for_a_picture_leaves_the_old_file(tmp_path):
    for name in ("old.svg", "old.png"):
        file = tmp_path / name
        file.write_text("kept")
        with pytest.raises(
            InputError, match="a picture has at most 1000 columns and rows, and the board has 1001 and 5"
        ):
            board(5, columns=1001).save(file)
        with pytest.raises(InputError, match=r"of Grundy values has at most 256 columns and rows, .* 3 and 257; take"):
            board(257, columns=3, grundy=True).save(file)
        assert file.read_text() == "kept"
    assert len(list(tmp_path.iterdir())) == 2


def test_png_without_matplotlib_names_the_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InputError, match=r"a PNG picture needs matplotlib; .* pip install 'wythoff\[plot\]'"):
        board(5).save(tmp_path / "board.png")
    board(5).save(tmp_path / "board.svg")
    assert [file.name for file in tmp_path.iterdir()] == ["board.svg"]


def test_a_board_is_frozen():
    with pytest.raises(AttributeError, match="cannot assign"):
        board(3).rows = 4
    assert isinstance(board(3), Board)
    assert model.MOST_SQUARES == 1_000_000
