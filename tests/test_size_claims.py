"""Sizes inside texts, and which environment an answer is of."""

import pytest
from made_results import LAWS, SIZES, project, result_file, series

from wythoff.errors import InputError
from wythoff.harness.config import parse_claims
from wythoff.harness.fit.fitting import fit_results
from wythoff.harness.fit.notes import open_lines, verdict_line
from wythoff.harness.fit.options import FitOptions

WHEEL = {"benchmark": "graph", "axis": "param1", "size": r"_graph\((\d+)\)", "claim": "n"}
SHAPE = {"benchmark": "shape", "axis": "param1", "size": r"\((\d+), (\d+)\)", "claim": "n"}


def of_texts(*forms):
    """A linear benchmark whose one parameter is a text with the size in it."""
    texts = [form(n) for form in forms for n in SIZES]
    values = [LAWS["n"](n) for _ in forms for n in SIZES]
    return [values, [texts], "1", [[value, value * 1.003, value * 1.01] for value in values]]


@pytest.fixture
def graphs(tmp_path):
    wheels = of_texts(lambda n: f"'wheel_graph({n})'", lambda n: f"'star_graph({n})'")
    shapes = of_texts(lambda n: f"({n}, {n})")
    shapes[0] = [LAWS["n"](n * n) for n in SIZES]
    shapes[3] = [[value] * 3 for value in shapes[0]]
    result_file(tmp_path / "results", {"m.time_graph": wheels, "m.time_shape": shapes})
    return tmp_path


def test_a_claim_tells_the_size_inside_a_text(graphs):
    project(graphs, WHEEL, SHAPE)
    fit = fit_results(FitOptions(results=(graphs / "results",)))
    found = {entry.series.label: (entry.analysis.n, entry.analysis.law, entry.verdict.outcome) for entry in fit.fitted}
    assert found == {
        "m.time_graph(form=wheel_graph(n))": (tuple(SIZES), "n", "agrees"),
        "m.time_graph(form=star_graph(n))": (tuple(SIZES), "n", "agrees"),
        "m.time_shape": (tuple(n * n for n in SIZES), "n", "agrees"),
    }
    assert fit.read == fit.used


def test_without_one_the_answer_says_that_a_claim_may_tell(graphs):
    fit = fit_results(FitOptions(results=(graphs / "results",)))
    assert fit.fitted == []
    said = {(lost.reason, lost.what) for lost in fit.left_out}
    assert {reason for reason, _ in said} == {"no parameter is a size"}
    assert all('a claim with "axis" and "size" may say which number in it is the size' in what for _, what in said)


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ({"benchmark": "a", "size": "("}, '"size" of claim 1 .* is no regular expression'),
        ({"benchmark": "a", "size": "x"}, 'has "size" and no "axis"'),
        ({"benchmark": "a", "axis": "n", "size": 5}, '"size" of claim 1 .* must be a text'),
    ],
)
def test_a_size_that_can_not_be_one_is_one_sentence(claim, message):
    with pytest.raises(InputError, match=message):
        parse_claims({"complexity": [claim]})


def test_a_pattern_that_finds_no_number_leaves_the_text(graphs):
    project(graphs, {**WHEEL, "size": "(graph)"})
    assert fit_results(FitOptions(results=(graphs / "results",))).fitted == []


@pytest.fixture
def environments(tmp_path):
    for name in ("virtualenv-py3.11", "virtualenv-py3.12"):
        result_file(tmp_path / "results", {"m.time_few": series("n^2", sizes=SIZES[:9])}, environment=name)
    project(tmp_path, {"benchmark": "few", "claim": "n"})
    return tmp_path / "results"


def test_an_environment_is_chosen_by_a_part_of_its_name(environments):
    fit = fit_results(FitOptions(results=(environments,), environment="3.12"))
    assert [entry.series.environment for entry in fit.fitted] == ["virtualenv-py3.12"]
    assert [(lost.reason, lost.count) for lost in fit.left_out] == [
        ("other environments than asked for (--environment)", 9)
    ]
    with pytest.raises(InputError, match="no results have the environment 'conda'; there are virtualenv-py3"):
        fit_results(FitOptions(results=(environments,), environment="conda"))


def test_lines_name_the_environment_where_there_are_several(environments):
    fit = fit_results(FitOptions(results=(environments,)))
    lines = [verdict_line(entry, entry.verdict, fit) for entry in fit.fitted]
    assert [line.partition(" is claimed")[0] for line in lines] == [
        f"{entry.verdict.outcome}: m.time_few [{entry.series.environment}]" for entry in fit.fitted
    ]
    assert all("[virtualenv-py3" in line for line in open_lines(fit))
    one = fit_results(FitOptions(results=(environments,), environment="3.12"))
    assert "[" not in verdict_line(one.fitted[0], one.fitted[0].verdict, one).partition(" is claimed")[0]
