"""What another user of the machine can reach while the commands work: nothing."""

import subprocess
import time

import psutil
import pytest
from made_table import write_command
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
with distributed.Client(address, timeout=10) as client:
    print(client.submit(steal, file).result(timeout=30))
"""


def listening(pid):
    """List the ports that a process and those below it listen on."""
    found = []
    for process in (psutil.Process(pid), *psutil.Process(pid).children(recursive=True)):
        try:
            connections = process.net_connections(kind="inet")
        except psutil.Error:  # it has just ended
            continue
        found += [connection.laddr.port for connection in connections if connection.status == psutil.CONN_LISTEN]
    return found


def test_another_user_finds_nothing_to_connect_to_while_a_table_is_written(tmp_path):
    folder = tmp_path / "table"
    process = subprocess.Popen(write_command(folder, "--workers", 2), stdout=subprocess.DEVNULL)
    seen, workers = set(), 0
    try:
        while len(list(folder.glob("rows-*.parquet"))) < 3 and process.poll() is None:
            seen.update(listening(process.pid))
            workers = max(workers, len(psutil.Process(process.pid).children()))
            time.sleep(0.1)
        assert process.poll() is None
    finally:
        process.kill()
        process.wait()
    assert workers == 2
    assert seen == set()


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
