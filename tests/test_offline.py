"""Fetching the packages of asv's pages: once with the real npm where there is one, else with programs in its place."""

import os
import shutil
import stat
import subprocess
import sys
import time
from hashlib import sha256

import pytest
from made_site import PLUGIN

from wythoff.errors import InputError
from wythoff.harness.report import front_end, offline, offline_command
from wythoff.harness.report.front_end import FILES, PACKAGES, defects
from wythoff.harness.report.offline import fetch, front_end_folder


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def npm(tmp_path, monkeypatch):
    """Return a function that puts a shell script in the place of npm, the only program on the PATH but the shell's."""
    if os.name != "posix":
        pytest.skip("a shell script stands for npm")
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")

    def write(script):
        program = folder / "npm"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        return folder

    return write


@pytest.fixture
def made_packages(tmp_path, monkeypatch):
    """Make packages of a few words each, and let these be what was published; return their folder."""
    folder = tmp_path / "made" / "node_modules"
    files = []
    for file in FILES:
        (folder / file.path).parent.mkdir(parents=True, exist_ok=True)
        (folder / file.path).write_text(file.path)
        digest = sha256(file.path.encode()).hexdigest()
        files.append(front_end.FrontEndFile(file.path, digest, file.replaces))
    monkeypatch.setattr(front_end, "FILES", tuple(files))
    return folder


def left_over(cache):
    """Return what lies in the cache besides complete packages."""
    return [path for path in (cache / "wythoff" / "front-end").iterdir() if path != front_end_folder().parent]


def test_packages_are_kept_in_the_users_cache_folder_by_what_was_asked_for(cache, monkeypatch, tmp_path):
    folder = front_end_folder()
    assert folder.is_relative_to(cache / "wythoff" / "front-end")
    assert folder.name == "node_modules"
    other = tmp_path / "package.json"
    other.write_text(PACKAGES.read_text().replace("3.3.1", "3.3.2"))
    monkeypatch.setattr(offline, "PACKAGES", other)
    assert front_end_folder() != folder


@pytest.mark.skipif(sys.platform != "linux", reason="where the cache is without XDG_CACHE_HOME depends on the system")
def test_the_cache_folder_is_in_the_home_folder_by_default(monkeypatch, tmp_path):
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert front_end_folder().is_relative_to(tmp_path / ".cache" / "wythoff")


def test_packages_are_fetched_once(cache, npm, made_packages):
    npm(f'test "$(ls)" = package.json && cp -r "{made_packages}" . && echo run >> "{cache}/runs"')
    assert fetch() is True
    assert fetch() is False
    assert (cache / "runs").read_text() == "run\n"
    assert defects(front_end_folder()) == []
    assert left_over(cache) == []


def test_the_command_says_where_the_packages_are_and_who_uses_them(cache, npm, made_packages, capsys):
    npm(f'cp -r "{made_packages}" .')
    offline_command.offline()
    offline_command.offline()
    first, plugin, second, _ = capsys.readouterr().out.splitlines()
    assert first == f"fetched and checked: {front_end_folder()}"
    assert second == f"already there, and checked: {front_end_folder()}"
    assert PLUGIN in plugin


def test_npm_runs_no_scripts_and_leaves_no_lock_file(cache, npm, made_packages):
    npm(f'echo "$@" > "{cache}/arguments" && cp -r "{made_packages}" .')
    fetch()
    arguments = (cache / "arguments").read_text().split()
    assert arguments[0] == "install"
    assert {"--ignore-scripts", "--no-package-lock"} <= set(arguments)


@pytest.mark.parametrize("damage", [os.unlink, lambda path: path.write_text("changed")], ids=["gone", "changed"])
def test_damaged_packages_are_fetched_again(cache, npm, made_packages, damage):
    npm(f'cp -r "{made_packages}" .')
    fetch()
    damage(front_end_folder() / FILES[0].path)
    assert len(defects(front_end_folder())) == 1
    assert fetch() is True
    assert defects(front_end_folder()) == []
    assert left_over(cache) == []


def test_other_files_than_asked_for_are_refused_and_not_kept(cache, npm, made_packages):
    npm(f'cp -r "{made_packages}" . && echo more >> "node_modules/{FILES[1].path}"')
    with pytest.raises(InputError, match=f"did not bring what was asked for: {FILES[1].path} is not the file"):
        fetch()
    assert not front_end_folder().exists()
    assert left_over(cache) == []


def test_packages_that_are_there_survive_a_failure(cache, npm, made_packages):
    npm(f'cp -r "{made_packages}" .')
    fetch()
    damaged = front_end_folder() / FILES[0].path
    damaged.write_text("changed")
    npm("exit 1")
    with pytest.raises(InputError, match="npm could not fetch the packages: it did not say why"):
        fetch()
    assert damaged.read_text() == "changed"


@pytest.mark.parametrize("prefix", ["npm error", "npm ERR!"])
def test_the_reason_of_npm_is_given_in_one_sentence(cache, npm, prefix):
    lines = [
        "code ENOTFOUND",
        "syscall getaddrinfo",
        "request to a registry failed, reason: no such host",
        "More is in a log.",
    ]
    npm("\n".join(f'echo "{prefix} {line}" >&2' for line in lines) + "\nexit 1")
    with pytest.raises(InputError, match=r"^npm could not fetch the packages: request to .* no such host$"):
        fetch()
    assert left_over(cache) == []


def test_without_npm_the_command_says_what_to_install(cache, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match=r"no npm program on the PATH.*install Node\.js"):
        fetch()
    assert not cache.exists()


def test_a_cache_folder_that_can_not_be_made_is_named(monkeypatch, npm, tmp_path):
    npm("exit 0")
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(InputError, match=r"the packages can't be kept in .*file/wythoff/front-end"):
        fetch()


def test_a_fetch_that_is_killed_leaves_what_was_there(cache, npm, made_packages):
    program = "from wythoff.harness.report.offline import fetch; fetch()"
    npm(f'touch "{cache}/started"; cp -r "{made_packages}" .; sleep 60')
    cache.mkdir()
    process = subprocess.Popen([sys.executable, "-c", program], start_new_session=True)
    try:
        while not (cache / "started").exists():
            assert process.poll() is None
            time.sleep(0.02)
    finally:
        os.killpg(process.pid, 9)
        process.wait()
    assert not front_end_folder().exists()


def test_the_real_packages_are_what_they_must_be(front_end):
    (folder,) = (front_end / "wythoff" / "front-end").iterdir()
    assert defects(folder / "node_modules") == []
    assert not (folder / "package-lock.json").exists()
    assert shutil.which("npm")
