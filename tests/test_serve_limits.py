"""The server of a report: clients that say nothing, too many of them, and hidden files."""

import contextlib
import socket
import threading
import urllib.error
import urllib.request

import pytest

from wythoff.harness.report import serve


@contextlib.contextmanager
def served(folder):
    with serve._open(folder, "page.html", 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server.server_address
        finally:
            server.shutdown()
            thread.join()


def get(address, path):
    with urllib.request.urlopen(f"http://{address[0]}:{address[1]}/{path}", timeout=120) as answer:
        return answer.read()


def test_a_silent_client_is_hung_up_on(tmp_path, monkeypatch):
    monkeypatch.setattr(serve._Handler, "timeout", 0.1)
    with served(tmp_path) as address, socket.create_connection(address, timeout=120) as silent:
        assert silent.recv(1) == b""


def test_a_client_that_sends_a_byte_now_and_then_is_hung_up_on(tmp_path, monkeypatch):
    monkeypatch.setattr(serve, "LIMIT_S", 0.2)
    with served(tmp_path) as address, socket.create_connection(address, timeout=120) as slow:
        slow.sendall(b"GET / HT")
        assert slow.recv(1) == b""


def test_more_clients_than_there_is_room_for_are_turned_away(tmp_path, monkeypatch):
    monkeypatch.setattr(serve, "MOST_THREADS", 2)
    (tmp_path / "page.html").write_text("page")
    with served(tmp_path) as address:
        with contextlib.ExitStack() as stack:
            silent = [stack.enter_context(socket.create_connection(address, timeout=120)) for _ in range(3)]
            assert silent[2].recv(1) == b""
        for _ in range(100):  # their threads notice that they have gone
            with contextlib.suppress(OSError):
                assert get(address, "page.html") == b"page"
                break


@pytest.mark.parametrize("name", [".hidden", "%2ehidden", "folder/.hidden", "link"])
def test_hidden_files_are_never_given(tmp_path, name):
    (tmp_path / "folder").mkdir()
    for place in (tmp_path, tmp_path / "folder"):
        (place / ".hidden").write_text("secret")
    (tmp_path / "link").symlink_to(".hidden")
    with served(tmp_path) as address, pytest.raises(urllib.error.HTTPError, match="404"):
        get(address, name)
