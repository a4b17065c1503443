import json

import pytest

from wythoff.errors import InputError
from wythoff.harness.sweep.journal import Event, append, read

FIRST = Event("measured", "abc", "box", "env", "m.time_x", "1", {"n": "10"}, 10, wall_s=0.5)
SECOND = Event("failed", "abc", "box", "env", "m.time_x", "1", {"n": "20"}, 20, reason="tröge\nzwei [bold]")


def test_append_and_read_give_back_the_events(tmp_path):
    file = tmp_path / "sweep.jsonl"
    append(file, [FIRST])
    append(file, [SECOND, Event("interrupted", "abc", "box", reason="stopped by hand")])
    append(file, [])
    events = read(file)
    assert [(event.event, event.params, event.n, event.wall_s, event.reason) for event in events] == [
        ("measured", {"n": "10"}, 10, 0.5, None),
        ("failed", {"n": "20"}, 20, None, "tröge\nzwei [bold]"),
        ("interrupted", {}, None, None, "stopped by hand"),
    ]
    assert events[0].point == FIRST.point
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == 3
    assert all(line["time"].endswith("+00:00") for line in lines)
    assert "params" not in lines[2]


def test_append_writes_a_missing_size_as_null(tmp_path):
    file = tmp_path / "sweep.jsonl"
    append(file, [Event("skipped", "abc", "box", "env", "m.track_x", "1", {}, None)])
    assert json.loads(file.read_text())["n"] is None
    assert read(file)[0].n is None


def test_append_ends_a_line_that_was_cut_off(tmp_path):
    file = tmp_path / "sweep.jsonl"
    append(file, [FIRST, SECOND])
    file.write_bytes(file.read_bytes()[:-25])
    append(file, [SECOND])
    assert [event.event for event in read(file)] == ["measured", "failed"]


def test_read_passes_over_what_it_does_not_understand(tmp_path):
    file = tmp_path / "sweep.jsonl"
    append(file, [FIRST])
    with file.open("ab") as stream:
        stream.write(b'\n5\n{}\n[]\n{"event": 1, "commit": "a", "machine": "b"}\n\xff\xfe\n')
        stream.write(b'{"event": "failed", "commit": "a", "machine": "b", "params": [1]}\n')
        stream.write(b'{"event": "measured", "commit": "a", "machine": "b", "later": 1}\n{"event": "fai')
    assert [event.commit for event in read(file)] == ["abc", "a"]


def test_read_takes_a_missing_file_for_an_empty_one_and_refuses_a_folder(tmp_path):
    assert read(tmp_path / "none.jsonl") == []
    with pytest.raises(InputError, match="can't be read"):
        read(tmp_path)
