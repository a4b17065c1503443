"""Digits and counts as they are written in explanations."""

from __future__ import annotations

from collections.abc import Sequence

from wythoff.errors import shorten_int

_SHOWN = 40


def written(digits: Sequence[int]) -> str:
    """Write a representation: digits side by side if they are single figures, else separated; long ones shortened."""
    shown = [str(digit) for digit in digits]
    separator = "" if all(len(digit) == 1 for digit in shown) else ","
    if len(shown) > _SHOWN:
        half = _SHOWN // 2
        return f"{separator.join(shown[:half])}...{separator.join(shown[-half:])} ({len(shown)} digits)"
    return separator.join(shown) or "(no digits)"


def counted(count: int, noun: str) -> str:
    """Write a number and a noun in the right form: 1 zero, 2 zeros, zeros (a number of about 100 digits)."""
    if count.bit_length() > 200:
        return f"{noun}s ({shorten_int(count)})"
    return f"{shorten_int(count)} {noun}{'' if count == 1 else 's'}"
