import json
import math

import pytest

from wythoff.errors import InputError
from wythoff.harness.growth import LAWS, OTHERS
from wythoff.harness.growth.contract import answer, class_name

SIZES = [2**k for k in range(4, 14)]


def series(name="s", **changes):
    return {"name": name, "unit": "s", "n": SIZES, "samples": [[2e-9 * n, 2.1e-9 * n] for n in SIZES]} | changes


def test_answer_speaks_the_contract():
    (found,) = answer({"series": [series(predict_n=[2**20])]})["results"]
    assert (found["name"], found["class"], found["decided"]) == ("s", "O(n)", True)
    assert found["candidates"][0] == "O(n)"
    assert found["confidence"] == found["probs"]["O(n)"]
    assert set(found["probs"]) == {class_name(law) for law in LAWS + OTHERS}
    (predicted,) = found["predictions"]
    assert predicted["n"] == 2**20
    assert predicted["lo"] < predicted["t"] < predicted["hi"]
    assert predicted["t"] == pytest.approx(2e-9 * 2**20, rel=0.4)  # with some allowance for caches left on the way


def test_answer_keeps_the_order_and_is_strict_json():
    asked = [series("one"), series("two", n=[], samples=[]), series("three", n=[4], samples=[[None]], predict_n=[8])]
    found = answer({"series": asked})
    assert [one["name"] for one in found["results"]] == ["one", "two", "three"]
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert found["results"][1]["exponent"] == [None, None, None]
    assert found["results"][2]["predictions"] == [{"n": 8.0, "t": None, "lo": None, "hi": None}]
    assert found["results"][2]["left_out"] == [{"n": 4.0, "reason": "no value"}]


def test_answer_of_nothing_is_nothing():
    assert answer({"series": []}) == {"results": []}


def test_answer_takes_units_and_memory():
    memory = series(unit="bytes", memory=True, samples=[[1e8 + 800 * n**2] for n in SIZES])
    slow = series(unit="ms", samples=[[1e-6 * n**2] for n in SIZES], caches={"L2": 2**20}, bytes_per_n=8)
    found = answer({"series": [memory, slow]})["results"]
    assert [one["class"] for one in found] == ["O(n^2)", "O(n^2)"]


@pytest.mark.slow
def test_answer_shares_the_work_among_processes(monkeypatch):
    monkeypatch.setattr("wythoff.harness.pool.FEW", 1)
    asked = {"series": [series(str(k), samples=[[k * 1e-9 * n] for n in SIZES]) for k in range(1, 4)]}
    assert answer(asked, processes=2) == answer(asked, processes=1)
    asked["series"][1]["n"] = ["x", *SIZES[1:]]
    with pytest.raises(InputError, match=r"series '2': n\[0\] must be a number, got 'x'"):
        answer(asked, processes=2)


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ([], r"must be an object with a list \"series\", got \[\]"),
        ({}, "must be an object with a list"),
        ({"series": {}}, "must be an object with a list"),
        ({"series": [1]}, r"series\[0\] must be an object, got 1"),
        ({"series": [{"n": []}]}, r"series\[0\] has no \"samples\""),
        ({"series": [series(), series(colour=1)]}, r"series\[1\] has an unknown key \"colour\"; known: bytes_per_n"),
        ({"series": [series(n="12")]}, r"series\[0\]: n must be a list, got '12'"),
        ({"series": [series(predict_n=5)]}, r"series\[0\]: predict_n must be a list, got 5"),
        ({"series": [series(unit=5)]}, r"series\[0\]: unit must be text, got 5"),
        ({"series": [series("x", predict_n=[-1])]}, "series 'x': predict_n must hold sizes"),
        ({"series": [series("x", n=[1])]}, "series 'x': samples must have one entry per size"),
        ({"series": [series("x", bytes_per_n=math.nan)]}, "series 'x': bytes_per_n must be a number above 0"),
    ],
)
def test_answer_says_what_is_wrong(request_, sentence):
    with pytest.raises(InputError, match=sentence):
        answer(request_)
