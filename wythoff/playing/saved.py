"""Matches in files: JSON with the beginning and all moves, which are played again when it is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from wythoff._files.reading import read_bytes
from wythoff._files.writing import whole_file
from wythoff.errors import InputError, shorten
from wythoff.games import game
from wythoff.playing.match import Match, Player

FORMAT = "wythoff match"
VERSION = 1
LARGEST_BYTES = 10_000_000
LONGEST_WORD = 150_000  # characters: more than a shell passes on, and a number that long is read in a moment


def save(match: Match, path: Path) -> None:
    """
    Write a match into a file, which is replaced in one step.

    Raises
    ------
    InputError
        If the file can't be written.
    """
    show = match.game.show
    data = {
        "format": FORMAT,
        "version": VERSION,
        "game": match.name,
        "parameters": match.parameters,
        "first": match.first,
        "strength": match.strength,
        "seed": match.seed,
        "start": show(match.positions[0]),
        "moves": [show(position) for position in match.positions[1:]],
    }
    with whole_file(path) as stream:
        stream.write((json.dumps(data, indent=1) + "\n").encode())


def load(path: Path) -> Match:
    """
    Read a match; nothing in the file is believed that the game itself does not confirm.

    Parameters
    ----------
    path : Path
        A file that `save` wrote, at most 10 MB.

    Returns
    -------
    Match
        As it was when it was saved.

    Raises
    ------
    InputError
        If the file can't be read, is no saved match, or holds a move that is not legal.
    """
    name = shorten(str(path), 200)
    try:
        if path.stat().st_size > LARGEST_BYTES:
            raise InputError(f"{name} is larger than any saved match: more than {LARGEST_BYTES:,} bytes")
        content = read_bytes(path, LARGEST_BYTES)
    except OSError as error:
        raise InputError(f"{name} can't be read: {error.strerror or error}") from None
    try:
        data = json.loads(content, parse_int=_read_int)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InputError(f"{name} is no saved match; `wythoff play --save FILE` writes one")
    if data.get("version") != VERSION:
        version = shorten(repr(data.get("version")))
        raise InputError(f"{name} is in version {version} of the format; this program reads version {VERSION}")
    try:
        return _match(data)
    except InputError as error:
        raise InputError(f"{name} is damaged: {error}") from None


def _match(data: dict[str, Any]) -> Match:
    name = _typed(data, "game", str)
    parameters = _typed(data, "parameters", dict)
    if not all(isinstance(value, (int, bool, str)) for value in parameters.values()):
        raise InputError("a parameter must be a number, true, false or text")
    for value in parameters.values():
        _short(str(value))
    first = _typed(data, "first", str)
    if first not in list(Player):
        raise InputError(f'"first" must be you or computer, got {shorten(repr(first))}')
    rules = game(name, **parameters)
    match = Match(
        name,
        parameters,
        rules.parse(_short(_typed(data, "start", str))),
        Player(first),
        _typed(data, "strength", int),
        _typed(data, "seed", int),
    )
    for i, text in enumerate(_typed(data, "moves", list), 1):
        if not isinstance(text, str):
            raise InputError(f"move {i} must be text, got {shorten(repr(text))}")
        try:
            match.move(rules.parse(_short(text)))
        except InputError as error:
            raise InputError(f"move {i}: {error}") from None
    return match


def _typed(data: dict[str, Any], key: str, kind: type) -> Any:
    if not isinstance(data.get(key), kind):
        raise InputError(f'"{key}" must be {_KINDS[kind]}, got {shorten(repr(data.get(key)))}')
    return data[key]


_KINDS = {str: "text", int: "a whole number", list: "a list", dict: "an object"}


def _short(text: str) -> str:
    if max(map(len, text.replace(",", " ").split()), default=0) > LONGEST_WORD:
        raise InputError(f"a word of more than {LONGEST_WORD:,} characters")
    return text


def _read_int(text: str) -> int:
    if len(text) > LONGEST_WORD:
        raise ValueError
    return int(text)
