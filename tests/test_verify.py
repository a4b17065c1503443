"""Somebody's tables checked: the theses' own, every format, and files made to confuse."""

import bz2
import contextlib
import gzip
import io
import json
import lzma
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known_values import OEIS_COLUMNS, THESIS_FIRST_WRONG_K, THESIS_SWEEP

from wythoff import misere, positions
from wythoff.errors import InputError
from wythoff.verify import WrongRow, verify
from wythoff.verify.reading import inference, row_numbers, text
from wythoff.verify.reading.inference import Inferred
from wythoff.verify.reading.lines import LONGEST

DATA = json.loads((Path(__file__).parent / "data" / "thesis_tables.json").read_text(encoding="utf-8"))
PRINTED = [tuple(map(int, row)) for row in DATA["rows"]]


def check(content, *arguments, **options):
    return verify(io.BytesIO(content if isinstance(content, bytes) else content.encode()), *arguments, **options)


def csv(rows, sep=","):
    return "".join(sep.join(map(str, row)) + "\n" for row in rows)


def exact_rows(count, a, start=0):
    return [(n, *positions.pair(n, a)) for n in range(start, start + count)]


ROWS = exact_rows(40, 2, 1000)


@pytest.fixture
def compiled(monkeypatch):
    """Let any text but the shortest go through compiled code, in chunks of a few lines."""
    monkeypatch.setattr(text, "BY_LINE", 0)
    monkeypatch.setattr(text, "FIRST_CHUNK", 2000)
    monkeypatch.setattr(text, "CHUNK", 100)


# --- the theses ---


def test_the_final_thesis_has_57_wrong_rows_of_100():
    result, faults = check("n,A,B\n" + csv(PRINTED), limit=None)
    assert (result.n_rows, result.n_wrong, result.n_unreadable, result.a) == (100, 57, 0, 2)
    assert [fault.n for fault in faults] == THESIS_SWEEP[THESIS_FIRST_WRONG_K:]
    assert faults[0] == WrongRow(
        45, 87960930222080, ("A", "B"), (124395540479019, 300317400923179), (124395540479018, 300317400923178)
    )
    last = faults[-1]
    assert last.found[0] - last.right[0] == last.found[1] - last.right[1] == 612_737_508_569_047
    assert result.inferred == [Inferred("a = 2", 100, 100)]
    assert not result.all_right


def test_the_draft_has_54_wrong_rows_of_97_and_its_garbled_lines_are_named():
    lines = csv(PRINTED, "\t").splitlines()
    garbled = [
        "\t7961314590657216\t19220313659083456",
        "5629499534213120\t\t",
        "11258999068426240\t15922629181314432 31845258362628865\t38440627318166912",
        "22517998136852480\t3-3-3-3-3-3-3-3\t76881254636333825",
    ]
    at = DATA["garbled in the draft"][0]
    content = "\n".join(["n\tA\t\N{CYRILLIC CAPITAL LETTER VE}", *lines[:at], *garbled, *lines[at + 3 :]])
    result, faults = check(content, limit=None)
    assert (result.n_rows, result.n_wrong, result.n_unreadable) == (97, 54, 4)
    unreadable = [fault for fault in faults if not isinstance(fault, WrongRow)]
    assert [fault.place for fault in unreadable] == [at + 2, at + 3, at + 4, at + 5]
    assert [fault.reason for fault in unreadable] == [
        "an empty column",
        "an empty column",
        "'15922629181314432 31845258362628865' is no whole number",
        "'3-3-3-3-3-3-3-3' is no whole number",
    ]


# --- one column ---


@pytest.mark.parametrize(
    ("a", "number"), [(1, "A000201"), (1, "A001950"), (2, "A001951"), (5, "A184522"), (5, "A184523")]
)
def test_published_columns_tell_what_they_are(a, number):
    column = "AB"[list(OEIS_COLUMNS[a]).index(number)]
    rows = list(enumerate(OEIS_COLUMNS[a][number], 1))
    result, faults = check(f"# {number}\n" + csv(rows, " "))
    assert (result.a, result.column, result.all_right, faults) == (a, column, True, [])
    assert check(csv(rows, " "), a, column=column)[0].all_right
    with pytest.raises(InputError, match="column must be A or B, got 'C'"):
        check(csv(rows, " "), a, column="C")


def test_a001955_is_not_the_sequence_of_a_3():
    """Facts: it is floor(n * (1 + 1 / sqrt(11))), and differs first at n = 43, 55 instead of 56."""
    rows = [(n, n + int((n * n // 11) ** 0.5)) for n in range(1, 60)]
    assert rows[42] == (43, 55)
    result, faults = check(csv(rows, " "), 3)
    assert faults[0] == WrongRow(43, 43, ("A",), (55,), (56,))
    assert result.column == "A"


@pytest.mark.parametrize("a", [1, 2, 3, 50, 10**6])
@pytest.mark.parametrize("column", ["A", "B"])
def test_one_column_tells_the_parameter(a, column):
    start = 4 * a * a  # rows from which each parameter has entries of its own
    rows = [(n, positions.pair(n, a)["AB".index(column)]) for n in range(start, start + 50)]
    result, _ = check(csv(rows, " "))
    assert (result.a, result.column, result.all_right) == (a, column, True)


def test_a_column_that_any_large_parameter_has_asks_for_it():
    with pytest.raises(InputError, match="the numbers of column A don't tell the parameter: give it with -a"):
        check("1 1\n2 2\n3 3\n")
    assert check("1 1\n2 2\n3 3\n", 4)[0].all_right


def test_named_columns_are_what_they_are_called():
    rows = csv([(n, positions.pair(n, 2)[1]) for n in range(9)])
    assert check("n,B\n" + rows, 2)[0].all_right
    with pytest.raises(InputError, match="column A was asked for, and the table has B"):
        check("n,B\n" + rows, 2, column="A")
    with pytest.raises(InputError, match="column goes with a table of two columns"):
        check(csv(ROWS), column="A")


# --- what is not given ---


def test_the_parameter_is_what_most_differences_say():
    rows = exact_rows(30, 7)
    rows[5] = (5, 5, 41)
    rows[6] = (6, 6, 49)
    result, faults = check(csv(rows))
    assert result.inferred == [Inferred("a = 7", 27, 29)]
    assert [fault.n for fault in faults] == [5, 6]


@pytest.mark.parametrize("content", ["0,0,0\n", "5,9,9\n", "3,5,6\n4,4,5\n"])
def test_rows_that_tell_no_parameter_ask_for_it(content):
    with pytest.raises(InputError, match="the differences B - A don't tell the parameter: give it with -a"):
        check(content)
    assert check(content, 2)[0].n_rows == content.count("\n")


@pytest.mark.parametrize("a", [1, 2, 3])
def test_tables_of_misere_play(a):
    rows = [(n, *misere.pair(n, a)) for n in range(50)]
    result, faults = check(csv(rows), misere=True)
    assert (result.a, result.all_right, faults) == (a, True, [])
    for which, column in enumerate("AB"):
        narrow = csv([(row[0], row[1 + which]) for row in rows], " ")
        assert check(narrow, a, misere=True)[0].all_right
        assert check(narrow, a, misere=True, column=column)[0].all_right
    rows[30] = (30, rows[30][1] + 1, rows[30][2] + 1)
    rows[1] = (1, 1, 2 + a)
    assert [fault.n for fault in check(csv(rows), misere=True)[1]] == [1, 30]
    if a > 1:
        with pytest.raises(InputError, match=f"B - A is that of misère play with a = {a}: add --misere, or give -a"):
            check(csv(rows[2:]))
        with pytest.raises(InputError, match="B - A is that of normal play with a = 2: leave out --misere"):
            check(csv(ROWS), misere=True)
    with pytest.raises(InputError, match="one column of misère play doesn't tell the parameter"):
        check("5 9\n", misere=True)


# --- exactness ---


@given(
    a=st.sampled_from([1, 2, 3, 1000, 2**32 - 1, 2**32]),
    n=st.lists(st.integers(0, 2**64) | st.integers(0, 100), min_size=1, max_size=20),
    off=st.integers(-1, 1) | st.sampled_from([2**64, -(2**64), 2**63]),
    play=st.booleans(),
    columns=st.sampled_from(["nAB", "nA", "nB"]),
    data=st.data(),
)
@settings(max_examples=200)
def test_verdicts_are_those_of_the_closed_form_at_any_size(a, n, off, play, columns, data):
    pair = misere.pair if play else positions.pair
    wrong = set(data.draw(st.lists(st.sampled_from(n)))) if off else set()
    rows = []
    for row in n:
        found = [x + (off if row in wrong else 0) for x in pair(row, a)]
        rows.append((row, *(found["AB".index(name)] for name in columns[1:])))
    content = ",".join(columns) + "\n" + csv(rows)
    with pytest.MonkeyPatch.context() as patch:
        for by_line in (2**20, 0):
            patch.setattr(text, "BY_LINE", by_line)
            result, faults = check(content, a, misere=play, limit=None)
            assert [fault.n for fault in faults] == [row for row in n if row in wrong]
            assert (result.n_rows, result.n_unreadable) == (len(n), 0)
            assert all(fault.right == tuple(pair(fault.n, a)["AB".index(x)] for x in columns[1:]) for fault in faults)


# --- hostile files ---


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty"),
        (b"\n \r\n\t\n", "the file is empty"),
        (b"\xef\xbb\xbf", "the file is empty"),
        (b"\x7fELF\0\0\0", "this is no text, and neither npy nor Parquet"),
        ("1,1,3\n".encode("utf-16"), "the text is in UTF-16: save it as UTF-8"),
        (b"# nothing\n", "there is no line of whole numbers n, A, B"),
        (b"once upon a time\n", "there is no line of whole numbers n, A, B"),
        (bytes(range(128, 256)) * 9, "there is no line of whole numbers n, A, B"),
        (b"5\n6\n", "a line has one number, and a table has n, A, B"),
        (b"1,2,3,4\n", "a line has 4 numbers"),
        (b"1.5,1.0,3.0\n", "there is no line of whole numbers n, A, B"),
        (b"7" * (10 * 2**20), "there is no line of whole numbers n, A, B|a line has one number"),
    ],
)
def test_what_is_no_table_is_refused_in_a_sentence(content, sentence):
    with pytest.raises(InputError, match=sentence) as refusal:
        check(content, 2)
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize("filler", [b"7", b"7,", b" ", b"\0"])
def test_a_line_of_ten_megabytes_is_named_and_passed_over(filler):
    start = csv(exact_rows(60_000, 2)).encode()
    result, faults = check(start + filler * (10 * 2**20 // len(filler)) + b"\n1,1,3\n1,1,4\n", 2)
    assert (result.n_rows, result.n_wrong, result.n_unreadable) == (60_002, 1, 1)
    assert [fault.place for fault in faults] == [60_001, 60_003]
    assert faults[0].reason == f"longer than {LONGEST} bytes"


def test_numbers_of_a_hundred_thousand_digits():
    n = 10**100_000 + 7
    lower, upper = positions.pair(n, 2)
    before = sys.get_int_max_str_digits()
    try:
        sys.set_int_max_str_digits(0)
        content = csv([(n, lower, upper), (n, lower + 1, upper + 1)])
        result, faults = check(content)
        assert (result.a, result.n_rows, result.n_wrong, faults[0].right) == (2, 2, 1, (lower, upper))
        sys.set_int_max_str_digits(5000)
        _, faults = check("1,1,3\n" + content)
    finally:
        sys.set_int_max_str_digits(before)
    assert "a number of 100001 digits, more than Python reads unless" in faults[0].reason


def test_duplicates_gaps_negative_rows_and_changing_columns():
    result, faults = check("5,7,17\n5,7,17\n2,2,6\n-3,-4,-10\n900,1272,3072\n7,8\n4,5,13,1\n")
    assert (result.n_rows, result.n_wrong, result.n_unreadable, result.least, result.most) == (4, 0, 3, 2, 900)
    assert [fault.reason for fault in faults] == [
        "there is no row -3: rows are counted from 0",
        "2 columns where the table has 3: '7,8'",
        "4 columns where the table has 3: '4,5,13,1'",
    ]


def test_a_null_byte_far_into_a_text_spoils_its_line_only(compiled):
    result, faults = check(csv(exact_rows(1000, 2)) + "3,4\0,10\n1,1,3\n")
    assert (result.n_rows, result.n_unreadable, result.n_wrong) == (1001, 1, 0)
    assert faults[0].place == 1001


def test_files_that_can_not_be_read(tmp_path):
    with pytest.raises(InputError, match=r"is a folder: name one file of a table"):
        verify(tmp_path)
    with pytest.raises(InputError, match=r"none\.csv can't be read: No such file"):
        verify(tmp_path / "none.csv")


def test_memory_is_that_of_a_block():
    import tracemalloc

    class Repeated(io.RawIOBase):
        """The same rows again and again, a megabyte at a time."""

        rows = csv(exact_rows(40_000, 1, 10**9)).encode()
        left = 0

        def readable(self):
            return True

        def readinto(self, buffer):
            content = self.rows[: len(buffer)] if self.left else b""
            content = content[: content.rindex(b"\n") + 1] if content else b""
            self.left -= bool(content)
            buffer[: len(content)] = content
            return len(content)

    def peak(times):
        stream = Repeated()
        stream.left = times
        tracemalloc.start()
        result, _ = verify(io.BufferedReader(stream, 2**21))
        memory = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert result.all_right
        assert result.n_rows > 35_000 * times
        return memory

    peak(2)  # what is compiled isn't counted
    assert peak(24) < 1.2 * peak(8)


# --- one wrong row ---


@pytest.mark.parametrize("start", [0, 1, 7, 1000])
@pytest.mark.parametrize("column", ["A", "B"])
def test_one_wrong_row_never_chooses_the_parameter_of_a_column(column, start):
    told = 0
    for a in range(1, 6):
        for count in (3, 4, 7):  # rows, of which row 0 says nothing
            right = [(n, row["AB".index(column)]) for n, *row in exact_rows(count, a, start)]
            for at in range(count):
                for off in (-2, -1, 1, 2, 10):
                    rows = [*right[:at], (right[at][0], right[at][1] + off), *right[at + 1 :]]
                    with contextlib.suppress(InputError):  # which asks for -a
                        result, faults = check(csv(rows), column=column)
                        told += 1
                        assert result.a == a, (a, rows)
                        wrong = [fault.n for fault in faults if isinstance(fault, WrongRow)]
                        assert wrong == [rows[at][0]], (a, rows)
    assert told > 100


@pytest.mark.parametrize("column", ["A", "B"])
@pytest.mark.parametrize("a", [1, 2, 3, 4, 7, 20])
def test_a_right_column_of_fifty_rows_tells_its_parameter(a, column):
    result, faults = check(csv([(n, row["AB".index(column)]) for n, *row in exact_rows(50, a)]))
    assert (result.a, faults, result.all_right) == (a, [], True)


@given(st.lists(st.tuples(st.integers(1, 30), st.integers(0, 60)), min_size=1, max_size=8))
def test_votes_for_parameters_are_those_of_trying_each(rows):
    ranges = [found for row in rows if (found := inference._parameters_of_lower(*row))]
    stretches = inference._count_votes(ranges)
    for a in range(1, 100):
        votes = sum(positions.pair(n, a)[0] == lower for n, lower in rows)
        found = [v for least, largest, v in stretches if least <= a and (largest is None or a <= largest)]
        assert (found or [0]) == [votes], a


# --- missing and repeated rows ---


def test_missing_and_repeated_rows_are_counted():
    result, _ = check("5,7,17\n600,848,2048\n5,7,17\n")
    assert (result.coverage.n_missing, result.coverage.first_missing, result.coverage.n_repeated) == (594, 6, 1)
    assert result.all_right


@pytest.mark.parametrize("few", [1, 4, 4096])
@given(data=st.lists(st.lists(st.integers(0, 40), max_size=12), max_size=6))
def test_coverage_is_that_of_a_set(few, data):
    seen, numbers = row_numbers.Coverage(), []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(row_numbers, "_FEW", few)
        for i, rows in enumerate(data):
            if i % 2:
                seen.add_array(np.array(rows, np.uint64))
            else:
                for n in rows:
                    seen.add(n)
            numbers += rows
        missing = sorted(set(range(min(numbers, default=0), max(numbers, default=-1) + 1)) - set(numbers))
        assert seen.n_rows == len(numbers)
        assert (seen.n_missing, seen.n_repeated) == (len(missing), len(numbers) - len(set(numbers)))
        assert seen.first_missing == (missing[0] if missing else None)


def test_rows_in_no_order_with_gaps_everywhere_are_checked_though_not_counted(monkeypatch):
    monkeypatch.setattr(row_numbers, "_MOST", 10)
    monkeypatch.setattr(row_numbers, "_FEW", 4)
    result, faults = check(csv([(n, *positions.pair(n, 2)) for n in range(0, 200, 2)]))
    assert (result.n_rows, faults, result.coverage.is_complete) == (100, [], False)


# --- what other programs write ---

WRITTEN = [
    ("pandas, index=False", lambda rows: "A,B\n" + csv([row[1:] for row in rows])),
    ("pandas, index", lambda rows: "n,A,B\n" + csv(rows)),
    ("pandas, floats", lambda rows: "n,A,B\n" + csv([[f"{x}.0" for x in row] for row in rows])),
    ("floats, no header", lambda rows: csv([[f"{x}." for x in row] for row in rows], "\t")),
    ("title", lambda rows: "Wythoff pairs\nfor a = 2\n\nn,A,B\n" + csv(rows)),
    ("title without names", lambda rows: "The losing positions, a = 2:\n" + csv(rows, " ")),
    ("title of a spreadsheet", lambda rows: "Wythoff pairs,,\na = 2,,\nn,A,B\n" + csv(rows)),
    ("trailing commas", lambda rows: "n,A,B,\n" + "".join(f"{n},{x},{y},\n" for n, x, y in rows)),
    ("trailing commas, no header", lambda rows: "".join(f"{n},{x},{y},\n" for n, x, y in rows)),
    ("trailing commas in rows only", lambda rows: "n,A,B\n" + "".join(f"{n},{x},{y},\n" for n, x, y in rows)),
    ("R, write.table", lambda rows: '"n" "A" "B"\n' + "".join(f'"{n + 1}" {n} {x} {y}\n' for n, x, y in rows)),
    ("R, quote=F", lambda rows: "n A B\n" + "".join(f"{n + 1} {n} {x} {y}\n" for n, x, y in rows)),
    ("R, sep=,", lambda rows: '"n","A","B"\n' + "".join(f'"{n + 1}",{n},{x},{y}\n' for n, x, y in rows)),
    ("R, write.csv", lambda rows: '"","n","A","B"\n' + "".join(f'"{n + 1}",{n},{x},{y}\n' for n, x, y in rows)),
    ("R, A and B", lambda rows: '"A" "B"\n' + "".join(f'"{n + 1}" {x} {y}\n' for n, x, y in rows)),
]


@pytest.mark.parametrize(
    ("start", "short", "pack"),
    [(0, True, gzip.compress), (0, False, bytes), (1000, True, bz2.compress), (1, True, lzma.compress)],
    ids=["gz", "compiled", "bz2", "xz"],
)
@pytest.mark.parametrize("write", [write for _, write in WRITTEN], ids=[name for name, _ in WRITTEN])
def test_what_other_programs_write_is_read(write, start, short, pack, monkeypatch, tmp_path):
    if not short:
        monkeypatch.setattr(text, "BY_LINE", 0)
    rows = exact_rows(40, 2, start)
    rows[17] = (rows[17][0], rows[17][1] + 1, rows[17][2])
    packed = pack(write(rows).encode())
    (tmp_path / "table").write_bytes(packed)
    for table in (io.BytesIO(packed), tmp_path / "table"):
        result, faults = verify(table)
        assert [(fault.n, fault.right) for fault in faults] == [(start + 17, positions.pair(start + 17, 2))]
        assert (result.n_rows, result.n_unreadable, result.a) == (40, 0, 2)
        assert (result.least, result.most, result.coverage.n_missing) == (start, start + 39, 0)


@pytest.mark.parametrize("start", [0, 1, 500])
@pytest.mark.parametrize(("a", "play"), [(1, False), (2, False), (5, False), (1, True), (2, True), (3, True)])
def test_rows_without_numbers_are_counted_from_where_they_begin(a, play, start, tmp_path):
    make = misere.pair if play else positions.pair
    rows = [make(n, a) for n in range(start, start + 60)]
    rows[1] = (rows[1][0], rows[1][1] + 1)
    arrays = dict(zip("AB", np.array(rows).T, strict=True))
    pq.write_table(pa.table(arrays), tmp_path / "table.parquet")
    np.save(tmp_path / "table.npy", np.array(rows, [("A", "i8"), ("B", "u8")]))
    for table in (io.BytesIO(("A;B\n" + csv(rows, ";")).encode()), *tmp_path.iterdir()):
        result, faults = verify(table, a, misere=play)
        assert [(fault.n, fault.right) for fault in faults] == [(start + 1, make(start + 1, a))]
        assert (result.least, result.most) == (start, start + 59)


def test_a_spoilt_line_takes_the_number_of_its_row():
    result, faults = check("A,B\n0,0\n1,3\nx,6\n4,10\n5,13\n7,17\n")
    assert [fault.place for fault in faults] == [4]
    assert (result.n_rows, result.n_wrong, result.most) == (5, 0, 5)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (gzip.compress(csv(ROWS).encode())[:-9], "packed file is cut off or damaged"),
        (gzip.compress(csv(ROWS * 9).encode())[:60] + b"damaged" * 20, "packed file is cut off or damaged"),
        (lzma.compress(csv(ROWS).encode())[:-9], "packed file is cut off or damaged"),
        (bz2.compress(csv(ROWS).encode())[:30] + b"damaged" * 9, "can't be read: Invalid data stream"),
        (b"PK\x03\x04" + bytes(40), "this is a zip archive or a spreadsheet: unpack it first"),
        (b"\x28\xb5\x2f\xfd" + bytes(40), "this is packed by zstd: unpack it first"),
        (b"A,B\n0,0\n", "the rows have no numbers, and don't follow each other either"),
        (b"A,B\n5,3\n4,2\n3,1\n", "the rows have no numbers"),
    ],
)
def test_what_can_not_be_read_is_told_in_a_sentence(content, sentence, tmp_path):
    (tmp_path / "table").write_bytes(content)
    for table in (io.BytesIO(content), tmp_path / "table"):
        with pytest.raises(InputError, match=sentence):
            verify(table)


def _tuples(pairs, form="({}, {})", between=", "):
    return between.join(form.format(*pair) for pair in pairs)


PUBLISHED = {
    "lines": lambda pairs: csv(pairs),
    "blanks": lambda pairs: csv(pairs, " "),
    "tuples": lambda pairs: _tuples(pairs, between="\n"),
    "in a row": lambda pairs: "The cold positions are " + _tuples(pairs) + ", ...\n",
    "Python": lambda pairs: repr(pairs),
    "JSON": lambda pairs: str(list(map(list, pairs))),
    "Mathematica": lambda pairs: "{" + _tuples(pairs, "{{{}, {}}}") + "}",
    "semicolons": lambda pairs: _tuples(pairs, "({};{})", "; "),
    "larger first": lambda pairs: csv([pair[::-1] for pair in pairs]),
    "from the end": lambda pairs: csv(pairs[::-1]),
    "header": lambda pairs: "A,B\n" + csv(pairs),
    "Markdown": lambda pairs: "| a | b |\n|---|---|\n" + "".join(f"| {x} | {y} |\n" for x, y in pairs),
    "numbered": lambda pairs: "".join(f"{i}: ({x}, {y})\n" for i, (x, y) in enumerate(pairs)),
}


@pytest.mark.parametrize("write", PUBLISHED.values(), ids=list(PUBLISHED))
@pytest.mark.parametrize(("a", "numbers"), [(1, range(1, 20)), (2, range(0, 40, 3)), (5, [9, 2, 30, 4, 4])])
def test_pairs_without_numbers_are_numbered_by_their_difference(write, a, numbers):
    content = write([positions.pair(n, a) for n in numbers]) + "\n"
    result, faults = check(content)
    assert (faults, result.n_unreadable, result.a) == ([], 0, a)
    assert (result.n_rows, result.least, result.most) == (len(numbers), min(numbers), max(numbers))


def test_a_wrong_pair_among_pairs_has_the_number_of_its_place():
    pairs = [positions.pair(n) for n in range(1, 20)]
    pairs[6] = (pairs[6][0], pairs[6][1] + 1)
    for write in (PUBLISHED["lines"], PUBLISHED["in a row"]):
        result, (fault,) = check(write(pairs))
        assert (fault.place, fault.n, fault.right, result.n_wrong) == (7, 7, positions.pair(7), 1)


@pytest.mark.parametrize(("column", "a"), [(0, 1), (1, 1), (0, 2), (1, 7)])
def test_numbers_and_one_column_are_no_pairs(column, a):
    result, faults = check(csv([(n, positions.pair(n, a)[column]) for n in range(1, 60)]))
    assert (faults, result.column, result.a, result.n_rows) == ([], "AB"[column], a, 59)
