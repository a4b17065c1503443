"""No slow test is in a file that a run of the slow ones passes over."""

from pathlib import Path

import pytest
from slow_files import COLLECTED, SLOW, is_left_out

TESTS = Path(__file__).parent


def test_no_file_with_a_slow_test_is_left_out(request):
    collected = request.config.stash[COLLECTED]
    slow = [file for file, is_slow in collected.items() if is_slow]
    assert [file for file in slow if is_left_out(file, SLOW) or file.parent != TESTS] == []
    if len(collected) > 100:  # rather than a few files that were asked for
        assert len(slow) > 50


@pytest.mark.parametrize("mark", ["@pytest.mark.slow", "pytestmark = [pytest.mark.slow, pytest.mark.skipif(True)]"])
def test_only_files_without_the_mark_are_left_out_and_only_where_slow_tests_alone_are_asked_for(tmp_path, mark):
    with_mark, without, other = (tmp_path / name for name in ("test_a.py", "test_b.py", "made_c.py"))
    with_mark.write_text(f"import pytest\n{mark}\n")
    for file in (without, other):
        file.write_text("def test_something():\n    assert 'slow'\n")
    assert [is_left_out(file, SLOW) for file in (with_mark, without, other)] == [False, True, False]
    assert not is_left_out(without, "not exhaustive and not slow")
    assert not is_left_out(without, "exhaustive")


def test_all_who_run_the_slow_tests_ask_for_them_in_the_words_that_leave_files_out():
    for name in ("noxfile.py", ".ci/run"):
        assert f'"{SLOW}"' in (TESTS.parent / name).read_text(encoding="utf-8")
