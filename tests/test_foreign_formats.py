"""Files of criterion.rs, JMH, Google Benchmark, pytest-benchmark, BenchmarkTools.jl, nanobench and CI histories."""

import json

import pytest

from wythoff.errors import InputError
from wythoff.harness.fit.fitting import fit_results
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.results import Details, read_files, read_results
from wythoff.harness.series import group_rows

SIZES = (1000, 2000, 4000, 8000, 16000, 32000)


def read(place):
    reading = read_results(place)
    assert reading.cells == len(reading.rows) + reading.n_left_out
    return reading


def written(tmp_path, text, name):
    file = tmp_path / name
    file.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
    return file


def series(reading):
    grouped = group_rows(reading.rows)
    return {found.label: [(n, row.value) for n, row in points] for found, points in grouped.items()}


def linear(per_n):
    return [(n, pytest.approx(n * per_n, rel=1e-9)) for n in SIZES]


def criterion(folder, per_n=30.0, baseline="new", function="quick", value=str, directory="sort/{f}/{n}", **described):
    """Write the folder of a benchmark as criterion.rs does, that takes `per_n` ns."""
    for n in SIZES:
        name = directory.format(f=function, n=n)
        place = folder / name / baseline
        place.mkdir(parents=True)
        iterations = [10.0 * k for k in range(1, 11)]
        times = [count * n * per_n for count in iterations]
        about = {"group_id": "sort", "function_id": function, "value_str": value(n), "throughput": None}
        about |= {"full_id": name, "directory_name": name, "title": name} | {
            key: made(n) for key, made in described.items()
        }
        written(place, about, "benchmark.json")
        written(place, {"sampling_mode": "Linear", "iters": iterations, "times": times}, "sample.json")
        written(place, {"mean": {"point_estimate": n * per_n}}, "estimates.json")
        written(place, [1.0, 2.0, 3.0, 4.0], "tukey.json")
        header = "group,function,value,throughput_num,throughput_type,sample_measured_value,unit,iteration_count\n"
        raw = [f"sort,{function},{n},,,{time},ns,{count:g}\n" for time, count in zip(times, iterations, strict=True)]
        written(place, header + "".join(raw), "raw.csv")
    return folder


def test_criterion_times_are_those_of_one_iteration(tmp_path):
    reading = read(criterion(tmp_path / "criterion"))
    assert series(reading) == {"sort/quick": linear(30e-9)}
    assert reading.problems == []
    assert (len(reading.rows[0].samples), reading.rows[0].environment) == (10, "criterion")
    (fitted,) = fit_results(FitOptions(results=(tmp_path / "criterion",))).fitted
    assert (fitted.analysis.law, fitted.largest) == ("n", pytest.approx(32000 * 30e-9))


def test_criterion_baselines_are_an_earlier_run_unless_they_are_named(tmp_path):
    folder = criterion(criterion(tmp_path / "criterion"), baseline="base", per_n=90.0)
    reading = read(folder)
    assert series(reading) == {"sort/quick": linear(30e-9)}
    assert {entry.reason for entry in reading.left_out} == {"an earlier run (name its folder to read it)"}
    assert read(folder / "sort/quick/1000/base").rows[0].value == pytest.approx(90e-6)


def test_criterion_folders_stay_apart(tmp_path):
    folders = [criterion(tmp_path / name / "criterion", per_n) for name, per_n in (("a", 30.0), ("b", 60.0))]
    assert len({row.environment for row in read(folders).rows}) == 2


@pytest.mark.parametrize(
    ("more", "label"),
    [
        ({"function": None, "directory": "sort/{n}"}, "sort"),
        ({"value": lambda n: None, "function_id": str, "directory": "sort/{n}"}, "sort"),
        (
            {"value": lambda n: None, "throughput": lambda n: {"Elements": n}, "directory": "sort/{f}_{n}"},
            "sort/quick",
        ),
    ],
    ids=["from_parameter", "function", "throughput"],
)
def test_criterion_sizes_stand_where_the_benchmark_has_them(tmp_path, more, label):
    assert series(read(criterion(tmp_path / "target", **more))) == {label: linear(30e-9)}


def test_criterion_raw_csv_alone(tmp_path):
    place = criterion(tmp_path / "criterion") / "sort/quick/4000/new"
    reading = read(place / "raw.csv")
    assert [(row.benchmark, row.params) for row in reading.rows] == [("sort/quick", (("value", "4000"),))]
    assert reading.rows[0].value == pytest.approx(4000 * 30e-9)


def jmh(mode, unit, score, params=lambda n: {"n": str(n)}, threads=1, raw=True):
    return [
        {
            "jmhVersion": "1.37", "benchmark": "org.Sort.quick", "mode": mode, "threads": threads, "params": params(n),
            "primaryMetric": {
                "score": score(n), "scoreUnit": unit, "scorePercentiles": {"50.0": score(n)},
                "rawData": [[score(n) * 0.9, score(n)], [score(n) * 1.1]] if raw else [],
            },
            "secondaryMetrics": {"gc.alloc.rate.norm": {"score": 16.0, "scoreUnit": "B/op"}},
        }
        for n in SIZES
    ]  # fmt: skip


@pytest.mark.parametrize(
    "entries",
    [
        jmh("avgt", "us/op", lambda n: n * 3e-3),
        jmh("ss", "ms/op", lambda n: n * 3e-6),
        jmh("sample", "ns/op", lambda n: n * 3.0, raw=False),
        jmh("thrpt", "ops/s", lambda n: 1 / (n * 3e-9)),
        jmh("thrpt", "ops/ms", lambda n: 4 * 1e-3 / (n * 3e-9), threads=4),
    ],
    ids=["avgt", "ss", "sample", "thrpt", "threads"],
)
def test_jmh_json_of_any_mode_gives_the_time_of_one_operation(tmp_path, entries):
    reading = read(written(tmp_path, entries, "jmh-result.json"))
    assert series(reading) == {"org.Sort.quick": linear(3e-9)}
    assert reading.problems == []


def test_jmh_json_keeps_modes_apart_and_says_what_it_can_not_read(tmp_path):
    entries = [*jmh("avgt", "us/op", lambda n: n * 3e-3), *jmh("ss", "ms/op", lambda n: n * 9e-6)]
    entries.append({"benchmark": "b", "mode": "avgt", "primaryMetric": {"score": 3.0, "scoreUnit": "MB/sec"}})
    reading = read(written(tmp_path, entries, "jmh.json"))
    assert set(series(reading)) == {"org.Sort.quick(mode=avgt)", "org.Sort.quick(mode=ss)"}
    assert [entry.reason for entry in reading.left_out] == ["it has no score that is a time or a rate, in 'MB/sec'"]


def test_jmh_csv(tmp_path):
    header = '"Benchmark","Mode","Threads","Samples","Score","Score Error (99.9%)","Unit","Param: how","Param: n"\n'
    text = header + "".join(f'"org.Sort.sort","avgt",1,5,{n * 3e-3},0.001,"us/op",quick,{n}\n' for n in SIZES)
    assert series(read(written(tmp_path, text, "jmh.csv"))) == {"org.Sort.sort(how=quick)": linear(3e-9)}


def test_google_benchmark_csv(tmp_path):
    header = "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,error_message\n"  # noqa: E501
    text = header + "".join(f'"BM_sort/{n}",100,{n * 3.5},{n * 3},ns,,,,,\n' for n in SIZES)
    text += '"BM_sort_BigO",,3.1,3.0,N,,,,,\n"BM_sort_RMS",,3,3,%,,,,,\n"BM_bad/8",,,,,,,,true,"no input"\n'
    reading = read(written(tmp_path, text, "b.csv"))
    assert series(reading) == {"BM_sort": linear(3.5e-9)}
    assert [row.cpu for row in reading.rows] == pytest.approx([n * 3e-9 for n in SIZES])
    assert "failed: no input" in {entry.reason for entry in reading.left_out}


def test_google_benchmark_counters_are_sizes_where_somebody_asks(tmp_path):
    runs = [
        {"name": f"BM_case/{place}", "run_type": "iteration", "real_time": n * 3.0, "cpu_time": n * 3.0,
         "time_unit": "ns", "iterations": 7, "vertices": float(n)}
        for place, n in enumerate(SIZES)
    ]  # fmt: skip
    file = written(tmp_path, {"context": {}, "benchmarks": runs}, "b.json")
    (fitted,) = fit_results(FitOptions(results=(file,), axis="vertices")).fitted
    assert (fitted.series.label, fitted.analysis.n, fitted.analysis.law) == ("BM_case", SIZES, "n")
    with pytest.raises(InputError, match="no results have the axis 'edges'; there are param1, vertices"):
        fit_results(FitOptions(results=(file,), axis="edges"))


def test_pytest_benchmark_extra_info_is_a_size_where_somebody_asks(tmp_path):
    tests = [
        {"fullname": f"t.py::test_sort[{name}-{n}]", "params": {"how": name, "data": f"UNSERIALIZABLE[<D {n}>]"},
         "extra_info": {"n": n, "note": "x"}, "stats": {"median": n * factor, "data": [n * factor]}}
        for name, factor in (("a", 3e-9), ("b", 5e-9)) for n in SIZES
    ]  # fmt: skip
    file = written(tmp_path, {"machine_info": {}, "benchmarks": tests}, "p.json")
    fitted = fit_results(FitOptions(results=(file,), axis="n")).fitted
    assert [(entry.series.label, len(entry.analysis.n)) for entry in fitted] == [
        ("t.py::test_sort(how=a)", 6),
        ("t.py::test_sort(how=b)", 6),
    ]


@pytest.mark.parametrize(
    ("header", "line"),
    [
        ("name,param:n,min,max,mean,stddev,median,iqr,outliers,ops,rounds,iterations", "t.py::test_x[{n}],{n},1,9,8,1,{t},1,2;1,7,5,1"),  # noqa: E501
        ("name,min,max,mean,stddev,ops", "t.py::test_x[{n}],1,9,{t},1,5"),
    ],
)  # fmt: skip
def test_pytest_benchmark_csv(tmp_path, header, line):
    text = header + "\n" + "".join(line.format(n=n, t=n * 3e-9) + "\n" for n in SIZES)
    assert series(read(written(tmp_path, text, "p.csv"))) == {"t.py::test_x": linear(3e-9)}


def aggregate_run(kind, n, per_n=3.0):
    return {
        "name": f"BM_x/{n}_{kind}", "run_name": f"BM_x/{n}", "run_type": "aggregate", "aggregate_name": kind,
        "real_time": n * per_n, "cpu_time": n * per_n, "time_unit": "ns",
    }  # fmt: skip


def test_files_of_aggregates_alone_say_so(tmp_path):
    def aggregate(kind):
        return [aggregate_run(kind, n) for n in SIZES]

    file = written(tmp_path, {"context": {}, "benchmarks": aggregate("median") + aggregate("stddev")}, "a.json")
    reading = read(file)
    assert series(reading) == {"BM_x": linear(3e-9)}
    assert reading.problems == [f"{file} holds only aggregates of repeated runs: taken is the median of 6"]
    custom = written(tmp_path, {"context": {}, "benchmarks": aggregate("p99")}, "custom.json")
    with pytest.raises(InputError, match="only the aggregates p99, and none of these is a median, mean or minimum"):
        read(custom)


DATA_JS_UNITS = [("ns/iter", 3.0, 1), ("us/op", 3e-3, 1), ("ns", 3.0, 1), ("ops/sec", 3e-9, -1), ("iter/sec", 3e-9, -1)]


@pytest.mark.parametrize(("unit", "per_n", "power"), DATA_JS_UNITS)
@pytest.mark.parametrize(
    "name",
    ["BM_sort/{n}", "t.py::test_sort[{n}]", "Suite.Sort(N: {n})", 'org.Sort.quick ( {{"n":"{n}"}} )', "sort/quick/{n}"],
)
def test_data_js_of_a_ci_history(tmp_path, name, unit, per_n, power):
    def entry(day, factor):
        benches = [{"name": name.format(n=n), "value": (n * per_n * factor) ** power, "unit": unit} for n in SIZES]
        benches.append({"name": "size of it", "value": 5, "unit": "kB"})
        commit = {"id": f"{day}" * 8, "timestamp": f"2026-01-0{day}T10:00:00+01:00"}
        return {"commit": commit, "date": 0, "tool": "any", "benches": benches}

    data = {"lastUpdate": 1, "entries": {"Bench": [entry(1, 2), entry(2, 1)]}}
    file = written(tmp_path, f"window.BENCHMARK_DATA = {json.dumps(data)};\n", "data.js")
    reading = read(tmp_path)
    assert {(row.commit, row.environment) for row in reading.rows} == {("1" * 8, "Bench"), ("2" * 8, "Bench")}
    (fitted,) = fit_results(FitOptions(results=(file,))).fitted
    assert (fitted.series.commit, fitted.largest) == ("2" * 8, pytest.approx(SIZES[-1] * 3e-9))
    assert {entry.reason for entry in reading.left_out} == {"its unit 'kB' is none of a time or a rate of calls"}


def test_benchmark_tools_json(tmp_path):
    def trial(n, per_n):
        return ["BenchmarkTools.Trial", {"allocs": 0, "gctimes": [0.0, 0.0], "memory": 0, "times": [n * per_n] * 3}]

    def group(data):
        return ["BenchmarkTools.BenchmarkGroup", {"data": data, "tags": []}]

    suite = group({
        "sort": group({str(n): trial(n, 3.0) for n in SIZES}),
        "fft": group({f'("radix2", {n})': trial(n, 5.0) for n in SIZES}),
        "estimates": group({str(n): ["BenchmarkTools.TrialEstimate", {"time": n * 7.0}] for n in SIZES}),
    })  # fmt: skip
    file = written(tmp_path, [{"Julia": "1.11.0", "BenchmarkTools": "1.6.0"}, [suite]], "results.json")
    assert series(read(file)) == {"sort": linear(3e-9), "fft/radix2": linear(5e-9), "estimates": linear(7e-9)}


def test_nanobench_json_and_csv(tmp_path):
    results = [
        {"title": "sort", "name": "quick", "unit": "op", "batch": 1, "complexityN": n, "median(elapsed)": n * 3e-9,
         "measurements": [{"iterations": 9, "elapsed": n * 3e-9}, {"iterations": 9, "elapsed": n * 3e-9}]}
        for n in SIZES
    ]  # fmt: skip
    assert series(read(written(tmp_path, {"results": results}, "n.json"))) == {"sort.quick": linear(3e-9)}
    text = '"title";"name";"unit";"batch";"elapsed";"error %";"instructions";"branches";"branch misses";"total"\n'
    text += "".join(f'"sort";"quick/{n}";"op";1;{n * 3e-9};0.01;5.0;1.0;0.0;0.5\n' for n in SIZES)
    assert series(read(written(tmp_path, text, "n.csv"))) == {"sort.quick": linear(3e-9)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('{"iters": [1], "times": ["x"]}', "sample.json"),
        ("window.BENCHMARK_DATA = [1]", "data.js"),
        ("window.BENCHMARK_DATA = {", "data.js"),
        ('window.BENCHMARK_DATA = {"entries": {"a": [{"benches": [3]}, 5], "b": 7}}', "data.js"),
        ('[{"primaryMetric": 3}, 5]', "j.json"),
        (
            '[{"BenchmarkTools": "1"}, [["X.BenchmarkGroup", {"data": {"a": 3}}], ["Trial", {"times": [0]}], 5]]',
            "b.json",
        ),
        ('{"results": [{"median(elapsed)": "x"}, 7]}', "n.json"),
        ("group,function,value,sample_measured_value,unit,iteration_count\na,b,c,d,e,f\ng\n", "raw.csv"),
    ],
)
def test_broken_files_of_these_kinds_give_a_sentence(tmp_path, text, name):
    reading = read_files([written(tmp_path, text, name)])
    assert reading.rows == []
    assert reading.cells == reading.n_left_out
    assert reading.problems or reading.cells == 0


def test_details_read_a_criterion_point_again(tmp_path):
    outlines = read_results(criterion(tmp_path / "criterion"), outlines=True).rows
    assert len(Details().of(outlines[2]).samples) == 10
