"""What asv knows about a project: its commit, environments and benchmarks, and the series that they make."""

from __future__ import annotations

import itertools
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import Any

from wythoff.errors import InputError, shorten
from wythoff.harness.axis_choice import axis_for, choose_axis
from wythoff.harness.commits import Repository
from wythoff.harness.config import AsvConfig, Claim
from wythoff.harness.patterns import matches
from wythoff.harness.results import read_json
from wythoff.harness.series import Series, split_params
from wythoff.harness.size_claims import sized
from wythoff.harness.sweep import journal, store
from wythoff.harness.sweep.asv_process import Outcome, run_asv
from wythoff.harness.sweep.options import SweepOptions
from wythoff.harness.sweep.predict import Point, SeriesPlan
from wythoff.harness.sweep.timing import Timing

_HASH_IN_NAME = 8  # of a commit, at the beginning of its result files
_AROUND = ("begun", "finished")


class UnusableError(InputError):
    """asv can't build the project at a commit, or can't list its benchmarks there."""


@dataclass(frozen=True)
class Project:
    """
    An asv project at one commit on one machine.

    Attributes
    ----------
    commit : str
        The full hash.
    machine : str
        Name of the machine.
    files : dict of str to str
        For each environment its result file, relative to the results folder.
    benchmarks : dict
        asv's description of each benchmark by name.
    default_timeout_s : float
        The timeout of benchmarks that set none.
    benchmarks_digest : str
        Fingerprint of the benchmark folder when it was listed.
    changed : tuple of str
        Files of the repository that differ from the commit, where environments may hold them.
    differences : dict of str to str
        For each environment a fingerprint of how the code that it measures differs from the commit, which is empty
        where it doesn't.
    """

    commit: str
    machine: str
    files: dict[str, str]
    benchmarks: dict[str, dict[str, Any]]
    default_timeout_s: float
    benchmarks_digest: str
    changed: tuple[str, ...] = ()
    differences: Mapping[str, str] = field(default_factory=dict)


def discover(request: dict[str, Any], config: AsvConfig, scratch: Path) -> Project:
    """
    Let asv build the project and list its benchmarks.

    Raises
    ------
    InputError
        If git, the commit, the project or its benchmarks can't be used; the message ends with what asv said. Of these
        a `UnusableError` if the project can't be used at this commit.
    """
    digest = store.folder_digest(config.benchmark_dir)
    outcome = _ask(request, config, scratch)
    found = outcome.events[-1]
    described = read_json(scratch / "results" / "benchmarks.json")
    return Project(
        commit=found["commit"],
        machine=request["machine"],
        files={environment["name"]: environment["file"] for environment in found["environments"]},
        benchmarks={name: entry for name, entry in described.items() if isinstance(entry, dict)},
        default_timeout_s=float(found["default_timeout_s"]),
        benchmarks_digest=digest,
        changed=tuple(found["changed"]),
        differences={environment["name"]: environment["differences"] for environment in found["environments"]},
    )


def inquire(request: dict[str, Any], config: AsvConfig, scratch: Path) -> tuple[Repository, str | None]:
    """
    Let asv say where the project's repository is, and fetch into it what is new.

    Returns
    -------
    (Repository, str or None)
        With the commits that have results, and the first environment that exists already and so holds one commit only.

    Raises
    ------
    InputError
        If the project or its repository can't be used; the message ends with what asv said.
    """
    found = _ask(request, config, scratch).events[-1]
    machine = config.results_dir / request["machine"]
    unfinished = _unfinished(machine / journal.FILE_NAME)
    here = [name for name in _measured(machine) if not any(commit.startswith(name) for commit in unfinished)]
    everywhere = {name for folder in config.results_dir.glob("*/") for name in _measured(folder)}
    branches = tuple(branch or "HEAD" for branch in found["branches"])
    repository = Repository(Path(found["path"]), branches, tuple(sorted(everywhere)), tuple(here))
    return repository, found["existing"]


def _unfinished(file: Path) -> list[str]:
    """List the commits at which a sweep of several was begun, and not finished since."""
    is_begun = {event.commit: event.event == "begun" for event in journal.read(file) if event.event in _AROUND}
    return [commit for commit, begun in is_begun.items() if begun]


def _measured(folder: Path) -> list[str]:
    """List the beginnings of the hashes of the commits that a machine's folder has results of."""
    return [file.name[:_HASH_IN_NAME] for file in sorted(folder.glob("*-*.json"))]


def _ask(request: dict[str, Any], config: AsvConfig, scratch: Path) -> Outcome:
    if shutil.which("git") is None:
        raise InputError("git is needed to name the commit that is measured, and there is no git program on the PATH")
    outcome = run_asv(request, config.folder, scratch, lambda event: None)
    if not outcome.saved:
        raise _not_discovered(request, config, outcome)
    return outcome


def _not_discovered(request: Mapping[str, Any], config: AsvConfig, outcome: Outcome) -> InputError:
    problem = next((event for event in outcome.events if event["event"] == "problem"), {"kind": "crash"})
    if problem["kind"] == "label":
        return InputError(str(problem["message"]))
    if problem["kind"] == "commit":
        return InputError(_why_no_commit(str(request["commit"]), config, str(problem["message"])))
    message = problem.get("message") or f"it ended with exit code {outcome.returncode}"
    said = f"{message}\nasv's last lines:\n{outcome.log_tail}"
    return UnusableError(f"asv can't use the project of {config.path}: {said}")


def git_refuses(said: str) -> str | None:
    """Return a sentence if git's words are that it takes no repository of somebody else's, and what to do about it."""
    owned = re.search(r"dubious ownership in repository at '(.*)'", said)
    if owned is None:
        return None
    return (
        f"git refuses the repository at {owned[1]}, as its folder belongs to somebody else; if you trust it: "
        f"git config --global --add safe.directory {quote(owned[1])}"
    )


def _why_no_commit(commit: str, config: AsvConfig, said: str) -> str:
    """Say why git gives no commit: mostly because there is none, but it refuses other people's folders, too."""
    if refused := git_refuses(said):
        return refused
    last = said.splitlines()[-1] if said else ""
    why = f": {shorten(last, 200)}" if last and "unknown revision" not in said and "ambiguous" not in said else ""
    return f"git knows no commit {shorten(commit)} in the repository of {config.path}{why}"


def build_plans(project: Project, config: AsvConfig, options: SweepOptions) -> list[SeriesPlan]:
    """
    Sort all points that the options ask for into series, in ascending size.

    Raises
    ------
    InputError
        If the options leave nothing.
    """
    points: dict[Series, list[Point]] = {}
    plans = []
    for environment, (name, described) in itertools.product(project.files, sorted(project.benchmarks.items())):
        for series, point in _points_of(environment, name, described, project, config.claims):
            if _is_wanted(point, options):
                points.setdefault(series, []).append(point)
    if not points:
        raise UnusableError(_nothing(project, options))
    for series, members in points.items():
        members.sort(key=lambda point: (float(point.n or 0), point.index))
        timing = Timing.from_asv(project.benchmarks[series.benchmark], project.default_timeout_s, options.rounds)
        if options.until_decided:
            timing = timing.thrifty()
        params = dict(members[0].params)
        needs = [
            claim.bytes_per_n
            for claim in config.claims
            if claim.bytes_per_n is not None and claim.fits(series.benchmark, params)
        ]
        plans.append(SeriesPlan(series, tuple(members), timing, needs[0] if needs else None))
    return plans


def _points_of(
    environment: str, name: str, described: Mapping[str, Any], project: Project, claims: tuple[Claim, ...]
) -> Iterator[tuple[Series, Point]]:
    lists = described.get("params") or []
    names = described.get("param_names") or []
    # asv fills up missing names itself; where it did not, a name must still be there for every list.
    names = [*names, *(f"param{position + 1}" for position in range(len(names), len(lists)))][: len(lists)]
    chosen = choose_axis(names, lists)
    for index, combination in enumerate(itertools.product(*lists)):
        params = tuple(zip(names, combination, strict=True))
        axis = axis_for(name, dict(params), claims, chosen)
        fixed, n = split_params(sized(name, params, claims), axis)
        series = Series(name, fixed, axis, project.machine, environment, project.commit)
        yield series, Point(environment, name, index, params, n)


def _is_wanted(point: Point, options: SweepOptions) -> bool:
    if options.bench and not any(matches(pattern, point.label) for pattern in options.bench):
        return False
    if point.n is None:
        return True
    return (options.min_n is None or point.n >= options.min_n) and (options.max_n is None or point.n <= options.max_n)


def _nothing(project: Project, options: SweepOptions) -> str:
    if not project.benchmarks:
        return "the project has no benchmarks"
    names = shorten(", ".join(sorted(project.benchmarks)), 300)
    what = f"no benchmark matches {shorten(' or '.join(options.bench))}" if options.bench else "no size is left"
    if options.min_n is not None or options.max_n is not None:
        what += " within the sizes asked for"
    return f"{what}; there are {names}"
