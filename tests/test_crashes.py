"""A process of the tests that dies: what it left is run once more, and a second death is red."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest

from tests.crashes import Crashes

ROOT = Path(__file__).parents[1]
DIES = """
import os, signal
from pathlib import Path

MARK = Path(__file__).with_name("died")

def test_before(): pass

def test_dies():
    if {often} or not MARK.exists():
        MARK.touch()
        os.kill(os.getpid(), signal.SIGKILL)

def test_after(): pass
"""


WITHOUT = ("-p", "no:benchmark", "-p", "no:pytest-qt", "-p", "no:hypothesispytest")
"""Plugins that the tests of a folder do not need: six processes would import them."""


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests of a folder as `make tests` runs those of the project."""
    return subprocess.run(
        [sys.executable, ROOT / "packaging" / "suite.py", "-q", "-n", "1", *WITHOUT],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(("often", "code"), [(False, 0), (True, 1)])
def test_what_a_dead_process_left_is_run_once_more(tmp_path: Path, often: bool, code: int) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_first.py").write_text("def test_it(): pass\n")
    (tmp_path / "test_second.py").write_text(DIES.format(often=often))
    (tmp_path / "test_third.py").write_text("def test_it(): pass\n")
    ran = run(tmp_path)
    assert ran.returncode == code, ran.stdout + ran.stderr
    assert "(files: 2): test_second.py test_third.py" in ran.stdout
    assert ("4 passed" in ran.stdout) is (code == 0)


@pytest.mark.parametrize("outcome", ["passed", "failed"])
def test_a_process_that_is_gone_when_tests_are_sent_to_it_is_a_dead_one(
    tmp_path: Path, outcome: Literal["passed", "failed"]
) -> None:
    left, tests = tmp_path / "left", ["a.py::one", "a.py::two", "b.py::one", "c.py::one"]
    notes = Crashes(left, lambda: tests)
    for test in (tests[0], tests[2]):
        notes.pytest_runtest_logreport(
            pytest.TestReport(test, (test, 0, test), {}, outcome, None, "teardown")
        )
    with pytest.raises(OSError, match="cannot send") as gone:
        raise OSError("cannot send")
    notes.pytest_internalerror(gone)
    notes.pytest_sessionfinish()
    assert left.exists() is (outcome == "passed")
    if left.exists():
        assert left.read_text().splitlines() == ["a.py", "c.py"]
