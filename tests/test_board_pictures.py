"""Pictures of boards: every mark on its square, no text over another, readable colours; SVG and PNG alike."""

import io
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wythoff.boards import board, svg
from wythoff.boards.heat import _LEVELS, _colour
from wythoff.boards.picture import describe, draw
from wythoff.boards.png import render
from wythoff.boards.shapes import DARK, LIGHT, Discs, Picture, Polyline, Rectangles, Style, Text, text_width

SVG = "{http://www.w3.org/2000/svg}"
RECTANGLE = re.compile(r"M([\d.]+),([\d.]+)h([\d.]+)v([\d.]+)h-([\d.]+)z")


def parsed(on_it):
    return ElementTree.fromstring(on_it.to_svg())


def numbers_of(picture, axis):
    """Return the numbers along one axis of a picture as {number: pixel}: the column numbers are centred."""
    anchor = {"x": "middle", "y": "end"}[axis]
    texts = [s for s in picture.shapes if isinstance(s, Text) and s.colour == "muted" and s.anchor == anchor]
    return {int(text.content): text.at["xy".index(axis)] for text in texts}


def grid_of(picture):
    """Return (left edge, bottom edge, side of a square), worked out from the numbers and the edge of the board."""
    edge = next(s for s in picture.shapes if isinstance(s, Rectangles) and s.style.stroke == "muted")
    (left, top, width, height) = edge.items[0]
    return left, top + height, width, height


def squares_of(picture, on_it, points):
    left, bottom, width, height = grid_of(picture)
    cell = width / on_it.columns
    assert cell == height / on_it.rows
    return {(int((x - left) // cell), int((bottom - y) // cell)) for x, y in points}


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return np.dot(linear, [0.2126, 0.7152, 0.0722])


def contrast(one, other):
    """Return the contrast ratio of WCAG 2, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("size", [1, 2, 10, 30, 31, 46, 47, 100, 131])
def test_every_disc_is_on_a_losing_position_and_says_which(size):
    on_it = board(size, 2, columns=size + 1)
    discs = next(s for s in draw(on_it).shapes if isinstance(s, Discs))
    assert squares_of(draw(on_it), on_it, discs.centres) == set(on_it.losing)
    group = next(g for g in parsed(on_it).iter(f"{SVG}g") if g.get("class") == "fill-losing")
    assert [circle.find(f"{SVG}title").text for circle in group] == [f"({x}, {y})" for x, y in on_it.losing]
    assert [(float(c.get("cx")), float(c.get("cy"))) for c in group] == [
        pytest.approx(c, abs=0.01) for c in discs.centres
    ]


@pytest.mark.parametrize("size", [166, 1000])
def test_squares_too_small_for_discs_are_filled(size):
    on_it = board(size)
    marks = next(s for s in draw(on_it).shapes if isinstance(s, Rectangles) and s.style.fill == "losing")
    middles = [(left + width / 2, top + height / 2) for left, top, width, height in marks.items]
    assert squares_of(draw(on_it), on_it, middles) == set(on_it.losing)


@pytest.mark.parametrize("size", [1, 7, 30, 64, 300, 1000])
def test_numbers_stand_beside_their_squares(size):
    picture = draw(board(size, columns=max(1, size // 2)))
    left, bottom, _, height = grid_of(picture)
    cell = height / size
    for number, x in numbers_of(picture, "x").items():
        assert x == pytest.approx(left + (number + 0.5) * cell)
    for number, y in numbers_of(picture, "y").items():
        assert y == pytest.approx(bottom - (number + 0.5) * cell, abs=5)  # its base line, below the middle
    assert 0 in numbers_of(picture, "x")
    assert 0 in numbers_of(picture, "y")


@given(
    st.integers(1, 140), st.integers(1, 140), st.integers(1, 3), st.booleans(), st.sampled_from(["", "moves", "values"])
)
def test_no_text_covers_another_or_leaves_the_picture(rows, columns, a, misere, kind):
    square = (columns - 1, rows - 1) if kind else None
    picture = draw(board(rows, a, misere and kind != "values", square, columns, kind == "values"))
    boxes = []
    for text in (shape for shape in picture.shapes if isinstance(shape, Text)):
        width = text_width(text.content, text.size)
        left = text.at[0] - width * {"start": 0, "middle": 0.5, "end": 1}[text.anchor]
        boxes.append((left, text.at[1] - 0.75 * text.size, left + width, text.at[1] + 0.2 * text.size))
    left, top, right, bottom = np.array(boxes).T
    assert left.min() >= 0
    assert top.min() >= 0
    assert right.max() <= picture.width
    assert bottom.max() <= picture.height
    across = (left[:, None] < right) & (left < right[:, None])
    along = (top[:, None] < bottom) & (top < bottom[:, None])
    assert not (across & along & ~np.eye(len(boxes), dtype=bool)).any()


@pytest.mark.parametrize(
    ("a", "square"), [(1, (8, 6)), (2, (8, 6)), (3, (9, 7)), (1, (7, 4)), (1, (0, 5)), (2, (0, 0))]
)
@pytest.mark.parametrize("misere", [False, True])
def test_squares_one_move_away_are_shaded_and_winning_ones_ringed(a, square, misere):
    on_it = board(10, a, misere, square)
    picture = draw(on_it)
    shaded = [s for s in picture.shapes if isinstance(s, Rectangles) and s.style.fill == "reach"][:1]
    if on_it.legal:
        middles = [(left + w / 2, top + h / 2) for left, top, w, h in shaded[0].items]
        assert squares_of(picture, on_it, middles) == set(on_it.legal)
    else:
        assert not shaded
    _, bottom, _, _ = grid_of(picture)
    rings = [s.centres for s in picture.shapes if isinstance(s, Discs) and s.style.stroke == "winning"]
    on_board = [centre for centres in rings for centre in centres if centre[1] < bottom]
    assert squares_of(picture, on_it, on_board) == set(on_it.winning)


@pytest.mark.parametrize(("size", "a"), [(9, 1), (40, 1), (64, 2), (200, 3)])
def test_colours_are_in_the_order_of_the_values(size, a):
    on_it = board(size, a, columns=size - 2, grundy=True)
    picture = draw(on_it)
    left, bottom, width, _ = grid_of(picture)
    cell = width / on_it.columns
    level = {_colour(i): i for i in range(_LEVELS)}
    levels = np.full((on_it.columns, on_it.rows), -1)
    for path in parsed(on_it).iter(f"{SVG}path"):
        if path.get("fill") in level and path.get("shape-rendering"):
            for x, y, w, h, back in (map(float, numbers) for numbers in RECTANGLE.findall(path.get("d"))):
                if y < bottom:
                    assert (h, w) == (cell, back)
                    first, row = round((x - left) / cell), round((bottom - y) / cell) - 1
                    assert (levels[first : first + round(w / cell), row] == -1).all()
                    levels[first : first + round(w / cell), row] = level[path.get("fill")]
    assert (levels == on_it.values.astype(int) * (_LEVELS - 1) // on_it.values.max()).all()


def test_values_are_written_on_their_squares_where_there_is_room():
    on_it = board(30, grundy=True, square=(20, 7))
    picture = draw(on_it)
    _, bottom, _, _ = grid_of(picture)
    written = {}
    for text in (s for s in picture.shapes if isinstance(s, Text) and s.anchor == "middle" and s.at[1] < bottom):
        (place,) = squares_of(picture, on_it, [text.at])
        written[place] = int(text.content)
    expected = {(x, y): int(on_it.values[x, y]) for x in range(30) for y in range(30) if (x, y) != (20, 7)}
    assert written == expected
    assert not any(text.content == "57" for text in draw(board(64, grundy=True)).shapes if isinstance(text, Text))


def test_the_scale_darkens_evenly_and_numbers_can_be_read_on_it():
    lightness = [luminance(_colour(level)) ** (1 / 3) for level in range(_LEVELS)]
    steps = -np.diff(lightness)
    assert (steps > 0).all()
    assert steps.max() < 3 * steps.mean()
    on_it = board(24, 3, grundy=True)
    largest = int(on_it.values.max())
    for text in (s for s in draw(on_it).shapes if isinstance(s, Text) and s.colour.startswith("#")):
        value = int(text.content)
        ground = _colour(value * (_LEVELS - 1) // largest) if value else "#d04a02"
        assert contrast(text.colour, ground) > 4.3


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_marks_and_text_stand_out(colours):
    for ground in ("paper", "shade", "reach"):
        for mark, least in (("ink", 7), ("losing", 4.4), ("ray", 3), ("winning", 3)):
            assert contrast(colours[mark], colours[ground]) > least, (mark, ground)
    assert contrast(colours["muted"], colours["paper"]) > 4.5
    assert contrast(colours["onlosing"], colours["losing"]) > 4.5
    assert LIGHT.keys() == DARK.keys()


@pytest.mark.parametrize(
    "settings", [{}, {"square": (5, 7)}, {"grundy": True, "a": 1, "square": (5, 7)}, {"misere": True}]
)
def test_svg_is_self_contained_and_named(settings):
    on_it = board(8, **({"a": 2} | settings))
    svg = on_it.to_svg()
    root = ElementTree.fromstring(svg)
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("role") == "img"
    assert root.get("aria-labelledby").split() == [title.get("id"), description.get("id")]
    assert title.text == on_it.title
    assert description.text == describe(on_it)
    assert not re.search(r"href|url\(|@import|<script|<image|<foreignObject", svg)
    assert svg.count("http") == 1  # the name space
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "style", "rect", "path", "polygon", "g", "circle", "text")
    }
    assert f'viewBox="0 0 {root.get("width")} {root.get("height")}"' in svg


def test_pictures_in_one_page_have_different_names():
    names = {parsed(board(size, a)).get("aria-labelledby") for size in (8, 9) for a in (1, 2)}
    assert len(names) == 4


def test_description_says_what_is_to_be_seen():
    assert describe(board(6, a=1, square=(3, 2))) == (
        "A board of 6 columns and 6 rows, (0, 0) at the bottom left. Losing positions, smaller heap first: (0, 0), "
        "(1, 2), (3, 5). From (3, 2) 7 squares are one move away; winning moves: (1, 2), (2, 1)."
    )
    assert "and 19 more." in describe(board(100))  # 39 pairs have B_n < 100
    assert describe(board(1, misere=True)) == "A board of 1 columns and 1 rows, (0, 0) at the bottom left."
    assert describe(board(3, grundy=True)).endswith("The Grundy values shown as colours go from 0 to 2.")


@pytest.mark.parametrize("settings", [{"a": 2, "square": (8, 6)}, {"grundy": True}, {"misere": True}])
def test_png_shows_the_same_as_svg(tmp_path, settings):
    from matplotlib import image

    on_it = board(10, **settings)
    file = tmp_path / "board.png"
    on_it.save(file)
    picture = draw(on_it)
    pixels = (image.imread(file)[..., :3] * 255).round().astype(int)
    assert pixels.shape == (2 * picture.height, 2 * picture.width, 3)
    left, bottom, width, _ = grid_of(picture)
    cell = width / 10
    for x in range(10):
        for y in range(10):
            # Off the middle of a disc, where a number or a flag might be.
            at_x, at_y = left + (x + 0.5) * cell, bottom - (y + 0.5) * cell + 0.28 * cell
            colour = "#{:02x}{:02x}{:02x}".format(*pixels[round(2 * at_y), round(2 * at_x)])
            if (x, y) in on_it.losing:
                assert colour == ("#d04a02" if on_it.values is not None else LIGHT["losing"])
            elif on_it.values is not None:
                assert colour == _colour(int(on_it.values[x, y]) * (_LEVELS - 1) // int(on_it.values.max()))
            elif (x, y) in on_it.legal and x not in (2, 8) and abs((8 - x) - (6 - y)) == 1:
                assert colour == LIGHT["reach"]
    assert b"Description" in file.read_bytes()


def test_the_same_board_gives_the_same_bytes():
    picture = draw(board(7, square=(5, 4)))
    assert render(picture) == render(picture)
    assert board(7).to_svg() == board(7).to_svg()
    assert render(picture).startswith(b"\x89PNG\r\n\x1a\n")
    assert io.BytesIO(render(picture)).getbuffer().nbytes > 5000


def test_dark_screens_get_dark_colours_and_paper_does_not(open_page, tmp_path):
    file = tmp_path / "board.svg"
    board(10, 2, square=(8, 6)).save(file)
    ground = "getComputedStyle(document.querySelector('rect')).fill"
    losing = "getComputedStyle(document.querySelector('g.fill-losing circle')).fill"
    for scheme, media, colours in (("light", "screen", LIGHT), ("dark", "screen", DARK), ("dark", "print", LIGHT)):
        page = open_page(color_scheme=scheme)
        page.emulate_media(media=media)
        page.goto(file.as_uri())
        for role, style in (("paper", ground), ("losing", losing)):
            red, green, blue = (int(colours[role][i : i + 2], 16) for i in (1, 3, 5))
            assert page.evaluate(style) == f"rgb({red}, {green}, {blue})"


def test_text_widths_are_not_underestimated(open_page, tmp_path):
    file = tmp_path / "board.svg"
    on_it = board(12, grundy=True, square=(10, 7))
    on_it.save(file)
    page = open_page()
    page.goto(file.as_uri())
    facts = "t.textContent, +t.getAttribute('font-size'), t.getBBox().width"
    for content, size, width in page.evaluate(f"[...document.querySelectorAll('text')].map(t => [{facts}])"):
        assert width <= text_width(content, size) + 5, content


def test_a_dashed_line_through_points_is_open_and_has_gaps():
    pytest.importorskip("matplotlib")
    from matplotlib.image import imread

    line = Polyline(((5.0, 10.0), (75.0, 10.0), (75.0, 30.0)), Style(stroke="ink", width=2.0, dashed=True))
    picture = Picture(80, 40, "a corner", "Two sides of it.", (line,))
    assert '<polyline points="5,10 75,10 75,30" class="stroke-ink" fill="none"' in svg.write(picture)
    assert 'stroke-dasharray="5 4"' in svg.write(picture)
    grey = imread(io.BytesIO(render(picture)))[..., 0]
    assert 0.2 < (grey[20, 10:150] < 0.5).mean() < 0.8
    assert (grey[40, 60:100] > 0.9).all(), "no way back to the first point"
