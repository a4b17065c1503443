"""The commands that measure: ``machine`` and ``sweep``. The command ``fit`` is `wythoff.harness.fit.command.fit`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Optional

import typer

from wythoff._extras import require
from wythoff.harness.sweep.shared_options import Benchmark, Environment, Machine, MaxN, MinN, RetryFailed, TimeLimit


def machine(
    save: Annotated[bool, typer.Option("--save", help="Write the facts where asv looks for them.")] = False,
    name: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="NAME", help="The machine's name; by default the host's."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print this machine's facts: CPU, caches, memory, system, compiler; with --save, tell asv those it asks for."""
    from wythoff.harness import machine

    facts: dict[str, object] = {**machine.facts()}
    if save:
        was_known = machine.is_known(name)
        facts |= machine.save(name)
        said = "has this machine already, its entry is left as it is" if was_known else "has this machine now"
        print(f"~/.asv-machine.json {said}: {facts['machine']}", file=sys.stderr)
    if json:
        from json import dumps

        print(dumps(facts, indent=2))
    else:
        print(machine.table(facts))


def sweep(
    config: Annotated[
        Path, typer.Option(metavar="FILE", help="The asv project: its asv.conf.json or the folder that holds it.")
    ] = Path("asv.conf.json"),
    benchmark: Benchmark = None,
    commit: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option(
            metavar="COMMIT",
            help="The commit to measure, by default HEAD; several by a range A..B, NEW, EXISTING or ALL as for asv, or "
            "repeated.",
        ),
    ] = None,
    machine: Machine = None,
    time_limit: TimeLimit = 60.0,
    min_n: MinN = None,
    max_n: MaxN = None,
    batch: Annotated[float, typer.Option(metavar="SECONDS", help="Save at least this often.")] = 50.0,
    rounds: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(
            metavar="N", help="How many rounds, in place of the benchmarks' own; more than there are adds some."
        ),
    ] = None,
    environment: Environment = None,
    retry_failed: RetryFailed = False,
    remeasure: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="REGEX", help="Measure saved points again that match; '.' for all."),
    ] = None,
    until_decided: Annotated[
        bool,
        typer.Option(
            "--until-decided",
            help="End a series where its law is decided, and stays so over two further octaves; "
            "sample long calls for a second.",
        ),
    ] = False,
    plan: Annotated[bool, typer.Option("--plan", help="Print what would be measured, and measure nothing.")] = False,
) -> None:
    """
    Measure an asv project's benchmarks in ascending size, and only what is missing.

    Each batch is saved before the next begins, so that a sweep can be killed at any moment and
    goes on where it stopped. A series ends where time or memory would; the reason is kept.
    """
    require("sweep", "sweep", "asv", "filelock", "json5", "rich", "scipy", "virtualenv")
    from rich.console import Console

    from wythoff.harness.sweep.options import SweepOptions
    from wythoff.harness.sweep.run import run

    options = SweepOptions(
        config=config,
        bench=tuple(benchmark or ()),
        commits=tuple(commit or ()) or ("HEAD",),
        machine=machine,
        time_limit_s=time_limit,
        min_n=min_n,
        max_n=max_n,
        batch_s=batch,
        rounds=rounds,
        retry_failed=retry_failed,
        remeasure=remeasure,
        until_decided=until_decided,
        environments=tuple(environment or ()),
        plan_only=plan,
    )
    raise typer.Exit(run(options, Console()))
