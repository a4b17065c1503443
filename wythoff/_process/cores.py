"""How many processor cores this process may use, as seen from inside a container."""

from __future__ import annotations

import math
import os
from pathlib import Path

from wythoff._process.memory import ROOT, cgroup_folders


def usable_cores(root: Path = ROOT) -> int | None:
    """Return the number of cores that this process may use: its affinity, or a container's quota if lower."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if cores is None:
        return None
    for folder in cgroup_folders("cpu", root):
        quota = _cpu_quota(folder)
        if quota is not None:
            cores = min(cores, max(1, math.ceil(quota)))
    return cores


def _cpu_quota(folder: Path) -> float | None:
    """Return the number of cores that one control group allows, None where it sets no limit."""
    quota, _, period = _text(folder / "cpu.max").partition(" ")
    if not quota:  # version 1
        quota, period = _text(folder / "cpu.cfs_quota_us"), _text(folder / "cpu.cfs_period_us")
    try:
        return int(quota) / int(period) if int(quota) > 0 else None
    except (ValueError, ZeroDivisionError):
        return None


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
