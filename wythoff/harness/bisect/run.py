"""What the command does with a bisection: measure, print, draw."""

from __future__ import annotations

from rich.console import Console

from wythoff._process import interrupts
from wythoff.harness import machine
from wythoff.harness.bisect.bisection import Bisection
from wythoff.harness.bisect.diary import Diary
from wythoff.harness.bisect.display import Display
from wythoff.harness.bisect.formats import print_answer, record
from wythoff.harness.bisect.line import line_between
from wythoff.harness.bisect.measured import Results, StoppedError
from wythoff.harness.bisect.options import BisectOptions
from wythoff.harness.config import load_config
from wythoff.harness.fit.answering import ended
from wythoff.harness.fit.formats import strict_json
from wythoff.harness.fit.table import say
from wythoff.harness.sweep import store

NARROWED = 2


def run_bisect(options: BisectOptions, console: Console) -> int:
    """
    Bisect, and print what comes of it.

    Parameters
    ----------
    options : BisectOptions
        What to bisect.
    console : rich.console.Console
        Where the answer goes; lines about single commits go there as well, or to standard error beside JSON.

    Returns
    -------
    int
        Exit code: 0 if one commit is sure; 2 if the change was narrowed down to several; 130 after Ctrl-C.

    Raises
    ------
    InputError
        If an option, the project, git or the results can't be used, or GOOD and BAD don't differ.
    """

    def work() -> int:
        with interrupts.stating(": what was measured is saved; the same command goes on from there"):
            return _run(options, console)

    return ended(work, console)


def _run(options: BisectOptions, console: Console) -> int:
    options.check()
    if options.plot is not None:
        from wythoff.harness.drawing import require_matplotlib

        require_matplotlib()
    notes = Console(stderr=True)
    config = load_config(options.config)
    line = line_between(options.good, options.bad, config)
    folder = config.results_dir / machine.ensure(options.machine)
    diary = Diary(folder, store.folder_digest(config.benchmark_dir))
    results = Results(config, folder.name, options, diary)
    display = Display(notes if options.json else console, notes)
    try:
        answer = Bisection(options, config, line, results, diary, display).run()
    except StoppedError:
        return interrupts.CODE
    if options.json:
        console.file.write(strict_json(record(answer)) + "\n")
    else:
        print_answer(answer, console)
    if options.plot is not None:
        from wythoff.harness.bisect.pictures import draw

        draw(answer, results, options.plot)
        say(notes, f"a picture in {options.plot}")
    return 0 if answer.found is not None else NARROWED
