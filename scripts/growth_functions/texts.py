"""Texts and their formats: hashes and comparisons, replacement, encodings, CSV, pickles, regular expressions."""

from __future__ import annotations

import csv
import operator
import pickle
import re
from functools import cmp_to_key

import numpy as np

from growth_functions.base import Work, grows

HOT_TEXTS = 8  # few enough to be made beforehand at any length
FIRST_LETTERS = re.compile("[a-z]{8}")
TWO_STARS = re.compile("[a-z]*[a-z]*0")


def _letters(n: int, rng: np.random.Generator) -> str:
    return rng.integers(97, 123, size=n, dtype=np.uint8).tobytes().decode("ascii")


@grows("O(1)", "a text keeps its hash once it is computed (CPython, unicodeobject.c)", largest=2**22)
def str_hash_cached(n: int, rng: np.random.Generator) -> Work:
    """Hash one of a few texts of n letters again."""
    texts = [_letters(n, rng) for _ in range(HOT_TEXTS)]
    for text in texts:
        hash(text)
    return hash, lambda: (texts[rng.integers(HOT_TEXTS)],)


@grows("O(1)", "lengths are compared before letters (CPython, unicodeobject.c)", largest=2**22)
def str_unequal_lengths(n: int, rng: np.random.Generator) -> Work:
    """Compare one of a few texts of n letters with one that has one more."""
    pairs = [(text, text + "a") for text in (_letters(n, rng) for _ in range(HOT_TEXTS))]
    return operator.eq, lambda: pairs[rng.integers(HOT_TEXTS)]


@grows("O(1)", "a match is tried at the start only (Python library reference, re)", largest=2**22)
def re_match_start(n: int, rng: np.random.Generator) -> Work:
    """Match eight letters at the start of one of a few texts of n."""
    texts = [_letters(n, rng) for _ in range(HOT_TEXTS)]
    return FIRST_LETTERS.match, lambda: (texts[rng.integers(HOT_TEXTS)],)


@grows("O(n)", "one pass that looks for the letter, one that copies (CPython, unicodeobject.c)")
def str_replace_letter(n: int, rng: np.random.Generator) -> Work:
    """Replace one letter by another in a random text of n."""
    return str.replace, lambda: (_letters(n, rng), "e", "u")


@grows("O(n)", "two bytes a character (RFC 3629)", largest=2**23)
def str_encode_utf8(n: int, rng: np.random.Generator) -> Work:
    """Encode n random characters that take two bytes each in UTF-8."""
    return str.encode, lambda: (rng.integers(0x100, 0x800, size=n, dtype=np.uint16).tobytes().decode("utf-16-le"),)


@grows("O(n)", "one pass of a state machine over the characters (CPython, _csv.c)", largest=2**19)
def csv_read_rows(n: int, rng: np.random.Generator) -> Work:
    """Read n rows of three fields from CSV."""

    def fresh() -> tuple[list[str]]:
        return ([f'{a},"{b}",{a + b}\n' for a, b in rng.integers(10**6, size=(n, 2)).tolist()],)

    return lambda lines: list(csv.reader(lines)), fresh


@grows("O(n)", "nine bytes a float (CPython, pickletools.py)", largest=2**21)
def pickle_dumps_floats(n: int, rng: np.random.Generator) -> Work:
    """Pickle a list of n random floats."""
    return pickle.dumps, lambda: (rng.random(n).tolist(),)


@grows("O(n log n)", "timsort: n log2 n comparisons, each a call", largest=2**17)
def py_largest_concatenation(n: int, rng: np.random.Generator) -> Work:
    """Order n random numbers so that their digits, one number after the other, make the largest number."""
    return _largest_concatenation, lambda: (list(map(str, rng.integers(1, 10**6, size=n).tolist())),)


def _largest_concatenation(words: list[str]) -> list[str]:
    return sorted(words, key=cmp_to_key(lambda a, b: (a + b < b + a) - (a + b > b + a)))


@grows("O(n^2)", "the second star starts again at each of n ends of the first (Cox 2007)", largest=2**14)
def re_two_stars(n: int, rng: np.random.Generator) -> Work:
    """Fail to match two stars and a digit in a random text of n letters."""
    return TWO_STARS.match, lambda: (_letters(n, rng),)
