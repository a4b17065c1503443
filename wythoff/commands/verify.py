"""The command `verify`: somebody's table of losing positions, checked row by row."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from wythoff.commands._progress import progress
from wythoff.commands._shared import Json, Misere, whole
from wythoff.commands.out_of_core import Scheduler, TlsCa, TlsCert, TlsKey, Workers, tls_of, verify_folder
from wythoff.commands.tables import Column
from wythoff.errors import InputError, shorten_int

if TYPE_CHECKING:
    from wythoff.verify import Verification, WrongRow
    from wythoff.verify.reading.row_numbers import Coverage
    from wythoff.verify.reading.rows import Block, Source, Unreadable

_LONG = 2**26  # bytes from which a terminal shows how far the check is


def verify(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The table; - for standard input, or a folder of table --folder.")
    ],
    a: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(
            "-a",
            "--a",
            metavar="A",
            help="The game's parameter, at least 1; by default what the rows tell.",
            show_default=False,
        ),
    ] = None,
    misere: Misere = False,
    column: Annotated[
        Optional[Column],  # noqa: UP045
        typer.Option(
            metavar="A|B",
            help="What a table of two columns holds; by default what its numbers tell.",
            case_sensitive=False,
            show_default=False,
        ),
    ] = None,
    all_rows: Annotated[bool, typer.Option("--all", help="List every wrong row, not the first 20.")] = False,
    json: Json = False,
    scheduler: Scheduler = None,
    workers: Workers = None,
    tls_ca: TlsCa = None,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
) -> None:
    """
    Check each row of a table of losing positions, exactly and at any size of the numbers.

    FILE is csv, tsv, Markdown, columns aligned by blanks, a b-file of the OEIS, any of these packed by gzip, bzip2 or
    xz, npy or Parquet: rows n, A, B, or n and one of them, in any order; or pairs A, B alone, such as (1, 2), (3, 5),
    which their differences number. Lines that can't be read are named. The exit code is 0 if every row is right, and 1
    if not; rows that are missing or come again are told, and no fault.

    A folder is a table that table --folder has written. Its rows and its files' checksums are checked on all CPUs.
    """
    if file.is_dir():
        if a is not None or misere or column or all_rows:
            raise InputError("a folder says what its table is: -a, --misere, --column and --all go with a file")
        tls = tls_of(tls_ca, tls_cert, tls_key)
        verify_folder(file, scheduler=scheduler, workers=workers, tls=tls, json=json)
        return
    is_there = file.exists() or file == Path("-")  # else that is what has to be told
    if is_there and (scheduler or workers or tls_ca or tls_cert or tls_key):
        raise InputError("--scheduler, --tls-* and --workers go with a folder that table --folder has written")
    from wythoff.verify.check import SHOWN, Verification
    from wythoff.verify.reading.opening import open_table

    parameter = None if a is None else whole("a", a)
    limit = None if all_rows else SHOWN
    with open_table(sys.stdin.buffer if file == Path("-") else file) as source, _watched(source) as watched:
        check = Verification(watched, parameter, misere, column, limit)
        if json:
            _print_json(check)
        else:
            for fault in check:
                print(_sentence(fault, source.place))
            for line in _summary(check):
                print(line)
    if not check.all_right:
        raise typer.Exit(1)


def _sentence(fault: WrongRow | Unreadable, place: str) -> str:
    from wythoff.verify import WrongRow

    if not isinstance(fault, WrongRow):
        return f"{place} {fault.place}: {fault.reason}"
    parts = [
        f"{name} = {found}, right is {right} ({found - right:+})" if found != right else f"{name} = {found} is right"
        for name, found, right in zip(fault.columns, fault.found, fault.right, strict=True)
    ]
    return f"{place} {fault.place}: n = {fault.n}: {'; '.join(parts)}"


def _summary(check: Verification) -> Iterator[str]:
    hidden = [
        f"{count - check.limit} more {what}"
        for count, what in ((check.n_wrong, "wrong rows"), (check.n_unreadable, "unreadable lines"))
        if check.limit is not None and count > check.limit
    ]
    if hidden:
        yield f"and {' and '.join(hidden)}: --all lists them"
    for inferred in check.inferred:
        yield f"{inferred.what}: {inferred.votes} of the first {inferred.voters} rows say so"
    if check.n_rows:
        rows = "1 row" if check.n_rows == 1 else f"{check.n_rows} rows"
        wrong = f"{check.n_wrong} wrong" if check.n_wrong else "all right"
        yield f"{rows} checked, n from {_short(check.least)} to {_short(check.most)}: {wrong}"
        yield from _gaps(check.coverage)
    else:
        yield "no row could be read"
    if check.n_unreadable:
        yield "1 line is no row" if check.n_unreadable == 1 else f"{check.n_unreadable} lines are no rows"


def _gaps(seen: Coverage) -> Iterator[str]:
    if not seen.is_complete:
        yield "whether rows are missing or come again was not counted: they are in no order"
        return
    if missing := seen.n_missing:
        are = "1 row in between is" if missing == 1 else f"{shorten_int(missing)} rows in between are"
        yield f"{are} missing, the first one n = {_short(seen.first_missing)}"
    if again := seen.n_repeated:
        yield "1 row comes again" if again == 1 else f"{again} rows come again"


def _short(number: int | None) -> str:
    return "" if number is None else shorten_int(number)


def _print_json(check: Verification) -> None:
    """Print one object, fault by fault, so that it may be of any length."""
    from itertools import chain, islice
    from json import dumps

    faults = iter(check)
    first = list(islice(faults, 1))  # what can't be told from the rows is an error, and no half of an object
    print('{"faults": [', end="")
    for i, fault in enumerate(chain(first, faults)):
        print(", " if i else "", dumps(_as_json(fault, check.source.place)), sep="", end="")
    facts = {
        "a": check.a,
        "misere": check.misere,
        "column": check.column,
        "inferred": [inferred._asdict() for inferred in check.inferred],
        "rows": check.n_rows,
        "wrong": check.n_wrong,
        "unreadable": check.n_unreadable,
        "least": check.least,
        "most": check.most,
        "missing": check.coverage.n_missing if check.coverage.is_complete else None,
        "repeated": check.coverage.n_repeated if check.coverage.is_complete else None,
        "all_right": check.all_right,
    }
    print("], ", dumps(facts)[1:], sep="")


def _as_json(fault: WrongRow | Unreadable, place: str) -> dict[str, Any]:
    from wythoff.verify import WrongRow

    if not isinstance(fault, WrongRow):
        return {place: fault.place, "unreadable": fault.reason}
    found, right = (dict(zip(fault.columns, values, strict=True)) for values in (fault.found, fault.right))
    return {place: fault.place, "n": fault.n, "found": found, "right": right}


@contextlib.contextmanager
def _watched(source: Source) -> Iterator[Source]:
    """Show on a terminal how far the check of a large file is."""
    from dataclasses import replace

    with progress(source.n_bytes, _LONG) as advance:

        def blocks() -> Iterator[Block]:
            for block in source.blocks:
                yield block
                advance(block.n_bytes)

        yield replace(source, blocks=blocks())
