"""
The sweep: any asv project's benchmarks measured in ascending size, saved batch by batch, resumed where they stopped.

* `run`: the loop; `options`: what it can be asked for; `progress`: what it shows meanwhile;
  `words`: what it says before and after
* `project`: what asv knows about the project; `record`: what is known about each point
* `plan`, `predict`, `timing`: what comes next and when a series stops; `again`: what is measured again; pure functions
* `asv_process`, `_asv_run`, `_asv_child`: asv as a watched process, and the processes that it measures in; `task`: what
  a run of asv is for; `outcome`: what became of the points in it; `observed`: how busy the machine was at them
* `store`: whole files only, one sweep at a time; `merge`: points that get their earlier results back; `journal`:
  ``sweep.jsonl``, what happened and why. The format of ``conditions.jsonl`` is in `wythoff.harness.conditions`
"""
