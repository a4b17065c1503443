"""Changes over commits: found where they are, as what they are, and where there are none, none."""

import json
from pathlib import Path

import numpy as np
import pytest
from cli_runner import run
from made_history import DAY, commit_hash, recorded_history, write_history
from made_results import describe, result_file, series

from wythoff.harness.fit.options import FitOptions
from wythoff.harness.history.find import find_histories
from wythoff.harness.history.run import histories
from wythoff.harness.history.stretches import cuts, noise, penalty, stands_out, without_spikes
from wythoff.harness.rows import Row
from wythoff.harness.series import Series

SIZES = [2**k for k in range(4, 15)]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """The recorded history as a results folder."""
    return write_history(tmp_path_factory.mktemp("recorded") / "results")


def folder_of(tmp_path, **courses):
    """Write a folder of benchmarks, each with a law or a list of values for each commit."""
    count = max(map(len, courses.values()))
    for place in range(count):
        here = {f"a.time_{name}": course[place] for name, course in courses.items() if len(course) > place}
        entries = {name: series(entry, SIZES) for name, entry in here.items() if entry is not None}
        result_file(tmp_path / "results", entries, commit=commit_hash(place), date=DAY * (place + 1))
    describe(tmp_path / "results", **{f"a__time_{name}": ["n"] for name in courses})
    return tmp_path / "results"


def found_in(folder, **options):
    return histories(FitOptions(results=(folder,), **options))


def marks_of(entry):
    return [(mark.at, mark.change.kind) for mark in entry.marks]


def linear(unit=5e-9, overhead=1e-6, seed=0):
    random = np.random.default_rng(seed)
    return [(unit * n + overhead) * float(1 + 0.01 * random.random()) for n in SIZES]


def test_each_planted_change_of_the_recorded_history_is_found_at_its_commit_and_nothing_else(recorded):
    planted = recorded_history()[3]
    found = {entry.series.benchmark: marks_of(entry) for entry in found_in(recorded).entries}
    assert len(found) == 8
    assert {name: marks for name, marks in found.items() if marks} == {
        "lists.time_dedupe": [(planted["dedupe"], "class")],
        "lists.time_total": [(planted["total"], "constant")],
        "lists.time_parse": [(planted["parse"], "overhead")],
    }


@pytest.mark.parametrize(("kind", "busy"), [("time", 1), ("peakmemory", len(SIZES))])
def test_a_busy_size_of_one_run_or_what_neighbours_take_nothing_of_hides_no_change(kind, busy):
    unit = "seconds" if kind == "time" else "bytes"

    def points(place):
        factor = 1.0 if place < 5 else 1.5
        return [
            (
                float(n),
                Row(
                    "a.b", (("n", str(n)),), factor * value, None, unit, kind, "1", "box", commit_hash(place),
                    DAY * (place + 1), "env", Path("x"), busy=place == 4 and k < busy,
                ),
            )
            for k, (n, value) in enumerate(zip(SIZES, linear(seed=place), strict=True))
        ]  # fmt: skip

    commits = {commit_hash(place): points(place) for place in range(10)}
    [entry], _ = find_histories({Series("a.b", (), "n", "box", "env"): commits})
    assert marks_of(entry) == [(5, "constant")]


def test_the_command_says_what_changed_when_and_how_surely(recorded):
    result = run("history", recorded)
    assert result.returncode == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("lists.time_dedupe on box  30 commits, 00000000 to 001d001d")
    assert "    worse class at 00090009 of 2023-11-23: " in lines[1]
    assert "became n^2 (probability >0.99)" in lines[1]
    assert "8 series with up to 30 commits: 3 changed, 3 changes" in result.stdout
    assert run("history", recorded, "--check").returncode == 1
    assert run("history", recorded, "--check", "-b", "find").returncode == 0


def test_json_has_every_commit_and_change(recorded):
    answer = json.loads(run("history", recorded, "-b", "total", "--json").stdout)
    [entry] = answer["series"]
    assert [one["commit"] for one in entry["commits"]] == [commit_hash(place) for place in range(30)]
    assert len(entry["values"]) == 30
    [change] = entry["changes"]
    assert (change["commit"], change["change"], change["worse"]) == (commit_hash(16), "constant", True)
    assert change["confirmed"] is True
    assert change["ratio"]["low"] < 1.5 < change["ratio"]["high"]


def test_a_single_disturbed_commit_is_no_change(tmp_path):
    courses = [linear(seed=place) for place in range(8)]
    courses[4] = [2 * value for value in courses[4]]
    [entry] = found_in(folder_of(tmp_path, one=courses)).entries
    assert marks_of(entry) == []


def test_a_change_that_is_taken_back_is_two_changes(tmp_path):
    courses = [linear(unit=1e-8 if 3 <= place < 6 else 5e-9, seed=place) for place in range(10)]
    [entry] = found_in(folder_of(tmp_path, one=courses)).entries
    assert marks_of(entry) == [(3, "constant"), (6, "constant")]
    assert [mark.change.worse for mark in entry.marks] == [True, False]


def test_the_newest_commit_alone_is_said_to_be_unconfirmed(tmp_path):
    courses = [linear(unit=2e-8 if place == 5 else 5e-9, seed=place) for place in range(6)]
    folder = folder_of(tmp_path, one=courses)
    [entry] = found_in(folder).entries
    assert marks_of(entry) == [(5, "constant")]
    assert not entry.marks[0].confirmed
    assert "(the newest commit: no later one confirms it)" in run("history", folder).stdout


def test_two_commits_are_compared_as_they_are(tmp_path):
    same, other = [linear(seed=place) for place in range(2)], [linear(), [1e-9 * n * n + 1e-6 for n in SIZES]]
    found = found_in(folder_of(tmp_path, same=same, other=other))
    assert [marks_of(entry) for entry in found.entries] == [[], [(1, "class")]]


def test_what_strikes_a_whole_run_changes_no_series(tmp_path):
    slow = [1, 1, 1, 1.6, 1.6, 1.6, 1.6, 1]
    courses = {
        f"f{k}": [
            linear(unit=slow[place] * (3 + k) * 1e-9, overhead=slow[place] * 1e-6, seed=10 * k + place)
            for place in range(8)
        ]
        for k in range(6)
    }
    found = found_in(folder_of(tmp_path, **courses))
    assert [marks_of(entry) for entry in found.entries] == [[]] * 6
    assert found.entries[0].runs[4] / found.entries[0].runs[0] == pytest.approx(1.6, rel=0.03)


def test_another_version_of_the_benchmark_is_named_and_never_compared(tmp_path):
    folder = folder_of(tmp_path, one=[linear(unit=5e-9 if place < 3 else 2e-8, seed=place) for place in range(6)])
    for place in range(3, 6):
        file = folder / "box" / f"{commit_hash(place)[:8]}-env.json"
        file.write_text(file.read_text().replace('], "1", [', '], "2", ['))
    [entry] = found_in(folder).entries
    assert marks_of(entry) == []
    assert entry.remade == ((3, "the benchmark itself changed: its version is another"),)
    assert "not compared: the benchmark itself" in run("history", folder).stdout


def test_series_that_begin_or_end_in_between_have_their_own_commits(tmp_path):
    late = [None] * 3 + [linear(unit=1e-8, seed=place) for place in range(3, 6)]
    found = found_in(folder_of(tmp_path, one=[linear(seed=place) for place in range(6)], late=late))
    assert {entry.series.benchmark: len(entry.commits) for entry in found.entries} == {
        "a.time_one": 6,
        "a.time_late": 3,
    }


def test_results_without_several_commits_say_so(tmp_path):
    folder = folder_of(tmp_path, one=[linear()])
    result = run("history", folder)
    assert result.returncode == 0
    assert "there is no history" in result.stdout
    assert "of 1 more series there is one commit only" in result.stdout


def test_level_noise_is_not_cut_and_steps_are_cut_where_they_are():
    random = np.random.default_rng(5)
    cost = penalty(1000 * 40, 3)
    for _ in range(100):
        course = 0.03 * random.standard_normal((40, 3))
        assert cuts(course, noise(course), cost) == []
    course[13:] += 0.3
    course[30:] -= [0.0, 0.0, 0.4]
    assert cuts(course, noise(course), cost) == [13, 30]


def test_spikes_go_and_steps_stay():
    course = np.array([0.0, 5, 0, 0, 1, 1, 1, 9, 1])[:, None]
    assert without_spikes(course).ravel().tolist() == [0, 0, 0, 0, 1, 1, 1, 1, 1]
    assert without_spikes(course[:2]).ravel().tolist() == [0, 0]


def test_the_last_commit_stands_out_only_by_much():
    course = np.array([0.0, 0.01, -0.01, 0.0, 0.02, 0.05])[:, None]
    assert not stands_out(course, noise(course), penalty(6, 1), 0)
    course[-1] = 0.4
    assert stands_out(course, noise(course), penalty(6, 1), 0)
