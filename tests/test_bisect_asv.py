"""A bisection with a real asv: commits built and measured, one that can't be, a Ctrl-C, and the commit in the end."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import warm_interpreter
from cli_runner import run, wait_until_armed
from made_commits import git
from made_project import LAUNCH_METHOD, start_asv_quickly, wait_until

from wythoff.harness.results import read_results

pytest.importorskip("asv")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")]

# An environment of asv's that is made in no time and without a network: a folder with the module, and this Python.
ENVIRONMENT = """
import os
import shutil
import sys
from pathlib import Path

from asv import util
from asv.environment import Environment


class Copied(Environment):
    tool_name = "copied"

    def __init__(self, conf, python, requirements, tagged_env_vars):
        self._requirements = requirements  # asv names an environment before it knows these
        super().__init__(conf, python, requirements, tagged_env_vars)

    @classmethod
    def matches(cls, python):
        return True

    def check_presence(self):
        return Path(self._path).is_dir()

    def _setup(self):
        Path(self._path).mkdir(parents=True, exist_ok=True)

    def _uninstall_project(self):
        self._set_installed_commit_hash(None)

    def _build_project(self, repo, commit_hash, build_dir):
        if "broken" in Path(build_dir, "work.py").read_text():
            raise util.UserError("the compiler gave up")

    def _install_project(self, repo, commit_hash, build_dir):
        shutil.copy(Path(build_dir, "work.py"), self._path)

    def run(self, args, **kwargs):
        found = os.pathsep.join([self._path, os.environ["PYTHONPATH"]])
        env = {**(kwargs.pop("env", None) or os.environ), "ASV_PYTHONPATH": found}
        return util.check_output([sys.executable, *args], env=env, **kwargs)
"""
# Counted rather than timed, so that a busy machine changes nothing.
SUITE = """
from work import work

class Suite:
    params = [2**k for k in range(4, 10)]
    param_names = ["n"]
    version = "1"
    def track_work(self, n):
        return work(n)
"""
LINEAR = "def work(n):\n    return 20 * n + 100\n"
QUADRATIC = "def work(n):\n    return n * n + 20 * n + 100\n"
COMMITS, FIRST, BROKEN = 8, 6, 4
COMMAND = ["bisect", f"HEAD~{COMMITS}", "HEAD", "--machine", "box"]


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    folder = tmp_path / "project"
    (folder / "benchmarks").mkdir(parents=True)
    (folder / "benchmarks" / "__init__.py").touch()
    (folder / "benchmarks" / "suite.py").write_text(SUITE)
    (folder / "copied_environment.py").write_text(ENVIRONMENT)
    configured = {"version": 1, "project": "made", "repo": ".", "environment_type": "copied", "pythons": ["3"]}
    configured["launch_method"] = LAUNCH_METHOD
    (folder / "asv.conf.json").write_text(json.dumps({**configured, "plugins": [".copied_environment"]}))
    (folder / ".gitignore").write_text("results\nenv\n")
    git(folder, "init", "-q")
    for k in range(COMMITS + 1):
        text = QUADRATIC if k >= FIRST else LINEAR
        (folder / "work.py").write_text(f"{text}# {'broken' if k == BROKEN else 'sound'} {k}\n")
        git(folder, "add", "-A")
        git(folder, "commit", "-qm", f"number {k}")
    (folder / "work.py").write_text("not committed, and of no effect")
    return folder


def start(project):
    """Start the command in a process of its own, with what the test's own process has for the second half."""
    environment = {**os.environ, "PYTHONPATH": warm_interpreter.PATH}
    command = [sys.executable, str(Path(__file__).with_name("quick_wythoff.py")), *COMMAND]
    return subprocess.Popen(
        command, cwd=project, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_the_commit_is_found_though_one_cannot_be_built_and_somebody_interrupts(project, monkeypatch):
    commits = git(project, "rev-list", "--reverse", "HEAD").split()
    process = start(project)
    wait_until_armed(process)
    diary = project / "results" / "box" / "bisect.jsonl"
    wait_until(lambda: (diary.exists() and len(diary.read_text().splitlines()) >= 3) or process.poll() is not None)
    process.send_signal(signal.SIGINT)
    said, errors = process.communicate(timeout=120)
    assert process.returncode == 130, (said, errors)
    assert "the same command goes on from there" in errors
    done = {row.commit for row in read_results(project / "results").rows if row.measured}

    start_asv_quickly(monkeypatch)
    monkeypatch.chdir(project)
    ended = run(*COMMAND)
    said = ended.stdout
    assert ended.returncode == 0, ended
    assert f"first changed commit: {commits[FIRST]}" in said
    assert f"number {FIRST}\n" in said
    assert "suite.Suite.track_work, beside the commit before: " in said
    assert f"{commits[BROKEN][:8]}" in said.partition("skipped: ")[2]
    assert "the compiler gave up" in said
    now = {row.commit for row in read_results(project / "results").rows if row.measured}
    assert done <= now
    assert len(now - {commits[0], commits[-1]}) <= 5
    assert (project / "work.py").read_text().startswith("not committed")
