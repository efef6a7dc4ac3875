"""What runs beside the tests is heard as a whole, and is red when it fails."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path

import pytest
from suite import run_beside


def command(code: str) -> str:
    return shlex.join([sys.executable, "-I", "-S", "-c", code])


def test_both_run_at_the_same_time(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Each waits for what the other does."""
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    waiting = command(
        "import pathlib, time\n"
        f"pathlib.Path({str(theirs)!r}).touch()\n"
        f"while not pathlib.Path({str(ours)!r}).exists(): time.sleep(0.01)\n"
        "print('types are right')"
    )

    def tests() -> int:
        while not theirs.exists():
            time.sleep(0.01)
        ours.touch()
        return 0

    assert run_beside(waiting, tests) == 0
    said = capfd.readouterr().out
    assert "types are right" in said and "ailed" not in said


@pytest.mark.parametrize(
    ("other", "tests", "code"), [(0, 0, 0), (3, 0, 1), (0, 2, 2), (3, 2, 2), (-9, 0, 1)]
)
def test_either_makes_the_whole_red(
    other: int, tests: int, code: int, capfd: pytest.CaptureFixture[str]
) -> None:
    ends = f"sys.exit({other})" if other >= 0 else f"os.kill(os.getpid(), {-other})"
    beside = f"exec {command(f'import os, sys; print(12, flush=True); {ends}')}"
    assert run_beside(beside, lambda: tests) == code
    said = capfd.readouterr().out
    assert "12\n" in said
    assert (said.rstrip().splitlines()[-1] == f"Failed: {beside}") is bool(other)


def test_it_is_stopped_when_the_tests_are(capfd: pytest.CaptureFixture[str]) -> None:
    """Ctrl+C comes while tests run; what would run for ever ends."""

    def interrupted() -> int:
        raise KeyboardInterrupt

    endless = command("import time\nwhile True: time.sleep(0.01)")
    with pytest.raises(KeyboardInterrupt):
        run_beside(f"exec {endless}", interrupted)
    assert "failed" in capfd.readouterr().out
