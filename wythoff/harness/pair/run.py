"""What `wythoff measure-pair` does: the measurement, the comparison of what was measured, and the exit code."""

from __future__ import annotations

from dataclasses import replace

from rich.console import Console

from wythoff._process import interrupts
from wythoff._process.entry import in_words
from wythoff.errors import InputError
from wythoff.harness import machine
from wythoff.harness.compare.formats import print_comparison
from wythoff.harness.compare.run import Comparison, compare
from wythoff.harness.config import load_config
from wythoff.harness.fit.answering import ended
from wythoff.harness.pair.measurement import Measurement, labels_of
from wythoff.harness.pair.options import PairOptions
from wythoff.harness.sweep import store


def run_pair(options: PairOptions, console: Console) -> int:
    """
    Measure two commits beside each other and print what differs.

    Parameters
    ----------
    options : PairOptions
        What to measure.
    console : rich.console.Console
        Where the answer goes; progress goes to standard error.

    Returns
    -------
    int
        Exit code: 0; 1 if `options.check` is set and something got worse; 130 after Ctrl-C.

    Raises
    ------
    InputError
        If the project, git, the results folder or one of the commits can't be used.
    """
    return ended(lambda: _run(options, console), console)


def _run(options: PairOptions, console: Console) -> int:
    notes = Console(stderr=True)
    options.check_values()
    config = load_config(options.sweep.config)
    name = machine.ensure(options.sweep.machine)
    with store.claimed(config.results_dir / name) as scratch:
        pair = Measurement(options, config, name, scratch, notes)
        try:
            with pair.display, interrupts.stating("; the same command goes on from there"):
                pair.prepare()
                pair.measure()
        except KeyboardInterrupt:
            return pair.interrupted()
        except OSError as error:
            raise InputError(f"the measurement had to end{pair.what_is_left()}: {in_words(error)}") from None
    found = comparison(pair, notes)
    print_comparison(found, options.comparison(), console, notes)
    return 1 if options.check and found.failures else 0


def comparison(pair: Measurement, notes: Console) -> Comparison:
    """
    Compare both commits as `wythoff compare` does, and add what was not measured and why.

    Raises
    ------
    InputError
        If nothing can be compared.
    """
    options, account = pair.options, pair.account
    labels = labels_of(account.keys()) if options.sweep.bench else ()
    first, second = (sweep.project.commit for sweep in pair.sweeps)
    try:
        found = compare(replace(options.comparison(first, second, labels), machine=pair.machine), notes)
    except InputError as error:
        raise InputError("; ".join([str(error), *account.why_nothing()])) from None
    found.sides = replace(found.sides, names=account.names)
    for reason, what in account.not_measured():
        found.matching.leave_out(reason, what)
    found.notes += account.lines(pair.sides(), options.budget_s)
    found.failures += account.failures()
    return found
