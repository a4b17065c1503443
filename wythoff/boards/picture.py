"""A board as a picture: checks its size and puts the layers together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wythoff.boards import heat, pieces
from wythoff.boards.frame import Grid, squares, surround
from wythoff.boards.shapes import Discs, Lines, Picture, Rectangles, Shape
from wythoff.errors import InputError

if TYPE_CHECKING:
    from wythoff.boards.model import Board

LONGEST_SIDE = 1000
LONGEST_SIDE_WITH_VALUES = 256
_DESCRIBED = 20


def draw(board: Board) -> Picture:
    """
    Draw a board.

    Raises
    ------
    InputError
        If it has too many columns or rows for a picture.
    """
    most = LONGEST_SIDE if board.values is None else LONGEST_SIDE_WITH_VALUES
    if max(board.columns, board.rows) > most:
        of_values = "" if board.values is None else " of Grundy values"
        raise InputError(
            f"a picture{of_values} has at most {most} columns and rows, and the board has {board.columns} and "
            f"{board.rows}; take a smaller one, or text"
        )
    frame = surround(board, pieces.legend(board) if board.values is None else heat.legend(board))
    shapes = filter(_is_visible, (*_layers(board, frame.grid), *frame.shapes))
    return Picture(frame.width, frame.height, board.title, describe(board), tuple(shapes))


def describe(board: Board) -> str:
    """Say in words what the picture shows."""
    sentences = [f"A board of {board.columns} columns and {board.rows} rows, (0, 0) at the bottom left."]
    pairs = sorted({(min(square), max(square)) for square in board.losing})
    if pairs:
        more = f" and {len(pairs) - _DESCRIBED} more" if len(pairs) > _DESCRIBED else ""
        listed = ", ".join(map(str, pairs[:_DESCRIBED]))
        sentences.append(f"Losing positions, smaller heap first: {listed}{more}.")
    if board.square:
        wins = ", ".join(map(str, board.winning)) or "none"
        sentences.append(f"From {board.square} {len(board.legal)} squares are one move away; winning moves: {wins}.")
    if board.values is not None:
        sentences.append(f"The Grundy values shown as colours go from 0 to {int(board.values.max())}.")
    return " ".join(sentences)


def _layers(board: Board, grid: Grid) -> list[Shape]:
    if board.values is not None:
        return heat.values(board, grid)
    if not board.square:
        return [*squares(board, grid), pieces.losing_positions(board, grid)]
    return [
        *squares(board, grid),
        *pieces.rays(board, grid),
        pieces.losing_positions(board, grid),
        *pieces.flag(board, grid),
        *pieces.winning_moves(board, grid),
        *pieces.piece(board, grid),
    ]


def _is_visible(shape: Shape) -> bool:
    """Tell whether there is anything to draw; a board may have no losing position and a square no move."""
    if isinstance(shape, Discs):
        return bool(shape.centres)
    return bool(shape.items) if isinstance(shape, Rectangles | Lines) else True
