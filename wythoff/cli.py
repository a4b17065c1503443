"""The command `wythoff`: parses, calls, prints. Heavy modules are imported by the commands that use them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Optional

import typer

from wythoff._entry import require
from wythoff._entry import run as run_command
from wythoff.errors import InputError, shorten
from wythoff.harness.fit.command import fit

app = typer.Typer(
    name="wythoff",
    help="Exact tables of generalised Wythoff's game, and sweeps that measure how algorithms grow.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Parameter = Annotated[str, typer.Option("-a", "--a", metavar="A", help="The game's parameter, 1 <= a <= 2^31 - 1.")]


def main() -> None:
    """Run the command; bad input ends in one sentence on stderr and exit code 1."""
    # Rows are numbers of any size, and they are what the user typed or asked for.
    sys.set_int_max_str_digits(0)
    run_command(app, "wythoff")


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InputError(f"{name} must be a whole number, got {shorten(repr(text))}") from None


@app.command()
def pair(
    n: Annotated[str, typer.Argument(metavar="N", help="The row, of any size.")],
    a: Parameter = "1",
) -> None:
    """Print A_n and B_n of row N."""
    from wythoff.positions import pair

    print(*pair(_whole("N", n), _whole("a", a)))


@app.command()
def table(
    n: Annotated[str, typer.Argument(metavar="N", help="The last row.")],
    a: Parameter = "1",
    start: Annotated[str, typer.Option(metavar="ROW", help="The first row.")] = "0",
    strategy: Annotated[str, typer.Option(help="How to compute it.")] = "algebraic",
) -> None:
    """Print rows (n, A, B) as CSV; tables of any length take constant memory where the strategy can start anywhere."""
    from wythoff import tables
    from wythoff.strategies import strategy as find_strategy

    last, parameter, first = _whole("N", n), _whole("a", a), _whole("start", start)
    if find_strategy(strategy).any_start:
        blocks = tables.stream(last, parameter, strategy=strategy, start=first, block=2**16)
    else:
        blocks = iter([tables.table(last, parameter, strategy=strategy, start=first)])
    print("n,A,B")
    for block in blocks:
        print("\n".join(f"{row},{x},{y}" for row, x, y in block.rows()))


@app.command()
def machine(
    save: Annotated[bool, typer.Option("--save", help="Write the facts where asv looks for them.")] = False,
    name: Annotated[Optional[str], typer.Option(help="The machine's name; by default the host's.")] = None,  # noqa: UP045
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print this machine's facts: CPU, caches, memory, system, compiler; with --save, tell asv."""
    from wythoff.harness import machine

    facts = machine.save(name) if save else machine.facts()
    if json:
        from json import dumps

        print(dumps(facts, indent=2))
    else:
        print(machine.table(facts))


@app.command()
def sweep(
    config: Annotated[
        Path, typer.Option(help="The asv project: its asv.conf.json or the folder that holds it.")
    ] = Path("asv.conf.json"),
    bench: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option("-b", "--bench", metavar="REGEX", help="Only benchmarks that match, as for asv; repeatable."),
    ] = None,
    commit: Annotated[str, typer.Option(help="The commit to measure.")] = "HEAD",
    machine: Annotated[Optional[str], typer.Option(help="The machine's name; by default asv's.")] = None,  # noqa: UP045
    time_limit: Annotated[
        float, typer.Option(metavar="SECONDS", help="Stop a series before a call that would take longer.")
    ] = 60.0,
    min_n: Annotated[Optional[float], typer.Option(metavar="N", help="Only sizes from N on.")] = None,  # noqa: UP045
    max_n: Annotated[Optional[float], typer.Option(metavar="N", help="Only sizes up to N.")] = None,  # noqa: UP045
    batch: Annotated[float, typer.Option(metavar="SECONDS", help="Save at least this often.")] = 50.0,
    rounds: Annotated[Optional[int], typer.Option(help="Override the benchmarks' rounds.")] = None,  # noqa: UP045
    environment: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option("-E", "--environment", metavar="SPEC", help="An asv environment; repeatable."),
    ] = None,
    retry_failed: Annotated[bool, typer.Option("--retry-failed", help="Try points again that failed before.")] = False,
    plan: Annotated[bool, typer.Option("--plan", help="Print what would be measured, and measure nothing.")] = False,
) -> None:
    """
    Measure an asv project's benchmarks in ascending size, and only what is missing.

    Each batch is saved before the next begins, so that a sweep can be killed at any moment and
    goes on where it stopped. A series ends where time or memory would; the reason is kept.
    """
    _require_harness()
    from rich.console import Console

    from wythoff.harness.sweep.options import SweepOptions
    from wythoff.harness.sweep.run import run

    options = SweepOptions(
        config=config,
        bench=tuple(bench or ()),
        commit=commit,
        machine=machine,
        time_limit_s=time_limit,
        min_n=min_n,
        max_n=max_n,
        batch_s=batch,
        rounds=rounds,
        retry_failed=retry_failed,
        environments=tuple(environment or ()),
        plan_only=plan,
    )
    raise typer.Exit(run(options, Console()))


app.command("fit")(fit)


def _require_harness() -> None:
    require("sweep", ("asv", "filelock", "json5", "rich", "virtualenv"))


if __name__ == "__main__":
    main()
