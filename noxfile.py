# /// script
# dependencies = ["nox>=2025.2"]
# ///
"""The project's tasks: ``nox --list`` names them, ``nox --session NAME`` runs one."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import nox

nox.options.sessions = ["lint", "tests"]
nox.options.reuse_existing_virtualenvs = True
nox.options.default_venv_backend = "virtualenv"

PROJECT = nox.project.load_toml("pyproject.toml")
# 10 .. 1,310,720, each call up to two seconds: minutes on a laptop, and the growth laws already show.
QUICK = ("--benchmark", r"tables\.Fill\.time_", "--max-n", "1310720", "--time-limit", "2", "--rounds", "1")

ON_ALL_CORES = ("--numprocesses=logical", "--dist=worksteal")
# No doctest is slow.
SLOW = ("-m", "slow and not exhaustive", "--override-ini=addopts=-ra")
# Modules are compiled when they are first loaded, which most of those installed never are. Hundreds of tests start an
# interpreter: where the user keeps compiled modules from being written, each would compile all of them again.
COMPILED = {"PYTHONDONTWRITEBYTECODE": None}


def install(session: nox.Session, *groups: str) -> None:
    requirements = [line for group in groups for line in nox.project.dependency_groups(PROJECT, group)]
    session.env.update(COMPILED)
    session.install("--no-compile", "--editable", ".[dask,harness,pandas,parquet,plot]", *requirements)


@nox.session
def quick(session: nox.Session) -> None:
    """Measure the strategies up to about n = 10^6, publish, and say where to look."""
    install(session)
    session.run("wythoff", "sweep", *QUICK, *session.posargs)
    session.run("asv", "publish", "--no-pull")
    page = Path("html").resolve()
    print(f"\nPublished in {page}; look at it with\n    python3 -m http.server --bind 127.0.0.1 --directory html")


@nox.session
def site(session: nox.Session) -> None:
    """Publish the results in results/ as a site that needs no network (fetches asv's front-end packages with npm)."""
    install(session)
    session.run("wythoff", "offline")
    session.run("asv", "publish", "--no-pull")


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests but for the slow ones, on all cores; arguments after ``--`` go to pytest."""
    install(session, "test")
    session.run("pytest", *ON_ALL_CORES, *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """Run the slow tests: browsers, sweeps, many processes or examples (many minutes)."""
    install(session, "test")
    # Many of them wait for something, so that twice as many workers as processors keep these busy.
    workers = f"--numprocesses={2 * (os.cpu_count() or 1)}"
    session.run("pytest", *ON_ALL_CORES, workers, *SLOW, *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, types, who may import what, and the files that other services read."""
    install(session, "lint")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")
    session.run("lint-imports")
    workflows = sorted(map(str, Path(".github/workflows").glob("*.yml")))
    # The one that users copy out of the page.
    shown = Path(session.create_tmp()) / "growth.yml"
    page = Path("docs/comparing.md").read_text(encoding="utf-8")
    shown.write_text(page.partition("```yaml .github/workflows/growth.yml\n")[2].partition("```")[0], encoding="utf-8")
    session.run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *workflows, str(shown))
    session.run("check-jsonschema", "--builtin-schema", "vendor.citation-file-format", "CITATION.cff")


@nox.session
def docs(session: nox.Session) -> None:
    """Make the documentation's site in ``build/docs``; whatever Sphinx warns of is an error."""
    install(session, "docs")
    target = Path("build/docs")
    session.run(
        "sphinx-build", "--fail-on-warning", "--keep-going", "-c", "docs", "-d", "build/doctrees", ".", str(target)
    )
    print(f"\nThe first page is {(target / 'index.html').resolve()}")


@nox.session
def bounds(session: nox.Session) -> None:
    """Run the tables' tests with every array access of the compiled kernels checked."""
    install(session, "test")
    names = (
        "strategies",
        "tables",
        "certificate",
        "misere",
        "grundy_values",
        "game_crossed_boxes",
        "game_grundy_game",
        "census",
    )
    tests = [f"tests/test_{name}.py" for name in names]
    session.run("pytest", "-m", "not exhaustive", *tests, *session.posargs, env={"NUMBA_BOUNDSCHECK": "1"})


@nox.session
def exhaustive(session: nox.Session) -> None:
    """Check every row: to 10^6 for eight values of a, to 10^8 for a = 2, and random ones to 2^61 (minutes)."""
    install(session, "test")
    session.run("pytest", "-m", "exhaustive", "--durations=0", *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Read 20,000 damaged files, and try every hostile argument of every command (many minutes)."""
    install(session, "test")
    tests = sorted(map(str, Path("tests").glob("test_fuzz_*.py")))
    env = {"WYTHOFF_FUZZ_FILES": "20000", "WYTHOFF_FUZZ_TEXTS": "100"}
    session.run("pytest", "--hypothesis-profile=long", "-m", "not exhaustive", *tests, *session.posargs, env=env)


@nox.session
def sdist(session: nox.Session) -> None:
    """Run the tests but for the slow ones from an unpacked sdist, which has no repository around it."""
    session.env.update(COMPILED)
    session.install("--no-compile", *nox.project.dependency_groups(PROJECT, "test"))
    folder = Path(session.create_tmp()).resolve()
    shutil.rmtree(folder)
    session.run("python", "-m", "hatchling", "build", "--target", "sdist", "--directory", str(folder))
    (archive,) = folder.glob("*.tar.gz")
    session.run("python", "-m", "tarfile", "--extract", str(archive), str(folder))
    tree = folder / archive.name.removesuffix(".tar.gz")
    session.install("--no-compile", f"{tree}[dask,harness,pandas,parquet,plot]")
    with session.chdir(tree):
        session.run("python", "-m", "pytest", *ON_ALL_CORES, *session.posargs)


@nox.session
def ratios(session: nox.Session) -> None:
    """Measure the speed claims, each against a yardstick in the same process."""
    install(session)
    session.run("wythoff", "sweep", "--benchmark", r"ratios\.", *session.posargs)
    session.run("asv", "show", "HEAD")
