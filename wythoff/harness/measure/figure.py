"""Pictures of what was measured, by matplotlib: samples and laws on logarithmic axes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wythoff._files.writing import whole_file
from wythoff.errors import InputError, shorten
from wythoff.harness.growth.figure import figure_of_series

if TYPE_CHECKING:
    from wythoff.harness.measure.answer import Measured

FORMATS: Final = ("svg", "png", "pdf")


def check_ending(file: Path) -> str:
    """Return the format that a file's ending names, or say which there are."""
    ending = file.suffix[1:].lower()
    if ending not in FORMATS:
        known = ", ".join(f".{one}" for one in FORMATS)
        raise InputError(f"--plot {shorten(repr(str(file)), 200)} must end in one of {known}")
    return ending


def draw(measured: Sequence[Measured], file: Path) -> None:
    """
    Draw into a file, in the format that its ending names.

    Raises
    ------
    InputError
        If matplotlib is missing, the ending is another, or the file can't be written.
    """
    ending = check_ending(file)
    figure = figure_of(measured)
    with whole_file(file) as stream:
        figure.savefig(stream, format=ending, dpi=110)


def figure_of(measured: Sequence[Measured]) -> Any:
    """Return a matplotlib figure of all samples, which no window shows by itself."""
    return figure_of_series([(one.name, one.analysis, one.n, one.samples) for one in measured], "s")
