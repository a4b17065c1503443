"""Where counters go up: every way through a function adds up to its blocks, with few additions."""

import random

import numba
import numpy as np
import pytest

from wythoff.harness.counts import count, numba_build
from wythoff.harness.counts.numba_backend import Build
from wythoff.harness.counts.numba_placement import placed

LOOP = [(1, 2), (2, 1), (0, 1), (1, 3)]
BRANCH_IN_LOOP = [(1, 2), (2, 3), (2, 4), (3, 5), (4, 5), (5, 1), (0, 1), (1, 6)]


def way(edges, last, source):
    """Walk from block 0 at random until one of the last blocks leaves."""
    blocks = [0]
    while blocks[-1] not in last:
        blocks.append(source.choice([other for one, other in edges if one == blocks[-1]]))
    return blocks


@pytest.mark.parametrize("seed", range(40))
def test_every_way_adds_up_to_the_weights_of_its_blocks(seed):
    source = random.Random(seed)
    blocks = range(source.randint(2, 9))
    weights = {block: source.randrange(20) for block in blocks}
    last = [blocks[-1], *source.sample(blocks, source.randint(0, 1))]
    edges = {(block, other) for block in blocks[:-1] for other in (block + 1, source.choice(blocks)) if other}
    edges = [edge for edge in sorted(edges, key=lambda edge: source.random()) if edge[0] not in last]
    amounts = placed(weights, edges, 0, last)
    for _ in range(20):
        walked = way(edges, last, source)
        added = sum(amounts.get(edge, 0) for edge in zip(walked, [*walked[1:], -1], strict=True))
        assert added == sum(weights[block] for block in walked)


def test_a_loop_without_branches_has_one_addition():
    assert placed({0: 5, 1: 3, 2: 4, 3: 1}, LOOP, 0, [3]) == {(2, 1): 7, (3, -1): 9}


def test_ways_through_a_branch_that_weigh_the_same_have_none():
    weights = {0: 1, 1: 1, 2: 1, 3: 8, 4: 8, 5: 1, 6: 1}
    assert placed(weights, BRANCH_IN_LOOP, 0, [6]) == {(5, 1): 11, (6, -1): 3}
    assert len(placed(weights | {3: 9}, BRANCH_IN_LOOP, 0, [6])) == 3


@numba.njit
def tangled(a):
    total = 0
    for x in a:
        if x < 0:
            continue
        k = x
        while k > 3 and total % 11 != 10:
            k = k // 2 if k % 2 else k - 3
            if k == 5:
                break
            total += 1
        else:
            total += 2
        if total > 5000:
            return total
    return -total


@numba.njit
def half(x):
    return x // 2 if x % 2 else x - 1


@numba.njit
def calling(a):
    total = 0
    for x in a:
        if x > 50:
            total += half(x)
    return total


@numba.njit
def branching(n):
    if n < 2:
        return n
    return branching(n - 1) + branching(n - 2) if n % 3 else branching(n - 1)


@numba.njit
def checked(x):
    if x % 7 == 3:
        raise ValueError("three")
    return x


@numba.njit
def trying(a):
    total = 0
    for x in a:
        try:
            total += checked(x)
            total += 1
        except Exception:
            total -= 1
    return total


NUMBERS = np.random.default_rng(5).integers(-20, 100, 300)


@pytest.mark.parametrize(
    ("kernel", "argument"),
    [(tangled, NUMBERS), (calling, NUMBERS), (branching, 15), (trying, NUMBERS)],
    ids=["loops", "callee", "recursion", "exceptions"],
)
def test_counts_are_those_of_additions_at_every_block(kernel, argument, monkeypatch):
    found = count(kernel, argument)

    def everywhere(weights, edges, first, last):
        ways = (*edges, *((label, -1) for label in last))
        return {(label, other): weights[label] for label, other in ways}

    monkeypatch.setattr(numba_build, "placed", everywhere)
    answer, by = Build(kernel).run(argument)
    assert (answer, by) == (kernel(argument), dict(found.by))


def test_a_callee_in_a_loop_is_added_up_in_a_register():
    build = Build(calling)
    build.run(NUMBERS)
    [text] = build._twin.inspect_llvm().values()
    body = text.split("define ", 2)[1].split("\n}\n")[0]
    assert "half" not in body, "it is part of the loop"
    assert body.count("load i64, ptr @wythoff_cell") + body.count("load i64, i64* @wythoff_cell") <= 3
