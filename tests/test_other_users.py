"""What another user of the machine can reach while the commands work: nothing."""

import subprocess
import sys
import time

import psutil
import pytest
from made_table import make
from other_user import open_folder, run_as_nobody, secret_file

pytest.importorskip("pyarrow", reason="stored tables need pyarrow")
pytest.importorskip("filelock", reason="stored tables need filelock")

from wythoff.errors import InputError
from wythoff.out_of_core import Tls, write_table

pytestmark = pytest.mark.slow

# What could be done to the cluster that local work once started: any code, as the user who runs it.
TOOLS = """
import sys
import distributed
with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None, protocol="tcp") as cluster:
    with distributed.Client(cluster) as client:
        client.submit(int).result()  # whatever is imported on the way
"""
ATTACK = """
def steal(file):
    import pathlib
    return pathlib.Path(file).read_text()

address, file = sys.argv[1:]
with distributed.Client(address, timeout=120) as client:
    print(client.submit(steal, file).result(timeout=120))
"""


# What another user could try on processes that are there: their pipes, their memory, signals, what they write.
INTRUDE = """
import os, sys
got = []
for pid in sys.argv[2:]:
    numbers = range(64)
    for path in [f"/proc/{pid}/mem", f"/proc/{pid}/environ", *(f"/proc/{pid}/fd/{number}" for number in numbers)]:
        for how in (os.O_RDONLY, os.O_WRONLY):
            try:
                os.open(path, how | os.O_NONBLOCK)
                got.append(path)
            except OSError:
                pass
    try:
        os.kill(int(pid), 0)
        got.append(pid)
    except OSError:
        pass
for folder, folders, files in os.walk(sys.argv[1]):
    got += [path for path in [folder, *(os.path.join(folder, file) for file in files)] if os.access(path, os.W_OK)]
print(got)
"""
LONG = {
    "table": ["table", "--to", 12_000_000, "-a", 2, "--folder", "new", "--partition-rows", 300_000],
    "verify": ["verify", "stored"],
    "agree": ["agree", "--to", 10**8, "-a", 2],
}


def sockets(processes):
    """List what the processes listen on, or would answer on to whoever knows its name."""
    found = [connection for process in processes for connection in process.net_connections(kind="all")]
    return [connection.laddr for connection in found if connection.laddr]


@pytest.mark.parametrize("name", LONG)
def test_another_user_gets_at_nothing_of_a_command_and_its_workers(tmp_path, name):
    if name == "verify":
        make(tmp_path / "stored", 2_000_000, partition_rows=100_000)
    secret_file(open_folder(tmp_path))
    command = [sys.executable, "-m", "wythoff._command", *map(str, LONG[name]), "--workers", "2"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=tmp_path)
    everything = [psutil.Process(process.pid)]
    try:
        while len(everything) < 3:
            assert process.poll() is None
            time.sleep(0.01)
            everything[1:] = everything[0].children(recursive=True)
        for one in everything:
            one.suspend()  # so that they are still there when the other user comes
        assert sockets(everything) == []
        got = run_as_nobody(INTRUDE, tmp_path, *(one.pid for one in everything))
        assert (got.returncode, got.stdout) == (0, "[]\n"), got.stderr
    finally:
        for one in everything:
            one.kill()
        process.communicate()


@pytest.mark.parametrize("encrypted", [False, True])
def test_another_user_gets_into_a_scheduler_over_tcp_and_not_into_one_with_certificates(tmp_path, encrypted):
    pytest.importorskip("distributed", reason="a scheduler needs dask")
    from distributed import LocalCluster

    file = secret_file(open_folder(tmp_path))
    options = {"host": "127.0.0.1", "dashboard_address": None, "n_workers": 1, "processes": False}
    options |= {"protocol": "tcp", "scheduler_kwargs": {"dashboard_address": "127.0.0.1:0"}}
    if encrypted:
        from distributed import Security
        from made_certificates import certificates

        ca, cert, key = certificates(tmp_path)
        names = ("scheduler", "worker", "client")
        files = {f"tls_{name}_{what}": str(path) for name in names for what, path in (("cert", cert), ("key", key))}
        options |= {"security": Security(tls_ca_file=str(ca), require_encryption=True, **files), "protocol": "tls"}
    with LocalCluster(**options) as cluster:
        got = run_as_nobody(ATTACK, cluster.scheduler_address, file, before=TOOLS)
        if encrypted:
            tls = Tls(ca, cert, key)
            made = write_table(tmp_path / "table", 1000, scheduler=cluster.scheduler_address, tls=tls)
            assert made.n_stored_rows == 1001
            with pytest.raises(InputError, match="no Dask scheduler answers at tls://"):
                write_table(tmp_path / "table", 2000, scheduler=cluster.scheduler_address)
    assert (got.returncode, got.stdout) == ((1, "") if encrypted else (0, "of root's\n")), got.stderr
