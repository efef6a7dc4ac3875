"""Which files of tests are left when a process that ran them dies, for `packaging/suite.py`.

A process that dies of a signal (a fault in Qt or its bindings) takes the tests it had still to run
with it. They are named to whoever started the run, if nothing else failed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import pytest

LEFT = "SANDTABLE_TESTS_LEFT"
"""The variable of the environment that names the file to write."""


class Scheduler(Protocol):
    """As much of a scheduler of pytest-xdist as is asked here."""

    collection: Sequence[str] | None


class Crashes:
    """Notes which tests have ended, which failed, and in which a process died."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._collected: Sequence[str] = ()
        self._ended: set[str] = set()
        self._died: set[str] = set()
        self._is_red = False

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, crashitem: str, sched: Scheduler) -> None:
        """A process died in a test."""
        self._died.add(crashitem)
        self._collected = sched.collection or self._collected

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A part of a test has ended."""
        if report.when == "teardown":
            self._ended.add(report.nodeid)
        self._is_red = self._is_red or (report.failed and report.nodeid not in self._died)

    def pytest_sessionfinish(self) -> None:
        """Name the files with tests that have not ended."""
        if self._died and not self._is_red:
            tests = [*self._died, *(test for test in self._collected if test not in self._ended)]
            files = dict.fromkeys(test.partition("::")[0] for test in tests)
            self._target.write_text("\n".join(files), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Take notes in the process that hands out the tests, when somebody wants them."""
    target = os.environ.get(LEFT)
    if target and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Crashes(Path(target)))
