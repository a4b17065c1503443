"""
What asv records about a machine: found without asking, and saved where asv looks.

asv takes every key of a machine's entry for part of a series' identity, and one more would split each graph of a
project in two. So an entry that is there is left alone, and a new one has the keys that asv itself would ask for. What
else is known about machine and environments lies beside the results (`wythoff.harness.facts_beside`).
"""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Mapping
from pathlib import Path

from wythoff._files.replacement_lock import locked
from wythoff._files.writing import real_path, whole_file
from wythoff._process.memory import ROOT
from wythoff.errors import InputError, shorten
from wythoff.harness import _probes

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}")
# What asv asks for beside the name.
ASV_KEYS = ("arch", "cpu", "num_cpu", "os", "ram")
# What is said of an interpreter, and so belongs to an environment and not to the machine.
OF_INTERPRETERS = ("interpreter", "numba", "llvm")
_TAKEN = ("version", "benchmarks.json")  # a key of asv's file and a file of its results folder


def facts(root: Path = ROOT) -> dict[str, str]:
    """
    Describe this machine in flat, normalised text values.

    Parameters
    ----------
    root : pathlib.Path
        Where ``proc``, ``sys`` and the marks of containers are found; another folder than ``/`` serves tests.

    Returns
    -------
    dict of str to str
        ``arch``, ``cpu`` (model), ``num_cpu`` (cores that this process may use), ``ram`` (of the container, if
        any), ``os``, ``l1d``, ``l2``, ``l3`` (caches of the first core), ``interpreter``, ``numba``, ``llvm``,
        ``gcc``, ``virtualised``; "unknown" for what the system hides.
    """
    return {
        "arch": _probes.ask(platform.machine),
        "cpu": _probes.ask(lambda: _probes.cpu_model(root)),
        "num_cpu": _probes.ask(lambda: _probes.usable_cores(root)),
        "ram": _probes.ask(lambda: _probes.ram(root)),
        "os": _probes.ask(_probes.os_release),
        "l1d": _probes.ask(lambda: _probes.cache_size(1, root)),
        "l2": _probes.ask(lambda: _probes.cache_size(2, root)),
        "l3": _probes.ask(lambda: _probes.cache_size(3, root)),
        "interpreter": _probes.ask(lambda: f"{platform.python_implementation()} {platform.python_version()}"),
        "numba": _probes.ask(_probes.numba_version),
        "llvm": _probes.ask(_probes.llvm_version),
        "gcc": _probes.ask(_probes.gcc_version),
        "virtualised": _probes.ask(lambda: _probes.virtualised(root)),
    }


def table(facts: Mapping[str, object]) -> str:
    """
    Lay facts out as aligned lines of key and value.

    Parameters
    ----------
    facts : mapping of str to object
        As returned by :func:`facts` or :func:`save`.

    Examples
    --------
    >>> print(table({"cpu": "AMD EPYC", "num_cpu": "2"}))
    cpu      AMD EPYC
    num_cpu  2
    """
    width = max(map(len, facts), default=0)
    return "\n".join(f"{key:<{width}}  {value}" for key, value in facts.items())


def default_name() -> str:
    """Return the host name, as asv uses it for the machine, made safe as a folder name."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", platform.uname().node).lstrip(".-")[:100]
    return name if _NAME.fullmatch(name) and name not in _TAKEN else "this-machine"


def valid_name(name: str) -> str:
    """
    Return `name` if a machine may be called so.

    Parameters
    ----------
    name : str
        Becomes a folder below ``results/`` and an argument of asv.

    Raises
    ------
    InputError
        If it is something else than 1 to 100 ASCII letters, digits, ``.``, ``_``, ``-``, starts with a dot or a
        hyphen, or is a name that asv's own files have.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name) or name in _TAKEN:
        raise InputError(
            f"the machine name {shorten(repr(name))} can't be used: give 1 to 100 letters, digits, dots, hyphens or "
            f"underscores, starting with a letter, digit or underscore, other than {' and '.join(_TAKEN)}"
        )
    return name


def save(name: str | None = None, path: str | Path | None = None) -> dict[str, object]:
    """
    Make sure that asv's machine file has an entry of this machine, and return it.

    Parameters
    ----------
    name : str, optional
        What the machine is called; by default :func:`default_name`.
    path : str or pathlib.Path, optional
        The machine file; by default the one that asv reads, ``~/.asv-machine.json``.

    Returns
    -------
    dict of str to object
        The entry as it now stands: one that was there as it was, a new one with what asv would ask for.

    Raises
    ------
    InputError
        If the name is not valid, or the file can't be read, understood or written; the file is left as it was.

    Notes
    -----
    Other machines' entries are kept, also those that other processes write at the same time. The file is replaced in
    one step, and not touched if nothing changes. An entry whose ``machine`` is not its name is corrected, as asv would
    misfile its results; the file that was there is kept as ``.asv-machine.json.bak``.
    """
    name = valid_name(default_name() if name is None else name)
    file = _machine_file(path)
    found = facts() if name not in _read(file) else {}  # what is wrong with it is told before the machine is asked
    with locked(file):
        machines = _read(file)
        old = machines.get(name)
        if old is not None and old.get("machine") == name:
            return old
        if old is not None:
            _keep_backup(file)
        entry = {**{key: found[key] for key in ASV_KEYS if key in found}, **(old or {}), "machine": name}
        _write(file, {**machines, name: entry})
    return entry


def _keep_backup(file: Path) -> None:
    try:
        content = file.read_bytes()
    except OSError as error:
        raise InputError(f"no copy of {file} can be kept beside it: {error.strerror or error}") from None
    with whole_file(file.with_name(f"{file.name}.bak")) as stream:
        stream.write(content)


def is_known(name: str | None = None) -> bool:
    """Tell whether asv's machine file has an entry of this name, or of this machine's, already."""
    return (default_name() if name is None else valid_name(name)) in _read(_machine_file(None))


def ensure(name: str | None = None) -> str:
    """
    Return the name to pass to ``asv --machine``, having saved the machine's facts if asv has none.

    Parameters
    ----------
    name : str, optional
        What the machine is called. By default the host name; and where the file knows exactly one machine, under
        another name, that one, as asv itself has it.

    Raises
    ------
    InputError
        As :func:`save`, and if the entry that is there is filed under one name and says another: asv would put
        its results where nobody looks for them.

    Notes
    -----
    An entry that is there is never changed.
    """
    file = _machine_file(None)
    machines = _read(file)
    if name is None:
        name = default_name()
        if name not in machines and len(machines) == 1:
            (name,) = machines
    if name not in machines:
        save(name)
    elif machines[name].get("machine") != name:
        raise InputError(
            f'{file} has an entry {shorten(repr(name))} without "machine": {shorten(json.dumps(name))} in it, which '
            "asv needs: add that line, or remove the entry to have it written anew"
        )
    return name


def _machine_file(path: str | Path | None) -> Path:
    """Return the machine file with symbolic links followed, so that a link is not replaced by a file."""
    try:
        return real_path(Path("~/.asv-machine.json" if path is None else path).expanduser())
    except (RuntimeError, OSError) as error:
        raise InputError(f"the folder of .asv-machine.json can't be found ({error}): set HOME to your folder") from None


def _read(file: Path) -> dict[str, dict[str, object]]:
    """Return the machines in a machine file, none if it doesn't exist yet."""
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise InputError(f"{file} can't be read ({error.strerror}): make it a readable file or move it away") from None
    except (ValueError, RecursionError) as error:
        reason = shorten(str(error), 100)
        raise InputError(f"{file} is not valid JSON ({reason}): correct it or move it away") from None
    if not isinstance(stored, dict) or not all(isinstance(stored[key], dict) for key in stored if key != "version"):
        raise InputError(f"{file} is not a machine file of asv, which holds one object for each machine: move it away")
    version = stored.pop("version", None)
    if version != 1:
        raise InputError(
            f'{file} must say "version": 1, the format of asv that is understood here, and says '
            f"{shorten(json.dumps(version))}: correct it, run `asv update`, or move it away"
        )
    return stored


def _write(file: Path, machines: dict[str, dict[str, object]]) -> None:
    """Replace the machine file in one step: whatever happens, it holds the old text or the new."""
    text = json.dumps({**machines, "version": 1}, indent=4, sort_keys=True)  # as asv writes it
    try:
        with whole_file(file) as stream:
            stream.write(text.encode())
    except InputError as error:
        raise InputError(f"{error}; make it and its folder writable, or set another HOME") from None
