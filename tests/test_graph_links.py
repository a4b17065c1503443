"""Links from a series to asv's graph of it, taken apart as asv's pages do."""

import re
from urllib.parse import parse_qsl, unquote

import pytest

from wythoff.harness.report.graph_links import Graph, GraphLinks
from wythoff.harness.series import Series

HOSTILE = [
    "<script>alert(1)",
    '"><img src=x onerror=alert(1)>',
    "a&amp;b",
    "a=b&c",
]


def graph(machine="box", numpy="2", branch="main", commits=("abc",), **more):
    return Graph({"machine": machine, "numpy": numpy, "branch": branch, "os": "Linux", **more}, frozenset(commits))


def links(
    graphs, benchmark="a.time_b", names=("by", "n"), lists=(("'x'", "'y z'"), ("1", "2")), branches=("main", "next")
):
    state = {"env": {"machine": "box", "numpy": "2", "os": "Linux"}}
    described = {benchmark: {"param_names": list(names), "params": [list(texts) for texts in lists]}}
    return GraphLinks(
        described, {benchmark: graphs}, lambda machine, environment, commit: state.get(environment), branches
    )


SERIES = Series("a.time_b", (("by", "'y z'"),), "n", "box", "env", "abc")


def read(address):
    """Take an address apart as asv's pages do."""
    place, _, rest = address.removeprefix("#").partition("?")
    return unquote(place), parse_qsl(rest, keep_blank_values=True)


def test_a_link_selects_the_size_axis_and_everything_that_tells_graphs_apart():
    found = links([graph(), graph("lap"), graph(numpy="1")])(SERIES)
    assert read(found) == (
        "a.time_b",
        [("x-axis", "n"), ("y-axis-scale", "log"), ("p-by", "'y z'"), ("machine", "box"), ("numpy", "2")],
    )


def test_a_link_names_a_branch_only_where_there_are_several_and_prefers_the_first():
    assert "branch" not in links([graph()])(SERIES)
    both = [graph(branch="next"), graph(branch="main")]
    assert ("branch", "main") in read(links(both)(SERIES))[1]
    assert ("branch", "next") in read(links([*both[:1], graph("lap", branch="main")])(SERIES))[1]


def test_a_value_that_is_not_there_is_spelt_as_asv_does():
    found = links([graph(blas=None), graph("lap", blas="mkl")])(SERIES)
    assert ("blas", "[none]") in read(found)[1]


def test_there_is_no_link_where_asv_has_no_such_graph():
    assert links([])(SERIES) is None
    assert links([graph("lap")])(SERIES) is None
    assert links([graph(commits=("def",))])(SERIES) is None
    known = links([graph()])
    assert known(SERIES) is not None
    for other in (
        Series("a.other", SERIES.fixed, "n", "box", "env", "abc"),
        Series("a.time_b", SERIES.fixed, "m", "box", "env", "abc"),
        Series("a.time_b", (("by", "'z'"),), "n", "box", "env", "abc"),
        Series("a.time_b", SERIES.fixed, "n", "box", "unknown", "abc"),
    ):
        assert known(other) is None


@pytest.mark.parametrize("name", [*HOSTILE, "50% + 1?", "#", "é+"])
def test_foreign_names_survive_in_a_link_and_can_not_leave_it(name):
    found = links([graph()], name, (name, "n"), ((name,), ("1", "2")))(
        Series(name, ((name, name),), "n", "box", "env", "abc")
    )
    assert re.fullmatch(r"#[\w%.~-]+\?[\w%.~=&-]+", found)
    assert read(found) == (name, [("x-axis", "n"), ("y-axis-scale", "log"), (f"p-{name}", name)])


def test_there_is_no_link_for_a_name_that_asvs_pages_would_cut():
    name = "../../etc"
    assert links([graph()], name)(Series(name, SERIES.fixed, "n", "box", "env", "abc")) is None
