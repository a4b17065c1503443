"""The page: one file, no script, nothing loaded from anywhere."""

from __future__ import annotations

from importlib.resources import files

from wythoff._version import __version__
from wythoff.reproduce import sections, time_section
from wythoff.reproduce.html import Markup, join, tag
from wythoff.reproduce.run import Reproduction

_TITLE = "Wythoff's game: the theses reproduced"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(found: Reproduction) -> str:
    """
    Write the page.

    Parameters
    ----------
    found : Reproduction
        What it shows.

    Returns
    -------
    str
        A complete HTML document.
    """
    parts = [
        ("summary", "Summary", sections.summary(found)),
        ("positions", "Tables of positions", sections.positions(found)),
        ("times", "Tables of times", time_section.times(found.timings)),
        ("plots", "Plots of times", sections.figures(found.plots)),
        ("boards", "Boards", sections.figures(found.boards)),
        ("examples", "Worked examples", sections.outcomes("Every example that can be computed", found.examples)),
        ("lemmas", "Theorems, lemmas, properties", sections.outcomes("Tried on the ranges named", found.lemmas)),
        ("errata", "Errata", sections.errata(found)),
        ("method", "How this was made", sections.method(found)),
    ]
    contents = tag(
        "nav",
        tag("h2", "Contents", id="contents"),
        tag("ol", *(tag("li", tag("a", title, href=f"#{key}"), _below(key, found)) for key, title, _ in parts)),
        aria_labelledby="contents",
    )
    body = [
        tag("section", tag("h2", f"{number}. {title}"), content, id=key)
        for number, (key, title, content) in enumerate(parts, 1)
    ]
    head = [
        Markup('<meta charset="utf-8">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'),
        Markup(f'<meta name="generator" content="wythoff {__version__}">'),
        tag("title", _TITLE),
        tag("style", Markup(files("wythoff.reproduce").joinpath("assets", "page.css").read_text(encoding="utf-8"))),
    ]
    header = tag("header", tag("h1", _TITLE), tag("p", sections.SUBTITLE, class_="lead"))
    document = tag("html", tag("head", *head), tag("body", header, contents, tag("main", *body)), lang="en")
    return f"<!doctype html>\n{join([document])}\n"


def _below(key: str, found: Reproduction) -> Markup:
    """List the entries below some headings of the contents."""
    entries = {
        "positions": [
            ("final-table-5", "Final 5, draft 3"),
            ("final-table-1", "Final 1, poster 1"),
            ("final-table-2", "Final 2"),
            ("final-table-3", "Final 3, draft 1"),
        ],
        "times": [("draft-table-2", "Draft 2"), ("final-table-4", "Final 4")],
        "plots": [(figure.key, _short(figure.name)) for figure in found.plots],
        "boards": [(figure.key, _short(figure.name)) for figure in found.boards],
        "errata": [(f"erratum-{result.erratum.number}", str(result.erratum.number)) for result in found.errata],
    }.get(key)
    if not entries:
        return Markup()
    return tag("p", join(join([tag("a", text, href=f"#{target}"), " "]) for target, text in entries), class_="below")


def _short(name: str) -> str:
    return "Over a" if name.startswith("Not") else name.replace(" thesis, figure", "")
