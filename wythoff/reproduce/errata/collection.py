"""All errata in their order, tried, and as Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wythoff.reproduce.errata import costs, fractions, grundy_code, listings, nim, numbers, poster
from wythoff.reproduce.errata.model import Case, Erratum

_MODULES = (numbers, listings, grundy_code, nim, fractions, poster, costs)


@dataclass(frozen=True)
class Result:
    """An erratum and its cases, tried."""

    erratum: Erratum
    cases: tuple[Case, ...]

    @property
    def confirmed(self) -> bool:
        """Whether every case came out as stated."""
        return all(case.confirmed for case in self.cases)


def all_errata() -> tuple[Erratum, ...]:
    """
    List the errata by number.

    Examples
    --------
    >>> len(all_errata()), all_errata()[3].title
    (37, 'Code 5 divides where it should test for odd')
    """
    return tuple(sorted((entry for module in _MODULES for entry in module.ERRATA), key=lambda entry: entry.number))


def results(errata: Iterable[Erratum] | None = None) -> list[Result]:
    """Try the cases of the errata, by default of all; about 10 seconds, most of them for erratum 2."""
    chosen = all_errata() if errata is None else errata
    return [Result(entry, tuple(entry.run()) if entry.run else ()) for entry in chosen]


def to_markdown(found: Iterable[Result] | None = None) -> str:
    r"""
    Write the errata as Markdown: one section each, the cases as a table.

    Parameters
    ----------
    found : iterable of Result, optional
        By default all errata, tried now.

    Returns
    -------
    str
        Sections of the third level, without a title above them.

    Examples
    --------
    >>> print(to_markdown(results(all_errata()[7:8])))
    ### 8. Code 3 reads a third quotient of two
    <BLANKLINE>
    *Wrong programs*: final thesis, code 3; draft thesis, listing 3
    <BLANKLINE>
    - Printed: \_alpha[2] is read for every n.
    - Right: For n = 1 the vector has two entries.
    - Checked: Tried.
    <BLANKLINE>
    | case | taken literally | right |
    |---|---|---|
    | n = 1 | reads the third quotient of two | stop after the second weight |
    <BLANKLINE>
    """
    return "\n".join(_section(result) for result in (results() if found is None else found))


def _section(result: Result) -> str:
    entry = result.erratum
    lines = [
        f"### {entry.number}. {_plain(entry.title)}",
        "",
        f"*{entry.kind.capitalize()}*: {_plain('; '.join(entry.places))}",
        "",
        f"- Printed: {_plain(entry.printed)}",
        f"- Right: {_plain(entry.right)}",
        f"- Checked: {_plain(entry.checked)}",
        *(f"- Also: {_plain(remark)}" for remark in entry.remarks),
    ]
    if result.cases:
        lines += ["", "| case | taken literally | right |", "|---|---|---|"]
        lines += [f"| {_plain(case.input)} | {_plain(case.literal)} | {_plain(case.right)} |" for case in result.cases]
    return "\n".join([*lines, ""])


def _plain(text: str) -> str:
    """Escape what Markdown would take for markup."""
    for sign in "\\*_<|":
        text = text.replace(sign, f"\\{sign}")
    return text
