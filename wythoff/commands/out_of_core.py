"""Tables in folders, larger than memory: what `table --folder` and `verify FOLDER` do, and the command `agree`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from wythoff._extras import require
from wythoff.commands._progress import progress_so_far
from wythoff.commands._shared import Json, Parameter, interruptible, print_json, whole
from wythoff.errors import InputError

if TYPE_CHECKING:
    from wythoff.out_of_core.agree import Agreement
    from wythoff.out_of_core.cluster import Tls
    from wythoff.out_of_core.verify import Verification

Scheduler = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        metavar="ADDRESS",
        help="Compute on this running Dask scheduler, tls://host:8786 say; its workers must see the same folders.",
        show_default=False,
    ),
]
Workers = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        metavar="K",
        help="Compute on K processes of this machine, 0 for none beside this one; by default one for each CPU.",
        show_default=False,
    ),
]
TlsCa = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(metavar="FILE", help="For a scheduler at tls://: the authority's certificate.", show_default=False),
]
TlsCert = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(metavar="FILE", help="For a scheduler at tls://: this client's certificate.", show_default=False),
]
TlsKey = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(metavar="FILE", help="For a scheduler at tls://: this client's private key.", show_default=False),
]
PartitionRows = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(metavar="R", help="Rows in each file of a folder; by default 16777216.", show_default=False),
]


def write_folder(
    folder: Path,
    n: int,
    a: int,
    *,
    start: int = 0,
    strategy: str | None = None,
    scheduler: str | None = None,
    workers: str | None = None,
    tls: Tls | None = None,
    partition_rows: str | None = None,
) -> None:
    """Write rows `start` to `n` into a folder, or what is missing of them, and tell in a line what is there."""
    from wythoff._process.memory import human_bytes

    require("dask", "table --folder", "pyarrow", "filelock")
    from wythoff.out_of_core.write import write_table

    begun = time.monotonic()
    with (
        interruptible(": what is written stays, and the same command goes on from there"),
        progress_so_far() as show,
    ):
        made = write_table(
            folder,
            n,
            a,
            start=start,
            strategy=strategy or "algebraic",
            partition_rows=_optional("partition-rows", partition_rows),
            scheduler=scheduler,
            workers=_optional("workers", workers),
            tls=tls,
            progress=show,
        )
    files = "1 file" if len(made.partitions) == 1 else f"{len(made.partitions)} files"
    bits = 8 * made.n_bytes / len(made)
    seconds = time.monotonic() - begun
    print(
        f"{folder}: rows {start} to {n} in {files}, {human_bytes(made.n_bytes)} ({bits:.2f} bits a row), "
        f"after {seconds:.0f} s"
    )


def verify_folder(
    folder: Path,
    *,
    scheduler: str | None = None,
    workers: str | None = None,
    tls: Tls | None = None,
    json: bool = False,
) -> None:
    """
    Check every row and every file of a stored table, and print what was found.

    Raises
    ------
    typer.Exit
        With code 1, if anything is wrong or missing.
    """
    require("dask", "verify of a folder", "pyarrow")
    from wythoff.out_of_core.verify import verify_table

    with interruptible(": nothing was changed"), progress_so_far() as show:
        found = verify_table(folder, scheduler=scheduler, workers=_optional("workers", workers), tls=tls, progress=show)
    if json:
        print_json(_verification(found))
    else:
        for problem in found.problems:
            print(problem)
        if found.wrong:
            n, A, B = found.wrong
            print(f"{found.wrong_file}: the first wrong row is n = {n}, A = {A}, B = {B}")
        count = found.end - found.start + 1
        verdict = "all right" if found.ok else f"the table has {count} rows and is not all right"
        print(f"{found.n_rows} rows checked, n from {found.start} to {found.end}, a = {found.a}: {verdict}")
    if not found.ok:
        raise typer.Exit(1)


def agree(
    to: Annotated[str, typer.Option("--to", metavar="N", help="The last row.")],
    a: Parameter = "1",
    start: Annotated[str, typer.Option("--from", metavar="M", help="The first row.")] = "0",
    strategies: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(
            metavar="S,S,...", help="Names, with commas between; by default all exact ones.", show_default=False
        ),
    ] = None,
    scheduler: Scheduler = None,
    workers: Workers = None,
    tls_ca: TlsCa = None,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    json: Json = False,
) -> None:
    """
    Compute rows M to N by every strategy, and compare each row with the others and with the certificate.

    Strategies that build a table from row 0 go as far as memory allows. The exit code is 0 if all agree, and 1 if not.
    """
    from wythoff.out_of_core.agree import agree as compare

    names = None if strategies is None else [name.strip() for name in strategies.split(",")]
    last, parameter, first = whole("to", to), whole("a", a), whole("from", start)
    tls = tls_of(tls_ca, tls_cert, tls_key)
    with interruptible(": nothing was changed"), progress_so_far() as show:
        found = compare(
            last,
            parameter,
            start=first,
            strategies=names,
            scheduler=scheduler,
            workers=_optional("workers", workers),
            tls=tls,
            progress=show,
        )
    if json:
        print_json(_agreement(found))
    else:
        width = max(map(len, found.n_rows))
        for name, rows in found.n_rows.items():
            print(f"{name:<{width}}  {rows} rows")
        if found.first:
            at = found.first
            print(f"first disagreement: row {at.n}, where {at.strategy} gives {at.given} and right is {at.right}")
        else:
            print("all agree with each other and with the certificate")
    if found.first:
        raise typer.Exit(1)


def tls_of(ca: Path | None, cert: Path | None, key: Path | None) -> Tls | None:
    """
    Put the files for an encrypted connection together.

    Raises
    ------
    InputError
        If some are given and not all.
    """
    if ca is None and cert is None and key is None:
        return None
    if ca is None or cert is None or key is None:
        raise InputError("--tls-ca, --tls-cert and --tls-key go together: give all three")
    from wythoff.out_of_core.cluster import Tls

    return Tls(ca, cert, key)


def _optional(name: str, text: str | None) -> int | None:
    return None if text is None else whole(name, text)


def _verification(found: Verification) -> dict[str, Any]:
    from dataclasses import asdict

    return {"ok": found.ok, **asdict(found)}


def _agreement(found: Agreement) -> dict[str, Any]:
    from dataclasses import asdict

    return {"ok": found.first is None, **asdict(found)}
