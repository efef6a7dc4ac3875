"""What trucks do for supply: part of the positions of Fire in the East."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.core.handler import Transition
from engine.systems.europa.board.bitmaps import union
from engine.systems.europa.state.constants import SIDES
from engine.systems.europa.state.records import Theatre
from engine.systems.europa.state.source import Source
from engine.systems.europa.supply import sources, supply_status
from engine.systems.europa.supply.nets import Net, Terms, chained
from engine.systems.fire_in_the_east.state.rails import RailPosition
from engine.systems.fire_in_the_east.state.records import East
from maps.hexgrid import Hex
from oob.model import UnitId

LINES, SUPPLY, REST = "extend supply lines", "give supply", "take no part in supply"
"""The duties of a truck: what it does as supply is fixed, from now on."""
DUTIES = (LINES, SUPPLY, REST)


class TruckPosition(RailPosition):
    """A position as trucks decide about supply in it."""

    def trucks_of(self, side: str) -> tuple[UnitId, ...]:
        """The trucks of a side on the map, in the order of battle."""
        return self.once(("trucks", side), lambda: self._trucks_of(side))

    def _trucks_of(self, side: str) -> tuple[UnitId, ...]:
        pieces, owners = self.state.pieces, self.standing.owners
        return tuple(
            unit
            for unit in self.context.trucks
            if owners[unit] == side and isinstance(pieces[unit].at, Hex)
        )

    def duty(self, truck: UnitId) -> str:
        """What a truck does as supply is fixed; who has no orders extends supply lines."""
        return self.state.duties.get(truck, LINES)

    def trucks(self, side: str) -> frozenset[Hex]:
        """The hexes with trucks that extend supply lines, depleted ones too (FE-12B2.1,
        12E1.4).
        """
        pieces, duties = self.state.pieces, self.state.duties
        found = frozenset(
            at
            for truck in self.trucks_of(side)
            if truck not in duties and isinstance(at := pieces[truck].at, Hex)
        )
        return self.context.shared.same(("hexes of trucks", side), found)

    def sources(self, side: str) -> tuple[Source, ...]:
        """The supply sources of a side at present, with the trucks that give supply, isolated ones
        too (FE-12C, 12E1.1, 12E1.3).
        """
        return self.once(("sources with trucks", side), lambda: self._sources(side))

    def _sources(self, side: str) -> tuple[Source, ...]:
        giving = (
            Source(self.piece(truck).at, self.called(truck), "FE-12E1.1", overland=True)
            for truck in self.trucks_of(side)
            if self.duty(truck) == SUPPLY and truck not in self.state.depleted
        )
        found, more = sources.of(self, side), tuple(giving)
        if not more:
            return found
        return self.context.shared.same(("sources with trucks", side), (*found, *more))

    @property
    def draining(self) -> frozenset[UnitId]:
        """Who draws on a special source is in supply, and yet counts one more player turn without
        it (FE-12E.1).
        """
        return frozenset(
            unit
            for side in SIDES
            for unit, source in supply_status.feeding(self, side).draws.items()
            if source.overland
        )

    def judged(self, transition: Transition[Theatre]) -> None:
        """Trucks on which somebody draws are depleted; these and those without which a supply line
        would be cut have served supply in this player turn (FE-12E1.1, 12F.8).
        """
        emptied, served = set[UnitId](), set[UnitId]()
        for side in SIDES:
            if not self.trucks_of(side):
                continue
            drawn = {s.at for s in supply_status.feeding(self, side).draws.values() if s.overland}
            for truck in self.trucks_of(side):
                if self.duty(truck) == SUPPLY and self.piece(truck).at in drawn:
                    drawn.discard(self.piece(truck).at)
                    emptied.add(truck)
            served |= self._needed(side)
        served |= emptied
        state = transition.state
        assert isinstance(state, East)
        if served != state.served:
            transition.set(served=frozenset(served))
        if not emptied:
            return
        kept = {truck: word for truck, word in state.duties.items() if truck not in emptied}
        transition.set(depleted=state.depleted | emptied, duties=kept)
        for truck in sorted(emptied):
            transition.tell("truck depleted", "FE-12E1.1", unit=truck, at=self.piece(truck).at)

    def _needed(self, side: str) -> set[UnitId]:
        """The trucks without which somebody would be out of supply: of those that could stand in
        for one another only as many as it takes. As fewer trucks feed no more, none of them is
        needed where nobody lacks anything without them all.
        """
        bound, bits = supply_status.terms(self, side), self.context.supply_graph.bits
        reach, found = supply_status.full(self, side), set[UnitId]()
        trucks = self._extending(side, union(tuple(map(chained, reach.values()))))
        if not trucks:
            return found
        fed = supply_status.unfed_by(self, side, reach)
        if len(trucks) > 1:
            _, left = self._without(side, bits.mask(trucks), bound, reach)
            if supply_status.unfed_by(self, side, left) == fed:
                return found
        for at, truck in trucks.items():
            less, left = self._without(side, bits.bit[at], bound, reach)
            if supply_status.unfed_by(self, side, left) == fed:
                bound, reach = less, left
            else:
                found.add(truck)
        return found

    def _extending(self, side: str, in_use: int) -> dict[Hex, UnitId]:
        """The first truck that extends supply lines in each of the hexes whose trucks do."""
        bit, found = self.context.supply_graph.bits.bit, dict[Hex, UnitId]()
        for truck in self.trucks_of(side) if in_use else ():
            at = self.piece(truck).at
            if self.duty(truck) == LINES and isinstance(at, Hex) and in_use & bit[at]:
                found.setdefault(at, truck)
        return found

    def _without(
        self, side: str, hexes: int, bound: Terms, reach: Mapping[frozenset[str], Net]
    ) -> tuple[Terms, Mapping[frozenset[str], Net]]:
        """The terms of supply without the trucks in some hexes, and how far sources reach then."""
        kept = {key: net for key, net in reach.items() if not chained(net) & hexes}
        less = replace(bound, trucks=bound.trucks & ~hexes)
        return less, supply_status.nets(self, side, less, kept)

    def refilled(self) -> frozenset[UnitId]:
        """The depleted trucks in rail hexes from which railroads alone lead to a source
        (FE-12E1.5).
        """
        bit = self.context.supply_graph.bits.bit
        found = set[UnitId]()
        for truck in self.state.depleted:
            at = self.piece(truck).at
            if not isinstance(at, Hex) or at not in self.context.rails:
                continue
            nets = supply_status.full(self, self.side(truck)).items()
            if any(
                net.rail.hexes & bit[at] and (not nations or self.nation(truck) in nations)
                for nations, net in nets
            ):
                found.add(truck)
        return frozenset(found)
