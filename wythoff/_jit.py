"""The one set of compiler options that every kernel is built with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wythoff._extras import missing_numba

try:
    import numba
except ImportError:
    raise missing_numba() from None


def kernel(function: Callable[..., None]) -> Any:
    """
    Compile `function` with Numba on its first call for each combination of element types.

    Nothing is cached on disk: Numba's cache does not notice a change in another file, and a stale
    kernel would be a wrong table. ``fastmath`` stays off, since it licenses the compiler to change
    results. ``error_model="numpy"`` drops a check for division by zero from the inner loops, where
    none divides. The uncompiled body remains reachable as ``.py_func``.

    In kernels every integer, loop counters and indexes included, is ``numpy.uint64``: mixed with
    signed integers Numba would promote to float64, and a signed index costs a test for negative
    values at each access (the merge of the recursive strategy runs three times faster without).
    """
    return numba.njit(error_model="numpy", nogil=True)(function)
