"""The Complexity page in a browser: every view, by file and below a prefix, and what its figures draw."""

import json
import re

import pytest
from browser_support import DESKTOP, PHONE, serve, watched_page
from made_page import COMPARISON, SERIES, drawn, made_data, made_page, project_page

expect = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed").expect
pytest.importorskip("plotly", reason="plotly is not installed")

pytestmark = pytest.mark.slow

VIEWS = ["", "#view=series", SERIES, COMPARISON, "#view=comparisons", "#view=machines", "#view=account"]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return project_page(tmp_path_factory.mktemp("page")).parent


@pytest.fixture(params=["file", "http"])
def address(request, site):
    """The page by file and from a server below a prefix."""
    if request.param == "file":
        yield (site / "complexity.html").as_uri()
    else:
        with serve(site, "/x/y/") as base:
            yield f"{base}complexity.html"


@pytest.fixture(scope="module")
def url(site):
    return (site / "complexity.html").as_uri()


@pytest.fixture(scope="module")
def reader(browser):
    """One page for all tests that only look: it loads the plot library once."""
    with watched_page(browser) as page:
        yield page


def axis_type(page, axis, figure=0):
    return page.evaluate(
        "([axis, at]) => document.querySelectorAll('.drawing')[at]._fullLayout[axis].type", [axis, figure]
    )


def test_every_view_opens_without_network_errors_or_sideways_scrolling(page, address):
    for viewport in (DESKTOP, PHONE):
        page.set_viewport_size(viewport)
        for view in VIEWS:
            page.goto(address + view)
            expect(page.locator("#view-title")).to_be_visible()
            if "=" in view and "view" not in view:
                drawn(page)
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= viewport["width"], f"{view} is {width} pixels wide"
    assert page.requests_out == []
    assert any("plotly.min.js" in request for request in page.requests)


def test_the_head_counts_what_was_read_used_and_left_out(reader, url):
    reader.goto(url)
    overview = json.loads(reader.locator("#wythoff-overview").text_content())
    read, used = overview["read"], overview["used"]
    expect(reader.locator("h1")).to_have_text("Made growth")
    expect(reader.locator("#counts")).to_contain_text(f"{read} values read, {used} used, {read - used} left out")
    assert read - used == sum(reason["count"] for reason in overview["left_out"])
    for verdict, word in [
        ("agrees", "agrees"),
        ("contradicted", "contradicted"),
        ("open", "open"),
        ("none", "no claim"),
    ]:
        count = sum((entry.get("claim") or {"verdict": "none"})["verdict"] == verdict for entry in overview["series"])
        chip = reader.locator(f'.chips [data-verdict="{verdict}"]')
        expect(chip).to_have_text(f"{word}{count}")
        assert count > 0


def test_a_series_shows_its_answer_claim_evidence_and_figures(reader, url):
    reader.goto(url + SERIES)
    figures = drawn(reader)
    expect(reader.locator("#view-title")).to_contain_text("sorts.Sort.time_sort")
    answer = reader.locator(".answer .cell")
    expect(answer.nth(0)).to_contain_text("Grows as")
    expect(answer.nth(0).locator(".big")).to_have_text("n log n")
    expect(answer.nth(1).locator(".big")).to_have_text("agrees")
    expect(answer.nth(1)).to_contain_text("a book")
    expect(answer.nth(1)).to_contain_text("probability")
    expect(figures).to_have_count(3)
    legend = reader.locator(".legend").first
    for label in [
        "measured: lowest sample",
        "median and quartiles",
        "runner-up",
        "predicted, 90 % interval",
        "O(n)",
        "O(n log n)",
        "O(n2)",
    ]:
        expect(legend).to_contain_text(label)
    # 32 KiB at 8 bytes for each n.
    expect(reader.locator(".plot").first).to_contain_text("L1d (32.0 KiB) from n = 4,097")
    expect(figures.first.locator(".annotation-text", has_text="L1d")).to_have_count(1)
    assert (axis_type(reader, "xaxis"), axis_type(reader, "yaxis")) == ("log", "log")
    assert (axis_type(reader, "xaxis", 1), axis_type(reader, "yaxis", 1)) == ("log", "linear")


def test_reference_curves_pass_through_the_first_and_the_last_point(reader, url):
    reader.goto(url + SERIES)
    drawn(reader)
    for law in ("n", "n^2"):
        reader.locator(".legend").first.locator(f'[data-item="reference {law}"]').click()
    traces = reader.evaluate(
        "Array.from(document.querySelector('.drawing').data)"
        ".map(({legendgroup, x, y}) => ({legendgroup, x: [...x], y: [...y]}))"
    )
    (measured,) = [trace for trace in traces if trace["legendgroup"] == "measured"]
    for law, power in [("n", 1), ("n^2", 2)]:
        curves = [trace for trace in traces if trace["legendgroup"] == f"reference {law}"]
        for curve, place in zip(curves, (0, -1), strict=True):
            n, value = curve["x"][40], curve["y"][40]
            assert value / n**power == pytest.approx(measured["y"][place] / measured["x"][place] ** power)


def test_the_quotient_can_be_divided_by_any_law_and_the_address_says_so(reader, url):
    reader.goto(url + SERIES)
    drawn(reader)
    quotient = reader.locator(".plot").nth(1)
    quotient.locator("[data-choice=by]").select_option("n log n")
    expect(reader).to_have_url(re.compile(r"by=n\+log\+n"))
    read = (
        "Array.from(document.querySelectorAll('.drawing')[1].data.find((trace) => trace.legendgroup === 'measured').y)"
    )
    level = reader.evaluate(read)[-3:]
    assert max(level) / min(level) < 1.1
    quotient.locator("[data-choice=scale]").select_option("log")
    expect(reader).to_have_url(re.compile("scale=log"))
    assert axis_type(reader, "yaxis", 1) == "log"
    reader.reload()
    drawn(reader)
    assert axis_type(reader, "yaxis", 1) == "log"
    expect(reader.locator("[data-choice=by]")).to_have_value("n log n")


def test_the_legend_shows_and_hides_what_is_pressed_by_keyboard(reader, url):
    reader.goto(url + SERIES)
    drawn(reader)
    groups = "Array.from(document.querySelector('.drawing').data, (trace) => trace.legendgroup)"
    off = {"runner-up", "quartiles", "jumps", "reference n", "reference n log n", "reference n^2"}
    assert not off & set(reader.evaluate(groups))
    entry = reader.locator(".legend").first.locator("[data-item=runner-up]")
    entry.focus()
    for pressed in ("true", "false"):
        reader.keyboard.press("Enter")
        expect(entry).to_have_attribute("aria-pressed", pressed)
        expect(entry).to_be_focused()
        assert ("runner-up" in reader.evaluate(groups)) == (pressed == "true")


def test_a_frame_drawn_with_the_mouse_zooms_and_the_button_leads_back(reader, url):
    reader.goto(url + SERIES)
    box = drawn(reader).first.bounding_box()
    before = reader.evaluate("document.querySelector('.drawing').layout.xaxis.range")
    reader.mouse.move(box["x"] + 300, box["y"] + 120)
    reader.mouse.down()
    reader.mouse.move(box["x"] + 600, box["y"] + 300, steps=5)
    reader.mouse.up()
    whole = reader.get_by_role("button", name="Whole range").first
    expect(whole).to_be_visible()
    zoomed = reader.evaluate("document.querySelector('.drawing').layout.xaxis")
    assert before[0] < zoomed["range"][0] < zoomed["range"][1] < before[1]
    assert len(zoomed["tickvals"]) >= 3
    whole.click()
    expect(whole).to_be_hidden()
    assert reader.evaluate("document.querySelector('.drawing').layout.xaxis.range") == before


def test_a_comparison_has_all_series_their_crossover_and_what_was_published(reader, url):
    reader.goto(url + COMPARISON)
    drawn(reader)
    traces = reader.evaluate(
        "Array.from(document.querySelector('.drawing').data).sort((one, other) => one.legendrank - other.legendrank)"
        ".map(({name, line, marker}) => [name, line.dash, marker.symbol])"
    )
    assert [name for name, _, _ in traces] == ["merge", "insertion", "A book, table 2"]
    assert [dash for _, dash, _ in traces] == ["solid", "solid", "dash"]
    assert len({symbol for _, _, symbol in traces}) == 3
    assert traces[2][2].endswith("-open")
    crossovers = reader.locator(".data", has=reader.locator("h3", has_text="Crossovers"))
    row = crossovers.locator("tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("insertion")
    n = float(row.locator("td").nth(2).inner_text().replace(",", ""))
    assert 128 < n < 256  # 1e-9 n^2 = 4e-9 n log2 n + 2e-5 at n = 156
    expect(reader.locator(".plot").first).to_contain_text("published measurements, made on other machines")
    for choice, axis in [("x", "xaxis"), ("y", "yaxis")]:
        reader.locator(f"[data-choice={choice}]").select_option("linear")
        expect(reader).to_have_url(re.compile(f"{choice}=linear"))
        assert axis_type(reader, axis) == "linear"
    top = "document.querySelector('.drawing').layout.yaxis.range[1]"
    assert reader.evaluate(top) > 1.0
    reader.locator(".legend button", has_text="insertion").click()
    assert reader.evaluate(top) < 0.01, "what is hidden takes no room"


def test_machines_stand_side_by_side(reader, url):
    reader.goto(f"{url}#view=machines")
    facts = reader.locator(".data").first
    expect(facts.locator("thead th")).to_have_text(["fact", "desk", "server"])
    cpu = facts.locator("tbody tr", has=reader.locator("th", has_text=re.compile("^CPU$")))
    expect(cpu.locator("td")).to_have_text(["Made CPU", "Other CPU"])


def test_the_account_adds_up_and_names_what_was_not_judged(reader, url):
    reader.goto(f"{url}#view=account")
    counts = reader.locator(".data tbody td.number").all_inner_texts()
    read, used, lost = map(int, re.findall(r"\d+", reader.locator("#counts").inner_text())[1:4])
    assert sum(map(int, counts)) == lost == read - used
    expect(reader.locator(".view")).to_contain_text("time_nothing")


@pytest.mark.parametrize("count", [0, 1, 2])
def test_series_of_hardly_any_sizes_can_be_looked_at(open_page, tmp_path, count):
    overview, details = made_data(1)
    sizes, best = ([16, 64][:count], [1e-6, 5e-6][:count])
    entry = overview["series"][0] | {"decided": False, "sizes": count, "claim": {"claim": 0, "verdict": "open"}}
    for key in ("next", "exponent", "probability", *(["n_min", "n_max", "value_max"] if count == 0 else [])):
        del entry[key]
    overview["series"] = [entry | ({"n_min": 16, "n_max": sizes[-1], "value_max": best[-1]} if count else {})]
    details = [{"id": 0, "n": sizes, "best": best, "gaps": [[0, "the value is zero"], [32, "failed"]]}]
    page = open_page()
    page.goto(made_page(tmp_path / "site", overview, details).as_uri())
    page.locator("a.open").click()
    expect(page.locator(".answer .head").first).to_have_text("Undecided between")
    expect(page.locator(".drawing.drawn")).to_have_count(2 if count else 0)
    gaps = page.locator(".data", has=page.get_by_role("heading", name="Sizes without a value"))
    expect(gaps.locator("tbody tr")).to_have_count(2)
    if count == 0:
        expect(page.locator(".view")).to_contain_text("nothing to draw")


def test_a_series_says_by_which_clock_it_was_read_where_that_is_not_plain(open_page, tmp_path):
    overview, details = made_data(2)
    details[0]["clock"] = "the processor's clock: the machine was busy"
    page = open_page()
    page.goto(made_page(tmp_path / "site", overview, details).as_uri())
    page.locator("a.open").nth(0).click()
    said = page.locator(".answer .cell").first
    expect(said).to_contain_text("Times are by the processor's clock: the machine was busy.")
    page.go_back()
    page.locator("a.open").nth(1).click()
    expect(page.locator(".answer .big").first).to_be_visible()
    expect(said).not_to_contain_text("clock")


def test_a_detail_that_is_missing_is_said_in_its_view(open_page, tmp_path):
    overview, details = made_data(2)
    page = open_page()
    page.goto(made_page(tmp_path / "site", overview, details[:1]).as_uri())
    page.locator("a.open").nth(1).click()
    expect(page.get_by_role("alert")).to_have_text("the page holds no block \u201cwythoff-series-1\u201d")
    page.errors.clear()
    page.go_back()
    expect(page.locator("tr[data-id]")).to_have_count(2)
    page.goto(f"{page.url}#view=constructor")
    expect(page.get_by_role("alert")).to_have_text("There is no view \u201cconstructor\u201d.")


def test_a_table_is_a_stop_for_the_keyboard_only_where_it_scrolls(reader, url):
    reader.goto(url + COMPARISON)
    for viewport, stops in [(PHONE, 1), (DESKTOP, 0)]:
        reader.set_viewport_size(viewport)
        series = reader.locator(".data", has=reader.get_by_role("heading", name="Series", exact=True))
        expect(series.locator(".scroll[tabindex='0']")).to_have_count(stops)


def test_without_the_plot_library_the_tables_remain(open_page, tmp_path):
    address = made_page(tmp_path / "site", *made_data(3))
    (address.parent / "complexity" / "plotly.min.js").unlink()
    page = open_page()
    page.goto(address.as_uri())
    page.locator("a.open").first.click()
    expect(page.get_by_role("status").first).to_contain_text("plotly.min.js did not load")
    expect(page.locator(".data", has_text="Sizes").locator("tbody tr").first).to_contain_text("16")
    assert all("ERR_FILE_NOT_FOUND" in error for error in page.errors)
    page.errors.clear()


def test_colours_follow_the_readers_scheme_and_paper_is_light(open_page, url):
    page = open_page(color_scheme="dark")
    page.goto(url + SERIES)
    drawn(page)
    ground = page.locator(".drawing .main-svg").first
    expect(ground).to_have_css("background-color", "rgb(23, 26, 30)")
    page.emulate_media(color_scheme="light")
    expect(ground).to_have_css("background-color", "rgb(255, 255, 255)")
    page.emulate_media(color_scheme="dark")
    expect(ground).to_have_css("background-color", "rgb(23, 26, 30)")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(ground).to_have_css("background-color", "rgb(255, 255, 255)")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(ground).to_have_css("background-color", "rgb(23, 26, 30)")
    assert page.pdf().startswith(b"%PDF")


def test_without_scripts_the_first_view_is_the_same_and_a_plain_table_follows(open_page, reader, url):
    page = open_page(java_script_enabled=False)
    page.goto(url)
    reader.goto(url)
    for part in (".headline", ".card h3", ".card p", ".card svg"):
        assert page.locator(part).all_text_contents() == reader.locator(part).all_text_contents()
    assert page.locator(".card svg").count() > 2
    expect(page.locator("noscript table tr").first).to_be_visible()
