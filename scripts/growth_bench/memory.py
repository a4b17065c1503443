"""
Made memories: what an access costs by how much memory the accesses fall into.

Caches, their latencies and the reach of the TLB are drawn anew for each series. Nothing of it is what the analysis
assumes, which knows no latencies: it is how machines are built [1]_.

References
----------
.. [1] J. L. Hennessy and D. A. Patterson, Computer Architecture: A Quantitative Approach, 6th edition, sections 2.3 and
   2.6, and appendix B: hierarchies of present processors, sizes and latencies of their caches and TLBs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from growth_bench.truth import Floats, Random, log_uniform

_PAGE: int = 4096
_HUGE_PAGE: int = 2**21


@dataclass(frozen=True)
class Memory:
    """
    What holds data, from the nearest on.

    Attributes
    ----------
    first_ns : float
        Nanoseconds of an access to the nearest cache.
    size : numpy.ndarray of float64, shape (levels,)
        Bytes that each cache holds, and each TLB reaches.
    penalty_ns : numpy.ndarray of float64, shape (levels,)
        What an access takes longer that it does not serve.
    """

    first_ns: float
    size: Floats
    penalty_ns: Floats

    def access_ns(self, bytes_used: Floats) -> Floats:
        """
        Return the nanoseconds of an access to one of so many bytes, all alike often.

        A level of size C serves C / W of W bytes. As it isn't used for these data alone, and since its lines are not
        spread evenly, the share of misses is a mean over C from half to twice its size.
        """
        sizes = self.size[:, None] * np.exp2(np.linspace(-1.0, 1.0, 9))
        missed = np.maximum(1 - sizes[..., None] / np.maximum(bytes_used, 1.0), 0.0).mean(1)
        return np.asarray(self.first_ns + self.penalty_ns @ missed, float)


def drawn(random: Random) -> Memory:
    """Draw a machine's memory: three caches, two TLBs, huge pages in a third of the cases, a noisy last cache."""
    pages = _HUGE_PAGE if random.random() < 1 / 3 else _PAGE
    caches = (
        2.0 ** random.uniform(15.0, 15.6),  # 32 to 48 KiB
        2.0 ** random.uniform(18.0, 21.0),  # 256 KiB to 2 MiB
        2.0 ** random.uniform(21.0, 26.0),  # 2 to 64 MiB: others share it
    )
    reach = (64.0 * pages, float(random.choice([1536.0, 2048.0, 3072.0])) * pages)
    penalties = (
        random.uniform(2.0, 4.0),
        log_uniform(random, 8.0, 25.0),
        log_uniform(random, 50.0, 130.0),
        random.uniform(1.0, 3.0),
        log_uniform(random, 5.0, 50.0),  # the walk's own tables leave the caches too, and under a hypervisor twice
    )
    return Memory(random.uniform(0.8, 1.6), np.array([*caches, *reach]), np.array(penalties))
