"""
The sweep: any asv project's benchmarks measured in ascending size, saved batch by batch, resumed where they stopped.

* `run`: the loop; `options`: what it can be asked for; `progress`: what it shows meanwhile
* `project`: what asv knows about the project; `record`: what is known about each point
* `plan`, `predict`, `timing`: what comes next and when a series stops; pure functions
* `asv_process`, `_asv_run`: asv as a watched process; `outcome`: what became of the points in it
* `store`: whole files only, one sweep at a time; `journal`: ``sweep.jsonl``, what happened and why
"""
