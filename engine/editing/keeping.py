"""Save what is open as a new file, even when the file it came from was changed by others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.game.repository import GameRepository
from engine.game.session import GameSession
from engine.play.log import LogTree
from engine.store.project import Project, drafted
from engine.store.rows.boards import Board
from engine.store.rows.chart_sets import LiveChartSet, save_chart_set
from engine.store.rows.games import GameStore
from engine.store.rows.ledgers import LiveLedger, save_ledger
from engine.store.rows.maps import save_map

LOST = (
    "The file was overwritten, so only what was in memory could be saved: the boards, orders of"
    " battle and charts that were looked at, and the open game; not their undo lists, scans,"
    " player aids or other games."
)
"""What to say when a copy is not all that the file held."""


def save_copy(project: Project, target: Path, game: GameSession | None = None) -> tuple[str, ...]:
    """Write all that is open as a new file, whole or not at all; sentences on what is missing.

    A file that was replaced, moved or deleted is read through its handle, and nothing is missing.
    Of one that was overwritten in place only the models are left, with the open ``game``. Raises
    KnownError when the copy cannot be written or, of an overwritten file, when there is a file of
    that name.
    """
    if not project.overwritten:
        project.copy_to(target)
        return ()
    with drafted(target) as draft:
        _from_memory(project, draft)
        if game is not None:
            _save_game(game, draft)
    return (LOST,)


def _from_memory(project: Project, draft: Path) -> None:
    with Project.create(draft) as new, new.transaction():
        for thing in project.live():
            if isinstance(thing, Board):
                save_map(new, thing.map)
            elif isinstance(thing, LiveLedger):
                save_ledger(new, thing.ledger)
            elif isinstance(thing, LiveChartSet):
                save_chart_set(new, thing.charts)


def _save_game(game: GameSession, draft: Path) -> None:
    """Write a game with its whole log; all steps are taken to be made on the board as it is now."""
    store = GameStore.create(draft, game.scenario, game.seed, game.dice.value)
    try:
        nodes = [replace(node, board=0) for node in game.log]
        log = LogTree(nodes, game.log.current, game.log.tip)
        repository = GameRepository(store, game.codec)
        repository.save(log, game.dice.value, game.state_at, game.recorded)
        for node, kind, text in game.marks.rows():
            store.marks.write(node, kind, text)
        for turn, text in game.turn_notes.all().items():
            store.marks.write_turn(turn, text)
    finally:
        store.close()
