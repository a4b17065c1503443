"""Rational stand-ins for alpha, against NumPy's rounding and against exact inequalities."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wythoff.census.rounded_alpha import FLOAT_BITS, nearest, parse
from wythoff.errors import InputError


@given(a=st.integers(1, 10**40), bits=st.integers(1, 300))
def test_the_nearest_number_is_within_half_a_unit_of_alpha(a, bits):
    number = nearest(bits, a)
    assert 1 <= number <= 2
    assert (number * 2 ** (bits - 1)).denominator == 1
    # alpha is the positive root of x^2 + (a - 2)x - a, which is negative below it and positive above.
    half = Fraction(1, 2**bits)
    low, high = number - half, number + half
    assert low * low + (a - 2) * low - a < 0 < high * high + (a - 2) * high - a


def test_numpy_rounds_to_the_same_numbers():
    for dtype in ("float16", "float32", "float64"):
        assert parse(dtype, 2) == Fraction(float(np.sqrt(np.longdouble(2)).astype(dtype)))
        assert FLOAT_BITS[dtype] == np.finfo(dtype).nmant + 1


@pytest.mark.parametrize("text", ["", "float", "1,5", "1/0", "--", "1e10001", "0x1", "sNaN", "-inf"])
def test_what_is_no_number_is_refused(text):
    with pytest.raises(InputError, match="alpha must be a decimal such as"):
        parse(text)


def test_decimals_are_taken_exactly():
    assert parse("1.4142135623730950488016887242096980785696718753769") == Fraction(
        14142135623730950488016887242096980785696718753769, 10**49
    )
    assert parse("1e-3") == Fraction(1, 1000)
