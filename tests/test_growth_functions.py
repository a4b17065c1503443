"""
The functions of known growth: what they compute, since a law holds for the algorithm and not for a broken one.

What holds for all of them is tested here, and the answers of those that are sorted by class; the answers of those that
are sorted by subject, field or application are in the files named so.
"""

import heapq
import itertools
import json
import math
from bisect import bisect_left
from collections import Counter
from copy import deepcopy
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from known_functions import FUNCTIONS, functions, plain, work

CORPUS = Path(__file__).parents[2] / "shared" / "growth" / "corpus.json"
PRIME = 998_244_353


def same(first, second):
    """Compare arguments: arrays, lists, texts, numbers and sparse matrices."""
    if hasattr(first, "toarray"):
        first, second = first.toarray(), second.toarray()
    return type(first) is type(second) and np.array_equal(first, second)


def test_every_class_is_there_and_the_pair_is_well_represented():
    counts = Counter(function.law for function in FUNCTIONS.values())
    assert set(counts) == set(functions.CLASSES)
    assert min(counts.values()) >= 8
    assert counts["O(n)"] >= 30
    assert counts["O(n log n)"] >= 30
    assert counts.total() == 331


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_registered_with_a_source_and_enough_sizes(function):
    assert function.source
    assert function.prepare.__doc__
    assert function.sizes[0] == function.first >= 4
    assert function.sizes[-1] <= function.largest
    assert len(function.sizes) >= 7
    ratio = 2.0 if function.law != "O(n^3)" else math.sqrt(2)
    for n, following in itertools.pairwise(function.sizes):
        assert following / n == pytest.approx(ratio, rel=0.1)


def test_a_name_is_given_only_once():
    with pytest.raises(ValueError, match="two functions are called numba_horner"):
        functions.base.grows("O(n)", "none")(FUNCTIONS["numba_horner"].prepare)


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus of other functions is not here")
def test_no_function_of_the_corpus_is_measured_again():
    corpus = json.loads(CORPUS.read_text())["series"]
    assert not {series["name"] for series in corpus} & set(FUNCTIONS)
    assert {series["true_class"] for series in corpus} == set(functions.CLASSES)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_runs_at_two_sizes_and_changes_its_input_only_where_it_says_so(name):
    for n in FUNCTIONS[name].sizes[:2]:
        call, fresh = work(name, n)
        arguments = fresh()
        before = deepcopy(arguments)
        call(*arguments)
        unchanged = all(map(same, arguments, before))
        assert unchanged or FUNCTIONS[name].mutates


@pytest.mark.parametrize("name", FUNCTIONS)
def test_input_is_fresh_and_the_same_for_the_same_seed(name):
    n = FUNCTIONS[name].first
    _, fresh = work(name, n)
    _, again = work(name, n)
    drawn = [fresh() for _ in range(40)]
    for arguments in drawn:
        assert all(map(same, arguments, again()))
    # Nothing to vary: the sieve and its kind know only n, and one more place is one more place.
    fixed = {"deque_rotate_one", "np_reshape_view", "numba_linear_sieve", "numba_divisor_counts", "py_fewest_squares"}
    few = {
        "numba_two_squares",
        "py_odd_subtraction",
        "np_circle_points",
        "numba_quotient_sum",
        "numba_squarefree_count",
    }  # one number near n, and 16 has no other
    varied = any(not all(map(same, arguments, drawn[0])) for arguments in drawn)
    assert varied == (name not in fixed | few)


def borders(text):
    return [next(k for k in range(i, -1, -1) if text[:k] == text[i + 1 - k : i + 1]) for i in range(len(text))]


def radius(text, centre):
    reach = range(1, min(centre, len(text) - 1 - centre) + 1)
    return 1 + sum(1 for _ in itertools.takewhile(lambda k: text[centre - k] == text[centre + k], reach))


def next_greater(values, i):
    return next((k for k in range(i + 1, len(values)) if values[k] > values[i]), -1)


def fibonacci(index):
    a, b = 0, 1
    for _ in range(index):
        a, b = b, a + b
    return a


def transform(values):
    root = pow(3, (PRIME - 1) // len(values), PRIME)
    return [sum(a * pow(root, i * k, PRIME) for i, a in enumerate(values)) % PRIME for k in range(len(values))]


def distances(x, y):
    return {(i, k): math.dist((x[i], y[i]), (x[k], y[k])) for i, k in itertools.combinations(range(len(x)), 2)}


def huffman(frequencies):
    if len(frequencies) == 1:
        return 0
    first, second, *rest = sorted(frequencies)
    return first + second + huffman([first + second, *rest])


def tree_steps(keys):
    if not keys:
        return 0
    smaller, greater = [key for key in keys if key < keys[0]], [key for key in keys if key > keys[0]]
    return len(keys) - 1 + tree_steps(smaller) + tree_steps(greater)


def knapsack(weights, worths, capacity):
    best = {0: 0}
    for weight, worth in zip(weights, worths, strict=True):
        for used, value in list(best.items()):
            best[used + weight] = max(best.get(used + weight, 0), value + worth)
    return max(value for used, value in best.items() if used <= capacity)


def longest_increasing(values):
    tails = []
    for value in values:
        place = bisect_left(tails, value)
        tails[place : place + 1] = [value]
    return len(tails)


def spanning_tree(x, y):
    group, length = list(range(len(x))), 0.0
    for (i, k), distance in sorted(distances(x, y).items(), key=lambda pair: pair[1]):
        if group[i] != group[k]:
            length += distance
            group = [group[k] if label == group[i] else label for label in group]
    return length


def time_warp(first, second):
    @cache
    def cost(i, k):
        if i < 0 or k < 0:
            return 0.0 if i == k == -1 else math.inf
        return abs(first[i] - second[k]) + min(cost(i - 1, k - 1), cost(i - 1, k), cost(i, k - 1))

    return cost(len(first) - 1, len(second) - 1)


def matrix_chain(shapes):
    @cache
    def cost(i, k):
        ends = shapes[i] * shapes[k + 1]
        return min((cost(i, m) + cost(m + 1, k) + ends * shapes[m + 1] for m in range(i, k)), default=0.0)

    return cost(0, len(shapes) - 2)


def triangles(edge):
    corners = itertools.combinations(range(len(edge)), 3)
    return sum(edge[i][k] and edge[i][m] and edge[k][m] for i, k, m in corners)


def minima(values, ranges):
    return sum(min(values[low:high], default=1.0) for low, high in ranges)


def distances_from_0(edges):
    found, reached = [-1] * len(edges), {0}
    for steps in range(len(edges)):
        for node in reached:
            found[node] = steps
        reached = {k for node in reached for k in edges[node] if found[k] < 0}
    return found


def most_disjoint(intervals):
    """Try the last interval of each choice: an interval may follow any that has ended."""

    @cache
    def following(end):
        return max((1 + following(high) for low, high in intervals if low >= end), default=0)

    return following(-1.0)


def palindromic_part(text):
    choices = ("".join(map(str, part)) for size in range(len(text) + 1) for part in itertools.combinations(text, size))
    return max(len(part) for part in choices if part == part[::-1])


def search_tree(weights):
    @cache
    def cost(i, k):
        return sum(weights[i:k]) + min((cost(i, root) + cost(root + 1, k) for root in range(i, k)), default=0.0)

    return cost(0, len(weights))


PARTITIONS = [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77, 101, 135, 176]
SQUARES = [0, 1, 2, 3, 1, 2, 3, 4, 2, 1, 2, 3, 3, 2, 3, 4, 1]

# What each call must return, from its arguments as lists and numbers; functions of the library need no check.
ANSWERS = {
    "range_contains": lambda x: x < 16,
    "numba_euclid": lambda a, b: sum(map(math.gcd, a, b)),
    "numba_fibonacci_doubling": lambda indexes: sum(fibonacci(index) % PRIME for index in indexes),
    "py_count_ones": int.bit_count,
    "py_root_bisection": math.isqrt,
    "numba_two_squares": lambda x: sum(i * i + k * k == x for i in range(5) for k in range(i, 5)),
    "py_odd_subtraction": math.isqrt,
    "np_circle_points": lambda x: sum(i * i + k * k <= x for i in range(5) for k in range(1, 5)),
    "numba_horner": np.polyval,
    "numba_counting_sort": sorted,
    "numba_linear_sieve": lambda: len((2, 3, 5, 7, 11, 13)),
    "numba_prefix_function": borders,
    "numba_palindromes": lambda text: [radius(text, centre) for centre in range(len(text))],
    "numba_merge_two": lambda first, second: sorted(first + second),
    "numba_next_greater": lambda values: [next_greater(values, i) for i in range(len(values))],
    "itertools_groupby": lambda values: 1 + sum(a != b for a, b in itertools.pairwise(values)),
    "numba_quicksort": sorted,
    "numba_count_inversions": lambda values: sum(a > b for a, b in itertools.combinations(values, 2)),
    "numba_number_transform": transform,
    "numba_walsh_hadamard": lambda values: [
        sum(value * (-1) ** (i & k).bit_count() for i, value in enumerate(values)) for k in range(len(values))
    ],
    "np_polynomial_product": lambda first, second: [*np.convolve(first, second), 0.0],
    "numba_closest_pair": lambda x, y: min(distances(x, y).values()) ** 2,
    "numba_suffix_array": lambda text: sorted(range(len(text)), key=lambda start: text[start:]),
    "py_quicksort_lists": sorted,
    "py_huffman_cost": huffman,
    "numba_divisor_counts": lambda: [0, *(sum(n % d == 0 for d in range(1, n + 1)) for n in range(1, 16))],
    "numba_tree_insertions": tree_steps,
    "numba_partitions": lambda factor: [count * factor % PRIME for count in PARTITIONS],
    "py_fewest_squares": lambda n: SQUARES[: n + 1],
    "numba_distinct_in_ranges": lambda values, ends: [len(set(values[start:stop])) for start, stop in ends],
    "numba_selection_sort": sorted,
    "numba_knapsack": lambda weights, worths: knapsack(weights, worths, len(weights)),
    "py_longest_increasing": longest_increasing,
    "numba_spanning_tree": spanning_tree,
    "numba_time_warp": time_warp,
    "numba_zero_triples": lambda values: sum(map(lambda triple: not sum(triple), itertools.combinations(values, 3))),
    "numba_points_on_line": lambda x, y: 2,
    "numba_matrix_chain": matrix_chain,
    "py_matrix_product": np.matmul,
    "np_einsum_loops": lambda a, b, c: np.array(a) @ np.diag(c) @ np.array(b).T,
    "numba_triangles": triangles,
    "numba_quotient_sum": lambda x: sum(x // k for k in range(1, x + 1)),
    "numba_breadth_first": distances_from_0,
    "numba_segment_minima": minima,
    "py_merge_runs": lambda runs: sorted(itertools.chain.from_iterable(runs)),
    "np_most_intervals": most_disjoint,
    "numba_block_minima": minima,
    "numba_palindromic_part": palindromic_part,
    "numba_pascal_row": lambda factor: [math.comb(16, k) * factor % PRIME for k in range(17)],
    "np_sorted_differences": lambda first, second: sorted(a - b for a in first for b in second),
    "numba_search_tree": search_tree,
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answer_is_right(name):
    call, fresh = work(name, FUNCTIONS[name].first)
    for _ in range(5):
        arguments = fresh()
        expected = ANSWERS[name](*map(plain, arguments))
        np.testing.assert_allclose(call(*arguments), expected, rtol=1e-9, atol=1e-12)


def test_sparse_table_holds_the_minima_of_ranges():
    call, fresh = work("numba_sparse_table", 16)
    (values,) = fresh()
    table = call(values)
    for level in range(5):
        for i in range(16 - 2**level + 1):
            assert table[level, i] == values[i : i + 2**level].min()


def test_structures_built_beforehand_are_read_rightly():
    rng = np.random.default_rng(5)
    sublinear = functions.sublinear
    values = rng.integers(100, size=17)
    segments = functions.mixed._segment_tree(values[:16] / 100)
    tree = np.array([0, *(values[i - (i & -i) : i].sum() for i in range(1, 18))])
    assert sublinear._fenwick_sums(tree, np.arange(1, 18)) == np.cumsum(values).sum()
    for low, high in itertools.product(range(18), repeat=2):
        blocks = values[:16].reshape(4, 4).sum(axis=1)
        expected = values[min(low, high) : max(low, high)].sum()
        assert sublinear._block_sums(values, blocks, 4, np.array([[low, high]])) == expected
        ends = np.array([[min(low, high, 16), min(max(low, high), 16)]])
        assert functions.mixed._range_minima(segments, ends) == min(values[slice(*ends[0])] / 100, default=1.0)
    call, _ = work("numba_list_walk", 16)
    assert [call(start) for start in range(16)] == list(range(16)), "16 steps must lead back"


def test_points_on_a_line_are_found():
    points = [*((k, 2 * k) for k in range(5)), (7, 1), (9, 4)]
    x, y = np.array(points, float).T
    assert functions.polynomial._points_on_line(x, y, np.empty(7)) == 5


def test_elimination_leaves_a_triangle_of_the_same_determinant():
    call, fresh = work("numba_elimination", 6)
    (matrix,) = fresh()
    determinant = np.linalg.det(matrix)
    assert np.prod(np.diag(call(matrix))) == pytest.approx(determinant)


def test_quicksort_of_equal_and_of_ordered_numbers_ends():
    for values in ([1.0] * 40, list(range(40)), list(range(40, 0, -1))):
        stack = np.zeros(128, np.int64)
        assert functions.linearithmic._quicksort(np.array(values, float), stack).tolist() == sorted(values)


def test_heap_and_sort_agree_about_huffman():
    frequencies = [5, 9, 12, 13, 16, 45]
    assert functions.linearithmic._huffman_cost(frequencies) == 224
    assert heapq.nsmallest(1, frequencies) == [5], "the input stays as it was"
