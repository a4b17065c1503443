"""Fits of asv results beside which a sweep has noted the processor's time and how busy the machine was."""

import json

import pytest
from cli_runner import run
from made_results import SIZES, result_file, series

from wythoff.harness import conditions
from wythoff.harness.conditions import Conditions, Figures, fingerprint
from wythoff.harness.fit.fitting import fit_results
from wythoff.harness.fit.options import FitOptions

BUSY_AT = {SIZES[2]: 2.9, SIZES[5]: 3.8, SIZES[8]: 2.2}


@pytest.fixture
def disturbed(tmp_path):
    """Make a series that is n to the processor's clock, with three sizes that the wall's shows much slower."""
    wall = [1e-8 * n * BUSY_AT.get(n, 1.0) for n in SIZES]
    entry = series(wall)
    file = result_file(tmp_path, {"m.time_x": entry, "m.time_y": series("n")})
    lines = []
    for n, samples in zip(SIZES, entry[3], strict=True):
        factor = BUSY_AT.get(n, 1.0)
        figures = Figures(tuple(sample / factor for sample in samples), wall_per_cpu=factor, loop=1.0)
        about = {"busy": bool(figures.reasons), "reasons": figures.reasons, "figures": figures}
        lines.append(Conditions("0123abcd", "env", "m.time_x", {"n": str(n)}, fingerprint(samples), **about))
    conditions.append(file.parent / conditions.FILE_NAME, lines)
    return file


def test_a_disturbed_series_is_read_by_the_processor_time_that_the_sweep_noted(disturbed):
    found = {entry.series.benchmark: entry for entry in fit_results(FitOptions(results=(disturbed,))).fitted}
    assert found["m.time_x"].clock.clock == "cpu"
    assert found["m.time_x"].analysis.law == "n"
    assert found["m.time_x"].task.busy == tuple(map(float, BUSY_AT))
    assert found["m.time_x"].analysis.why.endswith("; the machine was busy at 3 of 10 sizes")
    assert found["m.time_y"].clock.clock == "wall"


def test_a_fit_says_at_how_many_sizes_the_machine_was_busy(disturbed):
    assert "m.time_x: the machine was busy at 3 of 10 sizes" in run("fit", disturbed).stdout
    assert "- m.time\\_x: the machine was busy at 3 of 10 sizes" in run("fit", disturbed, "--markdown").stdout
    data = json.loads(run("fit", disturbed, "--json").stdout)
    assert {entry["benchmark"]: entry["busy"] for entry in data["series"]} == {
        "m.time_x": list(BUSY_AT),
        "m.time_y": [],
    }


def test_of_several_series_the_fit_gives_the_sum_and_on_demand_each(disturbed):
    file = disturbed.parent / conditions.FILE_NAME
    data = json.loads(disturbed.read_text())
    data["results"]["m.time_y"] = data["results"]["m.time_x"]
    disturbed.write_text(json.dumps(data))
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    with file.open("a") as stream:
        stream.writelines(json.dumps({**line, "benchmark": "m.time_y"}) + "\n" for line in lines)
    assert "the machine was busy at 6 of 20 sizes of 2 series; -v lists them" in run("fit", disturbed).stdout
    out = run("fit", disturbed, "-v").stdout
    assert all(f"{name}: the machine was busy at 3 of 10 sizes" in out for name in ("m.time_x", "m.time_y"))


def test_results_without_conditions_are_fitted_as_ever(disturbed):
    (disturbed.parent / conditions.FILE_NAME).unlink()
    result = run("fit", disturbed)
    assert "busy" not in result.stdout
    found = {entry.series.benchmark: entry for entry in fit_results(FitOptions(results=(disturbed,))).fitted}
    assert found["m.time_x"].clock.clock == "wall"
