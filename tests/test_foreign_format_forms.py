"""Files of the known tools in other forms: other units, parts missing, sums alone, other places."""

import json

import pytest
from test_foreign_formats import SIZES, aggregate_run, criterion, jmh, linear, read, series, written

from wythoff.errors import InputError


def google(tmp_path, runs, name="b.json"):
    return written(tmp_path, {"context": {}, "benchmarks": runs}, name)


@pytest.mark.parametrize(("unit", "factor"), [("s", 1e9), ("ms", 1e6), ("us", 1e3), ("ns", 1.0)])
@pytest.mark.parametrize(
    "name",
    ["BM_sort/{n}", "BM_sort/n:{n}", "BM_sort/{n}/real_time", "BM_sort/{n}/min_time:0.500s", "BM_sort/{n}/threads:1"],
)
def test_google_benchmark_units_and_settings(tmp_path, unit, factor, name):
    runs = [
        {"name": name.format(n=n), "real_time": n * 3 / factor, "cpu_time": n * 3 / factor, "time_unit": unit}
        for n in SIZES
    ]
    (found,) = series(read(google(tmp_path, runs))).values()
    assert found == linear(3e-9)


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        ([], "its list of benchmarks is empty"),
        ([{"name": "BM_x_BigO", "run_type": "aggregate", "aggregate_name": "BigO", "big_o": "N"}],
         "holds no results: only fits of the library"),
        ([aggregate_run("cv", 8), aggregate_run("stddev", 8)], "only the aggregates cv, stddev"),
        ([{"name": "BM_x/8", "error_occurred": True, "error_message": "no input", "real_time": 0}], "failed: no input"),
        ([{"name": "BM_x/8", "real_time": 3, "time_unit": "fortnights"}], "its time_unit is unknown: 'fortnights'"),
    ],
)  # fmt: skip
def test_google_benchmark_without_times_says_why(tmp_path, runs, message):
    with pytest.raises(InputError, match=message):
        read(google(tmp_path, runs))


@pytest.mark.parametrize("kinds", [("mean",), ("min", "max"), ("mean", "median", "stddev", "cv", "p90")])
def test_google_benchmark_aggregates_alone_are_read_by_the_best(tmp_path, kinds):
    file = google(tmp_path, [aggregate_run(kind, n, 3.0 if kind != "max" else 9.0) for n in SIZES for kind in kinds])
    reading = read(file)
    assert series(reading) == {"BM_x": linear(3e-9)}
    assert "holds only aggregates of repeated runs" in reading.problems[0]


def test_google_benchmark_csv_below_what_the_program_printed(tmp_path):
    text = "2026-11-28T10:52:15+00:00\nRunning ./b\nRun on (2 X 2100 MHz CPU s)\nCPU Caches:\n  L1 Data 32 KiB (x2)\n"
    text += "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,error_message\n"  # noqa: E501
    text += "".join(f'"BM_sort/{n}",100,{n * 3},{n * 3},ns,,,,,\n' for n in SIZES)
    assert series(read(written(tmp_path, text, "b.csv"))) == {"BM_sort": linear(3e-9)}


@pytest.mark.parametrize(
    ("unit", "per_n"),
    [
        ("ns/op", 3.0),
        ("us/op", 3e-3),
        ("s/op", 3e-9),
        ("min/op", 5e-11),
        ("hr/op", 3e-9 / 3600),
        ("day/op", 3e-9 / 86400),
    ],
)
def test_jmh_units_of_every_length(tmp_path, unit, per_n):
    assert series(read(written(tmp_path, jmh("avgt", unit, lambda n: n * per_n), "j.json"))) == {
        "org.Sort.quick": linear(3e-9)
    }


@pytest.mark.parametrize("unit", [("ops/s", 1.0), ("ops/min", 60.0), ("ops/us", 1e-6), ("ops/hr", 3600.0)])
def test_jmh_rates_of_every_length(tmp_path, unit):
    entries = jmh("thrpt", unit[0], lambda n: unit[1] / (n * 3e-9), params=lambda n: {"size": f"{n // 1000}k"})
    assert series(read(written(tmp_path, entries, "j.json"))) == {"org.Sort.quick": linear(3e-9)}


JMH_HEADER = '"Benchmark","Mode","Threads","Samples","Score","Score Error (99.9%)","Unit","Param: n"\n'


@pytest.mark.parametrize(
    "text",
    [
        JMH_HEADER.replace(",", ";") + "".join(f'"o.Sort";"avgt";1;5;{n * 3},000000;NaN;"ns/op";{n}\n' for n in SIZES),
        JMH_HEADER + "".join(f'"o.Sort","avgt",1,5,"{n * 3},000000",NaN,"ns/op",{n}\n' for n in SIZES),
        JMH_HEADER
        + "".join(
            f'"o.Sort","avgt",1,5,{n * 3},NaN,"ns/op",{n}\n"o.Sort:gc.time","avgt",1,5,17,NaN,"ms",{n}\n' for n in SIZES
        ),
        "Benchmark  (n)  Mode  Cnt   Score   Error  Units\n"
        + "".join(f"o.Sort  {n}  avgt    5  {n * 3}.000 ±  0.012  ns/op\n" for n in SIZES),
        "Benchmark  (n)  Mode  Cnt   Score   Error  Units\n"
        + "".join(f"o.Sort  {n}  avgt    5  {n * 3},5 ±  0,012  ns/op\n".replace(",5", ",0") for n in SIZES),
    ],
    ids=["scsv", "quoted commas", "secondary", "report", "report with commas"],
)
def test_jmh_tables_of_other_places(tmp_path, text):
    assert series(read(written(tmp_path, text, "j.csv"))) == {"o.Sort": linear(3e-9)}


def test_criterion_estimates_without_samples(tmp_path):
    folder = criterion(tmp_path / "criterion")
    for file in [*folder.rglob("sample.json"), *folder.rglob("raw.csv"), *folder.rglob("tukey.json")]:
        file.unlink()
    for file in folder.rglob("estimates.json"):
        n = int(file.parents[1].name)
        estimate = {"confidence_interval": {}, "point_estimate": n * 30.0, "standard_error": 1.0}
        file.write_text(json.dumps({"mean": estimate, "median": estimate, "slope": None, "std_dev": estimate}))
    reading = read(folder)
    assert series(reading) == {"sort/quick": linear(30e-9)}
    assert reading.problems == []


@pytest.mark.parametrize(
    "through",
    [
        lambda n: [{"Elements": n}],
        lambda n: {"ElementsAndBytes": {"elements": n, "bytes": 8 * n}},
        lambda n: {"Bytes": n},
    ],
    ids=["elements", "both", "bytes"],
)
def test_criterion_throughputs_of_every_form(tmp_path, through):
    folder = criterion(tmp_path / "c", value=lambda n: None, throughput=through, directory="sort/{f}_{n}")
    assert series(read(folder)) == {"sort/quick": linear(30e-9)}


@pytest.mark.parametrize("value", ["{n}", "1e3*{n}", "{n} KiB", "n={n}"])
def test_criterion_values_are_sizes_or_named(tmp_path, value):
    reading = read(criterion(tmp_path / "c", value=lambda n: value.format(n=n)))
    assert [dict(row.params)["value"] for row in reading.rows if row.value == pytest.approx(30e-6)] == [
        value.format(n=1000)
    ]


@pytest.mark.parametrize(
    ("unit", "per_n", "power"),
    [("ms/iter", 3e-6, 1), ("s", 3e-9, 1), ("µs", 3e-3, 1), ("nsec", 3.0, 1), ("ops/ms", 3e-6, -1), ("op/s", 3e-9, -1)],
)
@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("BenchmarkSort/n={n}", "BenchmarkSort"),
        ("BenchmarkSort/size-{n} - ns/op", "BenchmarkSort"),
        ("fib({n})", "fib"),
        ("bench_fib_{n}", "bench_fib_{n}"),
        ("Fibonacci {n}", "Fibonacci {n}"),
        ("sort/quick/{n}", "sort/quick"),
    ],
)
def test_data_js_names_of_every_tool(tmp_path, name, label, unit, per_n, power):
    benches = [{"name": name.format(n=n), "value": (n * per_n) ** power, "unit": unit, "range": "± 3"} for n in SIZES]
    data = {"entries": {"Bench": [{"commit": {"id": "1" * 8}, "date": 1, "tool": "go", "benches": benches}]}}
    reading = read(written(tmp_path, f"window.BENCHMARK_DATA = {json.dumps(data)}", "data.js"))
    assert series(reading) == {label: linear(3e-9)}
    assert len(reading.problems) == ("{n}" in label)


def test_names_that_only_count_are_no_sizes(tmp_path):
    benches = [{"name": f"test_{place}", "value": 3.0 * place, "unit": "ns"} for place in range(1, 9)]
    data = {"entries": {"B": [{"commit": {"id": "a"}, "date": 1, "benches": benches}]}}
    assert series(read(written(tmp_path, f"window.BENCHMARK_DATA = {json.dumps(data)}", "data.js"))) == {}


def pytest_benchmark(tmp_path, test):
    tests = [{"stats": {"median": n * 3e-9, "mean": n * 4e-9}, **test(n)} for n in SIZES]
    return written(tmp_path, {"machine_info": {}, "benchmarks": tests}, "p.json")


@pytest.mark.parametrize(
    ("test", "label"),
    [
        (lambda n: {"fullname": f"t.py::t[{n}]", "param": f"{n}", "params": None}, "t.py::t"),
        (lambda n: {"fullname": f"t.py::t[list-{n}]", "param": f"list-{n}"}, "t.py::t(param1=list)"),
        (
            lambda n: {"fullname": f"t.py::t[{n}]", "param": f"{n}", "params": {"data": "UNSERIALIZABLE[<D at 0x1>]"}},
            "t.py::t",
        ),
        (
            lambda n: {
                "fullname": f"t.py::t[a-{n}]", "param": f"a-{n}",
                "params": {"how": "UNSERIALIZABLE[<f>]", "data": "UNSERIALIZABLE[<D>]"},
            },
            "t.py::t(how=<f>)",
        ),
        (lambda n: {"fullname": f"t.py::t[{n}]", "params": {"n": n}, "stats": {"mean": n * 3e-9}}, "t.py::t"),
        (lambda n: {"fullname": f"t.py::test_sort_{n}"}, "t.py::test_sort_{n}"),
    ], ids=["id", "ids", "unserializable", "both", "mean", "name"],
)  # fmt: skip
def test_pytest_benchmark_parameters_of_every_form(tmp_path, test, label):
    assert series(read(pytest_benchmark(tmp_path, test))) == {label: linear(3e-9)}


@pytest.mark.parametrize("columns", ["median", "min,max", "mean,stddev", "min,mean,ops,rounds"])
def test_pytest_benchmark_csv_of_chosen_columns(tmp_path, columns):
    text = f"name,param:n,{columns}\n"
    cells = {"median": 3e-9, "mean": 3e-9, "min": 3e-9, "max": 9e-9, "stddev": 1e-9, "ops": 1.0, "rounds": 5}
    if "mean" in columns:
        cells["min"] = 1e-9
    for n in SIZES:
        text += f"t.py::test_x[{n}],{n}," + ",".join(f"{cells[name] * n}" for name in columns.split(",")) + "\n"
    (found,) = series(read(written(tmp_path, text, "p.csv"))).values()
    assert found == linear(3e-9)


@pytest.mark.parametrize(
    "results",
    [
        [{"command": f"sort {n}", "times": [n * 3e-9] * 3, "parameters": {"n": f"{n}"}} for n in SIZES],
        [{"command": f"./sort --n={n} x", "mean": n * 3e-9} for n in SIZES],
        [{"command": f"sort {n}", "median": n * 3e-9, "times": None, "parameter": f"{n}"} for n in SIZES],
        [{"command": "sort", "times": [n * 3e-9], "exit_codes": [0], "parameters": {"n": f"{n}"}} for n in SIZES],
    ],
    ids=["scan", "commands", "old", "name"],
)
def test_hyperfine_json_of_every_form(tmp_path, results):
    (found,) = series(read(written(tmp_path, {"results": results}, "h.json"))).values()
    assert found == linear(3e-9)


def test_hyperfine_csv(tmp_path):
    text = "command,mean,stddev,median,user,system,min,max,parameter_n\n"
    text += "".join(f"sort {n},9,0.1,{n * 3e-9},{n * 2e-9},{n * 1e-9},1,2,{n}\n" for n in SIZES)
    reading = read(written(tmp_path, text, "h.csv"))
    assert series(reading) == {"sort {n}": linear(3e-9)}
    assert [row.cpu for row in reading.rows] == pytest.approx([n * 3e-9 for n in SIZES])


def test_hyperfine_markdown(tmp_path):
    text = "| Command | Mean [ms] | Min [ms] | Max [ms] | Relative |\n|:---|---:|---:|---:|---:|\n"
    text += "".join(f"| `sort {n}` | {n * 3}.0 ± 1.4 | 1.0 | 9.9 | 1.00 |\n" for n in SIZES)
    (found,) = series(read(written(tmp_path, text, "h.csv"))).values()
    assert found == linear(3e-3)


def julia(data):
    return [{"Julia": "1.11.0", "BenchmarkTools": {"major": 1}}, [["BenchmarkGroup", {"data": data, "tags": []}]]]


@pytest.mark.parametrize("key", ["{n}", '("quick", {n})', "n={n}", "sort({n})", "2^{k}"])
def test_benchmark_tools_keys_of_every_form(tmp_path, key):
    def trial(n):
        return ["Trial", {"times": [n * 3.0] * 2, "params": ["Parameters", {"evals": 1}]}]

    data = {key.format(n=2**k, k=k): trial(2**k) for k in range(10, 15)}
    (found,) = series(read(written(tmp_path, julia(data), "r.json"))).values()
    assert found == [(2**k, pytest.approx(2**k * 3e-9)) for k in range(10, 15)]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "holds no"),
        ({"8": ["TrialJudgement", {"ratio": 1.0}]}, "holds no"),
        ({"8": ["Trial", {"times": []}]}, "it has no times"),
    ],
)
def test_benchmark_tools_without_times(tmp_path, data, message):
    with pytest.raises(InputError, match=message):
        read(written(tmp_path, julia(data), "r.json"))


@pytest.mark.parametrize("name", ["sort/{n}", "sort {n}", "sort({n})", "sort n={n}"])
def test_nanobench_sizes_in_names(tmp_path, name):
    results = [
        {"title": "t", "name": name.format(n=n), "complexityN": -1, "median(elapsed)": n * 3e-9, "measurements": []}
        for n in SIZES
    ]
    (found,) = series(read(written(tmp_path, {"results": results}, "n.json"))).values()
    assert found == linear(3e-9)
    text = '"title";"name";"unit";"batch";"elapsed";"error %";"instructions";"branches";"branch misses";"total"\n'
    text += "".join(f'"t";"{name.format(n=n)}";"op";1;{n * 3e-9};0.01;5.0;1.0;0.0;0.5\n' for n in SIZES)
    (found,) = series(read(written(tmp_path, text, "n.csv"))).values()
    assert found == linear(3e-9)
