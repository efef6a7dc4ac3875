"""Positions of Europa's titles laid out by hand, and told again; titles subclass
:class:`EuropaLaying`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.core.handler import Transition
from engine.core.laying import (
    REDUCED,
    SET_UP,
    Number,
    Placed,
    Vocabulary,
    Wanted,
    placed,
    refusal,
    turn_in,
    with_marks,
    word_in,
)
from engine.core.state import Location, Piece, State
from engine.systems.europa.movement import bridges
from engine.systems.europa.production import construction
from engine.systems.europa.scenario import tallies
from engine.systems.europa.state.common import settle_ownership
from engine.systems.europa.state.constants import (
    ADMIN,
    AIRDROPPED,
    ALLIED,
    ASSEMBLED,
    ATTACKED,
    AXIS,
    BADLY_DISRUPTED,
    BOXES,
    DEAD,
    DEFENDED,
    DISRUPTED,
    DROPPED,
    FRESH,
    GONE,
    HALF,
    HELD,
    LANDED,
    LOW_VOLUME,
    MARCHED,
    MOVED,
    NEAR,
    NEUTRAL,
    ONE_HEX,
    OUT,
    RAILED,
    RETREATED,
    SHIFTED,
    SHIPPED,
    SIDES,
    STAYED,
    STRATEGIC,
    TURNED,
    Phase,
)
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Onward, SettingUp, Theatre
from maps.hexgrid import Hex, Side, are_adjacent, side_between
from maps.untyped import JsonObject
from oob.model import UnitId

CADRE = "cadre"
MARKS = (
    MOVED,
    ATTACKED,
    DEFENDED,
    OUT,
    ADMIN,
    RAILED,
    ONE_HEX,
    SHIPPED,
    DROPPED,
    LANDED,
    AIRDROPPED,
    DISRUPTED,
    BADLY_DISRUPTED,
    TURNED,
    FRESH,
    STAYED,
    RETREATED,
    MARCHED,
    NEAR,
    SHIFTED,
    LOW_VOLUME,
    STRATEGIC,
    ASSEMBLED,
    CADRE,
    REDUCED,
)
SURPRISE = (
    Phase.SURPRISE_INITIAL,
    Phase.SURPRISE_MOVEMENT,
    Phase.SURPRISE_AIR,
    Phase.SURPRISE_COMBAT,
)
"""The phases of surprise turns."""
ALIKE = {
    "move": "movement",
    "attack": "combat",
    "reinforcement": "initial",
    "reinforcements": "initial",
    "replacement": "initial",
    "deployment": SET_UP,
    "set-up": SET_UP,
}
NEUTRAL_WORD, JOINED, SURRENDERED = "neutral", "joined", "surrendered"
STATUSES = (NEUTRAL_WORD, JOINED, SURRENDERED, AXIS, ALLIED)
FORT, AIRFIELD, STRIP, BROKEN_RAIL = "fort", "airfield", "temporary airfield", "rail broken"
RAZED, DOWN = "fortification razed", "bridge down"


class EuropaLaying(ABC):
    """Lays out and tells positions of one scenario of a title."""

    phases: tuple[Phase, ...] = ()
    """The phases of a player turn, movement first."""
    entry = "entry"
    """The points that say on which turn the power that a war waits for entered it."""

    def __init__(self, context: Context) -> None:
        self.context = context

    # What a title decides

    def phases_of(self, side: str) -> tuple[Phase, ...]:
        """The phases of a side's player turn; a surprise turn is the Axis player's."""
        return tuple(phase for phase in self.phases if side == AXIS or phase not in SURPRISE)

    @abstractmethod
    def begun(self, state: Theatre, phase: Phase, side: str) -> Theatre:
        """A state in which the title's sequence has opened a phase."""

    @abstractmethod
    def entering(self, state: object, wanted: Wanted, joined: dict[str, str]) -> JsonObject:
        """Fields of the state that follow from who has joined; ``joined`` may be completed."""

    def leanings(self, _nation: str) -> tuple[str, ...]:
        """The words for ways in which a nation may be neutral, besides plain neutrality."""
        return ()

    def stances(self, nation: str) -> tuple[str, ...]:
        """All words that a title has for how a nation stands to the sides."""
        return self.leanings(nation)

    @abstractmethod
    def fitting(self, state: object) -> Any:
        """The state with what the title counts of units and hexes in accord with where they are.

        Raises KnownError for what cannot be.
        """

    @property
    @abstractmethod
    def nations(self) -> tuple[str, ...]:
        """The nations of the game."""

    @abstractmethod
    def spared(self, nation: str, at: Location) -> bool:
        """Whether units of a nation fight on in a place after its surrender."""

    def points(self, state: object, key: str, amount: Number) -> Any:
        """The state with points of the title's own. Raises KnownError for words it has not."""
        raise refusal(f"there are no {key!r} points.", part="points")

    def own_points(self, pos: Position) -> dict[str, Number]:
        """The points of the title's own as they are."""
        return {}

    # The words

    @cached_property
    def words(self) -> Vocabulary:
        """The words of its positions."""
        kinds = [
            f"{row.nation} {kind}"
            for row in self.context.figures.schedule.points
            for kind in row.kinds
        ]
        return Vocabulary(
            boxes={box: str(self.context.label(box)) for box in (*BOXES, *self.context.holding)},
            aside=GONE,
            marks=MARKS,
            phases={
                side: (*(phase.value for phase in self.phases_of(side)), SET_UP) for side in SIDES
            },
            alike=ALIKE,
            weather=self.context.charts.weather.known.ids,
            zones=self.context.charts.weather.zones,
            nations={nation: (*STATUSES, *self.stances(nation)) for nation in self.nations},
            points=(*dict.fromkeys(kinds), self.entry, *self.point_words),
            turns=self.context.figures.turns,
        )

    @property
    def point_words(self) -> tuple[str, ...]:
        """Words of points of the title's own."""
        return ()

    def called(self, unit: UnitId) -> str:
        """A unit's name."""
        return self.context.called(unit)

    # Laying out

    def opened(self, state: State, wanted: Wanted) -> State:
        """A state as wanted, at the beginning of the phase."""
        assert isinstance(state, Theatre)
        laid = self._joined(state.having(turn=turn_in(wanted, self.words.turns)), wanted)
        laid = laid.having(
            pieces=self._pieces(laid, wanted, laid.pieces),
            weather=self._weather(laid, wanted.weather),
        )
        laid = self._owned(self._marked(laid, wanted), wanted)
        if wanted.fresh:
            laid = self._phase(laid, wanted)
        laid = self._marked(laid, wanted)
        for key, words in wanted.markers.items():
            for word in words:
                laid = self._marker(laid, key, word)
        for key, amount in wanted.points.items():
            laid = self._pointed(laid, key, amount)
        found: State = self.fitting(laid)
        return found

    def _joined(self, state: Theatre, wanted: Wanted) -> Theatre:
        joined, surrendered = dict(state.joined), set(state.surrendered)
        for nation, status in wanted.nations.items():
            own = self.context.oob.nations.get(nation)
            side = joined.get(nation) or (own.side.lower() if own else NEUTRAL)
            if status == SURRENDERED:
                surrendered.add(nation)
            else:
                surrendered.discard(nation)
            if status in (AXIS, ALLIED):
                joined[nation] = status
            else:
                neutral = status == NEUTRAL_WORD or status in self.leanings(nation)
                joined[nation] = NEUTRAL if neutral else side
        more = self.entering(state, wanted, joined)
        return state.having(joined=joined, surrendered=frozenset(surrendered), **more)

    def _pieces(
        self, state: Theatre, wanted: Wanted, pieces: Mapping[UnitId, Piece]
    ) -> dict[UnitId, Piece]:
        steps = {unit: self.context.units[unit].steps for unit in pieces}
        found = placed(
            pieces, steps, self._cadres(wanted), self.words, lost=(DEAD, GONE), stays=(HELD,)
        )
        for unit, piece in found.items():
            nation = self.context.units[unit].nation
            in_play = isinstance(piece.at, Hex) or piece.at in self.context.holding
            if nation in state.surrendered and not self.spared(nation, piece.at):
                if unit in wanted.units and in_play:
                    what = f"{self.called(unit)} is out of the game: its nation has surrendered."
                    raise refusal(what, "Leave it out.", part="units")
                if piece.at != DEAD:
                    found[unit] = Piece(GONE, 0)
        return found

    def _cadres(self, wanted: Wanted) -> Wanted:
        """A position in which cadres are reduced units."""
        units = {
            unit: Placed(
                place.at, True if CADRE in place.marks else place.reduced, place.marks, place.spent
            )
            for unit, place in wanted.units.items()
        }
        return Wanted(units=units, only=wanted.only, fresh=wanted.fresh)

    def _weather(self, state: Theatre, wanted: Mapping[str, str]) -> dict[str, str]:
        best = self.context.charts.weather.known.best
        found = {zone: state.weather.get(zone, best) for zone in self.words.zones}
        if "" in wanted:
            found = dict.fromkeys(found, wanted[""])
        found.update({zone: kind for zone, kind in wanted.items() if zone})
        return found

    def _owned(self, state: Theatre, wanted: Wanted) -> Theatre:
        """Hexes belong to whoever is said to own them, then to the units in and beside them."""
        taken = dict(state.taken)
        for at, side in wanted.owners.items():
            if at not in self.context.land:
                what = f"{self.context.map.label(at)} is no land hex: nobody owns it."
                raise refusal(what, part="owners")
            taken[at] = side
        self._trespassers(state.having(taken=taken), wanted)
        cities = frozenset(at for at in wanted.owners if self.context.city_rank(at))
        ports = frozenset(at for at in wanted.owners if at in self.context.ports)
        before = self.context.look(state)
        changed = frozenset(
            at
            for at, side in wanted.owners.items()
            if side != NEUTRAL and before.owner_of(at) not in (side, NEUTRAL)
        )
        transition: Transition[Any] = Transition(
            state.having(
                taken=taken,
                captured=state.captured | (cities & changed),
                forfeit=state.forfeit | ((cities | ports) & changed),
            )
        )
        settle_ownership(self.context, transition)
        found: Theatre = transition.state
        pos = self.context.look(found)
        for at, side in wanted.owners.items():
            now = pos.owner_of(at)
            if now != side:
                name = self.context.map.label(at)
                what = f"{name} belongs to {now or 'nobody'}: units stand in it or beside it."
                raise refusal(what, "Take them away, or say so.", part="owners")
        return found

    def _trespassers(self, state: Theatre, wanted: Wanted) -> None:
        """Nobody is in a neutral's country but its own units (BF-28C.1)."""
        pos = self.context.look(state)
        for unit in wanted.units:
            at = pos.piece(unit).at
            if isinstance(at, Hex) and pos.side(unit) and pos.neutral(at):
                country = self.context.countries.get(at, "that country")
                what = f"{self.called(unit)} is in {country}, which is neutral."
                raise refusal(what, "Say under [nations] that it has joined.", part="units")

    def _phase(self, state: Theatre, wanted: Wanted) -> Theatre:
        side, word = wanted.side or AXIS, wanted.phase or Phase.MOVEMENT.value
        bare = state.having(
            flow=(Onward(),), spent={}, used={}, over=False, winner="", level="", surprise=False
        )
        phase = Phase(word)
        if phase is Phase.SET_UP:
            frames = (SettingUp(AXIS), SettingUp(ALLIED))[: 1 if side == AXIS else 2]
            return bare.having(phase=phase.value, active="", flow=(Onward(), *frames))
        active = side if phase in self.phases and phase is not Phase.WEATHER else ""
        begun = self.begun(bare.having(phase=phase.value, active=active), phase, active)
        transition = Transition(begun)
        construction.keep(self.context, transition)
        bridges.keep(self.context, transition)
        return transition.state

    def _marked(self, state: Theatre, wanted: Wanted) -> Theatre:
        marks: dict[UnitId, frozenset[str]] = {}
        spent, unfed, pieces = dict(state.spent), dict(state.unfed), dict(state.pieces)
        named = {unit: state.pieces[unit] for unit in wanted.units if unit in state.pieces}
        pieces.update(self._pieces(state, wanted, named))
        for unit, place in wanted.units.items():
            marks[unit] = place.marks - {CADRE, REDUCED}
            if place.spent:
                spent[unit] = int(place.spent * HALF)
            unfed.pop(unit, None)
            if OUT in place.marks:
                unfed[unit] = place.unfed or 1
        return state.having(pieces=with_marks(pieces, marks), spent=spent, unfed=unfed)

    def _pointed(self, state: Theatre, key: str, amount: Number) -> Theatre:
        if key == self.entry:
            return state
        if key in self.point_words:
            found: Theatre = self.points(state, key, amount)
            return found
        return state.having(points={**state.points, key: int(amount * HALF)})

    def _marker(self, state: Theatre, key: str, word: str) -> Theatre:
        part = f"markers, {key}"
        if "/" in key and not key.replace("/", "").isalnum():
            return self._side_marker(state, key, word)
        try:
            at = self.context.hex_of(key)
        except ValueError as error:
            if "/" in key:
                return self._side_marker(state, key, word)
            raise refusal(f"{error}.", part=part) from error
        counted = tallies.placed(self.context, state, at, word)
        if counted is not None:
            return counted
        match word_in(word, (FORT, AIRFIELD, STRIP, BROKEN_RAIL), part):
            case "fort":
                return state.having(forts=state.forts | {at})
            case "airfield":
                return state.having(airfields=state.airfields | {at})
            case "temporary airfield":
                if not any(self._builds(state, unit) for unit in self._in(state, at)):
                    what = "a temporary airfield stays while a construction unit is there."
                    raise refusal(what, "Put one there.", part=part)
                return state.having(strips=state.strips | {at})
            case _:
                return state.having(breaks=state.breaks | {at})

    def _in(self, state: Theatre, at: Hex) -> tuple[UnitId, ...]:
        return self.context.look(state).at.get(at, ())

    def _builds(self, state: Theatre, unit: UnitId) -> bool:
        return self.context.look(state).facts(unit).construction

    def _side_marker(self, state: Theatre, key: str, word: str) -> Theatre:
        part = f"markers, {key}"
        across = self._side(key, part)
        counted = tallies.on_side(self.context, state, across, word)
        if counted is not None:
            return counted
        if word_in(word, (RAZED, DOWN), part) == RAZED:
            return state.having(razed=state.razed | {across})
        return state.having(down=state.down | {across})

    def _side(self, key: str, part: str) -> Side:
        """The hexside between two labels joined by a slash, which labels may have themselves."""
        words = key.split("/")
        for cut in range(1, len(words)):
            pair = "/".join(words[:cut]).strip(), "/".join(words[cut:]).strip()
            try:
                a, b = (self.context.hex_of(label) for label in pair)
            except ValueError:
                continue
            if are_adjacent(a, b):
                return side_between(a, b)
        raise refusal("names no two adjacent hexes.", "Write A/B.", part=part)

    # Messages

    def told(self, state: State) -> Wanted:
        """A state in words."""
        assert isinstance(state, Theatre)
        pos = self.context.look(state)
        setting = next((f for f in reversed(state.flow) if isinstance(f, SettingUp)), None)
        purses: dict[str, Number] = {
            key: left // HALF if left % HALF == 0 else left / HALF
            for key, left in state.points.items()
        }
        if state.entered:
            purses[self.entry] = state.entered
        return Wanted(
            turn=state.turn,
            side=setting.side if setting else state.active or AXIS,
            phase=state.phase,
            weather=dict(state.weather),
            only=True,
            units={unit: self._told(pos, unit) for unit in state.pieces},
            owners=state.taken,
            points={**purses, **self.own_points(pos)},
            nations={nation: self._status(state, nation) for nation in self.nations},
            markers=self._told_markers(state),
        )

    def _told(self, pos: Position, unit: UnitId) -> Placed:
        piece, full = pos.piece(unit), self.context.units[unit].steps
        reduced = 0 < piece.steps < full
        marks = set(piece.marks)
        if reduced and pos.facts(unit).cadre:
            marks.add(CADRE)
        spent = pos.state.spent.get(unit, 0)
        return Placed(
            at=piece.at,
            reduced=reduced,
            marks=frozenset(marks),
            spent=spent // HALF if spent % HALF == 0 else spent / HALF,
            unfed=pos.state.unfed.get(unit, 0),
        )

    def _status(self, state: Theatre, nation: str) -> str:
        if nation in state.surrendered:
            return SURRENDERED
        return state.joined.get(nation, NEUTRAL) or NEUTRAL_WORD

    def _told_markers(self, state: Theatre) -> dict[str, tuple[str, ...]]:
        label = self.context.map.label
        found: dict[str, tuple[str, ...]] = {}
        for hexes, word in (
            (state.forts, FORT),
            (state.airfields, AIRFIELD),
            (state.strips, STRIP),
            (state.breaks, BROKEN_RAIL),
        ):
            for at in sorted(hexes):
                found[label(at)] = (*found.get(label(at), ()), word)
        for key, word in tallies.told(self.context, state):
            found[key] = (*found.get(key, ()), word)
        for sides, word in ((state.razed, RAZED), (state.down, DOWN)):
            for across in sorted(sides):
                key = "/".join(label(at) for at in across.hexes)
                found[key] = (*found.get(key, ()), word)
        for across, word in tallies.told_on_sides(self.context, state):
            key = "/".join(label(at) for at in across.hexes)
            found[key] = (*found.get(key, ()), word)
        return found
