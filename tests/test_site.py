"""What is put into asv's index.html, on asv's own template; how it looks and works is tested in test_asv_pages.py."""

import base64
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from wythoff.errors import InputError
from wythoff.harness.config import parse_claims
from wythoff.harness.report import site
from wythoff.harness.report.front_end import FILES, PACKAGES

pytestmark = pytest.mark.slow

asv = pytest.importorskip("asv")
TEMPLATE = (Path(asv.__file__).parent / "www" / "index.html").read_text()
HOSTILE = [
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "../../etc",
    "a&amp;b",
    "<!--",
    "\u2028",
]


class Parsed(HTMLParser):
    """Elements of a page by name: their attributes, and the text of scripts by id."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.scripts = [], {}
        self._within = None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self._within = dict(attributes).get("id") if tag == "script" else None

    def handle_data(self, text):
        if self._within:
            self.scripts[self._within] = self.scripts.get(self._within, "") + text

    def handle_endtag(self, tag):
        self._within = None

    def addresses(self):
        """What is loaded with the page."""
        return [
            value
            for tag, attributes in self.elements
            if tag in ("script", "link")
            for name, value in attributes.items()
            if name in ("src", "href")
        ]


@pytest.fixture
def html(tmp_path):
    (tmp_path / "complexity").mkdir()
    (tmp_path / "index.html").write_text(TEMPLATE)
    return tmp_path


def index(html):
    return (html / "index.html").read_text()


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """Make a folder of packages that pass for the real ones."""
    folder = tmp_path / "node_modules"
    for file in FILES:
        (folder / file.path).parent.mkdir(parents=True, exist_ok=True)
        (folder / file.path).write_text(file.path)
    monkeypatch.setattr(site, "defects", lambda folder: [])
    return folder


# The tab and the data.


def test_join_adds_the_tab_the_place_for_the_page_and_the_scripts(html):
    site.join(html, {"a.time_b": ["n"]}, ["a.time_b", "a.time_b"])
    parsed = Parsed(index(html))
    assert json.loads(parsed.scripts["complexity-site"]) == {"sizes": {"a.time_b": ["n"]}, "series": ["a.time_b"]}
    assert ("a", {"href": "#/complexity"}) in parsed.elements
    assert [
        attributes["id"] for tag, attributes in parsed.elements if attributes.get("id", "").endswith("-display")
    ] == [
        "summarygrid-display",
        "summarylist-display",
        "graph-display",
        "complexity-display",
        "regressions-display",
    ]
    for address in ("complexity/site.js", "complexity/log_axis.js", "complexity/site.css"):
        assert parsed.addresses().count(address) == 1
        assert (html / address).stat().st_size > 0


def test_join_changes_nothing_else_of_the_page(html):
    site.join(html, {}, [])
    left = iter(index(html).splitlines())
    assert all(line in left for line in TEMPLATE.splitlines())


@pytest.mark.parametrize(
    "anchor",
    ["</head>", '<li id="nav-li-regressions">', '<div id="regressions-display"', 'id="log-scale"', 'id="main-graph"'],
)
@pytest.mark.parametrize("times", [0, 2])
def test_join_names_an_anchor_that_is_not_there_once_and_does_nothing_by_halves(html, anchor, times):
    assert TEMPLATE.count(anchor) == 1
    changed = TEMPLATE.replace(anchor, "<hr>".join([anchor] * times) or "gone")
    if times == 2 and anchor.startswith("<li"):
        changed = TEMPLATE.replace(site._TAB, site._TAB * 2)
    (html / "index.html").write_text(changed)
    with pytest.raises(InputError, match=re.escape(anchor)):
        site.join(html, {}, [])
    assert index(html) == changed
    assert list((html / "complexity").iterdir()) == []


@pytest.mark.parametrize("name", HOSTILE)
def test_foreign_names_stay_data_in_the_page(html, name):
    site.join(html, {name: [name]}, [name])
    parsed = Parsed(index(html))
    assert json.loads(parsed.scripts["complexity-site"]) == {"sizes": {name: [name]}, "series": [name]}
    usual = Parsed(TEMPLATE)
    added = 7  # block, style, two scripts; item and link of the tab; display
    assert len(parsed.elements) == len(usual.elements) + added
    assert all(path.parent == html / "complexity" for path in html.rglob("*.*") if path.name != "index.html")


def test_parameters_are_sizes_by_their_values_and_names_or_because_a_claim_says_so():
    def benchmark(**lists):
        return {"param_names": list(lists), "params": list(lists.values())}

    claims = parse_claims({"complexity": [{"benchmark": "_claimed", "axis": "level"}]})
    found = site.size_parameters(
        {
            "grow.time_two": benchmark(n=["10", "20"], how=["'a'", "'b'"], rows=["1", "2", "3"]),
            "grow.time_no_size": benchmark(threads=["1", "2"], seed=["1", "2"], density=["0.1", "0.9"]),
            "grow.time_plain": benchmark(),
            "grow.time_unclaimed": benchmark(level=["1", "2"]),
            "grow.time_claimed": benchmark(level=["1", "2"]),
        },
        claims,
    )
    assert found == {"grow.time_two": ["n", "rows"], "grow.time_claimed": ["level"]}


# The packages.


def test_the_template_of_asv_loads_exactly_the_files_that_are_replaced():
    loaded = [address for address in Parsed(TEMPLATE).addresses() if "//" in address]
    assert sorted(loaded) == sorted(file.replaces for file in FILES if file.replaces)


def test_checksums_are_those_that_asv_states():
    stated = {
        attributes.get("src", attributes.get("href")): attributes["integrity"]
        for _, attributes in Parsed(TEMPLATE).elements
        if attributes.get("integrity", "").startswith("sha256-")
    }
    ours = {file.replaces: "sha256-" + base64.b64encode(bytes.fromhex(file.sha256)).decode() for file in FILES}
    assert len(stated) == 4
    assert stated.items() <= ours.items()


def test_packages_are_pinned_to_the_versions_that_asv_names():
    pinned = json.loads(PACKAGES.read_text())["dependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in pinned.values())
    for package in ("bootstrap", "flot-orderbars"):
        assert f"/{package}@{pinned[package]}/" in TEMPLATE
    for package in ("flot", "blueimp-md5"):
        assert f"/{package}/{pinned[package]}/" in TEMPLATE
    assert f"/jquery-{pinned['jquery']}.min.js" in TEMPLATE
    assert {file.path.partition("/")[0] for file in FILES} == set(pinned)


def test_packages_are_brought_and_loaded_from_the_site_itself(html, packages):
    site.bring_packages(html, packages)
    parsed = Parsed(index(html))
    assert not [address for address in parsed.addresses() if "//" in address]
    assert not [
        attributes
        for _, attributes in parsed.elements
        if {"integrity", "crossorigin", "referrerpolicy"} & {*attributes}
    ]
    assert all((html / address).is_file() for address in parsed.addresses() if address.startswith("vendor/"))
    assert {
        path.relative_to(html / "vendor").as_posix() for path in (html / "vendor").rglob("*") if path.is_file()
    } == {file.path for file in FILES}
    # Scripts still tell asv when they fail to load.
    assert index(html).count('onerror="js_load_failure()"') == TEMPLATE.count('onerror="js_load_failure()"')


def test_without_packages_the_page_is_as_asv_wrote_it(html, tmp_path):
    site.bring_packages(html, tmp_path / "nothing")
    assert index(html) == TEMPLATE


def test_damaged_packages_are_not_brought(html, tmp_path):
    (tmp_path / "node_modules").mkdir()
    with pytest.raises(InputError, match=r"jquery/dist/jquery\.min\.js can't be read.*wythoff offline"):
        site.bring_packages(html, tmp_path / "node_modules")
    assert index(html) == TEMPLATE
    assert not (html / "vendor").exists()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "jquery-3.3.1",
            "jquery-3.7.1",
            r"jquery-3\.3\.1\.min\.js should be there once and .*jquery-3\.7\.1\.min\.js is new",
        ),
        ("</head>", '<script src="//cdn.example/more.js"></script></head>', r"//cdn\.example/more\.js is new"),
    ],
)
def test_an_asv_that_loads_other_packages_keeps_all_its_own(html, packages, old, new, said):
    changed = TEMPLATE.replace(old, new)
    (html / "index.html").write_text(changed)
    with pytest.raises(InputError, match=said):
        site.bring_packages(html, packages)
    assert index(html) == changed
    assert not (html / "vendor").exists()


def test_tab_and_packages_go_together_in_either_order(html, packages):
    site.join(html, {}, [])
    site.bring_packages(html, packages)
    first = index(html)
    (html / "index.html").write_text(TEMPLATE)
    site.bring_packages(html, packages)
    site.join(html, {}, [])
    assert index(html) == first
