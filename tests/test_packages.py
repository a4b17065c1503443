"""What is released: the wheel and the sdist, built and used away from the tree that they were made of."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from made_results import result_file, series

import wythoff

pytestmark = pytest.mark.slow

TREE = Path(__file__).resolve().parents[1]


def build(tree, folder, *targets):
    pytest.importorskip("hatchling", reason="the build backend is in the group test")
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    subprocess.run([*command, *(word for target in targets for word in ("--target", target))], cwd=tree, check=True)


def names(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    build(TREE, folder, "wheel", "sdist")
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


def run_from(folder, *words):
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, *map(str, words)]
    return subprocess.check_output(command, cwd=folder.parent, env=environment, text=True)


def test_the_wheel_holds_all_of_the_package_and_nothing_else(packages):
    wheel, _ = packages
    here = {str(path.relative_to(TREE)) for path in (TREE / "wythoff").rglob("*") if path.is_file()}
    made = {name for name in here if "__pycache__" in name or name.endswith((".pyc", ".nbi", ".nbc"))}
    held = names(wheel)
    assert {name for name in held if not name.startswith(f"wythoff-{wythoff.__version__}.dist-info/")} == here - made


def test_the_sdist_holds_all_that_the_repository_does_so_that_its_tests_find_their_files(packages):
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=TREE, capture_output=True, text=True)
    if listed.returncode or not (TREE / ".git").exists():
        pytest.skip("this tree is no git repository")
    with tarfile.open(packages[1]) as archive:
        held = {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}
    there = {name for name in listed.stdout.split("\0") if name and (TREE / name).is_file()}
    assert held - {"PKG-INFO"} == there


def test_the_sdist_makes_the_same_wheel(packages, tmp_path):
    wheel, sdist = packages
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    build(tree, tmp_path / "again", "wheel")
    (again,) = (tmp_path / "again").glob("*.whl")
    assert names(again) == names(wheel)
    assert again.name == wheel.name
    assert (tree / "tests" / "test_packages.py").is_file()


def test_the_wheel_computes_and_reports_by_its_own_files(packages, tmp_path):
    wheel, _ = packages
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    installed = tmp_path / "installed"
    where = run_from(installed, "-c", "import wythoff; print(wythoff.__file__)")
    assert Path(where.strip()).parent == installed / "wythoff"
    table = run_from(installed, "-m", "wythoff", "table", "2", "-a", "2", "--format", "csv")
    assert table == "n,A,B\n0,0,0\n1,1,3\n2,2,6\n"
    results = tmp_path / "results"
    result_file(results, {"grow.time_line": series(lambda n: 1e-6 * n)})
    run_from(installed, "-m", "wythoff", "report", results, "--output", tmp_path / "page")
    (page,) = (tmp_path / "page").glob("*.html")
    assert "grow.time_line" in page.read_text(encoding="utf-8")
