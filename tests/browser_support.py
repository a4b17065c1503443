"""
A browser for tests of pages: Debian's or anybody's Chromium, cut off from every network but this machine's own.

``conftest.py`` makes the fixtures known to every test; they skip where Playwright or Chromium is missing. Every page
fails its test if it wrote an error to the console, threw one, or asked for anything that is no file and not on
127.0.0.1.
"""

import functools
import http.server
import re
import shutil
import threading
from contextlib import ExitStack, contextmanager

import pytest

DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 400, "height": 800}
# Milliseconds that a page may take for anything: a busy machine must not fail a test.
_PATIENCE = 120_000
# The first that there is. A headless shell has no window to draw, and takes a third of the time.
_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# Requests that would leave this machine. The browser is told, so that all others need no answer from here.
_LEAVING = re.compile(r"^(?!(file|data|blob|about):|http://127\.0\.0\.1[:/])")
# A closed door below the recorded one: no name resolves, and the browser's own services stay quiet.
_ARGUMENTS = [
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def browser():
    """Start one Chromium for all tests."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    chromium = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if chromium is None:
        pytest.skip("there is no Chromium on the PATH")
    playwright.expect.set_options(timeout=_PATIENCE)
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=chromium, args=_ARGUMENTS)
        yield found
        found.close()


@contextmanager
def watched_page(browser, viewport=None, **context):
    """
    Open an empty page; further arguments are those of Playwright's `new_context`.

    The page's `requests` are the addresses asked for, `requests_out` those of them that would have left this machine
    and were refused, `errors` what it wrote to the console as errors or threw. Both must be empty in the end; a test
    that means them clears the list.
    """
    page = browser.new_context(viewport=viewport or DESKTOP, **context).new_page()
    page.set_default_timeout(_PATIENCE)
    page.requests, page.requests_out, page.errors = [], [], []

    def refuse(route):
        page.requests_out.append(route.request.url)
        route.abort()

    page.context.route(_LEAVING, refuse)
    page.context.on("request", lambda request: page.requests.append(request.url))
    page.on("console", lambda said: page.errors.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("websocket", lambda socket: page.requests_out.append(socket.url))
    try:
        yield page
    finally:
        page.context.close()
    assert not page.requests_out, f"requests that would have left this machine: {page.requests_out}"
    assert not page.errors, f"errors in the browser's console: {page.errors}"


@pytest.fixture
def open_page(browser):
    """Return a function that opens an empty page, with the arguments of `watched_page`."""
    with ExitStack() as pages:
        yield lambda *arguments, **options: pages.enter_context(watched_page(browser, *arguments, **options))


@pytest.fixture
def page(open_page):
    """Return an empty page of a desktop's size."""
    return open_page()


@contextmanager
def serve(folder, prefix="/x/y/"):
    """Serve a folder below a prefix on 127.0.0.1; gives the address of the prefix, all else is not found."""
    handler = functools.partial(_Below, prefix=prefix, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{prefix}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Below(http.server.SimpleHTTPRequestHandler):
    """Serves the folder below a prefix, in silence."""

    def __init__(self, *arguments, prefix, **options):
        self.prefix = prefix
        super().__init__(*arguments, **options)

    def send_head(self):
        if not self.path.startswith(self.prefix):
            self.send_error(404)
            return None
        self.path = "/" + self.path.removeprefix(self.prefix)
        return super().send_head()

    def log_message(self, *said):
        pass
