"""Positions of Balkan Gambit laid out by hand, and told again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

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
from engine.core.state import Frame, Piece, State
from engine.systems.balkan_gambit.commands import start_player_turn
from engine.systems.balkan_gambit.state.context import Context
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    ATTACKED,
    AXIS,
    CONCENTRATED,
    DEAD,
    DISPERSED,
    ENTERED,
    GONE,
    LOST,
    MED_BOX,
    MOVED,
    POOL,
    REBUILT,
    RESERVE,
    SURRENDERED,
    Attitude,
    Beachhead,
    Board,
    Partisans,
    PlayerTurn,
    PortsOpen,
    Reinforcing,
    SettingUp,
    TurnStart,
    Weather,
)
from engine.systems.balkan_gambit.turn.initial_phase import start_turn
from maps.hexgrid import Hex
from oob.model import UnitId

BOXES = {
    MED_BOX: "the Med Box",
    RESERVE: "reserve",
    DEAD: "the dead pile",
    GONE: "out of the game",
    POOL: "waiting to be set up",
}
MARKS = (
    MOVED,
    ATTACKED,
    REBUILT,
    ENTERED,
    DISPERSED,
    CONCENTRATED,
    OUT_OF_SUPPLY,
    LOST,
    SURRENDERED,
    REDUCED,
)
COMMAND, PARTISANS, REINFORCEMENTS, START = "command", "partisans", "reinforcements", "turn start"
PHASES = (COMMAND, PARTISANS, REINFORCEMENTS, START, SET_UP)
ALIKE = {
    "movement": COMMAND,
    "move": COMMAND,
    "combat": COMMAND,
    "attack": COMMAND,
    "player turn": COMMAND,
    "allied player turn": COMMAND,
    "axis player turn": COMMAND,
    "allied": COMMAND,
    "axis": COMMAND,
    "cp expenditure": COMMAND,
    "cp expenditure phase": COMMAND,
    "partisan": PARTISANS,
    "reinforcement": REINFORCEMENTS,
    "initial": START,
    "weather": START,
    "weather and rolls": START,
    "deployment": SET_UP,
    "set-up": SET_UP,
}
CP, TAC, LOST_MARKERS = "cp", "tac", "supply markers lost"
BEACHHEAD, CLOSED, PORT, IMPROVED, NAVAL = (
    "beachhead",
    "beachhead closed",
    "port open",
    "improved position",
    "naval",
)
MARKERS = (BEACHHEAD, CLOSED, PORT, IMPROVED, NAVAL)
ITALIAN, CHETNIK = "italian", "chetnik"


class GambitLaying:
    """Lays out and tells positions of one scenario."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @cached_property
    def words(self) -> Vocabulary:
        """The words of its positions."""
        figures = self.context.figures
        nations: dict[str, tuple[str, ...]] = {}
        if figures.italian_attitude:
            nations[ITALIAN] = tuple(attitude.name.lower() for attitude in Attitude)
        if figures.chetniks:
            nations[CHETNIK] = (ALLIED, AXIS)
        return Vocabulary(
            boxes=BOXES,
            aside=GONE,
            marks=MARKS,
            phases={ALLIED: PHASES, AXIS: PHASES},
            alike=ALIKE,
            weather=tuple(weather.value for weather in Weather),
            zones=(),
            nations=nations,
            points=(CP, TAC, LOST_MARKERS),
            turns=figures.turns,
        )

    def called(self, unit: UnitId) -> str:
        """A unit's name."""
        return self.context.called(unit)

    def opened(self, state: State, wanted: Wanted) -> State:
        """A state as wanted, at the beginning of the phase."""
        assert isinstance(state, Board)
        laid = self._nations(state, wanted)
        laid = laid.having(
            turn=turn_in(wanted, self.words.turns),
            weather=Weather(wanted.weather.get("", laid.weather.value)),
            pieces=self._pieces(laid, wanted),
        )
        laid = self._controlled(laid, wanted)
        if wanted.fresh:
            laid = self._phase(laid, wanted)
        laid = self._marked(laid, wanted)
        if wanted.only:
            laid = laid.having(improved=frozenset(), beachheads={}, naval=None)
        for key, words in wanted.markers.items():
            for word in words:
                laid = self._marker(laid, key, word)
        return self._points(laid, wanted)

    def _nations(self, state: Board, wanted: Wanted) -> Board:
        attitude, chetniks = state.attitude, wanted.nations.get(CHETNIK, state.chetniks)
        if ITALIAN in wanted.nations:
            attitude = Attitude[wanted.nations[ITALIAN].upper()]
        return state.having(attitude=attitude, chetniks=chetniks)

    def _pieces(self, state: Board, wanted: Wanted) -> dict[UnitId, Piece]:
        """Where units are; those of nations that have given up are gone."""
        steps = {unit: found.steps for unit, found in self.context.units.items()}
        found = placed(state.pieces, steps, wanted, self.words, lost=(DEAD,))
        for unit, piece in found.items():
            if unit in wanted.units:
                found[unit] = replace(piece, mode=self._mode(unit, wanted.units[unit]))
        if state.attitude >= Attitude.SURRENDER:
            for unit, piece in found.items():
                if self.context.units[unit].nation == ITALIAN and piece.at not in (DEAD, GONE):
                    if unit in wanted.units and piece.at != RESERVE:
                        what = f"{self.called(unit)} left the game when Italy surrendered."
                        raise refusal(what, "Leave it out.", part="units")
                    found[unit] = Piece(DEAD, 0, "", frozenset({SURRENDERED}))
        return found

    def _mode(self, unit: UnitId, place: Placed) -> str:
        partisan = self.context.stats[unit].partisan
        wish = place.marks & {DISPERSED, CONCENTRATED}
        if wish and not partisan:
            what = f"{self.called(unit)} is never {min(wish)}: only partisan type units are."
            raise refusal(what, "Leave the mark out.", part="units")
        if len(wish) > 1:
            raise refusal(f"{unit} is dispersed or concentrated, not both.", part="units")
        if not partisan or place.at == DEAD:
            return ""
        return DISPERSED if DISPERSED in wish else CONCENTRATED

    def _controlled(self, state: Board, wanted: Wanted) -> Board:
        """Towns belong to whoever is said to own them, and to the regular units in them."""
        control = dict(state.control)
        for at, side in wanted.owners.items():
            if at not in self.context.places:
                what = f"{self.context.map.label(at)} has no town: nobody owns it."
                raise refusal(what, "Only towns and cities have an owner.", part="owners")
            control.update(dict.fromkeys((p.id for p in self.context.places[at]), side))
        pos = Position(self.context, state)
        for at, places in self.context.places.items():
            sides = {pos.owner(u) for u in pos.at.get(at, ()) if pos.regular(u)}
            if len(sides) == 1:
                control.update(dict.fromkeys((p.id for p in places), sides.pop()))
        freed = self.context.figures.liberated_regions
        liberated = {
            place.id
            for at, places in self.context.places.items()
            for place in places
            if place.kind == "city"
            and control[place.id] == ALLIED
            and not self.context.within(at, *freed)
        }
        found = state.having(control=control, liberated=state.liberated | liberated)
        return self._capitals(found, wanted)

    def _capitals(self, state: Board, wanted: Wanted) -> Board:
        """A nation whose capital is Allied has surrendered (BG 13.5)."""
        pieces = dict(state.pieces)
        for nation, row in self.context.collaborators.items():
            place = self.context.place(row.capital)
            if place is None or state.control.get(place.id) != ALLIED:
                continue
            for unit, piece in pieces.items():
                if self.context.units[unit].nation == nation and isinstance(piece.at, Hex):
                    if unit in wanted.units:
                        what = f"{self.called(unit)} is gone: {place.name} is Allied [BG-13.5b]."
                        raise refusal(what, "Leave the unit out.", part="units")
                    pieces[unit] = Piece(DEAD, 0, "", frozenset({LOST}))
        return state.having(pieces=pieces)

    def _phase(self, state: Board, wanted: Wanted) -> Board:
        side, phase = wanted.side or ALLIED, wanted.phase or COMMAND
        bare = state.having(over=False, tac_used=0, cp=0, partisans_paid=False)
        if phase == SET_UP:
            return bare.having(phase=SET_UP, active="", flow=(SettingUp(side),))
        if phase == START:
            transition = Transition(bare.having(flow=(TurnStart(),)))
            start_turn(Position(self.context, transition.state), TurnStart(), transition)
            return transition.state
        if phase == COMMAND:
            frame = PlayerTurn(side)
            transition = Transition(bare.having(flow=(frame,)))
            start_player_turn(Position(self.context, transition.state), frame, transition)
            return transition.state
        flow: tuple[Frame, ...] = (PlayerTurn(ALLIED),)
        if phase == REINFORCEMENTS:
            flow += (Reinforcing(AXIS), *((Reinforcing(ALLIED),) if side == ALLIED else ()))
        else:
            flow += (Reinforcing(AXIS), Reinforcing(ALLIED), PortsOpen(), Partisans(AXIS))
            flow += (Partisans(ALLIED),) if side == ALLIED else ()
        return bare.having(phase="initial", active="", flow=flow)

    def _marked(self, state: Board, wanted: Wanted) -> Board:
        own = frozenset({DISPERSED, CONCENTRATED, OUT_OF_SUPPLY, REDUCED})
        marks = {unit: place.marks - own for unit, place in wanted.units.items()}
        found = state.having(pieces=with_marks(state.pieces, marks))
        pos = Position(self.context, found)
        for unit, place in wanted.units.items():
            if OUT_OF_SUPPLY in place.marks and pos.supplied(unit):
                what = f"{self.called(unit)} is in supply there, whatever is said of it."
                raise refusal(what, "Cut its road, or leave the mark out.", part="units")
        return found

    def _marker(self, state: Board, key: str, word: str) -> Board:
        part = f"markers, {key}"
        try:
            at = self.context.map.parse_label(key)
        except ValueError as error:
            raise refusal(f"{error}.", part="markers") from error
        kind = word_in(word, MARKERS, part)
        if kind == NAVAL:
            return state.having(naval=at)
        if kind == IMPROVED:
            return state.having(improved=state.improved | {at})
        if kind == PORT and at not in self.context.ports:
            raise refusal(f"{key} is no port.", part=part)
        opens = 0 if at in self.context.ports else -1
        mark = Beachhead(kind != CLOSED, kind == PORT, opens, max(1, state.turn - 1))
        return state.having(beachheads={**state.beachheads, at: mark})

    def _points(self, state: Board, wanted: Wanted) -> Board:
        points = wanted.points
        if LOST_MARKERS in points:
            state = state.having(markers_lost=int(points[LOST_MARKERS]))
        if CP in points:
            state = state.having(cp=int(points[CP]))
        if TAC in points:
            total = Position(self.context, state).tac_total
            used = total - int(points[TAC])
            if used < 0:
                raise refusal(f"there are {total} TAC this turn.", part="points, tac")
            state = state.having(tac_used=used)
        return state

    def told(self, state: State) -> Wanted:
        """A state in words."""
        assert isinstance(state, Board)
        pos = Position(self.context, state)
        side, phase = _phase_of(state)
        places = self.context.places.items()
        nations = {ITALIAN: state.attitude.name.lower(), CHETNIK: state.chetniks}
        return Wanted(
            turn=state.turn,
            side=side,
            phase=phase,
            weather={"": state.weather.value},
            only=True,
            units={unit: self._told(pos, unit) for unit in state.pieces},
            owners={at: state.control[found[0].id] for at, found in places},
            points={CP: state.cp, TAC: pos.tac_left, LOST_MARKERS: state.markers_lost},
            nations={
                name: status for name, status in nations.items() if name in self.words.nations
            },
            markers=self._told_markers(state),
        )

    def _told(self, pos: Position, unit: UnitId) -> Placed:
        piece = pos.state.pieces[unit]
        marks = set(piece.marks)
        if piece.mode:
            marks.add(piece.mode)
        if isinstance(piece.at, Hex) and not pos.supplied(unit):
            marks.add(OUT_OF_SUPPLY)
        reduced = 0 < piece.steps < self.context.units[unit].steps
        return Placed(at=piece.at, reduced=reduced, marks=frozenset(marks))

    def _told_markers(self, state: Board) -> Mapping[str, tuple[str, ...]]:
        label = self.context.map.label
        found: dict[str, tuple[str, ...]] = {}
        for at, mark in sorted(state.beachheads.items()):
            word = PORT if mark.port else BEACHHEAD if mark.open else CLOSED
            found[label(at)] = (word,)
        for at in sorted(state.improved):
            found[label(at)] = (*found.get(label(at), ()), IMPROVED)
        if state.naval is not None:
            found[label(state.naval)] = (*found.get(label(state.naval), ()), NAVAL)
        return found


def _phase_of(state: Board) -> tuple[str, str]:
    top = state.top if state.flow else None
    if isinstance(top, SettingUp):
        return top.side, SET_UP
    if state.phase in (ALLIED, AXIS):
        return state.phase, COMMAND
    if isinstance(top, Partisans):
        return top.side, PARTISANS
    if isinstance(top, Reinforcing):
        return top.side, REINFORCEMENTS
    return ALLIED, START
