"""Workers of the tests collect them from both ends, and meet in the middle.

Each worker collects all tests. In a fresh clone pytest compiles each file of tests first (15 s of
CPU), and hypothesis looks for constants in each module of the program (5 s); both keep what they
make on the disk. Workers that go the same way do all of it at the same time, each for itself; of
two that go opposite ways, each does half and reads the rest. Cases that hang on what was imported
before them differ between the two, and pytest-xdist refuses to run.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from pathlib import Path

import pytest


def goes_back(worker: str) -> bool:
    """Whether a worker, by its name (`gw0`, `gw1`, ...), begins at the end."""
    return int(worker.removeprefix("gw")) % 2 == 1


def place(path: Path) -> tuple[str, ...]:
    """Where a file of tests comes in the order in which pytest collects folders."""
    return path.parts


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Go through a folder from its end, perhaps."""
    report = yield
    if isinstance(collector, pytest.Directory) and report.result and _goes_back(collector.config):
        report.result.reverse()
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """All workers have the tests in one order in the end."""
    items.sort(key=lambda item: place(item.path))
    if _goes_back(config):
        # Here, not above: it takes half a second, and processes that go forward do without it.
        from hypothesis.internal.constants_ast import constants_from_module, is_local_module_file

        for module in reversed(list(sys.modules.values())):
            file = getattr(module, "__file__", None)
            if file is not None and is_local_module_file(file):
                constants_from_module(module)


def _goes_back(config: pytest.Config) -> bool:
    inputs: dict[str, str] = getattr(config, "workerinput", {})
    return goes_back(inputs.get("workerid", "gw0"))
