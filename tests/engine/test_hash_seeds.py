"""Nothing hangs on the order of a set: games go the same way under another hash seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.engine.seeded import LINES, steps_of, told

ROOT = Path(__file__).parents[2]
Told = dict[tuple[str, bool], list[str]]


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Callable[[], Told]]:
    """What a process with another hash seed, in which no record can be assigned to, tells of all
    lines; it begins at once.
    """
    seed = "2" if os.environ.get("PYTHONHASHSEED") != "2" else "1"
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.engine.seeded"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed, "SANDTABLE_FROZEN": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    found: Told = {}

    def told_there() -> Told:
        if not found:
            said, _ = child.communicate()
            found.update(zip(LINES, json.loads(said), strict=True))
        return found

    yield told_there
    if child.poll() is None:
        child.kill()
        child.communicate()


@pytest.fixture(scope="module")
def here(elsewhere: Callable[[], Told]) -> Told:
    """What this process tells, while the other is at work."""
    return {line: told(*line) for line in LINES}


@pytest.mark.parametrize(("scenario", "automatic"), LINES)
def test_a_game_goes_the_same_way(
    scenario: str, automatic: bool, here: Told, elsewhere: Callable[[], Told]
) -> None:
    ours, theirs = here[scenario, automatic], elsewhere()[scenario, automatic]
    parted = [
        step for step, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]
    ]
    assert not parted, f"from step {parted[0]} on"
    assert len(ours) == len(theirs)
    assert len(ours) > steps_of(scenario, automatic) // 4
