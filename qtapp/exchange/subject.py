"""What goes out as a whole: a board with its counters, where they begin or where they are now."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.cli.common.targets import ProjectFile, target_of
from engine.core.state import State
from engine.core.system import Rules, Scenario
from engine.core.view.display import CounterView
from engine.editing.aid_session import NewAid, aids_of
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.game.catalogue import system_of
from engine.game.session import GameSession
from maps.errors import KnownError
from maps.model import GameMap
from oob.ledger.model import roster_of
from oob.model import OrderOfBattle
from oob.notation.instantiate import instantiated
from qtapp.painters.skin import Skin


@dataclass(frozen=True, slots=True)
class Subject:
    """A board with its counters. ``counters`` are those of a game as it is; None before one.

    ``charts`` are the TOML text a game is played with, ``rules`` and ``state`` the game itself, as
    it begins or as it is.
    """

    title: str
    board: GameMap
    order: OrderOfBattle | None
    counters: tuple[CounterView, ...] | None = None
    charts: str = ""
    rules: Rules | None = None
    state: State | None = None
    system: str = ""
    """What the charts are charts of."""
    aids: tuple[NewAid, ...] = ()
    """The player aids of the file it is in."""
    skin: Skin | None = None
    """Scans that show in place of the drawn board."""


def subject_named(word: str, board: int | None = None, order: int | None = None) -> Subject:
    """What a word of the command line names: a board, a scenario, or a project file.

    A project gives its game, unless a board or an order of battle of it is asked for by number.
    Raises KnownError for an order of battle alone, and as reading files does.
    """
    match target_of(word):
        case GameMap() as found:
            return Subject(found.title, found, None)
        case Scenario() as scenario:
            return of_scenario(scenario)
        case ProjectFile(path=path):
            return of_project(path, board, order)
        case _:
            what = "is an order of battle without a board."
            raise KnownError(word, what, "Name a scenario or a project file.")


def of_scenario(scenario: Scenario) -> Subject:
    """The board and counters of a scenario, as they begin."""
    rules = system_of(scenario.system).bind(scenario)
    return Subject(
        scenario.title, scenario.map, scenario.oob, None, scenario.charts, rules,
        rules.begin().state, scenario.system,
    )  # fmt: skip


def of_game(game: GameSession) -> Subject:
    """A game as it is now."""
    scenario = game.scenario
    counters = tuple(game.rules.counters(game.state))
    return Subject(
        scenario.title, scenario.map, scenario.oob, counters, scenario.charts, game.rules,
        game.state, scenario.system, () if game.path is None else aids_of(game.path),
    )  # fmt: skip


def of_project(path: Path, board: int | None = None, order: int | None = None) -> Subject:
    """The game of a project file; without one, or by number, its board and order of battle.

    Raises KnownError when it has none or several and no number chooses.
    """
    with ProjectSession.reading(path) as project:
        if project.games and board is None and order is None:
            with GameSession.open(path) as game:
                return of_game(game)
        with EditSession.open(path, board) as editor:
            found = editor.map.copy()
        if not project.orders:
            return Subject(found.title, found, None, aids=aids_of(path))
        return with_order(found, path, order)


def with_order(board: GameMap, path: Path, order: int | None) -> Subject:
    """A board with the counters of an order of battle of a file, where they begin.

    Raises KnownError when the file has several and no number chooses, or its rows make no counters.
    """
    held = instantiated(roster_of(OobSession.peek(path, order)))
    return Subject(board.title, board, held, aids=aids_of(path))
