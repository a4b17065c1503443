"""Files of users that were misread once give the right times now, each of them."""

from pathlib import Path

import pytest

from wythoff.harness.results import read_results
from wythoff.harness.series import group_rows
from wythoff.verify import verify

CASES = Path(__file__).parents[2] / "shared" / "cases"
pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"the files of users are not in {CASES}")
# File: the series, its first size with its time, how many sizes.
RIGHT = {
    "criterion": ("sort/quick", 1000, 30e-6, 8),
    "fast_path_at_1.csv": ("fast_path_at_1", 1, 2.92e-6, 5),
    "gbench_loaded.json": ("BM_capture/slow 50%", 1000, 755e-9, 8),
    "memtime.csv": ("memtime", 1000, 30e-6, 9),
    "n_time_std.csv": ("n_time_std", 1000, 30e-6, 9),
    "runs.csv": ("runs", 1000, 3e-3, 8),
    "thou_val.csv": ("thou_val", 1000, 30e-6, 9),
    "unitcol.csv": ("unitcol", 1000, 3e-6, 9),
}
ELSEWHERE = {"failing_benchmark": "test_sweep.py", "pairs_header.csv": "below"}


@pytest.mark.parametrize("name", RIGHT)
def test_a_file_that_was_misread_is_read_right(name):
    label, n, seconds, count = RIGHT[name]
    found = group_rows(read_results(CASES / name).rows)
    (points,) = [points for series, points in found.items() if series.label == label]
    assert (points[0][0], points[0][1].value, len(points)) == (n, pytest.approx(seconds, rel=0.01), count)


def test_right_pairs_are_right():
    result, faults = verify(CASES / "pairs_header.csv")
    assert (result.n_rows, result.n_wrong, result.a, faults) == (19, 0, 1, [])


def test_no_case_is_left_out():
    assert {place.name for place in CASES.iterdir()} - set(ELSEWHERE) <= set(RIGHT)
