"""Air units that search the sea for ships and flotillas, by an option: part of the positions of
Fire in the East (FE-OPT4).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.actions import Objection
from engine.systems.europa.air import fleet
from engine.systems.europa.air.combat import antiaircraft
from engine.systems.europa.air.records import Mission
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.fire_in_the_east.sea.records import Course
from engine.systems.fire_in_the_east.state.craft.boating import BoatPosition
from engine.systems.fire_in_the_east.state.records import SearchedEast
from maps.hexgrid import Hex, distance
from oob.model import UnitId

SEARCH = Mission.NAVAL_PATROL
"""The mission of those who search the sea."""


class SearchedPosition(BoatPosition):
    """A position with those who search the sea, and what is declared before they do."""

    @property
    def seas(self) -> frozenset[Hex]:
        """The hexes of the sea zones, where the sea is searched (FE-OPT4.1)."""
        played = isinstance(self.state, SearchedEast)
        return frozenset(self.context.seas.zones) if played else frozenset()

    @property
    def held_aloft(self) -> frozenset[str]:
        """Who searches the sea stays until the enemy's movement phase ends (FE-OPT4.2)."""
        return frozenset({SEARCH.value})

    def bars_mission(self, unit: str, mission: str) -> Objection | None:
        """The Soviets alone have ships to be searched for (FE-OPT4.1)."""
        if mission == SEARCH and fleet.side_of(self, unit) != AXIS:
            return Objection("FE-OPT4.1", "The Axis has no ships to search the sea for.")
        return super().bars_mission(unit, mission)

    @property
    def voyages(self) -> tuple[Course, ...]:
        """The sea movement that is declared and not answered yet, in order."""
        return self.state.courses if isinstance(self.state, SearchedEast) else ()

    @property
    def searched(self) -> frozenset[str]:
        """The sea zones whose movement has been answered in this phase."""
        return self.state.searched if isinstance(self.state, SearchedEast) else frozenset()

    # Who searches

    @property
    def searchers(self) -> tuple[str, ...]:
        """The air units that search the sea and have not bombed yet."""
        units = self.air.units
        found = fleet.of_side(self, AXIS) if isinstance(self.state, SearchedEast) else ()
        return tuple(u for u in found if units[u].mission == SEARCH and not units[u].prey)

    def in_zone(self, unit: str, at: Hex) -> bool:
        """Whether a hex is no further from the search hex of an air unit than its search zone
        reaches (FE-OPT4.1).
        """
        target = self.air.units[unit].target
        far = fleet.charts_of(self.context).air.naval_zone
        return isinstance(target, Hex) and distance(at, target) <= far

    def watched_sea(self, zone: str) -> bool:
        """Whether any air unit searches hexes of a sea zone."""
        return zone in self.once("searched seas", self._watched_seas)

    def _watched_seas(self) -> frozenset[str]:
        targets = (self.air.units[unit].target for unit in self.searchers)
        hexes = [at for at in targets if isinstance(at, Hex)]
        far = fleet.charts_of(self.context).air.naval_zone if hexes else 0
        zones = self.context.seas.zones
        return frozenset(zones[at] for at in self.context.near(hexes, far) if at in zones)

    def bars_sailing(self, zone: str) -> Objection | None:
        """Why nothing more is declared in a sea zone (FE-OPT4.5)."""
        if zone not in self.searched:
            return None
        text = f"The enemy has answered all sea movement in the {zone} in this phase."
        return Objection("FE-OPT4.5", text)

    # Who is found

    def craft_name(self, craft: str) -> str:
        """The name of a ship or a river flotilla."""
        boat = craft in self.fleet.boats
        return self.flotilla(craft).name if boat else self.ship(craft).name

    def quay_of(self, craft: str, at: Hex) -> bool:
        """Whether a ship lies in port in a hex where it stays, a flotilla in any port of its
        side.
        """
        vessel = self.fleet.vessels.get(craft)
        if vessel is not None:
            return vessel.port
        return at in self.context.seas.ports and self.owner_of(at) == ALLIED

    def exposed(self, course: Course) -> tuple[Hex, ...]:
        """The hexes of a course where its craft are at sea: full or partial sea, not in port
        (FE-OPT4.3).
        """
        way = course.way[1:] if course.left_port else course.way
        way = way[:-1] if course.port else way
        zones = self.context.seas.zones
        return tuple(at for at in way if at in zones)

    def hunted_flak(self, prey: str, at: Hex, others: Iterable[str]) -> int:
        """The fire at who bombs a craft at sea: a ship's own, with the strongest of ``others`` that
        move with it and nobody bombs; at who bombs a flotilla all fire but ships (FE-22A4.1, 22B.2,
        22B.4).
        """
        divisor = self.flak_divisor(ALLIED)
        if prey in self.fleet.boats:
            there = self.fleet.boats[prey].hex == at
            own = 0 if there else self.context.charts.flotillas.flak // divisor
            return antiaircraft.strength(self, at, ALLIED) + own
        guns = (self.ship(one).flak // divisor for one in others if one in self.fleet.vessels)
        return self.ship(prey).flak // divisor + max(guns, default=0)

    def sails(self, unit: UnitId) -> Objection | None:
        """Why a unit does nothing else: it is aboard of craft whose movement is declared
        (FE-OPT4.5).
        """
        for course in self.voyages:
            landing = course.landing
            aboard = landing is not None and any(unit == one for one, _ in landing.cargo)
            if aboard or self.fleet.riders.get(unit, "") in course.craft:
                text = f"{self.called(unit)} is at sea until the enemy has answered all movement."
                return Objection("FE-OPT4.5", text)
        return None
