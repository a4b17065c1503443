"""Memory as seen under limits: fake control groups, real process limits."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wythoff._process import memory
from wythoff.errors import InputError

MB = 10**6


@pytest.fixture
def system(monkeypatch):
    """A system of 1000 MB, of which 800 MB are available, and no limits on the process."""
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(total=1000 * MB, available=800 * MB))
    monkeypatch.setattr(memory, "left_by_process_limits", list)


def tree(root: Path, files: dict[str, object]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(str(text))
    return root


def test_without_control_groups_the_system_counts(system, tmp_path):
    assert memory.available_bytes(tmp_path) == 800 * MB
    assert memory.total_bytes(tmp_path) == 1000 * MB


def test_version_2_counts_droppable_file_cache_as_free(system, tmp_path):
    tree(tmp_path, {
        "proc/self/cgroup": "0::/job\n",
        "sys/fs/cgroup/job/memory.max": f"{300 * MB}\n",
        "sys/fs/cgroup/job/memory.current": f"{250 * MB}\n",
        "sys/fs/cgroup/job/memory.stat": f"anon 7\ninactive_file {100 * MB}\nactive_file 9\n",
    })  # fmt: skip
    assert memory.available_bytes(tmp_path) == 150 * MB
    assert memory.total_bytes(tmp_path) == 300 * MB


def test_version_2_takes_the_tightest_group_on_the_way_up(system, tmp_path):
    tree(tmp_path, {
        "proc/self/cgroup": "0::/slice/job\n",
        "sys/fs/cgroup/slice/job/memory.max": "max\n",
        "sys/fs/cgroup/slice/memory.max": 500 * MB,
        "sys/fs/cgroup/slice/memory.current": 450 * MB,
        "sys/fs/cgroup/memory.max": 600 * MB,
        "sys/fs/cgroup/memory.current": 580 * MB,
    })  # fmt: skip
    assert memory.available_bytes(tmp_path) == 20 * MB
    assert memory.total_bytes(tmp_path) == 500 * MB


def test_version_2_memory_high_counts_because_a_process_above_it_swaps(system, tmp_path):
    tree(tmp_path, {
        "proc/self/cgroup": "0::/\n",
        "sys/fs/cgroup/memory.max": "max",
        "sys/fs/cgroup/memory.high": 200 * MB,
        "sys/fs/cgroup/memory.current": 50 * MB,
    })  # fmt: skip
    assert memory.available_bytes(tmp_path) == 150 * MB


def test_version_1_uses_the_totals_of_the_hierarchy(system, tmp_path):
    tree(tmp_path, {
        "proc/self/cgroup": "5:cpu,cpuacct:/elsewhere\n4:memory:/job\n1:name=systemd:/x\n0::/\n",
        "sys/fs/cgroup/memory/job/memory.limit_in_bytes": 400 * MB,
        "sys/fs/cgroup/memory/job/memory.usage_in_bytes": 390 * MB,
        "sys/fs/cgroup/memory/job/memory.stat": f"inactive_file 1\ntotal_inactive_file {40 * MB}\n",
        "sys/fs/cgroup/memory/memory.limit_in_bytes": 9223372036854771712,
    })  # fmt: skip
    assert memory.available_bytes(tmp_path) == 50 * MB
    assert memory.total_bytes(tmp_path) == 400 * MB


@pytest.mark.parametrize("own", ["/docker/0123abc", "/../outside", "/a/../../b"])
def test_a_path_that_is_the_hosts_leads_to_the_top_of_what_is_visible(system, tmp_path, own):
    tree(tmp_path, {
        "proc/self/cgroup": f"4:memory:{own}\n",
        "sys/fs/cgroup/memory/memory.limit_in_bytes": 300 * MB,
        "sys/fs/cgroup/outside/memory.max": 1,
    })  # fmt: skip
    assert memory.total_bytes(tmp_path) == 300 * MB


def test_usage_above_the_limit_leaves_nothing_rather_than_less(system, tmp_path):
    tree(tmp_path, {
        "proc/self/cgroup": "0::/\n",
        "sys/fs/cgroup/memory.max": 10,
        "sys/fs/cgroup/memory.current": 11,
    })  # fmt: skip
    assert memory.available_bytes(tmp_path) == 0


@pytest.mark.parametrize("text", ["", "nonsense", ":::", "0::", "\0\xff", "0::/" + "a/" * 50])
def test_odd_control_group_lines_and_files_are_no_limit(system, tmp_path, text):
    tree(tmp_path, {
        "proc/self/cgroup": text,
        "sys/fs/cgroup/memory.max": "lots",
        "sys/fs/cgroup/memory/memory.limit_in_bytes": "",
    })  # fmt: skip
    assert memory.available_bytes(tmp_path) == 800 * MB


def test_odd_memory_stat_frees_nothing(system, tmp_path):
    tree(tmp_path, {
        "proc/self/cgroup": "0::/\n",
        "sys/fs/cgroup/memory.max": 100,
        "sys/fs/cgroup/memory.current": 60,
        "sys/fs/cgroup/memory.stat": "inactive_file\n???\n",
    })  # fmt: skip
    assert memory.available_bytes(tmp_path) == 40


@pytest.mark.skipif(not hasattr(os, "sysconf"), reason="needs POSIX")
def test_a_hidden_proc_is_replaced_by_sysconf(monkeypatch, tmp_path):
    def hidden():
        raise FileNotFoundError("/proc/meminfo")

    real = psutil.virtual_memory().total
    monkeypatch.setattr(psutil, "virtual_memory", hidden)
    assert memory.total_bytes(tmp_path) == pytest.approx(real, rel=0.01)
    assert 0 < memory.available_bytes(tmp_path) <= memory.total_bytes(tmp_path)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems don't enforce these limits")
@pytest.mark.parametrize("limit", ["RLIMIT_AS", "RLIMIT_DATA"])
def test_process_limits_count_less_what_the_process_has(limit):
    code = (
        "import resource, wythoff._process.memory as memory\n"
        f"resource.setrlimit(resource.{limit}, (2 * 10**8, -1))\n"
        "print(memory.available_bytes())"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                         cwd=Path(memory.__file__).parent.parent)  # fmt: skip
    assert 10**7 < int(run.stdout) < 2 * 10**8


def test_limits_without_known_usage_count_in_full(monkeypatch):
    def hidden():
        raise PermissionError("/proc/self/statm")

    monkeypatch.setattr(psutil, "Process", hidden)
    assert memory._process_memory("vms") == 0


def test_this_machine():
    assert 0 < memory.available_bytes() <= memory.total_bytes()


def test_psutil_is_not_imported_until_asked():
    code = "import sys, wythoff._process.memory; assert 'psutil' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(memory.__file__).parent.parent)


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (9949, "9.9 kB"), (9950, "10 kB"), (999_499, "999 kB"),
        (999_500, "1.0 MB"), (5_368_709_120, "5.4 GB"), (53_687_091_200, "54 GB"), (2**64, "18 EB"),
        (999 * 10**24, "999 YB"), (9996 * 10**23, "1.0e+27 B"), (10**27, "1.0e+27 B"), (54 * 10**40, "5.4e+41 B"),
    ],
)  # fmt: skip
def test_human_bytes(n, text):
    assert memory.human_bytes(n) == text


def test_human_bytes_of_a_number_too_long_to_print():
    assert memory.human_bytes(10**5000) == "1.0e+5000 B"


@given(st.integers(1000, 10**27 - 10**24))
def test_human_bytes_is_within_its_digits(n):
    number, unit = memory.human_bytes(n).split()
    assert float(number) * 1000 ** (memory._UNITS.index(unit) + 1) == pytest.approx(n, rel=0.0501)


@pytest.mark.parametrize("wrong", [-1, 1.5, "7", None, True])
def test_human_bytes_refuses_what_is_no_number_of_bytes(wrong):
    with pytest.raises(InputError, match="n must be a whole number of at least 0"):
        memory.human_bytes(wrong)
