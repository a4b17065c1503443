"""What the first call of each strategy costs: compiling its kernels for one element type."""

from __future__ import annotations

from wythoff._jit import kernel
from wythoff.strategies import STRATEGIES

from .shared import NAMES


class Compile:
    """Compile a strategy's kernels anew, for the element type they were compiled for first."""

    params = NAMES
    param_names = ("strategy",)
    version = "1"
    number = 1
    repeat = 3
    rounds = 1
    warmup_time = 0
    timeout = 120

    def time_compile(self, strategy: str) -> None:
        for compiled in STRATEGIES[strategy].kernels:
            kernel(compiled.py_func).compile(compiled.signatures[0])
