"""What README says is run: its examples, and the figures that it takes from the reference results."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_examples_run():
    pytest.importorskip("numpy")
    examples = doctest.DocTestParser().get_doctest(README, {}, "README.md", "README.md", 0)
    assert len(examples.examples) >= 10
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(examples)
    assert runner.failures == 0


@pytest.mark.slow
def test_table_is_that_of_the_reference_results():
    script = Path(__file__).parents[1] / "scripts" / "update_readme.py"
    result = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr


def test_first_two_blocks_are_one_line_each():
    blocks = re.findall(r"^```\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
    assert [block.count("\n") for block in blocks[:2]] == [1, 1]
    assert blocks[0].rstrip().endswith("--session quick")
    assert blocks[1].rstrip().endswith("--session tests")
