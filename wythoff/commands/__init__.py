"""
The commands of `wythoff`, one file for each family: they parse, call and print, and know nothing of the game.

`numbers` has single rows and numbers, `moves` the positions of Wythoff's game, `tables` writes tables, `boards` draws,
`games` is about every other game, `play` plays any of them, `harness` measures. `verify`, `census` and `out_of_core`
check tables and formulas, `reproduce` the source documents. Typer needs each command's options at
start-up, so these modules import nothing heavy; what a command needs it imports when it runs.
"""
