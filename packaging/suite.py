"""Run the tests on all cores: `python packaging/suite.py [--beside COMMAND] [arguments of pytest]`.

The tests have the screen; what a command beside them says is shown as a whole when it ends.

A process of the tests that dies of a signal ends the run with its stack. Tests of windows run in
Qt's own code, where that has happened once in some dozens of runs and never twice in the same test.
So what such a process left is run once more, loudly; a test that fails, or a second death, fails.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from told import say

BESIDE = "--beside"
LEFT = "SANDTABLE_TESTS_LEFT"
"""The variable by which `tests/crashes.py` is told where to name what is left."""

SPREAD = (
    "-n",
    "auto",
    "-p",
    "tests.crashes",
    "-p",
    "tests.halves",
    "--dist",
    "loadfile",
    "--no-loadscope-reorder",
    "--max-worker-restart=0",
)
"""A file of tests stays in one process; one that dies is not replaced, for which pytest-xdist would
wait for ever when files are kept together.
"""


SOURCES = ("maps", "oob", "engine", "qtapp", "resources")


class Beside:
    """A command that runs beside the tests and is heard once it has ended."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._process = subprocess.Popen(
            command,
            shell=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        self._listener = threading.Thread(target=self._tell)
        self._listener.start()

    def _tell(self) -> None:
        said, _ = self._process.communicate()
        say(f"\n{self.command}{' failed' if self._process.returncode else ''}:\n{said}")

    def ended(self) -> int:
        """Wait for its end; its exit code."""
        self._listener.join()
        return self._process.returncode

    def stop(self) -> None:
        """End it, for the tests were stopped."""
        self._process.terminate()
        self._listener.join()


def run_beside(command: str, tests: Callable[[], int]) -> int:
    """Run a command beside the tests, both to their ends; 0 when both went well."""
    other = Beside(command)
    try:
        code = tests()
    except BaseException:
        other.stop()
        raise
    if other.ended():
        say(f"Failed: {command}")
        return code or 1
    return code


def run(arguments: list[str]) -> int:
    """Run pytest; what it ended with. The program is compiled once, not by each worker."""
    compiling = [sys.executable, "-m", "compileall", "-qq", "-j", "0", *SOURCES]
    subprocess.run(compiling, check=False)
    with tempfile.TemporaryDirectory() as folder:
        left = Path(folder) / "left"
        code = _pytest(arguments, left)
        if not left.is_file():
            return code
        files = left.read_text(encoding="utf-8").splitlines()
    say(
        "A process of the tests died; its stack is above. What it left is run once more "
        f"(files: {len(files)}): {' '.join(files)}"
    )
    options = [each for each in arguments if not Path(each.partition("::")[0]).exists()]
    return _pytest([*options, *files], None)


def _pytest(arguments: list[str], left: Path | None) -> int:
    environment = {name: text for name, text in os.environ.items() if name != LEFT}
    environment.setdefault("PYTHONHASHSEED", "1")
    if left is not None:
        environment[LEFT] = str(left)
    command = [sys.executable, "-m", "pytest", *SPREAD, *arguments]
    return subprocess.run(command, check=False, env=environment).returncode


if __name__ == "__main__":
    if sys.argv[1:2] == [BESIDE]:
        sys.exit(run_beside(sys.argv[2], lambda: run(sys.argv[3:])))
    sys.exit(run(sys.argv[1:]))
