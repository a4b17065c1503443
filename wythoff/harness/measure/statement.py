"""A statement and its setup, as texts: compiled into a function and what makes its arguments."""

from __future__ import annotations

import ast
import builtins
import importlib
import math
import pkgutil
import random as random_module
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any, Final

from wythoff.errors import InputError, shorten

_TARGET: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
_PROBE_N: Final = 2


class _Random:
    """The module `random`, which can be called as well: ``random()`` and ``random.randrange(n)`` both work."""

    def __call__(self) -> float:
        return random_module.random()

    def __getattr__(self, name: str) -> Any:
        return getattr(random_module, name)


@dataclass(frozen=True)
class Statement:
    """
    What is to be timed.

    Attributes
    ----------
    text : str
        A statement, or ``module:function``.
    setup : str
        Statements that make what the statement uses, of ``n``; run anew for each input and not timed.
    args : str
        For ``module:function``: an expression of ``n``, the arguments, a tuple or the only one.
    """

    text: str
    setup: str = ""
    args: str = "n"

    @property
    def is_target(self) -> bool:
        """Whether the text names a function of a module."""
        return _TARGET.fullmatch(self.text.strip()) is not None

    def check(self) -> None:
        """Raise `InputError` if a text is no Python; nothing is run."""
        _code(self.setup, "setup", "exec")
        if self.is_target:
            _code(self.args, "args", "eval")
        else:
            _function_code(self.text, ())

    def compiled(
        self, names: Mapping[str, Any] | None = None
    ) -> tuple[Callable[..., object], Callable[[int], tuple[Any, ...]]]:
        """
        Compile.

        Parameters
        ----------
        names : mapping, optional
            What the texts may use besides ``n``, ``random``, ``math`` and, if they name it, ``np``.

        Returns
        -------
        tuple of two callables
            The function, and what makes its arguments from n.

        Raises
        ------
        InputError
            If a text is no Python, or the module or function can't be found.
        """
        known = {"random": _Random(), "math": math, **(names or {})}
        if self.is_target:
            return _found(self.text.strip()), self._arguments(known)
        return self._function(known)

    def _arguments(self, known: dict[str, Any]) -> Callable[[int], tuple[Any, ...]]:
        code = _code(self.args, "args", "eval")
        setup = _code(self.setup, "setup", "exec")
        known = {**known, **_numpy(code, setup)}

        def make_args(n: int) -> tuple[Any, ...]:
            space = {**known, "n": n}
            exec(setup, space)
            made = eval(code, space)
            return made if isinstance(made, tuple) else (made,)

        return make_args

    def _function(self, known: dict[str, Any]) -> tuple[Callable[..., object], Callable[[int], tuple[Any, ...]]]:
        """Make a function whose local names are what the setup has made, as far as the statement names it."""
        setup = _code(self.setup, "setup", "exec")
        plain = _function_code(self.text, ())
        known = {**known, **_numpy(plain, setup)}

        def space_of(n: int) -> dict[str, Any]:
            space = {**known, "n": n}
            exec(setup, space)
            return space

        mentioned = set(_names(plain))
        space = space_of(_PROBE_N) if self.setup.strip() else {**known, "n": _PROBE_N}
        used = tuple(sorted(name for name in mentioned if name in space and name != "__builtins__"))
        code = _function_code(self.text, used)
        function = FunctionType(code, {"__builtins__": builtins, **known}, "statement")
        return function, lambda n: tuple(map(space_of(n).__getitem__, used))


def _function_code(text: str, arguments: tuple[str, ...]) -> CodeType:
    tree = ast.parse(f"def statement({', '.join(arguments)}):\n    pass")
    tree.body[0].body = _tree(text, "the statement").body or [ast.Pass()]  # type: ignore[attr-defined]
    try:
        module = compile(ast.fix_missing_locations(tree), "<statement>", "exec")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise _no_python("the statement", text, error) from None
    return next(one for one in module.co_consts if isinstance(one, CodeType))


def _tree(text: str, what: str) -> ast.Module:
    try:
        return ast.parse(text.strip())
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise _no_python(what, text, error) from None


def _code(text: str, what: str, mode: str) -> CodeType:
    try:
        return compile(text.strip() or "pass" * (mode == "exec"), f"<{what}>", mode)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise _no_python(f"--{what}", text, error) from None


def _no_python(what: str, text: str, error: Exception) -> InputError:
    return InputError(f"{what} {shorten(repr(text))} is no Python: {shorten(str(getattr(error, 'msg', error)), 200)}")


def _names(code: CodeType) -> list[str]:
    """List every name in a code, those in functions within it included."""
    found = [*code.co_names, *code.co_varnames, *code.co_freevars, *code.co_cellvars]
    for one in code.co_consts:
        if isinstance(one, CodeType):
            found += _names(one)
    return found


def _numpy(*codes: CodeType) -> dict[str, Any]:
    names = {name for code in codes for name in _names(code)} & {"np", "numpy"}
    return {name: importlib.import_module("numpy") for name in names}


def _found(target: str) -> Callable[..., object]:
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        found = pkgutil.resolve_name(target)
    except (ImportError, AttributeError, ValueError) as error:
        raise InputError(f"{target} can't be found: {shorten(str(error), 200)}") from None
    if not callable(found):
        raise InputError(f"{target} is no function, it is {shorten(repr(found))}")
    return found  # type: ignore[no-any-return]
