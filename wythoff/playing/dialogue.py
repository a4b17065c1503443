"""The conversation in which a match is played: lines in, sentences out, no terminal needed."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from itertools import islice

from wythoff.errors import InputError
from wythoff.games import GAMES, Certainty
from wythoff.games.heaps import HeapGame
from wythoff.playing.match import Match, Player
from wythoff.playing.move_text import how_to_write, read_move
from wythoff.playing.opponent import choose_move

_MOST_SHOWN = 20
_WIDEST_HEAP = 60

_HELP = """\
  hint   a winning move, if there is one
  moves  some of the legal moves
  undo   take back your last move
  rules  the rules, and how the winner is told
  show   the position
  quit   leave the game"""


class Ending(Enum):
    """How a conversation ended."""

    FINISHED = auto()
    QUIT = auto()
    CUT_OFF = auto()


def converse(
    match: Match, read: Callable[[], str | None], say: Callable[[str], None], keep: Callable[[Match], None]
) -> Ending:
    """
    Play a match to its end, or until the person leaves.

    Parameters
    ----------
    match : Match
        Where to begin, or to go on; it changes as moves are made.
    read : callable
        Returns the person's next line, None at the end of input.
    say : callable
        Shows a line, or several joined by newlines.
    keep : callable
        Saves the match; called at the beginning and after each change.

    Returns
    -------
    Ending
        FINISHED if the game is over, QUIT if the person asked to leave, CUT_OFF if the input ended first.

    Notes
    -----
    What can't be understood and moves that are not legal are answered in one sentence, and the match goes on. What is
    said depends on the match and the lines alone.
    """
    keep(match)
    say(_opening(match))
    say(_picture(match))
    while match.winner is None:
        if match.to_move is Player.COMPUTER:
            say(_computers_move(match))
            keep(match)
            say(_picture(match))
            continue
        line = read()
        if line is None:
            return Ending.CUT_OFF
        command = line.strip().lower()
        if command in ("quit", "exit", "q"):
            return Ending.QUIT
        if not command:
            continue
        try:
            if command == "undo":
                match.undo()
            elif command in _ANSWERS:
                say(_ANSWERS[command](match))
                continue
            else:
                match.move(read_move(match.game, match.position, line))
        except InputError as error:
            say(f"{error}.")
            continue
        keep(match)
        if command == "undo":
            say(_picture(match))
    say(_closing(match))
    return Ending.FINISHED


def _opening(match: Match) -> str:
    title = GAMES[match.name].summary.partition(":")[0]
    lines = [f"{title}. {_moves_and_aim(match)}", _strength(match)]
    if match.n_moves:
        lines.append(f"The match goes on after {match.n_moves} {'move' if match.n_moves == 1 else 'moves'}.")
    if match.winner is None:
        written = how_to_write(match.game, match.position)
        lines.append(f"{written[0].upper()}{written[1:]}; help lists what else you can write.")
    lines.append("")
    return "\n".join(lines)


def _moves_and_aim(match: Match) -> str:
    return f"{match.game.move_rule} Whoever can't move {'wins' if match.game.misere else 'loses'}."


def _strength(match: Match) -> str:
    if match.strength == 100:
        return "The computer plays by the rule in every move."
    share = f"in {match.strength} of 100 moves and anything in the others"
    return f"The computer plays by the rule {share} (seed {match.seed})."


def _picture(match: Match) -> str:
    """Show the position, small heaps as rows of tokens."""
    heaps = match.position
    if not isinstance(match.game, HeapGame) or max(heaps) > _WIDEST_HEAP:
        return f"  {match.game.show(heaps)}"
    number, tokens = len(str(len(heaps))), max(heaps)
    return "\n".join(f"  heap {i:<{number}}  {'o' * size:<{tokens}}  {size}" for i, size in enumerate(heaps, 1))


def _computers_move(match: Match) -> str:
    before = match.position
    match.move(choose_move(match))
    return f"computer: {match.game.describe(before, match.position)}"


def _closing(match: Match) -> str:
    stuck = "You have" if match.to_move is Player.YOU else "The computer has"
    winner = "you win" if match.winner is Player.YOU else "the computer wins"
    return f"{stuck} no move left{', which is the aim' if match.game.misere else ''}: {winner}."


def _hint(match: Match) -> str:
    target = match.game.winning_move(match.position)
    certainty = match.game.certainty(match.position)
    doubt = " (by a rule that is a conjecture for this position)" if certainty is Certainty.CONJECTURED else ""
    if target is None:
        return f"No move wins against right play{doubt}."
    return f"{match.game.describe(match.position, target)}, leaving {match.game.show(target)}{doubt}"


def _moves(match: Match) -> str:
    found = list(islice(match.game.moves(match.position), _MOST_SHOWN + 1))
    lines = [f"  {match.game.describe(match.position, target)}" for target in found[:_MOST_SHOWN]]
    return "\n".join([*lines, *(["  ... and more"] if len(found) > _MOST_SHOWN else [])])


def _rules(match: Match) -> str:
    return f"{_moves_and_aim(match)}\n{match.game.rule}\n{match.game.validity}"


def _help(match: Match) -> str:
    return _HELP


_ANSWERS = {"hint": _hint, "moves": _moves, "rules": _rules, "show": _picture, "help": _help}
