"""
Damaged result files of every format beside good ones: nothing but sentences, and the good ones to the last value.

The tests read a few thousand; WYTHOFF_FUZZ_FILES sets how many `test_many_damaged_files` reads, and the Hypothesis
profile ``long`` how many examples the others get.
"""

import json
import os
from dataclasses import replace
from random import Random

import pytest
from hostile import ASV_2, BENCHMARKS, MACHINE, RESULTS, TABLES, damaged, damaged_result
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from wythoff.errors import InputError
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.fit.run import run_fit
from wythoff.harness.results import read_files, read_results, to_frame
from wythoff.harness.series import group_rows, sort_rows

pytestmark = pytest.mark.slow

N_FILES = int(os.environ.get("WYTHOFF_FUZZ_FILES", "1500"))
randoms = st.randoms(use_true_random=False)


def good_files(folder):
    """Write a good file of each kind, and return them with their rows."""
    folder.mkdir()
    files = []
    for name, content in (
        ("asv-good.json", json.dumps({**ASV_2, "env_name": "good", "commit_hash": "feed"})),
        ("google-good.json", json.dumps(next(data for data in RESULTS if "context" in data))),
        ("table-good.csv", TABLES[0]),
    ):
        files.append(folder / name)
        files[-1].write_text(content)
    rows = read_files(files).rows
    assert len(rows) > 15
    return files, rows


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    return good_files(tmp_path_factory.mktemp("good") / "results")


def check_reading(bad, good):
    """Read a damaged file between good ones, and hold the reader to its promises."""
    files, rows = good
    reading = read_files([files[0], bad, *files[1:]])
    assert reading.cells == len(reading.rows) + reading.n_left_out
    # An asv file that agrees with another in all that tells them apart gets its place added.
    known = [replace(row, environment="") for row in rows]
    assert [replace(row, environment="") for row in reading.rows if row.file != bad] == known
    assert (bad in reading.unread) != (bad in reading.files)
    assert set(files) <= set(reading.files)
    lost = [entry for entry in reading.left_out if entry.file == bad]
    if bad in reading.unread:
        assert any(str(bad) in problem for problem in reading.problems)
        assert not any(row.file == bad for row in reading.rows)
    # What is passed over as a whole, a column of something else, is named and is no cell of its own.
    assert all(entry.count > 0 or "is not read" in entry.reason for entry in lost)
    assert all(entry.reason for entry in lost)
    assert all(len(problem) < 1200 and problem.isprintable() for problem in reading.problems)
    return reading


def use(reading):
    """Do with the rows what the commands do first."""
    found = sort_rows(reading.rows, axes="all")
    assert len(found.left_out) <= len(reading.rows)
    group_rows(reading.rows)


@given(random=randoms)
def test_a_damaged_result_file_is_named_and_good_ones_beside_it_are_read(good, tmp_path_factory, random):
    bad = good[0][0].parent / "bad.json"
    bad.write_bytes(damaged_result(random))
    reading = check_reading(bad, good)
    use(reading)
    to_frame(reading.rows)


@given(random=randoms)
def test_damaged_descriptions_lose_no_result(tmp_path_factory, random):
    folder = tmp_path_factory.mktemp("described") / "results"
    (folder / "box").mkdir(parents=True)
    (folder / "box" / "0123abcd-env.json").write_text(json.dumps(ASV_2))
    plain = read_results(folder)
    (folder / "benchmarks.json").write_bytes(damaged(random, BENCHMARKS))
    (folder / "box" / "machine.json").write_bytes(damaged(random, MACHINE))
    described = read_results(folder)
    assert [row.value for row in described.rows] == pytest.approx([row.value for row in plain.rows], nan_ok=True)
    assert all(problem.isprintable() for problem in described.problems)
    use(described)
    to_frame(described.rows)


def test_many_damaged_files(good):
    folder = good[0][0].parent
    used = lost = 0
    for seed in range(N_FILES):
        bad = folder / f"bad.{'csv' if seed % 3 == 0 else 'json'}"
        bad.write_bytes(damaged_result(Random(seed)))
        try:
            reading = check_reading(bad, good)
            use(reading)
        except BaseException as error:
            error.add_note(f"seed {seed}")
            raise
        bad.unlink()
        used += bad in reading.files
        lost += bad in reading.unread
    assert used > N_FILES // 4
    assert lost > N_FILES // 10


@pytest.mark.parametrize("output", ["table", "json", "csv", "markdown"])
def test_what_is_left_of_damaged_files_is_fitted_and_printed(tmp_path, output):
    folder = tmp_path / "results"
    good_files(folder)
    for seed in range(40):
        (folder / f"bad{seed}.json").write_bytes(damaged_result(Random(seed)))
    answer = tmp_path / "answer"
    with answer.open("w", encoding="utf-8", errors="backslashreplace") as stream:
        options = FitOptions(results=(folder,), format=output, verbose=True, predict=(1e9,))
        assert run_fit(options, Console(file=stream, width=120)) == 0
    text = answer.read_text(encoding="utf-8")
    assert "\x1b" not in text
    assert "feed" in text
    if output == "json":
        json.loads(text, parse_constant=pytest.fail)


@pytest.mark.parametrize("content", ["[" * 10**6, '{"a":' * 10**6, "[" * 10**6 + "]" * 10**6, "(" * 10**6])
def test_a_million_brackets_are_one_sentence(tmp_path, content):
    file = tmp_path / "deep.json"
    file.write_text(content)
    with pytest.raises(InputError) as caught:
        read_results(file)
    assert str(file) in str(caught.value)
    assert len(str(caught.value)) < 500


def test_a_file_that_would_fill_the_memory_is_refused_unread(tmp_path, good, monkeypatch):
    bad = tmp_path / "large.json"
    with bad.open("wb") as stream:
        stream.truncate(200 * 10**6)  # sparse: takes no room, and reading it would
    monkeypatch.setattr("wythoff.harness.formats._json.available_bytes", lambda: 10**9)
    reading = check_reading(bad, good)
    assert reading.unread == [bad]
    assert any("is 200 MB, and reading it may take" in problem for problem in reading.problems)


def test_a_table_needs_more_memory_than_json_of_its_size(tmp_path, monkeypatch):
    file = tmp_path / "long.csv"
    file.write_bytes(b"1,2\n" * 5_000_000)
    monkeypatch.setattr("wythoff.harness.formats._json.available_bytes", lambda: 10**9)
    with pytest.raises(InputError, match=r"is 20 MB, and reading it may take 2.0 GB of memory, of which 1.0 GB"):
        read_results(file)
