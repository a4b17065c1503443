"""The command and the folder it writes."""

import csv
import dataclasses
import json
import sys
from pathlib import Path

import pytest
from made_reproduction import reproduction

from wythoff.commands import reproduce as command
from wythoff.errors import InputError
from wythoff.positions import pair
from wythoff.reproduce import run
from wythoff.reproduce.write import to_json, write

SCRIPT = Path(__file__).parent.parent / "scripts" / "reproduce_theses.py"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("reproduction") / "new" / "folder"
    write(reproduction(), place)
    return place


@pytest.fixture
def call(monkeypatch, capsys, tmp_path):
    """Return a function that runs the command with what was computed already; gives exit code, output and errors."""
    monkeypatch.chdir(tmp_path)
    asked = []

    def computed(results, machine):
        asked.append((results, machine))
        return computed.found

    computed.found = reproduction()
    monkeypatch.setattr(run, "reproduce", computed)

    def called(*arguments):
        monkeypatch.setattr(sys, "argv", ["reproduce_theses", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            command.main("reproduce_theses", "What it does.")
        said = capsys.readouterr()
        errors = said.err or (f"{end.value.code}\n" if isinstance(end.value.code, str) else "")
        return (1 if isinstance(end.value.code, str) else end.value.code or 0), said.out, errors

    called.computed, called.asked = computed, asked
    return called


def lines(path):
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.slow
def test_large_table_as_csv(folder):
    found = lines(folder / "tables" / "final-table-5.csv")
    assert len(found) == 100
    assert [row["right"] for row in found].count("false") == 57
    for row in found:
        n = int(row["n"])
        assert (int(row["exact A"]), int(row["exact B"])) == pair(n, 2)
        assert int(row["printed A"]) - int(row["exact A"]) == int(row["difference"])
        assert row["alpha rounded to double, product exact to 64 bits"] == row["printed A"]


@pytest.mark.slow
def test_times_as_csv_have_no_value_that_was_not_printed(folder):
    draft, final = (lines(folder / "tables" / name) for name in ("draft-table-2.csv", "final-table-4.csv"))
    assert [len(draft), len(final)] == [27, 23]
    assert draft[17]["recursive printed ms"] == "11513000.0"
    assert draft[18]["recursive printed ms"] == draft[18]["recursive printed / measured"] == ""
    assert final[-1]["arithmetic printed ms"] == "587616.0"
    for row in (*draft, *final):
        for family in ("recursive", "algebraic", "arithmetic"):
            printed, measured = row[f"{family} printed ms"], row[f"{family} measured ms"]
            if printed and measured:
                ratio = float(row[f"{family} printed / measured"])
                assert ratio == pytest.approx(float(printed) / float(measured), rel=1e-4)


def test_outcomes_as_strict_json(folder):
    def refuse(constant):
        raise AssertionError(constant)

    found = json.loads((folder / "outcomes.json").read_text(encoding="utf-8"), parse_constant=refuse)
    assert found["as_known"] is True
    assert found["surprises"] == []
    assert len(found["errata"]) == 37
    assert [row["right"] for row in found["large_rows"]].count(False) == 57
    assert found["large_rows"][-1]["exact_a"] == "8963643355965782386997110116393"
    assert {entry["column"] for entry in found["growth"]} >= {"draft-recursive", "final-arithmetic"}
    assert all(entry["printed"]["law"] for entry in found["growth"])


def test_figures_are_documents_of_their_own(folder):
    from xml.etree import ElementTree

    found = sorted(path.name for path in (folder / "figures").iterdir())
    assert {"final-figure-2.svg", "final-figure-8-log.svg", "draft-figure-2-linear.svg"} <= set(found)
    for name in found:
        root = ElementTree.parse(folder / "figures" / name).getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg"


def test_a_second_run_replaces_its_files_and_leaves_others(folder):
    other = folder / "notes.txt"
    other.write_text("mine")
    before = (folder / "index.html").read_bytes()
    assert len(write(reproduction(), folder)) == len([p for p in folder.rglob("*") if p.is_file()]) - 1
    assert other.read_text() == "mine"
    assert (folder / "index.html").read_bytes() == before


def test_folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(InputError, match="taken can't be made"):
        write(reproduction(), tmp_path / "taken")
    assert (tmp_path / "taken").read_text() == "mine"


def test_command_says_what_it_found(call, tmp_path):
    code, said, errors = call("--output", tmp_path / "out")
    assert (code, errors) == (0, "")
    assert "57 of 100 rows are wrong" in said
    assert "errata: 37" in said
    assert (tmp_path / "out" / "index.html").is_file()
    assert call.asked == [([], None)]


def test_command_takes_the_folder_results_by_default(call, tmp_path):
    (tmp_path / "results").mkdir()
    assert call()[0] == 0
    assert call("--results", "a", "--results", "b", "--machine", "box")[0] == 0
    assert call.asked == [([Path("results")], None), ([Path("a"), Path("b")], "box")]
    assert (tmp_path / "reproduction" / "index.html").is_file()


def test_command_fails_if_anything_is_not_as_it_must_be(call):
    found = call.computed.found
    call.computed.found = dataclasses.replace(found, lemmas=[dataclasses.replace(found.lemmas[0], holds=False)])
    code, said, _ = call()
    assert code == 1
    assert said.splitlines()[-1].startswith("not as it must be: final thesis, theorem 1")
    assert json.loads(to_json(call.computed.found))["as_known"] is False


@pytest.mark.slow
def test_command_names_results_that_are_not_there(tmp_path):
    import subprocess

    done = subprocess.run(
        [sys.executable, SCRIPT, "--results", "missing", "--output", "out"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("reproduce_theses: ")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()
