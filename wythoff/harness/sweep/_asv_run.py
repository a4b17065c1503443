"""
The part of a sweep that runs inside asv's own process: discover a project's benchmarks, or measure some of its points.

It is started as a file, with a request (JSON) as its only argument and the folder of asv.conf.json as working
directory, and imports nothing of this package: the project that is measured may bring another version of it.

It does what ``asv run`` does with the same classes of asv, except that
- results go to the folder that the request names, seeded with what is there, so that asv merges;
- the points come by index, as a regular expression can't tell apart every parameter that can be written;
- every single point is reported as it starts and ends, with its outcome, which asv's result files don't keep;
- a point that failed is not tried again in the next round, and larger sizes of its series are not tried after it;
- as many rounds are run as the request says, and their samples are added to those that are there if it says so;
- the machine is watched while a process measures, and the process notes its processor time (``_asv_child.py``);
- ``~/.asv-machine.json`` is only read: asv rewrites it in each run, and a kill at that moment would cut it off.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import json
import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

import asv
import psutil
from asv import runner, util
from asv.benchmarks import Benchmarks
from asv.commands.setup import Setup
from asv.config import Config
from asv.console import log
from asv.environment import ExistingEnvironment, get_environments
from asv.machine import Machine, MachineCollection
from asv.plugin_manager import plugin_manager
from asv.repo import NoSuchNameError, get_repo
from asv.results import Results, get_filename

OUTPUT_KEPT = 4000
CHILD_SCRIPT = Path(__file__).with_name("_asv_child.py")
# The child script's own constants; it isn't imported, as it belongs into other environments.
SCRIPT_VARIABLE = "WYTHOFF_SWEEP_ASV_SCRIPT"
NOTES_SUFFIX = ".conditions"
# The sweep's own constant, in the environment of whatever this process starts.
MARK = "WYTHOFF_SWEEP_RUN"
# Calibration loops before and after each process, each some milliseconds long.
LOOPS = 2
LOOP_STEPS = 50_000
# Names of versions are looked up, nothing is imported that takes long.
FACTS_SCRIPT = """
import json, platform
facts = {"interpreter": platform.python_implementation() + " " + platform.python_version()}
try:
    from importlib.metadata import version
    facts["numba"] = version("numba")
    from llvmlite import binding
    facts["llvm"] = ".".join(map(str, binding.llvm_version_info))
except Exception:
    pass
print(json.dumps(facts))
"""
# What is built inside a submodule is none of its files.
QUIET = ("--no-ext-diff", "--no-color", "--ignore-submodules=untracked")
_dying = threading.Event()


class Reporter:
    """Writes one JSON object per line to the file that the sweep reads along."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __call__(self, event: str, **fields: Any) -> None:
        self._stream.write(json.dumps({"event": event, **fields}) + "\n")
        self._stream.flush()


def loop_s() -> float:
    """Time a fixed piece of work that needs nothing but the processor."""
    begun = time.perf_counter()
    total = 0
    for step in range(LOOP_STEPS):
        total += step * step & 7
    return time.perf_counter() - begun


def processor_times() -> tuple[int, int] | None:
    """Return the ticks that all processors were wanted so far, and those of them that were stolen; None if unknown."""
    try:
        first = Path("/proc/stat").read_text(encoding="ascii").partition("\n")[0].split()
        user, nice, system, _, _, irq, softirq, steal = map(int, first[1:9])
    except (OSError, ValueError):
        return None
    return user + nice + system + irq + softirq + steal, steal


class WatchedSpawner:
    """Stands in for asv's spawner, and notes what the machine did while a process measured, and what that noted."""

    def __init__(self, spawner: Any) -> None:
        self._spawner = spawner
        self.notes: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._spawner, name)

    def run(self, **options: Any) -> Any:
        """Run a process as asv does."""
        loops, before = [loop_s() for _ in range(LOOPS)], processor_times()
        try:
            return self._spawner.run(**options)
        finally:
            after = processor_times()
            loops += [loop_s() for _ in range(LOOPS)]
            self.notes = {"loops_s": loops, **self._of_the_machine(before, after)}
            self.notes.update(self._of_the_process(Path(options["result_file_name"] + NOTES_SUFFIX)))

    def _of_the_machine(self, before: tuple[int, int] | None, after: tuple[int, int] | None) -> dict[str, Any]:
        notes: dict[str, Any] = {}
        if hasattr(os, "getloadavg"):
            notes["load"] = round(os.getloadavg()[0], 2)
        if before is not None and after is not None and after[0] > before[0]:
            notes["stolen"] = round((after[1] - before[1]) / (after[0] - before[0]), 4)
        return notes

    def _of_the_process(self, file: Path) -> dict[str, Any]:
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):  # it failed, or its asv_runner can't be watched
            return {}
        finally:
            file.unlink(missing_ok=True)
        return found if isinstance(found, dict) else {}


class PointRunner:
    """Stands in for asv's function that runs one parameter combination once, and reports what happens."""

    def __init__(self, request: dict[str, Any], report: Reporter) -> None:
        self._run = runner._run_benchmark_single_param
        self._report = report
        self._all_succeeded_before = request["again"]
        self._points = {(point["benchmark"], point["index"]): point for point in request["points"]}
        self._failures: dict[tuple[str, int], Any] = {}
        self.seen: set[tuple[str, int]] = set()

    def __call__(
        self, benchmark: dict[str, Any], spawner: Any, param_idx: int, extra_params: dict[str, Any], **options: Any
    ) -> Any:
        if _dying.is_set():
            threading.Event().wait()  # until the process ends; a benchmark started now would be left behind
        key = (benchmark["name"], param_idx)
        self.seen.add(key)
        if key in self._failures:
            return self._failures[key]
        if self._smaller_failed(key):
            self._report("untried", benchmark=key[0], index=key[1])
            return runner.BenchmarkResult([math.nan], [None], [None], 0, "", None)
        self._report("start", benchmark=key[0], index=key[1], timeout_s=benchmark["timeout"])
        watched = WatchedSpawner(spawner)
        if (repeat := self._points[key]["repeat"]) is not None:
            extra_params = {**extra_params, "repeat": repeat}
        started = time.monotonic()
        result = self._run(benchmark, watched, param_idx, extra_params=extra_params, **options)
        self._report(
            "end",
            benchmark=key[0],
            index=key[1],
            wall_s=time.monotonic() - started,
            errcode=result.errcode,
            skipped=isinstance(result.result[0], float) and math.isnan(result.result[0]),
            returned=repr(result.result[0])[:100],
            output=result.stderr[-OUTPUT_KEPT:],
            timeout_s=benchmark["timeout"],
            conditions=watched.notes,
        )
        if result.errcode != 0:
            self._failures[key] = result
        return result

    def _smaller_failed(self, key: tuple[str, int]) -> bool:
        if self._all_succeeded_before:
            return False
        series, n = self._points[key]["series"], self._points[key]["n"]
        failed = [self._points[other] for other in self._failures]
        return n is not None and any(
            other["series"] == series and other["n"] is not None and other["n"] < n for other in failed
        )


def git(*arguments: str, folder: str = ".") -> str:
    """Return what git says in a folder, nothing if it fails."""
    done = subprocess.run(["git", "-C", folder, *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def use_checkout(conf: Any, environments: list[Any]) -> None:
    """
    Take the repository that asv.conf.json lies in for the project's, if the configuration names that by its address.

    Where all environments exist, nothing is built of a commit, and a clone would be good for its name only. `asv run`
    makes none either.
    """
    if not all(isinstance(environment, ExistingEnvironment) for environment in environments):
        return
    top = git("rev-parse", "--show-toplevel")
    if not top or os.path.isdir(conf.repo):  # noqa: PTH112  an address is no path
        return
    addresses = {line.split()[1] for line in git("remote", "-v").splitlines() if len(line.split()) > 1}
    if repository_name(conf.repo) in {repository_name(address) for address in addresses or {top}}:
        conf.repo = top


def repository_name(address: str) -> str:
    """Return the last part of a repository's address."""
    return address.rstrip("/").replace(":", "/").rpartition("/")[2].removesuffix(".git").lower()


def mislabelled(commit: str, environments: list[Any], conf: Any) -> str | None:
    """Say why results of environments that exist can't be filed under a commit that isn't checked out."""
    existing = [found.name for found in environments if isinstance(found, ExistingEnvironment)]
    head = git("rev-parse", "HEAD", folder=conf.repo) if existing and os.path.isdir(conf.repo) else ""  # noqa: PTH112
    if not head or head == commit:
        return None
    return (
        f"{existing[0]} measures what is installed there, not the commit {commit[:8]}, and {head[:8]} is checked out: "
        "check the other one out, or let asv make environments (-E virtualenv)"
    )


def changed_files(environments: list[Any], conf: Any, commit: str, request: dict[str, Any]) -> list[str]:
    """List the tracked files that differ from the commit, if environments that exist may hold them; without results."""
    if not any(isinstance(found, ExistingEnvironment) for found in environments):
        return []
    top = Path(git("rev-parse", "--show-toplevel", folder=conf.repo) or ".").resolve()
    apart = without(top, request["project_results"])
    return git("diff", commit, "--name-only", *QUIET, "--", ".", *apart, folder=str(top)).splitlines()


def differences(environment: Any, conf: Any, commit: str, request: dict[str, Any]) -> str:
    """
    Return a fingerprint of how the measured code differs from the commit; empty where it doesn't or nothing tells.

    The benchmarks are left out, of which asv keeps fingerprints of its own, and so are results and configuration.
    """
    top = git("rev-parse", "--show-toplevel", folder=conf.repo) if isinstance(environment, ExistingEnvironment) else ""
    if not top:
        return ""
    apart = without(Path(top).resolve(), request["project_results"], conf.benchmark_dir, request["config"])
    command = ["git", "-C", top, "diff", commit, "--full-index", *QUIET, "--", ".", *apart]
    said = subprocess.run(command, capture_output=True, check=False).stdout
    return hashlib.sha256(said).hexdigest()[:16] if said else ""


def without(top: Path, *places: str) -> list[str]:
    """Return what makes git pass over places within its working tree."""
    found = [Path(place).resolve() for place in places]
    return [f":(exclude,top,literal){place.relative_to(top)}" for place in found if place.is_relative_to(top)]


def inquire(request: dict[str, Any], conf: Any, report: Reporter) -> None:
    """Report where the project's repository is, which branches asv follows, and which environment exists already."""
    environments = list(get_environments(conf, request["environments"]))
    use_checkout(conf, environments)
    repo = get_repo(conf)
    repo.pull()
    existing = next((found.name for found in environments if isinstance(found, ExistingEnvironment)), None)
    report("repository", path=repo._path, branches=conf.branches, existing=existing)


def discover(request: dict[str, Any], conf: Any, report: Reporter) -> None:
    """Build the project, list its benchmarks, and report commit, environments and machine."""
    environments = list(get_environments(conf, request["environments"]))
    if not environments:
        raise util.UserError("no environment of the configuration can be made on this machine")
    use_checkout(conf, environments)
    repo = get_repo(conf)
    repo.pull()
    try:
        commit = repo.get_hash_from_name(request["commit"])
    except NoSuchNameError:
        report("problem", kind="commit", message="")
        raise SystemExit(1) from None
    except util.ProcessError as error:
        report("problem", kind="commit", message=(error.stderr or error.stdout or "").strip())
        raise SystemExit(1) from None
    if (why := mislabelled(commit, environments, conf)) is not None:
        report("problem", kind="label", message=why)
        raise SystemExit(1)
    conf.branches = [commit]  # else asv tries other commits where this one can't be built
    Setup.perform_setup(environments, parallel=1)
    benchmarks = Benchmarks.discover(conf, repo, environments, [commit])
    benchmarks.save()
    report(
        "discovered",
        commit=commit,
        default_timeout_s=conf.default_benchmark_timeout,
        changed=changed_files(environments, conf, commit, request),
        environments=[
            {
                "name": environment.name,
                "file": get_filename(request["machine"], commit, environment.name),
                "differences": differences(environment, conf, commit, request),
            }
            for environment in environments
        ],
    )


def facts_of(environment: Any) -> dict[str, str]:
    """Ask an environment's interpreter what it is and which Numba it has; nothing if it can't say."""
    try:
        found = json.loads(environment.run(["-c", FACTS_SCRIPT]).splitlines()[-1])
    except (util.ProcessError, OSError, ValueError, IndexError):
        return {}
    return found if isinstance(found, dict) else {}


def measure(request: dict[str, Any], conf: Any, report: Reporter) -> None:
    """Measure the points of the request in one environment and save them into its results folder."""
    environment = next(
        found for found in get_environments(conf, request["environments"]) if found.name == request["environment"]
    )
    use_checkout(conf, [environment])
    repo = get_repo(conf)
    commit = request["commit"]
    Setup.perform_setup([environment], parallel=1)
    if not isinstance(environment, ExistingEnvironment):
        environment.create()
        environment.install_project(conf, repo, commit)
    if request["facts"]:
        report("facts", facts=facts_of(environment))
    before = differences(environment, conf, commit, request)
    benchmarks = selected_benchmarks(conf, request["points"])
    facts = MachineCollection.load(request["machine"])
    machine = Machine()
    machine.__dict__.update(facts)
    machine.save(conf.results_dir)
    params = {**facts, "python": environment.python, **environment.requirements}
    results = Results(
        params,
        environment.requirements,
        commit,
        repo.get_date(commit),
        environment.python,
        environment.name,
        environment.env_vars,
    )
    results.load_data(conf.results_dir)
    single = PointRunner(request, report)
    runner._run_benchmark_single_param = single
    os.environ[SCRIPT_VARIABLE] = runner.BENCHMARK_RUN_SCRIPT
    runner.BENCHMARK_RUN_SCRIPT = str(CHILD_SCRIPT)
    runner.run_benchmarks(
        benchmarks,
        environment,
        results=results,
        show_stderr=True,
        extra_params={} if request["rounds"] is None else {"rounds": request["rounds"]},
        record_samples=True,
        append_samples=request["append"],
        run_rounds=None if request["run_rounds"] is None else list(range(1, request["run_rounds"] + 1)),
        launch_method=getattr(conf, "launch_method", None) or "auto",  # asv 0.6.4 has no such setting
    )
    results.save(conf.results_dir)
    for point in request["points"]:
        name, index = point["benchmark"], point["index"]
        if (name, index) not in single.seen:  # its setup_cache or the import of the suite failed
            output = (results.stderr.get(name) or "")[-OUTPUT_KEPT:]
            report("end", benchmark=name, index=index, wall_s=0.0, errcode=1, skipped=False, returned="", output=output)
    after = differences(environment, conf, commit, request)
    changed = changed_files([environment], conf, commit, request)
    report("code", changed=changed, before=before, after=after)
    report("saved")


def selected_benchmarks(conf: Any, points: list[dict[str, Any]]) -> Any:
    """Take the listed points out of the benchmarks that were discovered."""
    described = util.load_json(Benchmarks.get_benchmark_file_path(conf.results_dir), Benchmarks.api_version)
    benchmarks = Benchmarks(conf, described.values())
    selection: dict[str, list[int]] = {}
    for point in points:
        selection.setdefault(point["benchmark"], []).append(point["index"])
    chosen = benchmarks.filter_out([name for name in benchmarks if name not in selection])
    for name, indices in selection.items():
        chosen.benchmark_selection[name] = sorted(indices) if benchmarks[name]["params"] else None
    return chosen


def die_with_parent() -> None:
    """End this process and everything below it when the sweep ends, however it ends: its end of stdin closes."""
    lifeline = os.dup(0)
    with open(os.devnull) as nothing:  # noqa: PTH123  os.devnull is no path to work with
        os.dup2(nothing.fileno(), 0)

    def watch() -> None:
        while os.read(lifeline, 1):
            pass
        _dying.set()
        for process in (*psutil.Process().children(recursive=True), *marked()):
            with contextlib.suppress(psutil.Error):
                process.kill()
        os._exit(1)

    try:
        threading.Thread(target=watch, daemon=True).start()
    except RuntimeError:
        sys.exit("the system allows no further threads or processes: end some, or raise the limit")


def marked() -> Iterator[psutil.Process]:
    """Yield the other processes of this run, those that have detached themselves among them: by what they inherited."""
    mark = os.environ.get(MARK)
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if mark is not None and process.pid != os.getpid() and process.environ().get(MARK) == mark:
                yield process


def lacking() -> list[str]:
    """Name what the sweep needs of asv and this asv lacks; nothing from 0.6.4 to 0.6.6, on which it is tried."""
    parts = {
        "runner._run_benchmark_single_param": hasattr(runner, "_run_benchmark_single_param"),
        "runner.BENCHMARK_RUN_SCRIPT": hasattr(runner, "BENCHMARK_RUN_SCRIPT"),
        "Benchmarks.filter_out": hasattr(Benchmarks, "filter_out"),
    }
    taken = inspect.signature(runner.run_benchmarks).parameters
    for name in ("results", "extra_params", "record_samples", "append_samples", "run_rounds", "launch_method"):
        parts[f"run_benchmarks({name}=)"] = name in taken
    return [name for name, there in parts.items() if not there]


def main() -> int:
    """Carry out the request whose file is the only argument; the exit code is 0 only if all of it was done."""
    die_with_parent()
    request = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    log.enable()
    with Path(request["events"]).open("a", encoding="utf-8") as stream:
        report = Reporter(stream)
        if missing := lacking():
            version = getattr(asv, "__version__", "of unknown version")
            names = ", ".join(missing)
            report("problem", kind="label", message=f"asv {version} lacks {names}: install asv 0.6.4 to 0.6.6")
            return 1
        try:
            conf = Config.load(request["config"])
            for plugin in conf.plugins:
                plugin_manager.import_plugin(plugin)
            conf.results_dir = request["results_dir"]
            if request.get("keeps_builds") is not None:
                conf.build_cache_size = max(getattr(conf, "build_cache_size", 2), request["keeps_builds"])
            {"discover": discover, "inquire": inquire, "measure": measure}[request["action"]](request, conf, report)
        except (util.UserError, util.ProcessError, OSError) as error:
            report("problem", kind="asv", message=str(error))
            log.error(str(error))
            return 1
        except Exception as error:  # what asv says about configurations and results that it can't digest
            message = f"{type(error).__name__}: {error}"
            report("problem", kind="asv", message=message)
            log.error(message)
            return 1
        finally:
            log.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
