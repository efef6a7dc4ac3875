"""What an edit of a board would do to the games that are played on it in the same file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from engine.store.boards import Board
from engine.store.contents import standing_of_games
from engine.store.project import Project
from maps.edits import Change, MapLayer, apply
from maps.errors import KnownError
from maps.hexgrid import Hex
from maps.placing import unsettles

if TYPE_CHECKING:
    from engine.session import GameSession

_MOST_NAMED = 8
"""Units that a sentence names before it only counts."""
_WATCHED = (MapLayer.TERRAIN, MapLayer.SHEETS, MapLayer.HEAD)


class EndangeredError(KnownError):
    """An edit would take the ground from under units, so that a game could not go on as it stands.

    ``hexes`` are the edited ones that units stand on. Whoever knows may do it all the same.
    """

    def __init__(self, where: str, what: str, hexes: frozenset[Hex]) -> None:
        super().__init__(where, what, "Move the units first, or change a copy of the board.")
        self.hexes = hexes


class Guard:
    """Looks at edits of a board with the eyes of its games; those not open are opened to look."""

    def __init__(self, project: Project, board: Board) -> None:
        self._project = project
        self._board = board
        self._opened: dict[int, GameSession] = {}
        self._stood: dict[int, tuple[GameSession, int, Mapping[Hex, tuple[str, ...]]]] = {}

    def check(self, change: Change, *, knowing: bool = False) -> None:
        """Raise KnownError when a change must not be made while games are played on the board.

        Raises :class:`EndangeredError`, unless ``knowing``, when units would stand on wrong ground.
        """
        if not any(fact.layer in _WATCHED for fact in change.facts):
            return
        games = standing_of_games(self._project, self._board.number)
        if not games:
            return
        if unsettles(change):
            count = "a game is" if len(games) == 1 else f"{len(games)} games are"
            raise KnownError(
                self._board.map.title,
                f"{count} played on it, and units would lose their hexes or numbers.",
                "Add a copy of the board under Contents and change that.",
            )
        if knowing:
            return
        edited = {cast(Hex, f.key) for f in change.facts if f.layer is MapLayer.TERRAIN}
        hexes: set[Hex] = set()
        told: list[str] = []
        for number, current in games.items():
            game = self._game(number, current)
            stood = self._standing(number, game)
            under = edited & stood.keys()
            if under and self._spoils(game, change):
                hexes |= under
                told.append(f"{self._named(stood, under)} of “{game.scenario.title}”")
        if told:
            what = f"{'; '.join(told)} would stand where the rules let no unit stand."
            raise EndangeredError(self._board.map.title, what, frozenset(hexes))

    def close(self) -> None:
        """Let go of the games that were opened to look."""
        while self._opened:
            self._opened.popitem()[1].close()
        self._stood.clear()

    def _game(self, number: int, current: int) -> GameSession:
        """A game as it stands: the one that is played now, else one opened for looking."""
        from engine.session import GameSession

        held = self._opened.get(number)
        played = [one for one in self._board.watchers if isinstance(one, GameSession)]
        for game in played:
            if game is not held and game.number == number:
                return game
        if held is None or held.log.current != current:
            if held is not None:
                held.close()
            held = self._opened[number] = GameSession.open(self._project.path, number)
        return held

    def _standing(self, number: int, game: GameSession) -> Mapping[Hex, tuple[str, ...]]:
        """The names of the units of a game by the hex they stand on."""
        known = self._stood.get(number)
        if known is not None and known[0] is game and known[1] == game.log.current:
            return known[2]
        found: dict[Hex, tuple[str, ...]] = {}
        units = game.scenario.oob.units
        for counter in game.rules.counters(game.state):
            if isinstance(counter.at, Hex) and counter.unit in units:
                found[counter.at] = (*found.get(counter.at, ()), units[counter.unit].name)
        self._stood[number] = (game, game.log.current, found)
        return found

    def _spoils(self, game: GameSession, change: Change) -> bool:
        """Whether a change makes a game unsound that was sound."""
        board = self._board.map.copy()
        apply(board, change)
        try:
            rules = game.system.bind(replace(game.scenario, map=board))
            faults = rules.invariants(game.state)
        except (LookupError, ValueError, TypeError, AttributeError, AssertionError):
            return True
        return not set(faults) <= set(game.rules.invariants(game.state))

    def _named(self, stood: Mapping[Hex, tuple[str, ...]], under: set[Hex]) -> str:
        board = self._board.map
        found = [f"{name} ({board.label(at)})" for at in sorted(under) for name in stood[at]]
        few, rest = found[:_MOST_NAMED], len(found) - _MOST_NAMED
        return ", ".join(few) + (f" and {rest} more units" if rest > 0 else "")
