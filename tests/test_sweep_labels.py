"""Results are filed under the commit that they are of, and the machine's entry stays what asv made it."""

import json
import os
import subprocess
import sys

import pytest
from cli_runner import run
from made_project import configure, events, make_project, result_file, sweep, values

from wythoff.errors import InputError
from wythoff.harness import facts_beside
from wythoff.harness.results import read_results
from wythoff.harness.sweep import run as sweep_module

pytest.importorskip("asv")

pytestmark = pytest.mark.slow

SUITE = """
class Linear:
    params = [10, 100]
    param_names = ["n"]
    rounds = 1
    repeat = 1
    warmup_time = 0.0
    def time_sum(self, n):
        sum(range(n))
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    return make_project(tmp_path, monkeypatch, SUITE)


def git(project, *arguments):
    identity = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
    done = subprocess.run(["git", *identity, *arguments], cwd=project, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_another_commit_than_the_one_checked_out_is_not_what_an_existing_environment_measures(project):
    git(project, "commit", "--allow-empty", "-qm", "second")
    with pytest.raises(
        InputError, match=r"measures what is installed there, not the commit \w{8}, and \w{8} is checked"
    ):
        sweep(project, commits=("HEAD~1",))
    assert not list((project / "results" / "box").glob("*-existing*.json"))
    assert sweep(project, commits=(git(project, "rev-parse", "HEAD"),), max_n=10)[0] == 0


def test_changed_files_are_said_and_marked_in_the_journal_once(project):
    assert events(project, "dirty") == []
    (project / "asv.conf.json").write_text((project / "asv.conf.json").read_text() + "\n")
    code, text = sweep(project, max_n=10)
    assert code == 0
    head = git(project, "rev-parse", "HEAD")[:8]
    said = f"files differ from commit {head}, under which results are filed: asv.conf.json"
    assert text.count(said) == 1
    assert [event.reason for event in events(project, "dirty")] == [said]
    assert said in sweep(project, plan_only=True)[1]
    assert len(events(project, "dirty")) == 1


def test_results_of_changed_code_are_marked_and_told_when_the_code_is_another_one(project):
    code = project / "code.py"
    code.write_text("at = 1\n")
    git(project, "add", "code.py")
    git(project, "commit", "-qm", "code")
    sweep(project, max_n=10, rounds=1)
    code.write_text("at = 2\n")
    _, text = sweep(project, rounds=2)
    assert "1 point was measured of other code than there is now, under the same commit: --remeasure REGEX" in text
    (clean, changed) = events(project, "measured")
    assert (clean.n, clean.differences) == (10, None)
    assert (changed.n, len(changed.differences)) == (100, 16)
    # The second round of the first point would be one of other code.
    assert [event.n for event in events(project, "continued")] == [100]
    configure(project, complexity=[])  # neither what is measured nor what asv makes of it
    _, text = sweep(project, plan_only=True, max_n=10, remeasure=".")
    assert "of other code" not in text
    git(project, "checkout", "code.py")
    assert "1 point was measured of other code" in sweep(project, plan_only=True)[1]
    _, text = sweep(project, remeasure=r"\(100\)", rounds=1)
    assert events(project, "remeasured")[-1].differences is None
    assert "of other code" not in sweep(project, plan_only=True)[1]


def test_a_commit_that_is_checked_out_meanwhile_is_other_code(project, monkeypatch):
    (project / "code.py").write_text("at = 1\n")
    git(project, "add", "code.py")
    git(project, "commit", "-qm", "code")
    real = sweep_module.run_asv

    def run_asv(request, *args):
        if request["action"] == "measure" and request["points"][0]["n"] == 100:
            git(project, "checkout", "-q", "HEAD~1")
        return real(request, *args)

    monkeypatch.setattr(sweep_module, "run_asv", run_asv)
    _, text = sweep(project)
    assert "files differ from commit" in text
    assert [event.differences is None for event in events(project, "measured")] == [True, False]


def test_a_repository_by_its_address_is_not_cloned_for_an_environment_that_exists(project):
    git(project, "remote", "add", "origin", "git@example.invalid:me/foreign.git")
    configure(project, repo="https://example.invalid/they/foreign.git")
    git(project, "commit", "-qam", "configured")
    code, _ = sweep(project, max_n=10)
    assert code == 0
    assert result_file(project).name.startswith(git(project, "rev-parse", "HEAD")[:8])


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a folder away")
def test_somebody_elses_checkout_is_named_with_gits_remedy(project):
    for place in (project, project / ".git"):
        os.chown(place, 12345, 12345)
    with pytest.raises(
        InputError, match=r"belongs to somebody else; if you trust it: git config --global --add safe.d"
    ):
        sweep(project)


def asv(project, *arguments):
    # As if wythoff were not installed: asv must not miss it.
    code = "import sys; sys.modules['wythoff'] = None; from asv.main import main; main()"
    done = subprocess.run([sys.executable, "-c", code, *arguments], cwd=project, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_graphs_of_a_project_that_asv_has_measured_stay_one_line_each(project):
    here = f"existing:{sys.executable}"
    quick = ["run", "--quick", "-E", here, "--machine", "box", "--set-commit-hash", "HEAD", "--no-pull"]
    entry = {"machine": "box", "arch": "x86_64", "cpu": "mine", "num_cpu": "2", "os": "Linux 6", "ram": "16384"}
    (project.parent / ".asv-machine.json").write_text(json.dumps({"box": entry, "version": 1}))
    asv(project, *quick)
    before = values(project)
    sweep(project, environments=(here,), remeasure=r"\(10\)", rounds=1)
    assert [event.n for event in events(project, "remeasured")] == [10]
    assert values(project)["Linear.time_sum", "100"] == before["Linear.time_sum", "100"]
    asv(project, *quick)
    git(project, "commit", "--allow-empty", "-qm", "second")
    sweep(project, environments=(here,), rounds=1)
    assert run("publish", "--config", project).returncode == 0
    (state,) = json.loads((project / "html" / "index.json").read_text())["graph_param_list"]
    assert {key: state[key] for key in entry} == entry
    (graph,) = [file for file in (project / "html/graphs").rglob("grow.*.json") if "summary" not in file.parts]
    assert len(json.loads(graph.read_text())) == 2  # a point for each commit


def test_asvs_entry_stays_and_other_facts_lie_beside_the_results(project):
    entry = {"machine": "box", "arch": "x86_64", "cpu": "mine", "num_cpu": "2", "os": "Linux 6", "ram": "16384"}
    file = project.parent / ".asv-machine.json"
    file.write_text(json.dumps({"box": entry, "version": 1}))
    before = file.read_text()
    sweep(project, max_n=10)
    assert file.read_text() == before
    recorded = json.loads(result_file(project).read_text())["params"]
    assert set(recorded) == {*entry, "python"}
    assert json.loads((project / "results/box/machine.json").read_text()) == {**entry, "version": 1}
    known = facts_beside.read(project / "results" / "box")
    (row, *_) = [row for row in read_results(project / "results").rows if row.measured]
    assert set(known) == {"", row.environment}
    assert known[row.environment]["interpreter"].startswith("CPython 3.")
    assert set(known[""]) == {"l1d", "l2", "l3", "gcc", "virtualised"}
    assert row.facts["cpu"] == "mine"
    assert row.facts["interpreter"] == known[row.environment]["interpreter"]
    lines = (project / "results/box/facts.jsonl").read_text()
    sweep(project)
    assert (project / "results/box/facts.jsonl").read_text() == lines
