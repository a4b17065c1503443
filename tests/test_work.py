"""One verdict from both clocks: counts found beside times, what is claimed of which, and why the two differ."""

import csv
import io
import json

import pytest
from cli_runner import run
from made_counted import COUNTED, LINEAR, NEWER, TIMED, write_counted_project
from report_pages import page

from wythoff.errors import InputError
from wythoff.harness.claims import claimed_law
from wythoff.harness.config import parse_claims
from wythoff.harness.fit.cells import both_text
from wythoff.harness.fit.fitting import fit_results
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.growth import analyse
from wythoff.harness.work import counting, difference

SIZES = [2**k for k in range(5, 18)]
SORT_WORK = {"benchmark": "Sort", "claim": "n log n", "of": "operations", "source": "a book"}
SORT_TIME = {"benchmark": "Sort", "claim": "n", "of": "time"}


def fitted(results, **options):
    return {entry.series.benchmark: entry for entry in fit_results(FitOptions(results=(results,), **options)).fitted}


def test_times_know_the_law_of_their_work_and_why_it_differs(tmp_path):
    entries = fitted(write_counted_project(tmp_path))
    assert both_text(entries[TIMED]) == "work: n log n (counted); time: n"
    assert entries[TIMED].work.difference.startswith("the work is n log n and time grows slower, as n: ")
    assert both_text(entries[LINEAR]) == "work: n (counted); time: n"
    assert entries[LINEAR].work.difference == ""
    assert entries[COUNTED].work is None


def test_counts_come_along_when_only_times_are_asked_for(tmp_path):
    results = write_counted_project(tmp_path)
    (entry,) = fitted(results, benchmark=("time_sort",)).values()
    assert entry.work.analysis.law == "n log n"


def test_counts_of_another_commit_and_machine_stand_in_and_are_named(tmp_path):
    results = write_counted_project(tmp_path, same_commit=False)
    entry = fitted(results)[TIMED]
    assert entry.work.counted.series.commit == NEWER
    shown = run("fit", str(results), "-v").stdout
    assert f"counted at commit {NEWER} at 10 sizes, 64 to 32,768" in shown


def test_table_and_notes_say_what_both_clocks_say(tmp_path):
    shown = run("fit", str(write_counted_project(tmp_path))).stdout
    assert "n log n (counted)" in shown
    assert f"{TIMED}: work: n log n (counted); time: n (the work is n log n and time grows slower" in shown
    assert f"{LINEAR}: work" not in shown  # nothing to explain


def test_json_and_csv_hold_both_answers(tmp_path):
    results = str(write_counted_project(tmp_path))
    series = {one["benchmark"]: one for one in json.loads(run("fit", results, "--json").stdout)["series"]}
    work = series[TIMED]["work"]
    assert (work["law"], work["decided"], work["benchmark"]) == ("n log n", True, COUNTED)
    assert work["difference"]
    assert series[COUNTED]["work"] is None
    rows = {row["benchmark"]: row for row in csv.DictReader(io.StringIO(run("fit", results, "--csv").stdout))}
    assert (rows[TIMED]["law"], rows[TIMED]["work"], rows[TIMED]["work_decided"]) == ("n", "n log n", "True")
    assert rows[COUNTED]["work"] == ""


def test_page_holds_both_answers(tmp_path):
    found = page(write_counted_project(tmp_path))
    work = {one["benchmark"]: one.get("work") for one in found.overview["series"]}
    assert work[TIMED]["both"] == "work: n log n (counted); time: n"
    assert work[LINEAR]["law"] == "n"
    assert work[COUNTED] is None


def test_a_claim_of_operations_is_held_against_counts_and_one_of_time_against_times(tmp_path):
    entries = fitted(write_counted_project(tmp_path, SORT_WORK, SORT_TIME))
    assert (entries[TIMED].verdict.law, entries[TIMED].verdict.outcome) == ("n", "agrees")
    assert (entries[COUNTED].verdict.law, entries[COUNTED].verdict.outcome) == ("n log n", "agrees")
    assert entries[TIMED].work.verdict.outcome == "agrees"


def test_a_claim_that_the_counts_contradict_fails_the_check_even_where_only_times_are_shown(tmp_path):
    results = write_counted_project(tmp_path, {**SORT_WORK, "claim": "n"})
    found = run("fit", str(results), "-b", "time_sort", "--check")
    assert found.returncode == 1
    assert f"contradicted: {COUNTED} is claimed n (a book)" in found.stdout


def test_a_claim_of_operations_may_name_laws_that_only_counts_tell():
    (claim,) = parse_claims({"complexity": [{"benchmark": "x", "claim": "n log log n", "of": "operations"}]})
    assert claimed_law(claim) == "n log log n"
    (claim,) = parse_claims({"complexity": [{"benchmark": "x", "claim": "n log log n"}]})
    with pytest.raises(InputError, match="no known law"):
        claimed_law(claim)


def test_what_a_claim_is_of_must_be_operations_or_time():
    with pytest.raises(InputError, match=r"of claim 1 .* must be operations or time, got 'steps'"):
        parse_claims({"complexity": [{"benchmark": "x", "claim": "n", "of": "steps"}]})


def test_only_what_is_timed_has_counts():
    assert counting("suite.Class.time_x") == "suite.Class.track_operations_x"
    assert counting("suite.Class.peakmem_x") is None


def work(law):
    return analyse(SIZES, [round(law(n)) for n in SIZES], unit="operations")


def test_time_that_outgrows_the_work_is_put_down_to_dearer_operations():
    times = analyse(SIZES, [1e-9 * n**2 for n in SIZES])
    text = difference(times, work(lambda n: 9 * n))
    assert text.startswith("the work is n and time grows faster, as n^2: each operation takes longer")
    text = difference(times, work(lambda n: 9 * n), ("L3", 4096))
    assert text.endswith("the data outgrow L3 from n = 4,096 on, where each operation takes longer")


def test_nothing_is_explained_while_one_of_the_two_is_undecided_and_may_agree():
    few = analyse(SIZES[:3], [1e-9 * n for n in SIZES[:3]])
    assert not few.decided
    assert difference(few, work(lambda n: 9 * n)) == ""
