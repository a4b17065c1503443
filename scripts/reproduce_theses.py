#!/usr/bin/env python3
"""
Compute every table, figure, example and erratum of the theses, slides and poster again, and write a page about it.

Nothing is measured: times come from saved results. Exits with 1 if anything that must hold does not.
"""

from wythoff.commands.reproduce import main

if __name__ == "__main__":
    main("reproduce_theses", __doc__)
