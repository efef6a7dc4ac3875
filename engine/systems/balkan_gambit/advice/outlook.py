"""A position as one side sees it: which hexes matter, how much, and who is near them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from engine.core.actions import Action
from engine.systems.balkan_gambit.advice.ground import FAR, ground
from engine.systems.balkan_gambit.common import free_to_act
from engine.systems.balkan_gambit.position import Position, other
from engine.systems.balkan_gambit.records import ALLIED, AXIS, MED_BOX, Weather
from maps.hexgrid import Hex, disk, distance
from oob.model import UnitId

CLOSE = 3
"""Hexes within which enemies threaten a place."""

FADING = 0.72
"""What a goal's pull keeps for each turn of marching."""

MOST = 8
"""How many posts a unit thinks of."""

FIELD = 1.5
"""Worth of an enemy stack in the open."""

CITY_SWING = 2.0
"""Worth of the command points that change hands with a city."""


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


def _spread(sources: Iterable[tuple[Hex, float]], radius: int) -> dict[Hex, float]:
    """Sum of what lies within some hexes of each hex."""
    found: dict[Hex, float] = {}
    for source, amount in sources:
        for at in around(source, radius):
            found[at] = found.get(at, 0.0) + amount
    return found


@lru_cache(maxsize=4096)
def around(at: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes within a radius."""
    return tuple(disk(at, radius))


class Outlook:
    """One side's view of a position. ``allowed`` says whether an action is legal now."""

    def __init__(self, pos: Position, side: str, allowed: Callable[[Action], bool]) -> None:
        self.pos = pos
        self.side = side
        self.foe = other(side)
        self.allowed = allowed
        self.ground = ground(pos.table)
        self.turns_left = pos.table.figures.turns - pos.state.turn

    def _steps(self, side: str) -> dict[Hex, float]:
        found: dict[Hex, float] = {}
        for at, units in self.pos.at.items():
            steps = sum(self.weight(u) for u in units if self.pos.owner(u) == side)
            if steps:
                found[at] = steps
        return found

    def weight(self, unit: UnitId) -> float:
        """How much a unit counts for in holding ground, a full German infantry division for 1.5;
        nothing for dispersed partisans.
        """
        found = self._weights.get(unit)
        if found is None:
            found = self._weights[unit] = self._weigh(unit)
        return found

    @cached_property
    def _weights(self) -> dict[UnitId, float]:
        return {}

    def _weigh(self, unit: UnitId) -> float:
        if self.pos.support(unit):
            return 0.5
        piece = self.pos.state.pieces[unit]
        factor = self.pos.table.combat_factor(unit, max(1, piece.steps), piece.mode)
        return max(1, piece.steps) * factor / 4

    @cached_property
    def mine(self) -> dict[Hex, float]:
        """Own steps by hex; plans shift units in it for a while."""
        return self._steps(self.side)

    @cached_property
    def theirs(self) -> dict[Hex, float]:
        """Enemy steps by hex."""
        return self._steps(self.foe)

    @cached_property
    def regulars(self) -> tuple[tuple[Hex, float], ...]:
        """Where the enemy's regular units stand, with their steps."""
        return tuple(
            (at, steps)
            for at, steps in self.theirs.items()
            if any(self.pos.regular(u) for u in self.pos.enemies(at, self.side))
        )

    def threat(self, at: Hex, radius: int = CLOSE) -> float:
        """Enemy steps of regular units within some hexes."""
        if radius not in self._threats:
            self._threats[radius] = _spread(self.regulars, radius)
        return self._threats[radius].get(at, 0.0)

    @cached_property
    def _threats(self) -> dict[int, dict[Hex, float]]:
        return {}

    def partisans_near(self, at: Hex) -> float:
        """Enemy partisan type units close to a hex."""
        return self._bands_close.get(at, 0.0)

    @cached_property
    def _bands_close(self) -> dict[Hex, float]:
        return _spread([(at, 1.0) for at in self.bands], CLOSE)

    @cached_property
    def bands_beside(self) -> dict[Hex, float]:
        """Enemy partisan type units in or next to each hex."""
        return _spread([(at, 1.0) for at in self.bands], 1)

    @cached_property
    def bands(self) -> tuple[Hex, ...]:
        """Where the enemy's partisan type units stand, one entry each."""
        return tuple(
            at
            for at in sorted(self.pos.occupied[self.foe])
            for unit in self.pos.enemies(at, self.side)
            if self.pos.partisan(unit)
        )

    @cached_property
    def reached(self) -> dict[Hex, list[tuple[Hex, int]]]:
        """The enemy stacks within two hexes of each hex, with how far they are."""
        found: dict[Hex, list[tuple[Hex, int]]] = {}
        for foe in sorted(self.pos.held[self.foe]):
            for at in around(foe, 2):
                found.setdefault(at, []).append((foe, distance(at, foe)))
        return found

    @cached_property
    def blows(self) -> dict[Hex, tuple[int, tuple[int, ...]]]:
        """For each enemy stack, its total in a hunt and the factor behind each of its shots."""
        found = {}
        for foe in self.pos.held[self.foe]:
            total, shots = 0, list[int]()
            for unit in self.pos.friends(foe, self.foe):
                piece = self.pos.state.pieces[unit]
                factor = self.pos.table.combat_factor(unit, piece.steps, piece.mode)
                doubled = "anti-partisan" in self.pos.table.units[unit].traits
                total += factor * (2 if doubled else 1)
                shots += [factor] * piece.steps
            found[foe] = (total, tuple(shots))
        return found

    def points(self, at: Hex) -> float:
        """Victory points in a hex, with the command points a city still swings."""
        if at not in self._points:
            self._points[at] = self._score(at)
        return self._points[at]

    @cached_property
    def _points(self) -> dict[Hex, float]:
        return {}

    def _score(self, at: Hex) -> float:
        table, chart = self.pos.table, self.pos.table.charts.points
        if not table.within(at, *table.figures.victory_countries):
            return 0.0
        total = 0.0
        for place in table.places.get(at, ()):
            total += chart.city if place.kind == "city" else chart.town
            if place.kind == "city" and place.id not in self.pos.state.liberated:
                total += CITY_SWING * self.turns_left / table.figures.turns
        return total

    def controls(self, at: Hex) -> bool:
        """True when every place of the hex is in one's hands."""
        control = self.pos.state.control
        return all(control.get(p.id) == self.side for p in self.pos.table.places.get(at, ()))

    @cached_property
    def posts(self) -> tuple[Post, ...]:
        """Every hex that matters, in order."""
        marks = self.pos.state.beachheads
        found = []
        places = {*self.pos.table.places, *marks}
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
        chart = self.pos.table.charts.points
        if marked:
            worth += chart.supply_marker + (1.0 if self.side == AXIS else 0.5)
        elif self.side == ALLIED and at in self.pos.table.ports:
            worth += 1.0 if worth else 0.3
        defended = self.theirs.get(at, 0.0)
        if defended:
            worth /= 1.0 + 0.1 * defended
            return Post(at, worth, 1.5 * defended + 2.0, held=True)
        if at in self.pos.table.places and not self.controls(at):
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
        table = self.pos.table
        landing = table.figures.landing
        return (
            at in table.ports
            and (not landing.areas or table.within(at, *landing.areas))
            and self.pos.state.weather is Weather.CLEAR
            and len(self.pos.boxed(MED_BOX)) > 2
        )

    def near_supply(self, unit: UnitId, at: Hex) -> bool:
        """True when a hex is on or next to the supply net of a unit's nation."""
        nation = self.pos.nation(unit)
        if nation not in self._fed:
            found = set(self.pos.net_for(unit).toward)
            found.update(near for at in tuple(found) for near in at.neighbours())
            self._fed[nation] = frozenset(found)
        return at in self._fed[nation]

    @cached_property
    def _fed(self) -> dict[str, frozenset[Hex]]:
        return {}

    def nearby(self, unit: UnitId, at: Hex) -> tuple[Pulling, ...]:
        """The posts that pull a unit most from a hex, with its distances to them."""
        stats = self.pos.table.stats[unit]
        key = (stats.unit.nation, stats.mobility, self.pace(unit), at)
        if key not in self._nearby:
            self._nearby[key] = self._strongest(unit, at)
        return self._nearby[key]

    @cached_property
    def _nearby(self) -> dict[object, tuple[Pulling, ...]]:
        return {}

    def _strongest(self, unit: UnitId, at: Hex) -> tuple[Pulling, ...]:
        mobility = self.pos.table.stats[unit].mobility
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
        pace, keen = self.pace(unit), self.keenness(unit)
        for post, way in posts:
            if post.hex == at:
                present = self.mine.get(at, 0.0) - (self.weight(unit) if home == at else 0.0)
                total += post.worth * (1.0 if present < 0.6 else 0.45)
            elif (points := way.get(at, FAR)) < FAR:
                best = max(best, pull(post, points, pace) * (keen if post.held else 1.0))
        if self.pos.support(unit) and not self._escorted(unit, at, mates):
            total -= 1.5
        return total + best + self._ground_value(unit, at, home, mates)

    def keenness(self, unit: UnitId) -> float:
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
            total -= 1.2
        near = self.threat(at, 2)
        if near:
            company = self.mine.get(at, 0.0)
            if home == at:
                company -= self.weight(unit) + mates
            total += 0.15 * min(company, 4.0)
            total -= 0.08 * self.pos.table.terrain_to_hit(at)
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
