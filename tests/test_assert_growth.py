"""Growth asserted: the bound on false alarms, what is caught, and what is told."""

import itertools
import math
import os
import random
import subprocess
import sys
import textwrap
import warnings

import numpy as np
import pytest

from wythoff.errors import InputError
from wythoff.harness.testing import GrowthUndecidedWarning, assert_growth, assertion
from wythoff.harness.testing.bets import Bets, fortune
from wythoff.harness.testing.confirm import confirm
from wythoff.harness.testing.control import Control, footprint
from wythoff.harness.testing.legs import Legs, Round
from wythoff.harness.testing.logarithms import count_more
from wythoff.harness.testing.sizes import allowed_ratio
from wythoff.harness.testing.trial import Trial, exponent_of, run_trial


def trial(outcome="agrees", **more):
    values = {
        "outcome": outcome, "small": 100, "large": 1600, "small_s": 1e-5, "large_s": 1.6e-4, "allowed": 32.0,
        "rise": 1.0, "longer": 0, "rounds": 9, "exponent": 1.0, "exponent_low": 0.99, "exponent_high": 1.01,
        "clock": "cpu", "clock_cause": "", "seconds": 0.1,
    }  # fmt: skip
    return Trial(**(values | more))


def linear(values):
    for _ in values:
        pass


def nested(values):
    for _ in values:
        for _ in values:
            pass


def numbers(n):
    return list(range(n))


class Timed:
    """Stands for a subject: calls cost what a formula says, times noise that `disturb` draws for each leg."""

    fresh = False

    def __init__(self, cost, disturb):
        self.cost, self.disturb = cost, disturb

    def begin(self, n):
        return 0.0

    def sample(self, n, calls):
        from wythoff.harness.measure.timing import Sample

        seconds = calls * self.cost(n) * self.disturb()
        return Sample(n, calls, seconds, seconds, seconds, 0)


def outcome_of(cost, law, disturb, seed, alpha=1e-3, small=1000, large=16_000, most=400):
    allowed = allowed_ratio(law, small, large)
    legs = Legs(
        Timed(cost, disturb),
        small,
        large,
        allowed=allowed,
        large_call_s=cost(large),
        clock="cpu",
        control=Control(0, 0, seed),
        seed=seed,
    )
    bets = Bets(alpha)
    for _ in range(most):
        found = bets.add(legs.round().is_longer)
        if found:
            return found
    return "undecided"


def test_fortune_of_a_fair_coin_is_not_expected_to_rise():
    for won, lost in itertools.product(range(8), range(8)):
        expected = (fortune(won + 1, lost) + fortune(won, lost + 1)) / 2
        assert expected == pytest.approx(fortune(won, lost))


def test_fortune_is_the_mean_over_all_stakes():
    p = np.linspace(0.5, 1.0, 20_001)
    for won, lost in ((0, 0), (5, 0), (7, 3), (12, 9)):
        assert fortune(won, lost) == pytest.approx(2 * np.trapezoid((2 * p) ** won * (2 - 2 * p) ** lost, p), rel=1e-6)


def test_false_alarms_of_a_fair_coin_stay_within_the_bound_at_any_stopping_time():
    coin, alpha, runs = random.Random(5), 0.05, 1500
    alarms = 0
    for _ in range(runs):
        bets = Bets(alpha, beta=1e-300)
        alarms += any(bets.add(coin.random() < 0.5) == "exceeds" for _ in range(150))
    assert alarms / runs < alpha


def test_drift_that_would_mislead_a_fixed_order_raises_no_alarm():
    # Every leg is slower than the one before, without end: whichever comes last is the longer one.
    worst = 0
    for seed in range(100):
        steps = itertools.count()
        found = outcome_of(lambda n: 1e-7 * n**1.25, "n", lambda s=steps: 1.05 ** next(s), seed, most=60)
        worst += found == "exceeds"
    assert worst <= 1


@pytest.mark.parametrize(("power", "law"), [(1.0, "n"), (2.0, "n^2"), (3.0, "n^3")])
def test_noise_of_any_size_raises_no_alarm_and_hides_no_power(power, law):
    noise = random.Random(7)

    def bursts():
        return noise.choice([1.0, 1.0, 1.0, 1.3, 2.5]) * (1 + 0.1 * noise.random())

    own = [outcome_of(lambda n: 1e-9 * n**power, law, bursts, seed) for seed in range(100)]
    more = [outcome_of(lambda n: 1e-9 * n ** (power + 1), law, bursts, seed) for seed in range(100)]
    assert (own.count("exceeds"), more.count("exceeds")) == (0, 100)


def test_control_makes_alarms_rarer_only():
    assert Round(1.0, 33.0, 32.0, 1.0).is_longer
    assert not Round(1.0, 33.0, 32.0, 1.5).is_longer


def test_control_of_small_footprints_is_none():
    assert Control(100, 1000, 0).rise() == 1.0
    assert Control(10_000, 2**24, 0).rise() >= 1.0


def test_footprint_counts_arrays_and_objects():
    assert footprint((np.ones(1000),)) == 8000
    assert footprint((list(range(1000)),)) > 8000
    assert footprint((lambda: 0,)) == 0


def test_exponent_has_an_interval():
    rounds = [Round(1.0, 16.0 * (1 + 0.01 * place), 32.0, 1.0) for place in range(5)]
    middle, low, high = exponent_of(rounds, 10, 160)
    assert low < middle < high
    assert middle == pytest.approx(1.0, abs=0.02)
    assert math.isnan(exponent_of(rounds[:1], 10, 160)[1])


def test_a_test_of_linear_work_passes(recwarn):
    verdict = assert_growth(linear, numbers, "n", counts=False)
    assert verdict.outcome != "exceeds"
    assert "n makes it 16.0 times" in verdict.text


@pytest.mark.slow
def test_quadratic_work_is_an_error_that_holds_the_figures():
    with pytest.raises(AssertionError) as caught:
        assert_growth(nested, numbers, "n", sizes=(40, 640), budget_s=30.0)
    text = str(caught.value)
    assert text.startswith("nested grows faster than n")
    assert "in a fresh process" in text
    for part in ("n = 40:", "n = 640:", "exponent 1.", "32.0 times is allowed", "at most 1e-06"):
        assert part in text


def test_an_alarm_that_is_not_confirmed_passes_with_a_warning(monkeypatch):
    monkeypatch.setattr(assertion, "run_trial", lambda *_, **__: trial("exceeds", longer=13, rounds=13))
    monkeypatch.setattr(assertion, "confirm", lambda *_, **__: (trial("agrees"), "elsewhere"))
    with pytest.warns(GrowthUndecidedWarning, match="undecided"):
        assert assert_growth(linear, numbers, "n").outcome == "undecided"


def test_each_of_two_trials_has_the_root_of_alpha(monkeypatch):
    asked = []
    monkeypatch.setattr(assertion, "run_trial", lambda *_, **options: asked.append(options) or trial("exceeds"))
    monkeypatch.setattr(assertion, "confirm", lambda *_, **options: (asked.append(options) or trial("exceeds"), "x"))
    with pytest.raises(AssertionError):
        assert_growth(linear, numbers, "n", alpha=1e-4)
    assert [one["alpha"] for one in asked] == [pytest.approx(1e-2)] * 2
    assert asked[1]["sizes"] == (200, 3200)


def test_time_that_is_up_passes_with_a_warning(monkeypatch):
    monkeypatch.setattr(assertion, "run_trial", lambda *_, **__: trial("undecided"))
    with pytest.warns(GrowthUndecidedWarning):
        assert_growth(linear, numbers, "n")


def test_a_logarithm_more_is_found_by_counts(monkeypatch):
    def sifted(values):
        for _ in values:
            rest = len(values)
            while rest:
                rest //= 2

    monkeypatch.setattr(assertion, "run_trial", lambda *_, **__: trial())
    with pytest.raises(AssertionError, match="counted, grow by n log n"):
        assert_growth(sifted, numbers, "n")
    assert assert_growth(linear, numbers, "n").counted.endswith("grow by n")


def test_where_no_counts_can_be_had_it_says_so():
    told = count_more(sorted, numbers, "n", trial())
    assert not told.exceeds
    assert told.text == "n log n can't be told from n by time, and there are no counts: it is not written in Python"
    assert count_more(sorted, numbers, "n log n", trial()) is None


def test_local_functions_are_confirmed_in_a_copy_of_the_process():
    if not hasattr(os, "fork"):
        pytest.skip("this system can't copy a process")
    found, where = confirm(lambda values: None, numbers, "n", sizes=(10, 40), alpha=0.5, budget_s=5.0)
    assert where == "in a copy of this process"
    assert found.rounds >= 1


def test_what_waits_is_timed_on_the_wall():
    import time

    found = run_trial(lambda n: time.sleep(1e-4 * n), lambda n: n, "n", sizes=(4, 16), alpha=1e-3, budget_s=1.0)
    assert (found.clock, found.clock_cause) == ("wall", "it waits")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"at_most": "n!"}, "at_most must be one of"),
        ({"at_most": "n", "sizes": (10, 20)}, "at least 4 times"),
        ({"at_most": "n", "sizes": (10,)}, "must be two"),
        ({"at_most": "n", "alpha": 0.5}, "alpha must be a number above 0 and at most 0.1"),
        ({"at_most": "n", "budget_s": -1}, "budget_s"),
    ],
)
def test_bad_arguments_are_refused(arguments, words):
    with pytest.raises(InputError, match=words):
        assert_growth(linear, numbers, **arguments)


@pytest.mark.slow
def test_plugin_gives_the_fixture_and_tells_the_end(tmp_path):
    (tmp_path / "test_own.py").write_text(
        textwrap.dedent("""
        def total(values):
            for value in values:
                pass

        def test_total_is_linear(growth):
            assert growth(total, lambda n: list(range(n)), at_most="n", counts=False).outcome != "exceeds"
        """)
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:wythoff", "-p", "wythoff.harness.pytest_plugin"]
    ended = subprocess.run(
        [*command, "-q", "--growth-budget", "20"], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert ended.returncode == 0, ended.stdout
    assert "growth: 1 passed" in ended.stdout


def test_plugin_costs_nothing_before_it_is_used():
    code = "import sys, wythoff.harness.pytest_plugin; print('numpy' in sys.modules, 'scipy' in sys.modules)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert ended.stdout.split() == ["False", "False"], ended.stderr


def test_undecided_is_a_warning_that_can_be_silenced(monkeypatch):
    monkeypatch.setattr(assertion, "run_trial", lambda *_, **__: trial("undecided"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", GrowthUndecidedWarning)
        assert assert_growth(linear, numbers, "n").outcome == "undecided"
