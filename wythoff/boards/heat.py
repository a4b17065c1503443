"""Grundy values as colours, from pale for 0 to dark for the largest; moves as outlines that leave them readable."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from wythoff.boards.frame import LARGE_CELL, SMALL_CELL, Grid, Item, edge, grid_lines
from wythoff.boards.pieces import marks, piece_at
from wythoff.boards.shapes import Discs, Point, Rectangles, Shape, Style, Text, text_width

if TYPE_CHECKING:
    from wythoff.boards.model import Board

# Lightness falls evenly along them, so that they stay in order in grey and for every eye.
_ANCHORS = ("#fdf5d0", "#cfe6b8", "#8accb4", "#4aa6b5", "#3579a8", "#2f4d8f", "#252a63")
_LEVELS = 49
_BAR = 3 * _LEVELS  # whole pixels for each colour
_ZERO, _DARK, _LIGHT = "#d04a02", "#0b1118", "#ffffff"  # the same on light and on dark screens, like the scale
_SMALLEST_NUMBER, _SMALLEST_PIECE, _SMALLEST_RING = 8.0, 14.0, 4.0


def values(board: Board, grid: Grid) -> list[Shape]:
    """Colour the squares by their values, mark the zeros, and write the values where they can be read."""
    assert board.values is not None
    largest = max(1, int(board.values.max()))
    rows = board.values.T.tolist()
    boxes: dict[int, list[tuple[float, float, float, float]]] = {}
    for y, row in enumerate(rows):
        for level, x, length in _runs([_level(value, largest) for value in row]):
            boxes.setdefault(level, []).append(grid.box(x, y, length))
    shapes: list[Shape] = [
        Rectangles(tuple(boxes[level]), Style(fill=_colour(level), crisp=True)) for level in sorted(boxes)
    ]
    if grid.cell >= LARGE_CELL:
        shapes.append(grid_lines(board, grid))
    if board.square:
        shapes.append(_reach(board, grid))
    shapes.append(marks(board, grid, 0.4 * grid.cell, _ZERO))
    if board.square:
        shapes += _piece_and_wins(board, board.square, grid)
    digits = len(str(largest))
    size = min(0.44 * grid.cell, (grid.cell - 3) / text_width("0" * digits, 1.0), 13.0)
    if size >= _SMALLEST_NUMBER:
        for y, row in enumerate(rows):
            for x, value in enumerate(row):
                if (x, y) != board.square:
                    at_x, at_y = grid.centre(x, y)
                    colour = _LIGHT if value == 0 or _level(value, largest) > 0.63 * _LEVELS else _DARK
                    shapes.append(Text((at_x, at_y + 0.36 * size), str(value), size, colour, "middle", value == 0))
    return [*shapes, edge(board, grid)]


def legend(board: Board) -> list[Item]:
    """Explain the colours."""
    assert board.values is not None
    largest = int(board.values.max())
    items = [
        Item(lambda at: (Discs((at,), 6.5, Style(fill=_ZERO)),), "value 0, losing position"),
        Item(lambda at: _bar(at, largest), "Grundy value", _BAR + 10 + text_width(f"0{largest}", 13)),
    ]
    if board.square:
        value = int(board.values[board.square])
        items.append(Item(lambda at: tuple(piece_at(board, at, 22, "ink")), f"{board.square}, value {value}"))
    if board.legal:
        items.append(Item(_reach_sample, "one move away"))
    if board.winning:
        items.append(Item(_winning_sample, "winning move" + "s" * (len(board.winning) > 1)))
    return items


def _reach(board: Board, grid: Grid) -> Shape:
    """Draw a light line around the squares one move away, or fill them where they are small."""
    boxes = tuple(grid.box(x, y) for x, y in board.legal)
    if grid.cell <= SMALL_CELL:
        return Rectangles(boxes, Style(fill=_LIGHT, crisp=True))
    width = _line_width(grid)
    outlines = tuple((left + width, top + width, w - 2 * width, h - 2 * width) for left, top, w, h in boxes)
    return Rectangles(outlines, Style(stroke=_LIGHT, width=width))


def _piece_and_wins(board: Board, square: tuple[int, int], grid: Grid) -> list[Shape]:
    """Draw the piece on a blank square, and rings around the zeros it may go to."""
    rings = tuple(grid.centre(x, y) for x, y in board.winning)
    return [
        Discs(rings, max(_SMALLEST_RING, 0.4 * grid.cell), Style(stroke=_DARK, width=1.6 * _line_width(grid))),
        Rectangles((grid.box(*square),), Style(fill=_LIGHT)),
        *piece_at(board, grid.centre(*square), max(_SMALLEST_PIECE, grid.cell), _DARK),
    ]


def _line_width(grid: Grid) -> float:
    return max(1.0, grid.cell / 16)


def _reach_sample(at: Point) -> tuple[Shape, ...]:
    x, y = at
    return (
        Rectangles(((x - 9, y - 9, 18, 18),), Style(fill=_colour(_LEVELS // 2))),
        Rectangles(((x - 7, y - 7, 14, 14),), Style(stroke=_LIGHT, width=2)),
    )


def _winning_sample(at: Point) -> tuple[Shape, ...]:
    x, y = at
    return (
        Rectangles(((x - 9, y - 9, 18, 18),), Style(fill=_colour(0), stroke="grid", width=1)),
        Discs((at,), 6, Style(fill=_ZERO, stroke=_DARK, width=2.5)),
    )


def _bar(at: Point, largest: int) -> tuple[Shape, ...]:
    """Draw all colours in a bar between the least and the largest value."""
    x, y = at
    first, last = text_width("0", 13), text_width(str(largest), 13)
    left = round(x - (_BAR + 10 + first + last) / 2 + first + 5)
    top = round(y) - 7
    colours = [
        Rectangles(((left + 3 * level, top, 3, 14),), Style(fill=_colour(level), crisp=True))
        for level in range(_LEVELS)
    ]
    return (
        *colours,
        Rectangles(((left, top, _BAR, 14),), Style(stroke="muted", width=1)),
        Text((left - 5, y + 4.7), "0", 13, anchor="end"),
        Text((left + _BAR + 5, y + 4.7), str(largest), 13),
    )


def _level(value: int, largest: int) -> int:
    return value * (_LEVELS - 1) // largest


def _runs(levels: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yield (level, first, length) for each stretch of equal levels."""
    first = 0
    for level, group in groupby(levels):
        length = len(list(group))
        yield level, first, length
        first += length


def _colour(level: int) -> str:
    """Return a colour of the scale, between the two anchors around it."""
    place = level * (len(_ANCHORS) - 1)
    segment = min(place // (_LEVELS - 1), len(_ANCHORS) - 2)
    low, high = list(pairwise(_ANCHORS))[segment]
    part = place / (_LEVELS - 1) - segment
    channels = ((int(low[i : i + 2], 16), int(high[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + part * (b - a)):02x}" for a, b in channels)
