"""Tables in blocks, and in files of every format."""

import csv
import io
import sys
from pathlib import PurePath

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_values import FINAL_TABLE_1, FINAL_TABLE_2, OEIS_COLUMNS

from wythoff import STRATEGIES, misere, oracle, positions
from wythoff.errors import InputError
from wythoff.tables.blocks import ROWS, SHORT, table_blocks
from wythoff.tables.formats import FORMATS, Contents, guess_format

TEXT = [entry.name for entry in FORMATS.values() if not entry.binary]
BINARY = [entry.name for entry in FORMATS.values() if entry.binary]
LAST_INT64 = positions.last_row_with_b_up_to(2**63 - 1)
LAST_UINT64 = positions.last_row_with_b_up_to(2**64 - 1)


def rows(n, a=1, **options):
    return [row for block in table_blocks(n, a, **options) for row in block.rows()]


def written(name, n, a=1, *, column="A", start=0, misere_play=False, strategy=None):
    pair = misere.pair if misere_play else positions.pair
    contents = Contents(
        blocks=table_blocks(n, a, start=start, play=misere if misere_play else None, strategy=strategy),
        n_rows=n - start + 1,
        largest=pair(n, a)[1],
        column=column,
        facts={"a": str(a)},
    )
    FORMATS[name].check(contents.largest)
    stream = io.BytesIO()
    FORMATS[name].write(stream, contents)
    return stream.getvalue()


def read(name, content):
    """Read a file back as rows, and the type of its columns where it has one."""
    if name == "npy":
        array = np.load(io.BytesIO(content))
        assert array.dtype.names == ("n", "A", "B")
        return list(map(tuple, array.tolist())), str(array["B"].dtype)
    if name == "parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
        table = parquet.read_table(io.BytesIO(content))
        assert table.column_names == ["n", "A", "B"]
        return [tuple(row.values()) for row in table.to_pylist()], str(table.schema.field("B").type)
    lines = content.decode("ascii").splitlines()
    if name == "markdown":
        assert lines[:2] == ["| n | A | B |", "| ---: | ---: | ---: |"]
        return [tuple(map(int, line.strip("| ").split(" | "))) for line in lines[2:]], None
    header, *data = csv.reader(lines, delimiter="\t" if name == "tsv" else ",")
    assert header == ["n", "A", "B"]
    return [tuple(map(int, row)) for row in data], None


@pytest.mark.parametrize("strategy", [None, *STRATEGIES])
def test_blocks_are_the_published_tables_by_every_strategy(strategy):
    assert rows(11, 1, strategy=strategy) == FINAL_TABLE_1
    assert rows(10, 2, strategy=strategy) == FINAL_TABLE_2
    expected = [(n, *misere.pair(n, 2)) for n in range(11)]
    assert rows(10, 2, strategy=strategy, play=misere) == expected


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_short_and_long_tables_are_the_same_table(play):
    start, options = 10**12, {"start": 10**12, "play": misere if play == "misere" else None}
    short = rows(start + SHORT - 1, 3, **options)
    long = rows(start + SHORT, 3, **options)
    assert short == long[:-1]
    pair = misere.pair if play == "misere" else positions.pair
    assert long[-1] == (start + SHORT, *pair(start + SHORT, 3))


def test_blocks_cover_every_row_once_also_where_a_strategy_begins_at_row_0():
    n = 2 * ROWS + 5
    for strategy in ("recursive-merge", "arithmetic"):
        blocks = list(table_blocks(n, 2, strategy=strategy))
        assert [len(block) for block in blocks] == [ROWS, ROWS, 6]
        assert [block.start for block in blocks] == [0, ROWS, 2 * ROWS]
        assert blocks[2].A[-1] == positions.pair(n, 2)[0]


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        ((-1,), {}, "n must be"),
        ((5, 0), {}, "a must be a whole number from 1 to 2147483647"),
        ((5, 2**31), {}, "a must be a whole number from 1 to 2147483647"),
        ((5,), {"start": 6}, "start must be at most n = 5, got 6"),
        ((5,), {"start": -1}, "start must be"),
        ((5,), {"strategy": "nonsense"}, "there is no strategy 'nonsense'"),
        ((5,), {"strategy": "recursive-merge", "start": 1}, "can't start at row 1"),
        ((10**30,), {"strategy": "arithmetic", "start": 10**30}, "64 bits"),
    ],
)
def test_tables_that_can_not_be_are_refused_on_the_call(arguments, options, words):
    with pytest.raises(InputError, match=words):
        table_blocks(*arguments, **options)


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "bfile"])
@pytest.mark.parametrize("misere_play", [False, True])
def test_every_format_holds_what_the_recursion_says(name, misere_play):
    a = 2
    if misere_play:
        losing = [(x, y) for x, y in oracle.losing_positions(60, a, misere=True) if x <= y]
        expected = [(n, x, y) for n, (x, y) in enumerate(sorted(losing))]
    else:
        expected = [(n, x, y) for n, (x, y) in enumerate(oracle.mex_table(20, a))]
    content = written(name, len(expected) - 1, a, misere_play=misere_play)
    assert read(name, content)[0] == expected
    assert read(name, written(name, 7, a, start=5, misere_play=misere_play))[0] == expected[5:8]


def test_b_files_are_those_of_the_oeis():
    for a, columns in OEIS_COLUMNS.items():
        for column, terms in zip("AB", columns.values(), strict=True):
            lines = [f"{n} {term}\n" for n, term in enumerate(terms, 1)]
            assert written("bfile", len(terms), a, column=column, start=1) == "".join(lines).encode()


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("strategy", [None, "algebraic"])
def test_binary_files_are_int64_while_b_fits_then_uint64_then_refused(name, strategy):
    for last, entry in ((LAST_INT64, "int64"), (LAST_INT64 + 1, "uint64"), (LAST_UINT64, "uint64")):
        found, found_entry = read(name, written(name, last, start=last - 3, strategy=strategy))
        assert found == [(n, *positions.pair(n)) for n in range(last - 3, last + 1)]
        assert found_entry == entry
    with pytest.raises(
        InputError, match=rf"{name} holds numbers below 2\^64 and B of the last row is 1844674407370955161"
    ):
        written(name, LAST_UINT64 + 1, start=LAST_UINT64, strategy=strategy)


@pytest.mark.parametrize("name", TEXT)
def test_text_holds_numbers_of_any_size(name):
    n = 10**40
    lines = written(name, n, 7, start=n, column="B").decode("ascii").splitlines()
    digits = "".join(sign if sign.isdigit() else " " for sign in lines[-1]).split()
    expected = [n, positions.pair(n, 7)[1]] if name == "bfile" else [n, *positions.pair(n, 7)]
    assert list(map(int, digits)) == expected


@given(start=st.integers(0, 10**30), rows=st.integers(1, 40), a=st.integers(1, 10**6), misere_play=st.booleans())
def test_csv_of_any_stretch_is_read_back(start, rows, a, misere_play):
    content = written("csv", start + rows - 1, a, start=start, misere_play=misere_play)
    pair = misere.pair if misere_play else positions.pair
    assert read("csv", content)[0] == [(n, *pair(n, a)) for n in range(start, start + rows)]


def test_parquet_says_what_it_holds_and_takes_little_room():
    parquet = pytest.importorskip("pyarrow.parquet")
    content = written("parquet", 200_000, 2)
    assert parquet.read_schema(io.BytesIO(content)).metadata[b"a"] == b"2"
    assert len(content) < 200_000


def test_parquet_without_pyarrow_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"parquet needs pyarrow; install the extra: pip install 'wythoff\[parquet\]'"):
        written("parquet", 5)


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("rows.csv", "csv"),
        ("ROWS.CSV", "csv"),
        ("rows", "csv"),
        ("rows.tsv", "tsv"),
        ("rows.md", "markdown"),
        ("b000201.txt", "bfile"),
        ("rows.npy", "npy"),
        ("rows.tar.parquet", "parquet"),
    ],
)
def test_the_ending_means_the_format(file, name):
    assert guess_format(PurePath("some.folder", file)).name == name


@pytest.mark.parametrize("file", ["rows.txt", "rows.xlsx", "rows.csv.gz"])
def test_an_unknown_ending_is_refused(file):
    with pytest.raises(InputError, match="no format goes with the ending of rows"):
        guess_format(PurePath(file))
