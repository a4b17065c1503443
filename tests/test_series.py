from pathlib import Path

import pytest

from wythoff.errors import InputError
from wythoff.harness.config import load_config, parse_claims
from wythoff.harness.results import Row
from wythoff.harness.series import Series, axis_for, choose_axis, group_rows, split_params


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
        (["n"], [["1", "2"]], None),
        (["n"], [["1", "1.0", "2"]], None),
        (["n"], [["0", "1", "2"]], None),
        (["n"], [["1", "2", "inf"]], None),
        (["n"], [["1", "2", "'x'"]], None),
        ([], [], None),
    ],
)
def test_choose_axis_takes_positive_numbers_and_prefers_names_of_sizes(names, values, axis):
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
