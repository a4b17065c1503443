"""
How many values stand on the stack before each opcode, found from the code alone.

A trace function of Python 3.11 finds the number in the frame; while instructions are monitored, later versions keep it
where nobody else can look. It follows from the way through the code, and is the same on every way to an opcode [1]_.

References
----------
.. [1] CPython, InternalDocs/compiler.md: the compiler computes the depth of the stack in the same manner.
"""

from __future__ import annotations

import dis
from types import CodeType
from typing import Any, Final

_ENDS: Final = frozenset(
    {
        "JUMP_FORWARD",
        "JUMP_BACKWARD",
        "JUMP_BACKWARD_NO_INTERRUPT",
        "RETURN_VALUE",
        "RETURN_CONST",
        "RAISE_VARARGS",
        "RERAISE",
    }
)
_JUMPS: Final = frozenset((*dis.hasjrel, *dis.hasjabs))


def places_of_variables(code: CodeType) -> int:
    """Count the places for variables, which lie before the stack."""
    cells = sum(name not in code.co_varnames for name in code.co_cellvars)
    return len(code.co_varnames) + cells + len(code.co_freevars)


def depths(code: CodeType) -> dict[int, int]:
    """Return by the offset of each opcode that can be reached how many values stand on the stack before it."""
    steps = {step.offset: step for step in dis.get_instructions(code)}
    following = dict(zip(steps, [*list(steps)[1:], None], strict=True))
    found: dict[int, int] = {}
    waiting = [(0, 0), *_handlers(code)]
    while waiting:
        offset, depth = waiting.pop()
        if offset in found or offset not in steps:
            continue
        found[offset] = depth
        step = steps[offset]
        if step.opcode in _JUMPS:
            waiting.append((step.argval, max(0, depth + _effect(step, True))))
        after = following[offset]
        if step.opname not in _ENDS and after is not None:
            waiting.append((after, max(0, depth + _effect(step, False))))
    return found


def _effect(step: dis.Instruction, jump: bool) -> int:
    argument = step.arg if step.opcode >= dis.HAVE_ARGUMENT or step.arg is not None else None
    return dis.stack_effect(step.opcode, argument, jump=jump)


def _handlers(code: CodeType) -> list[tuple[int, int]]:
    """List where exceptions are handled, and the depth there: what stood before, perhaps a place, and the exception."""
    table: Any = getattr(dis, "_parse_exception_table")(code)  # noqa: B009, it is private
    return [(entry.target, entry.depth + 1 + int(entry.lasti)) for entry in table]
