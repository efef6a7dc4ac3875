"""A position as one side sees it: strength and threats, points and supply, hex by hex."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache

from engine.core.actions import Action
from engine.systems.balkan_gambit.advice.ground import ground
from engine.systems.balkan_gambit.state.position import Position, other
from maps.hexgrid import Hex, disk, distance
from oob.model import UnitId

CLOSE = 3
"""Hexes within which enemies threaten a place."""

CITY_SWING = 2.0
"""Worth of the command points that change hands with a city."""


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


class PlayerView:
    """One side's view of a position. ``allowed`` says whether an action is legal now."""

    def __init__(self, pos: Position, side: str, allowed: Callable[[Action], bool]) -> None:
        self.pos = pos
        self.side = side
        self.enemy = other(side)
        self.allowed = allowed
        self.ground = ground(pos.context)
        self.turns_left = pos.context.figures.turns - pos.state.turn

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
        factor = self.pos.context.combat_factor(unit, max(1, piece.steps), piece.mode)
        return max(1, piece.steps) * factor / 4

    @cached_property
    def mine(self) -> dict[Hex, float]:
        """Own steps by hex; plans shift units in it for a while."""
        return self._steps(self.side)

    @cached_property
    def theirs(self) -> dict[Hex, float]:
        """Enemy steps by hex."""
        return self._steps(self.enemy)

    @cached_property
    def regulars(self) -> tuple[tuple[Hex, float], ...]:
        """Where the enemy's regular units stand, with their steps."""
        return tuple(
            (at, steps)
            for at, steps in sorted(self.theirs.items())
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
            for at in sorted(self.pos.occupied[self.enemy])
            for unit in self.pos.enemies(at, self.side)
            if self.pos.partisan(unit)
        )

    @cached_property
    def reached(self) -> dict[Hex, list[tuple[Hex, int]]]:
        """The enemy stacks within two hexes of each hex, with how far they are."""
        found: dict[Hex, list[tuple[Hex, int]]] = {}
        for enemy in sorted(self.pos.held[self.enemy]):
            for at in around(enemy, 2):
                found.setdefault(at, []).append((enemy, distance(at, enemy)))
        return found

    @cached_property
    def blows(self) -> dict[Hex, tuple[int, tuple[int, ...]]]:
        """For each enemy stack, its total in a hunt and the factor behind each of its shots."""
        found = {}
        better = self.pos.context.charts.combat.anti_partisan
        for enemy in self.pos.held[self.enemy]:
            total, shots = 0, list[int]()
            for unit in self.pos.friends(enemy, self.enemy):
                piece = self.pos.state.pieces[unit]
                factor = self.pos.context.combat_factor(unit, piece.steps, piece.mode)
                doubled = "anti-partisan" in self.pos.context.units[unit].traits
                total += factor * (better if doubled else 1)
                shots += [factor] * piece.steps
            found[enemy] = (total, tuple(shots))
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
        context, chart = self.pos.context, self.pos.context.charts.points
        if not context.within(at, *context.figures.victory_countries):
            return 0.0
        total = 0.0
        for place in context.places.get(at, ()):
            total += chart.city if place.kind == "city" else chart.town
            if place.kind == "city" and place.id not in self.pos.state.liberated:
                total += CITY_SWING * self.turns_left / context.figures.turns
        return total

    def controls(self, at: Hex) -> bool:
        """True when every place of the hex is in one's hands."""
        control = self.pos.state.control
        return all(control.get(p.id) == self.side for p in self.pos.context.places.get(at, ()))

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
