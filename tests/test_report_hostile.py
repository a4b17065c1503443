"""Names from foreign files: whatever benchmarks, parameters, machines, units and commits are called, it stays text."""

import json
import re

import pytest
from made_results import SIZES, result_file, series
from report_pages import Page

from wythoff.harness.fit.options import FitOptions
from wythoff.harness.report import write
from wythoff.harness.report.embed import LONGEST_TEXT
from wythoff.harness.report.write import write_report

HOSTILE = {
    "script": "<script>alert(1)</script>",
    "image": '"><img src=x onerror=alert(1)>',
    "end": "</script><script>alert(1)</script>",
    "comment": "<!--<script>",
    "placeholder": "<!--wythoff:data--><!--wythoff:noscript-->",
    "path": "../../etc/passwd",
    "absolute": "/etc/passwd",
    "long": "y" * 5000,
    "control": "a\x00b\x1b[31m\r\n\tc\x7f\x85",
    "bidi": "abc\u202egnp.exe\u2066\u200f\ufeff",
    "separators": "a\u2028b\u2029c",
    "surrogate": "a\ud800b",
    "quotes": """'"`${alert(1)}\\""",
    "entity": "&lt;b&gt;&#0;&amp;",
    "prototype": "__proto__",
    "empty": "",
    "greek": "κόσμε 💥",
}
TEMPLATE = (
    "<!DOCTYPE html><html><head><title><!--wythoff:title--></title></head><body><!--wythoff:front-->"
    '<noscript><!--wythoff:noscript--></noscript><!--wythoff:data--><script src="complexity/page.js"></script>'
    "</body></html>"
)


@pytest.fixture
def small_page(tmp_path, monkeypatch):
    """Write reports with a small page instead of the real one; what is foreign in it is the same."""
    assets = tmp_path / "assets"
    assets.mkdir()
    (assets / "page.html").write_text(TEMPLATE)
    monkeypatch.setattr(write, "ASSETS", assets)
    monkeypatch.setattr(write.assets, "TEMPLATE", "page.html")
    monkeypatch.setattr(write.assets, "FILES", ())


def hostile_results(folder, text, machine="box"):
    """Write results in which everything that can be a text is this one."""
    file = result_file(folder, {}, machine=machine)
    sizes = SIZES[:5]
    data = json.loads(file.read_text())
    entry = series("n", sizes=sizes, first=text)
    entry[1][0].append(repr("other"))
    entry[0], entry[3] = entry[0] * 2, entry[3] * 2
    facts = {"machine": text, "cpu": text, "ram": text, "l1d": text, text: text}
    data |= {"commit_hash": text, "env_name": text, "params": facts, "results": {f"m.track_{text}": entry}}
    file.write_text(json.dumps(data))
    names = {"param_names": [text or "by", "n"], "unit": text, "type": "track"}
    (folder / "benchmarks.json").write_text(json.dumps({f"m.track_{text}": names, "version": 2}))
    return folder


def tree(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.usefixtures("small_page")
def test_a_hostile_text_stays_a_text(tmp_path, text):
    results = hostile_results(tmp_path / "results", text)
    claim = {"benchmark": "m", "axis": "n", "claim": "n^2", "source": text}
    published = {"name": text, "source": text, "benchmark": "m", "n": [1, 2], "values": [1, 2], "unit": text or "s"}
    config = {"project": text, "complexity": [claim], "published": [published]}
    (tmp_path / "asv.conf.json").write_text(json.dumps(config))
    before = tree(tmp_path)
    report = write_report(FitOptions(results=(results,)), tmp_path / "out", title=text, asv_site=lambda one: one.label)
    new = tree(tmp_path) - before
    assert new == {"out", "out/complexity", "out/complexity.html", "out/complexity/plotly.min.js"}
    html = report.page.read_text(encoding="utf-8")
    page = Page(html)
    assert [tag for tag, _ in page.elements if tag in ("script", "img", "b")] == ["script"] * 4
    assert [attributes.get("src") for tag, attributes in page.elements if tag == "script"][-1] == "complexity/page.js"
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)
    assert len(page.overview["series"]) == 2
    # Nothing that could hide or turn round other texts is left, neither in the data nor in the table.
    for seen in (html, json.dumps([page.overview, page.details], ensure_ascii=False)):
        assert all(char.isprintable() or char == "\n" for char in seen)
    assert (
        max(map(len, re.findall(r'"((?:[^"\\]|\\.)*)"', json.dumps(page.overview, ensure_ascii=False))))
        <= 3 * LONGEST_TEXT
    )


@pytest.mark.parametrize("name", ["script", "bidi", "greek"])
@pytest.mark.usefixtures("small_page")
def test_the_page_shows_what_the_text_was(tmp_path, name):
    text = HOSTILE[name]
    hostile_results(tmp_path / "results", text)
    report = write_report(FitOptions(results=(tmp_path / "results",)), tmp_path / "out")
    page = Page(report.page.read_text(encoding="utf-8"))
    shown = {
        "script": text,
        "bidi": "abc\\u202egnp.exe\\u2066\\u200f\\ufeff",
        "greek": text,
    }[name]
    first = page.overview["series"][0]
    assert first["benchmark"] == f"m.track_{shown}"
    assert first["unit"] == shown
    assert first["fixed"][0] == [shown, repr(text) if name != "bidi" else f"'{shown}'"]
    assert page.overview["machines"][0]["name"] == shown
    assert page.overview["places"][0]["commit"] == shown


@pytest.mark.usefixtures("small_page")
def test_a_long_text_is_cut(tmp_path):
    hostile_results(tmp_path / "results", HOSTILE["long"])
    report = write_report(FitOptions(results=(tmp_path / "results",)), tmp_path / "out")
    page = Page(report.page.read_text(encoding="utf-8"))
    [place] = page.overview["places"]
    assert place["commit"] == "y" * (LONGEST_TEXT - 3) + "..."
    assert report.page.stat().st_size < 100_000
