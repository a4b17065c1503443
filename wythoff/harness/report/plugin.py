"""
The plugin for asv: what `asv publish` does for the Complexity page.

asv tells its plugins nothing and expects them not to fail. So each step stands alone: whatever goes wrong becomes one
sentence in asv's log, asv goes on, and so do the other steps.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from asv.console import log
from asv.publishing import OutputPublisher
from asv.results import Results, get_filename
from asv.util import UserError

from wythoff._extras import require
from wythoff.errors import InputError, printable

if TYPE_CHECKING:
    from wythoff.harness.config import Claim
    from wythoff.harness.report.graph_links import GraphLinks

T = TypeVar("T")


class Complexity(OutputPublisher):  # type: ignore[misc]
    """
    Writes ``complexity.html`` beside asv's pages, and joins it to them.

    asv finds the class because it is a subclass of `OutputPublisher`, and calls `publish` once its own pages and graphs
    are there.
    """

    name = "complexity"
    button_label = "Show complexity"
    description = "Display how the benchmarks grow with their sizes"
    order = 4

    @classmethod
    def publish(cls, conf: Any, repo: Any, benchmarks: Any, graphs: Any, revisions: Any) -> None:
        """Add the page to the site in ``conf.html_dir``; it shows all of ``conf.results_dir``, whatever the range."""
        html, described = Path(conf.html_dir), dict(benchmarks)
        links = partial(_links, conf, repo, described, graphs, revisions)
        _try("the Complexity page is missing", lambda: _add_page(conf, html, described, links))
        _try("asv's pages still need the network", lambda: _bring_packages(html))


def _try(consequence: str, step: Callable[[], T]) -> T | None:
    """Carry out a step; if it fails, say in one sentence what follows and why."""
    try:
        return step()
    except InputError as error:
        reason = str(error)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        log.debug(traceback.format_exc())
    log.warning(printable(f"{consequence}: {reason}"))
    return None


def _add_page(conf: Any, html: Path, benchmarks: Mapping[str, Any], links: Callable[[], GraphLinks]) -> None:
    require("report", "it", "json5", "plotly", "scipy")
    from wythoff.harness.config import AsvConfig
    from wythoff.harness.fit.options import FitOptions
    from wythoff.harness.pool import usable_cores
    from wythoff.harness.report import site
    from wythoff.harness.report.published import published_series
    from wythoff.harness.report.write import write_report

    claims = _try("the Complexity page judges no claims", lambda: _claims(conf)) or ()
    results = Path(conf.results_dir).absolute()
    # asv tells nobody which file it read, but hands over what stood in it.
    config = AsvConfig(
        Path("asv.conf.json").absolute(),
        conf.project,
        results,
        Path(conf.benchmark_dir).absolute(),
        html,
        claims,
        published=getattr(conf, "published", ()),
    )
    if _try("the Complexity page shows no published series", lambda: published_series(config)) is None:
        config = replace(config, published=())
    options = FitOptions(results=(results,), config=config)
    written = write_report(
        options,
        html,
        title=conf.project,
        asv_site=_try("the Complexity page has no links to asv's graphs", links),
        watch=lambda _: nullcontext(log.dot),
        processes=usable_cores(),
    )
    shown = [entry.series.benchmark for entry in written.fit.fitted]
    sizes = site.size_parameters(benchmarks, claims)
    _try("asv's pages have no tab for complexity.html", lambda: site.join(html, sizes, shown))


def _claims(conf: Any) -> tuple[Claim, ...]:
    from wythoff.harness.claims import claimed_law
    from wythoff.harness.config import parse_claims

    claims = parse_claims(vars(conf))
    for claim in claims:
        if claim.law is not None:
            claimed_law(claim)
    return claims


def _links(
    conf: Any, repo: Any, benchmarks: Mapping[str, Any], graphs: Any, revisions: Mapping[str, int]
) -> GraphLinks:
    from wythoff.harness.report.graph_links import Graph, GraphLinks

    hashes = {revision: commit for commit, revision in revisions.items()}
    drawn: dict[str, list[Graph]] = {}
    for _, graph in graphs:
        commits = frozenset(hashes[revision] for revision in graph.data_points)
        drawn.setdefault(graph.benchmark_name, []).append(Graph(graph.params, commits))

    @cache
    def measured(machine: str, environment: str, commit: str) -> dict[str, Any] | None:
        try:
            found = Results.load(str(Path(conf.results_dir) / get_filename(machine, commit, environment)))
        except (OSError, UserError):
            return None
        recorded = {**found.params, **{f"env-{name}": value for name, value in found.env_vars.items()}}
        return {name: "" if value is None else value for name, value in recorded.items()}

    return GraphLinks(benchmarks, drawn, measured, [repo.get_branch_name(branch) for branch in conf.branches])


def _bring_packages(html: Path) -> None:
    from wythoff.harness.report.offline import front_end_folder
    from wythoff.harness.report.site import bring_packages

    bring_packages(html, front_end_folder())
