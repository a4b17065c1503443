"""Each asv benchmark is imported and run once at its smallest parameters, and its answer is looked at."""

import importlib
import inspect
import pkgutil
import sys
from itertools import product
from pathlib import Path
from unittest.mock import call, create_autospec

import pytest

from wythoff.strategies import STRATEGIES, algebraic
from wythoff.tables import smallest_dtype, table

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module", autouse=True)
def root_on_path():
    """Import the benchmarks as asv does to list them: what is compiled before others are timed is not all used here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT)
        patch.setattr(sys, "argv", ["asv_runner", "discover"])
        yield


def cases(suite):
    """Yield every parameter combination of a class in which all axes but the first are at their smallest."""
    axes = getattr(suite, "params", ())
    if not axes:
        return [()]
    if not isinstance(axes[0], (list, tuple)):
        return [(axes[0],)]
    rest = tuple(min(axis, key=lambda value: (isinstance(value, str), value)) for axis in axes[1:])
    return [(first, *rest) for first in axes[0]]


# These compile each strategy anew, so that one shows that they run. That each can be counted is asserted in
# test_counts_benchmarks.py, where it has been compiled for that; that each is compiled again as it was, below.
OF_ONE_STRATEGY = {
    ("Build", "track_operations_build"),
    ("Compile", "time_compile"),
    ("CountingRatio", "track_counting_ratio"),
    ("Fill", "track_operations_fill"),
    ("FillOverA", "track_operations_fill"),
}


@pytest.mark.slow
def test_every_benchmark_runs(monkeypatch):
    package = importlib.import_module("benchmarks")
    shared = importlib.import_module("benchmarks.shared")
    with monkeypatch.context() as patch:  # for one element type; below it is asserted that the other is asked for
        patch.setattr(shared, "table", lambda *rows, **how: how.get("dtype") == "int64" or table(*rows, **how))
        shared.warm_up()
    ran = []
    for info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"benchmarks.{info.name}")
        if info.name == "games":
            module.warm_up()
        for _, suite in inspect.getmembers(module, inspect.isclass):
            if suite.__module__ != module.__name__:
                continue
            for name, method in inspect.getmembers(suite, inspect.isfunction):
                kind = name.split("_")[0]
                if kind not in ("time", "track", "peakmem"):
                    continue
                assert suite.version == "1", f"{suite} needs a version, or an edit hides its old results"
                assert not hasattr(suite, "setup"), "asv times single calls only where there is a setup"
                is_of_one = (suite.__name__, name) in OF_ONE_STRATEGY
                for parameters in cases(suite)[: 1 if is_of_one else None]:
                    answer = method(suite(), *parameters)
                    if name in ("track_failing_rows", "track_wrong_rows", "track_wrong_values"):
                        assert answer == 0
                    elif kind == "track":
                        assert answer > 0
                    else:
                        assert answer is None
                ran.append(name)
    for method in STRATEGIES.values():  # what `Compile` needs of each
        assert method.kernels
        assert all(compiled.signatures and callable(compiled.py_func) for compiled in method.kernels)
    assert sorted(ran) == [
        "peakmem_build",
        "time_build",
        "time_compile",
        "time_fill",
        "time_fill",
        "time_grundy_table",
        "time_grundy_table",
        "time_is_losing",
        "time_pair",
        "time_recursion",
        "time_search",
        "time_table",
        "time_winning_move",
        "time_winning_move",
        "time_winning_move",
        "time_winning_move",
        "time_winning_move",
        "time_winning_move_misere",
        "time_winning_move_misere",
        "time_winning_moves",
        "time_winning_moves_misere",
        "track_algebraic_over_one_liner",
        "track_counting_ratio",
        "track_failing_rows",
        "track_fill_ratio",
        "track_odometer_over_digits",
        "track_operations_build",
        "track_operations_fill",
        "track_operations_fill",
        "track_operations_grundy_table",
        "track_operations_is_losing",
        "track_operations_pair",
        "track_operations_recursion",
        "track_operations_search",
        "track_operations_table",
        "track_operations_winning_move",
        "track_operations_winning_move",
        "track_operations_winning_move",
        "track_operations_winning_move",
        "track_operations_winning_move",
        "track_operations_winning_move_misere",
        "track_operations_winning_move_misere",
        "track_operations_winning_moves",
        "track_operations_winning_moves_misere",
        "track_two_threads_over_one",
        "track_wrong_rows",
        "track_wrong_values",
    ]


def test_before_strategies_are_timed_they_are_compiled_for_each_element_type(monkeypatch):
    shared = importlib.import_module("benchmarks.shared")
    called = create_autospec(shared.table)
    monkeypatch.setattr(shared, "table", called)
    shared.warm_up()
    *of_each, far = called.call_args_list
    over_a = importlib.import_module("benchmarks.tables").FillOverA.params[1]
    timed = [*((n, shared.A) for n in shared.SIZES), *((100_000, a) for a in over_a)]
    types = {smallest_dtype(n, a).name for n, a in timed}
    assert {(one.kwargs["strategy"], one.kwargs["dtype"]) for one in of_each} == set(product(STRATEGIES, types))
    assert all(0 < one.args[0] <= 1000 for one in of_each)
    assert far.args[0] * (shared.A + 2) > algebraic.DOUBLE_LIMIT
    assert 0 <= far.args[0] - far.kwargs["start"] <= 1000


def test_before_grundy_values_are_timed_their_kernels_are_compiled(monkeypatch):
    grundy = importlib.import_module("benchmarks.grundy")
    bitset, naive = create_autospec(grundy.grundy_table), create_autospec(grundy.naive_grundy_table)
    monkeypatch.setattr(grundy, "grundy_table", bitset)
    monkeypatch.setattr(grundy, "naive_grundy_table", naive)
    grundy.warm_up()
    assert naive.call_args_list == [call(10), call(200)]
    assert bitset.call_args_list == [call(10, a=1), call(10, a=10), call(200, a=1), call(200, a=200)]


def test_sizes_are_those_of_the_theses():
    shared = importlib.import_module("benchmarks.shared")
    assert shared.SIZES[0] == 10
    assert shared.SIZES[-1] == 671_088_640
    assert len(shared.SIZES) == 27


def test_wrong_rows_are_counted():
    correctness = importlib.import_module("benchmarks.correctness")
    assert correctness.Float64WrongRows().track_wrong_rows("A", 93_222_358) == 1
    assert correctness.Float64WrongRows().track_wrong_rows("B", 93_222_357) == 0


def test_buffers_are_kept_between_calls_and_fit():
    shared = importlib.import_module("benchmarks.shared")
    first = shared.buffers("recursive-resume", 20, 2)
    assert shared.buffers("recursive-resume", 20, 2) is first
    assert [len(array) for array in (first[0], first[1], first[4])] == [21, 21, 41]
    assert shared.buffers("recursive-resume", 40, 2) is not first


def test_points_out_of_reach_are_left_out():
    shared = importlib.import_module("benchmarks.shared")
    left_out = shared.out_of_reach(shared.NAMES, shared.SIZES)
    assert ("recursive-rescan", 10_485_760) in left_out
    assert ("recursive-rescan", 5_242_880) not in left_out
    assert ("arithmetic-digits", 671_088_640) in left_out
    assert ("algebraic", 10_485_760) not in left_out


def test_claims_are_those_of_the_registry():
    from wythoff.harness.config import load_config

    claims = load_config(ROOT / "asv.conf.json").claims
    of_work = [claim for claim in claims if claim.of == "operations"]
    claims = [claim for claim in claims if claim.of != "operations"]
    for benchmark in ("tables.Fill.time_fill", "tables.Build.time_build"):
        for name, method in STRATEGIES.items():
            fitting = [claim for claim in claims if claim.fits(benchmark, {"strategy": f"'{name}'", "n": "10"})]
            assert [claim.law for claim in fitting] == [method.growth], name
            same = [claim for claim in of_work if claim.fits(benchmark, {"strategy": f"'{name}'", "n": "10"})]
            assert [claim.law for claim in same] == [method.growth], name
            assert fitting[0].bytes_per_n >= int(8 + method.scratch_bytes(10**7, 2) / 10**7)
    assert not any(claim.fits("tables.FillOverA.time_fill", {"strategy": "'algebraic'", "a": "1"}) for claim in claims)
