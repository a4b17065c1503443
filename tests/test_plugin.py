"""What `asv publish` does with the plugin: real runs on small projects, in which no failure breaks asv's own pages."""

import json
import os
import re
import subprocess
import sys

import pytest
from made_results import series
from made_site import PLUGIN, SIZES, Project, described, growing_project, warnings_in

pytest.importorskip("asv")

pytestmark = pytest.mark.slow

LISTS = [[str(n) for n in SIZES]]


@pytest.fixture
def small(tmp_path):
    """Make a project with one commit and one benchmark that grows linearly."""
    return small_project(tmp_path / "project")


def small_project(folder, **configuration):
    project = Project(folder, **configuration)
    project.describe(described("grow.time_sum", LISTS, ["n"]))
    project.measured({"grow.time_sum": series("n", SIZES)})
    return project


def labels(project):
    return [(entry["benchmark"], *(text for _, text in entry.get("fixed", ()))) for entry in project.overview["series"]]


def test_one_line_of_configuration_adds_page_and_tab_without_a_word(small):
    assert warnings_in(small.publish()) == []
    assert small.overview["asv_site"] is True
    assert small.overview["title"] == "made"
    assert labels(small) == [("grow.time_sum",)]
    assert 'href="#/complexity"' in small.index
    assert (small.html / "complexity" / "plotly.min.js").is_file()
    # Without packages the other pages load what they always loaded: ten files. The eleventh is a link to asv's project.
    assert small.index.count("https://") == 11
    assert not (small.html / "vendor").exists()
    assert ["complexity", "Show complexity"] in [
        page[:2] for page in json.loads((small.html / "index.json").read_text())["pages"]
    ]


def test_without_the_line_the_site_is_asvs_own(tmp_path):
    project = small_project(tmp_path / "project", plugins=())
    project.publish()
    assert not (project.html / "complexity.html").exists()
    assert "complexity" not in project.index


def test_publishing_again_gives_the_same_site(small):
    small.publish()
    first = {path.relative_to(small.html): path.read_bytes() for path in small.html.rglob("*") if path.is_file()}
    small.publish()
    again = {path.relative_to(small.html): path.read_bytes() for path in small.html.rglob("*") if path.is_file()}
    assert again.keys() == first.keys()
    changed = {str(path) for path in first if first[path] != again[path]}
    assert changed <= {"info.json", "complexity.html", "regressions.xml"}  # they hold the time


def test_every_series_leads_to_asvs_graph_of_it(site):
    index = json.loads((site.html / "index.json").read_text())
    graphs = {entry["graph"] for entry in site.overview["series"]}
    assert len(graphs) == len(site.overview["series"]) == 12  # three environments, four series each
    states = {(state["machine"], state["numpy"]) for state in index["graph_param_list"]}
    assert states == {("box", "1"), ("box", "2"), ("lap", "2")}
    for machine, numpy in states:
        assert f"#grow.time_sort?x-axis=n&y-axis-scale=log&p-by=%27merge%27&machine={machine}&numpy={numpy}" in graphs


def test_claims_and_published_series_of_the_configuration_are_used(tmp_path):
    project = small_project(
        tmp_path / "project",
        complexity=[{"benchmark": "sum", "claim": "n", "source": "a book"}],
        published=[
            {"name": "Smith", "benchmark": "sum", "n": [100, 1000, 10000], "values": [1, 10, 100], "unit": "ms"}
        ],
    )
    assert warnings_in(project.publish()) == []
    assert project.overview["claims"][0]["source"] == "a book"
    assert project.overview["series"][0]["claim"]["verdict"] == "agrees"
    assert project.overview["published"][0]["name"] == "Smith"


def test_the_configuration_that_asv_was_given_is_the_one_that_counts(small):
    given = small.folder / "other.json"
    text = json.loads((small.folder / "asv.conf.json").read_text())
    given.write_text(json.dumps({**text, "complexity": [{"benchmark": "sum", "claim": "n^2"}]}))
    command = [sys.executable, "-m", "asv", "publish", "--no-pull", "--config", "other.json", "--html-dir", "elsewhere"]
    subprocess.run(command, cwd=small.folder, check=True, capture_output=True)
    small.html = small.folder / "elsewhere"
    assert small.overview["series"][0]["claim"]["verdict"] == "contradicted"


def test_what_the_configuration_gets_wrong_costs_no_more_than_itself(tmp_path):
    project = small_project(
        tmp_path / "project", complexity=[{"benchmark": "a", "claim": "n^9"}], published=[{"name": 1}]
    )
    claims, published = warnings_in(project.publish())
    assert re.match(r'the Complexity page judges no claims: claim 1 of "complexity".*n\^9', claims)
    assert re.match(r'the Complexity page shows no published series: "name" of entry 1 of "published"', published)
    assert labels(project) == [("grow.time_sum",)]
    assert 'href="#/complexity"' in project.index


def test_a_changed_index_is_named_and_the_page_stands_beside_it(small):
    change = """
import pathlib, shutil
copy = shutil.copytree
def changed(source, target, **options):
    copy(source, target, **options)
    index = pathlib.Path(target, "index.html")
    if index.exists():
        index.write_text(index.read_text().replace('id="log-scale"', 'id="other"'))
shutil.copytree = changed
"""
    (line,) = warnings_in(small.publish(before=change))
    assert line == (
        "asv's pages have no tab for complexity.html: asv's index.html has changed: "
        'id="log-scale" should be there exactly once'
    )
    assert labels(small) == [("grow.time_sum",)]
    assert "complexity" not in small.index
    assert (small.html / "index.json").is_file()


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (
            "import wythoff.harness.report.write as write\n"
            "def fail(*arguments, **options):\n    raise RuntimeError('a\\x1b[31m defect\\nin two lines')\n"
            "write.write_report = fail",
            r"the Complexity page is missing: RuntimeError: a\x1b[31m defect\nin two lines",
        ),
        (
            "import importlib.util\nfind = importlib.util.find_spec\n"
            "importlib.util.find_spec = lambda name, *more: None if name == 'scipy' else find(name, *more)",
            "the Complexity page is missing: it needs scipy; install the extra: pip install 'wythoff[report]'",
        ),
    ],
    ids=["defect", "extra"],
)
def test_a_failure_is_one_sentence_and_asvs_own_pages_are_there(small, before, said):
    assert warnings_in(small.publish(before=before)) == [said]
    assert not (small.html / "complexity.html").exists()
    assert "complexity" not in small.index
    assert (small.html / "index.json").is_file()


def test_a_site_without_any_size_has_an_empty_page(tmp_path):
    project = Project(tmp_path / "project")
    project.describe(described("plain.time_one", [], []))
    project.measured({"plain.time_one": [[1e-3], [], "1", None]})
    assert warnings_in(project.publish()) == []
    assert project.overview["series"] == []
    assert project.overview["empty"]
    assert 'href="#/complexity"' in project.index


def test_results_that_stop_halfway_are_named_and_the_others_shown(tmp_path):
    project = growing_project(tmp_path / "project")
    broken = project.results / "box" / f"{project.commits[0][:8]}-py3.11-numpy1.json"
    broken.write_text(broken.read_text()[:300])
    said = project.publish()
    assert str(broken) in "".join(said.split("\n"))
    assert any(broken.name in problem for problem in project.overview["problems"])
    assert len(project.overview["series"]) == 12


def test_results_of_an_unknown_commit_are_shown_but_have_no_graph(small):
    small.commits.append("f" * 40)
    small.measured({"grow.time_sum": series("n^2", SIZES)}, commit=1)
    small.publish()
    (entry,) = small.overview["series"]
    assert small.overview["places"][entry["place"]]["commit"] == "f" * 40
    assert "graph" not in entry


def test_foreign_names_write_no_file_elsewhere_and_no_element(tmp_path):
    project = Project(tmp_path / "in" / "project")
    names = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "../../../etc.time_x"]
    project.describe(*(described(name, LISTS, [name], unit=name) for name in names))
    project.measured({name: series("n", SIZES) for name in names}, fact=names[0])
    project.publish()
    assert {path.name for path in tmp_path.iterdir()} == {"in"}
    assert {path.name for path in (tmp_path / "in").iterdir()} == {"project", "project-home"}
    assert {(entry["benchmark"], entry["unit"]) for entry in project.overview["series"]} == {
        *zip(names, names, strict=True)
    }
    for page in ("index.html", "complexity.html"):
        text = (project.html / page).read_text()
        assert "<img" not in text.replace('<img src="swallow.png"', "")
        assert "alert(1)</script>" not in text


def test_the_page_needs_no_asv():
    program = (
        "import sys; sys.modules['asv'] = None\n"
        "import wythoff.harness.report, wythoff.harness.report.command, wythoff.harness.report.write"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_asv_wants_a_dot_before_the_name_and_ignores_it_in_silence_without(tmp_path):
    program = (
        "from asv.plugin_manager import plugin_manager\nfrom asv.publishing import OutputPublisher\n"
        f"plugin_manager.import_plugin('{PLUGIN[1:]}')\nprint(len(OutputPublisher.__subclasses__()))\n"
        f"plugin_manager.import_plugin('{PLUGIN}')\nprint(len(OutputPublisher.__subclasses__()))\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert ended.stdout.split() == ["3", "4"]
    assert ended.stderr == ""
