"""From sizes and values to pixels, and the ticks between."""

from __future__ import annotations

import math
from dataclasses import dataclass

from wythoff.harness.report.front.words import raised

_TIMES = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9))
_BYTES = (("GiB", 2.0**30), ("MiB", 2.0**20), ("KiB", 2.0**10), ("B", 1.0))
_LARGE, _SMALL = 1e5, 1e-3
_STRIDES = (1, 2, 3, 4, 5, 10, 20, 50, 100)
# What separates neighbouring ticks within a decade or two.
_FINE = ((1.0, 2.0, 5.0), (1.0, 3.0))


@dataclass(frozen=True)
class Scale:
    """A linear or logarithmic axis from `low` to `high`, in pixels from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float
    log: bool = True

    def at(self, value: float) -> float:
        """Return where a value stands, in pixels; values beyond the ends stand beyond them."""
        low, high, here = (math.log(one) if self.log else one for one in (self.low, self.high, value))
        return self.start + (here - low) / (high - low) * (self.end - self.start)


def widened(low: float, high: float, share: float, least: float, log: bool) -> tuple[float, float]:
    """
    Leave a margin beyond the ends of a range.

    Parameters
    ----------
    low, high : float
        The range; above 0 if logarithmic.
    share : float
        The margin, as a part of the range.
    least : float
        How many powers of ten a logarithmic axis shows at least.
    log : bool
        Whether the margin is one of the logarithm.
    """
    if not log:
        pad = share * (high - low) or abs(high) / 2 or 1.0
        return low - pad, high + pad
    ends = math.log10(low), math.log10(high)
    pad = max(share * (ends[1] - ends[0]), (least - (ends[1] - ends[0])) / 2)
    return 10 ** max(ends[0] - pad, -300.0), 10 ** min(ends[1] + pad, 300.0)


def ticks(scale: Scale, most: int, binary: bool = False) -> list[float]:
    """
    Choose ticks: powers of ten (of two for bytes) and parts of them on a logarithmic axis, even steps on a linear one.

    Examples
    --------
    >>> ticks(Scale(8, 1100, 0, 100), 4)
    [10.0, 100.0, 1000.0]
    >>> ticks(Scale(0, 17, 0, 100, log=False), 4)
    [0.0, 5.0, 10.0, 15.0]
    """
    if not scale.log:
        return _even(scale.low, scale.high, most)
    base = 2.0 if binary else 10.0
    first, last = (math.log(end, base) for end in (scale.low, scale.high))

    def powers(stride: int, factors: tuple[float, ...] = (1.0,)) -> list[float]:
        start = math.floor(first / stride) * stride
        count = math.floor((last - start) / stride) + 1
        found = [base ** (start + stride * step) * factor for step in range(count) for factor in factors]
        return [tick for tick in found if scale.low <= tick * 1.0001 and tick <= scale.high * 1.0001]

    fine = [powers(1, factors) for factors in _FINE] if not binary and last - first < 3 else []
    found = next(found for found in (*fine, *map(powers, _STRIDES), []) if len(found) <= most)
    if len(found) < 2 and scale.high < 30 * scale.low:
        return [tick for tick in _even(scale.low, scale.high, most) if tick > 0]
    return found


def _even(low: float, high: float, most: int) -> list[float]:
    least = (high - low) / most
    decade = 10.0 ** math.floor(math.log10(least))
    step = next(step for step in (decade, 2 * decade, 5 * decade, 10 * decade) if step >= least * 0.9999)
    first = math.ceil(low / step - 1e-9)
    return [float(f"{place * step:.12g}") for place in range(first, math.floor(high / step + 1e-9) + 1)]


def tick_text(value: float, unit: str) -> str:
    """
    Write a tick as shortly as it can be said.

    Examples
    --------
    >>> tick_text(1e-5, "seconds"), tick_text(2.0**20, "bytes"), tick_text(1e6, ""), tick_text(20000, "")
    ('10 µs', '1 MiB', '10⁶', '20,000')
    """
    units = _TIMES if unit in ("s", "seconds") else _BYTES if unit == "bytes" else ()
    name, size = next(
        ((name, size) for name, size in units if abs(value) >= size * 0.9999), units[-1] if units else ("", 1.0)
    )
    return f"{_plain(value / size)} {name}".rstrip()


def _plain(value: float) -> str:
    if value == 0 or _SMALL <= abs(value) < _LARGE:
        return f"{value:,.6g}" if abs(value) < 1e4 else f"{value:,.0f}"
    exponent = math.floor(math.log10(abs(value)) + 1e-9)
    mantissa = float(f"{value / 10.0**exponent:.3g}")
    return f"10{raised(exponent)}" if mantissa == 1 else f"{mantissa:g}\u00d710{raised(exponent)}"
