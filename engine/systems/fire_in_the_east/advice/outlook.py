"""A side's view of a position of Fire in the East."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

from engine.systems.europa.advice.ground import FAR, distances, within
from engine.systems.europa.advice.outlook import CAPITAL, OUTSIDE, Outlook, open_land, prizes
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.fire_in_the_east.advice.lines import NO_TRUNK, Trunk, trunk
from engine.systems.fire_in_the_east.economy import garrisons
from engine.systems.fire_in_the_east.economy.garrisons import Garrison
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition
from maps.hexgrid import Hex, distance
from oob.model import UnitId

POINT = 3.0
"""What a point of victory is worth, in combat factors."""
CHIEF = 3.0
"""Objectives are chief ones with more points than this part of the most."""
LEAD = 5.0
"""How much farther a chief objective seems for each point that it has less than the best."""
REMOTE, APART = 28.0, 10.0
"""How far from the chief objectives others are goals of their own, and how much farther these seem
than they are.
"""
ASIDE = 5.0
"""How far from the way to the chief objectives others draw who passes by."""
BESIEGED = 12.0
"""How much farther an objective seems when all who hold it are cut off."""
SIGHT = 15.0
"""The distance over which a goal's pull on the Axis falls by half."""
POCKET, RAID = 9.0, 4.0
"""What beating a pocket is worth to the Axis, and enemies beside its railroads, in combat
factors.
"""
STEADY = 1.3
"""How much holding threatened ground counts for the Axis: what stands alone it loses."""
OFFENSIVE, STALLED = 0.8, 0.3
"""How much the Axis wants to go forward, and how much in mud and snow."""
MIRE = frozenset({"mud", "snow"})
"""The kinds of weather that stop it."""
DEFENSIVE = 0.35
"""How much the Soviets want to go forward."""
HUNGER = 0.8
"""What a point of a unit's strength costs in a hex without supply."""
POST = 0.6
"""What half a regimental equivalent of a garrison is worth, in combat factors."""
REAR = frozenset({"security infantry", "police infantry"})
"""The types of units that guard railroads behind the front."""
CALM = 0.2
"""How much these go forward with their side."""
ESCORT = 4.0
"""What guarding engineers is worth to these, in combat factors."""
WATCH, SPACE = 1.8, 2
"""What guarding a hex of a railroad is worth, in combat factors, and within how many hexes another
guard shares it.
"""
LEASH, SLACK, LONG = 0.3, 5, 10
"""What each hex costs a point of strength that c/m units of the Axis are farther from its other
divisions than a few, as far as such are looked for.
"""
MARCHING = 4
"""The attack strength of the divisions that they look for."""
LONELY, BESIDE = 5.0, 4
"""What it costs a small unit of the Axis to be without a division, with enemies within so many
hexes.
"""
NEAR = 7
"""Within how many hexes enemies make a captured objective want a keeper."""
KEEPER, KEPT = 3, 2.5
"""The defence that is enough for one, and what being one is worth, in combat factors."""
THRIFT = 1.5
"""What a point that the Axis loses in an attack weighs: fewer come to it than to the Soviets."""
LEAST, LEAST_STALLED = 2.0, 3.0
"""The odds, ground aside, below which the Axis attacks nobody who is in supply, and those in mud
and snow.
"""


class EastOutlook(Outlook):
    """A side's view of a position of Fire in the East."""

    pos: EastPosition

    @cached_property
    def seats(self) -> frozenset[Hex]:
        """The objectives of most points."""
        return most_wanted(self.pos.context)

    @cached_property
    def prizes(self) -> Mapping[Hex, float]:
        """What having each city is worth: its points besides what every city is."""
        return east_prizes(self.pos.context)

    def _goals(self, owner: str, seeker: str) -> tuple[tuple[Hex, float], ...]:
        """The Axis goes for the objectives of most points, and for those that lie far from them;
        others draw only who passes by, and not even him once they are cut off.
        """
        if seeker != AXIS:
            return super()._goals(owner, seeker)
        owned, open_to = self.pos.owned(owner), self.enterable(seeker)
        left = {at for at in aims(self.pos.context) if at in owned and at in open_to}
        if not left:
            return super()._goals(owner, seeker)
        chief, remote = chiefs(self.pos.context, open_to)
        main = tuple(
            (at, start + BESIEGED * self._cut_off(at))
            for at, start in {**chief, **remote}.items()
            if at in left
        )
        way = distances(self.context, main, open_to)
        passed = sorted(at for at in left if at not in chief and at not in remote)
        lesser = (at for at in passed if not self._cut_off(at))
        return *main, *((at, max(0.0, way.get(at, 0.0) - ASIDE)) for at in lesser)

    def _cut_off(self, at: Hex) -> bool:
        """Whether all who hold a hex are out of supply."""
        units = self.pos.friends(at, ALLIED)
        return bool(units) and all(map(self.pos.out, units))

    def pull(self, at: Hex) -> float:
        """How much a hex is drawn to what one wants, 0 to 1; the Axis sees far."""
        if self.side != AXIS:
            return super().pull(at)
        return SIGHT / (SIGHT + self.ahead.get(at, FAR))

    @property
    def drive(self) -> float:
        """The Axis comes to conquer, until mud or snow stops it; the Soviets throw it back where
        they can.
        """
        if self.side != AXIS:
            return DEFENSIVE
        return STALLED if self.bogged else OFFENSIVE

    @cached_property
    def bogged(self) -> bool:
        """Whether mud or snow lies in most of the weather zones."""
        kinds = self.pos.state.weather.values()
        return 2 * sum(kind in MIRE for kind in kinds) > len(kinds)

    def enterable(self, _side: str) -> frozenset[Hex]:
        """The land of the field that is not neutral."""
        return open_field(self.pos.context, tuple(sorted(self.pos.state.joined.items())))

    @cached_property
    def owed(self) -> Mapping[Hex, Garrison]:
        """The garrisons of captured cities, by hex (FE-33)."""
        if self.side != AXIS:
            return {}
        return {at: found for found in garrisons.every(self.pos) for at in found.hexes}

    def duty(self, unit: UnitId) -> bool:
        """True for a unit that a garrison cannot spare, for trucks, which follow the others, for
        position antiaircraft, which stays at its post, for those of the Axis who change the gauge
        of lines, and for who guards these.
        """
        if unit in self.pos.context.trucks or self.pos.facts(unit).points:
            return True
        if self.regauges(unit) or unit in self.guards or unit in self.keepers:
            return True
        at = self.pos.piece(unit).at
        found = self.owed.get(at) if isinstance(at, Hex) else None
        part = garrisons.counts(self.pos, unit) if found else 0
        return found is not None and part > 0 and found.there - part < found.needed

    def nuisance(self, at: Hex) -> float:
        """Pockets behind the front of the Axis, and enemies beside its railroads: they retake
        them.
        """
        if self.side != AXIS:
            return 0.0
        return POCKET * self._cut_off(at) + RAID * (at in self.raided)

    @cached_property
    def raided(self) -> frozenset[Hex]:
        """The hexes of the railroads that the Axis wants and has, and those beside them."""
        return self.pos.context.near(self.trunk.posts, 1)

    @property
    def caution(self) -> float:
        """The Axis stands together before it goes on: the Soviets throw back whoever is weak."""
        return STEADY if self.side == AXIS else super().caution

    def regauges(self, unit: UnitId) -> bool:
        """Whether a unit changes the gauge of lines for the Axis."""
        context = self.pos.context
        return self.side == AXIS and context.units[unit].type in context.charts.rail.regaugers

    @cached_property
    def guards(self) -> frozenset[UnitId]:
        """Of each stack with who changes the gauge of lines the weakest that defends it."""
        found = set[UnitId]()
        for units in self.pos.standing.sides[self.side].values():
            if any(map(self.regauges, units)):
                able = [unit for unit in units if self.pos.facts(unit).defense]
                found.update(sorted(able, key=lambda u: (self.pos.facts(u).defense, u))[:1])
        return frozenset(found)

    @property
    def overruns(self) -> bool:
        """Armies of this size find many who cannot hold."""
        return True

    @property
    def patience(self) -> None:
        """Everybody is asked: an army of this size has many that are well where they stand."""
        return

    def outside(self, power: float, *, staying: bool) -> float:
        """What a hex without supply costs a unit: half of its strength and movement."""
        return OUTSIDE + HUNGER * power * (0.9 if staying else 1.0)

    def post(self, unit: UnitId, at: Hex) -> float:
        """What a unit adds to the garrison of a captured city, as keeper of a captured objective,
        or as guard of a railroad or of its engineers, less what it risks ahead of those who march.
        """
        found = self._garrison(unit, at) + self._keeping(unit, at) + self._watch(unit, at)
        found += self._escort(unit, at)
        return found - self._leash(unit, at) - self._lonely(unit, at)

    def posting(self, unit: UnitId, at: Hex) -> str:
        """Why a hex wants a unit: for what it adds most to."""
        start = self.pos.piece(unit).at
        if isinstance(start, Hex) and self._lonely(unit, start) > self._lonely(unit, at):
            return f"It is not alone or far from enemies in {self.pos.label(at)}."
        if isinstance(start, Hex) and self._leash(unit, start) > self._leash(unit, at):
            return f"In {self.pos.label(at)} it keeps up with those who march."
        if self._escort(unit, at):
            return f"It guards the engineers in {self.pos.label(at)}."
        if self._watch(unit, at) > self._garrison(unit, at) + self._keeping(unit, at):
            return f"It guards the railroad in {self.pos.label(at)}."
        return super().posting(unit, at)

    def _garrison(self, unit: UnitId, at: Hex) -> float:
        found = self.owed.get(at)
        if found is None:
            return 0.0
        part = garrisons.counts(self.pos, unit)
        others = found.there - (part if self.pos.piece(unit).at in found.hexes else 0)
        return POST * max(0, min(part, found.needed - others))

    def _keeping(self, unit: UnitId, at: Hex) -> float:
        if at not in self.kept or self.pos.facts(unit).defense < KEEPER:
            return 0.0
        mates = (mate for mate in self.pos.friends(at, self.side) if mate != unit)
        return 0.0 if any(self.pos.facts(mate).defense >= KEEPER for mate in mates) else KEPT

    def _watch(self, unit: UnitId, at: Hex) -> float:
        if not self.rear(unit) or at not in self.trunk.posts:
            return 0.0
        start = self.pos.piece(unit).at
        mine = isinstance(start, Hex) and distance(start, at) <= SPACE
        return WATCH / (1.0 + self.watched.get(at, 0) - mine)

    def _leash(self, unit: UnitId, at: Hex) -> float:
        """What it costs a c/m unit to be far from the infantry: the enemy closes in behind it."""
        if self.side != AXIS or not self.pos.facts(unit).mobile:
            return 0.0
        far = away_from(self.body).get(at, LONG + 1)
        power = self.strength(unit, attacking=True)
        return LEASH * (1.0 + power) * max(0, far - SLACK)

    def _lonely(self, unit: UnitId, at: Hex) -> float:
        """What it costs a small unit to be near enemies where no division stands."""
        if self.side != AXIS or self.pos.facts(unit).divisional or self.rear(unit):
            return 0.0
        if at not in near_by(self.pos.context, self.pos.held[self.enemy]):
            return 0.0
        mates = self.pos.friends(at, self.side)
        return 0.0 if any(self.pos.facts(mate).divisional for mate in mates) else LONELY

    @cached_property
    def body(self) -> frozenset[Hex]:
        """Where divisions of the Axis stand that are no c/m units."""
        stacks = self.pos.standing.sides[self.side].items()
        return frozenset(at for at, units in stacks if any(map(self._marches, units)))

    def _marches(self, unit: UnitId) -> bool:
        facts = self.pos.facts(unit)
        return facts.divisional and not facts.mobile and facts.attack >= MARCHING

    def late(self, unit: UnitId) -> int:
        """The c/m divisions of the Axis move when the others have: lines then serve them; small
        units go last, to where divisions stand.
        """
        facts = self.pos.facts(unit)
        return 0 if self.side != AXIS else 2 if not facts.divisional else int(facts.mobile)

    def leads(self, unit: UnitId) -> int:
        """The infantry of the Axis leads its c/m units."""
        return LONG if self.side == AXIS and self._marches(unit) else 0

    def _escort(self, unit: UnitId, at: Hex) -> float:
        """What it is worth to guard engineers who change the gauge of lines and stand alone."""
        if not self.rear(unit) or at not in self.camps:
            return 0.0
        mates = (mate for mate in self.pos.friends(at, self.side) if mate != unit)
        return 0.0 if any(self.pos.facts(mate).defense for mate in mates) else ESCORT

    @cached_property
    def camps(self) -> frozenset[Hex]:
        """Where those stand who change the gauge of lines."""
        stacks = self.pos.standing.sides[self.side].items()
        return frozenset(at for at, units in stacks if any(map(self.regauges, units)))

    @cached_property
    def watched(self) -> Mapping[Hex, int]:
        """How many who guard railroads are near each hex."""
        found: dict[Hex, int] = {}
        for at, units in self.pos.standing.sides[self.side].items():
            guards = sum(map(self.rear, units))
            for _, near in within(at, SPACE) if guards else ():
                found[near] = found.get(near, 0) + guards
        return found

    @cached_property
    def trunk(self) -> Trunk:
        """The railroads that the Axis wants for its supply."""
        return trunk(self.pos) if self.side == AXIS else NO_TRUNK

    @property
    def claims(self) -> Mapping[Hex, float]:
        """What taking the next hexes of these is worth."""
        return self.trunk.claims

    def rear(self, unit: UnitId) -> bool:
        """Whether a unit of the Axis is meant to guard railroads."""
        return self.side == AXIS and self.context.units[unit].type in REAR

    def zeal(self, unit: UnitId) -> float:
        """Who guards railroads does not go for the front."""
        return CALM if self.rear(unit) else 1.0

    @cached_property
    def kept(self) -> frozenset[Hex]:
        """The objectives that the Axis has taken, with enemies near."""
        if self.side != AXIS:
            return frozenset()
        theirs, taken = self.pos.held[self.enemy], self.pos.state.taken
        return frozenset(
            at
            for at in aims(self.pos.context)
            if taken.get(at) == AXIS and any(near in theirs for _, near in within(at, NEAR))
        )

    @cached_property
    def keepers(self) -> frozenset[UnitId]:
        """The weakest in each of them that is enough to keep it, or else the strongest."""
        found = set[UnitId]()
        for at in self.kept:
            able = [(self.pos.facts(u).defense, u) for u in self.pos.friends(at, self.side)]
            enough = [pair for pair in able if pair[0] >= KEEPER]
            found.update(u for _, u in (sorted(enough)[:1] or sorted(able)[-1:]))
        return frozenset(found)

    @property
    def thrift(self) -> float:
        """The Axis cannot afford an exchange of point for point."""
        return THRIFT if self.side == AXIS else super().thrift

    def hopeful(self, power: float, against: float, target: Hex) -> bool:
        """The Axis attacks who is in supply with twice his strength or more."""
        if self.side != AXIS or self._cut_off(target):
            return power >= against
        return power >= against * (LEAST_STALLED if self.bogged else LEAST)

    def sheltered(self, unit: UnitId, at: Hex) -> bool:
        """Whether others stand in a hex that defend a unit which cannot, away from the enemy."""
        pos = self.pos
        mates = (mate for mate in pos.friends(at, self.side) if mate != unit)
        return at not in pos.zoc(self.enemy) and any(pos.facts(mate).defense for mate in mates)


@lru_cache(maxsize=4)
def away_from(body: frozenset[Hex]) -> Mapping[Hex, int]:
    """How far each hex is from the nearest of some, where that is not too far."""
    found: dict[Hex, int] = {}
    for at in body:
        for away, near in within(at, LONG):
            if away < found.get(near, LONG + 1):
                found[near] = away
    return found


@lru_cache(maxsize=8)
def near_by(context: EastContext, held: frozenset[Hex]) -> frozenset[Hex]:
    """The hexes that are near some that enemies hold."""
    return context.near(held, BESIDE)


@lru_cache(maxsize=4)
def most_wanted(context: EastContext) -> frozenset[Hex]:
    """The objectives of most points."""
    rows = context.objectives
    most = max((row.points for row in rows), default=0)
    return frozenset(at for row, hexes in rows.items() if row.points == most for at in hexes)


@lru_cache(maxsize=4)
def aims(context: EastContext) -> Mapping[Hex, int]:
    """The hexes that count for the Axis, with their points."""
    rows = context.objectives.items()
    return {at: row.points for row, hexes in rows if row.held == AXIS for at in hexes}


@lru_cache(maxsize=4)
def chiefs(
    context: EastContext, open_to: frozenset[Hex]
) -> tuple[Mapping[Hex, float], Mapping[Hex, float]]:
    """The objectives of most points, and those of the old USSR that lie far from all of them, with
    how much farther each seems than it is.
    """
    points = aims(context)
    most = max(points.values())
    chief = {at: LEAD * (most - own) for at, own in points.items() if own > most / CHIEF}
    way = distances(context, tuple((at, 0.0) for at in chief), open_to)
    apart = (at for at in points if at not in chief and at not in context.standard_cities)
    remote = {at: APART for at in apart if way.get(at, FAR) > REMOTE}
    return chief, remote


@lru_cache(maxsize=4)
def east_prizes(context: EastContext) -> Mapping[Hex, float]:
    """What having each city is worth: its points besides what every city is."""
    found = dict(prizes(context, most_wanted(context)))
    for row, hexes in context.objectives.items():
        for at in hexes:
            found[at] = found.get(at, 0.0) + POINT * row.points
    return {at: min(worth, CAPITAL) for at, worth in found.items()}


@lru_cache(maxsize=16)
def open_field(context: EastContext, joined: tuple[tuple[str, str], ...]) -> frozenset[Hex]:
    """The land of the field of countries that have joined a side."""
    return open_land(context, joined) & context.field
