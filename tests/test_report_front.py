"""The first view: which series share a picture, what it says, and that foreign names stay text in SVG too."""

import itertools
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from made_page import together
from made_results import SIZES, describe, project, result_file, series
from report_pages import Page

from wythoff.errors import InputError
from wythoff.harness.fit.fitting import Fit, fit_results
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.report.comparison import comparisons
from wythoff.harness.report.detail import draw
from wythoff.harness.report.front.cards import first_view
from wythoff.harness.report.front.file import check_picture, chosen, svg_file, write_picture
from wythoff.harness.report.front.groups import groups, hero
from wythoff.harness.report.front.picture import contents, picture
from wythoff.harness.report.front.scales import Scale, tick_text, ticks
from wythoff.harness.report.front.words import grows, headline
from wythoff.harness.report.records import NEXT_TIMES
from wythoff.harness.report.single import check_single, write_single
from wythoff.harness.report.write import build_report, folder_title

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '"><img src=x onerror=alert(1)>&amp;\u202e'


def cheap(n):
    return 3e-9 * n + 1e-7


def dear(n):
    return 2e-9 * n * n + 1e-7


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("front")
    benchmarks = {
        "m.time_both": together(cheap=cheap, dear=dear),
        "m.time_square": series("n^2"),
        "m.time_line": series("n"),
        "m.time_two": series("n", sizes=SIZES[:2]),
        f"m.time_{HOSTILE}": series("n", sizes=SIZES[:4]),
        "m.time_grows": series([1e-6 * 2**n for n in range(4, 16)], sizes=list(range(4, 16))),
    }
    result_file(folder / "results", benchmarks)
    described = {name.replace(".", "__"): ["n"] for name in benchmarks} | {"m__time_both": ["by", "n"]}
    describe(folder / "results", **described)
    project(
        folder,
        {"benchmark": "time_square", "claim": "n", "source": "a book"},
        {"benchmark": "time_line", "claim": "n"},
    )
    return folder


@pytest.fixture(scope="module")
def fit(folder):
    return fit_results(FitOptions(results=(folder / "results",), predict_times=(NEXT_TIMES,)), draw=draw)


@pytest.fixture(scope="module")
def view(fit):
    return first_view(fit, comparisons(fit.fitted))


def drawn(markup):
    return ET.fromstring(markup.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def texts(markup):
    return ["".join(text.itertext()) for text in drawn(markup).iter(f"{SVG}text")]


def names(fit, found):
    return [(group.kind, [fit.fitted[one].series.label for one in group.members]) for group in found]


def test_the_headline_counts_laws_and_claims(fit):
    decided = sum(entry.analysis.decided for entry in fit.fitted)
    assert headline(fit) == (
        f"{decided} of {len(fit.fitted)} series have a decided law. Of 2 claims 1 agrees and 1 is contradicted."
    )
    assert headline(Fit(fitted=fit.fitted[:1])).endswith("decided law.")
    assert headline(Fit()).startswith("No series")


def test_what_the_commits_changed_is_said_first(fit):
    line = next(place for place, entry in enumerate(fit.fitted) if entry.series.benchmark == "m.time_line")
    square = next(place for place, entry in enumerate(fit.fitted) if entry.series.benchmark == "m.time_square")
    dear = next(place for place, entry in enumerate(fit.fitted) if "dear" in entry.series.label)
    changes = {
        line: [("constant", False, "aaaa0000"), ("class", True, "bbbb0000")],
        dear: [("overhead", True, "cccc0000")],
        square: [],
    }
    assert headline(fit, changes).endswith(" Over the commits 2 got worse.")
    assert headline(fit, {**changes, dear: [("trend", False, "dddd0000")]}).endswith(" 1 got worse and 1 got better.")
    found = groups(fit.fitted, [], changes)
    assert [group.kind for group in found[:3]] == ["contradicted", "decided", "comparison"]
    assert line in found[1].members
    both = {line: [("overhead", True, "aaaa0000")], dear: [("constant", True, "cccc0000")]}
    assert line in groups(fit.fitted, [], both)[2].members
    said = [re.sub("<[^>]+>", "", card) for card in first_view(fit, [], changes).split("<li ")]
    assert any("▲ worse class at bbbb0000, 1 before" in card for card in said)
    assert any("▲ worse overhead at cccc0000: dear" in card for card in said)
    assert sum("▲" in card for card in said) == 2


def test_a_page_without_series_says_why_and_what_to_do(tmp_path):
    result_file(tmp_path, {"m.time_alone": [1e-3, [], "1"]})
    said = re.sub("<[^>]+>", " ", first_view(fit_results(FitOptions(results=(tmp_path,)), draw=draw), []))
    assert said.split("Left out:")[0].strip() == headline(Fit())
    assert "Left out: 1 of 1 values, for this reason: the benchmark has no parameters." in said
    assert "A benchmark needs a parameter that is its size, with two numbers or more, better six." in said


def test_contradicted_claims_come_first_then_comparisons_then_decided_laws(fit):
    found = groups(fit.fitted, comparisons(fit.fitted))
    kinds = [group.kind for group in found]
    assert kinds == sorted(kinds, key=["contradicted", "comparison", "decided", "open"].index)
    assert names(fit, found)[:2] == [
        ("contradicted", ["m.time_square"]),
        ("comparison", ["m.time_both(by='cheap')", "m.time_both(by='dear')"]),
    ] or names(fit, found)[1][1] == ["m.time_both(by=cheap)", "m.time_both(by=dear)"]
    members = [one for group in found for one in group.members]
    assert sorted(members) == list(range(len(fit.fitted))), "each series has one picture"


def test_the_largest_comparison_stands_wide_and_divided_by_its_commonest_law(fit, view):
    largest = hero(fit.fitted, groups(fit.fitted, comparisons(fit.fitted)))
    assert len(largest.members) == 2
    assert largest.divisor in ("n", "n^2")
    assert view.count('class="card comparison wide"') == 1
    assert f"time / {'n' if largest.divisor == 'n' else 'n²'}" in view
    assert hero(fit.fitted, []) is None


def test_each_line_has_its_law_and_verdict_at_its_end(fit):
    found = groups(fit.fitted, comparisons(fit.fitted))
    both = next(group for group in found if group.kind == "comparison")
    written = texts(picture(fit.fitted, both, 404, 196))
    assert {"n: cheap", "n²: dear"} <= set(written)
    wrong = found[0]
    written = texts(picture(fit.fitted, wrong, 404, 196))
    assert {"n²", "n claimed"} <= set(written)
    assert len([one for one in drawn(picture(fit.fitted, wrong, 404, 196)) if one.get("class") == "line claimed"]) == 1


def test_the_name_of_the_size_stands_whole_beside_short_labels(fit):
    found = groups(fit.fitted, comparisons(fit.fitted))
    line = next(group for group in found if fit.fitted[group.members[0]].series.benchmark == "m.time_line")
    for name, shown in (("n", "n"), ("param1", "param1"), ("number_of_nodes", "number_of_nodes"), ("x" * 99, None)):
        fitted = [replace(entry, series=replace(entry.series, axis=name)) for entry in fit.fitted]
        ticks = [one for one in drawn(picture(fitted, line, 404, 196)).iter(f"{SVG}text") if "tick" in one.get("class")]
        *across, axis = [one for one in ticks if one.get("y") == ticks[0].get("y")]
        assert axis.text == (shown or axis.text[:-3] + "...")
        # What ends at `x` may not reach into the last tick, which is centred at its own.
        assert float(across[-1].get("x")) + 20 <= float(axis.get("x")) - 5.5 * len(axis.text) + 1


def test_a_contradicted_claim_is_said_in_words(view):
    assert "grows as n², claimed n (a book)" in re.sub("<[^>]+>", "", view)


def test_where_no_law_is_decided_a_contradicted_claim_grows_otherwise(fit):
    entry = next(one for one in fit.fitted if one.series.benchmark == "m.time_square")
    for candidates, said in (
        (("n^2", "n^2 log n"), "grows as n² or n² log n, claimed n (a book)"),
        (("n^2", "n^2 log n", "n^3"), "grows otherwise, claimed n (a book)"),
    ):
        open_law = replace(entry, analysis=replace(entry.analysis, decided=False, candidates=candidates))
        assert grows(open_law, open_law.verdict) == said


def test_the_cheapest_and_the_crossover_stand_below_a_comparison(fit, view):
    said = re.sub("<[^>]+>", " ", view)
    assert f"cheapest at {SIZES[-1]:,}: cheap (" in said


def test_dots_and_lines_stand_within_the_picture(fit):
    for group in groups(fit.fitted, comparisons(fit.fitted)):
        markup = picture(fit.fitted, group, 404, 196)
        for path in drawn(markup).iter(f"{SVG}path"):
            if "leader" not in path.get("class"):
                pairs = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path.get("d"))
                assert all(-1 <= float(x) <= 405 and -1 <= float(y) <= 197 for x, y in pairs)


def test_exponential_growth_is_drawn_over_the_size_itself(fit):
    (group,) = [
        group for group in groups(fit.fitted, []) if fit.fitted[group.members[0]].series.benchmark == "m.time_grows"
    ]
    assert fit.fitted[group.members[0]].analysis.law == "exponential"
    dots = next(
        path for path in drawn(picture(fit.fitted, group, 404, 196)).iter(f"{SVG}path") if "dots" in path.get("class")
    )
    places = [float(x) for x in re.findall(r"M([\d.]+) ", dots.get("d"))]
    steps = [later - earlier for earlier, later in itertools.pairwise(places)]
    assert max(steps) - min(steps) < 0.3


def test_hostile_names_stay_text(fit, view):
    Page(f"<html>{view}<script type='application/json' id='wythoff-overview'>{{\"series\":[]}}</script></html>")
    assert "<img" not in view
    assert "&lt;img src=x onerror=alert(1)&gt;" in view.replace("<wbr>", "")
    assert "\u202e" not in view


def test_a_picture_file_holds_all_that_it_needs(fit, tmp_path):
    compared = comparisons(fit.fitted)
    svg = svg_file(fit, chosen(fit, compared), "Sorts & <more>")
    root = ET.fromstring(svg)
    written = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert written[:2] == ["Sorts & <more>", headline(fit)]
    assert any(text.startswith("contradicted: m.time_square grows as n², claimed n") for text in written)
    assert "prefers-color-scheme: dark" in svg
    assert not re.search(r"(?:href|src)=|url\(|@import|<script", svg)
    write_picture(fit, compared, "t", tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text() == svg_file(fit, chosen(fit, compared), "t")


def test_a_picture_can_be_a_png_the_same_every_time(fit, tmp_path):
    pytest.importorskip("matplotlib")
    for name in ("a.png", "b.png"):
        write_picture(fit, comparisons(fit.fitted), "Sorts", tmp_path / name)
    content = (tmp_path / "a.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    assert content == (tmp_path / "b.png").read_bytes()
    assert len(content) < 300_000


def test_a_picture_that_cannot_be_is_one_sentence(fit, tmp_path):
    with pytest.raises(InputError, match=r"a picture must end in \.svg or \.png"):
        check_picture(tmp_path / "a.jpg")
    with pytest.raises(InputError, match="there is no picture to draw"):
        write_picture(Fit(), [], "t", tmp_path / "a.svg")
    with pytest.raises(InputError, match=r"a page must end in \.html"):
        check_single(tmp_path / "page.txt")


def test_one_file_holds_the_whole_page(folder, tmp_path):
    built = build_report(FitOptions(results=(folder / "results",)))
    written = write_single(built, tmp_path / "a.html")
    text = written.page.read_text()
    assert [file.name for file in tmp_path.iterdir()] == ["a.html"]
    assert not re.search(r"""(?:src|href)=["']?complexity/""", text)
    assert "plotly.min" not in re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL)
    assert written.page.stat().st_size < 350_000
    sums = re.findall(r"'sha256-[^']+'", text)
    assert len(sums) == text.count("<script>")
    assert "'unsafe-inline'; img" in text, "styles only may stand anywhere"
    assert Page(text).overview["title"] == built.title


def test_sixty_series_stay_below_half_a_megabyte_in_one_file(folder, tmp_path, fit):
    from wythoff.harness.report.build import page_data
    from wythoff.harness.report.write import Built

    many = replace(fit, fitted=[named(fit.fitted[k % len(fit.fitted)], k) for k in range(60)])
    built = Built(many, page_data(many, title="Many"), "Many")
    assert write_single(built, tmp_path / "many.html").page.stat().st_size < 500_000


def named(entry, number):
    return replace(entry, series=replace(entry.series, benchmark=f"m.time_{number}"))


def test_a_foreign_page_is_titled_by_its_folder(tmp_path):
    for parts, title in (
        (("sorts", "results"), "sorts"),
        (("sorts", ".asv", "results"), "sorts"),
        (("sorts", "benchmarks", "results"), "sorts"),
        (("fast",), "fast"),
    ):
        (tmp_path / "x").joinpath(*parts).mkdir(parents=True, exist_ok=True)
        assert folder_title([(tmp_path / "x").joinpath(*parts)]) == title
    assert folder_title([tmp_path / "a", tmp_path / "b"]) == "Complexity"


@pytest.mark.parametrize("log", [True, False])
@pytest.mark.parametrize("factor", [1.05, 1.7, 4, 30, 1e3, 1e6, 1e12])
def test_ticks_are_few_rising_and_told_apart(factor, log):
    for low in (1e-9, 3e-4, 1.0, 7.0, 6e5):
        for binary, unit in ((False, "seconds"), (True, "bytes"), (False, "")):
            found = ticks(Scale(low, low * factor, 0, 100, log), 6, binary)
            assert len(found) <= 7
            assert found == sorted(set(found))
            # On a linear axis nobody sees where 0 and a billionth of its length part.
            slack = 0.0 if log else 1e-6 * low * factor
            assert all(0.99 * low - slack <= tick <= 1.01 * low * factor for tick in found)
            if factor >= 4 and low >= 1e-9:
                assert len({tick_text(tick, unit) for tick in found}) == len(found)


def test_a_group_without_a_usable_value_draws_nothing(fit):
    (group,) = groups(fit.fitted, [])[:1]
    empty = [replace(entry, drawn=replace(entry.drawn, best=(), path=entry.drawn.path)) for entry in fit.fitted]
    none = [
        replace(
            entry,
            analysis=replace(entry.analysis, n=()),
            drawn=replace(entry.drawn, path=(entry.drawn.path[0][:0],) * 2),
        )
        for entry in empty
    ]
    assert contents(none, group, 404, 196) == ""
