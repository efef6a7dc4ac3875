"""What the rules of every Europa title answer alike; a title adds its desks, words and panels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.core.actions import Action
from engine.core.desk import Doing
from engine.core.display import BattleView, Modifier
from engine.core.office import Office
from engine.core.outlook import Plan, SupplyLine, WeatherZone
from engine.core.spheres import Worth
from engine.core.state import State
from engine.systems.europa import (
    battle_show,
    bridges,
    construction,
    lines,
    marching,
    planning,
    weather,
)
from engine.systems.europa.common import settle_ownership
from engine.systems.europa.position import Position
from engine.systems.europa.records import SettingUp, Theatre
from engine.systems.europa.table import Table
from engine.systems.europa.words import HALF, Phase
from maps.hexgrid import Hex
from oob.model import UnitId


class EuropaRules(Office[Theatre, Position]):
    """The rules of one game of a title."""

    table: Table

    def __init__(self, table: Table) -> None:
        self.table = table
        self._settled: tuple[object, ...] = ()
        super().__init__(table.scenario, partial(_look, table))

    def tidy(self, doing: Doing[Theatre]) -> None:
        """Give every hex its owner, and let go what falls with it, after each step of play
        (BF-3D).
        """
        if doing.state.phase == Phase.SET_UP.value:
            return
        still = self._is_settled(doing.state)
        taken = {} if still else settle_ownership(self.table, doing)
        construction.keep(self.table, doing)
        bridges.keep(self.table, doing)
        self.captured(doing, taken)
        if not still:
            self.counted(doing)
        self._settled = _bearings(doing.state)

    def _is_settled(self, state: Theatre) -> bool:
        """True when nothing that decides who owns what has changed since it was settled last."""
        if len(self._settled) == 0:
            return False
        return all(a is b for a, b in zip(self._settled, _bearings(state), strict=True))

    def captured(self, doing: Doing[Theatre], taken: Mapping[Hex, str]) -> None:
        """What a title makes of hexes that have changed hands; nothing by default."""

    def counted(self, doing: Doing[Theatre]) -> None:
        """What a title counts of units that have moved or fallen; nothing by default."""

    def owner(self, state: State, unit: UnitId) -> str:
        """The side that commands a unit now, '' while its nation is neutral."""
        return self.position(state).side(unit)

    def battle(self, state: State) -> BattleView | None:
        """The battle being fought."""
        return battle_show.battle(self.position(state))

    def forecast(self, state: State, action: Action) -> tuple[Modifier, ...]:
        """The ledger of modifiers an attack would have."""
        return battle_show.forecast(self.position(state), action)

    def reach(self, state: State, unit: UnitId) -> Mapping[Hex, int]:
        """Where a unit could march if it were moved now, with whole movement points, rounded up."""
        pos = self.position(state)
        if not isinstance(state.pieces[unit].at, Hex) or not pos.side(unit):
            return {}
        found = marching.march(pos, unit)
        cost = found.reach.cost
        return {at: (cost[at] + HALF - 1) // HALF for at in found.targets}

    def supply(self, state: State, unit: UnitId) -> tuple[bool, tuple[Hex, ...], str]:
        """Whether a unit is in supply, the path, and why."""
        return lines.supply(self.position(state), unit)

    def candidates(self, state: State, target: Hex) -> tuple[UnitId, ...]:
        """The units that could attack a hex now."""
        return planning.candidates(self.position(state), target)

    def plan(self, state: State, target: Hex, units: tuple[UnitId, ...]) -> Plan:
        """What an attack would be and bring, every halving and modifier in order."""
        return planning.plan(self.position(state), target, units)

    def zones(self, state: State, side: str) -> frozenset[Hex]:
        """The hexes in a side's zones of control."""
        return self.position(state).zoc(side)

    def supply_line(self, state: State, unit: UnitId) -> SupplyLine:
        """How supply reaches a unit, element by element, or what blocks it."""
        return lines.supply_line(self.position(state), unit)

    def weather(self, state: State, turns: int) -> tuple[WeatherZone, ...]:
        """The weather by zone, with the chances of coming turns."""
        return weather.zones(self.position(state), turns)

    def worth(self, state: State, unit: UnitId) -> Worth:
        """What a unit counts for: attack strength as printed, steps, regimental equivalents."""
        found, piece = self.table.units[unit], state.pieces[unit]
        facts = self.table.facts(unit, piece.steps or found.steps)
        alive = piece.steps > 0
        return Worth(
            strength=float(facts.attack) if alive else 0.0,
            steps=found.steps,
            lost=found.steps - piece.steps,
            res=facts.halves / HALF if alive else 0.0,
            is_cadre=alive and facts.cadre,
        )

    def setting_up(self, state: State) -> bool:
        """True while the sides still set up."""
        return any(isinstance(frame, SettingUp) for frame in state.flow)


def _look(table: Table, state: Theatre) -> Position:
    return table.look(state)


def _bearings(state: Theatre) -> tuple[object, ...]:
    """What decides who owns what: the very objects, for they are never changed in place."""
    return (state.pieces, state.joined, state.weather, state.taken)
