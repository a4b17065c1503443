"""The command `wythoff compare`: what the sides are, what is said, and what is never compared silently."""

import csv
import io
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from cli_runner import run
from made_results import describe, result_file, series

from wythoff.harness.compare import sides
from wythoff.harness.formats.asv import AsvReader

SIZES = [2**k for k in range(4, 17)]


def costs(law=lambda n: n, unit=5e-9, overhead=1e-6):
    return [unit * law(n) * (1 + 0.004 * (n % 7)) + overhead for n in SIZES]


def benchmark(values, version="1"):
    entry = series(values, SIZES)
    entry[2] = version
    return entry


def table(path, unit="seconds", **benchmarks):
    scale = {"seconds": 1, "ms": 1e3, "us": 1e6}[unit]
    lines = [
        f"{name},{n},{scale * value!r}"
        for name, values in benchmarks.items()
        for n, value in zip(SIZES, values, strict=True)
    ]
    path.write_text("\n".join([f"benchmark,n,{unit}", *lines]) + "\n")
    return path


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    same = {f"same{k}": costs(unit=(4 + k) * 1e-9) for k in range(5)}
    before = table(tmp_path / "before.csv", **same, worse=costs(), dearer=costs(), cheaper=costs(), gone=costs())
    after = table(
        tmp_path / "after.csv",
        **same,
        worse=costs(lambda n: n**2 / 500),
        dearer=costs(unit=8e-9),
        cheaper=costs(unit=2e-9),
        added=costs(),
    )
    return before, after


def test_changes_come_worst_first_and_the_unchanged_are_counted(files):
    result = run("compare", *files)
    assert result.returncode == 0
    words = [line for line in result.stdout.splitlines() if line.startswith(("worse", "better"))]
    assert words == ["worse class  worse", "worse constant  dearer", "better constant  cheaper"]
    assert "8 series: 2 worse, 1 better, 5 unchanged as far as the data could show" in result.stdout
    assert "the benchmark is in before.csv only: gone" in result.stdout.replace(str(files[0]), "before.csv")
    assert "only: added" in result.stdout


def test_all_outputs_say_the_same(files, tmp_path):
    found = json.loads(run("compare", *files, "--json").stdout)
    rows = list(csv.DictReader(io.StringIO(run("compare", *files, "--csv").stdout)))
    markdown = run("compare", *files, "--markdown").stdout
    assert [entry["benchmark"] for entry in found["series"]] == [row["series"] for row in rows]
    assert [entry["change"] for entry in found["series"]][:3] == ["class", "constant", "constant"]
    assert found["series"][0]["laws"]["after"] == "n^2"
    assert found["series"][1]["ratio"]["low"] < 1.6 < found["series"][1]["ratio"]["high"]
    assert all(f"| {row['series']} |" in markdown for row in rows[:3])
    assert found["series"][0]["cheaper"]["which"] == "first"


def test_a_check_fails_on_a_class_and_on_a_constant_beyond_the_tolerance(files):
    assert run("compare", *files, "--check", "-b", "worse").returncode == 1
    assert run("compare", *files, "--check", "-b", "dearer").returncode == 1
    assert run("compare", *files, "--check", "-b", "dearer", "--tolerance", "0.8").returncode == 0
    assert run("compare", *files, "--check", "-b", "cheaper").returncode == 0
    unchanged = run("compare", *files, "--check", "-b", "same", "--tolerance", "0.01")
    assert unchanged.returncode == 0
    assert "5 of 5 series a constant that grew by 1 % could not have been seen" in unchanged.stdout


def test_other_units_of_time_are_converted_and_others_named(tmp_path):
    before = table(tmp_path / "a.csv", one=costs())
    after = table(tmp_path / "b.csv", "ms", one=costs())
    assert "1 unchanged" in run("compare", before, after).stdout


def test_a_renamed_parameter_is_named(tmp_path):
    before = table(tmp_path / "a.csv", one=costs(), two=costs())
    after = table(tmp_path / "b.csv", one=costs(), two=costs())
    after.write_text(after.read_text().replace("benchmark,n,", "benchmark,size,"))
    with_both = run("compare", before, after)
    assert "added, removed or renamed" in with_both.stdout + with_both.stderr


def clocks(path, **columns):
    lines = [f"sort,{n},{','.join(repr(values[k]) for values in columns.values())}" for k, n in enumerate(SIZES)]
    path.write_text("\n".join([f"benchmark,n,{','.join(columns)}", *lines]) + "\n")
    return path


@pytest.mark.parametrize("busy_first", [True, False])
def test_of_two_runs_one_without_processor_time_is_compared_by_the_clock_of_both(tmp_path, busy_first):
    disturbed = [value * (9 if k % 3 else 1.01) for k, value in enumerate(costs())]
    both = clocks(tmp_path / "both.csv", real_time=disturbed, cpu_time=costs())
    wall = clocks(tmp_path / "wall.csv", real_time=costs(lambda n: n**2))
    found = run("compare", *((both, wall) if busy_first else (wall, both)), "--json")
    [entry] = json.loads(found.stdout)["series"]
    assert entry["change"] == "class"


def test_what_strikes_a_whole_run_by_one_clock_is_not_taken_off_the_other(tmp_path):
    def file(name, slower):
        lines = ["benchmark,n,real_time,cpu_time"]
        for k in range(14):
            for place, (n, value) in enumerate(zip(SIZES, costs(unit=(k + 1) * 1e-9), strict=True)):
                wall = value * (slower if place % 5 else 1.01)
                lines.append(f"both{k},{n},{wall!r},{value!r}" if k % 2 else f"wall{k},{n},{wall!r},")
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n")
        return path

    found = json.loads(run("compare", file("a.csv", 1.01), file("b.csv", 9), "--json").stdout)
    assert {entry["change"] for entry in found["series"] if entry["benchmark"].startswith("both")} == {"none"}
    assert {(entry["clock"], round(entry["ratio"])) for entry in found["runs"]} == {("wall", 9), ("cpu", 1)}
    said = {entry["benchmark"][:4]: entry["notes"] for entry in found["series"]}
    assert said == {"wall": [], "both": ["both are read by the processor's clock, which was disturbed less"]}
    assert "nothing struck the whole run by the processor's clock" in run("compare", *tmp_path.glob("*.csv")).stdout


def test_times_by_two_clocks_are_named_and_not_compared(tmp_path):
    wall = clocks(tmp_path / "wall.csv", real_time=costs())
    processor = clocks(tmp_path / "processor.csv", cpu_time=costs())
    found = run("compare", wall, processor)
    said = "times of one side are by the wall's clock only, and of the other by the processor's clock"
    assert said in found.stdout + found.stderr


@pytest.mark.slow
def test_pictures_are_drawn_of_what_changed(files, tmp_path):
    pytest.importorskip("matplotlib")
    result = run("compare", *files, "--plot", tmp_path / "drawn", "-b", "dearer", "-b", "same")
    assert result.returncode == 0
    assert [file.name for file in (tmp_path / "drawn").iterdir()] == ["001-constant.svg"]


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A repository with two commits, both measured, and an asv project in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "asv.conf.json").write_text('{"version": 1, "repo": ".", "results_dir": "results"}')
    for message in ("one", "two", "three"):
        words = ["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "--allow-empty", "-m", message]
        for command in (["init", "-q"], words):
            subprocess.run(["git", *command], check=True, cwd=tmp_path)
    log = subprocess.run(["git", "log", "--format=%H"], capture_output=True, text=True, check=True, cwd=tmp_path)
    commits = log.stdout.split()[::-1]
    folder = tmp_path / "results"
    for place, commit in enumerate(commits[:2]):
        values = {"grows": benchmark(costs((lambda n: n, lambda n: n**2 / 500)[place]))}
        values["kept"] = benchmark(costs(), version=("1", "2")[place])
        result_file(folder, values, commit=commit, date=1000 + place)
    describe(folder, grows=["n"], kept=["n"])
    result_file(folder, {"grows": benchmark(costs(unit=2e-8))}, commit=commits[0], machine="other", date=1000)
    return commits


def test_commits_are_named_as_git_knows_them(project):
    for words in (["HEAD~2", "HEAD~1"], ["HEAD~2..HEAD~1"], [project[0][:8], project[1]]):
        result = run("compare", *words)
        assert "worse class  grows on box" in result.stdout, result.stderr
        assert project[0][:8] in result.stdout


def test_what_is_not_the_same_is_named_and_not_compared(project):
    text = run("compare", "HEAD~2", "HEAD~1").stdout
    assert "its version is another (--any-version compares all the same): kept" in text
    assert "1 series: 1 worse" in text
    assert "measured HEAD~2" in text  # the other machine
    assert "kept" in run("compare", "HEAD~2", "HEAD~1", "--any-version", "-v").stdout.partition("2 series")[0]


def test_machines_are_compared_at_a_commit_of_both(project):
    found = json.loads(run("compare", "box", "other", "--json").stdout)
    [entry] = [entry for entry in found["series"] if entry["benchmark"] == "grows"]
    assert entry["ratio_measured"] == pytest.approx(4, rel=0.1)
    assert entry["notes"] == []


@pytest.fixture
def read(monkeypatch):
    """The files that are read whole."""
    names = []
    whole = AsvReader.read

    def watched(self, file, *rest):
        names.append(f"{file.parent.name}/{file.name}")
        whole(self, file, *rest)

    monkeypatch.setattr(AsvReader, "read", watched)
    return names


def test_only_the_files_of_both_sides_are_read(project, read):
    first, second = (f"{commit[:8]}-env.json" for commit in project[:2])
    assert run("compare", project[0], "HEAD~1").returncode == 0
    assert sorted(read) == sorted([f"box/{first}", f"box/{second}", f"other/{first}"])
    read.clear()
    result_file("results", {"grows": benchmark(costs())}, commit=project[2], machine="third")
    assert run("compare", "box", "other").returncode == 0
    assert {name.partition("/")[0] for name in read} == {"box", "other"}


@pytest.mark.parametrize("words", [["HEAD~2", "HEAD~1"], ["box", "other"], ["commit:HEAD~1", "HEAD~2"], ["env", "old"]])
def test_what_is_said_does_not_depend_on_how_many_files_are_read(project, monkeypatch, words):
    result_file("results", {"grows": benchmark(costs(unit=3e-9))}, commit=project[0], environment="old", date=1000)
    found = run("compare", *words, "-v")
    monkeypatch.setattr(sides, "_of_few_files", lambda *_: None)
    assert (found.stdout, found.stderr) == (run("compare", *words, "-v").stdout, found.stderr)
    assert found.returncode == 0


def test_what_files_begin_with_settles_no_copies_parameters_or_other_formats(project, read):
    every = {path.name for path in Path("results").rglob("*-env.json")}
    assert run("compare", "n=16", "n=32").returncode == 1
    assert {Path(name).name for name in read} == every
    for make in (
        lambda: table(Path("results/more.csv"), grows=costs()),
        lambda: shutil.copytree("results/box", "results/copy/box"),
        lambda: result_file("results", {}, commit=project[0][:7] + "f" * 33, machine="empty"),
    ):
        read.clear()
        made = Path(make())
        text = run("compare", project[0][:7], "HEAD~1")
        assert len({Path(name).name for name in read}) >= len(every), text.stderr
        shutil.rmtree(made) if made.is_dir() else made.unlink()


def test_two_implementations_have_no_run_in_common(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [f"{name},{kind},{n},{value * (1 + (kind == 'b'))!r}" for name in "pqrstu" for kind in "ab"
             for n, value in zip(SIZES, costs(), strict=True)]  # fmt: skip
    (tmp_path / "both.csv").write_text("\n".join(["benchmark,kind,n,seconds", *lines]) + "\n")
    result = run("compare", "kind=a", "kind=b", "both.csv")
    assert "6 series: 6 worse" in result.stdout, result.stderr
    assert "run" not in result.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["HEAD~2"], "compare needs two sides"),
        (["HEAD", "HEAD~1"], "which has no results; there are the commits"),
        (["nonsense", "HEAD~1"], "no results are of 'nonsense'; there are"),
        (["HEAD~1", "HEAD~1"], "are the same commit"),
        (["HEAD~1", "box"], "compare two of a kind"),
        (["results", "./results"], "is named twice"),
        (["HEAD~2", "HEAD~1", "--tolerance", "-1"], "--tolerance must be"),
        (["HEAD~2", "HEAD~1", "--json", "--csv"], "exclude each other"),
        (["HEAD~2", "HEAD~1", "-b", "nothing"], "nothing can be compared"),
        (["HEAD~2", "HEAD~1", "--machine", "none"], "neither side has results of the machine"),
        (["results", "box"], "no results are of 'results'"),
    ],
)
def test_bad_input_is_one_sentence(project, words, said):
    result = run("compare", *words)
    assert result.returncode == 1
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
