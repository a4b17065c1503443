"""Anybody's table checked: `check` compares row by row and exactly, and `reading` reads the files that there are."""

from __future__ import annotations

from wythoff.verify.check import Verification, WrongRow, verify

__all__ = ["Verification", "WrongRow", "verify"]
