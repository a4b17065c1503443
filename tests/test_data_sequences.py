"""The b-files of sequences that the OEIS lacks, and their checker."""

import subprocess
import sys
from pathlib import Path

import pytest

from wythoff import oracle
from wythoff.data import check_sequences
from wythoff.data.sequences import MISERE, NORMAL, b_file, names, write_b_files
from wythoff.errors import InputError

SCRIPTS = Path(__file__).parents[1] / "scripts"


def test_all_files_are_right_by_the_recursion(tmp_path):
    digests = write_b_files(tmp_path, 300)
    assert sorted(digests) == sorted(path.name for path in tmp_path.iterdir()) == sorted(name for name, *_ in names())
    for play, parameters in (("misere", MISERE), ("normal", NORMAL)):
        for a in parameters:
            assert list(check_sequences.faults(tmp_path, play, a)) == []


@pytest.mark.parametrize(("play", "a"), [("misere", 3), ("misere", 7), ("normal", 6)])
def test_first_terms_are_those_of_brute_force(play, a):
    lost = [pair for pair in oracle.losing_positions(60, a, misere=play == "misere") if pair[0] <= pair[1]]
    for which, column in enumerate("AB"):
        lines = b_file(play, a, column, len(lost) - 1).decode().splitlines()
        assert lines == [f"{n} {pair[which]}" for n, pair in enumerate(lost)]


def test_the_checker_names_what_is_wrong(tmp_path):
    write_b_files(tmp_path, 50)
    path = tmp_path / "b-misere-a4-B.txt"
    path.write_text(path.read_text("ascii").replace("\n20 ", "\n20 1"), "ascii")
    found = list(check_sequences.faults(tmp_path, "misere", 4))
    assert len(found) == 2
    assert "row 20" in found[0]
    assert "is not made of row 81 of normal play" in found[1]
    path.write_text("0 1\n2 7\n", "ascii")
    with pytest.raises(ValueError, match=r"b-misere-a4-B.txt, line 2: '2 7' is not row 1 of a b-file"):
        list(check_sequences.faults(tmp_path, "misere", 4))


def test_a_last_row_out_of_range_is_refused(tmp_path):
    with pytest.raises(InputError, match="last must be"):
        write_b_files(tmp_path, -1)


@pytest.mark.slow
def test_the_commands_make_and_check(tmp_path):
    for script, arguments, says in [
        ("make_data.py", ["b-files", str(tmp_path / "made"), "--last", "40"], "b-misere-a3-A.txt"),
        ("check_data.py", ["b-files", str(tmp_path / "made")], "the columns of 13 games are right"),
    ]:
        command = [sys.executable, SCRIPTS / script, *arguments]
        ended = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, timeout=300)
        assert says in ended.stdout
    (tmp_path / "made" / "b-normal-a6-A.txt").unlink()
    command = [sys.executable, SCRIPTS / "check_data.py", "b-files", tmp_path / "made"]
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
