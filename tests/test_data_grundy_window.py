"""The stored window of Grundy values: against tables, gone on with, checked by another machine, and as published."""

from pathlib import Path

import numpy as np
import pytest

from wythoff.data import check_window, grundy_window
from wythoff.data.grundy_stream import GrundyStream
from wythoff.data.grundy_window import digests, read_part, to_csv, write_window
from wythoff.errors import InputError
from wythoff.games.grundy_values import grundy_table

pytest.importorskip("pyarrow", reason="windows are Parquet")
PUBLISHED = Path(__file__).parents[1] / "docs" / "data" / "grundy-window.csv"


def stored(folder):
    parts = [read_part(path) for path in sorted(folder.glob("x-*.parquet"))]
    return np.concatenate([x for x, _ in parts]), np.concatenate([values for _, values in parts])


@pytest.mark.parametrize(("columns", "rows", "part"), [(500, 40, 150), (100, 100, 30), (7, 1, 2), (65, 30, 1000)])
def test_a_window_is_that_of_a_table(tmp_path, columns, rows, part):
    size = write_window(tmp_path, columns, rows, part=part)
    x, values = stored(tmp_path)
    assert x.tolist() == list(range(columns))
    assert np.array_equal(values, grundy_table(columns, rows))
    assert size == sum(path.stat().st_size for path in tmp_path.iterdir())
    assert list(check_window.faults(tmp_path, list(digests(tmp_path)))) == []


def test_a_run_that_was_cut_off_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(grundy_window, "_SAVE_S", -1)

    def stop(done, columns):
        if done == 250:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_window(tmp_path, 400, 30, part=50, progress=stop)
    with pytest.raises(InputError, match="holds another window that was begun: name another folder"):
        write_window(tmp_path, 400, 29, part=50)
    done = []
    write_window(tmp_path, 400, 30, part=50, progress=lambda columns, _: done.append(columns))
    assert done[0] == 250  # the part that was written when the run ended, and not recorded yet
    assert np.array_equal(stored(tmp_path)[1], grundy_table(400, 30))
    assert not (tmp_path / grundy_window.STATE).exists()


def test_the_stream_needs_its_last_column_only():
    stream = GrundyStream(20, 90)
    parts = [stream.advance(columns) for columns in (1, 1, 30, 7, 100)]
    assert [len(part) for part in parts] == [1, 1, 30, 7, 51]
    table = grundy_table(90, 20)
    below = np.arange(20) <= np.arange(90)[:, None]
    assert np.array_equal(np.concatenate(parts)[below], table[below])


def test_the_first_columns_have_the_digests_that_were_published(tmp_path):
    write_window(tmp_path, 2000, 2000)
    claims = check_window.read_claims(PUBLISHED.read_text("utf-8"))
    assert [claim[:3] for claim in claims] == [(first, first + 999, 2000) for first in range(0, 100_000, 1000)]
    assert list(digests(tmp_path)) == claims[:2]


def test_the_checker_names_what_is_wrong(tmp_path):
    write_window(tmp_path, 300, 20, part=100)
    claims = check_window.read_claims(to_csv(digests(tmp_path)))
    first, second, _ = sorted(tmp_path.glob("x-*"))
    _, values = read_part(second)
    wrong = values.copy()
    wrong[5, 7] += 1
    grundy_window._write(tmp_path, 100, wrong)
    assert list(check_window.faults(tmp_path, claims)) == [
        f"{second.name}: the values have not the digest that was published",
        f"G(105, 7) is said to be {wrong[5, 7]}, not {values[5, 7]}",
    ]
    assert len(list(check_window.faults(tmp_path, claims, rows=5))) == 1
    _, values = read_part(first)
    values = values.copy()
    values[3, 4] += 1
    grundy_window._write(tmp_path, 0, values)
    assert any("G(3, 4) is said to be" in fault for fault in check_window.faults(tmp_path, []))
    first.unlink()
    assert next(check_window.faults(tmp_path, claims)) == f"{second.name} begins at column 100, not 0"
    second.write_bytes(b"x")
    with pytest.raises(ValueError, match=f"{second.name} can't be read"):
        list(check_window.faults(tmp_path, claims))


def test_other_folders_and_arguments_out_of_range_are_refused(tmp_path):
    (tmp_path / "thesis.txt").write_text("x")
    with pytest.raises(InputError, match=r"holds other things, thesis.txt for one: name another"):
        write_window(tmp_path, 10, 5)
    assert list(check_window.faults(tmp_path, [])) == ["there are no files of a window"]
    for sides, sentence in [((5, 6), "rows must be"), ((0, 1), "columns must be"), ((2**31, 2**20), "take fewer rows")]:
        with pytest.raises(InputError, match=sentence):
            write_window(tmp_path / "new", *sides)
