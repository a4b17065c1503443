"""What is on a board: the losing positions, a square with its moves, Grundy values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wythoff.errors import InputError, flag, shorten, shorten_int, whole_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

Square = tuple[int, int]

MOST_SQUARES = 1_000_000


@dataclass(frozen=True, eq=False)
class Board:
    """
    The squares (x, y) with 0 <= x < columns and 0 <= y < rows, and what is to be shown on them; `board` makes one.

    Attributes
    ----------
    columns, rows : int
        The size. Column x is the size of one heap, row y that of the other; (0, 0) is drawn at the bottom left.
    a : int
        The game's parameter.
    misere : bool
        Whether whoever can't move wins.
    losing : tuple of (x, y)
        The losing positions (P-positions) on the board, in increasing order.
    square : (x, y) or None
        The square whose moves are shown.
    legal : tuple of (x, y)
        All squares one legal move away from `square`, in increasing order.
    winning : tuple of (x, y)
        Those of them that lose for the opponent, in increasing order.
    values : array with shape (columns, rows), or None
        ``values[x, y]`` is the Grundy value of (x, y).
    """

    columns: int
    rows: int
    a: int
    misere: bool
    losing: tuple[Square, ...]
    square: Square | None
    legal: tuple[Square, ...]
    winning: tuple[Square, ...]
    values: NDArray[Any] | None

    @property
    def title(self) -> str:
        """What the board shows, in one line."""
        game = f"Wythoff's game, a = {shorten_int(self.a)}, {'misère' if self.misere else 'normal play'}"
        what = "losing positions" if self.values is None else "Grundy values"
        if self.square:
            what = f"moves from {self.square}" if self.values is None else f"{what} and moves from {self.square}"
        return f"{game}: {what}"

    def to_text(self, ascii: bool = False) -> str:
        """
        Draw the board with characters.

        Parameters
        ----------
        ascii : bool, default False
            Use ASCII characters only.

        Returns
        -------
        str
            Title, one line a row with row 0 at the bottom, column numbers and legend; each line ends in a newline. To
            fit 80 characters up to 38 columns of 38 rows are spaced and up to 77 of 77 are not; wider boards are wider.
            Grundy values take as much room as the longest needs.

        Examples
        --------
        >>> print(board(4, square=(3, 2)).to_text(ascii=True), end="")
        Wythoff's game, a = 1, normal play: moves from (3, 2)
        <BLANKLINE>
        3 . . . .
        2 + * + Q
        1 . . * +
        0 P + . +
          0 1 2 3
        <BLANKLINE>
        P losing position  Q (3, 2)  + one move away  * winning move
        """
        from wythoff.boards.text import draw

        return draw(self, ascii)

    def to_svg(self) -> str:
        """
        Draw the board as an SVG document.

        Returns
        -------
        str
            Self-contained, with title and description for screen readers, light or dark as the reader prefers, light
            in print. Losing positions say where they are when pointed at.

        Raises
        ------
        InputError
            If the board has more than 1000 columns or rows, or with Grundy values more than 256.
        """
        from wythoff.boards.picture import draw
        from wythoff.boards.svg import write

        return write(draw(self))

    def save(self, path: str | Path) -> None:
        """
        Write the board to a file, whole or not at all.

        Parameters
        ----------
        path : str or Path
            What the name ends in says how: ``.svg``, ``.png`` (drawn by matplotlib, in light colours) or ``.txt``
            (UTF-8).

        Raises
        ------
        InputError
            If the name ends in something else, the picture would be too large (see `to_svg`), matplotlib is missing,
            or the file can't be written.
        """
        from wythoff._files.writing import whole_file

        path = _check_path(path)
        content = self._content(path.suffix.lower())
        with whole_file(path) as stream:
            stream.write(content)

    def _content(self, suffix: str) -> bytes:
        if suffix == ".txt":
            return self.to_text().encode()
        if suffix == ".svg":
            return self.to_svg().encode()
        from wythoff.boards.picture import draw
        from wythoff.boards.png import render

        return render(draw(self))


def board(
    size: int,
    a: int = 1,
    misere: bool = False,
    square: Square | None = None,
    columns: int | None = None,
    grundy: bool = False,
) -> Board:
    """
    Put the losing positions of generalised Wythoff's game on a board.

    Parameters
    ----------
    size : int
        The number of rows, and of columns unless `columns` says otherwise; the board has at most 1,000,000 squares.
    a : int, default 1
        The game's parameter, of any size from 1 on; for 1 the moves are those of a queen that only goes down, left
        and down left.
    misere : bool, default False
        Whether whoever can't move wins.
    square : (int, int), optional
        A square (x, y) of the board whose moves are to be shown.
    columns : int, optional
        The number of columns.
    grundy : bool, default False
        Add the Grundy values of all squares, in normal play.

    Returns
    -------
    Board
        Draw it with `Board.to_text`, `Board.to_svg` and `Board.save`.

    Raises
    ------
    InputError
        If an argument is out of range, the square isn't on the board, or Grundy values are asked for in misère play.

    Notes
    -----
    The losing positions number O(min(rows, columns)) and are computed one by one, by `wythoff.positions.pair` or
    `wythoff.misere.pair`; nothing is searched. Grundy values are a `wythoff.games.grundy_values.grundy_table`.

    Examples
    --------
    >>> board(8).losing
    ((0, 0), (1, 2), (2, 1), (3, 5), (4, 7), (5, 3), (7, 4))
    >>> b = board(8, a=2, square=(7, 4))
    >>> b.winning, len(b.legal)
    (((3, 1), (6, 2)), 22)
    """
    rows = whole_number("size", size, 1, MOST_SQUARES)
    columns = rows if columns is None else whole_number("columns", columns, 1, MOST_SQUARES)
    a = whole_number("a", a, 1)
    if rows * columns > MOST_SQUARES:
        raise InputError(f"a board has at most {MOST_SQUARES:,} squares, got {columns} columns and {rows} rows")
    flag("misere", misere)
    if flag("grundy", grundy) and misere:
        raise InputError("Grundy values belong to normal play; leave out grundy or misere")
    legal: tuple[Square, ...] = ()
    winning: tuple[Square, ...] = ()
    if square is not None:
        from wythoff.games.generalised import Wythoff

        square = _check_square(square, columns, rows)
        game = Wythoff(a=a, misere=misere)
        legal = tuple(sorted((u, v) for u, v in game.moves(square)))
        winning = tuple(sorted((u, v) for u, v in game.winning_moves(square)))
    values = None
    if grundy:
        from wythoff.games.grundy_values import grundy_table

        values = grundy_table(columns, rows, a)
    return Board(columns, rows, a, misere, _losing(columns, rows, a, misere), square, legal, winning, values)


def _losing(columns: int, rows: int, a: int, misere: bool) -> tuple[Square, ...]:
    from wythoff import misere as misere_play
    from wythoff import positions

    pair = misere_play.pair if misere else positions.pair
    found: set[Square] = set()
    n = 0
    x, y = pair(n, a)
    while x < min(columns, rows):
        found.update((u, v) for u, v in ((x, y), (y, x)) if u < columns and v < rows)
        n += 1
        x, y = pair(n, a)
    return tuple(sorted(found))


def _check_square(square: object, columns: int, rows: int) -> Square:
    if not isinstance(square, (tuple, list)) or len(square) != 2:
        raise InputError(f"square must be a pair (x, y) of whole numbers, got {shorten(repr(square))}")
    x, y = (whole_number(f"{name} of the square", value) for name, value in zip("xy", square, strict=True))
    if x >= columns or y >= rows:
        raise InputError(
            f"the square ({shorten_int(x)}, {shorten_int(y)}) is not on the board, which ends at "
            f"({columns - 1}, {rows - 1})"
        )
    return x, y


def _check_path(path: str | Path) -> Path:
    path = Path(path)
    if path.suffix.lower() not in (".svg", ".png", ".txt"):
        ending = f"ends in {shorten(repr(path.suffix))}" if path.suffix else "has no ending"
        raise InputError(f"a board is saved as .svg, .png or .txt, and {shorten(str(path), 200)} {ending}")
    return path
