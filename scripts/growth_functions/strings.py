"""Texts as biologists and editors compare them: automata, alignments, folds."""

from __future__ import annotations

from difflib import SequenceMatcher

import numpy as np

from growth_functions.base import HALF_OCTAVES, Array, Work, compiled, grows, paged

LETTERS = 4
WORDS = 20
MATCH, MISMATCH, OPEN, EXTEND = 2, -1, 3, 1  # a gap of g letters costs OPEN + g EXTEND
LOOP = 3  # bases at least between two that pair


def _text(n: int, rng: np.random.Generator) -> Array:
    return rng.integers(LETTERS, size=n, dtype=np.uint8)


@grows("O(n)", "Aho and Corasick 1975: one step of the automaton a letter", largest=2**25)
def numba_aho_corasick(n: int, rng: np.random.Generator) -> Work:
    """Count where any of 20 random words of three to five letters ends in a random text of n letters of four."""
    automaton = _automaton([_text(int(rng.integers(3, 6)), rng).tolist() for _ in range(WORDS)])
    return lambda text: _occurrences(text, *automaton), lambda: (_text(n, rng),)


def _automaton(words: list[list[int]]) -> tuple[Array, Array]:
    """Return the next state for each state and letter, and how many of the words end where a state is reached."""
    trie: list[dict[int, int]] = [{}]
    ends = [0]
    for word in words:
        state = 0
        for letter in word:
            if letter not in trie[state]:
                trie[state][letter] = len(trie)
                trie.append({})
                ends.append(0)
            state = trie[state][letter]
        ends[state] += 1
    following = np.zeros((len(trie), LETTERS), np.int32)
    fallback = [0] * len(trie)  # the state of the longest proper suffix that is a state
    waiting = [0]
    for state in waiting:
        for letter in range(LETTERS):
            shorter = following[fallback[state], letter] if state else 0
            child = trie[state].get(letter, -1)
            if child < 0:
                following[state, letter] = shorter
            else:
                following[state, letter], fallback[child] = child, shorter
                ends[child] += ends[shorter]
                waiting.append(child)
    return following, np.array(ends)


@compiled
def _occurrences(text: Array, following: Array, ends: Array) -> int:
    state, found = 0, 0
    for letter in text:
        state = following[state, letter]
        found += ends[state]
    return found


@grows(
    "O(n)",
    "Blumer et al. 1985: at most 2n states, 3n edges; the automaton leaves the caches",
    largest=2**20,
    subtle=True,
)
def numba_suffix_automaton(n: int, rng: np.random.Generator) -> Work:
    """Count the different parts of a random text of n letters of four by its suffix automaton."""
    scratch = paged((2 * n, LETTERS), np.int32), paged(2 * n, np.int32), paged(2 * n, np.int64)
    return lambda text: _different_parts(text, *scratch), lambda: (_text(n, rng),)


@compiled
def _different_parts(text: Array, following: Array, links: Array, lengths: Array) -> int:
    following[0], links[0], lengths[0] = -1, -1, 0
    last, states, parts = 0, 1, 0
    for letter in text:
        new, state = states, last
        states += 1
        following[new], lengths[new] = -1, lengths[last] + 1
        while state >= 0 and following[state, letter] < 0:
            following[state, letter] = new
            state = links[state]
        links[new] = 0
        if state >= 0:
            target = following[state, letter]
            links[new] = target
            if lengths[target] > lengths[state] + 1:
                copy = states
                states += 1
                following[copy], links[copy], lengths[copy] = following[target], links[target], lengths[state] + 1
                links[new] = links[target] = copy
                while state >= 0 and following[state, letter] == target:
                    following[state, letter] = copy
                    state = links[state]
        parts += lengths[new] - lengths[links[new]]
        last = new
    return parts


@grows("O(n^2)", "n^2 / 4 pairs of equal letters, one entry of a dict for each (CPython, difflib.py)", largest=2**13)
def difflib_longest_match(n: int, rng: np.random.Generator) -> Work:
    """Find the longest part that two random texts of n letters of four have in common."""
    return _longest_match, lambda: ("".join(map(str, _text(n, rng))), "".join(map(str, _text(n, rng))))


def _longest_match(first: str, second: str) -> tuple[int, int, int]:
    return tuple(SequenceMatcher(None, first, second, autojunk=False).find_longest_match())


@grows("O(n^2)", "Gotoh 1982: three maxima for each of n^2 pairs of letters", largest=2**15)
def numba_affine_alignment(n: int, rng: np.random.Generator) -> Work:
    """Find the score of the best alignment of two random texts of n letters, a gap dearer where it begins."""
    best, above = paged(n + 1, np.int64), paged(n + 1, np.int64)
    return lambda first, second: _affine_alignment(first, second, best, above), lambda: (_text(n, rng), _text(n, rng))


@compiled
def _affine_alignment(first: Array, second: Array, best: Array, above: Array) -> int:
    # best[k] ends anywhere, above[k] with a letter of `first` beside a gap, `left` with one of `second`.
    never = -(OPEN + EXTEND) * (first.size + second.size + 2)
    above[:] = never
    best[0] = 0
    for k in range(1, best.size):
        best[k] = -OPEN - EXTEND * k
    for i in range(first.size):
        diagonal, left = best[0], never
        best[0] = -OPEN - EXTEND * (i + 1)
        for k in range(1, best.size):
            above[k] = max(above[k], best[k] - OPEN) - EXTEND
            left = max(left, best[k - 1] - OPEN) - EXTEND
            score = diagonal + (MATCH if first[i] == second[k - 1] else MISMATCH)
            diagonal = best[k]
            best[k] = max(score, above[k], left)
    return best[-1]


@grows("O(n^3)", "Nussinov et al. 1978: n^3 / 6 partners are tried", first=8, largest=2048, ratio=HALF_OCTAVES)
def numba_rna_folding(n: int, rng: np.random.Generator) -> Work:
    """Find how many of n random bases can pair in a fold without crossings."""
    pairs = paged((n, n + 1), np.int16)
    return lambda bases: _rna_folding(bases, pairs), lambda: (_text(n, rng),)


@compiled
def _rna_folding(bases: Array, pairs: Array) -> int:
    # pairs[i, j] and pairs[j, i] are those from base i to base j; neighbours can't pair, so that pairs[j, j + 1] is 0.
    pairs[:] = 0
    for i in range(bases.size - 1, -1, -1):
        for j in range(i + LOOP + 1, bases.size):
            best = pairs[i + 1, j]
            for k in range(i + LOOP + 1, j + 1):
                if bases[k] == LETTERS - 1 - bases[i]:
                    best = max(best, pairs[i + 1, k - 1] + pairs[j, k + 1] + 1)
            pairs[i, j] = pairs[j, i] = best
    return pairs[0, bases.size - 1]
