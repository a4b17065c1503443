"""
Counting pure Python functions: one for each opcode, and the elements that operations in C touch.

Python 3.12 and newer report each instruction through ``sys.monitoring``, 3.11 through a trace function. What runs in C
is weighed by its operands (`python_weights`); what can't be is named.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

from wythoff.errors import InputError
from wythoff.harness.counts.answer import ordered
from wythoff.harness.counts.python_depths import depths, places_of_variables
from wythoff.harness.counts.python_opcodes import watches
from wythoff.harness.counts.python_stack import check_python, top_of_stack
from wythoff.harness.counts.python_weights import After, Heard, Unseen, Weight
from wythoff.harness.garbage import without_collections

_HERE: Final = str(Path(__file__).parent)
_ROOM: Final = 200
_MONITORED: Final = sys.version_info >= (3, 12)


class Station:
    """What has been counted in one function."""

    __slots__ = ("code", "elements", "heard", "opcodes", "plan", "tops", "unseen", "waiting")

    def __init__(self, code: CodeType, heard: dict[FrameType | None, list[Any]]) -> None:
        self.code = code
        self.heard = heard
        self.plan = watches(code)
        variables = places_of_variables(code)
        known = {offset: variables + depth for offset, depth in depths(code).items()} if _MONITORED else {}
        self.tops: dict[int, int] = known
        self.opcodes = 0
        self.elements = 0
        self.unseen: Counter[str] = Counter()
        self.waiting: dict[FrameType, After | Heard] = {}  # what the next opcode of a frame will tell

    def step(self, frame: FrameType, offset: int) -> None:
        """Count one opcode of a frame, before it is carried out."""
        self.opcodes += 1
        if self.waiting:
            waiting = self.waiting.pop(frame, None)
            if waiting is not None:
                self._note(self._told(waiting, frame, offset), frame)
        watch = self.plan[offset >> 1]
        if watch is not None:
            top = self.tops.get(offset)
            if top is None and _MONITORED:
                self.unseen["operands of an opcode"] += 1
                return
            weight = watch.rule(top_of_stack(frame, watch.depth, top))
            if weight:
                self._note(weight, frame)

    def _told(self, waiting: After | Heard, frame: FrameType, offset: int) -> Weight:
        result = top_of_stack(frame, 1, self.tops.get(offset))[-1]
        return waiting.rule(result, self.heard.pop(frame)) if isinstance(waiting, Heard) else waiting.rule(result)

    def _note(self, weight: Weight, frame: FrameType) -> None:
        if isinstance(weight, Unseen):
            self.unseen[weight.name] += 1
        elif isinstance(weight, After | Heard):
            self.waiting[frame] = weight
            if isinstance(weight, Heard):
                self.heard[frame] = []
        else:
            self.elements += weight


class Tally(dict[int, Station]):
    """The functions by the address of their code, which is quicker found than the code itself."""

    def __init__(self) -> None:
        super().__init__()
        self._heard: dict[FrameType | None, list[Any]] = {}  # by the frames whose operation is waited for

    def hear(self, frame: FrameType, value: Any) -> None:
        """Note what a frame returns or yields, if it does so to an operation in C that is told by it."""
        if self._heard:
            values = self._heard.get(frame.f_back)
            if values is not None:
                values.append(value)

    def of(self, code: CodeType) -> Station:
        """Return the station of a function."""
        station = self.get(id(code))
        if station is None:
            station = self[id(code)] = Station(code, self._heard)
        return station

    def by(self) -> dict[str, int]:
        """Return the operations by what they are."""
        found: Counter[str] = Counter()
        for station in self.values():
            found[f"opcodes of {_name(station.code)}"] += station.opcodes
            found[f"elements in {_name(station.code)}"] += station.elements
        return found

    def unseen(self) -> dict[str, int]:
        """Return the calls of what could not be counted."""
        return sum((station.unseen for station in self.values()), Counter())


def _name(code: CodeType) -> str:
    return code.co_qualname.rpartition("<locals>.")[2]


def count_python(function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[dict[str, int], dict[str, int]]:
    """
    Run a Python function and count what it does.

    Parameters
    ----------
    function : callable
        What is called; Numba functions that it calls are counted by their counting builds.
    args : tuple
        Its arguments.

    Returns
    -------
    tuple of two dicts
        Operations by what they are, and calls of what could not be counted.

    Raises
    ------
    InputError
        If the function recurs deeper than Python allows, or something else is counting or tracing instructions.

    Notes
    -----
    Some microsecond an opcode. Other threads are not counted. The garbage collector waits meanwhile: when it runs
    depends on what the process did before, and its callbacks and finalizers would be counted as the function's.
    """
    check_python()
    tally = Tally()
    watching = _monitoring(tally) if _MONITORED else _tracing(tally)
    with _kernels(watching.paused) as kernels:
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(limit + _ROOM)  # counting calls functions of its own at each level
        try:
            with without_collections(), watching:
                function(*args)
        except RecursionError:
            raise InputError(
                f"{_title(function)} recurs deeper than Python's limit of {limit:,} calls; count smaller sizes, or "
                "raise the limit by sys.setrecursionlimit"
            ) from None
        finally:
            sys.setrecursionlimit(limit)
    return ordered({**tally.by(), **kernels}), ordered(tally.unseen())


def _title(function: Any) -> str:
    return str(getattr(function, "__qualname__", type(function).__name__))


def _kernels(paused: Callable[[], AbstractContextManager[None]]) -> AbstractContextManager[dict[str, int]]:
    """Lead Numba functions to their counting builds, if Numba is in use at all."""
    if "numba" not in sys.modules:
        return nullcontext({})
    from wythoff.harness.counts.numba_backend import kernels_counted

    return kernels_counted(paused)


class _Watching:
    """A context in which opcodes are counted; `paused` is one in which they are not."""

    def __init__(self, start: Callable[[], None], stop: Callable[[], None]) -> None:
        self._start, self._stop = start, stop

    def __enter__(self) -> None:
        self._start()

    def __exit__(self, *error: object) -> None:
        self._stop()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop counting while the context lasts."""
        self._stop()
        try:
            yield
        finally:
            self._start()


def _tracing(tally: Tally) -> _Watching:
    """Count by a trace function; a debugger's or a coverage tool's is put back afterwards."""
    before = sys.gettrace()
    functions: dict[int, Any] = {}

    def on_call(frame: FrameType, event: str, arg: Any) -> Any:
        code = frame.f_code
        if code.co_filename.startswith(_HERE):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if id(code) not in functions:
            functions[id(code)] = _on_opcode(tally.of(code).step, tally.hear)
        return functions[id(code)]

    return _Watching(lambda: sys.settrace(on_call), lambda: sys.settrace(before))


def _on_opcode(step: Callable[[FrameType, int], None], hear: Callable[[FrameType, Any], None]) -> Any:
    def on_opcode(frame: FrameType, event: str, arg: Any) -> Any:
        if event == "opcode":
            step(frame, frame.f_lasti)
        elif event == "return":
            hear(frame, arg)
        return on_opcode

    return on_opcode


def _monitoring(tally: Tally) -> _Watching:
    """Count by ``sys.monitoring``, under an identity that no other tool has."""
    monitoring: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
    events = monitoring.events
    owner = threading.get_ident()
    tool = next((one for one in (4, 3, 1, 0, 2, 5) if monitoring.get_tool(one) is None), None)
    if tool is None:
        raise InputError("all of Python's monitoring tools are in use; end the debugger or profiler that uses them")

    def on_instruction(code: CodeType, offset: int) -> None:
        if threading.get_ident() == owner and not code.co_filename.startswith(_HERE):
            tally.of(code).step(sys._getframe(1), offset)

    def on_return(code: CodeType, offset: int, value: Any) -> None:
        if threading.get_ident() == owner:
            tally.hear(sys._getframe(1), value)

    callbacks = {events.INSTRUCTION: on_instruction, events.PY_RETURN: on_return, events.PY_YIELD: on_return}

    def start() -> None:
        monitoring.use_tool_id(tool, "wythoff counts")
        for event, callback in callbacks.items():
            monitoring.register_callback(tool, event, callback)
        monitoring.set_events(tool, sum(callbacks))

    def stop() -> None:
        monitoring.set_events(tool, 0)
        for event in callbacks:
            monitoring.register_callback(tool, event, None)
        monitoring.free_tool_id(tool)

    return _Watching(start, stop)
