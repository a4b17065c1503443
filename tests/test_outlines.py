"""Outlines: rows without their details, read again where they are needed."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from made_results import SIZES, result_file, series

from wythoff.errors import InputError
from wythoff.harness.fit.fitting import Account, fit_each
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.results import Details, Outline, read_files, read_results

DATA = Path(__file__).with_name("data")
FORMATS = ("google_benchmark", "google_aggregates", "google_repetitions", "hyperfine", "pytest_benchmark")


@pytest.fixture
def folder(tmp_path):
    """Results of every format, twice, so that they have to be kept apart."""
    place = tmp_path / "one"
    for commit in ("aaaa0000", "bbbb0000"):
        values = series("n", SIZES[:5])
        values[0][1] = float("nan")
        result_file(place, {"m.time_x": values, "m.time_failed": [None, [["1", "2"]]]}, commit=commit)
    for name in FORMATS:
        shutil.copy(DATA / f"{name}.json", place)
    (place / "table.csv").write_text(
        "benchmark,n,seconds,machine,commit\n"
        + "".join(
            f"{name},{n},{n}e-6,{machine},{commit}\n"
            for n in (10, 20, 30, 30)
            for name in "pq"
            for machine in ("here", "there")
            for commit in ("c0", "c1")
        )
    )
    shutil.copytree(place, tmp_path / "two")
    return tmp_path


def test_an_outline_tells_the_same_of_a_row_and_its_details_are_the_row(folder):
    whole, outlined = read_results(folder), read_results(folder, outlines=True)
    assert len(whole.rows) == len(outlined.rows) > 100
    details = Details()
    for row, outline in zip(whole.rows, outlined.rows, strict=True):
        assert isinstance(outline, Outline)
        for name in ("benchmark", "params", "unit", "kind", "version", "machine", "commit", "date", "environment",
                     "file", "facts", "status"):  # fmt: skip
            assert getattr(outline, name) == getattr(row, name)
        assert outline.samples is None
        found = details.of(outline)
        assert type(found) is type(row)
        assert repr(found) == repr(row)  # NaN is not equal to itself
    assert any(row.samples for row in whole.rows)
    assert [vars(whole)[name] for name in ("problems", "cells", "files", "unread", "left_out")] == [
        vars(outlined)[name] for name in ("problems", "cells", "files", "unread", "left_out")
    ]


def test_a_whole_row_is_its_own_details(folder):
    for row in read_results(folder).rows:
        assert Details().of(row) is row


def write_again(file):
    content = json.loads(file.read_text())
    content["results"]["m.time_x"][0][2] = 17.0
    file.write_text(json.dumps(content))


def cut_short(file):
    content = json.loads(file.read_text())
    del content["results"]["m.time_x"]
    file.write_text(json.dumps(content))


def break_off(file):
    file.write_text(file.read_text()[:100])


def read_again(rows):
    details = Details()
    return [details.of(row) for row in rows]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (write_again, "was changed while it was in use: give the same command again"),
        (cut_short, "was changed while it was in use: give the same command again"),
        (break_off, "is not valid JSON"),
        (Path.unlink, "can't be read"),
    ],
)
def test_a_file_that_changes_meanwhile_is_named_and_nothing_is_guessed(tmp_path, change, message):
    file = result_file(tmp_path, {"m.time_x": series("n", SIZES[:5])})
    outlined = read_files([file], outlines=True)
    change(file)
    with pytest.raises(InputError, match=message) as caught:
        read_again(outlined.rows)
    assert str(file) in str(caught.value)


def test_a_fit_of_a_file_that_changes_meanwhile_is_one_sentence(tmp_path):
    files = [
        result_file(tmp_path / "results", {"m.time_x": series("n", SIZES[:5])}, environment=name) for name in "abc"
    ]
    entries = fit_each(FitOptions(results=(tmp_path / "results",)), Account())
    assert next(entries).series.environment == "a"
    files[2].unlink()
    assert next(entries).series.environment == "b"
    with pytest.raises(InputError, match=r"c\.json can't be read"):
        next(entries)


@pytest.mark.slow
def test_a_fit_holds_the_samples_of_few_files(tmp_path):
    # 50 more files have 3,000 samples at six sizes each, 30 MB as Python's floats.
    peaks = []
    for count in (10, 60):
        folder = tmp_path / str(count)
        for number in range(count):
            values = series("n", SIZES[:6])
            samples = [[value * (1 + i % 7 / 100) for i in range(3000)] for value in values[0]]
            result_file(folder, {"m.time_x": [*values[:3], samples]}, environment=f"e{number}")
        code = (
            "import resource; from pathlib import Path; "
            "from wythoff.harness.fit.fitting import Account, fit_each; "
            "from wythoff.harness.fit.options import FitOptions; "
            f"options = FitOptions(results=(Path({str(folder)!r}),)); "
            "found = list(fit_each(options, Account(), curves=False)); "
            "print(len(found), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True)
        fitted, peak = map(int, result.stdout.split())
        assert fitted == count
        peaks.append(peak)
    assert peaks[1] - peaks[0] < 15_000  # kB
