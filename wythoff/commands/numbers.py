"""The commands about single rows and numbers: `pair`, `index`, `represent`, `first-failure`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Optional

import typer

from wythoff.commands._shared import Json, Misere, Parameter, print_json, whole
from wythoff.errors import InputError, shorten


def pair(
    n: Annotated[str, typer.Argument(metavar="N", help="The row, of any size.")],
    a: Parameter = "1",
    misere: Misere = False,
) -> None:
    """Print A_n and B_n, the heaps of row N of the losing positions."""
    if misere:
        from wythoff.misere import pair
    else:
        from wythoff.positions import pair
    print(*pair(whole("N", n), whole("a", a)))


def index(
    x: Annotated[str, typer.Argument(metavar="X", help="The number to find, of any size.")],
    a: Parameter = "1",
    misere: Misere = False,
    json: Json = False,
) -> None:
    """Find the column and the row of the losing positions that hold the number X."""
    if misere:
        from wythoff.misere import index, pair
    else:
        from wythoff.positions import index, pair
    number, parameter = whole("X", x), whole("a", a)
    row, column = index(number, parameter)
    entries = pair(row, parameter)
    if json:
        print_json({"x": number, "a": parameter, "misere": misere, "column": column, "row": row, "pair": list(entries)})
    else:
        print(f"{number} = {column}_{row}, in row {row}: ({entries[0]}, {entries[1]})")


def represent(
    n: Annotated[str, typer.Argument(metavar="N", help="The number, of any size.")],
    a: Parameter = "1",
    system: Annotated[Optional[str], typer.Option(metavar="p|q", help="Only this system.")] = None,  # noqa: UP045
    json: Json = False,
) -> None:
    """
    Write N in the p-system and the q-system, with the weight of each digit, and say what the digits tell.

    The weights are the numerators p_k and the denominators q_k of the convergents of alpha.
    """
    from wythoff.numeration import represent_p, represent_q

    if system not in (None, "p", "q"):
        raise InputError(f"system must be p or q, got {shorten(repr(system))}")
    number, parameter = whole("N", n), whole("a", a)
    found = {
        name: digits_of(number, parameter)
        for name, digits_of in (("p", represent_p), ("q", represent_q))
        if system in (None, name)
    }
    weights = {name: _weights(name, len(digits), parameter) for name, digits in found.items()}
    if json:
        systems = {name: {"digits": digits, "weights": weights[name]} for name, digits in found.items()}
        print_json({"n": number, "a": parameter, **systems})
        return
    for name, digits in found.items():
        print(f"{name}-system: {_digits_text(digits)}")
        for line in _digit_table(digits, weights[name]):
            print(line)
        print(_p_meaning(number, digits) if name == "p" else _q_meaning(number, digits, parameter))


def first_failure(
    a: Parameter = "1",
    alpha: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(
            metavar="NUMBER",
            help="What stands in for alpha: a decimal, a fraction P/Q, or float16, float32, float64, float80, float128 "
            "for the nearest number of that kind. By default the formula computed in double precision.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """
    Find the first row at which floor(alpha n) with a rounded alpha is not A_n.

    The product is taken exactly: what goes wrong is the fault of alpha's rounding alone.
    """
    import math
    from fractions import Fraction

    from wythoff.census.rounded_alpha import parse
    from wythoff.positions import first_failure, pair

    parameter = whole("a", a)
    if alpha is None:
        row = first_failure(parameter)
        number = Fraction((2 - parameter + math.sqrt(parameter * parameter + 4)) / 2)
    else:
        number = parse(alpha, parameter)
        row = first_failure(parameter, number)
    wrong, right = math.floor(number * row), pair(row, parameter)[0]
    if json:
        print_json({"a": parameter, "alpha": str(number), "row": row, "floor": wrong, "A": right})
    else:
        print(f"n = {row}: floor(alpha n) is {wrong}, A_n is {right}")
        print(f"alpha = {number}")


def _weights(system: str, count: int, a: int) -> list[int]:
    """Return the weights of so many digits, most significant first."""
    from itertools import islice

    from wythoff.numeration import convergents

    return [weights["pq".index(system)] for weights in islice(convergents(a), count)][::-1]


def _digits_text(digits: Sequence[int]) -> str:
    if not digits:
        return "no digits"
    return ("" if max(digits) < 10 else " ").join(map(str, digits))


def _digit_table(digits: Sequence[int], weights: Sequence[int]) -> list[str]:
    """Lay out places, weights and digits in three lines or, where those would be too long, downwards without zeros."""
    from shutil import get_terminal_size

    header = ("place", "weight", "digit")
    places = range(len(digits) - 1, -1, -1)
    columns = [tuple(map(str, column)) for column in zip(places, weights, digits, strict=True)]
    across = _aligned(zip(header, *columns, strict=True))
    if not columns or max(map(len, across)) <= get_terminal_size().columns:
        return across if columns else []
    return _aligned([header, *(column for column in columns if column[2] != "0")])


def _aligned(rows: Iterable[Sequence[str]]) -> list[str]:
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(["", *(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True))]) for row in rows]


def _p_meaning(number: int, digits: Sequence[int]) -> str:
    from wythoff.numeration import trailing_zeros

    if number == 0:
        return "0 is both A_0 and B_0"
    zeros = trailing_zeros(digits)
    column, parity = ("B", "odd") if zeros % 2 else ("A", "even")
    return f"ends in {_zeros(zeros)}, an {parity} number: {number} is in column {column}"


def _q_meaning(number: int, digits: Sequence[int], a: int) -> str:
    from wythoff.numeration import interpret_p, trailing_zeros

    zeros = trailing_zeros(digits)
    value = interpret_p(digits, a)
    read = f"ends in {_zeros(zeros)}; read in the p-system the digits give {value}, so A_{number} is "
    return read + (f"{value} - 1 = {value - 1}" if zeros % 2 else str(value))


def _zeros(count: int) -> str:
    return "no zero" if count == 0 else "1 zero" if count == 1 else f"{count} zeros"
