"""
The Complexity page: how each benchmark of a project grows with its size, as a page that needs no network.

``wythoff report`` writes it for anybody's results. ``wythoff publish`` is `asv publish` with the page joined to asv's
own site. Where everybody who runs asv has this package, one line of ``asv.conf.json`` makes `asv publish` do the same::

    "plugins": [".wythoff.harness.report"]

The leading dot is asv's sign for a module that is not one of its own; without it asv ignores the name in silence.

* `publish_command`: ``wythoff publish``
* `command`: ``wythoff report`` on the command line; `run`: from options to exit code; `serve`: a server for one folder
* `front`: the first view, and the picture of it
* `write`: the files, `single`: one file; `build`, `records`: the page's data, and their description; `embed`,
  `noscript`: data and foreign text in HTML; `assets`: the page itself
* `detail`, `curves`: what is drawn of one series; `comparison`: series side by side, and where one overtakes another;
  `published`: series out of papers; `machines`: facts in words
* `plugin`: what asv calls; `site`: what is put into asv's pages; `graph_links`: links to asv's graphs
* `offline`, `front_end`: what asv's pages load from the network, fetched once and checked
"""

from __future__ import annotations


def setup() -> None:
    """Make the plugin known to asv, which calls this when it loads the package; nothing else here needs asv."""
    from wythoff.harness.report import plugin  # noqa: F401
