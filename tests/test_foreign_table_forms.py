"""Tables in still other forms: headers, units and separators as programs and people in other places write them."""

import pytest

from wythoff.errors import InputError
from wythoff.harness.results import Details, read_files, read_results
from wythoff.harness.series import group_rows

SIZES = (1000, 2000, 4000, 8000, 16000, 32000)


def written(tmp_path, text, name="times.csv"):
    file = tmp_path / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return file


def read(tmp_path, text, name="times.csv"):
    """Read a file whole and as outlines with details, which must come to the same."""
    file = written(tmp_path, text, name)
    reading = read_results(file)
    assert reading.cells == len(reading.rows) + reading.n_left_out
    details = Details()
    outlines = read_results(file, outlines=True).rows
    assert list(map(repr, map(details.of, outlines))) == list(map(repr, reading.rows))
    return reading


def series(reading):
    grouped = group_rows(reading.rows)
    return {found.label: [(n, row.value) for n, row in points] for found, points in grouped.items()}


def linear(per_n):
    return [(n, pytest.approx(n * per_n, rel=1e-9)) for n in SIZES]


def body(line, **more):
    return "".join(line.format(n=n, t=n * 3, **{name: made(n) for name, made in more.items()}) + "\n" for n in SIZES)


@pytest.mark.parametrize(
    ("name", "factor"),
    [
        ("t / ms", 1e-3), ("time/ms", 1e-3), ("time/op", 1.0), ("time_h", 3600.0), ("time (h)", 3600.0),
        ("time (100 ns)", 1e-7), ("time [1e-6 s]", 1e-6), ("time (10^-3 s)", 1e-3), ("time_100ns", 1e-7),
        ("Zeit", 1.0), ("Laufzeit (ms)", 1e-3), ("temps (s)", 1.0), ("durée", 1.0), ("tiempo_ms", 1e-3),
        ("durations", 1.0), ("runtimes_us", 1e-6), ("avg time [\u03bcs]", 1e-6), ("µs/iter", 1e-6), ("time_sek", 1.0),
        ("mean time per call (ns)", 1e-9), ("median_seconds", 1.0), ("elapsed_usecs", 1e-6), ("Time, ms", 1e-3),
    ],
)  # fmt: skip
def test_headers_of_other_forms_have_their_unit(tmp_path, name, factor):
    (found,) = series(read(tmp_path, f'"n","{name}"\n' + body("{n},{t}"))).values()
    assert found == linear(3 * factor)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("n,cycles", "cycles counts ticks of a clock, which are no time"),
        ("n,time_cycles", "time_cycles counts ticks"),
        ("n,cpu_cycles", "cpu_cycles counts ticks"),
        ("n,log_time", "log_time holds logarithms"),
        ("n,log2 time (s)", "holds logarithms"),
        ("n,relative time", "relative time holds ratios"),
        ("n,time %", "time % holds ratios"),
        ("n,time_m", "may hold minutes"),
        ("n,speedup", "speedup holds ratios"),
        ("n,MB/s", "no column's name says that it holds a time"),
    ],
)
def test_what_looks_like_a_time_and_is_none_is_asked_for(tmp_path, header, message):
    with pytest.raises(InputError, match=message):
        read(tmp_path, header + "\n" + body("{n},{t}"))


@pytest.mark.parametrize(
    "text",
    [
        "# n time_ms\n" + body("{n} {t}"),
        "#n,time_ms\n" + body("{n},{t}"),
        "% made by MATLAB\n% n, time (ms)\n" + body("{n}, {t}"),
        "// n;time [ms]\n" + body("{n};{t}"),
        "# times in ms\nn,time\n" + body("{n},{t}"),
        "# unit: ms\n" + body("{n} {t}"),
        "Sorting, times in milliseconds\n\nn,time\n" + body("{n},{t}"),
        "n,time\n-,ms\n" + body("{n},{t}"),
        "n,time\n,(ms)\n" + body("{n},{t}"),
        "Benchmark of sort\nmade today\nn;time_ms\n" + body("{n};{t}"),
        "n,1000,2000,4000,8000,16000,32000\ntime_ms,3000,6000,12000,24000,48000,96000\n",
        "n time (ms)\n" + body("{n} {t}"),
        "n  time [ms]  \n" + body("{n}    {t}"),
        "         n  time_ms\n" + body("{i}  {n}  {t}", i=SIZES.index),
        "n,time_ms,\n" + body("{n},{t},"),
        "n,time_ms\n" + body("{n},{t},"),
        "n,time_ms,remark\n" + body("{n},{t}"),
        "| n | time (ms) |\n|---|---:|\n" + body("| {n} | {t} |"),
        "n | time_ms\n--|--\n" + body("{n} | {t}"),
        "+------+---------+\n| n    | time_ms |\n+======+=========+\n" + body("| {n} | {t}   |"),
        "Unnamed: 0,n,time_ms\n" + body("{i},{n},{t}", i=SIZES.index),
        "id,n,time_ms\n" + body("{i},{n},{t}", i=lambda n: SIZES.index(n) + 1),
        "n,time\n" + body("{n},{t} ± 2 ms"),
        "n,time_ms\n" + body("{n},{t} ± 0.5"),
        "n,time_ms\n" + body("{n},{t}+/-0.5"),
        "n,quick\n" + body("{n},{t} ms ± 20 µs per loop (mean ± std. dev. of 7 runs; 10 loops each)"),
        "n,wall\n" + body("{n},{t}000 us/op"),
        "time;n;time_ms\n" + body("17327{n:05};{n};{t}"),
        "time;n;time_ms\n" + body("2026-11-28T12:00:01.{n};{n};{t}"),
        "n,time_ms,± (ms)\n" + body("{n},{t},{n}"),
        "n,time_ms,ratio,cycles\n" + body("{n},{t},0.{n},{n}"),
        "benchmark,time_ms\n" + body("sort/{n},{t}"),
        "name,ms\n" + body("test_sort[{n}],{t}"),
        "test,ms\n" + body("Sort(N: {n}),{t}"),
        "function;ms\n" + body("sort({n});{t}"),
        "n,time_ms\n" + body("{n},{t}") + "n,time_ms\n",
        "n\u00a0\ttime_ms\n" + body("{n}\t{t}"),
        "n,time_ms\r\n" + body("{n},{t}\r"),
        "n 'time_ms'\n".replace("'", "") + body("{n} {t},0"),
    ],
)
def test_other_forms_of_the_same_table(tmp_path, text):
    (found,) = series(read(tmp_path, text)).values()
    assert found == linear(3e-3)


@pytest.mark.parametrize(
    ("cell", "seconds"),
    [("0:00:01.5", 1.5), ("1:02:03", 3723.0), ("12:03.25", 723.25), ("0m3.21s", 3.21), ("1m30s", 90.0),
     ("2 min", 120.0),
     ("PT1M3.5S", 63.5), ("1,5 s", 1.5), ("00:00:01.5000000", 1.5)],
)  # fmt: skip
def test_durations_as_clocks_and_programs_write_them(tmp_path, cell, seconds):
    reading = read(tmp_path, f"n;time\n1;{cell}\n2;{cell}\n")
    assert [row.value for row in reading.rows] == pytest.approx([seconds, seconds])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "cp1252"])
def test_other_encodings(tmp_path, encoding):
    text = "Größe;Zeit (µs)\n" + body("{n};{t}")
    assert series(read(tmp_path, text.encode(encoding))) == {"times": linear(3e-6)}


def test_separators_of_thousands_before_units(tmp_path):
    text = "Method;N;Mean;Error;StdDev;Ratio;Allocated\n" + body('Sort;{n};"{t:,.1f} ns";"0,1 ns";"0.2 ns";1.00;24 B')
    assert series(read(tmp_path, text)) == {"times(Method=Sort)": linear(3e-9)}


def test_a_dot_in_a_size_that_may_separate_thousands_is_left_out_and_named(tmp_path):
    file = written(tmp_path, "n;ms\n1.000;3\n2.000;6\n4.000;12\n")
    with pytest.raises(InputError, match=r"size '1\.000' may have a decimal point or a separator of thousands"):
        read_results(file)
    (found,) = series(read(tmp_path, "n;ms\n1.000;3,25\n2.000;6,5\n4.000;13\n")).values()
    assert [n for n, _ in found] == [1000, 2000, 4000]


@pytest.mark.parametrize(
    "text",
    [
        "# quick\n{a}\n\n# merge\n{b}",
        "quick\nn,ms\n{a}\nmerge\nn,ms\n{b}",
        "# n ms\n\n\n# quick\n{a}\n\n\n# merge\n{b}",
    ],
)
def test_tables_below_one_another_do_not_mix(tmp_path, text):
    mark = "," if "n,ms" in text else " "
    text = text.format(a=body("{n}" + mark + "{t}"), b=body("{n}" + mark + "{t}0"))
    factor = 1e-3 if "ms" in text else 1.0
    found = series(read(tmp_path, text))
    assert found == {"times(table=quick)": linear(3 * factor), "times(table=merge)": linear(30 * factor)}


def test_an_empty_line_alone_parts_nothing(tmp_path):
    assert series(read(tmp_path, "n,time_ms\n1,2\n2,4\n\n4,8\n")) == {"times": [(1, 2e-3), (2, 4e-3), (4, 8e-3)]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n \n", "it is empty"),
        ("# nothing but a comment\n", "it is empty"),
        ("n,time_ms\n", "below its header, n, time_ms, are no numbers"),
        ("n,time_ms\n,\n", "below its header"),
        ("n,time_ms\n1,failed\n2,timeout\n", "its value 'failed' is no finite number"),
        ("BM_x/8      30 ns   29 ns   1000\nBM_x/16    60 ns   59 ns   1000\n", "without a header"),
        ("sort,1000,3\nsort,2000,6\n", "without a header"),
        ("n,time_s,time_s\n1,2,3\n2,3,4\n", "two columns are called time_s: give each a name of its own"),
        ("n,n,time_s\n1,2,3\n2,3,4\n", "two columns are called n"),
        ("algorithm,1000,2000,4000\nquick,3,6,12\nmerge,4,8,16\n", "no column's name says that it holds a time"),
    ],
)
def test_one_sentence_where_there_is_nothing_to_read(tmp_path, text, message):
    with pytest.raises(InputError, match=message):
        read(tmp_path, text)


def test_a_line_of_more_cells_than_any_table_has_is_refused_at_once(tmp_path):
    file = tmp_path / "wide.csv"
    file.write_text("n,seconds\n10,1\n" + "1," * 10_001 + "\n")
    (problem,) = read_files([file]).problems
    assert "one line has 10,002 cells, and tables of times have up to 10,000" in str(problem)


@pytest.mark.parametrize("encoding", ["utf-16-be", "utf-16-le", "utf-16", "utf-8-sig", "cp1252"])
def test_a_table_is_read_in_the_encodings_that_programs_write(tmp_path, encoding):
    text = "n;Zeit (µs)\r\n" + body("{n};{t}")
    (found,) = series(read(tmp_path, text.encode(encoding))).values()
    assert found == linear(3e-6)


@pytest.mark.parametrize("name", ["heap_ms", "alloc (ms)", "peak_ms", "memTimeMs", "rss_ms"])
def test_words_of_memory_with_the_unit_of_a_time_are_times(tmp_path, name):
    found = series(read(tmp_path, f"n,quick_ms,{name}\n" + body("{n},1,{t}")))
    assert found[name] == linear(3e-3)
    assert series(read(tmp_path, "n,quick_ms,heap_kb\n" + body("{n},{t},5"))).keys() == {"times"}


def test_a_unit_that_is_none_of_a_time_is_asked_about_and_is_no_second(tmp_path):
    with pytest.raises(InputError, match="the column unit holds 'jiffies', which is no unit of a time: give the times"):
        read(tmp_path, "n,time,unit\n" + body("{n},{t},jiffies"))
    (found,) = series(read(tmp_path, "n,time_ms,unit\n" + body("{n},{t},items"))).values()
    assert found == linear(3e-3)


@pytest.mark.parametrize("end", ["3.", "3", "12.3"])
def test_a_number_within_which_the_file_ends_is_left_out_by_name(tmp_path, end):
    lines = body("{n},{ms}", ms=lambda n: f"{n * 3e-3:.4f}")
    reading = read(tmp_path, f"n,ms\n{lines}64000,{end}")
    assert series(reading) == {"times": linear(3e-6)}
    assert reading.problems[-1].endswith(f"line 8 is left out: the file seems to end within its value '{end}'")
    assert series(read(tmp_path, f"n,ms\n{lines}64000,{end}\n"))["times"][-1][0] == 64000
    # Numbers of different length, as repr writes them, end as they like.
    assert len(series(read(tmp_path, "n,ms\n1000,0.25\n2000,0.125\n4000,0.5\n8000,1.0\n16000,3"))["times"]) == 5


def test_a_comma_beside_decimal_points_separates_thousands(tmp_path):
    (found,) = series(read(tmp_path, "| n | time |\n|---|---|\n" + body("| {n:,} | {t}.5 µs |"))).values()
    assert found == [(n, pytest.approx(n * 3e-6 + 0.5e-6)) for n in SIZES]


def test_indian_groups_are_numbers(tmp_path):
    text = 'n,ns\n1000,"30,000"\n2000,"60,000"\n4000,"1,20,000"\n8000,"2,40,000"\n1000000,"3,00,00,000.5"\n'
    (found,) = series(read(tmp_path, text)).values()
    assert found == [
        (n, pytest.approx(seconds)) for n, seconds in
        [(1000, 3e-5), (2000, 6e-5), (4000, 1.2e-4), (8000, 2.4e-4), (10**6, 30000000.5e-9)]
    ]  # fmt: skip


def test_user_and_sys_beside_real_are_no_sizes(tmp_path):
    reading = read(tmp_path, "n,real,user,sys\n" + body("{n},{t},{u},{v}", u=lambda n: n * 2, v=lambda n: n))
    assert series(reading) == {"times": linear(3)}
    assert not reading.problems
