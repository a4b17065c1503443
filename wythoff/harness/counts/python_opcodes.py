"""Which opcodes can hide work, and how it is weighed by what stands on the stack before them."""

from __future__ import annotations

import dis
from collections.abc import Callable
from types import CodeType
from typing import Any, Final, NamedTuple

from wythoff.harness.counts import python_weights as weights
from wythoff.harness.counts.python_arguments import Args, WithNames
from wythoff.harness.counts.python_calls import of_call
from wythoff.harness.counts.python_iterators import held
from wythoff.harness.counts.python_names import is_brief, name_of
from wythoff.harness.counts.python_stack import EMPTY
from wythoff.harness.counts.python_weights import Weight

Stack = list[Any]


class Watch(NamedTuple):
    """How one operation is weighed: how many operands from the top of the stack that takes, and the rule."""

    depth: int
    rule: Callable[[Stack], Weight]


def watches(code: CodeType) -> list[Watch | None]:
    """Return for each place in a function's code how the operation there is weighed, or None if it is always brief."""
    found: list[Watch | None] = [None] * (len(code.co_code) // 2)
    steps = list(dis.get_instructions(code))
    names: tuple[str, ...] = ()  # of the last arguments of the next call; Python 3.13 puts them on the stack instead
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        if step.opname == "KW_NAMES":
            names = code.co_consts[step.arg or 0]
        found[step.offset // 2] = _watch(step, following, names)
        if step.opname == "CALL":
            names = ()
    return found


def _watch(step: dis.Instruction, following: dis.Instruction | None, names: tuple[str, ...]) -> Watch | None:
    name, number = step.opname, step.arg or 0
    if name == "BINARY_OP":
        return _binary(step.argrepr, following)
    if name == "COMPARE_OP":
        equality = "==" in step.argrepr or "!=" in step.argrepr
        return Watch(2, lambda stack: weights.of_comparison(stack[-2], stack[-1], equality))
    if name == "CALL":
        return Watch(number + 2, lambda stack: _call(stack, names))
    if name == "CALL_KW":  # the names of arguments stand on top
        return Watch(number + 3, lambda stack: _call(stack[:-1], stack[-1]))
    if name == "CALL_FUNCTION_EX":
        named = number & 1
        return Watch(3 + named, lambda stack: _call_with_tuple(stack, named))
    if name == "LIST_EXTEND" and following is not None and following.opname == "LOAD_CONST":
        return None
    return _PLAIN.get(name)


_ITERABLE: Final = Watch(1, lambda stack: weights.of_iterable(stack[-1]))
_ITEM: Final = Watch(2, lambda stack: weights.of_item(stack[-2], stack[-1]))
_RESULT: Final = Watch(1, lambda stack: weights.AFTER)
_PLAIN: Final[dict[str, Watch]] = {
    "BINARY_SLICE": Watch(3, lambda stack: weights.of_item(stack[-3], slice(stack[-2], stack[-1]))),
    "BINARY_SUBSCR": _ITEM,
    "BUILD_STRING": _RESULT,
    "CONTAINS_OP": Watch(2, lambda stack: weights.of_membership(stack[-2], stack[-1])),
    "DELETE_SUBSCR": Watch(2, lambda stack: weights.of_deletion(stack[-2], stack[-1])),
    "DICT_MERGE": _ITERABLE,
    "DICT_UPDATE": _ITERABLE,
    "FORMAT_SIMPLE": _RESULT,
    "FORMAT_VALUE": _RESULT,
    "FOR_ITER": Watch(1, lambda stack: weights.of_step(stack[-1])),
    "LIST_EXTEND": _ITERABLE,
    "LIST_TO_TUPLE": Watch(1, lambda stack: weights.length(stack[-1])),
    "SET_UPDATE": _ITERABLE,
    "STORE_SLICE": Watch(4, lambda stack: weights.of_store(stack[-3], slice(stack[-2], stack[-1]), stack[-4])),
    "STORE_SUBSCR": Watch(3, lambda stack: weights.of_store(stack[-2], stack[-1], stack[-3])),
    "UNPACK_EX": _ITERABLE,
}


def _binary(symbol: str, following: dis.Instruction | None) -> Watch:
    operation = symbol.removesuffix("=")
    # A text in a local variable that is extended is not copied; nor is a list that is.
    is_kept = following is not None and following.opname == "STORE_FAST"
    extended = symbol == "+="

    def rule(stack: Stack) -> Weight:
        left, right = stack[-2], stack[-1]
        in_place = extended and (isinstance(left, list | bytearray) or (is_kept and isinstance(left, str)))
        return weights.of_binary(operation, left, right, in_place)

    return Watch(2, rule)


def _call(stack: Stack, names: tuple[str, ...]) -> Weight:
    """Weigh a call: below its arguments stand the function and, before or after it, an empty place or the receiver."""
    first, second, *args = stack
    if first is EMPTY:
        first, second = second, EMPTY
    given: Args = tuple(args)
    if names:
        plain = len(args) - len(names)
        given = WithNames.of(args[:plain], dict(zip(names, args[plain:], strict=True)))
    return of_call(first, None if second is EMPTY else second, given)


def _call_with_tuple(stack: Stack, named: int) -> Weight:
    plain, names = (stack[-2], stack[-1]) if named else (stack[-1], {})
    function = stack[-2 - named] if stack[-2 - named] is not EMPTY else stack[-3 - named]
    values = held(plain, weights.is_repeatable)
    if values is None:  # taking its elements to look at them would take them from the call
        return 0 if is_brief(function) else weights.Unseen(f"{name_of(function, None)} of {type(plain).__name__}")
    return of_call(function, None, WithNames.of(values, names) if names else tuple(values))
