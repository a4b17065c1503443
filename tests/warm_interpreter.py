"""
Programs in processes of their own, forked from an interpreter that has loaded what asv and pages need.

Each start of asv loads modules for half a second, and hundreds of tests start it. Where it is not the start that is
tested, this does as well: a process of its own, with arguments, environment, folder, streams and session as asked for.
`Program` stands in for `subprocess.Popen` as far as the sweep uses it; what it can't do as asked, `popen` leaves to
that. Tests that kill or interrupt a whole sweep, and that of ``docs/your-project.md``, start real interpreters.
"""

import atexit
import contextlib
import functools
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from types import SimpleNamespace

# Nothing of this package: what a program of its forgets to import must stay missing.
ASV = ("asv.main", "psutil")
SCIPY = ("scipy.linalg", "scipy.optimize", "scipy.special", "scipy.stats")
PAGES = (*ASV, *SCIPY)
COMMANDS = ("numba", "psutil", "rich.console", "typer", *SCIPY)
# asv_runner loads pympler for a kind of benchmark that no test has, and pympler NumPy, in each of asv's processes. This
# folder, before all others on the path, has it do without.
PATH = str(Path(__file__).parent / "data" / "without_pympler")
ENVIRONMENT = {**os.environ, "PYTHONPATH": PATH}
STREAMS = (("stdin", "r", "strict"), ("stdout", "w", "strict"), ("stderr", "w", "backslashreplace"))
# An interpreter reads these as it starts.
READ_AT_START = ("PYTHON", "LC_", "LANG", "MALLOC", "LD_", "OPENBLAS", "OMP_")


def is_alike(environment):
    """Tell whether an interpreter with this environment would start as the warm one did."""
    mine, other = (
        {name: value for name, value in each.items() if name.startswith(READ_AT_START)}
        for each in (ENVIRONMENT, environment)
    )
    return hasattr(os, "fork") and mine == other


class Program:
    """
    A program that runs in a fork of the warm interpreter, after that has loaded the `modules` named.

    `words` are what would follow the interpreter's name; `out` and `errors` are where the streams of output go, but for
    those of the numbers in `closed`, which the program finds closed as it starts.
    """

    def __init__(self, words, modules, cwd, env, out, errors, closed=()):
        ours, theirs = os.pipe()
        takes, gives = os.pipe()
        asked = {"words": words, "modules": modules, "cwd": str(cwd), "env": env, "closed": closed}
        request = json.dumps(asked).encode()
        with server().lock:
            server().socket.send(len(request).to_bytes(8, "little"))
            socket.send_fds(server().socket, [request[:1]], [takes, out, errors, theirs])
            server().socket.sendall(request[1:])
        os.close(theirs)
        os.close(takes)
        self.returncode = None
        self.stdin = os.fdopen(gives, "wb", buffering=0)
        self._status = os.fdopen(ours, "rb", buffering=0)
        self.pid = int(self._status.readline())

    def poll(self):
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout=None):
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("a program", timeout)
            self.returncode = int(self._status.readline())
            self._status.close()
        return self.returncode

    def kill(self):
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


def popen(command, *, cwd, env, stdin, stdout, stderr, start_new_session):
    """Start a sweep's program as `subprocess.Popen` would."""
    taken = (command[:2], stdin, stderr) == ([sys.executable, "-P"], subprocess.PIPE, subprocess.STDOUT)
    if not (taken and start_new_session and is_alike(env)):
        return subprocess.Popen(
            command, cwd=cwd, env=env, stdin=stdin, stdout=stdout, stderr=stderr, start_new_session=start_new_session
        )
    return Program(command[2:], ASV, cwd, env, stdout.fileno(), stdout.fileno())


def start(words, out, errors, *, cwd, env=ENVIRONMENT, modules=COMMANDS, closed=()):
    """
    Start a program whose streams of output are files of these numbers.

    Only a fork can have standard streams `closed`, which are their numbers.
    """
    if is_alike(env):
        return Program(words, modules, cwd, env, out, errors, closed)
    assert not closed
    command = [sys.executable, *words]
    return subprocess.Popen(command, cwd=cwd, env=env, stdin=subprocess.PIPE, stdout=out, stderr=errors)


def run(words, *, cwd, **how):
    """Run a program, see `start`, to its end; return what `subprocess.run` does, with output and errors as texts."""
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as out,
        tempfile.TemporaryFile("w+", encoding="utf-8") as errors,
    ):
        program = start(words, out.fileno(), errors.fileno(), cwd=cwd, **how)
        program.stdin.close()
        try:
            code = program.wait(300)
        finally:
            program.kill()
        out.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(words, code, out.read(), errors.read())


# What the sweep's module sees as `subprocess`.
SUBPROCESS = SimpleNamespace(
    Popen=popen, PIPE=subprocess.PIPE, STDOUT=subprocess.STDOUT, TimeoutExpired=subprocess.TimeoutExpired
)


@functools.cache
def server():
    """Start the warm interpreter of this process; it ends with it."""
    ours, theirs = socket.socketpair()
    process = subprocess.Popen(
        [sys.executable, "-P", __file__, str(theirs.fileno())],
        cwd=Path(__file__).parent,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        pass_fds=[theirs.fileno()],
    )
    theirs.close()

    def end():
        ours.close()
        process.wait()

    atexit.register(end)
    return SimpleNamespace(socket=ours, lock=threading.Lock())


def serve(connection):
    while size := connection.recv(8, socket.MSG_WAITALL):
        with contextlib.suppress(ChildProcessError):  # those that have ended
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        first, fds, _, _ = socket.recv_fds(connection, 1, 4)
        request = json.loads(first + connection.recv(int.from_bytes(size, "little") - 1, socket.MSG_WAITALL))
        for name in request["modules"]:
            with contextlib.suppress(ImportError):  # the program will say so
                load(name)
        if os.fork() == 0:
            connection.close()
            watch(request, fds)
        for fd in fds:
            os.close(fd)


def load(name):
    importlib.import_module(name)
    if name == "numba":  # which finds out what it can compile when it first does, for longer than that takes
        registry = importlib.import_module("numba.core.registry")
        registry.cpu_target.typing_context.refresh()
        registry.cpu_target.target_context.refresh()


def watch(request, fds):
    """Start the program, and tell its number and how it ended; nobody waits for this process."""
    *streams, status = fds
    number = os.fork()
    if number == 0:
        os.close(status)
        become(request, streams)
    for fd in streams:
        os.close(fd)
    os.write(status, b"%d\n" % number)
    code = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
    with contextlib.suppress(BrokenPipeError):
        os.write(status, b"%d\n" % code)
    os._exit(0)


def become(request, streams):
    """Turn this process into the program."""
    import runpy
    import traceback

    code = 1
    try:
        os.setsid()
        os.chdir(request["cwd"])
        for target, fd in enumerate(streams):
            os.dup2(fd, target)
        for fd in streams:
            os.close(fd)
        # As an interpreter has it that starts now. The streams that are there may take theirs for files, not for pipes.
        for fd, (name, mode, errors) in enumerate(STREAMS):
            stream = None
            if fd in request["closed"]:
                os.close(fd)
            else:
                stream = open(fd, mode, encoding="utf-8", errors=errors, closefd=False)
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)
        os.environ.clear()
        os.environ.update(request["env"])
        time.tzset()
        words = request["words"]
        if words[0] == "-m":
            sys.argv, run = words[1:], runpy.run_module
            sys.path.insert(0, request["cwd"])
        else:
            sys.argv, run = words, runpy.run_path
        try:
            run(sys.argv[0], run_name="__main__", **({"alter_sys": True} if run is runpy.run_module else {}))
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
            if isinstance(end.code, str):
                print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(Exception):
            atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):
                stream.flush()
        os._exit(code)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
