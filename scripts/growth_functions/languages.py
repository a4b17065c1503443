"""Programs and expressions that are parsed and computed."""

from __future__ import annotations

import ast
from operator import add, mul, sub

import numpy as np

from growth_functions.base import PRIME, Work, grows

OPERATIONS = {"+": add, "-": sub, "*": mul}


@grows("O(n)", "a parser that remembers what it has tried at a place takes linear time (PEP 617)", largest=2**16)
def ast_parse_lines(n: int, rng: np.random.Generator) -> Work:
    """Parse a program of n assignments with random numbers."""

    def fresh() -> tuple[str]:
        rows = rng.integers(1000, size=(n, 3)).tolist()
        return ("".join([f"x{a} = {b} + y * ({c} - x{a})\n" for a, b, c in rows]),)

    return ast.parse, fresh


@grows("O(n)", "each token is pushed or takes two numbers from the stack (Knuth, vol. 1, 2.2.1)", largest=2**20)
def py_postfix_value(n: int, rng: np.random.Generator) -> Work:
    """Compute a random expression of n / 2 operators in postfix notation, modulo a prime."""
    return _postfix_value, lambda: (_postfix_tokens(n // 2, rng),)


def _postfix_tokens(operators: int, rng: np.random.Generator) -> list[int | str]:
    numbers = rng.permutation(2 * operators + 1) <= operators
    # Of all rotations one is an expression: that after the last minimum of the stack's height (cycle lemma).
    heights = np.cumsum(np.where(numbers, 1, -1))
    start = 2 * operators + 1 - int(heights[::-1].argmin())
    signs = rng.choice(list(OPERATIONS), numbers.size).tolist()
    values = rng.integers(PRIME, size=numbers.size).tolist()
    tokens = zip(np.roll(numbers, -start).tolist(), values, signs, strict=True)
    return [value if number else sign for number, value, sign in tokens]


def _postfix_value(tokens: list[int | str]) -> int:
    stack: list[int] = []
    for token in tokens:
        if isinstance(token, int):
            stack.append(token)
        else:
            right = stack.pop()
            stack.append(OPERATIONS[token](stack.pop(), right) % PRIME)
    return stack.pop()
