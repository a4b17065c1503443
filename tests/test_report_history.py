"""The histories of a report: what its data hold, what is said without scripts, and what is left alone."""

import json

import pytest
from made_history import commit_hash, recorded_history, write_history
from made_results import result_file, series
from report_pages import Page

from wythoff.harness.config import load_config
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.report.histories import Inference
from wythoff.harness.report.write import build_report, fill_template

TEMPLATE = (
    "<html><title><!--wythoff:title--></title><noscript><!--wythoff:noscript--></noscript><!--wythoff:data--></html>"
)
COMMITS = range(4, 14)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A report of ten commits of two benchmarks, one of which became quadratic."""
    folder = tmp_path_factory.mktemp("history")
    write_history(folder / "results", commits=COMMITS, names=["dedupe", "find"])
    result_file(folder / "results", {"lists.time_find": series("n", [2**k for k in range(3, 14)])}, machine="other")
    (folder / "asv.conf.json").write_text(json.dumps({"version": 1, "show_commit_url": "https://a.example/c/"}))
    return build_report(FitOptions(results=(folder / "results",)))


@pytest.fixture(scope="module")
def page(built):
    return Page(fill_template(TEMPLATE, built.data, built.fit))


def history(page, name, machine=0):
    places = [
        place
        for place, entry in enumerate(page.overview["series"])
        if entry["benchmark"] == name and page.overview["places"][entry["place"]]["machine"] == machine
    ]
    return places[0], json.loads(page.blocks[f"wythoff-history-{places[0]}"])


def test_the_history_has_every_commit_with_exponent_and_cost(page):
    _, found = history(page, "lists.time_dedupe")
    commits = page.overview["commit_lists"][found["commits"]]
    assert [page.overview["commits"][place][0] for place in commits] == [commit_hash(place) for place in COMMITS]
    assert len(found["values"]) == len(found["exponents"]) == len(COMMITS)
    seconds, sizes, names, _ = recorded_history()
    lowest = seconds[list(COMMITS), names.index("dedupe"), sizes.index(found["n"])].min(axis=1)
    assert found["values"] == pytest.approx(lowest.tolist(), rel=1e-3)
    at = recorded_history()[3]["dedupe"] - COMMITS[0]
    assert all(0.7 < one < 1.4 for one in found["exponents"][:at])
    assert all(1.7 < one < 2.4 for one in found["exponents"][at:])
    assert found["exponents"][-1] == pytest.approx(page.overview["series"][0]["exponent"][0], abs=0.011)


def test_the_change_is_marked_in_history_and_overview(page):
    place, found = history(page, "lists.time_dedupe")
    at = recorded_history()[3]["dedupe"]
    [mark] = found["marks"]
    assert (mark["at"], mark["kind"], mark["worse"]) == (at - COMMITS[0], "class", True)
    assert "became n^2" in mark["text"]
    assert [stretch["from"] for stretch in found["stretches"]] == [0, mark["at"]]
    assert found["stretches"][1]["law"] == "n^2"
    assert page.overview["series"][place]["changes"] == [["class", True, commit_hash(at)[:8]]]
    place, found = history(page, "lists.time_find")
    assert "marks" not in found
    assert "changes" not in page.overview["series"][place]


def test_sides_are_what_was_measured_and_two_of_them_have_a_verdict(page):
    place, found = history(page, "lists.time_dedupe")
    assert [side["at"] for side in found["sides"]] == [0, 4, 5, 8, 9]
    verdicts = {(tuple(first), tuple(second)): text for first, second, text in found["verdicts"]}
    assert "became n^2" in verdicts[(place, 0), (place, 9)]
    assert "became n^2" in verdicts[(place, 4), (place, 5)]
    assert "no change" in verdicts[(place, 8), (place, 9)]


def test_machines_have_a_verdict_too(page):
    first, found = history(page, "lists.time_find")
    second, _ = next(
        (k, one)
        for k, one in enumerate(page.overview["series"])
        if k != first and one["benchmark"] == "lists.time_find"
    )
    texts = [text for one, other, text in found["verdicts"] if {one[0], other[0]} == {first, second}]
    assert len(texts) == 1


def test_changes_are_said_without_scripts(page):
    said = "".join(page.text)
    assert "Changes over commits" in said
    assert "lists.time_dedupe at 00090009 of 2023-11-23: " in said


def test_only_addresses_of_the_web_become_links(page, tmp_path):
    assert page.overview["commit_url"] == "https://a.example/c/"
    for bad in ("javascript:alert(1)//", "file:///etc/", "//a.example/", "https://", 7, "https://a.example/\n"):
        (tmp_path / "asv.conf.json").write_text(json.dumps({"version": 1, "show_commit_url": bad}))
        assert load_config(tmp_path).commit_url == ""


def test_a_single_commit_has_no_history_and_costs_nothing(tmp_path, monkeypatch):
    write_history(tmp_path / "results", commits=[3], names=["find"])
    monkeypatch.setattr("wythoff.harness.report.histories.find_histories", None)
    built = build_report(FitOptions(results=(tmp_path / "results",)))
    assert built.inferred == Inference()
    assert built.data.histories == []
    assert "commits" not in built.data.overview
