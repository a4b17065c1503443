"""Which results are read, and which project's claims go with them."""

from __future__ import annotations

from pathlib import Path

from wythoff._files.writing import path_to_read
from wythoff.errors import InputError
from wythoff.harness.config import AsvConfig, config_in, load_config
from wythoff.harness.fit.options import FitOptions


def sources(options: FitOptions) -> tuple[list[Path], AsvConfig | None]:
    """
    Find the results to read and the configuration that belongs to them.

    Raises
    ------
    InputError
        If there are none by default, or the configurations beside them differ.
    """
    if options.config is not None:
        config = options.config if isinstance(options.config, AsvConfig) else load_config(options.config)
        return list(options.results) or [config.results_dir], config
    if not options.results:
        beside = config_in(Path.cwd())
        if beside is not None:
            config = load_config(beside)
            return [config.results_dir], config
        if not Path("results").is_dir():
            raise InputError("there is neither an asv.conf.json nor a folder results here: name results to fit")
        return [Path("results")], None
    found = {above for path in options.results if (above := _config_above(path)) is not None}
    if len(found) > 1:
        names = ", ".join(sorted(map(str, found)))
        raise InputError(f"these results belong to several projects ({names}): name one with --config")
    return list(options.results), load_config(found.pop()) if found else None


def _config_above(path: Path) -> Path | None:
    """Look for the project of a result file, a machine's folder or a results folder: at most three levels above."""
    resolved = path_to_read(path)
    folders = [resolved, *resolved.parents][:4]
    return next((found for folder in folders if (found := config_in(folder)) is not None), None)
