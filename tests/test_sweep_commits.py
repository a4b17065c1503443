"""Sweeps of several commits: ranges, each commit in its own file, resumable, and what can't be measured named."""

import json

import pytest
from made_builds import BROKEN, LINEAR, make_history
from made_project import configure, events, make_project, sweep

from wythoff.errors import InputError
from wythoff.harness.results import read_results
from wythoff.harness.sweep import run as sweep_module

pytest.importorskip("asv")

pytestmark = pytest.mark.slow


def measured(project):
    """The commit and size of everything that has a value, as the journal has it."""
    return [(event.commit, event.n) for event in events(project, "measured")]


def test_a_range_is_swept_oldest_first_each_commit_in_its_file_and_goes_on_after_an_interruption(tmp_path, monkeypatch):
    project, (first, second, third) = make_history(tmp_path, monkeypatch, LINEAR, LINEAR + "\n", LINEAR + "\n\n")
    real = sweep_module.run_asv

    def interrupted_at_third(request, *rest):
        if request["action"] == "measure" and request["commit"] == third:
            raise KeyboardInterrupt
        return real(request, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(sweep_module, "run_asv", interrupted_at_third)
        code, text = sweep(project, commits=(f"{first[:8]}..HEAD",))
    assert code == 130
    assert f"commit 1 of 2: {second[:8]} version 2" in text
    assert f"commit 2 of 2: {third[:8]} version 3" in text
    assert measured(project) == [(second, 100), (second, 200)]
    # The third was begun and not finished: to NEW it is still one.
    code, text = sweep(project, commits=("NEW",))
    assert code == 0
    assert f"commit 1 of 1: {third[:8]} version 3" in text
    assert measured(project)[2:] == [(third, 100), (third, 200)]
    with pytest.raises(InputError, match="nothing is new: the newest commit of main was measured"):
        sweep(project, commits=("NEW",))
    code, text = sweep(project, commits=("HEAD~2", "HEAD"))
    assert code == 0
    assert "nothing new was measured" in text[text.index("commit 2 of 2") :]
    rows = read_results(project / "results").rows
    assert {row.commit for row in rows if row.measured} == {first, second, third}
    assert len(list((project / "results" / "box").glob("*-quick*.json"))) == 3


def test_a_commit_that_can_not_be_built_is_named_and_the_others_are_measured(tmp_path, monkeypatch):
    project, (_, second, third) = make_history(tmp_path, monkeypatch, LINEAR, {"build.py": BROKEN}, {"build.py": ""})
    code, text = sweep(project, commits=("HEAD~2..HEAD",))
    assert code == 2
    assert f"commit {second[:8]} can't be measured: asv can't use the project" in text
    assert "no build today" in text
    assert measured(project) == [(third, 100), (third, 200)]


def test_what_is_installed_is_one_commit(tmp_path, monkeypatch):
    project = make_project(tmp_path, monkeypatch, "def track_one():\n    return 1\n")
    with pytest.raises(InputError, match=r"measures what is installed there, which is one commit: for several let asv"):
        sweep(project, commits=("HEAD", "HEAD~1"))
    configure(project, repo=str(tmp_path / "nowhere"))
    with pytest.raises(InputError, match="asv can't use the project"):
        sweep(project, commits=("NEW",))
    assert json.loads((project / "asv.conf.json").read_text())["environment_type"] == "existing"
