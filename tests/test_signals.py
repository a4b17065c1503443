"""
Signals at random moments over all long commands: each ends, nothing goes on, and nothing that was there is lost.

The ordinary session takes a sample, ``-m exhaustive`` more than 200 runs. The seed of each run is in its name.
"""

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import psutil
import pytest
from cli_runner import wait_until_armed
from made_project import STEPS, events, make_project, values
from made_results import SIZES, result_file, series
from made_site import growing_project
from made_table import A, make

from wythoff.out_of_core import verify_table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="signals of POSIX, and Linux's /proc"),
]

MARK = "WYTHOFF_TEST_SIGNALS"
ROWS, PARTITION_ROWS = 3_000_000, 300_000
COMMANDS = {
    "table -o": ["table", 20_000_000, "-a", A, "-o", "t.csv"],
    "table --folder": ["table", "--to", ROWS, "-a", A, "--folder", "new", "--partition-rows", PARTITION_ROWS],
    "table --folder, 2": ["table", "--to", ROWS, "-a", A, "--folder", "new", "--workers", 2],
    "verify": ["verify", "stored", "--workers", 2],
    "agree": ["agree", "--to", 5_000_000, "-a", A, "--workers", 2],
    "census": ["census", "--to", 10**13, "-a", A],
    "fit": ["fit", "results", "--csv"],
    "fit --plot": ["fit", "results", "--plot", "pictures"],
    "report": ["report", "results", "-o", "page"],
    "compare": ["compare", "e1", "e2", "results"],
    "publish": ["publish", "--config", "published", "--html-dir", "site"],
    "reproduce": ["reproduce", "--results", Path(__file__).parent.parent / "results", "-o", "again"],
    "sweep": ["sweep", "--config", "project", "--machine", "box", "--batch", 0.5],
    "time": ["time", "sorted(x)", "sum(x)", "--setup", "x = [random() for _ in range(n)]", "--budget", 4],
}
SUITE = f"""{STEPS}
def time_long():
    for step in range(10**7):
        pass
"""
# TERM and HUP end a process without a word; what follows a signal is the same or KILL.
FIRST, SECOND = ("SIGINT", "SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"), (None, None, "SIGINT", "SIGTERM", "SIGKILL")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with something for each command to work on."""
    folder = tmp_path_factory.mktemp("signals")
    make(folder / "stored", ROWS, partition_rows=PARTITION_ROWS)
    for number in range(60):
        result_file(folder / "results", {f"m.time_{number}": series("n log n", SIZES)}, environment=f"e{number}")
    (folder / "t.csv").write_text("old")
    pytest.importorskip("asv")
    growing_project(folder / "published", plugins=())
    with pytest.MonkeyPatch.context() as patch:
        make_project(folder, patch, SUITE)
    return folder


def ours(mark):
    """List the processes that a run has started and that still work, however detached."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.environ().get(MARK) == mark and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return found


def signalled(place, words, random_):
    """Start a command, send it one or two signals at random moments, and return how it ended and what it said."""
    mark = uuid.uuid4().hex
    process = subprocess.Popen(
        [sys.executable, "-m", "wythoff._command", *map(str, words)],
        cwd=place,
        env={**os.environ, MARK: mark, "HOME": str(place), "TMPDIR": str(place)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    wait_until_armed(process)  # before that Python itself would answer with a traceback
    time.sleep(random_.random() * 3)
    sent = [random_.choice(FIRST), random_.choice(SECOND)]
    for name in filter(None, sent):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, getattr(signal, name))
        time.sleep(random_.random() * 0.3)
    begun = time.monotonic()
    _, said = process.communicate(timeout=120)
    assert psutil.wait_procs(ours(mark), timeout=120)[1] == []
    print(f"{words[0]} ended {time.monotonic() - begun:.2f} s after {sent}")
    return process.returncode, said, sent


def check(place, name):
    """Look at what the command may have been writing."""
    if name == "table -o":
        lines = (place / "t.csv").read_text()
        assert lines == "old" or lines.count("\n") == 20_000_002
        (place / "t.csv").write_text("old")
    if name.startswith("table --folder") and (place / "new" / "_wythoff-table.json").exists():
        found = verify_table(place / "new", workers=0)
        assert all("never written" in problem for problem in found.problems), found.problems
        assert found.wrong is None
    for page in (*place.glob("page/*.html"), *place.glob("again/*.html")):
        assert page.read_text(encoding="utf-8").rstrip().endswith("</html>")
    assert not (place / "site").exists() or (place / "site" / "complexity.html").exists()
    if (place / "project" / "results").exists():
        for file in (place / "project" / "results").rglob("*.json"):
            json.loads(file.read_text())
        saved = values(place / "project") if events(place / "project", "measured") else {}
        assert {event.n for event in events(place / "project", "measured")} <= {*saved.values(), None}
    for picture in place.glob("pictures/*.svg"):
        assert picture.read_text(encoding="utf-8").rstrip().endswith("</svg>")
    assert json.loads((place / "stored" / "_wythoff-table.json").read_text())["rows_stored"] == ROWS + 1


def run_one(place, seed, name):
    random_ = random.Random(f"{seed} {name}")
    code, said, sent = signalled(place, COMMANDS[name], random_)
    assert "Traceback" not in said, said
    assert "Exception ignored" not in said, said
    assert said.count("\n") <= 3, said
    if sent == ["SIGINT", None] and code not in (0, -signal.SIGINT):
        assert (code, "interrupted" in said) == (130, True), said
    if "SIGKILL" not in sent and name != "table --folder, 2":
        assert not list(place.glob(".*.part"))
    check(place, name)
    for folder in ("new", "page", "pictures", "site", "again", "project/results", *place.glob("wythoff-sweep-*")):
        shutil.rmtree(place / folder, ignore_errors=True)
    for left in place.glob(".*.part"):
        shutil.rmtree(left, ignore_errors=True)
        left.unlink(missing_ok=True)


@pytest.mark.parametrize("name", ["table -o", "table --folder, 2", "fit", "sweep", "time"])
def test_a_signal_at_a_random_moment_leaves_nothing_behind_and_loses_nothing(place, name):
    run_one(place, 1, name)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("seed", range(10, 29))
def test_hundreds_of_signals_leave_nothing_behind_and_lose_nothing(place, seed, name):
    run_one(place, seed, name)
