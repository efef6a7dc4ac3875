"""What each hex is worth to a side's units: posts to hold and to take, and how they pull."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from engine.frozen import dataclass
from engine.systems.balkan_gambit.advice.ground import FAR
from engine.systems.balkan_gambit.advice.survey import PlayerView, around
from engine.systems.balkan_gambit.state.common import free_to_act
from engine.systems.balkan_gambit.state.records import ALLIED, AXIS, MED_BOX, Weather
from maps.hexgrid import Hex
from oob.model import UnitId

FADING = 0.72
"""What a goal's pull keeps for each turn of marching."""

MOST = 8
"""How many posts a unit thinks of."""

FIELD = 1.5
"""Worth of an enemy stack in the open."""


NO_SUPPLY = 1.2
"""What a hex far from supply is worth less to a regular unit."""


@dataclass(frozen=True, slots=True)
class Post:
    """A hex that matters to a side: what it is worth, and how many steps should be there.

    ``held`` says the enemy defends it, so that one's own steps stand next to it.
    """

    hex: Hex
    worth: float
    need: float
    held: bool


class Pulling(NamedTuple):
    """A post and the movement points to it from every hex."""

    post: Post
    way: Mapping[Hex, int]


def pull(post: Post, points: int, pace: int) -> float:
    """How much a post draws a unit that is so many movement points away."""
    return float(0.7 * post.worth * FADING ** (points / pace))


class Outlook(PlayerView):
    """What a side's units could do in a position; plans shift units in it for a while."""

    @cached_property
    def posts(self) -> tuple[Post, ...]:
        """Every hex that matters, in order."""
        marks = self.pos.state.beachheads
        found = []
        places = {*self.pos.context.places, *marks}
        for at in sorted(places):
            post = self._post(at, at in marks)
            if post.worth > 0 and post.need > 0:
                found.append(post)
        for at, strength in self.regulars:
            if at not in places:
                worth = FIELD / (1.0 + 0.1 * strength)
                found.append(Post(at, worth, 1.5 * strength + 1.0, held=True))
        return tuple(found)

    def _post(self, at: Hex, marked: bool) -> Post:
        worth = self.points(at)
        chart = self.pos.context.charts.points
        if marked:
            worth += chart.supply_marker + (1.0 if self.side == AXIS else 0.5)
        elif self.side == ALLIED and at in self.pos.context.ports:
            worth += 1.0 if worth else 0.3
        defended = self.theirs.get(at, 0.0)
        if defended:
            worth /= 1.0 + 0.1 * defended
            return Post(at, worth, 1.5 * defended + 2.0, held=True)
        if at in self.pos.context.places and not self.controls(at):
            return Post(at, worth, 0.7, held=False)
        return self._own_post(at, worth, marked)

    def _own_post(self, at: Hex, worth: float, marked: bool) -> Post:
        threat = self.threat(at)
        if self.side == ALLIED:
            need = min(4.0, 1.0 + threat / 3) if threat else float(marked)
            return Post(at, 0.5 * worth, need, held=False)
        denied = any(self.pos.partisan(u) for u in self.pos.enemies(at, AXIS))
        bands = self.partisans_near(at)
        landing = 1.0 if self._may_land(at) else 0.0
        if denied:
            return Post(at, worth, 0.7, held=False)
        need = min(5.0, 0.7 + landing + threat / 3)
        share = 0.3 + 0.4 * (bands > 0) + 0.3 * landing + min(0.4, threat / 10)
        return Post(at, share * worth, need, held=False)

    def _may_land(self, at: Hex) -> bool:
        context = self.pos.context
        landing = context.figures.landing
        return (
            at in context.ports
            and (not landing.areas or context.within(at, *landing.areas))
            and self.pos.state.weather is Weather.CLEAR
            and len(self.pos.boxed(MED_BOX)) > 2
        )

    def nearby(self, unit: UnitId, at: Hex) -> tuple[Pulling, ...]:
        """The posts that pull a unit most from a hex, with its distances to them."""
        stats = self.pos.context.stats[unit]
        key = (stats.unit.nation, stats.mobility, self.pace(unit), at)
        if key not in self._nearby:
            self._nearby[key] = self._strongest(unit, at)
        return self._nearby[key]

    @cached_property
    def _nearby(self) -> dict[object, tuple[Pulling, ...]]:
        return {}

    def _strongest(self, unit: UnitId, at: Hex) -> tuple[Pulling, ...]:
        mobility = self.pos.context.stats[unit].mobility
        pace = self.pace(unit)
        found = []
        for post in self.posts_for(unit):
            way = self.ground.distances(mobility, post.hex)
            points = way.get(at, FAR)
            if points < FAR:
                found.append((pull(post, points, pace), Pulling(post, way)))
        found.sort(key=lambda item: (-item[0], item[1].post.hex))
        return tuple(pulling for _, pulling in found[:MOST])

    def posts_for(self, unit: UnitId) -> tuple[Post, ...]:
        """The posts a unit's nation may enter."""
        nation = self.pos.nation(unit)
        if nation not in self._posts_for:
            self._posts_for[nation] = tuple(
                post for post in self.posts if self.pos.allowed(unit, post.hex)
            )
        return self._posts_for[nation]

    @cached_property
    def _posts_for(self) -> dict[str, tuple[Post, ...]]:
        return {}

    def pace(self, unit: UnitId) -> int:
        """Movement points a unit marches in a turn."""
        return max(2, self.pos.march_factor(unit))

    def unmet(self, post: Post, unit: UnitId, at: Hex | None) -> bool:
        """True when a post still lacks steps, a unit standing in ``at`` not counted."""
        there = around(post.hex, 2) if post.held else (post.hex,)
        present = sum(self.mine.get(near, 0.0) for near in there)
        if at is not None and at in there:
            present -= self.weight(unit)
        return present < post.need - 0.01

    def lacking(self, unit: UnitId, at: Hex, home: Hex | None) -> tuple[Pulling, ...]:
        """Those of the posts near ``at`` that want a unit, which is counted at ``home`` now."""
        return tuple(p for p in self.nearby(unit, at) if self.unmet(p.post, unit, home))

    def value(
        self,
        unit: UnitId,
        at: Hex,
        home: Hex | None,
        posts: tuple[Pulling, ...],
        mates: float = 0.0,
    ) -> float:
        """How good it is to have a unit in a hex, given the posts that want it.

        ``mates`` are the weights of those at home who may still come along.
        """
        total = best = 0.0
        pace, zeal = self.pace(unit), self.zeal(unit)
        for post, way in posts:
            if post.hex == at:
                present = self.mine.get(at, 0.0) - (self.weight(unit) if home == at else 0.0)
                total += post.worth * (1.0 if present < 0.6 else 0.45)
            elif (points := way.get(at, FAR)) < FAR:
                best = max(best, pull(post, points, pace) * (zeal if post.held else 1.0))
        if self.pos.support(unit) and not self._escorted(unit, at, mates):
            total -= 1.5
        return total + best + self._ground_value(unit, at, home, mates)

    def zeal(self, unit: UnitId) -> float:
        """How fit a unit is to attack rather than to garrison."""
        return min(1.3, 0.3 + 0.33 * self.weight(unit))

    def _escorted(self, unit: UnitId, at: Hex, mates: float) -> bool:
        """True when corps support would not stand alone."""
        here = any(
            mate != unit and not self.pos.support(mate) and mate not in self.gone
            for mate in self.pos.friends(at, self.side)
        )
        return here or self.mine.get(at, 0.0) - (mates and 0.5) > 0.6

    def worth_at(self, unit: UnitId, at: Hex) -> float:
        """How good it would be to have a unit in a hex that comes from off the board."""
        return self.value(unit, at, None, self.lacking(unit, at, None))

    def _ground_value(self, unit: UnitId, at: Hex, home: Hex | None, mates: float) -> float:
        total = 0.0
        if self.pos.regular(unit) and not self.near_supply(unit, at):
            total -= NO_SUPPLY
        near = self.threat(at, 2)
        if near:
            company = self.mine.get(at, 0.0)
            if home == at:
                company -= self.weight(unit) + mates
            total += 0.15 * min(company, 4.0)
            total -= 0.08 * self.pos.context.terrain_to_hit(at)
            together = company + self.weight(unit) + mates
            if near > 2.5 * together:
                total -= 0.1 * min(8.0, near - 2.5 * together)
        return total

    def shift(self, unit: UnitId, start: Hex, to: Hex) -> None:
        """Count a unit elsewhere for the rest of a plan."""
        weight = self.weight(unit)
        self.gone ^= {unit}
        self.mine[start] = self.mine.get(start, 0.0) - weight
        self.mine[to] = self.mine.get(to, 0.0) + weight
        self.coming[to] = self.coming.get(to, 0) + 1
        self.coming[start] = self.coming.get(start, 0) - 1

    def mates(self, unit: UnitId, at: Hex) -> float:
        """The weights of the others in a unit's hex who may still move with it."""
        return sum(
            self.weight(mate)
            for mate in self.pos.friends(at, self.side)
            if mate != unit and mate not in self.gone and free_to_act(self.pos, mate)
        )

    @cached_property
    def gone(self) -> set[UnitId]:
        """The units a plan has shifted."""
        return set()

    @cached_property
    def coming(self) -> dict[Hex, int]:
        """Units that a plan has shifted into each hex, less those it has shifted out."""
        return {}
