"""The parts of the analysis that are fast, against slow ones that say the same thing plainly."""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import norm

from wythoff.harness.growth import LAWS, OTHERS, analyse, evidence
from wythoff.harness.growth import filter as level_filter
from wythoff.harness.growth.filter import Course
from wythoff.harness.growth.laws import PRIOR, RIVALS, curves_of
from wythoff.harness.growth.onward import INTERVAL, events, mixture_quantiles
from wythoff.harness.growth.rough import rough_likelihood


def course(random, sizes):
    ways = sizes - 1
    octaves = random.choice([0.5, 1.0, 1.0, 3.3], ways)
    chances = random.uniform(0.01, 0.3, (3, ways))
    return Course(
        np.cumsum(random.normal(0.7, 0.4, sizes)), random.uniform(0.001, 0.05, sizes), octaves, *chances, 1e-4 * octaves
    )


def slowly(found, log_cost, drift, noise, calm=None):
    """Follow one curve with the mixture written out: log likelihood, level, its variance, probability of rising."""
    rest = found.y - log_cost
    states = [(share, rest[0], found.error[0] ** 2 + noise**2) for share in (0.9, 0.1)]
    outlying = min(level_filter.OUTLIER_CHANCE + level_filter.OUTLIER_CHANCE_PER_NOISE * noise, 0.3)
    total = 0.0
    for i, octaves in enumerate(found.octaves):
        stay = level_filter.STAY_RISING**octaves
        enter = found.rise[i]
        moves = [[1 - enter, enter], [1 - (stay + (1 - stay) * enter), stay + (1 - stay) * enter]]
        before = [
            collapsed([(share * moves[k][regime], m, v) for k, (share, m, v) in enumerate(states)]) for regime in (0, 1)
        ]
        far = min(octaves, octaves**0.5)
        nothing = 1 - found.leap[i] - found.fall[i]
        ways = [
            (0, nothing, 0.0, 0.0),
            (0, found.leap[i], level_filter.LEAP_MEAN, level_filter.LEAP_SD),
            (0, found.fall[i], level_filter.FALL_MEAN, level_filter.FALL_SD),
            (1, 1.0, level_filter.RISE_MEAN * far, level_filter.RISE_SD * far),
        ]
        after = ([], [])
        for position, (regime, chance, mean, sd) in enumerate(ways):
            if calm == i and position > 0:
                continue
            share, m, v = before[regime]
            v += sd**2 + drift**2 * octaves + found.drift[i]
            for odds, shift, spread in ((1 - outlying, 0.0, 0.0), (outlying, 0.4, 0.25)):
                s = v + found.error[i + 1] ** 2 + noise**2 + spread**2
                miss = rest[i + 1] - m - mean - shift
                weight = share * chance * odds * norm.pdf(miss, scale=math.sqrt(s))
                after[regime].append((weight, m + mean + v / s * miss, v * (1 - v / s)))
        density = sum(weight for part in after for weight, _, _ in part)
        total += math.log(density)
        states = [collapsed([(w / density, m, v) for w, m, v in part]) if part else (0.0, 0.0, 1.0) for part in after]
    share, level, variance = collapsed(states)
    assert share == pytest.approx(1)
    return total, level, variance, states[1][0]


def collapsed(parts):
    share = sum(weight for weight, _, _ in parts)
    mean = sum(weight * m for weight, m, _ in parts) / share
    return share, mean, sum(weight * (v + (m - mean) ** 2) for weight, m, v in parts) / share


@pytest.mark.parametrize("seed", range(4))
def test_filter_is_the_mixture_written_out(seed):
    random = np.random.default_rng(seed)
    series = course(random, 9)
    log_cost = np.cumsum(random.normal(0.7, 0.2, (5, 9)), axis=1)
    drift, noise = random.uniform(0.01, 0.1, (2, 5))
    calm = np.array([0, 3, 7, 4, 1])
    for ruled_out in (None, calm):
        found = level_filter.run(series, log_cost, drift, noise, ruled_out)
        for k in range(5):
            where = None if ruled_out is None else ruled_out[k]
            expected = slowly(series, log_cost[k], drift[k], noise[k], where)
            got = found.log_likelihood[k], found.level[k], found.variance[k], found.rising[k]
            assert got == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_rises_are_as_long_as_the_way():
    assert level_filter.climb(0.25) == 0.25
    assert level_filter.climb(1.0) == 1.0
    assert level_filter.climb(4.0) == 2.0


@pytest.mark.parametrize("law", ["n", "n log n", "n^2", "n^3"])
def test_what_is_left_out_as_hopeless_hardly_changes_the_answer(law, monkeypatch):
    random = np.random.default_rng(7)
    n = 2.0 ** np.arange(4, 14)
    cost = np.exp(curves_of(law, n, n).log_cost(n)[0]) * 1e-9
    samples = (cost * np.exp(0.02 * random.standard_normal((5, 10)))).T.tolist()
    found = analyse(n, samples)
    monkeypatch.setattr(evidence, "_ROUGH", 1e9)
    assert analyse(n, samples).probabilities == pytest.approx(found.probabilities, abs=1e-4)


def test_the_rough_likelihood_forgives_a_jump_but_no_wrong_slope():
    n = 2.0 ** np.arange(4, 16)
    octaves = np.ones(11)
    y = np.log(n) + 1.0 * (n > 500)
    series = Course(y, np.full(12, 0.01), octaves, *np.full((3, 11), 0.1), 0 * octaves)
    right, wrong = rough_likelihood(series, np.array([np.log(n), 2 * np.log(n)]), 0.03, 0.12)
    assert right > -6
    assert wrong < right - 25


@pytest.mark.parametrize("law", [*LAWS, *OTHERS, *(rival for rival, _, _ in RIVALS.values())])
@pytest.mark.parametrize("sizes", [[1, 2], [3, 3.5, 4], [16 * 2**k for k in range(18)], [1e-3, 10.0, 1e5]])
def test_curves_of_a_law_have_weights_that_add_up(law, sizes):
    n = np.array(sizes, float)
    curves = curves_of(law, n, np.log(n) * 3)
    weights = np.exp(curves.log_prior)
    assert np.isfinite(curves.log_cost(n)).all()
    if law == "exponential":
        assert weights.sum() < 1
    else:
        assert weights.sum() == pytest.approx(1)


@pytest.mark.parametrize("law", [law for law in LAWS if law != "1"])
def test_overheads_lie_equally_close_whatever_the_power(law):
    n = 2.0 ** np.arange(4, 12)
    curves = curves_of(law, n, n)
    first = (curves.shift == 0) & np.isneginf(curves.lower) & np.isfinite(curves.overhead)
    steps = np.diff(np.sort(curves.overhead[first]))
    assert steps == pytest.approx(0.5 * math.log(2))


def test_rivals_are_no_laws_and_count_as_laws():
    assert set(PRIOR) == set(LAWS + OTHERS)
    assert not {rival for rival, _, _ in RIVALS.values()} & set(PRIOR)
    assert {law for _, law, _ in RIVALS.values()} <= set(LAWS + OTHERS)


MIXTURES = st.lists(st.tuples(st.floats(-2000, 2000), st.floats(1e-3, 50), st.floats(1e-3, 1)), min_size=1, max_size=12)


@settings(max_examples=150, deadline=None)
@given(MIXTURES)
@example([(0.0, 1.0, 0.203125), (0.0, 9.0, 0.375), (0.0, 17.0, 0.25), (52.0, 1.0, 0.1875)])  # Newton alone circles
def test_quantiles_of_a_mixture(parts):
    mean, sd, weight = np.array(parts).T
    weight = weight / weight.sum()
    found = mixture_quantiles(*(np.tile(moment, (3, 1)) for moment in (mean, sd, weight)))
    assert (found == found[0]).all()
    for value, share in zip(found[0], INTERVAL, strict=True):

        def excess(x, share=share):
            return float(weight @ norm.cdf(x, mean, sd)) - share

        exact = brentq(excess, (mean - 9 * sd).min(), (mean + 9 * sd).max(), xtol=1e-9)
        # Between far parts of a mixture a quantile may be anything that leaves as much to either side.
        assert abs(value - exact) < 1e-3 or abs(excess(value)) < 1e-6


@pytest.mark.parametrize("octaves", [-3.5, 0.0, 0.25, 3.0, 11.7, 40.0])
def test_events_are_all_that_may_happen(octaves):
    chance, mean, variance = (row[0] for row in events(np.array([octaves]), 0.12, 0.3, 0.01))
    assert chance.sum() == pytest.approx(1)
    assert (variance >= 0).all()
    rises = mean[:6][chance[:6] > 0]
    assert (np.sign(octaves) * np.diff(rises) > 0).all()
    alone = events(np.array([octaves, 2.0, 7.3]), 0.12, 0.3, 0.01)
    assert all(np.array_equal(a[0], b) for a, b in zip(alone, (chance, mean, variance), strict=True))
