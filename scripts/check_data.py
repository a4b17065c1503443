#!/usr/bin/env python
"""Check the data of docs/data.md by computations that share nothing with those that made them."""

from pathlib import Path
from typing import Annotated

import typer

from wythoff._entry import run
from wythoff.errors import InputError

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)
Table = Annotated[Path, typer.Argument(help="The file to check.")]


@app.command()
def periods(table: Table = Path("data/periods.csv")) -> None:
    """Prove all periods of a file again, by another machine."""
    from wythoff.data import check_periods

    try:
        claims = check_periods.read_claims(table.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{table}: {error}") from None
    _tell(list(check_periods.faults(claims)), f"{len(claims)} periods proved again")


@app.command()
def b_files(folder: Path) -> None:
    """Check all b-files of a folder by the mex recursion."""
    from wythoff.data import check_sequences

    games = sorted({(name.split("-")[1], int(name.split("-")[2][1:])) for name in _names(folder)})
    try:
        faults = [fault for play, a in games for fault in check_sequences.faults(folder, play, a)]
    except (OSError, ValueError) as error:
        raise InputError(str(error)) from None
    _tell(faults, f"the columns of {len(games)} games are right")


@app.command()
def three_heaps(first_heaps: int = 51, size: int = 300) -> None:
    """Compare the lost positions of three heaps below SIZE with those that marking finds."""
    from wythoff.data.check_three_heaps import faults
    from wythoff.data.three_heaps import partners

    _tell(
        faults(partners(first_heaps, size), size), f"first heaps up to {first_heaps - 1}, others below {size}: the same"
    )


@app.command()
def agreement(
    table: Table = Path("data/agreement.jsonl"), most_rows: int = 2**26, strategy: str = "arithmetic"
) -> None:
    """Compute the digests of the blocks of up to MOST_ROWS rows again, by one strategy."""
    from wythoff.data.agreement import recomputed
    from wythoff.data.agreement_record import reach, read

    there = read(table)
    found = list(recomputed(there.blocks, most_rows, strategy))
    faults = [f"line {line} is damaged" for line in there.damaged]
    faults += [
        f"a = {one['a']}, rows {one['first']} to {one['last']}: another digest" for one, same in found if not same
    ]
    for a in sorted({block["a"] for block in there.blocks}):
        print(f"a = {a}: rows 0 to {reach(there.blocks, a) - 1} are in the record")
    _tell(faults, f"{len(found)} blocks have their digests")


def _names(folder: Path) -> list[str]:
    found = [path.name for path in folder.glob("b-*-a*-[AB].txt")]
    if not found:
        raise InputError(f"{folder} has no b-files; make them with scripts/make_data.py b-files")
    return found


def _tell(faults: list[str], fine: str) -> None:
    print("\n".join(faults) if faults else fine)
    raise typer.Exit(1 if faults else 0)


if __name__ == "__main__":
    run(app, "check_data.py")
