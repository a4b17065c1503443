"""An error of the documents, and the cases that show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

DRAFT, FINAL, SLIDES, POSTER = "draft thesis", "final thesis", "slides", "poster"

NUMBERS: Final = "wrong numbers"
PROGRAMS: Final = "wrong programs"
MATHEMATICS: Final = "wrong or unproved mathematics"
COSTS: Final = "growth that does not follow"
WORDING: Final = "wording and captions"


@dataclass(frozen=True)
class Case:
    """
    One input, tried.

    Attributes
    ----------
    input : str
        What was put in.
    literal : str
        What the printed number, program or statement gives, taken literally.
    right : str
        What is right.
    confirmed : bool
        Whether both came out of a computation as they are stated here. False is a defect of this project.
    """

    input: str
    literal: str
    right: str
    confirmed: bool


@dataclass(frozen=True)
class Erratum:
    """
    One entry of the errata.

    Attributes
    ----------
    number : int
        Place in the list, from 1.
    title : str
        The error in a few words.
    kind : str
        `NUMBERS`, `PROGRAMS`, `MATHEMATICS`, `COSTS` or `WORDING`.
    places : tuple of str
        Where it stands.
    printed : str
        What is printed, in English.
    right : str
        What is right, or the sentence as it should be.
    checked : str
        How that was checked.
    run : callable or None
        Tries the cases; None for what can't be computed.
    remarks : tuple of str
        Further corrections at the same place that can't be computed.
    """

    number: int
    title: str
    kind: str
    places: tuple[str, ...]
    printed: str
    right: str
    checked: str
    run: Callable[[], list[Case]] | None = None
    remarks: tuple[str, ...] = ()


def count(number: int) -> str:
    """
    Write a large number with commas between thousands.

    Examples
    --------
    >>> count(87960930222080)
    '87,960,930,222,080'
    """
    return f"{number:,}"
