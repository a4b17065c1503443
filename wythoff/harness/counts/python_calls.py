"""What a call costs that runs in C."""

from __future__ import annotations

from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType
from typing import Any, Final

from wythoff.harness.counts.python_arguments import Args, after, everything, named
from wythoff.harness.counts.python_collections import of_given, of_mapping
from wythoff.harness.counts.python_names import (
    CONSTANT,
    NUMPY_CONSTANT,
    NUMPY_LINEAR,
    bound_to,
    has_python_methods,
    is_brief,
    name_of,
)
from wythoff.harness.counts.python_rules import RULES
from wythoff.harness.counts.python_weights import (
    SEQUENCES,
    SMALL_BITS,
    TEXTS,
    After,
    Unseen,
    Weight,
    is_python_class,
    length,
    of_step,
)
from wythoff.harness.counts.ufuncs import is_ufunc, joins_dimensions


def of_call(function: Any, receiver: Any, args: Args) -> Weight:
    """
    Weigh a call.

    Parameters
    ----------
    function : callable
        What is called; a method of a built-in type is unbound.
    receiver : object
        What the method is called on, None for a function.
    args : tuple
        The other arguments, `python_arguments.WithNames` where some have names.
    """
    if isinstance(function, MethodDescriptorType) and receiver is None and args:
        receiver, args = args[0], after(args, 1)
    bound = bound_to(function)
    if bound is not None:
        receiver = bound
    if isinstance(function, type) and has_python_methods(function):
        return _of_own_class(function, args)
    if isinstance(function, (FunctionType, MethodType)) or _calls_python(function) or _is_error(function):
        return 0
    name = name_of(function, receiver)
    if name.endswith(".__next__"):
        return of_step(receiver)
    if name in CONSTANT:
        return _long_arguments(name, everything(args))
    rule = RULES.get(name)
    if rule is not None:
        try:
            return rule(receiver, args)
        except (TypeError, ValueError, IndexError):  # the call itself is going to say what is wrong
            return Unseen(name) if named(args) else 0
    kind = name.partition(".")[0]
    if kind in ("str", "bytes", "bytearray") and receiver is not None:
        return _of_text_method(receiver, everything(args))
    if joins_dimensions(function) or joins_dimensions(receiver):
        return Unseen(name)
    if kind in ("numpy", "ndarray", "ufunc"):
        return _of_numpy(name, receiver, everything(args), kind == "ufunc" or is_ufunc(function))
    return Unseen(name)


def _of_own_class(class_: type, args: Args) -> Weight:
    """Weigh making an object of a class statement's class; one that is a list takes what it is given."""
    makers = (getattr(class_, name, None) for name in ("__init__", "__new__"))
    if any(isinstance(maker, FunctionType) for maker in makers) or not issubclass(class_, (*SEQUENCES, set, dict)):
        return 0
    return of_mapping(None, args) if issubclass(class_, dict) else of_given(None, args)


def _is_error(function: Any) -> bool:
    return isinstance(function, type) and issubclass(function, BaseException)


def _calls_python(function: Any) -> bool:
    """Say whether a callable object only leads to Python code, or to a Numba function, which counts itself."""
    type_ = type(function)
    if type_.__module__.startswith("numba.") or type_.__name__ == "_lru_cache_wrapper":
        return True
    if type_.__name__ == "_ArrayFunctionDispatcher":
        return isinstance(getattr(function, "_implementation", None), FunctionType)
    if type_.__module__ == "functools" and type_.__name__ == "partial":
        return is_brief(function.func)
    return not isinstance(function, (type, BuiltinFunctionType)) and is_python_class(type_)


def _long_arguments(name: str, args: Args) -> Weight:
    """Weigh what takes constant time for short integers only; roots and divisors are divisions, of digits by digits."""
    if name in _DIVISIONS:
        return max((length(one) ** 2 for one in args if isinstance(one, int)), default=0)
    if name in _LINEAR_IN_DIGITS:
        return sum(length(one) for one in args if isinstance(one, int))
    is_arithmetic = name in _ARITHMETIC or name.startswith("math.")
    if is_arithmetic and any(isinstance(value, int) and value.bit_length() > 4 * SMALL_BITS for value in args):
        return Unseen(f"{name} of long integers")
    return 0


_ARITHMETIC: Final = frozenset(
    "round float complex add sub mul neg xor and_ or_ truediv floordiv mod int.to_bytes".split()
)
_DIVISIONS: Final = frozenset({"math.isqrt", "math.gcd", "divmod"})
_LINEAR_IN_DIGITS: Final = frozenset("abs set.add set.discard dict.get dict.setdefault range index".split())


def _of_text_method(receiver: Any, args: Args) -> Weight:
    parts = sum(length(one) for one in args if isinstance(one, TEXTS))
    return After(lambda result: length(receiver) + parts + (length(result) if isinstance(result, SEQUENCES) else 0))


def _of_numpy(name: str, receiver: Any, args: Args, is_ufunc: bool) -> Weight:
    last = name.rpartition(".")[2]
    if last in NUMPY_CONSTANT:
        return 0
    if last not in NUMPY_LINEAR and not is_ufunc:
        return Unseen(name)
    given = sum(length(one) for one in (receiver, *args) if one is not None and not isinstance(one, int))
    return After(lambda result: given + (length(result) if result is not None else 0))
