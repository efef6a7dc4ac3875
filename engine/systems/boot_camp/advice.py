"""The automatic player of Boot Camp: what its nations want, ships, drops, air points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice

from engine.core.rules_base import Adviser
from engine.core.state import Frame, Location
from engine.core.system import Advice
from engine.systems.boot_camp import politics, victory
from engine.systems.boot_camp.actions import Allot, CeaseOperations, Drop, GoOn, Ship, Withdraw
from engine.systems.boot_camp.air_and_sea import air, drops, naval
from engine.systems.boot_camp.state.constants import MIDDLE_EAST
from engine.systems.boot_camp.state.position import BootCampPosition
from engine.systems.boot_camp.state.records import Ceasing, Flying, Reducing
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.advice import ADVISERS as SHARED
from engine.systems.europa.advice import fighting, marching
from engine.systems.europa.advice.ground import FAR
from engine.systems.europa.advice.outlook import Outlook, open_land
from engine.systems.europa.board.areas import area
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex
from oob.model import UnitId

CROSSING = 12.0
"""How far the front seems beyond a port of embarkation."""
ITALY, ALBANIA, GREECE = "Mainland Italy", "Albania", "Mainland Greece"
CRETE = "Crete"
LARGEST_ISLAND_FORCE = 4
"""Allied units that are wanted on Crete."""
CHOICE = 4
"""How many ports are tried for a unit."""
GUARD = 12
"""What should stand in an Allied capital once Germany may enter, in half regimental equivalents."""
EVE = 7
"""The turn from which capitals are guarded: Feb I 41."""
POST = 0.8
"""What half a regimental equivalent of that guard is worth, in combat factors."""
DROP = 1.5
"""Mean gain below which nothing is dropped."""


class CampOutlook(Outlook):
    """A side's view of a position of Boot Camp."""

    pos: BootCampPosition

    @cached_property
    def seats(self) -> frozenset[Hex]:
        """Capitals whose fall ends a nation's war."""
        capitals = self.pos.context.capitals
        return frozenset(
            at
            for nation, hexes in capitals.items()
            for at in hexes
            if nation not in self.pos.state.surrendered
        )

    @property
    def drive(self) -> float:
        """The Axis comes to conquer, with Germany in earnest; the Allies hold and strike back."""
        if self.side == AXIS:
            return 1.6 if self.pos.state.entered else 0.8
        return 0.12 if self.pos.state.entered else 0.35

    @property
    def gates(self) -> tuple[tuple[Hex, float], ...]:
        """Ports that units on the wrong side of the sea go to."""
        if self.side != AXIS:
            return ()
        inside = area(self.context, ITALY)
        ports = (at for at in self.context.ports if at in inside and self._southern(at))
        return tuple((at, CROSSING) for at in ports)

    def _southern(self, at: Hex) -> bool:
        return self.context.ports[at] != "minor" and self.pos.context.sea_ways.inside(at, at)

    def enterable(self, side: str) -> frozenset[Hex]:
        """Land a side may enter: neutral countries and what is closed to the Allies left out."""
        found = open_land(self.context, tuple(sorted(self.pos.state.joined.items())))
        if side != ALLIED:
            return found
        shut = self.pos.context.country(*self.pos.context.forbidden)
        return found.difference(shut)

    def duty(self, unit: UnitId) -> bool:
        """True for a unit that the Metaxas Line cannot spare."""
        pos = self.pos
        at = pos.piece(unit).at
        if self.side != ALLIED or pos.state.entered or at not in pos.context.metaxas:
            return False
        assert isinstance(at, Hex)
        if unit not in politics.guards(pos, at):
            return False
        if len(politics.guards(pos, at)) == 1:
            return True
        divisions = sum(
            pos.facts(u).divisional
            for here in pos.context.metaxas
            for u in politics.guards(pos, here)
        )
        return pos.facts(unit).divisional and divisions <= pos.context.charts.garrisons.divisions

    def post(self, unit: UnitId, at: Hex) -> float:
        """What a unit adds to the guard of a capital of the Allies that Germany may come for."""
        pos = self.pos
        if self.side != ALLIED or at not in self.seats or pos.owner_of(at) != ALLIED:
            return 0.0
        if pos.state.turn < EVE:
            return 0.0
        others = sum(pos.facts(u).halves for u in pos.friends(at, ALLIED) if u != unit)
        return POST * max(0, min(pos.facts(unit).halves, GUARD - others))


def moving(look: CampOutlook, frame: Moving) -> Advice:
    """Drops and ships first, then marches."""
    if not frame.exploiting:
        for drop, reason in landings(look):
            if look.allowed(drop):
                return Advice(drop, reason)
        for action in voyages(look):
            if look.allowed(action):
                place = look.pos.label(action.target)
                return Advice(action, f"It is idle where it is; {place} lies nearer to the war.")
    return marching.moving(look, frame)


# Ships


def voyages(look: CampOutlook) -> Iterator[Ship]:
    """Voyages to the front, the strongest units first."""
    pos = look.pos
    if pos.state.surprise:
        return
    units = sorted(
        naval.aboard(pos, look.side), key=lambda u: (-look.strength(u, attacking=True), u)
    )
    ports: dict[Location, list[Hex]] = {}
    for unit in units:
        here = pos.piece(unit).at
        if _idle_in(look, here):
            if here not in ports:
                ports[here] = _ports(look, here)
            fitting = (to for to in ports[here] if pos.fits(to, (unit,)))
            yield from (Ship(unit, to) for to in islice(fitting, CHOICE))


def _idle_in(look: CampOutlook, here: Location) -> bool:
    """True where a unit is of no use."""
    if isinstance(here, str):
        return here == MIDDLE_EAST
    return look.side == AXIS and here in area(look.context, ITALY)


def _ports(look: CampOutlook, here: Location) -> list[Hex]:
    """Where units should land: near the front, Allies in Greece or, once that is lost, on
    Crete.
    """
    pos, side = look.pos, look.side
    if side == AXIS:
        wanted = area(look.context, ALBANIA)
        options = [at for at in look.context.ports if at in wanted and pos.owner_of(at) == AXIS]
        options = [at for at in options if naval.adriatic(pos, here, at)]
    else:
        island = area(look.context, CRETE)
        there = sum(len(pos.friends(at, ALLIED)) for at in island)
        fallen = "greek" in pos.state.surrendered
        wanted = island if fallen or there < LARGEST_ISLAND_FORCE else area(look.context, GREECE)
        options = [at for at in look.context.ports if at in wanted and pos.owner_of(at) == ALLIED]
    key = look.ahead if side == AXIS else look.behind
    return sorted(options, key=lambda at: (key.get(at, FAR), at))


# Drops


def landings(look: CampOutlook) -> Iterator[tuple[Drop, str]]:
    """Air drops: on an airfield or port of the enemy that is held weakly, or not at all."""
    pos = look.pos
    if look.side != AXIS or not drops.begun(pos):
        return
    for unit in drops.droppers(pos):
        grounds = drops.grounds(pos, unit)
        best = max(grounds, key=lambda at: (_worth(look, unit, at), at), default=None)
        if best is not None and _worth(look, unit, best) >= DROP:
            yield Drop(unit, best), f"{pos.label(best)} can be won from the air."


def _worth(look: CampOutlook, unit: UnitId, at: Hex) -> float:
    pos = look.pos
    base = 4.0 if at in pos.airbases or at in look.context.ports else 0.0
    prize = look.prize(at) + base
    if pos.owner_of(at) == AXIS or not prize:
        return 0.0
    mates = pos.friends(at, AXIS)
    power = sum(look.strength(u, attacking=True) for u in (*mates, unit))
    against = look.defence[ALLIED].get(at, 0.0)
    if against:
        return prize * min(1.0, power / against - 1.0) if power > against else 0.0
    return prize if look.threat.get(at, 0.0) < 2.0 * power else 0.3 * prize


# Air points


def flying(look: CampOutlook, frame: Flying) -> Advice:
    """Bombers to the attack that gains most, fighters with them; the defender where he is most in
    danger.
    """
    pos = look.pos
    targets = _targets(look, frame)
    for nation in air.AIR.flyers(pos, frame):
        bombers, fighters = pos.air_left(nation)
        for at in targets:
            has = air.AIR.there(pos, nation, at)
            give = min(bombers, _useful(look, frame, at)), (fighters + 1) // 2
            action = Allot(nation, at, has[0] + give[0], has[1] + give[1])
            if has == (0, 0) and any(give) and look.allowed(action):
                return Advice(action, f"{pos.label(at)} matters most.")
    return Advice(EndPhase(), "The rest stays on the ground.")


HARDLY = 0.5
"""What a hex counts as held with where nobody is, or nobody who can defend."""


def _targets(look: CampOutlook, frame: Flying) -> list[Hex]:
    """Contested hexes worth air points, the best first."""
    pos = look.pos
    hexes = air.contested(pos, frame.phasing)
    if frame.side == frame.phasing:
        ranked = []
        for at in hexes:
            units = fighting.force(look, at)
            power = sum(look.strength(unit, attacking=True) for unit in units)
            against = look.defence[look.enemy].get(at) or HARDLY
            if units and power >= against:
                ranked.append((-(look.prize(at) + look.pull(at) + min(power / against, 5.0)), at))
        return [at for _, at in sorted(ranked)][:4]
    danger = [
        (-(look.threat.get(at, 0.0) * (0.3 + look.peril(at)) + look.prize(at)), at)
        for at in hexes
        if 0 < look.defence[look.side].get(at, 0.0) < 2.0 * look.threat.get(at, 0.0)
    ]
    return [at for _, at in sorted(danger)][:2]


def _useful(look: CampOutlook, frame: Flying, at: Hex) -> int:
    """Bomber points that help at a hex: as many as the troops there are strong."""
    if frame.side == frame.phasing:
        power = sum(look.strength(u, attacking=True) for u in fighting.force(look, at))
        return max(1, int(power * 0.6))
    return max(1, int(look.defence[look.side].get(at, 0.0)))


# Nations and the end


def reducing(look: CampOutlook, _frame: Reducing) -> Advice:
    """The weakest German units go first, those in the rear before those at the front."""
    pos = look.pos
    units = sorted(
        politics.german_units(pos),
        key=lambda u: (_at_front(look, u), look.strength(u, attacking=True), u),
    )
    return Advice(Withdraw(units[0]), "It can be spared.")


def _at_front(look: CampOutlook, unit: UnitId) -> bool:
    at = look.pos.piece(unit).at
    return isinstance(at, Hex) and look.threat.get(at, 0.0) > 0


def ceasing(look: CampOutlook, _frame: Ceasing) -> Advice:
    """Cease when ahead with nothing left to win, or before waiting costs."""
    pos = look.pos
    axis, allied = (pos.state.score(side) for side in (AXIS, ALLIED))
    chart = pos.context.charts.victory
    left = victory.owned(pos, victory.counted(pos, CRETE), ALLIED)
    if (not left and axis > allied) or pos.state.turn >= chart.late - 1:
        return Advice(CeaseOperations(), "There is nothing left to win.")
    return Advice(GoOn(), "There is more to win.")


ADVISERS: Mapping[type[Frame], Adviser] = {
    **SHARED,
    Moving: moving,
    Flying: flying,
    Reducing: reducing,
    Ceasing: ceasing,
}
"""Who knows about each kind of open decision."""
