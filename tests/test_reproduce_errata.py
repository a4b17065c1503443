"""Every erratum that can be run is run, and its figures are the known ones."""

import dataclasses

import pytest
from known_values import FLOAT64_WRONG_A, FLOAT64_WRONG_B
from made_reproduction import reproduction

from wythoff.positions import pair
from wythoff.reproduce import errata, run
from wythoff.reproduce.errata import listings, numbers, poster
from wythoff.reproduce.errata.listings import CRASH, LOST, WRONG
from wythoff.reproduce.programs import code_2, meant_parity, printed_parity

NUMBERS = [entry.number for entry in errata.all_errata()]


def result(number):
    return next(found for found in reproduction().errata if found.erratum.number == number)


def test_there_are_37_in_order():
    assert NUMBERS == list(range(1, 38))


@pytest.mark.parametrize("number", NUMBERS)
def test_every_case_comes_out_as_stated(number):
    found = result(number)
    assert found.cases
    assert found.confirmed, [case for case in found.cases if not case.confirmed]


@pytest.mark.parametrize("number", NUMBERS)
def test_entries_are_complete(number):
    entry = result(number).erratum
    assert entry.places
    for text in (entry.title, entry.printed, entry.right, entry.checked, *entry.remarks):
        assert text
        assert text == text.strip()
    assert entry.printed != entry.right or number == 31
    for case in result(number).cases:
        assert case.input
        assert case.literal
        assert case.right


@pytest.mark.slow
def test_wrong_doubles_are_the_known_rows():
    found = list(numbers.wrong_in_doubles(2, 200_000_000))
    assert [n for n, in_a, _, _ in found if in_a] == [n for n in FLOAT64_WRONG_A if n < 200_000_000]
    assert [n for n, _, in_b, _ in found if in_b] == [n for n in FLOAT64_WRONG_B if n < 200_000_000]
    for n, in_a, in_b, apart in found:
        a, b = pair(n, 2)
        assert code_2(n, 2) == (a + in_a, b + in_b)
        assert apart is (in_a is not in_b)


def test_code_5_makes_1060_wrong_moves_of_4921():
    found = listings.outcomes(2, printed_parity, lookup=False)
    assert (found[WRONG], found.total()) == (1060, 4921)
    assert listings.outcomes(2, meant_parity, lookup=False)[WRONG] == 0


def test_code_3_makes_666_wrong_moves_of_4912_for_a_1():
    found = listings.outcomes(1, meant_parity, lookup=True)
    assert (found[WRONG], found.total()) == (666, 4912)
    assert found[LOST] == 0


@pytest.mark.parametrize(("a", "crashes", "total"), [(2, 1280, 4921), (3, 1943, 4927)])
def test_stored_digits_end_too_early(a, crashes, total):
    found = listings.outcomes(a, meant_parity, lookup=True)
    assert (found[CRASH], found.total()) == (crashes, total)


def test_the_printed_golden_ratio_test_is_that_of_fractional_parts():
    tau = (1 + 5**0.5) / 2
    for x in range(1, 2000):
        assert poster.printed_test(x) is (x / tau**2 % 1 < 1 / tau**2)


@pytest.mark.parametrize(
    ("number", "figures"),
    [
        (1, ["57 wrong", "54 wrong", "612,737,508,569,047", "51 of 100"]),
        (2, ["46 wrong A and 34 wrong B", "147,830,751", "55,602,393", "8,209"]),
        (3, ["628,983,399", "1,518,500,250", "46,341", "65,537"]),
        (13, ["1,449", "185"]),
        (15, ["+1", "+2"]),
        (32, ["220", "1,540", "11,480"]),
        (33, ["2.76", "6.6"]),
        (34, ["3.3 times", "192 times"]),
    ],
)
def test_figures_are_told(number, figures):
    told = " ".join(f"{case.input} {case.literal} {case.right}" for case in result(number).cases)
    assert [figure for figure in figures if figure not in told] == []


def test_markdown_has_a_section_and_a_table_for_each():
    found = [result(number) for number in NUMBERS]
    written = errata.to_markdown(found)
    assert written.count("\n### ") + written.startswith("### ") == 37
    assert written.count("| case | taken literally | right |") == 37
    cells = [line for line in written.splitlines() if line.startswith("|")]
    assert all(line.replace("\\|", "").count("|") == 4 for line in cells)


def test_a_case_that_does_not_come_out_is_a_surprise():
    found = reproduction()
    first = found.errata[0]
    broken = dataclasses.replace(first, cases=(dataclasses.replace(first.cases[0], confirmed=False), *first.cases[1:]))
    assert not broken.confirmed
    [text] = dataclasses.replace(found, errata=[broken, *found.errata[1:]]).surprises()
    assert text.startswith("erratum 1: 100 rows")


def test_nothing_is_a_surprise():
    assert reproduction().surprises() == []
    assert isinstance(reproduction(), run.Reproduction)
