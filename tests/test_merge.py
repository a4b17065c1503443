import json

import pytest
from hostile import ASV_COLUMNS

from wythoff.harness.sweep.merge import keep_points


def entry(values, lists, samples=True, **more):
    """Write a benchmark's results as asv does: statistics beside each value, and the empty tail cut off."""
    columns = {"result": values, "params": lists, "version": "1", "started_at": 5, "duration": 1.5, **more}
    for name in ASV_COLUMNS[5:12] if samples else ():
        columns[name] = [None if value is None else [value] * 2 if name == "samples" else value for value in values]
    row = [columns.get(name) for name in ASV_COLUMNS]
    while row[-1] is None:
        row.pop()
    return row


def write(file, **results):
    data = {"commit_hash": "abc", "result_columns": ASV_COLUMNS, "results": results, "durations": {}, "version": 2}
    file.write_text(json.dumps(data))
    return file


def test_points_get_back_what_the_earlier_file_says_and_all_else_stays(tmp_path):
    lists = [["1", "2"], ["'a'", "'b'"]]
    old = write(tmp_path / "old", **{"m.time_x": entry([1.0, 2.0, 3.0, 4.0], lists)})
    new = write(tmp_path / "new", **{"m.time_x": entry([5.0, None, 7.0, 8.0], lists, started_at=9), "m.z": [[1], []]})
    keep_points(new, old, [("m.time_x", ("1", "'b'")), ("m.time_x", ("2", "'b'"))])
    results = json.loads(new.read_text())["results"]
    assert results == {"m.time_x": entry([5.0, 2.0, 7.0, 4.0], lists, started_at=9), "m.z": [[1], []]}


def test_a_parameter_list_that_has_changed_is_searched_for_the_point(tmp_path):
    old = write(tmp_path / "old", m=entry([1.0, 2.0], [["10", "20"]]))
    new = write(tmp_path / "new", m=entry([7.0, 8.0, 9.0], [["5", "10", "20"]]))
    keep_points(new, old, [("m", ("20",))])
    assert json.loads(new.read_text())["results"]["m"] == entry([7.0, 8.0, 2.0], [["5", "10", "20"]])


@pytest.mark.parametrize("lists", [[], [["1"]]])
def test_values_without_samples_and_columns_that_are_null_are_brought_back(tmp_path, lists):
    params = ("1",) if lists else ()
    old, new = write(tmp_path / "old", m=entry([7.0], lists, samples=False)), tmp_path / "new"
    write(new, m=[None, lists, "1", 5, 1.5])  # it failed
    keep_points(new, old, [("m", params)])
    assert json.loads(new.read_text())["results"]["m"] == entry([7.0], lists, samples=False)
    write(old, m=entry([3.0], lists))
    keep_points(new, old, [("m", params)])
    assert json.loads(new.read_text())["results"]["m"] == entry([3.0], lists)


def test_bare_nan_stays_as_asv_writes_it(tmp_path):
    old = write(tmp_path / "old", m=entry([1.0, float("nan")], [["1", "2"]]))
    new = write(tmp_path / "new", m=entry([5.0, float("nan")], [["1", "2"]]))
    keep_points(new, old, [("m", ("1",))])
    assert '"result_columns"' in new.read_text()
    assert "[1.0, NaN]" in new.read_text()
