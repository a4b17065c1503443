"""Damaged files of every other kind: configurations, machine files, journals, saved matches, tables, requests."""

import json
from pathlib import Path

import pytest
from hostile import CONFIG, EVENTS, MACHINES, MATCH, TABLES, at_most, damage_bytes, damaged
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from wythoff.errors import InputError
from wythoff.harness import machine
from wythoff.harness.config import load_config
from wythoff.harness.fit.run import answer_series
from wythoff.harness.report.published import published_series
from wythoff.harness.results import number, read_files, typed_value
from wythoff.harness.sweep import journal, store
from wythoff.playing import saved
from wythoff.verify.reading.opening import open_table

randoms = st.randoms(use_true_random=False)
REQUEST = {"n": [10, 100, 1000], "samples": [[1e-6, 2e-6], [1e-5], [1e-4]], "unit": "seconds", "predict_n": [1e4]}
DEEP = ["[" * 10**6, '{"a":' * 10**5, "[" * 1000 + "]" * 1000]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("damaged") / "file.json"


def sentence(error, file):
    """Whether an error is what a user can use: one line, not too long, that names the file."""
    text = str(error.value if hasattr(error, "value") else error)
    assert str(file) in text or "claim" in text or "request" in text or "published" in text
    assert len(text) < 1500
    assert text.isprintable()


def try_all(file, content, *readers):
    """Let readers read a content one after the other, each with nothing worse than a sentence; return the answers."""
    file.write_bytes(content)
    answers = []
    for reader in readers:
        try:
            answers.append(reader(file))
        except InputError as error:
            sentence(error, file)
    assert file.read_bytes() == content
    return answers


def load_claims(file):
    config = load_config(file)
    for claim in config.claims:
        claim.fits("m.time_a", {"how": "'fast'", "n": "10"})
    published_series(config)
    return config


@given(random=randoms)
def test_a_damaged_configuration_is_a_sentence(file, random):
    (file.parent / "published.txt").write_bytes(damaged(random, TABLES[0]))
    for config in try_all(file, damaged(random, CONFIG), load_claims):
        assert config.results_dir.is_absolute()


@given(random=randoms)
def test_a_damaged_machine_file_is_a_sentence_or_saved_into(file, random):
    content = damaged(random, MACHINES)
    file.write_bytes(content)
    try:
        entry = machine.save("box", file)
    except InputError as error:
        sentence(error, file)
        assert file.read_bytes() == content
    else:
        assert json.loads(file.read_text())["box"] == json.loads(json.dumps(entry))


@given(random=randoms)
def test_a_damaged_journal_loses_its_damaged_lines_only(file, random):
    lines = [json.dumps(event).encode() for event in EVENTS]
    if random.randrange(2):
        place = random.randrange(len(lines))
        lines[place] = damaged(random, EVENTS[place]).replace(b"\n", b" ")
        content = b"\n".join(lines) + b"\n"
        kept = len(lines) - 1
    else:
        content, kept = damage_bytes(random, b"\n".join(lines)), 0
    (events,) = try_all(file, content, journal.read)
    assert len(events) >= kept
    for event in events:
        hash(event.point)
        assert (event.wall_s or 0.0) + (event.limit_s or 0.0) >= 0
        assert isinstance(event.reason or "", str)
    assert [event.event for event in events].count("failed") <= 2
    journal.append(file, [journal.Event("measured", "c", "box", "env", "m.time_a", "v", {"n": "10"}, 10)])
    assert len(journal.read(file)) == len(events) + 1


@given(random=randoms)
def test_a_damaged_match_is_a_sentence_or_can_be_played_on(file, random):
    for match in try_all(file, damaged(random, MATCH), saved.load):
        saved.save(match, file.with_name("again.json"))
        assert saved.load(file.with_name("again.json")).positions == match.positions


def read_table(path):
    with open_table(path) as table:
        return sum(len(block) + len(block.unreadable) for block in table.blocks)


@given(random=randoms)
def test_a_damaged_table_is_a_sentence_or_rows(file, random):
    text = random.choice(
        ["n,A,B\n0,0,0\n1,1,2\n2,3,5\n", "1 1\n2 3\n3 4\n", "| n | A | B |\n| - | - | - |\n| 1 | 1 | 2 |\n"]
    )
    try_all(file, damage_bytes(random, text.encode()), read_table)


@pytest.mark.parametrize("name", ["rows.npy", "rows.parquet"])
def test_a_damaged_binary_table_is_a_sentence_or_rows(tmp_path, name):
    from cli_runner import run

    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    good = tmp_path / name
    assert run("table", 200, "--output", good).returncode == 0
    content = good.read_bytes()

    @given(random=randoms)
    def damaged_bytes_are_a_sentence(random):
        try_all(tmp_path / f"bad-{name}", damage_bytes(random, content), read_table)

    damaged_bytes_are_a_sentence()


@given(random=randoms)
def test_a_damaged_request_is_a_sentence(file, random):
    with Path("/dev/null").open("w") as nowhere:
        try_all(file, damaged(random, REQUEST), lambda file: answer_series(file, Console(file=nowhere)))


@given(random=randoms)
def test_asv_merges_only_into_what_it_can(file, random):
    from hostile import ASV_2

    try_all(file, damaged(random, ASV_2), store.check_result_file)


@pytest.mark.parametrize("content", DEEP, ids=["brackets", "objects", "closed"])
def test_deep_nesting_is_a_sentence_for_every_reader(file, content):
    readers = load_config, lambda file: machine.save("box", file), saved.load, store.check_result_file, read_table
    assert len(try_all(file, content.encode(), *readers, journal.read)) <= 2


def long_lines():
    """Lines at which a pattern that may split a run in many ways takes for ever."""
    units = [
        " ",
        "-",
        "=",
        ":",
        "--:",
        "|",
        "| ",
        "|-",
        "- ",
        "1",
        "1,",
        ",1",
        "1.",
        ".",
        '"',
        '""',
        '"a",',
        "a ",
        "\t",
    ]
    for unit in [*units, ";", "_", "(", "e1"]:
        for first, last in (("", "x"), ("1,", '"'), ('"', "x"), ("|", "!"), ("", ""), ("1;2;", '"')):
            yield first + unit * (100_000 // len(unit)) + last


@pytest.mark.slow
def test_lines_of_any_kind_are_read_in_one_pass(file):
    for line in long_lines():
        for content in (line, f"n,A,B\n1,1,2\n{line}\n", f"n,seconds\n10,{line}\n20,2\n"):
            with at_most(10, [line[:20], line[-5:]]):
                try_all(file, content.encode(), read_table, lambda file: read_files([file]))
        with at_most(10, [line[:20], line[-5:]]):
            number(line)
            typed_value(line)


def test_a_configuration_of_any_size_is_refused_at_once(tmp_path):
    file = tmp_path / "asv.conf.json"
    file.write_text('{"project": "' + "x" * 3_000_000 + '"}')
    with pytest.raises(InputError, match="is larger than any configuration"):
        load_config(file)
