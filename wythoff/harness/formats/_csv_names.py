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

Role = Literal[
    "time", "cpu", "spread", "count", "rate", "ratio", "cycles", "logarithm", "memory", "moment", "unit", "run",
    "benchmark", "parameter",
]  # fmt: skip

UNITS = {
    word: factor
    for factor, words in {
        86400.0: "days",
        3600.0: "hr hrs hour hours stunden",
        60.0: "minute minutes minuten",
        1.0: "s sec secs second seconds sek sekunden secondes segundos",
        1e-3: "ms msec msecs milli millis millisec millisecs millisecond milliseconds millisekunden",
        1e-6: "us usec usecs micro micros microsec microsecs microsecond microseconds mikrosekunden",
        1e-9: "ns nsec nsecs nano nanos nanosec nanosecs nanosecond nanoseconds nanosekunden",
        1e-12: "ps psec picosecond picoseconds",
    }.items()
    for word in words.split()
}
_FOREIGN_TIME = set("zeit laufzeit dauer temps durée duree tiempo tempo время".split())
_TIME = _FOREIGN_TIME | set(
    "time times timing timings t duration durations elapsed runtime runtimes walltime realtime wall real clock latency"
    " took"
    .split()
)  # fmt: skip
# Words that make a time of whatever stands beside them; "t" or "real" alone may be anything.
_SURELY_TIME = _FOREIGN_TIME | set(
    "time timing timings duration durations elapsed runtime runtimes walltime realtime latency".split()
)
# Units of one letter, which are meant only behind a word for a time.
_SHORT_UNITS = {"h": "hours", "d": "days"}
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
_RATE = set("throughput rate qps rps fps hz mbps flops mflops gflops bandwidth".split())
_MEMORY = set("memory mem rss maxrss vms heap alloc allocs allocated allocations ram peak".split())
# What is counted by clocks, and no time before it is divided by their rate.
_CYCLES = set("cycles cycle kcycles mcycles ticks tick jiffies clocks".split())
_RATIO = set("ratio relative normalized normalised percent pct percentage share speedup slowdown".split())
_LOGARITHM = set("log log2 log10 ln lg".split())
_MOMENT = set("start started end ended begin finish finished stamp timestamp date datetime day created".split())
# With these words a time is one that somebody chose.
_CHOSEN = set("timeout delay sleep interval period wait limit budget step steps window zone points seed".split())
_FILLING = set(
    "in of the per call op operation iteration iter item element each a single one run execution exec".split()
)
_UNIT_NAMES = {("time", "unit"), ("unit",), ("units",), ("time", "units"), ("timeunit",)}
# Beside a column of units, these may be what has the unit.
VALUE_NAMES = {"value", "score", "result", "measurement"}
# Several units at once, as in "time (100 ns)", "time [1e-6 s]" and "time_100ns".
_MULTIPLE = re.compile(
    r"[(\[]\s*(?:[x\u00d7*]\s*)?(?P<factor>\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?P<power>\s*(?:\^|\*\*)\s*[+-]?\d{1,2})?"
    r"\s*[x\u00d7*]?\s*(?P<unit>[a-zµμ]+)\s*[)\]]\s*$"
    r"|(?<=^time_)(?P<glued>10+)(?P<of>[a-zµμ]+)$",
    re.IGNORECASE,
)


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
    def _scaled(self) -> tuple[str, float]:
        """The name with a single unit in place of a multiple of it, and how many of these there are."""
        found = _MULTIPLE.search(self.text)
        unit = (found["unit"] or found["of"]).lower().replace("µ", "u").replace("μ", "u") if found else ""
        if found is None or unit not in UNITS:
            return self.text, 1.0
        power = re.sub(r"[\s^*]", "", found["power"]) if found["power"] else "1"
        return f"{self.text[: found.start()]} ({unit})", float(found["factor"] or found["glued"]) ** float(power)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the name in small letters; a slash is the word "per"."""
        text = self._scaled[0].strip().replace("µ", "u").replace("μ", "u").replace("/", " per ")
        text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})", " ", text)
        return tuple(re.findall(r"[^\W_]+", text.lower()))

    @cached_property
    def _parted(self) -> tuple[str | None, tuple[str, ...]]:
        """The word that is the unit of a time, and the other words that say something."""
        words = list(self.words)
        unit = None
        times = _TIME | _CPU | set(STATISTICS)
        if words[-2:-1] == ["per"] and words[-1] in UNITS and words[:-2] and set(words[:-2]) <= times:
            unit, words = words[-1], words[:-2]  # t / ms, as physicists write it
        elif words and words[-1] in UNITS and "per" not in words[-2:-1]:
            unit = words.pop()
        elif words[:-1] and words[-1] in _SHORT_UNITS and set(words[:-1]) <= times:
            unit = _SHORT_UNITS[words.pop()]
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
        return None if self._parted[0] is None else UNITS[self._parted[0]] * self._scaled[1]

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
        if self.unit_s is not None or not self.words:
            return False
        return self.words[-1] in ("min", "mins") or (self.words[-1] == "m" and self.subject == ("m",))

    @property
    def role(self) -> Role:
        """What the column is taken for."""
        name, (unit, words) = self.text.strip().lower(), self._parted
        said = set(words) - {"per"}
        if name == "benchmark":
            return "benchmark"
        if self.words in _UNIT_NAMES:
            return "unit"
        if said & _CHOSEN:
            return "parameter"
        if said & _CYCLES and unit is None:
            return "cycles"
        if self.words[:1] and self.words[0] in _LOGARITHM and (unit or said & _TIME):
            return "logarithm"
        if re.search(r"±|\+/-", name):
            return "spread"
        if said & _RATIO or name.endswith("%"):
            return "ratio"
        if ("per" in self.words and unit is None and not self._is_time_of_one) or said & _RATE:
            return "rate"
        if said & _MEMORY and unit is None and not said & _SURELY_TIME:  # heap_ms is that of heapsort, say
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

    @property
    def _is_time_of_one(self) -> bool:
        """Whether the name is such as "time/op"."""
        place = self.words.index("per")
        return bool(set(self.words[:place]) & _SURELY_TIME) and set(self.words[place + 1 :]) <= _FILLING

    def _is_time(self, said: set[str]) -> bool:
        """Tell whether a name without a unit is that of a time."""
        if "n" in said or "num" in said or "number" in said:
            return False
        rest = said - {self.statistic}
        if not rest:
            return self.statistic is not None
        return bool(said & _SURELY_TIME) or (rest <= _TIME and rest != {"clock"})
