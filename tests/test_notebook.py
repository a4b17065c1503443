"""What a notebook shows: the magics, and verdicts as HTML with an inline picture."""

import xml.etree.ElementTree as ElementTree

import pytest

import wythoff
from wythoff.errors import InputError
from wythoff.harness import notebook
from wythoff.harness.growth import analyse
from wythoff.harness.measure import Measured, measure


class Shell:
    def __init__(self, **names):
        self.user_ns = names
        self.magics = {}

    def register_magic_function(self, function, magic_kind, magic_name):
        self.magics[magic_name, magic_kind] = function


def growth(**names):
    shell = Shell(**names)
    wythoff.load_ipython_extension(shell)
    return shell.magics["growth", "line_cell"]


def test_line_measures_in_the_names_of_the_notebook():
    found = growth(double=lambda values: [2 * value for value in values])("-s 'x = range(n)' -b 0.5 double(x)")
    assert isinstance(found, Measured)
    assert found.name == "double(x)"


def test_cell_has_its_setup_on_the_first_line():
    found = growth()("-b 0.3 x = list(range(n))", "y = sorted(x)\ny.reverse()\n")
    assert found.name == "y = sorted(x)\ny.reverse()"


@pytest.mark.parametrize("line", ["-q 3 sum(x)", "-s", "-s 'x", "-b soon sum(x)"])
def test_unknown_options_are_refused(line):
    with pytest.raises(InputError):
        growth()(line)


@pytest.fixture
def ipython(tmp_path, monkeypatch):
    pytest.importorskip("IPython", reason="the magics are tried in a real IPython where there is one")
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    shell = InteractiveShell(config=Config(HistoryManager={"enabled": False}, InteractiveShell={"colors": "nocolor"}))
    shell.run_line_magic("load_ext", "wythoff")
    return shell


def test_ipythons_terminal_shows_the_verdict_and_a_picture_of_characters(ipython, capsys):
    ran = ipython.run_cell("%growth -s 'x = list(range(n))' -b 0.5 sorted(x)")
    assert ran.success
    assert isinstance(ran.result, Measured)
    shown = capsys.readouterr().out
    assert shown.startswith("Out[")
    assert "sorted(x): " in shown
    assert "n = 8" in shown
    assert max(map(len, shown.splitlines())) < 200, "no samples"
    plain = ipython.display_formatter.format(ran.result.analysis)[0]["text/plain"]
    assert plain == str(ran.result.analysis)
    assert plain.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("%growth -b soon sum(x)", "InputError: -b must be a number of seconds, got 'soon'"),
        ("%growth 1/0", "InputError: 1/0: ZeroDivisionError: division by zero at n = 8"),
        ("%growth missing(n)", "InputError: missing(n): NameError: name 'missing' is not defined at n = 8"),
        ("import wythoff; wythoff.pair(-1)", "InputError: n must be a whole number of at least 0, got -1"),
    ],
)
def test_ipython_shows_one_sentence_where_something_cannot_be_used(ipython, capsys, line, sentence):
    assert not ipython.run_cell(line).success
    assert capsys.readouterr().out.strip() == sentence


def test_what_one_measured_says_is_what_the_command_prints():
    found = measure(len, lambda n: ([0] * n,), [8], budget_s=0.3)
    assert str(found).startswith("len: ")
    assert "\n\n" not in str(found), "one size has no picture"


def test_rest_of_the_line_is_left_as_it_was_typed():
    assert notebook.parsed("-b 2 f('a  b')") == ("", 2.0, "f('a  b')")


def svg_of(html):
    return ElementTree.fromstring(html[html.index("<svg") : html.index("</svg>") + 6])


def test_html_holds_the_verdict_and_an_inline_picture():
    sizes = [2**k for k in range(4, 14)]
    found = analyse(sizes, [1e-6 + 1e-9 * n for n in sizes])
    html = found._repr_html_()
    assert "n (probability" in html
    assert len(svg_of(html).findall("{*}circle")) == len(sizes)


def test_foreign_text_is_escaped():
    found = measure(len, lambda n: [0] * n, [8, 16, 32, 64], budget_s=0.5, name="<script>alert(1)</script>")
    assert "<script>" not in found._repr_html_()


def test_too_few_sizes_have_no_picture():
    assert "<svg" not in analyse([], [])._repr_html_()
    assert (
        str(analyse([8], [1e-6]))
        == "undecided: too few sizes (1) (probability 0.08)\n  one size says nothing about growth"
    )


def test_figure_shows_samples_and_law():
    pytest.importorskip("matplotlib")
    found = measure(sorted, lambda n: list(range(n)), [64, 128, 256, 512], budget_s=60.0)
    for figure in (found.plot(), found.analysis.plot()):
        (axes,) = figure.axes
        assert axes.get_xscale() == axes.get_yscale() == "log"
        assert len(axes.lines) == 2
