#!/usr/bin/env python3
"""
Do what the workflow in docs/comparing.md does, without GitHub: its ``run:`` steps, in a pull request's checkout.

Of a repository with a base commit and a pull request's last one, a copy is checked out as ``actions/checkout`` leaves
it, with the variables that GitHub sets. Steps that use an action are passed over, and so is ``pip install``, which it
prints: the ``wythoff`` on the PATH is the one that runs. The exit code is that of the first step that fails, and the
summary is printed at the end.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

PAGE = Path(__file__).resolve().parents[1] / "docs" / "comparing.md"
BLOCK = re.compile(r"^```yaml \.github/workflows/(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXPRESSION = re.compile(r"\$\{\{\s*([a-z._]+)\s*\}\}")


def workflow(page: Path = PAGE) -> str:
    """Return the text of the workflow that a page shows."""
    found = BLOCK.search(page.read_text(encoding="utf-8"))
    if found is None:
        sys.exit(f"{page} shows no workflow")
    return found[2]


def steps_of(text: str) -> list[dict[str, object]]:
    """List the steps of a workflow's only job."""
    (job,) = yaml.safe_load(text)["jobs"].values()
    return list(job["steps"])


def git(folder: Path, *words: str) -> str:
    """Return what git says in a folder."""
    identity = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
    done = subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def check_out(repository: Path, base: str, head: str, folder: Path) -> dict[str, str]:
    """
    Check a pull request out as GitHub does, and return what its expressions stand for.

    GitHub measures the merge of both: a commit on no branch, whose first parent is the base.
    """
    subprocess.run(["git", "clone", "-q", "--no-local", str(repository), str(folder)], check=True)
    commits = {name: git(repository, "rev-parse", f"{name}^{{commit}}") for name in (base, head)}
    git(folder, "checkout", "-q", "--detach", commits[base])
    git(folder, "merge", "-q", "--no-ff", "-m", "merged", commits[head])
    return {
        "github.event.pull_request.base.sha": commits[base],
        "github.event.pull_request.head.sha": commits[head],
        "github.sha": git(folder, "rev-parse", "HEAD"),
        "github.workspace": str(folder),
        "runner.os": "Linux",
    }


def run_steps(steps: list[dict[str, object]], folder: Path, values: dict[str, str], summary: Path) -> int:
    """Run the steps that have commands of their own, and return the exit code of the first one that fails."""
    environment = {**os.environ, "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)}
    environment |= {"GITHUB_WORKSPACE": str(folder), "GITHUB_SHA": values["github.sha"]}

    def filled(text: object) -> str:
        return EXPRESSION.sub(lambda found: values[found[1]], str(text))

    for step in steps:
        if "run" not in step:
            continue
        script = filled(step["run"])
        if script.startswith("pip install"):
            print(f"passed over: {script.strip()}", flush=True)
            continue
        given = step.get("env", {})
        more = {str(name): filled(value) for name, value in given.items()} if isinstance(given, dict) else {}
        # The shell that GitHub runs a step in where it names none.
        done = subprocess.run(["bash", "-e", "-c", script], cwd=folder, env={**environment, **more}, check=False)
        if done.returncode:
            return done.returncode
    return 0


def main() -> int:
    """Run the workflow on a repository's two commits."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("repository", type=Path, help="an asv project's repository")
    parser.add_argument("base", help="the commit that the pull request is for")
    parser.add_argument("head", help="the pull request's last commit")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder, summary = Path(scratch) / "checkout", Path(scratch) / "summary.md"
        summary.touch()
        values = check_out(options.repository, options.base, options.head, folder)
        code = run_steps(steps_of(workflow()), folder, values, summary)
        print(summary.read_text(encoding="utf-8"))
    return code


if __name__ == "__main__":
    sys.exit(main())
