"""Tables as people and programs write them: units, separators of thousands, and what is measured beside the time."""

import pytest

from wythoff.errors import InputError
from wythoff.harness.fit.fitting import fit_results
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.results import read_files, read_results
from wythoff.harness.series import group_rows

SIZES = (1000, 2000, 4000, 8000, 16000, 32000)


def read(tmp_path, text, name="times.csv"):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    reading = read_results(file)
    assert reading.cells == len(reading.rows) + reading.n_left_out
    return reading


def series(reading):
    grouped = group_rows(reading.rows)
    return {found.label: [(n, row.value) for n, row in points] for found, points in grouped.items()}


def linear(per_n):
    return [(n, pytest.approx(n * per_n, rel=1e-9)) for n in SIZES]


def lines(header, make, mark=","):
    return mark.join(header) + "\n" + "".join(mark.join(make(n)) + "\n" for n in SIZES)


@pytest.mark.parametrize(
    ("name", "factor"),
    [
        ("timeMs", 1e-3), ("time_ms", 1e-3), ("Time [ms]", 1e-3), ("millis", 1e-3), ("elapsedMillis", 1e-3),
        ("ns/op", 1e-9), ("ns_per_call", 1e-9), ("nanos", 1e-9), ("timeInNanos", 1e-9), ("time (ns)", 1e-9),
        ("NsPerOp", 1e-9), ("mean_ns", 1e-9), ("ns per element", 1e-9),
        ("us_per_call", 1e-6), ("usec", 1e-6), ("time_µs", 1e-6), ("duration in microseconds", 1e-6), ("t_us", 1e-6),
        ("secs", 1.0), ("wall_clock_seconds", 1.0), ("runtime", 1.0), ("run time", 1.0), ("execution time (s)", 1.0),
        ("seconds per call", 1.0), ("minutes", 60.0), ("time (min)", 60.0),
    ],
)  # fmt: skip
def test_a_header_of_any_usual_form_has_its_unit(tmp_path, name, factor):
    (found,) = series(read(tmp_path, lines(["n", name], lambda n: [str(n), str(n * 3)]))).values()
    assert found == linear(3 * factor)


@pytest.mark.parametrize("unit_name", ["time_unit", "unit", "Units", "timeUnit"])
def test_units_may_stand_in_a_column(tmp_path, unit_name):
    def make(n):
        return [str(n), str(n * 3e-3 if n > 3000 else n * 3), "us" if n > 3000 else "ns"]

    (found,) = series(read(tmp_path, lines(["n", "real_time", unit_name], make))).values()
    assert found == linear(3e-9)


def test_a_line_whose_unit_is_none_of_a_time_is_left_out_by_name(tmp_path):
    reading = read(tmp_path, "n,value,unit\n1,5,ns\n2,9,ns\n4,7,MB/s\n8,40,ns\n")
    assert [row.value for row in reading.rows] == pytest.approx([5e-9, 9e-9, 40e-9])
    assert reading.left_out[0].reason == "its unit 'MB/s' is none of a time"


@pytest.mark.parametrize("cell", ["{:g} ms", "{:g}ms", "{:g} msec"])
def test_units_may_stand_in_the_cells(tmp_path, cell):
    (found,) = series(read(tmp_path, lines(["n", "quicksort"], lambda n: [str(n), cell.format(n * 3)]))).values()
    assert found == linear(3e-3)


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        (lambda n: f'"{n:,}"', ","),
        (lambda n: f"{n:,}", ";"),
        (lambda n: f"{n:,}.0", ";"),
        (lambda n: f"{n:,}".replace(",", " "), ";"),
        (lambda n: f"{n:,}".replace(",", "'"), ","),
        (lambda n: f"{n:_}", ","),
    ],
    ids=["quoted", "semicolons", "with a point", "blanks", "apostrophes", "underscores"],
)
def test_separators_of_thousands_are_no_decimal_commas(tmp_path, text, mark):
    (found,) = series(read(tmp_path, lines(["n", "time_us"], lambda n: [text(n), text(n * 300)], mark))).values()
    assert found == linear(300e-6)


def test_a_comma_that_can_not_be_told_is_left_out_and_named(tmp_path):
    reading = read_files([_written(tmp_path, "n;ms\n1000;1,920\n2000;3,840\n")])
    assert reading.rows == []
    assert "1,920" in reading.problems[0]
    assert "separator of thousands" in reading.problems[0]


def _written(tmp_path, text):
    file = tmp_path / "times.csv"
    file.write_text(text, encoding="utf-8")
    return file


def test_decimal_commas_elsewhere_tell_what_a_comma_and_a_dot_are(tmp_path):
    (found,) = series(read(tmp_path, "n;zeit_ms\n1.000;1,920\n2.000;3,84\n4.000;7,68\n")).values()
    assert found == [(n, pytest.approx(n * 1.92e-6)) for n in (1000, 2000, 4000)]


@pytest.mark.parametrize(
    ("beside", "value"),
    [
        ("std", "0.000001{n}"), ("stddev_ms", "0.1{n}"), ("error", "{n}"), ("peak_memory_kb", "{n}"), ("rss", "{n}"),
        ("runs", "5"), ("iterations", "{n}7"), ("mins", "{n}"), ("min", "{n}"), ("max_ms", "{n}"), ("totals", "{n}"),
        ("ops/sec", "{n}"), ("MB/s", "{n}"), ("timestamp", "2026-01-01T00:00:{n}"), ("throughput", "{n}"),
        ("ci_lower", "{n}"), ("p95_ms", "{n}"), ("items_per_second", "{n}"), ("allocs", "{n}"), ("samples", "1{n}"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("first", [False, True])
def test_what_is_measured_beside_the_time_is_passed_over_and_named(tmp_path, beside, value, first):
    def make(n):
        cells = [str(n), str(n * 3), value.format(n=n)]
        return [cells[2], *cells[:2]] if first else cells

    header = [beside, "n", "time_ms"] if first else ["n", "time_ms", beside]
    reading = read(tmp_path, lines(header, make))
    if beside == "totals":
        assert series(reading) == {"times": linear(3e-3)}
    (found,) = series(reading).values()
    assert found == linear(3e-3)
    assert any(entry.benchmark == beside and entry.count == 0 for entry in reading.left_out)


def test_each_column_of_times_is_a_series(tmp_path):
    def make(n):
        return [str(n), f"{n * 3}", f"{n * 5}", "0.1", f"{n}"]

    reading = read(tmp_path, lines(["n", "quick_ms", "merge (us)", "quick_std", "quick_max_ms"], make))
    assert series(reading) == {"quick_ms": linear(3e-3), "merge (us)": linear(5e-6)}


def test_of_the_sums_over_one_measurement_the_median_is_taken(tmp_path):
    def make(n):
        return [str(n), f"{n}", f"{n * 4}", f"{n * 3}", f"{n * 9}"]

    assert series(read(tmp_path, lines(["n", "min", "mean", "median", "max"], make))) == {"times": linear(3.0)}


def test_a_count_may_be_the_size_where_nothing_else_is(tmp_path):
    (found,) = series(read(tmp_path, lines(["iterations", "time_ms"], lambda n: [str(n), str(n * 3)]))).values()
    assert found == linear(3e-3)


def test_a_column_that_varies_by_itself_is_a_parameter_whatever_it_is_called(tmp_path):
    text = "n,samples,time_ms\n" + "".join(f"{n},{k},{n * k}\n" for n in SIZES for k in (2, 3, 5))
    assert set(series(read(tmp_path, text))) == {f"times(samples={k})" for k in (2, 3, 5)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A,B\n1,2\n3,5\n4,7\n", "no column's name says that it holds a time, among A, B"),
        ("n,quick,merge\n1,2,3\n2,3,4\n", "among n, quick, merge"),
        ("n,mins\n1,2\n2,3\n", "minutes or minima"),
        ("n,time_min\n1,2\n2,3\n", "minutes or minima"),
        ("n,total_ms,runs\n1,2,5\n2,3,5\n", "the time of one run or of all runs"),
        ("n,peak_memory_kb\n1,2\n2,3\n", "no column's name"),
        ("<?xml version='1.0'?><Catch2TestRun/>", "which isn't read"),
    ],
)
def test_what_can_not_be_told_is_asked(tmp_path, text, message):
    with pytest.raises(InputError, match=message):
        read(tmp_path, text)


def test_columns_that_leave_no_series_are_named(tmp_path):
    text = lines(["n", "comparisons", "time_ms"], lambda n: [str(n), str(n * 7), str(n)])
    assert read(tmp_path, text).problems == [
        f"{tmp_path / 'times.csv'}: no two lines differ in n alone, because of comparisons: take out what is no "
        "parameter, or give it a name that says what was measured, such as std or memory"
    ]


def test_a_fit_of_a_table_says_what_it_passed_over(tmp_path):
    file = _written(tmp_path, lines(["n", "time", "std"], lambda n: [str(n), str(n * 3e-8), "1e-7"]))
    fit = fit_results(FitOptions(results=(file,)))
    assert [(entry.analysis.law, entry.largest) for entry in fit.fitted] == [("n", pytest.approx(SIZES[-1] * 3e-8))]
    assert "the column std is not read" in fit.left_out[0].reason
