"""Money and what is counted like it: a loan, a purchase, trades, cuts, a log of what was sent."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import defaultdict

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, paged

DISCOUNT = 0.9  # power of the number of copies that their price follows
FEE = 0.1  # of each trade, where a price is 1 at most
USERS = 100


@grows("O(1)", "a closed form: two logarithms and two exponentials, whatever the number of payments")
def py_loan_balance(n: int, rng: np.random.Generator) -> Work:
    """Find what is owed of a loan, to be paid back by n equal payments, after a random number of them."""
    return lambda loan, rate, paid: _loan_balance(loan, rate, paid, n), lambda: (
        1e5 * (1.0 + rng.random()),
        (0.5 + rng.random()) / n,
        int(rng.integers(n)),
    )


def _loan_balance(loan: float, rate: float, paid: int, payments: int) -> float:
    left = math.expm1((paid - payments) * math.log1p(rate))
    return loan * left / math.expm1(-payments * math.log1p(rate))


@grows("O(log n)", "floor(log2 n) + 1 prices at most (CPython, bisect; Knuth, vol. 3, 6.2.1)", largest=2**40)
def bisect_copies_in_budget(n: int, rng: np.random.Generator) -> Work:
    """Find how many of n copies a budget buys, at a random price that falls with their number."""
    copies = range(1, n + 1)

    def most(price: float, budget: float) -> int:
        return bisect_right(copies, budget, key=lambda number: price * number**DISCOUNT)

    def fresh() -> tuple[float, float]:
        price = 1.0 + rng.random()
        return price, price * (rng.random() * n) ** DISCOUNT

    return most, fresh


@grows("O(n)", "each user's total is found in a dict, and a line has 29 characters at most", largest=2**18)
def py_log_totals(n: int, rng: np.random.Generator) -> Work:
    """Sum for each of 100 users what was sent to them, from n lines of a log."""

    def fresh() -> tuple[list[str]]:
        seconds = np.sort(rng.integers(10**9, 2 * 10**9, size=n)).tolist()
        users, sizes = rng.integers(USERS, size=n).tolist(), rng.integers(10**5, 10**6, size=n).tolist()
        return ([f"{at} user{user} GET {size}" for at, user, size in zip(seconds, users, sizes, strict=True)],)

    return _log_totals, fresh


def _log_totals(lines: list[str]) -> dict[str, int]:
    totals: dict[str, int] = defaultdict(int)
    for line in lines:
        _, user, _, size = line.split()
        totals[user] += int(size)
    return totals


@grows("O(n)", "one step a day from what cash and what a share is worth at most", largest=2**22)
def numba_trades_with_fee(n: int, rng: np.random.Generator) -> Work:
    """Find the most that can be earned from n random prices by one share at a time, each trade costing a fee."""
    return _trades_with_fee, lambda: (rng.random(n),)


@compiled
def _trades_with_fee(prices: Array) -> float:
    cash, share = 0.0, -np.inf
    for price in prices:
        cash = max(cash, share + price - FEE)
        share = max(share, cash - price)
    return cash


@grows("O(n^2)", "n (n + 1) / 2 first cuts (Cormen et al., 15.1 of the third edition)", largest=2**14)
def numba_rod_cutting(n: int, rng: np.random.Generator) -> Work:
    """Find the most that the pieces of a rod of length n bring, of random prices that rise with the length."""
    best = paged(n + 1)
    return lambda prices: _rod_cutting(prices, best), lambda: (np.cumsum(rng.random(n)),)


@compiled
def _rod_cutting(prices: Array, best: Array) -> float:
    best[0] = 0.0
    for length in range(1, prices.size + 1):
        most = 0.0
        for cut in range(length):
            most = max(most, prices[cut] + best[length - 1 - cut])
        best[length] = most
    return best[prices.size]
