"""
What a counting build makes of operations that Numba writes as machine code: constant, weighed by a length, or refused.

Operations on numbers take constant time. What touches an array, a list, a set or a text does so only where it is listed
here as such; a loop over them that is compiled from Python counts itself; what is known to be linear is weighed by the
elements that it reads and writes; all else is refused by name.
"""

from __future__ import annotations

import operator
from typing import Any, Final

import llvmlite.ir as llvm_ir
import numpy as np
from numba.core import types
from numba.core.typing import templates
from numba.cpython import listobj, setobj

from wythoff.errors import InputError, shorten
from wythoff.harness.counts.ufuncs import is_ufunc, joins_dimensions

_WORD = llvm_ir.IntType(64)
_LISTS: Final = (types.List, types.ListType)
_SETS: Final = (types.Set, types.DictType)
_TEXTS: Final = (types.UnicodeType, types.Bytes, types.ByteArray)

# Products of matrices, which libraries compute.
_PRODUCTS: Final = (operator.matmul, operator.imatmul, np.dot, np.vdot)
# By the last part of the operation's name.
_CONSTANT: Final = frozenset(
    "getiter iternext len hash is_ is_not not_ truth bool empty empty_like ndarray ndim size shape view reshape ravel "
    "transpose T append pop_last item itemset ctypes data flat strides nbytes astuple expand_dims atleast_1d "
    "atleast_2d squeeze swapaxes broadcast_to as_strided frombuffer enumerate zip range reversed unsafe_nocheck add "
    "discard isinstance id print static_getitem iter next ord chr Type carray farray type getattr hasattr asarray "
    "_setattr tuple ndindex ndenumerate nditer pair_first pair_second print_item".split()
)
_LINEAR: Final = frozenset(
    "zeros zeros_like ones ones_like full full_like arange linspace copy astype flatten array fill sum prod min "
    "max mean var std argmin argmax cumsum cumprod nonzero where concatenate stack hstack vstack dstack "
    "column_stack repeat take extend list set frozenset iadd imul sub isub and_ or_ xor invert neg pos update "
    "union intersection difference symmetric_difference issubset issuperset isdisjoint count reverse clear diag "
    "flip fliplr flipud roll eye identity tobytes delitem insert pop copysign truediv floordiv mod pow lshift "
    "rshift itruediv ifloordiv imod ipow ilshift irshift iand ior ixor abs".split()
)
# Linear where they are machine code; their loops count themselves where they are not.
_LINEAR_UNLESS_INSIDE: Final = frozenset("add all any contains eq ge gt index le lt mul ne remove".split())
# What Numba's own implementations do with an array in constant time.
_VIEWS: Final = frozenset(
    "_numpy_broadcast_to get_readonly_array numpy_empty_nd numpy_empty_like_nd np_frombuffer intrinsic_cfarray "
    "np_expand_dims viewer empty_inferred _normalize_slice _get_str_slice_view".split()
)


def is_sized(type_: Any) -> bool:
    """Say whether values of a Numba type can be of any length."""
    if isinstance(type_, types.Optional):
        return is_sized(type_.type)
    if isinstance(type_, types.BaseTuple):
        return any(map(is_sized, type_.types))
    return isinstance(type_, (types.Buffer, *_LISTS, *_SETS, types.UnicodeType))


def length_of(context: Any, builder: Any, type_: Any, value: Any) -> Any:
    """Emit the number of elements of a value, as a 64-bit integer; that of what has none is 0, of a tuple the sum."""
    if isinstance(type_, types.BaseTuple):
        total = _WORD(0)
        for position, part in enumerate(type_.types):
            if is_sized(part):
                element = builder.extract_value(value, position)
                total = builder.add(total, length_of(context, builder, part, element))
        return total
    if isinstance(type_, types.Buffer):
        return context.make_array(type_)(context, builder, value).nitems
    if isinstance(type_, types.List):
        return listobj.ListInstance(context, builder, type_, value).size
    if isinstance(type_, types.Set):
        return setobj.SetInstance(context, builder, type_, value).payload.used
    if isinstance(type_, types.UnicodeType):
        return context.make_helper(builder, type_, value).length
    return _WORD(0)


def dispatcher_behind(fn: Any, sig: Any) -> Any:
    """Return the dispatcher whose Python function implements `fn`, or None for machine code."""
    if isinstance(fn, types.Dispatcher):
        return fn.dispatcher
    if not isinstance(fn, types.Function) or fn.typing_key in _PRODUCTS:
        return None
    for template in fn.templates:
        for found in getattr(template, "_impl_cache", {}).values():
            dispatcher = found[0] if isinstance(found, tuple) else found
            if dispatcher is not None and hasattr(dispatcher, "overloads"):
                result = dispatcher.overloads.get(tuple(sig.args))
                if result is not None and _is_key(fn, sig, result.entry_point):
                    return dispatcher
    return None


def _is_key(fn: Any, sig: Any, entry_point: Any) -> bool:
    try:
        return bool(fn.get_impl_key(sig) == entry_point)
    except KeyError:
        return False


class Weighed:
    """An implementation of one operation in machine code; calling it emits the weight beside."""

    def __init__(self, plain: Any, fn: Any, sig: Any, context: Any) -> None:
        self._plain, self._fn, self._sig, self._context = plain, fn, sig, context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._plain, name)

    def __call__(self, builder: Any, args: Any, loc: Any = None) -> Any:
        """Emit the operation and its weight."""
        context, sig, caller = self._context, self._sig, self._context.caller
        before = context.seen_inside
        weight = self._weight_before(builder, args)
        result = self._plain(builder, args, loc) if loc is not None else self._plain(builder, args)
        context.caller = caller
        if not (is_sized(sig.return_type) or any(map(is_sized, sig.args)) or _receiver(self._fn)):
            return result
        name = name_of(self._fn)
        last = name.rpartition(".")[2]
        inside = context.seen_inside > before
        if weight is None and self._is_linear(name, inside):
            weight = self._lengths(builder, args, result)
        if weight is not None:
            context.ledger.add(builder, f"{name} in {caller}", weight)
        elif last not in _CONSTANT and not (inside or self._is_constant(name) or self._is_internal()):
            raise InputError(
                f"{shorten(caller)} uses {shorten(name)}, whose work the numba backend can't see; write it as a loop, "
                'or count the function with backend="callgrind"'
            )
        return result

    def _weight_before(self, builder: Any, args: Any) -> Any:
        """Emit the weight of an access to elements, which must be known before it is carried out."""
        key, types_ = _key(self._fn), self._sig.args
        if key in (operator.getitem, "static_getitem") and len(types_) > 1:
            return self._weight_of_getitem(builder, args)
        if key in (operator.setitem, "static_setitem") and len(types_) > 2:
            return self._weight_of_setitem(builder, args)
        if key in _PRODUCTS:
            return self._weight_of_product(builder, args)
        return None

    def _weight_of_getitem(self, builder: Any, args: Any) -> Any:
        container, index = self._sig.args[:2]
        if isinstance(container, types.Buffer):
            return self._of_index(builder, index, args[1])
        return None if isinstance(index, types.SliceType) else _WORD(0)

    def _of_index(self, builder: Any, index: Any, value: Any) -> Any:
        """Emit the length of the arrays in an index; whole numbers and slices only make a view."""
        return length_of(self._context, builder, index, value) if is_sized(index) else _WORD(0)

    def _weight_of_setitem(self, builder: Any, args: Any) -> Any:
        container, index, value = self._sig.args[:3]
        context = self._context
        if not isinstance(container, types.Buffer):
            both = builder.add(
                *(length_of(context, builder, t, v) for t, v in ((container, args[0]), (value, args[2])))
            )
            return both if isinstance(index, types.SliceType) else _WORD(0)
        if is_sized(index):
            return length_of(context, builder, index, args[1])
        if _key(self._fn) == "static_setitem":
            return None
        getitem = context.typing_context.resolve_value_type(operator.getitem)
        sig = getitem.get_call_type(context.typing_context, (container, index), {})
        if not isinstance(sig.return_type, types.Buffer):
            return _WORD(0)
        was, context.unweighed = context.unweighed, True
        try:
            view = context.get_function(getitem, sig)(builder, (args[0], args[1]))
        finally:
            context.unweighed = was
        length = length_of(context, builder, sig.return_type, view)
        if context.enable_nrt:
            context.nrt.decref(builder, sig.return_type, view)
        return length

    def _weight_of_product(self, builder: Any, args: Any) -> Any:
        """Emit the multiplications of a product: all elements of one operand times the columns of the other."""
        left, right = self._sig.args[:2]
        if not (isinstance(left, types.Buffer) and isinstance(right, types.Buffer)):
            return None
        size = length_of(self._context, builder, left, args[0])
        if right.ndim < 2:
            return size if left.ndim < 3 else None
        shape = self._context.make_array(right)(self._context, builder, args[1]).shape
        return builder.mul(size, builder.extract_value(shape, 1))

    def _lengths(self, builder: Any, args: Any, result: Any) -> Any:
        """Emit the elements of the operands and the result together."""
        total = _WORD(0)
        for type_, value in (*zip(self._sig.args, args, strict=False), (self._sig.return_type, result)):
            if is_sized(type_):
                total = builder.add(total, length_of(self._context, builder, type_, value))
        return total

    def _is_linear(self, name: str, inside: bool) -> bool:
        """Say whether this touches all elements of its operands, or may."""
        last = name.rpartition(".")[2]
        if self._is_constant(name):
            return False
        if last in _LINEAR or _is_by_element(self._fn):
            return True
        if self._is_internal() and last not in _VIEWS:
            return any(isinstance(type_, types.Buffer) for type_ in (*self._sig.args, self._sig.return_type))
        return last in _LINEAR_UNLESS_INSIDE and not inside

    def _is_constant(self, name: str) -> bool:
        """Say whether this takes constant time by the way it is called."""
        return name in ("set.add", "set.discard") or (name == "list.pop" and len(self._sig.args) == 1)

    def _is_internal(self) -> bool:
        """Say whether this is one of the small steps that Numba's own implementations in Python are made of."""
        if not isinstance(self._fn, types.Function):
            return False
        return any(
            issubclass(template, templates._IntrinsicTemplate)
            and str(getattr(template, "_definition_func", template).__module__).startswith("numba.")
            for template in self._fn.templates
            if isinstance(template, type)
        )


def _receiver(fn: Any) -> bool:
    return isinstance(fn, types.BoundFunction) and is_sized(fn.this)


def _key(fn: Any) -> Any:
    if isinstance(fn, types.Function):
        return fn.typing_key
    return fn


def _is_by_element(fn: Any) -> bool:
    """Say whether it is a ufunc that works element by element; a generalised one may take any work for each."""
    key = _key(fn)
    return is_ufunc(key) and not joins_dimensions(key)


def name_of(fn: Any) -> str:
    """Return what a person calls an operation: ``numpy.zeros``, ``array.sum``, ``setitem``."""
    key = fn.key[0] if isinstance(fn, types.BoundFunction) else _key(fn)
    if isinstance(fn, types.BoundFunction):
        key = fn.typing_key
    if isinstance(key, str):
        return key
    name = getattr(key, "__name__", None) or str(key)
    module = getattr(key, "__module__", "") or ""
    return f"{module}.{name}" if module.startswith("numpy") else name
