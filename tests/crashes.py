"""Which files of tests are left when a process that ran them dies, for `packaging/suite.py`.

A process that dies of a signal (a fault in Qt or its bindings) takes the tests it had still to run
with it. They are named to whoever started the run, if nothing else failed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

LEFT = "SANDTABLE_TESTS_LEFT"
"""The variable of the environment that names the file to write."""


class Crashes:
    """Notes which tests have ended, which failed, and whether a process died; ``collected`` gives
    all tests of the run.
    """

    def __init__(self, target: Path, collected: Callable[[], Sequence[str]]) -> None:
        self._target = target
        self._collected = collected
        self._ended: set[str] = set()
        self._died: set[str] = set()
        self._is_gone = False
        self._is_red = False

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, crashitem: str) -> None:
        """A process died in a test."""
        self._died.add(crashitem)

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """The run ends at once: pytest-xdist sent tests to a process that had just died."""
        self._is_gone = excinfo.errisinstance(OSError)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A part of a test has ended."""
        if report.when == "teardown":
            self._ended.add(report.nodeid)
        self._is_red = self._is_red or (report.failed and report.nodeid not in self._died)

    def pytest_sessionfinish(self) -> None:
        """Name the files with tests that have not ended."""
        if (self._died or self._is_gone) and not self._is_red:
            left = (test for test in self._collected() if test not in self._ended)
            files = dict.fromkeys(test.partition("::")[0] for test in (*self._died, *left))
            self._target.write_text("\n".join(files), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Take notes in the process that hands out the tests, when somebody wants them."""
    target = os.environ.get(LEFT)
    if target and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Crashes(Path(target), partial(_collected, config)))


def _collected(config: pytest.Config) -> Sequence[str]:
    """The tests that pytest-xdist hands out."""
    handing_out = config.pluginmanager.getplugin("dsession")
    return getattr(getattr(handing_out, "sched", None), "collection", None) or ()
