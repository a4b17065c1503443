"""The documentation as a site: ``nox --session docs`` makes it, with the repository's root as the source folder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

import wythoff

project = "wythoff"
author = "wythoff contributors"
version = release = wythoff.__version__

extensions = ["myst_parser", "numpydoc", "sphinx.ext.autodoc", "sphinx_copybutton"]
root_doc = "README"
include_patterns = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/**"]
exclude_patterns = ["docs/data/**"]

# Headings are linked to as on GitHub, and dollars are dollars.
myst_heading_anchors = 4
default_role = "py:obj"  # that what it names exists is a test: tests/test_docstrings.py

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # numpydoc's sections give them in words
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False

html_theme = "furo"
html_title = "wythoff"
html_copy_source = False
html_show_sourcelink = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_exclude = ".linenos, .gp, .go"

INDEX = Path(__file__).with_name("README.md")


def add_contents(app: Sphinx, docname: str, source: list[str]) -> None:
    """Give the README, which stands alone elsewhere, the site's table of contents."""
    if docname == root_doc:
        pages = re.findall(r"\[[^\]]+\]\((\w[\w-]*)\.md\)", INDEX.read_text(encoding="utf-8"))
        entries = ["docs/README", *(f"docs/{page}" for page in dict.fromkeys(pages)), "CHANGELOG", "CONTRIBUTING"]
        source[0] += "\n```{toctree}\n:hidden:\n\n" + "\n".join(entries) + "\n```\n"


def begin_with_readme(app: Sphinx, exception: Exception | None) -> None:
    """Lead from the site's own address to its first page."""
    if exception is None and app.builder.format == "html":
        refresh = f'<!doctype html><title>wythoff</title><meta http-equiv="refresh" content="0; url={root_doc}.html">'
        (Path(app.outdir) / "index.html").write_text(refresh + "\n", encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the two, and let tables in CSV be what they are, plain text."""
    app.add_lexer("csv", TextLexer)
    app.connect("source-read", add_contents)
    app.connect("build-finished", begin_with_readme)
    return {"parallel_read_safe": True}
