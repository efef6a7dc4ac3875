"""A side's view of a position: what is worth having, what is in danger, what is in supply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from engine.core.actions import Action
from engine.systems.operation_gertrud.advice.enemy import Enemy, enemy_of
from engine.systems.operation_gertrud.advice.ground import Ground, ground
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import GERMAN, other
from maps.hexgrid import Hex
from oob.model import UnitId

OBJECTIVE = 8.0
"""What holding an objective is worth, in combat factors."""

BANK = 6.0
"""What holding a bank of a crossing is worth to the side that lives by it."""

SOFT = {True: 6.0, False: 5.0}
"""Over how many movement factors a goal's pull falls to a third, for the attacker and the
defender.
"""


class Outlook:
    """Everything one decision looks at."""

    def __init__(self, pos: Position, side: str, allowed: Callable[[Action], bool]) -> None:
        self.pos = pos
        self.side = side
        self.enemy_side = other(side)
        self.allowed = allowed
        self.attacking = side == GERMAN
        self.ground: Ground = ground(pos.context)
        self._nets: dict[str, Mapping[Hex, Hex]] = {}

    @cached_property
    def enemy(self) -> Enemy:
        """The enemy's strength."""
        return enemy_of(self.pos, self.enemy_side)

    @cached_property
    def own(self) -> Enemy:
        """One's own strength."""
        return enemy_of(self.pos, self.side)

    @cached_property
    def taken(self) -> frozenset[Hex]:
        """Objectives that count for the German player now."""
        return frozenset(self.pos.objectives_held())

    def counts(self, unit: UnitId) -> bool:
        """True for a unit that holds objectives for its side: Germans for the German player (OG
        4.0), anybody for the other.
        """
        if not self.attacking:
            return True
        wanted = ("soviet",) if self.pos.state.duplicity else ("german", "local")
        return self.pos.nation(unit) in wanted

    @cached_property
    def banks(self) -> frozenset[Hex]:
        """Banks of the crossings one's supply runs over."""
        if not self.attacking or self.pos.state.duplicity:
            return frozenset()
        return frozenset(at for pair in self.ground.banks for at in pair)

    def prize(self, at: Hex) -> float:
        """What having a hex is worth, in combat factors."""
        found = 0.5
        if at in self.pos.context.objectives:
            found += OBJECTIVE
        if at in self.banks:
            found += BANK
        return found

    @cached_property
    def pull(self) -> Mapping[Hex, float]:
        """How strongly each hex is drawn to what is worth having."""
        return self.ground.pull(self._goals(), SOFT[self.attacking])

    def _goals(self) -> tuple[tuple[Hex, float], ...]:
        if self.attacking:
            return tuple(
                (at, 0.1 if at in self.taken else 1.0) for at in self.pos.context.objectives
            ) + tuple((at, 0.5) for at in sorted(self.banks) if not self._mine(at))
        return tuple((at, self._danger(at)) for at in self.pos.context.objectives)

    def _mine(self, at: Hex) -> bool:
        return bool(self.pos.friends(at, self.side))

    def _danger(self, at: Hex) -> float:
        """How much an objective wants defenders, in steps of a fifth so that goals keep still."""
        pressure = self.enemy.pressure(at)
        if at in self.taken:
            return 1.4
        return round(min(1.2, 0.15 + pressure / 25.0) * 5) / 5

    def supplied(self, unit: UnitId, at: Hex) -> bool:
        """True when a unit would have a supply path in a hex, as far as one can tell."""
        if self.pos.exempt(unit):
            return True
        nation = self.pos.nation(unit)
        if nation not in self._nets:
            self._nets[nation] = self.pos.net(nation, self.side).toward
        net = self._nets[nation]
        return at in net or any(near in net for near in self.pos.context.fronts.get(at, ()))

    def defence(self, at: Hex, without: UnitId | None = None) -> float:
        """One's own combat factors in a hex."""
        return float(
            sum(self.pos.factor(u, at) for u in self.pos.friends(at, self.side) if u != without)
        )

    def risk(self, at: Hex, holding: float) -> float:
        """The share of what is in a hex that the enemy may destroy next turn, 0 to 1."""
        power = self.enemy.power(at)
        if power <= 0:
            return 0.0
        shift = self.pos.context.shifts(at)
        ratio = power / max(0.5, holding * (1.0 + 0.5 * shift))
        return min(1.0, max(0.0, (ratio - 1.0) / 4.0))
