"""Elections and leagues: votes, ballots, tables, strengths."""

from __future__ import annotations

import math

import numpy as np

from growth_functions.base import HALF_OCTAVES, Array, Work, compiled, grows, paged

CANDIDATES = 5
VOTERS = 1000
SCALE = 400.0 / math.log(10.0)  # difference of two ratings at which the odds are e to 1


@grows("O(n)", "one pass for the candidate, one for the proof (Boyer and Moore 1981)", largest=2**21)
def py_majority_vote(n: int, rng: np.random.Generator) -> Work:
    """Find who, if anyone, has more than half of n votes, where one of three has about half of them."""
    return _majority, lambda: (rng.choice(["A", "B", "C"], size=n, p=[0.5, 0.25, 0.25]).tolist(),)


def _majority(votes: list[str]) -> str | None:
    candidate, lead = "", 0
    for vote in votes:
        if lead == 0:
            candidate, lead = vote, 1
        elif vote == candidate:
            lead += 1
        else:
            lead -= 1
    votes_for = 0
    for vote in votes:
        if vote == candidate:
            votes_for += 1
    return candidate if 2 * votes_for > len(votes) else None


@grows("O(n)", "five places a ballot, each counted once (Borda 1781)", largest=2**20)
def np_borda_counts(n: int, rng: np.random.Generator) -> Work:
    """Sum the points of five candidates over n random ballots that rank them, four for the first and so on."""
    unmarked = np.tile(np.arange(CANDIDATES), (n, 1))
    return _borda_counts, lambda: (rng.permuted(unmarked, axis=1),)


def _borda_counts(ballots: Array) -> Array:
    places = np.bincount((ballots + CANDIDATES * np.arange(CANDIDATES)).ravel(), minlength=CANDIDATES**2)
    return np.arange(CANDIDATES - 1, -1, -1) @ places.reshape(CANDIDATES, CANDIDATES)


@grows("O(n log n)", "one stable sort for each of two columns (NumPy reference, lexsort)", largest=2**20)
def np_league_table(n: int, rng: np.random.Generator) -> Work:
    """Order n teams by their points, and where those are equal by their goals, both random numbers below n."""
    return lambda points, goals: np.lexsort((goals, points))[::-1], lambda: tuple(rng.integers(n, size=(2, n)))


@grows("O(n^2)", "one exponential for each of n^2 pairs (Elo 1978)", largest=2**12)
def np_expected_wins(n: int, rng: np.random.Generator) -> Work:
    """Find how many games each of n players of random rating should win if all play each other."""
    odds = paged((n, n))
    return lambda ratings: _expected_wins(ratings, odds), lambda: (rng.normal(1500.0, 300.0, size=n),)


def _expected_wins(ratings: Array, odds: Array) -> Array:
    scaled = ratings / SCALE
    np.subtract(scaled, scaled[:, np.newaxis], out=odds)
    np.exp(odds, out=odds)
    odds += 1.0
    np.reciprocal(odds, out=odds)
    wins: Array = odds.sum(axis=1)
    return wins - 0.5  # nobody plays against himself


@grows(
    "O(n^3)",
    "n^2 pairs for each candidate between them (Schulze 2011, 2.3)",
    first=4,
    largest=1024,
    ratio=HALF_OCTAVES,
)
def numba_schulze_paths(n: int, rng: np.random.Generator) -> Work:
    """Find the strongest path from each of n candidates to each, of random majorities among 1,000 voters."""
    strengths = paged((n, n), np.int32)

    def fresh() -> tuple[Array]:
        above = np.triu(rng.integers(VOTERS + 1, size=(n, n), dtype=np.int32), 1)
        return (above + np.tril(VOTERS - above.T, -1),)

    return lambda votes: _schulze_paths(votes, strengths), fresh


@compiled
def _schulze_paths(votes: Array, strengths: Array) -> Array:
    n = votes.shape[0]
    for i in range(n):
        for k in range(n):
            strengths[i, k] = votes[i, k] if votes[i, k] > votes[k, i] else 0
    for between in range(n):
        for i in range(n):
            first = strengths[i, between]
            for k in range(n):
                strengths[i, k] = max(strengths[i, k], min(first, strengths[between, k]))
    return strengths
