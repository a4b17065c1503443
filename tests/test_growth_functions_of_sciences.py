"""The functions of known growth from the sciences: what they compute, checked by other means."""

import itertools
import math
import re
import statistics
from collections import Counter
from functools import reduce
from operator import xor

import numpy as np
import pytest
from known_functions import FUNCTIONS, check_answer, functions, work


def words(genome):
    found = {"".join(word) for word in itertools.product("ACGT", repeat=4)}
    counts = {word: len(re.findall(f"(?={word})", genome)) for word in found}
    return {word: count for word, count in counts.items() if count}


def copies(depths):
    """Try all ways."""

    def likelihood(way):
        switches = sum(a != b for a, b in itertools.pairwise(way))
        return -2 * switches - sum((depth - state) ** 2 / 2 for depth, state in zip(depths, way, strict=True))

    return list(max(itertools.product((1, 2, 3), repeat=len(depths)), key=likelihood))


def chain(first, second, lengths):
    """Compare each seed with all those before it."""
    seeds, totals = sorted(zip(first, second, lengths, strict=True)), []
    for k, (_, place, length) in enumerate(seeds):
        totals.append(length + max((totals[i] for i in range(k) if seeds[i][1] < place), default=0))
    return max(totals)


def linkage(distances):
    """Average over all pairs of members of two clusters, and join the two nearest."""
    n = math.isqrt(2 * len(distances)) + 1
    between = dict(zip(itertools.combinations(range(n), 2), distances, strict=True))
    clusters, tree = {k: [k] for k in range(n)}, []

    def average(pair):
        members = itertools.product(*(clusters[one] for one in pair))
        return statistics.fmean(between[min(a, b), max(a, b)] for a, b in members)

    averages = {pair: average(pair) for pair in itertools.combinations(clusters, 2)}
    while len(clusters) > 1:
        first, second = min(averages, key=averages.get)
        joined = clusters[first] + clusters[second]
        tree.append([first, second, averages[first, second], len(joined)])
        del clusters[first], clusters[second]
        averages = {pair: value for pair, value in averages.items() if not {first, second} & set(pair)}
        new = n + len(tree) - 1
        others = list(clusters)
        clusters[new] = joined
        averages |= {(other, new): average((other, new)) for other in others}
    return tree


def joined_length(distances):
    """Join, until three nodes are left, two of which the distances to all others say most clearly that they belong."""
    nodes = {(i, k): value for i, row in enumerate(distances) for k, value in enumerate(row)}
    left, length = set(range(len(distances))), 0.0
    while len(left) > 3:

        def unlike(pair, left=left):
            i, k = pair
            others = left - {i, k}
            # Studier and Keppler's criterion, less a term which is the same for all pairs.
            return nodes[pair] * (len(left) - 4) - sum(nodes[i, other] + nodes[k, other] for other in others)

        i, k = min(itertools.combinations(sorted(left), 2), key=unlike)
        new = max(left) + 1
        for other in left - {i, k}:
            nodes[new, other] = nodes[other, new] = (nodes[i, other] + nodes[k, other] - nodes[i, k]) / 2
        length += nodes[i, k]
        left = (left - {i, k}) | {new}
    return length + sum(nodes[pair] for pair in itertools.combinations(left, 2)) / 2


def ring(spins, coupling, field):
    """Add up both eigenvalues' powers."""
    matrix = np.exp([[coupling + field, -coupling], [-coupling, coupling - field]])
    return -math.log((np.linalg.eigvalsh(matrix) ** spins).sum()) / spins


def filled(particles, frequency, anharmonicity):
    """Put the particles into the lowest of all states of two oscillators."""
    quanta = sorted(a + b + 1 for a, b in itertools.product(range(particles // 4), repeat=2))
    return sum(frequency * k + anharmonicity * k * k for k in quanta[:particles])


def soft_discs(places):
    width = math.sqrt(len(places[0]))
    gaps = [np.abs(np.subtract.outer(row, row)) for row in np.array(places)]
    distances = np.hypot(*(np.minimum(gap, width - gap) for gap in gaps))
    return (np.maximum(1 - distances, 0) ** 2)[np.triu_indices(len(distances), 1)].sum()


def lattice_gas(start):
    """Follow each particle by itself."""
    side = len(start)
    steps = {1: (0, 1), 2: (-1, 0), 4: (0, -1), 8: (1, 0)}
    turned = {1: 2, 2: 4, 4: 8, 8: 1}
    gas = {(i, k, way) for i, k in np.ndindex(side, side) for way in steps if start[i][k] & way}
    for _ in range(side):
        there = Counter((i, k) for i, k, _ in gas)
        met = {
            (i, k, way)
            for i, k, way in gas
            if there[i, k] == 2 and (i, k, turned[turned[way]]) in gas  # the other one comes from ahead
        }
        gas = gas - met | {(i, k, turned[way]) for i, k, way in met}
        gas = {((i + steps[way][0]) % side, (k + steps[way][1]) % side, way) for i, k, way in gas}
    return [[sum(way for way in steps if (i, k, way) in gas) for k in range(side)] for i in range(side)]


def triple_dipoles(atoms):
    """Measure each angle of each triangle."""
    total = 0.0
    for corners in itertools.combinations(np.array(atoms), 3):
        cosines, sides = 1.0, 1.0
        for k in range(3):
            to_one, to_other = corners[k - 1] - corners[k], corners[k - 2] - corners[k]
            cosines *= to_one @ to_other / np.linalg.norm(to_one) / np.linalg.norm(to_other)
            sides *= np.linalg.norm(to_one)
        total += (1 + 3 * cosines) / sides**3
    return total


def false_discoveries(chances):
    n = len(chances)
    bounds = {limit: limit * n / sum(other <= limit for other in chances) for limit in chances}
    return [min(bound for limit, bound in bounds.items() if limit >= chance) for chance in chances]


def greatest_gap(first, second):
    def below(sample, limit):
        return statistics.fmean(value <= limit for value in sample)

    return max(abs(below(first, limit) - below(second, limit)) for limit in first + second)


def scattering(atoms, frequency):
    phases = [math.pi * frequency * math.dist(a, b) for a, b in itertools.product(atoms, repeat=2)]
    return sum(math.sin(phase) / phase if phase else 1.0 for phase in phases)


def epidemic(reproduction, delays):
    """Solve for all days at once."""
    n = len(delays)
    caused = np.array(
        [[reproduction[day] * delays[day - other - 1] if other < day else 0 for other in range(n)] for day in range(n)]
    )
    return np.linalg.solve(np.eye(n) - caused, np.eye(n)[0])


def quantile_normalised(samples):
    averages = [statistics.fmean(values) for values in zip(*map(sorted, samples), strict=True)]
    return [[averages[sum(other < value for other in row)] for value in row] for row in samples]


def positions(text):
    found = []
    for body, *parts, checksum in re.findall(
        r"\$(GPGLL,(\d\d)([\d.]+),(N|S),(\d{3})([\d.]+),(E|W))\*([0-9A-F]{2})\n", text
    ):
        if f"{reduce(xor, map(ord, body)):02X}" == checksum:
            row, minute, north, column, other_minute, east = parts
            latitude, longitude = (float(a) + float(b) / 60 for a, b in ((row, minute), (column, other_minute)))
            found.append((latitude * (1 if north == "N" else -1), longitude * (1 if east == "E" else -1)))
    return found


def spectrum(series):
    """Multiply by every wave, which Hann's window begins and ends."""
    window = np.sin(np.pi * np.arange(256) / 256) ** 2
    waves = np.exp(-2j * np.pi * np.outer(np.arange(129), np.arange(256)) / 256)
    parts = [np.array(series[k : k + 256]) for k in range(0, len(series) - 255, 128)]
    powers = np.mean([np.abs(waves @ (window * (part - part.mean()))) ** 2 for part in parts], axis=0)
    powers[1:-1] *= 2  # the frequencies below zero
    return powers / (window**2).sum()


def quarterings(stars):
    """Count the squares of all sizes that hold more than one star."""
    total = 0
    for level in range(60):
        squares = Counter((math.floor(x * 2**level), math.floor(y * 2**level)) for x, y in stars)
        total += sum(count > 1 for count in squares.values())
    return total


# What each call must return, from its arguments as lists and numbers.
ANSWERS = {
    "py_kmer_counts": words,
    "numba_viterbi_depths": copies,
    "numba_chained_seeds": chain,
    "scipy_average_linkage": linkage,
    "numba_neighbour_joining": joined_length,
    "py_ising_chain": ring,
    "numba_trap_filling": filled,
    "numba_cell_lists": soft_discs,
    "numba_lattice_gas": lattice_gas,
    "numba_triple_dipoles": triple_dipoles,
    "np_false_discoveries": false_discoveries,
    "np_kolmogorov_smirnov": greatest_gap,
    "scipy_debye_scattering": scattering,
    "numba_renewal_equation": epidemic,
    "np_quantile_normalisation": quantile_normalised,
    "py_nmea_sentences": positions,
    "scipy_welch_spectrum": spectrum,
    "py_quadtree": quarterings,
}
# One size more than the first, where that has few cases to tell apart.
LARGER = {"numba_neighbour_joining": 11, "numba_triple_dipoles": 9, "py_nmea_sentences": 60, "py_quadtree": 100}


@pytest.mark.parametrize("name", ANSWERS)
def test_answer_is_right(name):
    for n in filter(None, (FUNCTIONS[name].first, LARGER.get(name))):
        check_answer(name, ANSWERS[name], n=n, calls=3, absolute=1e-12)


# Their answers are checked below, since they depend on what was built beforehand, or are only near.
STRUCTURED = {"scipy_map_heights", "numba_kepler_bisection"}


def test_every_function_of_the_sciences_is_checked():
    modules = (functions.genomes, functions.particles, functions.experiments, functions.maps)
    registered = functions.names_in(modules)
    assert registered == set(ANSWERS) | STRUCTURED
    assert [len(functions.names_in((module,))) for module in modules] == [5, 5, 5, 5]
    laws = Counter(FUNCTIONS[name].law for name in registered)
    assert [laws[law] for law in functions.CLASSES] == [1, 2, 1, 5, 4, 1, 3, 1, 2]


def test_joining_finds_a_tree_again_from_the_ways_in_it():
    call, _ = work("numba_neighbour_joining", 12)
    rng = np.random.default_rng(2)
    # Node k > 1 hangs on a branch of its own from a place along the trunk, from node 0 to node 1.
    along, branches = np.sort(rng.random(12)), 0.1 + rng.random(12)
    ways = np.abs(np.subtract.outer(along, along)) + np.add.outer(branches, branches)
    np.fill_diagonal(ways, 0.0)
    order = rng.permutation(12)
    assert call(ways[np.ix_(order, order)]) == pytest.approx(along[-1] - along[0] + branches.sum())


def test_heights_lie_between_those_of_the_four_points_around():
    call, fresh = work("scipy_map_heights", 1024)
    heights = np.random.default_rng([1024, 1]).random((32, 32))
    for _ in range(3):
        (places,) = fresh()
        assert places.shape == (2, 100)
        expected = []
        for x, y in places.T.tolist():
            i, k = math.floor(x), math.floor(y)
            assert 8 <= i < 24
            assert 8 <= k < 24
            column = (1 - x + i) * heights[i : i + 1, k : k + 2] + (x - i) * heights[i + 1 : i + 2, k : k + 2]
            expected.append((1 - y + k) * column[0, 0] + (y - k) * column[0, 1])
        np.testing.assert_allclose(call(places), expected)


@pytest.mark.parametrize("n", [16, 2**10, 2**44])
def test_orbits_are_as_near_as_asked_for(n):
    call, fresh = work("numba_kepler_bisection", n)
    means, eccentricities = fresh()
    anomalies = means + eccentricities * np.sin(means)
    for _ in range(300):  # Newton's steps, shorter ones where the slope is small and they would go too far
        slopes = 1 - eccentricities * np.cos(anomalies)
        anomalies -= (anomalies - eccentricities * np.sin(anomalies) - means) / np.maximum(slopes, 0.5)
    np.testing.assert_allclose(anomalies - eccentricities * np.sin(anomalies), means, atol=1e-11)
    assert np.abs(call(means, eccentricities) - anomalies).max() <= 0.5 / n + 1e-12
