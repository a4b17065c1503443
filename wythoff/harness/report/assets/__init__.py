"""The Complexity page's own files: a template, and what a browser loads beside it."""

from __future__ import annotations

from typing import Final

TEMPLATE: Final = "complexity.html"
# The scripts in the order in which the template loads them.
FILES: Final = (
    "complexity.css",
    "picture.css",
    "front.css",
    "tables.css",
    "views.css",
    "narrow.css",
    "print.css",
    "format.js",
    "laws.js",
    "state.js",
    "dom.js",
    "save.js",
    "data.js",
    "links.js",
    "tables.js",
    "axes.js",
    "theme.js",
    "legend.js",
    "plain_figure.js",
    "figures.js",
    "series_columns.js",
    "series_filter.js",
    "filter_bar.js",
    "series_list.js",
    "overview_view.js",
    "series_points.js",
    "series_items.js",
    "growth_figure.js",
    "quotient_figure.js",
    "exponent_figure.js",
    "series_tables.js",
    "sides.js",
    "history_figure.js",
    "history_view.js",
    "series_view.js",
    "comparison_figure.js",
    "comparison_tables.js",
    "ratio_figure.js",
    "pair_view.js",
    "comparison_view.js",
    "comparison_list.js",
    "account_view.js",
    "page.js",
)
