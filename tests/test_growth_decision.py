"""What decides a law, by made-up evidence: both sides of each limit that docs/verdicts.md describes."""

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from wythoff.harness.growth import LAWS, OTHERS, decision
from wythoff.harness.growth.decision import Doubt, candidates, dearer_by, doubt, is_contested
from wythoff.harness.growth.evidence import Evidence
from wythoff.harness.growth.laws import PRIOR, TERMS
from wythoff.harness.growth.samples import Cleaned

CLOSE = 1e-6


def series_of(n, values, error=0.0, repeats=5, spread=0.0):
    n, values = np.array(n, float), np.array(values, float)
    errors = np.full(len(n), error)
    return Cleaned(n, values, errors, values * math.exp(spread), errors, repeats, None, ())


def doubling(law, sizes, first=16.0, **more):
    """A series that is exactly of a law, from size to size twice as large."""
    n = first * 2.0 ** np.arange(sizes)
    power, logarithm = TERMS.get(law, (2.0, 0.0))
    return series_of(n, n**power * np.log2(n) ** logarithm, **more)


def by_slopes(*slopes, first=1024.0):
    """Sizes that double, between which the cost grows by these powers of the size."""
    n = first * 2.0 ** np.arange(len(slopes) + 1)
    return series_of(n, np.exp(np.cumsum([0.0, *slopes]) * math.log(2)))


def evidence_of(law, p=1.0, rival=0.0, seen=None, otherwise=None, **others):
    """Evidence for a law of probability p, which shows over `seen` octaves."""
    probabilities = {name: 0.0 for name in LAWS + OTHERS} | {name.replace("_", " "): q for name, q in others.items()}
    probabilities[law] = p
    fit = SimpleNamespace(heaviest=lambda: SimpleNamespace(octaves_seen=lambda n: seen))
    return Evidence(probabilities, rival, otherwise or {}, None, {} if seen is None else {law: fit}, None)


def exponent(law):
    return TERMS.get(law, (2.0, 0.0))[0] + 0.3


@pytest.mark.parametrize(
    ("law", "sizes", "repeats", "error", "needed"),
    [
        ("n", 11, 5, 0.03, 0.72),
        ("n", 30, 50, 0.0, 0.72),
        ("n", 10, 5, 0.03, 0.76),
        ("n", 6, 5, 0.03, 0.92),
        ("n", 5, 5, 0.03, 0.92),
        ("n", 11, 4, 0.03, 0.87),
        ("n", 11, 5, 0.055, 0.745),
        ("n", 11, 5, 0.08, 0.77),
        ("n", 11, 5, 0.5, 0.77),
        ("n", 6, 4, 0.5, 0.95),
        ("n^2 log n", 11, 5, 0.0, 0.72),
        ("1", 11, 5, 0.0, 0.9),
        ("1", 6, 5, 0.0, 0.92),
        ("n^1.5", 11, 5, 0.0, 0.9),  # a rare law
        ("n^k", 11, 5, 0.0, 0.9),
        ("exponential", 11, 5, 0.0, 0.9),
        ("none", 11, 5, 0.0, 0.9),
    ],
)
def test_few_sizes_few_samples_noise_and_rare_laws_need_more(law, sizes, repeats, error, needed):
    series = doubling(law, sizes, repeats=repeats, error=error)
    assert doubt(series, evidence_of(law, needed + CLOSE), law, exponent(law)) is None
    assert doubt(series, evidence_of(law, needed - CLOSE), law, exponent(law)) is Doubt.UNLIKELY


@pytest.mark.parametrize(
    ("law", "second", "seen", "needed"),
    [
        ("n", "sqrt n", 7.0, 0.72),
        ("n", "sqrt n", 9.0, 0.72),
        ("n", "sqrt n", 6.5, 0.835),
        ("n", "sqrt n", 6.0, 0.95),
        ("n", "sqrt n", 2.0, 0.95),
        ("n", "sqrt n", 1.9, 0.99),  # power that is extrapolated
        ("n", "falling", 6.0, 0.95),
        ("n", "n log n", 9.0, 0.72),  # what differs by a logarithm needs more octaves
        ("n", "n log n", 7.5, 0.8475),
        ("n", "n log n", 6.0, 0.975),
        ("n", "n log n", 2.0, 0.975),
        ("log n", "1", 7.5, 0.8475),
        ("1", "sqrt n", 2.0, 0.9),  # there is no work of a constant
        ("n^k", "n^2", 2.0, 0.9),
    ],
)
def test_work_that_shows_in_few_octaves_needs_more(law, second, seen, needed):
    series = doubling(law, 12)
    for p, found in ((needed + CLOSE, None), (needed - CLOSE, Doubt.UNLIKELY)):
        evidence = evidence_of(law, p, seen=seen, **{second: 0.005})
        assert doubt(series, evidence, law, exponent(law)) is found


@pytest.mark.parametrize(
    ("law", "second", "found"),
    [
        ("n^2", "n^2 log n", Doubt.UNLIKELY),
        ("n^2 log n", "n^2", Doubt.UNLIKELY),
        ("n^3", "n^2", None),
        ("n", "sqrt n", None),
        ("n log n", "sqrt n", None),
    ],
)
def test_only_a_logarithm_is_looked_for_in_more_octaves(law, second, found):
    evidence = evidence_of(law, 0.8, seen=7.5, **{second: 0.005})
    assert doubt(doubling(law, 12), evidence, law, exponent(law)) is found


def test_three_sizes_are_too_few():
    assert doubt(doubling("n^3", 3), evidence_of("n^3"), "n^3", 3.0) is Doubt.FEW_SIZES
    assert doubt(doubling("n^3", 4), evidence_of("n^3"), "n^3", 3.0) is None


def test_a_span_below_four_is_too_narrow_but_for_an_exponential():
    n = np.array([100.0, 200.0, 300.0, 399.0])
    assert doubt(series_of(n, n**2), evidence_of("n^2"), "n^2", 2.0) is Doubt.NARROW
    assert doubt(series_of(n, np.exp(n)), evidence_of("exponential"), "exponential", 9.0) is None
    n[-1] = 400.0
    assert doubt(series_of(n, n**2), evidence_of("n^2"), "n^2", 2.0) is None


@pytest.mark.parametrize(("change", "found"), [(1.99, Doubt.FLAT), (2.0, None), (1 / 1.99, Doubt.FLAT), (0.5, None)])
def test_costs_that_change_by_less_than_two_are_flat_but_for_a_constant(change, found):
    n = 16.0 * 2.0 ** np.arange(12)
    values = np.geomspace(1.0, change, 12)
    law = "n^k" if change > 1 else "falling"
    assert doubt(series_of(n, values), evidence_of(law), law, 0.1) is found
    assert doubt(series_of(n, values), evidence_of("1"), "1", 0.1) is None


def test_the_change_is_that_of_the_values_whatever_their_unit():
    n = 16.0 * 2.0 ** np.arange(12)
    for unit in (1e-9, 1.0, 1e9):
        assert doubt(series_of(n, unit * n**0.08), evidence_of("sqrt n"), "sqrt n", 0.8) is Doubt.FLAT
        assert doubt(series_of(n, unit * n**0.5), evidence_of("sqrt n"), "sqrt n", 0.8) is None


def test_a_limit_itself_is_still_decided(monkeypatch):
    assert doubt(doubling("n", 11), evidence_of("n", 0.72), "n", exponent("n")) is None
    assert doubt(doubling("n", 11), evidence_of("n", 0.86, **{"n^2": 0.14}), "n", exponent("n")) is None
    series = doubling("none", 11, spread=0.05)
    monkeypatch.setattr(decision, "_MOST_SPREAD", np.median(np.log(series.middle / series.value)))
    assert doubt(series, evidence_of("none"), "none", 9.0) is None
    series = by_slopes(*(1.2,) * 12)
    monkeypatch.setattr(decision, "_MOST_DEARER", dearer_by(series, "n log n"))
    assert dearer_by(series, "n log n") > 0
    assert doubt(series, evidence_of("n log n"), "n log n", 9.0) is None


def test_a_rival_that_is_likelier_contests():
    series = doubling("n", 12)
    assert not is_contested(evidence_of("n", rival=1.0))
    assert doubt(series, evidence_of("n", rival=1.0), "n", 1.0) is None
    assert doubt(series, evidence_of("n", rival=1.01), "n", 1.0) is Doubt.RIVAL


@pytest.mark.parametrize(
    ("law", "middle"),
    [
        ("log n", 0.5 / math.log(2**14)),
        ("sqrt n", (0.5 + 1 / math.log(2**14)) / 2),
        ("n", 0.75),
        ("n log n", (0.5 + 1 + 1 / math.log(2**14)) / 2),  # n is of the same power
        ("n^2", 1.75),
        ("n^3", 2.5 + 0.5 / math.log(2**14)),
    ],
)
def test_an_exponent_nearer_to_a_slower_law_is_short(law, middle):
    series = doubling(law, 11)
    assert series.n[-1] == 2**14
    # Of the same power none is slower, and below a logarithm only the constant is.
    expected = None if law == "log n" else Doubt.SHORT
    assert doubt(series, evidence_of(law, 0.99 - CLOSE), law, middle - CLOSE) is expected
    assert doubt(series, evidence_of(law, 0.99 - CLOSE), law, middle + CLOSE) is None
    assert doubt(series, evidence_of(law, 0.99), law, middle - CLOSE) is None  # terms that are as sure explain it


def test_a_constant_and_what_is_no_power_are_never_short():
    for law in ("1", "n^k", "exponential"):
        assert doubt(doubling(law, 12), evidence_of(law), law, -1.0) is None
    n = 2.0 ** np.arange(-11.0, 1.0)  # of sizes up to 1 no logarithm can be told
    assert doubt(series_of(n, n**2), evidence_of("n^2"), "n^2", 0.1) is None


def test_what_another_law_would_beat_without_a_size_hangs_on_that():
    series = doubling("n", 12)
    assert doubt(series, evidence_of("n", otherwise={"first": "n^2", "last": "n^2"}), "n", 1.0) is Doubt.FIRST
    assert doubt(series, evidence_of("n", otherwise={"first": "n", "last": "n^2"}), "n", 1.0) is Doubt.LAST
    assert doubt(series, evidence_of("n", otherwise={"first": "n", "last": "n"}), "n", 1.0) is None


def test_laws_of_higher_powers_together_keep_a_law_open():
    series = doubling("n", 12)
    many = {"n^1.5": 0.05, "n^2": 0.05, "n^3": 0.05}
    assert doubt(series, evidence_of("n", 0.85, **many), "n", 1.0) is Doubt.FASTER
    assert doubt(series, evidence_of("n", 0.85, **many | {"n^3": 0.04 - CLOSE}), "n", 1.0) is None
    for name in ("sqrt n", "n log n", "n^k"):  # of a lower power, of the same one, of any
        assert doubt(series, evidence_of("n", 0.85, **{name: 0.15}), "n", 1.0) is None
    assert doubt(series, evidence_of("n^k", 0.91, **{"n^3": 0.9}), "n^k", 2.0) is None


@pytest.mark.parametrize(
    ("law", "slopes", "bends"),
    [
        ("n", (1.0, 1.0, 1.0, 1.1, 1.2, 1.26), True),  # few sizes: the turn, and a quarter more
        ("n", (1.0, 1.0, 1.0, 1.1, 1.2, 1.24), False),
        ("n", (1.0, 1.0, 1.0, 1.2, 1.2, 1.26), False),
        ("n", (1.0, 1.0, 1.0, 1.2, 1.1, 1.36), False),
        ("n", (1.0, 1.1, 1.2, 1.26), True),
        ("n", (1.1, 1.2, 1.26), True),
        ("sqrt n", (0.5, 0.5, 0.6, 0.7, 0.76), True),
        ("sqrt n", (0.5, 0.5, 0.6, 0.7, 0.74), False),
        ("1", (0.0, 0.0, 0.1, 0.2, 0.26), True),
        ("1", (0.0, 0.0, 0.1, 0.2, 0.24), False),
        ("n", (1.0,) * 6 + (1.1, 1.5, 1.8), True),  # many: the slopes of a higher power
        ("n", (1.0,) * 6 + (1.1, 1.5, 1.69), False),
        ("n", (1.0,) * 6 + (1.1, 1.19, 2.3), False),
        ("n", (1.0,) * 6 + (1.1, 1.9, 1.8), False),
        ("n", (1.0,) * 5 + (1.1, 1.2, 1.26), False),
        ("sqrt n", (0.5,) * 6 + (0.6, 0.7, 0.76), False),
        ("sqrt n", (0.5,) * 6 + (0.6, 1.0, 1.3), True),
        ("1", (0.0,) * 6 + (0.1, 0.5, 0.9), False),
        ("n^k", (1.0, 1.1, 1.5, 2.0), False),
    ],
)
def test_last_slopes_that_rise_beyond_the_laws_own_bend(law, slopes, bends):
    found = doubt(by_slopes(*slopes), evidence_of(law), law, 9.0)
    assert found is (Doubt.BEND if bends else None)


def test_below_a_logarithm_half_its_own_slope_more_is_a_bend():
    own = 1 / math.log(math.sqrt(2**14 * 2**15))
    calm = [1 / math.log(2**k * math.sqrt(2)) for k in range(5, 12)]
    rising = (calm[-1], calm[-1] + 0.001)
    for last, bends in ((1.5 * own + 0.001, True), (1.5 * own - 0.001, False)):
        slopes = (*calm, *rising, last)
        series = by_slopes(*slopes, first=2.0**5)
        assert series.n[-1] == 2**15
        assert doubt(series, evidence_of("log n"), "log n", 9.0) is (Doubt.BEND if bends else None)


@pytest.mark.parametrize("law", ["log n", "n log n", "n^2 log n"])
def test_what_grows_dearer_by_far_more_than_its_logarithm_is_not_decided(law):
    n = 16.0 * 2.0 ** np.arange(13)
    power, _ = TERMS[law]
    added = math.log(math.log(n[-1]) / math.log(n[6]))  # by the logarithm, from the middle octave on
    for beyond, found in ((1.3 - CLOSE, None), (1.3 + CLOSE, Doubt.DEARER)):
        # A step, as at a cache that the data outgrow; before it calls cost less and less a unit.
        rise = np.where(np.arange(13) < 8, 0.01 * (7 - np.arange(13)), beyond + added + 0.01)
        series = series_of(n, n**power * np.log2(n) * np.exp(rise))
        assert doubt(series, evidence_of(law), law, 9.0) is found
        assert doubt(series, replace(evidence_of(law), counted=law), law, 9.0) is None
        assert doubt(series, replace(evidence_of(law), counted="1"), law, 9.0) is found
        assert dearer_by(series, law) == pytest.approx(beyond, abs=1e-6)
    assert dearer_by(doubling("n", 13), "n") == 0.0
    assert dearer_by(doubling("n log n", 13), "n log n") < 0


def test_what_grows_dearer_by_more_than_its_logarithm_needs_more():
    n = 16.0 * 2.0 ** np.arange(13)
    added = math.log(math.log(n[-1]) / math.log(n[6]))
    for beyond, needed in ((0.6 - CLOSE, 0.72), (0.6 + CLOSE, 0.9)):
        rise = np.where(np.arange(13) < 8, 0.01 * (7 - np.arange(13)), beyond + added + 0.01)
        series = series_of(n, n * np.log2(n) * np.exp(rise))
        for p, found in ((needed - CLOSE, Doubt.UNLIKELY), (needed + CLOSE, None)):
            evidence = evidence_of("n log n", p, n=1 - p)
            assert doubt(series, evidence, "n log n", 9.0) is found
        counted = replace(evidence_of("n log n", 0.72 + CLOSE), counted="n log n")
        assert doubt(series, counted, "n log n", 9.0) is None


@pytest.mark.parametrize(
    ("repeats", "spread", "found"), [(3, 0.05 - CLOSE, None), (2, 0.0, Doubt.NOISE), (3, 0.051, Doubt.NOISE)]
)
def test_no_law_needs_samples_that_agree(repeats, spread, found):
    series = doubling("none", 12, repeats=repeats, spread=spread)
    more = 0.1 if repeats < 5 else 0.0
    assert doubt(series, evidence_of("none", 0.9 + more), "none", 2.0) is found
    assert doubt(series, evidence_of("n^2", 1.0), "n^2", 2.0) is None  # of a law they need not


def test_candidates_have_99_percent_together_and_what_the_data_hardly_speak_against():
    def order(p):
        return sorted(p, key=lambda law: -p[law])

    def found(decided, **others):
        evidence = evidence_of("n", 1 - sum(others.values()), **others)
        return candidates(order(evidence.probabilities), evidence, decided)

    assert found(True, **{"n log n": 0.011, "n^2": 0.005}) == ("n", "n log n")
    assert found(True, **{"n log n": 0.009}) == ("n",)
    # As the data see it: probability over prior, 0.02 of the best, and less while nothing is decided.
    best = 0.985 / PRIOR["n"]
    rare = PRIOR["n^1.5"] * best
    assert found(True, **{"n log n": 0.009, "n^1.5": 0.021 * rare})[:2] == ("n", "n log n")
    assert "n^1.5" in found(True, **{"n log n": 0.009, "n^1.5": 0.021 * rare})
    assert "n^1.5" not in found(True, **{"n log n": 0.012, "n^1.5": 0.019 * rare})
    assert "n^1.5" in found(False, **{"n log n": 0.012, "n^1.5": 0.0055 * rare})
    assert "n^1.5" not in found(False, **{"n log n": 0.012, "n^1.5": 0.0045 * rare})
    # What is no law of the nine is given up alike in both cases.
    other = PRIOR["n^k"] * best
    assert "n^k" not in found(False, **{"n log n": 0.012, "n^k": 0.019 * other})
    assert "n^k" in found(False, **{"n log n": 0.012, "n^k": 0.022 * other})


def test_a_contested_law_has_what_its_rival_counts_as_among_the_candidates():
    laws = sorted(LAWS + OTHERS, key=lambda law: law != "n")
    assert candidates(laws, evidence_of("n", rival=2.0), True) == ("n", "n log n")
    assert candidates(laws, evidence_of("n", rival=0.5), True) == ("n",)
    both = evidence_of("n", 0.6, rival=2.0, **{"n log n": 0.4})
    laws = sorted(laws, key=lambda law: -both.probabilities[law])
    assert candidates(laws, both, True) == ("n", "n log n")
