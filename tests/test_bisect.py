"""The command `wythoff bisect`: the commit at which growth changed, found among many that are not measured."""

import json
import math

import pytest
from cli_runner import run
from made_commits import Costs, dearer, git, linear, make_line, quadratic

pytest.importorskip("asv")


@pytest.fixture
def history(tmp_path, monkeypatch):
    """A function that makes a project of so many commits with laws, and takes the sweep's place."""
    monkeypatch.setenv("HOME", str(tmp_path))
    machines = {"box": {"machine": "box", "os": "", "arch": "", "cpu": "", "num_cpu": "1", "ram": ""}, "version": 1}
    (tmp_path / ".asv-machine.json").write_text(json.dumps(machines))
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "asv.conf.json").write_text('{"version": 1, "repo": ".", "environment_type": "virtualenv"}')
    (folder / "benchmarks").mkdir()
    monkeypatch.chdir(folder)

    def make(count, laws, **more):
        commits = make_line(folder, count + 1)
        made = Costs(folder, commits, laws, **more)
        monkeypatch.setattr("wythoff.harness.sweep.run.run", made.sweep)
        return made

    return make


def changes_at(first, after, before=linear):
    return lambda place: after if place >= first else before


def bisect(made, *words):
    return run("bisect", made.commits[0], made.commits[-1], *words)


@pytest.mark.parametrize(("first", "after"), [(37, quadratic), (1, dearer), (100, dearer), (99, quadratic)])
def test_the_first_changed_commit_is_found_with_few_measured(history, first, after):
    made = history(100, {"grows": changes_at(first, after)})
    result = bisect(made)
    assert result.returncode == 0, result.stderr
    assert f"first changed commit: {made.commits[first]} (probability >0.99)" in result.stdout
    assert f"number {first}\n" in result.stdout
    assert "Ada, 20" in result.stdout
    between = [place for place in made.places() if place not in (0, 100)]
    assert len(between) <= 1.5 * math.log2(100)
    assert {first - 1, first} <= set(made.places())
    assert result.stdout.count(" of at most 9: ") == len(between)


def test_json_has_all_that_is_said(history):
    made = history(30, {"grows": changes_at(11, quadratic)})
    result = bisect(made, "--json")
    found = json.loads(result.stdout)
    assert found["found"]["commit"] == made.commits[11]
    assert found["found"]["subject"] == "number 11"
    assert found["at_commit"]["change"] == "class"
    assert found["at_commit"]["laws"]["after"] == "n^2"
    assert found["commits"] == 30
    assert found["measured"] == len(found["measured_commits"]) <= found["at_most"] == 7
    assert sum(entry["probability"] for entry in found["posterior"]) == pytest.approx(1, abs=0.01)
    assert "1 of at most 7" in result.stderr


def test_only_the_sizes_and_benchmarks_that_tell_are_measured(history):
    made = history(30, {"grows": changes_at(11, quadratic), "kept": lambda place: linear})
    assert bisect(made).returncode == 0
    between = [bench for place, bench, _ in made.swept if place not in (0, 30)]
    assert all(bench == (r"^grows\(.+\)$",) for bench in between)
    rows = [
        row for row in made.results() if row.commit not in (made.commits[0], made.commits[30], *made.commits[10:12])
    ]
    measured = [row for row in rows if row.measured]
    assert {row.benchmark for row in measured} == {"grows"}
    assert len(measured) < 11 * len({row.commit for row in measured})


def test_what_is_measured_already_is_used_and_nothing_is_measured_twice(history):
    made = history(60, {"grows": changes_at(23, dearer)})
    first = bisect(made)
    assert first.returncode == 0
    before = len(made.swept)
    again = bisect(made)
    assert again.returncode == 0
    assert len(made.swept) == before
    assert f"first changed commit: {made.commits[23]}" in again.stdout
    assert "had results before, which are used" in again.stdout
    assert "measured, GOOD and BAD aside: 0 of 60 commits" in again.stdout


def test_an_interrupted_bisection_goes_on_where_it_was(history):
    made = history(60, {"grows": changes_at(23, dearer)}, stop_after=5)
    assert bisect(made).returncode == 130
    done = made.places()
    made.stop_after = math.inf
    result = bisect(made)
    assert result.returncode == 0
    assert f"{len(done) - 2} commits of these had results before" in result.stdout
    assert len(made.places()) - 2 <= 1.5 * math.log2(60)
    assert f"first changed commit: {made.commits[23]}" in result.stdout


def test_results_of_a_sweep_cost_nothing(history):
    made = history(16, {"grows": changes_at(9, dearer)})
    for commit in made.commits:
        made.sweep(type("Options", (), dict(commits=(commit,), bench=(), rounds=None, min_n=None, max_n=None)), None)
    before = len(made.swept)
    result = bisect(made, "--max-commits", "0")
    assert f"first changed commit: {made.commits[9]}" in result.stdout
    # GOOD and BAD and both sides are swept once, as nobody knows whether they lack anything
    assert {place for place, _, _ in made.swept[before:]} <= {0, 8, 9, 16}


def test_commits_that_cannot_be_built_are_skipped_and_named(history):
    made = history(40, {"grows": changes_at(23, quadratic)}, broken=frozenset({20, 21}))
    result = bisect(made)
    assert result.returncode == 0
    assert f"first changed commit: {made.commits[23]}" in result.stdout
    assert f"{made.commits[20][:8]} is skipped: the compiler failed\n" in result.stdout
    assert f"skipped: {made.commits[20][:8]} (the compiler failed)" in result.stdout


def test_skipped_commits_at_the_change_widen_the_answer(history):
    made = history(40, {"grows": changes_at(23, quadratic)}, broken=frozenset({22, 23}))
    result = bisect(made)
    assert result.returncode == 2
    between = f"between {made.commits[21][:8]} and {made.commits[24][:8]}: the first changed commit is one of 3"
    assert between in result.stdout
    assert result.stdout.count("which was skipped") == 2
    swept = len(made.swept)
    assert bisect(made).returncode == 2
    assert len(made.swept) == swept


def test_a_benchmark_that_fails_is_a_skipped_commit(history):
    made = history(40, {"grows": changes_at(23, quadratic)}, failing=frozenset({20}))
    result = bisect(made)
    assert result.returncode == 0
    assert f"{made.commits[20][:8]} is skipped: " in result.stdout


def test_a_limit_of_commits_leaves_a_narrower_range(history):
    made = history(64, {"grows": changes_at(23, dearer)})
    result = bisect(made, "--max-commits", "3")
    assert result.returncode == 2
    assert "the first changed commit is one of 8 with probability 0.95" in result.stdout
    assert "the same command measures more" in result.stdout
    assert bisect(made).returncode == 0
    assert len(made.places()) - 2 <= 9


def test_other_series_are_told_apart_by_whether_they_changed_at_the_same_commit(history):
    laws = {
        "worst": changes_at(23, quadratic),
        "same": changes_at(23, dearer),
        "later": changes_at(30, dearer),
        "kept": lambda place: linear,
    }
    result = bisect(history(40, laws))
    assert result.returncode == 0
    assert "worst, beside the commit before: n became n^2" in result.stdout
    assert "changed at the same commit: same (" in result.stdout
    assert "changed between GOOD and BAD, and not at this commit: later" in result.stdout
    assert "kept" not in result.stdout


def test_more_than_one_change_is_said(history):
    def law(place):
        return (linear, lambda n: 1.7 * linear(n), lambda n: 3 * linear(n))[(place >= 10) + (place >= 30)]

    made = history(40, {"grows": law})
    result = bisect(made)
    assert result.returncode == 0
    found = [place for place in (10, 30) if f"first changed commit: {made.commits[place]}" in result.stdout]
    assert len(found) == 1
    assert "other commits changed it as well" in result.stdout
    assert "more than one commit changed it" in result.stdout


def test_an_improvement_is_a_change_as_well(history):
    made = history(40, {"grows": changes_at(5, linear, quadratic)})
    result = bisect(made)
    assert f"first changed commit: {made.commits[5]}" in result.stdout


def test_a_merge_is_one_step_and_the_line_follows_first_parents(history):
    made = history(6, {"grows": changes_at(4, quadratic)})
    folder, (*_, last) = made.folder, made.commits
    git(folder, "checkout", "-q", "-b", "side", made.commits[3])
    git(folder, "commit", "-q", "--allow-empty", "-m", "aside")
    side = git(folder, "rev-parse", "HEAD")
    git(folder, "checkout", "-q", "--detach", last)
    git(folder, "merge", "-q", "--no-ff", "side", "-m", "merged")
    merge = git(folder, "rev-parse", "HEAD")
    git(folder, "commit", "-q", "--allow-empty", "-m", "last")
    made.commits = [*made.commits, merge, git(folder, "rev-parse", "HEAD")]
    made.laws = {"grows": changes_at(7, quadratic)}
    result = bisect(made)
    assert f"first changed commit: {merge}" in result.stdout
    assert "1 commit of these merge others" in result.stdout
    assert (
        f"it is a merge: to look among what it merged, bisect from where the branches part (git merge-base {last[:8]}"
        in result.stdout
    )
    # GOOD on the branch that was merged: the line goes through it
    made.commits = [side, merge, made.commits[-1]]
    made.laws = {"grows": changes_at(2, quadratic)}
    assert "2 commits" in run("bisect", "side", "HEAD").stdout


@pytest.mark.slow
def test_a_picture_shows_both_sides(history, tmp_path):
    pytest.importorskip("matplotlib")
    made = history(16, {"grows": changes_at(9, dearer)})
    assert bisect(made, "--plot", tmp_path / "found.svg").returncode == 0
    assert made.commits[8][:8] in (tmp_path / "found.svg").read_text()


def test_nothing_that_changed_is_one_sentence_with_what_would_have_been_seen(history):
    result = bisect(history(16, {"grows": lambda place: linear, "kept": lambda place: linear}))
    assert result.is_one_sentence()
    assert "that these data could show: in half of 2 series a factor above 1." in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere", "HEAD"], "git knows no commit nowhere in the repository of"),
        (["main", "main~2"], "main~2 is an ancestor of main and not the other way round"),
        (["main", "HEAD"], "are the same commit"),
        (["main~2", "main", "--max-commits", "-1"], "--max-commits must be a number of commits of at least 0, got -1"),
        (["main~2", "main", "--plot", "x.txt"], "must end in .svg, .png, .pdf"),
        (["main~2", "main", "-b", "("], "is no regular expression"),
        (["main~2", "main", "-E", "existing"], "the environment existing is what is installed there"),
        (["main~2", "main", "elsewhere"], "does not exist"),
    ],
)
def test_bad_input_is_one_sentence(history, words, said):
    history(6, {"grows": lambda place: linear})
    result = run("bisect", *words)
    assert result.is_one_sentence(), result.stderr
    assert said in result.stderr


def test_commits_that_no_line_joins_are_told_where_they_part(history):
    made = history(6, {"grows": lambda place: linear})
    git(made.folder, "checkout", "-q", "-b", "side", made.commits[3])
    git(made.folder, "commit", "-q", "--allow-empty", "-m", "aside")
    result = run("bisect", "side", "main")
    assert result.is_one_sentence()
    assert (
        f"side is no ancestor of main, so that no commits lie between: begin at {made.commits[3][:8]}" in result.stderr
    )
