"""
One question to the system each, for :mod:`wythoff.harness.machine`.

A probe may raise anything and return nothing: :func:`ask` turns both into "unknown".
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import metadata, util
from pathlib import Path

from wythoff._process.cores import usable_cores as usable_cores
from wythoff._process.memory import total_bytes

UNKNOWN = "unknown"
_GIB = 2**30


def ask(probe: Callable[[], object]) -> str:
    """Return what a probe answers as one short printable line, or "unknown"."""
    try:
        answer = probe()
    except Exception:  # systems hide things in more ways than can be listed, and no fact is worth a crash
        return UNKNOWN
    text = "" if answer is None else str(answer)
    text = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return text[:100].strip() or UNKNOWN


def cpu_model(root: Path) -> str:
    """Return the processor's model name without trademark signs and advertised frequency."""
    # py-cpuinfo takes the name from this line too, but needs more than a second for it.
    name = _proc_cpuinfo(root).get("model name") or _py_cpuinfo_model() or platform.processor()
    if name in (platform.machine(), "arm", "i386", "x86_64"):
        return UNKNOWN  # an architecture, which is what platform.processor() often returns
    name = " ".join(re.sub(r"\((?:R|TM)\)|[®™]", " ", name, flags=re.IGNORECASE).split())
    # "Intel Xeon CPU @ 2.20GHz" is all that some clouds tell: there, the frequency is the model.
    short = re.sub(r"( CPU)? @ [\d.]+ ?[GM]Hz$| \d+-Core Processor$", "", name)
    return short if re.search(r"\d", short) else name


def ram(root: Path) -> str:
    """Return the memory in whole GiB: the exact figure changes with the kernel."""
    total = total_bytes(root)
    return f"{round(total / _GIB)} GiB" if 2 * total > _GIB else f"{total // 2**20} MiB"


def os_release() -> str:
    """Return name and version of the operating system, without code name, patch level or kernel version."""
    system = platform.system()
    if system == "Linux":
        try:
            name = platform.freedesktop_os_release()["PRETTY_NAME"]
        except (OSError, KeyError):
            name = system
    elif system == "Darwin":
        name = f"macOS {platform.mac_ver()[0]}"
    else:
        name = f"{system} {platform.release().partition('-')[0]}"
    return re.sub(r"(\d+\.\d+)\.\d+", r"\1", re.sub(r"\s*\([^)]*\)", "", name))


def cache_size(level: int, root: Path) -> str | None:
    """
    Return the size of the first core's data or unified cache.

    py-cpuinfo is not asked: it adds up cores for one level and reports the second level as the third on others.
    """
    if platform.system() in ("Darwin", "FreeBSD"):
        key = {1: "l1dcachesize", 2: "l2cachesize", 3: "l3cachesize"}[level]
        # Where there are fast and slow cores, level 0 is the fast ones.
        answer = _output("sysctl", "-n", f"hw.perflevel0.{key}") or _output("sysctl", "-n", f"hw.{key}")
        return _binary_size(int(answer))
    for folder in sorted((root / "sys/devices/system/cpu/cpu0/cache").glob("index*")):
        if _text(folder / "level") == str(level) and _text(folder / "type") in ("Data", "Unified"):
            number, unit = re.fullmatch(r"(\d+)([KMG]?)", _text(folder / "size")).groups()  # type: ignore[union-attr]
            return _binary_size(int(number) * {"": 1, "K": 2**10, "M": 2**20, "G": _GIB}[unit])
    return None


def numba_version() -> str:
    """Return numba's version, without the second that importing it takes."""
    return metadata.version("numba")


def llvm_version() -> str:
    """Return the version of the LLVM that numba compiles with."""
    from llvmlite import binding

    return ".".join(map(str, binding.llvm_version_info))


def gcc_version() -> str | None:
    """Return GCC's version; clang, which answers to that name on macOS, is not meant."""
    # The /usr/bin/gcc of macOS is a stub that opens a window when no compiler is installed.
    if platform.system() == "Darwin" and shutil.which("gcc") == "/usr/bin/gcc":
        return None
    found = re.search(r"\) (\d+\.\d+(?:\.\d+)?)", _output("gcc", "--version"))
    return found and found.group(1)


def virtualised(root: Path) -> str:
    """Return "container (docker)", "yes (kvm)", "yes", "no" or "unknown"."""
    if platform.system() == "Darwin":
        return {"1": "yes", "0": "no"}.get(_output("sysctl", "-n", "kern.hv_vmm_present"), UNKNOWN)
    container = _output("systemd-detect-virt", "--container")
    if container in ("", "none"):
        marks = {"docker": ".dockerenv", "podman": "run/.containerenv"}
        container = next((name for name, mark in marks.items() if (root / mark).exists()), "none")
    if container != "none":
        return f"container ({container})"
    machine = _output("systemd-detect-virt", "--vm")
    if machine not in ("", "none"):
        return f"yes ({machine})"
    flags = _proc_cpuinfo(root).get("flags", "").split()  # x86 only
    if "hypervisor" in flags:
        return "yes"
    return "no" if flags or machine == "none" else UNKNOWN


def _py_cpuinfo_model() -> str:
    """Return the model name that py-cpuinfo finds, "" where it finds none."""
    spec = util.find_spec("cpuinfo")
    if spec is None or not spec.submodule_search_locations:
        return ""
    # As py-cpuinfo's own get_cpu_info does, but that one waits for ever where its probes of the processor hang.
    script = Path(spec.submodule_search_locations[0]) / "cpuinfo.py"
    try:
        return str(json.loads(_output(sys.executable, str(script), "--json")).get("brand_raw", ""))
    except (ValueError, AttributeError):
        return ""


def _proc_cpuinfo(root: Path) -> dict[str, str]:
    """Return the first processor's lines of /proc/cpuinfo."""
    first = _text(root / "proc/cpuinfo").partition("\n\n")[0]
    pairs = (line.partition(":") for line in first.splitlines())
    return {key.strip(): value.strip() for key, _, value in pairs}


def _binary_size(n_bytes: int) -> str | None:
    """Write a cache size in the largest unit that leaves it whole; a size of 0 says that nobody knows."""
    if n_bytes <= 0:
        return None
    for unit, name in ((2**20, "MiB"), (2**10, "KiB")):
        if n_bytes % unit == 0:
            return f"{n_bytes // unit} {name}"
    return f"{n_bytes} B"


def _text(path: Path) -> str:
    """Return a small file's text without surrounding space, "" where it can't be read."""
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return ""


def _output(*command: str, timeout_s: float = 15) -> str:
    """Return what a command prints, "" where it is missing, prints nothing or takes too long."""
    program = shutil.which(command[0])
    if program is None:
        return ""
    try:
        process = subprocess.Popen(
            [program, *command[1:]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C"},
            start_new_session=True,
        )
    except OSError:
        return ""
    try:
        printed = process.communicate(timeout=timeout_s)[0]
    except BaseException as error:
        # The whole group: what the command itself started would go on, and disturb the measurements.
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
        process.communicate()
        if not isinstance(error, subprocess.TimeoutExpired):
            raise
        return ""
    return printed.decode(errors="replace").strip()
