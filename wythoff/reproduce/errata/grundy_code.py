"""Errata 11 to 14: the program of the slides."""

from __future__ import annotations

from wythoff.reproduce.errata.model import PROGRAMS, SLIDES, Case, Erratum, count
from wythoff.reproduce.programs import DpLookup, OutOfRangeError, best_move

_STACK = 8 * 2**20
_INT = 4


def _not_counted() -> list[Case]:
    printed, meant = DpLookup(20, counts=False), DpLookup(20, counts=True)
    zeros, values = [printed(x) for x in range(21)], [meant(x) for x in range(21)]
    return [
        Case(
            "rows of 0 to 20 boxes, d filled with -1",
            f"Grundy numbers {', '.join(map(str, dict.fromkeys(zeros)))} only",
            f"0, 1, 2, ..., {values[-1]}",
            set(zeros) == {0} and values == list(range(21)),
        ),
    ]


def _not_filled() -> list[Case]:
    unfilled = DpLookup(20, counts=True, filled=0)
    values = {unfilled(x) for x in range(21)}
    return [
        Case(
            "rows of 0 to 20 boxes, d as C leaves it, options counted",
            "every value returned is 0",
            "fill d with -1 first",
            values == {0} and unfilled.options == 0,
        )
    ]


def array_bytes(x: int) -> int:
    """Return the bytes of ``int a[x*x + 1]``."""
    return _INT * (x * x + 1)


def _stack() -> list[Case]:
    alone = next(x for x in range(1, 10_000) if array_bytes(x) > _STACK)
    nested = next(x for x in range(1, 10_000) if sum(map(array_bytes, range(1, x + 1))) > _STACK)
    return [
        Case(
            "one array, stack of 8 MiB",
            f"x = {count(alone)} needs {count(array_bytes(alone))} bytes",
            f"x (x + 1) / 2 + 1 entries are enough: {count(_INT * (alone * (alone + 1) // 2 + 1))} bytes",
            array_bytes(alone - 1) <= _STACK < array_bytes(alone) and alone == 1449,
        ),
        Case(
            "a first call for x boxes, which calls itself for x - 1, x - 2, ... before it returns",
            f"the arrays of x = {nested} and below need {count(sum(map(array_bytes, range(1, nested + 1))))} bytes "
            "together",
            "compute the numbers in increasing order, in one array outside of the function",
            nested == 185,
        ),
    ]


def _finished_board() -> list[Case]:
    try:
        best_move([0] * 5)
        where = "nowhere"
    except OutOfRangeError as error:
        where = str(error)
    lost = best_move([1, 1, 0, 1, 1])
    return [
        Case(
            "a board of 5 boxes, all crossed",
            f"writes to {where}",
            "the game is over: look for a free box first",
            where == "box 5 of 0 to 4",
        ),
        Case(
            "the lost board 11011",
            f"crosses the first free box: {''.join(map(str, lost))}",
            "as good as any move",
            lost == [0, 1, 0, 1, 1],
        ),
    ]


ERRATA = (
    Erratum(
        11,
        "The options of a row are not counted",
        PROGRAMS,
        (f"{SLIDES}, dp_lookup",),
        "a[i+a[0]] = ... stores the options, a[0] counts them.",
        "a[++a[0]] = ...: the count never advances as printed, i = 0 overwrites it, and mex gets an array of length 0.",
        "The program run with both lines. Probably the ++ was lost in print.",
        _not_counted,
    ),
    Erratum(
        12,
        "The memory is never filled",
        PROGRAMS,
        (f"{SLIDES}, dp_lookup",),
        "d[x] != -1 means that d[x] is known; no line fills d.",
        "A global array starts with zeros, so that every value counts as known, and is 0.",
        "The program run with d as it is.",
        _not_filled,
    ),
    Erratum(
        13,
        "The array outgrows the stack",
        PROGRAMS,
        (f"{SLIDES}, dp_lookup",),
        "int a[x*x + 1] within a recursive function.",
        "x (x + 1) / 2 + 1 entries suffice. As the arrays of all calls in progress add up, a stack of 8 MiB ends at "
        "x = 185 at the latest, though one array alone would fit up to x = 1,448.",
        "Sizes added up. Compiled with gcc 12 (-O0) the program, its options counted, ends in a segmentation fault "
        "from x = 184 on; what else lies on the stack takes the rest.",
        _stack,
    ),
    Erratum(
        14,
        "On a finished board a move is written behind the end",
        PROGRAMS,
        (f"{SLIDES}, finna_besta_leik",),
        "If no move wins, the first free box is crossed.",
        "Without a free box the loop ends at n, and a[n] = 0 is written. (x is not uninitialised, as it may seem: "
        "the inner loop sets it.)",
        "Tried.",
        _finished_board,
    ),
)
