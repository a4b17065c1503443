"""Check every row of a stored table."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from wythoff._extras import require
from wythoff.out_of_core import manifest as manifests
from wythoff.out_of_core.cluster import Tls, runner
from wythoff.out_of_core.manifest import Row
from wythoff.out_of_core.partitions import Check, check_partition


@dataclass(frozen=True)
class Verification:
    """
    What was found in a stored table.

    Attributes
    ----------
    a, start, end : int
        The table: the game's parameter, its first and its last row.
    n_rows : int
        Rows that were compared with the certificate.
    n_bytes : int
        The size of all partitions, as the manifest has it.
    wrong : tuple of (n, A, B), optional
        The first wrong row, as it is stored.
    wrong_file : str, optional
        The file it is in.
    problems : tuple of str
        A sentence for each file that is missing or damaged, and each stretch of rows that was never written.
    """

    a: int
    start: int
    end: int
    n_rows: int
    n_bytes: int
    wrong: Row | None
    wrong_file: str | None
    problems: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether every row of the table is there and right, in files that are as they were written."""
        return self.wrong is None and not self.problems and self.n_rows == self.end - self.start + 1


def verify_table(
    folder: str | os.PathLike[str],
    *,
    scheduler: str | None = None,
    workers: int | None = None,
    tls: Tls | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Verification:
    """
    Compare every row of a stored table with the integer certificate, and every file with its checksum.

    Parameters
    ----------
    folder : path
        The table's folder.
    scheduler, workers, tls : optional
        Where to compute, as for `wythoff.out_of_core.write_table`.
    progress : callable, optional
        Called with the rows checked and the rows of the whole table, after each partition.

    Returns
    -------
    Verification
        What was found; a table with faults is no error.

    Raises
    ------
    InputError
        If there is no table in the folder, its manifest is damaged, or the workers fail.

    Notes
    -----
    The certificate uses neither alpha nor a strategy (see `wythoff.positions.certificate`), so that a row which passes
    is (A_n, B_n), and a table whose rows all pass is in order and has no gap. O(n - start) time.

    Examples
    --------
    >>> import tempfile
    >>> from wythoff.out_of_core import write_table
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = write_table(folder, 100, a=2, workers=0)
    ...     found = verify_table(folder, workers=0)
    >>> found.ok, found.n_rows
    (True, 101)
    """
    require("dask", "a stored table", "pyarrow")
    path = Path(folder).resolve()
    manifest = manifests.load(path)
    tasks = ((str(path), manifest.layout, p.first[0], p.last[0], p.sha256) for p in manifest.partitions)
    checks: list[Check] = []
    n_rows = 0
    with (
        runner(scheduler, workers, len(manifest.partitions), tls) as work,
        contextlib.closing(work.run(check_partition, tasks)) as results,
    ):
        for check in results:
            n_rows += check.n_rows
            checks.append(check)
            if progress:
                progress(n_rows, len(manifest))
    checks.sort(key=lambda check: check.file)
    problems = [f"{check.file}: {check.problem}" for check in checks if check.problem]
    problems += [f"rows {first} to {last} were never written" for first, last in manifest.gaps()]
    first_wrong = next((check for check in checks if check.wrong), None)
    return Verification(
        a=manifest.layout.a,
        start=manifest.layout.start,
        end=manifest.end,
        n_rows=n_rows,
        n_bytes=manifest.n_bytes,
        wrong=first_wrong.wrong if first_wrong else None,
        wrong_file=first_wrong.file if first_wrong else None,
        problems=tuple(problems),
    )
