"""The command `wythoff offline`: fetches once what asv's own pages otherwise load from the network."""

from __future__ import annotations

from wythoff._extras import require


def offline() -> None:
    """
    Fetch what asv's pages load from the network, so that sites published from now on need none.

    The packages (jQuery, flot, Bootstrap and three small ones, 11 MB) are fetched by npm into the user's cache folder
    and checked. With the plugin, `asv publish` then puts the files it needs, 0.5 MB, into the site.
    """
    require("report", "offline", "platformdirs")
    from wythoff.harness.report.offline import fetch, front_end_folder

    fetched = fetch()
    print(f"{'fetched and checked' if fetched else 'already there, and checked'}: {front_end_folder()}")
    print("asv publish puts them into the sites of projects that name the plugin .wythoff.harness.report")
