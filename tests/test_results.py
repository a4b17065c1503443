import builtins
import copy
import json
import math
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wythoff.errors import InputError
from wythoff.harness.machine_facts import machine_facts, ram_bytes
from wythoff.harness.results import number, read_files, read_results, to_frame, typed_value
from wythoff.harness.series import sort_rows

FOREIGN = Path(__file__).parents[2] / "shared" / "asv-results"
foreign_only = pytest.mark.skipif(not FOREIGN.is_dir(), reason=f"other projects' results are not in {FOREIGN}")
FOLDERS = sorted(folder for folder in FOREIGN.iterdir() if folder.is_dir()) if FOREIGN.is_dir() else []

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
        ("'1M'", 10**6),
        ("1k", 1000),
        ("'2K'", 2000),
        ("'1.5G'", 1.5e9),
        ("'4Ki'", 4096),
        ("'1MiB'", 2**20),
        ("'1M x'", None),
        ("'1m'", None),
        ("'1Mb'", None),
        ("'1e3k'", None),
        ("(100, 100)", None),
        ("10j", None),
        ("inf", None),
        ("nan", None),
        ("None", None),
        ("True", None),
        ("<class 'int'>", None),
        ("1_000", 1000),
        ("1_00", None),
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
            "m.time_odd": "five",
            "m.time_params": [[1.0], "n"],
            "m.time_long": [[1.0, 2.0, 3.0], [["1", "2"]]],
            "m.track_text": [["fast"]],
            "m.track_huge": [[10**400]],
        },
    )
    broken = write(tmp_path / "box" / "broken.json", '{"results": {')
    other = write(tmp_path / "box" / "other.json", [1])
    reading = read_results(tmp_path)
    assert [row.benchmark.partition("_")[2] for row in reading.rows] == ["good", "long", "long", "huge"]
    assert reading.rows[-1].value == math.inf
    text = "\n".join(reading.problems)
    for part in (
        f"{broken} is not valid JSON",
        f"{other} holds no results of a known kind",
        "m.time_odd is left out",
        "m.time_params is left out",
        "m.time_long is left out: it has 3 results for 2 parameter combinations",
        "m.track_text is left out: its results are no numbers, such as 'fast'",
    ):
        assert part in text
    assert len(reading.problems) == 6
    assert reading.unread == [broken, other]
    assert (reading.cells, len(reading.rows), reading.n_left_out) == (8, 4, 4)


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


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("10000", 10000),
        ("'1e5'", 1e5),
        ("1000.0", 1000.0),
        ("'512x512'", "512x512"),
        ("'1M'", 10**6),
        ("(100, 100)", (100, 100)),
        ("[1, 'a']", (1, "a")),
        ("10j", 10j),
        ("(1+2j)", 1 + 2j),
        ("inf", math.inf),
        ("-inf", -math.inf),
        ("np.float64(inf)", math.inf),
        ("None", None),
        ("True", True),
        ("np.True_", "np.True_"),
        ("np.bool_(False)", False),
        ("np.str_('a')", "a"),
        ("np.int64(7)", 7),
        ("<class 'int'>", "<class 'int'>"),
        ("<networkx.classes.graph.Graph object> (0)", "<networkx.classes.graph.Graph object> (0)"),
        ("torch.float32", "torch.float32"),
        ('"it\'s"', "it's"),
        ("(" * 150, "(" * 150),
        ("jj", "jj"),
        ("", ""),
    ],
)
def test_typed_value(text, value):
    assert typed_value(text) == value
    assert type(typed_value(text)) is type(value)
    assert math.isnan(typed_value("nan"))


@pytest.mark.parametrize(
    ("text", "system", "size"),
    [
        ("15981980", "Linux 5.15", 15981980 * 1024),
        ("528054712", "", 528054712 * 1024),
        ("17179869184", "Darwin 14.1.0", 2**34),
        ("536870912", "macOS_13", 2**29),
        ("16GB", "Windows 10", 2**34),
        ("24 GiB", "", 24 * 2**30),
        ("512 MiB", "", 2**29),
        ("15981980 kB", "", 15981980 * 1024),
        ("7.5G", "", 15 * 2**29),
        ("", "", None),
        ("0", "", None),
        ("unknown", "", None),
        ("9" * 100, "", None),
    ],
)
def test_ram_bytes(text, system, size):
    assert ram_bytes(text, system) == size


def test_machine_facts_drops_what_is_unknown_or_no_single_value():
    found = {"cpu": "", "os": "unknown", "num_cpu": 4, "ram": None, "l3": "32 MiB", "caches": [1]}
    assert machine_facts(found) == {"cpu": None, "os": None, "num_cpu": "4", "ram": None, "l3": 2**25}


def test_read_results_knows_the_machine_from_the_result_or_else_from_its_folder(tmp_path):
    result_file(
        tmp_path,
        {"m.time_x": [[1.0]]},
        params={"machine": "box", "python": "3.12", "numpy": "2", "ram": "16GB"},
        requirements={"numpy": "2"},
    )
    write(tmp_path / "box" / "machine.json", {"machine": "box", "cpu": "fast", "ram": "1", "version": 1})
    write(tmp_path / "bare" / "abc-env.json", {"results": {"m.time_x": 1.0}})
    write(tmp_path / "named" / "abc-env.json", {"results": {"m.time_x": 1.0}})
    write(tmp_path / "named" / "machine.json", {"machine": "named"})
    bare, box, named = read_results(tmp_path).rows
    assert dict(box.facts) == {"machine": "box", "cpu": "fast", "ram": 2**34}
    assert (bare.machine, dict(bare.facts), named.machine) == ("bare", {}, "named")


def test_read_results_reads_quartiles_by_the_name_of_their_column(tmp_path):
    columns = [
        "samples",
        "stats_q_75",
        "params",
        "stats_ci_99_b",
        "result",
        "stats_number",
        "stats_q_25",
        "stats_ci_99_a",
    ]
    row = [
        [[1.0, 3.0], None],
        [3.0, None],
        [["1", "2"]],
        [4.0, None],
        [2.0, None],
        [7, None],
        [1.0, None],
        [-10.9, None],
    ]
    result_file(tmp_path, {"m.time_x": row}, result_columns=columns)
    old = {"result": [2.0, None], "params": [["1", "2"]], "samples": [[1.0, 3.0], None]}
    old["stats"] = [{"ci_99": [-10.9, 4.0], "q_25": 1.0, "q_75": 3.0, "number": 7, "repeat": 2}, None]
    write(tmp_path / "old" / "abc-env.json", {"results": {"m.time_x": old}})
    rows = read_results(tmp_path).rows
    for first in (rows[0], rows[2]):
        assert (first.value, first.samples, first.q25, first.q75) == (2.0, (1.0, 3.0), 1.0, 3.0)
        assert (first.ci, first.number) == ((-10.9, 4.0), 7)
    assert (rows[1].value, rows[1].samples, rows[1].q25, rows[1].ci, rows[1].number) == (None,) * 5
    assert (rows[0].repeat, rows[2].repeat) == (None, 2)


def test_read_results_never_pairs_by_guess(tmp_path):
    two_axes = [["1", "2"], ["'a'", "'b'"]]
    huge = [[str(n) for n in range(2000)]] * 3
    result_file(
        tmp_path,
        {
            "m.time_short": [[1.0, 2.0, 3.0], two_axes],
            "m.time_bare": [[1.0, 2.0], None],
            "m.time_one": [1.0, [["1", "2"]]],
            "m.time_huge": [None, huge],
            "m.time_cut": [[1.0], [["1", "2"]]],
            "m.time_none": [[], [[]]],
            "m.time_empty": [],
        },
    )
    write(tmp_path / "box" / "b-env.json", {"results": {"m.time_list": [[1.0], None]}})
    write(tmp_path / "box" / "c-env.json", {"result_columns": ["params"], "results": {"m.time_list": [[["1"]]]}})
    reading = read_results(tmp_path)
    assert [(row.benchmark, row.params, row.value) for row in reading.rows] == [
        ("m.time_cut", (("param1", "1"),), 1.0),
        ("m.time_empty", (), None),
    ]
    assert {(entry.benchmark, entry.count): entry.reason for entry in reading.left_out} == {
        ("m.time_short", 4): "it has 3 results for 4 parameter combinations",
        ("m.time_bare", 2): "it has 2 results for 1 parameter combinations",
        ("m.time_one", 2): "it has 1 results for 2 parameter combinations",
        ("m.time_huge", 2000**3): "its parameters make 8000000000 combinations, which no suite has",
        ("m.time_cut", 1): "it has 1 results for 2 parameter combinations; the ones without a partner can't be used",
        ("m.time_list", 1): '"result_columns" names no "result"',
    }
    assert sum(entry.benchmark == "m.time_list" for entry in reading.left_out) == 2
    assert reading.cells == len(reading.rows) + reading.n_left_out


def test_read_results_lends_names_only_where_the_values_fit(tmp_path):
    described = {"param_names": ["n", "is_real", "dtype"], "params": [["1", "2"], ["False", "True"], ["f4", "f8"]]}
    write(tmp_path / "benchmarks.json", {"m.time_x": described, "m.time_y": described, "m.time_z": described})
    result_file(
        tmp_path,
        {
            "m.time_x": [None, [["5", "6"], ["f4", "f8"], ["False", "True"]]],  # another order
            "m.time_y": [None, [["1", "2"], ["f8", "f4"]]],  # one parameter less
            "m.time_z": [None, [["1", "9"], ["'a'"], ["'b'"], ["False", "True"]]],  # one more
        },
    )
    names = {row.benchmark: [name for name, _ in row.params] for row in read_results(tmp_path).rows}
    assert names == {
        "m.time_x": ["n", "dtype", "is_real"],
        "m.time_y": ["n", "dtype"],
        "m.time_z": ["param1", "param2", "param3", "is_real"],
    }


def test_read_results_takes_several_paths_and_patterns_once_each(tmp_path, monkeypatch):
    first = result_file(tmp_path, {"m.time_x": [[1.0]]}, name="a-env.json")
    second = result_file(tmp_path, {"m.time_x": [[2.0]]}, name="b-env.json", commit_hash="b")
    monkeypatch.chdir(tmp_path)
    for paths in ([first, second], tmp_path, str(tmp_path / "*" / "?-env.json"), ["box", Path("box/a-env.json")]):
        assert [row.value for row in read_results(paths).rows] == [1.0, 2.0]
    bracket = write(tmp_path / "x[1]" / "a-env.json", {"results": {"m.time_x": 3.0}})
    assert [row.value for row in read_results(bracket.parent).rows] == [3.0]


def test_copies_of_a_results_folder_do_not_mix(tmp_path):
    for name in ("before", "after"):
        result_file(tmp_path / name, {"m.time_x": [[1.0, 2.0], [["1", "2"]]]})
    result_file(tmp_path / "after", {"m.time_x": [[1.0]]}, name="c-env.json", commit_hash="c")
    assert {row.environment for row in read_results(tmp_path).rows} == {
        f"virtualenv-py3.11 ({tmp_path / 'before' / 'box'})",
        f"virtualenv-py3.11 ({tmp_path / 'after' / 'box'})",
        "virtualenv-py3.11",
    }


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "holds no result files: name a folder or files of asv"),
        ({"results": {}}, "holds no results, though 1 file"),
        ({"results": {"m.time_x": "a"}}, "m.time_x is left out: expected a number"),
        ([], "holds no results of a known kind"),
        ('{"a": ' * 100_000, "is not valid JSON"),
        ("[" * 100_000, "is not valid JSON"),
        ('{"a": ' + "9" * 5000 + "}", "is not valid JSON"),
    ],
)
def test_read_results_says_in_one_sentence_that_nothing_is_there(tmp_path, content, message):
    if content is not None:
        write(tmp_path / "box" / "abc-env.json", content)
    with pytest.raises(InputError, match=message):
        read_results(tmp_path)


def test_read_results_says_which_path_is_wrong(tmp_path):
    with pytest.raises(InputError, match="no results are named"):
        read_results([])
    with pytest.raises(InputError, match=r"nothing matches .*: name an asv results folder"):
        read_results(str(tmp_path / "*.json"))
    with pytest.raises(InputError, match="can't be read"):
        read_results("a" * 5000)
    with pytest.raises(InputError, match="does not exist"):
        read_results("a\0b")
    file = write(tmp_path / "machine.json", {"machine": "box"})
    with pytest.raises(InputError, match="holds no results of a known kind"):
        read_results(file)


def test_to_frame_is_tidy_and_typed(tmp_path):
    write(tmp_path / "benchmarks.json", {"m.time_x": {"param_names": ["n", "how"]}})
    write(tmp_path / "box" / "machine.json", {"cpu": "fast", "ram": "16GB"})
    result_file(tmp_path, {"m.time_x": [[1.0, None], [["1", "2"], ["None"]]], "m.track_y": [[3]]})
    frame = to_frame(read_results(tmp_path).rows)
    assert list(frame["status"]) == ["measured", "failed", "measured"]
    assert list(frame["param.n"].dropna()) == [1, 2]
    assert frame["param.n"].dtype == "Int64"
    assert frame["param.how"][0] is None
    assert frame["param.how"][2] is pd.NA
    assert list(frame["machine.ram"]) == [2**34] * 3
    assert frame["date"][0] == pd.Timestamp("2023-11-14 22:13:20", tz="UTC")
    assert frame["value"].dtype == float
    assert len(to_frame([])) == 0


def test_to_frame_names_the_extra_that_is_missing(monkeypatch):
    real = builtins.__import__

    def without_pandas(name, *more):
        if name == "pandas":
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", without_pandas)
    with pytest.raises(InputError, match=r"pip install 'wythoff\[pandas\]'"):
        to_frame([])


def cells_of(file):
    """Count the cells of an asv result file independently of the reader."""
    data = json.loads(file.read_text())
    columns, cells = data.get("result_columns"), 0
    for entry in data["results"].values():
        params = None
        if isinstance(entry, dict):
            params = entry.get("params")
        elif isinstance(entry, list):
            params = entry[columns.index("params")] if len(entry) > columns.index("params") else None
        cells += math.prod(len(values) for values in params or [])
    return cells


@foreign_only
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_cell_of_foreign_results_is_accounted_for(folder):
    reading = read_results(folder)
    files = [file for file in folder.rglob("*.json") if file.name not in ("machine.json", "benchmarks.json")]
    assert sorted(reading.files) == sorted(files)
    assert reading.problems == []
    assert reading.cells == sum(map(cells_of, files)) == len(reading.rows) + reading.n_left_out
    found = sort_rows(reading.rows, axes="all")
    used = {id(row) for points in found.series.values() for _, row in points}
    assert len(used) + len(found.left_out) == len(reading.rows)
    assert len(to_frame(reading.rows)) == len(reading.rows)


@foreign_only
def test_foreign_results_are_read_as_they_are():
    rows = read_results(FOREIGN).rows
    ram = {row.machine: row.facts.get("ram") for row in rows}
    assert ram["axon-cluster"] == 528054712 * 1024
    assert ram["gaia"] == ram["winlaptop"] == 2**34
    assert ram["WINHOST1"] is ram["gha-aws-skylake"] is None
    assert {row.unit for row in rows if row.kind == "track"} == {"speedup"}
    assert {row.kind for row in rows} == {"time", "memory", "peakmemory", "track"}
    chunks = [row for row in rows if row.benchmark.endswith("time_betweenness_centrality_chunking")]
    assert {row.typed_params["num_nodes"] for row in chunks} == {50, 100, 200, 400, 800}
    assert min(row.ci[0] for row in rows if row.ci) < -10


ASV = {
    "commit_hash": "abc",
    "env_name": "env",
    "date": 1.7e12,
    "params": {"machine": "box", "ram": "16GB"},
    "result_columns": COLUMNS,
    "requirements": {"numpy": ""},
    "benchmark_version": {"m.time_old": "1"},
    "results": {
        "m.time_x": [[1.0, 2.0], [["1", "2"]], "v", 1, 2.0, [0.5, 1.5], [[1.0], [2.0]]],
        "m.time_y": [[1.0, None, math.nan, 4.0], [["1", "2"], ["'a'", "'b'"]]],
        "m.time_old": {"result": [1.0], "params": [["1"]], "stats": [{"ci_99": [1, 2], "q_25": 1}], "samples": [[1.0]]},
        "m.track_z": 5,
    },
}


@pytest.mark.slow
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_broken_asv_files_give_problems_and_no_traceback(tmp_path, data):
    broken = copy.deepcopy(ASV)
    about = {"m.time_y": {"param_names": ["n", "how"], "params": [["1", "2"], ["'a'"]], "type": "time"}}
    odd = st.sampled_from(
        [None, -1, 10**400, 1e308, math.nan, "", "x", True, [], {}, [[]], [None], {"a": [1]}, ["result"]]
    )
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.sampled_from([broken, broken, about]))
        parent = None
        while isinstance(place, dict | list) and place and (parent is None or data.draw(st.integers(0, 3))):
            keys = sorted(place) if isinstance(place, dict) else range(len(place))
            parent, key = place, data.draw(st.sampled_from(keys))
            place = parent[key]
        if parent is None:
            continue
        if data.draw(st.booleans()):
            parent[key] = copy.deepcopy(data.draw(odd))
        else:
            del parent[key]
    text = json.dumps(broken)
    cut = data.draw(st.integers(0, len(text))) if data.draw(st.integers(0, 9)) == 0 else len(text)
    file = write(tmp_path / "box" / "abc-env.json", text[:cut])
    write(tmp_path / "benchmarks.json", about)
    reading = read_files([file])
    assert reading.cells == len(reading.rows) + reading.n_left_out
    found = sort_rows(reading.rows, axes="all")
    assert len(found.left_out) <= len(reading.rows)
    to_frame(reading.rows)
