"""
What the pages of docs/ say is run: Python examples, commands with what they print, links, pictures, and the errata.

Each page has a folder of its own. A block with a file's name after its language (```json asv.conf.json) is written
there first, and the folder becomes a git repository. A page without such files sees the repository's results. In
expected output "..." stands for anything; of a block marked "console varies", which has times in it, the first word of
each line must come again.
"""

import doctest
import importlib.util
import os
import pkgutil
import re
import runpy
import shlex
import socket
import subprocess
import sys
import sysconfig
import tomllib
import urllib.request
import venv
from pathlib import Path

import numpy as np
import pytest
import warm_interpreter
from made_project import wait_until
from made_reproduction import reproduction

import wythoff.harness
from wythoff import tables
from wythoff.positions import certificate, last_row_with_b_up_to, pair
from wythoff.reproduce.errata import collection
from wythoff.strategies import STRATEGIES

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs").glob("*.md"))
BLOCK = re.compile(r"^```([a-z]*)[ ]?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
PROGRAMS = {"wythoff": "wythoff", "asv": "asv"}
MOST_PICTURE_BYTES = 2**20


def blocks(page, language):
    return [(name, text) for kind, name, text in BLOCK.findall(page.read_text(encoding="utf-8")) if kind == language]


def named(page):
    """The files that a page shows: their names and contents."""
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return {name: text for kind, name, text in found if name and kind != "console"}


def names(pages):
    return [page.stem for page in pages]


WITH_PYTHON = [page for page in PAGES if any(not name for name, _ in blocks(page, "python"))]
# Its commands are run in an environment of their own.
YOUR_PROJECT = ROOT / "docs" / "your-project.md"
WITH_COMMANDS = [page for page in PAGES if blocks(page, "console") and page != YOUR_PROJECT]


@pytest.fixture
def folder(request, tmp_path, monkeypatch):
    """The folder of a page, which is the parameter; the user's own settings play no part."""
    files = named(request.param)
    place = tmp_path / "project"
    place.mkdir()
    for name, text in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, encoding="utf-8")
    if files:
        for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
            subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *command], cwd=place, check=True)
    else:
        (place / "results").symlink_to(ROOT / "results")
        (place / "asv.conf.json").symlink_to(ROOT / "asv.conf.json")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.chdir(place)
    return place


def run_lines(page):
    """Yield each command of a page, the output that the page shows, and whether that varies."""
    for name, text in blocks(page, "console"):
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output, name == "varies"


def first_words(text):
    return {line.split()[0] for line in text.splitlines() if line.strip()}


def run_and_compare(page, start):
    """Run a page's commands and compare what they print; `start` is given the words of a command."""
    compare = doctest.OutputChecker()
    for command, expected, varies in run_lines(page):
        ended = start(shlex.split(command))
        assert ended.returncode == 0, (command, ended.stderr)
        if varies:
            assert first_words(expected) <= first_words(ended.stdout), (command, ended.stdout)
        else:
            assert compare.check_output(expected, ended.stdout, doctest.ELLIPSIS), (command, ended.stdout)


def run_program(words):
    return subprocess.run(words, capture_output=True, encoding="utf-8", timeout=300)


def run_quickly(words):
    """Run a program of this environment; what starts it is in no page but the one that has its own environment."""
    environment = {**os.environ, "PYTHONPATH": warm_interpreter.PATH}
    del environment["PYTHONIOENCODING"]  # a fork has its streams so anyway
    return warm_interpreter.run(words, cwd=Path.cwd(), env=environment)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "page"), [(page, page) for page in WITH_COMMANDS], ids=names(WITH_COMMANDS), indirect=["folder"]
)
def test_commands_print_what_the_page_shows(folder, page):
    run_and_compare(page, lambda words: run_quickly(["-m", PROGRAMS[words[0]], *words[1:]]))


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """
    A new environment into which the checkout was installed as the page says.

    What wythoff needs is found where the tests have it, and so isn't fetched; what pip builds the package with is.
    """
    place = tmp_path_factory.mktemp("fresh")
    home = place / "environment"
    has_pip = importlib.util.find_spec("pip") is not None
    venv.create(home, with_pip=not has_pip)
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "theirs.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    if has_pip:  # which is quicker than another one
        program = home / "bin" / "pip"
        program.write_text(
            f"#!{home}/bin/python\nfrom runpy import run_module\nrun_module('pip', run_name='__main__')\n"
        )
        program.chmod(0o755)
    (place / "wythoff").symlink_to(ROOT)
    done = subprocess.run(
        [home / "bin" / "pip", "install", "--no-compile", "./wythoff[harness]"],
        cwd=place,
        capture_output=True,
        text=True,
        timeout=600,
    )
    if "hatchling" in done.stdout + done.stderr and done.returncode:
        pytest.skip("pip can't fetch what the package is built with")
    assert done.returncode == 0, done.stderr
    assert (packages / "wythoff" / "cli.py").is_file()
    return home


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the environment's programs are in bin")
@pytest.mark.parametrize("folder", [YOUR_PROJECT], ids=["your-project"], indirect=True)
def test_your_project_holds_word_for_word_in_a_fresh_environment(fresh, folder, monkeypatch):
    monkeypatch.setenv("PATH", os.pathsep.join([str(fresh / "bin"), os.environ["PATH"]]))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    for name in ("PYTHONPATH", "ASV_PYTHONPATH"):  # asv forgets the one without the other
        monkeypatch.setenv(name, warm_interpreter.PATH)
    text = YOUR_PROJECT.read_text(encoding="utf-8")
    assert "`pip install './wythoff[harness]'`" in text
    shown = [line for _, block in blocks(YOUR_PROJECT, "") for line in block.splitlines()]
    installing = [line for line in shown if line.startswith("pip ")]
    (serving,) = [line for line in shown if line not in installing]
    assert installing[0] == "pip install 'wythoff[harness]'"
    for line in installing:
        ended = run_program(shlex.split(line))
        assert ended.returncode == 0, (line, ended.stderr)
    run_and_compare(YOUR_PROJECT, run_program)
    assert_serves(shlex.split(serving), "complexity.html")


def test_the_installation_without_numba_names_all_that_the_package_needs_besides():
    shown = [line for _, block in blocks(YOUR_PROJECT, "") for line in block.splitlines()]
    named = {word for line in shown if ">=" in line for word in shlex.split(line)[2:]}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {*project["dependencies"]}.union(
        *(project["optional-dependencies"][x] for x in ("fit", "report", "sweep"))
    )
    assert named == {need for need in needed if not need.startswith(("numba", "wythoff"))}


def assert_serves(words, file):
    """Start a server and fetch a file, unless something else has the port."""
    try:
        socket.create_connection(("127.0.0.1", 8000), 1).close()
    except OSError:
        server = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_until(lambda: fetched(f"http://127.0.0.1:8000/{file}") == 200, 30)
        finally:
            server.terminate()
            server.wait()


def fetched(address):
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return answer.status
    except OSError:
        return None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "page"), [(page, page) for page in WITH_PYTHON], ids=names(WITH_PYTHON), indirect=["folder"]
)
def test_python_examples_run(folder, page, monkeypatch):
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "walk", raising=False)
    text = "\n".join(text for name, text in blocks(page, "python") if not name)
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert examples.examples
    said = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(examples, out=said.append)
    assert runner.failures == 0, "".join(said)


def test_every_console_block_begins_with_a_command_that_is_run():
    for page in PAGES:
        for _, text in blocks(page, "console"):
            assert re.match(r"\$ (wythoff|asv) ", text), (page.name, text)


@pytest.mark.parametrize("page", PAGES, ids=names(PAGES))
def test_links_and_pictures_are_there(page):
    text = re.sub(BLOCK, "", page.read_text(encoding="utf-8"))
    for target in LINK.findall(text):
        if not target.startswith(("https://", "#")):
            assert (page.parent / target.partition("#")[0]).exists(), target


def test_index_leads_to_every_page():
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert {target for target in LINK.findall(index) if "/" not in target} == {
        page.name for page in PAGES if page.name != "README.md"
    }


def test_commands_and_scripts_that_are_only_named_exist():
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for script in re.findall(r"scripts/\w+\.py", text):
            assert (ROOT / script).is_file(), (page.name, script)
        for dotted in re.findall(r"`(wythoff(?:\.\w+)+)`", text):
            assert pkgutil.resolve_name(dotted) is not None, (page.name, dotted)


def test_the_api_describes_all_public_names_and_no_others():
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    described, module = set(), ""
    for directive, name in re.findall(r"^\.\. (\w+):: ([\w.]+)$", text, re.MULTILINE):
        if directive == "currentmodule":
            module = f"{name}."
        elif directive != "automodule":
            described.add(name if name.startswith("wythoff.") else module + name)
    assert all(pkgutil.resolve_name(name) is not None for name in described)
    for package in (wythoff, wythoff.harness):
        assert {f"{package.__name__}.{name}" for name in package.__all__} <= described
    assert set(re.findall(r"automodule:: ([\w.]+)", text)) == {
        "wythoff", "wythoff.harness", "wythoff.misere", "wythoff.numeration",
    }  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="files are executable by their names here")
def test_scripts_can_be_run_as_the_pages_show():
    scripts = [*(ROOT / "scripts").glob("*.py"), ROOT / ".ci" / "run"]
    assert len(scripts) > 5
    for script in scripts:
        assert script.read_text(encoding="utf-8").startswith("#!/usr/bin/env "), script.name
        assert os.access(script, os.X_OK), script.name


@pytest.mark.slow
def test_the_errata_are_what_their_command_makes(tmp_path, monkeypatch):
    source = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8")
    ((_, command),) = blocks(ROOT / "docs" / "errata.md", "sh")
    (tmp_path / "docs").mkdir()
    copy = tmp_path / "docs" / "errata.md"
    copy.write_text(source, encoding="utf-8")
    program, option, code = shlex.split(command)
    assert (program, option) == ("python", "-c")
    monkeypatch.chdir(tmp_path)
    # In this process, for which the errata have been tried already.
    monkeypatch.setattr(collection, "results", lambda: reproduction().errata)
    exec(code, {"__name__": "__main__"})
    assert copy.read_text(encoding="utf-8") == source, "docs/errata.md is not current: run the command in it"


@pytest.mark.slow
def test_the_pictures_are_what_their_script_draws(tmp_path, monkeypatch):
    script = ROOT / "scripts" / "make_gallery.py"
    monkeypatch.setattr(sys, "argv", [str(script), str(tmp_path)])
    runpy.run_path(str(script), run_name="__main__")
    drawn = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    stored = {file.name: file.read_bytes() for file in (ROOT / "docs" / "pictures").iterdir()}
    # scripts/screenshot_page.py takes these, and scripts/judge_compare.py draws one for ten minutes.
    photographs = {name for name in stored if name.endswith(".png")}
    assert drawn.keys() == stored.keys() - photographs
    assert [name for name in drawn if drawn[name] != stored[name]] == [], "run scripts/make_gallery.py"
    assert all(stored[name].startswith(b"\x89PNG") for name in photographs)
    assert sum(map(len, stored.values())) < MOST_PICTURE_BYTES
    gallery = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    assert all(f"(pictures/{name})" in gallery for name in stored)


@pytest.fixture
def walk(tmp_path, monkeypatch):
    """The strategy that docs/adding-a-strategy.md shows, registered."""
    (tmp_path / "walk.py").write_text(named(ROOT / "docs" / "adding-a-strategy.md")["walk.py"], encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "walk", raising=False)
    import walk

    monkeypatch.setitem(STRATEGIES, "walk", walk.WALK)
    yield walk
    del sys.modules["walk"]


@pytest.mark.slow
@pytest.mark.parametrize("a", [1, 2, 3, 5, 100, 1000, 10**6, 2**31 - 1])
def test_the_strategy_shown_equals_the_closed_form(walk, a):
    far, last = 10**9 // a, last_row_with_b_up_to(2**64 - 1, a)
    for start, n in ((0, 0), (0, 1), (0, 3000), (1, 700), (192, 1025), (far, far + 500), (last - 300, last)):
        for dtype in (None, "uint64"):
            part = tables.table(n, a, strategy="walk", start=start, dtype=dtype)
            rows = [pair(row, a) for row in range(start, n + 1)]
            assert list(zip(part.A.tolist(), part.B.tolist(), strict=True)) == rows
            assert all(certificate(row, x, y, a) for row, x, y in part.rows())


def test_the_strategy_shown_is_the_same_uncompiled(walk, monkeypatch):
    cases = [(300, 1, 0), (300, 2, 0), (1100, 3, 100), (90, 10**6, 0)]
    compiled = [tables.table(n, a, strategy="walk", start=start) for n, a, start in cases]
    monkeypatch.setattr(walk, "_walk", walk._walk.py_func)
    with np.errstate(over="ignore"):
        for (n, a, start), one in zip(cases, compiled, strict=True):
            other = tables.table(n, a, strategy="walk", start=start)
            assert (one.A == other.A).all()
            assert (one.B == other.B).all()
