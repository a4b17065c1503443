"""Texts that programs exchange: markup, settings, queries, time stamps, prices, paragraphs."""

from __future__ import annotations

from configparser import RawConfigParser
from datetime import datetime
from decimal import Decimal
from textwrap import wrap
from urllib.parse import parse_qsl
from xml.etree import ElementTree

import numpy as np

from growth_functions.base import Work, grows

LONGEST_WORD = 9  # letters


@grows("O(n)", "one element a row, each character read once (Expat; CPython, _elementtree.c)", largest=2**18)
def xml_parse_rows(n: int, rng: np.random.Generator) -> Work:
    """Read n rows of an attribute and a text from XML."""

    def fresh() -> tuple[str]:
        rows = "".join(f'<row id="{a}">{b}</row>' for a, b in rng.integers(10**6, size=(n, 2)).tolist())
        return (f"<rows>{rows}</rows>",)

    return lambda text: [(row.get("id"), row.text) for row in ElementTree.fromstring(text)], fresh


@grows("O(n)", "one match of an expression a line, one entry of a dict (CPython, configparser.py)", largest=2**17)
def configparser_read_options(n: int, rng: np.random.Generator) -> Work:
    """Read a section of n options with random values."""

    def fresh() -> tuple[str]:
        return ("[main]\n" + "".join(f"key{k} = {v}\n" for k, v in enumerate(rng.integers(10**6, size=n).tolist())),)

    return _read_options, fresh


def _read_options(text: str) -> list[tuple[str, str]]:
    parser = RawConfigParser()
    parser.read_string(text)
    return parser.items("main")


@grows("O(n)", "each field is split off and unquoted by itself (CPython, urllib/parse.py)", largest=2**18)
def urllib_parse_query(n: int, rng: np.random.Generator) -> Work:
    """Split the query of an address into n fields, each with a quoted character."""

    def fresh() -> tuple[str]:
        return ("&".join([f"k{a}={b}%2F{a}" for a, b in rng.integers(10**6, size=(n, 2)).tolist()]),)

    return parse_qsl, fresh


@grows("O(n)", "each stamp has 19 characters (CPython, _datetimemodule.c)", largest=2**20)
def datetime_parse_stamps(n: int, rng: np.random.Generator) -> Work:
    """Read n random time stamps."""

    def fresh() -> tuple[list[str]]:
        seconds = rng.integers(1 << 31, size=n)
        return (np.datetime_as_string(seconds.astype("datetime64[s]")).tolist(),)

    return lambda stamps: list(map(datetime.fromisoformat, stamps)), fresh


@grows("O(n)", "28 digits at most are kept of a sum, whatever its length (libmpdec)", largest=2**20)
def decimal_sum_prices(n: int, rng: np.random.Generator) -> Work:
    """Sum n random prices below 10,000, two decimal places each."""

    def fresh() -> tuple[list[Decimal]]:
        return ([Decimal(cents).scaleb(-2) for cents in rng.integers(10**6, size=n).tolist()],)

    return sum, fresh


@grows("O(n)", "each word is split off, measured and joined to its line once (CPython, textwrap.py)", largest=2**18)
def textwrap_wrap_words(n: int, rng: np.random.Generator) -> Work:
    """Wrap a paragraph of n random words of up to nine letters."""

    def fresh() -> tuple[str]:
        letters = rng.integers(97, 123, size=n * LONGEST_WORD, dtype=np.uint8).tobytes().decode("ascii")
        lengths = rng.integers(1, LONGEST_WORD + 1, size=n).tolist()
        return (" ".join([letters[k * LONGEST_WORD : k * LONGEST_WORD + length] for k, length in enumerate(lengths)]),)

    return wrap, fresh
