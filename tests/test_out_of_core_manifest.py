"""The list of what a stored table consists of."""

import json

import pytest

from wythoff.errors import InputError

pytest.importorskip("pyarrow", reason="stored tables need pyarrow")
pytest.importorskip("filelock", reason="stored tables need filelock")


from made_table import A, N

from wythoff.out_of_core import manifest, open_table, verify_table, write_table

pytestmark = pytest.mark.usefixtures("small_row_groups")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format_version": 2}, "was written by a later wythoff"),
        ({"format": "something"}, "it is no manifest of a table"),
        ({"a": 0}, "a number in it is out of range"),
        ({"a": 2**31}, "a number in it is out of range"),
        ({"partition_rows": 2**30 + 1}, "a number in it is out of range"),
        ({"row_group_rows": 2**24 + 1}, "a number in it is out of range"),
        ({"row_group_rows": 0}, "a number in it is out of range"),
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


@pytest.mark.parametrize("strategy", ["x" * 5000, "\x1b[31m", "a\nb"])
def test_foreign_text_in_a_manifest_is_short_and_printable_in_a_message(stored, strategy):
    path = stored / manifest.NAME
    path.write_text(json.dumps({**json.loads(path.read_text()), "strategy": strategy}))
    with pytest.raises(InputError, match="holds a table by strategy") as caught:
        write_table(stored, N, A, workers=0)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


def test_what_is_missing_of_a_table_without_end_is_told_at_once(stored):
    path = stored / manifest.NAME
    path.write_text(json.dumps({**json.loads(path.read_text()), "end": 2 * 10**18}))
    assert verify_table(stored, workers=0).problems == (f"rows {N + 1} to {2 * 10**18} were never written",)
    with pytest.raises(InputError, match=f"rows {N + 1} to {2 * 10**18} are missing"):
        open_table(stored)
    with pytest.raises(InputError, match="too many for one folder"):
        write_table(stored, 2 * 10**18, A, workers=0)
