"""
Which parameters are sizes: the judgement about one axis, with its reason.

A growth law over something that is no size (a density, a number of threads, a seed) is nonsense that looks like a
result, so an axis must earn it. Values that can't be sizes settle the matter; where they could be, the name says what
whole numbers mean. A claim in the configuration that names an axis overrules all this.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from wythoff.errors import shorten
from wythoff.harness.parameters import has_suffix, number, typed_value

# Words (not parts of words) in a parameter's name, and what they say that it is.
_EVERYWHERE = {
    "a number of threads or processes, not a size": (
        r"(?:n|num)?(?:threads?|jobs?|workers?|cores?|cpus?|gpus?|procs?|ranks?)|process(?:es|ors?)?"
        r"|parallelism|concurrency"
    ),
    "a density, probability or share, not a size": (
        r"densit(?:y|ies)|probs?|probability|probabilities|fractions?|frac|ratios?|percent|percentage|pct|sparsity"
    ),
    "a seed, not a size": r"seeds?|rng",
}
# These say it only as the last word: an index_size is a size.
_AT_END = {
    "a duration, not a size": r"latency|latencies|delay|timeout|sleep|interval|wait|duration",
    "a tolerance, not a size": r"tol|rtol|atol|eps|epsilon|tolerance",
    "a choice, not a size": r"axis|axes|level|version|mode|kind|type|id|index|flag|option|year|port|state",
}
_SIZE_WORD = re.compile(
    r"n|m|sizes?|len|lengths?|counts?|num|number|nodes?|edges?|vertices|rows?|cols?|columns?|items?|elements?|entries"
    r"|points?|samples?|bytes|width|height|dims?|dimensions?|particles?|atoms?|qubits?|records?|lines?|words?|keys?",
    re.IGNORECASE,
)
_COUNTING_WORD = re.compile(r"n|num|nb|number|counts?|max|min|total", re.IGNORECASE)
_SIZE_NAME = re.compile(r"(?i:n|num|nb|number)_\w+|n[A-Z]\w*")


_SAY_WHICH = 'a claim with "axis" and "size" may say which number in it is the size'


@dataclass(frozen=True)
class AxisVerdict:
    """
    Whether a parameter is a size.

    Attributes
    ----------
    is_size : bool
        The verdict.
    reason : str
        Why, in words that complete "<name>: ...".
    is_named : bool
        Whether the parameter's name is that of a size.
    """

    is_size: bool
    reason: str
    is_named: bool = False


def judge_axis(name: str, texts: Sequence[str]) -> AxisVerdict:
    """
    Judge whether a parameter is a size that a growth law may be fitted over.

    Parameters
    ----------
    name : str
        Name of the parameter.
    texts : sequence of str
        The values that occur, as asv writes them, in any order.

    Returns
    -------
    AxisVerdict
        A size has at least two different finite numbers, none negative and not all within 0 and 1, and no name that
        says something else. Without the name of a size the numbers must be whole, and more than 0 and 1.

    Examples
    --------
    >>> judge_axis("n", ["1000", "100", "10"])
    AxisVerdict(is_size=True, reason='3 sizes from 10 to 1000', is_named=True)
    >>> judge_axis("n_jobs", ["1", "2", "4"]).reason
    'a number of threads or processes, not a size'
    >>> judge_axis("edge_prob", ["0.8", "0.2"]).is_size
    False
    """
    return _judge(name, tuple(dict.fromkeys(texts)))


@lru_cache(maxsize=4096)
def _judge(name: str, texts: tuple[str, ...]) -> AxisVerdict:
    words = _words(name)
    is_named = bool(_SIZE_NAME.fullmatch(name)) or any(_SIZE_WORD.fullmatch(word) for word in words)
    if not texts:
        return AxisVerdict(False, "it has no values", is_named)
    values = [number(text) for text in texts]
    numbers = sorted({value for value in values if value is not None})
    if not numbers:
        return AxisVerdict(False, _kind_of(texts), is_named)
    if None in values:
        odd = texts[values.index(None)]
        return AxisVerdict(False, f"numbers mixed with {shorten(odd, 40)}", is_named)
    meaning = _meaning(words)
    if meaning is not None:
        return AxisVerdict(False, meaning, is_named)
    if len(numbers) < 2:
        return AxisVerdict(False, f"only one value, {shorten(texts[0], 40)}", is_named)
    if numbers[0] < 0:
        return AxisVerdict(False, f"negative numbers such as {numbers[0]:g}", is_named)
    if numbers[-1] <= 1 and any(value != int(value) for value in numbers):
        return AxisVerdict(False, "all values within 0 and 1: a density, probability or share, not a size", is_named)
    if not is_named and numbers[-1] <= 1:
        return AxisVerdict(False, "only 0 and 1: a flag", is_named)
    fraction = next((value for value in numbers if value != int(value)), None)
    if not is_named and fraction is not None:
        return AxisVerdict(False, f"fractions such as {fraction:g}, and no name of a size", is_named)
    ends = [shorten(f"{value}", 40) for value in (numbers[0], numbers[-1])]
    reason = f"{len(numbers)} sizes from {ends[0]} to {ends[1]}"
    suffixed = next((text for text in texts if has_suffix(text)), None)
    if suffixed is not None:
        reason += f"; {suffixed} is read as {number(suffixed)}"
    return AxisVerdict(True, reason, is_named)


def _meaning(words: Sequence[str]) -> str | None:
    """Say what else than a size a name stands for, if it does."""
    telling = [word for word in words if not _COUNTING_WORD.fullmatch(word)]
    if not telling:
        return None
    for meanings, candidates in (
        (_EVERYWHERE | _AT_END, telling[-1:]),
        (_EVERYWHERE, [] if _SIZE_WORD.fullmatch(telling[-1]) else telling),
    ):
        for meaning, pattern in meanings.items():
            if any(re.fullmatch(pattern, word, re.IGNORECASE) for word in candidates):
                return meaning
    return None


def _words(name: str) -> list[str]:
    """Take a name apart at underscores and other marks, and where small letters meet capitals."""
    return [word for word in re.split(r"[^A-Za-z]+|(?<=[a-z])(?=[A-Z])", name) if word]


def _kind_of(texts: Sequence[str]) -> str:
    """Say what values are none of which is a finite number."""
    values = [typed_value(text) for text in texts]
    example = shorten(texts[0], 40)
    if all(isinstance(value, bool) for value in values):
        return "true or false"
    if all(isinstance(value, complex) for value in values):
        return f"complex numbers such as {example}"
    if all(isinstance(value, tuple) for value in values):
        return f"several numbers at once, such as {example}; {_SAY_WHICH}"
    if any(isinstance(value, float) and not math.isfinite(value) for value in values):
        return "no finite number"
    if any(text.lstrip().startswith("<") for text in texts):
        return f"objects such as {example}"
    numbered = len({text for text in texts if re.search(r"\d", text)}) > 1
    return f"names such as {example}" + (f"; {_SAY_WHICH}" if numbered else "")
