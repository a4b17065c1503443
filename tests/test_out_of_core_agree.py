"""All strategies compared row by row."""

import sys

import pytest
from known_values import FIRST_FAILURE_FLOAT64

from wythoff import STRATEGIES, positions
from wythoff.errors import InputError

pytest.importorskip("pyarrow", reason="stored tables need pyarrow")
pytest.importorskip("filelock", reason="stored tables need filelock")


from made_table import LARGEST

from wythoff.out_of_core import agree


def test_all_exact_strategies_agree_from_row_0_on():
    found = agree(20_000, 2, workers=0)
    assert found.first is None
    assert found.n_rows == {name: 20_001 for name, method in STRATEGIES.items() if method.exact}


def test_from_another_row_on_those_agree_that_can_start_there():
    found = agree(LARGEST, 2, start=LARGEST - 5000, workers=0)
    assert found.first is None
    assert found.n_rows == dict.fromkeys(["algebraic", "arithmetic-odometer", "arithmetic"], 5001)


def test_a_strategy_of_quadratic_time_stops_early():
    found = agree(70_000, 3, strategies=["recursive-rescan", "algebraic"], workers=0)
    assert found.n_rows == {"recursive-rescan": 2**16, "algebraic": 70_001}


def test_a_strategy_that_needs_the_whole_table_goes_as_far_as_memory_allows(monkeypatch):
    monkeypatch.setattr(sys.modules[agree.__module__], "available_bytes", lambda: 8 * 16 * 1000)
    found = agree(5000, 2, strategies=["recursive-merge"], workers=0)
    assert found.n_rows == {"recursive-merge": 1000}


@pytest.mark.parametrize("order", [["algebraic", "algebraic-float64"], ["algebraic-float64", "arithmetic"]])
def test_the_first_row_that_disagrees_is_told_with_what_is_right(order):
    # known_values: 93222358 is the first row at a = 2 where alpha in doubles gives a wrong A, one too large.
    n = FIRST_FAILURE_FLOAT64[2]
    found = agree(n + 1000, 2, start=n - 1000, strategies=order, workers=0).first
    x, y = positions.pair(n, 2)
    assert (found.n, found.strategy, found.right) == (n, "algebraic-float64", (x, y))
    assert found.given[0] == x + 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 2**64}, rf"the strategies compute below 2\^64, at a = 2 up to row {LARGEST}"),
        ({"n": 5, "start": 6}, "start must be at most n = 5, got 6"),
        ({"n": 5, "strategies": ["magic"]}, "there is no strategy 'magic'"),
        ({"n": 5, "strategies": []}, r"strategies must be a list of names, got \[\]"),
        ({"n": 5, "strategies": "algebraic"}, "strategies must be a list of names, got 'algebraic'"),
        ({"n": 5, "start": 1, "strategies": ["recursive-merge"]}, "builds a table from row 0 and can't start at 1"),
    ],
)
def test_comparisons_that_can_not_be_made_are_refused(options, message):
    with pytest.raises(InputError, match=message):
        agree(options.pop("n"), 2, workers=0, **options)
