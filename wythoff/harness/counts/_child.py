"""
What runs under Valgrind: a function called so many times, with copies of its arguments made before.

Started as a script, by `wythoff.harness.counts.callgrind`; imports nothing of the package, whose import would be part
of what is measured.
"""

import pickle
import sys
from multiprocessing import spawn
from pathlib import Path


def main() -> int:
    """Carry out what the file named on the command line asks for."""
    task = Path(sys.argv[1])
    request = pickle.loads(task.read_bytes())
    spawn.prepare(request["preparation"])
    calls = [pickle.loads(request["call"]) for _ in range(request["copies"])]
    try:
        for function, args in calls[: request["calls"]]:
            function(*args)
    except Exception as error:
        task.with_suffix(".error").write_text(f"{type(error).__name__}: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
