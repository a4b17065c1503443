"""Complexity pages for tests: a small project through the real builder, and any number of made series."""

import json
import math
import shutil
from pathlib import Path
from urllib.parse import quote_plus

from made_results import SIZES, describe, project, result_file, series

from wythoff.harness.fit.fitting import Fit
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.report import assets
from wythoff.harness.report.build import PageData
from wythoff.harness.report.write import FOLDER, PAGE, PLOTLY, fill_template, write_report

FACTS = {"cpu": "Made CPU", "num_cpu": "2", "l1d": "32 KiB", "l2": "1 MiB", "ram": "16 GiB", "os": "Made OS 1"}
ASSETS = Path(assets.__file__).parent
MERGE = "sorts.Sort.time_sort(by=merge)"
# Addresses of a series and of a comparison on the project's page.
SERIES = f"#series={quote_plus(MERGE)}&machine=desk"
COMPARISON = "#comparison=sorts.Sort.time_sort"


def merge_seconds(n):
    return 4e-9 * n * math.log2(n) + 2e-5


def insertion_seconds(n):
    return 1e-9 * n * n + 1e-7


def together(**by):
    """Return one benchmark's entry with a parameter ``by`` of these values, each with its law."""
    entries = [series(law) for law in by.values()]
    values, samples = ([one for entry in entries for one in entry[column]] for column in (0, 3))
    return [values, [[repr(name) for name in by], *entries[0][1]], "1", samples]


def write_project(folder):
    """Write a project's results and claims, and return the results folder."""
    results = folder / "results"
    scan = [3e-9 * n + 2e-7 for n in SIZES]
    benchmarks = {
        "sorts.Sort.time_sort": together(merge=merge_seconds, insertion=insertion_seconds),
        "search.time_scan": series([*scan[:-2], None, math.nan]),
        "search.time_short": series("n", sizes=SIZES[:3]),
        "tables.peakmem_table": series([float(60_000_000 + 100 * n) for n in SIZES]),
        "shares.track_share": series([0.25 + 0.001 * k for k in range(len(SIZES))]),
        "search.time_plain": [[1e-6], [], "1", [[1e-6]]],
    }
    result_file(results, benchmarks, machine="desk", date=1_700_000_000_000, facts=FACTS)
    few = {"sorts.Sort.time_sort": together(merge=merge_seconds)}
    result_file(results, few, machine="server", date=1_600_000_000_000, commit="fedcba98", facts={"cpu": "Other CPU"})
    names = {name.replace(".", "__"): ["n"] for name in benchmarks}
    describe(results, **{**names, "sorts__Sort__time_sort": ["by", "n"], "search__time_plain": []})
    project(
        folder,
        {"benchmark": "time_sort", "where": {"by": "merge"}, "claim": "n log n", "source": "a book", "bytes_per_n": 8},
        {"benchmark": "time_sort", "where": {"by": "insertion"}, "claim": "n^2", "bytes_per_n": 8},
        {"benchmark": "time_scan", "claim": "n^2"},
        {"benchmark": "time_short", "claim": "n"},
        {"benchmark": "time_nothing", "claim": "n"},
    )
    path = folder / "asv.conf.json"
    published = {"name": "A book, table 2", "source": "A book", "benchmark": "time_sort", "where": {"by": "merge"}}
    numbers = {"n": [64, 1024, 16384], "values": [1.0, 2.0, 4.0], "unit": "ms"}
    path.write_text(json.dumps({**json.loads(path.read_text()), "project": "made", "published": [published | numbers]}))
    return results


def project_page(folder):
    """Write the page of that project by the real builder, and return its path."""
    results = write_project(folder)
    return write_report(FitOptions(results=(results,)), folder / "site", title="Made growth").page


def made_page(folder, overview, details):
    """Write a page of made data, and return its path."""
    (folder / FOLDER).mkdir(parents=True)
    for name in assets.FILES:
        shutil.copy(ASSETS / name, folder / FOLDER)
    (folder / FOLDER / PLOTLY).symlink_to(_library())
    template = (ASSETS / assets.TEMPLATE).read_text(encoding="utf-8")
    page = folder / PAGE
    page.write_text(fill_template(template, PageData(overview, details), Fit()), encoding="utf-8")
    return page


def _library():
    import plotly

    return Path(plotly.__file__).parent / "package_data" / PLOTLY


def made_data(count):
    """Return overview and details of so many series: 40 benchmarks, three machines, every law and verdict."""
    laws = ["1", "log n", "n", "n log n", "n^2"]
    verdicts = ["agrees", "contradicted", "open", None]
    entries, details = [], []
    for number in range(count):
        law = laws[number % len(laws)]
        verdict = verdicts[number // 3 % len(verdicts)]
        sizes = [2**k for k in range(4, 24)]
        best = [1e-9 * (number % 97 + 1) * size for size in sizes]
        claim = {"claim": 0, "verdict": verdict, "evidence": "evidence in a sentence"} if verdict else None
        entries.append(
            {
                "benchmark": f"package{number % 40:02d}.Suite.time_function_{number % 40}",
                "fixed": [["kind", f"'kind{number // 40}'"], ["dtype", "'float64'"]],
                "axis": "n",
                "place": number % 3,
                "law": law,
                "decided": number % 7 != 0,
                "candidates": [law, "n^1.5"],
                "probability": 0.97,
                "exponent": [number % 25 / 10, number % 25 / 10 - 0.1, number % 25 / 10 + 0.1],
                **({"claim": claim} if claim else {}),
                "sizes": len(sizes),
                "n_min": sizes[0],
                "n_max": sizes[-1],
                "value_max": best[-1],
                "next": [2 * sizes[-1], 2 * best[-1], 1.8 * best[-1], 2.3 * best[-1]],
            }
        )
        curve = {"law": law, "n0": sizes[0], "n1": sizes[-1], "median": best[::2]}
        details.append({"id": number, "n": sizes, "best": best, "curves": [curve], "probabilities": {law: 0.97}})
    places = [
        {
            "machine": place,
            "environment": "env",
            "commit": f"{place}" * 40,
            "date": 1_700_000_000_000,
            "text": f"m{place}",
        }
        for place in range(3)
    ]
    overview = {
        "version": 2,
        "title": "Many series",
        "generated": "2026-01-02T03:04:05Z",
        "asv_site": False,
        "laws": ["falling", *laws],
        "read": 20 * count,
        "used": 20 * count,
        "machines": [{"name": f"machine{place}", "facts": [["CPU", f"CPU {place}"]]} for place in range(3)],
        "places": places,
        "claims": [{"law": "n", "claimed": "n", "source": "a paper"}],
        "series": entries,
    }
    return overview, details


def drawn(page):
    """Wait until every figure is drawn, and return them."""
    from playwright.sync_api import expect

    figures = page.locator(".plot .drawing")
    expect(figures.first).to_be_visible()
    expect(page.locator(".plot .drawing:not(.drawn)")).to_have_count(0)
    return figures
