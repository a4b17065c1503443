"""
The source documents of this project held against exact results: every table, figure and example, and what is wrong.

The documents are two theses on Wythoff's game (the draft of May 2020 and the final one of September 2020), slides on
Nim and Grundy numbers (March 2023) and a poster on Wythoff's own game (2024).

* `printed`: the printed tables, kept in ``data``: lines of numbers between commas below a header, # begins a comment
* `outcome`: what became of one printed statement
* `rows`, `timings`: the tables of positions and of times, printed beside exact or measured
* `charts`, `figures`: the time plots and boards drawn again
* `examples`, `game_examples`, `lemmas`: what the documents work out or prove
* `poster`: the three methods of the poster for a = 1
* `programs`: the printed programs, step by step as they stand, with their errors
* `errata`: the 37 errors, each with cases that run
* `run`: everything put together
* `html`, `sections`, `time_section`, `page`, `write`: the page, and the other files
"""
