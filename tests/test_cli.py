"""The command as a user meets it: output, exit codes, one sentence for bad input."""

import json
import os
import subprocess
import sys

import pytest

from wythoff import cli
from wythoff.errors import InputError


def run(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "wythoff.cli", *arguments], capture_output=True, text=True, timeout=120, **options
    )


def test_pair_of_any_size():
    assert run("pair", "10", "-a", "2").stdout == "14 34\n"
    assert run("pair", "10000000000000000000000000000000", "-a", "2").stdout == (
        "14142135623730950488016887242096 34142135623730950488016887242096\n"
    )
    assert len(run("pair", "1" + "0" * 5000).stdout.split()[0]) == 5001


def test_table_as_csv():
    result = run("table", "5", "-a", "2", "--start", "3")
    assert result.returncode == 0
    assert result.stdout == "n,A,B\n3,4,10\n4,5,13\n5,7,17\n"
    assert run("table", "2", "--strategy", "recursive-merge").stdout == "n,A,B\n0,0,0\n1,1,2\n2,3,5\n"


def test_table_into_a_closed_pipe_is_quiet():
    with subprocess.Popen(
        [sys.executable, "-m", "wythoff.cli", "table", "1000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.read(20)
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("pair", "ten"), "wythoff: N must be a whole number, got 'ten'\n"),
        (("pair", "1.5"), "wythoff: N must be a whole number, got '1.5'\n"),
        (("pair", "--", "-1"), "wythoff: n must be a whole number of at least 0, got -1\n"),
        (("pair", "1", "-a", "0"), "wythoff: a must be a whole number of at least 1, got 0\n"),
        (("table", "5", "-a", "1.5"), "wythoff: a must be a whole number, got '1.5'\n"),
        (("table", "5", "--strategy", "x"), "wythoff: there is no strategy 'x'; choose one of "),
        (("table", "5", "--start", "7"), "wythoff: start must be at most n = 5, got 7\n"),
        (("table", str(10**14), "--strategy", "recursive-merge"), "wythoff: 100000000000001 rows and the "),
    ],
)
def test_bad_input_is_one_sentence_and_a_failure(arguments, sentence):
    result = run(*arguments)
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.startswith(sentence)
    assert result.stderr.count("\n") == 1


def test_sweep_of_no_project_is_one_sentence(tmp_path):
    result = run("sweep", "--config", str(tmp_path / "asv.conf.json"))
    assert result.returncode == 1
    assert result.stderr.startswith("wythoff: ")
    assert "asv.conf.json" in result.stderr
    assert result.stderr.count("\n") == 1


def test_sweep_without_the_extra_names_it(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "asv" else object())
    with pytest.raises(InputError, match=r"sweep needs asv; install the extra: pip install 'wythoff\[harness\]'"):
        cli._require_harness()


def test_machine_is_saved_where_asv_reads_it(tmp_path):
    home = {**os.environ, "HOME": str(tmp_path)}
    assert run("machine", "--save", "--name", "box", env=home).returncode == 0
    saved = json.loads((tmp_path / ".asv-machine.json").read_text())
    assert saved["box"]["machine"] == "box"
    assert saved["version"] == 1
    refused = run("machine", "--save", "--name", "../box", env=home)
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1


def test_machine_facts_as_text_and_json():
    facts = json.loads(run("machine", "--json").stdout)
    assert {"cpu", "num_cpu", "ram", "os", "l1d", "l2", "l3", "numba", "llvm"} <= set(facts)
    text = run("machine").stdout
    assert all(f"{key} " in text for key in facts)


def test_nothing_heavy_is_imported_for_a_single_pair():
    code = "import sys; from wythoff import pair; pair(5); print(*sorted({'numba', 'numpy', 'asv'} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "\n"
