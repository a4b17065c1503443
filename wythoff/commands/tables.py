"""The command `table`: rows of the losing positions, to standard output or into a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from wythoff.commands._progress import progress
from wythoff.commands._shared import Misere, Parameter, interruptible, whole
from wythoff.commands.out_of_core import PartitionRows, Scheduler, TlsCa, TlsCert, TlsKey, Workers, tls_of, write_folder
from wythoff.errors import InputError

if TYPE_CHECKING:
    from wythoff.tables.blocks import Block

_LONG = 2**21  # rows from which a terminal shows how far the file is


class FormatName(StrEnum):
    """The formats, for the help text; `wythoff.tables.formats.FORMATS` has them all."""

    csv = "csv"
    tsv = "tsv"
    markdown = "markdown"
    bfile = "bfile"
    npy = "npy"
    parquet = "parquet"


class Column(StrEnum):
    """The columns of a table."""

    A = "A"
    B = "B"


def table(
    n: Annotated[
        Optional[str],  # noqa: UP045
        typer.Argument(metavar="N", help="The last row.", show_default=False),
    ] = None,
    a: Parameter = "1",
    start: Annotated[str, typer.Option("--start", "--from", metavar="ROW", help="The first row.")] = "0",
    strategy: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(
            metavar="NAME", help="How to compute it; by default short tables row by row, others by algebraic."
        ),
    ] = None,
    misere: Misere = False,
    format: Annotated[
        Optional[FormatName],  # noqa: UP045
        typer.Option(
            "-f",
            "--format",
            metavar="FORMAT",
            help="csv, tsv, markdown, bfile, npy or parquet; by default what the ending of FILE means, else csv.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write into this file, which appears complete or not at all.",
            show_default=False,
        ),
    ] = None,
    column: Annotated[
        Optional[Column],  # noqa: UP045
        typer.Option(metavar="A|B", help="The column of a b-file; by default A.", case_sensitive=False),
    ] = None,
    to: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="N", help="The last row, in place of N.", show_default=False),
    ] = None,
    threads: Annotated[str, typer.Option(metavar="K", help="Compute on K threads while rows are written.")] = "1",
    folder: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            metavar="FOLDER",
            help="Write Parquet files into this folder, on all CPUs; a run that was cut off goes on.",
            show_default=False,
        ),
    ] = None,
    scheduler: Scheduler = None,
    workers: Workers = None,
    tls_ca: TlsCa = None,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    partition_rows: PartitionRows = None,
) -> None:
    """
    Print rows START to N of the losing positions: n, A_n, B_n.

    A table of any length takes constant memory where the strategy can start anywhere. csv, tsv, markdown and bfile (the
    lines "n a(n)" of the OEIS, with --start as offset) hold numbers of any size. npy (an array with the fields n, A and
    B) and parquet hold numbers below 2^64, all as int64 while B fits and else as uint64.

    --folder is for tables of any length on disk: compressed to about 0.4 bits a row, and safe against power cuts, full
    disks and lost workers, as the same command makes what is missing.
    """
    given = [text for text in (n, to) if text is not None]
    if len(given) != 1:
        raise InputError("give the last row once, as N or by --to")
    last, parameter, first = whole("N", given[0]), whole("a", a), whole("start", start)
    shared_by = whole("threads", threads)
    if folder is not None:
        if shared_by != 1:
            raise InputError("--folder computes on processes, --workers says on how many: leave --threads out")
        if misere or format or output or column:
            raise InputError(
                "--folder writes the table of normal play as Parquet: leave the other formats' options out"
            )
        write_folder(
            folder,
            last,
            parameter,
            start=first,
            strategy=strategy,
            scheduler=scheduler,
            workers=workers,
            tls=tls_of(tls_ca, tls_cert, tls_key),
            partition_rows=partition_rows,
        )
        return
    if scheduler or workers or partition_rows or tls_ca or tls_cert or tls_key:
        raise InputError("--scheduler, --tls-*, --workers and --partition-rows go with --folder FOLDER")

    from wythoff import misere as misere_play
    from wythoff import positions
    from wythoff.tables.blocks import table_blocks
    from wythoff.tables.formats import FORMATS, Contents, guess_format

    play = misere_play if misere else None
    if output in (Path("-"), Path("/dev/stdout")):  # opened by name, standard output would be cut or replaced
        output = None
    chosen = FORMATS[format] if format else guess_format(output or Path())
    if chosen.binary and output is None and sys.stdout.isatty():
        raise InputError(f"{chosen.name} is nothing to look at: name a file with --output")
    if column is not None and chosen.name != "bfile":
        raise InputError(f"--column goes with --format bfile; {chosen.name} has all columns")
    largest = (play or positions).pair(last, parameter)[1]
    chosen.check(largest)
    # The first block comes before the file: while its kernels are compiled, a signal to stop can get lost.
    blocks = iter(table_blocks(last, parameter, strategy=strategy, start=first, play=play, threads=shared_by))
    contents = Contents(
        blocks=chain((next(blocks),), blocks),
        n_rows=last - first + 1,
        largest=largest,
        column=column or Column.A,
        facts={"a": str(parameter), "play": "misere" if misere else "normal", "strategy": strategy or "algebraic"},
    )
    if output is None:
        chosen.write(sys.stdout.buffer, contents)
        return

    from wythoff._files.writing import whole_file

    state = f", and {output} is as it was before"
    with interruptible(state), whole_file(output) as stream, progress(contents.n_rows, _LONG) as advance:

        def watched() -> Iterator[Block]:
            for block in contents.blocks:
                yield block
                advance(len(block))

        chosen.write(stream, replace(contents, blocks=watched()))
