"""Games in a project file: the log tree as rows, the current node, snapshots for quick opening."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.core.system import Scenario


@dataclass(frozen=True, slots=True)
class NodeRow:
    """One step of a game's log as stored: JSON texts for the action and what was told."""

    id: int
    parent: int | None
    action: str | None
    how: str
    draw: int
    key: str
    side: str
    told: str
    digest: str


@dataclass(frozen=True, slots=True)
class SnapshotRow:
    """The whole state (JSON) at one node."""

    node: int
    state: str


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as read from a file. ``where`` names file and game for error sentences.

    ``snapshot`` is the one nearest to the current node on its line, if any.
    """

    where: str
    scenario: Scenario
    seed: int
    dice: str
    nodes: tuple[NodeRow, ...]
    current: int
    snapshot: SnapshotRow | None


class GameStore:
    """One game inside one project file. Contract; the store room implements it."""

    path: Path

    @classmethod
    def create(cls, path: Path, scenario: Scenario, seed: int, dice: str) -> GameStore:
        """Create the file (or add a game to an existing project) with board, order of battle, charts."""
        raise AssertionError

    @classmethod
    def open(cls, path: Path, game: int | None = None) -> GameStore:
        """Open a game of an existing project."""
        raise AssertionError

    def load(self) -> GameRecord:
        """Read the game."""
        raise AssertionError

    def append(self, rows: Sequence[NodeRow], current: int, snapshot: SnapshotRow | None) -> None:
        """Add steps and move the cursor, in one committed transaction."""
        raise AssertionError

    def close(self) -> None:
        """Let go of the file."""
        raise AssertionError
