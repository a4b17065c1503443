import io
from pathlib import Path

import pytest
from rich.console import Console

from wythoff.harness.results import Row
from wythoff.harness.summary import print_summary, summarize
from wythoff.harness.units import count_points, human_duration, human_n, human_seconds


def rows(benchmark, law, kind="time", sizes=(10, 100, 1000, 10000, 100000), environment="env", **params):
    return [
        Row(
            benchmark, (("n", str(n)), *params.items()), law(n), None, "seconds", kind, "1", "box", "abc", None,
            environment, Path("f.json"),
        )
        for n in sizes
    ]  # fmt: skip


def printed(found, notes=(), width=100, terminal=False, **more):
    stream = io.StringIO()
    console = Console(file=stream, width=width, force_terminal=terminal, color_system=None)
    print_summary(summarize(found), notes, console, **more)
    return stream.getvalue()


def test_summarize_takes_the_last_point_and_the_local_slope():
    (summary,) = summarize(rows("m.time_x", lambda n: 1e-3 + 1e-9 * n**2))
    assert (summary.n, summary.seconds) == (100000, pytest.approx(10.001))
    assert summary.growth == "n^1.37"  # over the last four points; over all five it would be less
    assert summarize(rows("m.time_x", lambda n: 1e-9 * n * n))[0].growth == "n^2.00"


def test_summarize_leaves_out_what_has_no_value_or_is_no_time():
    assert summarize(rows("m.track_x", float, kind="track")) == []
    assert summarize(rows("m.time_x", lambda n: None)) == []
    (short,) = summarize(rows("m.time_x", lambda n: 1e-6 * n if n < 1000 else float("nan")))
    assert (short.n, short.slope, short.growth) == (100, None, "")


def test_summarize_chooses_the_axis_from_all_rows():
    found = rows("m.time_x", lambda n: 1e-9 * n, k="1") + rows("m.time_y", lambda n: 1e-9 * n)
    (summary,) = summarize(found, wanted=lambda row: row.params == (("n", "10"), ("k", "1")))
    assert (summary.series.benchmark, summary.series.axis, summary.n) == ("m.time_x", "n", 100000)


def test_print_summary_is_plain_text_away_from_a_terminal():
    text = printed(rows("m.time_x", lambda n: 1.234e-9 * n, how="'[red]'"), ["m.time_y(10) failed: [bold]"])
    assert text.splitlines() == [
        "series                     n    time  time / n  growth",
        "m.time_x(how=[red])  100,000  123 µs   1.23 ns  n^1.00",
        "m.time_y(10) failed: [bold]",
    ]


@pytest.mark.parametrize("width", [40, 80, 200])
def test_print_summary_fits_the_terminal(width):
    found = rows("module.Class.time_with_a_long_name", lambda n: 1.234e-9 * n, how="'[red]'")
    text = printed(found, ["a note that is longer than a narrow terminal is wide"], width=width, terminal=True)
    assert max(map(len, text.splitlines())) <= width
    for cell in ("100,000", "123 µs", "1.23 ns", "n^1.00"):
        assert cell in text


def test_print_summary_names_environments_where_there_are_several():
    found = [row for name in ("e1", "e2") for row in rows("m.time_x", lambda n: 1e-9 * n, environment=name)]
    text = printed(found, title="today")
    assert text.startswith("today\n")
    assert "m.time_x [e1]" in text
    assert printed([]) == ""


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (1.0, "1.00 s"),
        (0.9996, "1.00 s"),
        (0.9994, "999 ms"),
        (1.2345e-5, "12.3 µs"),
        (9.999e-7, "1.00 µs"),
        (9.994e-7, "999 ns"),
        (1e-9, "1.00 ns"),
        (2.5e-11, "0.0250 ns"),
        (1e-15, "1e-15 s"),
        (12345.0, "12,300 s"),
        (1e9, "1.00e+09 s"),
        (0.0, "0 s"),
        (float("inf"), "inf"),
    ],
)
def test_human_seconds_keeps_three_digits(seconds, text):
    assert human_seconds(seconds) == text


def test_human_duration_and_counts():
    assert [human_duration(s) for s in (0, 59.4, 59.6, 60, 3599.6, 7260, 90000)] == [
        "1 s", "59 s", "1 min", "1 min", "1 h", "2 h 1 min", "25 h",
    ]  # fmt: skip
    assert (human_n(1234567), human_n(0.5), human_n(None)) == ("1,234,567", "0.5", "")
    assert (count_points(1), count_points(1200)) == ("1 point", "1,200 points")
