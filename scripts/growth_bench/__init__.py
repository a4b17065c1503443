"""Judges the analysis of growth by data that did not shape it: recorded noise, and what other modules here add."""
