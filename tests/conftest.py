"""Settings for all tests."""

import sys

import pytest
from browser_support import browser, open_page, page  # noqa: F401, fixtures of all browser tests
from hypothesis import HealthCheck, settings
from longest_first import longest_first
from made_project import project  # noqa: F401, that of all tests of the sweep
from made_site import at, front_end, open_asv, site, site_address  # noqa: F401, those of all tests of asv's site
from made_table import small_row_groups, stored, stored_once, undisturbed  # noqa: F401, those of all tests of stored tables
from slow_files import COLLECTED, is_left_out

collect_ignore = ["data"]

# No test here is about speed, and a busy machine must not fail one.
settings.register_profile("wythoff", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
# pytest --hypothesis-profile=long: what `nox -s fuzz` asks for.
settings.register_profile("long", settings.get_profile("wythoff"), max_examples=5000)
settings.load_profile("wythoff")


@pytest.fixture(scope="session", autouse=True)
def share_the_reproduction(tmp_path_factory):
    """Tell the module that computes the source documents again, if a test has loaded it, where workers share that."""
    if made := sys.modules.get("made_reproduction"):
        made.reproduction_factory = tmp_path_factory


@pytest.hookimpl(trylast=True)  # of the tests that are left
def pytest_collection_modifyitems(config, items):
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        items[:] = longest_first(items, workers)


def pytest_configure(config):
    config.stash[COLLECTED] = {}


def pytest_ignore_collect(collection_path, config):
    return True if is_left_out(collection_path, config.option.markexpr) else None


def pytest_itemcollected(item):
    files = item.config.stash[COLLECTED]
    files[item.path] = files.get(item.path, False) or item.get_closest_marker("slow") is not None
