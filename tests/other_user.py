"""A second user of the machine, whom a test can let attack what its own user runs, where root runs the tests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

NOBODY = 65534


_DROP = f"""
import os
os.chdir("/")
os.setgroups([])
os.setgid({NOBODY})
os.setuid({NOBODY})
"""


def run_as_nobody(code, *arguments, before="", timeout=120):
    """
    Run Python code as a user who owns nothing; skip the test where that can't be done.

    The interpreter may lie where only root may look: what `code` imports is imported by `before`, as root.
    """
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root may run a program as another user")
    words = [sys.executable, "-c", before + _DROP + code, *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, timeout=timeout)


def secret_file(folder):
    """Make a file that only its owner may read; skip the test where the other user can read it all the same."""
    file = folder / "secret"
    file.write_text("of root's")
    file.chmod(0o600)
    seen = run_as_nobody("import sys; print(open(sys.argv[1]).read())", file)
    if not seen.returncode:
        pytest.skip("this machine lets every user read every file")
    assert "PermissionError" in seen.stderr
    return file


def open_folder(folder):
    """Let another user pass through the folders that pytest makes for its own user only."""
    for above in (folder, *folder.parents):
        if above == Path(above.anchor) or above.stat().st_uid != os.geteuid() or above.stat().st_mode & 0o001:
            break
        above.chmod(above.stat().st_mode | 0o011)
    return folder
