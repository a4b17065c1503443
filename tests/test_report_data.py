"""The data of the page: what was measured, exactly; what was not, listed; and laws and claims as the fit has them."""

import json
import math
import re
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_results import LAWS, SIZES, describe, project, result_file, series
from report_pages import TEMPLATE, Page, balanced, fitted, page, strict

from wythoff.errors import InputError
from wythoff.harness.growth import analyse
from wythoff.harness.report.build import build_time, page_data
from wythoff.harness.report.detail import limits
from wythoff.harness.report.embed import data_block, drawn, short_number
from wythoff.harness.report.published import Published
from wythoff.harness.report.write import fill_template

FACTS = {"cpu": "Some CPU", "l1d": "32 KiB", "l2": "1 MiB", "ram": "16 GiB", "num_cpu": "2"}
CLAIM = {"benchmark": "time_line", "axis": "n", "claim": "n", "bytes_per_n": 8, "source": "a book"}


@pytest.fixture
def results(tmp_path):
    benchmarks = {"m.time_line": series("n"), "m.time_square": series("n^2"), "m.time_alone": [1e-3, [], "1"]}
    result_file(tmp_path / "results", benchmarks, commit="0123abcd" * 5, date=1_600_000_000_000, facts=FACTS)
    describe(tmp_path / "results", m__time_line=["n"], m__time_square=["n"])
    project(tmp_path, CLAIM)
    return tmp_path / "results"


# What was measured


def test_a_series_says_what_it_is_and_how_it_grows(results):
    found = page(results)
    line, square = found.overview["series"]
    assert (line["benchmark"], line["axis"], line["place"]) == ("m.time_line", "n", 0)
    assert (line["law"], line["decided"]) == ("n", True)
    assert (square["law"], square["decided"]) == ("n^2", True)
    assert line["exponent"][1] <= 1 <= line["exponent"][2] + 0.05
    assert "kind" not in line
    assert "unit" not in line
    assert (line["sizes"], line["n_min"], line["n_max"]) == (len(SIZES), SIZES[0], SIZES[-1])
    assert line["value_max"] == pytest.approx(LAWS["n"](SIZES[-1]), rel=1e-9)


def test_sizes_and_values_are_those_of_the_files(results):
    for number, law in enumerate(("n", "n^2")):
        detail = page(results).details[number]
        values = np.array([LAWS[law](n) for n in SIZES])
        assert detail["n"] == SIZES
        assert detail["best"] == pytest.approx(values, rel=5e-4)
        assert detail["median"] == pytest.approx(values * 1.003, rel=6e-4)
        low, high = np.quantile([1.0, 1.003, 1.01], [0.25, 0.75])
        assert detail["low"] == pytest.approx(values * low, rel=7e-4)
        assert detail["high"] == pytest.approx(values * high, rel=7e-4)
        expected = [
            statistics.linear_regression(np.log(SIZES[i : i + 2]), np.log(values[i : i + 2])).slope
            for i in range(len(SIZES) - 1)
        ]
        assert detail["slopes"] == pytest.approx(expected, abs=2e-3)


def test_a_claim_is_told_with_its_verdict_and_source(results):
    overview = page(results).overview
    line, square = overview["series"]
    assert overview["claims"] == [{"law": "n", "claimed": "n", "source": "a book"}]
    assert (line["claim"]["claim"], line["claim"]["verdict"]) == (0, "agrees")
    assert "where n has 1" in line["claim"]["evidence"]
    assert "claim" not in square


def test_the_machine_is_told_in_words_and_in_bytes(results):
    overview = page(results).overview
    [machine] = overview["machines"]
    assert machine["name"] == "box"
    assert machine["levels"] == {"L1d": 2**15, "L2": 2**20, "RAM": 2**34}
    assert machine["facts"][:3] == [["CPU", "Some CPU"], ["Logical CPUs", "2"], ["L1d cache", "32.0 KiB"]]
    [place] = overview["places"]
    assert (place["machine"], place["environment"], place["date"]) == (0, "env", 1_600_000_000_000)
    assert place["commit"] == "0123abcd" * 5
    assert place["text"] == "box, env, commit 0123abcd of 2020-09-13"


def test_limits_lie_where_the_data_no_longer_fit(results):
    line, square = page(results).details
    assert line["limits"] == [["L1d", 2**12 + 1], ["L2", 2**17 + 1], ["RAM", 2**31 + 1]]
    assert "limits" not in square
    assert limits(3.0, {"L1d": 9, "L2": 10}) == [("L1d", 4), ("L2", 4)]
    assert limits(100.0, {"L1d": 9}) == []
    assert limits(None, {"L1d": 9}) == limits(8.0, None) == []


def test_the_next_size_is_predicted_at_twice_the_largest(results):
    for number, law in enumerate(("n", "n^2")):
        found = page(results)
        n, median, low, high = found.overview["series"][number]["next"]
        assert n == 2 * SIZES[-1]
        # The costs are exact, and so narrow is the interval that only the rounding of what is written is seen.
        assert low < LAWS[law](n) * (1 + 1e-3)
        assert high > LAWS[law](n) * (1 - 1e-3)
        assert low < median < high


def test_lines_reach_from_the_first_size_to_twice_the_last(results):
    for detail, first in zip(page(results).details, ("n", "n^2"), strict=True):
        likeliest, runner_up = detail["curves"]
        assert likeliest["law"] == first
        assert runner_up["law"] != first
        assert (len(likeliest["path"]) - 1) % (len(SIZES) - 1) == 0, "as many points between each two sizes"
        assert len(likeliest["path"]) >= len(SIZES)
        assert (runner_up["n0"], runner_up["n1"]) == (SIZES[0], 2 * SIZES[-1])
        ahead = likeliest["ahead"]
        assert (ahead["n"][0], ahead["n"][-1]) == (SIZES[-1], 2 * SIZES[-1])
        assert len(ahead["n"]) == len(ahead["median"]) == len(ahead["low"]) == len(ahead["high"]) > 2
        assert all(
            low < middle < high for low, middle, high in zip(ahead["low"], ahead["median"], ahead["high"], strict=True)
        )


@pytest.mark.parametrize("law", LAWS)
def test_the_line_of_the_right_law_runs_through_its_points(law):
    analysis = analyse(SIZES, [LAWS[law](n) for n in SIZES])
    assert analysis.law == law
    drawn_line = analysis.line(law, np.array(SIZES, float))
    assert drawn_line == pytest.approx([LAWS[law](n) for n in SIZES], rel=0.15)
    assert drawn_line[-1] == pytest.approx(LAWS[law](SIZES[-1]), rel=0.02)


def test_series_with_the_same_sizes_share_them(results):
    found = page(results)
    assert found.overview["grids"] == [SIZES]
    assert [strict(found.blocks[f"wythoff-series-{number}"])["n"] for number in (0, 1)] == [0, 0]


@pytest.mark.slow
def test_workers_give_the_same_page_as_one_process(tmp_path, monkeypatch):
    monkeypatch.setattr("wythoff.harness.pool.FEW", 3)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1600000000")
    result_file(tmp_path, {f"m.time_{k}": series("n", sizes=SIZES[: 4 + k]) for k in range(5)})
    describe(tmp_path, **{f"m__time_{k}": ["n"] for k in range(5)})
    assert page(tmp_path, processes=2).blocks == page(tmp_path).blocks


def test_asvs_quartiles_are_the_spread_where_no_samples_were_kept(tmp_path):
    file = result_file(tmp_path, {})
    data = json.loads(file.read_text())
    values = [LAWS["n"](n) for n in SIZES]
    data["result_columns"] = ["result", "params", "version", "stats_q_25", "stats_q_75"]
    quarter, three = [0.9 * value for value in values], [None, *(1.2 * value for value in values[1:])]
    data["results"] = {"m.time_line": [values, [[str(n) for n in SIZES]], "1", quarter, three]}
    file.write_text(json.dumps(data))
    [detail] = page(tmp_path).details
    assert "over" not in detail
    assert detail["low"][0] is None
    assert detail["high"][0] is None
    assert detail["low"][1:] == pytest.approx(quarter[1:], rel=6e-4)
    assert detail["high"][1:] == pytest.approx(three[1:], rel=6e-4)


def test_single_values_have_no_spread(tmp_path):
    result_file(tmp_path, {"m.time_line": [[LAWS["n"](n) for n in SIZES], [[str(n) for n in SIZES]], "1"]})
    [detail] = page(tmp_path).details
    assert not {"over", "down", "up"} & set(detail)


def test_a_memory_includes_its_floor_and_tells_its_slopes(tmp_path):
    sizes = [10 * 4**k for k in range(12)]
    values = [100e6 + 8.0 * n for n in sizes]
    result_file(tmp_path, {"m.peakmem_it": [values, [[str(n) for n in sizes]], "1"]})
    found = page(tmp_path)
    [entry], [detail] = found.overview["series"], found.details
    assert (entry["kind"], entry["unit"]) == ("peakmemory", "bytes")
    assert detail["floor"] == pytest.approx(100e6, rel=1e-3)
    kept = [n for n in sizes if n in detail["n"]]
    assert detail["n"] == kept
    assert 4 <= len(kept) < len(sizes)
    assert detail["best"] == pytest.approx([100e6 + 8.0 * n for n in kept], rel=5e-4)
    assert detail["slopes"] == pytest.approx([1.0] * (len(kept) - 1), abs=0.1)
    assert [n for n, _ in detail["gaps"]] == [n for n in sizes if n not in kept]
    assert {reason for _, reason in detail["gaps"]} == {"not clearly above what the process itself needs"}


# What was not measured


def test_failures_skips_and_zeros_are_gaps_and_nothing_gets_lost(tmp_path):
    values = [LAWS["n"](n) for n in SIZES]
    values[2], values[4], values[6], values[8] = None, math.nan, 0.0, math.inf
    result_file(
        tmp_path, {"m.time_line": [values, [[str(n) for n in SIZES]], "1"], "m.time_one": [[1.0], [["5"]], "1"]}
    )
    describe(tmp_path, m__time_line=["n"], m__time_one=["n"])
    found = page(tmp_path)
    [entry], [detail] = found.overview["series"], found.details
    assert detail["n"] == [n for place, n in enumerate(SIZES) if place not in (2, 4, 6, 8)]
    assert detail["gaps"] == [
        [SIZES[2], "failed or timed out"],
        [SIZES[4], "skipped, or not run"],
        [SIZES[6], "the value is zero"],
        [SIZES[8], "the result is infinite"],
    ]
    assert sorted(entry["left_out"]) == sorted([reason, 1] for _, reason in detail["gaps"])
    assert balanced(found.overview)
    assert found.overview["read"] == len(SIZES) + 1
    reasons = {one["reason"]: one for one in found.overview["left_out"]}
    assert reasons["failed or timed out"]["count"] == 1
    assert any("time_one" in what for one in reasons.values() for what in one["what"])


def test_a_size_of_zero_is_listed_and_not_drawn(tmp_path):
    sizes = [0, *SIZES]
    result_file(tmp_path, {"m.time_line": series(LAWS["n"], sizes=sizes)})
    describe(tmp_path, m__time_line=["n"])
    found = page(tmp_path)
    assert found.details[0]["n"] == SIZES
    assert found.details[0]["gaps"] == [[0, "the size is not above 0"]]
    assert balanced(found.overview)


def test_some_bad_samples_of_a_size_that_is_used_are_notes(tmp_path):
    entry = series("n")
    entry[3][3] = [*entry[3][3], 0.0]
    result_file(tmp_path, {"m.time_line": entry})
    describe(tmp_path, m__time_line=["n"])
    found = page(tmp_path)
    assert found.details[0]["n"] == SIZES
    assert found.details[0]["notes"] == [[SIZES[3], "1 of 4 samples: zero"]]
    assert "gaps" not in found.details[0]
    assert balanced(found.overview)


def test_two_sizes_that_a_file_repeats_are_both_counted(tmp_path):
    result_file(tmp_path / "a", {"m.time_line": series("n", sizes=[*SIZES, SIZES[0] * (1 + 1e-12)])})
    describe(tmp_path / "a", m__time_line=["n"])
    found = page(tmp_path / "a")
    assert found.details[0]["n"] == SIZES
    assert found.overview["series"][0]["used"] == len(SIZES) + 1
    assert balanced(found.overview)


def test_only_zeros_are_a_series_only_where_something_is_claimed(tmp_path):
    result_file(tmp_path / "results", {"m.time_line": series(lambda n: 0.0, sizes=SIZES)})
    describe(tmp_path / "results", m__time_line=["n"])
    found = page(tmp_path / "results")
    assert found.overview["series"] == []
    assert found.overview["empty"] == "no series: nothing here was measured at two sizes or more"
    assert balanced(found.overview)
    project(tmp_path, CLAIM)
    found = page(tmp_path / "results")
    [entry], [detail] = found.overview["series"], found.details
    assert entry["claim"]["verdict"] == "open"
    assert entry["sizes"] == 0
    assert "used" not in entry
    assert "n_max" not in entry
    assert "next" not in entry
    assert (detail["n"], len(detail["gaps"])) == ([], len(SIZES))
    assert balanced(found.overview)


def test_two_sizes_are_shown_and_undecided(tmp_path):
    result_file(tmp_path, {"m.time_line": series("n", sizes=SIZES[:2])})
    describe(tmp_path, m__time_line=["n"])
    found = page(tmp_path)
    [entry], [detail] = found.overview["series"], found.details
    assert entry["decided"] is False
    assert entry["law_text"].startswith("undecided: ")
    assert entry["measure_next"] > SIZES[1]
    assert detail["n"] == SIZES[:2]


def test_broken_files_are_named_and_the_others_shown(results):
    broken = results / "box" / "deadbeef-env.json"
    broken.write_text((results / "box" / "0123abcd-env.json").read_text()[:700])
    found = page(results)
    assert len(found.overview["series"]) == 2
    [problem] = found.overview["problems"]
    assert str(broken) in problem
    assert balanced(found.overview)


def test_of_several_commits_the_newest_is_shown_and_a_chosen_one_on_request(results):
    old = "fedcba98" * 5
    result_file(results, {"m.time_line": series("n log n")}, commit=old, date=1, facts=FACTS)
    found = page(results)
    assert [place["commit"][:8] for place in found.overview["places"]] == ["0123abcd"]
    assert {one["reason"] for one in found.overview["left_out"]} >= {
        "an older commit (--commit chooses one, wythoff history looks at all)"
    }
    assert balanced(found.overview)
    chosen = page(results, commits=("fedc",))
    assert [place["commit"] for place in chosen.overview["places"]] == [old]
    assert [one["benchmark"] for one in chosen.overview["series"]] == ["m.time_line"]
    assert balanced(chosen.overview)


def test_two_machines_stay_apart(results):
    result_file(results, {"m.time_line": series("n")}, machine="other", facts={"ram": "8 GiB"})
    overview = page(results).overview
    assert [machine["name"] for machine in overview["machines"]] == ["box", "other"]
    machines = [overview["places"][one["place"]]["machine"] for one in overview["series"]]
    assert machines == [0, 0, 1]
    assert overview["machines"][1]["levels"] == {"RAM": 2**33}


def test_long_lists_are_cut_and_counted(tmp_path):
    names = {f"m.time_{k}": [1e-3, [], "1"] for k in range(8)}
    result_file(tmp_path, {**names, "m.time_line": series("n")})
    for k in range(60):
        (tmp_path / f"broken{k}.json").write_text("{")
    overview = page(tmp_path).overview
    [lost] = overview["left_out"]
    assert (lost["count"], len(lost["what"]), lost["more"]) == (8, 5, 3)
    assert (len(overview["problems"]), overview["problems_more"]) == (50, 10)


# Links, published series, and the page itself


def test_links_to_asvs_graphs_are_there_only_inside_asvs_site(results):
    assert page(results).overview["asv_site"] is False
    found = page(results, asv_site=lambda one: f"#{one.benchmark}" if "line" in one.benchmark else None).overview
    assert found["asv_site"] is True
    assert [one.get("graph") for one in found["series"]] == ["#m.time_line", None]


def test_published_series_are_analysed_and_put_beside_what_they_are_about(results):
    sizes = tuple(float(n) for n in SIZES)
    line = Published("a", "b", re.compile("line"), (), sizes, tuple(LAWS["n"](n) for n in SIZES), "seconds")
    stray = Published("c", "", re.compile("none"), (), (1.0,), (2.0,), "bytes")
    first, second = page(results, published=(line, stray)).overview["published"]
    assert (first["law"], first["decided"], first["series"]) == ("n", True, [0])
    assert first["n"] == SIZES
    assert first["values"] == [LAWS["n"](n) for n in SIZES]
    assert "comparisons" not in first
    assert (second["n"], second["values"], second["unit"], second["decided"]) == ([1], [2], "bytes", False)
    assert "series" not in second


def test_published_series_belong_to_comparisons_too(tmp_path):
    values = [3e-9 * n * (1 + place) for place in range(2) for n in SIZES]
    params = [["'x'", "'y'"], [str(n) for n in SIZES]]
    result_file(tmp_path, {"m.time_it": [values, params, "1", None]})
    describe(tmp_path, m__time_it=["by", "n"])
    entry = Published("a", "", re.compile("it"), (("by", "y"),), (1.0, 2.0), (2.0, 4.0), "seconds")
    [found] = page(tmp_path, published=(entry,)).overview["published"]
    assert (found["series"], found["comparisons"]) == ([1], [0])


def test_without_scripts_the_overview_is_a_table(results):
    found = page(results)
    assert [tag for tag, _ in found.elements].count("tr") == 3
    text = " ".join(" ".join(found.text).split())
    assert "2 series: 2 decided, 0 undecided; claims: 1 agree" in text
    cells = [text for text in found.text if text.strip()]
    row = cells[cells.index("m.time_square") :]
    assert row[1:3] == ["n", "n^2"]
    assert row[-1] == "box, env, commit 0123abcd of 2020-09-13"


def test_a_long_table_is_cut_with_contradicted_claims_first(results, monkeypatch):
    monkeypatch.setattr("wythoff.harness.report.noscript.MOST_ROWS", 1)
    found = page(results)
    assert [tag for tag, _ in found.elements].count("tr") == 2
    assert "1 more series are shown with scripts only." in " ".join(found.text)
    project(results.parent, {"benchmark": "time_square", "axis": "n", "claim": "n"})
    assert "m.time_square" in page(results).text


def test_the_same_results_give_the_same_page(results, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1600000000")
    fit = fitted(results)
    pages = [fill_template(TEMPLATE, page_data(one, title="t"), one) for one in (fit, fitted(results))]
    assert pages[0] == pages[1]
    assert Page(pages[0]).overview["generated"] == "2020-09-13T12:26:40Z"


@pytest.mark.parametrize("text", ["yesterday", "1" * 30, "1.5"])
def test_a_source_date_that_is_no_time_is_refused(text):
    with pytest.raises(InputError, match="SOURCE_DATE_EPOCH must be a time in seconds since 1970"):
        build_time({"SOURCE_DATE_EPOCH": text})


# Numbers and JSON


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_short_numbers_lose_nothing(value):
    text = short_number(value)
    assert float(text) == value
    assert json.loads(text) == value
    assert len(text) <= len(repr(value))


@given(st.floats(min_value=1e-300, max_value=1e300))
def test_four_digits_are_kept(value):
    assert drawn(value) == pytest.approx(value, rel=5.1e-4)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(VALUES)
def test_a_data_block_gives_back_what_was_put_in(value):
    block = data_block("x", value)
    start, end = '<script type="application/json" id="x">', "</script>"
    assert block.startswith(start)
    assert block.endswith(end)
    inside = block[len(start) : -len(end)]
    assert not set(inside) & set("<>&\u2028\u2029")
    assert inside.isascii()
    assert strict(inside) == value
