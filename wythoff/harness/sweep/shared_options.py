"""The options that `sweep`, `bisect` and `measure-pair` share: what is measured, where, and when a series ends."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

Benchmark = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option("-b", "--benchmark", metavar="REGEX", help="Only benchmarks that match, as for asv; repeatable."),
]
Machine = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(metavar="NAME", help="The machine's name; by default asv's."),
]
Environment = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option("-E", "--environment", metavar="SPEC", help="An asv environment; repeatable."),
]
TimeLimit = Annotated[
    float, typer.Option(metavar="SECONDS", help="Stop a series before a call that would take longer.")
]
MinN = Annotated[Optional[float], typer.Option(metavar="N", help="Only sizes from N on.")]  # noqa: UP045
MaxN = Annotated[Optional[float], typer.Option(metavar="N", help="Only sizes up to N.")]  # noqa: UP045
RetryFailed = Annotated[bool, typer.Option("--retry-failed", help="Try points again that failed before.")]
