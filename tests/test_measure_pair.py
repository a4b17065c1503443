"""Two commits measured in turn: what is found, what is kept, what goes on, and what is named instead of measured."""

import io
import json
import re

import pytest
from cli_runner import run
from made_builds import BROKEN, LINEAR, QUADRATIC, SIZES, SUITE, make_history
from made_project import configure, events, make_project
from rich.console import Console

from wythoff.errors import InputError
from wythoff.harness.pair.options import PairOptions
from wythoff.harness.pair.run import run_pair
from wythoff.harness.sweep import run as sweep_module
from wythoff.harness.sweep.options import SweepOptions

pytest.importorskip("asv")

pytestmark = pytest.mark.slow


def measure(project, first="HEAD~1", second="HEAD", bench=(), **options):
    """Measure a pair in this process and return exit code and answer."""
    stream = io.StringIO()
    asked = PairOptions(first, second, SweepOptions(config=project, bench=bench, machine="box"), **options)
    code = run_pair(asked, Console(file=stream, width=300))
    return code, stream.getvalue()


def turns(project):
    """The order in which sizes of commits were measured."""
    return [(event.commit, event.n) for event in events(project, "measured", "continued", "remeasured")]


def test_a_class_is_found_in_turns_kept_for_compare_and_fails_a_check(tmp_path, monkeypatch, capsys):
    project, (first, second) = make_history(tmp_path, monkeypatch, LINEAR, QUADRATIC, sizes=SIZES)
    real = sweep_module.run_asv
    asked = []

    def interrupted(request, *rest):
        asked.append(request)
        if len(asked) == 6:
            raise KeyboardInterrupt
        return real(request, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(sweep_module, "run_asv", interrupted)
        code, _ = measure(project, budget_s=600.0)
    assert code == 130
    assert "measured and saved; the same command goes on from there" in capsys.readouterr().err
    had = turns(project)
    assert {commit for commit, _ in had} == {first, second}
    code, text = measure(project, budget_s=600.0, check=True)
    assert code == 1
    assert "goes on from there" in capsys.readouterr().err
    assert "worse class  grow.Work.time_work" in text
    assert "1 a change was found twice" in text
    done = turns(project)
    assert done[: len(had)] == had
    # A B, B A: a commit's last size of one turn is followed by its own next one.
    order = [commit for commit, n in done if n is not None]
    assert order[0] == first
    assert any(order[k] == order[k + 1] == second for k in range(len(order) - 1))
    assert all(event.beside in (first, second) for event in events(project, "measured", "continued"))
    compared = run("compare", "HEAD~1", "HEAD", "--config", project, "--json")
    assert json.loads(compared.stdout)["series"][0]["change"] == "class"


def test_equal_code_passes_a_check_and_what_one_side_lacks_is_named(tmp_path, monkeypatch):
    suite = f"""{SUITE}
    def time_fails(self, n):
        if work.FAILS and n >= 32:
            raise ValueError("not any more")
        work.work(n)

if work.FAILS:
    def track_added():
        return 1
"""
    project, _ = make_history(
        tmp_path,
        monkeypatch,
        LINEAR + "FAILS = False\n",
        LINEAR + "FAILS = True\n",
        sizes=[8, 16, 32, 64],
        suite=suite,
    )
    code, text = measure(project, bench=(r"time_work",), budget_s=600.0, check=True, tolerance=3.0)
    assert code == 0, text
    assert "no class got worse" in text
    code, text = measure(project, bench=("fails", "added"), budget_s=600.0, check=True, tolerance=3.0, format="json")
    found = json.loads(text)
    assert code == 1
    named = {entry["reason"]: entry["what"] for entry in found["not_compared"]}
    (alone,) = [what for reason, what in named.items() if reason.startswith("the benchmark is in HEAD (")]
    assert alone == ["grow.track_added"]
    (failed,) = [what for reason, what in named.items() if reason.startswith("it failed at HEAD (")]
    assert failed == ["grow.Work.time_fails(32): ValueError: not any more"]
    assert re.search(r"time_fails\(32\) fails at HEAD", found["worse_than_tolerated"][0])


def test_a_pair_that_can_not_be_had_is_one_sentence(tmp_path, monkeypatch):
    project, _ = make_history(tmp_path, monkeypatch, LINEAR, {"build.py": BROKEN}, sizes=SIZES)
    with pytest.raises(InputError, match=r"HEAD~0 and HEAD are the same commit, \w{8}: name two different ones"):
        measure(project, "HEAD~0", "HEAD")
    with pytest.raises(InputError, match=r"NEW is 2 commits: name one for each side"):
        measure(project, "NEW", "HEAD")
    with pytest.raises(InputError, match=r"HEAD \(\w{8}\) can't be measured, and so not compared: asv can't use"):
        measure(project)


def test_an_environment_that_exists_holds_one_commit(tmp_path, monkeypatch):
    project = make_project(tmp_path, monkeypatch, "def track_one():\n    return 1\n")
    configure(project)
    with pytest.raises(InputError, match="measures what is installed there, which is one commit"):
        measure(project)
