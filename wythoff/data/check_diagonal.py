"""
The diagonal of Grundy values as the definition has it: column by column, each value the mex of what its options have.

`wythoff.data.grundy_diagonal` takes squares value by value and knows no value of any square; here each value is the
least that row, column and diagonal lack, by `wythoff.data.grundy_stream`. Nothing is imported of what is checked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from wythoff.data.grundy_stream import GrundyStream
from wythoff.data.published import read_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray

COLUMNS = "terms,largest,sha256"
_COLUMNS_A_STEP = 64


def diagonal(terms: int, progress: Callable[[int, int], None] | None = None) -> NDArray[np.uint32]:
    """
    Compute G(n, n) for n = 0, 1, ..., terms - 1.

    Parameters
    ----------
    terms : int
        At least 1.
    progress : callable, optional
        Called with the terms that are known and with all of them.

    Returns
    -------
    array with shape (terms,), dtype uint32

    Notes
    -----
    terms**2 / 2 bytes of memory, O(terms**3) time.

    Examples
    --------
    >>> diagonal(12).tolist()
    [0, 2, 1, 6, 7, 8, 3, 5, 4, 16, 14, 15]
    """
    stream = GrundyStream(terms, terms)
    found = np.empty(terms, np.uint32)
    while stream.x < terms:
        first = stream.x
        values = stream.advance(_COLUMNS_A_STEP)
        found[first : stream.x] = values[np.arange(len(values)), np.arange(first, stream.x)]
        if progress:
            progress(stream.x, terms)
    return found


def read_claims(text: str) -> list[tuple[int, int, str]]:
    """
    Read a file of digests: how many terms, the largest, and the SHA-256 of all as 32-bit little-endian numbers.

    Raises
    ------
    ValueError
        If its header is another one, or a line has not its columns.
    """
    return [(terms, largest, digest) for (terms, largest), digest in read_lines(text, COLUMNS)]


def faults(claims: list[tuple[int, int, str]], right: NDArray[np.uint32]) -> list[str]:
    """Compare the claims about as many terms as there are with them; return a sentence for each that isn't so."""
    found = []
    for terms, largest, sha256 in claims:
        if terms <= len(right):
            content = right[:terms].astype("<u4").tobytes()
            if hashlib.sha256(content).hexdigest() != sha256:
                found.append(f"the first {terms} terms have another digest")
            elif int(right[:terms].max()) != largest:
                found.append(f"the largest of the first {terms} terms is {right[:terms].max()}, not {largest}")
    return found
