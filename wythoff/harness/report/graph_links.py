"""Links from a series to asv's graph of it: the size on the x axis, all else selected, both axes logarithmic."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote

from wythoff.harness.series import Series

# asv's spelling of a value that is not there.
_NONE = "[none]"


@dataclass(frozen=True)
class Graph:
    """
    One of asv's graphs of a benchmark.

    Attributes
    ----------
    state : mapping of str to str or None
        Machine, branch, and whatever else tells environments apart.
    commits : frozenset of str
        Hashes of the commits that it has points of.
    """

    state: Mapping[str, Any]
    commits: frozenset[str]


@dataclass(frozen=True)
class GraphLinks:
    """
    Knows which graphs asv has drawn, and how its pages are asked for one.

    Attributes
    ----------
    benchmarks : mapping of str to dict
        asv's descriptions of the benchmarks, with ``params`` and ``param_names``.
    graphs : mapping of str to sequence of Graph
        By benchmark.
    measured : callable
        Gives for machine, environment and commit the state that was measured in, without the branch; None if unknown.
    branches : sequence of str
        In asv's order: its pages show the first unless another is asked for.
    """

    benchmarks: Mapping[str, Any]
    graphs: Mapping[str, Sequence[Graph]]
    measured: Callable[[str, str, str], Mapping[str, Any] | None]
    branches: Sequence[str]

    def __call__(self, series: Series) -> str | None:
        """
        Return the address of a series' graph, to stand behind ``index.html``.

        Returns
        -------
        str or None
            None where asv has no graph of it: the commit is on no branch, or the benchmark has other parameters by now.
        """
        described = self.benchmarks.get(series.benchmark)
        state = self.measured(series.machine, series.environment, series.commit)
        # asv's pages take what comes before a slash for the whole name.
        if described is None or state is None or not _has(described, series) or "/" in series.benchmark:
            return None
        matching = [
            graph.state
            for graph in self.graphs.get(series.benchmark, ())
            if series.commit in graph.commits and all(graph.state.get(name) == value for name, value in state.items())
        ]
        if not matching:
            return None
        chosen = min(matching, key=lambda found: self.branches.index(found["branch"]))
        wanted = [("x-axis", series.axis), ("y-axis-scale", "log")]
        wanted += [(f"p-{name}", text) for name, text in series.fixed]
        wanted += [(name, chosen[name]) for name in sorted(self._telling) if name in chosen]
        return f"#{_encoded(series.benchmark)}?" + "&".join(
            f"{_encoded(name)}={_encoded(_NONE if value is None else value)}" for name, value in wanted
        )

    @cached_property
    def _telling(self) -> set[str]:
        """What has several values on this site; the rest needs no choice. Only texts survive an address."""
        values: dict[str, set[Any]] = {}
        for graphs in self.graphs.values():
            for graph in graphs:
                for name, value in graph.state.items():
                    values.setdefault(name, set()).add(value)
        return {
            name
            for name, found in values.items()
            if len(found) > 1 and all(value is None or isinstance(value, str) for value in found)
        }


def _has(described: Mapping[str, Any], series: Series) -> bool:
    """Tell whether asv describes the benchmark with the parameters and values that the series has."""
    lists: Iterable[Sequence[str]] = described.get("params") or ()
    values = dict(zip(described.get("param_names") or (), lists, strict=False))
    return series.axis in values and all(text in values.get(name, ()) for name, text in series.fixed)


def _encoded(text: object) -> str:
    return quote(str(text), safe="")
