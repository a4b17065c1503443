"""The page: strict, whole, and readable on any screen without a network."""

import dataclasses
import re
from html.parser import HTMLParser
from importlib.resources import files

import pytest
from browser_support import DESKTOP, PHONE
from made_reproduction import reproduction

from wythoff.reproduce.html import join, math, table, tag
from wythoff.reproduce.page import page as write_page

pytestmark = pytest.mark.slow

VOID = {"meta", "br", "link", "img", "input", "hr"}
LOADING = {
    "script",
    "link",
    "img",
    "iframe",
    "object",
    "embed",
    "video",
    "audio",
    "source",
    "base",
    "form",
    "image",
    "use",
}


class Document(HTMLParser):
    """Checks the nesting of the elements, and collects names, attributes and texts."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.texts = [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, name, attributes):
        self.elements.append((name, dict(attributes)))
        if name not in VOID:
            self.open.append(name)

    def handle_startendtag(self, name, attributes):
        self.elements.append((name, dict(attributes)))

    def handle_endtag(self, name):
        assert self.open.pop() == name

    def handle_data(self, text):
        self.texts.append(text)

    def values(self, attribute):
        return [found[attribute] for _, found in self.elements if attribute in found]


@pytest.fixture(scope="module")
def written():
    return write_page(reproduction())


@pytest.fixture(scope="module")
def document(written):
    return Document(written)


@pytest.fixture(scope="module")
def address(written, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "index.html"
    path.write_text(written, encoding="utf-8")
    return path.as_uri()


def test_page_loads_nothing(document, written):
    assert {name for name, _ in document.elements} & LOADING == set()
    assert not [key for _, found in document.elements for key in found if key.startswith("on")]
    assert all(target.startswith("#") for target in document.values("href"))
    assert document.values("src") == []
    assert "url(" not in written
    assert "@import" not in written
    # The one address is the name of SVG's vocabulary, which nothing fetches.
    assert set(re.findall(r"https?://[^\s\"'<]+", written)) == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in document.values("content")[1:].__str__()


def test_page_names_no_path_of_this_machine(written):
    assert not re.search(r"/(work|home|root|tmp|usr)/", written)


def test_every_anchor_is_there_once(document):
    ids = document.values("id")
    assert len(ids) == len(set(ids))
    assert {target[1:] for target in document.values("href")} <= set(ids)
    for number in range(1, 38):
        assert f"erratum-{number}" in ids
    for number in (2, 3, 4, 5, 6, 7, 8, 9):
        assert f"final-figure-{number}" in ids
    for number in range(2, 7):
        assert f"draft-figure-{number}" in ids
    for number in (1, 2, 3, 4, 5):
        assert f"final-table-{number}" in ids
    assert "draft-table-2" in ids


def test_page_shows_printed_exact_and_difference(document):
    text = "".join(document.texts).replace("\u202f", "")
    assert "8963643355965782999734618685440" in text
    assert "8963643355965782386997110116393" in text
    assert "612737508569047" in text


def test_foreign_names_are_text():
    found = reproduction()
    hostile = "<script>alert(1)</script>&\"'"
    timings = dataclasses.replace(found.timings, machine=hostile, environment=hostile, others=(hostile,))
    text = write_page(dataclasses.replace(found, timings=timings))
    assert "<script" not in text
    Document(text)


def test_a_surprise_is_shown():
    found = reproduction()
    wrong = dataclasses.replace(found.lemmas[0], holds=False)
    text = write_page(dataclasses.replace(found, lemmas=[wrong]))
    assert "Not everything came out as it must" in text
    assert "Everything came out as it must:" in write_page(found)


def test_markup_is_escaped_once():
    assert tag("p", "a < b & c", title='"') == '<p title="&quot;">a &lt; b &amp; c</p>'
    assert join(["<", tag("b", "<")]) == "&lt;<b>&lt;</b>"
    assert math(tag("b", "A_n")) == "<b>A_n</b>"
    assert math("_alpha[2], a[i+a[0]], A_100") == "_alpha[2], a[i+a[0]], A<sub>100</sub>"
    assert 'data-label="&lt;n"' in table("c", ["<n"], [["x"]])


def test_style_sheet_knows_dark_narrow_and_paper():
    style = files("wythoff.reproduce").joinpath("assets", "page.css").read_text(encoding="utf-8")
    assert "prefers-color-scheme: dark" in style
    assert "@media print" in style
    assert style.count("{") == style.count("}")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_page_opens_offline_and_does_not_scroll_sideways(open_page, address, viewport):
    page = open_page(viewport, offline=True)
    page.goto(address)
    assert page.title() == "Wythoff's game: the theses reproduced"
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    assert page.requests == [address]
    page.click("nav a[href='#erratum-4']")
    top = page.evaluate("document.getElementById('erratum-4').getBoundingClientRect().top")
    assert 0 <= top < 40


def test_wrong_values_are_marked_by_colour_and_sign(page, address):
    page.goto(address)
    rows = page.locator("#final-table-5 tbody tr")
    assert rows.count() == 100
    for place, word, sign in ((42, "right", "✓"), (43, "wrong", "✗")):
        shown = rows.nth(place).locator(".sign").inner_text()
        assert sign in shown
        assert word in shown
    colours = [rows.nth(k).locator(".sign").evaluate("found => getComputedStyle(found).color") for k in (42, 43)]
    assert colours[0] != colours[1]
    assert rows.nth(42).locator("mark").count() == 0
    assert rows.nth(43).locator("mark").all_inner_texts() == ["9", "9"]
    assert rows.nth(43).locator(".exact").first.inner_text().replace("\u202f", "") == "124395540479018"


def test_page_has_a_dark_face(open_page, address):
    grounds = []
    for scheme in ("light", "dark"):
        page = open_page(color_scheme=scheme)
        page.goto(address)
        grounds.append(
            [
                page.evaluate("getComputedStyle(document.documentElement).backgroundColor"),
                page.locator("#final-figure-8 svg rect").first.evaluate("found => getComputedStyle(found).fill"),
            ]
        )
    assert grounds[0][0] == grounds[0][1] == "rgb(255, 255, 255)"
    assert grounds[1][0] == grounds[1][1] != grounds[0][0]


def test_paper_is_light_and_shows_all_of_wide_tables(open_page, address):
    page = open_page({"width": 700, "height": 900}, color_scheme="dark")
    page.emulate_media(media="print")
    page.goto(address)
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    widest = page.evaluate(
        "Math.max(...[...document.querySelectorAll('table')].map(t => t.getBoundingClientRect().right))"
    )
    assert widest <= 700
