"""What became of everything along the line of play: figures by turn, and units by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from engine.core.actions import Roll
from engine.core.chance import ChanceNode
from engine.core.state import Location, Piece
from engine.core.view.outlook import Figure
from engine.game.player_view import PlayerView
from engine.game.session import GameSession
from engine.play.fairness import Tally, tally
from engine.play.log import ROOT, How, Node
from oob.model import UnitId

__all__ = ["Change", "Point", "Statistics", "Tally", "WeatherDie", "Weathered", "series"]


@dataclass(frozen=True, slots=True)
class Point:
    """The figures as they stood at the end of a turn (or stand now, in the last one)."""

    turn: int
    node: int
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that happened to a unit: at which step, where it went, what it lost or gained."""

    node: int
    turn: int
    phase: str
    origin: Location
    target: Location
    steps_before: int
    steps_after: int


@dataclass(frozen=True, slots=True)
class WeatherDie:
    """A die that made weather: the step it fell at, its face, and who made it."""

    node: int
    face: int
    how: How


@dataclass(frozen=True, slots=True)
class Weathered:
    """The weather of one turn as it was in the end (or is now, in the last one): (zone, weather)
    pairs, and the dice that made it, none where none was rolled. ``due`` while one still is.
    """

    turn: int
    zones: tuple[tuple[str, str], ...]
    dice: tuple[WeatherDie, ...]
    due: bool = False


@dataclass(frozen=True, slots=True)
class _Entry:
    """What one step of the log changed, in the turn it led to and the phase it was taken in."""

    turn: int
    phase: str
    changed: tuple[tuple[UnitId, Piece, Piece], ...]


class Statistics:
    """The history of one game along its current line, worked out once per step of the log.

    With a ``player_view``, as far as its seat knows it.
    """

    def __init__(self, game: GameSession, player_view: PlayerView | None = None) -> None:
        self._game = game
        self._player_view = player_view
        self._entries: dict[int, _Entry] = {}
        self._chances: dict[int, ChanceNode | None] = {}

    def points(self) -> tuple[Point, ...]:
        """The figures at the end of every turn up to the current step, and as they are now."""
        return tuple(Point(turn, node, self._figures(node)) for turn, node in self._ends().items())

    def _figures(self, node: int) -> tuple[Figure, ...]:
        seen = self._game if self._player_view is None else self._player_view
        return seen.rules_at(node).figures(seen.state_at(node))

    def weather(self) -> tuple[Weathered, ...]:
        """The weather of every turn up to now, as it was really rolled on the current line.

        Empty for a game without weather.
        """
        game = self._game
        fallen: dict[int, list[WeatherDie]] = {}
        for node in game.log.line():
            chance = self._chance(node)
            if chance is not None and chance.topic == "weather":
                assert isinstance(node.action, Roll), "a chance is answered by a die"
                die = WeatherDie(node.id, node.action.face, node.how)
                fallen.setdefault(game.state_at(node.id).turn, []).append(die)
        now = game.rules.chance(game.state)
        due = now is not None and now.topic == "weather"
        found = []
        for turn, node_id in self._ends().items():
            zones = game.rules_at(node_id).weather(game.state_at(node_id), 0)
            pairs = tuple((zone.zone, zone.now) for zone in zones)
            if pairs:
                dice = tuple(fallen.get(turn, ()))
                found.append(Weathered(turn, pairs, dice, due and turn == game.state.turn))
        return tuple(found)

    def _ends(self) -> dict[int, int]:
        """The last step of every turn so far, the current one included, by turn."""
        line = [ROOT, *(node.id for node in self._game.log.line())]
        self._read(line)
        ends = {self._game.state_at(ROOT).turn: ROOT}
        ends |= {self._entries[node].turn: node for node in line[1:]}
        return dict(sorted(ends.items()))

    def _chance(self, node: Node) -> ChanceNode | None:
        """The die a step answered; None for a player's decision."""
        if not isinstance(node.action, Roll) or node.parent is None:
            return None
        if node.id not in self._chances:
            before = self._game.state_at(node.parent)
            self._chances[node.id] = self._game.rules_at(node.id).chance(before)
        return self._chances[node.id]

    def history(self, unit: UnitId) -> tuple[Change, ...]:
        """Everything that happened to a unit on the current line, oldest first.

        Of a unit that is not its own a seat knows no history.
        """
        if self._player_view is not None and not self._player_view.knows_history(unit):
            return ()
        line = [ROOT, *(node.id for node in self._game.log.line())]
        self._read(line)
        found = []
        for node in line[1:]:
            entry = self._entries[node]
            for who, before, after in entry.changed:
                if who == unit:
                    found.append(
                        Change(
                            node,
                            entry.turn,
                            entry.phase,
                            before.at,
                            after.at,
                            before.steps,
                            after.steps,
                        )
                    )
        return tuple(found)

    def dice(self, *, typed: bool | None = None) -> tuple[Tally, ...]:
        """How the dice of the current line fell; only typed, or only rolled ones if wanted."""
        game = self._game
        throws = []
        for node in game.log.line():
            if typed is not None and (node.how is How.TYPED) != typed:
                continue
            chance = self._chance(node)
            if chance is not None and isinstance(node.action, Roll):
                throws.append((chance.sides, node.action.face))
        return tally(throws)

    def _read(self, line: list[int]) -> None:
        """Note what each new step of a line changed."""
        for before, node in pairwise(line):
            if node in self._entries:
                continue
            was, now = self._game.state_at(before), self._game.state_at(node)
            changed = tuple(
                (unit, was.pieces[unit], piece)
                for unit, piece in now.pieces.items()
                if unit in was.pieces and _differ(was.pieces[unit], piece)
            )
            self._entries[node] = _Entry(now.turn, was.phase, changed)


def _differ(before: Piece, after: Piece) -> bool:
    return before is not after and (before.at, before.steps) != (after.at, after.steps)


def series(points: tuple[Point, ...]) -> Mapping[tuple[str, str], tuple[tuple[int, float], ...]]:
    """(turn, value) pairs of each figure by (figure id, side), in order of turns."""
    found: dict[tuple[str, str], list[tuple[int, float]]] = {}
    for point in points:
        for figure in point.figures:
            found.setdefault((figure.id, figure.side), []).append((point.turn, figure.value))
    return {key: tuple(values) for key, values in found.items()}
