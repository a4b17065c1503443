"""The source documents computed again, once for all tests, with the reference results where they are there."""

from functools import cache
from pathlib import Path

from wythoff.reproduce import run

RESULTS = Path(__file__).parent.parent / "results"


@cache
def reproduction():
    return run.reproduce([RESULTS] if RESULTS.is_dir() else [])
