"""A small stored table for tests, with several files and several row groups in each."""

import json
import shutil
import sys

import pytest

from wythoff import oracle, positions, table

N, A, PARTITION_ROWS, GROUP_ROWS = 9_000, 2, 2_000, 300
ORACLE = [(n, x, y) for n, (x, y) in enumerate(oracle.mex_table(N + 6001, A))]
# Long enough to be killed on the way.
LONG_N, LONG_PARTITION_ROWS = 12_000_000, 300_000
LARGEST = positions.last_row_with_b_up_to(2**64 - 1, A)


@pytest.fixture
def small_row_groups(monkeypatch):
    """Let a partition of these small tables have several row groups, as one of a real table has."""
    from wythoff.out_of_core import write

    monkeypatch.setattr(write, "ROW_GROUP_ROWS", GROUP_ROWS)


@pytest.fixture(scope="session")
def stored_once(tmp_path_factory):
    """A stored table that nobody changes."""
    pytest.importorskip("pyarrow", reason="stored tables need pyarrow")
    pytest.importorskip("filelock", reason="stored tables need filelock")
    from wythoff.out_of_core import write

    folder = tmp_path_factory.mktemp("stored") / "table"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(write, "ROW_GROUP_ROWS", GROUP_ROWS)
        make(folder)
    return folder


@pytest.fixture
def stored(stored_once, tmp_path):
    """A stored table of one's own."""
    return shutil.copytree(stored_once, tmp_path / "table")


def make(folder, n=N, a=A, **options):
    """Write a table in this process."""
    from wythoff.out_of_core import write_table

    return write_table(folder, n, a, **{"partition_rows": PARTITION_ROWS, "workers": 0, **options})


def files(folder):
    """List the partitions of a table in ascending order."""
    return sorted(folder.glob("*.parquet"))


def put_wrong_row(file, n, column):
    """Add 1 to one number of a file and leave all else as it is."""
    from pyarrow import parquet

    stored = parquet.read_table(file)
    at = stored["n"].to_pylist().index(n)
    values = stored[column].to_numpy().copy()
    values[at] += 1
    where = stored.schema.get_field_index(column)
    changed = stored.set_column(where, stored.schema.field(column), [values])
    parquet.write_table(changed, file, row_group_size=GROUP_ROWS)


def write_words(folder, *options, n=LONG_N, rows=LONG_PARTITION_ROWS):
    """Return what follows the interpreter's name in the command that writes the longer table into a folder."""
    arguments = ["table", "--to", n, "-a", A, "--folder", folder, "--partition-rows", rows, *options]
    return ["-m", "wythoff", *map(str, arguments)]


def write_command(folder, *options, **sizes):
    """Return the command that writes the longer table into a folder."""
    return [sys.executable, *write_words(folder, *options, **sizes)]


def contents(folder):
    """Everything that must not depend on what happened on the way."""
    data = json.loads((folder / "_wythoff-table.json").read_text())
    del data["created"], data["updated"]
    return data, {file.name: file.read_bytes() for file in sorted(folder.glob("*.parquet"))}


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory):
    """What an undisturbed run makes of the longer table."""
    pytest.importorskip("pyarrow", reason="stored tables need pyarrow")
    pytest.importorskip("filelock", reason="stored tables need filelock")
    from made_once import made_once
    from pyarrow import parquet

    from wythoff.out_of_core import write_table

    def write(folder):
        write_table(folder, LONG_N, A, partition_rows=LONG_PARTITION_ROWS, workers=0)
        expected = table(LONG_N, A, strategy="recursive-merge")  # a strategy that knows no alpha
        read = parquet.read_table(folder)
        assert (read["A"].to_numpy() == expected.A).all()
        assert (read["B"].to_numpy() == expected.B).all()

    return contents(made_once(tmp_path_factory, "undisturbed", write))
