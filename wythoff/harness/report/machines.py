"""What is said about machines: facts with the names that people use, and the sizes of the memory's levels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wythoff.harness.fit.fitting import Fitted, cache_sizes
from wythoff.harness.machine_facts import Facts
from wythoff.harness.report.embed import present, shown
from wythoff.harness.units import human_value

# In this order; what a machine knows besides follows under its own name.
_LABELS = {
    "cpu": "CPU",
    "num_cpu": "Logical CPUs",
    "arch": "Architecture",
    "l1d": "L1d cache",
    "l2": "L2 cache",
    "l3": "L3 cache",
    "ram": "Memory",
    "os": "System",
    "virtualised": "Virtualised",
    "interpreter": "Interpreter",
    "gcc": "GCC",
    "llvm": "LLVM",
    "numba": "Numba",
}
_NOT_SAID = {"machine", "version"}
_MOST_FACTS = 40


def machine_key(entry: Fitted) -> tuple[str, tuple[tuple[str, object], ...]]:
    """Tell machines apart: one that got more memory is another one, whatever it is called."""
    return entry.series.machine, tuple(sorted(entry.facts.items()))


def machine_record(name: str, facts: Facts) -> dict[str, Any]:
    """
    Describe a machine for the page.

    Parameters
    ----------
    name : str
        What its results call it.
    facts : mapping
        As `wythoff.harness.machine_facts.machine_facts` gives them.

    Examples
    --------
    >>> machine_record("box", {"ram": 2**34, "l1d": None, "os": "Debian", "machine": "box"})
    {'name': 'box', 'facts': [['Memory', '16.0 GiB'], ['System', 'Debian']], 'levels': {'RAM': 17179869184}}
    """
    known = [key for key in (*_LABELS, *sorted(set(facts) - set(_LABELS) - _NOT_SAID)) if facts.get(key) is not None]
    said = [[shown(_LABELS.get(key, key)), _text(facts, key)] for key in known[:_MOST_FACTS]]
    return present({"name": shown(name), "facts": said, "levels": cache_sizes(facts)}, always=("name",))


def _text(facts: Mapping[str, object], key: str) -> str:
    value = facts[key]
    return human_value(value, "bytes") if isinstance(value, int) else shown(str(value))
