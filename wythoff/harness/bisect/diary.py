"""
What bisections have tried on a machine: ``results/<machine>/bisect.jsonl``, one JSON object per line.

The results themselves are in asv's files, and what became of single points is in the sweep's journal. Neither tells
that all that was wanted of a commit is there, nor that a commit can't be built, without asking asv again. asv reads
only ``.json`` files and ignores this one.

Every line has

``time``
    when it was written, UTC, ISO 8601
``event``
    ``measured`` or ``skipped``
``commit``
    the full hash
``benchmarks``
    a fingerprint of the benchmark folder: other benchmarks may be measured, or run, where these were not
``asked``
    what was measured: the patterns, sizes and environments
``reason``
    why it can't be measured (``skipped``)
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from wythoff._files import json_lines
from wythoff.harness.sweep.options import SweepOptions

FILE_NAME = "bisect.jsonl"


class Diary:
    """
    Reads and writes the diary of a machine.

    Parameters
    ----------
    folder : Path
        The machine's results; need not be there.
    benchmarks : str
        Fingerprint of the benchmark folder as it is now; lines of others are passed over.
    """

    def __init__(self, folder: Path, benchmarks: str) -> None:
        self._file = folder / FILE_NAME
        self._benchmarks = benchmarks
        self._lines = list(self._read())

    def times(self, options: SweepOptions) -> int:
        """Return how often a sweep of a commit has ended with these patterns, sizes and environments."""
        return sum(
            line["event"] == "measured"
            and line["commit"] == options.commits[0]
            and line.get("asked") == _asked(options)
            for line in self._lines
        )

    def skipped(self, commit: str) -> str | None:
        """Say why a commit can't be measured; None where that isn't known."""
        lines = [line for line in self._lines if line["commit"] == commit]
        return str(lines[-1].get("reason", "")) if lines and lines[-1]["event"] == "skipped" else None

    def note_measured(self, options: SweepOptions) -> None:
        """Write down that a sweep has ended."""
        self._write({"event": "measured", "commit": options.commits[0], "asked": _asked(options)})

    def note_skipped(self, commit: str, reason: str) -> None:
        """Write down that a commit can't be measured."""
        self._write({"event": "skipped", "commit": commit, "reason": reason})

    def _write(self, line: Mapping[str, Any]) -> None:
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        whole = {"time": now, **line, "benchmarks": self._benchmarks}
        json_lines.append(self._file, [whole])
        self._lines.append(whole)

    def _read(self) -> Iterator[dict[str, Any]]:
        for line in json_lines.read(self._file):
            words = (line.get("event"), line.get("commit"))
            if all(isinstance(word, str) for word in words) and line.get("benchmarks") == self._benchmarks:
                yield line


def _asked(options: SweepOptions) -> str:
    limits = [options.time_limit_s, options.min_n, options.max_n]
    return json.dumps([sorted(options.bench), limits, sorted(options.environments)])
