"""
The loop: sizes by doubling until calls are long enough, and on from there until the law is decided.

Seconds go where they tell most. Reach tells more than repetition: of 91 functions of known growth a ladder with one
sample a size decides nearly as many as with six, in a sixth of the time, and one that ends three octaves earlier is as
often right. So every size is sampled for about as long (`_SIZE_S`): cheap ones often, dear ones twice, and an analysis,
which takes as long as that itself, is made when there is a new size.

What operations can be counted within a moment are, at the smallest sizes: they tell what caches and neighbours make of
times, a rise in the cost of memory from work of a higher order above all.

A first decision is not believed. Small sizes decide for a law that a term of higher order overtakes later: on this
project's reference series, stopping at the first decision is wrong in 11 of 26, and in none where the verdict must
survive a further octave and a call take a millisecond; here some milliseconds, which cost next to nothing, and of n or
n log n, which a higher power may only begin as, two octaves where no counts agree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from wythoff._process.memory import available_bytes
from wythoff.errors import InputError, shorten, whole_number
from wythoff.harness import growth
from wythoff.harness.growth.laws import TERMS
from wythoff.harness.measure.answer import Measured
from wythoff.harness.measure.book import Book
from wythoff.harness.measure.clock import Believed, believed
from wythoff.harness.measure.reach import MOST_N, expected_call_s, largest_n
from wythoff.harness.measure.subject import AIM_S, Called, Subject, calls_for
from wythoff.harness.measure.timing import Sample, shortest_sample_s
from wythoff.harness.units import human_seconds, size_text

if TYPE_CHECKING:
    from wythoff.harness.growth import Analysis

FIRST_N: Final = 8
_LONG_CALL_S: Final = 4e-3
_FEWEST_CLIMBED: Final = 5
_FIRST_ROUNDS: Final = 5
_CLIMB_LEAVES: Final = 0.6  # of the budget
# One call may take this share of the budget, and making the arguments of a sample as much.
_SHARE: Final = 0.03
_FIRST_SHARE: Final = 0.1  # while there are too few sizes for any verdict
# A size is sampled for so long in all, though at least and at most so many times.
_SIZE_S: Final = 0.05
_FEWEST_SAMPLES, _MOST_SAMPLES = 2, 7
_SHORT_S: Final = 0.05
# Counting beside takes a moment, which tells as much of 247 functions of known growth as one 20 times as long, and at
# most so much of the budget while there are too few sizes for a verdict.
_COUNTING_S: Final = 0.05
_COUNTING_SHARE: Final = 0.1
_COUNTED_SIZES: Final = 6
_SLOWER_COUNTED: Final = 300.0  # times as long a call takes at most
_LONGER_COMPILED: Final = 3.0  # times as long as the first call, which compiled, too
# How far a decision must hold: for an octave where counts agree or octaves are dear, from this power on, else for two.
_OCTAVE, _TWO_OCTAVES = 2.0, 4.0
_DEAR_POWER: Final = 1.5
# Who can measure more need not decide by four to one: of 741 measurements of functions of known growth, beside other
# virtual machines, 22 were decided at less than this, 13 of them wrongly; at more 556, 5 of them wrongly.
LEAST_PROBABILITY: Final = 0.9
_LEAST_WITH_LOGARITHM: Final = 0.97  # where no counts agree: what a logarithm adds, caches add as well

Wanted = Literal["auto", "wall", "cpu"]
_Value = TypeVar("_Value")


def measure(
    function: Callable[..., object],
    make_args: Callable[[int], Any],
    sizes: Iterable[int] | None = None,
    *,
    budget_s: float = 10.0,
    clock: Wanted = "auto",
    fresh: bool | None = None,
    time_only: bool = False,
    name: str | None = None,
) -> Measured:
    """
    Measure how a function grows, until that is decided or the budget is used up.

    Parameters
    ----------
    function : callable
        What is timed.
    make_args : callable
        ``make_args(n)`` returns the arguments of a call of size n, a tuple or the only one. It is not timed. Where it
        is random, every sample gets other arguments.
    sizes : iterable of int, optional
        The only sizes that may be measured, each above 0. By default they are chosen.
    budget_s : float
        Seconds on the wall that everything but a first call, which may compile, may take together, about: a call that
        has begun is not broken off.
    clock : {"auto", "wall", "cpu"}
        The clock that the analysis is of; by default the thread's processor time, but the wall's where the function
        waits or uses several threads.
    fresh : bool, optional
        Whether each call needs arguments of its own; by default that is found out, see `Called`.
    time_only : bool
        Whether no operations are counted. By default those of single calls are, at small sizes, of what is written in
        Python or compiled by Numba, and where all of them are seen the law that they grow by counts for the verdict as
        `wythoff.harness.growth.analyse` says.
    name : str, optional
        What it is called; by default the function's name.

    Returns
    -------
    Measured
        Samples, verdict, and what they have cost.

    Raises
    ------
    InputError
        If an argument is not what it should be.
    Exception
        Whatever the function or `make_args` raises, with a note that tells the size.

    Examples
    --------
    >>> found = measure(sum, lambda n: list(range(n)), [100, 1000, 10_000, 100_000])
    >>> found.n, len(found.cpu[0]) >= 3
    ((100, 1000, 10000, 100000), True)
    """
    own = name if name is not None else str(getattr(function, "__qualname__", type(function).__qualname__))
    run = Run(Called(function, make_args, fresh), own, sizes, budget_s=budget_s, clock=clock, time_only=time_only)
    while run.step():
        pass
    return run.answer()


class Run:
    """
    One measurement under way. Several can go on in turn, step by step, each with a budget of its own.

    Attributes
    ----------
    analysis : Analysis or None
        The latest verdict.
    operations : Analysis or None
        The verdict on operations counted, if all are seen.
    """

    def __init__(
        self,
        subject: Subject,
        name: str,
        sizes: Iterable[int] | None = None,
        *,
        budget_s: float = 10.0,
        clock: Wanted = "auto",
        first_n: int = FIRST_N,
        time_only: bool = False,
    ) -> None:
        if not (isinstance(budget_s, int | float) and math.isfinite(budget_s) and budget_s > 0):
            raise InputError(f"budget_s must be a number of seconds above 0, got {shorten(repr(budget_s))}")
        if clock not in ("auto", "wall", "cpu"):
            raise InputError(f"clock must be auto, wall or cpu, got {shorten(repr(clock))}")
        self.name = name
        self.analysis: Analysis | None = None
        self.operations: Analysis | None = None
        self.notes: list[str] = []
        self.book = Book()
        self._subject = subject
        self._only = None if sizes is None else _checked(sizes)
        self._first = self._only[0] if self._only else first_n
        self._budget_s = float(budget_s)
        self._clock: Wanted = clock
        self._time_only = time_only
        self._aim_s = shortest_sample_s(AIM_S)
        self._spent_s = 0.0
        self._entered: float | None = None
        self._turn = 0
        self._decided: dict[str, int] = {}  # law: the largest size when it was decided first
        self._stopped = "nothing was measured"
        self._survived = False
        self._began_s = 0.0
        self._limit = ""
        self._work: Iterator[bool] = self._all()

    @property
    def spent_s(self) -> float:
        """Seconds that its steps have taken so far."""
        return self._spent_s + (0.0 if self._entered is None else perf_counter() - self._entered)

    @property
    def left_s(self) -> float:
        """Seconds of the budget that are left."""
        return self._budget_s - self.spent_s

    def step(self) -> bool:
        """Go on for a moment; False when it is finished."""
        self._entered = perf_counter()
        try:
            return next(self._work, None) is not None
        finally:
            self._spent_s, self._entered = self.spent_s, None

    def stop(self, why: str) -> None:
        """Measure no more; what there is stays."""
        self._work = iter(())
        self._stopped = why

    def believed(self) -> Believed:
        """Return the clock that the analysis is of, and why."""
        if self._clock != "auto":
            return Believed(self._clock, "asked for" if self._clock == "wall" else "")
        return believed(self.book.every)

    def answer(self) -> Measured:
        """Return what was measured so far; there must be a sample."""
        if self.analysis is None or len(self.analysis.n) != len(self.book.sizes):
            self._analyse()
        assert self.analysis is not None
        chosen = self.believed()
        return Measured(
            name=self.name,
            n=self.book.sizes,
            cpu=self.book.seconds("cpu"),
            wall=self.book.seconds("wall"),
            calls=tuple(several[-1].calls for several in self.book.samples.values()),
            clock=chosen.clock,
            clock_cause=chosen.cause,
            analysis=self.analysis,
            stopped=self._stopped,
            survived=self._survived,
            fresh=self._subject.fresh,
            seconds=self.spent_s,
            sampled_s=self.book.sampled_s,
            made_s=self.book.made_s,
            notes=tuple(self.notes),
            operations=self.operations,
        )

    def _all(self) -> Iterator[bool]:
        yield from self._climb()
        self._unpaid(lambda: growth.analyse)  # which is loaded now, when there is something to show meanwhile
        if not self._time_only:
            yield from self._count()
        for _ in range(self._first_rounds() - 1):
            if self.left_s > 0 or len(self.book.sizes) < 2:
                yield from self._round(self.book.sizes)
        yield from self._until_decided()

    def _unpaid(self, call: Callable[[], _Value]) -> _Value:
        """Do what is done once only, and is no part of the budget."""
        spent_s = self.spent_s
        value = call()
        self._spent_s, self._entered = spent_s, perf_counter()
        return value

    def _climb(self) -> Iterator[bool]:
        """Measure ascending sizes once: those that are given, or doublings until a call is long enough."""
        # What compiles may take longer than the budget.
        self._began_s = self._unpaid(lambda: _at(self._first, lambda: self._subject.begin(self._first)))
        n: int | None = self._first
        while n is not None:
            self._new_size(n)
            yield True
            n = self._next_climbed(n)

    def _next_climbed(self, n: int) -> int | None:
        largest = self._largest()
        if self._only is not None:
            following = next((size for size in self._only if size > n), None)
            return following if following is not None and following <= largest else None
        if self.book.call_s(n, "wall") >= _LONG_CALL_S and len(self.book.sizes) >= _FEWEST_CLIMBED:
            return None
        if self.left_s < _CLIMB_LEAVES * self._budget_s and len(self.book.sizes) >= _FEWEST_CLIMBED:
            return None
        following = min(2 * n, _rounded_down(int(largest)))
        return following if following > n and (following >= 1.1 * n or len(self.book.sizes) < _FEWEST_CLIMBED) else None

    def _largest(self) -> float:
        """Return the largest size that can be afforded now; what keeps larger ones from it is kept for the answer."""
        if self.left_s <= 0:
            return float(self.book.sizes[-1])
        share = _SHARE if len(self.book.sizes) >= _FEWEST_CLIMBED else _FIRST_SHARE
        limit_s = min(share * self._budget_s, self.left_s / (_FEWEST_SAMPLES + 1))
        clock = self.believed().clock
        largest, self._limit = largest_n(self.book, clock, limit_s, limit_s, available_bytes())
        return largest

    def _count(self) -> Iterator[bool]:
        """Count operations at sizes that are measured, the smallest first, for a moment."""
        sizes, most_s = self.book.sizes, _COUNTING_SHARE * self._budget_s
        first, clock = sizes[0], self.believed().clock
        if len(sizes) < _COUNTED_SIZES or _LONGER_COMPILED * self._began_s > self._budget_s:
            return
        if _SLOWER_COUNTED * self.book.call_s(first, clock) > most_s:
            return
        counts: dict[int, int] = {}
        start_s = self.spent_s
        if self._unpaid(lambda: self._subject.count(first)) is None:  # which compiles, and loads what it uses first
            return
        for n, following in zip(sizes, [*sizes[1:], None], strict=True):
            before_s = self.spent_s
            found = self._subject.count(n)
            if found is None or found.unseen:
                return
            counts[n] = found.operations
            yield True
            if following is None:
                break
            grown = max(2.0, self.book.call_s(following, clock) / self.book.call_s(n, clock))
            expected_s = self.spent_s - start_s + grown * (self.spent_s - before_s)
            if expected_s > (min(_COUNTING_S, most_s) if len(counts) >= _COUNTED_SIZES else most_s):
                break
        if len(counts) >= _COUNTED_SIZES:
            from wythoff.harness.growth.counted import analyse_counts

            self.operations = analyse_counts(counts, list(counts.values()))

    def _until_decided(self) -> Iterator[bool]:
        while True:
            self._analyse()
            yield True
            largest = self._largest()
            if self._is_finished(largest):
                return
            n = self._following(largest)
            if n is not None:
                self._new_size(n)
                for _ in range(_FEWEST_SAMPLES - 1):
                    self._repeat(n)
                yield from self._round(self._revisited(n))
                continue
            before = len(self.book.every)
            for _ in range(_FIRST_ROUNDS):
                yield from self._round(self.book.sizes)
            if before == len(self.book.every):
                self._stopped = "more repetitions would change little, and no further size fits the budget"
                return

    def _is_finished(self, largest: float) -> bool:
        assert self.analysis is not None
        book, found = self.book, self.analysis
        last = book.sizes[-1]
        could_grow = any(n > last for n in self._only) if self._only else True
        beyond = could_grow and largest >= math.sqrt(2) * last
        # What is decided already is not sampled for longer.
        most = self._first_rounds() if found.decided else _MOST_SAMPLES
        full = all(len(several) >= min(self._wanted(n), most) for n, several in book.samples.items())
        if found.decided and last >= self._until() and book.call_s(last, "wall") >= _LONG_CALL_S:
            octaves = "a further octave agrees" if self._holds_for() == _OCTAVE else "two further octaves agree"
            self._stopped, self._survived = f"decided, and {octaves}", True
        elif self.left_s <= 0:
            self._stopped = f"the budget of {human_seconds(self._budget_s)} is used up"
        elif not beyond and full:
            self._stopped = self._why_not_larger(could_grow)
        else:
            return False
        return True

    def _why_not_larger(self, could_grow: bool) -> str:
        if not could_grow:
            return "all sizes that were given are measured"
        return f"larger sizes than {size_text(self.book.sizes[-1])} don't fit: {self._limit} would take too much"

    def _following(self, largest: float) -> int | None:
        """Return the next size, an octave on where that can be afforded; None where no larger one helps."""
        assert self.analysis is not None
        last = self.book.sizes[-1]
        if self._only is not None:
            return None
        n = min(2 * last, _rounded_down(int(largest)))
        # Whether a verdict survives is seen from smaller steps, too.
        return n if n >= (1.1 if self.analysis.decided else math.sqrt(2)) * last else None

    def _until(self) -> float:
        """Return the size up to which a law must stay decided."""
        assert self.analysis is not None
        return self._holds_for() * self._decided[self.analysis.law]

    def _holds_for(self) -> float:
        assert self.analysis is not None
        law = self.analysis.law
        power, _ = TERMS.get(law, (_DEAR_POWER, 0.0))
        return _OCTAVE if law == self.analysis.counted or power >= _DEAR_POWER else _TWO_OCTAVES

    def _wanted(self, n: int) -> int:
        """Return how many samples of a size are enough."""
        return min(max(_FEWEST_SAMPLES, math.ceil(_SIZE_S / self.book.sample_s(n))), _MOST_SAMPLES)

    def _revisited(self, new: int) -> list[int]:
        """List sizes to be measured again beside a new one, the least measured first, for as long as that takes."""
        book, used, kept = self.book, 0.0, []
        allowed = max(_SHORT_S, sum(sample.wall_s + sample.made_s for sample in book.samples[new]))
        for n in sorted(book.sizes, key=lambda size: (len(book.samples[size]), book.sample_s(size))):
            used += book.sample_s(n)
            if n != new and used <= allowed:
                kept.append(n)
        return kept

    def _round(self, sizes: Iterable[int]) -> Iterator[bool]:
        """Measure sizes once more, up and down in turn, so that a slow spell of the machine strikes many of them."""
        self._turn += 1
        for n in sorted(sizes, reverse=self._turn % 2 == 1):
            if len(self.book.samples[n]) < self._wanted(n) and self.book.sample_s(n) <= max(self.left_s, _SHORT_S):
                self._repeat(n)
                yield True

    def _repeat(self, n: int) -> None:
        self.book.add(self._taken(n, self.book.calls[n]))

    def _taken(self, n: int, calls: int) -> Sample:
        sample = _at(n, lambda: self._subject.sample(n, calls))
        self.book.pay(sample)
        return sample

    def _new_size(self, n: int) -> None:
        """Find out how many calls make a sample, and keep the last one tried."""
        calls = 1
        if self.book.sizes:
            calls = max(1, calls_for(expected_call_s(self.book, "wall", n), self._aim_s) // 2)
        sample = self._taken(n, calls)
        while (elapsed := _length_s(sample)) < 0.7 * self._aim_s and sample.calls == calls:
            calls = min(10 * calls, math.ceil(1.2 * calls * self._aim_s / max(elapsed, 1e-9)))
            sample = self._taken(n, calls)
        self.book.calls[n] = calls
        self.book.add(sample)

    def _analysed(self, least_probability: float) -> Analysis:
        samples = self.book.seconds(self.believed().clock)
        return growth.analyse(self.book.sizes, samples, least_probability=least_probability, counted=self._counted())

    def _first_rounds(self) -> int:
        """Return how often sizes are measured before an analysis; seldom where counts have told the law already."""
        return _FIRST_ROUNDS if self._counted() is None else _FEWEST_SAMPLES

    def _counted(self) -> str | None:
        """Return the law of the operations, where counts have decided for one that times may have."""
        found = self.operations
        return found.law if found is not None and found.decided and found.law in growth.LAWS else None

    def _analyse(self) -> None:
        found = self._analysed(LEAST_PROBABILITY)
        _, logarithm = TERMS.get(found.law, (0.0, 0.0))
        unsure = found.probabilities[found.law] < _LEAST_WITH_LOGARITHM
        if found.decided and logarithm and unsure and found.law != found.counted:
            found = self._analysed(_LEAST_WITH_LOGARITHM)
        self.analysis = found
        if found.decided:
            self._decided = {found.law: self._decided.get(found.law, self.book.sizes[-1])}
        else:
            self._decided = {}


def _rounded_down(n: int) -> int:
    """
    Keep a size's four leading binary digits.

    A size with a large prime factor is another matter to transforms and blocked loops than the doublings before it.

    Examples
    --------
    >>> _rounded_down(1_043_334), _rounded_down(13)
    (983040, 13)
    """
    beyond = max(0, n.bit_length() - 4)
    return n >> beyond << beyond


def _length_s(sample: Sample) -> float:
    """Return how long a sample is: on a busy machine the wall's time may be several times the work's."""
    return max(sample.cpu_s, sample.wall_s / 8)


def _at(n: int, call: Callable[[], _Value]) -> _Value:
    try:
        return call()
    except Exception as error:
        error.add_note(f"at n = {n:,}")
        raise


def _checked(sizes: Iterable[int]) -> list[int]:
    if not isinstance(sizes, Iterable) or isinstance(sizes, str | bytes):
        raise InputError(f"sizes must be a sequence of whole numbers, got {shorten(repr(sizes))}")
    found = sorted({whole_number(f"sizes[{place}]", n, 1, MOST_N) for place, n in enumerate(sizes)})
    if not found:
        raise InputError("sizes must hold at least one size, got none")
    return found
