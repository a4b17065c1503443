import math

import pytest

from wythoff.errors import InputError
from wythoff.harness.claims import AGREES, CONTRADICTED, OPEN, claim_about, claimed_law, judge, unmatched
from wythoff.harness.config import parse_claims
from wythoff.harness.growth import Analysis, analyse
from wythoff.harness.series import Series

N = tuple(2.0**k for k in range(4, 16))


def claim(law="n", **more):
    return parse_claims({"complexity": [{"benchmark": "time_x", "claim": law, **more}]})[0]


def analysis(law, decided, probabilities, exponent=(1.0, 0.95, 1.05), candidates=None):
    """Build an analysis by hand, to reach every branch whatever the real one makes of some data."""
    return Analysis(
        law=law,
        decided=decided,
        candidates=candidates or tuple(name for name, share in probabilities.items() if share > 0.05),
        probabilities=probabilities,
        exponent=exponent[0],
        exponent_low=exponent[1],
        exponent_high=exponent[2],
        slopes=(),
        jumps=(),
        predictions=(),
        next_n=None,
        why="because",
        n=N,
        values=N,
        left_out=(),
        floor=None,
    )


SURE_N = analysis("n", True, {"n": 0.98, "n log n": 0.02})
TORN = analysis("n", False, {"n": 0.6, "n log n": 0.38, "n^2": 0.02}, (1.05, 0.98, 1.12))
HARDLY_N2 = analysis("n^1.5", False, {"n^1.5": 0.6, "n log n": 0.395, "n": 0.005}, (1.5, 1.4, 1.6))
POWER = analysis("n^k", True, {"n^k": 0.97, "n^2": 0.03}, (2.33, 2.3, 2.36))
NO_LAW = analysis("none", True, {"none": 0.97, "n^2": 0.03}, (2.33, 1.3, 3.36))


@pytest.mark.parametrize(
    ("law", "bound", "found", "outcome"),
    [
        ("n", None, SURE_N, AGREES),
        ("n log n", None, SURE_N, OPEN),  # a logarithm may hide behind a large constant
        ("n^2", None, SURE_N, CONTRADICTED),
        ("n", None, TORN, OPEN),
        ("n log n", None, TORN, OPEN),
        ("n^1.5", None, TORN, CONTRADICTED),  # no probability left, and 1.5 is outside of the exponent's interval
        ("n", None, HARDLY_N2, CONTRADICTED),
        ("n^2", None, HARDLY_N2, CONTRADICTED),
        ("n^1.5", None, HARDLY_N2, OPEN),
        ("n^2", None, POWER, CONTRADICTED),
        ("n^2", None, NO_LAW, OPEN),
        ("n^3", "upper", SURE_N, AGREES),
        ("n", "upper", SURE_N, AGREES),
        ("log n", "upper", SURE_N, CONTRADICTED),
        ("n", "upper", TORN, OPEN),
        ("n log n", "upper", TORN, AGREES),  # undecided between laws that both keep to the bound
        ("n^2", "upper", HARDLY_N2, AGREES),
        ("n", "upper", HARDLY_N2, CONTRADICTED),
        ("n^3", "upper", POWER, AGREES),
        ("n", "upper", POWER, CONTRADICTED),
        ("n^3", "upper", NO_LAW, OPEN),
    ],
)
def test_judge(law, bound, found, outcome):
    verdict = judge(claim(law, **({"bound": bound} if bound else {})), found)
    assert verdict.outcome == outcome, verdict.evidence


def test_a_decision_is_no_contradiction_while_the_claimed_law_is_a_candidate():
    close = analysis("n", True, {"n": 0.8, "n log n": 0.2})
    assert judge(claim("n log n"), close).outcome == OPEN


def test_a_small_probability_alone_is_no_contradiction():
    # 1.06 is what n log n has at these sizes as well
    found = analysis("n", False, {"n": 0.7, "sqrt n": 0.295, "n log n": 0.005}, (1.06, 1.0, 1.12))
    assert judge(claim("n log n"), found).outcome == OPEN


@pytest.mark.parametrize(("law", "outcome"), [("exponential", AGREES), ("n^3", CONTRADICTED), ("n", CONTRADICTED)])
def test_exponential_growth(law, outcome):
    found = analysis("exponential", True, {"exponential": 0.99, "n^3": 0.01}, (9.0, 7.0, 11.0))
    assert judge(claim(law), found).outcome == outcome
    assert judge(claim(law, bound="upper"), found).outcome == outcome


def test_falling_keeps_to_any_upper_bound():
    found = analysis("falling", True, {"falling": 0.99, "1": 0.01}, (-0.9, -1.0, -0.8))
    assert judge(claim("1", bound="upper"), found).outcome == AGREES
    assert judge(claim("n"), found).outcome == CONTRADICTED


def test_evidence_has_probabilities_exponents_and_sizes():
    verdict = judge(claim("n log n"), TORN)
    assert verdict.evidence == (
        "n has probability 0.60, n log n 0.38; the exponent is 1.05 [0.98, 1.12] where n log n has 1 to 1.13; "
        "12 sizes, 16 to 32,768"
    )
    assert verdict.claimed == "n log n"
    bound = judge(claim("n^2", bound="upper"), SURE_N)
    assert bound.claimed == "at most n^2"
    assert bound.evidence.startswith("n has probability 0.98, at most n^2 >0.99; the exponent is 1.00 [0.95, 1.05]")


@pytest.mark.parametrize(("n", "times"), [([], []), ([8], [1e-6]), ([8, 16], [1e-6, 2e-6]), ([8, 16, 32], [0, 0, 0])])
def test_too_few_sizes_are_undecided(n, times):
    for bound in ({}, {"bound": "upper"}):
        verdict = judge(claim("n", **bound), analyse(n, times))
        assert verdict.outcome == OPEN
        assert verdict.evidence
        assert "nan" not in verdict.evidence


def test_real_analyses_agree_and_contradict():
    linear = analyse(N, [[3e-9 * n + 2e-7] * 3 for n in N])
    square = analyse(N, [[3e-9 * n * n + 2e-7] * 3 for n in N])
    assert judge(claim("n"), linear).outcome == AGREES
    assert judge(claim("n^2"), square).outcome == AGREES
    assert judge(claim("n"), square).outcome == CONTRADICTED
    assert judge(claim("n^2"), linear).outcome == CONTRADICTED
    assert judge(claim("n^2", bound="upper"), linear).outcome == AGREES
    assert judge(claim("n", bound="upper"), square).outcome == CONTRADICTED


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("n", "n"),
        ("O(n)", "n"),
        ("O(n log n)", "n log n"),
        ("n*log(n)", "n log n"),
        ("N**2", "n^2"),
        ("linear", "n"),
        ("constant", "1"),
        ("O(1)", "1"),
        ("sqrt(n)", "sqrt n"),
        ("exponential", "exponential"),
    ],
)
def test_claimed_law_understands_other_spellings(text, law):
    assert claimed_law(claim(text)) == law


@pytest.mark.parametrize("text", ["n^7", "", "fast", "none", "n^k", "O()", "x" * 300])
def test_claimed_law_names_the_claim_that_is_no_law(text):
    with pytest.raises(
        InputError, match=r'claim 1 of "complexity" \(time_x\) claims .* no known law; choose one of 1, '
    ):
        claimed_law(claim(text))


def test_claim_about_takes_the_first_that_fits():
    claims = parse_claims(
        {
            "complexity": [
                {"benchmark": "time_x", "axis": "n", "bytes_per_n": 8},
                {"benchmark": "time_x", "where": {"how": "slow"}, "claim": "n^2"},
                {"benchmark": "time_x", "axis": "k", "claim": "1"},
                {"benchmark": "time_x", "claim": "n"},
                {"benchmark": "time_x", "claim": "n log n"},
            ]
        }
    )

    def about(how, axis):
        return claim_about(Series("m.time_x", (("how", repr(how)),), axis), claims)

    assert about("slow", "n").law == "n^2"
    assert about("fast", "n").law == "n"
    assert about("fast", "k").law == "1"
    assert claim_about(Series("m.time_y", (), "n"), claims) is None
    assert [entry.law for entry in unmatched(claims, [claims[1], claims[3]])] == ["1", "n log n"]


def test_claims_speak_about_every_kind_of_benchmark_that_their_pattern_finds():
    claims = parse_claims({"complexity": [{"benchmark": "Suite", "claim": "n"}]})
    assert all(claim_about(Series(f"Suite.{kind}_x", (), "n"), claims) for kind in ("time", "peakmem", "track"))
    times = parse_claims({"complexity": [{"benchmark": "time_x", "claim": "n"}]})
    assert claim_about(Series("Suite.peakmem_x", (), "n"), times) is None


def test_exponents_that_are_unknown_exclude_nothing():
    found = analysis("n^2", False, {"n^2": 0.7, "n^3": 0.3}, (math.nan, math.nan, math.nan))
    verdict = judge(claim("n"), found)
    assert verdict.outcome == OPEN
    assert "exponent" not in verdict.evidence
