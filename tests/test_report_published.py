"""Published series: read from the configuration and from files, and what is wrong with them said in one sentence."""

import json
import re
from pathlib import Path

import pytest

from wythoff.errors import InputError
from wythoff.harness.config import load_config
from wythoff.harness.fit.fitting import fit_results
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.report.published import published_series
from wythoff.harness.series import Series

ROOT = Path(__file__).parents[1]
TABLES = ROOT / "wythoff" / "reproduce" / "data"
SEEDS = ROOT.parent / "shared" / "seeds"
ENTRY = {"name": "a paper", "benchmark": "sort", "n": [10, 20], "values": [1.5, 3], "unit": "ms"}


def read(folder, *entries):
    (folder / "asv.conf.json").write_text(json.dumps({"project": "p", "published": list(entries)}))
    return published_series(load_config(folder))


def test_values_in_place_become_seconds(tmp_path):
    [found] = read(tmp_path, ENTRY | {"source": "table 1", "where": {"by": "merge", "a": 2}})
    assert (found.name, found.source, found.unit) == ("a paper", "table 1", "seconds")
    assert (found.n, found.values) == ((10.0, 20.0), (0.0015, 0.003))
    assert found.where == (("by", "merge"), ("a", "2"))


@pytest.mark.parametrize(
    ("unit", "factor"), [("second", 1.0), ("milliseconds", 1e-3), ("microseconds", 1e-6), ("µs", 1e-6), ("ns", 1e-9)]
)
def test_a_unit_of_time_is_known_by_all_its_names(tmp_path, unit, factor):
    [found] = read(tmp_path, ENTRY | {"unit": unit})
    assert found.values == pytest.approx((1.5 * factor, 3 * factor), rel=1e-15)
    assert found.unit == "seconds"


def test_another_unit_is_left_as_it_is(tmp_path):
    [found] = read(tmp_path, ENTRY | {"unit": "bytes"})
    assert (found.values, found.unit) == ((1.5, 3.0), "bytes")


def test_sizes_are_sorted(tmp_path):
    [found] = read(tmp_path, ENTRY | {"n": [20, 10]})
    assert (found.n, found.values) == ((10.0, 20.0), (0.003, 0.0015))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("# a comment\nn,ms\n10,1.5\n20,3\n", (0.0015, 0.003)),
        ("10,1.5\n20,3\n", (1.5, 3.0)),
        ("n;time (us)\n10;1,5\n20;3\n", (1.5e-6, 3e-6)),
    ],
)
def test_a_file_beside_the_configuration_is_read(tmp_path, text, seconds):
    (tmp_path / "table.txt").write_text(text)
    [found] = read(tmp_path, {"name": "x", "benchmark": "y", "file": "table.txt"})
    assert found.n == (10.0, 20.0)
    assert found.values == pytest.approx(seconds, rel=1e-15)
    assert found.unit == "seconds"


def test_without_the_key_or_a_configuration_there_is_none(tmp_path):
    assert published_series(None) == []
    assert read(tmp_path) == []


def test_it_belongs_beside_series_with_its_benchmark_parameters_and_unit(tmp_path):
    [found] = read(tmp_path, ENTRY | {"where": {"by": "merge"}})
    series = Series("m.time_sort", (("by", "'merge'"),), "n")
    assert found.fits(series, "seconds")
    assert not found.fits(series, "bytes")
    assert not found.fits(Series("m.time_find", (("by", "'merge'"),), "n"), "seconds")
    assert not found.fits(Series("m.time_sort", (("by", "'heap'"),), "n"), "seconds")
    assert not found.fits(Series("m.time_sort", (), "n"), "seconds")


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (3, 'entry 1 of "published" must be an object, got 3'),
        ({"benchmark": "x"}, 'entry 1 of "published" needs "name", a text'),
        ({"name": "x"}, 'needs "benchmark", a text'),
        (ENTRY | {"name": 3}, '"name" of entry 1 of "published" must be a text'),
        (ENTRY | {"colour": "red"}, "has unknown keys: colour; known are benchmark, file, n, name"),
        (ENTRY | {"benchmark": "("}, '"benchmark" of entry 1 of "published" (a paper) is no regular expression'),
        (ENTRY | {"where": ["a"]}, "must map parameter names to values"),
        (ENTRY | {"file": "x.txt"}, 'needs either "file", or "n" and "values"'),
        ({"name": "x", "benchmark": "y"}, 'needs either "file", or "n" and "values"'),
        ({"name": "x", "benchmark": "y", "file": "x.txt", "unit": "ms"}, "the header of the file names the unit"),
        ({"name": "x", "benchmark": "y", "file": "missing.txt"}, "missing.txt can't be read"),
        ({"name": "x", "benchmark": "y", "file": "\0"}, "can't be used"),
        ({"name": "x", "benchmark": "y", "file": "wide.txt"}, "must hold two columns, sizes and times"),
        ({"name": "x", "benchmark": "y", "file": "broken.txt"}, "its value 'much' is no finite number"),
        (ENTRY | {"values": [1]}, "must be equally long, got 2 and 1"),
        (ENTRY | {"values": "12"}, "must be a list of at most 10000 numbers, got '12'"),
        (ENTRY | {"values": [1, True]}, "must hold numbers, got True"),
        (ENTRY | {"values": [1, 10**400]}, "holds a number beyond any float"),
        (ENTRY | {"values": [1, 0]}, "must be positive numbers, got 0 at size 20"),
        (ENTRY | {"n": [1, -2]}, "must be positive numbers, got 0.003 at size -2"),
        (ENTRY | {"n": [10, 10]}, "must have one value for each size, and one size at least"),
        (ENTRY | {"n": [], "values": []}, "one size at least"),
    ],
)
def test_a_malformed_entry_is_named(tmp_path, entry, message):
    (tmp_path / "wide.txt").write_text("n,m,ms\n1,2,3\n2,2,4\n1,3,5\n2,3,6\n")
    (tmp_path / "broken.txt").write_text("n,ms\n1,2\n2,much\n")
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        read(tmp_path, entry)
    assert "asv.conf.json)" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_list_must_be_one(tmp_path):
    (tmp_path / "asv.conf.json").write_text('{"published": {"name": "x"}}')
    with pytest.raises(InputError, match='"published" must be a list of series'):
        published_series(load_config(tmp_path))


def test_a_malformed_entry_stops_no_other_command(tmp_path):
    (tmp_path / "asv.conf.json").write_text('{"published": 3}')
    assert load_config(tmp_path).claims == ()


# This project's own: the timing tables of the source documents.


def table(name):
    return [line.split(",") for line in (TABLES / name).read_text().splitlines() if line[:1].isdigit()]


@pytest.mark.parametrize(
    ("name", "rows", "last"),
    [
        ("draft-recursive", 18, ("1310720", "1.1513e7")),
        ("draft-algebraic", 27, ("671088640", "42270.9")),
        ("draft-arithmetic", 22, ("20971520", "230089")),
        ("final-recursive", 23, ("41943040", "10052.700")),
        ("final-algebraic", 23, ("41943040", "3065.810")),
        ("final-arithmetic", 23, ("41943040", "587616.000")),
    ],
)
def test_the_tables_of_the_source_documents_are_complete(name, rows, last):
    found = table(f"{name}.txt")
    assert [int(n) for n, _ in found] == [10 * 2**k for k in range(rows)]
    assert tuple(found[-1]) == last


@pytest.mark.skipif(not SEEDS.is_dir(), reason=f"the source documents are not in {SEEDS}")
@pytest.mark.parametrize(("which", "document"), [("draft", "000_*.txt"), ("final", "001_*.txt")])
def test_every_printed_time_stands_in_the_source_document(which, document):
    [source] = SEEDS.glob(document)
    text = source.read_text(encoding="utf-8").replace("\\mathrm{e}{+", "e").replace("e0", "e").replace("}$", "")
    for name in ("recursive", "algebraic", "arithmetic"):
        for n, milliseconds in table(f"{which}-{name}.txt"):
            line = next(
                line for line in text.splitlines() if re.match(rf"\|? *{n}[ \t|]", line) and re.search(r"\d\.\d", line)
            )
            assert milliseconds in re.split(r"[\s|$]+", line)


def test_a_published_time_is_fitted_like_a_measured_one():
    # The draft's recursive strategy is claimed, and known, to be quadratic: its search restarts at 1.
    found = fit_results(FitOptions(results=(TABLES / "draft-recursive.txt",)))
    assert [entry.analysis.law for entry in found.fitted] == ["n^2"]
