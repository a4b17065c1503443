"""What runs in a fresh process: a trial that is asked for on standard input, and answered on standard output."""

import os
import pickle
import sys


def main() -> None:
    """Answer one request."""
    request = pickle.loads(sys.stdin.buffer.read())
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # whatever the function prints is no answer
    sys.path[:] = request["path"]
    from wythoff.harness.testing.trial import run_trial

    function, make_args = pickle.loads(request["call"])
    found = run_trial(function, make_args, request["law"], **request["options"])
    with answer:
        answer.write(pickle.dumps(found))


if __name__ == "__main__":
    main()
