"""The command `wythoff reproduce`, which is also ``scripts/reproduce_theses.py``: parses, calls, prints."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from wythoff._extras import require
from wythoff._process.entry import run as run_command


def reproduce(
    results: Annotated[
        Optional[list[Path]],  # noqa: UP045
        typer.Option(
            metavar="DIR",
            help="Measured results, files or folders; repeatable. By default the folder results, if it is here.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="The folder to write; made if it isn't there.")
    ] = Path("reproduction"),
    machine: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="NAME", help="Only this machine's results."),
    ] = None,
) -> None:
    """
    Compute every table, figure, example and erratum of the source documents again, and write a page about it.

    Nothing is measured: times come from saved results. The folder gets index.html, which needs no network, tables as
    CSV, figures as SVG, and outcomes.json. Exits with 1 if anything that must hold does not.
    """
    require("fit", "reproduce", "json5", "scipy")
    from wythoff.reproduce.run import reproduce as compute
    from wythoff.reproduce.timings import describe
    from wythoff.reproduce.write import write

    folders = list(results or ([Path("results")] if Path("results").is_dir() else []))
    found = compute(folders, machine)
    written = write(found, output)
    wrong = sum(not row.right for row in found.large)
    growths = found.timings.columns
    print(f"{written[0]} and {len(written) - 1} files beside it")
    print(f"final thesis, table 5: {wrong} of {len(found.large)} rows are wrong, as the errata say")
    for column in growths:
        measured = column.measured_growth.verdict.outcome if column.measured_growth else "not measured"
        print(
            f"{column.document}, {column.table}, {column.title}: claimed {column.law}; printed times: "
            f"{column.printed_growth.verdict.outcome} ({describe(column.printed_growth.analysis, column.law)}); "
            f"measured here: {measured}"
        )
    outcomes = found.outcomes
    print(f"examples, lemmas, columns, boards: {sum(one.holds for one in outcomes)} of {len(outcomes)} hold")
    cases = sum(len(result.cases) for result in found.errata)
    print(f"errata: {len(found.errata)}, {cases} cases tried")
    surprises = found.surprises()
    for text in surprises:
        print(f"not as it must be: {text}")
    raise typer.Exit(1 if surprises else 0)


def main(name: str, description: str) -> None:
    """Run the command under another name; bad input ends in one sentence on standard error and exit code 1."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command(name, help=description)(reproduce)
    run_command(app, name)
