"""Stored tables read by row, by slice, by number, and as a Dask data frame."""

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wythoff.errors import InputError

pytest.importorskip("pyarrow", reason="stored tables need pyarrow")
pytest.importorskip("filelock", reason="stored tables need filelock")

import pyarrow as pa
from hostile import at_most
from made_table import GROUP_ROWS, ORACLE, A, N, files, make, put_wrong_row
from pyarrow import parquet

from wythoff.out_of_core import dataset, open_table

pytestmark = pytest.mark.usefixtures("small_row_groups")


def test_each_row_and_each_number_is_found(stored):
    t = open_table(stored)
    assert (len(t), t.a, t.start, t.n) == (N + 1, A, 0, N)
    for n in [0, 1, 299, 300, 1999, 2000, 2001, N, *random.Random(1).sample(range(N), 50)]:
        _, x, y = ORACLE[n]
        assert t[n] == (x, y)
        assert t.find(x) == (n, "A")
        if n:
            assert t.find(y) == (n, "B")


def test_numbers_that_no_stored_row_has_are_not_found(tmp_path):
    make(tmp_path, 7000, start=3000)
    t = open_table(tmp_path)
    stored = {x for row in ORACLE[3000:7001] for x in row[1:]}
    for x in range(3000, 25_000, 7):
        assert (t.find(x) is not None) == (x in stored), x
    assert t.find(0) is None
    assert t.find(10**30) is None


@given(first=st.integers(0, N), length=st.integers(0, 5000))
def test_a_slice_has_the_rows_of_the_oracle(stored_once, first, length):
    rows = open_table(stored_once)[first : min(N + 1, first + length)]
    assert (rows.start, rows.a) == (first, A)
    assert list(rows.rows()) == ORACLE[first : min(N + 1, first + length)]


def test_blocks_and_rows_come_in_order(stored):
    t = open_table(stored)
    assert [row for block in t.blocks() for row in block.rows()] == ORACLE[: N + 1]
    assert list(t) == [row[1:] for row in ORACLE[: N + 1]]


def test_a_dataset_can_be_sent_to_another_process(stored):
    t = pickle.loads(pickle.dumps(open_table(stored)))
    assert t[5] == (7, 17)
    assert repr(t).endswith("rows 0 to 9000, a = 2>")


@pytest.mark.parametrize("n", [-1, N + 1, 1.0, True, "5", None])
def test_what_is_no_row_of_the_table_is_refused(stored, n):
    with pytest.raises(InputError, match="n must be a whole number from 0 to 9000"):
        open_table(stored)[n]


def test_a_slice_with_a_step_or_out_of_range_is_refused(stored):
    t = open_table(stored)
    with pytest.raises(InputError, match="a slice takes no step, got 2"):
        t[0:10:2]
    with pytest.raises(InputError, match="the end of a slice must be a whole number from 5 to 9001, got 4"):
        t[5:4]


@pytest.mark.parametrize("rows", [1, GROUP_ROWS, 2 * GROUP_ROWS, 10**6])
def test_a_dask_data_frame_has_all_rows_and_reads_one_partition_for_one_row(stored, monkeypatch, rows):
    pytest.importorskip("dask.dataframe", reason="dask is not installed")
    monkeypatch.setattr(dataset, "_DASK_ROWS", rows)
    frame = open_table(stored).to_dask()
    groups = [parquet.ParquetFile(file).num_row_groups for file in files(stored)]
    assert frame.npartitions == sum(-(-count // max(1, rows // GROUP_ROWS)) for count in groups)
    whole = frame.compute(scheduler="synchronous")
    assert whole.index.name == "n"
    assert list(whole.itertuples(name=None)) == ORACLE[: N + 1]
    one = frame.loc[4321:4321]
    assert one.npartitions == 1
    assert list(one.compute(scheduler="synchronous").itertuples(name=None)) == [ORACLE[4321]]


def test_a_missing_or_damaged_file_is_named(stored):
    t, third = open_table(stored), files(stored)[2]
    third.write_bytes(third.read_bytes()[:-20])
    with pytest.raises(InputError, match=f"{third.name} is damaged"):
        t[4500]
    third.unlink()
    with pytest.raises(InputError, match=f"{third.name} is damaged, it is missing"):
        t.find(ORACLE[4500][1])


def test_a_wrong_row_is_noticed_when_it_is_read(stored):
    put_wrong_row(files(stored)[2], 4500, "A")
    t = open_table(stored)
    with pytest.raises(InputError, match=r"row 4500 in .* is wrong"):
        t[4500]
    with pytest.raises(InputError, match=r"row 4500 in .* is wrong"):
        t.find(ORACLE[4500][1] + 1)
    with pytest.raises(InputError, match=r"row 4500 in .* is wrong"):
        t.find(ORACLE[4500][1])


def test_a_number_of_a_million_digits_is_not_found_at_once(stored):
    with at_most(5, "find"):
        assert open_table(stored).find(10**1_000_000) is None


@pytest.mark.parametrize("kind", ["string", "float64", "int32", "timestamp"])
def test_a_column_of_another_type_is_named(stored, kind):
    third = files(stored)[2]
    table = parquet.read_table(third)
    kind = {"timestamp": pa.timestamp("s")}.get(kind) or kind
    parquet.write_table(table.set_column(1, "A", table["A"].cast(kind)), third, row_group_size=GROUP_ROWS)
    t = open_table(stored)
    for ask in (lambda: t[4500], lambda: t.find(ORACLE[4500][1]), lambda: t[4400:4600]):
        with pytest.raises(InputError, match=f"{third.name} is damaged, it holds other rows or columns"):
            ask()
