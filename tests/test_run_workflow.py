"""The workflow that docs/comparing.md shows passes and fails as the page says, run without GitHub by a script."""

import importlib.util
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from made_builds import LINEAR, QUADRATIC, SIZES, make_history

pytest.importorskip("asv")
pytest.importorskip("yaml")

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).parents[1] / "scripts" / "run_workflow.py"
QUICK_WYTHOFF = Path(__file__).with_name("quick_wythoff.py")


def script():
    spec = importlib.util.spec_from_file_location("run_workflow", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A repository in which main went on with a remark, and two pull requests from before: a remark, and a square."""
    programs = tmp_path / "programs"
    programs.mkdir()
    program = programs / "wythoff"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{QUICK_WYTHOFF}" "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    folder, _ = make_history(tmp_path, monkeypatch, LINEAR, sizes=SIZES)
    for branch, text in (("harmless", LINEAR + "# a remark\n"), ("square", QUADRATIC)):
        git(folder, "checkout", "-qb", branch, "main")
        (folder / "work.py").write_text(text)
        git(folder, "commit", "-qam", branch)
    git(folder, "checkout", "-q", "main")
    git(folder, "commit", "-q", "--allow-empty", "-m", "main goes on")
    return folder


def git(folder, *words):
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words], cwd=folder, check=True)


@pytest.mark.skipif(shutil.which("bash") is None, reason="the steps are for bash")
@pytest.mark.parametrize(("branch", "code"), [("harmless", 0), ("square", 1)])
def test_the_workflow_fails_on_a_class_that_got_worse_and_passes_without(project, branch, code):
    done = subprocess.run(
        [sys.executable, SCRIPT, project, "main", branch], capture_output=True, text=True, timeout=900
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "passed over: pip install 'wythoff[harness]'" in done.stdout
    assert "### commits " in done.stdout
    assert ("worse class" in done.stdout) == bool(code)
    assert ("no class got worse" in done.stdout) != bool(code)


def test_the_page_shows_a_workflow_of_pull_requests_with_a_step_that_measures():
    module = script()
    steps = module.steps_of(module.workflow())
    assert any("measure-pair" in step.get("run", "") for step in steps)
    assert "on: pull_request" in module.workflow()
