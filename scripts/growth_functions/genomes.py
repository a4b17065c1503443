"""Genomes: words of bases, numbers of copies, chains of common seeds, trees of descent."""

from __future__ import annotations

import numpy as np

from growth_functions.base import HALF_OCTAVES, Array, Work, compiled, grows, paged

WORD = 4  # bases
COPIES = 3  # of a stretch of the genome: one, two or three
SWITCH = 2.0  # what a change of the number of copies takes from the logarithm of the likelihood
LONGEST_SEED = 100  # bases


@grows("O(n)", "one slice and one entry of a dict a base; 256 words at most (Teeling et al. 2004)", largest=2**20)
def py_kmer_counts(n: int, rng: np.random.Generator) -> Work:
    """Count the words of four bases among n random ones."""
    letters = np.frombuffer(b"ACGT", np.uint8)
    return _kmer_counts, lambda: (letters[rng.integers(4, size=n)].tobytes().decode("ascii"),)


def _kmer_counts(genome: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for start in range(len(genome) - WORD + 1):
        word = genome[start : start + WORD]
        counts[word] = counts.get(word, 0) + 1
    return counts


@grows("O(n)", "Viterbi 1967: nine pairs of states a place, then one step back", first=8, largest=2**22)
def numba_viterbi_depths(n: int, rng: np.random.Generator) -> Work:
    """Find the likeliest numbers of copies of n places of a genome from how often each was read, at random."""
    before, copies = paged((n, COPIES), np.uint8), paged(n, np.int8)
    return lambda depths: _viterbi_depths(depths, before, copies), lambda: (2.0 + rng.standard_normal(n),)


@compiled
def _viterbi_depths(depths: Array, before: Array, copies: Array) -> Array:
    likelihoods, following = np.zeros(COPIES), np.zeros(COPIES)
    for i in range(depths.size):
        for state in range(COPIES):
            best, origin = -np.inf, 0
            for other in range(COPIES):
                likelihood = likelihoods[other] - SWITCH * (i > 0 and other != state)
                if likelihood > best:
                    best, origin = likelihood, other
            before[i, state] = origin
            following[state] = best - 0.5 * (depths[i] - 1.0 - state) ** 2
        likelihoods[:] = following
    state = int(np.argmax(likelihoods))
    for i in range(depths.size - 1, -1, -1):
        copies[i] = 1 + state
        state = before[i, state]
    return copies


@grows(
    "O(n log n)",
    "two sorts, and log2 n nodes of a Fenwick tree for each of n seeds (Abouelhoda, Ohlebusch)",
    largest=2**20,
)
def numba_chained_seeds(n: int, rng: np.random.Generator) -> Work:
    """Find the greatest total length of some of n random seeds that stand in the same order in both genomes."""
    ranks, best = paged(n, np.int64), paged(n + 1, np.int64)
    return lambda first, second, lengths: _chained_seeds(first, second, lengths, ranks, best), lambda: (
        rng.random(n),
        rng.random(n),
        rng.integers(1, LONGEST_SEED + 1, size=n),
    )


@compiled
def _chained_seeds(first: Array, second: Array, lengths: Array, ranks: Array, best: Array) -> int:
    # best is a Fenwick tree of maxima over the ranks in the second genome, which are counted from 1.
    n = first.size
    order = np.argsort(second)
    for k in range(n):
        ranks[order[k]] = k + 1
    best[:] = 0
    longest = 0
    for seed in np.argsort(first):
        chain, node = 0, ranks[seed] - 1
        while node > 0:
            chain = max(chain, best[node])
            node &= node - 1
        chain += lengths[seed]
        longest = max(longest, chain)
        node = ranks[seed]
        while node <= n:
            best[node] = max(best[node], chain)
            node += node & -node
    return longest


@grows(
    "O(n^2)",
    "nearest-neighbour chain: at most 3n scans of n clusters (Müllner 2011; SciPy, linkage)",
    first=64,
    largest=2**12,
)
def scipy_average_linkage(n: int, rng: np.random.Generator) -> Work:
    """Build the tree of n genomes from random distances between all of them, by averages."""
    from scipy.cluster.hierarchy import linkage

    return lambda distances: linkage(distances, "average"), lambda: (rng.random(n * (n - 1) // 2),)


@grows(
    "O(n^3)", "Saitou and Nei 1987: all pairs of k nodes for each k up to n", first=4, largest=1024, ratio=HALF_OCTAVES
)
def numba_neighbour_joining(n: int, rng: np.random.Generator) -> Work:
    """Find the length of the tree that neighbour joining makes of n genomes with random distances."""
    left, sums = paged((n, n)), paged(n)

    def fresh() -> tuple[Array]:
        distances = np.triu(1.0 + rng.random((n, n)), 1)
        return (distances + distances.T,)

    return lambda distances: _neighbour_joining(distances, left, sums), fresh


@compiled
def _neighbour_joining(distances: Array, left: Array, sums: Array) -> float:
    left[:] = distances
    n = distances.shape[0]
    for i in range(n):
        sums[i] = left[i].sum()
    length = 0.0
    for count in range(n, 2, -1):
        first, second, least = 0, 1, np.inf
        for i in range(1, count):
            for k in range(i):
                criterion = (count - 2) * left[i, k] - sums[i] - sums[k]
                if criterion < least:
                    first, second, least = k, i, criterion
        joined = left[first, second]
        length += joined
        # The new node takes the place of the first one, and the last node that of the second.
        sums[first] = 0.0
        for k in range(count):
            if k not in (first, second):
                distance = 0.5 * (left[first, k] + left[second, k] - joined)
                sums[k] += distance - left[first, k] - left[second, k]
                sums[first] += distance
                left[first, k] = left[k, first] = distance
        last = count - 1
        if second != last:
            sums[second] = sums[last]
            for k in range(last):
                left[second, k] = left[k, second] = left[last, k]
            left[second, second] = 0.0
    return float(length + left[0, 1])
