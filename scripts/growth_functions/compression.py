"""Codes that make sequences shorter."""

from __future__ import annotations

import zlib

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, paged


# Up to 32 kB the chains of earlier places get longer, so that a letter gets dearer.
@grows("O(n)", "deflate follows a bounded number of earlier places a letter (RFC 1951, 4)", largest=2**22, subtle=True)
def zlib_compress_letters(n: int, rng: np.random.Generator) -> Work:
    """Compress n random letters."""
    return zlib.compress, lambda: (rng.integers(97, 123, size=n, dtype=np.uint8).tobytes(),)


@grows("O(n)", "one comparison an element", largest=2**25)
def numba_run_lengths(n: int, rng: np.random.Generator) -> Work:
    """List the lengths of the runs of n random bits."""
    lengths = paged(n, np.int64)
    return lambda bits: _run_lengths(bits, lengths), lambda: (rng.integers(2, size=n, dtype=np.uint8),)


@compiled
def _run_lengths(bits: Array, lengths: Array) -> Array:
    count, start = 0, 0
    for i in range(1, bits.size):
        if bits[i] != bits[i - 1]:
            lengths[count] = i - start
            count += 1
            start = i
    lengths[count] = bits.size - start
    return lengths[: count + 1]


@grows("O(n)", "Welch 1984: one look-up a letter; the dictionary outgrows the caches", largest=2**21, subtle=True)
def py_lzw_codes(n: int, rng: np.random.Generator) -> Work:
    """Compress n random letters of four by Lempel, Ziv and Welch's method."""
    return _lzw_codes, lambda: (rng.integers(4, size=n, dtype=np.uint8).tobytes(),)


def _lzw_codes(text: bytes) -> list[int]:
    # A word is known by the code of all but its last letter, and that letter.
    words: dict[int, int] = {}
    codes, code = [], -1
    for letter in text:
        if code < 0:
            code = letter
            continue
        word = code << 8 | letter
        if word in words:
            code = words[word]
        else:
            words[word] = 256 + len(words)
            codes.append(code)
            code = letter
    codes.append(code)
    return codes


@grows("O(n)", "each byte is read once", largest=2**26)
def np_packbits(n: int, rng: np.random.Generator) -> Work:
    """Pack n random bits, a byte each, eight to a byte."""
    return np.packbits, lambda: (rng.integers(2, size=n, dtype=np.uint8),)
