"""Names of functions that run in C, by how their work grows, and how a function's name is found."""

from __future__ import annotations

from types import BuiltinFunctionType, FunctionType, MethodType, MethodWrapperType, ModuleType
from typing import Any, Final

_HEAP_TYPE: Final = 1 << 9  # Py_TPFLAGS_HEAPTYPE: what class statements make, and some classes of C
_IMMUTABLE: Final = 1 << 8  # Py_TPFLAGS_IMMUTABLETYPE: which those of C are


def has_python_methods(type_: type) -> bool:
    """Say whether a class was made by a class statement, and not in C."""
    return bool(type_.__flags__ & _HEAP_TYPE) and not type_.__flags__ & _IMMUTABLE


def is_brief(function: Any) -> bool:
    """Say whether calling a function takes constant time, or is Python code, which counts itself."""
    return isinstance(function, FunctionType | MethodType) or name_of(function, None) in CONSTANT


def name_of(function: Any, receiver: Any) -> str:
    """Return what a person calls a function: ``sorted``, ``list.append``, ``math.sqrt``, ``numpy.zeros``."""
    name = str(getattr(function, "__name__", type(function).__name__))
    owner = getattr(function, "__objclass__", None)
    if owner is not None:
        return f"{owner.__name__}.{name}"
    if receiver is None:
        receiver = bound_to(function)
    if receiver is not None:
        owner = receiver if isinstance(receiver, type) else type(receiver)
        base = next((one for one in owner.__mro__ if name in one.__dict__ and not has_python_methods(one)), owner)
        return f"{base.__name__}.{name}"
    if type(function).__module__ == "numpy" and not isinstance(function, type):
        return f"numpy.{name}"
    module = str(getattr(function, "__module__", None) or "").lstrip("_").partition(".")[0]
    return name if module in ("", "builtins", "operator", "functools") else f"{module}.{name}"


def bound_to(function: Any) -> Any:
    """Return what a method that runs in C is called on, None for what is no bound method."""
    owner = getattr(function, "__self__", None) if isinstance(function, _BOUND) else None
    return None if isinstance(owner, ModuleType) else owner


_BOUND: Final = (BuiltinFunctionType, MethodWrapperType)
CONSTANT: Final = frozenset(
    "len isinstance issubclass abs ord chr bool float complex id callable getattr hasattr setattr delattr iter "
    "range enumerate zip reversed slice type object super divmod round map filter property staticmethod "
    "classmethod globals locals vars memoryview index itemgetter attrgetter setitem_constant "
    "math.sqrt math.floor math.ceil math.log math.log2 math.log10 math.exp math.sin math.cos math.tan math.atan "
    "math.atan2 math.pow math.hypot math.fabs math.isqrt math.gcd math.copysign math.isfinite math.isnan math.isinf "
    "math.trunc math.fmod math.frexp math.ldexp math.log1p math.expm1 math.lcm math.dist math.modf math.radians "
    "math.degrees math.erf math.gamma math.lgamma math.asin math.acos math.sinh math.cosh math.tanh math.cbrt "
    "math.exp2 "
    "list.append list.__len__ list.__getitem__ list.__setitem__ dict.get dict.setdefault dict.pop dict.popitem "
    "dict.keys OrderedDict.move_to_end OrderedDict.popitem OrderedDict.pop OrderedDict.setdefault OrderedDict.keys "
    "OrderedDict.values OrderedDict.items array.append int.as_integer_ratio "
    "_lru_cache_wrapper _lru_cache_wrapper.cache_info "
    "dict.values dict.items dict.__getitem__ dict.__setitem__ dict.__contains__ set.add set.discard set.remove "
    "set.pop "
    "set.__contains__ deque.append deque.appendleft deque.pop deque.popleft int.bit_length int.bit_count "
    "int.to_bytes "
    "float.is_integer int.conjugate object.__new__ object.__init__ object.__init_subclass__ object.__setattr__ "
    "object.__getattribute__ abc._abc_instancecheck abc._abc_subclasscheck type.__call__ "
    "Random.random Random.getrandbits Random.seed time.perf_counter time.monotonic time.time sys.intern "
    "itertools.count itertools.repeat itertools.chain itertools.islice "
    "itertools.accumulate itertools.takewhile itertools.dropwhile itertools.cycle "
    "itertools.zip_longest itertools.pairwise itertools.starmap itertools.compress itertools.filterfalse "
    "itertools.groupby itertools.tee chain.from_iterable add sub mul lt le gt ge eq ne xor and_ or_ neg truediv "
    "floordiv "
    "mod generator.send generator.close generator.throw dtype finfo iinfo "
    "errstate "
    "exec cmp_to_key partial sys.getrecursionlimit sys.setrecursionlimit sys.getsizeof sys.exc_info".split()
)
NUMPY_CONSTANT: Final = frozenset(
    "empty empty_like reshape ravel view transpose item shape ndim dtype swapaxes squeeze asarray asanyarray "
    "broadcast_to itemset may_share_memory result_type can_cast promote_types ndarray normalize_axis_index float64 "
    "float32 int64 int32 uint64 uint32 uint8 int8 int16 uint16 bool isscalar as_strided can_cast setflags "
    "newbyteorder "
    "intp bool_".split()
)
NUMPY_LINEAR: Final = frozenset(
    "zeros zeros_like ones full copyto arange array fill copy astype sum prod min max mean any all cumsum cumprod "
    "nonzero "
    "where concatenate repeat take put tolist tobytes frombuffer argmax argmin count_nonzero bincount clip reduce "
    "accumulate reduceat outer at diagonal trace compress flatten choose byteswap ascontiguousarray lexsort_free "
    "packbits unpackbits fromiter putmask".split()
)
