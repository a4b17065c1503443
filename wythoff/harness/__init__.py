"""Measuring: machine facts, sweeps through asv, reading what was measured."""
