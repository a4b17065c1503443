"""The pictures of a fit: files that are safe, the same in every run, and show what they should."""

import re
import sys
import xml.etree.ElementTree as ET

import pytest
from made_results import SIZES, project, result_file, series

from wythoff.errors import InputError
from wythoff.harness.fit.file_names import LONGEST_NAME, file_names
from wythoff.harness.fit.fitting import fit_results
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.fit.plots import draw_all, figure_of

pytest.importorskip("matplotlib")
HOSTILE = [
    "../../etc/passwd",
    "/etc/passwd",
    "m.time_<script>alert(1)</script>",
    "m.time_" + "y" * 300,
    "m.time_" + "y" * 299 + "z",
    "..",
    "con",
    "m.time_$\\alpha$_{--><!--",
    "m.time_\ud800\x00\n",
    "m.time_κόσμε",
    "-rf",
]


def fitted(folder, benchmarks, **options):
    file = result_file(folder / "results", benchmarks)
    return fit_results(FitOptions(results=(file,), **options)).fitted


@pytest.mark.slow
def test_each_series_gets_an_svg_and_a_png_the_same_every_time_and_from_workers(tmp_path, monkeypatch):
    found = fitted(tmp_path, {"m.time_line": series("n"), "m.time_square": series("n^2")}, predict=(1e6,))
    files = draw_all(found, tmp_path / "a" / "b")
    monkeypatch.setattr("wythoff.harness.fit.plots.FEW", 1)
    again = draw_all(found, tmp_path / "c", processes=2)
    assert [file.name for file in files] == [
        "m.time_line.svg",
        "m.time_line.png",
        "m.time_square.svg",
        "m.time_square.png",
    ]
    for first, second in zip(files, again, strict=True):
        assert first.read_bytes() == second.read_bytes()
    assert files[1].read_bytes().startswith(b"\x89PNG")
    assert ET.parse(files[0]).getroot().tag.endswith("svg")


def test_hostile_names_stay_in_the_folder(tmp_path):
    found = fitted(tmp_path, {name: series("n", sizes=SIZES[:5]) for name in HOSTILE})
    folder = tmp_path / "pictures"
    stems = file_names(found)
    assert len(set(stems)) == len(HOSTILE)
    for stem in stems:
        assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", stem)
        assert len(stem) <= LONGEST_NAME + 11
        assert (folder / f"{stem}.svg").resolve().parent == folder
        assert stem.lower() != "con"


@pytest.mark.slow
def test_hostile_names_are_drawn_as_they_are(tmp_path):
    chosen = [name for name in HOSTILE if any(part in name for part in ("../", "<script", "$", "\x00", "yyz"))]
    found = fitted(tmp_path, {name: series("n", sizes=SIZES[:5]) for name in chosen})
    before = {path for path in tmp_path.rglob("*") if path.is_file()}
    files = draw_all(found, tmp_path / "pictures")
    assert {path for path in tmp_path.rglob("*") if path.is_file()} - before == set(files)
    assert len(files) == 2 * len(chosen)
    for file in files:
        if file.suffix == ".svg":
            ET.parse(file)
            assert "<script" not in file.read_text()


def test_file_names_are_different_even_where_case_is_not(tmp_path):
    names = ["m.time_x", "m.Time_x", "m.time-y", "m.time y"]
    found = fitted(tmp_path, {name: series("n") for name in names})
    stems = file_names(found)
    assert len({stem.lower() for stem in stems}) == len(names)
    assert file_names(found) == stems
    assert [stem for stem in stems if stem in names] == []


def test_a_figure_has_three_panels_with_labels_and_units(tmp_path):
    project(tmp_path, {"benchmark": "time_x", "claim": "n log n"})
    times = [3e-9 * n * (1.0 if n < 2000 else 2.0) + 1e-7 for n in SIZES]
    (entry,) = fitted(tmp_path, {"m.time_x": series(times)}, predict=(1e6,))
    figure = figure_of(entry)
    left, middle, right = figure.axes
    assert left.get_xlabel() == entry.series.axis
    assert left.get_ylabel() == "time per call (s)"
    assert (left.get_xscale(), left.get_yscale()) == ("log", "log")
    assert {text.get_text() for text in middle.get_legend().get_texts()} >= {"time / n"}
    assert any("n log n\n(claimed)" in label.get_text() for label in right.get_yticklabels())
    assert right.get_xlabel() == "probability"
    if entry.analysis.jumps:
        assert any(text.get_text().startswith("\u00d7") for text in middle.texts)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "values", "sizes"),
    [
        ("m.time_two", [1e-6, 2e-6], [10, 20]),
        ("m.time_flat", [1e-6] * 6, [1, 2, 4, 8, 16, 32]),
        ("m.time_exponential", [1e-6 * 2**n for n in (4, 8, 12, 16, 20)], [4, 8, 12, 16, 20]),
        ("m.time_falling", [1.0 / n for n in (1, 2, 4, 8, 16)], [1, 2, 4, 8, 16]),
        ("m.time_jagged", [1e-3, 1e-6, 1e-3, 1e-6, 1e-3, 1e-6], [1, 2, 4, 8, 16, 32]),
        ("m.track_share", [0.5, 0.6, 0.7, 0.8], [1, 2, 4, 8]),
        ("m.peakmem_x", [60e6, 60e6, 60e6, 61e6, 70e6, 160e6], [10, 100, 1000, 10000, 100000, 1000000]),
    ],
)
def test_any_series_can_be_drawn(tmp_path, name, values, sizes):
    found = fitted(tmp_path, {name: series([float(value) for value in values], sizes=sizes)})
    files = draw_all(found, tmp_path / "pictures")
    assert all(file.stat().st_size > 1000 for file in files)


@pytest.mark.slow
def test_the_largest_sizes_that_there_are_can_be_drawn(tmp_path):
    found = fitted(tmp_path, {"m.time_vast": series("n", sizes=[10**58, 10**59, 4 * 10**59, 10**60])})
    assert [file.suffix for file in draw_all(found, tmp_path / "pictures")] == [".svg", ".png"]


def test_what_has_no_usable_size_is_passed_over(tmp_path):
    project(tmp_path, {"benchmark": "time_zero", "claim": "n"})
    found = fitted(tmp_path, {"m.time_zero": series([0.0] * 10)})
    assert len(found) == 1
    assert draw_all(found, tmp_path / "pictures") == []


def test_a_folder_that_cannot_be_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    found = fitted(tmp_path, {"m.time_line": series("n")})
    with pytest.raises(InputError, match="can't be written"):
        draw_all(found, tmp_path / "file" / "pictures")
    with pytest.raises(InputError, match="is no folder: name a folder for the pictures"):
        FitOptions(plot=tmp_path / "file").check_values()


def test_missing_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match=r"pictures need matplotlib; install the extra: pip install 'wythoff\[plot\]'"):
        draw_all([], tmp_path)
