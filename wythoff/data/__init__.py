"""
Data about Wythoff's game that nobody has published: how they are made, and how they are checked.

`periods` proves the periods of rows of Grundy values and `value_positions` finds the positions of one Grundy value;
`three_heaps` has the lost positions of three heaps, `sequences` the b-files of sequences that the OEIS lacks, and
`agreement` the record of rows on which the strategies agree. Each ``check_`` module decides the same by another
computation and imports nothing of what it checks. `scripts/make_data.py` and `scripts/check_data.py` run them; the page
docs/data.md says what has been found.
"""
