"""Texts and JSON out of files, with one sentence for whatever is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from wythoff.errors import InputError, shorten


def read_json(file: Path) -> Any:
    """Read a JSON file as asv writes them, or raise `InputError` with a sentence that names the file."""
    return parse_json(file, read_text(file))


def read_text(file: Path) -> str:
    """Read a text file, or raise `InputError` with a sentence that names it."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{file} can't be read: {error.strerror or error}") from None
    except ValueError as error:
        raise InputError(f"{file} is not valid JSON, nor any other text ({shorten(str(error), 100)})") from None


def parse_json(file: Path, text: str) -> Any:
    """
    Parse the text of a JSON file, or raise `InputError` with a sentence that names the file.

    Result files are not strict JSON: they hold bare ``NaN`` and ``Infinity``.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file} is not valid JSON ({shorten(str(error), 100)})") from None
