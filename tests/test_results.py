import json
import math

import pytest

from wythoff.errors import InputError
from wythoff.harness.results import number, read_results

COLUMNS = ["result", "params", "version", "started_at", "duration", "stats_q_25", "samples"]


def write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return path


def result_file(folder, results, name="abcdef12-env.json", **more):
    data = {
        "commit_hash": "abcdef1234",
        "env_name": "virtualenv-py3.11",
        "date": 1700000000000,
        "params": {"machine": "box"},
        "result_columns": COLUMNS,
        "results": results,
        "version": 2,
        **more,
    }
    return write(folder / "box" / name, data)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("10", 10),
        ("671088640", 671088640),
        ("1000.0", 1000.0),
        ("1e5", 1e5),
        ("'1e5'", 1e5),
        ("-3", -3),
        (".5", 0.5),
        ("np.int64(7)", 7),
        ("np.float64(0.5)", 0.5),
        ("'512x512'", None),
        ("'1M'", None),
        ("(100, 100)", None),
        ("10j", None),
        ("inf", None),
        ("nan", None),
        ("None", None),
        ("True", None),
        ("<class 'int'>", None),
        ("1_000", None),
        ("", None),
        ("'", None),
        ("9" * 5000, None),
        ("9" * 400, None),
    ],
)
def test_number_reads_what_is_a_finite_number(text, value):
    assert number(text) == value
    assert type(number(text)) is type(value)


def test_read_results_runs_the_last_parameter_fastest_and_takes_sizes_from_the_row(tmp_path):
    # benchmarks.json describes another state of the suite: other sizes, yet as many parameters
    write(
        tmp_path / "benchmarks.json",
        {"m.time_x": {"params": [["1"], ["2"]], "param_names": ["n", "k"], "type": "time", "unit": "seconds"}},
    )
    result_file(tmp_path, {"m.time_x": [[1.0, 2.0, 3.0, 4.0], [["10", "20"], ["'a'", "'b'"]], "v1"]})
    reading = read_results(tmp_path)
    assert reading.problems == []
    assert [(row.params, row.value) for row in reading.rows] == [
        ((("n", "10"), ("k", "'a'")), 1.0),
        ((("n", "10"), ("k", "'b'")), 2.0),
        ((("n", "20"), ("k", "'a'")), 3.0),
        ((("n", "20"), ("k", "'b'")), 4.0),
    ]
    row = reading.rows[0]
    assert (row.machine, row.commit, row.environment, row.date) == (
        "box",
        "abcdef1234",
        "virtualenv-py3.11",
        1700000000000,
    )
    assert (row.kind, row.unit, row.version) == ("time", "seconds", "v1")


def test_read_results_keeps_skipped_failed_and_infinite_apart(tmp_path):
    text = json.dumps({"version": 2, "params": {}, "result_columns": COLUMNS, "results": {}})
    text = text.replace('"results": {}', '"results": {"m.time_x": [[1.5, NaN, null, Infinity], [["1","2","3","4"]]]}')
    write(tmp_path / "box" / "abc-env.json", text)
    first, skipped, failed, infinite = read_results(tmp_path).rows
    assert first.measured
    assert first.value == 1.5
    assert math.isnan(skipped.value)
    assert failed.value is None
    assert infinite.value == math.inf
    assert [row.measured for row in (skipped, failed, infinite)] == [False, False, False]
    assert (first.machine, first.commit, first.environment) == ("box", "abc", "env")


def test_read_results_spreads_a_null_over_all_points_and_takes_cut_off_rows(tmp_path):
    result_file(
        tmp_path,
        {
            "m.time_failed": [None, [["1", "2"]], "v"],
            "m.time_short": [[0.5]],
            "m.time_null": None,
            "m.time_samples": [[1.0, 2.0], [["1", "2"]], "v", 1, 1.0, None, [[0.9, 1.1], None]],
        },
    )
    reading = read_results(tmp_path)
    assert reading.problems == []
    values = {}
    for row in reading.rows:
        values.setdefault(row.benchmark, []).append(row.value)
    assert values == {
        "m.time_failed": [None, None],
        "m.time_short": [0.5],
        "m.time_null": [None],
        "m.time_samples": [1.0, 2.0],
    }
    assert [row.samples for row in reading.rows if row.benchmark == "m.time_samples"] == [(0.9, 1.1), None]


def test_read_results_understands_version_1(tmp_path):
    write(
        tmp_path / "box" / "abc-py3.6.json",
        {
            "commit_hash": "abc",
            "params": {"machine": "box"},
            "benchmark_version": {"m.time_two": "v9"},
            "results": {
                "m.time_one": 0.25,
                "m.time_gone": None,
                "m.time_two": {"result": [1, None], "params": [["10", "100"]], "samples": [[1.0], None]},
            },
            "version": 1,
        },
    )
    rows = read_results(tmp_path).rows
    assert [(row.benchmark, row.params, row.value) for row in rows] == [
        ("m.time_one", (), 0.25),
        ("m.time_gone", (), None),
        ("m.time_two", (("param1", "10"),), 1.0),
        ("m.time_two", (("param1", "100"),), None),
    ]
    assert rows[2].samples == (1.0,)
    assert rows[2].version == "v9"


def test_read_results_names_parameters_itself_where_the_description_does_not_fit(tmp_path):
    write(tmp_path / "benchmarks.json", {"m.time_x": {"param_names": ["n"]}, "version": 2})
    result_file(tmp_path, {"m.time_x": [[1.0], [["1"], ["2"]]], "m.mem_y": [[1]], "m.peakmem_z": [[1]], "m.f": [[1]]})
    rows = read_results(tmp_path).rows
    assert rows[0].params == (("param1", "1"), ("param2", "2"))
    assert [row.kind for row in rows[1:]] == ["memory", "peakmemory", "track"]
    assert [row.unit for row in rows[1:]] == ["bytes", "bytes", "unit"]


def test_read_results_reports_what_it_cannot_use_and_reads_the_rest(tmp_path):
    result_file(
        tmp_path,
        {
            "m.time_good": [[1.0]],
            "m.time_odd": 5,
            "m.time_params": [[1.0], "n"],
            "m.time_long": [[1.0, 2.0, 3.0], [["1", "2"]]],
            "m.track_text": [["fast"]],
            "m.track_huge": [[10**400]],
        },
    )
    broken = write(tmp_path / "box" / "broken.json", '{"results": {')
    other = write(tmp_path / "box" / "other.json", [1])
    reading = read_results(tmp_path)
    assert [row.benchmark.partition("_")[2] for row in reading.rows] == ["good", "long", "long", "text", "huge"]
    assert [row.value for row in reading.rows[-2:]] == [None, math.inf]
    text = "\n".join(reading.problems)
    for part in (
        f"{broken} is not valid JSON",
        f'{other} is no asv result file: it has no "results"',
        "m.time_odd is left out",
        "m.time_params is left out",
        "m.time_long has 3 results for 2 parameter combinations",
        "m.track_text has results that are no numbers, such as 'fast'",
    ):
        assert part in text
    assert len(reading.problems) == 6


def test_read_results_leaves_hidden_and_descriptive_files_alone(tmp_path):
    file = result_file(tmp_path, {"m.time_x": [[1.0]]})
    write(tmp_path / "box" / "machine.json", {"machine": "box"})
    write(tmp_path / "box" / ".hidden.json", "{")
    write(tmp_path / "benchmarks.json", "{")
    reading = read_results(tmp_path)
    assert len(reading.rows) == 1
    (problem,) = reading.problems
    assert problem.startswith(f"{tmp_path / 'benchmarks.json'} is not valid JSON ")
    assert read_results(file).rows == reading.rows


def test_read_results_refuses_a_path_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="does not exist: name an asv results folder"):
        read_results(tmp_path / "nowhere")
