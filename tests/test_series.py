import json
import math
from collections import Counter
from pathlib import Path

import pytest

from wythoff.errors import InputError
from wythoff.harness.axes import judge_axis
from wythoff.harness.axis_choice import axis_for, choose_axis
from wythoff.harness.config import load_config, parse_claims
from wythoff.harness.results import Row, read_results
from wythoff.harness.series import Series, group_rows, sort_rows, split_params

FOREIGN = Path(__file__).parents[2] / "shared" / "asv-results"
foreign_only = pytest.mark.skipif(not FOREIGN.is_dir(), reason=f"other projects' results are not in {FOREIGN}")
LABELLED = json.loads((FOREIGN / "series.json").read_text()) if FOREIGN.is_dir() else []

SAY_WHICH = 'a claim with "axis" and "size" may say which number in it is the size'


def claims(*entries):
    return parse_claims({"complexity": list(entries)})


def row(benchmark, params, value=1.0, **more):
    fields = {"samples": None, "unit": "seconds", "kind": "time", "version": "1", "machine": "box", "commit": "abc"}
    fields |= {"date": None, "environment": "env", "file": Path("f.json")}
    return Row(benchmark=benchmark, params=tuple(params.items()), value=value, **(fields | more))


@pytest.mark.parametrize(
    ("names", "values", "axis"),
    [
        (["n"], [["1", "10", "100"]], "n"),
        (["k", "n"], [["1", "1000000", "5"], ["1", "2", "3"]], "n"),
        (["k", "num_rows"], [["1", "1000000", "5"], ["1", "2", "3"]], "num_rows"),
        (["a", "b"], [["1", "2", "3"], ["1", "10", "100"]], "b"),
        (["how", "size"], [["'x'", "'y'"], ["100", "10", "1"]], "size"),
        (["n"], [["1", "2"]], "n"),
        (["a"], [["1", "2"]], None),
        (["n"], [["1", "1.0"]], None),
        (["n"], [["0", "1", "2"]], "n"),
        (["n_jobs", "reach"], [["1", "2", "4", "1000"], ["10", "20", "30"]], "reach"),
        (["n"], [["1", "2", "inf"]], None),
        (["n"], [["1", "2", "'x'"]], None),
        ([], [], None),
    ],
)
def test_choose_axis_takes_numbers_and_prefers_names_of_sizes(names, values, axis):
    assert choose_axis(names, values) == axis


def test_axis_for_lets_the_first_fitting_claim_decide():
    found = claims(
        {"benchmark": "other", "axis": "n"},
        {"benchmark": "fill", "where": {"how": "slow"}, "axis": "k"},
        {"benchmark": "fill", "axis": "nothing"},
        {"benchmark": "fill"},
        {"benchmark": "fill", "axis": "m"},
    )
    assert axis_for("t.time_fill", {"how": "'slow'", "k": "1", "m": "1"}, found, "n") == "k"
    assert axis_for("t.time_fill", {"how": "'fast'", "k": "1", "m": "1"}, found, "n") == "m"
    assert axis_for("t.time_fill", {"how": "'fast'"}, found, "n") == "n"
    assert axis_for("t.time_read", {"how": "'fast'"}, found, None) is None


def test_split_params_takes_no_size_that_has_no_logarithm():
    assert split_params((("n", "10"), ("k", "'a'")), "n") == ((("k", "'a'"),), 10)
    assert split_params((("n", "0"),), "n") == ((), None)
    assert split_params((("n", "-5"),), "n") == ((), None)
    assert split_params((("n", "9" * 400),), "n") == ((), None)
    assert split_params((("n", "1"),), None) == ((("n", "1"),), None)


def test_group_rows_sorts_by_size_and_keeps_what_differs_apart():
    rows = [row("m.time_x", {"n": n, "how": how}, float(n)) for how in ("'a'", "'b'") for n in ("100", "10", "20")]
    rows.append(row("m.time_x", {"n": "10", "how": "'a'"}, 5.0, commit="def"))
    rows.append(row("m.time_plain", {}))
    grouped = group_rows(rows)
    assert len(grouped) == 3
    first = Series("m.time_x", (("how", "'a'"),), "n", "box", "env", "abc")
    assert [(n, entry.value) for n, entry in grouped[first]] == [(10, 10.0), (20, 20.0), (100, 100.0)]
    assert first.label == "m.time_x(how=a)"
    assert Series("m.time_x", (), None).label == "m.time_x"


def test_group_rows_follows_claims():
    rows = [row("m.time_x", {"n": n, "k": k}) for n in ("1", "2", "3") for k in ("1", "2")]
    assert {series.axis for series in group_rows(rows)} == {"n"}
    assert {series.axis for series in group_rows(rows, claims({"benchmark": "time_x", "axis": "k"}))} == {"k"}


def test_claims_compare_numbers_by_their_text():
    (claim,) = claims({"benchmark": "x", "where": {"a": 2, "s": "slow"}})
    assert claim.fits("time_x", {"a": "2", "s": "'slow'"})
    assert not claim.fits("time_x", {"a": "3", "s": "'slow'"})
    assert not claim.fits("time_x", {"a": "2"})


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (5, 'claim 1 of "complexity" must be an object, got 5'),
        ({}, 'claim 1 of "complexity" needs "benchmark"'),
        ({"benchmark": "("}, "is no regular expression"),
        ({"benchmark": "x", "where": []}, '"where" of claim 1 .* must map parameter names to values'),
        ({"benchmark": "x", "where": {"a": True}}, '"where" of claim 1'),
        ({"benchmark": "x", "axis": 1}, '"axis" of claim 1 .* must be a text'),
        ({"benchmark": "x", "claim": 2}, '"claim" of claim 1 .* must be a text'),
        ({"benchmark": "x", "bound": "lower"}, '"bound" of claim 1 .* must be upper'),
        ({"benchmark": "x", "bytes_per_n": 0}, '"bytes_per_n" of claim 1 .* must be a positive number'),
        ({"benchmark": "x", "bytes_per_n": True}, '"bytes_per_n"'),
        ({"benchmark": "x", "bytes_per_N": 8}, "unknown keys: bytes_per_N"),
    ],
)
def test_parse_claims_names_the_malformed_claim(entry, message):
    with pytest.raises(InputError, match=message):
        claims(entry)


def test_parse_claims_refuses_what_is_no_list():
    with pytest.raises(InputError, match='"complexity" must be a list'):
        parse_claims({"complexity": {}})
    assert parse_claims({}) == ()


def test_load_config_reads_comments_and_resolves_paths(tmp_path):
    (tmp_path / "asv.conf.json").write_text('{// note\n"repo": ".", "results_dir": "out", "complexity": [],}')
    config = load_config(tmp_path)
    assert config.results_dir == tmp_path / "out"
    assert config.benchmark_dir == tmp_path / "benchmarks"
    assert config.folder == tmp_path


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "no asv.conf.json in"),
        ("{", "is not valid JSON"),
        ("[]", "must hold a JSON object"),
        ('{"results_dir": 5}', '"results_dir" in .* must be a text'),
        ('{"complexity": [{"benchmark": "x", "axis": 1}]}', r"claim 1 .* \(in .*asv.conf.json\)"),
    ],
)
def test_load_config_says_what_is_wrong(tmp_path, text, message):
    if text is not None:
        (tmp_path / "asv.conf.json").write_text(text)
    with pytest.raises(InputError, match=message):
        load_config(tmp_path)
    with pytest.raises(InputError, match="does not exist"):
        load_config(tmp_path / "other.json")


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("n", ["10", "100"]),
        ("n", ["1000", "100", "10"]),
        ("N", ["0", "1", "2"]),
        ("param1", ["10", "30", "50"]),
        ("norb", ["4", "8", "12", "16"]),
        ("num_nodes", ["50", "100"]),
        ("size_mb", ["0.5", "1", "2"]),
        ("index_size", ["10", "20"]),
        ("n_random_samples", ["10", "20"]),
        ("process_rows", ["10", "20"]),
        ("shape", ["'1k'", "'1M'"]),
        ("rows", ["'1e5'", "1000.0", "np.int64(7)"]),
        ("matrixDim", ["2", "4"]),
    ],
)
def test_judge_axis_finds_sizes(name, texts):
    assert judge_axis(name, texts).is_size


@pytest.mark.parametrize(
    ("name", "texts", "reason"),
    [
        ("edge_prob", ["0.8", "0.6", "0.4", "0.2"], "a density"),
        ("filling_fraction", ["0.25", "0.5"], "a density"),
        ("n", ["0.1", "0.5", "1.0"], "all values within 0 and 1"),
        ("percent", ["10", "50"], "a density"),
        ("threads", ["1", "2", "3", "5", "7"], "a number of threads"),
        ("n_jobs", ["1", "2", "4"], "a number of threads"),
        ("num_threads", ["1", "2"], "a number of threads"),
        ("nthreads", ["1", "2"], "a number of threads"),
        ("maxWorkers", ["1", "2"], "a number of threads"),
        ("thread_count", ["1", "2"], "a number of threads"),
        ("ncores", ["1", "2"], "a number of threads"),
        ("procs", ["1", "2"], "a number of threads"),
        ("seed", ["1", "2", "3"], "a seed"),
        ("random_state", ["1", "2", "3"], "a choice"),
        ("latency", ["0.0", "0.25"], "a duration"),
        ("axis", ["0", "1", "2"], "a choice"),
        ("tol", ["1e-3", "1e-6"], "a tolerance"),
        ("chunking", ["True", "False"], "true or false"),
        ("how", ["'a'", "'b'"], "names such as 'a'"),
        ("shape", ["'512x512'"], "names such as '512x512'"),
        ("shape", ["(100, 100)", "(200, 200)"], "several numbers at once, such as (100, 100); " + SAY_WHICH),
        ("graph", ["'wheel(10)'", "'wheel(20)'"], "names such as 'wheel(10)'; " + SAY_WHICH),
        ("dtype", ["<class 'int'>"], "objects such as <class 'int'>"),
        ("graph", ["<networkx.Graph object> (0)"], "objects"),
        ("z", ["10j", "1j"], "complex numbers such as 10j"),
        ("n", ["inf"], "no finite number"),
        ("n", ["1", "10", "inf"], "numbers mixed with inf"),
        ("singularity", ["None", "0.0"], "numbers mixed with None"),
        ("n", ["1", "10", "'all'"], "numbers mixed with 'all'"),
        ("n", ["10", "10.0"], "only one value, 10"),
        ("shift", ["-1", "0", "1"], "negative numbers such as -1"),
        ("flag", ["0", "1"], "a choice"),
        ("sparse", ["0", "1"], "only 0 and 1"),
        ("scale", ["0.5", "1.5"], "fractions such as 0.5"),
        ("n", [], "no values"),
    ],
)
def test_judge_axis_refuses_what_is_no_size_and_says_why(name, texts, reason):
    verdict = judge_axis(name, texts)
    assert not verdict.is_size
    assert reason in verdict.reason


def test_judge_axis_says_how_it_reads_a_suffix():
    assert judge_axis("n", ["'1M'", "'2M'"]).reason == "2 sizes from 1000000 to 2000000; '1M' is read as 1000000"


def test_group_rows_gives_each_size_axis_a_family_of_its_own():
    rows = [
        row("m.time_x", {"n": n, "threads": t, "m": m})
        for n in ("1", "2", "3")
        for t in ("1", "2", "4")
        for m in ("7", "8")
    ]
    found = group_rows(rows, axes="all")
    assert {(series.axis, len(points)) for series, points in found.items()} == {("n", 3), ("m", 2)}
    assert len(found) == 3 * 2 + 3 * 3
    for series, points in found.items():
        for _, entry in points:
            assert {name: text for name, text in entry.params if name != series.axis} == dict(series.fixed)
    assert {series.axis for series in group_rows(rows)} == {"n"}
    override = claims({"benchmark": "time_x", "axis": "threads"})
    assert {series.axis for series in group_rows(rows, override)} == {"threads"}
    assert {series.axis for series in group_rows(rows, override, axes="all")} == {"threads", "n", "m"}


def test_sort_rows_keeps_what_can_be_fitted_and_explains_the_rest():
    rows = [
        *[row("m.time_x", {"n": n}, float(n) + 1) for n in ("0", "1", "2")],
        row("m.time_x", {"n": "3"}, None),
        row("m.time_x", {"n": "4"}, math.nan),
        row("m.time_x", {"n": "5"}, math.inf),
        row("m.time_x", {"n": "1"}, commit="def"),
        *[row("m.time_t", {"threads": t, "a": a}) for t in ("1", "2") for a in ("3", "4")],
        row("m.time_plain", {}),
    ]
    found = sort_rows(rows)
    ((series, points),) = found.series.items()
    assert (series.benchmark, [n for n, _ in points]) == ("m.time_x", [0, 1, 2])  # a size of 0 shows the overhead
    assert [n for n, _ in group_rows(rows)[series]] == [1, 2, 3, 4, 5]
    assert len(points) + len(found.left_out) == len(rows)
    assert Counter(entry.reason for entry in found.left_out) == {
        "no parameter is a size": 4,
        "failed or timed out": 1,
        "skipped": 1,
        "the result is infinite": 1,
        "only one size was measured": 1,
        "the benchmark has no parameters": 1,
    }
    (first, *_) = (entry for entry in found.left_out if entry.reason == "no parameter is a size")
    assert first.row.params == (("threads", "1"), ("a", "3"))
    assert first.detail == (
        "threads: a number of threads or processes, not a size; a: 2 sizes from 3 to 4, and not named like a size"
    )
    odd = sort_rows([row("m.time_x", {"how": "'a'"})], claims({"benchmark": "x", "axis": "how"})).left_out
    assert [(entry.reason, entry.detail) for entry in odd] == [("its size is no number that can be used", "how")]


@foreign_only
@pytest.mark.parametrize("label", LABELLED, ids=lambda label: label["id"])
def test_labelled_series_have_their_axis_and_values(label):
    rows = read_results(FOREIGN / label["file"]).rows
    threads = claims({"benchmark": ".", "axis": "threads"})
    grouped = group_rows(rows, threads if label["axis"] == "threads" else ())
    ((series, points),) = [
        (series, points)
        for series, points in grouped.items()
        if series.benchmark == label["benchmark"] and dict(series.fixed) == label["fixed"]
    ]
    assert series.axis == label["axis"]
    assert {dict(entry.params)[series.axis]: entry.value for _, entry in points} == pytest.approx(
        dict(zip(label["sizes"], map(float, label["values"]), strict=True)), rel=0, abs=0, nan_ok=True
    )
    if label["axis"] == "threads":
        assert label["benchmark"] not in {series.benchmark for series in group_rows(rows)}
