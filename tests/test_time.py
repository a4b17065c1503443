"""`wythoff time`: statements compiled, run in processes of their own, and told about."""

import csv
import dataclasses
import io
import json
import os
import re
import signal
import subprocess
import sys
import time

import psutil
import pytest
from cli_runner import run
from made_subject import Made

from wythoff.errors import InputError
from wythoff.harness.fit.fitting import fit_results
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.measure import ask
from wythoff.harness.measure import remote as remote_module
from wythoff.harness.measure.answer import Measured
from wythoff.harness.measure.crossing import crossing_lines, crossings
from wythoff.harness.measure.picture import picture
from wythoff.harness.measure.remote import Remote, StatementEndedError
from wythoff.harness.measure.run import Run
from wythoff.harness.measure.statement import Statement
from wythoff.harness.measure.words import course, lines_of


def made(name, cost, sizes=tuple(2**k for k in range(3, 14))):
    run = Run(Made(cost), name, sizes, budget_s=30.0)
    while run.step():
        pass
    return run.answer()


@pytest.fixture(scope="module")
def linear():
    return made("linear", lambda n: 1e-7 + 1e-9 * n)


@pytest.fixture(scope="module")
def square():
    return made("square", lambda n: 1e-7 + 1e-11 * n**2)


def called(statement, n):
    function, make_args = statement.compiled()
    return function(*make_args(n))


def test_statement_sees_what_the_setup_makes():
    function, make_args = Statement("return sorted(x) + [n]", "x = [random() for _ in range(n)]").compiled()
    arguments = make_args(5)
    assert len(function(*arguments)) == 6
    assert len(arguments) == 2  # n and x, and nothing that the statement doesn't name


def test_names_of_the_setup_are_local_and_may_be_assigned():
    assert called(Statement("x = x + y\nreturn x", "x, y = n, 1"), 4) == 5


def test_functions_of_the_setup_call_each_other():
    setup = "def fib(k): return k if k < 2 else fib(k - 1) + fib(k - 2)"
    assert called(Statement("return fib(n)", setup), 10) == 55


def test_random_is_a_function_and_a_module():
    assert 0 <= called(Statement("return random() + random.randrange(1)"), 1) < 1
    assert called(Statement("return m.sqrt(n)", "import math as m"), 16) == 4


def test_numpy_is_there_where_it_is_named():
    assert called(Statement("return np.sum(x)", "x = np.ones(n)"), 7) == 7


def test_function_of_a_module_is_called_with_args():
    function, make_args = Statement("json:dumps", args="list(range(n))").compiled()
    assert function(*make_args(3)) == "[0, 1, 2]"


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        (Statement("1 +"), "the statement '1 \\+' is no Python"),
        (Statement("1", setup="x = ="), "--setup 'x = =' is no Python"),
        (Statement("json:nothing"), "json:nothing can't be found"),
        (Statement("math:pi"), "math:pi is no function"),
        (Statement("json:dumps", args="n +"), "--args"),
    ],
)
def test_what_is_no_python_is_refused(statement, words):
    with pytest.raises(InputError, match=words):
        statement.compiled()


def test_a_process_samples_counts_and_tells_what_is_wrong():
    with Remote(Statement("x.append(1) if n < 50 else 1 / 0", "x = []; print('hello')"), 30.0) as remote:
        remote.begin(8)
        assert remote.fresh
        sample = remote.sample(16, 10)
        assert (sample.n, sample.calls) == (16, 10)
        assert sample.wall_s > 0
        assert remote.count(16).operations > 3
        assert remote.count_by_any(16).backend == "python"
        with pytest.raises(StatementEndedError, match="at n = 64: ZeroDivisionError: division by zero"):
            remote.sample(64, 1)
        assert remote.sample(16, 2).calls == 2  # it goes on


def test_a_statement_without_end_is_ended_and_nothing_is_left():
    remote = Remote(Statement("while True: pass"), 1.0)
    with pytest.raises(StatementEndedError, match=r"at n = 8 took longer than 1\.00 s, and was ended"):
        remote.begin(8)
    assert remote._process.poll() is not None


def test_a_statement_that_ends_its_process_is_told():
    with (
        Remote(Statement("os._exit(3)", "import os"), 30.0) as remote,
        pytest.raises(StatementEndedError, match="ended its process at n = 8 with code 3"),
    ):
        remote.begin(8)


def test_command_prints_the_answer_and_a_picture(monkeypatch, linear, square):
    monkeypatch.setattr(ask, "_measured", lambda question: [linear, square])
    ended = run("time", "linear", "square")
    assert ended.returncode == 0, ended.stderr
    assert "o linear: n (probability" in ended.stdout
    assert re.search(r"1\.0\d ns \* n", ended.stdout)
    assert "linear is cheaper than square from n = " in ended.stdout
    assert "n = 8" in ended.stdout.splitlines()[-1]


def test_limit_is_an_exit_code(monkeypatch, linear, square):
    monkeypatch.setattr(ask, "_measured", lambda question: [square])
    exceeded = run("time", "square", "--at-most", "n log n")
    assert exceeded.returncode == 1
    assert "at most n log n: contradicted" in exceeded.stdout
    assert run("time", "square", "--at-most", "n^2").returncode == 0
    open_ended = dataclasses.replace(square, analysis=made("few", lambda n: 1e-6 * n, [8, 16, 32]).analysis)
    monkeypatch.setattr(ask, "_measured", lambda question: [open_ended])
    assert run("time", "few", "--at-most", "n").returncode in (0, 2)


def test_json_and_csv_are_for_programs(monkeypatch, tmp_path, linear, square):
    monkeypatch.setattr(ask, "_measured", lambda question: [linear, square])
    told = json.loads(run("time", "a", "b", "--json", "--at-most", "n^2").stdout)
    assert [one["law"] for one in told] == ["n", "n^2"]
    assert told[0]["outcome"] == "agrees"
    assert len(told[0]["n"]) == len(told[0]["cpu_s"])
    table = tmp_path / "times.csv"
    table.write_text(run("time", "a", "b", "--csv").stdout)
    fitted = fit_results(FitOptions(results=(table,))).fitted
    assert {entry.series.benchmark: entry.analysis.law for entry in fitted} == {"linear": "n", "square": "n^2"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["1 +"],
        ["1", "--at-most", "n!"],
        ["1", "--json", "--csv"],
        ["1", "--count", "--time-only"],
        ["1", "--budget", "0"],
        ["1 / 0"],
    ],
)
def test_bad_input_is_one_sentence(arguments):
    ended = run("time", *arguments)
    assert ended.is_one_sentence(), (ended.returncode, ended.stdout, ended.stderr)


def test_counts_instead_of_seconds():
    nested = "for i in range(n):\n    for k in range(i): pass"
    ended = run("time", nested, "--count", "--at-most", "n", "--json", "--budget", "5")
    (told,) = json.loads(ended.stdout)
    assert (told["law"], told["decided"], told["outcome"], ended.returncode) == ("n^2", True, "contradicted", 1)


@pytest.mark.parametrize("more", [[], ["--time-only"]], ids=["counted", "time only"])
def test_operations_are_counted_beside(more):
    ended = run("time", "for i in range(n):\n    for k in range(i): pass", "--json", "--budget", "3", *more)
    (told,) = json.loads(ended.stdout)
    if more:
        assert told["operations"] is None
    else:
        assert (told["operations"]["law"], told["operations"]["decided"]) == ("n^2", True)
        assert len(told["operations"]["n"]) == len(told["operations"]["operations"]) >= 6


def test_end_of_a_statement_keeps_what_was_measured(monkeypatch):
    class Breaks(Made):
        def sample(self, n, calls):
            if n > 100:
                raise StatementEndedError("it took all memory")
            return super().sample(n, calls)

    work = Run(Breaks(lambda n: 1e-6 * n), "breaks")
    while ask._goes_on(work):
        pass
    found = work.answer()
    assert found.stopped == "it took all memory"
    assert found.n[-1] <= 100


def test_crossing_is_where_the_cheaper_one_changes(linear, square):
    (where,) = crossings(linear, square)
    assert where == pytest.approx(100, rel=0.2)
    assert crossing_lines([linear, square])[0].startswith("linear is cheaper than square from n = ")
    assert "have no sizes in common" in crossing_lines([linear, made("late", lambda n: 1e-6, [10**5, 10**6])])[0]


def test_picture_has_marks_axes_and_fits(linear, square):
    lines = picture([linear, square], 60, 12).splitlines()
    assert max(map(len, lines)) <= 60
    assert all(mark in "".join(lines) for mark in "o+.")
    assert lines[-1].split() == ["n", "=", "8", "8,192"]


def test_the_first_sizes_tell_a_power_before_the_analysis_is_loaded():
    code = "import sys, wythoff.harness.measure.ask; print('scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
    assert course([8, 16, 32], [[1.0]] * 3) == "n = 32"
    assert course([8, 16, 32, 64], [[1e-6 * n, 1.0] for n in (8, 16, 32, 64)]) == "about n^1.0 up to n = 64"
    assert course([8, 16, 32, 64], [[0.0]] * 4) == "n = 64"


def test_words_hold_what_people_want(linear):
    text = "\n".join(lines_of(linear))
    assert re.search(r"  1\.0\d ns \* n; 8\.[23]\d µs a call at n = 8,192", text)
    assert isinstance(linear, Measured)


DETACHING = """
import subprocess, sys
sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
how = "start_new_session=True, stdout=subprocess.DEVNULL"
starter = f"import subprocess; p = subprocess.Popen({sleeper!r}, {how}); print(p.pid)"
told = subprocess.run([sys.executable, "-c", starter], stdout=subprocess.PIPE).stdout
raise ValueError(told.decode().strip())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="who adopts a process is told on Linux")
def test_what_a_statement_has_detached_is_ended_with_it():
    remote = Remote(Statement(DETACHING), 30.0)
    with remote, pytest.raises(StatementEndedError, match=r"ValueError: \d+") as ended:
        remote.begin(8)
    number = int(str(ended.value).rpartition(" ")[2])
    if psutil.pid_exists(number):  # dead, but told to nobody yet
        assert psutil.wait_procs([psutil.Process(number)], timeout=120)[1] == []


def test_closing_twice_kills_nobody_who_has_the_number_by_then(monkeypatch):
    remote = Remote(Statement("1"), 30.0)
    remote.close()
    killed = []
    monkeypatch.setattr("os.killpg", lambda *arguments: killed.append(arguments))
    remote.close()
    assert killed == []


def test_a_statement_that_closes_its_pipes_is_ended(monkeypatch):
    monkeypatch.setattr(remote_module, "_ENDING_S", 0.2)
    with (
        Remote(Statement("os.closerange(3, 100)\nwhile True: pass", "import os"), 30.0) as remote,
        pytest.raises(StatementEndedError, match="ended its process at n = 8 by signal 9"),
    ):
        remote.begin(8)


def test_csv_is_csv_whatever_a_statement_holds(monkeypatch, linear, tmp_path):
    named = [dataclasses.replace(linear, name=name) for name in ('x["a", 1]', "-x", "x\n\x1b[31m")]
    monkeypatch.setattr(ask, "_measured", lambda question: named)
    rows = list(csv.reader(io.StringIO(run("time", "a", "--csv").stdout)))
    assert {len(row) for row in rows} == {4}
    assert {row[0] for row in rows[1:]} == {'x["a", 1]', "'-x", r"x\n\x1b[31m"}


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_an_interruption_is_told_once(monkeypatch):
    def interrupted(question):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(60)

    monkeypatch.setattr(ask, "_measured", interrupted)
    ended = run("time", "1")
    assert (ended.returncode, ended.stderr) == (130, "wythoff: interrupted\n")


def test_a_system_that_allows_no_process_is_one_sentence(monkeypatch):
    def refuse(*arguments, **options):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(remote_module.subprocess, "Popen", refuse)
    ended = run("time", "1")
    assert ended.is_one_sentence()
    assert "the system allows no further threads or processes" in ended.stderr
