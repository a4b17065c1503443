"""A subject whose calls cost what a formula says, with noise from a seed: the loop of measuring without a clock."""

import numpy as np

from wythoff.harness.measure.timing import Sample


class Made:
    """Costs seconds a call by ``cost(n)``; `taken` lists what was sampled."""

    fresh = False

    def __init__(self, cost, *, seed=0, noise=0.01, making=None, waits=0, threads=1.0, bytes_per_n=0, now=None):
        self.cost, self.noise = cost, noise
        self.making = making or (lambda n: 1e-9 * n)
        self.waits, self.threads, self.bytes_per_n = waits, threads, bytes_per_n
        self.random = np.random.default_rng(seed)
        self.taken = []
        self.now = now

    def begin(self, n):
        return self.cost(n)

    def sample(self, n, calls):
        wall = calls * self.cost(n) * float(np.exp(self.noise * self.random.exponential()))
        cpu = wall * (0.01 if self.waits else 1.0)
        made = self.making(n)
        self.taken.append((n, calls))
        if self.now is not None:
            self.now[0] += wall + made
        peak = 10**7 + round(self.bytes_per_n * n)
        return Sample(n, calls, wall, cpu, cpu * self.threads, self.waits * calls, made, peak, made)
