"""An asv project with commits, in an environment that asv builds each of them in within a second, without a network."""

import json
import subprocess

from made_project import LAUNCH_METHOD, start_asv_quickly

# A plugin of asv: an environment like a virtual one, whose interpreter is the one that runs asv, and which finds the
# project in the checkout that was built.
PLUGIN = """
import os
import sys
from pathlib import Path

from asv import environment

class Quick(environment.Environment):
    tool_name = "quick"

    def __init__(self, conf, python, requirements, tagged_env_vars):
        self._python, self._requirements = python, requirements
        super().__init__(conf, python, requirements, tagged_env_vars)

    @property
    def name(self):
        return environment.get_env_name(self.tool_name, self._python, self._requirements, self._tagged_env_vars)

    @classmethod
    def matches(cls, python):
        return True

    def _setup(self):
        programs = Path(self._path, "bin")
        programs.mkdir(parents=True)
        found = f'ASV_PYTHONPATH="{self._build_root}:$PYTHONPATH"'
        for name in ("python", "pip"):
            program = programs / name
            program.write_text(f'#!/bin/sh\\n{found} exec "{sys.executable}" "$@"\\n')
            program.chmod(0o755)

    def run(self, args, **kwargs):
        return self.run_executable("python", args, **kwargs)
"""
SUITE = """
import work

class Work:
    params = [{sizes}]
    param_names = ["n"]
    version = "1"
    rounds = 1
    repeat = 2
    warmup_time = 0.0
    sample_time = 0.002
    timer = staticmethod(lambda: work.CLOCK[0])
    def time_work(self, n):
        work.work(n)
"""
# The work is said, and not done: no neighbour makes it slower, and large sizes cost nothing.
LINEAR = "CLOCK = [0.0]\ndef work(n):\n    CLOCK[0] += 1e-7 * n\n"
QUADRATIC = "CLOCK = [0.0]\ndef work(n):\n    CLOCK[0] += 1e-7 + 1e-10 * n**2\n"
SIZES = [2**k for k in (3, 6, 9, 12, 15, 18)]
BROKEN = "raise SystemExit('no build today')\n"


def git(folder, *words):
    identity = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main"]
    done = subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def make_history(home, patch, *versions, sizes=(100, 200), suite=SUITE, **more):
    """
    Make a project in its own home, and a commit of each of the `versions` of its module; return folder and hashes.

    A version is the text of ``work.py``, or a mapping of file names to texts. A commit is built by its ``build.py``.
    """
    patch.setenv("HOME", str(home))
    patch.setenv("TMPDIR", str(home))
    patch.setattr("tempfile.tempdir", None)
    start_asv_quickly(patch)
    folder = home / "project"
    (folder / "benchmarks").mkdir(parents=True)
    (folder / "benchmarks" / "__init__.py").touch()
    (folder / "benchmarks" / "grow.py").write_text(suite.replace("{sizes}", ", ".join(map(str, sizes))))
    (folder / "quick_environment.py").write_text(PLUGIN)
    (folder / "build.py").touch()
    configuration = {
        "version": 1,
        "project": "history",
        "repo": ".",
        "branches": ["main"],
        "environment_type": "quick",
        "plugins": [".quick_environment"],
        "pythons": ["3"],
        "build_command": ["python build.py"],
        "install_command": [],
        "uninstall_command": [],
        "launch_method": LAUNCH_METHOD,
        **more,
    }
    (folder / "asv.conf.json").write_text(json.dumps(configuration))
    (folder / ".gitignore").write_text("env\nresults\n__pycache__\n")
    git(folder, "init", "-q")
    hashes = []
    for version in versions:
        for name, text in (version if isinstance(version, dict) else {"work.py": version}).items():
            (folder / name).write_text(text)
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "--allow-empty", "-m", f"version {len(hashes) + 1}")
        hashes.append(git(folder, "rev-parse", "HEAD"))
    return folder, hashes
