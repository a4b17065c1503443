"""Digests of what is secret, and proofs by them."""

from __future__ import annotations

from hashlib import pbkdf2_hmac, sha256

import numpy as np

from growth_functions.base import Work, grows


@grows("O(log n)", "one digest of 64 bytes on each of log2 n levels (Merkle 1987)", largest=2**40)
def hashlib_merkle_proof(n: int, rng: np.random.Generator) -> Work:
    """Compute the root of a tree of n digests, n a power of two, from a random leaf of 32 bytes and its proof."""
    levels = n.bit_length() - 1
    return _proved_root, lambda: (rng.bytes(32), int(rng.integers(n)), [rng.bytes(32) for _ in range(levels)])


def _proved_root(leaf: bytes, place: int, siblings: list[bytes]) -> bytes:
    for sibling in siblings:
        leaf = sha256(sibling + leaf if place & 1 else leaf + sibling).digest()
        place >>= 1
    return leaf


@grows("O(n)", "two digests of a block for each of n rounds (RFC 8018, 5.2)", largest=2**21)
def hashlib_pbkdf2(n: int, rng: np.random.Generator) -> Work:
    """Derive a key from a random password and salt by n rounds."""
    return lambda password, salt: pbkdf2_hmac("sha256", password, salt, n), lambda: (rng.bytes(12), rng.bytes(16))
