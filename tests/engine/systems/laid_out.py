"""What every system's test desk does: decide, type dice in, ask what is forbidden."""

from __future__ import annotations

from typing import Any, Generic, Self, TypeVar

from engine.core.actions import Action, Roll
from engine.core.events import Event
from engine.core.handler import Transition
from engine.core.legal import LegalActions
from engine.core.rules_base import RulesBase
from engine.core.state import Frame, State

StateT = TypeVar("StateT", bound=State)
PositionT = TypeVar("PositionT")


class LaidOut(Generic[StateT, PositionT]):
    """A game laid out by hand, under the rules of an office."""

    def __init__(self, rules: RulesBase[StateT, PositionT], state: StateT) -> None:
        self.rules_base = rules
        self.state = state
        self.events: tuple[Event, ...] = ()

    def having(self, **fields: Any) -> Self:
        """Set fields of the state."""
        self.state = self.state.having(**fields)
        return self

    def ask(self, *frames: Frame, **fields: Any) -> Self:
        """Put other decisions in place of the open ones."""
        return self.having(flow=frames, **fields)

    @property
    def pos(self) -> PositionT:
        """The position as the rules see it."""
        return self.rules_base.position(self.state)

    @property
    def legal(self) -> LegalActions:
        """The legal actions of the open decision."""
        state = self.state
        question = self.rules_base.question(state)
        return LegalActions(question.families, lambda action: self.rules_base.check(state, action))

    def kinds(self) -> set[str]:
        """The names of the families that have a legal action now."""
        return {
            family.name for family in self.legal.families if any(self.legal.family(family.name))
        }

    def objections(self, action: Action) -> list[str]:
        """The rule ids that forbid an action now."""
        return [objection.rule for objection in self.rules_base.check(self.state, action)]

    def do(self, *actions: Action) -> Self:
        """Take legal actions one after the other; the events of all are kept."""
        events: list[Event] = []
        for action in actions:
            objections = self.rules_base.check(self.state, action)
            assert not objections, f"{action}: {'; '.join(map(str, objections))}"
            step = self.rules_base.apply(self.state, action)
            self.take(step.state)
            faults = self.faults()
            assert not faults, f"after {action}: {faults}"
            events += step.events
        self.events = tuple(events)
        return self

    def take(self, state: Any) -> None:
        """Go on from a state the rules led to."""
        self.state = state

    def faults(self) -> tuple[str, ...]:
        """What must never be and is."""
        rules: Any = self.rules_base
        found: tuple[str, ...] = rules.invariants(self.state)
        return found

    def settle(self) -> Self:
        """Run the automatic frames on top, as after an action."""
        step = self.rules_base.settled(Transition(self.state))
        self.take(step.state)
        self.events = step.events
        return self

    def roll(self, *faces: int) -> Self:
        """Type in dice."""
        return self.do(*(Roll(face) for face in faces))

    def told(self, what: str) -> list[dict[str, Any]]:
        """The facts of the last events of one kind."""
        return [dict(event.facts) for event in self.events if event.what == what]
