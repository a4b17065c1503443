"""Records, rows and texts: what programs do to read, write and search them."""

from __future__ import annotations

import csv
import re
import struct
from datetime import date
from io import StringIO

import numpy as np

from growth_functions.base import Work, grows

HOT_BUFFERS = 8  # few enough to be made beforehand at any length
RECORD = struct.Struct("<qi")
NUMBER = re.compile("[0-9]+")
WORD = 12  # letters: no random text that fits into a memory has a given word of so many


def _letters(n: int, rng: np.random.Generator, alphabet: bytes = b"abcdefghijklmnopqrstuvwxyz") -> str:
    return np.frombuffer(alphabet, np.uint8)[rng.integers(len(alphabet), size=n)].tobytes().decode("ascii")


@grows("O(1)", "a record is unpacked where it lies (Python library reference, struct)", largest=2**22)
def struct_unpack_from(n: int, rng: np.random.Generator) -> Work:
    """Unpack a record of 12 bytes at the start of the second half of one of a few buffers of n, or just before it."""
    buffers = [rng.bytes(n + RECORD.size) for _ in range(HOT_BUFFERS)]
    return RECORD.unpack_from, lambda: (buffers[rng.integers(HOT_BUFFERS)], n // 2 - int(rng.integers(4)))


@grows("O(1)", "years of 400, 100, 4 and 1 are divided out (CPython, _datetimemodule.c)", largest=2**20)
def date_from_ordinal(n: int, rng: np.random.Generator) -> Work:
    """Find the date of a random day from n to 2n of the calendar."""
    return date.fromordinal, lambda: (int(rng.integers(n, 2 * n)),)


@grows("O(n)", "one tuple of two ints a record", largest=2**21)
def struct_iter_unpack(n: int, rng: np.random.Generator) -> Work:
    """Unpack n records of 12 random bytes."""
    return lambda data: list(RECORD.iter_unpack(data)), lambda: (rng.bytes(RECORD.size * n),)


@grows("O(n)", "every field is copied once, and quoted where it has to be (CPython, _csv.c)", largest=2**19)
def csv_write_rows(n: int, rng: np.random.Generator) -> Work:
    """Write n rows of an int, a float and a text with a comma as CSV."""

    def fresh() -> tuple[list[tuple[int, float, str]]]:
        return ([(a, b / 8, f"{a},{b}") for a, b in rng.integers(10**6, size=(n, 2)).tolist()],)

    return _csv_write, fresh


def _csv_write(rows: list[tuple[int, float, str]]) -> str:
    text = StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


@grows("O(n)", "one pass of the matcher, and one that joins the parts (CPython, _sre)", largest=2**21)
def re_sub_numbers(n: int, rng: np.random.Generator) -> Work:
    """Replace each number in a random text of n letters and digits."""
    return lambda text: NUMBER.sub("#", text), lambda: (_letters(n, rng, b"abcdefghijklmnopqrst0123456789"),)


@grows("O(n)", "the word is short, so that a place takes a bounded time (CPython, fastsearch.h)", largest=2**24)
def str_find_absent(n: int, rng: np.random.Generator) -> Work:
    """Look for a random word of 12 letters that a random text of n does not hold."""
    return str.find, lambda: (_letters(n, rng), _letters(WORD, rng))


@grows("O(n^2)", "n suffixes are copied, n (n + 1) / 2 letters in all", largest=2**17)
def str_suffix_copies(n: int, rng: np.random.Generator) -> Work:
    """Count the suffixes of a random text of n letters that come after it in order, a copy of each."""
    return lambda text: sum([text[i:] > text for i in range(len(text))]), lambda: (_letters(n, rng),)
