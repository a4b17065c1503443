"""The contracts of import-linter name every module, so that a new one can't stand outside the rules; and no circles."""

import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import grimp

import wythoff

ROOT = Path(__file__).parents[1]
PACKAGE = Path(wythoff.__file__).parent
# What both halves stand on, and what stands on both.
SHARED = {"errors"}
ABOVE = {"cli", "commands", "reproduce"}


def contracts():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return {contract["name"]: contract for contract in project["tool"]["importlinter"]["contracts"]}


def game():
    names = {entry.stem for entry in PACKAGE.iterdir() if entry.suffix == ".py" or (entry / "__init__.py").is_file()}
    return {f"wythoff.{name}" for name in names - SHARED - ABOVE - {"harness"} if not name.startswith("_")}


def test_the_harness_is_kept_from_every_module_of_the_game():
    forbidden = contracts()["The harness imports nothing of the game"]["forbidden_modules"]
    assert set(forbidden) == game() | {"wythoff.reproduce"}


def test_every_module_of_the_game_is_kept_from_the_harness():
    assert set(contracts()["The game imports nothing of the harness"]["source_modules"]) == game()


def test_every_check_of_data_is_kept_from_what_it_checks():
    checks = {f"wythoff.data.{file.stem}" for file in (PACKAGE / "data").glob("check_*.py")}
    assert checks <= {source for contract in contracts().values() for source in contract.get("source_modules", ())}


def test_no_modules_import_each_other_in_a_circle():
    graph = grimp.build_graph("wythoff", exclude_type_checking_imports=True, cache_dir=None)
    # What a call costs depends on the iterables that it is given, and what these cost on the calls that they make.
    weights, calls = (f"wythoff.harness.counts.python_{name}" for name in ("weights", "calls"))
    graph.remove_import(importer=weights, imported=calls)
    # A CycleError names the modules of a circle; imports within functions count too.
    TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()
