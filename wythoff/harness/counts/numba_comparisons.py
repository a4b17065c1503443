"""
Comparisons of floats that select one of two floats, kept apart from what is counted of them.

Where two ways through a branch weigh otherwise, the comparison that chooses the way chooses what is added as well. On
x86-64, LLVM (as of 22) makes of a comparison of floats a mask that blends two floats, without a jump, where nothing
else asks for it. The counter does, and a jump takes its place, which the processor foretells wrongly on random data.
So the counter gets a comparison of its own, of a copy that LLVM doesn't know for one [1]_. It gets it when all else has
been optimised, as loops with such a copy are not vectorised.

References
----------
.. [1] LLVM Language Reference Manual, "'llvm.arithmetic.fence' Intrinsic".
"""

from __future__ import annotations

import re
from typing import Any, Final

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary

_NAME: Final = re.compile(r'%(?:"[^"]*"|[-\w.$]+)')
_COMPARISON: Final = re.compile(rf"  ({_NAME.pattern}) = fcmp (\w[\w ]*) (float|double) ([^\s,]+), ([^\s,]+)")
_SELECTION: Final = re.compile(rf" = select (?:\w+ )*i1 ({_NAME.pattern}), (?:float|double) ")
_BODY: Final = re.compile(r"^define .*?^}$", re.MULTILINE | re.DOTALL)
_COPIES: Final = {"float": "llvm.arithmetic.fence.f32", "double": "llvm.arithmetic.fence.f64"}


class CountingLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Compiled code whose counters have comparisons of their own; it is linked into other code without them."""

    _final_module: Any

    def _finalize_final_module(self) -> None:
        self._to_link = self._final_module
        text = str(self._to_link)
        changed = kept_apart(text)
        if changed != text:
            self._final_module = llvm.parse_assembly(changed)
            self._final_module.verify()
        super()._finalize_final_module()

    def _get_module_for_linking(self) -> Any:
        self._ensure_finalized()
        runs, self._final_module = self._final_module, self._to_link
        try:
            return super()._get_module_for_linking()
        finally:
            self._final_module = runs


def kept_apart(module: str) -> str:
    """
    Double each comparison of floats that selects one float and is used otherwise, too: one for this, one for that.

    Parameters
    ----------
    module : str
        LLVM's code of a module.

    Returns
    -------
    str
        The same with these comparisons doubled; in time linear in its length.
    """
    changed = _BODY.sub(lambda body: _doubled(body[0]), module)
    missing = [kind for kind, copy in _COPIES.items() if f"@{copy}(" in changed and f" {kind} @{copy}(" not in module]
    return changed + "".join(f"\ndeclare {kind} @{_COPIES[kind]}({kind})\n" for kind in missing)


def _doubled(body: str) -> str:
    """Double the comparisons of one function."""
    lines = body.split("\n")
    compared = {match[1]: (place, match) for place, line in enumerate(lines) if (match := _COMPARISON.match(line))}
    uses: dict[str, list[int]] = {name: [] for name in compared}
    for place, line in enumerate(lines):
        for name in compared.keys() & set(_NAME.findall(line)):
            if place != compared[name][0]:
                uses[name].append(place)
    for number, (name, (place, match)) in enumerate(compared.items()):
        selecting = [use for use in uses[name] if (found := _SELECTION.search(lines[use])) and found[1] == name]
        others = [use for use in uses[name] if use not in selecting]
        copied = next((operand for operand in match.group(4, 5) if operand.startswith("%")), None)
        if len(selecting) != 1 or not others or copied is None:
            continue
        copy, own = f"%wythoff.copy.{number}", f"%wythoff.compared.{number}"
        for use in others:
            lines[use] = _renamed(lines[use], name, own)
        how, kind, left, right = match.group(2, 3, 4, 5)
        operands = _renamed(f"{left}, {right}", copied, copy)
        lines[place] += f"\n  {copy} = call {kind} @{_COPIES[kind]}({kind} {copied})"
        lines[place] += f"\n  {own} = fcmp {how} {kind} {operands}"
    return "\n".join(lines)


def _renamed(line: str, name: str, other: str) -> str:
    return _NAME.sub(lambda found: other if found[0] == name else found[0], line)
