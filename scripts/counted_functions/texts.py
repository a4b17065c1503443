"""Texts: built, compared and searched."""

from __future__ import annotations

import itertools
import random
from typing import Any

from counted_functions.base import in_both, in_python, number


def letters(n: int, source: random.Random) -> tuple[str]:
    """Return a random text of n letters."""
    return ("".join(source.choice("abcdefgh") for _ in range(n)),)


def sentence(n: int, source: random.Random) -> tuple[str]:
    """Return n letters in words of random length."""
    return ("".join(source.choice("abcdef ") for _ in range(n)),)


def text_and_pattern(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return n random letters, and n // 4 others to look for, as numbers."""
    return [source.randrange(4) for _ in range(n)], [source.randrange(4) for _ in range(n // 4)]


def alike(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return n equal letters, and n // 4 of them with another at the end, as numbers."""
    return [0] * n, [0] * (n // 4 - 1) + [1]


def random_letters(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return n random letters as numbers, and room."""
    return [source.randrange(4) for _ in range(n)], [0] * n


def equal_letters(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return n equal letters as numbers, and room."""
    return [0] * n, [0] * n


@in_both("n", text_and_pattern)
def naive_search(text: Any, pattern: Any) -> int:
    """Look for a pattern at each place of a random text."""
    found = 0
    for start in range(len(text) - len(pattern) + 1):
        k = 0
        while k < len(pattern) and text[start + k] == pattern[k]:
            k += 1
        if k == len(pattern):
            found += 1
    return found


@in_both("n^2", alike)
def naive_search_worst(text: Any, pattern: Any) -> int:
    """Look for a pattern that differs in its last letter only, at each place."""
    found = 0
    for start in range(len(text) - len(pattern) + 1):
        k = 0
        while k < len(pattern) and text[start + k] == pattern[k]:
            k += 1
        if k == len(pattern):
            found += 1
    return found


@in_both("n", equal_letters)
def shared_beginnings(text: Any, length: Any) -> int:
    """Find how far each end agrees with the whole (Z function), of equal letters."""
    left = right = 0
    for i in range(1, len(text)):
        if i < right:
            length[i] = min(right - i, length[i - left])
        while i + length[i] < len(text) and text[length[i]] == text[i + length[i]]:
            length[i] += 1
        if i + length[i] > right:
            left, right = i, i + length[i]
    return length[len(text) - 1]


@in_both("n", random_letters)
def palindromes(text: Any, room: Any) -> int:
    """Count the palindromes of a random text from their middles."""
    count, n = 0, len(text)
    for middle in range(2 * n - 1):
        left, right = middle // 2, (middle + 1) // 2
        while left >= 0 and right < n and text[left] == text[right]:
            count += 1
            left -= 1
            right += 1
    return count


@in_both("n^2", equal_letters)
def palindromes_worst(text: Any, room: Any) -> int:
    """Count the palindromes of equal letters from their middles."""
    count, n = 0, len(text)
    for middle in range(2 * n - 1):
        left, right = middle // 2, (middle + 1) // 2
        while left >= 0 and right < n and text[left] == text[right]:
            count += 1
            left -= 1
            right += 1
    return count


@in_python("n", letters)
def joined_letters(a: str) -> str:
    """Build a text from a list of its letters, each moved by one."""
    return "".join([chr(ord(letter) + 1) for letter in a])


@in_python("n^2", letters)
def built_from_the_front(a: str) -> str:
    """Turn a text round by putting each letter before what is there."""
    result = ""
    for letter in a:
        result = letter + result
    return result


@in_python("n", letters)
def run_lengths(a: str) -> str:
    """Write each run of letters as its length and the letter."""
    parts, run = [], 1
    for before, letter in itertools.pairwise(a):
        if letter == before:
            run += 1
        else:
            parts.append(f"{run}{before}")
            run = 1
    return "".join(parts)


@in_python("n", sentence)
def words_backwards(a: str) -> str:
    """Turn the order of words round."""
    return " ".join(reversed(a.split(" ")))


@in_python("n log n", number)
def binary_texts(n: int) -> int:
    """Add up the lengths of all numbers in binary, written out by hand."""
    total = 0
    for i in range(1, n):
        places = []
        while i:
            places.append("01"[i & 1])
            i >>= 1
        total += len("".join(places))
    return total


@in_python("n^2", letters)
def all_beginnings(a: str) -> int:
    """Count different beginnings of a text by a set of them."""
    seen = set()
    for end in range(len(a)):
        seen.add(a[:end])
    return len(seen)


@in_python("n^2", letters)
def trie_of_ends(a: str) -> int:
    """Count the different parts of a text by a tree of all its ends."""
    root: dict[str, Any] = {}
    count = 0
    for start in range(len(a)):
        node = root
        for letter in a[start:]:
            if letter not in node:
                node[letter] = {}
                count += 1
            node = node[letter]
    return count


@in_python("n", letters)
def seen_letters(a: str) -> str:
    """List the letters of a text in the order in which they first appear, looked up in a text of at most eight."""
    seen = ""
    for letter in a:
        if letter not in seen:
            seen += letter
    return seen


@in_python("n", letters)
def balanced(a: str) -> bool:
    """Match brackets by a stack: a to d open, e to h close."""
    stack: list[str] = []
    for letter in a:
        if letter < "e":
            stack.append(letter)
        elif stack:
            stack.pop()
    return not stack


@in_python("n^2", letters)
def substring_in_itself(a: str) -> int:
    """Find the least period of a text without one, by comparing with itself moved."""
    for period in range(1, len(a)):
        if all(a[k] == "a" or a[k] != "z" for k in range(len(a) - period)) and a[period:] == a[:-period]:
            return period
    return len(a)


@in_python("n", letters)
def anagram(a: str) -> bool:
    """Count letters of a text and of its reverse, and compare."""
    counts = dict.fromkeys("abcdefgh", 0)
    for letter in a:
        counts[letter] += 1
    for letter in reversed(a):
        counts[letter] -= 1
    return not any(counts.values())
