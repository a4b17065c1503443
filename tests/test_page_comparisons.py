"""The list of comparisons: filtered, sorted, a page at a time, each with a picture and its cheapest series."""

import pytest
from browser_support import DESKTOP, PHONE, watched_page
from made_page import made_data, made_page

expect = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed").expect
pytest.importorskip("plotly", reason="plotly is not installed")

pytestmark = pytest.mark.slow

COUNT, ROWS = 900, 30


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    overview, details = made_data(90)
    crossover = [0, 40, 100.0, 90.0, 110.0]
    overview["comparisons"] = [
        {"benchmark": f"package{k:03}.Suite.time_function", "axis": "n", "place": 0, "vary": "kind"}
        | {"series": [k % 40, 40 + k % 40, *([80 + k % 10] if k % 2 else [])], "crossovers": [crossover] * (k % 3)}
        for k in range(COUNT)
    ]
    return f"{made_page(tmp_path_factory.mktemp('compared') / 'site', overview, details).as_uri()}#view=comparisons"


@pytest.fixture(scope="module")
def shared(browser):
    with watched_page(browser) as page:
        yield page


@pytest.fixture
def reader(shared, url):
    """The list as it opens, in a window that all tests share."""
    shared.goto("about:blank")
    shared.goto(url)
    return shared


def names(page):
    return page.locator("tbody a.open").all_inner_texts()


def test_nine_hundred_comparisons_are_turned_page_by_page(reader):
    expect(reader.locator(".tally")).to_have_text("900 comparisons, 1 to 30 shown")
    assert len(names(reader)) == ROWS
    assert reader.evaluate("document.documentElement.scrollHeight") < 4 * DESKTOP["height"]
    reader.get_by_role("button", name="Next").click()
    expect(reader.locator(".tally")).to_have_text("900 comparisons, 31 to 60 shown")
    assert names(reader)[0] == "package030.Suite.time_function"
    assert reader.locator("main *").count() < 60 * ROWS


def test_each_has_a_picture_and_names_the_cheapest(reader):
    rows = reader.locator("tbody tr")
    for place in (0, 1, 2):
        assert rows.nth(place).locator("svg path").count() == 2 + place % 2
        # Costs are 1e-9 n times a number that rises with the position, and the largest size is 2^23.
        expect(rows.nth(place).locator(".winner")).to_have_text("kind0")
        expect(rows.nth(place).locator(".cheapest")).to_contain_text("at 8,388,608")


def test_words_of_names_parameters_and_values_filter(reader):
    reader.locator("#filter").fill("PACKAGE12 kind2")
    expect(reader.locator(".tally")).to_have_text("5 of 900 comparisons")
    assert names(reader) == [f"package{k}.Suite.time_function" for k in (121, 123, 125, 127, 129)]
    reader.locator("#filter").fill("nothing is called so")
    expect(reader.locator("tbody")).to_have_text("No comparison fits this filter.")


def test_they_are_sorted_by_series_and_by_crossovers(reader):
    reader.get_by_label("Sort by").select_option("crossovers")
    assert reader.locator("tbody td.number").all_inner_texts() == ["2"] * ROWS
    reader.get_by_label("Sort by").select_option("series")
    assert all("3 series" in text for text in reader.locator("td.parameters").all_inner_texts())


def test_a_narrow_window_breaks_no_word(open_page, url):
    page = open_page(PHONE)
    page.goto(url)
    expect(page.locator("tbody tr")).to_have_count(ROWS)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    broken = page.evaluate(
        """() => {
            const found = [];
            const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
            for (let node = texts.nextNode(); node; node = texts.nextNode())
                for (const { 0: word, index } of node.data.matchAll(/[A-Za-z0-9]+/g)) {
                    const range = document.createRange();
                    range.setStart(node, index);
                    range.setEnd(node, index + word.length);
                    if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
                }
            return found;
        }"""
    )
    assert broken == []
