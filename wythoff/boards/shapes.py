"""
The few shapes that a picture is made of, and the colours that those of a board may have.

Lengths are in pixels of a screen, x to the right and y down. A colour is a role in `LIGHT` and `DARK`, so that one
picture serves both; only the Grundy values have fixed colours, written ``#rrggbb``.
"""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]

# No two of the dark blue, the vermilion and the pale yellow look alike in any kind of colour blindness or in grey
# (the first two are close to Okabe and Ito's); and each has a shape of its own.
LIGHT = {
    "paper": "#ffffff",
    "ink": "#1c2733",
    "muted": "#55616e",
    "grid": "#c3cbd4",
    "shade": "#eef1f5",
    "losing": "#14416b",
    "onlosing": "#ffffff",
    "reach": "#fbe6b2",
    "ray": "#8a6a1f",
    "winning": "#d04a02",
}
DARK = {
    "paper": "#14191f",
    "ink": "#e8edf2",
    "muted": "#a3afbb",
    "grid": "#3d4853",
    "shade": "#1e252d",
    "losing": "#7cc0f5",
    "onlosing": "#14191f",
    "reach": "#5a4a1c",
    "ray": "#d9b75f",
    "winning": "#ff8a4c",
}


@dataclass(frozen=True)
class Style:
    """
    How a shape is painted.

    Attributes
    ----------
    fill, stroke : str or None
        Colours of area and line.
    width : float
        Of the line.
    crisp : bool
        No smoothing of edges, which would leave seams between squares that touch.
    dashed : bool
        Whether the line is dashed.
    """

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    crisp: bool = False
    dashed: bool = False


@dataclass(frozen=True)
class Rectangles:
    """Rectangles (left, top, width, height) in one style."""

    items: tuple[tuple[float, float, float, float], ...]
    style: Style


@dataclass(frozen=True)
class Lines:
    """Separate straight lines in one style."""

    items: tuple[tuple[Point, Point], ...]
    style: Style


@dataclass(frozen=True)
class Polyline:
    """A line through points, one after the other."""

    points: tuple[Point, ...]
    style: Style


@dataclass(frozen=True)
class Polygon:
    """A closed polygon."""

    points: tuple[Point, ...]
    style: Style


@dataclass(frozen=True)
class Discs:
    """Circles of one radius in one style; `labels`, if any, name them one by one."""

    centres: tuple[Point, ...]
    radius: float
    style: Style
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Text:
    """One line of text; `at` is on its base line, at its "start", "middle" or "end" as `anchor` says."""

    at: Point
    content: str
    size: float
    colour: str = "ink"
    anchor: str = "start"
    bold: bool = False
    italic: bool = False


Shape = Rectangles | Lines | Polyline | Polygon | Discs | Text


@dataclass(frozen=True)
class Picture:
    """
    A picture: its size, its shapes from back to front, and what it shows in words.

    Attributes
    ----------
    width, height : int
        In pixels.
    title, description : str
        In one line, and in a few sentences.
    shapes : tuple of Shape
        Painted in this order on paper.
    """

    width: int
    height: int
    title: str
    description: str
    shapes: tuple[Shape, ...]


def text_width(content: str, size: float) -> float:
    """Return about how wide a text is, in the widest of the usual fonts."""
    return 0.62 * size * len(content)


def number_step(pitch: float, room: float) -> int:
    """Return the least of 1, 2, 5, 10, 20, ... such that this many squares, each `pitch` wide, are `room` wide."""
    steps = (digit * 10**power for power in range(7) for digit in (1, 2, 5))
    step: int = next(step for step in steps if step * pitch >= room)
    return step
