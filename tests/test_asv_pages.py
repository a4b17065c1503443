"""asv's site with the Complexity page in a browser without a network: every page, the tab, and the ways between."""

import re
from urllib.parse import quote

import pytest
from browser_support import PHONE, serve
from made_results import series
from made_site import SIZES, Project, described

pytest.importorskip("asv")
pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

pytestmark = pytest.mark.slow

SORTED = f"series={quote('grow.time_sort(by=merge)')}"
GRAPH = "#grow.time_sort?x-axis=n&y-axis-scale=log"


# Every page of asv's own.


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("", "#complexity-display iframe"),
        ("#/", "#summarygrid-display .benchmark-container canvas"),
        ("#/summarylist", "#summarylist-body td a:text('grow.time_sort')"),
        ("#/regressions", "#regressions-body td a:text('grow.time_plain')"),
        ("#grow.time_sort", "#main-graph canvas"),
        ("#grow.time_sort?x-axis-scale=date", "#overview canvas"),
        ("#grow.time_sort?x-axis=by", "#main-graph .flot-x-axis :text('bubble')"),
        ("#grow.time_sort?x-axis=n", "#main-graph .flot-x-axis :text('10')"),
        ("#/complexity", "#complexity-display iframe"),
    ],
)
def test_every_page_is_drawn_without_a_network(at, place, shown):
    page = at(place)
    page.locator(shown).first.wait_for(state="visible")
    assert "error.html" not in page.url


def test_bootstraps_fonts_are_in_the_site(at):
    page = at("")
    found = page.evaluate(
        """async () => {
            const fonts = await document.fonts.load("12px 'Glyphicons Halflings'");
            return fonts.map(font => font.status);
        }"""
    )
    assert found == ["loaded"]


def test_the_page_stands_alone_as_a_file_too(page, site):
    page.goto(f"{(site.html / 'complexity.html').as_uri()}#{SORTED}")
    page.locator("h2").filter(has_text="grow.time_sort").first.wait_for()
    graph = page.get_by_role("link", name="graph in asv").get_attribute("href")
    assert graph.startswith("index.html#grow.time_sort?x-axis=n")


# The tab.


def test_the_tab_shows_the_page_below_the_navigation_and_nothing_else(at):
    page = at("")
    page.get_by_role("link", name="Complexity").click()
    frame = page.locator("#complexity-display iframe")
    frame.wait_for(state="visible")
    assert "Complexity" in frame.get_attribute("title")
    frame.content_frame.locator("h1").filter(has_text="made").wait_for()
    box, navigation = frame.bounding_box(), page.locator("#nav").bounding_box()
    assert (box["x"], box["width"]) == (0, 1280)
    assert box["y"] == pytest.approx(navigation["height"], abs=0.5)
    assert box["y"] + box["height"] == pytest.approx(900)
    assert page.locator("#nav li.active").inner_text() == "Complexity"
    for other in ("summarygrid", "summarylist", "graph", "regressions"):
        assert page.locator(f"#{other}-display").is_hidden()


def test_another_tab_hides_the_page_and_the_tab_brings_it_back_as_it_was(at):
    page = at(f"#/complexity?{SORTED}")
    frame = page.locator("#complexity-display iframe")
    frame.content_frame.locator("h2").filter(has_text="grow.time_sort").first.wait_for()
    frame.evaluate("frame => { frame.contentWindow.sign = 'still there'; }")
    page.get_by_role("link", name="Benchmark grid").click()
    page.locator("#summarygrid-display").wait_for(state="visible")
    assert frame.is_hidden()
    page.go_back()
    frame.wait_for(state="visible")
    assert frame.evaluate("frame => frame.contentWindow.sign") == "still there"


def test_a_deep_link_opens_the_page_in_its_state(at):
    frame = at(f"#/complexity?{SORTED}").locator("#complexity-display iframe")
    frame.content_frame.locator("h2").filter(has_text="grow.time_sort").first.wait_for()
    assert frame.evaluate("frame => frame.contentWindow.location.hash") == f"#{SORTED}"


def test_steps_within_the_page_are_in_the_address_and_in_the_history(at):
    page = at("#/complexity")
    frame = page.locator("#complexity-display iframe").content_frame
    frame.get_by_role("link", name=re.compile("time_from_zero")).first.click()
    page.wait_for_url(re.compile(r"#/complexity\?series=grow\.time_from_zero"))
    page.go_back()
    page.wait_for_url(re.compile(r"#/complexity$"))
    page.go_forward()
    page.wait_for_url(re.compile(r"#/complexity\?series=grow\.time_from_zero"))
    frame.locator("h2").filter(has_text="time_from_zero").first.wait_for()


def test_a_change_of_the_outer_address_reaches_the_page_in_one_step_of_the_history(at):
    page = at("#grow.time_sort")
    page.evaluate(f"location.hash = '#/complexity?{SORTED}'")
    frame = page.locator("#complexity-display iframe").content_frame
    frame.locator("h2").filter(has_text="grow.time_sort").first.wait_for()
    page.evaluate("location.hash = '#/complexity?series=grow.time_from_zero'")
    frame.locator("h2").filter(has_text="time_from_zero").first.wait_for()
    page.go_back()
    frame.locator("h2").filter(has_text="grow.time_sort").first.wait_for()
    page.go_back()
    page.locator("#main-graph canvas").first.wait_for(state="visible")
    assert page.locator("#complexity-display").is_hidden()


def test_a_stranger_can_not_move_the_address(at):
    page = at("#/complexity")
    page.locator("#complexity-display iframe").content_frame.locator("h1").wait_for()
    page.evaluate("window.postMessage({type: 'wythoff-complexity', hash: '#elsewhere'}, '*')")
    page.evaluate("new Promise(resolve => setTimeout(resolve, 50))")
    assert page.url.endswith("#/complexity")


def test_in_a_narrow_window_the_page_gets_the_height_that_is_left(open_page, at):
    page = at("#/complexity", open_page(PHONE))
    box = page.locator("#complexity-display iframe").bounding_box()
    assert box["y"] == pytest.approx(page.locator("#nav").bounding_box()["height"], abs=0.5)
    assert box["y"] < 150
    assert box["y"] + box["height"] == pytest.approx(800)
    assert (box["x"], box["width"]) == (0, 400)
    page.get_by_role("link", name="Benchmark grid").click()
    page.locator("#summarygrid-display").wait_for(state="visible")
    assert page.locator("#title").is_visible()


# Ways between a series and its graph.


def test_a_series_leads_to_its_graph_with_everything_selected(at):
    page = at(f"#/complexity?{SORTED}&machine=box")
    page.locator("#complexity-display iframe").content_frame.get_by_role("link", name="graph in asv").click()
    page.wait_for_url(re.compile(r"index\.html#grow\.time_sort\?x-axis=n&y-axis-scale=log&p-by="))
    page.locator("#main-graph canvas").first.wait_for(state="visible")
    assert page.locator("#complexity-display").is_hidden()
    selected = page.locator("#graphdisplay-navigation .btn.active").all_inner_texts()
    assert {"box", "merge", "n", "log scale", "log size axis"} <= set(selected)
    assert not {"lap", "bubble", "commit"} & set(selected)
    assert page.locator("#main-graph .legendLabel").all_inner_texts() == ["by-merge; commit-last"]


def test_a_graph_of_one_series_leads_to_that_series(at):
    page = at(f"{GRAPH}&p-by={quote(repr('merge'))}&machine=lap")
    page.get_by_role("link", name="how it grows").click()
    page.wait_for_url(re.compile(r"#/complexity\?series=grow\.time_sort%28by%3Dmerge%29&machine=lap"))
    frame = page.locator("#complexity-display iframe").content_frame
    frame.locator("h2").filter(has_text="grow.time_sort").first.wait_for()


def test_a_graph_of_several_series_leads_to_the_benchmark(at):
    link = at(GRAPH).get_by_role("link", name="how it grows")
    assert link.get_attribute("href") == "#/complexity?benchmark=grow.time_sort"


def test_a_graph_of_a_benchmark_without_series_has_no_such_link(at):
    page = at("#grow.time_plain")
    page.locator("#main-graph canvas").first.wait_for(state="visible")
    assert page.locator("#complexity-panel").is_hidden()


# Foreign names.


def test_foreign_names_are_text_in_what_is_added(tmp_path, front_end, open_asv):
    names = ["<b>\"><i onclick='x'>&amp;b=c#d?e+f", "__proto__"]
    project = Project(tmp_path / "project")
    project.describe(
        *(described(f"grow.time_{name}", [[repr(name)], [str(n) for n in SIZES]], [name, "n"]) for name in names)
    )
    project.measured({f"grow.time_{name}": series("n", SIZES, first=name) for name in names})
    project.publish(front_end)
    with serve(project.html) as address:
        for name in names:
            benchmark = f"grow.time_{name}"
            page = open_asv(address, f"#{quote(benchmark, safe='')}?x-axis=n")
            panel = page.locator("#complexity-panel")
            assert panel.evaluate("panel => panel.querySelectorAll('*').length") == 3
            panel.get_by_role("link").click()
            frame = page.locator("#complexity-display iframe").content_frame
            frame.locator("h2").filter(has_text=benchmark).first.wait_for()
            frame.get_by_role("link", name="graph in asv").click()
            panel.wait_for(state="visible")
            assert page.evaluate("$('#title').text()") == benchmark
