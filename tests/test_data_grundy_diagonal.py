"""The diagonal of Grundy values: taken value by value, by the definition, as published, and gone on with."""

from pathlib import Path

import numpy as np
import pytest

from wythoff.data import check_diagonal, grundy_diagonal
from wythoff.data.grundy_diagonal import digest, to_csv
from wythoff.data.grundy_diagonal import grundy_diagonal as diagonal
from wythoff.errors import InputError
from wythoff.games.grundy_values import naive_grundy_table

PUBLISHED = Path(__file__).parents[1] / "docs" / "data" / "grundy-diagonal.csv"


def test_the_diagonal_is_that_of_a_table_at_every_number_of_terms():
    right = np.diagonal(naive_grundy_table(200))
    for terms in [1, 2, 3, 63, 64, 65, 127, 128, 129, 200]:
        assert diagonal(terms).tolist() == right[:terms].tolist()


def test_both_algorithms_find_the_same_and_what_was_published():
    right = check_diagonal.diagonal(2000)
    assert np.array_equal(diagonal(2000), right)
    claims = check_diagonal.read_claims(PUBLISHED.read_text("utf-8"))
    assert {1000, 2000} <= {claim[0] for claim in claims}
    assert check_diagonal.faults(claims, right) == []


@pytest.mark.exhaustive
def test_the_first_20_000_terms_are_those_published():
    claims = check_diagonal.read_claims(PUBLISHED.read_text("utf-8"))
    assert check_diagonal.faults(claims, check_diagonal.diagonal(20_000)) == []


def test_the_checker_names_what_is_wrong():
    right = diagonal(30)
    text = to_csv(right, [10, 20, 30])
    assert check_diagonal.faults(check_diagonal.read_claims(text), right) == []
    wrong = [(10, int(right[:10].max()), "0" * 64), (30, 70, digest(right)), (40, 1, "")]
    assert check_diagonal.faults(wrong, right) == [
        "the first 10 terms have another digest",
        f"the largest of the first 30 terms is {right.max()}, not 70",
    ]
    for text_of_none, sentence in [
        ("", "the columns must be"),
        (text + "1,x,y\n", "line 5 must be two numbers and a digest"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            check_diagonal.read_claims(text_of_none)


def test_a_run_that_was_cut_off_goes_on_and_leaves_no_state(tmp_path, monkeypatch):
    state = tmp_path / "state"
    monkeypatch.setattr(grundy_diagonal, "_SAVE_S", 0)

    def stop(known, terms):
        if known > 150:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        diagonal(300, state=state, progress=stop)
    assert state.exists()
    with pytest.raises(InputError, match="is the state of 300 terms, not of 200: name another file"):
        diagonal(200, state=state)
    known = []
    found = diagonal(300, state=state, progress=lambda done, terms: known.append(done))
    assert known[0] > 100
    assert np.array_equal(found, np.diagonal(naive_grundy_table(300)))
    assert list(tmp_path.iterdir()) == []


def test_a_state_that_is_none_and_arguments_out_of_range_are_refused(tmp_path, monkeypatch):
    (tmp_path / "state").write_bytes(b"x")
    with pytest.raises(InputError, match=r"can't be read: .*; remove it to begin anew"):
        diagonal(10, state=tmp_path / "state")
    with pytest.raises(InputError, match="terms must be"):
        diagonal(0)
    monkeypatch.setattr("wythoff._process.memory.available_bytes", lambda: 10**8)
    with pytest.raises(InputError, match=r"40000 terms take \d+ MB and 100 MB is free; ask for fewer"):
        diagonal(40_000)
