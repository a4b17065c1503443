"""Fits and pages of results with two clocks: what is read, what is left out, and what is said about it."""

import csv
import io
import json
import subprocess
import sys
from dataclasses import replace

import pytest
from cli_runner import run
from made_results import SIZES, result_file, series
from report_pages import page
from rich.console import Console

from wythoff.errors import InputError
from wythoff.harness.clocks import Choice
from wythoff.harness.fit.fitting import fit_results
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.fit.run import run_fit
from wythoff.harness.results import Details

BUSY = "the machine was busy"


def google(folder, name, runs, **context):
    file = folder / f"{name}.json"
    entries = [
        {"name": f"BM_{name}/{n}", "real_time": wall, "cpu_time": cpu, "time_unit": "us"} for n, wall, cpu in runs
    ]
    file.write_text(json.dumps({"context": {"host_name": "box", **context}, "benchmarks": entries}))
    return file


def disturbed(folder, name="busy", **context):
    factors = [1.0, 2.3, 1.1, 3.9, 1.0, 1.7, 4.2, 1.05, 1.0, 3.3]
    runs = [(n, 0.01 * n * factor, 0.01 * n) for n, factor in zip(SIZES, factors, strict=True)]
    return google(folder, name, runs, **context)


def fit(*paths, **options):
    return fit_results(FitOptions(results=paths, **options))


def test_a_fit_reads_all_of_a_series_by_the_undisturbed_clock(tmp_path):
    (entry,) = fit(disturbed(tmp_path)).fitted
    assert (entry.clock.clock, entry.clock.cause) == ("cpu", BUSY)
    assert (entry.analysis.law, entry.analysis.decided) == ("n", True)
    assert entry.analysis.values == pytest.approx([1e-8 * n for n in SIZES])
    assert entry.largest == pytest.approx(1e-8 * SIZES[-1])
    assert entry.task.quartiles == (None,) * len(SIZES)
    (asked,) = fit(tmp_path / "busy.json", clock="wall").fitted
    assert asked.clock == Choice("wall")
    assert asked.largest == pytest.approx(3.3e-8 * SIZES[-1])


def test_sizes_without_the_chosen_clock_are_left_out_by_name(tmp_path):
    file = disturbed(tmp_path)
    data = json.loads(file.read_text())
    data["benchmarks"][4]["cpu_time"] = 0
    file.write_text(json.dumps(data))
    found = fit(file)
    (entry,) = found.fitted
    assert entry.clock.clock == "cpu"
    assert SIZES[4] not in entry.analysis.n
    reason = "no time by the processor's clock, which its series is read by"
    assert [(lost.reason, lost.what, lost.count) for lost in found.left_out] == [(reason, "BM_busy, size 1024", 1)]
    assert entry.gaps == ((1024.0, reason),)
    assert (found.read, found.used, entry.used) == (10, 9, 9)


def test_the_largest_value_is_of_the_largest_size_that_is_read(tmp_path):
    file = disturbed(tmp_path)
    data = json.loads(file.read_text())
    data["benchmarks"][-1]["cpu_time"] = None
    file.write_text(json.dumps(data))
    (entry,) = fit(file, predict_times=(2.0,)).fitted
    assert entry.largest == pytest.approx(1e-8 * SIZES[-2])
    assert [found.n for found in entry.analysis.predictions] == [2 * SIZES[-2]]


def test_a_file_without_the_clock_that_is_asked_for_is_a_problem_and_read_all_the_same(tmp_path):
    disturbed(tmp_path)
    (tmp_path / "table.csv").write_text("n,seconds\n" + "".join(f"{n},{n}e-6\n" for n in SIZES))
    found = fit(tmp_path, clock="cpu")
    name = tmp_path / "table.csv"
    assert found.problems == [f"{name} has no times by the processor's clock (--clock cpu), and is read by the other"]
    assert {entry.series.benchmark: entry.clock.clock for entry in found.fitted} == {"BM_busy": "cpu", "table": "wall"}
    with pytest.raises(InputError, match="none of the results has times by the processor's clock"):
        fit(name, clock="cpu")


def test_counts_and_memory_have_no_clock(tmp_path):
    file = result_file(tmp_path / "results", {"m.track_x": series("n"), "m.peakmem_y": series("n")})
    for clock in ("auto", "wall", "cpu"):
        assert [entry.clock for entry in fit(file, clock=clock).fitted] == [None, None]


def test_the_sizes_that_were_measured_on_a_busy_machine_are_told_to_the_analysis(tmp_path, monkeypatch):
    file = google(tmp_path, "x", [(n, 0.01 * n, 0.01 * n) for n in SIZES])
    whole = Details.of

    def marked(self, row):
        found = whole(self, row)
        return replace(found, busy=dict(found.params)["param1"] in ("128", "1024"))

    assert fit(file).fitted[0].task.busy == ()
    monkeypatch.setattr(Details, "of", marked)
    assert fit(file).fitted[0].task.busy == (128.0, 1024.0)


# What is said


def printed(*paths, **options):
    stream = io.StringIO()
    assert run_fit(FitOptions(results=paths, **options), Console(file=stream, width=200)) == 0
    return stream.getvalue()


WHY = "the wall's time is 1.00 to 4.20 times the processor's and uneven from size to size: the machine was busy"


def test_the_table_says_which_clock_was_taken_and_why(tmp_path):
    line = f"BM_busy is read by the processor's clock: {WHY} (load 3.00 a processor)"
    file = disturbed(tmp_path, num_cpus=2, load_avg=[6.0, 7.0, 1.0])
    assert line in printed(file).splitlines()
    assert f"- {line}".replace("_", r"\_") in printed(file, format="markdown").splitlines()
    assert "clock" not in printed(file, clock="wall")
    assert "BM_busy is read by the processor's clock: asked for (--clock cpu)" in printed(file, clock="cpu")


def test_many_series_with_one_reason_are_one_line_and_all_on_request(tmp_path):
    for name in "abc":
        disturbed(tmp_path, name)
    lines = printed(tmp_path).splitlines()
    assert f"3 series are read by the processor's clock: {BUSY}; -v lists them" in lines
    assert not any(line.startswith("BM_a is read") for line in lines)
    assert [f"BM_{name} is read by the processor's clock: {WHY}" in printed(tmp_path, verbose=True) for name in "abc"]


def test_where_both_agree_nothing_is_said(tmp_path):
    file = google(tmp_path, "calm", [(n, 0.01 * n * 1.01, 0.01 * n) for n in SIZES])
    assert "clock" not in printed(file)
    (entry,) = json.loads(printed(file, format="json"))["series"]
    assert (entry["clock"], entry["clock_why"]) == ("wall", None)


def test_waiting_work_is_read_by_the_wall_and_said_to_be(tmp_path):
    file = google(tmp_path, "nap", [(n, 60 + n, 5) for n in SIZES])
    text = printed(file)
    assert "BM_nap is read by the wall's clock: the wall's time is 24.8 to 6,570 times the processor's and even" in text


def test_json_and_csv_have_the_clock_of_each_series(tmp_path):
    disturbed(tmp_path)
    result_file(tmp_path, {"m.track_x": series("n")})
    by_name = {entry["benchmark"]: entry for entry in json.loads(printed(tmp_path, format="json"))["series"]}
    assert (by_name["BM_busy"]["clock"], by_name["BM_busy"]["clock_why"]) == ("cpu", WHY)
    assert (by_name["m.track_x"]["clock"], by_name["m.track_x"]["clock_why"]) == (None, None)
    lines = {line["benchmark"]: line for line in csv.DictReader(io.StringIO(printed(tmp_path, format="csv")))}
    assert (lines["BM_busy"]["clock"], lines["BM_busy"]["clock_why"]) == ("cpu", WHY)
    assert (lines["m.track_x"]["clock"], lines["m.track_x"]["clock_why"]) == ("", "")
    assert float(lines["BM_busy"]["largest"]) == pytest.approx(1e-8 * SIZES[-1])


def test_the_page_draws_the_chosen_clock_and_says_why(tmp_path):
    disturbed(tmp_path)
    google(tmp_path, "calm", [(n, 0.01 * n, 0.01 * n) for n in SIZES])
    found = page(tmp_path)
    by_name = {
        entry["benchmark"]: detail for entry, detail in zip(found.overview["series"], found.details, strict=True)
    }
    assert by_name["BM_busy"]["clock"] == f"the processor's clock: {WHY}"
    assert by_name["BM_busy"]["best"] == pytest.approx([1e-8 * n for n in SIZES], rel=1e-3)
    assert "clock" not in by_name["BM_calm"]
    asked = page(tmp_path, clock="wall")
    assert not any("clock" in detail for detail in asked.details)


# The commands


def test_both_commands_take_the_clock(tmp_path):
    file = disturbed(tmp_path)
    assert "asked for (--clock cpu)" in run("fit", file, "--clock", "cpu").stdout
    assert "4.20 times" not in run("fit", file, "--clock=wall").stdout
    assert run("report", file, "-o", tmp_path / "page", "--clock", "wall").returncode == 0
    assert "asked for" not in (tmp_path / "page" / "complexity.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [("fit",), ("report", "-o", "page")])
@pytest.mark.parametrize("clock", ["", "WALL", "gpu", "real_time"])
def test_an_unknown_clock_is_one_sentence(tmp_path, monkeypatch, command, clock):
    monkeypatch.chdir(tmp_path)
    result = run(*command, disturbed(tmp_path), "--clock", clock)
    assert result.is_one_sentence()
    assert "the clock must be one of auto, wall, cpu" in result.stderr


def test_a_request_of_its_own_takes_no_clock(tmp_path):
    assert run("fit", "--series", "-", "--clock", "cpu").is_one_sentence()
    with pytest.raises(InputError, match="the clock must be one of"):
        fit(disturbed(tmp_path), clock="both")


# Memory


@pytest.mark.slow
def test_a_fit_holds_both_clocks_of_few_files(tmp_path):
    # 30 more files have 500 samples by each clock at six sizes, 190 kB each as Python's floats.
    peaks = []
    for count in (5, 35):
        folder = tmp_path / str(count)
        folder.mkdir()
        for number in range(count):
            google(folder, f"x{number}", [(n, n * (1 + i % 7 / 100), n) for n in SIZES[:6] for i in range(500)])
        code = (
            "import resource; from pathlib import Path; "
            "from wythoff.harness.fit.fitting import Account, fit_each; "
            "from wythoff.harness.fit.options import FitOptions; "
            f"options = FitOptions(results=(Path({str(folder)!r}),)); "
            "found = list(fit_each(options, Account(), curves=False)); "
            "print(len(found), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True)
        fitted, peak = map(int, result.stdout.split())
        assert fitted == count
        peaks.append(peak)
    assert peaks[1] - peaks[0] < 3_000, peaks  # kB
