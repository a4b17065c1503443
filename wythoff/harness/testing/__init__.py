"""
Growth asserted in tests, with a bound on false alarms that holds on busy machines.

`assert_growth` is the whole of it for a caller, and the fixture ``growth`` of the pytest plugin is the same. Within:

* `bets`: the sequential test; `legs`: what a round of it measures; `control`: work of known growth beside it
* `sizes`: two sizes that are far enough apart; `trial`: rounds until the test ends; `confirm`: again elsewhere
* `logarithms`: what a logarithm more takes, counts; `verdict`: what came out, in words

The plugin is `wythoff.harness.pytest_plugin`, apart from this, whose import takes time.
"""

from wythoff.harness.testing.assertion import GrowthUndecidedWarning, assert_growth
from wythoff.harness.testing.verdict import GrowthVerdict

__all__ = ["GrowthUndecidedWarning", "GrowthVerdict", "assert_growth"]
