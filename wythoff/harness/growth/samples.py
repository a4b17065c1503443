"""From what was handed in to clean sizes: merged and sorted, with statistics and errors, and what was left out."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wythoff.errors import InputError, shorten

Floats = NDArray[np.float64]

UNKNOWN_ERROR: Final = 1e-4  # of sizes with fewer than three samples: left to what the sizes show among themselves
_LEAST_ERROR: Final = 1e-4
_LOWER_PART: Final = 0.7  # the upper samples tell how busy the machine was, not how precise the lower ones are
_LOWER_RANGE: Final = 1.2  # of an exponential distribution with scale 1: -log(1 - 0.7)
# Within these limits no power or product in the analysis leaves the range of a double.
LEAST_N: Final = 1e-9
MOST_N: Final = 1e60
_LEAST_VALUE: Final = 1e-150
_MOST_VALUE: Final = 1e150
_SAME: Final = 1e-9  # sizes that differ by less, relatively, are one size
_PLATEAU: Final = 0.003  # sizes within this of the smallest memory are on the floor
_ABOVE_FLOOR: Final = 3.0  # a size counts if it rises above the floor by this many times the floor's own spread
_MEMORY_NOISE: Final = 1e-4  # of a process's whole memory
_MEMORY_WORK_NOISE: Final = 0.02  # of what grows with n


@dataclass(frozen=True)
class LeftOut:
    """A size of which some or all samples were not used, and why; `n` is NaN where the size itself is no number."""

    n: float
    reason: str


@dataclass(frozen=True)
class Cleaned:
    """
    The usable part of a series.

    Attributes
    ----------
    n : numpy.ndarray of float64, shape (sizes,)
        Ascending, different, above 0.
    value : numpy.ndarray of float64, shape (sizes,)
        The lowest sample of each size (less the floor): what the work costs when nothing disturbs it.
    error : numpy.ndarray of float64, shape (sizes,)
        Standard error of log `value`.
    middle, middle_error : numpy.ndarray of float64, shape (sizes,)
        Median of each size's samples (less the floor), and the standard error of its logarithm.
    repeats : float
        How many samples a size has, in the middle.
    floor : float or None
        What was subtracted.
    left_out : tuple of LeftOut
        What was not used.
    """

    n: Floats
    value: Floats
    error: Floats
    middle: Floats
    middle_error: Floats
    repeats: float
    floor: float | None
    left_out: tuple[LeftOut, ...]


def clean(n: Iterable[Any], samples: Iterable[Any], memory: bool) -> Cleaned:
    """Merge, sort and summarise a series; see `wythoff.harness.growth.analyse` for what is accepted."""
    sizes, groups, left_out = _merge(n, samples)
    floor = None
    noise = 0.0
    if memory and len(sizes) > 1:
        least, noise = _floor(np.array(sizes), groups)
        kept = [i for i, group in enumerate(groups) if group[0] - least > _ABOVE_FLOOR * noise]
        above = set(kept)
        left_out += [
            LeftOut(size, f"not clearly above what the process itself needs, {least:.4g}")
            for i, size in enumerate(sizes)
            if i not in above
        ]
        sizes = [sizes[i] for i in kept]
        groups = [[value - least for value in groups[i]] for i in kept]
        floor = least or None
    value = np.array([group[0] for group in groups], float)
    middle = np.array([statistics.median(group) for group in groups], float)
    step = _clock_step(groups) / math.sqrt(12)
    error = np.hypot(_errors(groups), np.hypot(step, noise) / value)
    middle_error = np.hypot(_middle_errors(groups), np.hypot(step, noise) / middle)
    repeats = float(statistics.median(len(group) for group in groups)) if groups else 0.0
    return Cleaned(np.array(sizes, float), value, error, middle, middle_error, repeats, floor, tuple(left_out))


def _merge(n: Iterable[Any], samples: Iterable[Any]) -> tuple[list[float], list[list[float]], list[LeftOut]]:
    sizes, entries = _listed("n", n), _listed("samples", samples)
    if len(sizes) != len(entries):
        raise InputError(f"samples must have one entry per size, got {len(entries)} entries for {len(sizes)} sizes")
    merged: dict[float, list[float]] = {}
    left_out: list[LeftOut] = []
    for position, (raw, entry) in enumerate(zip(sizes, entries, strict=True)):
        size = _number(f"n[{position}]", raw)
        values = [_number(f"samples[{position}]", value) for value in _entry(position, entry)]
        if size is None or not LEAST_N <= size <= MOST_N:
            rule = "the size is not above 0" if size is not None and size <= 0 else "the size is out of range"
            left_out.append(LeftOut(math.nan if size is None else size, "no size" if size is None else rule))
            continue
        good = [value for value in values if value is not None and _LEAST_VALUE < value < _MOST_VALUE]
        if good:
            merged.setdefault(size, []).extend(good)
        left_out += [LeftOut(size, reason) for reason in _reasons(values, bool(good))]
    ascending: list[float] = []
    groups: list[list[float]] = []
    for size in sorted(merged):
        if ascending and size <= ascending[-1] * (1 + _SAME):
            groups[-1] += merged[size]
        else:
            ascending.append(size)
            groups.append(merged[size])
    return ascending, [sorted(group) for group in groups], sorted(left_out, key=_order)


def _order(item: LeftOut) -> tuple[bool, float, str]:
    return (math.isnan(item.n), 0.0 if math.isnan(item.n) else item.n, item.reason)


def _reasons(values: Sequence[float | None], some_good: bool) -> list[str]:
    """Say in words what is wrong with the values that can't be used."""
    numbers = [value for value in values if value is not None and not math.isnan(value)]
    total = len(values)
    missing = total - len(numbers)
    zero = numbers.count(0)
    bad = len(numbers) - zero - sum(_LEAST_VALUE < value < _MOST_VALUE for value in numbers)
    found = []
    for count, what in ((missing, "no value"), (zero, "zero"), (bad, "negative, infinite or out of range")):
        if count:
            found.append(what if count == total == 1 else f"{count} of {total} samples: {what}")
    return found if found or some_good else ["no samples"]


def _listed(name: str, values: Iterable[Any]) -> list[Any]:
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InputError(f"{name} must be a sequence, got {shorten(repr(values))}")
    return list(values)


def _entry(position: int, entry: Any) -> list[Any]:
    if isinstance(entry, str | bytes):
        raise InputError(f"samples[{position}] must be a number or a sequence of numbers, got {shorten(repr(entry))}")
    if isinstance(entry, np.ndarray):
        return list(np.ravel(entry))
    return list(entry) if isinstance(entry, Iterable) else [entry]


def _number(name: str, value: Any) -> float | None:
    """Return a float, None for a missing value, or say that it is neither."""
    if value is None:
        return None
    if isinstance(value, bool | np.bool_ | str | bytes | complex):
        raise InputError(f"{name} must be a number, got {shorten(repr(value))}")
    try:
        return float(value)
    except OverflowError:
        return math.inf
    except (TypeError, ValueError):
        raise InputError(f"{name} must be a number, got {shorten(repr(value))}") from None


def _errors(groups: Sequence[Sequence[float]]) -> Floats:
    """
    Estimate the standard error of the logarithm of each size's lowest sample.

    Disturbances only ever add time. If they are about exponential with some scale, the lowest of m samples lies above
    the undisturbed time by that scale over m. The scale is taken from the spread of the lower samples.
    """
    own = np.full(len(groups), np.nan)
    for i, group in enumerate(groups):
        if len(group) >= 3:
            lower = group[: max(2, math.ceil(_LOWER_PART * len(group)))]
            own[i] = math.log(lower[-1] / lower[0]) / _LOWER_RANGE / len(group)
    return _pooled(own)


def _middle_errors(groups: Sequence[Sequence[float]]) -> Floats:
    """Estimate the standard error of the logarithm of each size's median, from the quartiles of its samples."""
    own = np.full(len(groups), np.nan)
    for i, group in enumerate(groups):
        if len(group) >= 3:
            own[i] = 1.2533 * math.log(_quartile(group, 3) / _quartile(group, 1)) / 1.349 / math.sqrt(len(group))
    return _pooled(own)


def _quartile(ascending: Sequence[float], number: int) -> float:
    """Interpolate linearly, as `numpy.quantile` does, which takes far longer for a few samples."""
    whole, quarters = divmod(number * (len(ascending) - 1), 4)
    return ascending[whole] + (ascending[min(whole + 1, len(ascending) - 1)] - ascending[whole]) * quarters / 4


def _pooled(own: Floats) -> Floats:
    """Draw each size's error half way to the series' median: a few samples tell little about their own spread."""
    pooled = float(np.nanmedian(own)) if np.isfinite(own).any() else UNKNOWN_ERROR
    return np.maximum(np.where(np.isfinite(own), np.sqrt((own**2 + pooled**2) / 2), pooled), _LEAST_ERROR)


def _clock_step(groups: Sequence[Sequence[float]]) -> float:
    """Find the step of the clock: the smallest difference between samples, if many samples coincide; else 0."""
    every = np.sort(np.concatenate([np.asarray(group, float) for group in groups])) if groups else np.array([])
    gaps = np.diff(every)
    gaps = gaps[gaps > 1e-9 * every[1:]] if len(every) else gaps
    if len(every) < 8 or len(gaps) + 1 > 0.7 * len(every) or not len(gaps):
        return 0.0
    return float(gaps.min())


def _floor(n: Floats, groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """
    Estimate what a process needs before any work, and how far that varies.

    The smallest sizes that agree within 0.3 % are the floor. Where there is no such plateau, that floor is taken above
    which the rest is likeliest to be a power of n.
    """
    low = np.array([group[0] for group in groups])
    least = float(low.min())
    plateau = low[low <= least * (1 + _PLATEAU)]
    if len(plateau) >= 2:
        return float(np.median(plateau)), float(max(np.ptp(plateau), _MEMORY_NOISE * least))
    if len(low) < 4:
        return 0.0, 0.0
    x = np.log(n) - np.mean(np.log(n))
    best, floor = -np.inf, 0.0
    for candidate in least * np.concatenate([[0.0], 1 - np.geomspace(1.0, 1e-3, 200)[1:]]):
        rest = low - candidate
        y = np.log(rest)
        miss = y - y.mean() - x * float(x @ y) / float(x @ x)
        sd = np.hypot(_MEMORY_WORK_NOISE * rest, _MEMORY_NOISE * low)
        likelihood = float(-np.sum(np.log(sd)) - 0.5 * np.sum((rest * miss / sd) ** 2))
        if likelihood > best:
            best, floor = likelihood, float(candidate)
    return floor, _MEMORY_NOISE * floor
