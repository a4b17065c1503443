"""What a stranger looks for around the package: version, licence, citation, security, hooks, and what PyPI shows."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import wythoff

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_stands_in_one_module_and_is_that_of_the_installed_package():
    assert "version" in PROJECT["project"]["dynamic"]
    home = PROJECT["tool"]["hatch"]["version"]["path"]
    assert home == "wythoff/_version.py"
    assert f'__version__ = "{wythoff.__version__}"' in text(home)
    assert version("wythoff") == wythoff.__version__
    written = f'"{wythoff.__version__}"'
    others = [file.name for file in (ROOT / "wythoff").rglob("*.py") if written in file.read_text(encoding="utf-8")]
    assert others == ["_version.py"]


def test_the_citation_and_the_changelog_name_this_version():
    assert f"\nversion: {wythoff.__version__}\n" in text("CITATION.cff")
    newest = re.search(r"^## (\S+)", text("CHANGELOG.md"), re.MULTILINE)
    assert newest[1] == wythoff.__version__


def test_authors_licence_and_types_are_named():
    project = PROJECT["project"]
    assert project["authors"] == [{"name": "wythoff contributors"}]
    assert (project["license"], project["license-files"]) == ("BSD-3-Clause", ["LICENSE"])
    assert "  - name: wythoff contributors\n" in text("CITATION.cff")
    assert f"license: {project['license']}\n" in text("CITATION.cff")
    assert "Typing :: Typed" in project["classifiers"]


def test_security_says_where_to_report_and_links_to_pages_that_are_there():
    said = text("SECURITY.md")
    assert "Report a vulnerability" in said
    for link in re.findall(r"\]\((?!http)([^)#]+)", said):
        assert (ROOT / link).is_file()


@pytest.mark.parametrize(
    "tool", ["ruff check", "ruff format", "vendor.github-workflows", "vendor.citation-file-format"]
)
def test_hooks_before_a_commit_are_those_of_the_lint_session(tool):
    assert re.search(rf"entry: .*{re.escape(tool)}", text(".pre-commit-config.yaml"))
    assert tool.partition(" ")[0] in text("noxfile.py")


def test_hooks_take_the_versions_of_the_lint_group():
    wanted = set(re.findall(r'additional_dependencies: \["([^"]+)"\]', text(".pre-commit-config.yaml")))
    assert wanted <= set(PROJECT["dependency-groups"]["lint"])
