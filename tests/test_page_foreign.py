"""Foreign text on the page is shown as it is, never run, and never wider than the window; numbers are as Python's."""

import math
import re

import pytest
from browser_support import DESKTOP, PHONE, watched_page
from made_page import ASSETS, made_data, made_page

from wythoff.harness.report import assets
from wythoff.harness.units import human_value

expect = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed").expect
pytest.importorskip("plotly", reason="plotly is not installed")

pytestmark = pytest.mark.slow

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(2)>",
    "</script><svg onload=alert(3)>",
    '"><a href="javascript:alert(4)">x</a>',
    "<b>bold</b> <br> &lt;i&gt; &amp; &#60;",
    "$\\alpha$ %{x} ${alert(5)} {{7*7}}",
    "x" * 300,
    "word " * 60,
    "日本語のベンチマーク",
]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A page on which every text is hostile, and its texts stand where each kind of text stands."""
    overview, details = made_data(len(HOSTILE))
    for number, (entry, text) in enumerate(zip(overview["series"], HOSTILE, strict=True)):
        entry |= {"benchmark": text, "fixed": [[text, repr(text)], ["by", f"'{number}'"]], "axis": text, "unit": text}
        entry |= {"place": 0, "left_out": [[text, 1]]}
        entry["claim"] = {"claim": 0, "verdict": "agrees", "evidence": text}
        details[number] |= {
            "why": text,
            "clock": text,
            "gaps": [[2**25, text]],
            "limits": [[text, 100]],
            "jumps": [{"before": 1024, "after": 2048, "factor": 2.0, "probability": 0.9, "level": text}],
        }
    (first, *_) = HOSTILE
    overview |= {
        "title": first,
        "project": first,
        "machines": [{"name": text, "facts": [[text, text]], "levels": {text: 1024}} for text in HOSTILE],
        "claims": [{"law": "n", "claimed": "n", "source": first}],
        "left_out": [{"reason": text, "count": 1, "what": [text, text], "more": 2} for text in HOSTILE],
        "problems": HOSTILE,
        "claims_not_judged": HOSTILE,
        "comparisons": [
            {"benchmark": text, "axis": text, "place": 0, "unit": text, "vary": "by", "series": [0, 1, 2]}
            for text in HOSTILE
        ],
        "published": [
            {"name": text, "source": text, "n": [16, 1024], "values": [1e-8, 1e-5], "unit": HOSTILE[0], "law": "n"}
            | {"decided": False, "comparisons": [0]}
            for text in HOSTILE
        ],
    }
    overview["places"][0] |= {"environment": first, "commit": first, "text": first}
    return made_page(tmp_path_factory.mktemp("hostile") / "site", overview, details).as_uri()


@pytest.fixture
def trapped(open_page):
    """Return a function that opens a page on which a dialogue or an injected element fails the test."""
    pages = []

    def opened(viewport):
        page = open_page(viewport)
        page.dialogues = []
        page.on("dialog", lambda dialogue: (page.dialogues.append(dialogue.message), dialogue.dismiss()))
        pages.append(page)
        return page

    yield opened
    for page in pages:
        assert page.dialogues == []


def check(page, viewport):
    """Nothing foreign became an element, and nothing is wider than the window."""
    assert (
        page.locator("main img, main script, main iframe, main a[href^='javascript'], [onerror], [onload]").count() == 0
    )
    assert page.locator("main b:not(.parameter b):not(.chips b)").count() == 0
    hrefs = page.locator("a[href]").evaluate_all("all => all.map((one) => one.getAttribute('href'))")
    assert all(href.startswith("#") for href in hrefs)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


# A narrow window is opened on markup once, and on all that is too long for it.
@pytest.mark.parametrize(
    ("viewport", "numbers"), [(DESKTOP, range(len(HOSTILE))), (PHONE, (0, 6, 7, 8))], ids=["desktop", "phone"]
)
def test_hostile_texts_are_shown_and_do_nothing(trapped, hostile, viewport, numbers):
    page = trapped(viewport)
    page.goto(hostile)
    expect(page.locator("h1")).to_have_text(HOSTILE[0])
    assert page.locator("a.open").all_text_contents() == HOSTILE
    check(page, viewport)
    for view in ["#view=machines", "#view=account", "#view=comparisons"]:
        page.goto(hostile + view)
        expect(page.locator("#view-title")).to_be_visible()
        for summary in page.locator("summary").all():
            summary.click()
        check(page, viewport)
    for number in numbers:
        page.goto(f"{hostile}#")
        page.locator(f'tr[data-id="{number}"] a.open').click()
        expect(page.locator(".drawing.drawn")).to_have_count(3)
        expect(page.locator("h2")).to_contain_text(HOSTILE[number].strip()[:40])
        check(page, viewport)
    page.goto(f"{hostile}#view=comparisons")
    page.locator("tbody a").first.click()
    expect(page.locator(".drawing.drawn")).to_have_count(2)  # both series, and their ratio
    labels = page.locator(".legend li").all_text_contents()
    assert HOSTILE[0] in labels
    check(page, viewport)


def test_figures_draw_hostile_texts_letter_by_letter(trapped, hostile):
    page = trapped(DESKTOP)
    for number in (0, 4, 5):
        page.goto(f"{hostile}#")
        page.locator(f'tr[data-id="{number}"] a.open').click()
        expect(page.locator(".drawing.drawn")).to_have_count(3)
        text = HOSTILE[number]
        wanted = text if len(text) <= 40 else f"{text[:39]}\u2026"
        assert page.locator(".drawing .xtitle").first.text_content() == wanted


def test_the_policy_forbids_inline_scripts_and_every_connection(page, hostile):
    page.goto(hostile)
    policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert "default-src 'none'" in policy
    assert re.search("script-src 'self'(;|$)", policy)
    assert "connect-src 'none'" in policy
    page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<button id=evil onclick=\"window.ran = 1\">evil</button>')"
    )
    page.locator("#evil").click()
    assert page.evaluate("window.ran") is None
    assert page.evaluate("fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')") == "refused"
    assert page.errors
    assert all("Content Security Policy" in error or "Fetch API" in error for error in page.errors)
    page.errors.clear()


def test_data_that_cannot_be_read_are_one_sentence(open_page, tmp_path):
    overview, details = made_data(1)
    page = open_page()
    page.goto(made_page(tmp_path / "newer", overview | {"version": 3}, details).as_uri())
    expect(page.get_by_role("alert")).to_have_text(
        "The page\u2019s data can\u2019t be read: they have version 3, and this page reads version 2."
    )
    address = made_page(tmp_path / "broken", overview, details)
    address.write_text(address.read_text().replace('"title"', '"title'))
    page.goto(address.as_uri())
    expect(page.get_by_role("alert")).to_contain_text("data can\u2019t be read")


def test_a_page_without_series_says_why(open_page, tmp_path):
    overview, _ = made_data(0)
    page = open_page()
    page.goto(made_page(tmp_path / "site", overview | {"empty": "no series can be fitted"}, []).as_uri())
    expect(page.locator(".view")).to_contain_text("no series can be fitted")


@pytest.fixture(scope="module")
def scripts(browser, tmp_path_factory):
    with watched_page(browser) as page:
        page.goto(made_page(tmp_path_factory.mktemp("scripts") / "site", *made_data(1)).as_uri())
        yield page


def test_a_prediction_far_above_the_data_does_not_set_the_quotients_range(scripts):
    ranges = scripts.evaluate("""() => {
        const series = Complexity.data.found.series[0];
        const detail = Complexity.data.detail(series);
        const theme = new Proxy({}, { get: () => "#000000" });
        return [0, 1.2, 1e6].map((factor) => {
            const [n, median] = [2 * detail.n.at(-1), 2 * factor * detail.best.at(-1)];
            const predictions = factor ? [{ n, median, low: median, high: median }] : [];
            const part = Complexity.quotientFigure.figureOf(series, { ...detail, predictions }, "n", false);
            return part.build({ theme, zoom: null, width: 600, height: 300 }).layout.yaxis.range[1];
        });
    }""")
    assert ranges[0] <= ranges[1] <= 1.5 * ranges[0]
    assert ranges[2] == ranges[0]


def test_values_are_written_as_on_the_command_line(scripts):
    values = [
        sign * mantissa * 10.0**power for power in range(-12, 9) for mantissa in (1, 1.234, 9.996) for sign in (1, -1)
    ]
    cases = [(value, unit) for value in [0.0, *values] for unit in ("seconds", "bytes", "rows", "unit")]
    written = scripts.evaluate("cases => cases.map(([value, unit]) => Complexity.format.value(value, unit))", cases)
    for (value, unit), text in zip(cases, written, strict=True):
        plain = re.sub("\u00d710([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda found: f"e{found[1].translate(_DOWN)}", text).replace(
            "\u2212", "-"
        )
        number, *name = plain.replace(",", "").split(" ", 1)
        wanted, *wanted_name = human_value(value, unit).replace(",", "").split(" ", 1)
        assert ("," in text) == ("," in human_value(value, unit)), (value, unit, text)
        assert name == wanted_name
        assert math.isclose(float(number), float(wanted), rel_tol=1e-9), (value, unit, text)


_DOWN = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def test_laws_are_written_with_powers_and_constants_by_name(scripts):
    laws = ["1", "n^2 log n", "sqrt n", "n^1.5", "at most n log n", "undecided: 1 or log n", "none", "exponential"]
    written = scripts.evaluate("laws => laws.map(Complexity.format.law)", laws)
    assert written == [
        "constant",
        "n² log n",
        "√n",
        "n¹·⁵",
        "at most n log n",
        "undecided: constant or log n",
        "no law",
        "exponential",
    ]


@pytest.mark.parametrize("unit", ["seconds", "bytes", "size", "rows"])
@pytest.mark.parametrize("log", [True, False])
def test_ticks_of_any_range_are_few_rising_within_it_and_told_apart(scripts, unit, log):
    factors = (1.05, 1.7, 4, 30, 1e3, 1e6, 1e12)
    ranges = [(low, low * factor) for low in (1e-9, 3e-4, 1.0, 7.0, 6e5) for factor in factors]
    found = scripts.evaluate(
        "([ranges, unit, log]) => ranges.map(([low, high]) => {"
        " const ticks = (log ? Complexity.axes.logTicks : Complexity.axes.linearTicks)(low, high, 8, unit);"
        " return [ticks, Complexity.axes.tickTexts(ticks, log, unit)]; })",
        [ranges, unit, log],
    )
    for (low, high), (ticks, texts) in zip(ranges, found, strict=True):
        # On a linear axis nobody sees where 0 and a billionth of its length part.
        slack = 0.0 if log else 1e-6 * high
        assert 1 <= len(ticks) <= 9, (low, high, ticks)
        assert ticks == sorted(set(ticks))
        assert all(low * 0.99 - slack <= tick <= high * 1.01 for tick in ticks), (low, high, ticks)
        assert len(set(texts)) == len(texts), texts


def test_ticks_are_written_in_units_that_people_know(scripts):
    texts = "([ticks, log, unit]) => Complexity.axes.tickTexts(ticks, log, unit)"
    assert scripts.evaluate(texts, [[1e-9, 1e-6, 0.01, 1.0, 1000.0], True, "seconds"]) == [
        "1 ns",
        "1 µs",
        "10 ms",
        "1 s",
        "1,000 s",
    ]
    assert scripts.evaluate(texts, [[0, 0.5, 1, 1.5], False, "seconds"]) == ["0", "0.5 s", "1 s", "1.5 s"]
    assert scripts.evaluate(texts, [[2**20, 2**30], True, "bytes"]) == ["1 MiB", "1 GiB"]
    assert scripts.evaluate(texts, [[100, 1000, 10000, 2000000], True, "size"]) == ["100", "1,000", "10⁴", "2\u00d710⁶"]
    assert scripts.evaluate(texts, [[0, 1e8, 2e8], False, "size"]) == ["0", "10⁸", "2\u00d710⁸"]
    assert scripts.evaluate(texts, [[9000, 10000, 11000], False, "size"]) == ["9,000", "10,000", "11,000"]


def test_the_template_loads_the_files_that_are_copied_in_their_order():
    template = (ASSETS / assets.TEMPLATE).read_text()
    loaded = re.findall(r'(?:src|href)="complexity/([^"]+)"', template)
    assert tuple(loaded) == assets.FILES
    assert all((ASSETS / name).is_file() for name in assets.FILES)
    assert not re.search(r"https?:", template)
    for name in assets.FILES:
        addresses = set(re.findall(r"https?://[^\s\"')]+", (ASSETS / name).read_text()))
        assert addresses <= {"http://www.w3.org/2000/svg"}
        assert not re.search(r"innerHTML|insertAdjacentHTML|document\.write|\beval\b", (ASSETS / name).read_text())
