"""Benchmarks that count what others time, and the claims about this project's strategies held against work."""

import zlib

import numpy as np
import pytest

from wythoff.errors import InputError
from wythoff.harness.counts import count, count_growth
from wythoff.harness.counts.benchmarks import counted
from wythoff.strategies import STRATEGIES
from wythoff.tables import allocate, smallest_dtype, table


@counted(skip=[(3,)])
class Suite:
    params = (1, 2, 3)
    skip_params = ((1,),)
    version = "1"

    def time_work(self, n):
        return [0] * n

    def time_bits(self, n):
        return zlib.crc32(bytes(n))


def test_each_timed_body_is_counted_beside():
    assert Suite.track_operations_work.unit == "operations"
    assert Suite().track_operations_work(200) - Suite().track_operations_work(100) == 100
    assert Suite().time_work(2) == [0, 0]


def test_sizes_that_take_too_long_to_count_are_still_timed():
    assert Suite.track_operations_work.skip_params == [(1,), (3,)]
    assert Suite.skip_params == ((1,),)


def test_what_is_not_seen_to_the_end_is_no_number(capsys):
    assert np.isnan(Suite().track_operations_bits(1))
    assert "zlib.crc32: 1 call, not counted" in capsys.readouterr().err


def test_a_suite_without_timed_bodies_has_nothing_to_count():
    with pytest.raises(InputError, match="no method that starts with time_"):
        counted()(type("Empty", (), {}))


def filled(name, n):
    dtype = smallest_dtype(n, 2)
    return (*allocate(n + 1, dtype), 2, 0, *STRATEGIES[name].allocate_scratch(n, 2))


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_strategy_works_as_claimed(name):
    last = 4000 if STRATEGIES[name].growth == "n^2" else 1_300_000
    sizes = [round(last / 2.3**k) for k in range(11 if last > 10**5 else 8)]
    found = count_growth(STRATEGIES[name].fill, lambda n: filled(name, n), sizes, backend="numba")
    assert (found.law, found.decided) == (STRATEGIES[name].growth, True), found.why
    # As the benchmarks `tables.Fill` and `tables.Build` count: with the Python code before what is compiled.
    few = filled(name, 10)
    for call in (lambda: STRATEGIES[name].fill(*few), lambda: table(10, 2, strategy=name)):
        call()
        counts = count(call)
        assert (counts.backend, counts.complete) == ("python", True), counts.unseen
        assert counts.operations > 0
