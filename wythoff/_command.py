"""
The command `wythoff` as a process: what its script calls.

It imports next to nothing before Ctrl-C is dealt with, as the rest takes a while to import.
"""

from __future__ import annotations

import sys

from wythoff import _interrupts
from wythoff._output import open_what_is_closed


def main() -> None:
    """Run the command, and end the process."""
    open_what_is_closed()  # first, else what is opened next would take the place
    try:
        _interrupts.arm("wythoff")
        from wythoff import cli

        cli.main()
    except KeyboardInterrupt:
        _interrupts.tell()
        sys.exit(_interrupts.CODE)
    finally:
        _interrupts.leave()


if __name__ == "__main__":
    main()
