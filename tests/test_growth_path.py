"""The line through the data: close to what was measured, shaped by the law between sizes, and level beyond them."""

import numpy as np
import pytest

from wythoff.errors import InputError
from wythoff.harness.growth import analyse

SIZES = [2**k for k in range(6, 18, 2)]


def wandering(n):
    """Return linear cost that doubles where a cache ends, with an overhead."""
    return (3e-9 if n < 2000 else 6e-9) * n + 2e-7


@pytest.fixture(scope="module")
def found():
    return analyse(SIZES, [[wandering(n), 1.01 * wandering(n)] for n in SIZES])


def off(costs, values):
    return float(np.sqrt(np.mean(np.log(np.asarray(costs) / values) ** 2)))


def test_the_path_follows_jumps_that_the_law_alone_misses(found):
    path, line = found.path(found.law, SIZES), found.line(found.law, SIZES)
    assert off(path, found.values) < 0.25 * off(line, found.values)
    assert off(path, found.values) < 0.1


def test_between_sizes_it_has_the_shape_of_the_law(found):
    # Straight from size to size in logarithms, the overhead's bend would be cut off.
    middle = float(np.sqrt(SIZES[0] * SIZES[1]))
    straight = float(np.sqrt(wandering(SIZES[0]) * wandering(SIZES[1])))
    assert abs(found.path("n", [middle])[0] / wandering(middle) - 1) < abs(straight / wandering(middle) - 1)


def test_beyond_the_last_size_the_level_stays(found):
    ahead = [2 * SIZES[-1], 4 * SIZES[-1]]
    ratio = found.path("n", ahead) / found.line("n", ahead)
    assert ratio == pytest.approx([ratio[0]] * 2, rel=1e-3)


def test_counts_are_followed_exactly():
    sizes = [2**k for k in range(4, 13)]
    found = analyse(sizes, [7 * n + 5 for n in sizes], unit="operations")
    assert found.path(found.law, sizes) == pytest.approx(found.values, rel=1e-3)


def test_without_curves_and_for_one_size_there_is_no_path(found):
    assert np.isnan(found.without_curves().path("n", SIZES)).all()
    assert np.isnan(analyse([8], [1e-6]).path("n", [8.0])).all()
    with pytest.raises(InputError, match="law must be one of"):
        found.path("n^7", SIZES)
