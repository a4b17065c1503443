import copy
import json
import shutil
import string
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wythoff.errors import InputError
from wythoff.harness.results import read_files, read_results
from wythoff.harness.series import group_rows

DATA = Path(__file__).parent / "data"
FILES = sorted(DATA.glob("*.json"))


def balance(reading):
    assert reading.cells == len(reading.rows) + reading.n_left_out
    return reading


def table(tmp_path, text, name="times.csv"):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return file


def points(file):
    """Return for each benchmark and fixed parameters the sizes and values."""
    grouped = group_rows(balance(read_results(file)).rows)
    return {series.label: [(n, row.value) for n, row in found] for series, found in grouped.items()}


def test_google_benchmark_takes_parameters_from_names_and_leaves_its_fits_out():
    reading = balance(read_results(DATA / "google_benchmark.json"))
    assert [(row.benchmark, row.params) for row in reading.rows] == [
        ("BM_sum", (("param1", "8"),)),
        ("BM_sum", (("param1", "64"),)),
        ("BM_sum", (("param1", "512"),)),
        ("BM_two", (("n", "8"), ("k", "2"))),
        ("BM_two", (("n", "16"), ("k", "2"))),
        ("BM_plain", ()),
    ]
    assert reading.rows[0].value == pytest.approx(558.0835376918963e-9)
    assert reading.rows[3].value == pytest.approx(0.4719151606364365e-6)  # its time_unit is us
    assert {(entry.benchmark, entry.count, entry.reason) for entry in reading.left_out} == {
        ("BM_bad/8", 1, "failed: no such input"),
        ("BM_sum", 1, "BigO is the library's own fit, not a measurement"),
        ("BM_sum", 1, "RMS is the library's own fit, not a measurement"),
    }
    assert len(reading.problems) == 1  # that a fit isn't a measurement is none
    row = reading.rows[0]
    assert (row.machine, row.environment, row.commit, row.kind, row.unit) == (
        "box",
        "google_benchmark",
        "",
        "time",
        "seconds",
    )
    assert dict(row.facts) == {"num_cpu": "2", "mhz": "2596", "l1d": 32768, "l2": 1048576, "l3": 33554432}
    assert (row.number, row.repeat, row.samples) == (3316, 1, None)


def test_google_benchmark_makes_samples_of_repetitions_or_takes_their_median():
    repeated = balance(read_results(DATA / "google_repetitions.json"))
    assert [len(row.samples) for row in repeated.rows] == [3, 3]
    assert repeated.rows[0].value == pytest.approx(277.83147029279047e-9)
    assert {entry.reason.split()[0]: entry.count for entry in repeated.left_out} == {
        "mean": 2, "median": 2, "stddev": 2, "cv": 2, "BigO": 1, "RMS": 1, "failed:": 1,
    }  # fmt: skip
    alone = balance(read_results(DATA / "google_aggregates.json"))
    assert [(row.params, row.samples) for row in alone.rows] == [
        ((("param1", "8"),), None),
        ((("param1", "512"),), None),
    ]
    assert alone.rows[0].value == pytest.approx(399.7683525085449e-9)


@pytest.mark.parametrize(
    ("name", "benchmark", "params"),
    [
        ("BM_x/1024/8/threads:2", "BM_x", {"param1": "1024", "param2": "8", "threads": "2"}),
        ("Fixture/Sort/-5/iterations:10/repeats:3/manual_time", "Fixture/Sort", {"param1": "-5"}),
        ("BM_map<std::map<int, int>>/rows:10/min_time:2.000", "BM_map<std::map<int, int>>", {"rows": "10"}),
        ("BM_x/capture/7", "BM_x/capture", {"param1": "7"}),
        ("64/64", "64", {"param1": "64"}),
    ],
)
def test_google_benchmark_names(tmp_path, name, benchmark, params):
    data = {"context": {}, "benchmarks": [{"name": name, "real_time": 5.0, "cpu_time": 4.0}]}
    (row,) = read_results(table(tmp_path, json.dumps(data))).rows
    assert (row.benchmark, dict(row.params), row.value) == (benchmark, params, pytest.approx(5e-9))


def test_google_benchmark_understands_files_without_run_types_and_times(tmp_path):
    runs = [
        {"name": "BM_x/8", "real_time": 0, "cpu_time": 4.0, "time_unit": "ms"},
        {"name": "BM_x/8_mean", "real_time": 5.0},
        {"name": "BM_x_BigO", "cpu_coefficient": 1.0, "big_o": "N"},
        {"name": "BM_x_RMS", "rms": 0.1},
        {"name": "BM_y", "real_time": 3.0, "time_unit": "weeks"},
        {"name": "BM_z"},
        {"name": "BM_s", "skipped": True, "skip_message": "no GPU"},
        5,
    ]
    reading = balance(read_results(table(tmp_path, json.dumps({"context": {}, "benchmarks": runs}))))
    assert [(row.benchmark, row.value) for row in reading.rows] == [("BM_x", 4e-3)]
    assert {entry.reason for entry in reading.left_out} >= {
        "its time_unit is unknown: 'weeks'",
        "it has no time",
        "skipped: no GPU",
        "it is no run with a name: 5",
    }


def test_pytest_benchmark_takes_typed_parameters_and_samples():
    rows = balance(read_results(DATA / "pytest_benchmark.json")).rows
    assert [(row.benchmark, row.typed_params) for row in rows if row.benchmark != "test_b.py::test_sum"] == [
        ("test_b.py::test_id", {"n": 10}),
        ("test_b.py::test_plain", {}),
    ]
    sums = [row for row in rows if row.benchmark == "test_b.py::test_sum"]
    assert [row.params for row in sums] == [
        (("how", "'a'"), ("n", "10")),
        (("how", "'a'"), ("n", "100")),
        (("how", "'a'"), ("n", "1000")),
        (("how", "None"), ("n", "10")),
        (("how", "<built-in function len>"), ("n", "1000")),
    ]
    assert [row.value for row in sums[:3]] == pytest.approx([3.781e-07, 1.1717e-06, 1.8232e-05], rel=1e-4)
    assert len(sums[0].samples) == 5
    row = sums[0]
    assert (row.machine, row.commit, row.date) == ("box", "0123456789abcdef", 1714550400000)
    assert row.q25 < row.value < row.q75
    assert row.facts["cpu"] == "AMD EPYC"
    assert row.facts["num_cpu"] == "2"
    assert rows[-1].samples is None  # saved without --benchmark-save-data


def test_pytest_benchmark_makes_do_with_a_test_id(tmp_path):
    tests = [
        {"fullname": "t.py::test_x[1000]", "param": "1000", "params": None, "stats": {"mean": 0.5}},
        {"name": "test_y", "stats": {"data": [3.0, 1.0, 2.0]}},
        {"name": "test_z", "stats": {}},
        {"name": "test_w"},
    ]
    reading = balance(read_results(table(tmp_path, json.dumps({"machine_info": {}, "benchmarks": tests}))))
    assert [(row.benchmark, row.typed_params, row.value) for row in reading.rows] == [
        ("t.py::test_x", {"param": 1000}, 0.5),
        ("test_y", {}, 2.0),
    ]
    assert reading.n_left_out == 2


def test_hyperfine_finds_what_the_commands_of_a_scan_have_in_common():
    reading = balance(read_results(DATA / "hyperfine.json"))
    # the 1 of python1 is no parameter, the 1 of input_1.txt is
    assert [(row.benchmark, row.params) for row in reading.rows] == [
        ("python1 sum.py {n}", (("n", "1"),)),
        ("python1 sum.py {n}", (("n", "2"),)),
        ("python1 sum.py {n}", (("n", "4"),)),
        ("./sort --how {how} input_{n}.txt", (("n", "1"), ("how", "fast"))),
        ("sleep 0.1", ()),
    ]
    assert reading.rows[1].samples == pytest.approx((0.021, 0.022))  # the second run failed
    assert reading.rows[4].value == 0.2
    assert any("1 runs failed (exit code 1)" in problem for problem in reading.problems)
    (lost,) = reading.left_out
    assert (lost.benchmark, lost.reason) == ("./sort --how fast input_2.txt", "every run failed (exit code 1)")


def test_hyperfine_scan_whose_value_is_glued_to_the_command(tmp_path):
    results = [
        {"command": f"prog1 -n{n}", "times": [0.1], "exit_codes": [0], "parameters": {"n": str(n)}} for n in (1, 2, 3)
    ]
    results.append({"command": "old 7", "parameter": "7", "mean": 1.0})
    found = read_results(table(tmp_path, json.dumps({"results": results}), "scan.txt")).rows
    assert {row.benchmark for row in found} == {"prog1 -n{n}", "old {param1}"}


@pytest.mark.parametrize(
    "text",
    [
        "n,seconds\n10,0.5\n20,1\n",
        "10,0.5\n20,1\n",
        "# made by hand\nn;time_ms\n10;500\n20;1000\n",
        "n;Laufzeit;time (s)\n10;x;0,5\n20;x;1,0\n",
        "n\tt\n10\t0.5\n\n20\t1e0\n",
        "10 0.5\n20   1\n",
        '\ufeff"n","elapsed [us]"\n"10","5e5"\n"20","1e6"\n',
        "run,n,elapsed_ns\n1,10,4e8\n2,10,6e8\n1,20,1e9\n",
        "seconds,n\n0.5,10\n1,20\n",
        ",n,seconds\n0,10,0.5\n1,20,1.0\n",
    ],
)
def test_csv_reads_any_plain_table(tmp_path, text):
    (found,) = points(table(tmp_path, text)).values()
    assert found == [(10, pytest.approx(0.5)), (20, pytest.approx(1.0))]


def test_csv_takes_extra_columns_for_parameters_and_repeated_lines_for_samples(tmp_path):
    text = "benchmark,how,n,seconds\n" + "".join(
        f"sort,{how},{n},{n * factor}\n" for how in ("fast", "slow") for n in (1, 2, 3) for factor in (1, 3, 2)
    )
    reading = balance(read_results(table(tmp_path, text)))
    assert len(reading.rows) == 6
    assert reading.rows[0].samples == (1.0, 3.0, 2.0)
    assert (reading.rows[0].value, reading.rows[0].q25, reading.rows[0].q75) == (2.0, 1.5, 2.5)
    assert set(points(table(tmp_path, text))) == {"sort(how=fast)", "sort(how=slow)"}


def test_csv_names_lines_that_it_leaves_out(tmp_path):
    text = "n,seconds\n10,0.5\n20,slow\n30\n40,nan\n50,\n60,inf\n70,0.7\n"
    reading = balance(read_results(table(tmp_path, text)))
    assert [row.value for row in reading.rows] == [0.5, 0.7]
    assert [(entry.benchmark, entry.reason) for entry in reading.left_out] == [
        ("line 3", "its value 'slow' is no finite number"),
        ("line 4", "it has 1 columns and not 2"),
        ("line 5", "its value 'nan' is no finite number"),
        ("line 6", "its value '' is no finite number"),
        ("line 7", "its value 'inf' is no finite number"),
    ]


def test_csv_says_when_it_guesses_the_column(tmp_path):
    reading = read_results(table(tmp_path, "n,quicksort\n10,0.5\n"))
    assert reading.problems == [
        f"{tmp_path / 'times.csv'}: no column is named like a time; quicksort is taken for seconds"
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is empty"),
        ("just a sentence of words\n", "neither JSON nor a table"),
        ("1\n2\n3\n", "neither JSON nor a table"),
        ("n,seconds\n", "below its header, n, seconds, are no numbers"),
        ("command,mean,stddev,median,parameter_n\nx 1,slow,0.1,quick,1\n", "neither times nor a median nor a mean"),
        ('{"context": {}}', "no results of a known kind"),
        ('{"context": {}, "benchmarks": []}', "holds no results"),
        ('{"results": []}', "holds no results"),
        ("[1, 2", "is not valid JSON"),
        ("[1, 2]", "no results of a known kind"),
    ],
)
def test_one_sentence_for_a_file_without_results(tmp_path, text, message):
    with pytest.raises(InputError, match=message):
        read_results(table(tmp_path, text))


def test_a_format_is_recognised_by_content_and_files_stay_apart(tmp_path):
    for folder in ("before", "after"):
        (tmp_path / folder).mkdir()
        shutil.copy(DATA / "google_benchmark.json", tmp_path / folder / "benchmarks.json")
    shutil.copy(DATA / "hyperfine.json", tmp_path / "x.csv")
    table(tmp_path, "10,1\n", "y.json")
    (tmp_path / "z.json").write_bytes(b"\xff\xfe\x00\x01")
    reading = balance(read_results([tmp_path, str(tmp_path / "x.csv"), str(tmp_path / "*.json")]))
    assert [file.name for file in reading.files] == ["benchmarks.json", "benchmarks.json", "x.csv", "y.json"]
    assert [file.name for file in reading.unread] == ["z.json"]
    environments = {row.environment for row in reading.rows}
    assert environments == {str(tmp_path / "after/benchmarks.json"), str(tmp_path / "before/benchmarks.json"), "x", "y"}


@st.composite
def broken_files(draw):
    """Take a result file apart somewhere: drop a key, put something else in a place, or cut the text."""
    file = draw(st.sampled_from(FILES))
    data = json.loads(file.read_text())
    odd = st.sampled_from([None, -1, 10**400, 1e308, float("nan"), "", "x", True, [], {}, [[]], [None], {"a": [1]}])
    for _ in range(draw(st.integers(1, 6))):
        place, key, parent = data, None, None
        while isinstance(place, dict | list) and place and (parent is None or draw(st.integers(0, 4))):
            keys = sorted(place) if isinstance(place, dict) else range(len(place))
            parent, key = place, draw(st.sampled_from(keys))
            place = parent[key]
        if parent is None:
            break
        if draw(st.booleans()):
            parent[key] = copy.deepcopy(draw(odd))
        else:
            del parent[key]
    text = json.dumps(data)
    return text[: draw(st.integers(0, len(text)))] if draw(st.integers(0, 9)) == 0 else text


@pytest.mark.slow
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=broken_files())
def test_broken_foreign_files_give_problems_and_no_traceback(tmp_path, text):
    file = table(tmp_path, text, "broken.json")
    reading = balance(read_files([file]))
    assert len(reading.rows) + len(reading.problems) + len(reading.left_out) > 0 or file in reading.files
    group_rows(reading.rows)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(alphabet=string.digits + string.punctuation + " \t\nnaé\x00", max_size=80) | st.text(max_size=40))
def test_any_text_gives_a_reading(tmp_path, text):
    file = tmp_path / "any.csv"
    file.write_text(text, encoding="utf-8", errors="replace")
    group_rows(balance(read_files([file])).rows)
