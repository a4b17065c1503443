"""The script that compares counting with its peers: what it reads, how it judges, and what it says of a missing one."""

import importlib
import re
import shutil

import pytest
from interpreted import SCRIPTS

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(SCRIPTS)
    compared = importlib.import_module("compare_counting")
KERNEL = compared.KERNELS["digits"]


def written(counts):
    """Write counts as Callgrind does at a request of pytest-codspeed."""
    trigger = "desc: Trigger: Client Request: test_kernels.py::test_kernel[digits-{}]"
    return "".join(f"# callgrind format\n{trigger.format(n)}\n\ntotals: {total}\n" for n, total in counts.items())


def test_twenty_kernels_of_every_common_law_are_asked():
    assert len(set(compared.NAMES)) == 20
    laws = {compared.KERNELS[name].law for name in compared.NAMES}
    assert laws >= {"1", "log n", "sqrt n", "n", "n log log n", "n log n", "n^2", "n^2 log n", "n^3", "2^n"}


def test_what_callgrind_wrote_is_read_by_kernel_and_size():
    counts = {n: 10 * n for n in KERNEL.sizes}
    assert compared.counts_of([written(counts)], [KERNEL]) == {"digits": list(counts.values())}


def test_a_count_that_is_missing_is_named():
    counts = {n: 10 * n for n in KERNEL.sizes[1:]}
    with pytest.raises(compared.InputError, match=re.escape(f"no count for digits-{KERNEL.sizes[0]}")):
        compared.counts_of([written(counts)], [KERNEL])


def test_a_power_is_rounded_and_knows_no_logarithm():
    sizes = [1000, 2000]
    assert compared.by_doubling(sizes, [n * n.bit_length() for n in sizes]) == ("n", True)
    assert compared.by_doubling(sizes, [3 * n * n for n in sizes]) == ("n^2", True)


def test_the_table_counts_what_is_right_decided_and_wrong():
    answers = {"one way": ("log n", True), "other": ("n", True)}
    rows = [compared.Row(way, {"digits": answer}, 3.0) for way, answer in answers.items()]
    first, second = compared.table(rows, [KERNEL]).splitlines()[2:]
    assert first == "| one way | 1 of 1 | 1 | 0 | 3.0 |"
    assert second == "| other | 0 of 1 | 1 | 1 | 3.0 |"


def test_what_a_peer_counted_is_not_asked_for_again(tmp_path, capsys):
    kernels = [compared.KERNELS[name] for name in compared.NAMES[:6]]
    asked = []

    def ask(some):
        asked.append([one.name for one in some])
        if len(asked) == 2:
            raise KeyboardInterrupt
        return {one.name: [7 * n for n in one.sizes] for one in some}

    file = tmp_path / "kept.jsonl"
    with pytest.raises(KeyboardInterrupt):
        compared.ask_peer("peer", ask, kernels, compared.Kept(file))
    file.write_text(file.read_text() + '{"way": "peer", "kernel": "cut')
    resumed = compared.Kept(file)
    partly, _ = resumed.rows("peer", kernels)
    assert list(partly.answers) == asked[0]
    compared.ask_peer("peer", ask, kernels, resumed)
    assert asked == [list(compared.NAMES[:4]), list(compared.NAMES[4:6]), list(compared.NAMES[4:6])]
    assert [len(row.answers) for row in compared.Kept(file).rows("peer", kernels)] == [6, 6]


def test_kernels_that_a_peer_fails_at_are_named_and_left_out(capsys):
    def ask(some):
        raise compared.InputError("no luck")

    kept = compared.Kept()
    compared.ask_peer("peer", ask, [KERNEL], kept)
    assert kept.rows("peer", [KERNEL]) == []
    assert capsys.readouterr().err == "peer: digits: no luck\n"


def test_a_peer_that_is_not_there_is_one_sentence(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: "valgrind")
    missing = compared.missing_peers("/no/such/python")
    assert list(missing) == ["pytest-codspeed"]
    assert "/no/such/python has no pytest-codspeed" in missing["pytest-codspeed"]
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert set(compared.missing_peers(None)) == {"callgrind", "pytest-codspeed"}
