#!/usr/bin/env python3
"""
Draw the pictures of docs/gallery.md: boards, and two time plots of the theses beside the reference results.

    scripts/make_gallery.py [FOLDER]

FOLDER is docs/pictures by default. Nothing is measured; the same input gives the same bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from wythoff._files.writing import whole_file
from wythoff.boards import board
from wythoff.errors import InputError
from wythoff.reproduce.figures import plots
from wythoff.reproduce.timings import timings

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "results" / "reference"
# Keys and endings of `wythoff.reproduce.figures`, and the names that the pictures get here.
PLOTS = {("final-figure-8", "log"): "times-over-n.svg", ("extra-over-a", "log"): "times-over-a.svg"}


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the name and the SVG of each picture."""
    yield "board-a1.svg", board(30).to_svg()
    yield "board-a2.svg", board(31, a=2).to_svg()
    yield "queen.svg", board(16, square=(9, 12)).to_svg()
    yield "band.svg", board(16, a=2, square=(9, 12)).to_svg()
    yield "grundy.svg", board(20, grundy=True).to_svg()
    for figure in plots(timings([RESULTS])):
        for ending, svg in figure.pictures:
            if (figure.key, ending) in PLOTS:
                yield PLOTS[figure.key, ending], svg


def main() -> None:
    """Draw all pictures, each whole or not at all; bad input ends in one sentence."""
    if len(sys.argv) > 2 or any(argument.startswith("-") for argument in sys.argv[1:]):
        sys.exit(__doc__)
    folder = Path(sys.argv[1]) if len(sys.argv) == 2 else ROOT / "docs" / "pictures"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, svg in pictures():
            with whole_file(folder / name) as stream:
                stream.write(svg.encode())
    except (InputError, OSError) as error:
        sys.exit(f"make_gallery: {error}")


if __name__ == "__main__":
    main()
