"""What stands on the squares: losing positions, the piece with its moves, the flag at the end of the game."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from wythoff.boards.frame import LARGE_CELL, SMALL_CELL, Grid, Item, cell_size
from wythoff.boards.shapes import Discs, Lines, Point, Polygon, Rectangles, Shape, Style

if TYPE_CHECKING:
    from wythoff.boards.model import Board

# Corners in parts of a square, from its middle, x to the right and y down.
_CROWN = ((-0.3, 0.28), (-0.38, -0.16), (-0.18, 0.02), (0, -0.3), (0.18, 0.02), (0.38, -0.16), (0.3, 0.28))
_CROWN_TIPS = ((-0.38, -0.18), (0, -0.33), (0.38, -0.18))
_DIAMOND = ((0, -0.36), (0.36, 0), (0, 0.36), (-0.36, 0))
_PENNANT = ((-0.12, -0.34), (0.3, -0.17), (-0.12, 0))
_POLE = ((-0.12, -0.34), (-0.12, 0.34))
_DISC, _RING = 0.34, 0.44  # radii in parts of a square
_GLYPH_ON_DISC = 0.62  # what stands on a losing position is drawn smaller, on its disc
_SMALLEST_DISC, _SMALLEST_RING, _SMALLEST_GLYPH = 2.4, 5.0, 14.0  # in pixels


def losing_positions(board: Board, grid: Grid) -> Shape:
    """Mark the losing positions."""
    return marks(board, grid, max(_SMALLEST_DISC, _DISC * grid.cell), "losing")


def marks(board: Board, grid: Grid, radius: float, colour: str) -> Shape:
    """Draw a disc on each losing position, or fill the square where squares are small."""
    style = Style(fill=colour)
    if grid.cell <= SMALL_CELL:
        return Rectangles(tuple(grid.box(x, y) for x, y in board.losing), style)
    centres = tuple(grid.centre(x, y) for x, y in board.losing)
    return Discs(centres, radius, style, tuple(f"({x}, {y})" for x, y in board.losing))


def rays(board: Board, grid: Grid) -> list[Shape]:
    """Draw the three directions of a move as arrows up to the edge of the board."""
    assert board.square
    x, y = board.square
    diagonal = min(x, y)
    width = max(1.0, grid.cell / 22)
    ends = [(0, y)] * (x > 0) + [(x, 0)] * (y > 0) + [(x - diagonal, y - diagonal)] * (diagonal > 0)
    shapes: list[Shape] = []
    for end in ends:
        shapes += _arrow(grid.centre(x, y), grid.centre(*end), 0.5 * grid.cell, -0.1 * grid.cell, "ray", width)
    return shapes


def winning_moves(board: Board, grid: Grid) -> list[Shape]:
    """Draw an arrow to each losing position one move away, and a ring around it."""
    assert board.square
    centre = grid.centre(*board.square)
    width = max(1.6, grid.cell / 13)
    radius = max(_SMALLEST_RING, _RING * grid.cell)
    shapes: list[Shape] = []
    for target in board.winning:
        shapes += _arrow(centre, grid.centre(*target), 0.5 * grid.cell, radius, "winning", width)
    rings = tuple(grid.centre(*target) for target in board.winning)
    return [*shapes, Discs(rings, radius, Style(stroke="winning", width=width))]


def piece(board: Board, grid: Grid) -> list[Shape]:
    """Draw the piece on the square whose moves are shown."""
    assert board.square
    size, colour = _glyph(board, board.square, grid)
    return piece_at(board, grid.centre(*board.square), size, colour)


def piece_at(board: Board, at: Point, size: float, colour: str) -> list[Shape]:
    """Draw a queen, or a diamond for a >= 2, whose moves are not a queen's."""
    style = Style(fill=colour)
    if board.a > 1:
        return [Polygon(_scaled(_DIAMOND, at, size), style)]
    return [Polygon(_scaled(_CROWN, at, size), style), Discs(_scaled(_CROWN_TIPS, at, size), 0.06 * size, style)]


def flag(board: Board, grid: Grid) -> list[Shape]:
    """Plant a flag on (0, 0), where the game ends, if it has room there."""
    if not _has_flag(board):
        return []
    size, colour = _glyph(board, (0, 0), grid)
    return _flag(grid.centre(0, 0), size, colour)


def legend(board: Board) -> list[Item]:
    """List what the marks on the squares mean."""
    items = [Item(lambda at: (Discs((at,), 6.5, Style(fill="losing")),), "losing position")]
    if board.square:
        loses = " (losing)" if board.square in board.losing else ""
        items.append(Item(lambda at: tuple(piece_at(board, at, 22, "ink")), f"{board.square}{loses}"))
    if board.legal:
        items.append(Item(_reach_sample, "one move away"))
    if board.winning:
        items.append(Item(_winning_sample, "winning move" + "s" * (len(board.winning) > 1), 30))
    if _has_flag(board):
        items.append(Item(lambda at: tuple(_flag(at, 22, "ink")), "end of the game"))
    return items


def _has_flag(board: Board) -> bool:
    return board.square not in (None, (0, 0)) and cell_size(board) >= LARGE_CELL


def _glyph(board: Board, square: tuple[int, int], grid: Grid) -> tuple[float, str]:
    """Return size and colour of what is drawn on a square that may have a disc."""
    if square in board.losing:
        return max(_SMALLEST_GLYPH * 0.6, _GLYPH_ON_DISC * grid.cell), "onlosing"
    return max(_SMALLEST_GLYPH, grid.cell), "ink"


def _flag(at: Point, size: float, colour: str) -> list[Shape]:
    start, end = _scaled(_POLE, at, size)
    return [
        Lines(((start, end),), Style(stroke=colour, width=max(1.0, 0.06 * size))),
        Polygon(_scaled(_PENNANT, at, size), Style(fill=colour)),
    ]


def _reach_sample(at: Point) -> tuple[Shape, ...]:
    x, y = at
    return (Rectangles(((x - 8, y - 8, 16, 16),), Style(fill="reach", stroke="grid", width=1)),)


def _winning_sample(at: Point) -> tuple[Shape, ...]:
    x, y = at
    return (
        *_arrow((x - 15, y), (x + 8, y), 0, 7, "winning", 2),
        Discs(((x + 8, y),), 7, Style(stroke="winning", width=2)),
    )


def _scaled(points: tuple[Point, ...], at: Point, size: float) -> tuple[Point, ...]:
    return tuple((at[0] + size * x, at[1] + size * y) for x, y in points)


def _arrow(start: Point, end: Point, skip: float, stop: float, colour: str, width: float) -> list[Shape]:
    """Draw an arrow from `skip` after the start to `stop` before the end, or none if that is too short for its head."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    head = max(5.0, 4.2 * width)
    if length - skip - stop < head:
        return []
    tip = end[0] - stop * ux, end[1] - stop * uy
    neck = tip[0] - head * ux, tip[1] - head * uy
    side = 0.42 * head
    barbs = (neck[0] - side * uy, neck[1] + side * ux), (neck[0] + side * uy, neck[1] - side * ux)
    shaft = ((start[0] + skip * ux, start[1] + skip * uy), (neck[0] + 0.5 * ux, neck[1] + 0.5 * uy))
    return [
        Lines((shaft,), Style(stroke=colour, width=width)),
        Polygon((tip, *barbs), Style(fill=colour)),
    ]
