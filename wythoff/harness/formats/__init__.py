"""Readers of result files, one file for each program that writes them; `wythoff.harness.results` chooses."""
