"""What became of everything along the line of play: figures by turn, and units by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, TypeVar

from engine.core.actions import Roll
from engine.core.state import Location, State
from engine.core.system import Rules
from engine.core.view.outlook import Figure
from engine.frozen import dataclass
from engine.game.player_view import PlayerView
from engine.game.session import GameSession
from engine.play.fairness import Tally, tally
from engine.play.log import How
from engine.reports.line_record import LineRecord
from oob.model import UnitId

AnswerT = TypeVar("AnswerT")

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
    """A die that made weather: the step it fell at, its face, who made it, and what for
    (``the weather in the Arctic``).
    """

    node: int
    face: int
    how: How
    reason: str


@dataclass(frozen=True, slots=True)
class Weathered:
    """The weather of one turn as it was in the end (or is now, in the last one): (zone, weather)
    pairs, and the dice that made it, none where none was rolled. ``due`` while one still is.
    """

    turn: int
    zones: tuple[tuple[str, str], ...]
    dice: tuple[WeatherDie, ...]
    due: bool = False


class _Ends(Generic[AnswerT]):
    """What rules say of the ends of turns by step; asked again only where these are other rules, or
    another state.
    """

    def __init__(self, ask: Callable[[Rules, State], AnswerT]) -> None:
        self._ask = ask
        self._known: dict[int, tuple[Rules, State, AnswerT]] = {}

    def of(self, ends: Mapping[int, tuple[Rules, State]]) -> dict[int, AnswerT]:
        """The answers at some steps, which are those that are kept."""
        before, self._known = self._known, {}
        for node, (rules, state) in ends.items():
            known = before.get(node)
            if known is None or known[0] is not rules or known[1] is not state:
                known = rules, state, self._ask(rules, state)
            self._known[node] = known
        return {node: answer for node, (_rules, _state, answer) in self._known.items()}


class Statistics:
    """The history of one game along its current line, worked out once per step of the log.

    With a ``player_view``, as far as its seat knows it. Answers read what is left of the line
    first; of a long one whoever cannot wait reads it bit by bit with :meth:`go_on`.
    """

    def __init__(self, game: GameSession, player_view: PlayerView | None = None) -> None:
        self._game = game
        self._player_view = player_view
        self._figures = _Ends(lambda rules, state: rules.figures(state))
        self._weather = _Ends(_weather)

    def left(self, most: int) -> int:
        """How many steps of the line were never read; not counted beyond ``most``."""
        return LineRecord.of(self._game).left(self._game, most)

    def go_on(self, most: int) -> bool:
        """Read at most so many steps of the line; True when all of it was read."""
        return LineRecord.of(self._game).go_on(self._game, most)

    def _read(self) -> LineRecord:
        record = LineRecord.of(self._game)
        record.go_on(self._game)
        return record

    def points(self) -> tuple[Point, ...]:
        """The figures at the end of every turn up to the current step, and as they are now."""
        record = self._read()
        ends, seen = record.ends(), self._player_view
        if seen is not None and not seen.is_open:
            found = self._figures.of(
                {node: (seen.rules_at(node), seen.state_at(node)) for node in ends.values()}
            )
        else:
            found = self._figures.of(self._positions(record, ends.values()))
        return tuple(Point(turn, node, found[node]) for turn, node in ends.items())

    def _positions(
        self, record: LineRecord, nodes: Iterable[int]
    ) -> dict[int, tuple[Rules, State]]:
        """The rules and the whole state at the ends of turns."""
        game = self._game
        return {node: (game.rules_at(node), record.end_of_turn(game, node)) for node in nodes}

    def weather(self) -> tuple[Weathered, ...]:
        """The weather of every turn up to now, as it was really rolled on the current line.

        Empty for a game without weather.
        """
        game, record = self._game, self._read()
        fallen: dict[int, list[WeatherDie]] = {}
        for ident in record.rolls:
            entry, node = record[ident], game.log[ident]
            if entry.chance is not None and entry.chance.topic == "weather":
                assert isinstance(node.action, Roll), "a chance is answered by a die"
                die = WeatherDie(ident, node.action.face, node.how, entry.chance.reason)
                fallen.setdefault(entry.turn, []).append(die)
        now = game.rules.chance(game.state)
        due = now is not None and now.topic == "weather"
        ends = record.ends()
        skies = self._weather.of(self._positions(record, ends.values()))
        return tuple(
            Weathered(
                turn, skies[node], tuple(fallen.get(turn, ())), due and turn == game.state.turn
            )
            for turn, node in ends.items()
            if skies[node]
        )

    def history(self, unit: UnitId) -> tuple[Change, ...]:
        """Everything that happened to a unit on the current line, oldest first.

        Of a unit that is not its own a seat knows no history.
        """
        if self._player_view is not None and not self._player_view.knows_history(unit):
            return ()
        record = self._read()
        found = []
        for node in record.about(unit):
            entry = record[node]
            for who, before, after in entry.changed:
                if who == unit:
                    steps = before.steps, after.steps
                    found.append(Change(node, entry.turn, entry.phase, before.at, after.at, *steps))
        return tuple(found)

    def dice(self, *, typed: bool | None = None) -> tuple[Tally, ...]:
        """How the dice of the current line fell; only typed, or only rolled ones if wanted."""
        game, record = self._game, self._read()
        throws = []
        for ident in record.rolls:
            chance, node = record[ident].chance, game.log[ident]
            if typed is not None and (node.how is How.TYPED) != typed:
                continue
            if chance is not None and isinstance(node.action, Roll):
                throws.append((chance.sides, node.action.face))
        return tally(throws)


def _weather(rules: Rules, state: State) -> tuple[tuple[str, str], ...]:
    """The weather of each zone at a state."""
    return tuple((zone.zone, zone.now) for zone in rules.weather(state, 0))


def series(points: tuple[Point, ...]) -> Mapping[tuple[str, str], tuple[tuple[int, float], ...]]:
    """(turn, value) pairs of each figure by (figure id, side), in order of turns."""
    found: dict[tuple[str, str], list[tuple[int, float]]] = {}
    for point in points:
        for figure in point.figures:
            found.setdefault((figure.id, figure.side), []).append((point.turn, figure.value))
    return {key: tuple(values) for key, values in found.items()}
