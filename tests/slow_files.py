"""Which files of tests hold slow ones: a run of these alone need not load the others."""

import pytest

SLOW = "slow and not exhaustive"
# Whether a file has a slow test, for each of which tests were collected, deselected ones as well.
COLLECTED = pytest.StashKey[dict]()


def may_hold_slow_tests(file):
    """Tell whether a file marks tests as slow; of all that are collected, `test_slow_files.py` says whether it did."""
    return "mark.slow" in file.read_text(encoding="utf-8")


def is_left_out(file, chosen):
    """Tell whether a file of tests can be passed over if only tests with the marks `chosen` are asked for."""
    return chosen == SLOW and file.match("test_*.py") and not may_hold_slow_tests(file)
