"""A board of characters, for terminals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wythoff.boards.shapes import number_step

if TYPE_CHECKING:
    from wythoff.boards.model import Board


_WIDTH = 80
_ENGLISH_ONLY = str.maketrans("è", "e")


@dataclass(frozen=True)
class _Signs:
    """One character for each kind of square; a queen stands on ``square`` if a = 1, else some piece."""

    losing: str
    other: str
    queen: str
    piece: str
    legal: str
    winning: str

    def own(self, board: Board) -> str:
        return self.queen if board.a == 1 else self.piece


_UNICODE = _Signs("●", "·", "♛", "◆", "○", "★")
_ASCII = _Signs("P", ".", "Q", "@", "+", "*")


def draw(board: Board, ascii: bool) -> str:
    """Draw a board; see `Board.to_text`."""
    signs = _ASCII if ascii else _UNICODE
    lines = [board.title, "", *(_squares(board, signs) if board.values is None else _values(board, signs))]
    lines += ["", "  ".join(_legend(board, signs))]
    text = "".join(f"{line.rstrip()}\n" for line in lines)
    return text.translate(_ENGLISH_ONLY) if ascii else text


def _squares(board: Board, signs: _Signs) -> list[str]:
    """Draw a character for each square."""
    margin = len(str(board.rows - 1))
    last_number = len(str(board.columns - 1))  # begins at the last column
    pitch = 2 if margin + 1 + 2 * (board.columns - 1) + last_number <= _WIDTH else 1
    marks = {square: signs.losing for square in board.losing} | _marks(board, signs)
    gap = " " * (pitch - 1)
    lines = [
        f"{y:>{margin}} " + gap.join(marks.get((x, y), signs.other) for x in range(board.columns))
        for y in reversed(range(board.rows))
    ]
    return [*lines, " " * (margin + 1) + _column_numbers(board.columns, pitch)]


def _column_numbers(columns: int, pitch: int) -> str:
    """Write the number of every column, or of every second, fifth, tenth, ..., each beginning at its column."""
    step = number_step(pitch, len(str(columns - 1)) + 1)
    return "".join(f"{x:<{step * pitch}}" for x in range(0, columns, step))


def _values(board: Board, signs: _Signs) -> list[str]:
    """Draw the Grundy value of each square, and after it the sign of the square where moves are shown."""
    assert board.values is not None
    margin = len(str(board.rows - 1))
    width = len(str(board.values.max()))
    marks = _marks(board, signs)
    blank = " " if board.square else ""
    lines = [
        f"{y:>{margin}} " + " ".join(f"{value:>{width}}{marks.get((x, y), blank)}" for x, value in enumerate(row))
        for y, row in reversed(list(enumerate(board.values.T.tolist())))
    ]
    return [*lines, " " * (margin + 1) + " ".join(f"{x:>{width}}{blank}" for x in range(board.columns))]


def _marks(board: Board, signs: _Signs) -> dict[tuple[int, int], str]:
    marks = dict.fromkeys(board.legal, signs.legal) | dict.fromkeys(board.winning, signs.winning)
    return marks | ({board.square: signs.own(board)} if board.square else {})


def _legend(board: Board, signs: _Signs) -> list[str]:
    items = ["0 losing position" if board.values is not None else f"{signs.losing} losing position"]
    if board.square:
        losing = " (losing)" if board.square in board.losing else ""
        items.append(f"{signs.own(board)} {board.square}{losing}")
    if board.legal:
        items.append(f"{signs.legal} one move away")
    if board.winning:
        items.append(f"{signs.winning} winning move")
    return items
