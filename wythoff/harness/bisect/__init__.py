"""
The commit at which growth changed: between a good and a bad one, by probabilities rather than pass and fail.

* `position`: where a commit's series lies between GOOD's and BAD's; `posterior`: how probable that makes each commit;
  `search`: what to measure next, and when to stop. None of these knows where measurements come from
* `line`: the line of commits, as git has it
* `measured`: their results in asv's files, and sweeps of what is missing; `diary`: ``bisect.jsonl``, what was tried
* `bisection`: all of this in its order; `run`: what the command does, with `options`; `display`, `words`, `formats`
  and `pictures` show it
"""
