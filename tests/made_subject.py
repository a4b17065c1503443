"""A subject whose calls cost what a formula says, with noise from a seed: the loop of measuring without a clock."""

import numpy as np

from wythoff.harness.counts import Counts
from wythoff.harness.measure.timing import Sample


class Made:
    """
    Costs seconds a call by ``cost(n)``; `taken` lists what was sampled, `counted` the sizes that were counted.

    A call has ``operations(n)``, none that can be counted by default, and takes `slower` times as long when it is
    counted; the first call and the first count take `compiling_s` longer.
    """

    fresh = False

    def __init__(
        self,
        cost,
        *,
        seed=0,
        noise=0.01,
        making=None,
        waits=0,
        threads=1.0,
        bytes_per_n=0,
        operations=None,
        unseen=None,
        slower=1.0,
        compiling_s=0.0,
        now=None,
    ):
        self.cost, self.noise = cost, noise
        self.making = making or (lambda n: 1e-9 * n)
        self.waits, self.threads, self.bytes_per_n = waits, threads, bytes_per_n
        self.operations, self.unseen, self.slower = operations, unseen or {}, slower
        self.compiling_s = compiling_s
        self.random = np.random.default_rng(seed)
        self.taken = []
        self.counted = []
        self.now = now

    def begin(self, n):
        self._wait(self.compiling_s)
        return self.compiling_s + self.cost(n)

    def sample(self, n, calls):
        wall = calls * self.cost(n) * float(np.exp(self.noise * self.random.exponential()))
        cpu = wall * (0.01 if self.waits else 1.0)
        made = self.making(n)
        self.taken.append((n, calls))
        self._wait(wall + made)
        peak = 10**7 + round(self.bytes_per_n * n)
        return Sample(n, calls, wall, cpu, cpu * self.threads, self.waits * calls, made, peak, made)

    def count(self, n):
        self._wait(self.slower * self.cost(n) + (0.0 if self.counted else self.compiling_s))
        self.counted.append(n)
        if self.operations is None:
            return None
        return Counts(self.operations(n), {}, True, self.unseen, "python", "made")

    def _wait(self, seconds):
        if self.now is not None:
            self.now[0] += seconds
