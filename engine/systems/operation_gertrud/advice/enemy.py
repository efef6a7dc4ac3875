"""The enemy as he stands: what he could do where. The same for all decisions until he changes."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from engine.systems.operation_gertrud.advice.ground import Ground, ground
from engine.systems.operation_gertrud.state.context import Context
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import OUT
from maps.hexgrid import Hex, distance
from oob.model import UnitId

REACH = 4
"""Hexes within which a unit can usually be brought to bear next turn."""

Force = tuple[tuple[UnitId, Hex, int, bool], ...]
"""Units of a side on the board: where, steps, and whether out of supply."""


class Enemy:
    """A side's strength on the map, remembered hex by hex."""

    def __init__(self, context: Context, force: Force) -> None:
        self.context = context
        self.ground: Ground = ground(context)
        self.stacks: dict[Hex, float] = {}
        for unit, at, steps, out in force:
            factor = context.combat_factor(unit, steps)
            self.stacks[at] = self.stacks.get(at, 0.0) + (factor / 2 if out else factor)
        self.power = lru_cache(maxsize=2048)(self._power)
        self.pressure = lru_cache(maxsize=256)(self._pressure)

    def _power(self, at: Hex) -> float:
        """Combat factors that could be brought against a hex next turn."""
        found = 0.0
        for stack, factor in self.stacks.items():
            far = distance(stack, at)
            if far <= 1:
                found += factor
            elif far <= REACH:
                found += factor * (1.15 - 0.25 * far)
        return found

    def _pressure(self, goal: Hex) -> float:
        """How much strength is on the way to a goal, the nearer the more."""
        far = self.ground.distances(goal)
        return sum(factor * exp(-far.get(at, 99) / 5.0) for at, factor in self.stacks.items())


@lru_cache(maxsize=8)
def _enemy(context: Context, force: Force) -> Enemy:
    return Enemy(context, force)


def enemy_of(pos: Position, side: str) -> Enemy:
    """The strength of a side as it is."""
    pieces = pos.state.pieces
    force = tuple(
        (unit, at, pieces[unit].steps, OUT in pieces[unit].marks)
        for at, units in pos.standing.sides[side].items()
        for unit in units
    )
    return _enemy(pos.context, force)
