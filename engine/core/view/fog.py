"""What one side may know of a position when fog is chosen, and rules that answer only that.

Fog changes no rule: the game goes on with the whole position. A fog filter takes away the units
of the enemy that its side has not examined, so that whoever asks through it cannot know them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.events import Event
from engine.core.laying import Laying, NoLaying
from engine.core.state import NOBODY, Frame, Location, Sealed, State
from engine.core.system import Advice, Question, Rules, Scenario, Step
from engine.core.view.display import (
    BattleView,
    CounterView,
    Display,
    MarkerView,
    Modifier,
    Outcome,
    PhaseView,
    Row,
)
from engine.core.view.outlook import (
    Amounts,
    Due,
    Duty,
    Figure,
    Flight,
    Plan,
    Prospect,
    SupplyLine,
    WeatherZone,
)
from engine.core.view.ranges import Range, Subject, SubjectId, Worth
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId

UNKNOWN = "unknown"
"""The kind of marker that stands for units one has not examined."""
ONE_UNKNOWN = "a unit not examined"
"""What stands in a menu line in the place of a unit one has not examined."""
OPEN_FIGURES = ("points",)
"""Figures of the enemy that are open to both sides."""


class Fog(StrEnum):
    """How much of the enemy is hidden: his set-up until both are done, or far stacks as well."""

    SET_UP = "set-up"
    STACKS = "stacks"


@dataclass(frozen=True, slots=True)
class Seat:
    """Whose eyes one sees with, and how foggy it is; no side sees everything."""

    side: str = ""
    fog: Fog = Fog.STACKS

    def __str__(self) -> str:
        return f"{self.side} {self.fog.value}" if self.side else ""

    @classmethod
    def read(cls, text: str) -> Seat:
        """The seat that was written as text; the open one for anything else.

        >>> Seat.read("axis stacks").side
        'axis'
        """
        side, _, fog = text.rpartition(" ")
        return cls(side, Fog(fog)) if side and fog in list(Fog) else cls()


def hidden_from(rules: Rules, state: State, seat: Seat) -> frozenset[UnitId]:
    """The units of which a seat knows nothing but, at most, that somebody is there."""
    if not seat.side:
        return frozenset()
    known = (seat.side, NOBODY)
    enemies = [unit for unit in state.pieces if rules.owner(state, unit) not in known]
    if rules.setting_up(state):
        return frozenset(enemies)
    if seat.fog is Fog.SET_UP:
        return frozenset()
    watched, fighting = rules.watched(state, seat.side), _fighting(rules.battle(state))
    return frozenset(
        unit
        for unit in enemies
        if unit not in fighting
        and state.pieces[unit].at not in watched
        and (state.pieces[unit].steps or isinstance(state.pieces[unit].at, Hex))
    )


def _fighting(battle: BattleView | None) -> frozenset[UnitId]:
    if battle is None:
        return frozenset()
    return frozenset(one.unit for one in (*battle.attackers, *battle.defenders))


def sealed_from(frame: Frame, side: str) -> bool:
    """Whether a draw is one that another side alone sees."""
    return isinstance(frame, Sealed) and frame.side != side


def mentions(value: object, hidden: frozenset[UnitId]) -> bool:
    """True when a value, or anything inside it, is one of some units."""
    if isinstance(value, str):
        return value in hidden
    if is_dataclass(value) and not isinstance(value, type):
        return any(mentions(getattr(value, item.name), hidden) for item in fields(value))
    if isinstance(value, Mapping):
        return mentions(tuple(value), hidden) or mentions(tuple(value.values()), hidden)
    if isinstance(value, Iterable):
        return any(mentions(item, hidden) for item in value)
    return False


def veiled(action: Action, hidden: frozenset[UnitId]) -> Action:
    """An action whose menu line names no hidden unit: words stand in the place of each."""
    changed: dict[str, object] = {}
    for name in (item.name for item in fields(action)):
        value = getattr(action, name)
        if isinstance(value, str) and value in hidden:
            changed[name] = ONE_UNKNOWN
        elif isinstance(value, tuple) and mentions(value, hidden):
            known = tuple(one for one in value if not mentions(one, hidden))
            left = len(value) - len(known)
            changed[name] = (*known, ONE_UNKNOWN if left == 1 else f"{left} units not examined")
    return replace(action, **changed)


class FoggedRules:
    """Rules for one position as a seat may know it. Asked about the position it was made with, it
    answers from the whole one and leaves out what is hidden; about others it answers in full, as
    for what an own action would lead to.
    """

    def __init__(self, rules: Rules, state: State, seat: Seat, hidden: frozenset[UnitId]) -> None:
        self._rules, self._whole, self._seat = rules, state, seat
        self.hidden = hidden
        self.scenario: Scenario = rules.scenario
        self._setting_up = rules.setting_up(state)
        pieces = {unit: piece for unit, piece in state.pieces.items() if unit not in hidden}
        self.state = state.having(pieces=pieces)
        """The position without what is hidden."""
        self.unknown: frozenset[Hex] = frozenset()
        """Hexes where units stand that one has not examined; none while the sides set up."""
        if not self._setting_up:
            places = (state.pieces[unit].at for unit in hidden)
            self.unknown = frozenset(at for at in places if isinstance(at, Hex))

    def _true(self, state: State) -> State:
        return self._whole if state is self.state else state

    def begin(self) -> Step:
        """The state before the first decision."""
        return self._rules.begin()

    def question(self, state: State) -> Question:
        """The open decision; the enemy's only as such."""
        found = self._rules.question(self._true(state))
        if found.side in ("", self._seat.side):
            return found
        return Question(found.side, OUT_OF_SIGHT, ())

    def chance(self, state: State) -> ChanceNode | None:
        """The die that is due; without its reason when that would name hidden units."""
        true = self._true(state)
        node = self._rules.chance(true)
        shut = bool(true.flow) and sealed_from(true.top, self._seat.side)
        if node is not None and true.flow and (shut or mentions(true.top, self.hidden)):
            return replace(node, reason="something out of sight", meanings=())
        return node

    def check(self, state: State, action: Action) -> tuple[Objection, ...]:
        """Everything that forbids an action now: the rules are those of the whole position."""
        return self._rules.check(self._true(state), action)

    def allows(self, state: State, action: Action) -> bool:
        """True when nothing forbids an action now."""
        return self._rules.allows(self._true(state), action)

    def cautions(self, state: State, action: Action) -> tuple[Objection, ...]:
        """What is disliked of an action; nothing that would tell of hidden units."""
        if mentions(action, self.hidden) or action.where() in self.unknown:
            return ()
        return self._rules.cautions(self._true(state), action)

    def apply(self, state: State, action: Action) -> Step:
        """The state and events after a legal action."""
        return self._rules.apply(self._true(state), action)

    def repeat(self, state: State, action: Action, said: int) -> State:
        """The state that a step of the log led to."""
        return self._rules.repeat(self._true(state), action, said)

    def outcome(self, state: State) -> Outcome | None:
        """The result, once the game is over."""
        return self._rules.outcome(self._true(state))

    def owner(self, state: State, unit: UnitId) -> str:
        """The side that commands a unit now."""
        return self._rules.owner(self._true(state), unit)

    def owners(self, state: State) -> Mapping[UnitId, str]:
        """The side that commands each unit now."""
        return self._rules.owners(self._true(state))

    def describe(self, state: State, action: Action) -> str:
        """A menu line; where it would name hidden units, one that says so in their place."""
        if not mentions(action, self.hidden):
            return self._rules.describe(self._true(state), action)
        return self._rules.line(self._true(state), veiled(action, self.hidden))

    def takes(self, state: State, actions: tuple[Action, ...]) -> str:
        """What a group takes; nothing is told where it would name hidden units."""
        if any(mentions(action, self.hidden) for action in actions):
            return ""
        return self._rules.takes(self._true(state), actions)

    def line(self, state: State, action: Action) -> str:
        """A menu line at any time, without what it promises."""
        return self._rules.line(self._true(state), veiled(action, self.hidden))

    def prose(self, event: Event) -> str:
        """One sentence for an event."""
        if mentions(event.facts, self.hidden):
            return OUT_OF_SIGHT
        return self._rules.prose(event)

    def phases(self, state: State) -> PhaseView:
        """The turn record."""
        return self._rules.phases(self._true(state))

    def displays(self, state: State) -> tuple[Display, ...]:
        """All panels, without the lines that speak of hidden units."""
        found = self._rules.displays(self._true(state))
        mine = ("", self._seat.side)
        return tuple(self._display(one) for one in found if one.side in mine)

    def _display(self, shown: Display) -> Display:
        if not self.hidden or not any(mentions(row.units, self.hidden) for row in shown.rows):
            return shown
        rows = tuple(row for row in shown.rows if not mentions(row.units, self.hidden))
        left = len(shown.rows) - len(rows)
        filtered = Row(f"Hidden from you: {left}", tone="muted")
        return replace(shown, rows=(*rows, filtered), summary="")

    def counters(self, state: State) -> tuple[CounterView, ...]:
        """All counters one may look at."""
        found = self._rules.counters(self._true(state))
        return tuple(view for view in found if view.unit not in self.hidden)

    def markers(self, state: State) -> tuple[MarkerView, ...]:
        """All markers, one for each stack one has not examined; own ones only during set-up."""
        true = self._true(state)
        found = self._rules.markers(true)
        if self._setting_up:
            return tuple(view for view in found if view.side in ("", self._seat.side))
        sides = {
            self._whole.pieces[unit].at: self._rules.owner(self._whole, unit)
            for unit in sorted(self.hidden)
        }
        filtered = (
            MarkerView(UNKNOWN, at, sides[at], "Units not examined") for at in sorted(self.unknown)
        )
        return (*found, *filtered)

    def battle(self, state: State) -> BattleView | None:
        """The battle being fought; who fights is known to both."""
        return self._rules.battle(self._true(state))

    def reach(self, state: State, unit: UnitId) -> Mapping[Hex, int]:
        """Where a unit could go; nothing for a hidden one."""
        return {} if unit in self.hidden else self._rules.reach(self._true(state), unit)

    def supply(self, state: State, unit: UnitId) -> tuple[bool, tuple[Hex, ...], str]:
        """Whether a unit is in supply, the path, and why; nothing of an enemy's path."""
        if unit in self.hidden:
            return False, (), OUT_OF_SIGHT
        return self._rules.supply(self._true(state), unit)

    def in_supply(self, state: State, unit: UnitId) -> bool:
        """Whether a unit is in supply; no enemy that is hidden is, as far as one knows."""
        return unit not in self.hidden and self._rules.in_supply(self._true(state), unit)

    def route(self, state: State, action: Action) -> tuple[Hex, ...]:
        """The hexes a unit would go through, of units one knows."""
        if any(unit in self.hidden for unit in action.who()):
            return ()
        return self._rules.route(self._true(state), action)

    def forecast(self, state: State, action: Action) -> tuple[Modifier, ...]:
        """The ledger of modifiers; none against hidden units."""
        if mentions(action, self.hidden) or action.where() in self.unknown:
            return ()
        return self._rules.forecast(self._true(state), action)

    def figures(self, state: State) -> tuple[Figure, ...]:
        """The numbers the game is followed by: one's own, and what is open to both."""
        found = self._rules.figures(self._true(state))
        if not self.hidden:
            return found
        mine = ("", self._seat.side)
        return tuple(one for one in found if one.side in mine or one.id in OPEN_FIGURES)

    def due(self, state: State, first: int, last: int) -> tuple[Due, ...]:
        """What turns bring, without the units of the enemy that are hidden."""
        found = self._rules.due(self._true(state), first, last)
        return tuple(entry for entry in found if not mentions(entry.units, self.hidden))

    def duties(self, state: State) -> tuple[Duty, ...]:
        """What must be done before the phase can end; nothing while the enemy decides."""
        if self._rules.question(self._true(state)).side != self._seat.side:
            return ()
        return self._rules.duties(self._true(state))

    def weather(self, state: State, turns: int) -> tuple[WeatherZone, ...]:
        """The weather by zone."""
        return self._rules.weather(self._true(state), turns)

    def may_attack(self, state: State) -> bool:
        """Whether it is the time for attacks, which is no secret."""
        return self._rules.may_attack(self._true(state))

    def candidates(self, state: State, target: Hex) -> tuple[UnitId, ...]:
        """The units that could take part in an attack on a hex one has examined."""
        if self._setting_up or target in self.unknown:
            return ()
        found = self._rules.candidates(self._true(state), target)
        return () if mentions(found, self.hidden) else found

    def plan(self, state: State, target: Hex, units: tuple[UnitId, ...]) -> Plan | None:
        """An attack on a hex one has examined."""
        if self._setting_up or target in self.unknown:
            return None
        found = self._rules.plan(self._true(state), target, units)
        return None if mentions(found, self.hidden) else found

    def owned(self, state: State, side: str) -> frozenset[Hex]:
        """The hexes a side owns, which markers on the map would show to all."""
        return self._rules.owned(self._true(state), side)

    def zones(self, state: State, side: str) -> frozenset[Hex]:
        """Zones of control: an enemy's only around the stacks one has examined."""
        found = self._rules.zones(self._true(state), side)
        if side == self._seat.side or not self.hidden:
            return found
        near: set[Hex] = set()
        for unit, piece in self.state.pieces.items():
            if isinstance(piece.at, Hex) and self.owner(state, unit) == side:
                near.update((piece.at, *piece.at.neighbours()))
        return found & near

    def supply_line(self, state: State, unit: UnitId) -> SupplyLine:
        """How supply reaches a unit, or what blocks it as far as one knows."""
        if unit in self.hidden:
            return SupplyLine(False, OUT_OF_SIGHT)
        found = self._rules.supply_line(self._true(state), unit)
        return replace(found, blocks=()) if self._setting_up else found

    def flights(self, state: State) -> tuple[Flight, ...]:
        """What of one's own is in the air, or planned to be."""
        found = self._rules.flights(self._true(state))
        return tuple(one for one in found if one.side == self._seat.side)

    def needless(self, state: State, action: Action) -> bool:
        """Whether another action does the same for no more."""
        return self._rules.needless(self._true(state), action)

    def prospect(self, state: State, actions: tuple[Action, ...]) -> Prospect | None:
        """What decisions promise; nothing where somebody or something hidden is in it."""
        if any(mentions(one, self.hidden) or one.where() in self.unknown for one in actions):
            return None
        return self._rules.prospect(self._true(state), actions)

    def amounts(self, state: State, place: Location) -> tuple[Amounts, ...]:
        """The points that may be given to a place; none while the enemy decides."""
        if self._rules.question(self._true(state)).side != self._seat.side:
            return ()
        return self._rules.amounts(self._true(state), place)

    def subjects(self, state: State) -> tuple[Subject, ...]:
        """What of one's own covers ground."""
        found = self._rules.subjects(self._true(state))
        return tuple(one for one in found if one.side in ("", self._seat.side))

    def ranges(self, state: State, subject: SubjectId) -> tuple[Range, ...]:
        """The ground something of one's own covers; nothing while the enemy's set-up is hidden."""
        known = {one.id for one in self.subjects(state)}
        mine = subject in self.state.pieces and (
            self.owner(state, UnitId(str(subject))) == self._seat.side
        )
        if self._setting_up or not (mine or subject in known):
            return ()
        return self._rules.ranges(self._true(state), subject)

    def worth(self, state: State, unit: UnitId) -> Worth:
        """What a unit counts for. Raises KeyError for a hidden one."""
        if unit in self.hidden:
            raise KeyError(unit)
        return self._rules.worth(self._true(state), unit)

    def setting_up(self, state: State) -> bool:
        """True while the sides still set up."""
        return self._rules.setting_up(self._true(state))

    def reminds(self, state: State) -> bool:
        """Whether a unit may have been forgotten as the phase ends."""
        return self._rules.reminds(self._true(state))

    def is_done(self, state: State, unit: UnitId) -> bool:
        """Whether a unit may be moved though it is not its turn to."""
        return unit not in self.hidden and self._rules.is_done(self._true(state), unit)

    def watched(self, state: State, side: str) -> frozenset[Hex]:
        """The hexes whose stacks a side knows in full."""
        return (
            self._rules.watched(self._true(state), side)
            if side == self._seat.side
            else (frozenset())
        )

    @property
    def laying(self) -> Laying:
        """None: who sees a part only can tell no whole position."""
        return NoLaying()

    def advise(self, state: State) -> Advice | None:
        """Nothing: the automatic player knows the whole position."""
        return None

    def stale(self, state: State) -> tuple[str, ...]:
        """Nothing is kept here."""
        return ()

    def invariants(self, state: State) -> tuple[str, ...]:
        """Everything that must never be and is."""
        return self._rules.invariants(self._true(state))

    def passage(self, before: State, after: State) -> tuple[str, ...]:
        """What must never happen between a decision and the next and has."""
        return self._rules.passage(self._true(before), self._true(after))


OUT_OF_SIGHT = "Something happens out of your sight."
