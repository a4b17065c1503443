"""Reading pages of a report in tests: as HTML, as strict JSON, and the numbers that its short forms stand for."""

import json
import math
from html.parser import HTMLParser

import numpy as np

from wythoff.harness.fit.fitting import fit_results
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.report.build import page_data
from wythoff.harness.report.detail import draw
from wythoff.harness.report.records import NEXT_TIMES
from wythoff.harness.report.write import fill_template

# A page with nothing but what is foreign in it.
TEMPLATE = (
    "<html><title><!--wythoff:title--></title><noscript><!--wythoff:noscript--></noscript><!--wythoff:data--></html>"
)
# Elements that have no end.
VOID = {"link", "meta", "br", "img", "input", "hr", "wbr"}


class Page(HTMLParser):
    """A parsed page: its elements in order, its data blocks by id, and the text outside of scripts."""

    def __init__(self, html):
        super().__init__()
        self.elements, self.blocks, self.text, self.open = [], {}, [], []
        self.feed(html)
        self.close()
        assert not self.open, f"{self.open} are not closed"
        self.overview = strict(self.blocks["wythoff-overview"])
        self.details = [
            decoded(strict(self.blocks[f"wythoff-series-{number}"]), series, self.overview)
            for number, series in enumerate(self.overview["series"])
        ]

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "script" and dict(attributes).get("type") == "application/json":
            self.blocks[dict(attributes)["id"]] = ""

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] == ["script"] and self.elements[-1][1].get("type") == "application/json":
            self.blocks[self.elements[-1][1]["id"]] += data
        else:
            self.text.append(data)


def strict(text):
    """Parse JSON as its standard has it, without NaN."""
    return json.loads(text, parse_constant=no_constant)


def no_constant(text):
    raise AssertionError(f"{text} is not strict JSON")


def decoded(detail, series, overview):
    """Undo the short forms of a detail block, as the page does."""
    n = detail["n"] if isinstance(detail["n"], list) else overview["grids"][detail["n"]]
    best = detail["best"]
    median = [value * (1 + part / 1e4) for value, part in zip(best, detail.get("over", [0] * len(n)), strict=True)]
    low, high = ([*detail[name]] if name in detail else [None] * len(n) for name in ("down", "up"))
    return detail | {
        "n": n,
        "median": median,
        "low": [None if part is None else middle * (1 - part / 1e4) for middle, part in zip(median, low, strict=True)],
        "high": [
            None if part is None else middle * (1 + part / 1e4) for middle, part in zip(median, high, strict=True)
        ],
        "slopes": detail.get("slopes")
        or [math.log(best[i + 1] / best[i]) / math.log(n[i + 1] / n[i]) for i in range(len(n) - 1)],
        "predictions": [series["next"]] if "next" in series else [],
    }


def page_line(detail, overview):
    """Undo the short form of a law's line, as the page does: sizes and costs of a raw detail block."""
    found = detail if isinstance(detail["n"], list) else detail | {"n": overview["grids"][detail["n"]]}
    n, best, path = found["n"], found["best"], detail["curves"][0]["path"]
    steps = (len(path) - 1) // (len(n) - 1)
    sizes = [n[i] * (n[i + 1] / n[i]) ** (k / steps) for i in range(len(n) - 1) for k in range(steps)] + [n[-1]]
    straight = np.exp(np.interp(np.log(sizes), np.log(n), np.log(best)))
    return np.array(sizes), straight * (1 + np.array(path) / 1e5)


def line_distances(entry, detail, overview):
    """Root mean square of log distances to the lowest samples: of the line that is drawn, and of the filtered path."""
    analysis = entry.analysis
    values = np.array(analysis.values) + (analysis.floor or 0.0)
    sizes, cost = page_line(detail, overview)
    at = [int(np.argmin(abs(np.log(sizes / one)))) for one in analysis.n]
    return [float(np.sqrt(np.mean(np.log(line[at] / values) ** 2))) for line in (cost, entry.drawn.path[1])]


def balanced(overview):
    """Tell whether every value that was read is accounted for."""
    lost = sum(entry["count"] for entry in overview.get("left_out", []))
    return overview["read"] == overview["used"] + lost


def fitted(*paths, processes=1, **options):
    """Fit results as a report does."""
    return fit_results(
        FitOptions(results=paths, predict_times=(NEXT_TIMES,), **options), processes=processes, draw=draw
    )


def page(*paths, processes=1, published=(), asv_site=None, **options):
    """Lay results out as a page, and read it again."""
    return laid_out(fitted(*paths, processes=processes, **options), published, asv_site)


def laid_out(fit, published=(), asv_site=None):
    """Lay a fit out as a page, and read it again."""
    data = page_data(fit, title="A title", project="p", published=published, asv_site=asv_site)
    return Page(fill_template(TEMPLATE, data, fit))
