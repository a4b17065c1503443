"""Pictures as PNG files, drawn by matplotlib in the light colours."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from wythoff.boards.shapes import LIGHT, Discs, Lines, Picture, Polygon, Polyline, Rectangles, Shape, Style, Text
from wythoff.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_PIXELS = 2  # of the file for each pixel of the picture, so that it can be printed
_POINTS = 72 / 100  # for each pixel of the picture, of which a hundred make an inch


def render(picture: Picture) -> bytes:
    """
    Draw a picture and return the bytes of a PNG file.

    Raises
    ------
    InputError
        If matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError(
            "a PNG picture needs matplotlib; install the extra: pip install 'wythoff[plot]' (SVG needs nothing)"
        ) from None
    figure = Figure(figsize=(picture.width / 100, picture.height / 100), facecolor=LIGHT["paper"])
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, picture.width)
    axes.set_ylim(picture.height, 0)
    for order, shape in enumerate(picture.shapes):
        _add(axes, shape, order)
    FigureCanvasAgg(figure)  # the one that draws PNG files, whatever matplotlib is set to
    file = BytesIO()
    figure.savefig(
        file,
        format="png",
        dpi=100 * _PIXELS,
        metadata={"Title": picture.title, "Description": picture.description, "Software": None},
    )
    return file.getvalue()


def _add(axes: Axes, shape: Shape, order: int) -> None:
    from matplotlib.collections import LineCollection, PatchCollection
    from matplotlib.patches import Circle, PathPatch
    from matplotlib.patches import Polygon as PolygonPatch

    match shape:
        case Rectangles():
            axes.add_patch(PathPatch(_outlines(shape), zorder=order, **_paint(shape.style)))
        case Lines():
            paint = _paint(shape.style)
            axes.add_collection(
                LineCollection(
                    list(shape.items),
                    zorder=order,
                    colors=paint["edgecolor"],
                    linewidths=paint["linewidth"],
                    antialiaseds=paint["antialiased"],
                )
            )
        case Polyline():
            axes.add_patch(PolygonPatch(shape.points, closed=False, zorder=order, **_paint(shape.style)))
        case Polygon():
            axes.add_patch(PolygonPatch(shape.points, zorder=order, **_paint(shape.style)))
        case Discs():
            circles = [Circle(centre, shape.radius) for centre in shape.centres]
            axes.add_collection(PatchCollection(circles, zorder=order, **_paint(shape.style)))
        case Text():
            axes.text(
                *shape.at,
                shape.content,
                fontsize=shape.size * _POINTS,
                color=_colour(shape.colour),
                ha={"start": "left", "middle": "center", "end": "right"}[shape.anchor],
                va="baseline",
                weight="bold" if shape.bold else "normal",
                style="italic" if shape.italic else "normal",
                zorder=order,
                parse_math=False,
            )


def _outlines(shape: Rectangles) -> Any:
    """Return all rectangles as one path, which is drawn in one go."""
    import numpy as np
    from matplotlib.path import Path

    left, top, width, height = np.array(shape.items, dtype=float).reshape(-1, 4).T
    corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height), (left, top)]
    vertices = np.array(corners).transpose(2, 0, 1).reshape(-1, 2)
    codes = np.tile([Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY], len(left))
    return Path(vertices, codes)


def _paint(style: Style) -> dict[str, Any]:
    return {
        "facecolor": _colour(style.fill) if style.fill else "none",
        "edgecolor": _colour(style.stroke) if style.stroke else "none",
        "linewidth": style.width * _POINTS,
        "antialiased": not style.crisp,
        "linestyle": (0, (5, 4)) if style.dashed else "solid",
    }


def _colour(role: str) -> str:
    return LIGHT.get(role, role)
