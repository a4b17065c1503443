"""
The examiner of the growth analysis: many designs of series whose law is known, and a table of how an analysis does.

* `truth`: costs that grow by a law, and the sizes that people measure
* `disturbances`: what machines add to them, made; `noise`: the same, recorded
* `designs`: the registry; a design is one way in which people really measure, or in which costs really bend
* `verdicts`: what an analysis answers, series by series, and the table of each design

``scripts/judge_growth.py`` is the command. Designs are judged one by one: a method that is right on average may be
wrong in every series of somebody's kind.
"""
