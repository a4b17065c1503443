"""The terminal's table at every width, the size parameter, and the picture of a single series."""

import io
import re

import pytest
from made_results import SIZES, describe, project, result_file, series
from rich.console import Console

from wythoff.harness.fit.fitting import Fit, fit_results
from wythoff.harness.fit.notes import unmatched_lines
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.fit.table import print_fit
from wythoff.harness.fit.unicode_plot import unicode_plot


@pytest.fixture(scope="module")
def fit(tmp_path_factory):
    folder = tmp_path_factory.mktemp("table")
    names = ("m.time_line", "m.time_square", "m.time_few")
    result_file(
        folder / "results",
        {names[0]: series("n"), names[1]: series("n^2"), names[2]: series("n log n", sizes=SIZES[:4])},
    )
    describe(folder / "results", **{name.replace(".", "__"): ["size_of_list"] for name in names})
    project(
        folder,
        {"benchmark": "line", "claim": "n"},
        {"benchmark": "square", "claim": "n log n"},
        {"benchmark": "few", "claim": "n^2 log n"},
    )
    return fit_results(FitOptions(results=(folder / "results",)))


def printed(fit, width):
    stream = io.StringIO()
    print_fit(fit, Console(file=stream, width=width, force_terminal=True, color_system=None))
    return stream.getvalue()


@pytest.mark.slow
def test_no_width_cuts_a_word_of_a_law_or_verdict(fit):
    outcomes = [entry.verdict.outcome for entry in fit.fitted]
    for width in range(60, 251):
        text = printed(fit, width)
        assert max(map(len, text.splitlines())) <= width
        words = re.findall(r"[a-z]+", text)
        for outcome in set(outcomes):
            assert words.count(outcome) >= outcomes.count(outcome), (width, outcome)


def test_the_size_parameter_is_named(fit):
    assert f"size_of_list = {SIZES[0]} to {SIZES[-1]:,} ({len(SIZES)})" in printed(fit, 200)


def test_a_single_series_is_drawn_and_several_are_not(fit):
    alone = Fit(fitted=fit.fitted[:1])
    lines = unicode_plot(alone.fitted[0], 80)
    assert lines[0].split()[0] == "98.5" or "µs" in lines[0]
    assert all(len(line) <= 80 for line in lines)
    assert sum(char != "\u2800" for char in "".join(lines) if "\u2800" <= char <= "\u28ff") > 10
    # What grows rises to the right.
    first, last = (
        next(i for i, char in enumerate(line) if "\u2801" <= char <= "\u28ff") for line in (lines[0], lines[8])
    )
    assert first > last
    assert lines[0] in printed(alone, 80)
    assert lines[0] not in printed(fit, 80)
    assert unicode_plot(alone.fitted[0], 12) == []


def test_many_unmatched_claims_are_one_line():
    fit = Fit(unmatched=["claim 1 was not judged", "claim 2 was not judged"])
    assert unmatched_lines(fit, verbose=False) == [
        "2 claims were not judged, because no series matches them; -v lists them"
    ]
    assert unmatched_lines(fit, verbose=True) == fit.unmatched


@pytest.mark.parametrize("count", [2, 3])
def test_two_or_three_sizes_are_called_too_few(tmp_path, count):
    result_file(tmp_path / "results", {"m.time_few": series("n", sizes=SIZES[:count])})
    describe(tmp_path / "results", m__time_few=["n"])
    few = fit_results(FitOptions(results=(tmp_path / "results",)))
    assert f"too few sizes ({count})" in printed(few, 200)
