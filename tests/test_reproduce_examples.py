"""Worked examples, lemmas and boards."""

import dataclasses
import re

import pytest
from made_reproduction import reproduction

from wythoff.reproduce.figures import board_outcomes
from wythoff.reproduce.outcome import Outcome, check, text

WRONG = {"final-example-5b", "poster-golden-b", "final-lemma-6", "final-lemma-7", "final-lemma-8"}


@pytest.fixture
def found():
    """Give all outcomes by key."""
    outcomes = reproduction().outcomes
    by_key = {one.key: one for one in outcomes}
    assert len(by_key) == len(outcomes)
    return by_key


def test_every_outcome_is_as_known(found):
    assert {key for key, one in found.items() if not one.holds} == WRONG
    assert {key for key, one in found.items() if one.known_wrong} == WRONG
    assert {key for key, one in found.items() if one.right} == WRONG
    assert all(one.as_known for one in found.values())
    assert len(found) > 70


def test_examples_1_to_16_of_the_final_thesis_are_there(found):
    places = {one.place for one in found.values()}
    for number in (1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16):
        assert any(re.search(rf"(final thesis|both theses), example {number}\b", place) for place in places)


def test_lemmas_theorems_and_properties_of_the_final_thesis_are_there(found):
    keys = {f"final-lemma-{n}" for n in range(1, 12)} | {f"final-theorem-{n}" for n in (1, 2, 3)}
    assert keys | {f"final-property-{n}" for n in (1, 2, 3)} <= set(found)


def test_boards_have_the_squares_of_the_printed_tables():
    assert [one.printed.count("(") for one in board_outcomes()] == [23, 19, 7]
    assert all(one.holds for one in board_outcomes())


def test_what_neither_holds_nor_is_known_is_a_surprise():
    assert not check("k", "somewhere", "1 + 1", 3, 1 + 1).as_known
    assert not dataclasses.replace(check("k", "somewhere", "1 + 1", 2, 2), known_wrong=True).as_known
    bad = Outcome("k", "somewhere", "1 + 1", "3", "2", holds=False)
    [said] = dataclasses.replace(reproduction(), lemmas=[bad]).surprises()
    assert said == "somewhere: 1 + 1: 3 is printed, 2 found"


def test_answers_are_written_for_readers():
    assert text([]) == "none"
    assert text({(2, 1), (1, 2)}) == "(1, 2), (2, 1)"
    assert text([True, 3]) == "yes, 3"
