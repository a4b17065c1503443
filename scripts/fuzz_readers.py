"""
Fuzz the readers of result files with libFuzzer, guided by coverage, for as long as wanted.

    pip install atheris
    python scripts/fuzz_readers.py [CORPUS_FOLDER] [-max_total_time=SECONDS] [any other option of libFuzzer]

Whatever is no sentence about the file (`InputError`, a problem, something left out) ends it, and the input is kept as
``crash-...`` in the current folder. Files in CORPUS_FOLDER are where it starts, such as those of ``tests/data``; what
reaches new code is added to it.
"""

from __future__ import annotations

import atexit
import contextlib
import shutil
import sys
import tempfile
from pathlib import Path

try:
    import atheris
except ImportError:
    sys.exit("fuzz_readers needs atheris, which is not installed: pip install atheris")

with atheris.instrument_imports(include=["wythoff.harness", "wythoff.reading", "wythoff.playing"]):
    from wythoff.errors import InputError
    from wythoff.harness.config import load_config
    from wythoff.harness.results import read_files
    from wythoff.harness.series import sort_rows
    from wythoff.harness.sweep.journal import read as read_journal
    from wythoff.playing.saved import load as load_match
    from wythoff.reading.opening import open_table

PLACE = Path(tempfile.mkdtemp(prefix="wythoff-fuzz-")) / "file"
atexit.register(shutil.rmtree, PLACE.parent, ignore_errors=True)


def read_table(file: Path) -> None:
    """Read a table of any format to its end."""
    with open_table(file) as table:
        for _ in table.blocks:
            pass


def read_everything(data: bytes) -> None:
    """Let every reader read the same bytes."""
    PLACE.write_bytes(data)
    reading = read_files([PLACE])
    if reading.cells != len(reading.rows) + reading.n_left_out:
        raise AssertionError("cells are lost")
    if not all(problem.isprintable() for problem in reading.problems):
        raise AssertionError("a problem is no line of text")
    sort_rows(reading.rows, axes="all")
    for event in read_journal(PLACE):
        hash(event.point)
    for reader in (load_config, load_match, read_table):
        with contextlib.suppress(InputError):
            reader(PLACE)


if __name__ == "__main__":
    atheris.Setup(sys.argv, read_everything)
    atheris.Fuzz()
