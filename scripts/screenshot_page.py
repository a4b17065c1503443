#!/usr/bin/env python3
"""
Take a picture of the Complexity page for README or the gallery: builds it from results and photographs one view of it.

Usage: scripts/screenshot_page.py RESULTS HASH PICTURE.png, such as

    scripts/screenshot_page.py results '' docs/pictures/overview.png
    scripts/screenshot_page.py results '#comparison=tables.Fill.time_fill' comparison.png

HASH is the part of the page's address from # on, empty for the first view, of which a window of a laptop's size is
taken. It needs Chromium, and Playwright of the dependency group "test"; Pillow, which matplotlib needs too, makes the
file smaller.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from wythoff.errors import InputError
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.report.write import write_report

WIDTH, HEIGHT = 1280, 800


def take(results: Path, view: str, picture: Path) -> None:
    """Build the page in a temporary folder and save what its top shows."""
    from playwright.sync_api import sync_playwright

    programs = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    chromium = next(filter(None, map(shutil.which, programs)), None)
    if chromium is None:
        raise InputError("no Chromium is installed: install one, such as Debian's package chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = write_report(FitOptions(results=(results,)), Path(folder)).page
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(page_file.as_uri() + view)
        drawn_on_demand = view and not view.startswith("#view=")
        page.wait_for_selector(".js-plotly-plot .main-svg" if drawn_on_demand else ".card svg, table")
        picture.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=picture)
        browser.close()
    _shrink(picture)


def _shrink(picture: Path) -> None:
    """Write a picture with 256 colours, which it has hardly more of."""
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(picture) as image:
        small = image.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(picture, optimize=True)


def main() -> None:
    """Run the script; bad input ends in one sentence."""
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    try:
        take(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
    except (InputError, ImportError) as error:
        sys.exit(f"screenshot_page: {error}")


if __name__ == "__main__":
    main()
