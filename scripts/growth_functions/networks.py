"""Tasks that wait for others, ways, and matches that last."""

from __future__ import annotations

from graphlib import TopologicalSorter

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, paged

EDGES = 4  # of each node
WAITED_FOR = 3  # tasks, by each but the first


@grows("O(n)", "Kahn 1962: n nodes and 3n edges, each twice; dicts leave the caches", largest=2**17, subtle=True)
def graphlib_static_order(n: int, rng: np.random.Generator) -> Work:
    """Order n tasks, each of which waits for three random ones before it."""

    def fresh() -> tuple[dict[int, list[int]]]:
        waited_for = (rng.random((n, WAITED_FOR)) * np.arange(n)[:, np.newaxis]).astype(np.int64).tolist()
        return ({task: list(others) if task else [] for task, others in enumerate(waited_for)},)

    return lambda tasks: list(TopologicalSorter(tasks).static_order()), fresh


@grows("O(n^2)", "Bellman 1958: n - 1 rounds over 4n edges, all made", largest=2**14)
def numba_bellman_ford(n: int, rng: np.random.Generator) -> Work:
    """Find the distances from node 0 in a random graph of n nodes, 4 edges of random length each, round by round."""
    distances = paged(n)
    return lambda ends, lengths: _bellman_ford(ends, lengths, distances), lambda: (
        rng.integers(n, size=(n, EDGES)),
        rng.random((n, EDGES)),
    )


@compiled
def _bellman_ford(ends: Array, lengths: Array, distances: Array) -> Array:
    distances[:] = np.inf
    distances[0] = 0.0
    for _ in range(distances.size - 1):
        for node in range(distances.size):
            for k in range(ends.shape[1]):
                length = distances[node] + lengths[node, k]
                if length < distances[ends[node, k]]:
                    distances[ends[node, k]] = length
    return distances


# Where all suitors agree, the i-th of them sets off i proposals, whatever the ranks.
@grows(
    "O(n^2)", "Gale and Shapley 1962: n (n + 1) / 2 proposals; the ranks leave the caches", largest=2**12, subtle=True
)
def numba_stable_matches(n: int, rng: np.random.Generator) -> Work:
    """Match n suitors, who all ask in the same random order, with n whom they ask, who rank them at random."""
    partners, asked = paged(n, np.int32), paged(n, np.int32)
    ranked = np.tile(np.arange(n, dtype=np.int32), (n, 1))
    return lambda order, ranks: _stable_matches(order, ranks, partners, asked), lambda: (
        rng.permutation(n),
        rng.permuted(ranked, axis=1),
    )


@compiled
def _stable_matches(order: Array, ranks: Array, partners: Array, asked: Array) -> Array:
    # asked[suitor] is how many of the order have been asked; ranks[one, suitor] is better the lower it is.
    partners[:] = -1
    asked[:] = 0
    for newcomer in range(order.size):
        suitor = newcomer
        while suitor >= 0:
            one = order[asked[suitor]]
            asked[suitor] += 1
            rival = partners[one]
            if rival < 0 or ranks[one, suitor] < ranks[one, rival]:
                partners[one] = suitor
                suitor = rival
    return partners
