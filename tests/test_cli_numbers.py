"""The commands about single rows and numbers."""

import json
import math
from fractions import Fraction
from itertools import count

import numpy as np
import pytest
from cli_runner import run, start
from known_values import FINAL_TABLE_2, FINAL_TABLE_3

from wythoff import positions


def test_pair_of_any_size():
    assert start("pair", "10", "-a", "2").stdout == "14 34\n"
    assert run("pair", "1" + "0" * 31, "-a", "2").stdout == (
        "14142135623730950488016887242096 34142135623730950488016887242096\n"
    )
    # The digits of 1000 rows of the golden ratio, far beyond what Python writes unasked.
    lower, upper = start("pair", "1" + "0" * 5000).stdout.split()
    assert lower.startswith("16180339887498948482045868343656381177203091798057628621354486227")
    assert int(upper[:4000]) - int(lower[:4000]) == 10**3999


def test_pair_of_misere_play():
    # facts: for a = 1 only the first two rows differ; for a = 2 it starts (0, 1), (2, 5)
    assert [run("pair", n, "--misere").stdout for n in range(3)] == ["0 1\n", "2 2\n", "3 5\n"]
    assert [run("pair", n, "--misere", "-a", "2").stdout for n in range(2)] == ["0 1\n", "2 5\n"]


@pytest.mark.slow
def test_index_finds_every_entry_of_the_published_table():
    for row, lower, upper in FINAL_TABLE_2[1:]:
        assert run("index", lower, "-a", "2").stdout == f"{lower} = A_{row}, in row {row}: ({lower}, {upper})\n"
        assert run("index", upper, "-a", "2").stdout == f"{upper} = B_{row}, in row {row}: ({lower}, {upper})\n"


def test_index_as_json():
    found = json.loads(run("index", "17", "-a", "2", "--json").stdout)
    assert found == {"x": 17, "a": 2, "misere": False, "column": "B", "row": 5, "pair": [7, 17]}
    found = json.loads(run("index", "5", "-a", "2", "--misere", "--json").stdout)
    assert (found["column"], found["row"], found["pair"]) == ("B", 1, [2, 5])


def test_index_of_a_huge_number_is_exact_in_json():
    x = 10**1000
    found = json.loads(run("index", x, "--json").stdout)
    assert positions.certificate(found["row"], *found["pair"])
    assert found["pair"]["AB".index(found["column"])] == x


def test_represent_writes_the_digits_of_the_published_table():
    for n, q_digits, p_digits in FINAL_TABLE_3:
        lines = run("represent", n, "-a", "2").stdout.splitlines()
        assert f"p-system: {p_digits}" in lines
        assert f"q-system: {q_digits}" in lines


def test_represent_shows_weights_that_add_up():
    for n, a in ((12, 2), (1_000_000, 1), (10**30, 37), (0, 1)):
        found = json.loads(run("represent", n, "-a", a, "--json").stdout)
        for system in (found["p"], found["q"]):
            assert sum(map(math.prod, zip(system["digits"], system["weights"], strict=True))) == n


def test_represent_lays_short_tables_out_across_and_long_ones_down():
    assert run("represent", "12", "-a", "2", "--system", "p").stdout == (
        "p-system: 112\n"
        "   place  2  1  0\n"
        "  weight  7  3  1\n"
        "   digit  1  1  2\n"
        "ends in no zero, an even number: 12 is in column A\n"
    )
    assert run("represent", "1000000", "--system", "q").stdout == (
        "q-system: 100010100000000000101000000000\n"
        "  place  weight  digit\n"
        "     29  832040      1\n"
        "     25  121393      1\n"
        "     23   46368      1\n"
        "     11     144      1\n"
        "      9      55      1\n"
        "ends in 9 zeros; read in the p-system the digits give 1618034, so A_1000000 is 1618034 - 1 = 1618033\n"
    )


def test_represent_of_zero_and_of_a_huge_number():
    assert run("represent", "0").stdout == (
        "p-system: no digits\n"
        "0 is both A_0 and B_0\n"
        "q-system: no digits\n"
        "ends in no zero; read in the p-system the digits give 0, so A_0 is 0\n"
    )
    assert run("represent", "1" + "0" * 1000).returncode == 0


@pytest.mark.parametrize(("a", "row"), [(1, 102334155), (2, 93222358)])
def test_first_failure_of_the_formula_in_double_precision(a, row):
    # seed_features, 2.1: the first wrong A of both theses' program
    found = json.loads(run("first-failure", "-a", a, "--json").stdout)
    number = Fraction(found["alpha"])
    assert found["row"] == row
    assert float(number) == number  # it is a double
    assert found["floor"] == math.floor(number * row) != found["A"]
    assert positions.certificate(row, found["A"], found["A"] + a * row, a)


@pytest.mark.parametrize("text", ["1.618", "1.41", "8/5", "17/12", "0.99", "2", "1e3", "float16"])
@pytest.mark.parametrize("a", [1, 2, 5])
def test_first_failure_is_the_first_one_for_any_stand_in(text, a):
    if text == "float16":
        number = Fraction(float(np.float16((2 - a + math.sqrt(a * a + 4)) / 2)))
    else:
        number = Fraction(text)
    first = next(n for n in count(1) if math.floor(number * n) != positions.pair(n, a)[0])
    lines = run("first-failure", "-a", a, "--alpha", text).stdout.splitlines()
    assert lines[0].startswith(f"n = {first}: floor(alpha n) is {math.floor(number * first)}, A_n is ")
    assert lines[1] == f"alpha = {number}"


@pytest.mark.parametrize("text", ["", "x", "1/0", "1.5/2", "inf", "nan", "1e99999", "1e-99999", "float7"])
def test_a_stand_in_that_is_no_number_is_one_sentence(text):
    assert run("first-failure", "--alpha", text).is_one_sentence()


def test_first_failure_of_a_huge_parameter_asks_for_alpha():
    result = run("first-failure", "-a", "1" + "0" * 400)
    assert result.is_one_sentence()
    assert "too large for double precision" in result.stderr
    assert run("first-failure", "-a", "1" + "0" * 400, "--alpha", "float128").returncode == 0
