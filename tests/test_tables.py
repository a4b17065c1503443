"""Tables: element types at their limits, rows of any size, caller-owned arrays, streams, refusals."""

import sys
import time

import numpy as np
import pytest

import wythoff
from wythoff import misere
from wythoff.errors import InputError
from wythoff.positions import last_row_with_b_up_to, pair
from wythoff.strategies import STRATEGIES
from wythoff.tables import Table, allocate, compute, smallest_dtype, stream, table
from wythoff.tables.ahead import made_ahead

STARTERS = [name for name, method in STRATEGIES.items() if method.any_start and method.exact]


@pytest.mark.parametrize(("narrow", "wide"), [("uint32", "int64"), ("int64", "uint64"), ("uint64", "object")])
@pytest.mark.parametrize("a", [1, 2, 3, 1000, 2**31 - 1])
def test_element_type_changes_exactly_where_b_stops_fitting(a, narrow, wide):
    last = last_row_with_b_up_to(int(np.iinfo(narrow).max), a)
    assert smallest_dtype(last, a) == narrow
    assert smallest_dtype(last + 1, a) == wide
    for n in (last, last + 1):
        rows = table(n, a, start=n - 1)
        assert list(rows.rows()) == [(n - 1, *pair(n - 1, a)), (n, *pair(n, a))]
        assert rows.A.dtype == (narrow if n == last else wide)


@pytest.mark.parametrize("name", STARTERS)
def test_every_starting_strategy_reaches_the_last_row_of_each_type(name):
    for dtype in ("uint32", "int32", "int64", "uint64"):
        last = last_row_with_b_up_to(int(np.iinfo(dtype).max), 2)
        rows = table(last, 2, strategy=name, start=last - 1500, dtype=dtype)
        assert rows.A.dtype == dtype
        assert not rows.failures().any()


@pytest.mark.parametrize("dtype", ["uint32", "int32", "int64", "uint64"])
def test_forced_type_that_is_too_narrow_names_the_last_row_that_fits(dtype):
    last = last_row_with_b_up_to(int(np.iinfo(dtype).max), 2)
    with pytest.raises(InputError, match=rf"{dtype} can't hold B = {pair(last + 1, 2)[1]} of row .* up to n = {last},"):
        table(last + 1, 2, start=last + 1, dtype=dtype)


def test_known_limits_at_a_2():
    assert last_row_with_b_up_to(2**32 - 1, 2) == 1257966796
    assert pair(1257966796, 2)[1] <= 2**32 - 1 < pair(1257966797, 2)[1]
    assert smallest_dtype(671_088_640, 2) == "uint32"  # 5.4 GB for both columns, not 10.7


@pytest.mark.parametrize("n", [10**31, 10**1000])
def test_rows_of_any_size_are_python_ints(n):
    rows = table(n, 2, start=n - 3)
    assert rows.A.dtype == object
    assert [(x, y) for _, x, y in rows.rows()] == [pair(i, 2) for i in range(n - 3, n + 1)]
    assert all(type(x) is int for x in rows.A)
    assert not rows.failures().any()
    rows.A[2] += 1
    assert rows.failures().tolist() == [False, False, True, False]


def test_object_type_can_be_asked_for():
    assert table(10, 2, dtype=object).A.dtype == object
    with pytest.raises(InputError, match="arithmetic computes in 64 bits"):
        table(10, 2, dtype=object, strategy="arithmetic")


def test_table_knows_its_rows():
    rows = table(20, 3, start=5)
    assert (rows.start, rows.n, rows.a, len(rows)) == (5, 20, 3, 16)
    assert next(iter(rows.rows())) == (5, *pair(5, 3))


def test_out_is_filled_and_nothing_is_allocated():
    columns = allocate(101, "int64")
    rows = table(100, 2, out=columns)
    assert rows.A is columns[0]
    assert rows.B is columns[1]
    assert not rows.failures().any()
    part = table(100, 2, start=60, out=(columns[0][:41], columns[1][:41]))
    assert part.A.tolist() == [pair(n, 2)[0] for n in range(60, 101)]


def _read_only():
    array = np.zeros(11, np.int64)
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    ("out", "message"),
    [
        (np.zeros(11, np.int64), "as a tuple"),
        ((np.zeros(11, np.int64),), "as a tuple"),
        (([0] * 11, [0] * 11), "as a tuple"),
        ((np.zeros(10, np.int64), np.zeros(11, np.int64)), r"A has shape \(10,\)"),
        ((np.zeros(11, np.int64), np.zeros((11, 1), np.int64)), r"B has shape \(11, 1\)"),
        ((np.zeros(11, np.float64), np.zeros(11, np.float64)), "A has dtype float64"),
        ((np.zeros(11, ">i8"), np.zeros(11, ">i8")), "A has dtype >i8"),
        ((np.zeros(11, np.int64), np.zeros(11, np.uint32)), "A has int64 and B has uint32"),
        ((np.zeros(11, np.int64), _read_only()), "B is read-only"),
        ((np.zeros(22, np.int64)[::2], np.zeros(11, np.int64)), "A is not contiguous"),
        ((np.zeros(11, np.int64),) * 2, "A and B share memory"),
    ],
)
def test_out_that_does_not_fit_is_refused(out, message):
    with pytest.raises(InputError, match=r"^out must be two writable contiguous arrays of shape \(11,\).*" + message):
        table(10, 2, out=out)


def test_out_of_too_narrow_a_type_is_refused():
    last = last_row_with_b_up_to(2**32 - 1, 2)
    with pytest.raises(InputError, match="uint32 can't hold B"):
        table(last + 1, 2, start=last + 1, out=allocate(1, "uint32"))


def test_dtype_that_contradicts_out_is_refused():
    with pytest.raises(InputError, match="dtype is uint32, but the arrays of out have int64"):
        table(10, 2, dtype="uint32", out=allocate(11, "int64"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": -1}, "n must be a whole number of at least 0, got -1"),
        ({"n": "ten"}, r"n must be a whole number of at least 0, got 'ten' \(str\)"),
        ({"n": 10.0}, r"n must be .*, got 10.0 \(float\)"),
        ({"n": True}, r"n must be .*, got True \(bool\)"),
        ({"n": 5, "a": 0}, "a must be a whole number from 1 to 2147483647, got 0"),
        ({"n": 5, "a": 1.5}, r"a must be .*, got 1.5 \(float\)"),
        ({"n": 5, "a": 2**31}, "a must be a whole number from 1 to 2147483647, got 2147483648"),
        ({"n": 5, "start": -1}, "start must be"),
        ({"n": 5, "start": 6}, "start must be at most n = 5, got 6"),
        ({"n": 5, "strategy": "guess"}, "there is no strategy 'guess'"),
        ({"n": 5, "dtype": "float64"}, "dtype must be one of uint32, int32, int64, uint64, object, got float64"),
        ({"n": 5, "dtype": "uint16"}, "dtype must be one of"),
        ({"n": 5, "dtype": "nonsense"}, "dtype must be one of .*, got 'nonsense'"),
        ({"n": 5, "start": 2, "strategy": "recursive-merge"}, "recursive-merge can't start at row 2"),
        ({"n": 10**30, "start": 10**30, "strategy": "arithmetic"}, "arithmetic computes in 64 bits"),
        (
            {"n": 10**15, "strategy": "algebraic"},
            r"1000000000000001 rows and the scratch of strategy algebraic take 16 PB and .* is free",
        ),
        ({"n": 10**30}, "of strategy algebraic take .* is free"),
        ({"n": 5, "threads": 0}, "threads must be a whole number from 1 to 1024, got 0"),
        ({"n": 5, "threads": 2.0}, r"threads must be .*, got 2.0 \(float\)"),
        (
            {"n": 5, "strategy": "recursive-merge", "threads": 2},
            "recursive-merge takes one thread, as it builds a table from row 0; take algebraic",
        ),
    ],
)
def test_bad_arguments_get_one_sentence(arguments, message):
    with pytest.raises(InputError, match=message) as raised:
        table(**arguments)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", [name for name, method in STRATEGIES.items() if method.any_start])
@pytest.mark.parametrize(("rows", "start", "a"), [(1, 0, 1), (2**16, 5, 2), (2**16 + 1, 0, 3), (300_001, 10**6, 2)])
def test_threads_share_the_rows_and_change_none(name, rows, start, a):
    n = start + rows - 1
    alone = table(n, a, strategy=name, start=start)
    out = allocate(rows, alone.A.dtype)
    for shared in (
        table(n, a, strategy=name, start=start, threads=3, out=out),
        table(n, a, strategy=name, start=start, threads=2),
    ):
        assert (shared.start, shared.a) == (start, a)
        assert np.array_equal(shared.A, alone.A)
        assert np.array_equal(shared.B, alone.B)


def test_threads_cover_rows_of_any_size():
    start = 2**64
    assert list(table(start + 9, start=start, threads=2).rows()) == list(table(start + 9, start=start).rows())


def test_an_error_on_a_thread_is_the_callers_and_ends_the_others(monkeypatch):
    began = []

    def failing(method, A, B, a, start):
        began.append(start)
        if start == 0:
            raise InputError("row 0")
        time.sleep(0.01)

    monkeypatch.setattr(compute, "_fill", failing)
    monkeypatch.setattr(compute, "_LEAST_BLOCK", 1)
    monkeypatch.setattr(compute, "_MOST_BLOCK", 10)
    with pytest.raises(InputError, match="row 0"):
        table(9_999, threads=2)
    assert 0 in began
    assert len(began) < 500  # of 1,000 blocks


def test_scratch_counts_as_memory(monkeypatch):
    monkeypatch.setattr("wythoff._process.memory.available_bytes", lambda: 10**9)
    with pytest.raises(
        InputError, match=r"10000001 rows and the scratch of strategy arithmetic-digits take .* and 1.0 GB is"
    ):
        table(10**7, 2, strategy="arithmetic-digits")
    monkeypatch.setattr("wythoff._process.memory.available_bytes", lambda: 5 * 10**7)
    with pytest.raises(
        InputError, match=r"the scratch arrays of strategy recursive-resume take 80 MB and 50 MB is free"
    ):
        table(4 * 10**7, 2, strategy="recursive-resume", out=allocate(4 * 10**7 + 1, "uint32"))


def test_stream_yields_the_table_in_blocks():
    whole = table(1000, 2, start=17)
    for name in STARTERS:
        blocks = list(stream(1000, 2, block=97, start=17, strategy=name))
        assert [len(block) for block in blocks] == [97] * 10 + [14]
        assert [block.start for block in blocks] == list(range(17, 1001, 97))
        assert np.concatenate([block.A for block in blocks]).tolist() == whole.A.tolist()
        assert np.concatenate([block.B for block in blocks]).tolist() == whole.B.tolist()


@pytest.mark.parametrize("play", [None, misere])
@pytest.mark.parametrize("threads", [2, 5])
def test_threads_that_compute_ahead_change_no_block(play, threads):
    arguments = {"block": 97, "start": 17, "strategy": "arithmetic"}
    of = stream if play is None else play.stream
    alone, ahead = (list(of(1000, 2, threads=number, **arguments)) for number in (1, threads))
    assert [block.start for block in ahead] == [block.start for block in alone]
    for one, other in zip(alone, ahead, strict=True):
        assert np.array_equal(one.A, other.A)
        assert np.array_equal(one.B, other.B)
    assert list(of(10**30 + 3, 2, block=2, start=10**30, threads=threads))[1].start == 10**30 + 2


def test_threads_compute_no_further_than_they_are_many_ahead_of_the_reader():
    made = []
    blocks = made_ahead(lambda start: made.append(start) or start, range(1000), 3)
    assert [next(blocks) for _ in range(5)] == [0, 1, 2, 3, 4]
    assert len(made) <= 5 + 3
    blocks.close()
    assert len(made) <= 5 + 3
    with pytest.raises(ZeroDivisionError):
        list(made_ahead(lambda start: 1 // (start - 2), range(5), 2))
    assert list(made_ahead(abs, range(-3, 0), 1)) == [3, 2, 1]


def test_stream_keeps_one_type_over_a_limit():
    last = last_row_with_b_up_to(2**32 - 1, 2)
    assert {block.A.dtype.name for block in stream(last + 1, 2, block=2, start=last - 2)} == {"int64"}


def test_stream_goes_beyond_64_bits():
    n = 10**40
    assert [row for block in stream(n, 2, block=2, start=n - 4) for row in block.rows()] == [
        (i, *pair(i, 2)) for i in range(n - 4, n + 1)
    ]


def test_stream_refuses_before_the_first_block():
    with pytest.raises(InputError, match="block must be a whole number of at least 1, got 0"):
        stream(10, block=0)
    with pytest.raises(InputError, match="recursive-resume can't stream"):
        stream(10, strategy="recursive-resume")
    with pytest.raises(InputError, match="n must be"):
        stream("ten")
    with pytest.raises(InputError, match="threads must be a whole number from 1 to 1024, got 0"):
        stream(10, threads=0)


def test_to_pandas_is_indexed_by_row_and_shares_the_columns():
    pd = pytest.importorskip("pandas")
    rows = table(8, 2, start=3)
    frame = rows.to_pandas()
    assert frame.index.name == "n"
    assert frame.loc[5].tolist() == [7, 17]
    assert isinstance(frame.index, pd.RangeIndex)
    assert np.shares_memory(frame["A"].to_numpy(), rows.A)
    with pytest.raises(InputError, match="row numbers below 2\\^63"):
        table(2**63, 2, start=2**63).to_pandas()


def test_to_pandas_without_pandas_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match=r"pip install 'wythoff\[pandas\]'"):
        table(3).to_pandas()


def test_public_names_are_importable_and_nothing_else():
    assert all(getattr(wythoff, name) is not None for name in wythoff.__all__)
    assert set(wythoff.__all__) == set(wythoff._HOMES)
    with pytest.raises(AttributeError, match="has no attribute 'tabel'"):
        wythoff.tabel  # noqa: B018
    assert isinstance(wythoff.table(3), Table)


@pytest.mark.parametrize("dtype", ["foo", "i3", "float32", "(", "", {"names": 1}, 5, [("a", "i4")], "M8", object()])
@pytest.mark.parametrize("with_out", [False, True])
def test_a_dtype_that_is_none_is_refused_in_a_sentence(dtype, with_out):
    out = (np.zeros(4, np.int64), np.zeros(4, np.int64)) if with_out else None
    with pytest.raises(InputError, match="dtype must be one of uint32, int32, int64, uint64, object, got "):
        table(3, dtype=dtype, out=out)
