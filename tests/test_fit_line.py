"""The line of a law is one: on the page, in `fit --plot` and in pictures; and the figures beside it are the same."""

import math

import numpy as np
import pytest
from made_page import write_project
from report_pages import line_distances, page_line

from wythoff.harness.fit import cells
from wythoff.harness.fit.fitting import fit_results
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.growth import analyse
from wythoff.harness.growth.texts import probability_text
from wythoff.harness.report.build import page_data
from wythoff.harness.report.detail import draw
from wythoff.harness.report.records import NEXT_TIMES
from wythoff.harness.units import human_value, share_text

# What four digits of the lowest samples and five of the line's distance leave.
ROUNDED = 6e-4


@pytest.fixture(scope="module")
def fit(tmp_path_factory):
    results = write_project(tmp_path_factory.mktemp("line"))
    return fit_results(FitOptions(results=(results,), predict_times=(NEXT_TIMES,)), draw=draw)


@pytest.fixture(scope="module")
def page(fit):
    data = page_data(fit, title="t")
    return data.overview, data.details


def test_the_page_draws_the_line_of_fit(fit, page):
    overview, details = page
    compared = 0
    for entry, detail in zip(fit.fitted, details, strict=True):
        if len(entry.analysis.n) > 1 and detail.get("curves"):
            n, cost = entry.drawn.path
            sizes, drawn = page_line(detail, overview)
            assert sizes == pytest.approx(n, rel=1e-9)
            assert drawn == pytest.approx(cost, rel=6e-4)
            compared += 1
    assert compared > 4


def test_lines_lie_as_close_to_the_data_as_what_the_analysis_saw(fit, page):
    overview, details = page
    for entry, detail in zip(fit.fitted, details, strict=True):
        if entry.analysis.decided:
            drawn, seen = line_distances(entry, detail, overview)
            assert drawn <= 1.5 * seen + ROUNDED


def test_rounded_figures_are_those_of_fit(fit, page):
    overview, _ = page
    for entry, record in zip(fit.fitted, overview["series"], strict=True):
        analysis = entry.analysis
        if "exponent" in record:
            assert [f"{value:.2f}" for value in record["exponent"]] == [
                f"{value:.2f}" for value in (analysis.exponent, analysis.exponent_low, analysis.exponent_high)
            ]
        if "probability" in record:
            assert share_text(record["probability"]) == probability_text(analysis)
        if "value_max" in record:
            assert human_value(record["value_max"], entry.unit) == cells.largest_text(entry)
        if "next" in record:
            asked = analysis.predictions[-1]
            for written, value in zip(record["next"][1:], (asked.median, asked.low, asked.high), strict=True):
                assert human_value(written, entry.unit) == human_value(value, entry.unit)


def test_rounding_twice_never_differs_from_rounding_once():
    for value in np.random.default_rng(1).uniform(-0.5, 3.5, 2000):
        exact = float(f"{value:.2f}")
        assert f"{exact:.2f}" == f"{value:.2f}"
        assert math.isfinite(exact)


def test_the_claimed_growth_is_drawn_over_the_last_sizes():
    def first_of_the_last(n, cost=lambda n: 1e-6 * n):
        return analyse(n, [cost(one) for one in n]).exponent_from

    assert first_of_the_last((10.0, 20.0, 40.0)) == 10.0
    assert first_of_the_last(tuple(float(2**k) for k in range(20))) == 2.0**15
    assert first_of_the_last(range(2, 18), lambda n: 1e-6 + 1e-12 * n**7) >= 10, "not from the overhead on"
