"""The first view in a browser: pictures that are filtered and lead on, as one file, with 2,000 series, and dark."""

import re
from dataclasses import replace

import pytest
from browser_support import DESKTOP, PHONE, watched_page
from made_page import project_page, write_project

from wythoff.harness.fit.fitting import fit_results
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.report.build import page_data
from wythoff.harness.report.detail import draw
from wythoff.harness.report.records import NEXT_TIMES
from wythoff.harness.report.single import write_single
from wythoff.harness.report.write import Built, write_built

expect = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed").expect
pytest.importorskip("plotly", reason="plotly is not installed")

pytestmark = pytest.mark.slow

COUNT = 2000
# Pictures are made as the window is drawn anew, which a busy machine puts off while it is asked for elements.
SEEN = """() => new Promise((done) => {
    const look = () => (document.querySelector(".card:last-child svg .label") ? done() : requestAnimationFrame(look));
    look();
})"""


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    return project_page(tmp_path_factory.mktemp("front")).as_uri()


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """The page of a project as if it had 2,000 series, as a folder and as one file."""
    folder = tmp_path_factory.mktemp("many")
    options = FitOptions(results=(write_project(folder),), predict_times=(NEXT_TIMES,))
    fit = fit_results(options, draw=draw)
    drawable = [entry for entry in fit.fitted if len(entry.analysis.n) > 4]
    entries = [
        replace(one, series=replace(one.series, benchmark=f"package{k // 40:02}.Suite.time_{k}"))
        for k, one in ((k, drawable[k % len(drawable)]) for k in range(COUNT))
    ]
    fit = replace(fit, fitted=entries)
    built = Built(fit, page_data(fit, title="Many"), "Many")
    return write_built(built, folder / "site").page, write_single(built, folder / "many.html").page


@pytest.fixture(scope="module")
def reader(browser):
    with watched_page(browser) as page:
        yield page


def test_the_filter_works_on_the_pictures(reader, url):
    reader.goto(url)
    cards = reader.locator(".card:visible")
    count = cards.count()
    reader.locator("#filter").fill("scan")
    expect(cards).to_have_count(1)
    expect(cards.first).to_contain_text("time_scan")
    expect(reader.locator(".tally")).to_contain_text("1 of")
    reader.get_by_role("button", name="Clear filters").click()
    expect(cards).to_have_count(count)
    reader.locator("[data-verdict=contradicted]").click()
    for card in cards.all():
        expect(card.locator("svg:visible .contradicted").first).to_be_attached()


def test_names_and_the_ends_of_lines_lead_to_their_series(reader, url):
    reader.goto(url)
    reader.locator(".card:not(.comparison) h3 a").first.click()
    expect(reader.locator(".answer")).to_be_visible()
    expect(reader.locator("a.back")).to_have_text("← Overview")
    reader.keyboard.press("Escape")
    expect(reader.locator("#overview")).to_be_visible()
    reader.locator(".card.wide .large .label").first.click()
    expect(reader.locator(".answer")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_first_view_fits_any_window(open_page, url, viewport, scheme):
    page = open_page(viewport, color_scheme=scheme)
    page.goto(url)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    text = page.locator(".card svg:visible .label").first
    ink = text.evaluate("(one) => getComputedStyle(one).fill")
    assert (sum(map(int, re.findall(r"\d+", ink)[:3])) > 380) == (scheme == "dark")


def test_two_thousand_series_open_at_once_and_draw_what_is_seen(open_page, many):
    folder, single = many
    assert single.stat().st_size < 10_000_000
    page = open_page()
    page.goto(folder.as_uri())
    expect(page.locator(".card").first).to_be_visible()
    cards = page.locator(".card")
    assert cards.count() >= COUNT / 2
    assert page.locator(".card svg").count() < 100
    expect(cards.last.locator("svg")).to_have_count(0)
    cards.last.scroll_into_view_if_needed()
    page.evaluate(SEEN)
    expect(cards.last.locator("svg .label")).to_be_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".card noscript")).to_have_count(0)
    times = page.evaluate(
        "[performance.getEntriesByName('first-contentful-paint')[0]?.startTime,"
        " performance.getEntriesByType('navigation')[0].loadEventEnd]"
    )
    print(f"2,000 series: first paint after {times[0]} ms, whole page after {times[1]:.0f} ms")


def test_one_file_shows_every_view_and_loads_nothing(open_page, many):
    page = open_page()
    page.goto(many[1].as_uri())
    page.locator(".card h3 a").first.click()
    figures = page.locator(".drawing svg")
    expect(figures.first).to_be_visible()
    expect(page.locator(".drawing")).to_have_count(figures.count())
    with page.expect_download() as waiting:
        page.get_by_role("button", name=re.compile("Save the figure .* as PNG")).first.click()
    assert waiting.value.path().read_bytes().startswith(b"\x89PNG")
    assert len(set(page.requests)) == 1 + sum(request.startswith(("data:", "blob:")) for request in set(page.requests))
