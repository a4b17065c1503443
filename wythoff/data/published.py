"""Published files as the checkers read them: the right header, then lines of numbers, perhaps with a digest."""

from __future__ import annotations

_WORDS = {2: "two", 3: "three", 4: "four", 6: "six"}


def read_lines(text: str, columns: str, digest: bool = True) -> list[tuple[list[int], str]]:
    """
    Read the lines below a header.

    Parameters
    ----------
    text : str
        The file.
    columns : str
        The header that it must have.
    digest : bool
        Whether the last column is a text; else all are numbers, which may be negative.

    Returns
    -------
    list of (list of int, str)
        The numbers of each line, and its last column, empty where `digest` is false.

    Raises
    ------
    ValueError
        If the header is another one, or a line has not its columns.
    """
    header, *lines = text.splitlines() or [""]
    if header != columns:
        raise ValueError(f"the columns must be {columns}, got {header[:100]!r}")
    count = len(columns.split(",")) - digest
    found = []
    for number, line in enumerate(lines, 2):
        fields = line.split(",")
        numbers = fields[:count]
        sign = "" if digest else "-"
        if len(fields) != count + digest or not all(field.removeprefix(sign).isdecimal() for field in numbers):
            kind = f"{_WORDS[count]} numbers{' and a digest' if digest else ''}"
            raise ValueError(f"line {number} must be {kind}, got {line[:100]!r}")
        found.append((list(map(int, numbers)), fields[-1] if digest else ""))
    return found
