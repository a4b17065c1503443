"""
What the name of a table's column says about it: a time and its unit, another measured figure, or a parameter.

A name is taken apart into words (``timeMs``, ``ns/op``, ``us_per_call`` and ``Time [ms]`` alike). A word counts only as
a whole: ``runs`` is no "run" in seconds, and ``mins`` may be minima as well as minutes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Role = Literal["time", "cpu", "spread", "count", "rate", "memory", "moment", "unit", "run", "benchmark", "parameter"]

UNITS = {
    word: factor
    for factor, words in {
        3600.0: "hr hrs hour hours",
        60.0: "minute minutes",
        1.0: "s sec secs second seconds",
        1e-3: "ms msec msecs milli millis millisec millisecs millisecond milliseconds",
        1e-6: "us usec usecs micro micros microsec microsecs microsecond microseconds",
        1e-9: "ns nsec nsecs nano nanos nanosec nanosecs nanosecond nanoseconds",
        1e-12: "ps psec picosecond picoseconds",
    }.items()
    for word in words.split()
}
_TIME = set(
    "time times timing timings t duration elapsed runtime walltime realtime wall real clock latency took".split()
)
# Words that make a time of whatever stands beside them; "t" or "real" alone may be anything.
_SURELY_TIME = set("time timing timings duration elapsed runtime walltime realtime latency".split())
_WALL = {"wall", "real", "elapsed", "walltime", "realtime"}
_CPU = {"cpu", "process", "processor", "cputime"}
# Sums over the measurements of a point, the best first.
STATISTICS = ("median", "mean", "avg", "average", "p50", "min", "minimum", "best", "fastest", "max", "maximum", "worst",
              "slowest", "total", "sum", "totals", "mins", "maxs", "means", "medians", "averages")  # fmt: skip
_QUANTILE = re.compile(r"[pq]\d{1,3}|\d{1,2}th")
_SPREAD = set(
    "std stdev stddev sd sigma dev deviation variance var err error errors sem se ci mad iqr rme rsd cv moe spread"
    " jitter lower upper low high confidence outliers"
    .split()
)  # fmt: skip
_COUNT = set(
    "runs reps repeats repetitions iterations iters rounds trials loops samples calls evals evaluations invocations"
    " forks ops repetition_index".split()
)
_RUN = re.compile(r"|run|rep|repeat|repetition|sample|trial|iteration|round", re.IGNORECASE)
_RATE = set("throughput rate qps rps fps hz mbps flops mflops gflops bandwidth speedup".split())
_MEMORY = set("memory mem rss maxrss vms heap alloc allocs allocated allocations ram peak".split())
_MOMENT = set("start started end ended begin finish finished stamp timestamp date datetime day created".split())
# With these words a time is one that somebody chose.
_CHOSEN = set("timeout delay sleep interval period wait limit budget step steps window zone points seed".split())
_FILLING = set(
    "in of the per call op operation iteration iter item element each a single one run execution exec".split()
)
_UNIT_NAMES = {("time", "unit"), ("unit",), ("units",), ("time", "units"), ("timeunit",)}
# Beside a column of units, these may be what has the unit.
VALUE_NAMES = {"value", "score", "result", "measurement"}


@dataclass(frozen=True)
class ColumnName:
    """
    What a column is called.

    Attributes
    ----------
    text : str
        As the file has it.
    """

    text: str

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the name in small letters; a slash is the word "per"."""
        text = self.text.strip().replace("µ", "u").replace("μ", "u").replace("/", " per ")
        text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})", " ", text)
        return tuple(re.findall(r"[^\W_]+", text.lower()))

    @cached_property
    def _parted(self) -> tuple[str | None, tuple[str, ...]]:
        """The word that is the unit of a time, and the other words that say something."""
        words = list(self.words)
        unit = None
        if words and words[-1] in UNITS and "per" not in words[-2:-1]:
            unit = words.pop()
        elif "per" in words[1:] and words[words.index("per", 1) - 1] in UNITS:
            unit = words.pop(words.index("per", 1) - 1)
        elif len(words) > 1 and words[0] in UNITS and len(words[0]) > 1 and set(words[1:]) <= _TIME | set(STATISTICS):
            unit = words.pop(0)
        elif re.search(r"[(\[]\s*mins?\s*[)\]]\s*$", self.text.lower()):
            words.pop()
            unit = "minutes"
        return unit, tuple(word for word in words if word not in _FILLING)

    @property
    def unit_s(self) -> float | None:
        """The unit in seconds, if the name has one."""
        return None if self._parted[0] is None else UNITS[self._parted[0]]

    @property
    def statistic(self) -> str | None:
        """Which sum over measurements the column holds, if the name says so."""
        said = self._parted[1]
        return next((word for word in STATISTICS if word in said), None) or next(
            (word for word in said if _QUANTILE.fullmatch(word)), None
        )

    @property
    def subject(self) -> tuple[str, ...]:
        """The words that are left of a time's name: what was timed."""
        kinds = _TIME | _CPU | _SPREAD | {self.statistic}
        return tuple(word for word in self._parted[1] if word not in kinds)

    @property
    def is_wall(self) -> bool:
        """Whether the name is that of the wall's clock."""
        said = set(self._parted[1])
        return bool(said & _WALL) and said <= _TIME

    @property
    def is_total(self) -> bool:
        """Whether the column may hold the time of several runs together."""
        return self.statistic in ("total", "totals", "sum")

    @property
    def may_be_minutes(self) -> bool:
        """Whether "min" is the last word, and so either a minimum or minutes."""
        return self.unit_s is None and bool(self.words) and self.words[-1] in ("min", "mins")

    @property
    def role(self) -> Role:
        """What the column is taken for."""
        name, (unit, words) = self.text.strip().lower(), self._parted
        said = set(words)
        if name == "benchmark":
            return "benchmark"
        if self.words in _UNIT_NAMES:
            return "unit"
        if said & _CHOSEN:
            return "parameter"
        if ("per" in self.words and unit is None) or said & _RATE:
            return "rate"
        if said & _MEMORY:
            return "memory"
        if said & _MOMENT:
            return "moment"
        if said & _SPREAD:
            return "spread"
        if said & _CPU and (unit or said & _TIME or "cputime" in said) and not self.subject:
            return "cpu"
        if unit is not None:
            return "time"
        if self._is_time(said):
            return "time"
        if len(words) == 1 and said & _COUNT:
            return "count"
        return "run" if _RUN.fullmatch(name) else "parameter"

    def _is_time(self, said: set[str]) -> bool:
        """Tell whether a name without a unit is that of a time."""
        if "n" in said or "num" in said or "number" in said:
            return False
        rest = said - {self.statistic}
        if not rest:
            return self.statistic is not None
        return bool(said & _SURELY_TIME) or (rest <= _TIME and rest != {"clock"})
