"""Imports a module of scripts/ with its Numba kernels interpreted: compiling them all would take half a minute."""

import importlib
from pathlib import Path

import numba
import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"
THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")


def load(name):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(numba.config, "DISABLE_JIT", True)
        patch.syspath_prepend(SCRIPTS)
        for variable in THREADS:  # the script sets them; what they were before comes back
            patch.setenv(variable, "1")
        return importlib.import_module(name)
