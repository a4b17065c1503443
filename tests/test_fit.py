"""The fit of small results folders, and the command as a user meets it."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import warm_interpreter
from made_results import SIZES, describe, project, result_file, series
from rich.console import Console

from wythoff.errors import InputError
from wythoff.harness.fit import command as fit_command
from wythoff.harness.fit.fitting import fit_results
from wythoff.harness.fit.options import FitOptions, size
from wythoff.harness.fit.run import run_fit

SCRIPT = Path(__file__).parents[1] / "scripts" / "fit_complexity.py"
LINE = {"benchmark": "time_line", "axis": "n", "claim": "n", "bytes_per_n": 8, "source": "a book"}
SQUARE = {"benchmark": "time_square", "axis": "n", "claim": "n^2"}


@pytest.fixture
def results(tmp_path):
    folder = tmp_path / "results"
    facts = {"l1d": "32 KiB", "l2": "1 MiB", "l3": "unknown"}
    benchmarks = {"m.time_line": series("n"), "m.time_square": series("n^2"), "m.time_alone": [1e-3, [], "1"]}
    result_file(folder, benchmarks, facts=facts)
    describe(folder, m__time_line=["n"], m__time_square=["n"])
    return folder


def fit(*paths, **options):
    return fit_results(FitOptions(results=paths, **options))


def printed(*paths, width=100, terminal=False, **options):
    stream = io.StringIO()
    console = Console(file=stream, width=width, force_terminal=terminal, color_system=None)
    code = run_fit(FitOptions(results=paths, **options), console)
    return code, stream.getvalue()


def command(*arguments, **options):
    return subprocess.run(
        [sys.executable, SCRIPT, *map(str, arguments)], capture_output=True, text=True, timeout=120, **options
    )


def balanced(found):
    return found.read == found.used + sum(lost.count for lost in found.left_out)


def no_nan(text):
    raise AssertionError(f"{text} is not strict JSON")


# What is fitted


def test_fit_finds_laws_and_judges_claims(results, tmp_path):
    project(tmp_path, LINE, SQUARE)
    found = fit(results)
    assert [(entry.series.benchmark, entry.analysis.law) for entry in found.fitted] == [
        ("m.time_line", "n"),
        ("m.time_square", "n^2"),
    ]
    assert [entry.verdict.outcome for entry in found.fitted] == ["agrees", "agrees"]
    assert not found.contradicted
    assert found.fitted[0].task.bytes_per_n == 8
    assert found.fitted[0].task.caches == {"L1d": 2**15, "L2": 2**20}
    assert balanced(found)
    assert [(lost.reason, lost.count) for lost in found.left_out] == [("the benchmark has no parameters", 1)]


def test_unmatched_claims_are_reported(results, tmp_path):
    project(tmp_path, LINE, {"benchmark": "time_gone", "claim": "n"}, {"benchmark": "time_line", "claim": "n^3"})
    first, second = fit(results).unmatched
    assert first.startswith(
        "claim 2 (time_gone: n) was not judged: no benchmark in the results matches it; there are m."
    )
    assert second.startswith("claim 3 (time_line: n^3) was not judged")
    assert fit(results, benchmark=("square",)).unmatched[0].startswith("claim 1 (time_line: n) was not judged")


def test_an_unknown_law_is_refused_before_anything_is_fitted(results, tmp_path):
    project(tmp_path, {"benchmark": "x", "claim": "n^7"})
    with pytest.raises(InputError, match=r"claim 1 .* claims 'n\^7', which is no known law"):
        fit(results)


def test_the_newest_commit_with_enough_sizes_is_taken_and_none_mixed(results):
    result_file(results, {"m.time_line": series("n^2")}, commit="aaaa0000", date=5)
    result_file(results, {"m.time_line": series("n", sizes=SIZES[:2])}, commit="bbbb0000", date=9)
    result_file(results, {"m.time_line": series([None] * 10)}, commit="cccc0000", date=10)
    found = fit(results, benchmark=("line",))
    (entry,) = found.fitted
    assert (entry.series.commit, entry.analysis.law, len(entry.analysis.n)) == ("aaaa0000", "n^2", 10)
    reasons = Counter()
    for lost in found.left_out:
        reasons[lost.reason] += lost.count
    assert reasons["an older commit (--commit chooses one, wythoff history looks at all)"] == 10
    assert reasons["a newer commit, but with fewer than 3 measured sizes"] == 2
    assert reasons["failed or timed out"] == 10
    assert balanced(found)
    (older,) = fit(results, benchmark=("line",), commits=("0123",)).fitted
    assert (older.series.commit, older.analysis.law) == ("0123abcd", "n")


def test_an_all_null_file_that_sorts_last_hides_nothing(results):
    nothing = {"m.time_line": [None, [[str(n) for n in SIZES]], "1"], "m.time_square": None}
    result_file(results, nothing, commit="ffffffff", date=10)
    found = fit(results)
    assert [entry.series.commit for entry in found.fitted] == ["0123abcd", "0123abcd"]
    assert balanced(found)


def test_machines_and_environments_are_series_of_their_own(results):
    result_file(results, {"m.time_line": series("n")}, machine="other")
    result_file(results, {"m.time_line": series("n")}, environment="env2")
    found = fit(results, benchmark=("line",))
    assert [(entry.series.machine, entry.series.environment) for entry in found.fitted] == [
        ("box", "env"),
        ("box", "env2"),
        ("other", "env"),
    ]
    (only,) = fit(results, machine="other").fitted
    assert only.series.machine == "other"


def test_axis_may_be_chosen(tmp_path):
    sizes = ["4", "8", "16", "32", "64"]
    values = [1e-9 * int(n) * int(k) ** 2 for n in sizes for k in sizes]
    file = result_file(tmp_path / "results", {"m.time_two": [values, [sizes, sizes], "1"]})
    describe(tmp_path / "results", m__time_two=["n", "k"])
    assert {entry.series.axis for entry in fit(file).fitted} == {"n"}
    chosen = fit(file, axis="k")
    assert {(entry.series.axis, entry.series.fixed[0][0]) for entry in chosen.fitted} == {("k", "n")}
    with pytest.raises(InputError, match="no results have the axis 'q'; there are k, n"):
        fit(file, axis="q")


def test_zeros_and_single_samples_are_accounted_for(tmp_path):
    values = [0.0, 0.0, *(1e-6 * n for n in SIZES[2:])]
    entry = series(values)
    entry[3][5] = [values[5], -1.0]
    found = fit(result_file(tmp_path / "results", {"m.time_x": entry, "m.track_zero": series([0.0] * 10)}))
    assert balanced(found)
    assert found.used == 8
    assert [entry.series.benchmark for entry in found.fitted] == ["m.time_x"]
    reasons = {lost.reason for lost in found.left_out}
    assert reasons == {"the value is zero", "some samples of values that are used"}


def test_memory_is_fitted_above_the_floor(tmp_path):
    sizes = [10**k for k in range(2, 9)]
    law = [60e6 + 16.0 * max(n - 1e4, 0) for n in sizes]
    file = result_file(tmp_path / "results", {"m.peakmem_x": series(law, sizes=sizes)})
    _, text = printed(file)
    assert "memory is fitted above what the process needs anyway, 57.2 MiB" in text
    assert "1.55 GiB" in text
    assert "not clearly above what the process itself needs" in text


def test_a_broken_file_is_named_and_the_rest_is_fitted(results):
    (results / "box" / "00000000-env.json").write_text('{"results": {')
    code, text = printed(results)
    assert code == 0
    assert "2 series: 2 decided" in text
    assert "1 problem with the files:" in text
    assert "00000000-env.json" in text


@pytest.mark.slow
def test_many_series_give_the_same_answer_in_workers(tmp_path, monkeypatch):
    benchmarks = {f"m.time_{k}": series("n" if k % 2 else "n^2", sizes=SIZES[:6]) for k in range(4)}
    file = result_file(tmp_path / "results", benchmarks)
    monkeypatch.setattr("wythoff.harness.pool.FEW", 1)
    shared = fit_results(FitOptions(results=(file,)), processes=2)
    assert [entry.analysis for entry in shared.fitted] == [entry.analysis for entry in fit(file).fitted]


@pytest.mark.slow
def test_sessions_that_workers_cannot_import_do_without(tmp_path):
    benchmarks = {f"m.time_{k}": series("n", sizes=SIZES[:5]) for k in range(3)}
    file = result_file(tmp_path / "results", benchmarks)
    code = (
        "from pathlib import Path; from wythoff.harness import pool;"
        "from wythoff.harness.fit import fitting, options as fit_options;"
        f"pool.FEW = 1; options = fit_options.FitOptions(results=(Path({str(file)!r}),));"
        "print(len(fitting.fit_results(options, processes=2).fitted))"
    )
    result = subprocess.run([sys.executable, "-"], input=code, capture_output=True, text=True, timeout=120)
    assert result.stdout == "3\n"


# What is shown


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_the_table_fits_the_terminal(results, tmp_path, width):
    project(tmp_path, LINE, {**SQUARE, "claim": "n"})
    _, text = printed(results, width=width, terminal=True, predict=(1e9,), verbose=True)
    assert max(map(len, text.splitlines())) <= width
    words = " ".join(text.split())
    for cell in ("98.5 µs", "2.15 s", "n: agrees", "n: contradicted", "64 to 32,768", "1,000,000,000"):
        assert cell in words
    assert len(re.findall(r"\d\.\d\d \[\d\.\d\d, \d\.\d\d\]", words)) >= 2


def test_away_from_a_terminal_the_table_is_plain_and_aligned(results):
    lines = printed(results, width=40)[1].splitlines()
    assert lines[0] == "box, env, commit 0123abcd of 1970-01-01"
    assert lines[1].split("  ")[0] == "series"
    places = {line.index("n = 64 to 32,768 (10)") for line in lines[2:4]}
    assert places == {lines[1].index("sizes")}
    assert all(line == line.rstrip() for line in lines)


def test_predictions_are_shown_with_intervals(results):
    header, *rows = printed(results, predict=(1e6, 1e9))[1].splitlines()[1:4]
    assert "at 1,000,000 [90 %]" in header
    assert "at 1,000,000,000 [90 %]" in header
    assert " ms [" in rows[0]
    assert " years [" in rows[1] or " days [" in rows[1]


def test_left_out_is_short_and_in_full_on_request(results):
    result_file(results, {"m.time_line": series("n")}, commit="aaaa0000", date=5)
    short = printed(results)[1]
    assert "left out: 11 of 31 values, because" in short
    assert "10  an older commit" in short
    assert "m.time_line at 0123abcd (10)" not in short
    assert "m.time_line at 0123abcd (10)" in printed(results, verbose=True)[1]


def test_undecided_series_say_why_and_what_to_measure_next(tmp_path):
    file = result_file(tmp_path / "results", {"m.time_x": series([1e-6, 2e-6, 4.1e-6], sizes=[8, 16, 32])})
    text = printed(file, verbose=True)[1]
    assert "m.time_x is undecided: 3 sizes are too few for a decision" in text
    assert "the next size worth measuring is " in text


def test_evidence_is_shown_for_what_does_not_agree(results, tmp_path):
    project(tmp_path, LINE, {**SQUARE, "claim": "n", "source": "[red]rumour"})
    text = printed(results)[1]
    assert "claims: 1 agree, 1 contradicted" in text
    assert "contradicted: m.time_square is claimed n ([red]rumour); n^2 has probability " in text
    assert "agrees: m.time_line" not in text
    assert "agrees: m.time_line is claimed n (a book)" in printed(results, verbose=True)[1]


def test_json_is_strict_and_complete(results, tmp_path):
    project(tmp_path, LINE)
    result_file(results, {"m.time_bad": series([float("nan"), None, float("inf"), *[1e-6] * 7])}, commit="dddd0000")
    code, text = printed(results, format="json", predict=(1e9,))
    found = json.loads(text, parse_constant=no_nan)
    assert code == 0
    by_name = {entry["benchmark"]: entry for entry in found["series"]}
    line = by_name["m.time_line"]
    assert (line["law"], line["decided"], line["n"], line["unit"]) == ("n", True, SIZES, "seconds")
    assert line["claim"]["verdict"] == "agrees"
    assert line["predictions"][0]["low"] < 3.0 < line["predictions"][0]["high"]
    assert sum(line["probabilities"].values()) == pytest.approx(1)
    assert by_name["m.time_square"]["claim"] is None
    left = sum(entry["count"] for entry in found["left_out"])
    assert found["values_read"] == left + found["values_used"]


def test_csv_has_a_line_for_each_series(results):
    text = printed(results, format="csv", predict=(1e9,))[1]
    line, square = csv.DictReader(io.StringIO(text))
    assert (line["benchmark"], line["law"], line["decided"], line["n_max"]) == ("m.time_line", "n", "True", "32768")
    assert float(square["largest"]) == pytest.approx(2e-9 * 32768**2, rel=0.01)
    assert float(line["at_1000000000_low"]) < float(line["at_1000000000"]) < float(line["at_1000000000_high"])


def test_markdown_is_a_table_that_foreign_names_do_not_break(tmp_path):
    names = ["m.time_<script>alert(1)</script>", "m.time_a|b`c\n# d"]
    file = result_file(tmp_path / "results", {name: series("n") for name in names})
    text = printed(file, format="markdown", verbose=True)[1]
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == 4
    assert {line.replace("\\|", "").count("|") for line in rows} == {7}
    assert "<script>" not in text
    assert r"a\|b\`c\\n\# d" in text


@pytest.mark.slow
def test_foreign_names_are_no_markup_and_no_terminal_codes(tmp_path):
    names = ["m.time_[bold]x[/bold]", "m.time_\x1b[31mred", "m.time_\ud800", "m.time_" + "y" * 300, "../../etc"]
    file = result_file(tmp_path / "results", {name: series("n") for name in names})
    for options in ({}, {"terminal": True, "width": 80}, {"terminal": True, "width": 200}):
        text = printed(file, verbose=True, **options)[1]
        assert "[bold]x[/bold]" in text
        assert "\x1b[31m" not in text
        text.encode("utf-8")
    for name in ("json", "csv", "markdown"):
        printed(file, format=name)[1].encode("utf-8")


def test_nothing_with_a_size_is_said_plainly(tmp_path):
    code, text = printed(result_file(tmp_path / "results", {"m.time_alone": [1e-3, [], "1"]}))
    assert code == 0
    assert text.startswith("no series: nothing here was measured at two sizes or more\n")
    assert "left out: 1 of 1 value, because" in text


# Exit codes, options, streams


@pytest.mark.parametrize(
    ("law", "bound", "check", "code"),
    [("n^2", None, True, 0), ("n", None, True, 1), ("n", None, False, 0), ("n^3", "upper", True, 0)],
)
def test_check_fails_only_for_a_contradiction(results, tmp_path, law, bound, check, code):
    project(tmp_path, {**SQUARE, "claim": law, **({"bound": bound} if bound else {})})
    assert printed(results, check=check)[0] == code
    assert printed(results, check=check, format="json")[0] == code


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        ({"benchmark": "time_lien", "claim": "n"}, "no benchmark in the results matches it"),
        ({"benchmark": "time_line", "where": {"haw": "a"}, "claim": "n"}, "has the parameter 'haw'; there are n"),
        ({"benchmark": "time_line", "axis": "m", "claim": "n"}, "has the parameter 'm'; there are n"),
        ({"benchmark": "time_line", "where": {"n": 17}, "claim": "n"}, "has n=17"),
        ({"benchmark": "time_line", "claim": "n^2"}, "that no earlier claim speaks about"),
    ],
)
def test_check_fails_for_a_claim_that_was_never_judged(results, tmp_path, claim, why):
    project(tmp_path, LINE, SQUARE, claim)
    code, text = printed(results, check=True)
    assert code == 1
    assert "claim 3" in text
    assert why in " ".join(text.split())


def test_check_of_a_part_asks_for_the_claims_about_it_and_for_those_about_nothing(results, tmp_path):
    project(tmp_path, LINE, SQUARE)
    assert printed(results, check=True, benchmark=("time_line",))[0] == 0
    project(tmp_path, LINE, {"benchmark": "gone", "claim": "n"})
    assert printed(results, check=True, benchmark=("time_line",))[0] == 1


def test_check_is_quiet_about_what_is_undecided(tmp_path):
    result_file(tmp_path / "results", {"m.time_line": series("n", sizes=SIZES[:2])})
    describe(tmp_path / "results", m__time_line=["n"])
    project(tmp_path, LINE)
    assert printed(tmp_path / "results", check=True)[0] == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"benchmark": ("(",)}, r"the pattern \( is no regular expression"),
        ({"benchmark": ("time_z", "k$")}, "no benchmark matches time_z or k[$]; there are m.time_alone, m.time_line"),
        ({"machine": "nobody"}, "no results have the machine 'nobody'; there are box"),
        ({"commits": ("ffff",)}, "no results have the commit 'ffff'; there are 0123abcd"),
        ({"commits": ("",)}, "no results have the commit ''"),
        ({"predict": (-1.0,)}, "a size to predict must be a positive number"),
        ({"config": Path("nowhere.json")}, "does not exist"),
        ({"format": "xml"}, "the format must be one of table, json"),
        ({"series": Path("-")}, "--series answers a request of its own"),
    ],
)
def test_bad_options_are_refused_in_one_sentence(results, options, message):
    with pytest.raises(InputError, match=message) as caught:
        printed(results, **options)
    assert "\n" not in str(caught.value)


def test_several_commits_of_one_beginning_are_named(results):
    result_file(results, {"m.time_line": series("n")}, commit="01230000")
    with pytest.raises(InputError, match="several commits begin with 0123: 01230000, 0123abcd"):
        fit(results, commits=("0123",))


def test_results_and_claims_are_found_in_the_current_folder(results, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert len(fit().fitted) == 2
    project(tmp_path, LINE)
    assert fit().fitted[0].verdict.outcome == "agrees"
    monkeypatch.chdir(results)
    with pytest.raises(InputError, match=r"neither an asv.conf.json nor a folder results here"):
        fit()


def test_claims_come_from_the_project_of_the_results(results, tmp_path):
    project(tmp_path, LINE)
    for path in (results, results / "box", next((results / "box").glob("0*.json"))):
        assert fit(path).fitted[0].verdict.outcome == "agrees"
    other = tmp_path / "deep" / "er" / "other" / "results"
    result_file(other, {"m.time_line": series("n")})
    describe(other, m__time_line=["n"])
    assert fit(other).fitted[0].verdict is None
    assert fit(other, config=tmp_path).fitted[0].verdict.outcome == "agrees"
    project(other.parent, LINE)
    with pytest.raises(InputError, match="belong to several projects"):
        fit(results, other)


def test_sizes_as_people_type_them():
    assert [size(text) for text in ("1e9", "10", "671_088_640", "0.5")] == [1e9, 10.0, 671088640.0, 0.5]
    for text in ("ten", "-1", "0", "nan", "inf", "1e999", ""):
        with pytest.raises(InputError, match="a size to predict must be a positive number such as 1e9, got "):
            size(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--json", "--csv", "."), "fit_complexity: --json and --csv exclude each other"),
        (("nowhere",), "fit_complexity: "),
        (("--predict", "soon", "."), "fit_complexity: a size to predict must be a positive number such as 1e9"),
        (("--series", "nowhere.json"), "fit_complexity: nowhere.json can't be read: "),
    ],
)
def test_bad_input_is_one_sentence_and_a_failure(arguments, sentence, tmp_path):
    ended = warm_interpreter.run([str(SCRIPT), *arguments], cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(sentence)
    assert ended.stderr.count("\n") == 1


@pytest.mark.slow
def test_the_command_prints_checks_and_fails(results, tmp_path):
    project(tmp_path, {**LINE, "claim": "n^2"})
    result = command("--check", "-b", "line", "-p", "1e6", cwd=tmp_path)
    assert result.returncode == 1
    assert "n^2: contradicted" in result.stdout
    assert result.stderr == ""


def test_the_module_docstring_is_the_help():
    text = " ".join(command("--help").stdout.split())
    assert "Tell how benchmarks grow" in text
    assert "--predict" in text


@pytest.mark.slow
def test_a_closed_pipe_is_quiet(results):
    with subprocess.Popen(
        [sys.executable, SCRIPT, results, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_full_disk_is_one_sentence(results, options):
    with Path("/dev/full").open("w") as full:
        arguments = [sys.executable, SCRIPT, results, *options]
        result = subprocess.run(arguments, stdout=full, stderr=subprocess.PIPE, text=True)
    said = "fit_complexity: standard output can't be written: No space left on device\n"
    assert (result.returncode, result.stderr) == (1, said)


@pytest.mark.slow
def test_a_terminal_without_unicode_gets_its_answer(results):
    result = command(results, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert result.returncode == 0
    assert "98.5 \\xb5s" in result.stdout


@pytest.mark.slow
def test_series_speaks_json_on_standard_streams(tmp_path):
    samples = [[3e-9 * n + 2e-7] * 3 for n in SIZES]
    request = {"series": [{"name": "s0", "unit": "s", "n": SIZES, "samples": samples, "predict_n": [1e6]}]}
    result = command("--series", "-", input=json.dumps(request))
    (answer,) = json.loads(result.stdout, parse_constant=no_nan)["results"]
    assert (answer["name"], answer["class"], answer["decided"]) == ("s0", "O(n)", True)
    assert answer["predictions"][0]["lo"] < 3e-3 < answer["predictions"][0]["hi"]
    file = tmp_path / "request.json"
    file.write_text(json.dumps(request))
    stream = io.StringIO()
    assert run_fit(FitOptions(series=file), Console(file=stream)) == 0
    assert stream.getvalue() == result.stdout


@pytest.mark.parametrize(
    ("request_text", "message"),
    [
        ("{", "the request is not valid JSON"),
        ("[]", "the request must be an object with a list"),
        ('{"series": [{"name": "x", "n": [1]}]}', "has no .samples."),
        (
            '{"series": [{"name": "x", "n": [1], "samples": [1, 2]}]}',
            "series 'x': samples must have one entry per size",
        ),
    ],
)
def test_a_request_that_is_none_is_refused(tmp_path, request_text, message):
    file = tmp_path / "request.json"
    file.write_text(request_text)
    with pytest.raises(InputError, match=message):
        run_fit(FitOptions(series=file), Console(file=io.StringIO()))


def test_missing_extra_is_named(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "json5" else object())
    with pytest.raises(InputError, match=r"fit needs json5; install the extra: pip install 'wythoff\[fit\]'"):
        fit_command.fit()


@pytest.mark.slow
def test_the_harness_imports_no_game():
    code = "import sys; import wythoff.harness.fit.run; print(*[name for name in sys.modules if name in GAME])"
    game = [f"wythoff.{name}" for name in ("positions", "tables", "strategies", "numeration", "oracle")]
    result = subprocess.run(
        [sys.executable, "-c", code.replace("GAME", repr(game))],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert result.stdout == "\n"


def test_a_plain_table_of_sizes_and_seconds_is_fitted(tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text("n,seconds\n" + "".join(f"{n},{3e-9 * n}\n" for n in SIZES))
    lines = printed(file)[1].splitlines()
    assert lines[-2].startswith("1 series: 1 decided")
    assert lines[-1] == "left out: 0 of 10 values"


def test_several_commits_are_told_apart_oldest_first(results, tmp_path):
    result_file(results, {"m.time_line": series("n^2")}, commit="aaaa0000", date=5)
    result_file(results, {"m.time_line": series("n")}, commit="0000aaaa", date=9)
    project(tmp_path, LINE)
    both = ("0000aaaa", "aaaa0000")
    found = fit(results, benchmark=("line",), commits=both)
    assert [entry.series.commit for entry in found.fitted] == ["aaaa0000", "0000aaaa"]
    assert {entry.series.commit: entry.verdict.outcome for entry in found.fitted} == {
        "aaaa0000": "contradicted",
        "0000aaaa": "agrees",
    }
    assert balanced(found)
    assert [entry.series.commit for entry in fit(results, benchmark=("line",), commits=("EXISTING",)).fitted] == [
        "0123abcd",
        "aaaa0000",
        "0000aaaa",
    ]
    code, text = printed(results, benchmark=("line",), commits=both, check=True)
    assert code == 1
    assert "contradicted: m.time_line [aaaa0000] is claimed n" in text
    assert text.index("commit aaaa0000") < text.index("commit 0000aaaa")
