"""Stored tables: what is written, read back, verified and refused; faults are in test_out_of_core_faults."""

import json
import os
import pickle
import random
import shutil
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_values import FIRST_FAILURE_FLOAT64

from wythoff import STRATEGIES, oracle, positions
from wythoff.errors import InputError

pytest.importorskip("pyarrow", reason="stored tables need pyarrow")
pytest.importorskip("filelock", reason="stored tables need filelock")

from pyarrow import parquet

from wythoff.out_of_core import agree, dataset, manifest, open_table, verify_table, write, write_table
from wythoff.out_of_core.lock import still_held, writing
from wythoff.out_of_core.manifest import Layout, Partition

N, A, PARTITION_ROWS, GROUP_ROWS = 9_000, 2, 2_000, 300
ORACLE = [(n, x, y) for n, (x, y) in enumerate(oracle.mex_table(N + 6001, A))]
FULL_GROUP_ROWS = write.ROW_GROUP_ROWS
LARGEST = positions.last_row_with_b_up_to(2**64 - 1, A)


@pytest.fixture(autouse=True)
def small_row_groups(monkeypatch):
    """Let a partition of these small tables have several row groups, as one of a real table has."""
    monkeypatch.setattr(write, "ROW_GROUP_ROWS", GROUP_ROWS)


@pytest.fixture(scope="module")
def made_once(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made") / "table"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(write, "ROW_GROUP_ROWS", GROUP_ROWS)
        make(folder)
    return folder


@pytest.fixture
def stored(made_once, tmp_path):
    """A stored table of one's own."""
    return shutil.copytree(made_once, tmp_path / "table")


def make(folder, n=N, a=A, **options):
    return write_table(folder, n, a, **{"partition_rows": PARTITION_ROWS, "workers": 0, **options})


def files(folder):
    return sorted(folder.glob("*.parquet"))


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


# --- reading


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
def test_a_slice_has_the_rows_of_the_oracle(made_once, first, length):
    rows = open_table(made_once)[first : min(N + 1, first + length)]
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


def put_wrong_row(file, n, column):
    """Add 1 to one number of a file and leave all else as it is."""
    table = parquet.read_table(file)
    at = table["n"].to_pylist().index(n)
    values = table[column].to_numpy().copy()
    values[at] += 1
    where = table.schema.get_field_index(column)
    changed = table.set_column(where, table.schema.field(column), [values])
    parquet.write_table(changed, file, row_group_size=GROUP_ROWS)


# --- writing again


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
        make_partition(str(tmp_path), layout, 0, 99, "mark of an earlier run", keep=True)
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


# --- manifest


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format_version": 2}, "was written by a later wythoff"),
        ({"format": "something"}, "it is no manifest of a table"),
        ({"a": 0}, "a number in it is out of range"),
        ({"a": 3}, "row 1999 of the table can't be"),
        ({"a": "2"}, "a number or a text in it is none"),
        ({"end": 5}, "is out of range"),
        ({"dtype": "int8"}, "is damaged"),
        ({"end": 10**19}, "int64 can't hold its last row"),
        ({"partitions": 5}, "is damaged"),
        ({"versions": None}, "is damaged"),
    ],
)
def test_a_manifest_that_contradicts_itself_is_refused(stored, change, message):
    path = stored / manifest.NAME
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(InputError, match=message):
        open_table(stored)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"file": "../../etc/passwd"}, "can't be in"),
        ({"first": [1, 1, 3]}, "can't be in"),
        ({"last": [1999, 2827, 6826]}, r"row 1999 of the table can't be \(2827, 6826\)"),
        ({"first": [0, 0]}, "a row or a size in it is no number"),
        ({"n_bytes": -1}, "a row or a size in it is no number"),
        ({"sha256": None}, "a checksum in it is none"),
    ],
)
def test_an_entry_that_can_not_be_is_refused(stored, change, message):
    path = stored / manifest.NAME
    data = json.loads(path.read_text())
    data["partitions"][0].update(change)
    path.write_text(json.dumps(data))
    with pytest.raises(InputError, match=message):
        open_table(stored)


def test_entries_that_overlap_are_refused(stored):
    path = stored / manifest.NAME
    data = json.loads(path.read_text())
    data["partitions"].insert(0, data["partitions"][0])
    path.write_text(json.dumps(data))
    with pytest.raises(InputError, match="overlaps another"):
        open_table(stored)


def test_a_folder_without_a_table_and_one_that_is_not_there_are_refused(tmp_path):
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(InputError, match="holds no stored table"):
            open_table(folder)


# --- verifying


def test_a_right_table_is_all_right(stored):
    seen = []
    found = verify_table(stored, workers=0, progress=lambda done, total: seen.append((done, total)))
    assert (found.ok, found.n_rows, found.wrong, found.problems) == (True, N + 1, None, ())
    assert seen[-1] == (N + 1, N + 1)


@pytest.mark.parametrize("column", ["n", "A", "B"])
@pytest.mark.parametrize("n", [0, 1, 299, 300, 4500, N])
def test_one_wrong_number_is_found_wherever_it_is(stored, n, column):
    file = next(file for file in files(stored) if int(file.name[5:25]) <= n <= int(file.name[26:46]))
    put_wrong_row(file, n, column)
    found = verify_table(stored, workers=0)
    assert not found.ok
    assert found.wrong_file == file.name
    expected = list(ORACLE[n])
    expected["nAB".index(column)] += 1
    assert found.wrong == tuple(expected)
    assert found.problems == (f"{file.name}: its bytes are not those that were written (checksum)",)


def test_the_first_of_several_faults_and_every_damaged_file_are_told(stored):
    first, second, third, *_ = files(stored)
    put_wrong_row(third, 4500, "B")
    put_wrong_row(second, 2001, "A")
    first.unlink()
    found = verify_table(stored, workers=0)
    assert found.wrong == (2001, ORACLE[2001][1] + 1, ORACLE[2001][2])
    assert [problem.partition(":")[0] for problem in found.problems] == [first.name, second.name, third.name]
    assert found.problems[0].endswith("it is missing")


def test_rows_that_were_never_written_are_no_success(stored):
    data = manifest.load(stored)
    replace(data, partitions=data.partitions[:2] + data.partitions[3:]).save(stored)
    found = verify_table(stored, workers=0)
    assert not found.ok
    assert found.problems == (f"{manifest.file_name(4000, 5999)}: its rows were never written",)
    with pytest.raises(InputError, match="is unfinished, rows 4000 to 5999 are missing"):
        open_table(stored)


# --- agreement


def test_all_exact_strategies_agree_from_row_0_on():
    found = agree(20_000, 2, workers=0)
    assert found.first is None
    assert found.n_rows == {name: 20_001 for name, method in STRATEGIES.items() if method.exact}


def test_from_another_row_on_those_agree_that_can_start_there():
    found = agree(LARGEST, 2, start=LARGEST - 5000, workers=0)
    assert found.first is None
    assert found.n_rows == dict.fromkeys(["algebraic", "arithmetic-odometer", "arithmetic"], 5001)


def test_a_strategy_of_quadratic_time_stops_early():
    found = agree(70_000, 3, strategies=["recursive-rescan", "algebraic"], workers=0)
    assert found.n_rows == {"recursive-rescan": 2**16, "algebraic": 70_001}


def test_a_strategy_that_needs_the_whole_table_goes_as_far_as_memory_allows(monkeypatch):
    monkeypatch.setattr(sys.modules[agree.__module__], "available_bytes", lambda: 8 * 16 * 1000)
    found = agree(5000, 2, strategies=["recursive-merge"], workers=0)
    assert found.n_rows == {"recursive-merge": 1000}


@pytest.mark.parametrize("order", [["algebraic", "algebraic-float64"], ["algebraic-float64", "arithmetic"]])
def test_the_first_row_that_disagrees_is_told_with_what_is_right(order):
    # known_values: 93222358 is the first row at a = 2 where alpha in doubles gives a wrong A, one too large.
    n = FIRST_FAILURE_FLOAT64[2]
    found = agree(n + 1000, 2, start=n - 1000, strategies=order, workers=0).first
    x, y = positions.pair(n, 2)
    assert (found.n, found.strategy, found.right) == (n, "algebraic-float64", (x, y))
    assert found.given[0] == x + 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 2**64}, rf"the strategies compute below 2\^64, at a = 2 up to row {LARGEST}"),
        ({"n": 5, "start": 6}, "start must be at most n = 5, got 6"),
        ({"n": 5, "strategies": ["magic"]}, "there is no strategy 'magic'"),
        ({"n": 5, "strategies": []}, r"strategies must be a list of names, got \[\]"),
        ({"n": 5, "strategies": "algebraic"}, "strategies must be a list of names, got 'algebraic'"),
        ({"n": 5, "start": 1, "strategies": ["recursive-merge"]}, "builds a table from row 0 and can't start at 1"),
    ],
)
def test_comparisons_that_can_not_be_made_are_refused(options, message):
    with pytest.raises(InputError, match=message):
        agree(options.pop("n"), 2, workers=0, **options)
