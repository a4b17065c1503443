"""A small project whose benchmarks are timed and counted, for tests of what both clocks say."""

import json
import math

from made_results import SIZES, project, result_file, series

TIMED, COUNTED = "sorts.Sort.time_sort", "sorts.Sort.track_operations_sort"
LINEAR, ITS_COUNT = "sums.time_sum", "sums.track_operations_sum"
NEWER = "89abcdef"


def n_log_n(n):
    return float(round(7 * n * math.log2(n) + 3 * n))


def write_counted_project(folder, *claims, same_commit=True):
    """Write results in which sorting takes n, its work being n log n, and return the results folder."""
    results = folder / "results"
    timed = {TIMED: series([3e-9 * n for n in SIZES]), LINEAR: series([2e-9 * n for n in SIZES])}
    counts = {COUNTED: series([n_log_n(n) for n in SIZES]), ITS_COUNT: series([5.0 * n + 9 for n in SIZES])}
    for entry in counts.values():
        entry[3] = None
    if same_commit:
        result_file(results, {**timed, **counts}, date=1_700_000_000_000)
    else:
        result_file(results, timed, date=1_700_000_000_000)
        result_file(results, counts, commit=NEWER, machine="other", date=1_710_000_000_000)
    described = {name: {"param_names": ["n"]} for name in timed}
    described |= {name: {"param_names": ["n"], "type": "track", "unit": "operations"} for name in counts}
    (results / "benchmarks.json").write_text(json.dumps({**described, "version": 2}))
    project(folder, *claims)
    return results
