"""What the rules of every Europa title answer alike; a title adds handlers, words, panels."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib import resources

from engine.core.actions import Action, Objection
from engine.core.handler import Transition
from engine.core.state import State
from engine.core.system import Question
from engine.core.view.outlook import WeatherZone
from engine.core.view.ranges import Worth
from engine.rules.view.viewed_rules import ViewedRules
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air.combat.actions import HoldBack
from engine.systems.europa.air.records import AirMoving
from engine.systems.europa.board import weather
from engine.systems.europa.movement import bridges, reach, transport
from engine.systems.europa.movement.move_actions import AdminMove, Move, RailMove, StrategicMove
from engine.systems.europa.movement.overruns import Pursuing
from engine.systems.europa.movement.rail_movement import fare, lines
from engine.systems.europa.production import accounts, construction
from engine.systems.europa.state import kept
from engine.systems.europa.state.common import PositionT, TheatreT, settle_ownership
from engine.systems.europa.state.constants import HALF, Phase
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.records import Fighting, Moving, SettingUp
from engine.systems.europa.supply import supply_trace
from maps.hexgrid import Hex
from oob.model import UnitId

TITLED: Mapping[type[Action], str] = {EndPhase: "end phase", HoldBack: "hold back"}
"""Actions that are called what the family is that they are offered in."""

LEAVING = (Move, AdminMove, RailMove, StrategicMove)
"""Actions by which a unit leaves its hex of its own will."""


@cache
def citations(package: str) -> Mapping[str, str]:
    """The rule by which a title cites each topic of the shared layer: ``citations.toml`` of its
    package.
    """
    text = resources.files(package).joinpath("citations.toml").read_text("utf-8")
    found: dict[str, str] = tomllib.loads(text)
    return found


class EuropaRules(ViewedRules[TheatreT, PositionT]):
    """The rules of one game of a title."""

    context: Context
    set_up_frame = SettingUp

    def __init__(self, context: Context, look: Callable[[TheatreT], PositionT]) -> None:
        self.context = context
        self._settled: TheatreT | None = None
        self._kept: TheatreT | None = None
        super().__init__(context.scenario, look)

    def tidy(self, transition: Transition[TheatreT]) -> None:
        """Give every hex its owner, and drop what is lost with it, after each step of play
        (BF-3D).
        """
        if transition.state.phase == Phase.SET_UP:
            return
        last = self._settled
        still = last is not None and self._same_bearings(last, transition.state)
        taken = {} if still else settle_ownership(self.context, transition)
        construction.keep(self.context, transition, self._kept)
        self._kept = transition.state
        bridges.keep(self.context, transition)
        self.captured(transition, taken)
        if not still:
            self.counted(transition, last)
        if not transition.state.over:
            self._settled = transition.state

    def _same_bearings(self, a: TheatreT, b: TheatreT) -> bool:
        """True when all that decides who owns what is the same: the very objects, for they are
        never changed in place, and the terms on which hexes are claimed.
        """
        same = (
            a.pieces is b.pieces
            and a.joined is b.joined
            and a.weather is b.weather
            and a.taken is b.taken
        )
        look = self.context.look
        return same and look(a).claim_terms == look(b).claim_terms

    def captured(self, transition: Transition[TheatreT], taken: Mapping[Hex, str]) -> None:
        """What a title makes of hexes that have changed hands; nothing by default."""

    def counted(self, transition: Transition[TheatreT], since: TheatreT | None) -> None:
        """What a title counts of units that have moved or fallen; nothing by default. In the state
        ``since`` all that stood then was counted; without one nothing is known to be.
        """

    def question(self, state: State) -> Question:
        """The open decision; where some units alone may act, with whose they are."""
        asked = super().question(state)
        acting = bool(state.flow) and isinstance(state.top, Moving | AirMoving | Fighting)
        if not acting or not asked.families:
            return asked
        only = self.views.who_alone(self.position(state))
        return replace(asked, prompt=f"{only} {asked.prompt}") if only else asked

    def takes(self, state: State, actions: tuple[Action, ...]) -> str:
        """What units that ride together take of the capacity and of their points."""
        return transport.together(self.position(state), actions)

    def owner(self, state: State, unit: UnitId) -> str:
        """The side that commands a unit now, '' while its nation is neutral."""
        return self.position(state).side(unit)

    def owners(self, state: State) -> Mapping[UnitId, str]:
        """The side that commands each unit now, '' while its nation is neutral."""
        return self.position(state).standing.owners

    def reminds(self, state: State) -> bool:
        """Not while units that overran may enter: no phase ends with that (BF-13.10)."""
        entering = bool(state.flow) and isinstance(state.flow[-1], Pursuing)
        return not entering and super().reminds(state)

    def needless(self, state: State, action: Action) -> bool:
        """A ride to where a march takes no more points, a far one to where one of the movement
        phase leads.
        """
        if not isinstance(action, (RailMove, StrategicMove)):
            return False
        pos, unit, to = self.position(state), action.unit, action.target
        if not isinstance(state.pieces[unit].at, Hex):
            return False
        by_rail, marches = lines(pos, unit), reach.march(pos, unit).reach.cost.get(to)
        rides = to in by_rail.every.cost
        if isinstance(action, StrategicMove):
            return rides or marches is not None
        price = fare(pos, unit, by_rail.hexes(to)) if rides and not action.via else 0
        return marches is not None and marches <= price

    def reach(self, state: State, unit: UnitId) -> Mapping[Hex, int]:
        """Where a unit could march if it were moved now, with whole movement points, rounded up."""
        pos = self.position(state)
        if not isinstance(state.pieces[unit].at, Hex) or not pos.side(unit):
            return {}
        found = reach.march(pos, unit)
        cost = found.reach.cost
        return {at: (cost[at] + HALF - 1) // HALF for at in found.targets}

    def cautions(self, state: State, action: Action) -> tuple[Objection, ...]:
        """Whoever leaves what it is building gives it up (FE-14A1.4, BF-14A1.5)."""
        pos = self.position(state)
        if not pos.state.works or not isinstance(action, LEAVING):
            return ()
        work = next((one for one in pos.state.works.values() if one.unit == action.unit), None)
        if work is None or pos.piece(action.unit).at not in pos.state.works:
            return ()
        what = f"the {work.project} that it is building: it is given up."
        text = f"{pos.called(action.unit)} leaves {what}"
        return (Objection(self.context.cite("construction abandoned"), text),)

    def titled(self, state: State, action: Action) -> str:
        """What an action is called that means something else in each decision: that of its family
        (*End interceptor movement*); '' for others.
        """
        family = TITLED.get(type(action))
        if family is None:
            return ""
        found = self.question(state).families
        return next((one.title for one in found if one.name == family), "")

    def route(self, state: State, action: Action) -> tuple[Hex, ...]:
        """The hexes of a march, an administrative march or a journey by rail (BF-6, 7)."""
        if not isinstance(action, (Move, AdminMove, RailMove)):
            return ()
        pos = self.position(state)
        at = state.pieces[action.unit].at
        if not isinstance(at, Hex) or not pos.side(action.unit):
            return ()
        if action.via:
            return (at, *action.via, action.target)
        if isinstance(action, RailMove):
            way = lines(pos, action.unit).way(action.target)
        else:
            find = reach.admin_march if isinstance(action, AdminMove) else reach.march
            way = find(pos, action.unit).reach
        return way.path(action.target) if way and action.target in way.cost else ()

    def stale(self, state: State) -> tuple[str, ...]:
        """Whether standing, holdings and zones of control are as worked out from nothing."""
        return tuple(kept.stale(self.position(state)))

    def passage(self, before: State, after: State) -> tuple[str, ...]:
        """Whether every point of strength is where it was, or has gone a way that it may go."""
        return tuple(accounts.faults(self.context, self.own(before), self.own(after)))

    def in_supply(self, state: State, unit: UnitId) -> bool:
        """Whether a unit is in supply, without its line."""
        return supply_trace.supplied(self.position(state), unit)

    def weather(self, state: State, turns: int) -> tuple[WeatherZone, ...]:
        """The weather by zone, with the chances of coming turns."""
        return weather.zones(self.position(state), turns)

    def worth(self, state: State, unit: UnitId) -> Worth:
        """What a unit counts for: attack strength as printed, steps, regimental equivalents."""
        found, piece = self.context.units[unit], state.pieces[unit]
        facts = self.context.facts(unit, piece.steps or found.steps)
        alive = piece.steps > 0
        return Worth(
            strength=float(facts.attack) if alive else 0.0,
            steps=found.steps,
            lost=found.steps - piece.steps,
            res=facts.halves / HALF if alive else 0.0,
            is_cadre=alive and facts.cadre,
        )
