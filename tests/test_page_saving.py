"""What the page saves: figures as PNG and SVG, tables as CSV and strict JSON."""

import csv
import io
import json
import struct
import xml.etree.ElementTree as ET

import pytest
from browser_support import watched_page
from made_page import COMPARISON, SERIES, made_data, made_page, project_page

expect = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed").expect
pytest.importorskip("plotly", reason="plotly is not installed")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    return project_page(tmp_path_factory.mktemp("page")).as_uri()


@pytest.fixture(scope="module")
def reader(browser):
    with watched_page(browser) as page:
        yield page


def saved(page, label, exact=True):
    """Press the button with this label, and return the file's name and bytes."""
    with page.expect_download() as download:
        page.get_by_role("button", name=label, exact=exact).click()
    return download.value.suggested_filename, download.value.path().read_bytes()


def strict(text):
    return json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is not strict JSON"))


def rows_of(content):
    return list(csv.reader(io.StringIO(content.decode("utf-8"), newline="")))


@pytest.mark.parametrize(
    ("view", "title"),
    [
        (SERIES, "Time over size"),
        (SERIES, "Time per unit of a law"),
        (SERIES, "Local exponent"),
        (COMPARISON, "All series"),
    ],
    ids=["growth", "quotient", "exponent", "comparison"],
)
def test_every_figure_is_saved_as_png_and_svg(reader, url, view, title):
    reader.goto(url + view)
    expect(reader.locator(".drawing.drawn").first).to_be_visible()
    name, content = saved(reader, f"Save the figure “{title}” as PNG")
    assert name.startswith("made-sorts.Sort.time_sort")
    assert name.endswith(".png")
    assert content.startswith(b"\x89PNG")
    assert struct.unpack(">II", content[16:24]) == (2000, 1360)
    assert len(content) > 20_000
    name, content = saved(reader, f"Save the figure “{title}” as SVG")
    assert name.endswith(".svg")
    root = ET.fromstring(content)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = "\n".join("".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text"))
    assert "sorts.Sort.time_sort" in texts
    assert title in texts


def test_the_listed_series_are_saved_with_all_that_is_known(reader, url):
    reader.goto(f"{url}#view=series")
    overview = json.loads(reader.locator("#wythoff-overview").text_content())
    reader.locator("#filter").fill("time_sort")
    expect(reader.locator("tr[data-id]")).to_have_count(3)
    name, content = saved(reader, "Save the listed series as CSV")
    assert name == "made-series.csv"
    head, *rows = rows_of(content)
    assert content.endswith(b"\r\n")
    assert len(rows) == 3
    (row,) = [entry for row in rows if (entry := dict(zip(head, row, strict=True)))["parameters"] == "by=insertion"]
    (entry,) = [one for one in overview["series"] if one.get("fixed") == [["by", "'insertion'"]]]
    assert row["law"] == entry["law"] == "n^2"
    assert (row["machine"], row["verdict"], row["claimed"]) == ("desk", "agrees", "n^2")
    assert [float(row[key]) for key in ("exponent", "exponent_low", "exponent_high")] == entry["exponent"]
    assert [float(row[key]) for key in ("next_n", "next_median", "next_low", "next_high")] == entry["next"]
    assert int(row["n_max"]) == entry["n_max"]
    _, content = saved(reader, "Save the listed series as JSON")
    records = strict(content)
    assert [list(record) for record in records] == [head] * 3
    (record,) = [one for one in records if one["parameters"] == ["by=insertion"]]
    assert (record["decided"], record["candidates"], record["left_out_reasons"]) == (True, ["n^2"], [])
    assert record["exponent"] == entry["exponent"][0]
    assert record["measure_next"] is None


def test_the_sizes_of_a_series_are_saved_as_they_were_measured(reader, url):
    reader.goto(url + SERIES)
    expect(reader.locator("#view-title")).to_contain_text("sorts.Sort.time_sort")
    identity = reader.evaluate("Complexity.links.seriesOf(Complexity.state.read()).id")
    detail = json.loads(reader.locator(f"#wythoff-series-{identity}").text_content())
    overview = json.loads(reader.locator("#wythoff-overview").text_content())
    sizes = overview["grids"][detail["n"]] if isinstance(detail["n"], int) else detail["n"]
    name, content = saved(reader, "Save the table “Sizes” as CSV")
    assert name == "made-sorts.Sort.time_sort-by-merge-sizes.csv"
    head, *rows = rows_of(content)
    assert head[:2] == ["n", "lowest_seconds"]
    assert [int(row[0]) for row in rows] == sizes
    assert [float(row[1]) for row in rows] == detail["best"]
    assert rows[-1][-1] == ""
    _, content = saved(reader, "Save the table “Sizes” as JSON")
    records = strict(content)
    assert records[-1]["exponent_to_next"] is None
    # Samples are 1, 1.003 and 1.01 times the lowest.
    for record in records:
        assert record["median_seconds"] == pytest.approx(1.003 * record["lowest_seconds"], rel=1e-3)
        assert record["quartile_75_seconds"] == pytest.approx(1.0065 * record["lowest_seconds"], rel=1e-3)


# One page for each view, because the browser takes many files in a moment for an attack.
@pytest.mark.parametrize(
    "view",
    ["#view=series", SERIES, COMPARISON, "#view=comparisons", "#view=machines", "#view=account"],
    ids=["list", "series", "comparison", "comparisons", "machines", "account"],
)
def test_every_table_of_every_view_is_saved_in_both_forms(open_page, url, view):
    page = open_page()
    page.goto(url + view)
    expect(page.locator("#view-title")).to_be_visible()
    tables = page.locator("main table").count()
    for form in ("CSV", "JSON"):
        buttons = page.locator(f'button[aria-label$="as {form}"]')
        assert buttons.count() == tables > 0
        for place in range(tables):
            with page.expect_download() as download:
                buttons.nth(place).click()
            content = download.value.path().read_bytes()
            if form == "CSV":
                head, *rows = rows_of(content)
                assert {len(row) for row in rows} == {len(head)}
            else:
                assert strict(content)


def test_formulas_quotes_and_line_breaks_survive_as_text(open_page, tmp_path):
    overview, details = made_data(5)
    names = ['=HYPERLINK("http://example.org")', "+1+1", "-rf", "@SUM(A1)", 'a "quoted", name']
    for entry, name in zip(overview["series"], names, strict=True):
        entry["benchmark"] = name
    page = open_page()
    page.goto(made_page(tmp_path / "site", overview, details).as_uri())
    _, content = saved(page, "Save the listed series as CSV")
    head, *rows = rows_of(content)
    first = [row[head.index("benchmark")] for row in rows]
    names = [*names[3:], *names[:3]]  # the last two claims are contradicted, and come first
    assert first == [f"'{name}" if name[0] in "=+-@" else name for name in names]
    exponents = [float(row[head.index("exponent_low")]) for row in rows]
    assert exponents[2] == -0.1  # a number stays one
    _, content = saved(page, "Save the listed series as JSON")
    assert [record["benchmark"] for record in strict(content)] == names


def test_machines_of_one_name_keep_their_columns(open_page, tmp_path):
    overview, details = made_data(3)
    for number, machine in enumerate(overview["machines"]):
        machine |= {"name": "box", "facts": [["CPU", f"CPU {number}"]]}
    page = open_page()
    page.goto(f"{made_page(tmp_path / 'site', overview, details).as_uri()}#view=machines")
    _, content = saved(page, "Save the table “Facts of each machine” as JSON")
    assert strict(content) == [{"fact": "CPU", "box": "CPU 0", "box (2)": "CPU 1", "box (3)": "CPU 2"}]
