"""Prefetching changes no value and counts as one call, and the kernels of tables ask for what they write next."""

import numpy as np
import pytest

from wythoff._jit import kernel
from wythoff._prefetch import prefetch
from wythoff.harness.counts import count
from wythoff.strategies import algebraic, arithmetic, recursive
from wythoff.tables import table

UInt = np.uint64


@kernel
def doubled(column):
    """Double the elements."""
    for i in range(column.size):
        column[i] *= UInt(2)


@kernel
def doubled_ahead(column):
    """Double the elements, having asked for all of them and for what lies beyond."""
    prefetch(column, UInt(0), UInt(column.size) + UInt(4096))
    for i in range(column.size):
        column[i] *= UInt(2)


@pytest.mark.parametrize("length", [0, 1, 7, 8, 9, 65_536, 65_537, 131_072, 131_073])
@pytest.mark.parametrize("dtype", [np.uint32, np.uint64])
def test_prefetching_changes_no_value(length, dtype):
    column = np.arange(length, dtype=dtype)
    doubled_ahead(column)
    assert (column == 2 * np.arange(length)).all()


def test_prefetching_does_nothing_uncompiled():
    column = np.arange(10)
    prefetch(column, UInt(0), UInt(10))
    assert column.tolist() == list(range(10))


def test_prefetching_counts_as_one_call():
    counts = [count(function, np.arange(100_000, dtype=UInt)) for function in (doubled, doubled_ahead)]
    assert counts[0].exact
    assert counts[1].exact
    more = counts[1].operations - counts[0].operations
    assert 0 < more < 100, "and nothing for its 13,012 lines"


@pytest.mark.parametrize(
    ("strategy", "filling"),
    [
        ("algebraic", algebraic._fill_in_doubles),
        ("algebraic", algebraic._fill_in_integers),
        ("arithmetic", arithmetic._fill_blocks),
        ("recursive-merge", recursive._fill_merge),
    ],
)
def test_the_kernels_of_tables_ask_for_both_columns(strategy, filling):
    for n, start in ((1000, 0), (2**60, 2**60 - 1000)):
        if start == 0 or strategy == "algebraic":
            table(n, 2, strategy=strategy, start=start, dtype="uint64")
    for text in filling.inspect_llvm().values():
        assert text.count("call void @llvm.prefetch") >= 2
