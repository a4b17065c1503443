"""What `write_table` stores, where it goes on, and what it refuses; faults are in test_out_of_core_faults."""

import json
import os
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wythoff import positions
from wythoff.errors import InputError

pytest.importorskip("pyarrow", reason="stored tables need pyarrow")
pytest.importorskip("filelock", reason="stored tables need filelock")

from made_table import LARGEST, ORACLE, PARTITION_ROWS, A, N, files, make
from pyarrow import parquet

from wythoff.out_of_core import manifest, open_table, verify_table, write, write_table
from wythoff.out_of_core.lock import still_held, writing
from wythoff.out_of_core.manifest import Layout, Partition

FULL_GROUP_ROWS = write.ROW_GROUP_ROWS
pytestmark = pytest.mark.usefixtures("small_row_groups")


def test_every_row_is_that_of_the_oracle(stored):
    rows = [row for file in files(stored) for row in zip(*parquet.read_table(file).to_pydict().values(), strict=True)]
    assert rows == ORACLE[: N + 1]


def test_a_file_is_packed_by_differences_with_statistics_of_every_row_group(stored):
    metadata = parquet.ParquetFile(files(stored)[0]).metadata
    groups = [metadata.row_group(i) for i in range(metadata.num_row_groups)]
    assert [group.num_rows for group in groups] == [300] * 6 + [200]
    for i, group in enumerate(groups):
        for number, name in enumerate(("n", "A", "B")):
            column = group.column(number)
            assert (column.path_in_schema, column.compression, column.physical_type) == (name, "ZSTD", "INT64")
            assert "DELTA_BINARY_PACKED" in column.encodings
            assert not column.has_dictionary_page
            ends = ORACLE[300 * i][number], ORACLE[300 * i + group.num_rows - 1][number]
            assert (column.statistics.min, column.statistics.max) == ends


def test_the_manifest_says_what_there_is(stored):
    data = json.loads((stored / manifest.NAME).read_text())
    assert {name: data[name] for name in ("format_version", "a", "start", "end", "rows", "rows_stored")} == {
        "format_version": 1,
        "a": A,
        "start": 0,
        "end": N,
        "rows": N + 1,
        "rows_stored": N + 1,
    }
    assert set(data["versions"]) == {"wythoff", "python", "numpy", "numba", "pyarrow"}
    assert [entry["file"] for entry in data["partitions"]] == [file.name for file in files(stored)]
    for entry, file in zip(data["partitions"], files(stored), strict=True):
        assert entry["n_bytes"] == file.stat().st_size
        assert tuple(entry["first"]) == ORACLE[entry["first"][0]]
        assert tuple(entry["last"]) == ORACLE[entry["last"][0]]


def test_at_full_size_a_row_takes_less_than_half_a_bit(tmp_path, monkeypatch):
    monkeypatch.setattr(write, "ROW_GROUP_ROWS", FULL_GROUP_ROWS)
    for a in (1, 2, 3, 1000):
        made = write_table(tmp_path / str(a), 2**22, a, start=2**21, workers=0)
        assert 8 * made.n_bytes / len(made) < 0.5, a


def test_pandas_reads_the_folder_as_it_is(stored):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = pandas.read_parquet(stored)
    assert list(frame.columns) == ["n", "A", "B"]
    assert list(frame.itertuples(index=False, name=None)) == ORACLE[: N + 1]


def test_duckdb_reads_the_folder_as_it_is(stored):
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    with duckdb.connect() as connection:
        rows = connection.execute(f"select n, A, B from '{stored}/*.parquet' order by n").fetchall()
    assert rows == ORACLE[: N + 1]


def test_polars_reads_the_folder_as_it_is(stored):
    polars = pytest.importorskip("polars", reason="Polars is not installed")
    assert polars.read_parquet(stored / "*.parquet").rows() == ORACLE[: N + 1]


@pytest.mark.parametrize("strategy", ["arithmetic", "arithmetic-odometer"])
def test_other_strategies_store_the_same_rows(tmp_path, strategy):
    made = make(tmp_path, 3000, strategy=strategy, start=1500)
    assert made.layout.strategy == strategy
    assert open_table(tmp_path)[:].A.tolist() == [row[1] for row in ORACLE[1500:3001]]


def test_the_last_rows_below_2_to_the_64_are_stored_as_uint64(tmp_path):
    make(tmp_path, LARGEST, start=LARGEST - 4000)
    t = open_table(tmp_path)
    assert t.dtype == np.uint64
    assert t[LARGEST] == positions.pair(LARGEST, A)
    assert t.find(positions.pair(LARGEST, A)[1]) == (LARGEST, "B")
    assert verify_table(tmp_path, workers=0).ok
    with pytest.raises(
        InputError, match=rf"below 2\^64, which at a = 2 are rows up to {LARGEST}; got n = {LARGEST + 1}"
    ):
        make(tmp_path / "more", LARGEST + 1, start=LARGEST)


def test_int64_ends_where_b_reaches_2_to_the_63(tmp_path):
    last = positions.last_row_with_b_up_to(2**63 - 1, A)
    assert make(tmp_path / "below", last, start=last).layout.dtype == "int64"
    assert make(tmp_path / "above", last + 1, start=last).layout.dtype == "uint64"
    with pytest.raises(InputError, match="of numbers in int64, not of numbers in uint64"):
        make(tmp_path / "below", last + 1, start=last)


def test_a_finished_table_is_left_alone(stored):
    before = {entry.name: (entry.stat().st_mtime_ns, entry.stat().st_ino) for entry in stored.glob("*table.json")}
    made = make(stored)
    assert made == manifest.load(stored)
    assert {name: ((stored / name).stat().st_mtime_ns, (stored / name).stat().st_ino) for name in before} == before


def test_a_table_goes_on_to_a_higher_row_and_keeps_its_files(stored):
    before = {file.name: file.stat().st_ino for file in files(stored)}
    made = make(stored, N + 4000)
    assert {name: (stored / name).stat().st_ino for name in before} == before
    assert [p.first[0] for p in made.partitions] == [0, 2000, 4000, 6000, 8000, 9001, 10000, 12000]
    assert verify_table(stored, workers=0).n_rows == N + 4001


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"a": 3}, "holds a table of a = 2, not of a = 3"),
        ({"strategy": "arithmetic"}, "holds a table by strategy algebraic, not by strategy arithmetic"),
        ({"start": 10}, "holds a table from row 0, not from row 10"),
        ({"partition_rows": 1000}, "holds a table with 2000 rows in a partition, not with 1000"),
        ({"n": N - 1}, "holds a table up to row 9000, which 8999 would cut off"),
    ],
)
@pytest.mark.parametrize("has_manifest", [True, False])
def test_another_table_than_the_one_that_is_there_is_refused(stored, request_, message, has_manifest):
    if not has_manifest:
        (stored / manifest.NAME).unlink()
    before = {file.name: file.read_bytes() for file in stored.iterdir()}
    with pytest.raises(InputError, match=message):
        make(stored, **request_)
    assert {file.name: file.read_bytes() for file in stored.iterdir()} == before


def test_the_partition_size_of_a_table_need_not_be_repeated(stored):
    assert make(stored, N + 10, partition_rows=None).layout.partition_rows == PARTITION_ROWS


def test_a_folder_with_other_things_in_it_is_refused_and_left_alone(tmp_path):
    (tmp_path / "holiday.jpg").write_bytes(b"sea")
    with pytest.raises(InputError, match=r"holds no table, but other things, holiday\.jpg for one"):
        make(tmp_path)
    assert (tmp_path / "holiday.jpg").read_bytes() == b"sea"
    assert not files(tmp_path)


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "table").write_text("mine")
    with pytest.raises(InputError, match="is a file: name a folder"):
        make(tmp_path / "table")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": -1}, "n must be a whole number of at least 0, got -1"),
        ({"n": 5, "start": 6}, "start must be at most n = 5, got 6"),
        ({"a": 0}, r"a must be a whole number from 1 to 2147483647, got 0"),
        ({"strategy": "recursive-merge"}, "strategy recursive-merge starts at row 0 only"),
        ({"strategy": "algebraic-float64"}, "strategy algebraic-float64 is not exact"),
        ({"strategy": "magic"}, "there is no strategy 'magic'"),
        ({"partition_rows": 0}, "partition_rows must be a whole number from 1"),
        ({"n": 10**9, "partition_rows": 1}, "partitions of 1 rows would be more than 1000000, too many"),
        ({"workers": 2, "scheduler": "tcp://127.0.0.1:1"}, "give one of the two"),
    ],
)
def test_bad_requests_are_refused(tmp_path, options, message):
    with pytest.raises(InputError, match=message):
        make(tmp_path / "table", **options)
    assert not list(tmp_path.rglob("*.parquet"))


def test_a_second_writer_is_told_who_the_first_is(tmp_path):
    with writing(tmp_path) as mark:
        with pytest.raises(InputError, match=rf"is being written by process {os.getpid()} on .* since 20"):
            make(tmp_path)
        assert still_held(tmp_path, mark)
        assert not still_held(tmp_path, "another")
    assert not still_held(tmp_path, mark)
    assert make(tmp_path).n_stored_rows == N + 1


def test_a_task_that_outlived_its_run_publishes_nothing(tmp_path):
    from wythoff.out_of_core.partitions import make_partition

    layout = Layout(a=A, strategy="algebraic", start=0, dtype="int64", partition_rows=100, row_group_rows=100)
    with writing(tmp_path), pytest.raises(InputError, match="another run writes"):
        make_partition(str(tmp_path), layout, 0, 99, "mark of an earlier run")
    assert not [entry for entry in tmp_path.iterdir() if "rows" in entry.name]


@given(data=st.data())
def test_what_is_missing_fills_the_gaps_and_ends_where_an_undisturbed_run_ends(data):
    start = data.draw(st.integers(0, 50))
    end = start + data.draw(st.integers(0, 300))
    layout = Layout(A, "algebraic", start, "int64", data.draw(st.integers(1, 70)), 10)
    empty = manifest.begin(layout, end)
    whole = list(empty.missing())
    assert [n for first, last in whole for n in range(first, last + 1)] == list(range(start, end + 1))
    kept = [piece for piece in whole if data.draw(st.booleans())]
    partitions = [Partition((first, 0, 0), (last, 0, 0), 0, "") for first, last in kept]
    assert list(empty.with_partitions(partitions).missing()) == [piece for piece in whole if piece not in kept]
    longer = replace(empty.with_partitions(partitions), end=end + data.draw(st.integers(0, 100)))
    rows = sorted(n for first, last in [*kept, *longer.missing()] for n in range(first, last + 1))
    assert rows == list(range(start, longer.end + 1))
