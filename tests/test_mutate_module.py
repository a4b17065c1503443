"""Changes that mutation testing tries: each is one, compiles, and leaves words and annotations alone."""

import ast
import difflib
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"
SOURCE = '''"""Words: 1 < 2."""


def least(values: list[int], start: int = 0) -> int:
    """Return it; 3 + 4."""
    if not values:
        raise ValueError(f"nothing from {start + 1} on")
    found = values[0]
    for value in values[1:]:  # 5 - 6
        if value < found and value != -7:
            found = value * 2 // 2
    return found
'''


@pytest.fixture(scope="module")
def made():
    sys.path.insert(0, str(SCRIPTS))
    try:
        import mutate_module

        return list(mutate_module.mutants(SOURCE))
    finally:
        sys.path.remove(str(SCRIPTS))


def test_every_change_is_in_one_line_and_compiles(made):
    for one in made:
        text = one.source.decode()
        compile(text, "changed", "exec")
        lines = [line for line in difflib.ndiff(SOURCE.splitlines(), text.splitlines()) if line[0] in "+-"]
        assert [line[0] for line in lines] == ["-", "+"]
        assert lines[0][2:] == SOURCE.splitlines()[one.line - 1]


def test_comparisons_conditions_operators_and_constants_are_changed(made):
    changes = {(one.before, ast.unparse(ast.parse(one.after))) for one in made}
    assert changes >= {
        ("not values", "values"),
        ("0", "1"),
        ("value < found", "value <= found"),
        ("value < found", "value >= found"),
        ("value < found and value != -7", "value < found or value != -7"),
        ("value != -7", "value == -7"),
        ("-7", "7"),
        ("value * 2 // 2", "value * 2 * 2"),
        ("value * 2", "value + 2"),
    }


def test_words_errors_and_annotations_are_left_alone(made):
    assert all("nothing" not in one.before and "int" not in one.before for one in made)
    assert {one.line for one in made} == {4, 6, 8, 9, 10, 11}
