"""The files of a report: complete, whole, in their folder, and nothing else touched."""

import os
import stat
import sys

import pytest
from made_results import describe, project, result_file, series
from report_pages import Page

from wythoff.errors import InputError
from wythoff.harness.config import load_config
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.report import write
from wythoff.harness.report.write import FOLDER, PAGE, PLOTLY, write_report

CLAIM = {"benchmark": "time_line", "axis": "n", "claim": "n"}


@pytest.fixture
def results(tmp_path):
    result_file(tmp_path / "results", {"m.time_line": series("n"), "m.time_square": series("n^2")})
    describe(tmp_path / "results", m__time_line=["n"], m__time_square=["n"])
    return tmp_path / "results"


def wrote(results, folder, **options):
    return write_report(FitOptions(results=(results,)), folder, **options)


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_page_and_all_that_it_loads_are_there(results, tmp_path):
    report = wrote(results, tmp_path / "a" / "b")
    folder = tmp_path / "a" / "b"
    assert report.page == folder / PAGE
    assert set(report.files) == {path for path in folder.rglob("*") if path.is_file()}
    page = Page(report.page.read_text(encoding="utf-8"))
    loaded = [attributes.get("src") or attributes.get("href") for _, attributes in page.elements]
    loaded = [address for address in loaded if address and address.startswith(FOLDER)]
    assert len(loaded) >= 2
    for address in loaded:
        assert (folder / address).is_file(), address
    assert (folder / FOLDER / PLOTLY).stat().st_size > 1_000_000
    assert "<!--wythoff:" not in report.page.read_text(encoding="utf-8")


def test_the_page_names_no_other_host(results, tmp_path):
    page = Page(wrote(results, tmp_path / "out").page.read_text(encoding="utf-8"))
    for _, attributes in page.elements:
        for name in ("src", "href", "action", "srcset", "data"):
            assert "//" not in (attributes.get(name) or "")


def test_a_page_keeps_to_its_own_security_policy(results, tmp_path):
    page = Page(wrote(results, tmp_path / "out").page.read_text(encoding="utf-8"))
    [policy] = [a["content"] for _, a in page.elements if a.get("http-equiv") == "Content-Security-Policy"]
    assert "default-src 'none'" in policy
    scripts = [a for tag, a in page.elements if tag == "script" and a.get("type") != "application/json"]
    assert all("src" in attributes for attributes in scripts)


def test_title_and_project_come_from_the_configuration(results, tmp_path):
    assert Page(wrote(results, tmp_path / "out").page.read_text()).overview["title"] == tmp_path.name
    project(tmp_path, CLAIM)
    (tmp_path / "asv.conf.json").write_text(
        (tmp_path / "asv.conf.json").read_text().replace("{", '{"project": "sorts",', 1)
    )
    overview = Page(wrote(results, tmp_path / "out").page.read_text()).overview
    assert (overview["title"], overview["project"]) == ("sorts", "sorts")
    given = FitOptions(results=(results,), config=load_config(tmp_path))
    overview = Page(write_report(given, tmp_path / "out", title="Sorting").page.read_text()).overview
    assert (overview["title"], overview["project"]) == ("Sorting", "sorts")
    assert overview["series"][0]["claim"]["verdict"] == "agrees"


def test_published_series_of_the_configuration_are_on_the_page(results, tmp_path):
    (tmp_path / "paper.txt").write_text("n,ms\n10,1\n20,2\n")
    entry = '{"name": "paper", "benchmark": "time_line", "file": "paper.txt"}'
    (tmp_path / "asv.conf.json").write_text(f'{{"published": [{entry}]}}')
    [found] = Page(wrote(results, tmp_path / "out").page.read_text()).overview["published"]
    assert (found["name"], found["values"], found["series"]) == ("paper", [0.001, 0.002], [0])
    (tmp_path / "paper.txt").unlink()
    with pytest.raises(InputError, match=r"paper\.txt can't be read"):
        wrote(results, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_what_else_is_in_the_folder_stays(results, tmp_path):
    folder = tmp_path / "html"
    (folder / FOLDER).mkdir(parents=True)
    others = {"index.html": b"asv", f"{FOLDER}/notes.txt": b"mine", "graphs.json": b"{}"}
    for name, data in others.items():
        (folder / name).write_bytes(data)
    wrote(results, folder)
    wrote(results, folder)
    assert others.items() <= contents(folder).items()


def test_files_that_are_the_same_are_not_written_again(results, tmp_path):
    report = wrote(results, tmp_path / "out")
    for file in report.files:
        os.utime(file, (1, 1))
    script = next(file for file in report.files if file.suffix == ".css")
    script.write_bytes(b"old")
    wrote(results, tmp_path / "out")
    again = {file for file in report.files if file.stat().st_mtime == 1}
    assert again == set(report.files) - {report.page, script}
    assert script.read_bytes() != b"old"


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")
def test_a_web_server_may_read_the_files(results, tmp_path):
    before = os.umask(0o022)
    try:
        report = wrote(results, tmp_path / "out")
    finally:
        os.umask(before)
    assert {stat.S_IMODE(file.stat().st_mode) for file in report.files} == {0o644}


def test_an_interrupted_writing_leaves_the_old_page(results, tmp_path, monkeypatch):
    folder = tmp_path / "out"
    wrote(results, folder)
    before = contents(folder)

    def fail(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(write, "fill_template", fail)
    with pytest.raises(KeyboardInterrupt):
        wrote(results, folder)
    assert contents(folder) == before


@pytest.mark.parametrize("place", ["out", f"out/{FOLDER}"])
def test_a_file_in_the_way_is_refused_and_kept(results, tmp_path, place):
    file = tmp_path / place
    file.parent.mkdir(exist_ok=True)
    file.write_text("mine")
    with pytest.raises(InputError, match="is no folder: name another folder for the page"):
        wrote(results, tmp_path / "out")
    assert file.read_text() == "mine"


def test_a_folder_where_the_page_belongs_is_refused(results, tmp_path):
    (tmp_path / "out" / PAGE).mkdir(parents=True)
    with pytest.raises(InputError, match="is a folder"):
        wrote(results, tmp_path / "out")


@pytest.mark.parametrize("name", ["a\0b", "y" * 400])
def test_an_impossible_folder_is_refused(results, tmp_path, name):
    with pytest.raises(InputError, match="can't be made"):
        wrote(results, tmp_path / name)


def test_without_results_nothing_is_written(tmp_path):
    (tmp_path / "results").mkdir()
    with pytest.raises(InputError, match="holds no result files"):
        wrote(tmp_path / "results", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_results_without_a_size_give_a_page_that_says_so(tmp_path):
    result_file(tmp_path / "results", {"m.time_alone": [1e-3, [], "1"]})
    report = wrote(tmp_path / "results", tmp_path / "out")
    overview = Page(report.page.read_text()).overview
    assert overview["empty"] == "no series: nothing here was measured at two sizes or more"
    assert (overview["read"], overview["used"]) == (1, 0)


def test_without_plotly_the_extra_is_named(results, tmp_path, monkeypatch):
    monkeypatch.setattr(write.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'wythoff\[report\]'"):
        wrote(results, tmp_path / "out")


def test_plotly_is_found_without_importing_it(results, tmp_path):
    loaded = "plotly" in sys.modules
    wrote(results, tmp_path / "out")
    assert ("plotly" in sys.modules) == loaded


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
@pytest.mark.parametrize("name", [PAGE, FOLDER, f"{FOLDER}/complexity.css"])
def test_a_link_that_was_planted_in_the_folder_leads_no_write_out_of_it(results, tmp_path, name):
    (tmp_path / "outside").mkdir()
    (tmp_path / "mine").write_text("mine")
    link = tmp_path / "page" / name
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / ("outside" if name == FOLDER else "mine"))
    with pytest.raises(InputError, match=r"is a link that leads out of .*page: remove it"):
        wrote(results, tmp_path / "page")
    assert (tmp_path / "mine").read_text() == "mine"
    assert list((tmp_path / "outside").iterdir()) == []
