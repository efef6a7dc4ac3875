"""What an edit of a board would do to the games that are played on it in the same file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from engine.core.wording import counted
from engine.store.project import Project
from engine.store.rows.boards import Board
from engine.store.rows.contents import standing_of_games
from maps.edits import Change, Fact, MapLayer, RegionHex, apply
from maps.edits.placing import unsettles
from maps.errors import KnownError
from maps.hexgrid import Hex
from maps.model import Place
from maps.terrain import is_land, water_in

if TYPE_CHECKING:
    from engine.game.session import GameSession

_MOST_NAMED = 8
"""Units that a sentence names before it only counts."""
_NAMED = (MapLayer.PLACE, MapLayer.REGION, MapLayer.MEMBER)
"""What rules ask of a board by name or id."""
_WATCHED = (MapLayer.TERRAIN, MapLayer.SHEETS, MapLayer.HEAD, MapLayer.BOX, *_NAMED)


class EndangeredError(KnownError):
    """An edit would take the ground from under units, the box they are in, or a place, region or
    box from the rules, so that a game could not go on as it is.

    ``hexes`` are the edited ones that this is about. Whoever knows may do it all the same.
    """

    def __init__(
        self, where: str, what: str, hexes: frozenset[Hex], fix: str = "Move the units first"
    ) -> None:
        super().__init__(where, what, f"{fix}, or change a copy of the board.")
        self.hexes = hexes


class EditValidator:
    """Looks at edits of a board with the eyes of its games; those not open are opened to look."""

    def __init__(self, project: Project, board: Board) -> None:
        self._project = project
        self._board = board
        self._opened: dict[int, GameSession] = {}
        self._stood: dict[int, tuple[GameSession, int, Mapping[Hex, tuple[str, ...]]]] = {}

    def check(self, change: Change, *, knowing: bool = False) -> None:
        """Raise KnownError when a change must not be made while games are played on the board.

        Raises :class:`EndangeredError`, unless ``knowing``, when units would stand on wrong ground
        or lose the box they are in, or when the rules of a game would miss a place, region, box or
        hex that they ask for.
        """
        if change.layers.isdisjoint(_WATCHED):
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
            if under and self._faults(game, change):
                hexes |= under
                told.append(f"{self._named(stood, under)} of “{game.scenario.title}”")
        if told:
            what = f"{'; '.join(told)} would stand where the rules let no unit stand."
            raise EndangeredError(self._board.map.title, what, frozenset(hexes))
        gone = {str(f.key) for f in change.facts if f.layer is MapLayer.BOX and f.after is None}
        if gone:
            self._check_boxes(gone, games)
        if any(map(self._takes, change.facts)):
            self._check_names(change, games)

    def _takes(self, fact: Fact) -> bool:
        """True for a fact that takes a place or region away, moves a place, or drowns a hex."""
        if fact.layer is MapLayer.TERRAIN:
            board, at, kind = self._board.map, fact.key, fact.after
            drowns = not isinstance(kind, str) or water_in(board, kind) != "no"
            return drowns and isinstance(at, Hex) and is_land(board, at)
        if isinstance(fact.before, Place) and isinstance(fact.after, Place):
            return fact.before.hex != fact.after.hex
        return fact.layer in _NAMED and bool(fact.before) and not fact.after

    def _check_names(self, change: Change, games: Mapping[int, int]) -> None:
        """Places and regions that rules ask for stay, and the hexes they name stay land."""
        for number, current in games.items():
            game = self._game(number, current)
            faults = self._faults(game, change)
            if faults:
                what = f"the rules of “{game.scenario.title}” would miss it: {'; '.join(faults)}."
                hexes = frozenset(at for fact in change.facts for at in hexes_of(fact))
                raise EndangeredError(self._board.map.title, what, hexes, "Keep it")

    def _check_boxes(self, gone: Set[str], games: Mapping[int, int]) -> None:
        """Boxes with units in them stay, and those that rules put units in."""
        title, boxes = self._board.map.title, self._board.map.boxes
        for number, current in games.items():
            game = self._game(number, current)
            units = game.scenario.oob.units
            held = [
                f"{units[counter.unit].name} ({boxes[counter.at].name})"
                for counter in game.rules.counters(game.state)
                if counter.at in gone and counter.at in boxes and counter.unit in units
            ]
            if held:
                what = f"{_few(held)} of “{game.scenario.title}” would lose the box they are in."
                raise EndangeredError(title, what, frozenset())
            asked = sorted(boxes[box].name for box in gone & _boxes_of(game) if box in boxes)
            if asked:
                what = (
                    f"the rules of “{game.scenario.title}” would miss it: they put units in "
                    f"{', '.join(asked)}."
                )
                raise EndangeredError(title, what, frozenset(), "Keep it")

    def close(self) -> None:
        """Release the games that were opened to look."""
        while self._opened:
            self._opened.popitem()[1].close()
        self._stood.clear()

    def _game(self, number: int, current: int) -> GameSession:
        """A game as it is: the one that is played now, else one opened for looking."""
        from engine.game.session import GameSession

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

    def _faults(self, game: GameSession, change: Change) -> tuple[str, ...]:
        """What a change makes unsound in a game."""
        board = self._board.map.copy()
        apply(board, change)
        try:
            rules = game.system.bind(replace(game.scenario, map=board))
            faults = rules.invariants(game.state)
        except (LookupError, ValueError):
            return ("the rules cannot be bound to it",)
        held = game.rules.invariants(game.state)
        return tuple(fault for fault in faults if fault not in held)

    def _named(self, stood: Mapping[Hex, tuple[str, ...]], under: set[Hex]) -> str:
        board = self._board.map
        return _few([f"{name} ({board.label(at)})" for at in sorted(under) for name in stood[at]])


def _few(units: Sequence[str]) -> str:
    """The first of some units, and how many more there are."""
    rest = len(units) - _MOST_NAMED
    more = f" and {counted(rest, 'more unit')}" if rest > 0 else ""
    return ", ".join(units[:_MOST_NAMED]) + more


def _boxes_of(game: GameSession) -> Set[str]:
    """The boxes that a title's rules know by id; a game by hand knows those of its board alone."""
    try:
        return game.rules.laying.words.boxes.keys()
    except KnownError:
        return frozenset()


def hexes_of(fact: Fact) -> tuple[Hex, ...]:
    """The hexes that a fact about terrain, a place or a region is about."""
    if isinstance(fact.key, RegionHex):
        return (fact.key.hex,)
    if fact.layer is MapLayer.TERRAIN:
        return (cast(Hex, fact.key),)
    found = (fact.before, fact.after)
    return tuple(place.hex for place in found if isinstance(place, Place))
