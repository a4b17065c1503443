"""The command `verify`."""

import json

import pytest
from cli_runner import run, start

RIGHT = "n,A,B\n0,0,0\n1,1,3\n2,2,6\n5,7,17\n"


def test_a_right_table_ends_well(tmp_path):
    file = tmp_path / "t.csv"
    file.write_text(RIGHT)
    result = start("verify", file)
    assert (result.returncode, result.stderr) == (0, "")
    missing = "2 rows in between are missing, the first one n = 3\n"
    assert result.stdout == f"a = 2: 3 of the first 3 rows say so\n4 rows checked, n from 0 to 5: all right\n{missing}"
    assert run("verify", file, "-a", "2").stdout == f"4 rows checked, n from 0 to 5: all right\n{missing}"


def test_wrong_rows_and_unreadable_lines_are_named(tmp_path):
    file = tmp_path / "t.csv"
    file.write_text(RIGHT + "7,10,24\nx,1,2\n8,11,28\n")
    result = run("verify", file)
    assert result.returncode == 1
    assert result.stdout.splitlines() == [
        "line 6: n = 7: A = 10, right is 9 (+1); B = 24, right is 23 (+1)",
        "line 7: 'x' is no whole number",
        "line 8: n = 8: A = 11 is right; B = 28, right is 27 (+1)",
        "a = 2: 4 of the first 5 rows say so",
        "6 rows checked, n from 0 to 8: 2 wrong",
        "3 rows in between are missing, the first one n = 3",
        "1 line is no row",
    ]


def test_only_unreadable_lines_fail_too(tmp_path):
    file = tmp_path / "t.csv"
    file.write_text(RIGHT + "7;9;23\n")
    assert run("verify", file).returncode == 1


def test_twenty_wrong_rows_are_shown_unless_all_are_wanted(tmp_path):
    file = tmp_path / "t.csv"
    file.write_text("".join(f"{n},{n - 1},{3 * n}\n" for n in range(1, 101)))
    few = run("verify", file, "-a", "2").stdout.splitlines()
    assert len(few) == 22
    assert few[20] == "and 80 more wrong rows: --all lists them"
    assert len(run("verify", file, "-a", "2", "--all").stdout.splitlines()) == 101


def test_verify_as_json_is_exact(tmp_path):
    n = 10**400
    wrong = run("pair", n, "-a", "2").stdout.split()[0][:-1]
    file = tmp_path / "t.csv"
    file.write_text(f"{n},{wrong},{n * 3}\nno row\n")
    result = run("verify", file, "-a", "2", "--json")
    found = json.loads(result.stdout)
    assert result.returncode == 1
    assert found["faults"][0]["n"] == n
    assert str(found["faults"][0]["right"]["A"])[:-1] == wrong
    assert found["faults"][1]["line"] == 2
    assert (found["rows"], found["wrong"], found["unreadable"], found["all_right"]) == (1, 1, 1, False)
    for arguments, sentence in [((), "give it with -a"), (("--misere",), "give it with -a")]:
        result = run("verify", file, *arguments, "--json")
        assert (result.returncode, result.stdout) == (1, "")
        assert sentence in result.stderr


@pytest.mark.slow
def test_what_table_writes_verify_reads(tmp_path):
    for name in ("csv", "tsv", "md", "npy", "parquet"):
        for play in ([], ["--misere"]):
            file = tmp_path / f"t.{name}"
            run("table", "300", "-a", "3", "--start", "100", "-o", file, *play)
            result = run("verify", file, *play)
            assert result.stdout.endswith("201 rows checked, n from 100 to 300: all right\n"), (name, play)
    file = tmp_path / "b001952.txt"
    run("table", "300", "-a", "2", "--start", "1", "--column", "B", "-o", file)
    assert run("verify", file).stdout.splitlines() == [
        "column B: 300 of the first 300 rows say so",
        "a = 2: 300 of the first 300 rows say so",
        "300 rows checked, n from 1 to 300: all right",
    ]


def test_standard_input_is_checked():
    assert run("verify", "-", stdin=RIGHT.encode()).returncode == 0
    assert "is empty" in run("verify", "-", stdin=b"").stderr


@pytest.mark.parametrize(
    "arguments", [("missing.csv",), (".",), ("-", "-a", "x"), ("-", "-a", "0"), ("-", "--column", "A")]
)
def test_verify_fails_in_a_sentence(arguments):
    result = run("verify", *arguments, stdin=RIGHT.encode())
    assert result.is_one_sentence()
    assert result.stdout == ""
