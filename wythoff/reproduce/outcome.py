"""What became of one printed statement."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """
    A printed statement and what was found when it was computed again.

    Attributes
    ----------
    key : str
        Short name, unique.
    place : str
        Where it stands, as in ``"final thesis, example 8"``.
    claim : str
        What it says, in English.
    printed, found : str
        The printed answer, and the one computed here.
    holds : bool
        Whether the printed answer is right.
    known_wrong : bool
        Whether the errata say that it is not. What neither holds nor is known to be wrong is a defect, of this project
        or of the errata.
    right : str
        What is right, where the printed answer is not.
    """

    key: str
    place: str
    claim: str
    printed: str
    found: str
    holds: bool
    known_wrong: bool = False
    right: str = ""

    @property
    def as_known(self) -> bool:
        """Whether the outcome is what the errata lead to expect."""
        return self.holds is not self.known_wrong


def check(key: str, place: str, claim: str, printed: object, found: object) -> Outcome:
    """
    Compare a printed answer, which is held to be right, with the computed one.

    Examples
    --------
    >>> check("sum", "somewhere", "5 xor 6", 3, 5 ^ 6).holds
    True
    """
    return Outcome(key, place, claim, text(printed), text(found), printed == found)


def text(value: object) -> str:
    """
    Write an answer for readers: lists without brackets, digits as the documents write them.

    Examples
    --------
    >>> text([(1, 2), (3, 5)]), text((7, 17)), text(True)
    ('(1, 2), (3, 5)', '(7, 17)', 'yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | set | frozenset):
        entries = sorted(value) if isinstance(value, set | frozenset) else value
        return ", ".join(map(text, entries)) or "none"
    return str(value)
