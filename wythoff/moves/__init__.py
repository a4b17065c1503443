"""
Moves in generalised Wythoff's game, normal and misère: what is legal, what wins, and why.

`winning_moves` lists all of them. `winning_move` picks one by the rule of a strategy, each by its own means:
"recursive" looks the position up in a table made by the mex recursion, "algebraic" computes with integer square roots,
"arithmetic" with the digits of the p- and q-systems. All three pick the same move, and `explain` puts it into words.
"""

from wythoff.moves.choice import RULES, winning_move
from wythoff.moves.explanation import Explanation, explain
from wythoff.moves.position import is_legal, is_losing
from wythoff.moves.winning import winning_moves

__all__ = ["RULES", "Explanation", "explain", "is_legal", "is_losing", "winning_move", "winning_moves"]
