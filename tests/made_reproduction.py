"""The source documents computed again, once for all tests, with the reference results where they are there."""

import os
import pickle
from functools import cache
from pathlib import Path

from wythoff.reproduce import run

RESULTS = Path(__file__).parent.parent / "results"


def _reproduce():
    return run.reproduce([RESULTS] if RESULTS.is_dir() else [])


@cache
def reproduction():
    """Return what one worker of a run has computed, which takes half a minute of a processor, and all others read."""
    if "PYTEST_XDIST_WORKER" not in os.environ or reproduction_factory is None:
        return _reproduce()
    from made_once import made_once

    def write(folder):
        folder.mkdir()
        (folder / "found").write_bytes(pickle.dumps(_reproduce()))

    return pickle.loads((made_once(reproduction_factory, "reproduction", write) / "found").read_bytes())


# Where workers find it: pytest's `tmp_path_factory`, which `conftest.py` puts here.
reproduction_factory = None
