"""Where the Complexity page is: names that last, back and forward, frames around it, and the way into asv's site."""

import re
from urllib.parse import quote_plus

import pytest
from browser_support import watched_page
from made_page import MERGE, made_data, made_page, project_page

expect = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed").expect
pytest.importorskip("plotly", reason="plotly is not installed")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return project_page(tmp_path_factory.mktemp("page")).parent


@pytest.fixture(scope="module")
def url(site):
    return (site / "complexity.html").as_uri()


@pytest.fixture(scope="module")
def reader(browser):
    with watched_page(browser) as page:
        yield page


def test_a_name_on_two_machines_means_the_newest_unless_narrowed(reader, url):
    reader.goto(f"{url}#series={quote_plus(MERGE)}")
    expect(reader.locator(".view > .note")).to_contain_text("desk, env, commit 0123abcd of 2023-11-14")
    reader.get_by_role("link", name=re.compile("server, fedcba98")).click()
    expect(reader).to_have_url(re.compile("machine=server"))
    expect(reader.locator(".view > .note")).to_contain_text("server, env, commit fedcba98")


def test_back_forward_reload_and_escape_lead_where_they_should(page, url):
    page.goto(f"{url}#view=series")
    page.locator("#filter").fill("sort merge")
    expect(page.locator("tr[data-id]")).to_have_count(2)
    page.locator("a.open").first.click()
    expect(page.locator("#view-title")).to_contain_text("sorts.Sort.time_sort")
    expect(page.locator("#view-title")).to_be_focused()
    assert page.title().startswith(MERGE)
    page.go_back()
    expect(page.locator("#filter")).to_have_value("sort merge")
    expect(page.locator("tr[data-id]")).to_have_count(2)
    expect(page.locator("a.open").first).to_be_focused()
    page.go_forward()
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.locator(".view > .note")).to_contain_text("server")
    page.keyboard.press("Escape")
    expect(page.locator("tr[data-id]")).to_have_count(2)
    page.reload()
    expect(page.locator("tr[data-id]")).to_have_count(2)


def test_a_name_that_is_not_there_is_said_and_the_pictures_are_shown(reader, url):
    reader.goto(f"{url}#series=gone.time_gone")
    expect(reader.get_by_role("alert")).to_have_text("No series is called “gone.time_gone” here.")
    expect(reader.locator(".card").first).to_be_visible()


def test_links_to_asv_are_there_only_inside_its_site(open_page, tmp_path):
    overview, details = made_data(2)
    overview["series"][0]["graph"] = "#package00.Suite.time_function_0?x-axis=n"
    for asv_site in (True, False):
        overview["asv_site"] = asv_site
        address = made_page(tmp_path / str(asv_site), overview, details)
        page = open_page()
        page.goto(address.as_uri())
        page.locator("a.open").first.click()
        expect(page.locator("h2")).to_be_visible()
        links = page.get_by_role("link", name="graph in asv")
        expect(links).to_have_count(int(asv_site))
        if asv_site:
            expect(links).to_have_attribute("target", "_top")
            expect(links).to_have_attribute("href", "index.html#package00.Suite.time_function_0?x-axis=n")


def test_in_a_frame_the_page_tells_where_it_is(page, site, url):
    outer = site / "outer.html"
    outer.write_text(
        "<title>outer</title><script>said = []; addEventListener('message', (event) => said.push(event.data))</script>"
        "<iframe src='complexity.html#view=series&q=scan' style='width:100%;height:800px'></iframe>"
    )
    page.goto(outer.as_uri())
    frame = page.frame_locator("iframe")
    expect(frame.locator("tr[data-id]")).to_have_count(1)
    frame.locator("a.open").click()
    expect(frame.locator("#view-title")).to_contain_text("time_scan")
    said = page.evaluate("said")
    assert [one["hash"].split("=")[0] for one in said] == ["#view", "#series"]
    assert {one["type"] for one in said} == {"wythoff-complexity"}
    page.evaluate("history.back()")
    expect(frame.locator("#filter")).to_have_value("scan")
