"""The Complexity page in a browser, where operations were counted beside the times."""

import pytest
from browser_support import watched_page
from made_counted import TIMED, write_counted_project

from wythoff.harness.fit.options import FitOptions
from wythoff.harness.report.write import write_report

expect = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed").expect
pytest.importorskip("plotly", reason="plotly is not installed")

pytestmark = pytest.mark.slow


def test_list_and_view_of_a_series_show_its_work_beside_its_time(browser, tmp_path):
    claim = {"benchmark": "Sort", "claim": "n log n", "of": "operations"}
    results = write_counted_project(tmp_path, claim)
    address = write_report(FitOptions(results=(results,)), tmp_path / "site").page.as_uri()
    with watched_page(browser) as page:
        page.goto(f"{address}#view=series")
        row = page.locator("tr", has=page.get_by_role("link", name=TIMED, exact=True))
        expect(row).to_contain_text("work n log n")
        page.goto(f"{address}#series={TIMED}&machine=box")
        work = page.locator("[data-work]")
        expect(work.locator(".big")).to_have_text("n log n")
        expect(work).to_contain_text("n log n: agrees")
        expect(work).to_contain_text("the work is n log n and time grows slower, as n", ignore_case=True)
        written = page.evaluate("""Complexity.format.plotLaw("work: n^1.5 log n; time: n^3.")""")
        assert written == "work: <i>n</i><sup>1.5</sup> log <i>n</i>; time: <i>n</i><sup>3</sup>.", (
            "a full stop is no power's"
        )
        assert page.errors == []
