"""The growth law of counts: made ones of every law, random ones, and what is not decided."""

import math
import random
import re

import numpy as np
import pytest

from wythoff.errors import InputError
from wythoff.harness.claims import AGREES, CONTRADICTED, judge
from wythoff.harness.config import Claim
from wythoff.harness.counts import choice, count_growth
from wythoff.harness.growth import LAWS, Analysis, analyse
from wythoff.harness.growth.counted import COUNTED_LAWS, analyse_counts

DOUBLINGS = [2**k for k in range(6, 17)]
BETWEEN = [round(64 * 1.6**k) for k in range(15)]
STEPS = list(range(4, 18))
MADE = {
    "1": lambda n: 37,
    "log n": lambda n: 7 * n.bit_length() + 12,
    "(log n)^2": lambda n: 3 * n.bit_length() ** 2 + 8,
    "sqrt n": lambda n: 5 * math.isqrt(n) + 3,
    "n": lambda n: 9 * n + 7 * n.bit_length() + 3,
    "n log log n": lambda n: round(6 * n * math.log(math.log(n)) + 5 * n - 10 * n / math.log(n)),
    "n log n": lambda n: 3 * n * n.bit_length() + 4 * n,
    "n (log n)^2": lambda n: 2 * n * n.bit_length() ** 2 + n,
    "n^(4/3)": lambda n: round(5 * n ** (4 / 3) + 7 * n),
    "n^1.5": lambda n: 4 * n * math.isqrt(n) + 7 * n,
    "n^(log2 3)": lambda n: round(20 * n ** math.log2(3) - 13 * n),
    "n^2": lambda n: 5 * n * (n - 1) // 2 + 9 * n,
    "n^2 log n": lambda n: 3 * n * n * n.bit_length() + n * n,
    "n^2.807": lambda n: round(40 * n ** math.log2(7) - 20 * n * n),
    "n^3": lambda n: n * (n - 1) * (n - 2) * 2 // 3 + 3 * n * n,
}


@pytest.mark.parametrize("sizes", [DOUBLINGS, BETWEEN], ids=["doublings", "between"])
@pytest.mark.parametrize("law", MADE)
def test_every_law_is_decided(law, sizes):
    found = analyse_counts(sizes, [MADE[law](n) for n in sizes])
    assert (found.law, found.decided) == (law, True), found.why
    assert "counted" in found.why


@pytest.mark.parametrize(
    ("law", "make"),
    [("2^n", lambda n: 7 * 2**n - 3), ("exponential", lambda n: round(5 * 1.618033988749**n) + 3)],
    ids=["2^n", "other base"],
)
def test_exponential_growth_is_decided(law, make):
    found = analyse_counts(STEPS, [make(n) for n in STEPS])
    assert (found.law, found.decided) == (law, True)


def test_random_inputs_are_no_obstacle():
    source = random.Random(5)
    counts = [[round(3 * n * math.log2(n) * source.gauss(1, 0.5 / math.sqrt(n))) for _ in range(3)] for n in BETWEEN]
    assert analyse_counts(BETWEEN, counts).law == "n log n"


def test_neighbours_are_told_apart_where_seconds_can_not():
    sizes = [10**4 * 2**k for k in range(8)]
    assert analyse_counts(sizes, [90 * n + 2 * n * n.bit_length() for n in sizes]).law == "n log n"
    assert analyse_counts(sizes, [90 * n + 2 * n.bit_length() for n in sizes]).law == "n"


def primes_below(n):
    return sum(all(k % d for d in range(2, math.isqrt(k) + 1)) for k in range(2, n))


@pytest.mark.parametrize(
    ("law", "count"),
    [
        ("log n", lambda n: 7 * len(str(n)) + 4),
        ("n log n", lambda n: 4 * sum(k.bit_count() for k in range(n)) + 5 * n),
        ("n", lambda n: 12 * n + 9 * primes_below(n)),
        ("log n", lambda n: 8 * (n.bit_length() // 2) + 8 * round(math.log2(n.bit_length())) + 30),
    ],
    ids=["decimal digits", "ones of binary numbers", "primes", "log log n"],
)
def test_what_whole_numbers_add_to_a_law_is_no_other_law(law, count):
    sizes = [round(32 * 2 ** (k * 10 / 12)) for k in range(13)]
    found = analyse_counts(sizes, [count(n) for n in sizes])
    assert found.law == law, found.why


def primes_to(n):
    return [p for p in range(2, n + 1) if all(p % d for d in range(2, math.isqrt(p) + 1))]


def prime_factors_to(n):
    return sum(n // p**k for p in primes_to(n) for k in range(1, n.bit_length()))


@pytest.mark.parametrize(
    ("law", "count"),
    [
        ("n log log n", lambda n: 13 * sum(n // p for p in primes_to(n)) + 9 * n + 10 * len(primes_to(n)) + 16),
        (
            "n log log n",
            lambda n: (
                7 * sum(n // p - p + 1 for p in primes_to(math.isqrt(n)))
                + 12 * len(primes_to(math.isqrt(n)))
                + 2 * n
                + 7 * math.isqrt(n)
                + 20
            ),
        ),
        ("n log log n", lambda n: 13 * prime_factors_to(n) + 31 * n + 40 * len(primes_to(n)) + 16),
        ("n", lambda n: 40 * n - 20 * len(primes_to(n)) + 5),
    ],
    ids=["multiples of primes", "sieve from squares", "multiples of their powers", "work for composite numbers"],
)
def test_sums_over_primes_are_told_from_smooth_laws(law, count):
    sizes = [64, 96, 144, 215, 323, 483, 724, 1085, 1625, 2435, 3649]
    found = analyse_counts(sizes, [count(n) for n in sizes])
    assert (found.law, found.decided) == (law, True), found.why


def test_a_tree_above_all_has_room_for_the_next_power_of_two():
    sizes = [64, 121, 228, 430, 811, 1530, 2888, 5448, 10278, 19392, 36585, 69024, 131072]

    def steps(n):
        levels = (n - 1).bit_length()
        return 45 * n * levels + 43 * n + 41 * 2**levels - 2 * sum(k.bit_count() for k in range(n)) + 30

    found = analyse_counts(sizes, list(map(steps, sizes)))
    assert (found.law, found.decided) == ("n log n", True), found.why


def test_exponential_growth_of_lower_order_leaves_the_law():
    lucas = [2, 1]
    while len(lucas) < 20:
        lucas.append(lucas[-1] + lucas[-2])
    found = analyse_counts(range(3, 13), [21 * 2**n + 4 * lucas[n] + 12 for n in range(3, 13)])
    assert (found.law, found.decided) == ("2^n", True), found.why


def test_remainders_of_a_root_decide_nothing_that_is_wrong():
    sizes = [round(16 * 2 ** (k * 11 / 12)) for k in range(13)]
    found = analyse_counts(sizes, [20 * (n // math.isqrt(n)) + 14 * (n % math.isqrt(n)) + 30 for n in sizes])
    assert found.law == "sqrt n" or not found.decided, found.why


@pytest.mark.parametrize("each", [10, 49])
@pytest.mark.parametrize("things", [500, 1500, 3000, 10_000, 100_000])
def test_groups_that_fill_up_are_no_higher_order_below_zero(things, each):
    sizes = [32, 48, 72, 108, 161, 242, 362, 542, 813, 1218, 1825, 2734, 4096]

    def cost(n):
        return each * n + round(things * (1 - math.exp(-n / things)))

    found = analyse_counts(sizes, map(cost, sizes), predict_n=[2**16])
    assert (found.law, found.decided) == ("n", True)
    assert found.predictions[0].median == pytest.approx(cost(2**16), rel=0.03)


def test_means_of_several_inputs_are_weighed_by_how_these_differ():
    source = random.Random(7)
    inputs = [12, 12, 12, 12, 12, 10, 8, 6, 5, 4, 3, 2, 1, 1, 1]
    counts = [[45 * n * source.gauss(1, 0.15) + 300 for _ in range(m)] for n, m in zip(BETWEEN, inputs, strict=True)]
    counts[-1] = [45 * BETWEEN[-1] * 1.25]  # as one of ten is
    found = analyse_counts(BETWEEN, counts)
    means = analyse_counts(BETWEEN, [sum(several) / len(several) for several in counts])
    assert found.law == "n"
    assert found.probabilities["n"] > means.probabilities["n"]


def sorted_and_used(n, source):
    """Return the work of a sort of n random numbers, and of what is done with each afterwards."""
    comparisons = round(n * math.log2(n) - 1.3 * n + source.gauss(0, 0.3 * math.sqrt(n)))
    return comparisons, round(240 * n + source.gauss(0, 3) * math.sqrt(n) - 200 * math.log(n))


def test_a_part_that_grows_by_a_logarithm_is_heard_beside_much_linear_work():
    source = random.Random(3)
    sizes = BETWEEN[:12]
    both = [sorted_and_used(n, source) for n in sizes]
    parts = {"elements in hull": [one for one, _ in both], "opcodes of turn": [other for _, other in both]}
    whole = list(map(sum, both))
    alone = analyse_counts(sizes, whole)
    assert not (alone.decided and alone.law == "n"), "n log n is no smaller part than that"
    found = analyse_counts(sizes, whole, parts=parts)
    assert (found.law, found.decided) == ("n log n", True), found.why
    assert "that of the elements in hull" in found.why


def test_parts_whose_noise_cancels_leave_the_law_of_their_sum():
    source = random.Random(8)
    first = [round(n / 2 + source.gauss(0, math.sqrt(n) / 2)) for n in BETWEEN]
    second = [n - k for n, k in zip(BETWEEN, first, strict=True)]
    parts = {"opcodes of even": [9.0 * k for k in first], "opcodes of odd": [9.0 * k for k in second]}
    found = analyse_counts(BETWEEN, [9 * n for n in BETWEEN], parts=parts)
    assert (found.law, found.decided) == ("n", True), found.why


def test_a_part_in_vain_changes_nothing():
    counts = [7 * n + 3 for n in BETWEEN]
    alone, with_it = (analyse_counts(BETWEEN, counts, parts=parts) for parts in (None, {"opcodes of f": counts}))
    assert alone.probabilities == with_it.probabilities


def test_nothing_is_decided_that_rests_on_unseen_work():
    found = analyse_counts(DOUBLINGS, [5 * n for n in DOUBLINGS], unseen={"sorted": 12})
    assert not found.decided
    assert "sorted: 12 calls, not counted" in found.why


@pytest.mark.parametrize(
    ("sizes", "counts", "why"),
    [
        ([10, 20, 30], [10, 20, 30], "3 sizes are too few"),
        ([10, 11, 12, 13, 14, 15], [10, 11, 12, 13, 14, 15], "too little for a decision"),
    ],
    ids=["few", "narrow"],
)
def test_too_few_sizes_decide_nothing(sizes, counts, why):
    found = analyse_counts(sizes, counts)
    assert not found.decided
    assert why in found.why


def test_counts_without_a_law_are_not_decided():
    source = np.random.default_rng(3)
    counts = np.exp(np.cumsum(source.normal(0.7, 0.8, len(DOUBLINGS)))) * 1000
    assert not analyse_counts(DOUBLINGS, counts.round().tolist()).decided


def test_the_answer_is_an_analysis_with_probabilities_and_predictions():
    found = analyse_counts(BETWEEN, [MADE["n log n"](n) for n in BETWEEN], predict_n=[10**6])
    assert isinstance(found, Analysis)
    assert set(found.probabilities) == set(COUNTED_LAWS)
    assert sum(found.probabilities.values()) == pytest.approx(1)
    [ahead] = found.predictions
    assert ahead.low < ahead.median < ahead.high
    assert ahead.median == pytest.approx(MADE["n log n"](10**6), rel=0.05)
    median, low, high = found.curve("n log n", [100, 1000])
    assert (low <= median).all()
    assert (median <= high).all()
    assert found.line("n log n", BETWEEN[-1:])[0] == found.values[-1]
    assert np.isnan(found.without_curves().curve("n log n", [100])[0]).all()


def test_growth_of_a_python_function_is_decided():
    def pairs(n):
        count = 0
        for i in range(n):
            for k in range(i):
                count += k
        return count

    found = count_growth(pairs, lambda n: n, [10, 17, 28, 46, 77, 129])
    assert (found.law, found.decided) == ("n^2", True)


def test_random_arguments_are_counted_more_than_once():
    source = random.Random(2)
    made = []

    def arguments(n):
        made.append(n)
        return [source.random() for _ in range(n)]

    def maxima(a):
        best = count = 0
        for x in a:
            if x > best:
                best, count = x, count + 1
        return count

    found = count_growth(maxima, arguments, [8, 16, 32, 64, 128, 256])
    assert made.count(16) > 2, "twice to see that they are random"
    assert made.count(16) > made.count(256)
    assert found.decided == (made.count(256) == 1), "the largest size again only where that is not enough"


def work_by_luck(luck, monkeypatch, counts_of_one=1):
    """Count what n log n random steps take; return the answer, and how many inputs it took."""
    source, made = random.Random(0), []

    def counted(function, args):
        made.append(args[0])
        steps = 2 * args[0] * math.log2(args[0]) + 6 * args[0]
        return (
            {"opcodes of f": counts_of_one * round(steps * (1 + source.gauss(0, luck / math.sqrt(args[0]))))},
            {},
            True,
        )

    monkeypatch.setattr(choice, "_counters", lambda: {"python": counted})
    return count_growth(lambda n: None, lambda n: n, [round(32 * 1.5**k) for k in range(11)]), len(made)


def test_more_random_inputs_are_counted_while_nothing_is_decided(monkeypatch):
    lucky, few = work_by_luck(0.1, monkeypatch)
    found, many = work_by_luck(1, monkeypatch)
    assert (lucky.law, lucky.decided, found.law, found.decided) == ("n log n", True, "n log n", True), found.why
    assert few < 100 < many < 2000


def test_more_random_inputs_are_not_counted_where_that_takes_long(monkeypatch):
    found, inputs = work_by_luck(1, monkeypatch, counts_of_one=100)
    assert not found.decided
    assert inputs < 100


@pytest.mark.parametrize("sizes", [[], [0, 1], [1.5], "12", 7], ids=str)
def test_bad_sizes_are_one_sentence(sizes):
    with pytest.raises(InputError, match="sizes must"):
        count_growth(len, lambda n: [n], sizes)


def test_a_series_in_operations_is_taken_for_counts():
    counts = [MADE["n log log n"](n) for n in DOUBLINGS]
    assert analyse(DOUBLINGS, counts, unit="operations").law == "n log log n"
    assert analyse(DOUBLINGS, counts).law in LAWS


def test_an_upper_bound_agrees_with_a_law_that_only_counts_tell():
    found = analyse_counts(DOUBLINGS, [MADE["n^2.807"](n) for n in DOUBLINGS])
    for law, outcome in (("n^3", AGREES), ("n^2", CONTRADICTED)):
        claim = Claim(re.compile("track"), law=law, bound="upper")
        assert judge(claim, found).outcome == outcome


def test_steps_on_64_bits_at_once_are_seen_beside_thousands_of_others():
    # Grundy values by sets of bits, as counted: n^2 squares, for each of which some n / 64 words are looked at.
    counts = [13195, 49135, 191296, 772007, 3127482, 12923645, 55189249, 250223326, 1243236647, 6921828026]
    found = analyse_counts([10 * 2**k for k in range(10)], counts)
    assert (found.law, found.decided) == ("n^3", True)


def test_a_constant_is_decided_where_an_operation_or_a_hundredth_more_a_doubling_would_show():
    sizes = [2**k for k in range(4, 11)]
    nearly = [10**6 + 977 * k**2 % 2000 for k in range(7)]
    for steady in ([700] * 7, [10**9] * 7, [640 + n // (n // 16 + 1) for n in sizes], nearly):
        assert analyse_counts(sizes, steady).decided, steady
    # Of random fractions, whose steps grow by some twenty a doubling.
    differing = analyse_counts(sizes, [705, 746, 723, 760, 797, 705, 686])
    assert differing.law == "1"
    assert not differing.decided
    assert re.search(r"a growth by \d+ operations per doubling of n may hide", differing.why)
