"""A results folder of the recorded history: 30 commits of eight benchmarks, three of which changed."""

from pathlib import Path

import numpy as np
from interpreted import load
from made_results import describe, result_file

RECORDED = Path(__file__).parent / "data" / "recorded_history.npz"
DAY = 86_400_000


def commit_hash(place):
    return f"{place:04x}" * 10


def recorded_history():
    """Return seconds of shape (commits, functions, sizes, samples), the sizes, the names, and where changes are."""
    with np.load(RECORDED, allow_pickle=False) as stored:
        seconds, sizes, names = stored["seconds"].astype(float), stored["sizes"].tolist(), stored["names"].tolist()
    return seconds, sizes, names, load("record_history").PLANTED


def write_history(folder, commits=None, names=None, machine="box"):
    """Write those commits (positions) as asv does, a day after the other, and return the folder."""
    seconds, sizes, every, _ = recorded_history()
    chosen = names or every
    for place in range(len(seconds)) if commits is None else commits:
        benchmarks = {}
        for name in chosen:
            samples = seconds[place, every.index(name)]
            values = np.median(samples, axis=1).tolist()
            benchmarks[f"lists.time_{name}"] = [values, [[str(n) for n in sizes]], "1", samples.tolist()]
        date = 1_700_000_000_000 + place * DAY
        result_file(folder, benchmarks, commit=commit_hash(place), machine=machine, date=date)
    describe(folder, **{f"lists__time_{name}": ["n"] for name in chosen})
    return folder
