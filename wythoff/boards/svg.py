"""Pictures as SVG documents: no script, no font, no file but the document itself."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from itertools import starmap
from zlib import crc32

from wythoff.boards.shapes import DARK, LIGHT, Discs, Lines, Picture, Polygon, Polyline, Rectangles, Shape, Style, Text

_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"


def write(picture: Picture, light: Mapping[str, str] = LIGHT, dark: Mapping[str, str] = DARK) -> str:
    """
    Write a picture as an SVG document.

    Light colours are attributes, which every reader of SVG knows; a style sheet replaces them on dark screens. Both are
    given by the roles that the picture's shapes name.
    """
    own = f"{crc32((picture.title + picture.description).encode()):08x}"  # in a page with other pictures
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{picture.width}" height="{picture.height}" '
        f'viewBox="0 0 {picture.width} {picture.height}" role="img" aria-labelledby="title-{own} text-{own}" '
        f'font-family="{_FONT}">'
    )
    rules = "".join(f".{use}-{role}{{{use}:{colour}}}" for use in ("fill", "stroke") for role, colour in dark.items())
    return "\n".join(
        (
            head,
            f'<title id="title-{own}">{escape(picture.title)}</title>',
            f'<desc id="text-{own}">{escape(picture.description)}</desc>',
            f"<style>@media screen and (prefers-color-scheme:dark){{{rules}}}</style>",
            f'<rect width="{picture.width}" height="{picture.height}"{_paint(Style(fill="paper"), light)}/>',
            *(_element(shape, light) for shape in picture.shapes),
            "</svg>",
            "",
        )
    )


def _element(shape: Shape, light: Mapping[str, str]) -> str:
    match shape:
        case Rectangles():
            path = "".join(starmap(_rectangle, shape.items))
            return f'<path d="{path}"{_paint(shape.style, light)}/>'
        case Lines():
            path = "".join(f"M{_point(start)}L{_point(end)}" for start, end in shape.items)
            return f'<path d="{path}"{_paint(shape.style, light)}/>'
        case Polyline():
            return f'<polyline points="{" ".join(map(_point, shape.points))}"{_paint(shape.style, light)}/>'
        case Polygon():
            return f'<polygon points="{" ".join(map(_point, shape.points))}"{_paint(shape.style, light)}/>'
        case Discs():
            return _discs(shape, light)
        case Text():
            return _text(shape, light)


def _rectangle(left: float, top: float, width: float, height: float) -> str:
    return f"M{_point((left, top))}h{_number(width)}v{_number(height)}h{_number(-width)}z"


def _discs(shape: Discs, light: Mapping[str, str]) -> str:
    radius = _number(shape.radius)
    circles = []
    for i, (x, y) in enumerate(shape.centres):
        place = f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{radius}"'
        circles.append(f"{place}><title>{escape(shape.labels[i])}</title></circle>" if shape.labels else f"{place}/>")
    return f"<g{_paint(shape.style, light)}>{''.join(circles)}</g>"


def _text(shape: Text, light: Mapping[str, str]) -> str:
    anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
    face = ' font-weight="bold"' * shape.bold + ' font-style="italic"' * shape.italic
    x, y = shape.at
    return (
        f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(shape.size)}"{anchor}{face}'
        f"{_paint(Style(fill=shape.colour), light)}>{escape(shape.content)}</text>"
    )


def _paint(style: Style, light: Mapping[str, str]) -> str:
    attributes = {"fill": style.fill or "none"}
    if style.stroke:
        attributes |= {"stroke": style.stroke, "stroke-width": _number(style.width)}
    if style.dashed:
        attributes["stroke-dasharray"] = "5 4"
    if style.crisp:
        attributes["shape-rendering"] = "crispEdges"
    classes = " ".join(f"{kind}-{role}" for kind, role in attributes.items() if role in light)
    written = "".join(f' {name}="{light.get(value, value)}"' for name, value in attributes.items())
    return f' class="{classes}"{written}' if classes else written


def _point(point: tuple[float, float]) -> str:
    return f"{_number(point[0])},{_number(point[1])}"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))
