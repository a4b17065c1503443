#!/usr/bin/env python3
"""
Tell how benchmarks grow: the law or "undecided", the exponent, and whether the claims of asv.conf.json hold.

Reads anybody's asv results (also Google Benchmark, pytest-benchmark and hyperfine JSON, and CSV). Of each series the
newest measured commit is taken; what was left out, and why, is always listed.
"""

from wythoff.harness.fit.command import main

if __name__ == "__main__":
    main("fit_complexity", __doc__)
