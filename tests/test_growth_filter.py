"""The parts of the analysis that are fast, against slow ones that say the same thing plainly."""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq, nnls
from scipy.stats import norm

from wythoff.harness.growth import LAWS, OTHERS, analyse, screening
from wythoff.harness.growth import filter as level_filter
from wythoff.harness.growth.curves import Curves
from wythoff.harness.growth.extrapolation import INTERVAL, events, mixture_quantiles
from wythoff.harness.growth.filter import ObservedSeries
from wythoff.harness.growth.grids import LAID_OUT, curves_of
from wythoff.harness.growth.laws import NAMES, PRIOR, RIVALS, TERMS
from wythoff.harness.growth.screening import screening_likelihood
from wythoff.harness.growth.through import _shares, curves_through


def series_of(random, sizes):
    ways = sizes - 1
    octaves = random.choice([0.5, 1.0, 1.0, 3.3], ways)
    chances = random.uniform(0.01, 0.3, (4, ways))
    return ObservedSeries(
        np.cumsum(random.normal(0.7, 0.4, sizes)),
        random.uniform(0.001, 0.05, sizes),
        random.choice([0.0, 0.3], sizes),
        octaves,
        *chances,
        1e-4 * octaves,
    )


def moves(found, i):
    """Write out the probabilities of going from calm, ramp and shift up, the rows, to each of them."""
    octaves = found.octaves[i]
    calm = [1 - found.ramp[i] - found.up_shift[i], found.ramp[i], found.up_shift[i]]
    table = []
    for regime, stay in (
        (0, 0.0),
        (1, level_filter.RAMP_PERSISTENCE**octaves),
        (2, level_filter.UP_SHIFT_PERSISTENCE**octaves),
    ):
        table.append([(1 - stay) * share + stay * (k == regime) for k, share in enumerate(calm)])
    return table


def slowly(found, log_cost, drift, noise, outlying, calm=None):
    """Follow one curve with the mixture written out: log likelihood, without the last, level, variance, rising."""
    rest = found.y - log_cost
    states = [(share, rest[0], found.error[0] ** 2 + noise**2) for share in (0.9, 0.1, 0.0)]
    totals = [0.0]
    for i, octaves in enumerate(found.octaves):
        to = moves(found, i)
        before = [
            collapsed([(share * to[k][regime], m, v) for k, (share, m, v) in enumerate(states)]) for regime in range(3)
        ]
        far = min(octaves, octaves**0.5)
        off = 1 - (1 - outlying) * (1 - found.busy[i + 1])
        down_shift, other = found.down_shift[i], found.other[i]
        nothing = 1 - down_shift - other
        ways = [
            (0, nothing * (1 - off), 0.0, 0.0, False),
            (0, nothing * off, 0.0, 0.0, True),
            (0, down_shift, level_filter.DOWN_SHIFT_MEAN, level_filter.DOWN_SHIFT_SD, False),
            (0, other, 0.0, level_filter.OTHER_SD, False),
            (1, 1 - off, level_filter.RAMP_MEAN * far, level_filter.RAMP_SD * far, False),
            (1, off, level_filter.RAMP_MEAN * far, level_filter.RAMP_SD * far, True),
            (2, 1.0, level_filter.UP_SHIFT_MEAN, level_filter.UP_SHIFT_SD, False),
        ]
        after = ([], [], [])
        for position, (regime, chance, mean, sd, outlier) in enumerate(ways):
            share, m, v = before[regime]
            if calm == i and position > 1:
                share, chance = 1e-30, 1.0
            v += sd**2 + drift**2 * octaves + found.drift[i]
            shift, spread = (level_filter.OUTLIER_MEAN, level_filter.OUTLIER_SD) if outlier else (0.0, 0.0)
            s = v + found.error[i + 1] ** 2 + noise**2 + spread**2
            miss = rest[i + 1] - m - mean - shift
            weight = share * chance * norm.pdf(miss, scale=math.sqrt(s))
            after[regime].append((weight, m + mean + v / s * miss, v * (1 - v / s)))
        density = sum(weight for part in after for weight, _, _ in part)
        totals.append(totals[-1] + math.log(density))
        states = [collapsed([(w / density, m, v) for w, m, v in part]) for part in after]
    share, level, variance = collapsed(states)
    assert share == pytest.approx(1)
    return totals[-1], totals[-2], level, variance, states[1][0]


def collapsed(parts):
    share = max(sum(weight for weight, _, _ in parts), 1e-30)
    mean = sum(weight * m for weight, m, _ in parts) / share
    return share, mean, sum(weight * (v + (m - mean) ** 2) for weight, m, v in parts) / share


@pytest.mark.parametrize("seed", range(4))
def test_filter_is_the_mixture_written_out(seed):
    random = np.random.default_rng(seed)
    series = series_of(random, 9)
    log_cost = np.cumsum(random.normal(0.7, 0.2, (5, 9)), axis=1)
    drift, noise, outlying = random.uniform(0.01, 0.1, (3, 5))
    calm = np.array([0, 3, 7, 4, 1])
    for ruled_out in (None, calm):
        found = level_filter.run(series, log_cost, drift, noise, outlying, ruled_out)
        for k in range(5):
            where = None if ruled_out is None else ruled_out[k]
            expected = slowly(series, log_cost[k], drift[k], noise[k], outlying[k], where)
            names = ("log_likelihood", "before_last", "level", "variance", "rising")
            got = [getattr(found, name)[k] for name in names]
            assert got == pytest.approx(expected, rel=2e-4, abs=2e-4)  # the filter computes in single precision


def test_a_series_without_its_first_size_is_filtered_from_the_second_on():
    random = np.random.default_rng(3)
    series = series_of(random, 7)
    short = series.without_first()
    assert [len(getattr(short, name)) for name in ("y", "error", "busy", "octaves", "ramp", "other")] == [
        6,
        6,
        6,
        5,
        5,
        5,
    ]
    assert short.other.tolist() == series.other[:5].tolist()
    assert short.up_shift.tolist() == series.up_shift[1:].tolist()


def test_ramps_are_as_long_as_the_way():
    assert level_filter.climb(0.25) == 0.25
    assert level_filter.climb(1.0) == 1.0
    assert level_filter.climb(4.0) == 2.0


@pytest.mark.parametrize("law", ["n", "n log n", "n^2", "n^3"])
def test_what_is_left_out_as_hopeless_hardly_changes_the_answer(law, monkeypatch):
    random = np.random.default_rng(7)
    n = 2.0 ** np.arange(4, 14)
    cost = np.exp(curves_of(law, n).log_cost(n)[0]) * 1e-9
    samples = (cost * np.exp(0.02 * random.standard_normal((5, 10)))).T.tolist()
    found = analyse(n, samples)
    monkeypatch.setattr(screening, "_ALLOWANCE", 1e9)
    assert analyse(n, samples).probabilities == pytest.approx(found.probabilities, abs=1e-4)


def test_the_screening_forgives_a_jump_but_no_wrong_slope():
    n = 2.0 ** np.arange(4, 16)
    octaves = np.ones(11)
    y = np.log(n) + 1.0 * (n > 500)
    series = ObservedSeries(y, np.full(12, 0.01), np.zeros(12), octaves, *np.full((4, 11), 0.1), 0 * octaves)
    steps = np.diff(np.array([np.log(n), 2 * np.log(n)]), axis=1).astype(np.float32)
    right, wrong = screening_likelihood(series, steps, 0.03, 0.12)
    assert right > -6
    assert wrong < right - 25


@pytest.mark.parametrize("law", NAMES)
@pytest.mark.parametrize("sizes", [[1, 2], [3, 3.5, 4], [16 * 2**k for k in range(18)], [1e-3, 10.0, 1e5]])
def test_curves_of_a_law_have_weights_that_add_up(law, sizes):
    n = np.array(sizes, float)
    laid_out = curves_of(law, n)
    fitted = curves_through([law], n, np.log(n) * 1.3)
    through = fitted.curves
    assert fitted.log_cost == pytest.approx(through.log_cost(n), abs=1e-12)
    total = sum(float(np.exp(curves.log_prior).sum()) for curves in (laid_out, through))
    for curves in (laid_out, through):
        assert np.isfinite(curves.log_cost(n)).all()
    if law == "exponential":
        assert total < 1
    else:
        assert float(np.exp(laid_out.log_prior).sum()) == pytest.approx(LAID_OUT if law in LAWS else 1)
        assert total <= 1 + 1e-9


@pytest.mark.parametrize("law", [law for law in LAWS if law != "1"])
def test_overheads_lie_equally_close_whatever_the_power(law):
    n = 2.0 ** np.arange(4, 12)
    curves = curves_of(law, n)
    first = (curves.shift == 0) & np.isneginf(curves.lower) & np.isfinite(curves.overhead)
    steps = np.diff(np.sort(curves.overhead[first])) / math.log(2)
    assert steps[:10] == pytest.approx(0.5)
    assert steps.max() <= 1 + 1e-9  # where nothing but overhead would be seen


@pytest.mark.parametrize("law", ["sqrt n", "n", "n log n", "n^1.5", "n^2", "n^2 log n", "n^3"])
def test_a_curve_through_exact_data_is_exact(law):
    n = 2.0 ** np.arange(3, 13)
    power, logarithm = TERMS[law]
    cost = 2e-9 * n**power * np.log2(n) ** logarithm + 3e-6
    curves = curves_through([law], n, np.log(cost)).curves
    miss = np.log(cost) - curves.log_cost(n)
    assert np.ptp(miss, axis=1).min() < 1e-9


@pytest.mark.parametrize(("stair", "phase"), [(2.0, 1.0), (3.0, 0.0), (4.0, 3.0)])
def test_work_in_stairs_is_found_among_the_curves(stair, phase):
    n = 2.0 ** np.arange(0, 14)
    cost = 1e-8 * 2.0 ** (np.floor((np.log2(n) - phase) / stair) * stair) + 5e-8
    curves = curves_through(["n"], n, np.log(cost)).curves
    assert np.ptp(np.log(cost) - curves.log_cost(n), axis=1).min() < 1e-9
    found = analyse(n, cost[:, None] * np.array([1.0, 1.001, 1.002, 1.001, 1.003]))
    assert found.law == "n"


def test_a_cache_makes_work_dearer_by_the_share_that_it_misses():
    curve = Curves.of(np.ones(1), power=1.0, cache=1024.0, dearer=3.0)
    n = np.array([512.0, 1024.0, 2048.0, 1e9])
    assert np.exp(curve.log_cost(n))[0] / n == pytest.approx([1.0, 1.0, 2.5, 4.0], rel=1e-5)


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
    ramps = mean[:6][chance[:6] > 0]
    assert (np.sign(octaves) * np.diff(ramps) > 0).all()
    alone = events(np.array([octaves, 2.0, 7.3]), 0.12, 0.3, 0.01)
    assert all(np.array_equal(a[0], b) for a, b in zip(alone, (chance, mean, variance), strict=True))


@pytest.mark.parametrize("curve", [{"fade": 0.5}, {"turn": 3.0}])
def test_a_cache_of_any_height_is_fitted(curve):
    n = 2.0 ** np.arange(6, 20)
    truth = Curves.of(np.ones(1), power=1.0, cache=2.0**12, dearer=2.7, overhead=np.log(300.0), **curve)
    y = truth.log_cost(n)[0]
    fitted = curves_through(["n"], n, y)
    misses = np.ptp(y - fitted.log_cost, axis=1)
    found = fitted.curves.take(misses.argmin()[None])
    assert misses.min() < 1e-4
    assert found.cache == 2.0**12
    assert found.dearer == pytest.approx(2.7, rel=1e-3)
    assert found.fitted == 2  # its height and the overhead


def test_several_laws_are_fitted_as_each_alone_is():
    n = 2.0 ** np.arange(3, 17)
    y = np.log(3e-9 * n * np.log2(n) + 2e-6) + np.random.default_rng(3).normal(0, 0.05, len(n))
    together = curves_through(NAMES, n, y)
    for i, law in enumerate(NAMES):
        alone = curves_through([law], n, y)
        own = together.law == i
        assert alone.law.tolist() == [0] * own.sum()
        # Not to the last bit: with AVX-512 a logarithm depends on where in an array it stands.
        np.testing.assert_allclose(together.log_cost[own], alone.log_cost, rtol=1e-12)
        np.testing.assert_allclose(together.curves.take(own).table, alone.curves.table, rtol=1e-12)


def test_too_few_sizes_fit_no_cache():
    n = 2.0 ** np.arange(4)
    assert not curves_through(["n"], n, np.log(n)).curves.dearer.any()


@pytest.mark.parametrize("seed", range(20))
def test_weights_are_those_of_non_negative_least_squares(seed):
    rng = np.random.default_rng(seed)
    n = 2.0 ** np.arange(3, rng.integers(8, 25))
    costs = rng.choice([0.0, 1e-9]) * n**2 + rng.choice([0.0, 1e-8]) * n + rng.choice([1e-9, 1e-5])
    costs *= np.exp(rng.normal(0, rng.choice([0.0, 0.05]), len(n)))
    terms = np.stack([n**2, n, np.ones(len(n))], axis=1) / costs[:, None]
    terms /= terms.max(0)
    [found], (_, least) = _shares(terms[None]), nnls(terms, np.ones(len(n)))
    assert np.all(found >= 0)
    assert np.linalg.norm(terms @ found - 1) == pytest.approx(least, rel=1e-9, abs=1e-9)
