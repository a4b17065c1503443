"""What changed between two series, decided so that the same code measured twice seldom says that anything did."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, Literal

import numpy as np

from wythoff.harness.compare import shapes, words
from wythoff.harness.compare.classes import Difference, difference
from wythoff.harness.compare.levels import Estimate, level, scatter, top, trend
from wythoff.harness.compare.powers import Powers, weigh
from wythoff.harness.compare.ratios import Pair, Ratios, ratios_of
from wythoff.harness.compare.runs import Runs, runs_of
from wythoff.harness.growth import Analysis, analyse
from wythoff.harness.pool import map_all

Kind = Literal["class", "trend", "constant", "overhead", "none", "unknown"]
Laws = Literal["changed", "all"]

# A decision asks for so many standard errors: they are themselves estimated from few sizes, with the tails of
# Student's distribution, and one per cent of false alarms is to be shared among level, overhead and trend.
SURELY: Final = 3.1
_SURELY_OF_MACHINES: Final = 4.5  # whose caches differ, in more than one way
_SURELY_STEEPER: Final = 4.5
_SEEN: Final = 1.2816  # a change by so many errors more is found nine times in ten
_INTERVAL: Final = 1.6449  # 90 %
_OPEN: Final = 0.5
_SURE_CLASS: Final = 0.9
_PART: Final = 0.25  # of the power that laws differ by, which the ratio must show within the data
_LEAST_TREND: Final = 0.03
_FEWEST: Final = 4
_COURSE: Final = 0.5  # in logarithm: a ratio that moves less shows no other power
_WORTH_ASKING: Final = 0.01  # probability of other powers at which the laws are looked for
# The weightiest change of a pair is what it is said to be.
WEIGHT: Final[dict[Kind, int]] = {"class": 5, "trend": 4, "constant": 3, "overhead": 2, "unknown": 1, "none": 0}
_FEW: Final = 400  # pairs, whose ratios are judged before workers have started


@dataclass(frozen=True)
class Factor:
    """A ratio, after over before, with its 90 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Crossing:
    """From `n` on `cheaper`, "before" or "after", costs less; the order is unclear from `low` to `high`."""

    n: float
    low: float
    high: float
    cheaper: str


@dataclass(frozen=True)
class Change:
    """
    What was found of a pair of series.

    Attributes
    ----------
    kind : {"class", "trend", "constant", "overhead", "none", "unknown"}
        The weightiest change that is sure: the law; the ratio grows or falls with n, but which law is behind it is
        open; the ratio at large sizes; the cost of a call. "none" is none that the data could show, "unknown" that
        they have too few sizes in common.
    worse : bool or None
        Whether it is for the dearer; None where nothing changed.
    ratio : Factor or None
        At large sizes, less what struck the whole run. None without sizes in common.
    raw : float
        The same ratio as it was measured; NaN without sizes in common.
    overhead : Factor or None
        The ratio where the cost of a call dominates in both; None where it is seen in either too little.
    overhead_changed, ratio_changed : bool
        Whether these ratios are surely not 1.
    seen : float
        A factor at large sizes, above 1, that would have been found nine times in ten; infinite where nothing would.
    exponent : (float, float, float) or None
        By which power of n the ratio grows at the larger sizes, and its 90 % interval.
    laws : Difference or None
        How surely the laws differ, and which they are; None where it was not asked, for the ratio is level.
    before, after : Analysis or None
        The analyses behind it, without curves.
    crossing : Crossing or None
        The size from which the other one is cheaper.
    n : tuple of float
        The sizes that were compared.
    logs : tuple of float
        Natural logarithms of the measured ratio there.
    text : str
        All of this in a sentence.
    """

    kind: Kind
    worse: bool | None
    ratio: Factor | None
    raw: float
    overhead: Factor | None
    overhead_changed: bool
    ratio_changed: bool
    seen: float
    exponent: tuple[float, float, float] | None
    laws: Difference | None
    before: Analysis | None
    after: Analysis | None
    crossing: Crossing | None
    n: tuple[float, ...]
    logs: tuple[float, ...]
    text: str = ""
    _plain: Kind = field(default="none", repr=False, compare=False)
    _slope: Estimate | None = field(default=None, repr=False, compare=False)
    _powers: Powers | None = field(default=None, repr=False, compare=False)


def rank(change: Change) -> tuple[int, int, float]:
    """Order changes: what got worse, what can't be compared, what got better, what did not change."""
    side = 0 if change.worse else 3 if change.kind == "none" else 1 if change.worse is None else 2
    return side, -WEIGHT[change.kind], -(change.ratio.value if change.ratio else 0.0)


def compare_series(pair: Pair, laws: Laws = "all") -> Change:
    """
    Tell what changed between two series.

    Parameters
    ----------
    pair : Pair
        The series.
    laws : {"changed", "all"}
        Whether to find the laws where the ratio is level, too.

    Returns
    -------
    Change
        Always; where the data can't show anything, that is what it says.

    Raises
    ------
    InputError
        If sizes and samples differ in number, or hold what is no number.

    Notes
    -----
    Some 2 ms, and two analyses of 60 ms where the laws are found.

    Examples
    --------
    >>> sizes = [2**k for k in range(4, 16)]
    >>> before = [[3e-9 * n + 2e-7] * 3 for n in sizes]
    >>> after = [[4e-9 * n + 2e-7] * 3 for n in sizes]
    >>> found = compare_series(Pair(sizes, before, sizes, after))
    >>> found.kind, round(found.ratio.value, 2)
    ('constant', 1.33)
    """
    [change], _ = compare_all([pair], laws=laws)
    return change


def compare_all(
    pairs: Sequence[Pair],
    *,
    laws: Laws = "changed",
    together: bool = True,
    runs: Runs | None = None,
    advance: Callable[[], None] = lambda: None,
    processes: int = 1,
) -> tuple[list[Change], dict[str, Runs]]:
    """
    Tell what changed between two runs.

    Parameters
    ----------
    pairs : sequence of Pair
        Of the same two runs: one machine and environment, or the same two.
    laws : {"changed", "all"}
        As for `compare_series`. A class is only ever said to have changed where the ratio has a trend, so that it
        changes no answer but `Change.laws`.
    together : bool
        Whether a factor that all pairs have in common is the machine's; two implementations have none.
    runs : Runs, optional
        What struck the second run as a whole, where that is known from elsewhere; `together` says nothing then.
    advance : callable
        Called for each pair.
    processes : int
        How many may share the analyses.

    Returns
    -------
    changes : list of Change
        One for each pair, in their order.
    runs : dict of str to Runs
        For each clock of the pairs what struck the second run as a whole, which single ratios are judged against:
        neighbours make the wall's times of all series longer, and leave the processor's.

    Raises
    ------
    InputError
        As for `compare_series`.
    """
    every = [ratios_of(pair) for pair in pairs]
    same = all(pair.same_machine for pair in pairs)
    levels = [
        level(one, top(one), same, pair.neighbours) if len(one.n) else None
        for pair, one in zip(pairs, every, strict=True)
    ]
    by_clock = {
        clock: runs
        or runs_of(
            [one for pair, one in zip(pairs, levels, strict=True) if one and together and pair.clock == clock], same
        )
        for clock in dict.fromkeys(pair.clock for pair in pairs)
    }
    judge = partial(_judge, by_clock=by_clock)
    judged = map_all(judge, list(zip(pairs, every, strict=True)), processes=processes, few=_FEW)
    asked = [k for k, change in enumerate(judged) if laws == "all" or _has_laws(change)]
    for _ in range(len(pairs) - len(asked)):
        advance()
    found = map_all(_with_laws, [(pairs[k], every[k], judged[k]) for k in asked], advance, processes)
    with_laws = dict(zip(asked, found, strict=True))
    changes = [
        _worded(with_laws.get(k, change), pair, by_clock[pair.clock])
        for k, (pair, change) in enumerate(zip(pairs, judged, strict=True))
    ]
    return changes, by_clock


def _has_laws(change: Change) -> bool:
    """Tell whether the laws of both may matter."""
    shown = change._powers is not None and change._powers.probability > _WORTH_ASKING
    return shown or change.kind not in ("none", "overhead")


def _judge(task: tuple[Pair, Ratios], by_clock: Mapping[str, Runs]) -> Change:
    """Decide what the ratio alone decides."""
    pair, ratios = task
    runs = by_clock[pair.clock]
    if not len(ratios.n):
        return Change("unknown", None, None, np.nan, None, False, False, np.inf, None, None, None, None, None, (), ())
    at = (pair.same_machine, pair.neighbours)
    large, small = level(ratios, top(ratios), *at), shapes.calls(ratios)
    call = None if small is None else level(ratios, small, *at)
    slope = trend(ratios, *at)
    error = float(np.hypot(large.error, runs.spread))
    enough = len(ratios.n) >= 2
    surely = SURELY if pair.same_machine else _SURELY_OF_MACHINES
    dearer = enough and large.beyond(runs.shift) > surely * error
    called = call is not None and call.beyond(runs.shift) > surely * np.hypot(call.error, runs.spread)
    relative = replace(ratios, log=ratios.log - runs.shift)
    overhead, unexplained = shapes.explain(relative, scatter(ratios))
    # Of so few sizes a single slow one is a trend.
    steeper = slope is not None and len(ratios.n) >= _FEWEST and _is_trend(slope) and unexplained
    overhead = bool(called and overhead)
    kind: Kind = "overhead" if overhead else "constant" if dearer else "overhead" if called else "none"
    plain = kind
    if steeper:
        kind = "trend"
    direction = {
        "overhead": call.value - runs.shift if call else 0.0,
        "constant": large.value - runs.shift,
        "trend": slope.value if slope else 0.0,
    }.get(kind)
    return Change(
        kind=kind if enough else "unknown",
        worse=None if direction is None else direction > 0,
        ratio=_factor(large, runs),
        raw=float(np.exp(large.value)),
        overhead=None if call is None else _factor(call, runs),
        overhead_changed=bool(called),
        ratio_changed=bool(dearer),
        seen=float(np.exp(large.most + (surely + _SEEN) * error)) if enough else np.inf,
        exponent=None if slope is None else _interval(slope),
        laws=None,
        before=None,
        after=None,
        crossing=_crossing(ratios),
        n=tuple(ratios.n.tolist()),
        logs=tuple(ratios.log.tolist()),
        _plain=plain,
        _slope=slope,
        _powers=None if kind == "trend" else _course(pair, ratios),
    )


def _course(pair: Pair, ratios: Ratios) -> Powers | None:
    """Weigh powers, unless no three neighbouring sizes lie off from others: a size alone shows no course."""
    d = ratios.log
    if len(d) < _FEWEST:
        return None
    middle = np.median(np.stack([d[:-2], d[1:-1], d[2:]]), axis=0)
    moves = max(np.ptp(middle), abs(d[-1] - middle[0])) > _COURSE
    return weigh(ratios, pair.same_machine) if moves else None


def _is_trend(slope: Estimate) -> bool:
    return slope.beyond() > max(_SURELY_STEEPER * slope.error, _LEAST_TREND)


def _factor(found: Estimate, runs: Runs) -> Factor:
    middle = found.value - runs.shift
    half = found.most + _INTERVAL * float(np.hypot(found.error, runs.spread))
    return Factor(*(float(np.exp(value)) for value in (middle, middle - half, middle + half)))


def _interval(found: Estimate) -> tuple[float, float, float]:
    half = found.most + _INTERVAL * found.error
    return found.value, found.value - half, found.value + half


def _analyses(pair: Pair) -> tuple[Analysis, Analysis]:
    before, after = (
        analyse(n, samples, unit=pair.unit, memory=pair.memory).without_curves()
        for n, samples in ((pair.n_before, pair.before), (pair.n_after, pair.after))
    )
    return before, after


def _with_laws(task: tuple[Pair, Ratios, Change]) -> Change:
    """
    Add the laws; what changed is the class where both the laws' probabilities and the ratio say so.

    Each analysis takes a cache that it leaves, or a neighbour that came, for what it may be in one series alone; the
    ratio of both has no cache in it, and knows nothing of laws. Where the two agree neither errs. Its whole course is
    asked where its slope leaves that open.
    """
    pair, ratios, change = task
    before, after = _analyses(pair)
    slope = change._slope if change.kind == "trend" else None
    found = difference(before, after, slope=slope)
    change = replace(change, before=before, after=after)
    if slope is not None and found.probability >= _SURE_CLASS and _shows(slope, found.power):
        return replace(change, kind="class", worse=slope.value > 0, laws=found)
    powers = change._powers if slope is None else _course(pair, ratios)
    found = difference(before, after, slope=slope, powers=powers)
    change = replace(change, laws=found)
    if powers is not None and found.whole >= _SURE_CLASS:
        return replace(change, kind="class", worse=found.power > 0)
    if slope is None:
        return change
    # A trend that no law is behind is dearer work or another overhead, which only begin to show, or show unevenly.
    if found.probability < _OPEN and change._plain in ("constant", "overhead"):
        factor = change.ratio if change._plain == "constant" else change.overhead
        return replace(change, kind=change._plain, worse=factor is not None and factor.value > 1)
    return change


def _shows(slope: Estimate, power: float) -> bool:
    return slope.value * power > 0 and abs(slope.value) > _PART * abs(power)


def _crossing(ratios: Ratios) -> Crossing | None:
    from wythoff.harness.report.comparison import measured_crossing
    from wythoff.harness.report.curves import Course

    each = scatter(ratios)
    courses = [
        Course(ratios.n, np.exp(log), np.exp(log - each), np.exp(log + each)) for log in (ratios.before, ratios.after)
    ]
    found = measured_crossing(*courses)
    if found is None:
        return None
    sign, n, low, high = found
    return Crossing(n, low, high, "after" if sign < 0 else "before")


def _worded(change: Change, pair: Pair, runs: Runs) -> Change:
    return replace(change, text=words.sentence(change, pair.same_machine, runs.shift if runs.notable else 0.0))
