"""What the readers make of files that hold the wall's time and the processor's."""

import json

import pytest

from wythoff.harness.results import Details, read_results, to_frame


def written(tmp_path, content, name="times.json"):
    file = tmp_path / name
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return file


def rows(tmp_path, content, name="times.json"):
    """Read a file whole and as outlines with details, which must come to the same."""
    file = written(tmp_path, content, name)
    found = read_results(file).rows
    details = Details()
    outlines = read_results(file, outlines=True).rows
    assert list(map(repr, map(details.of, outlines))) == list(map(repr, found))
    assert [(row.cpu, row.clock, row.busy, row.cpu_samples) for row in outlines] == [
        (row.cpu, row.clock, row.busy, None) for row in found
    ]
    return found


def google(tmp_path, *runs, **context):
    return rows(tmp_path, {"context": context, "benchmarks": [{"time_unit": "us", **run} for run in runs]})


def run(name, real_time, cpu_time, **more):
    return {"name": name, "real_time": real_time, "cpu_time": cpu_time, **more}


def clocks(row):
    return row.value, row.cpu, row.clock


def test_google_benchmark_has_both_clocks_in_one_unit(tmp_path):
    (row,) = google(tmp_path, run("BM_x/8", 30.0, 20.0))
    assert clocks(row) == (pytest.approx(30e-6), pytest.approx(20e-6), "wall")
    assert row.samples is row.cpu_samples is None


def test_google_benchmark_keeps_the_processor_time_of_each_repetition(tmp_path):
    times = [(30.0, 20.0), (25.0, 22.0), (90.0, 21.0)]
    (row,) = google(tmp_path, *(run("BM_x/8", *both) for both in times))
    assert row.samples == pytest.approx((30e-6, 25e-6, 90e-6))
    assert row.cpu_samples == pytest.approx((20e-6, 22e-6, 21e-6))
    assert clocks(row) == (pytest.approx(30e-6), pytest.approx(21e-6), "wall")


def test_google_benchmark_takes_both_clocks_of_an_aggregate(tmp_path):
    kinds = [("mean", 31.0, 21.0), ("median", 30.0, 20.0), ("stddev", 5.0, 1.0)]
    (row,) = google(
        tmp_path,
        *(run(f"BM_x/8_{kind}", *both, run_type="aggregate", aggregate_name=kind) for kind, *both in kinds),
    )
    assert clocks(row) == (pytest.approx(30e-6), pytest.approx(20e-6), "wall")


@pytest.mark.parametrize("nothing", [0, 0.0, -1.0, float("nan"), float("inf"), None, "5", [5.0]])
def test_google_benchmark_reads_no_time_that_is_none_and_never_mixes_clocks(tmp_path, nothing):
    found = google(
        tmp_path,
        run("BM_x/8", 30.0, nothing),
        run("BM_x/16", nothing, 40.0),
        run("BM_x/32", 70.0, 60.0),
        run("BM_x/32", nothing, 61.0),
        run("BM_x/32", 72.0, nothing),
    )
    assert [(row.clock, row.cpu is None) for row in found] == [("wall", True), ("cpu", False), ("wall", False)]
    assert clocks(found[1]) == (pytest.approx(40e-6), pytest.approx(40e-6), "cpu")
    assert found[2].samples == pytest.approx((70e-6, 72e-6))
    assert found[2].cpu_samples == pytest.approx((60e-6, 61e-6))


@pytest.mark.parametrize(
    ("name", "threads", "because"),
    [
        ("BM_x/8", 1, ""),
        ("BM_x/8/process_time", 1, ""),
        ("BM_x/8/real_time", 1, "the benchmark asks for it (real_time)"),
        ("BM_x/8/process_time/real_time", 1, "the benchmark asks for it (real_time)"),
        ("BM_x/8/manual_time", 1, "the benchmark tells its times itself (manual_time)"),
        ("BM_x/8/threads:4", 4, "it runs in 4 threads"),
        ("BM_x/8/threads:4", None, "it runs in 4 threads"),
        ("BM_x/8/threads:1", None, ""),
        ("BM_x/8", "many", ""),
        ("real_time/8", 1, ""),
    ],
)
def test_google_benchmark_says_why_the_wall_tells(tmp_path, name, threads, because):
    (row,) = google(tmp_path, run(name, 5.0, 4.0, threads=threads))
    assert row.wall_because == because


@pytest.mark.parametrize(
    ("context", "load"),
    [
        ({"load_avg": [3.0, 4.0, 0.5], "num_cpus": 2}, 1.5),
        ({"load_avg": [3.0, 1.0, 0.5], "num_cpus": 2}, 0.5),
        ({"load_avg": [3.0, None, 0.5], "num_cpus": 2}, None),
        ({"load_avg": [0.0], "num_cpus": 2}, 0.0),
        ({"load_avg": [], "num_cpus": 2}, None),
        ({"load_avg": [3.0, 1.0, 0.5]}, None),
        ({"load_avg": "high", "num_cpus": 2}, None),
        ({"load_avg": [float("nan")], "num_cpus": 2}, None),
        ({"load_avg": [-1], "num_cpus": 2}, None),
        ({"load_avg": [3.0], "num_cpus": 0}, None),
    ],
)
def test_google_benchmark_tells_the_load_of_each_processor(tmp_path, context, load):
    (row,) = google(tmp_path, run("BM_x/8", 5.0, 4.0), **context)
    assert row.load == load


def hyperfine(tmp_path, **entry):
    (row,) = rows(tmp_path, {"results": [{"command": "sort 1", "times": [1.0, 3.0, 2.0], **entry}]})
    return row


def test_hyperfine_has_the_mean_of_the_processor_time_and_no_samples_of_it(tmp_path):
    row = hyperfine(tmp_path, user=0.5, system=0.25)
    assert (*clocks(row), row.cpu_samples) == (2.0, 0.75, "wall", None)
    assert len(row.samples) == 3


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"user": 0.5},
        {"user": 0.0, "system": 0.0},
        {"user": -1.0, "system": 2.0},
        {"user": float("nan"), "system": 0.1},
        {"user": "0.5", "system": 0.1},
        {"user": 0.5, "system": 0.25, "exit_codes": [0, 1, 0]},  # the failed run is in the mean
    ],
)
def test_hyperfine_has_no_processor_time_where_the_mean_is_none_of_these_runs(tmp_path, entry):
    assert hyperfine(tmp_path, **entry).cpu is None


@pytest.mark.parametrize(
    ("timer", "clock"),
    [
        ("perf_counter", "wall"),
        ("process_time", "cpu"),
        ("time.thread_time", "cpu"),
        (None, "wall"),
        (5, "wall"),
        ([], "wall"),
    ],
)
def test_pytest_benchmark_has_one_clock_and_its_timer_says_which(tmp_path, timer, clock):
    test = {"fullname": "t.py::test_x[8]", "stats": {"data": [3.0, 1.0, 2.0]}, "options": {"timer": timer}}
    (row,) = rows(tmp_path, {"machine_info": {}, "benchmarks": [test]})
    by_processor = clock == "cpu"
    assert clocks(row) == (2.0, 2.0 if by_processor else None, clock)
    assert row.cpu_samples == (row.samples if by_processor else None)


@pytest.mark.parametrize(
    "header",
    [
        "n,real_time,cpu_time",
        "n,wall_time,cpu_time",
        "n,seconds,cpu_s",
        "n,wall,cpu",
        "n,wall (s),CPU (s)",
        "n,elapsed,cpu",
        "n,wall_s,cpu",
        "n,wall clock,cpu time",
        "n,t,process_time",
        "n,time,processor time [s]",
        "n;real;cputime",
    ],
)
@pytest.mark.parametrize("swapped", [False, True])
def test_csv_with_two_clocks(tmp_path, header, swapped):
    mark = ";" if ";" in header else ","
    lines = [header.split(mark), ["10", "0.5", "0.25"], ["20", "1.0", "0.75"]]
    text = "".join(mark.join([n, *(times[::-1] if swapped else times)]) + "\n" for n, *times in lines)
    found = rows(tmp_path, text, "times.csv")
    assert [row.params for row in found] == [(("n", "10"),), (("n", "20"),)]
    assert [clocks(row) for row in found] == [(0.5, 0.25, "wall"), (1.0, 0.75, "wall")]


def test_csv_clocks_have_a_unit_each_and_samples_of_their_own(tmp_path):
    text = "n,wall_ms,cpu_us\n10,500,2e5\n10,700,3e5\n10,600,1e5\n"
    (row,) = rows(tmp_path, text, "times.csv")
    assert row.samples == pytest.approx((0.5, 0.7, 0.6))
    assert row.cpu_samples == pytest.approx((0.2, 0.3, 0.1))
    assert clocks(row) == (pytest.approx(0.6), pytest.approx(0.2), "wall")


def test_csv_with_the_processor_time_alone(tmp_path):
    found = rows(tmp_path, "n,cpu_time\n10,0.5\n20,0\n", "times.csv")
    assert [clocks(row) for row in found] == [(0.5, 0.5, "cpu"), (0.0, None, "cpu")]
    assert read_results(tmp_path / "times.csv").problems == []


@pytest.mark.parametrize("cell", ["", "0", "-1", "nan", "inf", "unknown"])
def test_csv_reads_a_line_by_the_wall_where_the_processor_time_is_none(tmp_path, cell):
    found = rows(tmp_path, f"n,real_time,cpu_time\n10,0.5,{cell}\n20,1.0,0.75\n", "times.csv")
    assert [clocks(row) for row in found] == [(0.5, None, "wall"), (1.0, 0.75, "wall")]


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("n,cpu,seconds\n10,3,0.5\n", {"n": "10", "cpu": "3"}),
        ("n,cpu,elapsed\n10,AMD,0.5\n20,AMD,0.7\n", {"n": "10", "cpu": "AMD"}),
        ("n,cpu,wall_time\n10,0,0.5\n20,1,0.5\n", {"n": "10", "cpu": "0"}),
        ("n,cpu,time\n10,3,0.5\n", {"n": "10", "cpu": "3"}),
        ("n,cpus,wall_time\n10,3,0.5\n", {"n": "10", "cpus": "3"}),
    ],
)
def test_csv_takes_plain_cpu_for_a_processor_unless_a_wall_is_beside_it(tmp_path, text, params):
    found = rows(tmp_path, text, "times.csv")
    assert dict(found[0].params) == params
    assert clocks(found[0]) == (0.5, None, "wall")


def test_a_tidy_table_has_both_clocks(tmp_path):
    runs = [run("BM_x/8", 30.0, 20.0), run("BM_x/8", 32.0, 21.0), run("BM_x/16", 60.0, 0)]
    frame = to_frame(google(tmp_path, *runs, load_avg=[4.0], num_cpus=2))
    assert list(frame["clock"]) == ["wall", "wall"]
    assert frame["cpu"].tolist() == pytest.approx([20.5e-6, float("nan")], nan_ok=True)
    assert frame["cpu_samples"][0] == pytest.approx((20e-6, 21e-6))
    assert frame["cpu_samples"][1] is None
    assert frame["busy"].tolist() == [False, False]
    assert frame["load"].tolist() == [2.0, 2.0]
