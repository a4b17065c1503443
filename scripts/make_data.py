#!/usr/bin/env python
"""Make the data of docs/data.md again: periods, Grundy values and their positions, b-files, three heaps, agreement."""

from pathlib import Path
from typing import Annotated

import typer

from wythoff._files.writing import whole_file
from wythoff._process.entry import run
from wythoff.commands._progress import progress_so_far
from wythoff.errors import InputError

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)
Output = Annotated[Path, typer.Option("-o", "--output", help="The file to write.")]


@app.command()
def periods(rows: int = 31, most_a: int = 5, output: Output = Path("docs/data/periods.csv")) -> None:
    """Prove the periods of rows 0 to ROWS - 1 of Grundy values, for a = 1 to MOST_A."""
    from wythoff.data.periods import prove_periods, to_csv

    proofs = [proof for a in range(1, most_a + 1) for proof in prove_periods(rows, a)]
    _write(output, to_csv(proofs).encode())
    print(f"{output}: {len(proofs)} rows, the longest pre-period {max(proof.preperiod for proof in proofs)}")


@app.command()
def values(most: int = 100, pairs: int = 100_000, output: Output = Path("value-positions.npy")) -> None:
    """List the first PAIRS positions of each Grundy value up to MOST, as an npy file."""
    import numpy as np

    from wythoff.data.value_positions import value_positions

    with whole_file(output) as stream:
        np.save(stream, value_positions(most, pairs))
    print(f"{output}: the first {pairs} positions of the values 0 to {most}")


@app.command()
def b_files(folder: Path, last: int = 10_000) -> None:
    """Write the b-files of misère and normal play that the OEIS lacks into FOLDER."""
    from wythoff.data.sequences import write_b_files

    folder.mkdir(parents=True, exist_ok=True)
    for name, digest in write_b_files(folder, last).items():
        print(f"{digest}  {name}")


@app.command()
def three_heaps(first_heaps: int = 51, size: int = 4800, output: Output = Path("docs/data/three-heaps.csv")) -> None:
    """Find the lost positions of three heaps, and from where on they are as Fraenkel conjectured."""
    from wythoff.data.three_heaps import first_heap, partners, to_csv

    table = partners(first_heaps, size)
    found = [first_heap(h, row) for h, row in enumerate(table)]
    _write(output, to_csv(found).encode())
    print(f"{output}: first heaps up to {first_heaps - 1}, second heaps up to {size - 1}")


@app.command()
def diagonal(
    terms: int = 100_000,
    state: Path = Path("grundy-diagonal.state"),
    output: Output = Path("grundy-diagonal.npy"),
    digests: Path = Path("grundy-diagonal.csv"),
) -> None:
    """Compute the Grundy values G(n, n), n < TERMS, as an npy file, and the digests of the first so many."""
    import numpy as np

    from wythoff.data.grundy_diagonal import PUBLISHED_TERMS, grundy_diagonal, to_csv

    with progress_so_far() as show:
        found = grundy_diagonal(terms, state=state, progress=show)
    with whole_file(output) as stream:
        np.save(stream, found)
    _write(digests, to_csv(found, [size for size in PUBLISHED_TERMS if size <= terms]).encode())
    print(f"{output}: {terms} terms, the largest is {found.max()}")


@app.command()
def window(folder: Path, columns: int = 100_000, rows: int = 2000, digests: Path = Path("grundy-window.csv")) -> None:
    """Write the Grundy values G(x, y), x < COLUMNS and y < ROWS, into Parquet files in FOLDER, and their digests."""
    from wythoff.data.grundy_window import digests as digests_of
    from wythoff.data.grundy_window import to_csv, write_window

    with progress_so_far() as show:
        size = write_window(folder, columns, rows, progress=show)
    _write(digests, to_csv(digests_of(folder)).encode())
    print(f"{folder}: {columns} x {rows} values in {size} bytes")


@app.command()
def agreement(
    to: int,
    a: int = 1,
    start: int = 0,
    block: int = 2**32,
    workers: int | None = None,
    scheduler: str | None = None,
    tls_ca: Path | None = None,
    tls_cert: Path | None = None,
    tls_key: Path | None = None,
    output: Output = Path("docs/data/agreement.jsonl"),
) -> None:
    """Compare rows START to TO by all strategies that can start anywhere, and add the missing blocks to a record."""
    from wythoff.commands.out_of_core import tls_of
    from wythoff.data.agreement import record
    from wythoff.data.agreement_record import read

    for line in read(output).damaged:
        print(
            f"{output}, line {line}, is damaged: its rows are computed again, and the file is kept as it was beside it"
        )
    tls = tls_of(tls_ca, tls_cert, tls_key)
    made = record(
        output, to, a, start=start, block=block, scheduler=scheduler, workers=workers, tls=tls, progress=_told
    )
    print(f"{output}: {made} blocks recorded, all agree")


@app.command()
def merge(records: list[Path], output: Output = Path("docs/data/agreement.jsonl")) -> None:
    """Join the RECORDS of agreement of several machines to one."""
    from wythoff.data.agreement_record import merged, read, write

    for path in records:
        if not path.exists():
            raise InputError(f"{path} is not there")
    blocks = merged(read(path).blocks for path in records)
    write(output, blocks)
    print(f"{output}: {len(blocks)} blocks")


def _told(done: int, total: int) -> None:
    print(f"{done} of {total}", flush=True)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as stream:
        stream.write(content)


if __name__ == "__main__":
    run(app, "make_data.py")
