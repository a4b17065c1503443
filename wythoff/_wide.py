"""Products of 128 bits for kernels: in Numba integers end at 64."""

from __future__ import annotations

import numpy as np

from wythoff._jit import kernel

UInt = np.uint64


@kernel
def product(u, v):  # type: ignore[no-untyped-def]
    """Return u * v as its high and low 64 bits."""
    low_32 = UInt(0xFFFFFFFF)
    half = UInt(32)
    u0 = u & low_32
    u1 = u >> half
    v0 = v & low_32
    v1 = v >> half
    middle = u1 * v0 + ((u0 * v0) >> half)
    carry = u0 * v1 + (middle & low_32)
    return u1 * v1 + (middle >> half) + (carry >> half), u * v
