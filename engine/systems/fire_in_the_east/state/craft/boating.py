"""River flotillas, and water that is open to units, as rules ask about them: part of the positions
of Fire in the East.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.core.state import Location
from engine.systems.europa.air.combat import antiaircraft
from engine.systems.europa.board.openings import CLOSED_ALL, Openings, with_more
from engine.systems.europa.movement.costs import MAJOR_RIVER
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF, Phase
from engine.systems.europa.state.records import Theatre
from engine.systems.europa.state.source import Source
from engine.systems.fire_in_the_east.sea.charts import FlotillaRow
from engine.systems.fire_in_the_east.sea.records import Boat, Displacing, Job
from engine.systems.fire_in_the_east.sea.streams import RIVERS, Courses, Frost
from engine.systems.fire_in_the_east.state import winter
from engine.systems.fire_in_the_east.state.craft import sinking
from engine.systems.fire_in_the_east.state.craft.afloat import AfloatPosition
from engine.systems.fire_in_the_east.state.records import SeaEast
from maps.hexgrid import Hex, Side, side_between
from oob.model import UnitId

NOTHING: frozenset[Side] = frozenset()
FLOTILLA = "flotilla"
"""What a river flotilla adds to the kinds of a hexside in combat."""
FERRYING = frozenset({Phase.MOVEMENT.value, Phase.AIR.value, Phase.COMBAT.value})
"""The phases in which a flotilla keeps a lake hexside open (FE-28E.10)."""
BUSY: dict[Job, tuple[str, str]] = {
    Job.FERRIES: ("FE-28E.10", "opens a lake hexside and stays there"),
    Job.SUPPLIED: ("FE-28E.11", "has carried supplies and stays there"),
    Job.REPAIRED: ("FE-28F.4", "was repaired in this player turn"),
    Job.STRUCK: ("FE-OPT4.4", "was hit at sea and stays in port for this turn"),
}
"""Why a flotilla does nothing more after a job: the rule, and words behind its name."""


class BoatPosition(AfloatPosition):
    """A position with its river flotillas."""

    def flotilla(self, boat: str) -> FlotillaRow:
        """What the chart says of a flotilla."""
        return self.context.charts.flotillas.by_id[boat]

    @property
    def boats(self) -> Iterator[tuple[str, Boat, Hex]]:
        """The flotillas that are in play, each with its hex, in the order of the chart."""
        for boat, found in self.fleet.boats.items():
            if isinstance(found.at, Hex):
                yield boat, found, found.at

    @property
    def frost(self) -> Frost:
        """The weather zones whose rivers and lakes are ice to flotillas (FE-29D2.3, 39F1.1)."""
        return self.once("frost", self._frost)

    def _frost(self) -> Frost:
        fresh = winter.freezing(self)
        return Frost(winter.frozen(self) | fresh, winter.frozen_lakes(self) | fresh)

    @property
    def courses(self) -> Courses:
        """Where flotillas go on from each hex now."""
        return self.context.streams.courses(self.frost)

    def frozen_in(self, at: Hex) -> bool:
        """Whether a flotilla in a hex is fast in the ice (FE-29D2.3)."""
        return not self.courses[at]

    def no_boat(self, side: str, boat: str) -> Objection | None:
        """Why a side decides nothing about a flotilla: it is not the side's, or not in play."""
        found = self.fleet.boats.get(boat)
        if side != ALLIED or found is None:
            return Objection("FE-28E.1", f"{boat!r} is no river flotilla of yours.")
        if found.hex is None:
            return Objection("FE-28E.1", f"{self.flotilla(boat).name} is not in play.")
        return None

    def idle_boat(self, boat: str, found: Boat, at: Hex) -> Objection | None:
        """Why a flotilla in play does nothing at all now (FE-28E.8, 28F.4, 29D2.3)."""
        name = self.flotilla(boat).name
        if found.job in BUSY:
            cited, words = BUSY[found.job]
            return Objection(cited, f"{name} {words}.")
        if self.frozen_in(at):
            return Objection("FE-29D2.3", f"{name} is fast in the ice.")
        return None

    # Open water

    @property
    def ice(self) -> Openings:
        """Hexsides of frozen lakes (FE-29D2.2)."""
        terms = (self.state.weather, self.state.frozen)
        return self.once("ice", lambda: self.shared("ice", terms, self._ice))

    def _ice(self) -> Openings:
        zones = winter.frozen_lakes(self)
        return self.context.frozen_lakes(zones) if zones else CLOSED_ALL

    def openings(self, side: str) -> Openings:
        """Besides, for the Soviets, between Kronshtadt and Leningrad, and over lakes by flotilla
        (FE-28E.10, 31A4.2).
        """
        if side != ALLIED:
            return self.ice
        return self.once(("openings", side), lambda: self._opened(ferries=True))

    def traceable(self, side: str) -> Openings:
        """No supply lines run over lakes by flotilla."""
        if side != ALLIED:
            return self.ice
        return self.once(("traceable", side), lambda: self._opened(ferries=False))

    def _opened(self, *, ferries: bool) -> Openings:
        straits, owner = self.context.held_straits, self.owner_of
        held = [one for one in straits if all([owner(at) == ALLIED for at in one.hexes])]
        sides = dict.fromkeys(held, MAJOR_RIVER)
        if ferries and self.fleet.boats and self.state.phase in FERRYING:
            for _, found, at in self.boats:
                if found.job is Job.FERRIES and found.over is not None:
                    sides[side_between(at, found.over)] = MAJOR_RIVER
        if not sides:
            return self.ice
        return with_more(self.ice, tuple(sorted(sides.items())))

    # Rivers that flotillas watch

    def watched(self, side: str) -> frozenset[Side]:
        """Unfrozen river hexsides of the hexes with flotillas (FE-28E.4, 28E.5, 28E.7, 29D2.3)."""
        boats = self.fleet.boats
        if side != AXIS or not boats:
            return NOTHING
        terms = (boats, self.state.weather, self.state.frozen, self.state.freezing)
        return self.shared(("watched", side), terms, lambda: frozenset(self._watched()))

    def _watched(self) -> Iterator[Side]:
        frost, streams = self.frost, self.context.streams
        for _, _, at in self.boats:
            yield from streams.rivers(at, frost)

    @property
    def watch_times(self) -> int:
        """How many times as much it costs the Axis to cross these (FE-28E.4)."""
        times: int = self.context.charts.flotillas.times
        return times

    def combat_sides(self, origin: Hex, target: Hex) -> frozenset[str]:
        """Flotillas make attacks of the Axis over rivers harder (FE-28E.5)."""
        found, watched = super().combat_sides(origin, target), self.watched(self.state.active)
        if watched and side_between(origin, target) in watched and found & RIVERS:
            found |= {FLOTILLA}
        return found

    def passed(
        self, transition: Transition[Theatre], unit: UnitId, path: Iterable[Location]
    ) -> None:
        """Flotillas in whose hexes a unit of the Axis has come give way (FE-28E.3)."""
        way = tuple(path)
        super().passed(transition, unit, way)
        if not self.fleet.boats or self.side(unit) != AXIS:
            return
        came = {at: before for before, at in pairwise(way)}
        frames = [
            Displacing(ALLIED, boat, before if isinstance(before := came[at], Hex) else None)
            for boat, _, at in self.boats
            if at in came
        ]
        if frames:
            transition.state = transition.state.pushed(*reversed(frames))

    # Air attacks

    def quarry(self, side: str) -> Mapping[Hex, tuple[str, ...]]:
        """Ships and flotillas in play, by hex (FE-20F2h.1)."""
        if side != ALLIED:
            return {}
        return self.once(("quarry", side), self._quarry)

    def _quarry(self) -> Mapping[Hex, tuple[str, ...]]:
        found: dict[Hex, tuple[str, ...]] = {}
        for ship, _, at in self.afloat:
            found[at] = (*found.get(at, ()), ship)
        for boat, _, at in self.boats:
            found[at] = (*found.get(at, ()), boat)
        return found

    def quarry_flak(self, ship: str) -> int:
        """At who bombs a flotilla all fire but ships; at who bombs a ship in port, the ship,
        position guns and antiaircraft units; at sea, the ship and another that nobody bombs
        (FE-22A4.1, 22B.2 to 22B.4).
        """
        vessel = self.fleet.vessels.get(ship)
        if vessel is None:
            at = self.fleet.boats[ship].hex
            return antiaircraft.strength(self, at, ALLIED) if at is not None else 0
        at, own = vessel.hex, self.ship(ship).flak // self.flak_divisor(ALLIED)
        if at is None:
            return 0
        if vessel.port:
            return own + antiaircraft.manned(self, at, ALLIED)
        bombed = {found.prey for found in self.air.units.values()}
        others = (o for o, _, here in self.afloat if here == at and o not in {*bombed, ship})
        flak = (self.ship(other).flak // self.flak_divisor(ALLIED) for other in others)
        return own + max(flak, default=0)

    def craft_flak(self, at: Hex, side: str) -> int:
        """Flotillas fire with what else is in their hex (FE-22A4.1, 22B.2)."""
        if side != ALLIED or not self.fleet.boats:
            return 0
        count = sum(here == at for _, _, here in self.boats)
        return count * self.context.charts.flotillas.flak if count else 0

    def strike_quarry(self, ship: str, transition: Transition[Theatre]) -> None:
        """A hit is a hit of damage (FE-20F2h.1)."""
        assert isinstance(transition.state, SeaEast), "there are ships in games with the sea"
        charts = self.context.charts
        if ship in self.fleet.vessels:
            sinking.damage(charts, transition, ship, 1, "FE-20F2h.1")
        else:
            sinking.damage_boat(charts, transition, ship, "FE-20F2h.1")

    # Supply

    def sources(self, side: str) -> tuple[Source, ...]:
        """Besides, supplies that flotillas have brought, as those in ports (FE-28E.11)."""
        if side != ALLIED or not self.fleet.floated:
            return super().sources(side)
        landed = (
            Source(at, f"supplies brought to {self.label(at)}", "FE-28E.11", room=supplies * HALF)
            for at, supplies in sorted(self.fleet.floated.items())
        )
        return (*super().sources(side), *landed)
