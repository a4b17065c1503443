"""Commits by the names that git knows, ranges of them, and what is said where they can't be had."""

import subprocess

import pytest

from wythoff.errors import InputError
from wythoff.harness.commits import Repository, commit_of, commits_in, subject, to_measure, with_results


def git(folder, *words):
    identity = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main"]
    done = subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture(scope="module")
def history(tmp_path_factory):
    """A line of four commits with a merge at its end, and a tag at the second."""
    folder = tmp_path_factory.mktemp("history")
    git(folder, "init", "-q")
    for name in ("first", "second", "third"):
        git(folder, "commit", "--allow-empty", "-qm", name)
    git(folder, "tag", "v1", "HEAD~1")
    git(folder, "checkout", "-qb", "side", "v1")
    git(folder, "commit", "--allow-empty", "-qm", "on the side")
    git(folder, "checkout", "-q", "main")
    git(folder, "merge", "-q", "--no-ff", "-m", "merged", "side")
    return folder


@pytest.fixture(scope="module")
def line(history):
    return git(history, "rev-list", "--first-parent", "--reverse", "main").split()


def test_a_range_leaves_its_first_end_out_and_follows_first_parents_oldest_first(history, line):
    assert commits_in("v1..HEAD", history) == commits_in("v1..", history) == line[2:]
    assert [subject(commit, history) for commit in line] == ["first", "second", "third", "merged"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("HEAD..v1", r"the range HEAD..v1 is empty: v1 has no commit that HEAD lacks; v1..HEAD has 2"),
        ("v1..v1", r"the range v1..v1 is empty"),
        ("v1..v9", r"git knows no commit v9 in the repository of"),
        ("v1...HEAD", r"v1...HEAD is no range from one commit to another: write A..B"),
        ("..HEAD", r"..HEAD is no range"),
    ],
)
def test_a_range_that_holds_no_commit_is_named(history, text, said):
    with pytest.raises(InputError, match=said):
        commits_in(text, history)


def test_without_a_repository_or_git_the_sentence_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))  # temporary files may lie in a repository
    with pytest.raises(InputError, match=r"only git knows what v1 is, and .* is in no repository of git"):
        commits_in("v1..v2", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match=r"git is needed to tell what v1 is, and there is no git program"):
        to_measure(["v1", "v2"], Repository(tmp_path))


def test_new_are_the_commits_after_the_last_measured_one_of_each_branch(history, line):
    assert to_measure(["ALL"], Repository(history)) == line
    assert to_measure(["NEW"], Repository(history)) == line
    measured = Repository(history, finished=(line[0][:8], line[2][:8]))
    assert to_measure(["NEW"], measured) == line[3:]
    side = commit_of("side", history)
    assert to_measure(["NEW"], Repository(history, ("main", "side"), finished=(line[1][:8],))) == [*line[2:], side]
    with pytest.raises(InputError, match="nothing is new: the newest commit of HEAD was measured on this machine"):
        to_measure(["NEW"], Repository(history, finished=(line[3],)))
    with pytest.raises(InputError, match="git knows no commit gone in"):
        to_measure(["NEW"], Repository(history, ("gone",)))


def test_commits_are_measured_once_as_they_are_asked_for(history, line):
    assert to_measure(["HEAD", "v1", "v1..HEAD"], Repository(history)) == [line[3], line[1], line[2]]
    had = Repository(history, results=(line[3][:8], "0" * 8, line[0][:8]))
    assert to_measure(["EXISTING"], had) == [line[0], line[3]]
    with pytest.raises(InputError, match="no commit of the repository has results"):
        to_measure(["EXISTING"], Repository(history))


def test_commits_with_results_are_found_by_any_of_their_names(history, line):
    known = [line[1], line[3][:12]]
    assert with_results(["v1"], known, history) == with_results([line[1][:6]], known, history) == [line[1]]
    assert with_results(["v1..HEAD"], known, history) == with_results(["HEAD"], known, history) == [line[3][:12]]
    assert with_results(["EXISTING"], known, history) == sorted(known)
    assert with_results([], known, history) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("HEAD~1", r"HEAD~1 is commit \w{8}, which has no results; there are \w{8}, \w{8}"),
        ("v1..HEAD~1", r"none of the 1 commits of v1..HEAD~1 has results"),
        ("NEW", r"NEW are the commits without results: `wythoff sweep --commit NEW` measures them"),
        ("nothing", r"no results have the commit 'nothing'; there are"),
    ],
)
def test_commits_without_results_are_named(history, line, text, said):
    with pytest.raises(InputError, match=said):
        with_results([text], [line[1], line[3]], history)
