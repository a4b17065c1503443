"""
Brute force for the games: their moves written out once more, and the definitions of losing and of Grundy values.

Nothing of the package is used. Heaps that only differ in their order are the same position here: options are sorted.
"""

from itertools import combinations, product


def nim(heaps):
    return moore(1)(heaps)


def moore(k):
    def options(heaps):
        found = set()
        for number in range(1, k + 1):
            for chosen in combinations(range(len(heaps)), number):
                for rests in product(*(range(heaps[i]) for i in chosen)):
                    after = list(heaps)
                    for i, rest in zip(chosen, rests, strict=True):
                        after[i] = rest
                    found.add(tuple(sorted(after)))
        return found

    return options


def greedy(heaps):
    *others, largest = sorted(heaps)
    return {tuple(sorted([*others, rest])) for rest in range(largest)}


def subtraction(most):
    def options(heaps):
        return {
            tuple(sorted([*heaps[:i], size - taken, *heaps[i + 1 :]]))
            for i, size in enumerate(heaps)
            for taken in range(1, most + 1)
            if taken <= size
        }

    return options


def grundys_game(heaps):
    return {
        tuple(sorted([*heaps[:i], part, size - part, *heaps[i + 1 :]]))
        for i, size in enumerate(heaps)
        for part in range(1, size)
        if part != size - part
    }


def crossed_boxes(board):
    """Boards are kept in their order: '1' is free, '0' is crossed."""
    found = set()
    for length in range(1, len(board) + 1):
        for start in range(len(board) - length + 1):
            if board[start : start + length] == "1" * length:
                found.add(board[:start] + "0" * length + board[start + length :])
    return found


def building(position):
    left, stacks = position
    if left == 0:
        return {(0, after) for after in nim(stacks)}
    return {(left - 1, tuple(sorted([*stacks[:i], size + 1, *stacks[i + 1 :]]))) for i, size in enumerate(stacks)}


def wythoff(a):
    def options(heaps):
        x, y = heaps
        found = set()
        for k, j in product(range(x + 1), range(y + 1)):
            if (k > 0 and j > 0 and abs(k - j) < a) or (k > 0) != (j > 0):
                found.add(tuple(sorted([x - k, y - j])))
        return found

    return options


def losing(position, options, misere=False, known=None):
    """Tell whether the player to move loses, by the definition."""
    known = {} if known is None else known
    if position not in known:
        after = options(position)
        known[position] = not any(losing(target, options, misere, known) for target in after) if after else not misere
    return known[position]


def grundy(position, options, known=None):
    """Return the Grundy value, by the definition."""
    known = {} if known is None else known
    if position not in known:
        values = {grundy(target, options, known) for target in options(position)}
        known[position] = next(value for value in range(len(values) + 1) if value not in values)
    return known[position]


def sum_loses(positions, options_of_each, known):
    """Tell whether the player to move loses a sum, by searching the sum itself and without Grundy values."""
    if positions not in known:
        known[positions] = not any(
            sum_loses((*positions[:i], target, *positions[i + 1 :]), options_of_each, known)
            for i, options in enumerate(options_of_each)
            for target in options(positions[i])
        )
    return known[positions]
