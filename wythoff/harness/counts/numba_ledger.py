"""
The cells that a counting build adds to, and where a recursion has to end.

Cells are variables of the process, each known to the code by a name of its own, so that LLVM knows them for memory that
can be read at any time. All else that the code reads and writes is marked as another type [1]_, which can't be the same
place: a cell that a called function adds to in each round of a loop is kept in a register while the loop lasts.

References
----------
.. [1] LLVM Language Reference Manual, "'tbaa' Metadata".
"""

from __future__ import annotations

import ctypes
import resource
from types import FunctionType
from typing import Any, Final

import llvmlite.binding as llvm
import llvmlite.ir as llvm_ir
from numba.core import cgutils

from wythoff.harness.counts.answer import ordered

WORD: Final = llvm_ir.IntType(64)
_MOST_STACK: Final = 8 << 20  # what Linux gives a thread
_NOT_KNOWN: Final = 2**64 - 1


class Ledger:
    """The cells that a counting build adds to, by what they count."""

    def __init__(self) -> None:
        self._cells: dict[str, ctypes.c_uint64] = {}
        self.built: dict[tuple[Any, ...], Any] = {}  # compiled results by Python function and argument types
        self.building: dict[tuple[Any, ...], Any] = {}  # descriptors of those that are not compiled yet
        self.recursive: set[str] = set()  # names of those that were called while they were not compiled yet
        self.internal: dict[Any, Any] = {}  # what Numba compiles for its own use
        self._end_of_stack = ctypes.c_uint64(_NOT_KNOWN)  # where a recursion must end
        self._originals: dict[Any, Any] = {}

    def copied(self, function: Any) -> Any:
        """Copy a Python function: Numba takes a call of one that is being compiled for a recursion."""
        copy_of = FunctionType(
            function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
        )
        copy_of.__kwdefaults__ = function.__kwdefaults__
        copy_of.__qualname__, copy_of.__module__ = function.__qualname__, function.__module__
        self._originals[copy_of] = function
        return copy_of

    def original(self, function: Any) -> Any:
        """Return the function that was copied, or the same if none was."""
        return self._originals.get(function, function)

    def add(self, builder: Any, what: str, amount: Any) -> None:
        """Emit code that adds `amount`, a 64-bit integer of the code that is built, to the cell of `what`."""
        if isinstance(amount, llvm_ir.Constant) and amount.constant == 0:
            return
        place = _place(builder, self._cells.setdefault(what, ctypes.c_uint64()))
        _marked(builder, builder.store(builder.add(_marked(builder, builder.load(place)), amount), place))

    def check_depth(self, context: Any, builder: Any) -> None:
        """
        Emit an exception for a recursion that comes near the end of the stack, behind which the process ends.

        Once a call, where it begins: at each place that calls, the check would take as long as the rest of a small one.
        """
        with builder.goto_entry_block():
            here = builder.ptrtoint(builder.alloca(llvm_ir.IntType(8)), WORD)
        place = _place(builder, self._end_of_stack)
        end = _marked(builder, builder.load(place))
        with cgutils.if_unlikely(builder, builder.icmp_unsigned("<", here, end)):
            with cgutils.if_likely(builder, builder.icmp_unsigned("!=", end, WORD(_NOT_KNOWN))):
                context.call_conv.return_user_exc(builder, RecursionError, ("deeper than the stack",))
            _marked(builder, builder.store(builder.sub(here, WORD(_stack_bytes())), place))

    def clear(self) -> None:
        """Set all cells to 0."""
        self._end_of_stack.value = _NOT_KNOWN
        for cell in self._cells.values():
            cell.value = 0

    def counts(self) -> dict[str, int]:
        """Return what stands in the cells, the largest first."""
        return ordered({what: cell.value for what, cell in self._cells.items()})


def mark_the_rest(module: Any) -> None:
    """Mark all reading and writing in a module's code that is not of cells as such."""
    kind = _kind(module, "not counted")
    for function in module.functions:
        for block in function.blocks:
            for one in block.instructions:
                if isinstance(one, (llvm_ir.LoadInstr, llvm_ir.StoreInstr)) and "tbaa" not in one.metadata:
                    one.set_metadata("tbaa", kind)


def _place(builder: Any, cell: ctypes.c_uint64) -> Any:
    """Return a cell as a variable that the code finds by name."""
    address = ctypes.addressof(cell)
    name = f"wythoff_cell_{address:x}"
    llvm.add_symbol(name, address)
    return builder.module.globals.get(name) or llvm_ir.GlobalVariable(builder.module, WORD, name)


def _marked(builder: Any, instruction: Any) -> Any:
    instruction.set_metadata("tbaa", _kind(builder.module, "counted"))
    return instruction


def _kind(module: Any, name: str) -> Any:
    root = module.add_metadata(["wythoff counts"])
    type_ = module.add_metadata([name, root, WORD(0)])
    return module.add_metadata([type_, type_, WORD(0)])


def _stack_bytes() -> int:
    """Return how much of the stack a recursion may take: half of a thread's, as it calls other functions too."""
    limit = resource.getrlimit(resource.RLIMIT_STACK)[0]
    return (limit if 0 < limit < _MOST_STACK else _MOST_STACK) // 2
