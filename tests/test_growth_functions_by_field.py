"""The functions of known growth that are sorted by field: what they compute, checked by other means."""

import csv
import datetime
import heapq
import itertools
import math
import random
import re
import zlib
from bisect import bisect_left
from collections import Counter
from functools import cache, partial

import numpy as np
import pytest
from known_functions import check_answer, functions, work


def negative_eigenvalues(diagonal, squares):
    beside = np.sqrt(squares[1:])
    matrix = np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1)
    return int((np.linalg.eigvalsh(matrix) < 0).sum())


def closure(edges):
    count = len(edges)
    paths = np.linalg.matrix_power(np.eye(count, dtype=int) + np.array(edges), count)
    return (np.array(edges) @ paths > 0).astype(int).tolist()


def jacobi_step(rows, right, guess):
    matrix = np.array(rows)
    beside = matrix - np.diag(np.diag(matrix))
    return ((right - beside @ guess) / np.diag(matrix)).tolist()


def toeplitz_solution(row, right):
    places = np.arange(len(row))
    return np.linalg.solve(np.array(row)[abs(np.subtract.outer(places, places))], right).tolist()


def laplacian(points):
    inside = range(1, len(points) - 1)

    def around(i, j, k):
        moved = [(i + 1, j, k), (i - 1, j, k), (i, j + 1, k), (i, j - 1, k), (i, j, k + 1), (i, j, k - 1)]
        return sum(points[a][b][c] for a, b, c in moved) - 6 * points[i][j][k]

    return [[[around(i, j, k) for k in inside] for j in inside] for i in inside]


def lzw(text):
    """Find the longest known word again and again, the words themselves in a dict."""
    letters = [chr(letter) for letter in text]
    words, codes, rest = {chr(k): k for k in range(256)}, [], "".join(letters)
    while rest:
        length = max(k for k in range(1, len(rest) + 1) if rest[:k] in words)
        codes.append(words[rest[:length]])
        words[rest[: length + 1]] = len(words)
        rest = rest[length:]
    return codes


def packed(bits):
    return [int("".join(map(str, bits[k : k + 8])), 2) for k in range(0, len(bits), 8)]


def unpacked(data, start):
    first, second = data[start : start + 8], data[start + 8 : start + 12]
    return int.from_bytes(first, "little", signed=True), int.from_bytes(second, "little", signed=True)


def calendar_date(day):
    return datetime.date.fromisoformat(str(np.datetime64("0001-01-01") + (day - 1)))


def written(rows):
    return "".join(f'{a},{b},"{text}"\r\n' for a, b, text in rows)


def spiral(number):
    """Walk cell by cell, and turn left wherever that cell is free."""
    place, step, seen = 0j, -1j, {0j}
    for _ in range(number):
        if place + 1j * step not in seen:
            step *= 1j
        place += step
        seen.add(place)
    return int(place.real), int(place.imag)


def winds_around(x, y, at_x, at_y):
    """Add up the angles at which the point sees the edges."""
    corners = np.array(x) - at_x + 1j * (np.array(y) - at_y)
    return abs(np.angle(np.roll(corners, -1) / corners).sum()) > math.pi


def crossings(ends, heights, places, spans):
    across = itertools.product(zip(ends, heights, strict=True), zip(places, spans, strict=True))
    return sum(left < x < right and low <= y < high for ((left, right), y), (x, (low, high)) in across)


def hull_corners(x, y):
    """Count the directed edges that have all other points on their left: as many as corners."""
    points = [complex(*point) for point in zip(x, y, strict=True)]
    return sum(
        all(((b - a).conjugate() * (c - a)).imag > 0 for c in points if c not in (a, b))
        for a, b in itertools.permutations(points, 2)
    )


def factorial_exponent(number):
    return max(k for k in range(number) if math.factorial(number) % 3**k == 0)


def triangle_square(number):
    squares = {k * k for k in range(number + 1)}
    return sum(number - k * (k + 1) // 2 in squares for k in range(number + 1))


def rises(values):
    odd = [0, *(value for value in values if value % 2)]
    return sum(max(b - a, 0) for a, b in itertools.pairwise(odd))


def weighted_intervals(intervals, weights):
    """Try the first interval of each choice: any may follow that begins later."""

    @cache
    def following(end):
        rest = (weight + following(high) for (low, high), weight in zip(intervals, weights, strict=True) if low >= end)
        return max(rest, default=0.0)

    return following(-1.0)


def subset_sums(values):
    sums = {0}
    for value in values:
        sums |= {total + value for total in sums}
    return len(sums)


def upper_median(values):
    return heapq.nsmallest(len(values) // 2 + 1, values)[-1]


def distinct_rows(rows):
    return [list(row) for row in sorted(set(map(tuple, rows)))]


def inversions(row):
    return sum(a > b for a, b in itertools.combinations(row, 2))


def recursive_filter(values, forward):
    """Solve the equations that the filter's output satisfies."""
    n = len(values)
    back, ahead = np.eye(n), forward[0] * np.eye(n)
    for shift, weight in ((1, -0.9), (2, 0.5)):
        back += weight * np.eye(n, k=-shift)
        ahead += forward[shift] * np.eye(n, k=-shift)
    return np.linalg.solve(back, ahead @ values).tolist()


def haar_details(values):
    """Compare the mean of 2^k numbers with that of the next 2^k, around a circle."""
    n = len(values)
    spans = [1 << level for level in range(n.bit_length() - 1)]

    def mean(start, span):
        return sum(values[(start + k) % n] for k in range(span)) / span

    return [[(mean(i, span) - mean(i + span, span)) / 2 for i in range(n)] for span in spans]


def fourier(values):
    places = np.arange(len(values))
    return np.exp(-2j * np.pi / len(values) * np.outer(places, places)) @ values


def envelope(values):
    """Add the discrete Hilbert transform, by its kernel for an even number of places, as the imaginary part."""
    n = len(values)
    kernel = [0.0 if k % 2 == 0 else 2 / n / math.tan(math.pi * k / n) for k in range(n)]
    turned = [sum(kernel[(i - k) % n] * values[k] for k in range(n)) for i in range(n)]
    return [math.hypot(*pair) for pair in zip(values, turned, strict=True)]


def convolved_rows(image, kernel):
    return [
        [
            sum(row[k] * kernel[i - k] for k in range(len(row)) if 0 <= i - k < len(kernel))
            for i in range(len(row) + len(kernel) - 1)
        ]
        for row in image
    ]


def diffused(image):
    """Collect for each point what its neighbours before it have handed on."""
    side = range(len(image))
    error, white = Counter(), []
    for i in side:
        for k in side:
            came = (7, (0, -1)), (1, (-1, -1)), (5, (-1, 0)), (3, (-1, 1))
            grey = image[i][k] + sum(share * error[i + a, k + b] for share, (a, b) in came) / 16
            white.append(int(grey >= 0.5))
            error[i, k] = grey - white[-1]
    return [white[i * len(image) : (i + 1) * len(image)] for i in side]


def waiting_times(gaps, services):
    """Who waits, waits for all that has come since the server was last idle."""
    steps = [service - gap for service, gap in zip(services[:-1], gaps[1:], strict=True)]
    return [max([0.0, *(sum(steps[first:last]) for first in range(last))]) for last in range(len(gaps))]


def gravity(places, masses):
    places, masses = np.array(places), np.array(masses)
    away = places[:, np.newaxis, :] - places[:, :, np.newaxis]
    return (away * masses / ((away**2).sum(axis=0) + functions.simulation.SOFTENING) ** 1.5).sum(axis=2).tolist()


def common_ancestors(first, second):
    """Find the longest digits with which both numbers of a pair begin."""
    pairs = [(f"{a:b}", f"{b:b}") for a, b in zip(first, second, strict=True)]
    return sum(int(next(a[:k] for k in range(len(a), 0, -1) if a[:k] == b[:k]), 2) for a, b in pairs)


def leaves(tree):
    return sum(map(float, re.findall(r"[\d.e-]+", repr(tree))))


# What each call must return, from its arguments as lists and numbers.
ANSWERS = {
    "py_sturm_count": negative_eigenvalues,
    "numba_closure": closure,
    "py_jacobi_sweep": jacobi_step,
    "numba_levinson": toeplitz_solution,
    "np_laplacian": laplacian,
    "numba_run_lengths": lambda bits: [len(list(run)) for _, run in itertools.groupby(bits)],
    "py_lzw_codes": lzw,
    "np_packbits": packed,
    "struct_unpack_from": unpacked,
    "date_from_ordinal": calendar_date,
    "struct_iter_unpack": lambda data: [unpacked(data, start) for start in range(0, len(data), 12)],
    "csv_write_rows": written,
    "re_sub_numbers": lambda text: "".join(
        "#" if digits else "".join(part) for digits, part in itertools.groupby(text, str.isdigit)
    ),
    "str_find_absent": lambda text, word: -1,
    "str_suffix_copies": lambda text: len(text) - 1 - sorted(range(len(text)), key=lambda i: text[i:]).index(0),
    "py_spiral_place": spiral,
    "numba_point_in_polygon": winds_around,
    "numba_sweep_crossings": crossings,
    "numba_gift_wrapping": hull_corners,
    "py_factorial_exponent": factorial_exponent,
    "py_ones_written": lambda number: "".join(map(str, range(number + 1))).count("1"),
    "py_newton_root": math.isqrt,
    "numba_triangle_square": triangle_square,
    "numba_reduced_fractions": lambda first, second: sum(map(math.gcd, first, second)),
    "numba_coprime_pairs": lambda values: sum(math.gcd(*pair) == 1 for pair in itertools.combinations(values, 2)),
    "py_generator_pipeline": rises,
    "itertools_chain": lambda lists: [value for values in lists for value in values],
    "itertools_combinations": lambda values: sum(
        (values[i] + values[k]) % 7 == 0 for i in range(len(values)) for k in range(i)
    ),
    "numba_weighted_intervals": weighted_intervals,
    "int_subset_sums": subset_sums,
    "numba_quickselect": upper_median,
    "statistics_median": np.median,
    "np_unique_rows": distinct_rows,
    "numba_linked_merge": sorted,
    "py_bucket_insertions": sorted,
    "np_pairwise_ranks": lambda values: [sorted(values).index(value) for value in values],
    "heapq_sorted_products": lambda first, second: sorted(a * b for a in first for b in second),
    "numba_row_inversions": lambda matrix: [inversions(row) for row in matrix],
    "numba_recursive_filter": recursive_filter,
    "np_zero_crossings": lambda values: sum(a * b < 0 for a, b in itertools.pairwise(values)),
    "numba_stationary_wavelet": haar_details,
    "np_envelope": envelope,
    "py_recursive_fft": fourier,
    "np_convolve_rows": convolved_rows,
    "numba_error_diffusion": diffused,
    "numba_waiting_times": waiting_times,
    "numba_gravity": gravity,
    "numba_common_ancestors": common_ancestors,
    "py_nested_sum": leaves,
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answer_is_right(name):
    # Single precision is that of the arguments of the two functions that use it.
    precision = 1e-5 if name in ("np_laplacian", "numba_stationary_wavelet") else 1e-9
    check_answer(name, ANSWERS[name], relative=precision, absolute=precision / 10)


# Their answers are checked below, by what must hold of them or since they depend on structures built beforehand.
STRUCTURED = {
    "numba_jacobi_rotations",
    "numba_gram_schmidt",
    "zlib_compress_letters",
    "np_border_sum",
    "random_choice",
    "numba_open_addressing",
    "numba_order_statistics",
    "py_skip_list_search",
    "py_blocked_list_index",
    "numba_treap_insertions",
    "sqlite3_count_distinct",
}


def test_every_function_of_these_fields_is_checked():
    registered = functions.names_in(functions.BY_FIELD)
    assert registered == set(ANSWERS) | STRUCTURED
    assert len(registered) == 60


def test_rotations_keep_the_eigenvalues_and_shrink_what_is_beside_the_diagonal():
    call, fresh = work("numba_jacobi_rotations", 8)
    (matrix,) = fresh()
    rotated = call(matrix)
    np.testing.assert_allclose(np.linalg.eigvalsh(rotated), np.linalg.eigvalsh(matrix), rtol=1e-9, atol=1e-12)

    def beside(entries):
        return np.abs(entries - np.diag(np.diag(entries))).sum()

    assert beside(rotated) < beside(matrix) / 4


def test_basis_is_orthonormal_and_spans_what_its_vectors_span():
    call, fresh = work("numba_gram_schmidt", 7)
    (vectors,) = fresh()
    basis = call(vectors)
    np.testing.assert_allclose(basis @ basis.T, np.eye(7), atol=1e-12)
    np.testing.assert_allclose(np.triu(vectors @ basis.T, 1), 0.0, atol=1e-12)


def test_compressed_letters_come_back():
    call, fresh = work("zlib_compress_letters", 1024)
    (letters,) = fresh()
    compressed = call(letters)
    assert zlib.decompress(compressed) == letters
    assert len(compressed) < 700, "a random letter of 26 has 4.7 bits"


@pytest.mark.parametrize("side", [4, 5, 8])
def test_border_is_what_is_left_without_the_inside(side):
    call, _ = work("np_border_sum", side * side)
    image = np.random.default_rng([side * side, 1]).random((side, side))
    for ring in (0, 1):
        inner = image[ring + 1 : side - ring - 1, ring + 1 : side - ring - 1].sum()
        assert call(ring) == pytest.approx(image[ring : side - ring, ring : side - ring].sum() - inner)


def test_border_of_a_line_and_of_a_point_counts_each_point_once():
    border_sum = functions.signals._border_sum
    assert border_sum(np.ones((2, 2))) == 4.0
    assert border_sum(np.ones((3, 3))) == 8.0


def test_choice_takes_all_numbers_and_no_other():
    call, fresh = work("random_choice", 16)
    (numbers,) = fresh()
    assert {call(numbers) for _ in range(1000)} == set(numbers)


def test_hash_table_finds_its_keys_and_no_other():
    structures = functions.structures
    rng = np.random.default_rng(7)
    table, keys = np.full(64, -1), rng.choice(1000, 32, replace=False)
    structures._insert_keys(table, keys)
    structures._insert_keys(table, keys)
    assert sorted(table[table >= 0]) == sorted(keys), "a key is there once"
    assert structures._count_keys(table, np.arange(1000)) == 32
    assert structures._count_keys(table, keys[:5]) == 5


def test_ranks_lead_to_the_places_of_their_counts():
    counts = np.random.default_rng(8).integers(4, size=16)
    sums = np.concatenate(([0], np.cumsum(counts)))
    tree = np.array([0, *(sums[i] - sums[i - (i & -i)] for i in range(1, 17))])
    places = np.repeat(np.arange(16), counts)
    for rank, place in enumerate(places):
        assert functions.structures._order_statistics(tree, np.array([rank])) == place
    call, fresh = work("numba_order_statistics", 16)
    assert 0 <= call(*fresh()) < 16 * 100


def test_skip_list_finds_the_next_number():
    generator = random.Random(9)
    ordered = sorted(generator.sample(range(200), 50))
    numbers = functions.structures._SkipList(ordered, [generator.choice((1, 1, 2, 3)) for _ in ordered])
    for wanted in range(200):
        place = bisect_left(ordered, wanted)
        assert numbers.next_to(wanted) == (ordered[place] if place < 50 else None)
    call, fresh = work("py_skip_list_search", 64)
    for _ in range(20):
        (wanted,) = fresh()
        assert call(wanted) >= wanted


def test_blocked_list_is_the_list():
    blocked = functions.structures._blocked_index
    values = list(range(100, 123))
    found = partial(blocked, [values[:5], values[5:10], values[10:15], values[15:20], values[20:]])
    assert [found(place) for place in range(23)] == values
    with pytest.raises(IndexError, match="beyond the last block"):
        found(23)


def test_treap_is_ordered_by_keys_and_piled_by_priorities():
    rng = np.random.default_rng(10)
    keys, priorities, links = rng.random(60), rng.random(60), np.zeros((3, 60), np.int32)
    root = functions.structures._treap_insertions(keys, priorities, links)
    assert root == priorities.argmin()

    def in_order(node):
        if node < 0:
            return []
        for child in links[:2, node]:
            assert child < 0 or (links[2, child] == node and priorities[child] > priorities[node])
        return [*in_order(links[0, node]), node, *in_order(links[1, node])]

    assert in_order(root) == list(np.argsort(keys))
    call, fresh = work("numba_treap_insertions", 16)
    keys, priorities = fresh()
    assert call(keys, priorities) == priorities.argmin()


def test_distinct_values_are_counted():
    databases = functions.databases
    call, _ = work("sqlite3_count_distinct", 50)
    table = databases._Table(50, np.random.default_rng([50, 1]))
    places = [place for (place,) in table.ask("SELECT place FROM numbers WHERE id > ?", 0)]
    for factor in (1, 12_345):
        assert call(factor) == [(len({place * factor % databases.MODULUS for place in places}),)]


def test_rows_written_are_read_again():
    call, fresh = work("csv_write_rows", 16)
    (rows,) = fresh()
    assert [(int(a), float(b), text) for a, b, text in csv.reader(call(rows).splitlines())] == rows


def test_gift_wrapping_leaves_out_what_lies_inside():
    rng = np.random.default_rng(11)
    x, y = rng.random(30), rng.random(30)
    corners = functions.geometry._gift_wrapping(x, y)
    assert 3 <= corners == hull_corners(x, y) < 30
