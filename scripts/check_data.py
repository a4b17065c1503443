#!/usr/bin/env python
"""Check the data of docs/data.md by computations that share nothing with those that made them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from wythoff._process.entry import run
from wythoff.commands._progress import progress_so_far
from wythoff.errors import InputError, whole_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

T = TypeVar("T")

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)
Table = Annotated[Path, typer.Argument(help="The file to check.")]


@app.command()
def periods(table: Table = Path("docs/data/periods.csv")) -> None:
    """Prove all periods of a file again, by another machine."""
    from wythoff.data import check_periods

    claims = _read(check_periods.read_claims, table)
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
def three_heaps(table: Table = Path("docs/data/three-heaps.csv"), size: int = 4800) -> None:
    """Judge the constants of a file, made from second heaps below SIZE, by lost positions that marking finds."""
    from wythoff.data import check_three_heaps

    claims = _read(check_three_heaps.read_claims, table)
    heaps = 1 + max((claim[0] for claim in claims), default=0)
    if not 1 <= heaps <= check_three_heaps.MOST_HEAPS:
        raise InputError(f"{table}: first heaps must be below {check_three_heaps.MOST_HEAPS}, got {heaps - 1}")
    found = check_three_heaps.faults(claims, check_three_heaps.marked(heaps, whole_number("size", size, 1, 2**20)))
    _tell(found, f"the constants of {len(claims)} first heaps are those of second heaps below {size}")


@app.command()
def values(table: Table = Path("value-positions.npy")) -> None:
    """Check that the positions of a file are the first of each Grundy value, by the rules that define them."""
    from wythoff.data.check_value_positions import faults

    found, most = faults(_read_array(table, 3))
    _tell(found, f"{table}: all positions with p up to {most} are right")


@app.command()
def diagonal(
    table: Table = Path("docs/data/grundy-diagonal.csv"), terms: int = 20_000, file: Path | None = None
) -> None:
    """Compute the first TERMS Grundy values G(n, n) by their definition; compare digests, and the terms of FILE."""
    from wythoff.data import check_diagonal

    claims = _read(check_diagonal.read_claims, table)
    given = None if file is None else _read_array(file, 1)
    with progress_so_far() as show:
        right = check_diagonal.diagonal(terms, show)
    found = check_diagonal.faults(claims, right)
    if given is not None and (given[: len(right)] != right[: len(given)]).any():
        found.append(f"{file}: term {int((given[:terms] != right[: len(given)]).argmax())} is wrong")
    _tell(found, f"{sum(claim[0] <= terms for claim in claims)} digests of up to {terms} terms are right")


@app.command()
def window(folder: Path, rows: int | None = None, table: Table = Path("docs/data/grundy-window.csv")) -> None:
    """Find the columns of each value in ROWS rows of a window (all of them), and compare; compare digests, too."""
    from wythoff.data import check_window

    claims = _read(check_window.read_claims, table)
    try:
        with progress_so_far() as show:
            faults = list(check_window.faults(folder, claims, rows, show))
    except ValueError as error:
        raise InputError(str(error)) from None
    _tell(faults, f"{folder}: values and digests are right")


@app.command()
def agreement(
    table: Table = Path("docs/data/agreement.jsonl"), most_rows: int = 2**26, strategy: str = "arithmetic"
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


def _read(reader: Callable[[str], T], table: Path) -> T:
    try:
        return reader(table.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{table}: {error}") from None


def _read_array(table: Path, dimensions: int) -> NDArray[Any]:
    import numpy as np

    try:
        found = np.load(table, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise InputError(f"{table} can't be read: {error}") from None
    if found.ndim != dimensions or found.dtype.kind not in "iu":
        raise InputError(f"{table} must hold whole numbers in {dimensions} dimensions")
    return found


def _tell(faults: list[str], fine: str) -> None:
    print("\n".join(faults) if faults else fine)
    raise typer.Exit(1 if faults else 0)


if __name__ == "__main__":
    run(app, "check_data.py")
