"""A picture of a bisection: GOOD, BAD, and the commits on both sides of the change."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from wythoff._files.writing import whole_file
from wythoff.errors import InputError, shorten
from wythoff.harness.bisect.answer import Answer
from wythoff.harness.bisect.measured import Results
from wythoff.harness.compare.pictures import draw_lowest, finish, plain

_STYLES: Final = (("#0072B2", "o-"), ("#56B4E9", "s--"), ("#E69F00", "s--"), ("#D55E00", "o-"))


def draw(answer: Answer, results: Results, file: Path) -> None:
    """
    Draw the series of GOOD, of the commit before the change, of the changed one, and of BAD.

    Where no commit is sure, the neighbours are the last before and the last of those that it may be.

    Raises
    ------
    InputError
        If the file can't be written.
    """
    from matplotlib.figure import Figure

    places = [answer.found] if answer.found is not None else answer.candidates
    shown = dict.fromkeys((0, places[0] - 1, places[-1], answer.line.steps))
    figure = Figure(figsize=(6.4, 4.4), layout="constrained")
    axes = figure.subplots()
    unit = "seconds"
    for place in shown:
        matched = results.matched(answer.line.commits[0], answer.line.commits[place], answer.series)
        if matched is None:
            continue
        unit = matched.unit
        colour, line = _STYLES[min(3, (0, places[0] - 1, places[-1], answer.line.steps).index(place))]
        name = {0: "GOOD ", answer.line.steps: "BAD "}.get(place, "") + answer.line.commits[place][:8]
        draw_lowest(axes, matched.pair.n_after, matched.pair.after, name, line, colour)
    finish(axes, answer.series.label, unit)
    axes.set_xlabel(plain(answer.series.axis or "n"))
    kind = file.suffix.lower().lstrip(".")
    try:
        with whole_file(file) as stream:
            figure.savefig(stream, format=kind, metadata={"Date": None} if kind == "svg" else None)
    except OSError as error:
        raise InputError(f"{shorten(str(file), 200)} can't be written: {error.strerror or error}") from None
