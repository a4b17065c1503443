"""Disks that are full or read-only, where this machine lets a test have one."""

import contextlib
import os
import subprocess
from pathlib import Path

import pytest


@contextlib.contextmanager
def small_disk(folder, size="256k"):
    """Mount a disk of a few kilobytes on a folder; skip the test where that is not allowed."""
    folder.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.name != "posix" or os.geteuid() != 0 or not Path("/proc/self/mounts").exists():
        pytest.skip("only root on Linux may mount a small disk")
    if subprocess.run(command, capture_output=True).returncode:
        pytest.skip("this machine lets nobody mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True, capture_output=True)


def fill(folder):
    """Leave no room on the disk of a folder."""
    with contextlib.suppress(OSError), (folder / "filler").open("wb", buffering=0) as stream:
        while True:
            stream.write(b"x" * 1024)


def read_only(folder):
    """Let nobody, root neither, write to a small disk."""
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True, capture_output=True)
