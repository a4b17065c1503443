"""The arguments of a call that runs in C: a tuple of those without names, which may know others by their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

Args = tuple[Any, ...]  # of a call, `WithNames` where some have names
_NONE: Final[Mapping[str, Any]] = {}
_REQUIRED: Final = object()


class WithNames(tuple[Any, ...]):
    """The arguments that stand without names; most calls have no others, and a plain tuple serves for them."""

    named: Mapping[str, Any]

    @classmethod
    def of(cls, plain: Iterable[Any], named: Mapping[str, Any]) -> WithNames:
        """Return the arguments without names, with those that have one."""
        made = cls(plain)
        made.named = named
        return made


def named(args: Args) -> Mapping[str, Any]:
    """Return the arguments that have names."""
    return args.named if isinstance(args, WithNames) else _NONE


def after(args: Args, first: int) -> Args:
    """Return the arguments but for so many without names."""
    return WithNames.of(args[first:], args.named) if isinstance(args, WithNames) else args[first:]


def given(args: Args, place: int, name: str, default: Any = _REQUIRED) -> Any:
    """
    Return an argument that may be given by its place or by its name.

    Raises
    ------
    IndexError
        If it is given by neither, and there is no default.
    """
    if len(args) > place:
        return args[place]
    value = named(args).get(name, default)
    if value is _REQUIRED:
        raise IndexError(name)
    return value


def everything(args: Args) -> Args:
    """Return all arguments, those with names last."""
    return (*args, *args.named.values()) if isinstance(args, WithNames) else args
