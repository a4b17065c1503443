"""The command `wythoff report` and its server, as a user meets them."""

import http.client
import io
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
import typer
from made_results import describe, project, result_file, series
from report_pages import Page
from rich.console import Console
from typer.testing import CliRunner

from wythoff.errors import InputError
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.report import run as report_run
from wythoff.harness.report import serve as server
from wythoff.harness.report.command import report
from wythoff.harness.report.run import ReportOptions, run_report

START = "complexity.html"


@pytest.fixture
def results(tmp_path):
    result_file(tmp_path / "results", {"m.time_line": series("n"), "m.time_square": series("n^2")})
    describe(tmp_path / "results", m__time_line=["n"], m__time_square=["n"])
    return tmp_path / "results"


def command(*arguments):
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command("report")(report)
    return CliRunner().invoke(app, [*map(str, arguments)])


# The command


def test_the_command_writes_a_page_and_says_what_it_holds(results, tmp_path):
    done = command(results, "--output", tmp_path / "out", "--title", "Sorts")
    assert done.exit_code == 0
    first, second = done.stdout.splitlines()[:2]
    assert re.search(r"out/complexity.html: 2 series: 2 decided, 0 undecided; \d\.\d MB in \d+ files$", first)
    assert second == "left out: 0 of 20 values"
    assert Page((tmp_path / "out" / START).read_text()).overview["title"] == "Sorts"


def test_the_filters_of_fit_narrow_the_page_down(results, tmp_path):
    result_file(results, {"m.time_line": series("n")}, machine="other", commit="fedcba98")
    for arguments, count in (
        (("-b", "line"), 2),
        (("--machine", "other"), 1),
        (("--commit", "fedc"), 1),
        (("--axis", "n"), 3),
        ((), 3),
    ):
        assert command(results, "-o", tmp_path / "out", *arguments).exit_code == 0
        assert len(Page((tmp_path / "out" / START).read_text()).overview["series"]) == count


def test_claims_come_from_a_configuration_elsewhere(results, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    project(tmp_path / "elsewhere", {"benchmark": "square", "axis": "n", "claim": "n"})
    done = command(results, "-o", tmp_path / "out", "--config", tmp_path / "elsewhere")
    assert "claims: 1 contradicted" in done.stdout
    assert [claim["law"] for claim in Page((tmp_path / "out" / START).read_text()).overview["claims"]] == ["n"]


def test_broken_files_are_named(results, tmp_path):
    (results / "box" / "broken.json").write_text('{"results": {')
    done = command(results, "-o", tmp_path / "out")
    assert done.exit_code == 0
    assert "1 problem with the files:" in done.stdout
    assert "broken.json is not valid JSON" in done.stdout.replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("{}/missing",), "missing does not exist"),
        (("{}", "--machine", "nowhere"), "no results have the machine 'nowhere'; there are box"),
        (("{}", "-b", "("), "is no regular expression"),
        (("{}", "--config", "{}/none"), "does not exist"),
    ],
)
def test_bad_input_is_one_sentence_and_no_page(results, tmp_path, arguments, message):
    done = command(*(argument.format(results) for argument in arguments), "-o", tmp_path / "out")
    assert isinstance(done.exception, InputError)
    assert message in str(done.exception)
    assert not (tmp_path / "out").exists()


def test_without_an_output_the_folder_is_named_after_the_project(results, tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    done = command(results, "--title", "My sorts / fast")
    assert done.exit_code == 0
    assert done.stdout.startswith("growth-of-My-sorts-fast/complexity.html: 2 series")
    assert [folder.name for folder in Path().iterdir()] == ["growth-of-My-sorts-fast"]
    assert (Path("growth-of-My-sorts-fast") / START).is_file()


def test_a_file_or_a_picture_alone_writes_no_folder(results, tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    done = command(results, "--single", "a.html", "--picture", "b.svg")
    assert done.exit_code == 0
    assert [line.split(":")[0] for line in done.stdout.splitlines()[:2]] == ["a.html", "b.svg"]
    assert {file.name for file in Path().iterdir()} == {"a.html", "b.svg"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--interactive",), "--interactive is about one file: name it with --single FILE.html"),
        (("--single", "a.html", "--serve"), "--serve shows a folder"),
        (("--single", "a.txt"), "a page must end in .html"),
        (("--picture", "a.jpg"), "a picture must end in .svg or .png"),
    ],
)
def test_what_no_report_can_be_is_said_before_anything_is_read(tmp_path, arguments, message):
    done = command(tmp_path / "missing", *arguments)
    assert isinstance(done.exception, InputError)
    assert message in str(done.exception)


def test_help_imports_nothing_heavy():
    code = (
        "import sys; import wythoff.harness.report.command;"
        "print([name for name in ('numpy', 'scipy', 'rich.progress', 'plotly', 'asv', 'numba') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == "[]"


def printed(results, folder, **options):
    stream = io.StringIO()
    code = run_report(ReportOptions(FitOptions(results=(results,)), folder, **options), Console(file=stream, width=200))
    return code, stream.getvalue()


def test_open_shows_the_file_or_says_how(results, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(report_run.webbrowser, "open", lambda address: opened.append(address) or True)
    code, text = printed(results, tmp_path / "out", open=True)
    assert (code, opened) == (0, [(tmp_path / "out" / START).resolve().as_uri()])
    assert "browser" not in text
    monkeypatch.setattr(report_run.webbrowser, "open", lambda address: False)
    _, text = printed(results, tmp_path / "out", open=True)
    assert f"no browser could be opened: open {opened[0]} yourself" in text


def test_an_interruption_while_fitting_ends_with_130(results, tmp_path, monkeypatch):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(report_run, "build_report", interrupted)
    assert printed(results, tmp_path / "out")[0] == 130
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as POSIX does")
def test_serve_gives_the_page_until_ctrl_c(results, tmp_path):
    code = "import typer; from wythoff.harness.report.command import report; typer.run(report)"
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(results), "-o", str(tmp_path / "out"), "--serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        line = next(line for line in process.stdout if line.startswith("serving"))
        port = int(re.search(r"http://127\.0\.0\.1:(\d+)/complexity\.html to this machine only", line).group(1))
        status, body, _ = get(port, "/")
        assert status == 200
        assert body == (tmp_path / "out" / START).read_bytes()
    finally:
        process.send_signal(signal.SIGINT)
        _output, errors = process.communicate(timeout=120)
    assert process.returncode == 0
    assert errors == ""


# The server


@contextmanager
def serving(folder):
    """Serve a folder from a thread of this process; gives the port."""
    with server._open(folder, START, 0) as found:
        thread = threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield found.server_address[1]
        finally:
            found.shutdown()
            thread.join()


@pytest.fixture
def folder(tmp_path):
    site = tmp_path / "site"
    (site / "complexity").mkdir(parents=True)
    (site / START).write_text("the page")
    (site / "complexity" / "page.js").write_text("script")
    (site / ".secret").write_text("hidden")
    (site / ".git").mkdir()
    (site / ".git" / "config").write_text("hidden")
    (tmp_path / "outside.txt").write_text("outside")
    (tmp_path / "site-beside").mkdir()
    (tmp_path / "site-beside" / "file.txt").write_text("outside")
    return site


def get(port, path, method="GET", host=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        connection.putrequest(method, path, skip_host=host is not None)
        if host is not None:
            connection.putheader("Host", host)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read(), dict(answer.getheaders())
    finally:
        connection.close()


def test_the_server_gives_the_files_of_the_folder(folder):
    with serving(folder) as port:
        assert get(port, "/")[:2] == (200, b"the page")
        assert get(port, f"/{START}?x=1#y")[:2] == (200, b"the page")
        status, body, headers = get(port, "/complexity/page.js")
        assert (status, body) == (200, b"script")
        assert headers["Content-type"].startswith(("text/javascript", "application/javascript"))
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"
        assert get(port, "/", method="HEAD")[:2] == (200, b"")
        assert get(port, "/", host=f"localhost:{port}")[0] == 200
        assert get(port, "/missing.html")[0] == 404


@pytest.mark.parametrize(
    "path",
    [
        "/../outside.txt",
        "/%2e%2e/outside.txt",
        "/..%2foutside.txt",
        "/complexity/../../outside.txt",
        "//etc/passwd",
        "/../site-beside/file.txt",
        "/.secret",
        "/%2esecret",
        "/.git/config",
        "/complexity",
        "/complexity/",
        "/link.txt",
        "/linked/file.txt",
        "/%00",
        "/" + "y" * 5000,
    ],
)
def test_nothing_outside_the_folder_is_given_nor_anything_hidden_nor_a_list(folder, path):
    (folder / "link.txt").symlink_to(folder.parent / "outside.txt")
    (folder / "linked").symlink_to(folder.parent / "site-beside")
    with serving(folder) as port:
        status, body, _ = get(port, path)
    assert status == 404
    assert b"outside" not in body
    assert b"hidden" not in body
    assert b"page.js" not in body


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "", "127.0.0.1.evil.example"])
def test_requests_for_another_host_are_refused(folder, host):
    with serving(folder) as port:
        status, body, _ = get(port, "/", host=host)
    assert status == 421
    assert b"the page" not in body


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_nothing_can_be_sent_to_the_server(folder, method):
    with serving(folder) as port:
        assert get(port, "/", method=method)[0] == 501


def test_the_server_listens_on_this_machine_only(folder):
    with server._open(folder, START, 0) as found:
        assert found.server_address[0] == "127.0.0.1"


def test_a_taken_port_is_one_sentence(folder):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(
            InputError, match=f"^port {port} is taken: name another with --port, or 0 for any that is free$"
        ):
            server.serve(folder, START, port, lambda address: None)


@pytest.mark.parametrize("port", [-1, 65536])
def test_an_impossible_port_is_one_sentence(folder, port):
    with pytest.raises(InputError, match="the port must be a whole number from 0 to 65535"):
        server.serve(folder, START, port, lambda address: None)


def test_a_browser_that_goes_away_is_no_error(folder, capfd):
    (folder / "large.bin").write_bytes(bytes(20_000_000))
    with serving(folder) as port:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(b"GET /large.bin HTTP/1.0\r\nHost: localhost\r\n\r\n")
            connection.recv(10)
        time.sleep(0.1)
        assert get(port, "/")[0] == 200
    assert capfd.readouterr() == ("", "")
