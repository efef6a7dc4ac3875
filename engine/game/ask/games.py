"""Games from laid-out positions, and positions from games."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.game.ask.exporting import told
from engine.game.ask.table import Table, lay_out
from engine.game.session import Dice, GameSession
from engine.game.set_up.openings import written


def begin(
    table: Table,
    *,
    seed: int = 1,
    path: Path | None = None,
    dice: Dice = Dice.PROGRAM,
) -> GameSession:
    """Begin a game from a position on the table, in a project file when ``path`` is given.

    Its log begins there; a game in memory is played by the very rules of the table. Raises
    KnownError for a file that cannot be used.
    """
    laid = written(table.codec, table.state)
    if path is not None:
        return GameSession.begin(table.scenario, seed=seed, path=path, dice=dice, laid=laid)
    game = GameSession(table.scenario, seed, dice=dice, laid=laid, rules=table.rules)
    game.set_out()
    return game


def begin_laid_out(
    scenario: str,
    position: Mapping[str, Any],
    *,
    seed: int = 1,
    path: Path | None = None,
    dice: Dice = Dice.PROGRAM,
) -> GameSession:
    """Begin a game of a shipped scenario from the tables of a POS.toml.

    Raises KnownError for a position that cannot be, and for a file that cannot be used.
    """
    return begin(lay_out(scenario, position), seed=seed, path=path, dice=dice)


def position_of(game: GameSession) -> str:
    """The position of a game as POS.toml."""
    return told(Table(game.rules, game.state)).text
