"""The commands about a position of Wythoff's game: `move` and `classify`."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from wythoff.commands._shared import Json, Misere, Parameter, print_json, whole

if TYPE_CHECKING:
    from wythoff.moves import Explanation

Heaps = tuple[int, int]


class Rule(StrEnum):
    """The rules of `wythoff.moves.RULES`."""

    algebraic = "algebraic"
    arithmetic = "arithmetic"
    recursive = "recursive"


def move(
    x: Annotated[str, typer.Argument(metavar="X", help="The tokens in the first heap, of any number.")],
    y: Annotated[str, typer.Argument(metavar="Y", help="The tokens in the second heap.")],
    a: Parameter = "1",
    misere: Misere = False,
    all_moves: Annotated[bool, typer.Option("--all", help="All winning moves, not just the rule's.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say step by step how the rule finds the move.")] = False,
    rule: Annotated[Rule, typer.Option(help="The strategy that looks the position up.")] = Rule.algebraic,
    json: Json = False,
) -> None:
    """
    Find the winning move from heaps of X and Y.

    In a losing position, where there is none, a move is offered that makes the game last.
    """
    from wythoff.moves import explain as explanation_of

    found = explanation_of(whole("X", x), whole("Y", y), whole("a", a), misere, rule.value)
    if json:
        _print_json(found, explain)
    elif explain:
        print(*found.lines, sep="\n")
    elif found.offer is None:
        print(found.lines[-1])
    elif found.losing:
        row = _row(found.position, found.a, misere)
        print(f"No move wins: row {row} of the losing positions is {_pair(sorted(found.position))}.")
        print(f"To go on, {_taking(found.position, found.offer)}.")
    else:
        for target in _winning(found) if all_moves else [found.target or found.offer]:
            print(_taking(found.position, target))


def classify(
    x: Annotated[str, typer.Argument(metavar="X", help="The tokens in one heap, of any number.")],
    y: Annotated[str, typer.Argument(metavar="Y", help="The tokens in the other heap.")],
    a: Parameter = "1",
    misere: Misere = False,
    json: Json = False,
) -> None:
    """Tell whether heaps of X and Y lose for the player to move (P, and in which row) or win (N)."""
    from wythoff.moves import is_losing

    heaps = whole("X", x), whole("Y", y)
    parameter = whole("a", a)
    losing = is_losing(*heaps, parameter, misere)
    row = _row(heaps, parameter, misere) if losing else None
    if json:
        print_json({"position": heaps, "a": parameter, "misere": misere, "outcome": "P" if losing else "N", "row": row})
    elif losing:
        print(f"P: the player to move loses, as {_pair(sorted(heaps))} is row {row} of the losing positions")
    else:
        print("N: the player to move wins")


def _row(heaps: Heaps, a: int, misere: bool) -> int:
    """Return the row of a losing position."""
    if misere:
        from wythoff.misere import index
    else:
        from wythoff.positions import index
    return index(min(heaps), a).row


def _winning(found: Explanation) -> list[Heaps]:
    """List the winning moves heap by heap, the rule's first: a target may be reached in both orders."""
    from wythoff.moves import is_legal

    targets = {target for pair in found.winning_targets for target in (pair, pair[::-1])}
    legal = [target for target in sorted(targets) if is_legal(found.position, target, found.a)]
    return sorted(legal, key=lambda target: target != found.target)


def _taking(position: Heaps, target: Heaps) -> str:
    taken = [
        f"{before - after} from the {which} heap"
        for before, after, which in zip(position, target, ("first", "second"), strict=True)
        if before > after
    ]
    return f"take {' and '.join(taken)}, leaving {_pair(target)}"


def _pair(heaps: Heaps | list[int]) -> str:
    return f"({heaps[0]}, {heaps[1]})"


def _print_json(found: Explanation, explain: bool) -> None:
    data = {
        "position": found.position,
        "a": found.a,
        "misere": found.misere,
        "rule": found.rule,
        "outcome": "P" if found.losing else "N",
        "move": found.target,
        "winning_moves": _winning(found),
        "offer": found.offer,
    }
    print_json(data | ({"explanation": found.lines} if explain else {}))
