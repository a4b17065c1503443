"""What a query costs: a table of SQLite in memory."""

from __future__ import annotations

import sqlite3
from typing import Any

import numpy as np

from growth_functions.base import Work, grows

MODULUS = 1_000_003  # of what the rows are ordered by


class _Table:
    """Rows (id, value, place): ids from 1 to n, random values below 1, random places below 2^20."""

    def __init__(self, n: int, rng: np.random.Generator) -> None:
        self._connection = sqlite3.connect(":memory:")
        self._connection.execute("CREATE TABLE numbers (id INTEGER PRIMARY KEY, value REAL, place INTEGER)")
        rows = zip(range(1, n + 1), rng.random(n).tolist(), rng.integers(1 << 20, size=n).tolist(), strict=True)
        self._connection.executemany("INSERT INTO numbers VALUES (?, ?, ?)", rows)

    def ask(self, query: str, parameter: float) -> list[Any]:
        """Return the rows that answer a query with one parameter."""
        return self._connection.execute(query, (parameter,)).fetchall()

    def __del__(self) -> None:
        self._connection.close()


@grows(
    "O(log n)",
    "one path down a B-tree (SQLite, Query Planning); the query around it takes longer",
    largest=2**19,
    subtle=True,
)
def sqlite3_key_lookup(n: int, rng: np.random.Generator) -> Work:
    """Find one of n rows by its primary key."""
    table = _Table(n, rng)
    return lambda key: table.ask("SELECT value FROM numbers WHERE id = ?", key), lambda: (int(rng.integers(1, n + 1)),)


@grows("O(n)", "a scan of the whole table (SQLite, Query Planning)", largest=2**19)
def sqlite3_sum_column(n: int, rng: np.random.Generator) -> Work:
    """Sum a column of n rows, times a random factor."""
    table = _Table(n, rng)
    return lambda factor: table.ask("SELECT sum(value * ?) FROM numbers", factor), lambda: (rng.random(),)


@grows("O(n log n)", "no index helps, so the rows are sorted (SQLite, Query Planning)", largest=2**19, subtle=True)
def sqlite3_order_by(n: int, rng: np.random.Generator) -> Work:
    """List n rows in an order that depends on a random factor."""
    table = _Table(n, rng)
    query = f"SELECT place FROM numbers ORDER BY place * ? % {MODULUS}"
    return lambda factor: table.ask(query, factor), lambda: (int(rng.integers(1, MODULUS)),)
