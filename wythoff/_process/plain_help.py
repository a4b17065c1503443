"""Help as plain text, which is there at once: to load what draws boxes around it takes longer than most answers."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup


class PlainCommand(TyperCommand):
    """A command with help as plain text."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write what the command is for, and its parameters."""
        _write_help(self, ctx, formatter)


class PlainGroup(TyperGroup):
    """The command that holds the others, with help as plain text."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write what the command is for, its parameters and its commands."""
        _write_help(self, ctx, formatter)


def _write_help(command: PlainCommand | PlainGroup, ctx: Any, formatter: Any) -> None:
    """Write help in the panels that parameters and commands name."""
    command.format_usage(ctx, formatter)
    command.format_help_text(ctx, formatter)
    for panel, rows in _panels(command, ctx).items():
        with formatter.section(panel):
            formatter.write_dl(rows)
    if command.epilog:
        formatter.write_paragraph()
        formatter.write(command.epilog + "\n")


def _panels(command: PlainCommand | PlainGroup, ctx: Any) -> dict[str, list[tuple[str, str]]]:
    """Return names and their explanations by panel, those of no panel of their own first."""
    found: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
    for one in command.get_params(ctx):
        record = one.get_help_record(ctx)
        if record is None:
            continue
        names, text = record
        if one.param_type_name == "argument":
            own, names = "Arguments", one.metavar or one.name.upper()  # Typer from 0.29 on adds Python's type
        else:
            own = "Options"
        found.setdefault(getattr(one, "rich_help_panel", None) or own, []).append((names, text))
    for name, one in getattr(command, "commands", {}).items():
        found.setdefault(one.rich_help_panel, []).append((name, one.get_short_help_str(200)))
    return {panel: rows for panel, rows in found.items() if rows}
