"""What is read or written item by item: tokens, log lines, letters."""

from __future__ import annotations

import logging
from collections import defaultdict
from io import StringIO
from tokenize import generate_tokens

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, paged

LETTERS = 4


@grows("O(n)", "a bounded number of tokens a line, each matched once (CPython, tokenize.py)", largest=2**14)
def tokenize_lines(n: int, rng: np.random.Generator) -> Work:
    """Split n lines of Python with random names and numbers into tokens."""

    def fresh() -> tuple[str]:
        numbers = rng.integers(10**6, size=(n, 3)).tolist()
        return ("".join([f"name{a} = value[{b}] * (1 + other{c})\n" for a, b, c in numbers]),)

    return lambda text: [token.string for token in generate_tokens(StringIO(text).readline)], fresh


@grows("O(n)", "one record is made, formatted and written a call (CPython, logging/__init__.py)", largest=2**16)
def logging_write_lines(n: int, rng: np.random.Generator) -> Work:
    """Log n lines with two random numbers each to memory."""
    logger = logging.Logger("requests", logging.INFO)  # one of its own, which no other one passes lines on to
    handler = logging.StreamHandler(StringIO())
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    logger.addHandler(handler)

    def write_lines(requests: list[list[int]]) -> str:
        text = StringIO()
        handler.setStream(text)
        for number, milliseconds in requests:
            logger.info("request %d took %d ms", number, milliseconds)
        return text.getvalue()

    return write_lines, lambda: (rng.integers(10**6, size=(n, 2)).tolist(),)


@grows("O(n)", "one look-up among at most 16 pairs for each letter", largest=2**20)
def py_letter_pairs(n: int, rng: np.random.Generator) -> Work:
    """Count each pair of neighbours in a text of n random letters of four."""
    return _letter_pairs, lambda: (rng.integers(97, 97 + LETTERS, size=n, dtype=np.uint8).tobytes().decode("ascii"),)


def _letter_pairs(text: str) -> dict[str, int]:
    counts: defaultdict[str, int] = defaultdict(int)
    for k in range(len(text) - 1):
        counts[text[k : k + 2]] += 1
    return dict(counts)


# Whatever the order of the list is, a random symbol is as likely at each place of it.
@grows(
    "O(n^2)", "(n + 1) / 2 places are searched on the average (Bentley, Sleator, Tarjan and Wei 1986)", largest=2**13
)
def py_move_to_front(n: int, rng: np.random.Generator) -> Work:
    """Code n random symbols of n by their places in a list to whose front each one is moved."""
    return _move_to_front, lambda: (rng.integers(n, size=n).tolist(),)


def _move_to_front(symbols: list[int]) -> list[int]:
    order = list(range(len(symbols)))
    places = []
    for symbol in symbols:
        place = order.index(symbol)
        order.insert(0, order.pop(place))
        places.append(place)
    return places


@grows("O(n^2)", "n^2 cells of a table (Wagner and Fischer 1974)", largest=2**14)
def numba_edit_distance(n: int, rng: np.random.Generator) -> Work:
    """Find how many letters must be inserted, deleted or replaced to turn n random letters of four into n others."""
    row = paged(n + 1, np.int64)
    return lambda first, second: _edit_distance(first, second, row), lambda: (
        rng.integers(LETTERS, size=n),
        rng.integers(LETTERS, size=n),
    )


@compiled
def _edit_distance(first: Array, second: Array, row: Array) -> int:
    for k in range(row.size):
        row[k] = k
    for i in range(first.size):
        diagonal = row[0]
        row[0] = i + 1
        for k in range(second.size):
            above = row[k + 1]
            row[k + 1] = min(diagonal + (first[i] != second[k]), above + 1, row[k] + 1)
            diagonal = above
    return row[-1]
