"""What a game system is to the rest of the program: one object with these methods, all pure.

A system never rolls: when chance decides, :meth:`System.chance` names the die and :class:`Roll`
answers it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Protocol, runtime_checkable

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.change import EVERYTHING, Change, between
from engine.core.charts.schema import ChartProblem
from engine.core.events import Event
from engine.core.laying import Laying
from engine.core.legal import Family
from engine.core.state import Location, State
from engine.core.view.display import (
    BattleView,
    CounterView,
    Display,
    MarkerView,
    Modifier,
    Outcome,
    PhaseView,
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
from maps.model import GameMap
from maps.untyped import Table
from oob.model import OrderOfBattle, UnitId


@dataclass(frozen=True, slots=True)
class SideInfo:
    """A player's side: id, name, and its colour for markers and panels."""

    id: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Option:
    """A declared option or reading of a scenario: id, what it means, its rule, and the default.

    ``scenarios`` names those it belongs to; empty for all of its system.
    """

    id: str
    text: str
    rule: str
    default: bool
    scenarios: tuple[str, ...] = ()

    def belongs_to(self, scenario: str) -> bool:
        """True when the option can be chosen in a scenario."""
        return not self.scenarios or scenario in self.scenarios


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """Everything fixed before play: board, order of battle, scenario figures, chosen options.

    ``data`` is the scenario's TOML table as typed by its system. ``source`` and ``charts`` are the
    TOML texts of
    the scenario and of the charts it is played with; both are copied into the user's file.
    """

    id: str
    title: str
    system: str
    map: GameMap
    oob: OrderOfBattle
    data: Any
    options: Mapping[str, bool] = field(default_factory=dict)
    source: str = ""
    charts: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """The open decision: who decides, what about, and the families of actions that may answer
    it.
    """

    side: str
    prompt: str
    families: tuple[Family, ...]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """What an action did: the new state, the events in order, and the state ``before``, where it
    is known.
    """

    state: State
    events: tuple[Event, ...] = ()
    before: State | None = None

    @property
    def change(self) -> Change:
        """What of the state changed; worked out when asked for, as few ask."""
        return EVERYTHING if self.before is None else between(self.before, self.state)


@dataclass(frozen=True, slots=True)
class Advice:
    """What an automatic player would do, and why, in a sentence."""

    action: Action
    reason: str


class Rules(Protocol):
    """A system bound to one scenario: the rules of one game, as pure functions of a state."""

    scenario: Scenario

    def begin(self) -> Step:
        """The state before the first decision, with what happened on the way to it."""

    def question(self, state: State) -> Question:
        """The open decision. When chance decides its side is :data:`NOBODY`."""

    def chance(self, state: State) -> ChanceNode | None:
        """The die about to be rolled, or None when a player decides."""

    def check(self, state: State, action: Action) -> tuple[Objection, ...]:
        """Everything that forbids an action now, each with its rule; empty when it is legal."""

    def allows(self, state: State, action: Action) -> bool:
        """True when :meth:`check` would find nothing."""

    def cautions(self, state: State, action: Action) -> tuple[Objection, ...]:
        """What the rules dislike of an action they allow; taking it tells of each in the log."""

    def apply(self, state: State, action: Action) -> Step:
        """The state and events after a legal action. The caller has checked it."""

    def repeat(self, state: State, action: Action, said: int) -> State:
        """The state that a step of the log led to, by the quickest way; ``said`` is how many events
        the log tells of it. Who can compare it with what was recorded does.
        """

    def outcome(self, state: State) -> Outcome | None:
        """The result, once the game is over."""

    def owner(self, state: State, unit: UnitId) -> str:
        """The side that commands a unit now."""

    def owners(self, state: State) -> Mapping[UnitId, str]:
        """The side that commands each unit of the position now."""

    def describe(self, state: State, action: Action) -> str:
        """A menu line for an action: ``Move 7 SS to 1717 Sarajevo``."""

    def takes(self, state: State, actions: tuple[Action, ...]) -> str:
        """What decisions of a group take together, as the end of its menu line."""

    def line(self, state: State, action: Action) -> str:
        """The same at any time: without what the action promises."""

    def prose(self, event: Event) -> str:
        """One sentence for an event, without its rule reference."""

    def phases(self, state: State) -> PhaseView:
        """The turn record."""

    def displays(self, state: State) -> tuple[Display, ...]:
        """All panels of the game, in a sensible order."""

    def counters(self, state: State) -> tuple[CounterView, ...]:
        """All counters in hexes and boxes that a player would see, with badges."""

    def markers(self, state: State) -> tuple[MarkerView, ...]:
        """All markers on the board."""

    def battle(self, state: State) -> BattleView | None:
        """The battle being fought, or None."""

    def reach(self, state: State, unit: UnitId) -> Mapping[Hex, int]:
        """Where a unit could go if it were activated now, with the movement points it would
        cost.
        """

    def supply(self, state: State, unit: UnitId) -> tuple[bool, tuple[Hex, ...], str]:
        """Whether a unit is in supply, the path traced (unit to source; empty without one), and
        why.
        """

    def in_supply(self, state: State, unit: UnitId) -> bool:
        """Whether a unit is in supply: the first that :meth:`supply` says, by itself."""

    def forecast(self, state: State, action: Action) -> tuple[Modifier, ...]:
        """The ledger of modifiers an attack or shot would have; empty for other actions."""

    def figures(self, state: State) -> tuple[Figure, ...]:
        """The numbers the game is followed by (victory points, losses), as they are now."""

    def due(self, state: State, first: int, last: int) -> tuple[Due, ...]:
        """What the turns from ``first`` to ``last`` bring, by turn and phase."""

    def duties(self, state: State) -> tuple[Duty, ...]:
        """What must be done before the phase can end, each thing with its rule and, where they are
        known, its units and places; nothing when it can be ended, or when nothing ends it.
        """

    def weather(self, state: State, turns: int) -> tuple[WeatherZone, ...]:
        """The weather by zone, with the chances for so many coming turns."""

    def route(self, state: State, action: Action) -> tuple[Hex, ...]:
        """The hexes a unit would go through to do something, its own first: those that the action
        fixes, else the cheapest. Empty where it goes nowhere or cannot get there.
        """

    def may_attack(self, state: State) -> bool:
        """Whether it is the time for attacks by the side to decide. Where it is not, something
        forbids each :meth:`plan`, and there is no need to work them out to know it.
        """

    def candidates(self, state: State, target: Hex) -> tuple[UnitId, ...]:
        """The units of the side to decide that could take part in an attack on a hex now."""

    def plan(self, state: State, target: Hex, units: tuple[UnitId, ...]) -> Plan | None:
        """What an attack on a hex by these units would be and bring, with all that forbids it."""

    def zones(self, state: State, side: str) -> frozenset[Hex]:
        """The hexes a side hampers its enemy in (zones of control)."""

    def owned(self, state: State, side: str) -> frozenset[Hex]:
        """The hexes a side owns; none of any side where the game keeps no ownership of ground."""

    def supply_line(self, state: State, unit: UnitId) -> SupplyLine:
        """How supply reaches a unit, element by element, or what blocks it."""

    def flights(self, state: State) -> tuple[Flight, ...]:
        """What is in the air now, or planned to be, from where to where."""

    def needless(self, state: State, action: Action) -> bool:
        """Whether another allowed action does the same for no more, so that a click means that."""

    def prospect(self, state: State, actions: tuple[Action, ...]) -> Prospect | None:
        """What decisions that send something to one place promise, taken together; None where the
        system says nothing of them.
        """

    def amounts(self, state: State, place: Location) -> tuple[Amounts, ...]:
        """The points that may be given to a place now, as numbers, in the system's order."""

    def subjects(self, state: State) -> tuple[Subject, ...]:
        """Everything that covers ground by air, by sea or from hiding now."""

    def ranges(self, state: State, subject: SubjectId) -> tuple[Range, ...]:
        """The ground a unit, base, box or pool covers now, purpose by purpose."""

    def worth(self, state: State, unit: UnitId) -> Worth:
        """What a unit counts for in the figures of its side."""

    def setting_up(self, state: State) -> bool:
        """True while the sides still set up, so that one may hide its own from the other."""

    def reminds(self, state: State) -> bool:
        """Whether a unit that could still do something may have been forgotten as the phase ends:
        not in a battle, nor where no unit is ever done, as in set-up or a game kept by hand.
        """

    def is_done(self, state: State, unit: UnitId) -> bool:
        """Whether a unit may be moved, but it is not its turn to, so that a click on friends means
        these: in a game kept by hand, which forbids nothing.
        """

    def watched(self, state: State, side: str) -> frozenset[Hex]:
        """The hexes whose stacks a side knows in full when fog is chosen."""

    @property
    def laying(self) -> Laying:
        """How positions of the scenario are laid out and told in words."""

    def advise(self, state: State) -> Advice | None:
        """What a sensible player would do at the open decision; None where the system knows nothing
        better than to go on. The same state always gets the same advice, and following it ends the
        game.
        """

    def stale(self, state: State) -> tuple[str, ...]:
        """What is kept from step to step and is not what it would be worked out from nothing: a
        fault in the engine. Empty when sound.
        """

    def invariants(self, state: State) -> tuple[str, ...]:
        """Everything that must never be and is: a fault in the engine. Empty when sound."""

    def passage(self, before: State, after: State) -> tuple[str, ...]:
        """What must never happen between a decision and the next and has: strength that comes from
        nowhere or goes nowhere. Empty when sound.
        """


class System(Protocol):
    """A game system: its facts, its classes for the codec, and how to bind it to a scenario."""

    @property
    def id(self) -> str:
        """Its id, as in ``balkan_gambit/1943``."""

    @property
    def title(self) -> str:
        """Its printed title."""

    @property
    def sides(self) -> tuple[SideInfo, ...]:
        """The players' sides, the first to move first."""

    @property
    def points(self) -> str:
        """What its rulebook calls points of movement, in short: ``MP``, ``MF``."""

    @property
    def options(self) -> tuple[Option, ...]:
        """Declared options and readings."""

    def actions(self) -> tuple[type[Action], ...]:
        """Every action class of the system."""

    def records(self) -> tuple[type, ...]:
        """Every dataclass that can stand in its state: frames, pieces, the state itself."""

    def chart_text(self) -> str:
        """The TOML text of the shipped charts."""

    def chart_type(self) -> type:
        """The dataclass of all its charts; its types and marks say what each cell may hold."""

    def chart_problems(self, charts: Any) -> tuple[ChartProblem, ...]:
        """What is wrong between cells of typed charts; empty when a game may be begun with them."""

    def unit_names(self, data: Any) -> tuple[tuple[UnitId, str], ...]:
        """Each unit that a scenario's figures bring into play, and where they name it."""

    def read(self, table: Table, charts: str, where: str) -> Any:
        """Type a scenario's TOML table and the charts. Raises KnownError for unknown or missing
        keys.
        """

    def bind(self, scenario: Scenario) -> Rules:
        """The rules of one game of this scenario."""


@runtime_checkable
class OfScenarios(Protocol):
    """A system that plays on any board with any units: its sides are those of a scenario, and its
    shipped scenarios are starting kits.
    """

    @property
    def kit(self) -> str:
        """The id of the starting kit that is taken where none is named."""

    def for_scenario(self, scenario: Scenario) -> System:
        """The system with the sides of a scenario."""

    def fitted(self, charts: str, board: GameMap, order: OrderOfBattle) -> str:
        """A chart text with rows for what a board and an order of battle have."""
