"""
A counting build of Numba functions: the compiler's own pipeline with another lowering at its end.

Each function keeps one counter in a register, which goes up by the numbers of statements of the blocks of intermediate
code that are carried out, where that can't be told from elsewhere (`numba_placement`). On return it is added to a cell
in memory (`numba_ledger`): LLVM sees an ordinary sum, so that loops stay what they were. Whatever the function calls is
looked up in the compiler's target context, which is where calls are turned round: functions that are written in Python,
the caller's own and Numba's implementations alike, get a counting build too, and what is made of machine code is
weighed (`numba_weights`) or refused.

The types are those of the ordinary build, which type inference compiles beside.
"""

from __future__ import annotations

import copy
from inspect import isgeneratorfunction
from typing import Any, ClassVar

from numba.core import cgutils, compiler, ir
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.compiler_machinery import register_pass
from numba.core.cpu import CPUContext
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering
from numba.core.unsafe import eh

from wythoff.errors import InputError, shorten
from wythoff.harness.counts import numba_weights
from wythoff.harness.counts.numba_comparisons import CountingLibrary
from wythoff.harness.counts.numba_ledger import WORD, Ledger, mark_the_rest
from wythoff.harness.counts.numba_placement import OUTSIDE, Edge, placed


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
        library = CountingLibrary(self.codegen(), impl.__name__)
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
            ledger.recursive.add(waiting.mangled_name)
            if builder.function.name == waiting.mangled_name:
                return context.call_internal(builder, waiting, sig, args)
            return context.call_unresolved(builder, waiting.mangled_name, sig, args)
        if key not in ledger.built:
            ledger.built[key] = _compiled(context, self._dispatcher, sig)
        result = ledger.built[key]
        context.active_code_library.add_linking_library(result.library)
        return context.call_internal(builder, result.fndesc, sig, args)


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
        """Lay out the counter, and what is added to it where."""
        super().pre_lower()
        self._counter = cgutils.alloca_once_value(self.builder, WORD(0))
        self._amounts = _amounts(self.func_ir)
        self._labels = {id(block): label for label, block in self.blocks.items()}

    def lower_function_body(self) -> Any:
        """Lower all blocks; before them, one that is called by itself makes sure that it isn't too deep."""
        tail = super().lower_function_body()
        if self.fndesc.mangled_name in self.context.ledger.recursive:
            self.builder.position_at_end(tail)
            self.context.ledger.check_depth(self.context, self.builder)
            tail = self.builder.basic_block
            mark_the_rest(self.module)
        return tail

    def pre_block(self, block: ir.Block) -> None:
        """Note which block is lowered."""
        super().pre_block(block)
        self._label = self._labels[id(block)]

    def post_lower(self) -> None:
        """Tell LLVM that nothing else touches what counts."""
        super().post_lower()
        mark_the_rest(self.module)

    def lower_inst(self, inst: Any) -> None:
        """Lower a statement; with the last of a block the counter goes up, and what leaves writes it down."""
        if not isinstance(inst, ir.Stmt) or not inst.is_terminator:
            super().lower_inst(inst)
        elif inst.is_exit:
            total = self.builder.add(self.builder.load(self._counter), WORD(self._amount(OUTSIDE)))
            self.context.ledger.add(self.builder, f"statements of {self.context.caller}", total)
            super().lower_inst(inst)
        else:
            self._lower_jump(inst)

    def _lower_jump(self, inst: Any) -> None:
        """Lower a jump or a branch, with a block of its own on each way that adds something."""
        targets = {label: self.blkmap[label] for label in inst.get_targets()}
        between = {label: self.function.append_basic_block() for label in targets if self._amount(label)}
        self.blkmap.update(between)
        super().lower_inst(inst)
        self.blkmap.update(targets)
        for label, block in between.items():
            with self.builder.goto_block(block):
                total = self.builder.add(self.builder.load(self._counter), WORD(self._amount(label)))
                self.builder.store(total, self._counter)
                self.builder.branch(targets[label])

    def _amount(self, label: int) -> int:
        """Return what the way from the present block to another one adds."""
        return self._amounts.get((self._label, label), 0)

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
        amount = self.builder.mul(size, WORD(max(1, _operations(expr.expr))))
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


def _amounts(func_ir: Any) -> dict[Edge, int]:
    """Return what is to be added on the ways between a function's blocks; what drops a variable is no statement."""
    graph = compute_cfg_from_blocks(func_ir.blocks)
    blocks = {label: func_ir.blocks[label] for label in graph.nodes()}
    weights = {
        label: sum(not isinstance(statement, ir.Del) for statement in block.body) for label, block in blocks.items()
    }
    edges = [(label, other) for label in weights for other, _ in graph.successors(label)]
    leaving = [label for label, block in blocks.items() if block.terminator.is_exit]
    if _catches(func_ir):  # exceptions leave blocks in their middle, from where no way is known
        ways = (*edges, *((label, OUTSIDE) for label in leaving))
        return {(label, other): weights[label] for label, other in ways}
    loops = {label: {loop.header for loop in graph.in_loops(label)} for label in weights}
    dominators = graph.dominators()

    def seldom(edge: Edge) -> tuple[int, bool]:
        """Order edges by the loops that they are in, those that close one last."""
        label, other = edge
        return -len(loops[label] & loops[other]), other in dominators[label]

    return placed(weights, sorted(edges, key=seldom), graph.entry_point(), leaving)


def _catches(func_ir: Any) -> bool:
    """Say whether a function has a ``try``, which Numba notes by a call of its own."""
    statements = (statement for block in func_ir.blocks.values() for statement in block.body)
    values = (statement.value for statement in statements if isinstance(statement, ir.Assign))
    return any(isinstance(value, (ir.Global, ir.FreeVar)) and value.value is eh.exception_check for value in values)


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

    def run_pass(self, state: Any) -> bool:
        """Lower into a library that counts."""
        if state.library is None:
            state.library = CountingLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()  # what can be inspected is asked of it
        return bool(super().run_pass(state))


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
