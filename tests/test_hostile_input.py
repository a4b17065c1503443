"""Foreign files and patterns that would keep a reader busy for ever."""

import io
import json
import os
import re
import threading
from pathlib import Path

import numpy as np
import pytest
from cli_runner import run
from made_results import SIZES, result_file, series
from made_table import make
from rich.console import Console

from wythoff import open_table, table
from wythoff.errors import InputError
from wythoff.harness import patterns
from wythoff.harness.config import load_config
from wythoff.harness.formats._json import parse_json
from wythoff.harness.report.published import published_series
from wythoff.harness.results import read_results
from wythoff.harness.series import Series
from wythoff.harness.summary import SeriesSummary, print_summary
from wythoff.out_of_core import verify_table
from wythoff.verify.reading import arrays

ENDLESS, NAME = "(a+)+$", "a" * 60 + "!"


def results(folder):
    return result_file(folder, {"m.time_a": series("n", SIZES)})


def test_a_pattern_that_matches_in_endlessly_many_ways_is_one_sentence():
    with pytest.raises(InputError, match=r"the pattern \(a\+\)\+\$ takes too long on a{57}\.\.\.: write it without"):
        patterns.matches(ENDLESS, NAME)
    assert patterns.matches("a+!", NAME)
    assert not patterns.matches("b", NAME)


def test_a_pattern_is_looked_for_in_any_thread():
    found = []
    thread = threading.Thread(target=lambda: found.append(patterns.matches("a", "ba")))
    thread.start()
    thread.join()
    assert found == [True]


def test_a_claim_with_such_a_pattern_does_not_hang_the_fit(tmp_path):
    result_file(tmp_path / "results", {f"m.time_{NAME}": series("n", SIZES)})
    claim = {"benchmark": f"{ENDLESS}", "claim": "n"}
    config = {"version": 1, "repo": ".", "results_dir": "results", "complexity": [claim]}
    (tmp_path / "asv.conf.json").write_text(json.dumps(config))
    result = run("fit", "--config", tmp_path / "asv.conf.json")
    assert result.is_one_sentence()
    assert "takes too long" in result.stderr


def test_a_number_of_a_million_digits_is_one_sentence_and_no_minute(tmp_path):
    file = tmp_path / "results.json"
    file.write_text('{"version": 2, "results": {"a": ' + "9" * 10**6 + "}}")
    result = run("fit", file)
    assert result.is_one_sentence()
    assert "a number in it has more digits than any measurement" in result.stderr
    assert run("pair", "1" + "0" * 5000).returncode == 0  # numbers of the game are of any size


def test_a_key_that_stands_twice_is_told(tmp_path):
    file = results(tmp_path)
    text = file.read_text()
    file.write_text(text.replace('"m.time_a":', '"m.time_a": [1], "m.time_a":', 1))
    reading = read_results(file)
    assert [(left.benchmark, left.count) for left in reading.left_out] == [("m.time_a", 1)]
    assert "m.time_a is left out: its name stands twice in one object of the file" in reading.problems[0]
    assert len(reading.rows) == len(SIZES)
    assert reading.cells == len(SIZES) + 1


def test_too_little_memory_for_a_file_is_one_sentence(tmp_path, monkeypatch):
    def fail(*arguments, **options):
        raise MemoryError

    monkeypatch.setattr("json.loads", fail)
    with pytest.raises(InputError, match="x takes more memory to read than there is"):
        parse_json(tmp_path / "x", "{}")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_what_is_no_file_is_neither_waited_for_nor_read_for_ever(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    for odd in (tmp_path / "fifo", "/dev/zero"):
        result = run("fit", odd)
        assert result.is_one_sentence()
        assert "is no ordinary file" in result.stderr
        result = run("fit", "--series", odd)
        assert result.is_one_sentence()
        assert "is no ordinary file" in result.stderr
        entry = {"name": "x", "benchmark": "x", "file": str(odd)}
        (tmp_path / "asv.conf.json").write_text(json.dumps({"version": 1, "repo": ".", "published": [entry]}))
        with pytest.raises(InputError, match="is no ordinary file"):
            published_series(load_config(tmp_path))


@pytest.mark.parametrize("order", ["C", "F"])
def test_an_array_that_is_cut_off_while_it_is_read_is_one_sentence(tmp_path, monkeypatch, order):
    monkeypatch.setattr(arrays, "ROWS", 500)
    t = table(2000, 2)
    file = tmp_path / "t.npy"
    np.save(file, np.asarray(np.stack([np.arange(2001), t.A, t.B], axis=1), order=order))
    assert sum(len(block.arrays.columns[0]) for block in arrays.read_npy(file).blocks) == 2001
    blocks = iter(arrays.read_npy(file).blocks)
    next(blocks)
    os.truncate(file, 2000)
    with pytest.raises(InputError, match="the npy file was cut off while it was read, beyond record 500"):
        list(blocks)


def test_csv_holds_no_formula_and_no_code_for_a_terminal(tmp_path):
    hostile = ["=1+1", "+1", "-1", "@x", "m.\x1b[31mred"]
    result_file(tmp_path, {name: series("n", SIZES) for name in hostile})
    result = run("fit", tmp_path, "--csv")
    assert "\x1b" not in result.stdout
    benchmarks = {line.partition(",")[0] for line in result.stdout.splitlines()[1:]}
    assert benchmarks == {"'=1+1", "'+1", "'-1", "'@x", r"m.\x1b[31mred"}


READ, WRITTEN = (
    "can't be read: Too many levels of symbolic links",
    "can't be written: Too many levels of symbolic links",
)


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("verify loop", READ),
        ("fit loop", READ),
        ("fit --series loop", READ),
        ("fit --config loop", READ),
        ("fit results --plot loop", "is no folder: name a folder for the pictures"),
        ("compare e1 e2 --config loop", READ),
        ("compare e1 e2 loop", READ),
        ("compare e1 e2 results --plot loop", "is no folder: name a folder for the pictures"),
        ("report loop", READ),
        ("report results -o loop", "is no folder: name another folder for the page"),
        ("report results --single loop.html", WRITTEN),
        ("report results --picture loop.svg", WRITTEN),
        ("sweep --config loop", READ),
        ("reproduce --results loop -o page", READ),
        ("table 5 -o loop", WRITTEN),
        ("table 5 -o loop/t.csv", WRITTEN),
        ("table 5 --folder loop", "is no folder: name a folder"),
        ("play --resume loop", READ),
        ("play nim 3 4 --moves quit --save loop", WRITTEN),
        ("board 5 --output loop.svg", WRITTEN),
        pytest.param("time n --budget 0.01 --plot loop.svg", WRITTEN, marks=pytest.mark.slow),
        ("agree --to 9 --scheduler tls://127.0.0.1:1 --tls-ca loop --tls-cert loop --tls-key loop", READ),
    ],
)
def test_links_that_go_round_are_one_sentence_wherever_a_path_is_given(tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    results(tmp_path / "results")
    for name in ("loop", "loop.svg", "loop.html"):
        (tmp_path / name).symlink_to(name)
    result = run(*words.split())
    assert result.returncode == 1
    assert result.stderr.count("\n") == 1
    assert "loop" in result.stderr
    assert sentence in result.stderr


@pytest.mark.parametrize(
    ("file", "claim", "where"),
    [(', "complexity": []', "", ""), ("", ', "claim": "n^2"', ""), ("", "", ', "n": "2"')],
)
def test_a_key_that_stands_twice_in_a_configuration_is_one_sentence(tmp_path, file, claim, where):
    entry = f'{{"benchmark": "x", "claim": "n"{claim}, "where": {{"n": "1"{where}}}}}'
    (tmp_path / "asv.conf.json").write_text(f'{{"version": 1, "repo": ".", "complexity": [{entry}]{file}}}')
    with pytest.raises(InputError, match=r'"(complexity|claim|n)" stands twice in .*: leave one of them'):
        load_config(tmp_path)


def test_a_key_that_the_harness_does_not_read_may_stand_twice(tmp_path):
    (tmp_path / "asv.conf.json").write_text('{"version": 1, "repo": ".", "repo": ".", /* as asv has it */}')
    assert load_config(tmp_path).claims == ()


def test_a_key_that_stands_twice_in_a_request_is_one_sentence():
    result = run("fit", "--series", "-", stdin=b'{"n": [1, 2], "n": [1, 3]}')
    assert result.is_one_sentence()
    assert '"n" stands twice in an object of the request' in result.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_a_pipe_in_place_of_a_configuration_or_a_match_is_one_sentence(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    for words in (("fit", "--config", tmp_path / "fifo"), ("play", "--resume", tmp_path / "fifo")):
        result = run(*words)
        assert result.is_one_sentence()
        assert "is no ordinary file" in result.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_a_pipe_in_place_of_a_partition_keeps_nobody_waiting(tmp_path):
    made = make(tmp_path / "t", 2000, partition_rows=1000)
    partition = tmp_path / "t" / made.partitions[1].file
    partition.unlink()
    os.mkfifo(partition)
    assert not verify_table(tmp_path / "t", workers=0).ok
    with pytest.raises(InputError, match="is no ordinary file"):
        open_table(tmp_path / "t")[1500]
    (tmp_path / "t" / "_wythoff-table.json").unlink()
    with pytest.raises(InputError, match="is no ordinary file: remove it"):
        make(tmp_path / "t", 2000, partition_rows=1000)


def test_arrays_that_come_through_a_pipe_are_told_for_what_they_are(tmp_path):
    np.save(tmp_path / "t.npy", np.ones((2, 3), dtype=np.int64))
    result = run("verify", "-", stdin=(tmp_path / "t.npy").read_bytes())
    assert result.is_one_sentence()
    assert "an npy array is read from a file, not from a pipe: save it first" in result.stderr


def test_what_a_sweep_says_at_its_end_holds_no_code_for_a_terminal():
    stream = io.StringIO()
    found = SeriesSummary(Series("m.\x1b[31mred", (), None), 10.0, 1e-6, None)
    print_summary([found], ["m.\x1b[2J failed: why"], Console(file=stream, width=200))
    assert "\x1b" not in stream.getvalue()
    assert stream.getvalue().count("\\x1b[") == 2


@pytest.mark.skipif(os.name != "posix", reason="folders of POSIX")
@pytest.mark.parametrize("words", ["compare a.csv b.csv", "compare a.csv b.csv --config c.json"])
def test_a_current_folder_that_was_removed_is_not_told_as_an_answer_that_can_not_be_written(tmp_path, words):
    here = Path.cwd()
    gone = tmp_path / "gone"
    gone.mkdir()
    try:
        os.chdir(gone)
        gone.rmdir()
        result = run(*words.split())
    finally:
        os.chdir(here)
    assert result.is_one_sentence()
    assert "written" not in result.stderr
    assert "removed" in result.stderr or "c.json" in result.stderr


class Endless(io.BytesIO):
    """A device that gives the same byte for ever."""

    def __init__(self, byte):
        super().__init__()
        self._byte = byte

    def read1(self, size=-1):
        assert size > 0
        return self._byte * size

    read = read1


@pytest.mark.parametrize(
    ("words", "byte", "sentence"),
    [
        ("fit --series -", b"\0", "standard input is no text"),
        ("fit --series -", b"x", "standard input has more than .* MB, which is more than can be read"),
        ("play nim 3 4", b"\0", "a line on standard input has more than 10,000,000 characters, which is no move"),
        ("verify -", b"\0", "this is no text"),
    ],
)
def test_standard_input_without_an_end_is_read_up_to_a_bound(monkeypatch, words, byte, sentence):
    monkeypatch.setattr("wythoff.harness.formats._json.available_bytes", lambda: 0)
    result = run(*words.split(), stdin=Endless(byte))
    assert result.is_one_sentence()
    assert re.search(sentence, result.stderr)
