"""What a title decides about the war in the air and at sea, who appears where, and what is closed
to whom: nothing happens by default.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import NamedTuple

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.core.state import Location
from engine.lazy import cached_property
from engine.systems.europa.air.groups.records import NO_GROUPS, Groups
from engine.systems.europa.air.records import NO_AIR, AirWar
from engine.systems.europa.board import places
from engine.systems.europa.scenario.schedule import Arrival
from engine.systems.europa.state.combat_terms import CombatTerms
from engine.systems.europa.state.constants import NEUTRAL
from engine.systems.europa.state.records import Theatre
from maps.hexgrid import Hex
from oob.model import UnitId

NO_UNITS = frozenset[str]()


class FireRules(NamedTuple):
    """The rules by which units fire at air units that harass them, and who does so in the
    exploitation phase; '' where a title has none (FE-38B2.1, 38B2.2).
    """

    fire: str = ""
    exploiting: str = ""


class AirSeaTerms(CombatTerms):
    """The part of a position that titles override for air units, ships and landings."""

    def redeployed(self, _unit: UnitId) -> str:
        """The place word of a unit's set-up where it is not the usual one, '' where it is."""
        return ""

    def set_up_place(self, unit: UnitId) -> str:
        """The place word of a unit's set-up."""
        return self.redeployed(unit) or self.context.setups[unit].place

    def is_placed_apart(self, _unit: UnitId) -> bool:
        """Whether a unit may be ill placed where others like it are not."""
        return False

    def country_of(self, at: Hex) -> str:
        """The country that a hex is part of, '' outside of all: as printed by default."""
        return self.context.countries.get(at, "")

    def place_hexes(self, word: str) -> tuple[Location, ...]:
        """The box or the hexes of a place word, those of the board by default."""
        return places.spots(self.context, word)

    def held_back(self, _unit: UnitId) -> bool:
        """Whether a unit need not be set up: it comes later then."""
        return False

    @property
    def arrivals(self) -> Mapping[UnitId, Arrival]:
        """When and where each reinforcement of a calendar comes."""
        return self.context.arrivals

    def arrival(self, unit: UnitId) -> Arrival | None:
        """When and where a reinforcement comes, None for one of no calendar."""
        return self.arrivals.get(unit)

    @property
    def dropped(self) -> frozenset[Hex]:
        """Hexes where a side's units have all come down lately (BF-25B.1)."""
        return frozenset()

    @property
    def harassment_fire(self) -> FireRules:
        """By which rules units fire at air units that harass their hex."""
        return FireRules()

    @cached_property
    def air(self) -> AirWar:
        """The air units of the game; a war without any has none."""
        return NO_AIR

    def front(self, _side: str, _at: Hex) -> str:
        """What part of a side's front a place is behind, '' where a title tells none."""
        return ""

    @property
    def front_terms(self) -> tuple[object, ...]:
        """What of the state decides :meth:`front`."""
        return ()

    def air_commander(self, nation: str) -> str:
        """The side whose player flies the air units of a nation; '' while it is neutral."""
        return self.state.joined.get(nation, NEUTRAL)

    def bars_flight(self, _nation: str) -> Objection | None:
        """Why the air units of a nation fly no missions now, by rules of the title."""
        return None

    def shuns(self, _unit: str, _at: Location) -> bool:
        """Whether an air unit does not land on a base because of others there."""
        return False

    def bars_base(self, _nation: str, _at: Location) -> Objection | None:
        """What keeps one more air unit of a nation from being based somewhere."""
        return None

    def bars_flight_to(self, _unit: str, _target: Location) -> Objection | None:
        """Why an air unit flies to no such place now, by rules of the title."""
        return None

    def bars_mission(self, _unit: str, _mission: str) -> Objection | None:
        """Why an air unit does not fly a mission from its base now, by rules of the title."""
        return None

    def mission_begun(
        self, _unit: str, _mission: str, _base: Location, _transition: Transition[Theatre]
    ) -> None:
        """What a title makes of a mission that begins at a base; nothing by default."""

    def set_out(self, _unit: UnitId, _base: Location, _transition: Transition[Theatre]) -> None:
        """What a title keeps of where a unit began its drop or landing; nothing by default."""

    @property
    def held_aloft(self) -> frozenset[str]:
        """The lasting missions whose air units do not come home in their side's initial phase; none
        by default (FE-OPT4.2).
        """
        return frozenset()

    def flak_divisor(self, _side: str) -> int:
        """What divides the antiaircraft strength of a side in a hex at present."""
        return 1

    @cached_property
    def groups(self) -> Groups:
        """The group allowances of air forces; none where a title has no such rules."""
        return NO_GROUPS

    @property
    def alarmed(self) -> frozenset[Hex]:
        """The airbases whose air units may not try to escape any more in this player turn; none by
        default.
        """
        return frozenset()

    def count_air_loss(self, _unit: str, _transition: Transition[Theatre]) -> None:
        """What a title makes of an air unit that is eliminated; nothing by default."""

    def count_terror(self, _at: Hex, _transition: Transition[Theatre]) -> None:
        """What a title makes of a hit by terror bombing; nothing by default."""

    @cached_property
    def guards(self) -> frozenset[str]:
        """The air units that have become Guards units; none by default (FE-27F4.1)."""
        return NO_UNITS

    def plants(self, _side: str, _mission: str) -> frozenset[Hex]:
        """The hexes of a side's factories, replacement cities or marshalling yards that strategic
        bombing may be aimed at; none by default (FE-20F1b.1 to 20F1d.1).
        """
        return frozenset()

    def count_plant(self, _mission: str, _at: Hex, _transition: Transition[Theatre]) -> None:
        """What a title makes of a hit on one of them; nothing by default."""

    def harassed(self, _side: str) -> Mapping[Hex, int]:
        """The harassment hits on a side's ground units by hex; none where a title has no air
        units.
        """
        return {}

    @property
    def seas(self) -> frozenset[Hex]:
        """Hexes where ships can be, in games whose air units attack them (BF-20F2h.1)."""
        return frozenset()

    def warships(self, _side: str) -> frozenset[Hex]:
        """The hexes where a side's warships interdict the sea (BF-26C)."""
        return frozenset()

    def count_warship(self, _transition: Transition[Theatre]) -> None:
        """What a title makes of a hit on warships that interdict the sea; nothing by default."""

    def quarry(self, _side: str) -> Mapping[Hex, tuple[str, ...]]:
        """The ships of a side that air units bomb one by one, by hex (FE-20F2h.1)."""
        return {}

    def quarry_flak(self, _ship: str) -> int:
        """All the antiaircraft strength that fires at who bombs one of them (FE-22B.2 to 22B.4)."""
        return 0

    def strike_quarry(self, _ship: str, _transition: Transition[Theatre]) -> None:
        """What a title makes of a hit on one of them; nothing by default."""

    def craft_flak(self, _at: Hex, _side: str) -> int:
        """The antiaircraft strength of a side's craft in a hex that fire with its units there."""
        return 0

    def freight_at(self, _side: str, _at: Hex) -> int:
        """The resource points of a side in a hex that a transport may still load; none where a
        title has no such points (FE-20E.2).
        """
        return 0

    def take_freight(self, _at: Hex, _amount: int, _transition: Transition[Theatre]) -> None:
        """Take resource points that were aboard out of a hex; nothing by default."""

    def land_freight(
        self, _side: str, _at: Hex, _amount: int, _transition: Transition[Theatre]
    ) -> None:
        """Put resource points that have been flown in into a hex; nothing by default."""

    def bombing(self, _at: Hex, _side: str, points: Fraction, _printed: int) -> Fraction:
        """What counts of bombing points in a fight where a side's ground units have a printed
        strength: all of it where a title has no limit.
        """
        return points

    def air_points(self, _at: Hex, _side: str) -> Fraction:
        """Bombing strength that a side adds to a fight for a hex (BF-9A.4, 9A.5)."""
        return Fraction(0)

    def overlooked(self, _side: str) -> frozenset[Hex]:
        """Hexes where a side's units stand and do not block supply lines of the enemy, whose the
        hexes are (BF-25B.1).
        """
        return frozenset()

    def planned(self, _unit: UnitId) -> bool:
        """Whether a landing or a drop of a unit is planned already (BF-25C.2)."""
        return False

    def kept_in(self, _unit: UnitId) -> tuple[str, ...]:
        """The boxes where a reinforcement may be kept besides its place word; none by default."""
        return ()

    def closed_to_arrival(self, _unit: UnitId) -> Collection[Hex]:
        """Where a reinforcement does not appear though its place word has it; nowhere by
        default.
        """
        return ()

    def apart(self, _unit: UnitId) -> object:
        """What besides its nation and what ties it decides which land is closed to a unit."""
        return None

    def sponsored(self, _unit: str) -> bool:
        """Whether an air unit flies on an allowance that is not its nation's (FE-35.6)."""
        return False

    def bars_plan(self, _unit: UnitId) -> Objection | None:
        """Why no landing or drop of a unit may be planned now; nothing by default."""
        return None

    @property
    def fed(self) -> frozenset[UnitId]:
        """Units that are in supply in this player turn whatever supply lines say (BF-26B2.4)."""
        return frozenset()

    @property
    def all_fed(self) -> bool:
        """Whether all units are in supply in this player turn, lines or not (FE-31F.3)."""
        return False

    def landing_share(self, _unit: UnitId) -> int:
        """What divides the attack strength of a unit that has just landed from the sea."""
        return 1

    def must_attack(self, _side: str) -> tuple[Hex, ...]:
        """Hexes that a side's units have dropped into and still must attack (BC-19E.5)."""
        return ()
