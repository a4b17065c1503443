"""
Tables in files of other people: text of any layout, npy and Parquet, read in blocks and row by row with their places.

`text` recognises the layout of a text and reads it in chunks of whole lines, `lines` has the rule for one line and
`scan` the same rule compiled, for lines of the plainest form; `arrays` reads the binary formats; `rows` is what all of
them give, and `inference` finds out what they leave unsaid, the parameter above all.
"""
