import json
from dataclasses import replace
from random import Random

import pytest
from hostile import damage_bytes, damaged

from wythoff.errors import InputError
from wythoff.harness import conditions
from wythoff.harness.conditions import Conditions, Figures, append, fingerprint, keep_small, read
from wythoff.harness.results import Details, read_results

SAMPLES = (0.1, 0.30000000000000004)
FIGURES = Figures((0.09, 0.2), "", 1.5, "", 3, 40, 2.5, 0.25, 1.73)
LINE = Conditions(
    "abc", "env", "m.time_x", {"n": "10", "how": "'ä'"}, fingerprint(SAMPLES), FIGURES, True, FIGURES.reasons, 2, 1
)
# What asv and a sweep would have written about one point.
ASV = {
    "commit_hash": "abc", "env_name": "env", "date": 1, "params": {"machine": "box", "num_cpu": "2"},
    "result_columns": ["result", "params", "version", "samples"], "version": 2,
    "results": {"m.time_x": [[0.2], [["10"], ["'ä'"]], "1", [list(SAMPLES)]], "m.track_y": [[7], [], "1"]},
}  # fmt: skip
PLACE = ("abc", "env", "m.time_x", ("10", "'ä'"))


def test_what_is_written_is_found_by_its_point_and_its_samples(tmp_path):
    file = tmp_path / conditions.FILE_NAME
    append(file, [LINE])
    assert read(file).find(*PLACE, SAMPLES) == LINE
    assert read(file).find(*PLACE, [0.1, 0.3]) is None  # plain asv measured it again
    assert read(file).find(*PLACE, SAMPLES[:1]) is None
    assert read(file).find("abd", *PLACE[1:], SAMPLES) is None
    (entry,) = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    assert entry["time"].endswith("+00:00")
    assert entry["params"] == {"n": "10", "how": "'ä'"}


def test_a_later_line_about_other_samples_does_not_hide_an_earlier_one(tmp_path):
    file = tmp_path / conditions.FILE_NAME
    newer = replace(LINE, samples=fingerprint([1.0]), busy=False)
    append(file, [LINE, newer, replace(newer, rounds=7)])
    assert read(file).find(*PLACE, SAMPLES) == LINE
    assert read(file).find(*PLACE, [1.0]).rounds == 7


def test_a_busy_machine_is_explained_in_words():
    assert FIGURES.reasons == (
        "the calibration loop took 1.7 times its best",
        "25 % of the time was stolen",
        "wall 1.5 times CPU",
    )
    assert FIGURES.slowdown == 1.73
    assert Figures(loop=1.4, stolen=0.05, wall_per_cpu=1.2).reasons == ()
    assert Figures().slowdown == 1.0


@pytest.mark.parametrize("tells", ["it waits by itself", "it works in other threads", "it works in other processes"])
def test_wall_beyond_the_processor_time_is_no_sign_where_the_benchmark_itself_is_the_cause(tells):
    assert Figures(wall_per_cpu=200.0, tells=tells).reasons == ()
    assert Figures(wall_per_cpu=200.0, tells=tells).slowdown == 1.0


def notes(**more):
    found = {"loops_s": [0.01, 0.01], "cpu": [0.01] * 4, "wall": 0.04, "process": 0.04, "thread": 0.04}
    return {**found, "children": 0.0, "voluntary": 0, "involuntary": 0, "stretches": 4, **more}


@pytest.mark.parametrize(
    ("more", "tells"),
    [
        ({}, ""),
        ({"thread": 0.03}, "it works in other threads"),
        ({"children": 0.03}, "it works in other processes"),
        ({"wall": 0.4, "voluntary": 4, "involuntary": 1}, "it waits by itself"),
        # It had the processor taken away, and once waited for a page.
        ({"wall": 0.4, "voluntary": 1, "involuntary": 40}, ""),
    ],
)
def test_what_a_process_noted_tells_how_to_read_its_processor_time(more, tells):
    figures = Figures.from_notes(notes(**more), 0.01)
    assert figures.tells == tells
    assert figures.loop == 1.0
    assert figures.cpu_s == (0.01,) * 4


def test_one_slow_calibration_loop_is_no_sign():
    assert Figures.from_notes(notes(loops_s=[0.01, 0.9, 0.01, 0.012]), 0.01).loop == pytest.approx(1.1)
    assert Figures.from_notes({}, 0.01) == Figures(untold="its processes could not be watched")
    assert Figures.from_notes({"voluntary": 3, "involuntary": 4}, 0.01) == Figures(voluntary=3, involuntary=4)


def test_the_figures_of_two_rounds_are_those_of_the_worse():
    calm = Figures((0.1,), "", 1.0, "", 1, 2, 0.5, 0.0, 1.1)
    both = calm + FIGURES
    assert both == Figures((0.1, 0.09, 0.2), "", 1.5, "", 4, 42, 2.5, 0.25, 1.73)
    without = calm + Figures(untold="too short")
    assert without.cpu_s is None
    assert without.untold == "too short"


@pytest.mark.parametrize(
    "change",
    [
        {"params": ["10"]}, {"params": {"n": 10}}, {"samples": 5}, {"commit": None}, {"reasons": "slow"},
        {"reasons": [1]}, {"busy": 1}, {"rounds": 1.5}, {"rounds": -1}, {"rounds": True}, {"cpu_s": "fast"},
        {"cpu_s": [None]}, {"cpu_s": [-1.0]}, {"cpu_s": [float("inf")]}, {"loop": float("nan")}, {"load": 10**400},
        {"untold": 5},
    ],
)  # fmt: skip
def test_a_line_with_a_field_that_cannot_be_is_passed_over(tmp_path, change):
    file = tmp_path / conditions.FILE_NAME
    append(file, [LINE])
    entry = {**json.loads(file.read_text(encoding="utf-8")), **change}
    file.write_text(json.dumps(entry) + "\n", encoding="utf-8")
    assert not read(file)


def test_fields_of_a_later_version_are_passed_over_and_missing_ones_are_unknown(tmp_path):
    file = tmp_path / conditions.FILE_NAME
    entry = {"commit": "abc", "environment": "env", "benchmark": "m", "params": {}, "samples": "x", "later": [1]}
    file.write_text(json.dumps(entry) + "\n")
    assert read(file)._by_key["abc", "env", "m"]["x"].figures == Figures()


def test_a_line_that_was_cut_off_costs_nothing_but_itself(tmp_path):
    file = tmp_path / conditions.FILE_NAME
    append(file, [LINE])
    with file.open("ab") as stream:
        stream.write(file.read_bytes()[:-30])
    newer = replace(LINE, samples=fingerprint([1.0]))
    append(file, [newer])
    assert read(file).find(*PLACE, SAMPLES) == LINE
    assert read(file).find(*PLACE, [1.0]) == newer


def test_damaged_files_give_lines_or_none_and_never_an_error(tmp_path):
    file = tmp_path / conditions.FILE_NAME
    append(file, [LINE] * 3)
    good = file.read_bytes()
    entry = json.loads(good.splitlines()[0])
    for seed in range(300):
        random = Random(seed)
        file.write_bytes(damage_bytes(random, good) if seed % 2 else damaged(random, entry))
        read(file).find(*PLACE, SAMPLES)


def test_a_missing_file_is_an_empty_one_and_a_folder_is_named(tmp_path):
    assert not read(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="can't be read"):
        read(tmp_path)


def test_a_file_that_has_grown_too_large_keeps_its_last_lines_whole(tmp_path):
    file = tmp_path / conditions.FILE_NAME
    append(file, [replace(LINE, commit=f"{k:04}") for k in range(100)])
    before = file.read_bytes()
    keep_small(file, len(before))
    assert file.read_bytes() == before
    keep_small(file, len(before) - 1)
    after = file.read_bytes()
    assert len(before) // 3 < len(after) <= len(before) // 2
    assert before.endswith(after)
    assert all(json.loads(line) for line in after.splitlines())
    assert read(file).find("0099", *PLACE[1:], SAMPLES) is not None
    keep_small(tmp_path / "none.jsonl")
    assert not (tmp_path / "none.jsonl").exists()


@pytest.fixture
def results(tmp_path):
    folder = tmp_path / "results" / "box"
    folder.mkdir(parents=True)
    (folder / "abc-env.json").write_text(json.dumps(ASV))
    append(
        folder / conditions.FILE_NAME,
        [LINE, replace(LINE, benchmark="m.track_y", params={}, samples=fingerprint([7.0]))],
    )
    return folder


def read_rows(folder):
    reading = read_results(folder)
    assert reading.cells == len(reading.rows) == 2
    return {row.benchmark: row for row in reading.rows}, reading.problems


def test_readers_of_results_get_the_processor_time_and_the_busy_mark(results):
    rows, problems = read_rows(results)
    assert problems == []
    row = rows["m.time_x"]
    assert (row.samples, row.cpu_samples, row.clock) == (SAMPLES, (0.09, 0.2), "wall")
    assert row.cpu == pytest.approx(0.145)
    assert (row.busy, row.wall_because, row.load) == (True, "", 1.25)
    assert row.slowdown == FIGURES.slowdown == 1.73
    assert rows["m.track_y"].busy
    assert Details().of(read_results(results, outlines=True).rows[0]) == row


def test_results_that_plain_asv_measured_again_are_read_without_what_a_sweep_noted_before(results):
    file = results / "abc-env.json"
    file.write_text(json.dumps(ASV).replace("[0.1, ", "[0.11, "))
    row = read_rows(results)[0]["m.time_x"]
    assert (row.cpu, row.cpu_samples, row.busy, row.slowdown, row.load) == (None, None, False, None, None)


def test_a_file_of_conditions_that_can_not_be_used_is_a_problem_and_no_more(results):
    before = read_rows(results)[0]
    file = results / conditions.FILE_NAME
    file.unlink()
    plain = read_rows(results)
    assert plain[1] == []
    unknown = {"cpu": None, "cpu_samples": None, "busy": False, "slowdown": None, "load": None}
    assert [replace(row, **unknown) for row in before.values()] == list(plain[0].values())
    file.mkdir()
    assert [problem for problem in read_rows(results)[1] if "can't be read" in problem]
    file.rmdir()
    for seed in range(30):
        append(file, [LINE] * 3)
        file.write_bytes(damage_bytes(Random(seed), file.read_bytes()))
        assert read_rows(results)[0]["m.time_x"].value == 0.2
        file.unlink()


def test_stolen_time_alone_does_not_tell_how_busy_neighbours_were(results):
    untold = replace(FIGURES, loop=None, wall_per_cpu=None)
    for figures in (untold, replace(untold, wall_per_cpu=9.0, tells="it works in other threads")):
        append(results / conditions.FILE_NAME, [replace(LINE, figures=figures)])
        assert read_rows(results)[0]["m.time_x"].slowdown is None


def test_a_processor_time_of_nothing_is_no_time(results):
    file = results / conditions.FILE_NAME
    append(file, [replace(LINE, figures=replace(FIGURES, cpu_s=(0.0, 0.2)))])
    row = read_rows(results)[0]["m.time_x"]
    assert (row.cpu, row.cpu_samples) == (None, None)
    assert row.busy
