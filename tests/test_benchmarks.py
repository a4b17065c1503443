"""Each asv benchmark is imported and run once at its smallest parameters, and its answer is looked at."""

import importlib
import inspect
import pkgutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module", autouse=True)
def root_on_path():
    sys.path.insert(0, str(ROOT))
    yield
    sys.path.remove(str(ROOT))


def cases(suite):
    """Yield every parameter combination of a class in which all axes but the first are at their smallest."""
    axes = getattr(suite, "params", ())
    if not axes:
        return [()]
    if not isinstance(axes[0], (list, tuple)):
        return [(axes[0],)]
    rest = tuple(min(axis, key=lambda value: (isinstance(value, str), value)) for axis in axes[1:])
    return [(first, *rest) for first in axes[0]]


# Each strategy is compiled anew to be counted, and `tables.Fill` counts the same calls of all of them.
COUNTED_BEFORE = {("FillOverA", "track_operations_fill"), ("CountingRatio", "track_counting_ratio")}


@pytest.mark.slow
def test_every_benchmark_runs():
    package = importlib.import_module("benchmarks")
    ran = []
    for info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"benchmarks.{info.name}")
        for _, suite in inspect.getmembers(module, inspect.isclass):
            if suite.__module__ != module.__name__:
                continue
            for name, method in inspect.getmembers(suite, inspect.isfunction):
                kind = name.split("_")[0]
                if kind not in ("time", "track", "peakmem"):
                    continue
                assert suite.version == "1", f"{suite} needs a version, or an edit hides its old results"
                assert not hasattr(suite, "setup"), "asv times single calls only where there is a setup"
                is_counted_before = (suite.__name__, name) in COUNTED_BEFORE
                for parameters in cases(suite)[: 1 if is_counted_before else None]:
                    answer = method(suite(), *parameters)
                    if name in ("track_failing_rows", "track_wrong_rows", "track_wrong_values"):
                        assert answer == 0
                    elif kind == "track":
                        assert answer > 0
                    else:
                        assert answer is None
                ran.append(name)
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
    from wythoff.strategies import STRATEGIES

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
