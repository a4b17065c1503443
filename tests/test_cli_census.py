"""The command `census`."""

import json

import pytest
from cli_runner import run, start
from known_values import FLOAT64_WRONG_A, FLOAT64_WRONG_B


@pytest.mark.slow
def test_census_counts_and_shows_the_first_rows():
    lines = start("census", "--to", "671088640", "-a", "2", "--rows", "2").stdout.splitlines()
    assert lines == [
        "A: floor(alpha n) is wrong at 46 of 671088640 rows, 1 in 14588883; alpha is 1.41421356237309514547",
        f"  n = {FLOAT64_WRONG_A[0]}: 131836323, right is 131836322 (+1)",
        f"  n = {FLOAT64_WRONG_A[1]}: 209064253, right is 209064252 (+1)",
        "  and 44 more",
        "B: floor(beta n) is wrong at 34 of 671088640 rows, 1 in 19737901; beta is 3.41421356237309492343",
        f"  n = {FLOAT64_WRONG_B[0]}: 318281039, right is 318281038 (+1)",
        f"  n = {FLOAT64_WRONG_B[1]}: 559334148, right is 559334147 (+1)",
        "  and 32 more",
    ]


def test_census_as_csv_and_json():
    lines = run("census", "--to", "671088640", "-a", "2", "--csv").stdout.splitlines()
    assert lines[0] == "column,n,computed,right"
    assert [int(line.split(",")[1]) for line in lines[1:]] == FLOAT64_WRONG_A + FLOAT64_WRONG_B
    assert len(run("census", "--to", "671088640", "-a", "2", "--csv", "--rows", "3").stdout.splitlines()) == 7
    found = json.loads(run("census", "--to", "150000000", "-a", "2", "--column", "a", "--json").stdout)
    assert found["columns"] == [
        {
            "column": "A",
            "factor": "6369051672525773/4503599627370496",
            "wrong": 2,
            "rows": [
                {"n": 93222358, "computed": 131836323, "right": 131836322},
                {"n": 147830751, "computed": 209064253, "right": 209064252},
            ],
        }
    ]


def test_census_from_a_later_row_of_another_formula():
    result = run("census", "--from", "930", "--to", "1000", "--formula", "decimal:4", "-a", "3", "--column", "A")
    assert result.stdout.startswith("A: floor(alpha n) is wrong at ")
    assert result.stdout.splitlines()[0].endswith("alpha is 1.303")
    assert run("census", "--to", "1000", "--column", "B").stdout == (
        "B: floor(beta n) is wrong at 0 of 1000 rows; beta is 2.61803398874989490253\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("--to", "x"),
        ("--to", "0"),
        ("--to", "10", "--from", "20"),
        ("--to", "10", "--formula", "float16"),
        ("--to", "10", "--rows", "-1"),
        ("--to", "10", "--json", "--csv"),
        ("--to", "10", "-a", "0"),
        ("--to", str(2**63)),
        ("--to", str(10**18)),
    ],
)
def test_census_fails_in_a_sentence(arguments):
    result = run("census", *arguments)
    assert result.is_one_sentence()
    assert result.stdout == ""


def test_a_limit_of_any_length_is_told_by_its_size():
    result = run("census", "--to", "1000", "--from", "9" * 5000)
    assert result.is_one_sentence()
    assert result.stderr.endswith("at least a number of about 5001 digits, got 1000\n")
