"""
Boards: the positions of generalised Wythoff's game as squares, drawn as text, SVG and PNG.

* `model`: what is on a board, and how it is saved
* `text`: a board of characters, for terminals
* `shapes`: the few shapes that a picture is made of, and its colours
* `picture`: a board as shapes, put together of `frame` (labels, legend), `pieces` (and arrows) and `heat` (values)
* `svg`, `png`: the same shapes written as SVG by code of our own, and drawn by matplotlib
"""

from __future__ import annotations

from wythoff.boards.model import Board, board

__all__ = ["Board", "board"]
