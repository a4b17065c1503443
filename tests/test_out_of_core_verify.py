"""Every row of a stored table checked."""

from dataclasses import replace

import pytest

from wythoff.errors import InputError

pytest.importorskip("pyarrow", reason="stored tables need pyarrow")
pytest.importorskip("filelock", reason="stored tables need filelock")


from made_table import ORACLE, N, files, put_wrong_row

from wythoff.out_of_core import manifest, open_table, verify_table

pytestmark = pytest.mark.usefixtures("small_row_groups")


def test_a_right_table_is_all_right(stored):
    seen = []
    found = verify_table(stored, workers=0, progress=lambda done, total: seen.append((done, total)))
    assert (found.ok, found.n_rows, found.wrong, found.problems) == (True, N + 1, None, ())
    assert seen[-1] == (N + 1, N + 1)


@pytest.mark.parametrize("column", ["n", "A", "B"])
@pytest.mark.parametrize("n", [0, 1, 299, 300, 4500, N])
def test_one_wrong_number_is_found_wherever_it_is(stored, n, column):
    file = next(file for file in files(stored) if int(file.name[5:25]) <= n <= int(file.name[26:46]))
    put_wrong_row(file, n, column)
    found = verify_table(stored, workers=0)
    assert not found.ok
    assert found.wrong_file == file.name
    expected = list(ORACLE[n])
    expected["nAB".index(column)] += 1
    assert found.wrong == tuple(expected)
    assert found.problems == (f"{file.name}: its bytes are not those that were written (checksum)",)


def test_the_first_of_several_faults_and_every_damaged_file_are_told(stored):
    first, second, third, *_ = files(stored)
    put_wrong_row(third, 4500, "B")
    put_wrong_row(second, 2001, "A")
    first.unlink()
    found = verify_table(stored, workers=0)
    assert found.wrong == (2001, ORACLE[2001][1] + 1, ORACLE[2001][2])
    assert [problem.partition(":")[0] for problem in found.problems] == [first.name, second.name, third.name]
    assert found.problems[0].endswith("it is missing")


def test_rows_that_were_never_written_are_no_success(stored):
    data = manifest.load(stored)
    replace(data, partitions=data.partitions[:2] + data.partitions[3:]).save(stored)
    found = verify_table(stored, workers=0)
    assert not found.ok
    assert found.problems == ("rows 4000 to 5999 were never written",)
    with pytest.raises(InputError, match="is unfinished, rows 4000 to 5999 are missing"):
        open_table(stored)
