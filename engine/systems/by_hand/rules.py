"""The rules of a game by hand: they refuse what cannot be and caution against the rest."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.events import Event
from engine.core.handler import Answer, Handler, Transition, table
from engine.core.rules_base import Citations
from engine.core.state import State
from engine.core.system import Advice, Scenario, SideInfo, Step
from engine.core.view.display import Modifier, Outcome
from engine.core.view.outlook import Plan, WeatherZone
from engine.rules.view.viewed_rules import ViewedRules, Views
from engine.systems.by_hand import actions as hand
from engine.systems.by_hand.actions import ACTIONS
from engine.systems.by_hand.advice import advise
from engine.systems.by_hand.battle import Calculation, reached
from engine.systems.by_hand.cautions import cautions, is_done
from engine.systems.by_hand.charts.ground import Watch
from engine.systems.by_hand.context import BEYOND, HandContext, points_of
from engine.systems.by_hand.position import HandPosition
from engine.systems.by_hand.records import (
    REVEALED,
    SET_UP,
    AtTable,
    Drawing,
    Fighting,
    HandState,
    ThrowingDice,
    ThrowingTable,
    ThrowingWeather,
)
from engine.systems.by_hand.table import dice, effects
from engine.systems.by_hand.table.impossible import objections
from engine.systems.by_hand.table.offers import question
from engine.systems.by_hand.table.turning import told_outcome, winner_of
from engine.systems.by_hand.view import panels, supplied
from engine.systems.by_hand.view.words import LINES, sentences, wording
from maps.hexgrid import Hex
from oob.model import UnitId

HANDLERS = table(
    Handler(
        AtTable,
        tuple(Answer(kind, objections, effects.act) for kind in ACTIONS[:-1]),
        question=question,
    ),
    dice.handler(ThrowingDice),
    dice.handler(ThrowingTable),
    dice.handler(ThrowingWeather),
    dice.handler(Drawing),
    dice.handler(Fighting),
)
"""The handler of each open decision; all actions but the die are taken at the table."""


class HandRules(ViewedRules[HandState, HandPosition]):
    """The rules of one game by hand."""

    state_class = HandState
    handlers = HANDLERS
    set_up_frame = AtTable
    citations = Citations("H-table", "H-table", "H-table", "H-table")

    def __init__(self, scenario: Scenario, sides: tuple[SideInfo, ...]) -> None:
        self.context = HandContext(scenario)
        self._words = wording(self.context, {side.id: side.name for side in sides})
        self.views = Views(
            phases=panels.phases,
            displays=panels.displays,
            counters=panels.counters,
            markers=panels.markers,
            battle=panels.battle,
            forecast=self._forecast,
            supply=supplied.supply,
            supply_line=supplied.supply_line,
            figures=panels.figures,
            due=panels.due,
            faults=panels.faults,
            candidates=self._candidates,
            plan=self._plan,
            zones=lambda pos, side: pos.zoc(side),
        )
        super().__init__(scenario, partial(HandPosition, self.context))

    def begin(self) -> Step:
        """Units are where the order of battle says, or wait to be set up."""
        context = self.context
        kinds = context.charts.weather.kinds if context.charts.weather else ()
        state = HandState(
            turn=0,
            phase=SET_UP,
            active="",
            pieces=context.opening_pieces(),
            flow=(AtTable(),),
            hand=context.players[0],
            weather=kinds[0].id if kinds else "",
            owners=context.first_owners,
        )
        transition = Transition(state)
        transition.tell("begins", "H-table", title=self.scenario.title)
        return self.settled(transition)

    def tidy(self, transition: Transition[HandState]) -> None:
        """Places that count belong to whoever was in them last alone."""
        if not self.context.worth:
            return
        pos, owners = self.look(transition.state), dict(transition.state.owners)
        for at in self.context.worth:
            there = {pos.owner(unit) for unit in pos.at.get(at, ())}
            if len(there) == 1 and owners.get(at) not in there:
                owners[at] = there.pop()
                transition.tell("captured", "H-victory", at=at, side=owners[at])
        if owners != transition.state.owners:
            transition.set(owners=owners)

    def cautions(self, state: State, action: Action) -> tuple[Objection, ...]:
        """What the declared rules dislike of an action that is possible."""
        return () if self.check(state, action) else cautions(self.position(state), action)

    def repeat(self, state: State, action: Action, said: int) -> State:
        """The state a step of the log led to: events that the log has beyond those of the action
        itself are the cautions it passed over, so none is worked out again.
        """
        step = self.done(state, action, Transition(self.own(state), heard=False))
        passed = said - len(step.events)
        if passed < 0:
            return self.apply(state, action).state
        after = self.own(step.state)
        return after.having(overridden=after.overridden + passed) if passed else after

    def advise(self, state: State) -> Advice | None:
        """What has to be done by hand, as far as the program can; None where a die decides."""
        if self.own(state).over or self.chance(state) is not None:
            return None
        return advise(self.position(state))

    def outcome(self, state: State) -> Outcome | None:
        """The result, once the last turn is over; counted, never judged."""
        own = self.own(state)
        if not own.over:
            return None
        pos = self.position(state)
        points = tuple((side, pos.points(side)) for side in self.context.all_sides)
        return Outcome(winner_of(pos), told_outcome(pos), points)

    def owner(self, state: State, unit: UnitId) -> str:
        """The side that commands a unit."""
        return self.position(state).owner(unit)

    def describe(self, state: State, action: Action) -> str:
        """A menu line for an action."""
        if isinstance(action, hand.StrikeOff):
            owed = self.own(state).owed
            return (
                f"{owed[action.duty - 1].rstrip('.')}: done" if action.duty <= len(owed) else "Done"
            )
        if isinstance(action, hand.NextPhase):
            return self._onward(self.own(state))
        line = self._words.action(action, LINES).strip()
        chart, hidden = self.context.charts.combat, self.context.charts.hidden
        if not isinstance(action, hand.Resolve) or chart is None or chart.by_volleys or hidden:
            return line
        found = Calculation(self.position(state), chart, action.units, action.target).worked_out()
        return f"{line}, {reached(chart, found)}"

    def _onward(self, state: HandState) -> str:
        if state.slot < 0:
            return "Begin the first turn"
        if state.slot + 1 < len(self.context.slots):
            return f"Go on to {self._phase(state.slot + 1)}"
        last = state.turn >= self.context.charts.turns.last
        return "End the game" if last else f"Go on to turn {state.turn + 1}"

    def _phase(self, at: int) -> str:
        """A phase by its name; whose it is where another side's turn begins."""
        slot = self.context.slots[at]
        before = self.context.slots[at - 1].side if at else slot.side
        return (
            slot.name
            if slot.side == before
            else self.context.charts.phase_name(slot.side, slot.name)
        )

    def prose(self, event: Event) -> str:
        """One sentence for an event."""
        return self._words.event(event, sentences()).strip()

    def reach(self, state: State, unit: UnitId) -> Mapping[Hex, int]:
        """Where a unit can go by the declared costs, rounded up to whole points; what takes all a
        unit has costs what that is.
        """
        pos = self.position(state)
        found, has = pos.reach(unit).cost, pos.allowance(unit)
        costs = {at: has if cost >= BEYOND else points_of(cost) for at, cost in found.items()}
        return {at: -(-cost // 1) for at, cost in costs.items()}

    def weather(self, state: State, turns: int) -> tuple[WeatherZone, ...]:
        """The weather now; what comes is the die's."""
        chart = self.context.charts.weather
        if chart is None:
            return ()
        names = {kind.id: kind.name for kind in chart.kinds}
        zones = {zone.id: zone.name for zone in chart.zones}
        skies = self.position(state).skies
        return tuple(
            WeatherZone(zones.get(zone, ""), names.get(now, ""), ()) for zone, now in skies
        )

    def setting_up(self, state: State) -> bool:
        """True until the first turn has begun."""
        return self.own(state).slot < 0

    def reminds(self, _state: State) -> bool:
        """Never: at a table no unit is ever done."""
        return False

    def is_done(self, state: State, unit: UnitId) -> bool:
        """Whether the phase is not for moving a unit, or it has moved in it already."""
        return is_done(self.position(state), unit)

    def watched(self, state: State, side: str) -> frozenset[Hex]:
        """The hexes whose stacks a side knows: as declared, and those that were shown."""
        chart, pos = self.context.charts.hidden, self.position(state)
        near = chart is None or chart.watch is Watch.ADJACENT
        found = set(pos.held[side])
        if near:
            found.update(at for own in pos.held[side] for at in own.neighbours())
        for at, units in pos.at.items():
            if all(REVEALED in pos.piece(unit).marks for unit in units):
                found.add(at)
        return frozenset(found)

    def _candidates(self, pos: HandPosition, target: Hex) -> tuple[UnitId, ...]:
        side = pos.state.hand
        if pos.charts.combat is None or not pos.enemies(target, side):
            return ()
        near = (at for at in target.neighbours() if at in pos.held[side])
        return tuple(unit for at in sorted(near) for unit in pos.friends(at, side))

    def _plan(self, pos: HandPosition, target: Hex, units: tuple[UnitId, ...]) -> Plan | None:
        chart = pos.charts.combat
        if chart is None or not pos.enemies(target, pos.state.hand):
            return None
        return Calculation(pos, chart, units, target).plan()

    def _forecast(self, pos: HandPosition, action: Action) -> tuple[Modifier, ...]:
        """The ledger of an attack."""
        chart = pos.charts.combat
        if isinstance(action, hand.Resolve) and chart is not None:
            return Calculation(pos, chart, action.units, action.target).plan().modifiers
        return ()
