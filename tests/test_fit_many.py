"""Fits of many series: shared among processes in order, in memory that does not grow with their number."""

import json
import os
import subprocess
import sys
import time
import tracemalloc
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from made_results import SIZES, project, result_file, series
from pool_tasks import end_at_30_in_a_worker, fail_at_30, square

from wythoff.harness import pool
from wythoff.harness.fit.fitting import Account, fit_each, fit_results
from wythoff.harness.fit.formats import csv_lines, json_pieces
from wythoff.harness.fit.options import FitOptions


def watched_tasks(count, taken):
    for number in range(count):
        taken.append(number)
        yield number


@pytest.mark.slow
def test_few_tasks_are_taken_ahead_of_the_answers_and_the_order_is_kept():
    taken, most = [], 0
    for place, (task, answer) in enumerate(pool.map_each(square, watched_tasks(300, taken), 300, 2, few=1)):
        assert (task, answer) == (place, place * place)
        most = max(most, len(taken) - place)
    assert place == 299
    assert most <= 2 * 3 * 8 + 8  # two workers, three chunks of eight for each, and one that is being taken apart


@pytest.mark.slow
def test_an_error_in_a_worker_is_raised_where_its_answer_would_be():
    found = []
    with pytest.raises(ValueError, match="thirty"):
        found.extend(pool.map_each(fail_at_30, range(100), 100, 2, few=1))
    assert found == [(number, number) for number in range(len(found))]
    assert 20 <= len(found) <= 30


@pytest.mark.slow
def test_a_worker_that_dies_loses_no_task():
    tasks = [(number, os.getpid()) for number in range(100)]
    found = list(pool.map_each(end_at_30_in_a_worker, tasks, 100, 2, few=1))
    assert [answer for _, answer in found] == list(range(100))


@pytest.mark.slow
def test_workers_end_with_a_parent_that_is_killed(tmp_path):
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from pool_tasks import sleep_long; from wythoff.harness import pool\n"
        "if __name__ == '__main__': list(pool.map_each(sleep_long, [600] * 100, 100, 2, few=1))"
    )
    script = tmp_path / "script.py"
    script.write_text(code)
    parent = subprocess.Popen([sys.executable, script])
    workers = []
    while len(workers) < 2:
        assert parent.poll() is None
        time.sleep(0.05)
        found = psutil.Process(parent.pid).children(recursive=True)
        workers = [process for process in found if any(word.endswith("worker.py") for word in process.cmdline())]
    time.sleep(2)  # they have begun to work
    parent.kill()
    parent.wait()
    assert psutil.wait_procs(workers, timeout=120)[1] == []


@pytest.mark.slow
def test_ending_early_ends_the_workers():
    answers = pool.map_each(square, iter(range(10**9)), 10**9, 2, few=1)
    assert next(answers) == (0, 0)
    answers.close()


def many(folder, count):
    for number in range(count):
        law = ("n", "n log n", "n^2")[number % 3]
        result_file(folder, {f"m.time_{number}": series(law, SIZES[:6])}, environment=f"e{number}")
    return folder


def test_series_one_by_one_and_all_at_once_agree(tmp_path):
    folder = many(tmp_path / "results", 6)
    result_file(folder, {"m.time_lost": series([float("nan"), None, *[1e-6] * 3], SIZES[:5])}, commit="dddd0000")
    project(tmp_path, {"benchmark": "time_2", "claim": "n"}, {"benchmark": "no_such", "claim": "n"})
    options = FitOptions(results=(folder,), predict=(1e6,))
    whole, account = fit_results(options), Account()
    one_by_one = list(fit_each(options, account, curves=False))
    assert [entry.analysis for entry in one_by_one] == [entry.analysis for entry in whole.fitted]
    assert [entry.verdict for entry in one_by_one] == [entry.verdict for entry in whole.fitted]
    assert all(getattr(account, name) == value for name, value in vars(whole).items() if name != "fitted")
    assert account.contradicted
    assert account.unmatched
    assert account.read == account.used + sum(lost.count for lost in account.left_out)
    assert "".join(json_pieces(one_by_one, account)) == "".join(json_pieces(whole.fitted, whole))


def test_json_of_no_series_is_json():
    assert json.loads("".join(json_pieces([], Account())))["series"] == []
    assert "".join(csv_lines([], (1e6,))).count("\n") == 1


def test_curves_are_kept_only_where_they_are_wanted(tmp_path):
    options = FitOptions(results=(many(tmp_path / "results", 1),))
    (with_curves,) = fit_results(options).fitted
    (without,) = fit_results(options, curves=False).fitted
    assert without.analysis == with_curves.analysis
    assert with_curves.analysis.curve("n", [100.0])[0] > 0
    assert without.analysis.curve("n", [100.0])[0] != without.analysis.curve("n", [100.0])[0]  # NaN


@pytest.mark.slow
@pytest.mark.parametrize("write", [json_pieces, lambda entries, account: csv_lines(entries, ())])
def test_writing_holds_one_series_at_a_time(tmp_path, write):
    folder = many(tmp_path / "results", 5)
    options = FitOptions(results=(folder,))
    template = next(iter(fit_each(options, Account(), curves=False)))

    def peak(count):
        account = Account()
        entries = (replace(template, gaps=(), drawn=bytes(1000)) for _ in range(count))
        tracemalloc.start()
        for _ in write(entries, account):
            pass
        top = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return top

    peak(10)
    assert peak(2000) < peak(20) + 2000 * 100  # a record takes some kilobytes


@pytest.mark.slow
def test_the_command_holds_no_more_than_the_rows(tmp_path):
    # Of 90 more series their rows may take memory, some 9 kB each, and not their fits, which have 200 kB.
    peaks = []
    for count in (10, 100):
        folder = tmp_path / f"results{count}"
        result_file(folder, {f"m.time_{number}": series("n", SIZES[:6]) for number in range(count)})
        code = (
            "import resource, sys; from pathlib import Path; from rich.console import Console; "
            "from wythoff.harness.fit.options import FitOptions; from wythoff.harness.fit import run; "
            "run.usable_cores = lambda: 1; "
            f"run.run_fit(FitOptions(results=(Path({str(folder)!r}),), format='json'), Console()); "
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
        )
        result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True)
        assert len(json.loads(result.stdout)["series"]) == count
        peaks.append(int(result.stderr))
    assert peaks[1] - peaks[0] < 90 * 40  # kB
