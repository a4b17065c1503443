"""Tables read from text of every layout and from binary files."""

import io
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wythoff import positions
from wythoff.errors import InputError
from wythoff.verify import WrongRow, verify
from wythoff.verify.reading import scan, text


def check(content, *arguments, **options):
    return verify(io.BytesIO(content if isinstance(content, bytes) else content.encode()), *arguments, **options)


def csv(rows, sep=","):
    return "".join(sep.join(map(str, row)) + "\n" for row in rows)


def exact_rows(count, a, start=0):
    return [(n, *positions.pair(n, a)) for n in range(start, start + count)]


# --- the layouts of text ---

ROWS = exact_rows(40, 2, 1000)


@pytest.mark.parametrize(
    "content",
    [
        csv(ROWS),
        "n,A,B\n" + csv(ROWS),
        "\ufeffn,A,B\r\n" + csv(ROWS).replace("\n", "\r\n"),
        csv(ROWS).replace("\n", "\r"),
        csv(ROWS).removesuffix("\n"),
        csv(ROWS, ";"),
        csv(ROWS, " ; "),
        csv(ROWS, "\t"),
        csv(ROWS, "    "),
        "".join(f"{n:>12} {x:>14} {y:>14}\n" for n, x, y in ROWS),
        "".join(f'"{n}","{x}","{y}"\n' for n, x, y in ROWS),
        "".join(f'{n},"{x:,}","{y:,}"\n' for n, x, y in ROWS),
        "".join(f"{n:,}\t{x:,}\t{y:,}\n" for n, x, y in ROWS),
        "".join(f"{n:,} {x:,} {y:,}\n" for n, x, y in ROWS),
        "".join(f"{n}, {x}, {y}\n" for n, x, y in ROWS),
        "| n | A | B |\n|--:|:-:|---|\n" + "".join(f"| {n} | {x:,} | {y} |\n" for n, x, y in ROWS),
        "n | A | B\n-- | -- | --\n" + "".join(f"{n} | {x} | {y}\n" for n, x, y in ROWS),
        "+---+---+---+\n| n | A | B |\n+===+===+===+\n" + "".join(f"| {n} | {x} | {y} |\n" for n, x, y in ROWS),
        "# a table\n\n  \nrow low high\n---- --- ----\n" + csv(ROWS, " ") + "# its end\n",
        "".join(f"{n},{x},{y} # row {n}\n" for n, x, y in ROWS),
        "B,A,n\n" + "".join(f"{y},{x},{n}\n" for n, x, y in ROWS),
        ",n,$A_n$,B_n,who\n" + "".join(f"{i},{n},{x},{y},me\n" for i, (n, x, y) in enumerate(ROWS)),
        "\tn\tA\tB\n" + "".join(f"{i}\t{n}\t{x}\t{y}\n" for i, (n, x, y) in enumerate(ROWS)),
        "n,A,B\n" + csv(ROWS[:20]) + "n,A,B\n" + csv(ROWS[20:]),
        "".join(f"+{n},00{x},{y}\n" for n, x, y in ROWS),
    ],
)
def test_every_layout_of_the_same_rows_is_read(content):
    result, faults = check(content)
    assert faults == []
    assert (result.a, result.n_rows, result.least, result.most, result.all_right) == (2, 40, 1000, 1039, True)
    # and a wrong number in it is found
    wrong = content.replace(str(ROWS[7][1]), str(ROWS[7][1] + 1)).replace(f"{ROWS[7][1]:,}", f"{ROWS[7][1] + 1:,}")
    result, faults = check(wrong)
    assert (result.n_wrong, result.n_unreadable) == (1, 0)
    assert (faults[0].n, faults[0].right) == (1007, ROWS[7][1:])


def test_without_quotes_a_comma_always_ends_a_column():
    result, faults = check("1,1,3\n2,2,6\n3,4,10\n1,000,1,414,3,414\n", 2)
    assert (result.n_rows, result.n_wrong, result.n_unreadable) == (3, 0, 1)
    assert faults[0].reason == "6 columns where the table has 3: '1,000,1,414,3,414'"


# --- two ways through one text: line by line, and compiled ---


def verdicts(content, *arguments, **options):
    result, faults = check(content, *arguments, limit=None, **options)
    return faults, result.n_rows, result.n_wrong, result.n_unreadable, result.a, result.least, result.most


ODD = [
    "", "   ", "#", "# 1,1,3", "x", "1", "1,2", "1,1,3,", ",1,3", "1,1,3,4", "-1,1,3", "1,-1,3", "+1,1,3", "1.0,1,3",
    "1e0,1,3", '"1","1","3"', '"1,1,3', '1,"1"1,3', ' "1" , "1" ,3', "1 1,1,3", "1,1,3\r", " 1 ,\t1 , 3 ",
    "1,1,3 # yes", "1,,3", "99999999999999999999,1,3", "9999999999999999999,1,3", "18446744073709551615,1,3",
    "1,18446744073709551616,3", "00000000000000000000001,1,3", "1,1,\xa03", "\x0c1,1,3", "1_0,1,3", "\u0661,1,3", "\r",
    "1,1,3\r\r",
    "2, 2, 6", "|1,1,3", '""', "1;1;3", "1\t1\t3", "1 1 3", '"1",1,"3"', '"1,000",1,3', '" 1",1,3',
]  # fmt: skip


@pytest.fixture
def compiled(monkeypatch):
    """Let any text but the shortest go through compiled code, in chunks of a few lines."""
    monkeypatch.setattr(text, "BY_LINE", 0)
    monkeypatch.setattr(text, "FIRST_CHUNK", 2000)
    monkeypatch.setattr(text, "CHUNK", 100)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", " "])
def test_compiled_and_interpreted_reading_agree_on_odd_lines(delimiter, monkeypatch):
    start = "".join(delimiter.join(map(str, row)) + "\n" for row in exact_rows(30, 2, 1))
    odd = [line.replace(",", delimiter) for line in ODD] + ODD
    random.Random(1).shuffle(odd)
    content = start + "\n".join(odd) + "\n" + start
    slow = verdicts(content, 2)
    monkeypatch.setattr(text, "BY_LINE", 0)
    monkeypatch.setattr(text, "FIRST_CHUNK", 200)
    for chunk in (97, 1000):
        monkeypatch.setattr(text, "CHUNK", chunk)
        assert verdicts(content, 2) == slow
    assert slow[3] > 30
    assert slow[1] >= 60


@given(
    lines=st.lists(st.sampled_from(ODD) | st.text('0123456789,;| \t"-+#.x\r', max_size=12), max_size=20),
    delimiter=st.sampled_from(",;\t| "),
)
@settings(max_examples=150)
def test_compiled_and_interpreted_reading_agree(lines, delimiter):
    start = "".join(delimiter.join(map(str, row)) + "\n" for row in exact_rows(50, 3, 1))
    content = start + "\n".join(lines)
    slow = verdicts(content, 3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "BY_LINE", 0)
        patch.setattr(text, "FIRST_CHUNK", 400)
        patch.setattr(text, "CHUNK", 64)
        assert verdicts(content, 3) == slow


@pytest.mark.slow
def test_a_long_text_shuffled_and_spoilt(compiled):
    rows = exact_rows(20_000, 3, 10**17)
    random.Random(2).shuffle(rows)
    spoilt = {rows[i][0] for i in (0, 777, 19_999)}
    rows = [(n, x + (n in spoilt), y) for n, x, y in rows]
    result, faults = check(csv(rows), limit=2)
    assert (result.a, result.n_rows, result.n_wrong) == (3, 20_000, 3)
    assert [fault.place for fault in faults] == [1, 778]


# --- binary formats ---


def npy(path, array):
    np.save(path, array)
    return path


def test_npy_of_every_shape_and_type(tmp_path):
    rows = exact_rows(1000, 2)
    for dtype in ("int64", "uint64", "uint32", ">i4", "int16"):
        named = np.array(rows, [(name, dtype) for name in "nAB"])
        assert verify(npy(tmp_path / "t.npy", named))[0].all_right
        assert verify(npy(tmp_path / "t.npy", np.array(rows, dtype)))[0].all_right
        assert verify(npy(tmp_path / "t.npy", np.array(rows, dtype)[:, ::2]))[0].column == "B"
    named["A"][7] = -5
    result, faults = verify(npy(tmp_path / "t.npy", named))
    assert (result.n_rows, result.n_wrong, result.source.place) == (1000, 1, "record")
    assert faults == [WrongRow(8, 7, ("A", "B"), (-5, 23), (9, 23))]


def test_npy_whose_numbers_overflowed(tmp_path):
    n = positions.last_row_with_b_up_to(2**63 - 1, 2) + 1
    row = np.array([(n, *positions.pair(n, 2))], np.uint64)
    assert verify(npy(tmp_path / "t.npy", row), 2)[0].all_right
    assert verify(npy(tmp_path / "t.npy", row.astype(np.int64)), 2)[0].n_wrong == 1


@pytest.mark.parametrize(
    ("array", "sentence"),
    [
        (np.ones((5, 3)), "the array holds float64, and a table holds whole numbers"),
        (np.ones(5, int), r"the array has the shape \(5,\), and a table has columns n, A, B"),
        (np.ones((5, 4), int), "the array has the shape"),
        (np.array([[None] * 3]), "the npy file can't be read: "),
        (np.ones(5, [("n", int), ("x", int)]), "the columns are n, x, and a table has n, A, B"),
        (np.ones((2, 2), [("n", int), ("A", int)]), "a table holds whole numbers"),
    ],
)
def test_npy_that_is_no_table(tmp_path, array, sentence):
    with pytest.raises(InputError, match=rf"t\.npy: .*{sentence}"):
        verify(npy(tmp_path / "t.npy", array), 2)


def test_damaged_npy(tmp_path):
    path = npy(tmp_path / "t.npy", np.ones((100, 3), int))
    for size in (6, 40, 200):
        path.write_bytes(path.read_bytes()[:size])
        with pytest.raises(InputError, match=r"t\.npy: the npy file can't be read"):
            verify(path, 2)


def test_parquet(tmp_path):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path = tmp_path / "t.parquet"
    rows = exact_rows(1000, 2)
    rows[17] = (17, 25, 59)
    columns = dict(
        zip(("other", "B", "n", "A"), (range(1000), *[[row[i] for row in rows] for i in (2, 0, 1)]), strict=True)
    )
    parquet.write_table(pa.table(columns), path)
    result, faults = verify(path)
    assert (result.n_rows, result.n_wrong, result.a) == (1000, 1, 2)
    assert faults == [WrongRow(18, 17, ("A", "B"), (25, 59), (24, 58))]
    parquet.write_table(pa.table({"n": [1, 2, None], "A": [1, 2, 4], "B": [3, 6, 10]}), path)
    result, faults = verify(path)
    assert [fault.reason for fault in faults] == ["an empty column"]
    parquet.write_table(pa.table({"n": [1.5], "A": [1], "B": [2]}), path)
    with pytest.raises(InputError, match="the column n holds double, and a table holds whole numbers"):
        verify(path)
    path.write_bytes(path.read_bytes()[:60])
    with pytest.raises(InputError, match="the Parquet file can't be read"):
        verify(path)


def test_interpreted_scan_equals_the_compiled_one(compiled, monkeypatch):
    content = csv(exact_rows(60, 2, 1)) + "\n".join(ODD) + "\n" + csv(exact_rows(30, 2, 1))
    expected = verdicts(content, 2)
    monkeypatch.setattr(scan, "_scan", scan._scan.py_func)
    with np.errstate(over="ignore"):
        assert verdicts(content, 2) == expected
