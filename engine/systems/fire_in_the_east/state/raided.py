"""Units that drop; factories, replacement cities and marshalling yards under strategic bombing:
part of positions (FE-20F1b to 20F1d, 25).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.systems.europa.air.carrying import dropping
from engine.systems.europa.air.records import Mission
from engine.systems.europa.air.title.position import FlyingPosition
from engine.systems.europa.state.constants import ALLIED, HALF
from engine.systems.europa.state.records import Theatre
from engine.systems.europa.state.units import Facts
from engine.systems.fire_in_the_east.economy.charts import CityRow, FactoryRow
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.records import AirEast, East
from maps.hexgrid import Hex
from oob.model import UnitId

FACTORY, CITY, YARD = "factory", "city", "yard"
"""What begins the name under which hits are kept in :attr:`AirEast.raids`."""


class DroppingPosition(FlyingPosition):
    """A position as airborne operations ask about it."""

    context: EastContext

    def facts(self, unit: UnitId) -> Facts:
        """A unit as its face shows it: badly disrupted it keeps its strength, and does not attack
        (FE-25A.3); upgraded it has the greater one (FE-34E2.1).
        """
        piece = self.state.pieces[unit]
        if piece.mode:
            return self.context.upgradable[unit]
        return self.context.facts(unit, piece.steps)

    def bars_plan(self, unit: UnitId) -> Objection | None:
        """The Soviet player plans no drops on the turn of surprise (FE-31G.1)."""
        surprised = self.state.turn == self.context.charts.surprise.turn
        if not surprised or self.side(unit) != ALLIED:
            return None
        turn = self.context.turn_name(self.state.turn)
        return Objection("FE-31G.1", f"The Soviets plan no airborne operations on {turn}.")

    def bars_attack(self, unit: UnitId, at: Hex) -> Objection | None:
        """What a drop leaves a unit to attack (FE-25A.3, 25C.2)."""
        return dropping.bars_attack(self, unit, at)


class RaidedPosition(DroppingPosition):
    """A position with what strategic bombing may hit, and has hit."""

    state: East

    @cached_property
    def guards(self) -> frozenset[str]:
        """The Guards air units, and those that count as such (FE-27F4.1, 35.8)."""
        if not isinstance(self.state, AirEast):
            return frozenset()
        guest = self.context.charts.lend_lease.guests
        return self.state.guards | {guest} if self.sponsored(guest) else self.state.guards

    @property
    def ashore(self) -> Mapping[str, Hex]:
        """The air units that wait in ports (FE-35.3)."""
        return self.state.ashore if isinstance(self.state, AirEast) else {}

    def sponsored(self, unit: str) -> bool:
        """An air unit of lend-lease flies on the allowance of an ally until that is withdrawn
        (FE-35.6).
        """
        chart = self.context.charts.lend_lease
        return unit == chart.guests and unit in self.air.units and self.state.turn < chart.until

    def raids(self, kind: str, name: str) -> int:
        """The hits that count on a factory, a city or a yard."""
        raids = self.state.raids if isinstance(self.state, AirEast) else {}
        return raids.get(f"{kind} {name}", 0)

    def stopped(self, factory: FactoryRow) -> bool:
        """Whether hits stop a factory (FE-20F1b.1)."""
        return self.raids(FACTORY, factory.id) >= self.context.charts.raids.factory

    def points_lost(self, city: CityRow) -> int:
        """What hits take off what a replacement city gives (FE-20F1c.1)."""
        return self.raids(CITY, city.id) // self.context.charts.raids.city

    def rail_lost(self, side: str) -> int:
        """The half REs of rail capacity that hits on yards take from a side (FE-20F1d.1)."""
        if not isinstance(self.state, AirEast):
            return 0
        begun = f"{YARD} {side} "
        count = sum(hits for name, hits in self.state.raids.items() if name.startswith(begun))
        return count * self.context.charts.raids.rail * HALF

    def yard_limit(self, at: Hex) -> int:
        """The effective hits on the yard of a hex; 0 without one (FE-20F1d.3)."""
        return self.context.charts.raids.yards.get(self.context.city_kinds.get(at, ""), 0)

    def plants(self, side: str, mission: str) -> frozenset[Hex]:
        """The hexes of a side that a mission of strategic bombing may be aimed at."""
        return self.once(("plants", side, mission), lambda: frozenset(self._plants(side, mission)))

    def _plants(self, side: str, mission: str) -> Iterator[Hex]:
        if mission == Mission.YARD_BOMBING:
            kinds = self.context.city_kinds
            yield from self._held(side, (at for at in kinds if self.yard_limit(at)))
        elif side == ALLIED and mission == Mission.FACTORY_BOMBING:
            yield from self._held(side, (at for at, _row in self._factories()))
        elif side == ALLIED:
            yield from self._held(side, (at for at, _row in self._cities()))

    def _held(self, side: str, hexes: Iterable[Hex]) -> Iterator[Hex]:
        return (at for at in hexes if self.owner_of(at) == side)

    def _factories(self) -> Iterator[tuple[Hex, FactoryRow]]:
        """The factories on the map (FE-31D)."""
        gone = {*self.state.moved, *self.state.ruined}
        rows = self.context.charts.districts.factories
        return (
            (self.context.hex_of(row.hex), row) for row in rows if row.hex and row.id not in gone
        )

    def _cities(self) -> Iterator[tuple[Hex, CityRow]]:
        """The hexes of replacement cities."""
        for row in self.context.charts.districts.rows:
            for city in row.cities:
                yield from ((self.context.hex_of(label), city) for label in city.hexes)

    def count_plant(self, mission: str, at: Hex, transition: Transition[Theatre]) -> None:
        """A hit of strategic bombing, as far as it has any effect (FE-20F1b.1 to 20F1d.3)."""
        chart, state = self.context.charts.raids, transition.state
        assert isinstance(state, AirEast), "bombers fly in games with air units"
        if mission == Mission.YARD_BOMBING:
            kind, rule = YARD, "FE-20F1d.1"
            name = f"{self.owner_of(at)} {self.context.map.label(at)}"
            most = self.yard_limit(at) if at in state.yards else 0
        elif mission == Mission.FACTORY_BOMBING:
            kind, rule, most = FACTORY, "FE-20F1b.1", chart.factory
            name = next(row.id for here, row in self._factories() if here == at)
        else:
            kind, rule = CITY, "FE-20F1c.1"
            city = next(row for here, row in self._cities() if here == at)
            name, most = city.id, chart.city * city.rate
        key = f"{kind} {name}"
        known = state.raids.get(key, 0)
        if known < most:
            transition.set(raids={**state.raids, key: known + 1})
            transition.tell("plant hit", rule, at=at, plant=kind, count=known + 1)
        else:
            transition.tell("plant spared", rule, at=at, plant=kind)
