"""Small asv projects that tests publish: a git repository, and results that are written rather than measured."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import warm_interpreter
from browser_support import serve
from made_results import result_file, series

PLUGIN = ".wythoff.harness.report"
SIZES = [10**k for k in range(2, 7)]


def described(name, lists, names, unit="seconds"):
    """Return asv's description of a benchmark."""
    kind = {"seconds": "time", "bytes": "peakmemory"}.get(unit, "track")
    return {"name": name, "params": lists, "param_names": names, "unit": unit, "type": kind, "version": "1", "code": ""}


class Project:
    """An asv project in a folder of its own; `commits` are the hashes of its commits, the oldest first."""

    def __init__(self, folder, plugins=(PLUGIN,), commits=1, **configuration):
        self.folder = Path(folder)
        self.html = self.folder / "html"
        self.results = self.folder / "results"
        self.results.mkdir(parents=True)
        self.benchmarks = {}
        self.configure(plugins=list(plugins), **configuration)
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commits = [self.commit(f"2024-01-{day:02}T12:00:00Z") for day in range(1, commits + 1)]

    def configure(self, **configuration):
        data = {"version": 1, "project": "made", "repo": ".", "branches": ["main"], **configuration}
        (self.folder / "asv.conf.json").write_text(json.dumps(data))

    def git(self, *arguments, **environment):
        command = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *arguments]
        environment = {**os.environ, **environment}
        return subprocess.run(
            command, cwd=self.folder, env=environment, check=True, capture_output=True, text=True
        ).stdout.strip()

    def commit(self, date):
        self.git("commit", "--quiet", "--allow-empty", "-m", date, GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)
        return self.git("rev-parse", "HEAD")

    def describe(self, *benchmarks):
        self.benchmarks |= {benchmark["name"]: benchmark for benchmark in benchmarks}
        (self.results / "benchmarks.json").write_text(json.dumps({**self.benchmarks, "version": 2}))

    def measured(self, entries, commit=0, machine="box", environment="py3.11", **facts):
        """Write the results of one run: `entries` as `made_results.series` gives them, by benchmark."""
        params = {"python": "3.11", **facts}
        return result_file(
            self.results, entries, self.commits[commit], machine, 1704110400000 + commit * 86400000, environment, params
        )

    def publish(self, cache=None, before=""):
        """
        Run ``asv publish`` and return what it wrote to the log.

        The packages for a site without a network are looked for in `cache`, which is empty by default, so that what
        the user of these tests has fetched plays no part. `before` is a program that runs first in asv's process.
        """
        home = self.folder.with_name(f"{self.folder.name}-home")
        home.mkdir(exist_ok=True)
        (home / "sitecustomize.py").write_text(before)
        ended = warm_interpreter.run(
            ["-m", "asv", "publish", "--no-pull"],
            cwd=self.folder,
            env={
                **os.environ,
                "HOME": str(home),
                "XDG_CACHE_HOME": str(cache or home / "cache"),
                "PYTHONPATH": str(home) if before else warm_interpreter.PATH,
            },
            modules=warm_interpreter.PAGES,
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout + ended.stderr

    @property
    def index(self):
        return (self.html / "index.html").read_text()

    @property
    def overview(self):
        """What the Complexity page shows."""
        page = (self.html / "complexity.html").read_text()
        return json.loads(page.split('id="wythoff-overview">')[1].split("</script>")[0])


def warnings_in(said):
    """Return what asv's log says besides its steps, which have one dot."""
    lines = [re.fullmatch(r"(?:\[ *[\d.]+%\] (·*) ?)?(.*)", line).groups() for line in said.splitlines()]
    return [text for dots, text in lines if text and dots != "·"]


def growing_project(folder, **configuration):
    """Make a project that has one of each kind: sizes, choices, names, several commits, machines and environments."""
    project = Project(folder, commits=4, **configuration)
    sizes = [str(n) for n in SIZES]
    project.describe(
        described("grow.time_sort", [["'merge'", "'bubble'"], sizes], ["by", "n"]),
        described("grow.time_from_zero", [["0", *sizes]], ["n"]),
        described("grow.time_named", [["'1k'", "'1M'"]], ["size"]),
        described("grow.time_threads", [["1", "2", "4"]], ["threads"]),
        described("grow.time_plain", [], []),
    )
    for commit in range(4):
        slower = 1 + 2 * (commit > 1)
        for machine, environment, numpy in (
            ("box", "py3.11-numpy1", "1"),
            ("box", "py3.11-numpy2", "2"),
            ("lap", "py3.11-numpy2", "2"),
        ):
            values = [slower * 1e-8 * n for n in SIZES] + [slower * 1e-11 * n * n for n in SIZES]
            project.measured(
                {
                    "grow.time_sort": [values, [["'merge'", "'bubble'"], sizes], "1", None],
                    "grow.time_from_zero": series(lambda n: 1e-6 + 1e-8 * n, [0, *SIZES]),
                    "grow.time_named": [[1e-5, 1e-2], [["'1k'", "'1M'"]], "1", None],
                    "grow.time_threads": series(lambda n: 1 / n, [1, 2, 4]),
                    "grow.time_plain": [[1e-3 * slower], [], "1", None],
                },
                commit,
                machine,
                environment,
                numpy=numpy,
            )
    return project


@pytest.fixture(scope="session")
def front_end(tmp_path_factory):
    """Fetch the packages of asv's pages as a user would, once for all tests; return the cache folder."""
    if shutil.which("npm") is None:
        pytest.skip("there is no npm on the PATH to fetch the packages of asv's pages")
    cache = tmp_path_factory.mktemp("cache")
    program = "import typer; from wythoff.harness.report.offline_command import offline; typer.run(offline)"
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
        capture_output=True,
        text=True,
    )
    if ended.returncode != 0 and "npm could not fetch" in ended.stderr:
        pytest.skip(ended.stderr.splitlines()[-1])
    assert ended.returncode == 0, ended.stderr
    return cache


@pytest.fixture(scope="session")
def site(tmp_path_factory, front_end):
    """Publish `growing_project` with the packages of asv's pages; for tests that only look."""
    project = growing_project(tmp_path_factory.mktemp("site") / "project")
    assert warnings_in(project.publish(front_end)) == []
    return project


@pytest.fixture(scope="session")
def site_address(site):
    """Serve `site` below a prefix; return the address."""
    with serve(site.html) as address:
        yield address


@pytest.fixture
def open_asv(open_page):
    """Return a function that opens a place in an asv site, such as ``#/summarylist``, and returns the page."""

    def opened(address, place, page=None):
        page = page or open_page()
        # A place is a part of the address only: without a detour the browser would not load the page again.
        page.goto("about:blank")
        page.goto(f"{address}index.html{place}")
        is_graph = place.startswith("#") and not place.startswith("#/")
        drawn = "$('#main-graph').data('plot')" if is_graph else "true"
        # asv draws again with each file that it has loaded.
        page.wait_for_function(f"() => $.asv.main_json.benchmarks && $.active === 0 && {drawn}")
        return page

    return opened


@pytest.fixture
def at(open_asv, site_address):
    """Return a function that opens a place in `site` and returns the page."""
    return lambda place, page=None: open_asv(site_address, place, page)
