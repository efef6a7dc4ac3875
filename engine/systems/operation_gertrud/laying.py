"""Positions of Operation Gertrud laid out by hand, and told again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from typing import TypeVar

from engine.core.handler import Transition
from engine.core.laying import (
    OUT_OF_SUPPLY,
    REDUCED,
    SET_UP,
    Placed,
    Vocabulary,
    Wanted,
    placed,
    refusal,
    turn_in,
    with_marks,
    word_in,
)
from engine.core.state import State
from engine.systems.operation_gertrud.sequence import PHASES
from engine.systems.operation_gertrud.state.context import YAVUZ, Context
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    ATTACKED,
    DEAD,
    DEFENDED,
    DROPPING,
    FED,
    GERMAN,
    GONE,
    INTERDICTED,
    LOST,
    MOVED,
    OFF_MAP,
    OUT,
    PENDING,
    POOL,
    RESERVE,
    Board,
    Onward,
    Phase,
    SettingUp,
    Status,
    Yavuz,
)
from maps.hexgrid import Hex, Side, are_adjacent, side_between
from oob.model import UnitId

BOXES = {
    OFF_MAP: "off the map",
    PENDING: "reinforcements to come",
    DROPPING: "dropping",
    RESERVE: "not in the scenario",
    DEAD: "the dead pile",
    GONE: "out of the game",
    POOL: "waiting to be set up",
}
MARKS = (MOVED, ATTACKED, DEFENDED, OUT, FED, INTERDICTED, LOST, REDUCED)
SIDE_PHASES = {
    GERMAN: {
        "movement": Phase.GERMAN_MOVEMENT,
        "combat": Phase.GERMAN_COMBAT,
        "replacement": Phase.GERMAN_REPLACEMENT,
        "interdiction": Phase.GERMAN_INTERDICTION,
        "end of game turn": Phase.END,
        SET_UP: Phase.SET_UP,
    },
    ALLIED: {
        "movement": Phase.ALLIED_MOVEMENT,
        "combat": Phase.ALLIED_COMBAT,
        "replacement": Phase.ALLIED_REPLACEMENT,
        "interdiction": Phase.ALLIED_INTERDICTION,
        "end of game turn": Phase.END,
        SET_UP: Phase.SET_UP,
    },
}
"""The phases of each side, movement first. A side interdicts in its enemy's player turn."""
ALIKE = {
    "move": "movement",
    "movement and reinforcement": "movement",
    "reinforcement": "movement",
    "replacements": "replacement",
    "interdiction placement": "interdiction",
    "attack": "combat",
    "end": "end of game turn",
    "deployment": SET_UP,
    "set-up": SET_UP,
}
NONE = "none"
ULTRA, EXPERTEN, ROAD_CUT, RAIL_CUT, MINED = "ultra", "experten", "road cut", "rail cut", "mined"
E = TypeVar("E", bound=StrEnum)


class GertrudLaying:
    """Lays out and tells positions of one scenario."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @cached_property
    def words(self) -> Vocabulary:
        """The words of its positions."""
        purses = dict.fromkeys(self.context.charts.replacements.purses.values())
        return Vocabulary(
            boxes=BOXES,
            aside=GONE,
            marks=MARKS,
            phases={side: tuple(phases) for side, phases in SIDE_PHASES.items()},
            alike={
                **ALIKE,
                **{
                    phase.value: word
                    for side in SIDE_PHASES.values()
                    for word, phase in side.items()
                },
            },
            weather=(),
            zones=(),
            nations={"soviet": (ALLIED, GERMAN)},
            points=(*purses, ULTRA),
            turns=self.context.figures.turns,
        )

    def called(self, unit: UnitId) -> str:
        """A unit's name."""
        return self.context.called(unit)

    def opened(self, state: State, wanted: Wanted) -> State:
        """A state as wanted, at the beginning of the phase."""
        assert isinstance(state, Board)
        if wanted.weather:
            raise refusal("Operation Gertrud has no weather.", "Leave it out.", part="weather")
        if wanted.owners:
            what = "nobody owns a hex in Operation Gertrud: it is who is there."
            raise refusal(what, "Leave it out.", part="owners")
        laid = self._laid(state, wanted)
        if wanted.fresh:
            laid = self._phase(laid, wanted)
        laid = self._marked(laid, wanted)
        laid = self._points(laid, wanted)
        return self._markers(laid, wanted)

    def _laid(self, state: Board, wanted: Wanted) -> Board:
        steps = {unit: found.steps for unit, found in self.context.units.items()}
        pieces = placed(state.pieces, steps, wanted, self.words, lost=(DEAD,), stays=(RESERVE,))
        soviets = wanted.nations.get("soviet", state.soviets)
        drops: dict[UnitId, Hex] = {
            unit: at for unit, at in state.drops.items() if pieces[unit].at == DROPPING
        }
        for unit, place in wanted.units.items():
            if place.at == DROPPING:
                if place.over is None and unit not in drops:
                    what = f"{unit} is dropping into no hex."
                    raise refusal(what, 'Say where: { at = "dropping", over = HEX }.', part="units")
                drops[unit] = place.over or drops[unit]
            else:
                drops.pop(unit, None)
        return state.having(
            pieces=pieces, drops=drops, soviets=soviets, turn=turn_in(wanted, self.words.turns)
        )

    def _phase(self, state: Board, wanted: Wanted) -> Board:
        """The phase as it begins; markers due by then have come."""
        side = wanted.side or GERMAN
        phase = SIDE_PHASES[side][wanted.phase or "movement"]
        came = {
            marker: Status.AVAILABLE
            for marker, status in state.support.items()
            if status is Status.WAITING and self.context.due.get(marker, 0) <= state.turn
        }
        bare = state.having(flow=(Onward(),), over=False, winner="", steps={}, spent={})
        bare = bare.having(support={**state.support, **came})
        if phase is Phase.SET_UP:
            return bare.having(phase=phase.value, active="", flow=(Onward(), SettingUp(side)))
        active, opening = PHASES[phase]
        transition = Transition(bare.having(phase=phase.value, active=active))
        opening(self.context, transition)
        return transition.state

    def _marked(self, state: Board, wanted: Wanted) -> Board:
        marks: dict[UnitId, frozenset[str]] = {}
        spent = dict(state.spent)
        for unit, place in wanted.units.items():
            marks[unit] = place.marks - {REDUCED}
            if place.spent:
                spent[unit] = int(place.spent)
        found = state.having(pieces=with_marks(state.pieces, marks), spent=spent)
        pos = Position(self.context, found)
        for unit, words in marks.items():
            if OUT in words and not pos.cut_off(unit):
                what = f"{self.called(unit)} has a supply path and is not out of supply."
                raise refusal(what, "Cut its path, or leave the mark out.", part="units")
        return found

    def _points(self, state: Board, wanted: Wanted) -> Board:
        steps = dict(state.steps)
        for key, amount in wanted.points.items():
            if key == ULTRA:
                state = state.having(ultra=int(amount))
                continue
            steps[key] = int(amount)
        return state.having(steps=steps)

    def _markers(self, state: Board, wanted: Wanted) -> Board:
        for key, words in wanted.markers.items():
            for word in words:
                state = self._marker(state, key, word)
        return state

    def _marker(self, state: Board, key: str, word: str) -> Board:
        part = f"markers, {key}"
        if "/" in key:
            across = self._side(key)
            kind = word_in(word, (ROAD_CUT, RAIL_CUT, MINED), part)
            if kind == MINED and across in self.context.strait_names:
                return state.having(mined=state.mined | {across})
            if kind == MINED:
                raise refusal(f"{key} is no crossing of a strait.", part=part)
            if kind == ROAD_CUT:
                return state.having(cut_roads=state.cut_roads | {across})
            return state.having(cut_rails=state.cut_rails | {across})
        if key == YAVUZ and word in tuple(Yavuz):
            return state.having(yavuz=Yavuz(word))
        if key == EXPERTEN:
            found = word_in(word, (*state.support, NONE), part)
            return state.having(experten="" if found == NONE else found)
        if key in self.context.straits:
            word_in(word, (MINED,), part)
            crossings = (side_between(a, b) for a, b in self.context.straits[key])
            return state.having(mined=state.mined.union(crossings))
        marker = word_in(key, state.support, "markers")
        return state.having(support={**state.support, marker: _status(Status, word, part)})

    def _side(self, key: str) -> Side:
        a, _, b = key.partition("/")
        try:
            first, second = self.context.hex_of(a.strip()), self.context.hex_of(b.strip())
        except ValueError as error:
            raise refusal(f"{error}.", part=f"markers, {key}") from error
        if not are_adjacent(first, second):
            raise refusal(f"{a} and {b} are not adjacent.", part=f"markers, {key}")
        return side_between(first, second)

    def told(self, state: State) -> Wanted:
        """A state in words."""
        assert isinstance(state, Board)
        pos = Position(self.context, state)
        side, phase = self._phase_of(state)
        return Wanted(
            turn=state.turn,
            side=side,
            phase=phase,
            only=True,
            units={unit: self._told(pos, unit) for unit in state.pieces},
            points={**state.steps, ULTRA: state.ultra},
            nations={"soviet": state.soviets},
            markers=self._told_markers(state),
        )

    def _phase_of(self, state: Board) -> tuple[str, str]:
        setting = next((f for f in reversed(state.flow) if isinstance(f, SettingUp)), None)
        if setting is not None:
            return setting.side, SET_UP
        for side, phases in SIDE_PHASES.items():
            for word, phase in phases.items():
                if phase.value == state.phase:
                    return side, word
        return GERMAN, "movement"

    def _told(self, pos: Position, unit: UnitId) -> Placed:
        piece = pos.piece(unit)
        marks = set(piece.marks) - {OUT}
        if pos.out(unit):
            marks.add(OUT_OF_SUPPLY)
        return Placed(
            at=piece.at,
            reduced=0 < piece.steps < self.context.units[unit].steps,
            marks=frozenset(marks),
            spent=pos.state.spent.get(unit, 0),
            over=pos.state.drops.get(unit),
        )

    def _told_markers(self, state: Board) -> Mapping[str, tuple[str, ...]]:
        label = self.context.map.label
        found: dict[str, tuple[str, ...]] = {
            marker: (_lasting(status).value,) for marker, status in state.support.items()
        }
        found[EXPERTEN] = (state.experten or NONE,)
        if YAVUZ in found:
            found[YAVUZ] = (*found[YAVUZ], state.yavuz.value)
        for across, word in _cuts(state):
            key = "/".join(label(at) for at in across.hexes)
            found[key] = (*found.get(key, ()), word)
        return found


def _lasting(status: Status) -> Status:
    """A status that outlives a battle: what is committed in one is spent for the turn."""
    return Status.USED if status is Status.COMMITTED else status


def _cuts(state: Board) -> Iterator[tuple[Side, str]]:
    for across in sorted(state.cut_roads):
        yield across, ROAD_CUT
    for across in sorted(state.cut_rails):
        yield across, RAIL_CUT
    for across in sorted(state.mined):
        yield across, MINED


def _status(kind: type[E], word: str, part: str) -> E:
    return kind(word_in(word, [member.value for member in kind], part))
