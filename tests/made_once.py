"""What several tests look at and none changes, made by one worker for all workers of a run."""

import os
import shutil

from filelock import FileLock


def made_once(factory, name, make):
    """
    Return a folder that `make`, given its path, has filled once in this run.

    Parameters
    ----------
    factory : pytest.TempPathFactory
        pytest's ``tmp_path_factory``.
    name : str
        One for each such folder.
    make : callable
        Makes the folder and what is in it; called again by the next that asks if it fails.
    """
    root = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # that of all workers
        root = root.parent
    folder, is_made = root / name, root / f"{name}.made"
    with FileLock(root / f"{name}.lock"):
        if not is_made.exists():
            shutil.rmtree(folder, ignore_errors=True)
            make(folder)
            is_made.touch()
    return folder
