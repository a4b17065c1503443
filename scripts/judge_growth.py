#!/usr/bin/env python3
"""
Judge the growth analysis: on made series of many designs, and on measured ones.

    scripts/judge_growth.py [--designs REGEX] [--series N] [--seed S] [FILE ...] [--list] [--json OUT]

For each design N series are drawn (180 by default), its laws in turn, and one line is printed: how many per cent are
right when forced to choose, decided, decided and wrong, and have the true law among the candidates. FILE holds measured
series (of scripts/measure_growth.py); those with two clocks are judged by each. The same seed draws the same series;
to judge a change of the method, take a seed that it was not made with. --list says what the designs are.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import sys
from dataclasses import asdict
from pathlib import Path

from growth_bench.designs import DESIGNS
from growth_bench.verdicts import Task, judge, made, measured, table

from wythoff.errors import InputError, shorten
from wythoff.harness.pool import map_all


def tasks(arguments: argparse.Namespace) -> list[Task]:
    """
    List what is to be judged.

    Raises
    ------
    InputError
        If the expression or a file can't be used.
    """
    if arguments.series < 1:
        raise InputError(f"--series must be at least 1, got {arguments.series}")
    try:
        pattern = re.compile(arguments.designs)
    except re.error as error:
        raise InputError(f"--designs {shorten(repr(arguments.designs))} is no regular expression: {error}") from None
    found = [task for name in DESIGNS if pattern.search(name) for task in made(name, arguments.series, arguments.seed)]
    for file in arguments.files:
        try:
            series = json.loads(file.read_text(encoding="utf-8"))["series"]
            found += measured(file.stem, series) + measured(f"{file.stem}, wall", series, "wall")
        except OSError as error:
            raise InputError(f"{file} can't be read ({error.strerror})") from None
        except (ValueError, KeyError, TypeError):
            raise InputError(f"{file} holds no measured series: give a file of scripts/measure_growth.py") from None
    if not found:
        raise InputError(f"no design has {shorten(repr(arguments.designs))} in its name; --list shows all")
    return found


def main() -> None:
    """Parse the arguments, judge, print; bad input ends in one sentence and exit code 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--designs", default="", metavar="REGEX")
    parser.add_argument("--series", type=int, default=180, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--json", type=Path, metavar="OUT")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(f"{design.name:28}{design.text}" for design in DESIGNS.values()))
        return
    try:
        work = tasks(arguments)
        count = itertools.count(1)

        def advance() -> None:
            if sys.stderr.isatty():
                print(f"\r{next(count)} of {len(work)}", end="", file=sys.stderr)

        answers = map_all(judge, work, advance, processes=len(os.sched_getaffinity(0)))
    except InputError as error:
        sys.exit(f"judge_growth: {error}")
    print(table(answers))
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(answer) for answer in answers], indent=0), encoding="utf-8")


if __name__ == "__main__":
    main()
