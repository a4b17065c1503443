"""Other projects' results become pages too, with every value accounted for."""

from pathlib import Path

import pytest
from report_pages import balanced, fitted, laid_out, line_distances

pytestmark = pytest.mark.slow

FOREIGN = Path(__file__).parents[2] / "shared" / "asv-results"
foreign_only = pytest.mark.skipif(not FOREIGN.is_dir(), reason=f"other projects' results are not in {FOREIGN}")
FOLDERS = sorted(folder for folder in FOREIGN.iterdir() if folder.is_dir()) if FOREIGN.is_dir() else []


@foreign_only
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_other_projects_results_become_a_page(folder):
    fit = fitted(folder, processes=2)
    found = laid_out(fit)
    overview = found.overview
    assert balanced(overview)
    assert overview["read"] > 0
    assert ("empty" in overview) == (overview["series"] == [])
    for entry, detail in zip(overview["series"], found.details, strict=True):
        assert len(detail["n"]) == len(detail["best"]) == entry["sizes"]
        assert detail["n"] == sorted(set(detail["n"]))
        assert all(value > 0 for value in detail["best"])
        assert all(low is None or low <= middle for low, middle in zip(detail["low"], detail["median"], strict=True))
        assert entry["law"] in overview["laws"]
        assert 0 <= entry["place"] < len(overview["places"])
    for entry, detail in zip(fit.fitted, found.details, strict=True):
        if entry.analysis.decided:
            drawn, seen = line_distances(entry, detail, overview)
            assert drawn <= 1.5 * seen + 6e-4, entry.series.label
    for comparison in overview.get("comparisons", []):
        assert len(comparison["series"]) > 1
        assert {overview["series"][one]["place"] for one in comparison["series"]} == {comparison["place"]}
        for below, above, n, low, high, *kind in comparison.get("crossovers", []):
            assert {below, above} <= set(comparison["series"])
            assert low <= n * 1.001
            assert n <= high * 1.001
            assert kind in ([], ["predicted"])
