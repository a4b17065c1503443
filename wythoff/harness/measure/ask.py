"""What `wythoff time` does: statements in processes of their own, measured in turn, and the answer printed."""

from __future__ import annotations

import contextlib
import json
import math
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from wythoff._process import interrupts
from wythoff.errors import InputError, printable, shorten
from wythoff.harness.clocks import WANTED
from wythoff.harness.config import Claim
from wythoff.harness.csv_output import csv_line
from wythoff.harness.measure.answer import Measured, counts_dict, csv_of
from wythoff.harness.measure.crossing import crossing_lines
from wythoff.harness.measure.picture import MARKS, picture
from wythoff.harness.measure.remote import Remote, StatementEndedError
from wythoff.harness.measure.run import Run
from wythoff.harness.measure.statement import Statement
from wythoff.harness.measure.words import course, estimate, lines_of

if TYPE_CHECKING:  # loaded when the first sizes are measured
    from wythoff.harness.claims import Verdict
    from wythoff.harness.growth import Analysis

EXCEEDS, UNDECIDED = 1, 2
_PATIENCE: Final = 1.5  # times the budget, for a single call
_IMPORTS_S: Final = 60.0  # what counts may have to import first, on a busy machine
_COUNTED: Final = tuple(round(16 * 2 ** (step / 2)) for step in range(40))
_FEWEST_COUNTED: Final = 10


@dataclass(frozen=True)
class Question:
    """What is asked, as the options of the command have it."""

    statements: tuple[str, ...]
    setup: str = ""
    args: str = "n"
    budget_s: float = 10.0
    at_most: str | None = None
    clock: str = "auto"
    count: bool = False
    time_only: bool = False
    format: str = "text"
    plot: Path | None = None


def ask(question: Question) -> int:
    """
    Measure, and print the answer.

    Returns
    -------
    int
        Exit code: 0; with a limit 1 if it is exceeded, 2 if that is undecided; 130 after Ctrl-C.

    Raises
    ------
    InputError
        If a statement can't be measured at all, or an option is not what it should be.
    """
    claim = None if question.at_most is None else _claim(question.at_most)
    _check(question)
    try:
        if question.count:
            return _print_counts(question, claim)
        measured = _measured(question)
    except KeyboardInterrupt:
        interrupts.tell()
        return interrupts.CODE
    verdicts = [_judged(claim, one.analysis) for one in measured] if claim else []
    if question.format == "json":
        print(json.dumps([one.to_dict() | _told(verdicts, place) for place, one in enumerate(measured)], indent=2))
    elif question.format == "csv":
        print(csv_of(measured), end="")
    else:
        _print_text(measured, verdicts)
    if question.plot is not None:
        from wythoff.harness.measure.figure import draw

        draw(measured, question.plot)
    return _code(verdicts)


def _check(question: Question) -> None:
    """Refuse what can't be, before anything is started."""
    if not (math.isfinite(question.budget_s) and question.budget_s > 0):
        raise InputError(f"--budget must be a number of seconds above 0, got {question.budget_s:g}")
    if question.clock not in WANTED:
        raise InputError(f"--clock must be one of {', '.join(WANTED)}, got {shorten(repr(question.clock))}")
    if question.plot is not None:
        from wythoff.harness.drawing import require_matplotlib
        from wythoff.harness.measure.figure import check_ending

        check_ending(question.plot)
        require_matplotlib()
    for text in question.statements:
        Statement(text, question.setup, question.args).check()


def _measured(question: Question) -> list[Measured]:
    statements = [Statement(text, question.setup, question.args) for text in question.statements]
    with contextlib.ExitStack() as stack:
        runs = []
        for statement in statements:
            try:
                remote = stack.enter_context(Remote(statement, _PATIENCE * question.budget_s))
            except StatementEndedError as error:
                raise InputError(str(error)) from None
            name = statement.text.strip()
            run = Run(
                remote,
                name,
                budget_s=question.budget_s,
                clock=question.clock,  # type: ignore[arg-type]
                time_only=question.time_only,
            )
            runs.append(run)
        with _progress(runs) as show:
            going = list(runs)
            while going:  # in turn, so that a slow spell of the machine strikes all of them
                going = [run for run in going if _goes_on(run)]
                show()
        return [run.answer() for run in runs]


def _goes_on(run: Run) -> bool:
    try:
        return run.step()
    except StatementEndedError as error:
        if not run.book.sizes:
            raise InputError(str(error)) from None
        run.stop(str(error))
        return False


@contextlib.contextmanager
def _progress(runs: Sequence[Run]) -> Iterator[Any]:
    """On a terminal, say on one line what it looks like so far."""
    shown = ""

    def show() -> None:
        nonlocal shown
        parts = []
        for run in runs:
            if run.analysis is not None:
                law = run.analysis.law
                parts.append(estimate(law, run.analysis.probabilities[law], run.analysis.n[-1]))
            elif run.book.sizes:
                parts.append(course(run.book.sizes, run.book.seconds(run.believed().clock)))
        text = shorten("; ".join(parts), shutil.get_terminal_size().columns - 2)
        if text != shown:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
            shown = text

    is_terminal = sys.stderr.isatty()
    try:
        yield show if is_terminal else lambda: None
    finally:
        if is_terminal and shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _print_text(measured: Sequence[Measured], verdicts: Sequence[Verdict]) -> None:
    several = len(measured) > 1
    for place, one in enumerate(measured):
        print("\n".join(lines_of(one, MARKS[place % len(MARKS)] if several else "")))
        if verdicts:
            print(_verdict_line(verdicts[place]))
    for line in crossing_lines(measured):
        print(printable(line))
    if any(len(one.n) > 1 for one in measured):
        print(picture(measured, min(100, shutil.get_terminal_size().columns)))


def _verdict_line(verdict: Verdict) -> str:
    return f"  at most {verdict.law}: {verdict.outcome}; {verdict.evidence}"


def _told(verdicts: Sequence[Verdict], place: int) -> dict[str, Any]:
    if not verdicts:
        return {}
    return {"at_most": verdicts[place].law, "outcome": verdicts[place].outcome, "evidence": verdicts[place].evidence}


def _judged(claim: Claim, found: Analysis) -> Verdict:
    from wythoff.harness.claims import judge

    return judge(claim, found)


def _code(verdicts: Sequence[Verdict]) -> int:
    from wythoff.harness.claims import AGREES, CONTRADICTED

    outcomes = [verdict.outcome for verdict in verdicts]
    if CONTRADICTED in outcomes:
        return EXCEEDS
    return UNDECIDED if any(outcome != AGREES for outcome in outcomes) else 0


def _claim(law: str) -> Claim:
    from wythoff.harness.claims import claimed_law

    claim = Claim(re.compile(""), law=law, bound="upper")
    try:
        claimed_law(claim)
    except InputError:
        from wythoff.harness.growth.laws import LAWS

        raise InputError(f"--at-most must be one of {', '.join(LAWS)}, got {shorten(repr(law))}") from None
    return claim


def _print_counts(question: Question, claim: Claim | None) -> int:
    verdicts: list[Verdict] = []
    told: list[dict[str, Any]] = []
    for text in question.statements:
        found, choice = _counted(Statement(text, question.setup, question.args), question.budget_s)
        verdicts += [_judged(claim, found)] if claim else []
        told.append({"name": text, **counts_dict(found), "choice": choice})
        if question.format == "text":
            print(f"{shorten(printable(text), 60)}: {found.law if found.decided else f'undecided: {found.law}'}")
            print(f"  {found.values[-1]:,.0f} operations at n = {found.n[-1]:,.0f}, counted by {choice}\n  {found.why}")
            print("\n".join(map(_verdict_line, verdicts[-1:])), end="\n" * bool(verdicts))
    if question.format == "json":
        print(json.dumps([one | _told(verdicts, place) for place, one in enumerate(told)], indent=2))
    elif question.format == "csv":
        print("benchmark,n,operations")
        for one in told:
            for n, operations in zip(one["n"], one["operations"], strict=True):
                print(csv_line([one["name"], f"{n:g}", f"{operations:.0f}"]), end="")
    return _code(verdicts)


def _counted(statement: Statement, budget_s: float) -> tuple[Analysis, str]:
    """Count at ascending sizes until the law is decided over enough of them, or a fifth of the budget is used up."""
    from wythoff.harness.growth.counted import analyse_counts

    start, choice = perf_counter(), ""
    counts: dict[int, int] = {}
    unseen: dict[str, int] = {}
    try:
        with Remote(statement, _PATIENCE * budget_s + _IMPORTS_S) as remote:
            for n in _COUNTED:
                before = perf_counter()
                told = remote.count_by_any(n)
                counts[n], choice = told.operations, told.choice
                unseen |= told.unseen
                last = perf_counter() - before
                if len(counts) >= _FEWEST_COUNTED and perf_counter() - start + 4 * last > budget_s / 5:
                    break
    except StatementEndedError as error:
        if len(counts) < _FEWEST_COUNTED:
            raise InputError(f"it can't be counted: {error}") from None
    return analyse_counts(counts, list(counts.values()), unseen=unseen), choice
