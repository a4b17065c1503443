"""Logarithmic axes where asv's graphs have sizes on the x axis, and that no other axis is touched."""

import math

import pytest
from browser_support import PHONE, serve
from made_results import series
from made_site import SIZES, Project, described

pytest.importorskip("asv")
pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

pytestmark = pytest.mark.slow

SIZE_ONLY = "#grow.time_sort?x-axis=n"
GRAPH = f"{SIZE_ONLY}&y-axis-scale=log"


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


def y_axis(page):
    """Describe the y axis of asv's graph as flot has it, and what asv's button for it looks like."""
    return page.evaluate(
        """() => {
            const plot = $("#main-graph").data("plot"), axis = plot.getYAxes()[0];
            return {
                min: axis.min, max: axis.max, log: Boolean(axis.options.transform), unit: axis.options.axisLabel,
                at: [1e-6, 1e-5, 1e-4].map(axis.p2c), back: axis.c2p(axis.p2c(5e-5)),
                labels: axis.ticks.map(tick => tick.label),
                button: $("#log-scale").hasClass("active"),
                values: plot.getData()[0].data.map(point => point[1]),
            };
        }"""
    )


def scales(page):
    """Tell which axes are logarithmic, x before y; asv's button for y always says the same."""
    y = y_axis(page)
    assert y["button"] is y["log"]
    return x_axis(page)["log"], y["log"]


def click_and_wait(page, button, expected):
    """Click a button of asv, which draws again by way of the address, until the scales are as expected."""
    # At its edge: asv takes a click on the letter in "zoom y axis" for one on an inactive button.
    button.click(position={"x": 3, "y": 3})
    page.wait_for_function(
        """expected => {
            const plot = $("#main-graph").data("plot");
            const found = [plot.getXAxes()[0], plot.getYAxes()[0]].map(axis => Boolean(axis.options.transform));
            return String(found) === String(expected);
        }""",
        arg=list(expected),
    )
    assert scales(page) == expected


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


def test_values_over_a_size_are_logarithmic_too_exactly_as_asv_would_make_them(at):
    own, asvs = y_axis(at(SIZE_ONLY)), y_axis(at(GRAPH))
    for name in ("min", "max", "log", "unit", "labels", "button", "values"):
        assert own[name] == asvs[name]
    assert own["at"] == pytest.approx(asvs["at"])
    first, second, third = own["at"]
    assert second - first == pytest.approx(third - second)
    assert own["back"] == pytest.approx(5e-5)
    # The project's times: 1e-8 n and 1e-11 n^2, at sizes from 100 to 1,000,000, three times as slow in the end.
    assert (own["min"], own["max"]) == (pytest.approx(1e-7), pytest.approx(100))
    assert own["labels"] == [f"10<sup>{k}</sup>" for k in range(-7, 3)]
    assert own["unit"] == "seconds"


@pytest.mark.parametrize("place", ["#grow.time_sort", "#grow.time_threads?x-axis=threads", "#grow.time_sort?x-axis=by"])
def test_values_over_anything_else_are_linear(at, place):
    assert y_axis(at(place))["log"] is False


@pytest.mark.parametrize(
    ("scale", "expected"), [("log", (True, True)), ("zoom", (True, False)), ("linear", (True, False))]
)
def test_the_scale_of_values_in_the_address_is_respected(at, scale, expected):
    assert scales(at(f"{SIZE_ONLY}&y-axis-scale={scale}")) == expected


def test_one_switch_is_for_both_axes_and_remembered(at):
    page = at(SIZE_ONLY)
    assert scales(page) == (True, True)
    page.locator("#log-size-axis").click()
    assert scales(page) == (False, False)
    at(SIZE_ONLY, page)
    assert scales(page) == (False, False)
    page.locator("#log-size-axis").click()
    assert scales(page) == (True, True)


def test_asvs_own_switch_works_and_its_choice_stays_in_the_address(at):
    page = at(SIZE_ONLY)
    click_and_wait(page, page.locator("#log-scale"), (True, False))
    assert page.url.endswith("x-axis=n&y-axis-scale=linear")
    at(page.url.partition("index.html")[2], page)
    assert scales(page) == (True, False)
    click_and_wait(page, page.locator("#log-scale"), (True, True))
    assert page.url.endswith("x-axis=n&y-axis-scale=log")
    click_and_wait(page, page.locator("#log-scale"), (True, False))
    page.locator("#log-size-axis").click()
    assert scales(page) == (False, False)
    # Where no axis is ours to make logarithmic, asv's address is asv's own.
    click_and_wait(page, page.locator("#log-scale"), (False, True))
    click_and_wait(page, page.locator("#log-scale"), (False, False))
    assert "y-axis-scale" not in page.url


def test_zooming_values_is_asvs_and_without_it_they_are_logarithmic_again(at):
    page = at(SIZE_ONLY)
    click_and_wait(page, page.locator("#zoom-y-axis"), (True, False))
    click_and_wait(page, page.locator("#zoom-y-axis"), (True, True))


def test_the_way_to_another_axis_and_back(at):
    page = at(SIZE_ONLY)
    for name, expected in (("commit", (False, False)), ("n", (True, True))):
        buttons = page.locator("#graphdisplay-navigation-params .btn")
        click_and_wait(page, buttons.get_by_text(name, exact=True), expected)


def test_values_show_the_decades_of_the_sizes_that_are_shown(at):
    page = at("#grow.time_from_zero?x-axis=n")
    page.evaluate("$('#main-graph').trigger('plotselected', [{xaxis: {from: 500, to: 20000}}])")
    axis = y_axis(page)
    # 1 us + 10 ns n at n = 1000 and 10,000.
    assert (axis["min"], axis["max"]) == (pytest.approx(1e-5), pytest.approx(1e-3))


@pytest.mark.parametrize(
    ("values", "shown", "decades"),
    [
        ([0, 1e-6, -1.0, 1e-4, 1e-3], [None, 1e-6, None, 1e-4, 1e-3], (-6, -3)),
        ([1e-3] * 5, [1e-3] * 5, (-4, -3)),
        ([0] * 5, [None] * 5, (0, 1)),
    ],
    ids=["some", "one level", "none"],
)
def test_values_of_zero_or_less_are_gaps(tmp_path, front_end, open_asv, values, shown, decades):
    project = Project(tmp_path / "project")
    project.describe(described("grow.time_x", [[str(n) for n in SIZES]], ["n"]))
    project.measured({"grow.time_x": series(values, SIZES)})
    project.publish(front_end)
    with serve(project.html) as address:
        page = open_asv(address, "#grow.time_x?x-axis=n")
        axis = y_axis(page)
    assert scales(page) == (True, True)
    assert axis["values"] == shown
    assert [round(math.log10(axis[end])) for end in ("min", "max")] == list(decades)
