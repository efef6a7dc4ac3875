"""Records hash by their fields, and can be assigned to only where nobody guards them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from engine.core.state import Piece
from maps.hexgrid import Hex

ROOT = Path(__file__).parents[2]
ASSIGNS = """
from engine.core.state import Piece
piece = Piece("box", 1)
try:
    piece.steps = 2
except AttributeError as error:
    print(type(error).__name__)
else:
    print("assigned")
"""


def assigned(**environment: str) -> str:
    """What a process says that assigns to a field of a record."""
    found = {name: value for name, value in os.environ.items() if name != "SANDTABLE_FROZEN"}
    told = subprocess.run(
        [sys.executable, "-c", ASSIGNS],
        cwd=ROOT,
        env={**found, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.strip()


def test_records_of_equal_fields_are_one_key() -> None:
    """They are members of sets and keys, frozen or not."""
    assert len({Piece(Hex(1, 2), 1), Piece(Hex(1, 2), 1), Piece("box", 1)}) == 2


def test_the_guard_is_there_when_it_is_asked_for() -> None:
    """Games of every system are played with it in the test of hash seeds."""
    assert assigned(SANDTABLE_FROZEN="1") == "FrozenInstanceError"
    assert assigned() == "assigned"
