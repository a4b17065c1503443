"""Machine facts from fake systems, and asv's machine file under everything that can go wrong with it."""

from __future__ import annotations

import errno
import json
import os
import platform
import stat
import sys
import threading
import time
from pathlib import Path

import pytest

from wythoff.errors import InputError
from wythoff.harness import _probes, machine, pool

KEYS = "arch cpu num_cpu ram os l1d l2 l3 interpreter numba llvm gcc virtualised".split()
FACTS = dict.fromkeys(KEYS, "something")
OTHER = {"machine": "other", "cpu": "Zuse Z3 \u2713", "ram": "64 words", "score": 0.1, "huge": 10**30}


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty home folder, and facts that cost nothing."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(machine, "facts", lambda: dict(FACTS))
    return tmp_path


@pytest.fixture
def linux(tmp_path, monkeypatch):
    """A bare Linux system without tools and without py-cpuinfo; returns its root."""
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    monkeypatch.setattr(platform, "processor", lambda: "")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(_probes, "_output", lambda *command, **_: "")
    return tmp_path


def put(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def tools(monkeypatch, answers: dict[str, str]) -> None:
    """Let commands answer; the keys are words of the command line joined by spaces."""
    monkeypatch.setattr(_probes, "_output", lambda *command, **_: answers.get(" ".join(command), ""))


def stored(home: Path) -> dict:
    return json.loads((home / ".asv-machine.json").read_text(encoding="utf-8"))


# Facts


def test_facts_of_this_machine_are_flat_text_and_stable():
    found = machine.facts()
    assert list(found) == KEYS
    assert all(type(value) is str and value == value.strip() != "" for value in found.values())
    assert machine.facts() == found
    assert found["arch"] == platform.machine()
    assert int(found["num_cpu"]) >= 1
    assert found["interpreter"].endswith(platform.python_version())
    assert "python" not in found  # asv overwrites that key in every result


def test_facts_where_the_system_hides_everything(linux, monkeypatch):
    def hidden(*_, **__):
        raise PermissionError("hidden")

    for name in ("machine", "freedesktop_os_release", "python_implementation"):
        monkeypatch.setattr(platform, name, hidden)
    monkeypatch.setattr(_probes.metadata, "version", hidden)
    monkeypatch.setattr(_probes, "total_bytes", hidden)
    monkeypatch.setattr(_probes.os, "sched_getaffinity", hidden, raising=False)
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    found = machine.facts(linux)
    assert list(found) == KEYS
    assert set(found.values()) <= {"unknown", "Linux"}


@pytest.mark.parametrize("garbage", [b"", b"\0\xff\xfe:::\n\n", b"model name\t:\n", b"-1", b"99999999999999999999 Z"])
def test_facts_of_a_system_that_talks_nonsense(linux, garbage):
    for name in ("proc/cpuinfo", "proc/self/cgroup", *(
        f"sys/devices/system/cpu/cpu0/cache/index0/{file}" for file in ("level", "type", "size")
    ), "sys/fs/cgroup/cpu.max"):  # fmt: skip
        put(linux, name, "")
        (linux / name).write_bytes(garbage)
    found = machine.facts(linux)
    assert found["cpu"] == found["l1d"] == "unknown"
    assert int(found["num_cpu"]) >= 1


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (None, "unknown"), ("", "unknown"), (" \n", "unknown"), (3, "3"), ("a\t b\0\u202ec\n", "a b c"),
        ("x" * 300, "x" * 100),
    ],
)  # fmt: skip
def test_ask_returns_one_short_printable_line(answer, text):
    assert _probes.ask(lambda: answer) == text


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("Intel(R) Core(TM) i7-8750H CPU @ 2.20GHz", "Intel Core i7-8750H"),
        ("11th Gen Intel(R) Core(TM) i7-1185G7 @ 3.00GHz", "11th Gen Intel Core i7-1185G7"),
        ("Intel(R) Xeon(R) CPU E5-2670   v2 @ 2.50GHz", "Intel Xeon CPU E5-2670 v2"),
        ("Intel(R) Xeon(R) CPU @ 2.20GHz", "Intel Xeon CPU @ 2.20GHz"),
        ("AMD Ryzen 9 5950X 16-Core Processor", "AMD Ryzen 9 5950X"),
        ("AMD EPYC", "AMD EPYC"),
        ("Apple M1", "Apple M1"),
    ],
)
def test_cpu_model_keeps_what_distinguishes_it(linux, name, model):
    put(linux, "proc/cpuinfo", f"processor\t: 0\nmodel name\t: {name}\n\nprocessor\t: 1\nmodel name\t: other\n")
    assert machine.facts(linux)["cpu"] == model


def test_cpu_model_comes_from_py_cpuinfo_where_proc_has_none(linux, monkeypatch):
    put(linux, "proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\n")
    monkeypatch.setattr(_probes, "_output", lambda *command, **_: '{"brand_raw": "Neoverse-N1", "count": 4}')
    assert _probes.cpu_model(linux) == "Neoverse-N1"


@pytest.mark.parametrize("printed", ["", "{}", "[]", "{", "null"])
def test_cpu_model_falls_back_to_the_platform_module(linux, monkeypatch, printed):
    monkeypatch.setattr(_probes, "_output", lambda *command, **_: printed)
    monkeypatch.setattr(platform, "processor", lambda: "Intel64 Family 6 Model 158")
    assert machine.facts(linux)["cpu"] == "Intel64 Family 6 Model 158"
    monkeypatch.setattr(platform, "processor", lambda: "x86_64")
    assert machine.facts(linux)["cpu"] == "unknown"


def test_py_cpuinfo_is_found_and_answers():
    pytest.importorskip("cpuinfo")
    assert isinstance(_probes._py_cpuinfo_model(), str)


@pytest.mark.parametrize(
    ("files", "cores"),
    [
        ({}, 8),
        ({"cpu.max": "max 100000"}, 8),
        ({"cpu.max": "200000 100000"}, 2),
        ({"job/cpu.max": "max 100000", "cpu.max": "250000 100000"}, 3),
        ({"cpu.max": "1000 100000"}, 1),
        ({"cpu.max": "9900000 100000"}, 8),
        ({"cpu/job/cpu.cfs_quota_us": "-1", "cpu/job/cpu.cfs_period_us": "100000"}, 8),
        ({"cpu/cpu.cfs_quota_us": "150000", "cpu/cpu.cfs_period_us": "100000"}, 2),
        ({"cpu/cpu.cfs_quota_us": "150000", "cpu/cpu.cfs_period_us": "0"}, 8),
    ],
)
def test_usable_cores_are_those_of_affinity_and_quota(linux, monkeypatch, files, cores):
    monkeypatch.setattr(_probes.os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    put(linux, "proc/self/cgroup", "3:cpu,cpuacct:/job\n0::/job\n")
    for name, text in files.items():
        put(linux, f"sys/fs/cgroup/{name}", text + "\n")
    assert _probes.usable_cores(linux) == cores


def test_usable_cores_without_affinity(linux, monkeypatch):
    monkeypatch.delattr(_probes.os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(_probes.os, "cpu_count", lambda: 6)
    assert _probes.usable_cores(linux) == 6
    monkeypatch.setattr(_probes.os, "cpu_count", lambda: None)
    assert _probes.ask(lambda: _probes.usable_cores(linux)) == "unknown"
    assert pool.usable_cores() == 1


def test_work_is_shared_among_as_many_processes_as_a_container_has_cores(linux, monkeypatch):
    monkeypatch.setattr(_probes.os, "sched_getaffinity", lambda _: set(range(64)), raising=False)
    put(linux, "proc/self/cgroup", "3:cpu,cpuacct:/job\n0::/job\n")
    put(linux, "sys/fs/cgroup/job/cpu.max", "200000 100000\n")
    monkeypatch.setattr(pool, "ROOT", linux)
    assert pool.usable_cores() == 2


@pytest.mark.parametrize(
    ("total", "text"),
    [(25276514304, "24 GiB"), (25276600000, "24 GiB"), (2**30, "1 GiB"), (2**29 + 1, "1 GiB"), (2**29, "512 MiB")],
)
def test_ram_is_rounded(linux, monkeypatch, total, text):
    monkeypatch.setattr(_probes, "total_bytes", lambda root: total)
    assert _probes.ram(linux) == text


def test_caches_of_linux(linux):
    caches = [("1", "Data", "48K"), ("1", "Instruction", "32K"), ("2", "Unified", "1280K"), ("3", "Unified", "32768K")]
    for index, values in enumerate(caches):
        for file, text in zip(("level", "type", "size"), values, strict=True):
            put(linux, f"sys/devices/system/cpu/cpu0/cache/index{index}/{file}", text + "\n")
    found = machine.facts(linux)
    assert (found["l1d"], found["l2"], found["l3"]) == ("48 KiB", "1280 KiB", "32 MiB")


def test_caches_of_a_mac(linux, monkeypatch):
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    tools(monkeypatch, {
        "sysctl -n hw.perflevel0.l1dcachesize": "131072", "sysctl -n hw.l1dcachesize": "65536",
        "sysctl -n hw.l2cachesize": "12582912", "sysctl -n hw.l3cachesize": "0",
    })  # fmt: skip
    assert [_probes.ask(lambda: _probes.cache_size(level, linux)) for level in (1, 2, 3)] == [  # noqa: B023
        "128 KiB", "12 MiB", "unknown",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("pretty", "text"),
    [
        ("Debian GNU/Linux 12 (bookworm)", "Debian GNU/Linux 12"),
        ("Ubuntu 22.04.3 LTS", "Ubuntu 22.04 LTS"),
        ("Fedora Linux 40 (Workstation Edition)", "Fedora Linux 40"),
        ("Arch Linux", "Arch Linux"),
    ],
)
def test_os_of_linux_has_no_code_name_or_patch_level(linux, monkeypatch, pretty, text):
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: {"PRETTY_NAME": pretty})
    assert _probes.os_release() == text


def test_os_of_linux_without_release_file(linux, monkeypatch):
    monkeypatch.setattr(platform, "freedesktop_os_release", dict)
    assert _probes.os_release() == "Linux"


@pytest.mark.parametrize(
    ("system", "release", "text"),
    [
        ("Darwin", "23.5.0", "macOS 14.5"),
        ("Windows", "11", "Windows 11"),
        ("FreeBSD", "14.0-RELEASE-p5", "FreeBSD 14.0"),
    ],
)
def test_os_of_other_systems(monkeypatch, system, release, text):
    monkeypatch.setattr(platform, "system", lambda: system)
    monkeypatch.setattr(platform, "release", lambda: release)
    monkeypatch.setattr(platform, "mac_ver", lambda: ("14.5.1", ("", "", ""), "arm64"))
    assert _probes.os_release() == text


@pytest.mark.parametrize(
    ("printed", "version"),
    [
        ("gcc (Debian 12.2.0-14+deb12u1) 12.2.0\nCopyright (C) 2022", "12.2.0"),
        ("gcc (GCC) 8.5.0 20210514 (Red Hat 8.5.0-4)", "8.5.0"),
        ("gcc.exe (x86_64-posix-seh-rev0, Built by MinGW-W64 project) 8.1.0", "8.1.0"),
        ("Apple clang version 15.0.0 (clang-1500.3.9.4)", "unknown"),
        ("", "unknown"),
    ],
)
def test_gcc_version_is_gccs(linux, monkeypatch, printed, version):
    tools(monkeypatch, {"gcc --version": printed})
    assert machine.facts(linux)["gcc"] == version


def test_gcc_stub_of_a_mac_is_not_started(monkeypatch):
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    monkeypatch.setattr(_probes.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(_probes, "_output", lambda *command: pytest.fail("started"))
    assert _probes.gcc_version() is None


VIRT = "systemd-detect-virt "


@pytest.mark.parametrize(
    ("answers", "files", "text"),
    [
        ({VIRT + "--container": "docker", VIRT + "--vm": "kvm"}, {}, "container (docker)"),
        ({VIRT + "--container": "none", VIRT + "--vm": "kvm"}, {}, "yes (kvm)"),
        ({VIRT + "--container": "none", VIRT + "--vm": "none"}, {}, "no"),
        ({VIRT + "--container": "none", VIRT + "--vm": "none"}, {".dockerenv": ""}, "container (docker)"),
        ({}, {"run/.containerenv": ""}, "container (podman)"),
        ({}, {"proc/cpuinfo": "flags\t: fpu hypervisor sse\n"}, "yes"),
        ({}, {"proc/cpuinfo": "flags\t: fpu sse\n"}, "no"),
        ({}, {"proc/cpuinfo": "Features\t: fp asimd\n"}, "unknown"),
        ({}, {}, "unknown"),
    ],
)
def test_virtualised(linux, monkeypatch, answers, files, text):
    tools(monkeypatch, answers)
    for name, content in files.items():
        put(linux, name, content)
    assert _probes.virtualised(linux) == text


@pytest.mark.parametrize(("printed", "text"), [("1", "yes"), ("0", "no"), ("", "unknown")])
def test_virtualised_of_a_mac(linux, monkeypatch, printed, text):
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    tools(monkeypatch, {"sysctl -n kern.hv_vmm_present": printed})
    assert _probes.virtualised(linux) == text


def test_output_of_missing_failing_and_broken_commands(tmp_path):
    assert _probes._output("no-such-command-anywhere") == ""
    assert _probes._output(sys.executable, "-c", "print('none'); raise SystemExit(1)") == "none"
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x7fELF")
    broken.chmod(0o755)
    assert _probes._output(str(broken)) == ""


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_output_of_a_hanging_command_ends_it_and_what_it_started(tmp_path):
    note = tmp_path / "pid"
    code = (
        "import subprocess, sys, time, pathlib\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"pathlib.Path({str(note)!r}).write_text(str(child.pid))\n"
        "time.sleep(60)"
    )
    started = time.monotonic()
    assert _probes._output(sys.executable, "-c", code, timeout_s=3) == ""
    assert time.monotonic() - started < 30
    child = int(note.read_text())
    for _ in range(100):
        if not running(child):
            break
        time.sleep(0.05)
    assert not running(child)


def running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:  # nobody may be there to collect it
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_output_does_not_swallow_an_interrupt(monkeypatch):
    def interrupt(*_, **__):
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(_probes.subprocess.Popen, "communicate", interrupt)
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        _probes._output(sys.executable, "-c", "import time; time.sleep(60)")
    assert time.monotonic() - started < 30  # the command was ended, not waited for


def test_table_is_aligned():
    assert machine.table({"cpu": "AMD EPYC", "num_cpu": "2"}) == "cpu      AMD EPYC\nnum_cpu  2"
    assert machine.table({}) == ""


# Names


@pytest.mark.parametrize(
    ("node", "name"),
    [
        ("build-3.example.org", "build-3.example.org"), ("bob's  pc", "bob-s-pc"), ("../../etc", "etc"),
        (".hidden", "hidden"), ("-x", "x"), ("a" * 200, "a" * 100),
        ("", "this-machine"), ("\u00e9\u00e8", "this-machine"), ("version", "this-machine"),
    ],
)  # fmt: skip
def test_default_name_is_a_safe_host_name(monkeypatch, node, name):
    monkeypatch.setattr(platform, "uname", lambda: platform.uname_result("Linux", node, "", "", ""))
    assert machine.default_name() == name == machine.valid_name(name)


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", ".x", "-x", "a/b", "a\\b", "a b", "a\n", "\u00e9", "a" * 101, "version", "benchmarks.json", 7],
)
def test_valid_name_refuses(name):
    with pytest.raises(InputError, match=r"machine name .* can't be used: give 1 to 100 letters"):
        machine.valid_name(name)


# The machine file


def test_save_writes_what_asv_loads_without_asking(home, monkeypatch, capsys):
    asv_machine = pytest.importorskip("asv.machine")
    monkeypatch.setattr("builtins.input", lambda *_: pytest.fail("asv asked"))
    entry = machine.save("lab-1")
    before = stored(home)
    loaded = asv_machine.Machine.load(machine_name="lab-1", interactive=True)
    assert loaded.__dict__ == entry == {**dict.fromkeys(machine.ASV_KEYS, "something"), "machine": "lab-1"}
    assert stored(home) == before == {"lab-1": entry, "version": 1}
    assert Path(asv_machine.MachineCollection.get_machine_file_path()) == home / ".asv-machine.json"
    assert set(name for name, _ in asv_machine.Machine.fields) == set(entry)  # one more would split every graph


def test_save_uses_the_path_it_is_given(home):
    machine.save("lab-1", home / "elsewhere.json")
    assert [file.name for file in home.iterdir()] == ["elsewhere.json"]


def test_save_keeps_other_machines(home):
    put(home, ".asv-machine.json", json.dumps({"other": OTHER, "version": 1}))
    machine.save("lab-1")
    assert stored(home)["other"] == OTHER
    assert list(stored(home)) == ["lab-1", "other", "version"]


def test_save_again_changes_nothing(home, monkeypatch):
    machine.save("lab-1")
    file = home / ".asv-machine.json"
    before = file.stat()
    monkeypatch.setattr(machine, "_write", lambda *_: pytest.fail("written"))
    machine.save("lab-1")
    assert file.stat().st_mtime_ns == before.st_mtime_ns


@pytest.mark.parametrize("entry", [{}, {"cpu": "old", "os": "", "ram": "8"}, {"gcc": "11.1.0", "cooling": "water"}])
def test_save_leaves_an_entry_as_it_is(home, entry):
    text = json.dumps({"version": 1, "lab-1": {"machine": "lab-1", **entry}})
    put(home, ".asv-machine.json", text)
    assert machine.save("lab-1") == {"machine": "lab-1", **entry}
    assert (home / ".asv-machine.json").read_text() == text
    assert machine.is_known("lab-1")
    assert not machine.is_known("lab-2")


def test_save_corrects_an_entry_that_asv_would_misfile_and_keeps_a_copy(home):
    text = json.dumps({"version": 1, "lab-1": {"machine": "lab-2", "cpu": "mine"}})
    put(home, ".asv-machine.json", text)
    assert machine.save("lab-1") == {"machine": "lab-1", "cpu": "mine"}
    assert (home / ".asv-machine.json.bak").read_text() == text


def test_save_keeps_a_link_and_the_files_mode(home):
    put(home, "dotfiles/machines.json", json.dumps({"other": OTHER, "version": 1}))
    target = home / "dotfiles/machines.json"
    target.chmod(0o640)
    (home / ".asv-machine.json").symlink_to(target)
    machine.save("lab-1")
    assert (home / ".asv-machine.json").is_symlink()
    assert set(json.loads(target.read_text())) == {"lab-1", "other", "version"}
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@pytest.mark.parametrize("failing", ["replace", "fsync"])
def test_save_that_fails_leaves_the_old_file_and_no_other(home, monkeypatch, failing):
    text = json.dumps({"other": OTHER, "version": 1})
    put(home, ".asv-machine.json", text)

    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(Path if failing == "replace" else os, failing, fail)
        with pytest.raises(InputError, match=r"can't be written: No space left on device; make it"):
            machine.save("lab-1")
    assert [file.name for file in home.iterdir()] == [".asv-machine.json"]
    assert (home / ".asv-machine.json").read_text() == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not valid JSON"),
        ("{", "is not valid JSON"),
        ("\ufeff{}", "is not valid JSON"),
        ("[" * 100_000, "is not valid JSON"),
        ("[]", "is not a machine file of asv"),
        ('{"lab-1": "text", "version": 1}', "is not a machine file of asv"),
        ("{}", 'must say "version": 1, .* says null: correct it, run `asv update`'),
        ('{"version": 2}', 'must say "version": 1, .* says 2'),
        ('{"version": [1]}', 'must say "version": 1'),
    ],
)
@pytest.mark.parametrize("function", [machine.save, machine.ensure])
def test_a_file_that_is_not_understood_is_left_alone(home, text, message, function):
    put(home, ".asv-machine.json", text)
    with pytest.raises(InputError, match=message) as caught:
        function("lab-1")
    assert "\n" not in str(caught.value)
    assert (home / ".asv-machine.json").read_text() == text


def test_a_file_that_cannot_be_decoded_is_left_alone(home):
    (home / ".asv-machine.json").write_bytes(b'{"\xff": {}}')
    with pytest.raises(InputError, match="is not valid JSON"):
        machine.save("lab-1")
    assert (home / ".asv-machine.json").read_bytes() == b'{"\xff": {}}'


def test_a_folder_in_the_files_place(home):
    (home / ".asv-machine.json").mkdir()
    with pytest.raises(InputError, match=r"can't be read .*: make it a readable file or move it away"):
        machine.save("lab-1")


def test_a_write_protected_file_is_left_alone(home, monkeypatch):
    put(home, ".asv-machine.json", '{"version": 1}')
    open_file = os.open

    def protected(path, flags, *mode, **options):  # file modes don't bind root
        if flags & os.O_WRONLY and not flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, "Permission denied")
        return open_file(path, flags, *mode, **options)

    monkeypatch.setattr("os.open", protected)
    with pytest.raises(InputError, match=r"can't be written: Permission denied; .* set another HOME"):
        machine.save("lab-1")
    assert stored(home) == {"version": 1}


def test_a_home_that_does_not_exist(home, monkeypatch):
    monkeypatch.setenv("HOME", str(home / "nowhere"))
    with pytest.raises(InputError, match=r"can't be written: No such file or directory; .* set another HOME"):
        machine.save("lab-1")
    assert not (home / "nowhere").exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="file modes don't bind root")
def test_a_home_that_is_not_writable(home):
    home.chmod(0o500)
    try:
        with pytest.raises(InputError, match=r"can't be written: Permission denied; .* set another HOME"):
            machine.save("lab-1")
    finally:
        home.chmod(0o700)


def test_no_home_at_all(home, monkeypatch):
    def homeless(path):
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "expanduser", homeless)
    for function in (machine.save, machine.ensure):
        with pytest.raises(InputError, match=r"folder of \.asv-machine\.json can't be found .*: set HOME"):
            function("lab-1")


# ensure


def test_ensure_saves_once(home, monkeypatch):
    assert machine.ensure("lab-1") == "lab-1"
    assert stored(home)["lab-1"] == {**dict.fromkeys(machine.ASV_KEYS, "something"), "machine": "lab-1"}
    monkeypatch.setattr(machine, "facts", lambda: pytest.fail("asked again"))
    assert machine.ensure("lab-1") == "lab-1"


def test_ensure_uses_the_host_name(home):
    assert machine.ensure() == machine.default_name()
    assert set(stored(home)) == {machine.default_name(), "version"}


def test_ensure_leaves_the_users_words(home):
    text = '{"lab-1":\n {"machine": "lab-1", "cpu": "mine"}, "version": 1}'
    put(home, ".asv-machine.json", text)
    assert machine.ensure("lab-1") == "lab-1"
    assert (home / ".asv-machine.json").read_text() == text


def test_ensure_takes_the_only_machine_as_asv_does(home):
    put(home, ".asv-machine.json", '{"Bob\'s laptop": {"machine": "Bob\'s laptop"}, "version": 1}')
    assert machine.ensure() == "Bob's laptop"
    assert machine.ensure("lab-1") == "lab-1"  # asked for by name, it is another one
    assert machine.ensure() == machine.default_name()
    assert set(stored(home)) == {"Bob's laptop", "lab-1", machine.default_name(), "version"}


@pytest.mark.parametrize("entry", [{}, {"machine": "lab-2"}, {"machine": None}])
def test_ensure_refuses_an_entry_that_asv_would_misfile(home, entry):
    put(home, ".asv-machine.json", json.dumps({"lab-1": entry, "version": 1}))
    with pytest.raises(InputError, match='entry \'lab-1\' without "machine": "lab-1" in it'):
        machine.ensure("lab-1")


def test_ensure_refuses_a_bad_name_before_it_writes(home):
    with pytest.raises(InputError, match="can't be used"):
        machine.ensure("../x")
    assert list(home.iterdir()) == []


def test_machines_that_are_saved_at_once_are_all_kept(tmp_path, monkeypatch):
    pytest.importorskip("fcntl", reason="the lock of the machine file is one of POSIX")
    monkeypatch.setattr(machine, "facts", lambda: {"cpu": "some"})
    file = tmp_path / "machines.json"
    everybody = [threading.Thread(target=machine.save, args=(f"box{number}", file)) for number in range(8)]
    for one in everybody:
        one.start()
    for one in everybody:
        one.join()
    assert set(json.loads(file.read_text())) == {"version", *(f"box{number}" for number in range(8))}
    assert list(tmp_path.iterdir()) == [file]
