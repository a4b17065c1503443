"""The command `wythoff publish`: what was there stays until the site is whole, and what is no site stays for ever."""

import os
import shutil
import signal
import subprocess
import sys
import time

import psutil
import pytest
from cli_runner import run, start
from made_results import series
from made_site import SIZES, Project, described

pytest.importorskip("asv")

LISTS = [[str(n) for n in SIZES]]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    project = Project(tmp_path_factory.mktemp("publish") / "project", plugins=())
    project.describe(described("grow.time_sum", LISTS, ["n"]))
    project.measured({"grow.time_sum": series("n", SIZES)})
    return project


@pytest.fixture
def project(made, tmp_path):
    return shutil.copytree(made.folder, tmp_path / "project")


def contents(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.slow
def test_the_site_takes_the_place_of_an_earlier_one_with_the_page_in_it(project):
    for _ in range(2):
        ended = start("publish", "--config", project)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert "Generating output for Complexity" in ended.stdout
        assert (project / "html" / "complexity.html").exists()
        assert not list(project.glob(".html*"))


@pytest.mark.slow
@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_a_site_that_is_not_finished_leaves_the_earlier_one(project, how):
    site = project / "html"
    site.mkdir()
    for name in ("asv.js", "index.html"):
        (site / name).write_text("old")
    before = contents(site)
    command = [sys.executable, "-m", "wythoff._command", "publish", "--config", str(project)]
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        while not list(project.glob(".html*/*")) and process.poll() is None:
            time.sleep(0.005)
        below = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(getattr(signal, how))
        _, said = process.communicate(timeout=120)
    finally:
        process.kill()
    assert below
    assert psutil.wait_procs(below, timeout=120)[1] == []
    assert contents(site) == before
    assert (process.returncode, said) == {
        "SIGINT": (130, "wythoff: interrupted\n"),
        "SIGTERM": (143, ""),
        "SIGKILL": (-9, ""),
    }[how]
    assert how == "SIGKILL" or not list(project.glob(".html*"))


@pytest.mark.parametrize("inside", [{"thesis.tex"}, {"asv.js", "index.html", ".git"}])
def test_a_folder_with_other_things_in_it_is_refused_and_left_alone(project, tmp_path, inside):
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in inside:
        (folder / name).write_text("mine")
    result = run("publish", "--config", project, "--html-dir", folder)
    assert result.is_one_sentence()
    assert "holds other things, which would be removed: name an empty or a new folder" in result.stderr
    assert {entry.name for entry in folder.iterdir()} == inside


def test_links_that_go_round_are_one_sentence(project):
    (project / "html").symlink_to("html")
    (project / "loop").symlink_to("loop")
    for words in (["--config", project], ["--config", project / "loop"]):
        result = run("publish", *words)
        assert result.is_one_sentence()
        assert "Too many levels of symbolic links" in result.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="streams of POSIX")
@pytest.mark.parametrize("output", ["closed", "broken", "full"])
def test_output_that_can_not_be_written_is_no_traceback_and_leaves_no_site(project, output):
    options = {"stderr": subprocess.PIPE, "text": True}
    if output == "closed":
        options["preexec_fn"] = lambda: os.close(1)
    elif output == "full":
        options["stdout"] = os.open("/dev/full", os.O_WRONLY)
    else:
        reader, options["stdout"] = os.pipe()
        os.close(reader)
    command = [sys.executable, "-m", "wythoff._command", "publish", "--config", str(project)]
    ended = subprocess.run(command, timeout=60, **options)
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == (output != "broken"), ended.stderr
    assert "Traceback" not in ended.stderr
    assert {entry.name for entry in project.iterdir()} == {".git", "asv.conf.json", "results"}
