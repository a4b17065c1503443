"""The logarithmic axis for sizes in asv's graphs, and that no other axis is touched."""

import pytest
from browser_support import PHONE
from made_site import SIZES

pytest.importorskip("asv")
pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

GRAPH = "#grow.time_sort?x-axis=n&y-axis-scale=log"


def x_axis(page):
    """Describe the x axis of asv's graph as flot has it."""
    return page.evaluate(
        """() => {
            const axis = $("#main-graph").data("plot").getXAxes()[0];
            return {
                min: axis.min, max: axis.max, mode: axis.options.mode, log: Boolean(axis.options.transform),
                at: [100, 1000, 10000].map(axis.p2c), back: axis.c2p(axis.p2c(5000)),
                labels: axis.ticks.filter(tick => tick.label !== "").map(tick => tick.label),
                sizes: $("#main-graph").data("plot").getData()[0].data.map(point => point[0]),
            };
        }"""
    )


def test_a_size_axis_is_logarithmic(at):
    axis = x_axis(at(GRAPH))
    first, second, third = axis["at"]
    assert second - first == pytest.approx(third - second)
    assert axis["back"] == pytest.approx(5000)
    assert axis["labels"] == [f"10<sup>{k}</sup>" for k in range(2, 7)]
    assert 50 < axis["min"] < 100
    assert 1e6 < axis["max"] < 2e6


@pytest.mark.parametrize(
    ("place", "mode"),
    [
        ("#grow.time_sort", None),
        ("#grow.time_sort?x-axis-scale=date", "time"),
        ("#grow.time_sort?x-axis=by", "categories"),
        ("#grow.time_named?x-axis=size", "categories"),
        ("#grow.time_threads?x-axis=threads", None),
    ],
)
def test_other_axes_are_as_asv_draws_them(at, place, mode):
    page = at(place)
    axis = x_axis(page)
    assert (axis["mode"], axis["log"]) == (mode, False)
    assert page.locator("#log-size-axis").is_hidden()


def test_the_even_spacing_of_commits_is_left_alone(at):
    page = at("#grow.time_sort?x-axis-scale=even")
    assert (
        page.evaluate("$('#main-graph').data('plot').getXAxes()[0].options.transform.name") == "even_spacing_transform"
    )


def test_the_axis_is_switched_and_the_choice_remembered(at):
    page = at(GRAPH)
    button = page.locator("#log-size-axis")
    assert button.get_attribute("aria-pressed") == "true"
    button.click()
    assert x_axis(page)["log"] is False
    assert button.get_attribute("aria-pressed") == "false"
    assert "active" not in button.get_attribute("class")
    at(GRAPH, page)
    assert x_axis(page)["log"] is False
    page.locator("#log-size-axis").focus()
    page.keyboard.press("Enter")
    assert x_axis(page)["log"] is True


def test_a_size_of_zero_is_left_out_of_a_logarithmic_axis_only(at):
    page = at("#grow.time_from_zero?x-axis=n&y-axis-scale=log")
    assert x_axis(page)["sizes"] == SIZES
    page.locator("#log-size-axis").click()
    assert x_axis(page)["sizes"] == [0, *SIZES]


def test_a_selection_zooms_into_a_logarithmic_axis(at):
    page = at(GRAPH)
    box = page.locator("#main-graph").bounding_box()
    ends = page.evaluate(
        """() => {
            const plot = $("#main-graph").data("plot");
            return [500, 20000].map(n => plot.pointOffset({x: n, y: 1e-5}).left);
        }"""
    )
    page.mouse.move(box["x"] + ends[0], box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + ends[1], box["y"] + 200, steps=5)
    page.mouse.up()
    axis = x_axis(page)
    assert axis["min"] == pytest.approx(500, rel=0.02)
    assert axis["max"] == pytest.approx(20000, rel=0.02)
    assert axis["log"]
    assert {"1000", "2000", "5000", "10000"} <= set(axis["labels"])


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [
        (9, 1.1e9, [f"10<sup>{k}</sup>" for k in range(1, 10)]),
        (60, 35000, ["100", "200", "500", "1000", "2000", "5000", "10000", "20000"]),
        (90, 1.1e6, ["10<sup>2</sup>", "10<sup>3</sup>", "10<sup>4</sup>", "10<sup>5</sup>", "10<sup>6</sup>"]),
        (1050, 1450, ["1100", "1200", "1300", "1400"]),
        (0.95, 11, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]),
    ],
)
def test_ticks_of_a_logarithmic_axis_suit_its_range(at, low, high, labels):
    page = at(GRAPH)
    page.evaluate("([from, to]) => $('#main-graph').trigger('plotselected', [{xaxis: {from, to}}])", [low, high])
    assert x_axis(page)["labels"] == labels


def test_a_narrow_graph_has_fewer_labels(open_page, at):
    labels = x_axis(at(GRAPH, open_page(PHONE)))["labels"]
    assert 1 < len(labels) < 5
