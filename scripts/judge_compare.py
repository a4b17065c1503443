#!/usr/bin/env python3
"""
Judge the comparison of two runs: the same code measured twice, and planted changes, under recorded noise.

    scripts/judge_compare.py [--pairs N] [--planted N] [--seed S] [--together K] [--condition NAME ...] [--aside]
                             [--change NAME ...] [--machines] [--sizes LEAST MOST] [--ratio R] [--recording FILE]
                             [--curve FILE]

The first table has a line for each condition and N pairs of the same code (1000 in all by default, shared among the
conditions): how many per cent are said to have changed, and as what. The second has a line for each planted change and
condition: how many per cent are found as what they are, as something else, and not at all, and the factor that the
comparison itself says it would have seen, in the middle. Pairs come in projects of K series of the same two runs (1 and
8 by default, half of the pairs each), of which one has the planted change. --aside takes seeds that nothing was set by,
and more conditions and changes, --sizes and --ratio other sizes than 12 to 15 doublings, --recording another recording
of scripts/record_noise.py. --curve prints instead how many changes are seen against how large they are, and draws that.
What the machine was like is known as a sweep knows it: by a calibration loop beside each size, and half of the runs
have both clocks.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from growth_bench import noise
from growth_bench.pairs import (
    ASIDE,
    ASIDE_SEEDS,
    CHANGES,
    CONDITIONS,
    CONSTANT,
    FACTORS,
    MORE_CHANGES,
    SIZES,
    SQUARE,
    Sizes,
    planted,
    project,
)

from wythoff.harness.compare import compare_all
from wythoff.harness.compare.pairs import pair_of
from wythoff.harness.drawing import require_matplotlib
from wythoff.harness.pool import map_all

_LARGE = 1e4  # a factor that is written by its power of ten
_KINDS = ("class", "trend", "constant", "overhead", "unknown")


@dataclass(frozen=True)
class Task:
    """One project: its seed, what is planted, its condition, how many pairs, on which machines, its sizes and noise."""

    seed: int
    change: str
    condition: str
    together: int
    machines: bool
    sizes: Sizes = SIZES
    recording: Path = noise.RECORDING


def judge(task: Task) -> list[tuple[str, float]]:
    """Compare the pairs of a project; the kind that each is said to be, and the factor that would have been seen."""
    noise.use(task.recording)
    pairs = [
        pair_of(made.points(), "auto", made.same_machine)
        for made in project(task.seed, task.change, task.condition, task.together, task.machines, task.sizes)
    ]
    changes, _ = compare_all(pairs)
    return [(change.kind, change.seen) for change in changes]


def tasks(arguments: argparse.Namespace, change: str, pairs: int) -> list[Task]:
    """List the projects of a change, shared evenly among the conditions and sizes of projects."""
    found = []
    per = max(1, pairs // (len(arguments.condition) * len(arguments.together)))
    for condition in arguments.condition:
        for together in arguments.together:
            # Of a project with a change only the first pair counts.
            count = -(-per // together) if change == "none" else per
            found += [
                Task(
                    arguments.seed + i,
                    change,
                    condition,
                    together,
                    arguments.machines,
                    Sizes(*arguments.sizes, arguments.ratio),
                    arguments.recording,
                )
                for i in range(count)
            ]
    return found


def main() -> None:
    """Parse the arguments, judge, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=1000, metavar="N")
    parser.add_argument("--planted", type=int, default=300, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--together", type=int, nargs="+", default=[1, 8], metavar="K")
    parser.add_argument("--condition", nargs="+", choices=list(CONDITIONS), metavar="NAME")
    parser.add_argument("--change", nargs="+", choices=list(CHANGES), metavar="NAME")
    parser.add_argument("--machines", action="store_true", help="the second run is of another machine")
    parser.add_argument("--sizes", type=int, nargs=2, default=SIZES[:2], metavar=("LEAST", "MOST"))
    parser.add_argument("--ratio", type=float, default=SIZES.ratio, metavar="R")
    parser.add_argument("--aside", action="store_true")
    parser.add_argument("--recording", type=Path, default=noise.RECORDING, metavar="FILE")
    parser.add_argument("--curve", type=Path, metavar="FILE", help="an .svg, .png or .pdf file")
    arguments = parser.parse_args()
    if min(arguments.pairs, arguments.planted, *arguments.together) < 1:
        sys.exit("judge_compare: --pairs, --planted and --together must be at least 1")
    if not 1 <= arguments.sizes[0] <= arguments.sizes[1] or not 1 < arguments.ratio <= 100:
        sys.exit("judge_compare: --sizes must be two numbers, 1 or more, in order, and --ratio from above 1 to 100")
    if arguments.aside:
        arguments.seed += ASIDE_SEEDS
    arguments.condition = arguments.condition or [name for name in CONDITIONS if arguments.aside or name not in ASIDE]
    if arguments.curve is not None:
        _draw({begin: _curve(arguments, begin) for begin in (CONSTANT, SQUARE)}, arguments.curve)
        return
    for change in arguments.change or [name for name in CHANGES if arguments.aside or name not in MORE_CHANGES]:
        print(_table(arguments, change), flush=True)


def _curve(arguments: argparse.Namespace, begin: str) -> dict[str, tuple[list[float], list[float]]]:
    """
    Print how many per cent of changes are seen, by factor, and return that.

    Returns
    -------
    dict of str to (list of float, list of float)
        For each condition those seen as what they are, and those seen as any change.
    """
    curves: dict[str, tuple[list[float], list[float]]] = {}
    print(f"{begin + '...':36}" + "".join(f"{factor:>7g}" for factor in FACTORS))
    for factor in FACTORS:
        change = f"{begin}{factor:g}"
        for condition, found in _answers(arguments, change, arguments.planted).items():
            right, seen = curves.setdefault(condition, ([], []))
            right.append(100 * sum(kind == planted(change)[2] for kind, _ in found) / len(found))
            seen.append(100 * sum(kind not in ("none", "unknown") for kind, _ in found) / len(found))
    for condition, lines in curves.items():
        for title, shares in zip((condition, "  or as another change"), lines, strict=True):
            print(f"  {title:34}" + "".join(f"{share:7.0f}" for share in shares), flush=True)
    return curves


def _draw(panels: dict[str, dict[str, tuple[list[float], list[float]]]], output: Path) -> None:
    require_matplotlib()
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    plt.rcParams["svg.hashsalt"] = "wythoff"  # the same data give the same file
    figure, axes = plt.subplots(1, 2, figsize=(10, 4.2), layout="constrained", sharey=True)
    places = [factor - 1 for factor in FACTORS]  # on a logarithmic axis factors near 1 lie apart so
    titles = {CONSTANT: "a constant, seen as one", SQUARE: "n^2 beside n, seen as another class"}
    for axis, (begin, curves) in zip(axes, panels.items(), strict=True):
        for marker, (condition, (right, seen)) in zip("osD^vP*Xh", curves.items(), strict=False):
            [line] = axis.plot(places, right, marker=marker, markersize=4, linewidth=1, label=condition)
            axis.plot(places, seen, color=line.get_color(), linestyle=":", linewidth=1)
        axis.set(xscale="log", ylim=(-2, 102), title=titles[begin], xlabel="times the cost at the largest size")
        axis.set_xticks(places, [f"{factor:g}" for factor in FACTORS], fontsize="small", rotation=45)
        axis.minorticks_off()
        axis.grid(visible=True, alpha=0.3)
    axes[0].set_ylabel("found, per cent (dotted: as any change)")
    axes[1].legend(fontsize="small", loc="center right")
    figure.savefig(output, metadata={"Date": None} if output.suffix == ".svg" else None)


def _answers(arguments: argparse.Namespace, change: str, pairs: int) -> dict[str, list[tuple[str, float]]]:
    """Judge a change; of each condition the kinds and factors of the pairs that count."""
    work = tasks(arguments, change, pairs)
    answers: dict[str, list[tuple[str, float]]] = {}
    for task, found in zip(work, map_all(judge, work, processes=len(os.sched_getaffinity(0))), strict=True):
        answers.setdefault(task.condition, []).extend(found if change == "none" else found[:1])
    return answers


def _table(arguments: argparse.Namespace, change: str) -> str:
    answers = _answers(arguments, change, arguments.pairs if change == "none" else arguments.planted)
    _, _, expected = planted(change)
    title = "the same code" if change == "none" else f"{change}, a {expected}"
    lines = [f"{title:36}{'pairs':>7}{'right':>8}{'other':>8}{'none':>8}{'seen':>8}"]
    lines += [_line(condition, found, expected) for condition, found in answers.items()]
    lines.append(_line("all", [one for found in answers.values() for one in found], expected))
    return "\n".join(lines) + "\n"


def _line(label: str, found: list[tuple[str, float]], expected: str) -> str:
    kinds = Counter(kind for kind, _ in found)
    share = {kind: 100 * count / len(found) for kind, count in kinds.items()}
    other = sum(share.get(kind, 0.0) for kind in _KINDS if kind != expected)
    seen = statistics.median(factor for _, factor in found)
    shares = f"{share.get(expected, 0.0):8.1f}{other:8.1f}{share.get('none', 0.0):8.1f}"
    text = f"  {label:34}{len(found):7}{shares}" + (f"{seen:8.2f}" if seen < _LARGE else f"{seen:8.0e}")
    others = ", ".join(f"{kind} {kinds[kind]}" for kind in _KINDS if kind != expected and kinds[kind])
    return f"{text}  {others}".rstrip()


if __name__ == "__main__":
    main()
