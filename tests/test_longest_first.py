"""The order of the tests: each worker begins with its share of the longest, and all run once."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from longest_first import LONGEST, longest_first


def named(*names):
    return [SimpleNamespace(name=name) for name in names]


@pytest.mark.parametrize("workers", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("count", [0, 1, 5, 40, 101])
def test_each_part_begins_with_its_share_of_the_longest(workers, count):
    items = named(*(f"test_{number}" for number in range(count)), *LONGEST[:5], f"{LONGEST[5]}[a]")
    ordered = longest_first(items, workers)
    assert len(ordered) == len(items)
    assert {id(item) for item in ordered} == {id(item) for item in items}
    if count < 40:
        return
    begin = 0
    for worker in range(workers):
        part = (len(items) - begin) // (workers - worker)
        long = [item.name.startswith(LONGEST) for item in ordered[begin : begin + part]]
        assert long == sorted(long, reverse=True)
        assert sum(long) == len(range(worker, 6, workers))
        begin += part


def test_the_others_keep_their_order():
    items = named("test_a", LONGEST[1], "test_b", "test_c", LONGEST[0], "test_d")
    names = [item.name for item in longest_first(items, 2)]
    assert names == [LONGEST[0], "test_a", "test_b", LONGEST[1], "test_c", "test_d"]


def test_the_longest_are_there():
    text = "".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    assert [name for name in LONGEST if f"def {name.partition('[')[0]}(" not in text] == []
