"""Valid files of every format that the package reads, and how to damage them in structure and in bytes."""

import contextlib
import copy
import json
import math
import signal
from collections.abc import Iterator
from pathlib import Path

DATA = Path(__file__).parent / "data"
ASV_COLUMNS = [
    "result", "params", "version", "started_at", "duration", "stats_ci_99_a", "stats_ci_99_b", "stats_q_25",
    "stats_q_75", "stats_number", "stats_repeat", "samples", "profile",
]  # fmt: skip
_LISTS = [["'fast'", "'slow'"], ["10", "100", "1000"]]
_SIX = [1e-6, 1e-5, 1e-4, 2e-6, math.nan, None]
_ABOUT = {"commit_hash": "0123abcd" * 5, "env_name": "env", "date": 1700000000000, "python": "3.11"}
_ABOUT |= {"params": {"machine": "box", "ram": "16GB", "os": "Linux 6.1"}, "requirements": {"numpy": ""}}
ASV_2 = {
    **_ABOUT,
    "env_vars": {},
    "result_columns": ASV_COLUMNS,
    "results": {
        "m.time_a": [[1e-6, 1e-5, 1e-4], [_LISTS[1]], "v", 1, 2.0, *[[1e-7] * 3] * 4, [5] * 3, [9] * 3, [[1e-6]] * 3],
        "m.time_b": [_SIX, _LISTS, "v", 1, 2.0],
        "m.peakmem_c": [None, _LISTS[1:], "v"],
        "m.track_d": [[7], [], "v"],
    },
    "durations": {"<setup_cache m:1>": 0.5},
    "version": 2,
}
ASV_1 = {
    **_ABOUT,
    "results": {
        "m.time_a": {
            "result": [1e-6, 1e-5, 1e-4],
            "params": [_LISTS[1]],
            "stats": [{"ci_99": [1e-7, 1e-5], "q_25": 1e-6, "q_75": 2e-6, "repeat": 10, "number": 3}] * 3,
            "samples": [[1e-6, 2e-6]] * 3,
        },
        "m.time_b": {"result": _SIX, "params": _LISTS},
        "m.track_d": 5,
        "m.track_e": None,
    },
    "benchmark_version": {"m.time_a": "v"},
    "version": 1,
}
BENCHMARKS = {
    "m.time_a": {"name": "m.time_a", "param_names": ["n"], "params": [_LISTS[1]], "type": "time", "unit": "seconds"},
    "m.time_b": {"param_names": ["how", "n"], "params": _LISTS, "type": "time", "version": "v", "timeout": 60},
    "version": 2,
}
MACHINE = {"machine": "box", "cpu": "Made up", "num_cpu": "2", "ram": "16GB", "os": "Linux", "version": 1}
MACHINES = {"box": {**MACHINE}, "other": {"machine": "other", "arch": "x86_64"}, "version": 1}
CONFIG = {
    "version": 1,
    "project": "foreign",
    "repo": ".",
    "results_dir": "results",
    "complexity": [
        {"benchmark": "time_a", "where": {"how": "fast"}, "axis": "n", "claim": "n log n", "bytes_per_n": 8},
        {"benchmark": "time_b", "claim": "n^2", "bound": "upper", "source": "a book"},
    ],
    "published": [
        {"name": "A book", "source": "table 2", "benchmark": "time_a", "n": [10, 20], "values": [1.5, 3], "unit": "ms"},
        {"name": "A file", "benchmark": "time_b", "where": {"how": "fast"}, "file": "published.txt"},
    ],
}
MATCH = {
    "format": "wythoff match", "version": 1, "game": "nim", "parameters": {"misere": False}, "first": "you",
    "strength": 60, "seed": 7, "start": "3 4 5", "moves": ["3 4 2", "3 3 2", "3 3 0"],
}  # fmt: skip
TABLES = (
    "n,seconds\n10,1e-6\n100,1e-5\n1000,1e-4\n",
    "benchmark;how;n;time (ms)\nsort;fast;10;0,5\nsort;slow;10;0,7\nsort;fast;20;1,1\n",
    "# sizes\n10 0.001\n20 0.002\n40 0.004\n",
    "n,real_time,cpu_time\n10,3e-6,1e-6\n100,1.1e-5,1e-5\n1000,4e-4,1e-4\n2000,2e-4,2e-4\n",
    'n\trun\tseconds\n"10"\t1\t0.5\n"10"\t2\t0.6\n20\t1\t1.0\n',
)
EVENT = {
    "time": "2026-01-01T00:00:00+00:00", "event": "measured", "commit": "c", "machine": "box", "environment": "env",
    "benchmark": "m.time_a", "version": "v", "params": {"n": "10"}, "n": 10, "wall_s": 0.5,
}  # fmt: skip
EVENTS = [
    EVENT,
    {**EVENT, "event": "failed", "reason": "too\nlong"},
    {**EVENT, "event": "stopped", "reason": "why", "rule": "time limit", "limit_s": 60.0, "points_left": 2},
    {"time": EVENT["time"], "event": "interrupted", "commit": "c", "machine": "box", "reason": "by hand"},
]
RESULTS = [ASV_2, ASV_1, *(json.loads(file.read_text(encoding="utf-8")) for file in sorted(DATA.glob("[gph]*.json")))]
RESULTS = [result for result in RESULTS if isinstance(result, dict) and {"results", "benchmarks"} & set(result)]


class Twice(dict):
    """An object whose keys stand in the text twice, with different values."""

    def items(self):
        return [*super().items(), *((key, 0) for key in self)]


def odd_values():
    """List what no reader expects at any place."""
    nested = []
    for _ in range(60):
        nested = [nested]
    return [
        None, True, False, 0, -1, 0.5, 1e308, -1e308, 5e-324, 10**400, -(10**400), 2**63, 2**64, math.nan, math.inf,
        -math.inf, "", "x", "1", "nan", "1e999", "9" * 5000, "a\nb", "\x00", "\x1b[31mred", "\ud800", "\u202eabc",
        "y" * 2000, "((((", "(?P<", "../../etc/passwd", "[bold]", "<script>", [], {}, [[]], [None], [{}], [1, "a"],
        {"a": [1]}, {"": {}}, {"result": [1]}, nested, [[1.0], 2], [0] * 300,
    ]  # fmt: skip


ODD = odd_values()
NOISE = [
    b"\x00",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"[" * 3000,
    b"{",
    b"]",
    b'"',
    b"\\u",
    b"\n",
    b",",
    b"NaN",
    b"1e999",
]
NOISE += [b"9" * 5000, b"\r", b"\x1b[2J", b";", b"\xef\xbb\xbf", b"\t", b"#", b"-"]


def places(data) -> Iterator[tuple[dict | list, object]]:
    """Yield every place of a structure: a container and a key or index in it."""
    waiting = [data]
    while waiting:
        container = waiting.pop()
        for key in container if isinstance(container, dict) else range(len(container)):
            yield container, key
            if isinstance(container[key], dict | list):
                waiting.append(container[key])


def damage(random, data):
    """Return a copy of a JSON structure that is wrong in one to five places."""
    data = copy.deepcopy(data)
    for _ in range(random.randint(1, 5)):
        found = list(places(data))
        if not found:
            break
        container, key = random.choice(found)
        what = random.randrange(6)
        if what <= 2:
            container[key] = copy.deepcopy(random.choice(ODD))
        elif what == 3:
            del container[key]
        elif isinstance(container, list):
            container.insert(key, copy.deepcopy(container[key]))
        elif what == 4:
            container[str(random.choice(ODD))[:300]] = container.pop(key)
        elif isinstance(container[key], dict):
            container[key] = Twice(container[key])
    return data


def to_text(data):
    """Write a structure as JSON, keeping lone surrogates as escapes and NaN as asv does."""
    return json.dumps(data)


def damage_bytes(random, content):
    """Return bytes with one to four places cut, flipped, doubled or filled with noise."""
    content = bytearray(content)
    for _ in range(random.randint(1, 4)):
        place = random.randint(0, len(content))
        what = random.randrange(6)
        if what == 0:
            del content[place:]
        elif what == 1 and content:
            content[place % len(content)] ^= 1 << random.randrange(8)
        elif what == 2:
            content[place:place] = random.choice(NOISE)
        elif what == 3:
            del content[place : place + random.randint(1, 40)]
        elif what == 4:
            content[place:place] = content[place : place + random.randint(1, 200)]
        else:
            content = content.replace(b"1", random.choice(NOISE), random.randint(1, 3))
    encoding = random.randrange(12)
    if encoding < 3:
        name = ("utf-16", "utf-32", "utf-8-sig")[encoding]
        return bytes(content).decode("latin-1").encode(name)
    return bytes(content)


def damaged(random, data):
    """Return the bytes of a file made from a JSON structure or a text, damaged in structure, in bytes or in both."""
    how = random.randrange(4)
    if isinstance(data, str):
        content = data.encode()
    else:
        content = to_text(damage(random, data) if how else data).encode()
    return damage_bytes(random, content) if how in (0, 1) or isinstance(data, str) else content


def damaged_result(random):
    """Return the bytes of a damaged result file of any format."""
    return damaged(random, random.choice([*RESULTS, random.choice(TABLES)]))


# Seconds on the wall for each of the processor: beside many others a process gets a small share, and one that waits for
# nothing at all is still found.
SHARE = 10


@contextlib.contextmanager
def at_most(seconds, words):
    """Fail, naming the command, where it doesn't come to an end in so many seconds of this process's processor time."""

    def give_up(number, frame):
        raise AssertionError(f"no end: {ascii(words)[:300]}")

    if not hasattr(signal, "setitimer"):
        yield
        return
    timers = [(signal.ITIMER_PROF, signal.SIGPROF, seconds), (signal.ITIMER_REAL, signal.SIGALRM, SHARE * seconds)]
    before = [signal.signal(number, give_up) for _, number, _ in timers]
    for timer, _, limit in timers:
        signal.setitimer(timer, limit)
    try:
        yield
    finally:
        for (timer, number, _), handler in zip(timers, before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(number, handler)
