"""The picture of the first view as a file of its own, for a README or a paper: SVG for light and dark, or PNG."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wythoff._files.writing import whole_file
from wythoff.errors import InputError, shorten
from wythoff.harness.fit.fitting import Fit
from wythoff.harness.report.comparison import Comparison
from wythoff.harness.report.front.groups import Group, groups, hero
from wythoff.harness.report.front.vector import svg_file

ENDINGS = (".svg", ".png")


def check_picture(file: Path) -> None:
    """Raise `InputError` where a picture can't have that name, before hours of work are done."""
    if file.suffix.lower() not in ENDINGS:
        raise InputError(f"a picture must end in {' or '.join(ENDINGS)}, got {shorten(str(file), 200)}")
    if file.suffix.lower() == ".png":
        from wythoff.harness.drawing import require_matplotlib

        require_matplotlib()


def write_picture(fit: Fit, compared: Sequence[Comparison], title: str, file: Path) -> None:
    """
    Write the picture of a fit.

    Parameters
    ----------
    fit : Fit
        Of series drawn by `wythoff.harness.report.detail.draw`.
    compared : sequence of Comparison
        Of its series.
    title : str
        Stands above it.
    file : Path
        Ends in ``.svg`` or ``.png``; written whole or not at all.

    Raises
    ------
    InputError
        If there is nothing to draw, matplotlib is missing for a PNG, or the file can't be written.
    """
    group = chosen(fit, compared)
    if file.suffix.lower() == ".svg":
        content = svg_file(fit, group, title).encode()
    else:
        from wythoff.harness.report.front.raster import png_file

        content = png_file(fit, group, title)
    with whole_file(file) as stream:
        stream.write(content)


def chosen(fit: Fit, compared: Sequence[Comparison]) -> Group:
    """Return what the picture shows: the largest comparison, or else what comes first in the first view."""
    found = groups(fit.fitted, compared)
    if not found:
        raise InputError("there is no picture to draw: no series has a size with a value that can be used")
    return hero(fit.fitted, found) or found[0]
