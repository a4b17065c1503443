"""The pytest plugin: the fixture ``growth``, and a line at the end of a run. It imports nothing until it is used."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from wythoff.harness.testing.verdict import GrowthVerdict

_KEY = pytest.StashKey[list["GrowthVerdict"]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what can be set for all assertions of a run."""
    group = parser.getgroup("growth", "assertions of growth (wythoff)")
    group.addoption(
        "--growth-budget", type=float, metavar="SECONDS", help="seconds after which an assertion of growth is undecided"
    )
    group.addoption("--growth-alpha", type=float, metavar="ALPHA", help="bound on a false alarm of one assertion")


@pytest.fixture
def growth(request: pytest.FixtureRequest) -> Callable[..., GrowthVerdict]:
    """
    Assert that something grows at most by a law: ``growth(function, make_args, at_most="n log n")``.

    The same as `wythoff.harness.testing.assert_growth`, with the options ``--growth-budget`` and ``--growth-alpha`` in
    place of its defaults.
    """
    from wythoff.harness.testing import assert_growth

    settings = {
        "budget_s": request.config.getoption("--growth-budget"),
        "alpha": request.config.getoption("--growth-alpha"),
    }
    found = request.config.stash.setdefault(_KEY, [])

    def check(
        function: Callable[..., object], make_args: Callable[[int], Any], at_most: str, **options: Any
    ) -> GrowthVerdict:
        __tracebackhide__ = True
        own = {name: value for name, value in settings.items() if value is not None} | options
        verdict = assert_growth(function, make_args, at_most, **own)
        found.append(verdict)
        request.node.add_report_section("call", "growth", verdict.text)
        return verdict

    return check


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say how many assertions passed, how many of them undecided, and how long they took."""
    found = config.stash.get(_KEY, [])
    if found:
        undecided = sum(verdict.outcome == "undecided" for verdict in found)
        seconds = sum(verdict.seconds for verdict in found)
        terminalreporter.write_line(f"growth: {len(found)} passed, {undecided} of them undecided, {seconds:.1f} s")
