"""
A counting build of Numba functions: the compiler's own pipeline with another lowering at its end.

Each function keeps one counter in a register. At the end of each block of the intermediate code the block's number of
statements is added to it, and on return it is added to a cell in memory: LLVM sees an ordinary sum, so that loops stay
what they were. Whatever the function calls is looked up in the compiler's target context, which is where calls are
turned round: functions that are written in Python, the caller's own and Numba's implementations alike, get a counting
build too, and what is made of machine code is weighed (`numba_weights`) or refused.

The types are those of the ordinary build, which type inference compiles beside.
"""

from __future__ import annotations

import copy
import ctypes
import resource
from inspect import isgeneratorfunction
from types import FunctionType
from typing import Any, ClassVar

import llvmlite.ir as llvm_ir
from numba.core import cgutils, compiler, ir
from numba.core.compiler_machinery import register_pass
from numba.core.cpu import CPUContext
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering

from wythoff.errors import InputError, shorten
from wythoff.harness.counts import numba_weights
from wythoff.harness.counts.answer import ordered

_WORD = llvm_ir.IntType(64)
_MOST_STACK = 8 << 20  # what Linux gives a thread


class Ledger:
    """The cells that a counting build adds to, by what they count."""

    def __init__(self) -> None:
        self._cells: dict[str, ctypes.c_uint64] = {}
        self.built: dict[tuple[Any, ...], Any] = {}  # compiled results by Python function and argument types
        self.building: dict[tuple[Any, ...], Any] = {}  # descriptors of those that are not compiled yet
        self.internal: dict[Any, Any] = {}  # what Numba compiles for its own use
        self.end_of_stack = ctypes.c_uint64()  # where a recursion must end; 0 before there is one
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
        cell = self._cells.setdefault(what, ctypes.c_uint64())
        place = builder.inttoptr(_WORD(ctypes.addressof(cell)), _WORD.as_pointer())
        builder.store(builder.add(builder.load(place), amount), place)

    def clear(self) -> None:
        """Set all cells to 0."""
        self.end_of_stack.value = 0
        for cell in self._cells.values():
            cell.value = 0

    def counts(self) -> dict[str, int]:
        """Return what stands in the cells, the largest first."""
        return ordered({what: cell.value for what, cell in self._cells.items()})


class CountingContext(CPUContext):  # type: ignore[misc]
    """A target context that hands out counting implementations."""

    ledger: Ledger
    caller: str  # the function being lowered
    seen_inside: int  # implementations handed out so far that count their own work
    unweighed: bool  # the code being made is weighed as a whole

    @classmethod
    def of(cls, context: Any, ledger: Ledger) -> CountingContext:
        """Return a counting copy of a target context."""
        counting = copy.copy(context)
        counting.__class__ = cls
        counting.ledger = ledger
        counting.cached_internal_func = ledger.internal
        counting.caller, counting.seen_inside, counting.unweighed = "", 0, False
        return counting  # type: ignore[no-any-return]

    def get_function(self, fn: Any, sig: Any, _firstcall: bool = True) -> Any:
        """Return an implementation of `fn` that counts its work."""
        if isinstance(fn, type):  # the base class asks again, for the class of a type
            return super().get_function(fn, sig, _firstcall)
        dispatcher = numba_weights.dispatcher_behind(fn, sig)
        if dispatcher is None:
            plain = super().get_function(fn, sig, _firstcall)
            return plain if self.unweighed else numba_weights.Weighed(plain, fn, sig.as_function(), self)
        self.seen_inside += 1
        return _OwnCall(self, dispatcher, sig.as_function())

    def _compile_subroutine_no_cache(
        self, builder: Any, impl: Any, sig: Any, locals: Any = None, flags: Any = None
    ) -> Any:
        if self.unweighed:
            return super()._compile_subroutine_no_cache(builder, impl, sig, locals, flags)
        if flags is None:
            flags = compiler.Flags()
            flags.nrt = True
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        library = self.codegen().create_library(impl.__name__)
        pipeline = counting_pipeline(self.ledger)
        made = pipeline(self.typing_context, self, library, sig.args, sig.return_type, flags, locals or {})
        result = made.compile_extra(impl)
        self.active_code_library.add_linking_library(result.library)
        return result

    def compile_subroutine(self, *args: Any, **named: Any) -> Any:
        """Note that what is compiled counts itself."""
        self.seen_inside += 1
        return super().compile_subroutine(*args, **named)


class _OwnCall:
    """Calls the counting build of a function that is written in Python."""

    libs = ()

    def __init__(self, context: CountingContext, dispatcher: Any, sig: Any) -> None:
        self._context, self._dispatcher, self._sig = context, dispatcher, sig

    def __call__(self, builder: Any, args: Any, loc: Any = None) -> Any:
        context, sig = self._context, self._sig
        ledger, key = context.ledger, (self._dispatcher.py_func, tuple(sig.args))
        waiting = ledger.building.get(key)
        if waiting is not None:
            _check_depth(context, builder)
            if builder.function.name == waiting.mangled_name:
                return context.call_internal(builder, waiting, sig, args)
            return context.call_unresolved(builder, waiting.mangled_name, sig, args)
        if key not in ledger.built:
            ledger.built[key] = _compiled(context, self._dispatcher, sig)
        result = ledger.built[key]
        context.active_code_library.add_linking_library(result.library)
        return context.call_internal(builder, result.fndesc, sig, args)


def _check_depth(context: CountingContext, builder: Any) -> None:
    """Emit an exception for a recursion that comes near the end of the stack, behind which the process would end."""
    here = builder.ptrtoint(cgutils.alloca_once(builder, llvm_ir.IntType(8)), _WORD)
    place = builder.inttoptr(_WORD(ctypes.addressof(context.ledger.end_of_stack)), _WORD.as_pointer())
    known = builder.load(place)
    first = builder.sub(here, _WORD(_stack_bytes()))
    end = builder.select(builder.icmp_unsigned("==", known, _WORD(0)), first, known)
    builder.store(end, place)
    with cgutils.if_unlikely(builder, builder.icmp_unsigned("<", here, end)):
        context.call_conv.return_user_exc(builder, RecursionError, ("deeper than the stack",))


def _stack_bytes() -> int:
    """Return how much of the stack a recursion may take: half of a thread's, as it calls other functions too."""
    limit = resource.getrlimit(resource.RLIMIT_STACK)[0]
    return (limit if 0 < limit < _MOST_STACK else _MOST_STACK) // 2


def _compiled(context: CountingContext, dispatcher: Any, sig: Any) -> Any:
    """Make the counting build of a callee, with the options of its ordinary one, but on one thread."""
    if isgeneratorfunction(dispatcher.py_func):
        raise InputError(
            f"{_short(dispatcher.py_func)} is a generator, whose work inside a compiled function can't be counted; "
            "write its loop where it is used"
        )
    target = dispatcher.targetdescr
    flags = compiler.Flags()
    options = {**dispatcher.targetoptions, "parallel": False}
    target.options.parse_as_flags(flags, options)
    flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    return compiler.compile_extra(
        target.typing_context,
        target.target_context,
        context.ledger.copied(dispatcher.py_func),
        args=sig.args,
        return_type=sig.return_type,
        flags=flags,
        locals=dispatcher.locals,
        pipeline_class=counting_pipeline(context.ledger),
    )


class CountingLower(Lower):  # type: ignore[misc]
    """Lowers a function with its statements counted."""

    def lower(self) -> None:
        """Lower the function; what calls it meanwhile finds its descriptor."""
        key = (self.context.ledger.original(self.func_ir.func_id.func), tuple(self.fndesc.argtypes))
        self.context.caller = _short(self.func_ir.func_id.func)
        self.context.ledger.building[key] = self.fndesc
        try:
            super().lower()
        finally:
            del self.context.ledger.building[key]

    def pre_lower(self) -> None:
        """Lay out the counter."""
        super().pre_lower()
        self._counter = cgutils.alloca_once_value(self.builder, _WORD(0))

    def pre_block(self, block: ir.Block) -> None:
        """Count the statements of a block; what drops a variable is none."""
        super().pre_block(block)
        self._statements = sum(not isinstance(statement, ir.Del) for statement in block.body)

    def lower_inst(self, inst: Any) -> None:
        """Lower a statement; before the last of a block the counter goes up, and what leaves writes it down."""
        if inst.is_terminator if isinstance(inst, ir.Stmt) else False:
            builder = self.builder
            total = builder.add(builder.load(self._counter), _WORD(self._statements))
            builder.store(total, self._counter)
            if inst.is_exit:
                self.context.ledger.add(builder, f"statements of {self.context.caller}", total)
        super().lower_inst(inst)

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        """Weigh array expressions, which become one loop, by their elements times their operations."""
        if expr.op != "arrayexpr":
            return super().lower_expr(resty, expr)
        self.context.unweighed = True
        try:
            result = super().lower_expr(resty, expr)
        finally:
            self.context.unweighed = False
        size = numba_weights.length_of(self.context, self.builder, resty, result)
        amount = self.builder.mul(size, _WORD(max(1, _operations(expr.expr))))
        self.context.ledger.add(self.builder, f"array expressions in {self.context.caller}", amount)
        return result

    def _lower_call_ExternalFunction(self, fnty: Any, expr: Any, signature: Any) -> Any:
        raise _refusal(f"the C function {fnty.symbol}", self.context.caller)

    def _lower_call_ExternalFunctionPointer(self, fnty: Any, expr: Any, signature: Any) -> Any:
        raise _refusal("a C function that is called by its address", self.context.caller)

    def _lower_call_FunctionType(self, fnty: Any, expr: Any, signature: Any) -> Any:
        raise _refusal("a function that is called by its address", self.context.caller)

    def _lower_call_ObjModeDispatcher(self, fnty: Any, expr: Any, signature: Any) -> Any:
        raise _refusal("a block in object mode", self.context.caller)


def _short(function: Any) -> str:
    return str(function.__qualname__.rpartition("<locals>.")[2])


def _operations(expression: Any) -> int:
    """Count the operations of an array expression: a tree of (operation, operands)."""
    if not isinstance(expression, tuple):
        return 0
    return 1 + sum(map(_operations, expression[1]))


def _refusal(what: str, caller: str) -> InputError:
    return InputError(
        f'{shorten(caller)} uses {what}, whose work the numba backend can\'t see; count it with backend="callgrind"'
    )


@register_pass(mutates_CFG=True, analysis_only=False)
class CountingLowering(NativeLowering):  # type: ignore[misc]
    """The last pass, lowering, with `CountingLower`."""

    _name = "wythoff_counting_lowering"

    @property
    def lowering_class(self) -> Any:
        """Return the class that lowers."""
        return CountingLower


class CountingCompiler(compiler.CompilerBase):  # type: ignore[misc]
    """Numba's pipeline for nopython mode, with the counting pass in place of its lowering."""

    ledger: ClassVar[Ledger]

    def __init__(self, typingctx: Any, targetctx: Any, *rest: Any) -> None:
        super().__init__(typingctx, targetctx, *rest)
        self.state.targetctx = CountingContext.of(self.state.targetctx, self.ledger)

    def define_pipelines(self) -> list[Any]:
        """Return the pipeline."""
        if self.state.flags.force_pyobject:
            raise InputError("object mode runs Python's own operations, which the numba backend can't count")
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state, "wythoff_counting")
        passes.passes = [
            (CountingLowering, "counting lowering") if step is NativeLowering else (step, why)
            for step, why in passes.passes
        ]
        passes._finalized = False
        passes.finalize()
        return [passes]


def counting_pipeline(ledger: Ledger) -> type[CountingCompiler]:
    """Return the compiler that writes into a ledger, in the form that Numba's ``pipeline_class`` wants."""
    return type("CountingPipeline", (CountingCompiler,), {"ledger": ledger})
