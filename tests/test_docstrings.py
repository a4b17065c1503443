"""What docstrings name in backquotes exists: parameters, attributes, functions, modules."""

import ast
import builtins
import importlib
import importlib.util
import re
from pathlib import Path

import pytest

import wythoff

PACKAGE = Path(wythoff.__file__).parent
FILES = sorted(file for file in PACKAGE.rglob("*.py") if not file.name.startswith("_asv_"))
REFERENCE = re.compile(r"(?<!`)`([A-Za-z_][\w.]*)(?:\(\))?`(?!`)")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def dotted(file):
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def stated(tree):
    """Yield each docstring of a module with the names that hold in it but nowhere else: parameters, attributes."""

    def visit(node, known):
        if isinstance(node, ast.ClassDef):
            known = known | {name for found in ast.walk(node) if (name := given(found))}
            known = known | {base.id for base in node.bases if isinstance(base, ast.Name)}
        if isinstance(node, Function):
            known = known | {argument.arg for argument in ast.walk(node) if isinstance(argument, ast.arg)}
            known = known | {found.id for found in ast.walk(node) if isinstance(found, ast.Name)}
        if isinstance(node, ast.Module | ast.ClassDef | Function) and (text := ast.get_docstring(node)):
            yield text, known | documented(text)
        for child in ast.iter_child_nodes(node):
            yield from visit(child, known)

    yield from visit(tree, set())


def given(node):
    """The name that a node of a class gives to something: to a method, to an attribute."""
    if isinstance(node, Function):
        return node.name
    if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
        return node.id if isinstance(node, ast.Name) else node.attr
    return None


def documented(text):
    """Names that a numpydoc section lists, such as what is returned: ``lower, upper : ndarray``."""
    listed = re.findall(r"^([A-Za-z_][\w, ]*) : ", text, re.MULTILINE)
    return {name.strip() for names in listed for name in names.split(",")}


def exists(name, module):
    """Whether a name is one of the module's, of those beside or below it, of the language or of what is installed."""
    package = module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]
    for start in (module, builtins):
        if has(start, name):
            return True
    head, _, rest = name.partition(".")
    for place in (package, package.rpartition(".")[0], ""):
        path = f"{place}.{head}" if place else head
        if importlib.util.find_spec(path) is not None and (not rest or has(importlib.import_module(path), rest)):
            return True
    return False


def has(start, name):
    value = start
    for part in name.split("."):
        if not hasattr(value, part) and part not in getattr(value, "__annotations__", {}):
            try:
                importlib.import_module(f"{value.__name__}.{part}")
            except (ImportError, AttributeError):
                return False
        value = getattr(value, part, None)
    return True


@pytest.mark.parametrize("file", FILES, ids=dotted)
def test_names_in_docstrings_exist(file):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    imported = {
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    module = importlib.import_module(dotted(file))
    missing = [
        name
        for text, known in stated(tree)
        for name in REFERENCE.findall(text)
        if name.partition(".")[0] not in known | imported and not exists(name, module)
    ]
    assert missing == []
