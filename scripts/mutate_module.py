#!/usr/bin/env python3
"""
Change a module in one place at a time, and see which changes the tests notice: mutation testing of what must be exact.

A change swaps one comparison, operator, constant or condition, or leaves a statement out. Each is tried in a copy of
the tracked files, so that processes that a test starts have it too. What the quick tests don't notice is tried with the
slow ones: a change that only these notice is named, as it would not be found by the README's test command.

    python scripts/mutate_module.py wythoff/tables/certificate.py tests/test_certificate.py tests/test_tables.py
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
QUICK, SLOW = "not exhaustive and not slow", "slow and not exhaustive"
# What takes so much longer than without a change doesn't end.
PATIENCE, LEAST_S = 5, 60
_OTHER: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.FloorDiv: (ast.Mult,),
    ast.Div: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}


@dataclass(frozen=True)
class Mutant:
    """
    One change.

    Attributes
    ----------
    line : int
        Where it is.
    before, after : str
        The piece of source, and what stands there instead.
    source : bytes
        The whole module with it.
    """

    line: int
    before: str
    after: str
    source: bytes


def mutants(source: str) -> Iterator[Mutant]:
    """Yield every change of a module, in the order of the source."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    whole = b"".join(lines)
    for node in sorted(_places(ast.parse(source)), key=lambda node: (node.lineno, node.col_offset)):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        for other in _changed(node):
            after = other if isinstance(node, ast.stmt) else f"({other})"
            yield Mutant(node.lineno, whole[begin:end].decode(), after, whole[:begin] + after.encode() + whole[end:])


def _places(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that may be changed: neither annotations nor decorators, texts or the words of errors."""
    if isinstance(tree, (ast.JoinedStr, ast.Raise)):
        return
    if isinstance(tree, (ast.Compare, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Constant, ast.AugAssign, ast.Continue)):
        yield tree
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _places(child)


def _changed(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in _OTHER[type(operator)]:
                new = copy.deepcopy(node)
                new.ops[place] = other()
                yield ast.unparse(new)
    elif isinstance(node, (ast.BoolOp, ast.BinOp, ast.AugAssign)):
        for other in _OTHER.get(type(node.op), ()):
            new = copy.deepcopy(node)
            new.op = other()
            yield ast.unparse(new)
    elif isinstance(node, ast.UnaryOp):
        yield ast.unparse(node.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield str(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        yield repr(node.value + 1)
    elif isinstance(node, ast.Continue):
        yield "break"


def copied(target: Path) -> None:
    """Copy what git knows of, as it stands."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def notices(folder: Path, tests: list[str], marks: str, limit_s: float) -> bool:
    """Run tests in a process of its own, forked so that libraries are loaded once; return whether one fails."""
    child = os.fork()
    if child == 0:
        _run_tests(folder, tests, marks)
    end = time.monotonic() + limit_s
    while time.monotonic() < end:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            code = os.waitstatus_to_exitcode(status)
            # 5: none is there with these marks.
            return code not in (0, 5)
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


def _run_tests(folder: Path, tests: list[str], marks: str) -> None:
    os.setpgid(0, 0)
    os.chdir(folder)
    os.environ |= {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    silent = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silent, stream)
    import pytest

    code = 3
    try:
        code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-m", marks, *tests]))
    finally:
        os._exit(code)


def main(arguments: list[str] | None = None) -> None:
    """Try every change, and print what became of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("module", type=Path, help="the module, from the root of the repository")
    parser.add_argument("tests", nargs="+", help="test files, from there too; those that notice most first")
    parser.add_argument("--every", type=int, default=1, help="try each K-th change only", metavar="K")
    parser.add_argument("--lines", default="", help="only changes in these lines", metavar="A-B")
    given = parser.parse_args(arguments)
    found = list(mutants((ROOT / given.module).read_text(encoding="utf-8")))
    if given.lines:
        first, last = map(int, given.lines.split("-"))
        found = [one for one in found if first <= one.line <= last]
    found = found[:: given.every]

    import numba  # noqa: F401, loaded once for all; plugins of pytest must not be
    import scipy.optimize
    import scipy.stats  # noqa: F401

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        begin = time.monotonic()
        for marks in (QUICK, SLOW):
            if notices(folder, given.tests, marks, 3600):
                sys.exit(f"the tests marked {marks!r} fail without any change")
        limit_s = PATIENCE * (time.monotonic() - begin) + LEAST_S
        counts: Counter[str] = Counter()
        for one in found:
            (folder / given.module).write_bytes(one.source)
            if notices(folder, given.tests, QUICK, limit_s):
                counts["noticed by the quick tests"] += 1
                continue
            which = "noticed by slow tests alone" if notices(folder, given.tests, SLOW, limit_s) else "not noticed"
            counts[which] += 1
            print(f"{given.module}:{one.line}: {which}: {one.before}  ->  {one.after}", flush=True)
    print(f"{given.module}: {len(found)} changes; " + "; ".join(f"{many} {which}" for which, many in counts.items()))


if __name__ == "__main__":
    main()
