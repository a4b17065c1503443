"""
The command `wythoff` as a process: what its script calls.

It imports next to nothing before Ctrl-C is dealt with, as the rest takes a while to import.
"""

from __future__ import annotations

from wythoff._process import interrupts, loading, threads
from wythoff._process.output import open_what_is_closed


def main() -> None:
    """Run the command, and end the process."""
    open_what_is_closed()  # first, else what is opened next would take the place
    try:
        with interrupts.ending():  # around the beginning of the watch as well, which takes a thread's start
            interrupts.arm("wythoff")
            threads.need_none()
            loading.look_before()
            from wythoff import cli

            cli.main()
    finally:
        interrupts.leave()


if __name__ == "__main__":
    main()
