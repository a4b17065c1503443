"""
The command `wythoff fit`: growth laws of everything in a results folder, and the claims about them.

* `command`: its options on the command line, and `shared_options` those that `wythoff report` has too; `options`: the
  same, checked; `run`: from options to exit code
* `sources`: which results and which configuration; `select`: which rows become series, and why the others don't
* `fitting`: the analysis of every series, on all cores where there are many
* `table`, `notes`, `cells`, `formats`: what is printed, and `unicode_plot` a picture with it
* `line`, `plots`, `file_names`: what is drawn
"""
