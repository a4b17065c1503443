"""Instructions counted: under Valgrind, by hardware counters, and what is said where either is not to be had."""

import platform
import shutil
import subprocess
import sys

import pytest

from wythoff.errors import InputError
from wythoff.harness.counts import callgrind, count, perf_event


def scan(a):
    return -1 in a


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="needs Valgrind")
def test_instructions_grow_as_the_work_does():
    few, many, again = callgrind.count_instructions([(scan, (list(range(n)),)) for n in (2000, 4000, 2000)])
    assert many / few == pytest.approx(2, rel=0.03)
    assert again == pytest.approx(few, rel=0.002)


def test_a_missing_valgrind_is_one_sentence(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(InputError, match="needs Valgrind, and there is no command valgrind"):
        count(len, [1])


@pytest.mark.parametrize(
    ("stderr", "sentence"),
    [
        (b"==1== valgrind: Unrecognised instruction at address 0x4a.", "doesn't know an instruction"),
        (b"==1== Callgrind\nImportError: no module named x\n", "child process under Valgrind failed: ImportError"),
    ],
    ids=["refused", "failed"],
)
def test_what_valgrind_says_is_one_sentence(monkeypatch, stderr, sentence):
    done = subprocess.CompletedProcess([], 1, b"", stderr)
    monkeypatch.setattr(shutil, "which", lambda name: "valgrind")
    monkeypatch.setattr(subprocess, "run", lambda *args, **named: done)
    with pytest.raises(InputError, match=sentence):
        count(len, [1], backend="callgrind")


def test_other_machines_are_one_sentence(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: "valgrind")
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    with pytest.raises(InputError, match=r"counted on x86_64 and aarch64 only, this is riscv64; .*backend=\"python\""):
        count(len, [1], backend="callgrind")


def test_functions_that_no_other_process_can_import_are_refused():
    with pytest.raises(InputError, match="define it at the top of a module"):
        callgrind._pickled(lambda: 1, ())


def granted():
    try:
        perf_event.count_instructions(scan, ([1],))
    except InputError:
        return False
    return True


@pytest.mark.skipif(not granted(), reason="needs hardware counters")
def test_hardware_counters_count():
    few, many = (perf_event.count_instructions(scan, (list(range(n)),)) for n in (10_000, 100_000))
    assert many > few > 0


@pytest.mark.skipif(granted(), reason="hardware counters are granted here")
def test_hardware_counters_that_are_not_granted_are_one_sentence():
    with pytest.raises(InputError, match=r'hardware counters.*backend="callgrind"'):
        count(scan, [1], backend="perf_event")


def test_hardware_counters_need_linux(monkeypatch):
    monkeypatch.setattr(sys, "platform", "plan9")
    with pytest.raises(InputError, match="on Linux"):
        count(len, [1], backend="perf_event")
