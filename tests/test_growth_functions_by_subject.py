"""The functions of known growth that are sorted by subject: what they compute, checked by other means."""

import heapq
import itertools
import math
import pickle
import re
from bisect import insort
from collections import Counter
from decimal import Context, localcontext
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from known_functions import check_answer, functions, work

PRIME = 998_244_353


def nearest_fraction(x, largest):
    return min((Fraction(round(x * d), d) for d in range(1, largest + 1)), key=lambda fraction: abs(fraction - x))


def survivor(people):
    circle = list(range(1, people + 1))
    place = 0
    while len(circle) > 1:
        place = (place + 2) % len(circle)
        del circle[place]
    return circle[0]


def decimal_power(base, exponent):
    with localcontext(Context(prec=500)):
        product = math.prod([base] * exponent)
    return +product


def sum_of_fibonacci_numbers(number):
    """Try all sums of Fibonacci numbers of which no two are neighbours."""
    numbers = [1, 2, 3, 5, 8, 13, 21]
    for size in range(len(numbers)):
        for places in itertools.combinations(range(len(numbers)), size):
            if all(b - a > 1 for a, b in itertools.pairwise(places)) and sum(numbers[k] for k in places) == number:
                return [numbers[k] for k in reversed(places)]
    return None


def squarefree(number):
    return sum(all(k % (d * d) for d in range(2, k + 1)) for k in range(1, number + 1))


def ways_to_pay(coins):
    @cache
    def ways(amount, kinds):
        if amount == 0 or kinds == 0:
            return int(amount == 0)
        coin = coins[kinds - 1]
        return sum(ways(amount - used, kinds - 1) for used in range(0, amount + 1, coin))

    return [ways(amount, len(coins)) for amount in range(17)]


def catalan(first):
    return [math.comb(2 * i, i) // (i + 1) * pow(first, i + 1, PRIME) % PRIME for i in range(16)]


def divided_differences(x, y):
    """Return the leading coefficients in Lagrange's form, in exact fractions."""
    x, y = list(map(Fraction, x)), list(map(Fraction, y))
    return [
        float(sum(y[i] / math.prod(x[i] - x[k] for k in range(order + 1) if k != i) for i in range(order + 1)))
        for order in range(len(x))
    ]


def events(pending, delays):
    ordered = sorted(pending)
    for delay in delays:
        insort(ordered, ordered.pop(0) + delay)
    return ordered[0]


def relaxed(start):
    side = len(start)
    field = {(i, k): start[i][k] for i in range(side) for k in range(side)}
    for _ in range(side):
        for i, k in field:
            around = ((i - 1, k), (i + 1, k), (i, k - 1), (i, k + 1))
            field[i, k] = sum(field.get(place, 0.0) for place in around) / 4
    return [[field.get((i, k), 0.0) for k in range(-1, side + 1)] for i in range(-1, side + 1)]


def generation(board):
    alive = {(i, k) for i, row in enumerate(board) for k, cell in enumerate(row) if cell}
    steps = [step for step in itertools.product((-1, 0, 1), repeat=2) if step != (0, 0)]
    around = Counter((i + a, k + b) for i, k in alive for a, b in steps)
    cells = [[around[i, k] for k in range(len(board))] for i in range(len(board))]
    return [
        [count == 3 or (count == 2 and (i, k) in alive) for k, count in enumerate(row)] for i, row in enumerate(cells)
    ]


def best_rectangle(matrix):
    spans = list(itertools.combinations(range(len(matrix) + 1), 2))
    return max(sum(sum(row[a:b]) for row in matrix[top:bottom]) for top, bottom in spans for a, b in spans)


def depths(parents):
    return [0] + [1 + depths(parents[: parent + 1])[parent] for parent in parents[1:]]


def jumps(successor):
    rows = [successor]
    for level in range(1, len(successor).bit_length()):
        places = list(range(len(successor)))
        for _ in range(2**level):
            places = [successor[place] for place in places]
        rows.append(places)
    return rows


def shortest_paths(ends, lengths):
    distance = [0.0] + [math.inf] * (len(ends) - 1)
    for _ in ends:
        for node, (row, costs) in enumerate(zip(ends, lengths, strict=True)):
            for end, cost in zip(row, costs, strict=True):
                distance[end] = min(distance[end], distance[node] + cost)
    return distance


def hull_corners(x, y):
    """Count the directed edges that have all other points on their left: as many as corners."""
    points = list(zip(x, y, strict=True))
    return sum(
        all((b - a0) * (d - a1) - (b1 - a1) * (c - a0) > 0 for c, d in points if (c, d) not in ((a0, a1), (b, b1)))
        for (a0, a1), (b, b1) in itertools.permutations(points, 2)
    )


def spanning_tree(x, y):
    """Grow the tree from point 0."""
    inside, length = {0}, 0.0
    while len(inside) < len(x):
        outside = set(range(len(x))) - inside
        step, node = min((math.dist((x[i], y[i]), (x[k], y[k])), k) for i in inside for k in outside)
        length, inside = length + step, inside | {node}
    return length


def wavelet_levels(values):
    rows, count = [], len(values).bit_length() - 1
    for level in range(count):
        bits = [[value >> (count - 1 - above) & 1 for above in range(level, -1, -1)] for value in values]
        # Stable partitions order by the bit that was looked at last, then by the one before it, and so on.
        rows.append([own for own, *_ in sorted(bits, key=lambda own_first: own_first[1:])])
    return rows


def increasing(values):
    best = []
    for i, value in enumerate(values):
        best.append(1 + max((best[k] for k in range(i) if values[k] < value), default=0))
    return max(best)


def balanced_parts(brackets):
    parts = itertools.combinations(range(len(brackets) + 1), 2)
    heights = ([0, *itertools.accumulate(-1 if close else 1 for close in brackets[a:b])] for a, b in parts)
    return sum(min(height) == 0 == height[-1] for height in heights)


def fibonacci(index):
    return next(itertools.islice(_fibonacci_numbers(), index, None))


def _fibonacci_numbers():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def grouped(values):
    digits = list(dict.fromkeys(value % 10 for value in values))
    return {digit: [value for value in values if value % 10 == digit] for digit in digits}


def repeated_decimal(word):
    """Return the number 0.wordwordword...: numbers in falling order of it concatenate to the largest."""
    return Fraction(int(word), 10 ** len(word) - 1)


# What each call must return, from its arguments as lists and numbers.
ANSWERS = {
    "int_bit_length": lambda number: len(bin(number)) - 2,
    "fractions_limit_denominator": nearest_fraction,
    "py_ternary_search": lambda peak: peak,
    "py_josephus": survivor,
    "decimal_power": decimal_power,
    "py_zeckendorf": sum_of_fibonacci_numbers,
    "numba_squarefree_count": squarefree,
    "int_from_hex": lambda text: sum("0123456789abcdef".index(digit) << 4 * k for k, digit in enumerate(text[::-1])),
    "py_sorted_fractions": lambda values: [heapq.nsmallest(len(values), values)[k] for k in range(len(values))],
    "numba_coin_ways": ways_to_pay,
    "numba_catalan": catalan,
    "numba_divided_differences": divided_differences,
    "py_big_fibonacci": lambda first, second: fibonacci(15) * first + fibonacci(16) * second,
    "heappushpop_smaller": lambda item: item,
    "dict_first_key": min,
    "py_group_by_key": grouped,
    "py_sliding_maximum": lambda values: [max(values[i : i + 8]) for i in range(len(values) - 7)],
    "heapq_nlargest_half": lambda count, values: sorted(values)[: -count - 1 : -1],
    "py_hold_model": events,
    "numba_pairing_heap": sorted,
    "py_dedupe_list": lambda values: list(dict.fromkeys(values)),
    "np_transpose_copy": lambda matrix: [list(column) for column in zip(*matrix, strict=True)],
    "numba_grid_sweeps": relaxed,
    "numba_life_step": generation,
    "np_digitize_grid": lambda grid, edges: [[sum(edge <= value for edge in edges) for value in row] for row in grid],
    "numba_best_rectangle": best_rectangle,
    "np_maximum_projection": lambda volume: [[max(line) for line in plane] for plane in volume],
    "numba_tree_depths": depths,
    "numba_jump_table": jumps,
    "numba_shortest_paths": shortest_paths,
    "numba_monotone_chain": hull_corners,
    "numba_kruskal": spanning_tree,
    "np_convolve_short": lambda values, kernel: [
        sum(kernel[k] * values[i - k] for k in range(9) if 0 <= i - k < len(values)) for i in range(len(values) + 8)
    ],
    "np_boolean_mask": lambda values, mask: list(itertools.compress(values, mask)),
    "np_intersect1d": lambda first, second: sorted(set(first) & set(second)),
    "numba_wavelet_levels": wavelet_levels,
    "np_threshold_counts": lambda values, thresholds: [sum(value < limit for value in values) for limit in thresholds],
    "numba_bubble_sort": sorted,
    "numba_suffix_increasing": lambda values: [increasing(values[start:]) for start in range(len(values))],
    "numba_bracket_parses": balanced_parts,
    "str_hash_cached": lambda text: hash("".join(list(text))),
    "str_unequal_lengths": lambda first, second: not second.startswith(first),
    "str_replace_letter": lambda text, old, new: "".join(new if letter == old else letter for letter in text),
    "str_encode_utf8": lambda text: b"".join(bytes((192 | ord(x) >> 6, 128 | ord(x) & 63)) for x in text),
    "csv_read_rows": lambda lines: [re.findall(r"\d+", line) for line in lines],
    "pickle_dumps_floats": pickle.dumps,
    "py_largest_concatenation": lambda words: sorted(words, key=repeated_decimal, reverse=True),
    "re_two_stars": lambda text: None,
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answer_is_right(name):
    check_answer(name, ANSWERS[name], absolute=1e-12)


# Their answers are checked below, since they depend on structures built beforehand.
STRUCTURED = {
    "py_baby_giant_steps",
    "numba_bloom_filter",
    "numba_tournament_replay",
    "numba_summed_area",
    "np_trace",
    "np_poly_from_roots",
    "numba_saddleback_search",
    "numba_householder",
    "re_match_start",
    "sqlite3_key_lookup",
    "sqlite3_sum_column",
    "sqlite3_order_by",
}


def test_every_function_of_these_subjects_is_checked():
    registered = functions.names_in(functions.BY_SUBJECT)
    assert registered == set(ANSWERS) | STRUCTURED
    assert len(registered) == 60


def test_logarithm_gives_the_power_back():
    call, fresh = work("py_baby_giant_steps", 1000)
    for _ in range(20):
        (power,) = fresh()
        assert pow(3, call(power), 1009) == power


def test_bloom_filter_finds_all_of_its_keys_and_few_others():
    containers = functions.containers
    rng = np.random.default_rng(3)
    bits, keys = np.zeros(2 * 200, np.uint8), rng.integers(PRIME, size=200)
    containers._bloom_insert(bits, keys)
    assert containers._bloom_count(bits, keys) == 200
    assert containers._bloom_count(bits, rng.integers(PRIME, size=1000)) < 30, "of 1,000, 2.4 are expected"


def test_tournament_names_the_best_of_all_players_after_each_result():
    tree, players, results = np.zeros(16), [3, 0, 3, 7, 3], [0.5, 0.7, 0.9, 0.8, 0.1]
    found = functions.containers._tournament_replay(tree, np.array(players), np.array(results))
    assert found == pytest.approx(0.5 + 0.7 + 0.9 + 0.9 + 0.8)
    assert tree[1] == 0.8


def test_summed_area_table_sums_every_rectangle():
    grids = functions.grids
    image = np.random.default_rng(4).random((5, 5))
    table = grids._summed_area_table(image)
    for rows, columns in itertools.product(itertools.combinations_with_replacement(range(6), 2), repeat=2):
        found = grids._rectangle_sums(table, np.array([[rows, columns]]))
        assert found == pytest.approx(image[slice(*rows), slice(*columns)].sum())


def test_trace_sums_a_diagonal():
    call, _ = work("np_trace", 25)
    matrix = call.__self__
    assert call(2) == pytest.approx(sum(matrix[i, i + 2] for i in range(3)))


def test_polynomial_has_its_roots_and_a_leading_one():
    call, fresh = work("np_poly_from_roots", 8)
    (roots,) = fresh()
    coefficients = call(roots)
    assert coefficients[0] == 1.0
    assert np.abs(np.polyval(coefficients, roots)).max() < 1e-12


def test_saddleback_search_finds_what_is_there_and_nothing_else():
    matrix = np.add.outer(np.cumsum([1, 5, 2, 8]), np.cumsum([3, 1, 7, 2]))
    there = set(matrix.ravel().tolist())
    for number in range(40):
        found = functions.grids._saddleback_search(matrix, np.array([number]))
        assert found == (number in there)


def test_reflections_leave_a_triangle_with_the_same_products_of_columns():
    call, fresh = work("numba_householder", 7)
    (columns,) = fresh()
    factor = call(columns)
    np.testing.assert_allclose(np.triu(factor, 1), 0.0, atol=1e-12)
    np.testing.assert_allclose(factor @ factor.T, columns @ columns.T, atol=1e-12)


def test_match_takes_the_first_eight_letters():
    call, fresh = work("re_match_start", 16)
    (text,) = fresh()
    assert call(text).span() == (0, 8)


@pytest.fixture
def table():
    return functions.databases._Table(50, np.random.default_rng(6))


def test_row_is_found_by_its_key_and_summed_with_the_others(table):
    values = [value for (value,) in table.ask("SELECT value FROM numbers WHERE id > ? ORDER BY id", 0)]
    assert len(set(values)) == 50
    call, _ = work("sqlite3_key_lookup", 50)
    again, _ = work("sqlite3_sum_column", 50)
    found = [call(key)[0][0] for key in range(1, 51)]
    assert again(0.5)[0][0] == pytest.approx(0.5 * sum(found))


def test_rows_come_in_the_order_asked_for():
    call, _ = work("sqlite3_order_by", 50)
    places = [place for (place,) in call(12_345)]
    keys = [place * 12_345 % functions.databases.MODULUS for place in places]
    assert keys == sorted(keys)
    assert len(set(keys)) > 40
