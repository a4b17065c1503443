"""Everything put together: compute it, tell whether it came out as known, write it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wythoff.reproduce import errata, examples, figures, game_examples, lemmas, rows, timings
from wythoff.reproduce.errata import Result
from wythoff.reproduce.figures import Figure
from wythoff.reproduce.outcome import Outcome
from wythoff.reproduce.rows import LargeRow, SmallRow
from wythoff.reproduce.timings import Timings


@dataclass(frozen=True)
class Reproduction:
    """
    The documents, computed again.

    Attributes
    ----------
    large : list of LargeRow
        The final thesis's table 5.
    small : dict of int to list of SmallRow
        Its tables 1 to 3, by number.
    timings : Timings
        The tables of times.
    plots, boards : list of Figure
        The figures.
    examples, lemmas, others : list of Outcome
        What became of the examples, of the lemmas, and of columns of times and boards.
    errata : list of Result
        The errata, their cases tried.
    """

    large: list[LargeRow]
    small: dict[int, list[SmallRow]]
    timings: Timings
    plots: list[Figure]
    boards: list[Figure]
    examples: list[Outcome]
    lemmas: list[Outcome]
    others: list[Outcome]
    errata: list[Result]

    @property
    def outcomes(self) -> list[Outcome]:
        """All outcomes."""
        return [*self.examples, *self.lemmas, *self.others]

    def surprises(self) -> list[str]:
        """Say, one sentence each, what did not come out as it must; empty if all is well."""
        found = [
            f"{one.place}: {one.claim}: {one.printed} is printed, {one.found} found"
            for one in self.outcomes
            if not one.as_known
        ]
        found += [
            f"erratum {result.erratum.number}: {case.input}: not as stated"
            for result in self.errata
            for case in result.cases
            if not case.confirmed
        ]
        not_explained = [row.k for row in self.large if row.as_long_double != row.printed_a]
        if not_explained:
            found.append(f"final thesis, table 5: rows k = {not_explained} are not those of a rounded alpha")
        return found


def reproduce(results: Sequence[Path], machine: str | None = None) -> Reproduction:
    """
    Compute every table, figure, example and erratum again; about 20 seconds.

    Parameters
    ----------
    results : sequence of Path
        Measured results, files or folders; nothing is measured now. None leaves the measured columns empty.
    machine : str, optional
        Only this machine's results.

    Raises
    ------
    InputError
        If the results can't be used.
    """
    measured = timings.timings(results, machine)
    return Reproduction(
        large=rows.large_rows(),
        small={
            1: rows.position_rows("final-table-1", 1),
            2: rows.position_rows("final-table-2", 2),
            3: rows.digit_rows(),
        },
        timings=measured,
        plots=figures.plots(measured),
        boards=figures.boards(),
        examples=[*game_examples.game_examples(), *examples.examples()],
        lemmas=lemmas.lemmas(),
        others=[*timings.outcomes(measured), *figures.board_outcomes()],
        errata=errata.results(),
    )
