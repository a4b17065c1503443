"""The picture of the first view as SVG for light and dark, with what stands above and below it."""

from __future__ import annotations

from pathlib import Path

from wythoff.errors import shorten
from wythoff.harness.claims import CONTRADICTED
from wythoff.harness.fit import cells as cell
from wythoff.harness.fit.fitting import Fit
from wythoff.harness.report import assets
from wythoff.harness.report.embed import in_html
from wythoff.harness.report.front import words
from wythoff.harness.report.front.groups import Group
from wythoff.harness.report.front.picture import contents, describe

_STYLE = Path(assets.__file__).with_name("picture.css")
WIDTH, HEIGHT = 880, 430
_MARGIN, _HEAD, _ROW = 16, 78, 17
_MOST_CONTRADICTED = 4
_OWN_STYLE = (
    ".ground{fill:var(--picture-ground)}.picture .title{font-size:17px;font-weight:650}"
    ".picture .headline{font-size:13px}.picture .under{font-size:12px;fill:var(--picture-muted)}"
    ".picture .bad{font-size:12px;fill:var(--picture-bad)}"
)


def svg_file(fit: Fit, group: Group, title: str) -> str:
    """Write the picture as SVG that loads nothing and holds its own style, for light and dark."""
    lines = under(fit, group)
    bad = contradicted(fit)
    height = _HEAD + HEIGHT + _ROW * (len(lines) + len(bad)) + _MARGIN
    style = _STYLE.read_text(encoding="utf-8") + _OWN_STYLE
    first = fit.fitted[group.members[0]]
    texts = [("title", title), ("headline", words.headline(fit))]
    texts.append(("under", f"{first.series.benchmark}{words.by_what(group)}"))
    heads = [_text(kind, 26 + 20 * place, text) for place, (kind, text) in enumerate(texts)]
    below = [*(("under", line) for line in lines), *(("bad", line) for line in bad)]
    feet = [_text(kind, _HEAD + HEIGHT + 14 + _ROW * place, text) for place, (kind, text) in enumerate(below)]
    size = f'width="{WIDTH + 2 * _MARGIN}" height="{height}" viewBox="0 0 {WIDTH + 2 * _MARGIN} {height}"'
    described = in_html(f"{words.headline(fit)} {describe(fit.fitted, group)}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{described}">'
        f"<style>{style}</style>"
        f'<rect class="ground" width="100%" height="100%"/><g class="picture">{"".join(heads)}'
        f'<g transform="translate({_MARGIN} {_HEAD})">{contents(fit.fitted, group, WIDTH, HEIGHT)}</g>'
        f"{''.join(feet)}</g></svg>\n"
    )


def under(fit: Fit, group: Group) -> list[str]:
    """Say what stands below the picture: who is cheapest, where series cross, and where they were measured."""
    found = [words.cheapest(fit.fitted, group), "; ".join(words.crossings(fit.fitted, group))]
    return [line for line in (*found, cell.where_text(fit.fitted[group.members[0]])) if line]


def contradicted(fit: Fit) -> list[str]:
    """Name the contradicted claims, so that a picture of something else doesn't hide them."""
    found = [
        f"contradicted: {entry.series.label} {words.grows(entry, entry.verdict)}"
        for entry in fit.fitted
        if entry.verdict and entry.verdict.outcome == CONTRADICTED
    ]
    more = len(found) - _MOST_CONTRADICTED
    return [*found[:_MOST_CONTRADICTED], *([f"and {more:,} more contradicted claims"] if more > 0 else [])]


def _text(kind: str, y: float, text: str) -> str:
    return f'<text class="{kind}" x="{_MARGIN}" y="{y:g}">{in_html(shorten(text, 130))}</text>'
