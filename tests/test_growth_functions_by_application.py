"""The functions of known growth that are sorted by application: what they compute, checked by other means."""

import ast
import bisect
import cmath
import hashlib
import hmac
import itertools
import math
import re
import statistics
from collections import Counter, OrderedDict
from datetime import datetime
from fractions import Fraction
from functools import cache, reduce
from operator import xor

import numpy as np
import pytest
from known_functions import check_answer, functions, work

PRIME = 998_244_353


def derived_key(password, salt):
    """Sixteen rounds, by the definition: each digest is that of the one before, and all are joined by xor."""
    first = hmac.digest(password, salt + bytes([0, 0, 0, 1]), "sha256")
    rounds = itertools.accumulate(range(15), lambda before, _: hmac.digest(password, before, "sha256"), initial=first)
    return reduce(xor, (int.from_bytes(digest) for digest in rounds)).to_bytes(32)


def fields(text):
    return [tuple(part.replace("%2F", "/").split("=")) for part in text.split("&")]


def wrapped(text):
    """Begin a line at each word that would not end within 70 letters."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > 70:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def lorenz(point, steps=16, step=1e-3, order=8):
    """Expand in a Taylor series at each step: the products of two series are convolutions."""
    for _ in range(steps):
        x, y, z = ([value] for value in point)
        for k in range(order):
            xz, xy = (sum(x[i] * other[k - i] for i in range(k + 1)) for other in (z, y))
            new = 10 * (y[k] - x[k]), 28 * x[k] - xz - y[k], xy - 8 / 3 * z[k]
            for series, slope in zip((x, y, z), new, strict=True):
                series.append(slope / (k + 1))
        point = [sum(value * step**k for k, value in enumerate(series)) for series in (x, y, z)]
    return point


def string_after(start):
    """Each mode swings by itself, by the angle whose cosine is its eigenvalue."""
    n = len(start)
    once = 0.75 * np.eye(n) + 0.125 * (np.eye(n, k=1) + np.eye(n, k=-1))
    values, modes = np.linalg.eigh(once)
    return (modes @ (np.cos(n * np.arccos(values)) * (modes.T @ start))).tolist()


def ising(start, draw):
    """Compare the energy of all spins before and after each turn."""
    n = len(start)
    spins = {(i, k): start[i][k] for i in range(n) for k in range(n)}

    def energy():
        return -sum(spins[i, k] * (spins[(i + 1) % n, k] + spins[i, (k + 1) % n]) for i, k in spins)

    for _, place in itertools.product(range(n), list(spins)):
        before = energy()
        spins[place] *= -1
        draw = (1_103_515_245 * draw + 12_345) & (2**31 - 1)
        if draw / 2**31 >= math.exp(min(before - energy(), 0) / 2.25):
            spins[place] *= -1
    return [[spins[i, k] for k in range(n)] for i in range(n)]


def kendall(x, y):
    pairs = itertools.combinations(zip(x, y, strict=True), 2)
    return statistics.mean(math.copysign(1, (a - c) * (b - d)) for (a, b), (c, d) in pairs)


def interpolated(places, wanted, values):
    found = []
    for place in wanted:
        k = min(bisect.bisect(places, place), len(places) - 1)
        share = (place - places[k - 1]) / (places[k] - places[k - 1])
        found.append((1 - share) * values[k - 1] + share * values[k])
    return found


def density(sample, places):
    normal = [statistics.NormalDist(value, 0.1) for value in sample]
    return [statistics.fmean(one.pdf(place) for one in normal) for place in places]


def upper_median_slope(x, y):
    points = list(zip(x, y, strict=True))
    return statistics.median_high((b - d) / (a - c) for (a, b), (c, d) in itertools.combinations(points, 2))


def circle_eighth(number):
    """In each column, the row that is nearest to the circle: the midpoint below it lies inside."""
    radius = math.isqrt(number)

    def row(x):
        return next(y for y in range(radius + 1) if x * x + Fraction(2 * y + 1, 2) ** 2 > radius * radius)

    return [(x, row(x)) for x in range(radius + 1) if x <= row(x)]


def regions(image):
    """Give all set pixels of a region the same mark, that of its first one."""
    marks = {(i, k): (i, k) for i, row in enumerate(image) for k, pixel in enumerate(row) if pixel}
    for _ in range(len(marks)):
        marks = {
            (i, k): min(
                marks[place] for place in ((i, k), (i - 1, k), (i + 1, k), (i, k - 1), (i, k + 1)) if place in marks
            )
            for i, k in marks
        }
    return len(set(marks.values()))


def lines_through(x, y):
    """Count, for each direction, the points by how far off the line through the corner they are."""
    turns = [cmath.exp(-1j * math.pi * k / 4) for k in range(4)]
    bins = [
        Counter(math.floor((complex(*point) * turn).real + 4) for point in zip(x, y, strict=True)) for turn in turns
    ]
    return [[found[k] for k in range(12)] for found in bins]


def without_seams(energies):
    """Try all seams, and take the cheapest out, half as often as there are columns."""
    rows = [list(row) for row in energies]
    for _ in range(len(rows[0]) // 2):
        width = len(rows[0])
        seams = [
            seam
            for seam in itertools.product(range(width), repeat=len(rows))
            if all(abs(a - b) <= 1 for a, b in itertools.pairwise(seam))
        ]
        best = min(seams, key=lambda seam: sum(row[k] for row, k in zip(rows, seam, strict=True)))
        rows = [row[:k] + row[k + 1 :] for row, k in zip(rows, best, strict=True)]
    return rows


def escape_times(left, low):
    total = 0
    for i, k in itertools.product(range(8), repeat=2):
        point, place = complex(left + i / 4, low + k / 4), 0j
        for _ in range(20):
            place = place * place + point
            if abs(place) > 2:
                break
            total += 1
    return total


def seen(lights):
    """What passes is the product of what every light before lets through."""
    hazes = 1.0 - np.array(lights) / len(lights)
    passing = np.cumprod(np.concatenate((np.ones_like(hazes[..., :1]), hazes[..., :-1]), axis=2), axis=2)
    return (passing * lights).sum(axis=2).tolist()


def postfix(tokens):
    """Read from the end: an operator stands behind its second operand, which stands behind its first."""
    rest = list(tokens)

    def value():
        token = rest.pop()
        if isinstance(token, int):
            return token
        second = value()
        first = value()
        return {"+": first + second, "-": first - second, "*": first * second}[token] % PRIME

    found = value()
    assert not rest
    return found


def correlations(rows):
    return [[statistics.correlation(a, b) for b in rows] for a in rows]


def singular_values(matrix):
    return np.sqrt(np.linalg.eigvalsh(np.array(matrix).T @ matrix))[::-1].tolist()


def distances(ends, lengths):
    """Take each node in turn as one that ways may pass (Floyd 1962)."""
    nodes = range(len(ends))
    ways = {(i, k): 0.0 if i == k else math.inf for i in nodes for k in nodes}
    for i in nodes:
        for k, length in zip(ends[i], lengths[i], strict=True):
            ways[i, k] = min(ways[i, k], length)
    for middle, i, k in itertools.product(nodes, repeat=3):
        ways[i, k] = min(ways[i, k], ways[i, middle] + ways[middle, k])
    return [ways[0, k] for k in nodes]


def matches(order, ranks):
    """Whoever is asked first by all gets the best of all, the next one the best of the others."""
    left, partners = set(range(len(order))), {}
    for one in order:
        partners[one] = min(left, key=lambda suitor: ranks[one][suitor])
        left.remove(partners[one])
    return [partners[one] for one in range(len(order))]


def running_medians(values):
    return [statistics.median_low(values[: k + 1]) for k in range(len(values))]


def rooms(meetings):
    return max(sum(start <= other < end for start, end in meetings) for other, _ in meetings)


def factors(number):
    least = next(divisor for divisor in range(2, number) if number % divisor == 0)
    return least, number // least


def is_prime(number):
    return number > 1 and all(number % divisor for divisor in range(2, number))


def reversed_places(values):
    width = len(values).bit_length() - 1
    return [values[int(f"{place:0{width}b}"[::-1], 2)] for place in range(len(values))]


def largest_xors(numbers):
    return sum(max(number ^ other for other in numbers[: k + 1]) for k, number in enumerate(numbers))


def hilbert(number):
    """Go down from the smallest square that holds the place, quarter by quarter."""

    def inside(rest, levels):
        if levels == 0:
            return 0, 0
        half = 2 ** (levels - 1)
        quarter, rest = divmod(rest, half * half)
        x, y = inside(rest, levels - 1)
        return [(y, x), (x, y + half), (x + half, y + half), (2 * half - 1 - y, half - 1 - x)][quarter]

    return inside(number, (number.bit_length() + 1) // 2)


def stab_counts(points, starts, ends):
    return [sum(a <= point < b for a, b in zip(starts, ends, strict=True)) for point in points]


def pareto(x, y):
    points = list(zip(x, y, strict=True))
    best = [i for i, (a, b) in enumerate(points) if not any(c > a and d > b for c, d in points)]
    return sorted(best, key=lambda i: -x[i])


def union_area(x, y):
    """Sum the cells of the grid that all sides make."""
    columns, rows = (itertools.pairwise(sorted(itertools.chain(*sides))) for sides in (x, y))
    rectangles = list(zip(x, y, strict=True))
    return sum(
        (right - left) * (top - low)
        for (left, right), (low, top) in itertools.product(columns, rows)
        if any(a <= left and right <= b and c <= low and top <= d for (a, b), (c, d) in rectangles)
    )


def nearest_tour(points):
    places = [complex(*place) for place in zip(*points, strict=True)]
    tour, left = [places[0]], places[1:]
    while left:
        tour.append(min(left, key=lambda place: abs(place - tour[-1])))
        left.remove(tour[-1])
    return sum(abs(a - b) for a, b in zip(tour, tour[1:] + tour[:1], strict=True))


def range_quantiles(values, ranges, ranks):
    return sum(sorted(values[a:b])[rank] for (a, b), rank in zip(ranges, ranks, strict=True))


def different_parts(text):
    return len({tuple(text[a:b]) for a, b in itertools.combinations(range(len(text) + 1), 2)})


def longest_match(first, second):
    for size in range(len(first), 0, -1):
        for i in range(len(first) - size + 1):
            place = second.find(first[i : i + size])
            if place >= 0:
                return i, place, size
    return 0, 0, 0


def alignment(first, second):
    """Try gaps of every length at once (Needleman and Wunsch's way)."""

    @cache
    def score(i, k):
        if i == k == 0:
            return 0
        found = [score(i - gap, k) - 3 - gap for gap in range(1, i + 1)]
        found += [score(i, k - gap) - 3 - gap for gap in range(1, k + 1)]
        if i and k:
            found.append(score(i - 1, k - 1) + (2 if first[i - 1] == second[k - 1] else -1))
        return max(found)

    return score(len(first), len(second))


def folds(bases):
    """Pair the last base or don't; what lies between the two of a pair, and what lies before them, folds by itself."""
    if len(bases) < 5:
        return 0
    found = [folds(bases[:-1])]
    found += [
        1 + folds(bases[:k]) + folds(bases[k + 1 : -1]) for k in range(len(bases) - 4) if bases[k] + bases[-1] == 3
    ]
    return max(found)


# What each call must return, from its arguments as lists and numbers.
ANSWERS = {
    "hashlib_pbkdf2": derived_key,
    "xml_parse_rows": lambda text: re.findall(r'id="(\d+)">(\d+)<', text),
    "configparser_read_options": lambda text: [tuple(line.split(" = ")) for line in text.splitlines()[1:]],
    "urllib_parse_query": fields,
    "datetime_parse_stamps": lambda stamps: [datetime.strptime(stamp, "%Y-%m-%dT%H:%M:%S") for stamp in stamps],
    "decimal_sum_prices": lambda prices: Fraction(sum(int(str(price).replace(".", "")) for price in prices), 100),
    "textwrap_wrap_words": wrapped,
    "py_lorenz_steps": lorenz,
    "numba_wave_equation": string_after,
    "numba_ising_sweeps": ising,
    "np_rolling_deviation": lambda values: [statistics.pstdev(values[k : k + 8]) for k in range(len(values) - 7)],
    "np_doubling_scan": lambda values: list(itertools.accumulate(values)),
    "scipy_kendall_tau": kendall,
    "numba_kernel_density": density,
    "numba_theil_sen": upper_median_slope,
    "py_circle_pixels": circle_eighth,
    "numba_flood_fill": regions,
    "numba_hough_votes": lines_through,
    "numba_seam_carving": without_seams,
    "np_mandelbrot": escape_times,
    "py_rotated_image": lambda image: [
        tuple(image[len(image) - 1 - k][i] for k in range(len(image))) for i in range(len(image))
    ],
    "numba_volume_rendering": seen,
    "py_postfix_value": postfix,
    "np_correlation_matrix": correlations,
    "np_singular_values": singular_values,
    "numba_bellman_ford": distances,
    "numba_stable_matches": matches,
    "py_running_median": running_medians,
    "py_meeting_rooms": rooms,
    "py_fermat_factors": factors,
    "numba_strong_tests": lambda numbers: sum(map(is_prime, numbers)),  # below 2,047 no other number passes
    "numba_bit_reversal": reversed_places,
    "numba_xor_trie": largest_xors,
    "numba_power_table": lambda bases, exponents: sum(pow(a, b, PRIME) for a in bases for b in exponents),
    "py_hilbert_place": hilbert,
    "np_stab_counts": stab_counts,
    "np_pareto_front": pareto,
    "numba_rectangle_union": union_area,
    "numba_nearest_tour": nearest_tour,
    "copy_deepcopy_records": lambda records: records,
    "numba_range_quantiles": range_quantiles,
    "numba_suffix_automaton": different_parts,
    "difflib_longest_match": longest_match,
    "numba_affine_alignment": alignment,
    "numba_rna_folding": folds,
}
# Their arguments are of single precision, or a step or a square root costs digits.
ROUGH = {
    "numba_volume_rendering": 1e-5,
    "py_lorenz_steps": 1e-8,
    "np_singular_values": 1e-7,
    "np_rolling_deviation": 1e-7,
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answer_is_right(name):
    precision = ROUGH.get(name, 1e-9)
    check_answer(name, ANSWERS[name], relative=precision, absolute=precision / 10)


# Their answers are checked below, by what must hold of them or since they depend on structures built beforehand.
STRUCTURED = {
    "hashlib_merkle_proof",
    "numba_line_sums",
    "ast_parse_lines",
    "numba_hessenberg_rotations",
    "graphlib_static_order",
    "queue_put_get",
    "py_minimum_stack",
    "np_interp_table",
    "numba_interval_stabs",
    "bytesio_seek_read",
    "numba_lru_requests",
    "numba_cuckoo_lookups",
    "py_persistent_set",
    "sqlite3_join",
    "numba_aho_corasick",
}


def test_every_function_of_these_applications_is_checked():
    registered = functions.names_in(functions.BY_APPLICATION)
    assert registered == set(ANSWERS) | STRUCTURED
    assert len(registered) == 60


def test_proof_of_each_leaf_leads_to_the_root_of_the_tree():
    call, _ = work("hashlib_merkle_proof", 8)
    levels = [[bytes([k]) * 32 for k in range(8)]]
    while len(levels[-1]) > 1:
        pairs = zip(levels[-1][::2], levels[-1][1::2], strict=True)
        levels.append([hashlib.sha256(a + b).digest() for a, b in pairs])
    for place in range(8):
        proof = [levels[level][(place >> level) ^ 1] for level in range(3)]
        assert [call(levels[0][place], place, proof)] == levels[3]
        assert [call(levels[0][place], place ^ 1, proof)] != levels[3]


@pytest.mark.parametrize("side", [4, 5, 9])
def test_lines_keep_to_the_pixels_that_are_nearest(side):
    call, _ = work("numba_line_sums", side * side)
    image = np.random.default_rng([side * side, 1]).random((side, side), np.float32)
    for first, last in itertools.product(range(side), repeat=2):
        direct = [first + Fraction((last - first) * column, side - 1) for column in range(side)]
        # Halfway between two rows a line stays in that from which it comes.
        rows = [math.ceil(row - Fraction(1, 2)) if last > first else math.floor(row + Fraction(1, 2)) for row in direct]
        assert call(np.array([[first, last]])) == pytest.approx(sum(map(float, image[rows, range(side)])))


def test_program_is_parsed_as_it_was_written():
    call, fresh = work("ast_parse_lines", 16)
    (text,) = fresh()
    assert ast.unparse(call(text)) == text.strip()
    assert text.count("\n") == 16


def test_rotations_leave_a_triangle_with_the_same_products_of_columns():
    call, fresh = work("numba_hessenberg_rotations", 16)
    (matrix,) = fresh()
    assert (np.diag(matrix, -1) > 0).all()
    triangle = call(matrix)
    np.testing.assert_allclose(np.tril(triangle, -1), 0.0, atol=1e-12)
    np.testing.assert_allclose(triangle.T @ triangle, matrix.T @ matrix, rtol=1e-9)


def test_every_task_comes_after_those_it_waits_for():
    call, fresh = work("graphlib_static_order", 40)
    (tasks,) = fresh()
    assert sum(map(len, tasks.values())) == 3 * 39
    order = call(tasks)
    assert sorted(order) == list(range(40))
    places = {task: place for place, task in enumerate(order)}
    assert all(places[other] < places[task] for task, others in tasks.items() for other in others)


def test_queue_gives_back_what_was_put_n_turns_before():
    call, _ = work("queue_put_get", 16)
    assert [call(number) for number in range(100)][16:] == list(range(84))


def test_stack_knows_its_minimum_at_every_height():
    values = np.random.default_rng(3).random(50).tolist()
    stack = functions.queues._MinimumStack(values)
    while len(values) > 1:
        assert stack.least() == min(values)
        assert stack.pop() == values.pop()
    call, _ = work("py_minimum_stack", 16)
    least = call(2.0)
    assert least == call(1.5) < 1.0, "nothing stays on the stack"
    assert call(-1.0) == -1.0
    assert call(2.0) == least


def test_table_is_interpolated_between_its_places():
    call, fresh = work("np_interp_table", 16)
    places = np.cumsum(0.5 + np.random.default_rng([16, 1]).random(16)).tolist()
    wanted, values = fresh()
    assert places[0] <= wanted.min() <= wanted.max() <= places[-1]
    np.testing.assert_allclose(call(wanted, values), interpolated(places, wanted.tolist(), values.tolist()))


def test_intervals_are_counted_at_every_place():
    intervals = np.sort(np.random.default_rng(4).integers(17, size=(16, 2)), axis=1)
    tree = functions.spatial._interval_tree(intervals)
    for place in range(16):
        expected = sum(low <= place < high for low, high in intervals)
        assert functions.spatial._interval_stabs(tree, np.array([place])) == expected
    call, fresh = work("numba_interval_stabs", 16)
    assert 0 < call(*fresh()) < 16 * 100


def test_buffer_is_read_where_it_was_asked_for():
    call, fresh = work("bytesio_seek_read", 64)
    data = np.random.default_rng([64, 1]).bytes(72)
    for (place,) in itertools.islice(iter(fresh, None), 10):
        assert 28 < place <= 32
        assert call(place) == data[place : place + 8]


def test_cache_gives_up_what_was_used_longest_ago():
    call, _ = work("numba_lru_requests", 8)
    rng = np.random.default_rng(5)
    kept = OrderedDict.fromkeys(range(8))
    for _ in range(20):
        keys = rng.integers(16, size=30)
        hits = 0
        for key in keys.tolist():
            hits += key in kept
            kept[key] = None
            kept.move_to_end(key)
            if len(kept) > 8:
                kept.popitem(last=False)
        assert call(keys) == hits


def test_cuckoo_table_finds_its_keys_and_no_other():
    stores = functions.stores
    rng = np.random.default_rng(6)
    keys = rng.choice(1000, 32, replace=False)
    tables, factors = np.empty((2, 64), np.int32), rng.integers(1, PRIME, size=2)
    assert stores._cuckoo_fill(tables, factors, np.concatenate((keys, keys[:10])))
    assert sorted(tables[tables >= 0]) == sorted(keys), "a key is there once"
    assert stores._cuckoo_count(tables, factors, np.arange(1000)) == 32
    assert stores._cuckoo_count(tables, factors, keys[:5]) == 5
    assert not stores._cuckoo_fill(np.empty((2, 4), np.int32), factors, np.arange(9)), "there are eight places"
    call, fresh = work("numba_cuckoo_lookups", 16)
    assert call(*fresh()) == 500


def test_a_new_version_differs_in_one_place_and_shares_the_rest():
    call, _ = work("py_persistent_set", 16)

    def leaves(tree):
        return [value for part in tree for value in leaves(part)] if isinstance(tree, tuple) else [tree]

    first = call(0, -1)
    values = leaves(first)
    assert (len(values), values[0]) == (16, -1)
    for place in range(1, 16):
        version = call(place, -2)
        changed = leaves(version)
        assert [i for i, value in enumerate(changed) if value == -2] == [place]
        assert changed[1:place] + changed[place + 1 :] == values[1:place] + values[place + 1 :]
        if place < 8:
            assert version[1] is first[1]


def test_partners_are_summed():
    call, _ = work("sqlite3_join", 50)
    databases = functions.databases
    table = databases._Table(50, np.random.default_rng([50, 1]))
    places = [place for (place,) in table.ask("SELECT place FROM numbers WHERE id > ? ORDER BY id", 0)]
    for factor in (1, 12_345):
        assert call(factor) == [(sum(places[place * factor % databases.MODULUS % 50] for place in places),)]


def test_all_words_are_found_wherever_they_end():
    strings = functions.strings
    rng = np.random.default_rng(8)
    words = [[0, 1, 0], [1, 0], [0], [1, 0], [2, 3, 2, 3, 2], [3, 2, 3]]
    automaton = strings._automaton(words)
    for _ in range(10):
        text = rng.integers(4, size=60, dtype=np.uint8)
        letters = text.tolist()
        expected = sum(letters[k : k + len(word)] == word for word in words for k in range(60))
        assert strings._occurrences(text, *automaton) == expected
    call, fresh = work("numba_aho_corasick", 4096)
    assert 0 < call(*fresh()) < 20 * 4096
