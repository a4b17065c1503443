"""The sections of the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wythoff._version import __version__
from wythoff.harness.claims import AGREES
from wythoff.harness.units import human_value
from wythoff.reproduce.errata.model import COSTS, MATHEMATICS, NUMBERS, PROGRAMS, WORDING
from wythoff.reproduce.figures import Figure
from wythoff.reproduce.html import MINUS, Markup, join, math, sign, spaced, table, tag
from wythoff.reproduce.outcome import Outcome
from wythoff.reproduce.rows import GARBLED_IN_DRAFT, LargeRow, SmallRow
from wythoff.reproduce.run import Reproduction

SUBTITLE = (
    "Two theses on Wythoff's game (the draft of May 2020, the final one of September 2020), slides on Nim (March "
    "2023) and a poster (2024): every table, figure and example held against exact results, and a list of what is "
    "wrong."
)
_FACTS = {"cpu": "", "num_cpu": "cores:", "l1d": "L1d", "l2": "L2", "l3": "L3", "ram": "RAM", "os": ""}
_KINDS = (NUMBERS, PROGRAMS, MATHEMATICS, COSTS, WORDING)


def summary(found: Reproduction) -> Markup:
    """State what was found, in numbers."""
    wrong = [row for row in found.large if not row.right]
    small = [row for rows in found.small.values() for row in rows]
    tried = [*found.examples, *found.lemmas]
    cases = [case for result in found.errata for case in result.cases]
    surprises = found.surprises()
    facts: list[tuple[object, object]] = [
        (
            "rows of the small tables (final 1, 2, 3) that are right",
            f"{sum(row.right for row in small)} of {len(small)}",
        ),
        (
            "rows of the table of large numbers (final 5) that are right",
            f"{len(found.large) - len(wrong)} of {len(found.large)}",
        ),
        (
            "of these 100 rows, those that alpha rounded to double precision explains",
            f"{sum(row.as_long_double == row.printed_a for row in found.large)} of {len(found.large)}",
        ),
        (
            "printed columns of times that grow as claimed",
            f"{sum(column.printed_growth.verdict.outcome == AGREES for column in found.timings.columns)} of "
            f"{len(found.timings.columns)}",
        ),
        (
            "examples and lemmas that hold as printed; the others are in the errata",
            f"{sum(one.holds for one in tried)} of {len(tried)}",
        ),
        ("errata, and cases tried for them", f"{len(found.errata)}, {len(cases)}"),
    ]
    if surprises:
        verdict = tag(
            "div",
            tag("p", sign(False, wrong="Not everything came out as it must:")),
            tag("ul", *(tag("li", text) for text in surprises)),
            class_="box bad",
        )
    else:
        verdict = tag(
            "p",
            sign(
                True,
                right="Everything came out as it must: what is printed right was found "
                "right, and every error is the one described.",
            ),
            class_="box good",
        )
    listed = tag("dl", *(tag("div", tag("dt", name), tag("dd", value)) for name, value in facts), class_="facts")
    marks = tag(
        "p",
        "In tables ",
        sign(True),
        " and ",
        sign(False),
        " say whether the printed value is right. Where it is not, the digits from the first wrong one on are "
        "marked, and the exact value stands below.",
    )
    return join([verdict, listed, marks])


def positions(found: Reproduction) -> Markup:
    """Show the tables of positions and digits, printed beside exact."""
    wrong = [row for row in found.large if not row.right]
    why = tag(
        "p",
        math(
            f"Rows from n = {spaced(wrong[0].n)} on are wrong: alpha, which is the square root of 2 here, was rounded "
            "to a double, 6369051672525773 / 2^52, and multiplied in long double arithmetic of 64 bits. Computed in "
            f"exact integers, floor(6369051672525773 n / 2^52) gives all {len(found.large)} printed rows. As B = A + "
            f"2n in every row, both columns are off by the same, up to {spaced(wrong[-1].difference)} in the last. In "
            f"the draft's table 3 the rows k = {GARBLED_IN_DRAFT[0]} to {GARBLED_IN_DRAFT[-1]} run into each other; "
            "the others are the same."
        ),
    )
    large = table(
        math("Final thesis, table 5; draft thesis, table 3. Rows n = 10 · 2^k, a = 2."),
        ("k", "n", "A", "B", f"printed {MINUS} exact", "verdict"),
        (
            [
                (str(row.k), "number"),
                (spaced(row.n), "number"),
                _large_cell(row, row.printed_a, row.exact_a),
                _large_cell(row, row.printed_b, row.exact_b),
                (spaced(row.difference), "number" if row.difference else "number zero"),
                (sign(row.right), "verdict"),
            ]
            for row in found.large
        ),
        kind="stacked large",
    )
    parts: list[object] = [tag("div", tag("h3", "Final thesis, table 5"), why, large, id="final-table-5")]
    heads = {1: ("n", "A", "B"), 2: ("n", "A", "B"), 3: ("n", "q-system", "p-system")}
    captions = {
        1: "Final thesis, table 1; poster, table 1. Losing positions, a = 1.",
        2: "Final thesis, table 2. Losing positions, a = 2.",
        3: "Final thesis, table 3; draft thesis, table 1. Digits of n for a = 2.",
    }
    for number, rows in found.small.items():
        small = table(captions[number], (*heads[number], "verdict"), map(_small_row, rows), kind="small")
        parts.append(tag("div", tag("h3", f"Final thesis, table {number}"), small, id=f"final-table-{number}"))
    return join([parts[0], tag("div", *parts[1:], class_="beside")])


def _large_cell(row: LargeRow, printed: int, exact: int) -> tuple[object, str]:
    written, right = spaced(printed), spaced(exact)
    if row.right:
        return written, "number"
    same = next((i for i, (one, other) in enumerate(zip(written, right, strict=False)) if one != other), len(right))
    marked = join([written[:same], tag("mark", written[same:])])
    return join([marked, tag("span", "exact ", class_="unseen"), tag("span", right, class_="exact")]), "number"


def _small_row(row: SmallRow) -> Sequence[object]:
    cells: list[object] = []
    for printed, exact in zip(row.printed, row.exact, strict=True):
        shown = printed if printed == exact else join([tag("mark", printed), tag("span", exact, class_="exact")])
        cells.append((shown, "number"))
    return [*cells, (sign(row.right), "verdict")]


def figures(found: Iterable[Figure]) -> Markup:
    """Show figures."""
    parts = []
    for figure in found:
        pictures = [tag("div", Markup(svg), class_=f"picture {ending}") for ending, svg in figure.pictures]
        caption = tag("figcaption", tag("b", figure.name), ". ", figure.caption)
        parts.append(tag("figure", tag("div", *pictures, class_="pictures"), caption, id=figure.key))
    note = "Printed times are dashed with squares, measured ones solid with discs."
    is_plots = any(ending != "board" for figure in found for ending, _ in figure.pictures)
    return join([tag("p", note) if is_plots else Markup(), tag("div", *parts, class_="" if is_plots else "boards")])


def outcomes(caption: str, found: Sequence[Outcome]) -> Markup:
    """Show outcomes as a table."""
    return table(
        caption,
        ("where", "what", "printed", "found", "verdict"),
        ([one.place, one.claim, one.printed, _found(one), (sign(one.holds), "verdict")] for one in found),
        kind="stacked",
    )


def _found(one: Outcome) -> object:
    if one.holds:
        return one.found
    return join([math(one.found), tag("span", math(f"right: {one.right}"), class_="remark")])


def errata(found: Reproduction) -> Markup:
    """Show the errata, and an index of them by kind."""
    index = tag(
        "div",
        *(
            tag(
                "p",
                tag("b", kind.capitalize(), ": "),
                join(
                    join([tag("a", f"{r.erratum.number}", href=f"#erratum-{r.erratum.number}"), " "])
                    for r in found.errata
                    if r.erratum.kind == kind
                ),
            )
            for kind in _KINDS
        ),
        class_="index",
    )
    parts = []
    for result in found.errata:
        entry = result.erratum
        facts: list[tuple[str, object]] = [
            ("Printed", entry.printed),
            ("Right", entry.right),
            ("Checked", entry.checked),
            *(("Also", remark) for remark in entry.remarks),
        ]
        cases = table(
            f"Erratum {entry.number}: cases tried.",
            ("case", "taken literally", "right"),
            (
                [case.input, case.literal, case.right if case.confirmed else join([math(case.right), " ", sign(False)])]
                for case in result.cases
            ),
            kind="stacked cases",
        )
        parts.append(
            tag(
                "article",
                tag("h3", math(f"{entry.number}. {entry.title}")),
                tag("p", f"{entry.kind.capitalize()}: {'; '.join(entry.places)}", class_="place"),
                tag("dl", *(tag("div", tag("dt", name), tag("dd", math(text))) for name, text in facts)),
                cases if result.cases else Markup(),
                id=f"erratum-{entry.number}",
            )
        )
    return join([index, *parts])


def method(found: Reproduction) -> Markup:
    """Say what was computed with what."""
    times = found.timings
    facts: list[tuple[str, object]] = [("Made by", f"wythoff {__version__}, command: wythoff reproduce")]
    if times.machine or times.environment:
        machine = ", ".join(
            f"{name} {human_value(value, 'bytes') if isinstance(value, int) else value}".strip()
            for key, name in _FACTS.items()
            if (value := times.facts.get(key))
        )
        facts += [
            ("Measured on", f"{times.machine}: {machine}" if machine else times.machine),
            ("Environment", times.environment),
            ("Commit", times.commit),
        ]
    if times.others:
        facts.append(("Not used", "; ".join(times.others)))
    facts += [
        (
            "Exact values",
            "large rows by the closed form with integer square roots, small ones by the recursion of mex; lemma "
            "4 compares both",
        ),
        ("Printed values", "read from the documents, kept with the package; no value is corrected"),
        ("Files beside this page", "outcomes.json (everything), tables (CSV), figures (SVG)"),
    ]
    return tag("dl", *(tag("div", tag("dt", name), tag("dd", text)) for name, text in facts if text), class_="facts")
