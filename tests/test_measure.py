"""Measuring until decided: which sizes are taken, when it stops, which clock is believed."""

import itertools
import math
import random
import sys
from dataclasses import replace

import numpy as np
import pytest
from made_subject import Made

from wythoff.errors import InputError
from wythoff.harness.measure import measure, reach
from wythoff.harness.measure import run as loop
from wythoff.harness.measure.answer import csv_of, unit_cost
from wythoff.harness.measure.book import Book
from wythoff.harness.measure.clock import believed
from wythoff.harness.measure.run import Run
from wythoff.harness.measure.subject import Called
from wythoff.harness.measure.timing import Sample, take
from wythoff.harness.measure.words import lines_of


@pytest.fixture
def measured(monkeypatch):
    """Measure a made subject by a clock that only its own calls move, so that a busy machine changes nothing."""

    def run(cost, *, budget_s=10.0, sizes=None, clock="auto", time_only=False, **made):
        now = [0.0]
        monkeypatch.setattr(loop, "perf_counter", lambda: now[0])
        subject = Made(cost, now=now, **made)
        work = Run(subject, "made", sizes, budget_s=budget_s, clock=clock, time_only=time_only)
        while work.step():
            pass
        return work.answer(), subject, now[0]

    return run


@pytest.mark.parametrize(
    ("law", "cost"),
    [
        ("n", lambda n: 2e-7 + 2e-8 * n),
        ("n log n", lambda n: 2e-7 + 2e-8 * n * math.log2(n)),
        ("n^2", lambda n: 1e-6 + 5e-9 * n**2),
        ("n^3", lambda n: 1e-6 + 1e-9 * n**3),
    ],
)
def test_stops_when_the_law_is_decided_and_a_further_octave_agrees(measured, law, cost):
    found, _, seconds = measured(cost)
    assert (found.law, found.decided, found.survived) == (law, True, True)
    assert found.largest >= 1e-3
    assert seconds < 3.0


@pytest.fixture
def undecided(monkeypatch):
    """Let every analysis be undecided; list how many sizes each was of."""
    sizes, analyse = [], loop.growth.analyse

    def of(n, samples, **more):
        sizes.append(len(n))
        return replace(analyse(n, samples, **more), decided=False)

    monkeypatch.setattr(loop.growth, "analyse", of)
    return sizes


def test_every_size_is_sampled_for_about_as_long(measured, undecided):
    found, _, _ = measured(lambda n: 1e-6 + 2e-8 * n)
    counts = [len(row) for row in found.cpu]
    assert (counts[0], counts[-1]) == (loop._MOST_SAMPLES, loop._FEWEST_SAMPLES)
    assert counts == sorted(counts, reverse=True)
    assert found.largest > loop._SIZE_S


def test_an_analysis_is_made_for_a_new_size_or_several_rounds(measured, undecided):
    found, _, _ = measured(lambda n: 1e-6 + 2e-8 * n)
    assert undecided[-1] == len(found.n)
    assert len(undecided) <= len(set(undecided)) + 2


def test_what_is_only_likelier_is_not_decided_but_measured_on(measured, monkeypatch):
    analyse = loop.growth.analyse

    def doubtful(n, samples, *, least_probability, counted):
        found = analyse(n, samples)
        return replace(found, decided=found.decided and least_probability <= 0.89)

    monkeypatch.setattr(loop.growth, "analyse", doubtful)
    found, _, _ = measured(lambda n: 1e-6 + 2e-8 * n)
    assert (found.law, found.decided, found.survived) == ("n", False, False)


def test_counted_operations_decide_what_times_leave_open(measured):
    def cost(n):
        return 1e-7 + 1e-9 * n * (math.log2(n) + 12)

    alone, _, _ = measured(cost, noise=0.3)
    found, _, _ = measured(cost, noise=0.3, operations=lambda n: 40 + 3 * n * (n.bit_length() - 1))
    assert (alone.decided, alone.operations) == (False, None)
    assert (found.law, found.decided, found.survived, found.operations.law) == ("n log n", True, True, "n log n")
    assert found.seconds < alone.seconds
    assert len(found.cpu[0]) < loop._FIRST_ROUNDS < len(alone.cpu[0])
    assert found.to_dict()["operations"]["law"] == "n log n"
    assert alone.to_dict()["operations"] is None
    assert lines_of(found)[3].endswith("grow by n log n as well")


def test_where_operations_and_times_disagree_nothing_is_decided(measured):
    def cost(n):
        return 1e-7 + 1e-9 * n * (math.log2(n) + 20)

    assert measured(cost, noise=0.05)[0].decided
    found, _, _ = measured(cost, noise=0.05, operations=lambda n: 40 + 30 * n)
    assert (found.law, found.decided, found.operations.law) == ("n log n", False, "n")
    assert "fits, but operations are counted to grow by n;" in found.analysis.why
    assert lines_of(found)[3].endswith("grow by n")


@pytest.mark.parametrize(
    ("made", "asked"),
    [
        ({"operations": lambda n: n, "time_only": True}, 0),
        ({"operations": lambda n: n, "compiling_s": 3.4}, 0),  # compiling again, for counting, would take the budget
        ({"operations": lambda n: n, "base": 5e-3}, 0),  # a call counted would take a second
        ({"operations": None}, 1),
        ({"operations": lambda n: n, "unseen": {"zlib.crc32": 1}}, 2),
        ({"operations": lambda n: n, "sizes": [8, 16, 32, 64, 128]}, 0),  # too few for a verdict
    ],
    ids=["not wanted", "long to compile", "long calls", "not countable", "unseen", "few sizes"],
)
def test_operations_are_not_counted(measured, made, asked):
    base = made.pop("base", 1e-6)
    found, subject, _ = measured(lambda n: base + 2e-8 * n, **made)
    assert found.operations is None
    assert found.analysis.counted is None
    assert len(subject.counted) == asked


def test_counting_takes_a_moment_but_for_what_compiles(measured):
    found, subject, _ = measured(lambda n: 1e-6 + 2e-8 * n, operations=lambda n: n, slower=200.0, compiling_s=3.0)
    assert found.operations.decided
    counting_s = sum(200.0 * subject.cost(n) for n in subject.counted[1:])
    assert counting_s < 0.2
    assert list(found.operations.n) == subject.counted[1:]
    assert found.seconds < 3.0
    found, subject, _ = measured(lambda n: 1e-6 + 1e-8 * n**2, operations=lambda n: n * n, slower=200.0)
    assert found.operations.law == "n^2"
    assert len(found.operations.n) >= loop._COUNTED_SIZES


def test_a_function_in_python_is_counted_and_one_in_c_is_not():
    def pairs(n):
        for i in range(n):
            for _ in range(i):
                pass

    # A tenth of the budget is for counting, by the wall's clock, and must do on a busy machine; it ends when decided.
    found = measure(pairs, lambda n: n, budget_s=60.0)
    assert (found.operations.law, found.operations.decided, found.analysis.counted) == ("n^2", True, "n^2")
    assert measure(math.sqrt, lambda n: n, [8, 16, 32, 64, 128, 256, 512], budget_s=0.5).operations is None

    def fails_when_counted(n):
        assert sys.gettrace() is None or n < 0
        return pairs(n)

    assert measure(fails_when_counted, lambda n: n, budget_s=1.0).operations is None


@pytest.mark.parametrize("counted", [False, True])
def test_a_logarithm_that_no_counts_confirm_needs_more(measured, monkeypatch, counted):
    analyse, asked = loop.growth.analyse, []

    def likely(n, samples, *, least_probability, counted):
        found = analyse(n, samples, counted=counted)
        asked.append(least_probability)
        probabilities = {**found.probabilities, "n log n": 0.96}
        return replace(found, law="n log n", probabilities=probabilities, decided=least_probability <= 0.96)

    monkeypatch.setattr(loop.growth, "analyse", likely)
    operations = (lambda n: 40 + 3 * n * (n.bit_length() - 1)) if counted else None
    found, _, _ = measured(lambda n: 1e-7 + 1e-9 * n * math.log2(n), operations=operations)
    assert found.decided == counted
    assert set(asked) == ({0.9} if counted else {0.9, 0.97})


@pytest.mark.parametrize(("counted", "octaves"), [(False, 2), (True, 1)])
def test_linear_work_stays_decided_for_two_octaves_or_one_where_counts_agree(measured, monkeypatch, counted, octaves):
    analyse, decided = loop.growth.analyse, []

    def noted(n, samples, **more):
        found = analyse(n, samples, **more)
        if found.decided:
            decided.append(n[-1])
        return found

    monkeypatch.setattr(loop.growth, "analyse", noted)
    found, _, _ = measured(lambda n: 1e-7 + 1e-9 * n, operations=(lambda n: 40 + 3 * n) if counted else None)
    assert found.survived
    assert found.n[-1] == 2**octaves * decided[0]
    assert ("two further octaves agree" if octaves == 2 else "a further octave agrees") in found.stopped


def test_sizes_are_doublings_or_have_four_binary_digits(measured):
    found, _, _ = measured(lambda n: 1e-6 * n**1.1, budget_s=3.0)
    assert all(n.bit_length() <= 4 or n % 2 ** (n.bit_length() - 4) == 0 for n in found.n)
    assert all(b == 2 * a for a, b in itertools.pairwise(found.n[:-1]))


def test_loading_the_analysis_is_no_part_of_the_budget(monkeypatch):
    now, analyse = [0.0], loop.growth.analyse

    class Growth:
        loaded = False

        @property
        def analyse(self):
            now[0] += 0.0 if self.loaded else 100.0
            self.loaded = True
            return analyse

    monkeypatch.setattr(loop, "perf_counter", lambda: now[0])
    monkeypatch.setattr(loop, "growth", Growth())
    work = Run(Made(lambda n: 1e-6 + 2e-8 * n, now=now), "made", budget_s=10.0)
    while work.step():
        pass
    assert now[0] > 100
    assert work.answer().seconds < 10
    assert work.answer().survived


def test_a_term_that_takes_over_late_is_not_missed(measured):
    found, _, _ = measured(lambda n: 1e-6 + 1e-7 * n + 1e-11 * n**2, budget_s=20.0)
    assert found.law == "n^2" or not found.decided


def test_budget_is_kept_and_no_call_takes_more_than_its_share(measured):
    found, subject, seconds = measured(lambda n: 1e-4 * n**3, budget_s=2.0)
    assert seconds < 2.5
    assert max(calls * subject.cost(n) for n, calls in subject.taken) < 0.6
    assert len(found.n) > 1


def test_exponential_cost_is_never_doubled_blindly(measured):
    found, subject, seconds = measured(lambda n: 5e-8 * 1.618**n, budget_s=5.0)
    assert found.law == "exponential"
    assert seconds < 7.0
    assert max(n for n, _ in subject.taken) < 50


def test_sizes_that_are_given_are_the_only_ones(measured):
    sizes = [100, 300, 1000, 3000, 10_000, 30_000]
    found, _, _ = measured(lambda n: 1e-8 * n, sizes=sizes)
    assert found.n == tuple(sizes)
    assert "given" in found.stopped or found.survived


def test_dear_arguments_end_the_sizes_with_a_reason(measured):
    found, _, seconds = measured(lambda n: 2e-8 * math.log2(n), making=lambda n: 1e-8 * n**2, budget_s=5.0)
    assert "making its arguments" in found.stopped
    assert 1e-8 * found.n[-1] ** 2 <= 0.03 * 5.0
    assert seconds < 6.0


def test_memory_ends_the_sizes_with_a_reason(measured, monkeypatch):
    monkeypatch.setattr(loop, "available_bytes", lambda: 10**8)
    found, subject, _ = measured(lambda n: 2e-8 * math.log2(n), bytes_per_n=100)
    assert "memory" in found.stopped
    assert 100 * max(n for n, _ in subject.taken) < 10**8


def test_rounds_are_spread_over_the_sizes(measured):
    _, subject, _ = measured(lambda n: 1e-6 + 2e-8 * n)
    kept = [n for n, _ in subject.taken]
    repeats = [n for before, n in itertools.pairwise(kept) if before == n]
    assert len(repeats) < 0.5 * len(kept)


def test_work_that_waits_is_read_by_the_wall(measured):
    found, _, _ = measured(lambda n: 1e-5 * n, waits=1)
    assert (found.clock, found.clock_cause) == ("wall", "it waits")
    assert found.samples == found.wall


def test_work_of_several_threads_is_read_by_the_wall(measured):
    assert measured(lambda n: 1e-6 * n, threads=2.5)[0].clock_cause == "it uses several threads"


def test_a_clock_that_is_asked_for_is_taken(measured):
    assert measured(lambda n: 1e-6 * n, clock="wall")[0].clock == "wall"


def test_others_at_work_are_no_waiting():
    pushed = [Sample(n, 10, 8e-3, 1e-3, 1e-3, 0) for n in (10, 20, 40, 80, 160, 320)]
    assert believed(pushed).clock == "cpu"


def test_waiting_is_seen_by_the_clocks_where_the_system_does_not_count_it():
    unknown = [Sample(n, 10, 8e-3, 1e-3, 1e-3, None) for n in (10, 20, 40, 60, 70, 80)]
    assert believed(unknown).clock == "wall"
    assert believed([*unknown, *[Sample(80, 10, 1e-3, 1e-3, 1e-3, None)] * 4]).clock == "cpu"


def test_arguments_that_a_call_changes_are_made_for_each_call():
    seen = []
    subject = Called(list.sort, lambda n: (seen.append(n), random.sample(range(n), n))[1])
    subject.begin(50)
    assert subject.fresh
    before = len(seen)
    sample = subject.sample(50, 7)
    assert (sample.calls, len(seen) - before) == (7, 7)


def test_an_iterator_is_never_used_twice():
    subject = Called(sum, lambda n: (value for value in range(n)))
    subject.begin(10)
    assert subject.fresh


def test_arguments_that_stay_are_used_again_and_dear_ones_kept():
    made = []

    def dear(n):
        made.append(n)
        return sum(range(300_000)) and n

    subject = Called(abs, dear)
    subject.begin(10)
    assert not subject.fresh
    count = len(made)
    for _ in range(3):
        assert subject.sample(10, 100).calls == 100
    assert len(made) == count + 1


def test_garbage_collection_waits_until_a_sample_is_over():
    import gc

    states = []
    take(lambda: states.append(gc.isenabled()), [()], 1, 3)
    assert states == [False] * 3
    assert gc.isenabled()


def test_an_exception_of_the_function_tells_the_size():
    def fails(n):
        if n > 8:
            raise ZeroDivisionError("no")

    with pytest.raises(ZeroDivisionError) as caught:
        measure(fails, lambda n: n)
    assert caught.value.__notes__ == ["at n = 16"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"sizes": []}, "at least one size"),
        ({"sizes": [0]}, r"sizes\[0\] must be a whole number"),
        ({"sizes": "12"}, "sequence"),
        ({"budget_s": 0}, "budget_s"),
        ({"clock": "sun"}, "auto, wall or cpu"),
    ],
)
def test_bad_arguments_are_refused(arguments, words):
    with pytest.raises(InputError, match=words):
        measure(len, lambda n: [0] * n, **arguments)


def test_what_is_no_function_is_refused():
    with pytest.raises(InputError, match="make_args must be callable, got 7"):
        measure(len, 7)


def test_a_real_function_is_measured_within_its_budget():
    found = measure(sorted, lambda n: [random.random() for _ in range(n)], [50, 100, 200, 400, 800, 1600], budget_s=2.0)
    assert found.n == (50, 100, 200, 400, 800, 1600)[: len(found.n)]
    assert all(len(row) >= 1 and min(row) > 0 for row in (*found.cpu, *found.wall))
    assert found.to_dict()["name"] == "sorted"


def test_table_holds_both_clocks_of_each_sample(measured):
    found, _, _ = measured(lambda n: 1e-8 * n, sizes=[1000, 2000, 4000, 8000])
    lines = csv_of([found]).splitlines()
    assert lines[0] == "benchmark,n,wall_time,cpu_time"
    assert len(lines) == 1 + sum(map(len, found.cpu))


def test_unit_cost_is_that_of_the_law():
    assert unit_cost("n^2", 10, 300.0) == pytest.approx(3.0)
    assert math.isnan(unit_cost("exponential", 10, 300.0))
    assert math.isnan(unit_cost("log n", 1, 300.0))


def booked(cost, sizes, count=3):
    book, subject = Book(), Made(cost)
    for n in sizes:
        book.calls[n] = max(1, math.ceil(1e-3 / cost(n)))
        for _ in range(count):
            sample = subject.sample(n, book.calls[n])
            book.pay(sample)
            book.add(sample)
    return book


def test_reach_is_limited_by_call_making_and_memory():
    book = booked(lambda n: 1e-6 * n**2, [8, 16, 32])
    assert reach.largest_n(book, "cpu", 1.0, 1.0, 10**12) == (pytest.approx(1000, rel=0.2), "a call")
    assert reach.largest_n(book, "cpu", 1e9, 3.2e-6, 10**12)[1] == "making its arguments"
    assert reach.largest_n(book, "cpu", 1e-9, 1e9, 10**12)[0] == 32


def test_cost_within_the_data_is_never_taken_for_less_than_it_is():
    book = booked(lambda n: 1e-9 * 2.0**n, [8, 16, 24])
    assert reach.expected_call_s(book, "cpu", 20) == book.call_s(24, "cpu")


def test_matrix_arguments_need_no_fresh_copies():
    subject = Called(np.dot, lambda n: (np.ones((n, n)), np.ones((n, n))))
    subject.begin(4)
    assert not subject.fresh
