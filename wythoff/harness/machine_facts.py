"""What result files say about the machine, brought to one form: sizes in bytes, nothing for what is unknown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kKMGT]?)(i?)[bB]?")
_FACTORS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
_SIZES = ("l1d", "l2", "l3")
# As bytes it would be too little for a machine that runs a benchmark suite, as kB it is less than 1 TiB.
_LEAST_RAM_BYTES = 2**30

Facts = Mapping[str, str | int | None]


def machine_facts(found: Mapping[str, Any]) -> dict[str, str | int | None]:
    """
    Bring facts about a machine to one form.

    Parameters
    ----------
    found : mapping
        Such as the content of asv's machine.json, or the "params" of a result file.

    Returns
    -------
    dict
        ``ram`` and the caches ``l1d``, ``l2``, ``l3`` in bytes (int); everything else as text; None where the file
        says nothing or "unknown". Values that are no single value are dropped.

    Examples
    --------
    >>> machine_facts({"ram": "16GB", "cpu": "", "num_cpu": "8", "l2": "512 KiB"})
    {'ram': 17179869184, 'cpu': None, 'num_cpu': '8', 'l2': 524288}
    """
    facts: dict[str, str | int | None] = {}
    system = str(found.get("os", ""))
    for key, value in found.items():
        if value is not None and not isinstance(value, str | int | float):
            continue
        text = "" if value is None else str(value).strip()
        if key == "ram":
            facts[key] = ram_bytes(text, system)
        elif key in _SIZES:
            facts[key] = size_bytes(text)
        else:
            facts[str(key)] = text if text and text != "unknown" else None
    return facts


def ram_bytes(text: str, system: str = "") -> int | None:
    """
    Read the memory of a machine in bytes.

    Parameters
    ----------
    text : str
        ``"16GB"``, ``"24 GiB"``, or a bare number, which is in kB in the older Linux files of asv and in bytes in all
        others.
    system : str
        Name of the operating system. macOS always gave bytes.

    Returns
    -------
    int or None
        A bare number below 2^30 is taken for kB unless it comes from macOS. None if the text is no size.

    Notes
    -----
    GB and GiB both are 2^30 bytes here: people write 16GB for a machine that reports 17179869184 bytes.

    Examples
    --------
    >>> ram_bytes("15981980"), ram_bytes("17179869184"), ram_bytes("16GB"), ram_bytes("")
    (16365547520, 17179869184, 17179869184, None)
    """
    size = size_bytes(text)
    if size is not None and text.strip().isdigit() and size < _LEAST_RAM_BYTES:
        if not system.lower().startswith(("darwin", "macos")):
            size *= 1024
    return size or None


def size_bytes(text: str) -> int | None:
    """
    Read a size such as ``"512 KiB"`` in bytes; None if the text is none.

    Examples
    --------
    >>> size_bytes("512 KiB"), size_bytes("33554432"), size_bytes("much")
    (524288, 33554432, None)
    """
    match = _SIZE.fullmatch(text.strip())
    if match is None or len(text) > 40:
        return None
    return round(float(match.group(1)) * _FACTORS[match.group(2).upper()])
