"""The page's histories in a browser: changes in words and figures, and two sides with their ratio and a verdict."""

import json
import re
from urllib.parse import quote_plus

import pytest
from browser_support import DESKTOP, PHONE, watched_page
from made_history import write_history
from made_page import drawn

expect = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed").expect
pytest.importorskip("plotly", reason="plotly is not installed")

from wythoff.harness.fit.options import FitOptions  # noqa: E402
from wythoff.harness.report.single import write_single  # noqa: E402
from wythoff.harness.report.write import build_report, write_built  # noqa: E402

pytestmark = pytest.mark.slow

DEDUPE, FIND = "#series=lists.time_dedupe", "#series=lists.time_find&machine=box"
PAIR = "#comparison=lists.time_dedupe&vary=runs&axis=n"


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The same page as a folder and as one file."""
    folder = tmp_path_factory.mktemp("page")
    write_history(folder / "results", commits=[12, 13], names=["find"], machine="other")
    write_history(folder / "results", commits=range(4, 14), names=["dedupe", "find"])
    (folder / "asv.conf.json").write_text(json.dumps({"version": 1, "show_commit_url": "https://a.example/c/"}))
    built = build_report(FitOptions(results=(folder / "results",)))
    return write_built(built, folder / "site").page, write_single(built, folder / "one.html").page


@pytest.fixture(scope="module")
def url(pages):
    return pages[0].as_uri()


@pytest.fixture(scope="module")
def reader(browser):
    with watched_page(browser) as page:
        yield page


def test_a_change_stands_in_the_first_view(reader, url):
    reader.goto(url)
    expect(reader.locator(".headline")).to_contain_text("Over the commits 1 got worse.")
    first = reader.locator(".card").first
    expect(first.locator("h3")).to_have_text("lists.time_dedupe")
    expect(first.locator(".change.worse")).to_have_text("▲ worse class")


def test_a_change_stands_in_the_list_and_in_the_series_own_view(reader, url):
    reader.goto(f"{url}#view=series")
    row = reader.locator("tbody tr", has_text="lists.time_dedupe")
    expect(row.locator("td.changes")).to_have_text("▲ worse classat 00090009")
    row.locator("a.open").click()
    drawn(reader)
    change = reader.locator("ol.changes li")
    expect(change).to_contain_text("worse class at 00090009 of 2023-11-23")
    expect(change).to_contain_text("became n2")
    assert change.locator("a").get_attribute("href") == "https://a.example/c/" + "0009" * 10
    expect(reader.locator(".history .plot")).to_have_count(2)
    expect(reader.locator(".history tbody tr")).to_have_count(10)


def test_two_sides_have_one_picture_a_ratio_and_the_verdict(reader, url):
    reader.goto(f"{url}{DEDUPE}")
    reader.locator(".history a", has_text="hold two side by side").click()
    drawn(reader)
    expect(reader.locator(".plot h3")).to_have_text(["Both", "Ratio, second over first"])
    expect(reader.locator(".verdict-of-two")).to_contain_text("became n2")
    first, second = (reader.locator(f'[data-choice="{side}"]') for side in "ab")
    assert first.input_value().endswith("000800080008")
    assert second.input_value().endswith("000900090009")
    ratios = "document.querySelectorAll('.drawing')[1].data.find((one) => one.mode === 'lines+markers').y"
    assert reader.evaluate(ratios)[-1] > 100


def test_what_is_chosen_stands_in_the_address(reader, url):
    reader.goto("about:blank")
    reader.goto(f"{url}{PAIR}")
    drawn(reader)
    first = reader.locator('[data-choice="a"]')
    key = first.locator("option").nth(0).get_attribute("value")
    reader.locator('[data-choice="b"]').select_option(index=4)
    first.select_option(key)
    # The address follows a moment later; it holds the usual first side since the second was chosen.
    expect(reader).to_have_url(re.compile(f"[#&]a={quote_plus(key)}(&|$)"))
    reader.reload()
    drawn(reader)
    expect(reader.locator('[data-choice="a"]')).to_have_value(key)
    expect(reader.locator(".verdict-of-two")).to_contain_text("The second beside the first")
    reader.locator('[data-choice="a"]').select_option(index=1)
    expect(reader.locator(".verdict-of-two")).to_contain_text("wythoff compare does that")


def test_machines_are_sides_like_commits(reader, url):
    reader.goto(f"{url}{FIND}")
    reader.get_by_role("link", name="compare commits and machines").click()
    drawn(reader)
    options = reader.locator('[data-choice="a"] option').all_inner_texts()
    assert any("on other, env" in text for text in options)
    other = next(k for k, text in enumerate(options) if text.startswith("000d000d") and "on other" in text)
    reader.locator('[data-choice="a"]').select_option(index=other)
    expect(reader.locator(".verdict-of-two")).to_contain_text("on two machines")


def test_nothing_is_wider_than_a_narrow_window(open_page, reader, url):
    for page, viewport in ((open_page(PHONE), PHONE), (reader, DESKTOP)):
        for view in (DEDUPE, PAIR):
            page.goto("about:blank")
            page.goto(url + view)
            drawn(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_one_file_shows_the_same(open_page, pages):
    page = open_page()
    page.goto(pages[1].as_uri() + DEDUPE)
    expect(page.locator(".history .drawing svg")).to_have_count(2)
    expect(page.locator("ol.changes li")).to_contain_text("worse class")
    page.goto("about:blank")
    page.goto(pages[1].as_uri() + PAIR)
    expect(page.locator(".plot .drawing svg")).to_have_count(2)
