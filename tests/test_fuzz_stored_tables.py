"""Damaged folders of stored tables: a sentence, or what is right; and nothing that was whole is lost."""

import contextlib
import json
import shutil

import pytest
from hostile import damage_bytes, damaged
from hypothesis import given
from hypothesis import strategies as st
from made_table import ORACLE, A, files

from wythoff.errors import InputError

pytest.importorskip("pyarrow", reason="stored tables need pyarrow")
pytest.importorskip("filelock", reason="stored tables need filelock")

from wythoff.out_of_core import manifest, open_table, verify_table, write_table

pytestmark = pytest.mark.slow

N, ROWS = 600, 100
NAMES = [f"rows-{first:020d}-{min(N, first + ROWS - 1):020d}.parquet" for first in range(0, N + 1, ROWS)]
randoms = st.randoms(use_true_random=False)


def write(folder):
    return write_table(folder, N, A, partition_rows=ROWS, workers=0)


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    folder = tmp_path_factory.mktemp("good") / "table"
    write(folder)
    assert [file.name for file in files(folder)] == NAMES
    return {file.name: file.read_bytes() for file in [folder / manifest.NAME, *files(folder)]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("damaged") / "table"


def put(folder, contents):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in contents.items():
        (folder / name).write_bytes(content)


def sentence(text):
    assert len(text) < 1500
    assert text.isprintable()


@contextlib.contextmanager
def nothing_worse_than_a_sentence():
    try:
        yield
    except InputError as error:
        sentence(str(error))


def look_at(folder, random):
    """Ask everything that can be asked of a folder, and compare each answer with the oracle."""
    with nothing_worse_than_a_sentence():
        found = verify_table(folder, workers=0)
        if found.ok:
            assert (found.start, found.n_rows) == (0, found.end + 1)
            rows = [row for block in open_table(folder).blocks() for row in block.rows()]
            assert rows == ORACLE[: found.end + 1]
        assert all(problem.isprintable() and len(problem) < 500 for problem in found.problems)
    t = None
    with nothing_worse_than_a_sentence():
        t = open_table(folder)
    for n in random.sample(range(N + 1), 5) if t else ():
        with nothing_worse_than_a_sentence():
            assert (n, *t[n]) == ORACLE[n]
        for column, x in zip("AB", ORACLE[n][1:], strict=True):
            with nothing_worse_than_a_sentence():
                place = t.find(x)
                assert (place is None and not t.start <= n <= t.n) or place == ((n, column) if x else (0, "A"))


def mended(folder, good):
    """Give the command that wrote the table again; tell whether it went on, and made of it what it was."""
    with nothing_worse_than_a_sentence():
        write(folder)
        assert {file.name: file.read_bytes() for file in files(folder)} == {name: good[name] for name in NAMES}
        assert verify_table(folder, workers=0).ok
        return True
    return False


@given(random=randoms)
def test_a_damaged_manifest_is_a_sentence_or_told_the_truth(good, folder, random):
    content = damaged(random, json.loads(good[manifest.NAME]))
    put(folder, {**good, manifest.NAME: content})
    look_at(folder, random)
    if not mended(folder, good):  # it says that it is of another table, say: then nothing is touched
        assert {file.name: file.read_bytes() for file in files(folder)} == {name: good[name] for name in NAMES}


@given(random=randoms)
def test_damaged_partitions_are_named_and_made_again(good, folder, random):
    victims = random.sample(NAMES, random.randint(1, 3))
    changed = {name: damage_bytes(random, good[name]) for name in victims}
    put(folder, {**good, **changed})
    found = verify_table(folder, workers=0)
    differing = {name for name, content in changed.items() if content != good[name]}
    assert {problem.partition(":")[0] for problem in found.problems} == differing
    assert found.ok == (not differing)
    look_at(folder, random)
    assert mended(folder, good)


@given(random=randoms)
def test_damaged_partitions_without_a_manifest_are_made_again_or_left_alone(good, folder, random):
    victims = random.sample(NAMES, random.randint(1, 3))
    kept = {name: good[name] for name in NAMES if name not in victims}
    put(folder, {**kept, **{name: damage_bytes(random, good[name]) for name in victims}})
    if not mended(folder, good):
        assert {name: (folder / name).read_bytes() for name in kept} == kept
