"""The functions of known growth that call libraries or do what they do: what they compute, checked by other means."""

import dataclasses
import itertools
import math
import re
from functools import cache

import numpy as np
import pytest
from known_functions import check_answer, functions, work

MODULES = (functions.objects, functions.numerics, functions.streams, functions.collectors)


def passages(events):
    """Whoever pushes after a coin gets through, and nobody else."""
    return sum((a.name, b.name) == ("COIN", "PUSH") for a, b in itertools.pairwise(events))


def by_rank(values, key):
    """Put each value where the number of smaller ones says."""
    found = [None] * len(values)
    for value in values:
        found[sum(key(other) < key(value) for other in values)] = value
    return found


def neighbour_orders(x, y):
    points = list(zip(x, y, strict=True))
    return [sorted(range(len(x)), key=lambda k: math.dist(point, points[k])) for point in points]


def distances(lengths):
    """Allow one, two, four, ... edges."""
    found = np.array(lengths)
    np.fill_diagonal(found, 0.0)
    for _ in range(len(lengths).bit_length()):
        found = (found[:, :, np.newaxis] + found).min(axis=1)
    return found


def log_lines(requests):
    return "".join(f"INFO requests: request {a} took {b} ms\n" for a, b in requests)


def letter_pairs(text):
    counts = {a + b: len(re.findall(f"(?={a}{b})", text)) for a, b in itertools.product("abcd", repeat=2)}
    return {pair: count for pair, count in counts.items() if count}


def places_from_the_front(symbols):
    """Those before a symbol have come since it last did; or it never did, and so have some of those behind it."""
    places = []
    for k, symbol in enumerate(symbols):
        earlier = symbols[:k]
        if symbol in earlier:
            since = earlier[::-1].index(symbol)
            places.append(len(set(earlier[k - since :])))
        else:
            places.append(len(set(earlier) | set(range(symbol))))
    return places


def edit_distance(first, second):
    """Try what can become of the first letters."""

    @cache
    def left(i, k):
        if i == len(first) or k == len(second):
            return len(first) - i + len(second) - k
        if first[i] == second[k]:
            return left(i + 1, k + 1)
        return 1 + min(left(i + 1, k), left(i, k + 1), left(i + 1, k + 1))

    return left(0, 0)


# What each call must return, from its arguments as lists and numbers.
ANSWERS = {
    "contextlib_exit_stack": lambda numbers: numbers[::-1],
    "py_enum_machine": passages,
    "dataclasses_sort_records": lambda records: by_rank(records, dataclasses.astuple),
    "py_leftist_heap": sorted,
    "scipy_log_gamma": lambda values: list(map(math.lgamma, values)),
    "scipy_chebyshev_values": lambda places: [math.cos(4 * math.acos(place)) for place in places],
    "np_neighbour_orders": neighbour_orders,
    "scipy_floyd_warshall": distances,
    "tokenize_lines": lambda text: [*re.findall(r"\w+|[^\w ]", text), ""],
    "logging_write_lines": log_lines,
    "py_letter_pairs": letter_pairs,
    "py_move_to_front": places_from_the_front,
    "numba_edit_distance": edit_distance,
    "bisect_range_key": lambda slope, height: sum(slope * place < height for place in range(16)),
    "functools_reduce_lists": lambda parts: list(itertools.chain.from_iterable(parts)),
    "np_lexsort_columns": lambda first, second: by_rank(range(len(first)), lambda k: (first[k], second[k])),
    "numba_heap_sort": sorted,
}
# These depend on what was built beforehand, and are checked below.
STRUCTURED = {"ipaddress_network_item", "np_window_view", "py_tiered_insert"}


@pytest.mark.parametrize("name", ANSWERS)
def test_answer_is_right(name):
    check_answer(name, ANSWERS[name])


def test_every_function_of_these_libraries_is_checked():
    registered = functions.names_in(MODULES)
    assert registered == set(ANSWERS) | STRUCTURED
    assert len(registered) == 20


@pytest.mark.parametrize("n", [16, 20, 2**60])
def test_addresses_of_a_network_are_numbered(n):
    call, fresh = work("ipaddress_network_item", n)
    size = 2 ** math.ceil(math.log2(n))
    first = int(call(0))
    assert first % size == 0
    for place in (1, n - 1, size - 1, *fresh()):
        assert int(call(place)) == first + place
    with pytest.raises(IndexError):
        call(size)


def test_windows_show_the_numbers_themselves():
    call, fresh = work("np_window_view", 16)
    values = np.random.default_rng([16, 1]).integers(256, size=16, dtype=np.uint8).tolist()
    for width in (1, 3, 8, *fresh()):
        windows = call(width)
        assert windows.tolist() == [values[k : k + width] for k in range(17 - width)]
        assert not windows.flags.owndata
    assert np.shares_memory(call(3), call(5))


@pytest.mark.parametrize("n", [16, 20, 100])
def test_tiers_keep_the_order_of_a_list(n):
    call, fresh = work("py_tiered_insert", n)
    values = np.random.default_rng([n, 1]).integers(1 << 20, size=n).tolist()
    for _ in range(3 * n):
        place, value = fresh()
        values.insert(place, value)
        assert call(place, value) == values.pop()
