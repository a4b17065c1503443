"""The functions of known growth, with their kernels interpreted, and how the answer of one is checked."""

import numpy as np
import pytest
from interpreted import load

functions = load("growth_functions")
FUNCTIONS = functions.FUNCTIONS


def work(name, n):
    if not FUNCTIONS[name].available:
        pytest.skip("SciPy is not installed")
    return FUNCTIONS[name].prepare(n, np.random.default_rng([n, 1]))


def plain(value):
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def check_answer(name, answer, *, n=None, calls=5, relative=1e-9, absolute=1e-10):
    """Assert that calls give what an independent answer gives for the same arguments, exactly but for floats."""
    call, fresh = work(name, n or FUNCTIONS[name].first)
    for _ in range(calls):
        arguments = fresh()
        expected = answer(*map(plain, arguments))
        found = plain(call(*arguments))
        if isinstance(np.ravel(found)[0], float | complex | np.inexact):
            np.testing.assert_allclose(np.array(found), np.array(expected), rtol=relative, atol=absolute)
        else:
            assert found == expected
