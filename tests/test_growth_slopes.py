"""The exponent at the largest sizes: what it says of costs that bend below, and how wide its interval is."""

import numpy as np
import pytest

from wythoff.harness.growth.slopes import exponent_of


def told(n, cost, error=0.003):
    return exponent_of(np.array(n, float), np.log(cost), np.full(len(n), error))


@pytest.mark.parametrize("power", [2, 3, 5, 7])
@pytest.mark.parametrize("seed", range(5))
def test_an_overhead_at_small_sizes_is_not_drawn_into_the_exponent(power, seed):
    n = np.arange(2, 41)
    noise = np.random.default_rng(seed).normal(0, 0.003, len(n))
    exponent, low, high, _ = told(n, (30.0**power / 100 + n**power) * np.exp(noise))
    last = power * n[-20:] ** power / (30.0**power / 100 + n[-20:] ** power)  # derivatives of log cost over log n
    assert low <= last.max()
    assert high >= last.min()
    assert abs(exponent - last[-10:].mean()) < 0.2


def test_sizes_on_a_line_are_all_used():
    n = np.arange(20, 201, 10)
    _, low, high, first = told(n, n**1.5)
    _, few_low, few_high, _ = told(n[-5:], n[-5:] ** 1.5)
    assert first == 20
    assert low < 1.5 < high
    assert high - low < (few_high - few_low) / 3


def test_of_sizes_that_double_the_last_five_count():
    n = 2.0 ** np.arange(4, 20)
    cost = 1e6 + n**2
    assert told(n, cost) == told(n[-5:], cost[-5:])


@pytest.mark.parametrize("count", [2, 3, 4])
def test_few_sizes_have_a_wide_interval(count):
    n = 10.0 * 2.0 ** np.arange(count)
    exponent, low, high, _ = told(n, n)
    assert exponent == pytest.approx(1)
    assert low < 0.98
    assert high > 1.02
