"""asv suites: timed code and its shared buffers, nothing else."""
