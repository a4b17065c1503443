"""
The command `wythoff`, whose sweeps start asv where it is loaded.

For tests in which the command is a process of its own, and starts asv many times.
"""

import warm_interpreter  # first: it notes the environment as it is

from wythoff._command import main
from wythoff.harness.sweep import asv_process

if __name__ == "__main__":
    asv_process.subprocess = warm_interpreter.SUBPROCESS
    main()
