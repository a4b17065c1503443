"""What surrounds the squares: where they are, their numbers, title and legend."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wythoff.boards.shapes import Lines, Point, Rectangles, Shape, Style, Text, number_step, text_width

if TYPE_CHECKING:
    from wythoff.boards.model import Board

MARGIN = 16
TITLE_SIZE = 15
LEGEND_SIZE = 13
_SPAN = 660  # the longer side of a board, as far as its squares stay between these limits
_LARGEST_CELL, _SMALLEST_CELL = 44, 1
LARGE_CELL, SMALL_CELL = 14, 4  # from one on there is room for all marks, up to the other for none
_NARROWEST = 300  # for the legend of a board of few squares
_LEGEND_LINE = 24
_SAMPLE_GAP, _ITEM_GAP = 7, 22


@dataclass(frozen=True)
class Item:
    """One entry of the legend: `sample` draws it in the middle of a box `width` wide and 18 high."""

    sample: Callable[[Point], tuple[Shape, ...]]
    label: str
    width: float = 20

    @property
    def span(self) -> float:
        """How much room it takes in a line."""
        return self.width + _SAMPLE_GAP + text_width(self.label, LEGEND_SIZE)


@dataclass(frozen=True)
class Grid:
    """Where the squares are: the pixel of the bottom left corner of the board, and the side of a square."""

    left: float
    bottom: float
    cell: int

    def centre(self, x: float, y: float) -> Point:
        """Return the middle of a square."""
        return self.left + (x + 0.5) * self.cell, self.bottom - (y + 0.5) * self.cell

    def box(self, x: int, y: int, columns: int = 1, rows: int = 1) -> tuple[float, float, float, float]:
        """Return the rectangle of the squares from (x, y) on to the right and up."""
        return (
            self.left + x * self.cell,
            self.bottom - (y + rows) * self.cell,
            columns * self.cell,
            rows * self.cell,
        )


@dataclass(frozen=True)
class Frame:
    """The size of the picture, its grid, and the shapes around the squares."""

    width: int
    height: int
    grid: Grid
    shapes: tuple[Shape, ...]


def cell_size(board: Board) -> int:
    """Return the side of a square in pixels."""
    return max(_SMALLEST_CELL, min(_LARGEST_CELL, _SPAN // max(board.columns, board.rows)))


def surround(board: Board, legend: list[Item]) -> Frame:
    """Lay out a picture around the squares of a board."""
    cell = cell_size(board)
    number_size = max(10.0, min(13.0, 0.5 * cell))
    row_numbers = text_width(str(board.rows - 1), number_size)
    left_margin = round(MARGIN + 18 + row_numbers + 7)
    inner = max(board.columns * cell, _NARROWEST, text_width(board.title, TITLE_SIZE), *(item.span for item in legend))
    lines = _break_lines(legend, inner)
    left = left_margin + round(inner - board.columns * cell) // 2
    top = MARGIN + TITLE_SIZE + 14
    bottom = top + board.rows * cell
    grid = Grid(left, bottom, cell)
    names = bottom + number_size + 8 + 17
    legend_top = names + 12
    shapes = [
        Text((left_margin, MARGIN + TITLE_SIZE - 2), board.title, TITLE_SIZE, bold=True),
        *_numbers(board, grid, number_size),
        Text((left + board.columns * cell / 2, names), "x", 14, italic=True, anchor="middle"),
        Text((left - row_numbers - 16, bottom - board.rows * cell / 2 + 4), "y", 14, italic=True, anchor="end"),
    ]
    for number, line in enumerate(lines):
        shapes += _legend_line(line, left_margin, legend_top + (number + 0.5) * _LEGEND_LINE)
    height = legend_top + len(lines) * _LEGEND_LINE + MARGIN - 6
    return Frame(round(left_margin + inner + MARGIN), round(height), grid, tuple(shapes))


def squares(board: Board, grid: Grid) -> list[Shape]:
    """
    Draw the board without pieces: squares in turns light and shaded, those one move away in their colour, and lines.

    Where squares are small there are no shades, and where they are smaller, no lines.
    """
    shapes: list[Shape] = []
    if grid.cell >= LARGE_CELL:
        shaded = tuple(grid.box(x, y) for x in range(board.columns) for y in range(board.rows) if (x + y) % 2 == 0)
        shapes.append(Rectangles(shaded, Style(fill="shade", crisp=True)))
    if board.legal:
        shapes.append(Rectangles(tuple(grid.box(x, y) for x, y in board.legal), Style(fill="reach", crisp=True)))
    if grid.cell > SMALL_CELL:
        shapes.append(grid_lines(board, grid))
    return [*shapes, edge(board, grid)]


def edge(board: Board, grid: Grid) -> Shape:
    """Draw the line around the board."""
    return Rectangles((grid.box(0, 0, board.columns, board.rows),), Style(stroke="muted", width=1.2))


def grid_lines(board: Board, grid: Grid) -> Shape:
    """Draw the lines between the squares."""
    left, top, width, height = grid.box(0, 0, board.columns, board.rows)
    upright = [((left + x * grid.cell, top), (left + x * grid.cell, top + height)) for x in range(1, board.columns)]
    level = [((left, top + y * grid.cell), (left + width, top + y * grid.cell)) for y in range(1, board.rows)]
    return Lines((*upright, *level), Style(stroke="grid", width=1 if grid.cell >= LARGE_CELL else 0.5))


def _numbers(board: Board, grid: Grid, size: float) -> list[Shape]:
    """Write the numbers of columns and rows, or of every second, fifth, tenth, ..., as the longest needs room."""
    widest = max(text_width(str(max(board.columns, board.rows) - 1), size) + 5, size + 3)
    step = number_step(grid.cell, widest)
    columns = [
        Text((grid.centre(x, 0)[0], grid.bottom + size + 5), str(x), size, "muted", "middle")
        for x in range(0, board.columns, step)
    ]
    rows = [
        Text((grid.left - 7, grid.centre(0, y)[1] + 0.36 * size), str(y), size, "muted", "end")
        for y in range(0, board.rows, step)
    ]
    return [*columns, *rows]


def _break_lines(legend: list[Item], width: float) -> list[list[Item]]:
    lines: list[list[Item]] = []
    room = 0.0
    for item in legend:
        room -= item.span + _ITEM_GAP
        if not lines or room < -_ITEM_GAP:
            lines.append([])
            room = width - item.span - _ITEM_GAP
        lines[-1].append(item)
    return lines


def _legend_line(line: list[Item], left: float, middle: float) -> list[Shape]:
    shapes: list[Shape] = []
    for item in line:
        shapes += item.sample((left + item.width / 2, middle))
        shapes.append(Text((left + item.width + _SAMPLE_GAP, middle + 0.36 * LEGEND_SIZE), item.label, LEGEND_SIZE))
        left += item.span + _ITEM_GAP
    return shapes
