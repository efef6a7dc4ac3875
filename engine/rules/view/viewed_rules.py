"""Rules that answer a window from functions of a position: a title lists them once as its views."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from engine.core.actions import Action
from engine.core.rules_base import RulesBase
from engine.core.state import Frame, Location, State
from engine.core.view.display import (
    BattleView,
    CounterView,
    Display,
    MarkerView,
    Modifier,
    PhaseView,
)
from engine.core.view.outlook import Amounts, Due, Figure, Flight, Plan, Prospect, SupplyLine
from engine.core.view.ranges import Range, Subject, SubjectId
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId

StateT = TypeVar("StateT", bound=State)
PositionT = TypeVar("PositionT")
AnswerT = TypeVar("AnswerT")
ANSWERED = 16
"""How many positions' answers are kept: those of a few undos in a row among them."""


@dataclass(frozen=True, slots=True)
class Views(Generic[PositionT]):
    """What a title shows of a position, question by question as
    :class:`engine.core.system.Rules` puts them.
    """

    phases: Callable[[PositionT], PhaseView]
    displays: Callable[[PositionT], tuple[Display, ...]]
    counters: Callable[[PositionT], tuple[CounterView, ...]]
    markers: Callable[[PositionT], tuple[MarkerView, ...]]
    battle: Callable[[PositionT], BattleView | None]
    forecast: Callable[[PositionT, Action], tuple[Modifier, ...]]
    supply: Callable[[PositionT, UnitId], tuple[bool, tuple[Hex, ...], str]]
    supply_line: Callable[[PositionT, UnitId], SupplyLine]
    figures: Callable[[PositionT], tuple[Figure, ...]]
    due: Callable[[PositionT, int, int], tuple[Due, ...]]
    faults: Callable[[PositionT], tuple[str, ...]]
    may_attack: Callable[[PositionT], bool] = lambda _pos: True
    candidates: Callable[[PositionT, Hex], tuple[UnitId, ...]] = lambda _pos, _target: ()
    plan: Callable[[PositionT, Hex, tuple[UnitId, ...]], Plan | None] = lambda *_asked: None
    zones: Callable[[PositionT, str], frozenset[Hex]] = lambda _pos, _side: frozenset()
    owned: Callable[[PositionT, str], frozenset[Hex]] = lambda _pos, _side: frozenset()
    flights: Callable[[PositionT], tuple[Flight, ...]] = lambda _pos: ()
    prospect: Callable[[PositionT, tuple[Action, ...]], Prospect | None] = lambda *_asked: None
    amounts: Callable[[PositionT, Location], tuple[Amounts, ...]] = lambda *_asked: ()
    subjects: Callable[[PositionT], tuple[Subject, ...]] = lambda _pos: ()
    ranges: Callable[[PositionT, SubjectId], tuple[Range, ...]] = lambda _pos, _subject: ()
    who_alone: Callable[[PositionT], str] = lambda _pos: ""
    """Whose units alone act, as a sentence before what is asked; '' where all of a side do."""


class ViewedRules(RulesBase[StateT, PositionT]):
    """The rules of one game, whose views are functions of a position."""

    views: Views[PositionT]
    set_up_frame: type[Frame]
    """The open decision in which a side sets up."""
    _answered: list[tuple[State, dict[Hashable, Any]]] = []  # noqa: RUF012 - never changed in place

    def once(self, state: State, what: Hashable, answer: Callable[[PositionT], AnswerT]) -> AnswerT:
        """What a function answers about a position, worked out once while panels look at it."""
        answers = next((kept for known, kept in self._answered if known is state), None)
        if answers is None:
            answers = {}
            self._answered = [(state, answers), *self._answered[: ANSWERED - 1]]
        if what not in answers:
            answers[what] = answer(self.position(state))
        found: AnswerT = answers[what]
        return found

    def phases(self, state: State) -> PhaseView:
        """The turn record."""
        return self.once(state, "phases", self.views.phases)

    def displays(self, state: State) -> tuple[Display, ...]:
        """All panels."""
        return self.once(state, "displays", self.views.displays)

    def counters(self, state: State) -> tuple[CounterView, ...]:
        """All counters in view."""
        return self.once(state, "counters", self.views.counters)

    def markers(self, state: State) -> tuple[MarkerView, ...]:
        """All markers on the board."""
        return self.once(state, "markers", self.views.markers)

    def battle(self, state: State) -> BattleView | None:
        """The battle being fought."""
        return self.once(state, "battle", self.views.battle)

    def forecast(self, state: State, action: Action) -> tuple[Modifier, ...]:
        """The ledger of modifiers an attack or shot would have."""
        return self.views.forecast(self.position(state), action)

    def supply(self, state: State, unit: UnitId) -> tuple[bool, tuple[Hex, ...], str]:
        """Whether a unit is in supply, the path, and why."""
        return self.views.supply(self.position(state), unit)

    def supply_line(self, state: State, unit: UnitId) -> SupplyLine:
        """How supply reaches a unit, element by element, or what blocks it."""
        return self.views.supply_line(self.position(state), unit)

    def figures(self, state: State) -> tuple[Figure, ...]:
        """The numbers the game is followed by."""
        return self.once(state, "figures", self.views.figures)

    def due(self, state: State, first: int, last: int) -> tuple[Due, ...]:
        """What coming turns bring."""
        return self.once(state, ("due", first, last), lambda pos: self.views.due(pos, first, last))

    def may_attack(self, state: State) -> bool:
        """Whether it is the time for attacks."""
        return self.views.may_attack(self.position(state))

    def candidates(self, state: State, target: Hex) -> tuple[UnitId, ...]:
        """The units that could attack a hex now."""
        return self.views.candidates(self.position(state), target)

    def plan(self, state: State, target: Hex, units: tuple[UnitId, ...]) -> Plan | None:
        """What an attack would be and bring, with its exact chances."""
        return self.views.plan(self.position(state), target, units)

    def zones(self, state: State, side: str) -> frozenset[Hex]:
        """The hexes in a side's zones of control."""
        return self.views.zones(self.position(state), side)

    def owned(self, state: State, side: str) -> frozenset[Hex]:
        """The hexes a side owns."""
        return self.views.owned(self.position(state), side)

    def flights(self, state: State) -> tuple[Flight, ...]:
        """What is in the air now, or planned to be."""
        return self.once(state, "flights", self.views.flights)

    def prospect(self, state: State, actions: tuple[Action, ...]) -> Prospect | None:
        """What decisions that send something to one place promise, taken together."""
        return self.views.prospect(self.position(state), actions)

    def amounts(self, state: State, place: Location) -> tuple[Amounts, ...]:
        """The points that may be given to a place now."""
        return self.views.amounts(self.position(state), place)

    def subjects(self, state: State) -> tuple[Subject, ...]:
        """Everything that covers ground by air, by sea or from hiding now."""
        return self.once(state, "subjects", self.views.subjects)

    def ranges(self, state: State, subject: SubjectId) -> tuple[Range, ...]:
        """The ground one of them covers now."""
        asked = "ranges", subject
        return self.once(state, asked, lambda pos: self.views.ranges(pos, subject))

    def invariants(self, state: State) -> tuple[str, ...]:
        """Everything that must never be and is."""
        return self.views.faults(self.position(state))

    def setting_up(self, state: State) -> bool:
        """True until all sides have set up."""
        return any(isinstance(frame, self.set_up_frame) for frame in state.flow)
