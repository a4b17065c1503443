"""The worked examples about other games: Nim, taking 1 or 2, crossing out boxes, Pop it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import pairwise
from operator import xor

from wythoff.games.crossed_boxes import CrossedBoxes, grundy_numbers_by_recursion, middle_crossed
from wythoff.games.nim import Nim, nim_sum
from wythoff.games.subtraction import Subtraction
from wythoff.reproduce.outcome import Outcome, check

_NORMAL_GAME = [(7, 5, 12), (7, 5, 2), (7, 3, 2), (1, 3, 2), (1, 3, 1), (1, 0, 1), (0, 0, 1), (0, 0, 0)]
_MISERE_GAME = [*_NORMAL_GAME[:5], (1, 1, 1), (0, 1, 1), (0, 0, 1), (0, 0, 0)]
_PICTURE_GAME = [(3, 4, 5), (1, 4, 5), (1, 4, 2), (1, 3, 2), (1, 2, 2)]
_PICTURE_GAME += [(0, 2, 2), (0, 1, 2), (0, 1, 1), (0, 0, 1), (0, 0, 0)]


def game_examples() -> list[Outcome]:
    """Try those of the theses, the slides and the poster."""
    return [*_nim(), *_slides(), *_pop_it()]


def _nim() -> Iterable[Outcome]:
    game = Nim()
    place = "both theses, Nim of two heaps"
    for key, heaps in (("nim-1-1", (1, 1)), ("nim-2-2", (2, 2))):
        yield check(key, place, f"{heaps} is lost", True, game.is_losing(heaps))
    yield check("nim-1-2", place, "(1, 2) is won by leaving", (1, 1), game.winning_move((1, 2)))
    yield check(
        "final-example-1",
        "both theses, example 1 and figure 1",
        "Nim 3, 4, 5 as the picture in the thesis's repository plays it: every move legal, who takes last wins",
        "A wins",
        _winner(_PICTURE_GAME, misere=False),
    )
    yield check("final-example-2", "final thesis, example 2", "5 xor 6", 3, nim_sum((5, 6)))
    yield check(
        "final-example-3",
        "final thesis, example 3",
        "Nim 7, 5, 12: the sums after each move",
        [14, 0, 6, 0, 3, 0, 1, 0],
        [reduce(xor, p) for p in _NORMAL_GAME],
    )
    yield check(
        "final-example-3-moves",
        "final thesis, example 3",
        "A takes",
        ["10 from heap 3", "6 from heap 1", "3 from heap 2", "1 from heap 3"],
        _takes(_NORMAL_GAME),
    )
    yield check(
        "final-example-3-best",
        "final thesis, example 3",
        "every move of A leaves a lost position, A wins",
        [True, "A wins"],
        [_always_loses(_NORMAL_GAME, False), _winner(_NORMAL_GAME, False)],
    )
    yield check(
        "final-example-4",
        "final thesis, example 4",
        "misère Nim 7, 5, 12: A takes",
        ["10 from heap 3", "6 from heap 1", "2 from heap 2", "1 from heap 2"],
        _takes(_MISERE_GAME),
    )
    yield check(
        "final-example-4-best",
        "final thesis, example 4",
        "every move of A leaves a lost position, A wins",
        [True, "A wins"],
        [_always_loses(_MISERE_GAME, True), _winner(_MISERE_GAME, True)],
    )
    switch = next(p for p in _MISERE_GAME[::2] if sum(heap > 1 for heap in p) == 1)
    yield check("final-example-4-switch", "final thesis, example 4", "the strategy changes at", (1, 3, 1), switch)


def _winner(game: Sequence[tuple[int, ...]], misere: bool) -> str:
    """Say who wins a game that A begins, or which move is illegal."""
    for before, after in pairwise(game):
        changed = [(x, y) for x, y in zip(before, after, strict=True) if x != y]
        if len(changed) != 1 or changed[0][1] > changed[0][0]:
            return f"{before} to {after} is no move"
    if any(game[-1]):
        return "not finished"
    last_is_a = (len(game) - 1) % 2 == 1
    return "A wins" if last_is_a is not misere else "B wins"


def _takes(game: Sequence[tuple[int, ...]]) -> list[str]:
    return [
        f"{x - y} from heap {heap}"
        for before, after in list(pairwise(game))[::2]
        for heap, (x, y) in enumerate(zip(before, after, strict=True), 1)
        if x != y
    ]


def _always_loses(game: Sequence[tuple[int, ...]], misere: bool) -> bool:
    """Tell whether every position that A leaves is lost for B."""
    return all(Nim(misere=misere).is_losing(position) for position in game[1::2])


def _slides() -> Iterable[Outcome]:
    game = Subtraction(most=2)
    yield check(
        "slides-take-1-2",
        "slides, take 1 or 2",
        "lost heaps up to 30: the multiples of 3",
        list(range(0, 31, 3)),
        [n for n in range(31) if game.is_losing((n,))],
    )
    yield check(
        "slides-nim",
        "slides, Nim of m heaps",
        "three heaps below 8 are lost exactly if their xor is 0",
        True,
        all(
            Nim().is_losing(p) is (reduce(xor, p) == 0)
            for p in ((x, y, z) for x in range(8) for y in range(8) for z in range(8))
        ),
    )
    yield check(
        "slides-boxes",
        "slides, crossing out boxes",
        "Grundy numbers of 0 to 12 boxes by the recursion",
        list(range(13)),
        grundy_numbers_by_recursion(12).tolist(),
    )
    boxes = CrossedBoxes()
    yield check(
        "slides-middle",
        "slides, crossing out boxes",
        "the middle box crossed, n = 1, 3, ..., 15: lost",
        True,
        all(boxes.is_losing(middle_crossed(n)) for n in range(1, 16, 2)),
    )


def _pop_it() -> Iterable[Outcome]:
    pop_it = Subtraction(most=3, misere=True)
    yield check(
        "poster-pop-it",
        "poster, Pop it",
        "lost numbers of bubbles up to 21: 1 more than a multiple of 4",
        list(range(1, 22, 4)),
        [n for n in range(1, 22) if pop_it.is_losing((n,))],
    )
    yield check(
        "poster-pop-it-reply",
        "poster, Pop it",
        "from 1 mod 4 on, answer m with 4 - m",
        [3, 2, 1],
        [_reply(pop_it, m) for m in (1, 2, 3)],
    )


def _reply(game: Subtraction, taken: int) -> int:
    left = 21 - taken
    target = game.winning_move((left,))
    return left - target[0] if target else 0
