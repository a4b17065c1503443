"""The record of agreement: digests, resuming, and what is refused."""

import hashlib
import json
import struct
from pathlib import Path

import pytest

from wythoff.data import agreement
from wythoff.errors import InputError
from wythoff.out_of_core.agree import Disagreement
from wythoff.positions import pair

PUBLISHED = Path(__file__).parents[1] / "data" / "agreement.jsonl"


def digest_by_the_closed_form(a, first, last):
    rows = b"".join(struct.pack("<QQ", *pair(n, a)) for n in range(first, last + 1))
    return hashlib.sha256(rows).hexdigest()


def test_blocks_are_recorded_with_the_digest_of_their_rows(tmp_path):
    path = tmp_path / "record.jsonl"
    assert agreement.record(path, 2500, 2, block=1000, workers=0) == 3
    lines = agreement.read(path)
    assert [(line["first"], line["last"]) for line in lines] == [(0, 999), (1000, 1999), (2000, 2500)]
    assert [line["sha256"] for line in lines] == [
        digest_by_the_closed_form(2, line["first"], line["last"]) for line in lines
    ]
    assert [same for _, same in agreement.recomputed(lines, 10**6, "arithmetic")] == [True] * 3


def test_a_run_does_what_the_record_lacks_and_mends_a_line_that_was_cut_off(tmp_path):
    path = tmp_path / "record.jsonl"
    agreement.record(path, 2999, 3, block=1000, workers=0)
    whole = path.read_text("utf-8")
    path.write_text(whole[:-40], "utf-8")
    assert len(agreement.read(path)) == 2
    told = []
    assert agreement.record(path, 2999, 3, block=1000, workers=0, progress=lambda *rows: told.append(rows)) == 1
    assert told == [(3000, 3000)]
    assert [line["last"] for line in agreement.read(path)] == [999, 1999, 2999]
    assert agreement.record(path, 2999, 3, block=1000, workers=0) == 0
    assert agreement.record(path, 999, 1, block=1000, workers=0) == 1


def test_a_block_that_does_not_agree_is_not_recorded(tmp_path, monkeypatch):
    fault = Disagreement(7, "arithmetic", (8, 9), (11, 18))
    monkeypatch.setattr(agreement, "compare", lambda *block: ({}, fault))
    with pytest.raises(InputError, match=r"row 7 at a = 1: arithmetic gives \(8, 9\), and right is \(11, 18\)"):
        agreement.record(tmp_path / "record.jsonl", 9, 1, workers=0)
    assert not (tmp_path / "record.jsonl").exists()


def test_a_record_that_is_none_is_refused(tmp_path):
    path = tmp_path / "record.jsonl"
    for text in ["{}\n", "[1]\n", "x\n", json.dumps({"a": 1, "first": 0, "last": 5, "sha256": "ab"}) + "\n"]:
        path.write_text(text, "utf-8")
        with pytest.raises(InputError, match="line 1: this is no block of a record"):
            agreement.record(path, 9, 1, workers=0)


def test_the_published_record_names_whole_blocks():
    lines = agreement.read(PUBLISHED)
    assert {line["a"] for line in lines} == {1, 2, 3}
    for line in lines:
        assert line["strategies"] == list(agreement.ANYWHERE)
        assert line["last"] - line["first"] + 1 == 2**24


@pytest.mark.exhaustive
def test_the_published_record_is_computed_again():
    assert all(same for _, same in agreement.recomputed(agreement.read(PUBLISHED), 2**26, "arithmetic-odometer"))
