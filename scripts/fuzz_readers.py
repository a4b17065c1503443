#!/usr/bin/env python3
"""
Fuzz the readers of every file format with libFuzzer, guided by coverage, for as long as wanted.

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

INSTRUMENTED = ["wythoff.harness", "wythoff.out_of_core", "wythoff.playing", "wythoff.verify.reading"]
with atheris.instrument_imports(include=INSTRUMENTED):
    from wythoff.errors import InputError
    from wythoff.harness.config import load_config
    from wythoff.harness.results import read_files
    from wythoff.harness.series import sort_rows
    from wythoff.harness.sweep.journal import read as read_journal
    from wythoff.out_of_core import manifest
    from wythoff.out_of_core.partitions import check_partition
    from wythoff.playing.saved import load as load_match
    from wythoff.verify.reading.opening import open_table

PLACE = Path(tempfile.mkdtemp(prefix="wythoff-fuzz-")) / "file"
LAYOUT = manifest.Layout(a=2, strategy="algebraic", start=0, dtype="int64", partition_rows=101, row_group_rows=50)
atexit.register(shutil.rmtree, PLACE.parent, ignore_errors=True)


def read_table(file: Path) -> None:
    """Read a table of any format to its end."""
    with open_table(file) as table:
        for _ in table.blocks:
            pass


def read_stored_table(file: Path) -> None:
    """Read a file as the manifest and as a partition of a stored table."""
    content = file.read_bytes()
    (file.parent / manifest.file_name(0, 100)).write_bytes(content)
    (file.parent / manifest.NAME).write_bytes(content)
    check_partition(str(file.parent), LAYOUT, 0, 100)
    manifest.load(file.parent)


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
    for reader in (load_config, load_match, read_table, read_stored_table):
        with contextlib.suppress(InputError):
            reader(PLACE)


if __name__ == "__main__":
    atheris.Setup(sys.argv, read_everything)
    atheris.Fuzz()
