"""Texts and JSON out of files, with one sentence for whatever is wrong with them."""

from __future__ import annotations

import codecs
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, TextIO

from wythoff._files.reading import read_bytes
from wythoff._process.memory import available_bytes, human_bytes
from wythoff.errors import InputError, shorten

# An empty list or object takes this many bytes in memory for each of its bytes in the file.
_JSON_GROWTH = 30
_SMALL = 2**24
# Letters of these many bytes tell the encoding.
_BEGINNING = 16
_CHUNK = 2**20
_HALF_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_TOO_MANY_DIGITS = "a number in it has more digits than any measurement"
_HALF = re.compile("[\ud800-\udfff]")


def read_json(file: Path) -> Any:
    """Read a JSON file as asv writes them, or raise `InputError` with a sentence that names the file."""
    return parse_json(file, read_text(file))


def read_text(file: Path) -> str:
    """
    Read a text file, or raise `InputError` with a sentence that names it.

    A file that might fill the memory, were it parsed, is not read, nor is anything but a file.
    """
    try:
        check_memory(file, file.stat().st_size, _JSON_GROWTH)
        return _decoded(read_bytes(file, max(_SMALL, available_bytes() // _JSON_GROWTH)))
    except OSError as error:
        raise InputError(f"{shorten(str(file), 300)} can't be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not valid JSON, nor any other text ({shorten(str(error), 100)})") from None


def read_stream(stream: TextIO) -> str:
    """
    Read standard input as far as memory allows.

    Raises
    ------
    InputError
        If it is longer, or no text: what a device gives may have no end.
    """
    most = max(_SMALL, available_bytes() // _JSON_GROWTH)
    parts: list[str] = []
    length = 0
    while part := stream.read(_CHUNK):
        parts.append(part)
        length += len(part)
        if "\x00" in part:
            raise InputError("standard input is no text")
        if length > most:
            raise InputError(f"standard input has more than {human_bytes(most)}, which is more than can be read")
    return "".join(parts)


def _decoded(content: bytes) -> str:
    """Decode UTF-8, or what editors and shells of Windows write: UTF-16 by mark or zeros, else one byte a letter."""
    if content[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return content.decode("utf-16")
    for zeros, encoding in ((0, "utf-16-be"), (1, "utf-16-le")):
        if len(content) > 2 and not any(content[zeros:_BEGINNING:2]) and all(content[1 - zeros : _BEGINNING : 2]):
            return content.decode(encoding)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        # A table may name its unit µs or Größe; JSON is never written so, and data have bytes that no text has.
        if content.lstrip()[:1] in (b"{", b"[") or re.search(rb"[\x00-\x08\x0e-\x1f\x7f]", content):
            raise
        return content.decode("cp1252")


def check_memory(file: Path, size: int, growth: int) -> None:
    """Refuse a file of so many bytes if they might take more memory than is free, each growing to `growth` bytes."""
    if size > _SMALL and size * growth > (free := available_bytes()):
        raise InputError(
            f"{file} is {human_bytes(size)}, and reading it may take {human_bytes(size * growth)} of memory, "
            f"of which {human_bytes(free)} are free: split it, or read it on another machine"
        )


def parse_json(file: Path, text: str, repeated: list[str] | None = None) -> Any:
    r"""
    Parse the text of a JSON file, or raise `InputError` with a sentence that names the file.

    Result files are not strict JSON: they hold bare ``NaN`` and ``Infinity``. Half a surrogate pair, which JSON can
    write and no other text can hold, becomes the text of its escape, such as ``\\ud800``. Of a key that stands twice in
    one object the last value holds, and the key is added to `repeated`.
    """

    def as_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if repeated is not None and len(found) < len(pairs):
            repeated.extend(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        return found

    try:
        data = json.loads(text, object_pairs_hook=as_object)
        if _HALF_ESCAPE.search(text):
            text = _HALF.sub(lambda half: f"\\\\u{ord(half[0]):04x}", json.dumps(data, ensure_ascii=False))
            data = json.loads(text)
        return data
    except (ValueError, RecursionError) as error:
        reason = _TOO_MANY_DIGITS if "digits" in str(error) else shorten(str(error), 100)
        raise InputError(f"{file} is not valid JSON ({reason})") from None
    except MemoryError:
        raise InputError(f"{file} takes more memory to read than there is") from None
