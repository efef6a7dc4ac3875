"""Ships and ports as rules ask about them: part of the positions of Fire in the East."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.systems.europa.state.combat_terms import Gun
from engine.systems.europa.state.common import TheatreT
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF, LANDED, Ability
from engine.systems.europa.state.records import Theatre
from engine.systems.europa.state.source import Source
from engine.systems.fire_in_the_east.sea.charts import ShipRow
from engine.systems.fire_in_the_east.sea.records import NO_FLEET, Fleet, Task, Vessel
from engine.systems.fire_in_the_east.state.craft.arctic_air import ArcticAirPosition
from engine.systems.fire_in_the_east.state.records import SeaEast
from maps.hexgrid import Hex, distance
from oob.model import UnitId

TASKS: Mapping[Task, tuple[str, str]] = {
    Task.LANDED: ("FE-28C2.3", "stays where its cargo has landed"),
    Task.SUPPLIED: ("FE-28D.3", "has carried supplies and stays there"),
    Task.REPAIRED: ("FE-28F.2", "was repaired in this player turn"),
    Task.STRUCK: ("FE-OPT4.4", "was hit at sea and stays in port for this turn"),
}
"""Why a ship does not move after a task: the rule, and words behind its name."""


def current(transition: Transition[TheatreT]) -> Fleet:
    """The fleet of a step in the making."""
    state = transition.state
    assert isinstance(state, SeaEast), "there are ships in games with the sea"
    return state.fleet


class AfloatPosition(ArcticAirPosition):
    """A position with its ships; there are none in scenarios without the sea."""

    @property
    def fleet(self) -> Fleet:
        """The ships of the game."""
        return self.state.fleet if isinstance(self.state, SeaEast) else NO_FLEET

    def ship(self, ship: str) -> ShipRow:
        """What the chart says of a ship."""
        return self.context.charts.fleet.by_id[ship]

    @property
    def afloat(self) -> Iterator[tuple[str, Vessel, Hex]]:
        """The ships that are in play, each with its hex, in the order of the chart."""
        for ship, found in self.fleet.vessels.items():
            if isinstance(found.at, Hex):
                yield ship, found, found.at

    def no_ship(self, side: str, ship: str) -> Objection | None:
        """Why a side decides nothing about a ship: it is not the side's, or not in play."""
        found = self.fleet.vessels.get(ship)
        if side != ALLIED or found is None:
            return Objection("FE-28B.1", f"{ship!r} is no ship of yours.")
        if not isinstance(found.at, Hex):
            return Objection("FE-28B.2", f"{self.ship(ship).name} is no longer in play.")
        return None

    def stays(self, ship: str, found: Vessel, at: Hex) -> Objection | None:
        """Why a ship in play does not move at all (FE-28B1.2, 28C2.3, 28D.3, 28F.2, 29D3.3)."""
        row = self.ship(ship)
        if row.fixed:
            return Objection("FE-28B1.2", f"{row.name} is not fully operational and stays in port.")
        if found.task:
            cited, words = TASKS[found.task]
            return Objection(cited, f"{row.name} {words}.")
        if found.port and self.iced(at):
            return Objection("FE-29D3.3", f"{row.name} lies in an ice-bound port.")
        return None

    # Supply

    def sources(self, side: str) -> tuple[Source, ...]:
        """Besides, supplies that ships have landed: in ports regular sources for so many REs,
        elsewhere special ones (FE-28D.5, 28D.6); for the Axis its ports off the map (FE-28C2.6).
        """
        if not self.fleet.depots and (side != AXIS or not self.fleet.vessels):
            return super().sources(side)
        return self.once(("sources afloat", side), lambda: self._sources_afloat(side))

    def _sources_afloat(self, side: str) -> tuple[Source, ...]:
        landed = (
            Source(
                at,
                f"supplies landed in {self.label(at)}",
                "FE-28D.5" if depot.port else "FE-28D.6",
                room=depot.amount * HALF,
                overland=not depot.port,
            )
            for at, depot in sorted(self.fleet.depots.items())
            if depot.side == side
        )
        return (*super().sources(side), *landed, *self._ports_off_map(side))

    def kept_in(self, unit: UnitId) -> tuple[str, ...]:
        """German reinforcements of the west edge may be kept in the ports off the map, to come by
        sea, where that is played (FE-34A1.1).
        """
        if not self.fleet.vessels:
            return ()
        chart, entry = self.context.charts.shipments, self.arrival(unit)
        comes = entry is not None and entry.place in chart.axis_places
        return (chart.axis_box,) if comes and self.nation(unit) == chart.axis_nation else ()

    def _ports_off_map(self, side: str) -> Iterator[Source]:
        """The German ports off the map feed who is in them."""
        if side == AXIS and self.fleet.vessels:
            box = self.context.charts.shipments.axis_box
            yield Source(box, str(self.label(box)), "FE-28C2.6")

    # Cargo

    @property
    def fed(self) -> frozenset[UnitId]:
        """Units that landed in supply are in supply in the player turn after (FE-28C3.3)."""
        return super().fed | self.fleet.fed

    def landing_share(self, unit: UnitId) -> int:
        """Units other than marines attack with a part of their strength in the turn they land
        (FE-28C3.4).
        """
        landed = LANDED in self.piece(unit).marks
        marine = Ability.MARINE in self.facts(unit).abilities
        share: int = self.context.charts.carriage.landing_share
        return share if landed and not marine else 1

    # Gunnery

    def gunnery(self, ship: str, target: Hex) -> Fraction:
        """What the guns of a ship count for in combat on land in a hex, 0 out of reach; half of
        that unsupplied (FE-28B2.1, 28B3.2).
        """
        found, row, chart = self.fleet.vessels[ship], self.ship(ship), self.context.charts.fleet
        if not isinstance(found.at, Hex):
            return Fraction(0)
        away = distance(found.at, target)
        guns = row.primary if away <= chart.far else 0
        guns += row.intermediate + row.secondary if away <= chart.near else 0
        return Fraction(guns, chart.share * (chart.share if found.starved else 1))

    def gunfire(self, target: Hex, side: str) -> tuple[Gun, ...]:
        """The ships that support a fight for a hex: each as artillery of its size (FE-28B2.2)."""
        if side != ALLIED or not isinstance(self.state, SeaEast):
            return ()
        halves = self.context.charts.fleet.size * HALF
        return tuple(
            Gun(self.ship(ship).name, self.gunnery(ship, target), halves)
            for ship, found, _ in self.afloat
            if found.aim == target
        )

    def attack_begun(
        self, units: Iterable[UnitId], target: Hex, transition: Transition[Theatre]
    ) -> None:
        """Ships that support an attack have fired as it goes in (FE-28B2.4)."""
        super().attack_begun(units, target, transition)
        state = transition.state
        if not isinstance(state, SeaEast) or state.active != ALLIED:
            return
        fleet = state.fleet
        for ship, found in fleet.vessels.items():
            if found.aim == target and not found.fired:
                fleet = fleet.having(ship, replace(found, fired=True))
        if fleet is not state.fleet:
            transition.set(fleet=fleet)

    def backed(self, unit: UnitId) -> bool:
        """Ships support as artillery does: in defence all units of the hex they fire for, in
        attack those whose hex they are in (FE-28B2.2).
        """
        return super().backed(unit) or (
            isinstance(self.state, SeaEast) and self.side(unit) == ALLIED and self._covered(unit)
        )

    def _covered(self, unit: UnitId) -> bool:
        at, defending = self.piece(unit).at, self.state.active != ALLIED
        return any(
            found.aim == at if defending else here == at and found.aim is not None
            for _, found, here in self.afloat
        )

    # Ports

    def iced(self, at: Hex) -> bool:
        """Whether a port is ice-bound now (FE-29D3.1)."""
        return (
            at in self.context.seas.icy
            and self.weather_at(at) == self.context.charts.port_ice.weather
        )

    def haven(self, at: Hex) -> bool:
        """Whether a hex has a port that ships replenish in: one of the USSR in Soviet hands
        (FE-28B3.1).
        """
        land = self.context.charts.fleet.land
        port = at in self.context.seas.ports and self.owner_of(at) == ALLIED
        return port and self.country_of(at) == land

    def uses_quay(self, side: str, at: Hex) -> bool:
        """Whether a side uses a port in a hex: :meth:`quay` says why not."""
        if at not in self.context.seas.ports or self.owner_of(at) != side or self.iced(at):
            return False
        return not (side == AXIS and self.fleet.refuge and at in self.context.seas.refuge)

    def quay(self, side: str, at: Hex) -> Objection | None:
        """Why a side uses no port in a hex: there is none of its own, it is ice-bound, or lies in
        the refuge of Soviet ships (FE-28C2.1, 29D3.3, 28B5.4).
        """
        if self.uses_quay(side, at):
            return None
        label = self.label(at)
        if at not in self.context.seas.ports or self.owner_of(at) != side:
            return Objection("FE-28C2.1", f"{label} has no port of yours.")
        if self.iced(at):
            return Objection("FE-29D3.3", f"The port of {label} is ice-bound.")
        return Objection("FE-28B5.4", f"{label} lies in the safe zone of the Soviet ships.")
