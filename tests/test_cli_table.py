"""The command `table`."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from cli_runner import run, start

from wythoff import positions
from wythoff.commands.tables import FormatName
from wythoff.tables.formats import FORMATS

COMMAND = [sys.executable, "-m", "wythoff", "table"]


def test_table_as_csv():
    result = start("table", "5", "-a", "2", "--start", "3")
    assert result.returncode == 0
    assert result.stdout == "n,A,B\n3,4,10\n4,5,13\n5,7,17\n"
    assert run("table", "2", "--strategy", "recursive-merge").stdout == "n,A,B\n0,0,0\n1,1,2\n2,3,5\n"


def test_table_of_misere_play():
    assert run("table", "3", "-a", "2", "--misere").stdout == "n,A,B\n0,0,1\n1,2,5\n2,3,8\n3,4,11\n"


def test_table_far_out_and_beyond_64_bits():
    n = 10**18
    assert run("table", n, "--start", n, "--strategy", "arithmetic").stdout.splitlines()[1] == (
        "1000000000000000000,1618033988749894848,2618033988749894848"
    )
    n = 10**31
    assert run("table", n, "--start", n, "-a", "2", "-f", "bfile", "--column", "b").stdout == (
        "10000000000000000000000000000000 34142135623730950488016887242096\n"
    )


@pytest.mark.parametrize("more", [(), ("--misere",)])
def test_threads_change_no_byte(tmp_path, more):
    files = [tmp_path / f"{threads}.csv" for threads in (1, 3)]
    for threads, file in zip((1, 3), files, strict=True):
        assert run("table", 200_000, "-a", "2", "--threads", threads, "-o", file, *more).returncode == 0
    assert files[0].read_bytes() == files[1].read_bytes()


def test_the_command_knows_every_format():
    assert list(FormatName) == list(FORMATS)


def test_table_in_every_format_goes_where_it_is_wanted(tmp_path):
    for name in ("csv", "tsv", "markdown", "npy", "parquet"):
        ending = {"markdown": "md"}.get(name, name)
        file = tmp_path / f"table.{ending}"
        assert run("table", "50", "-a", "3", "--output", file).stdout == ""
        assert run("table", "50", "-a", "3", "-f", name).stdout == file.read_bytes().decode("utf-8", "replace")
    assert np.load(tmp_path / "table.npy")["A"][50] == positions.pair(50, 3)[0]
    b_file = tmp_path / "b001952.txt"
    run("table", "2", "-a", "2", "--start", "1", "--column", "B", "-o", b_file)
    assert b_file.read_text() == "1 3\n2 6\n"


def test_output_named_standard_output_is_standard_output(tmp_path):
    expected = "n,A,B\n0,0,0\n"
    assert run("table", "0", "-o", "-").stdout == expected
    with (tmp_path / "all").open("w") as stream:
        for _ in range(2):
            subprocess.run([*COMMAND, "0", "-o", "/dev/stdout"], stdout=stream, check=True)
    assert (tmp_path / "all").read_text() == 2 * expected


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("5", "-a", "1.5"), "wythoff: a must be a whole number, got '1.5'\n"),
        (("5", "--strategy", "x"), "wythoff: there is no strategy 'x'; choose one of "),
        (("5", "--start", "7"), "wythoff: start must be at most n = 5, got 7\n"),
        (("-5",), "wythoff: n must be a whole number of at least 0, got -5\n"),
        ((str(10**14), "--strategy", "recursive-merge"), "wythoff: 100000000000001 rows and the "),
        (("5", "--column", "B"), "wythoff: --column goes with --format bfile; csv has all columns\n"),
        (("5", "-o", "table.xlsx"), "wythoff: no format goes with the ending of table.xlsx: give one of csv, "),
        (("5", "-o", "missing/table.csv"), "wythoff: missing/table.csv can't be written: No such file"),
        ((str(2**64), "--start", str(2**64), "-f", "npy"), "wythoff: npy holds numbers below 2^64 and B of the last "),
    ],
)
def test_tables_that_can_not_be_are_one_sentence(arguments, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("table", *arguments)
    assert result.is_one_sentence()
    assert result.stdout == ""
    assert result.stderr.startswith(sentence)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_table_into_a_closed_pipe_is_quiet():
    for rows in ("1000", "1000000"):
        with subprocess.Popen([*COMMAND, rows], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdout.read(20)
            process.stdout.close()
            assert process.stderr.read() == b""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_leaves_the_old_file_and_nothing_half_written(tmp_path, number, code):
    file = tmp_path / "table.csv"
    file.write_text("old")
    command = [*COMMAND, str(3 * 10**7), "--output", str(file)]
    prepare = lambda: signal.signal(signal.SIGINT, signal.default_int_handler)  # noqa: E731 - a shell may ignore it
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=prepare) as process:
        while not list(tmp_path.glob(".*.part")):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(number)
        assert process.wait(60) == code
        message = process.stderr.read()
    assert message == (f"wythoff: interrupted, and {file} is as it was before\n" if code == 130 else "")
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_text() == "old"
