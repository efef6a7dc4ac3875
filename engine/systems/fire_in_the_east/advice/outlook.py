"""A side's view of a position of Fire in the East."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

from engine.systems.europa.advice.ground import FAR, distances
from engine.systems.europa.advice.outlook import CAPITAL, OUTSIDE, Outlook, open_land, prizes
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.fire_in_the_east.economy import garrisons
from engine.systems.fire_in_the_east.economy.garrisons import Garrison
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition
from maps.hexgrid import Hex
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
POCKET = 5.0
"""What beating a pocket is worth, in combat factors."""
BOLD = 0.5
"""How much holding threatened ground counts for the Axis."""
DEFENSIVE = 0.35
"""How much the Soviets want to go forward."""
HUNGER = 0.8
"""What a point of a unit's strength costs in a hex without supply."""
POST = 0.6
"""What half a regimental equivalent of a garrison is worth, in combat factors."""


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
        """The Axis comes to conquer; the Soviets throw it back where they can."""
        return 1.0 if self.side == AXIS else DEFENSIVE

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
        if self.regauges(unit) or unit in self.guards:
            return True
        at = self.pos.piece(unit).at
        found = self.owed.get(at) if isinstance(at, Hex) else None
        part = garrisons.counts(self.pos, unit) if found else 0
        return found is not None and part > 0 and found.there - part < found.needed

    def nuisance(self, at: Hex) -> float:
        """Pockets behind the front of the Axis: they sit on its railroads, and retake them."""
        return POCKET if self.side == AXIS and self._cut_off(at) else 0.0

    @property
    def caution(self) -> float:
        """The Axis leaves ground that is only threatened for ground ahead."""
        return BOLD if self.side == AXIS else 1.0

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
    def patience(self) -> None:
        """Everybody is asked: an army of this size has many that are well where they stand."""
        return

    def outside(self, power: float, *, staying: bool) -> float:
        """What a hex without supply costs a unit: half of its strength and movement."""
        return OUTSIDE + HUNGER * power * (0.5 if staying else 1.0)

    def post(self, unit: UnitId, at: Hex) -> float:
        """What a unit adds to the garrison of a captured city."""
        found = self.owed.get(at)
        if found is None:
            return 0.0
        part = garrisons.counts(self.pos, unit)
        others = found.there - (part if self.pos.piece(unit).at in found.hexes else 0)
        return POST * max(0, min(part, found.needed - others))

    def sheltered(self, unit: UnitId, at: Hex) -> bool:
        """Whether others stand in a hex that defend a unit which cannot, away from the enemy."""
        pos = self.pos
        mates = (mate for mate in pos.friends(at, self.side) if mate != unit)
        return at not in pos.zoc(self.enemy) and any(pos.facts(mate).defense for mate in mates)


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
