"""The record of agreement: digests, damage and interruption, records of several machines, and what is refused."""

import hashlib
import json
import struct
from pathlib import Path

import pytest

from wythoff.data import agreement
from wythoff.data.agreement_record import merged, missing, reach, read, write
from wythoff.errors import InputError
from wythoff.out_of_core.agree import Disagreement
from wythoff.positions import pair

PUBLISHED = Path(__file__).parents[1] / "docs" / "data" / "agreement.jsonl"


def digest_by_the_closed_form(a, first, last):
    rows = b"".join(struct.pack("<QQ", *pair(n, a)) for n in range(first, last + 1))
    return hashlib.sha256(rows).hexdigest()


def recorded(path, n, a, **options):
    return agreement.record(path, n, a, workers=0, **options)


def ranges(path):
    return [(block["first"], block["last"]) for block in read(path).blocks]


def test_blocks_are_recorded_with_the_digest_of_their_rows(tmp_path):
    path = tmp_path / "record.jsonl"
    assert recorded(path, 2500, 2, block=1000) == 3
    blocks = read(path).blocks
    assert ranges(path) == [(0, 999), (1000, 1999), (2000, 2500)]
    for block in blocks:
        assert block["sha256"] == digest_by_the_closed_form(2, block["first"], block["last"])
    assert [same for _, same in agreement.recomputed(blocks, 10**6, "arithmetic")] == [True] * 3


def test_a_run_does_what_the_record_lacks_and_mends_a_line_that_was_cut_off(tmp_path):
    path = tmp_path / "record.jsonl"
    recorded(path, 2999, 3, block=1000)
    whole = path.read_text("utf-8")
    path.write_text(whole[:-40], "utf-8")
    found = read(path)
    assert (len(found.blocks), found.damaged, found.unfinished) == (2, [], True)
    told = []
    assert recorded(path, 2999, 3, block=1000, progress=lambda *rows: told.append(rows)) == 1
    assert told == [(3000, 3000)]
    assert ranges(path) == [(0, 999), (1000, 1999), (2000, 2999)]
    assert recorded(path, 2999, 3, block=1000) == 0
    assert recorded(path, 999, 1, block=1000) == 1
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    "damage", [("999", "998"), ('"a": 3', '"a": 4'), ('{"a"', ""), ('"sha256": "', '"sha256": "0')]
)
def test_a_damaged_line_is_found_kept_and_its_rows_are_computed_again(tmp_path, damage):
    path = tmp_path / "record.jsonl"
    recorded(path, 2999, 3, block=1000)
    whole = read(path).blocks
    damaged = path.read_text("utf-8").replace(*damage, 1)
    path.write_text(damaged, "utf-8")
    assert read(path).damaged == [1]
    assert recorded(path, 2999, 3, block=1000) == 1
    assert path.with_name("record.jsonl.damaged").read_text("utf-8") == damaged
    again = sorted(read(path).blocks, key=lambda block: block["first"])
    assert [block["sha256"] for block in again] == [block["sha256"] for block in whole]


def test_a_run_that_was_killed_anywhere_goes_on_to_the_same_record(tmp_path):
    path = tmp_path / "record.jsonl"
    recorded(path, 1999, 2, block=500)
    content = path.read_bytes()
    digests = [block["sha256"] for block in read(path).blocks]
    for length in range(0, len(content), 97):
        path.write_bytes(content[:length])
        recorded(path, 1999, 2, block=500)
        assert [block["sha256"] for block in read(path).blocks] == digests
        assert read(path).damaged == []


def test_records_of_two_machines_are_joined_whatever_their_blocks(tmp_path):
    one, two, both = (tmp_path / name for name in ("one", "two", "both"))
    recorded(one, 1499, 2, block=500)
    recorded(two, 3999, 2, start=1000, block=1000)
    recorded(two, 99, 1)
    write(both, merged([read(two).blocks, read(one).blocks]))
    assert [block["a"] for block in read(both).blocks] == [1, 2, 2, 2, 2, 2, 2]
    assert ranges(both)[1:] == [(0, 499), (500, 999), (1000, 1499), (1000, 1999), (2000, 2999), (3000, 3999)]
    assert (reach(read(both).blocks, 2), reach(read(both).blocks, 1), reach([], 1)) == (4000, 100, 0)
    assert recorded(both, 3999, 2, block=700) == 0
    assert recorded(both, 4299, 2, block=700) == 2
    assert ranges(both)[-2:] == [(4000, 4199), (4200, 4299)]
    assert merged([read(one).blocks] * 2) == read(one).blocks


def test_records_that_contradict_each_other_are_not_joined(tmp_path):
    path = tmp_path / "record.jsonl"
    recorded(path, 999, 2, block=500)
    blocks = read(path).blocks
    other = [{**blocks[1], "sha256": "0" * 64}]
    with pytest.raises(InputError, match="a = 2, rows 500 to 999: two records have different digests"):
        merged([blocks, other])


def test_what_is_missing_is_what_no_block_has():
    blocks = [{"a": 1, "first": first, "last": last} for first, last in [(10, 19), (15, 29), (50, 200), (0, 3)]]
    assert list(missing(blocks, 1, 0, 99, 8)) == [(4, 7), (8, 9), (30, 31), (32, 39), (40, 47), (48, 49)]
    assert list(missing(blocks, 1, 12, 27, 8)) == []
    assert list(missing(blocks, 2, 12, 27, 8)) == [(12, 15), (16, 23), (24, 27)]


def test_a_block_that_does_not_agree_is_not_recorded(tmp_path, monkeypatch):
    fault = Disagreement(7, "arithmetic", (8, 9), (11, 18))
    monkeypatch.setattr(agreement, "compare", lambda *block, each: ({}, fault))
    with pytest.raises(InputError, match=r"row 7 at a = 1: arithmetic gives \(8, 9\), and right is \(11, 18\)"):
        recorded(tmp_path / "record.jsonl", 9, 1)
    assert not (tmp_path / "record.jsonl").exists()


def test_a_file_that_is_no_record_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "record.jsonl"
    for text in ["{}\n", "[1]\n", "x\ny", json.dumps({"a": 1, "first": 0, "last": 5, "sha256": "ab"}) + "\n"]:
        path.write_text(text, "utf-8")
        with pytest.raises(InputError, match="is no record of agreement: none of its lines is a whole block"):
            recorded(path, 9, 1)
        assert path.read_text("utf-8") == text


def test_arguments_out_of_range_are_refused(tmp_path):
    for options, sentence in [({"start": 11}, "start must be"), ({"block": 0}, "block must be")]:
        with pytest.raises(InputError, match=sentence):
            recorded(tmp_path / "record.jsonl", 10, 1, **options)


def test_the_published_record_is_whole_and_leaves_out_no_row():
    found = read(PUBLISHED)
    assert found.damaged == []
    assert not found.unfinished
    assert merged([found.blocks]) == found.blocks
    for a in (1, 2, 3):
        assert reach(found.blocks, a) == 1 + max(block["last"] for block in found.blocks if block["a"] == a)
    assert all(block["strategies"] == list(agreement.ANYWHERE) for block in found.blocks)


@pytest.mark.exhaustive
def test_the_published_record_is_computed_again():
    assert all(same for _, same in agreement.recomputed(read(PUBLISHED).blocks, 2**26, "arithmetic-odometer"))
