"""The Movement Phase: each unit in turn goes where it does most good."""

from __future__ import annotations

from engine.core.system import Advice
from engine.systems.operation_gertrud.actions import EndPhase, Move
from engine.systems.operation_gertrud.advice import arriving, special
from engine.systems.operation_gertrud.advice.outlook import OBJECTIVE, Outlook
from engine.systems.operation_gertrud.battle.shifts import blitzkrieg
from engine.systems.operation_gertrud.state.records import MOVED, Moving
from engine.systems.operation_gertrud.turn.movement_phase import destinations, movable
from maps.hexgrid import Hex, direction_between, distance
from oob.model import UnitId

NEAR = 4
"""Hexes within which a unit counts as able to join an attack."""

ENOUGH = 4.5
"""Times the defence that make an attack as good as it gets."""

LONE_GUARD = 0.4
"""What the only defender of an objective is worth even far from the enemy, who may drop or land."""

HELD = 4.0
"""What keeps the only garrison of an objective from trading it for another."""

WORTH_IT = 0.15
"""Gain below which a unit stays."""


def order(look: Outlook) -> tuple[UnitId, ...]:
    """One's units in the fixed order they are moved: the strongest first, so that the weakest stay
    behind as garrisons.
    """
    units = look.pos.context.units
    return tuple(
        sorted(
            (unit for unit in units if look.pos.owner(unit) == look.side),
            key=lambda unit: (-(units[unit].front.attack or 0), unit),
        )
    )


def moving(look: Outlook, frame: Moving) -> Advice:
    """Raid, drop and bring in what is due; then move unit after unit."""
    found = special.special(look, frame) or arriving.arrival(look)
    if found is not None:
        return found
    ranked = order(look)
    pieces = look.pos.state.pieces
    done = [
        i for i, unit in enumerate(ranked) if MOVED in pieces[unit].marks and _walked(look, unit)
    ]
    able = set(movable(look.pos, frame.side))
    for unit in ranked[done[-1] + 1 if done else 0 :]:
        if unit in able:
            advice = best_move(look, unit)
            if advice is not None:
                return advice
    return Advice(EndPhase(), "Every unit is where it does most good.")


def _walked(look: Outlook, unit: UnitId) -> bool:
    """True for a unit that moved by land in its turn: no reinforcement, drop or mission."""
    piece = look.pos.state.pieces[unit]
    return (
        piece.hex is not None
        and unit not in look.pos.context.arrivals
        and (unit not in look.pos.context.ignoring_zoc)
    )


def best_move(look: Outlook, unit: UnitId) -> Advice | None:
    """The best destination of a unit; None when it had better stay."""
    pos = look.pos
    judge = _Judge(look, unit)
    best, best_score = judge.start, judge.score(judge.start) + WORTH_IT
    for at in destinations(pos, unit):
        found = judge.score(at)
        if found > best_score and not pos.stack_objection(unit, at):
            best, best_score = at, found
    if best == judge.start:
        return None
    return Advice(Move(unit, best), _reason(look, best))


def _reason(look: Outlook, at: Hex) -> str:
    pos = look.pos
    if at in pos.context.objectives:
        return f"{pos.context.objectives[at]} is an objective."
    if at in pos.zoc(look.enemy_side):
        return "It comes up against the enemy."
    if at in look.banks:
        return "Supply runs over this crossing."
    return "It closes up to what is worth having."


class _Judge:
    """What a unit's standing in a hex would be worth."""

    def __init__(self, look: Outlook, unit: UnitId) -> None:
        pos = look.pos
        start = pos.state.pieces[unit].hex
        assert start is not None, "only units on the board are moved"
        self.look = look
        self.unit = unit
        self.start = start
        self.factor = float(pos.context.combat_factor(unit, pos.state.pieces[unit].steps)) or 0.5
        self.hostile = pos.zoc(look.enemy_side)
        self.counts = look.counts(unit)
        self._shares: dict[Hex, float] = {}

    def score(self, at: Hex) -> float:
        """Pull, ground held, supply, danger, and the attacks it could join."""
        look, factor = self.look, self.factor
        there = look.own.stacks.get(at, 0.0) - (factor if at == self.start else 0.0)
        found = look.pull[at] * (1.0 + 0.25 * factor) + self._holding(at, there)
        if not look.supplied(self.unit, at):
            found -= 0.3 * factor
        if at in self.hostile:
            found += self._attack(at)
        danger = look.risk(at, there + factor)
        if danger:
            found -= danger * factor * (0.3 if look.attacking else 0.7)
            if not look.attacking:
                found += 0.1 * factor * look.pos.context.shifts(at)
        return found

    def _holding(self, at: Hex, there: float) -> float:
        """What it adds by holding an objective or a crossing."""
        look, pos = self.look, self.look.pos
        if at in pos.context.objectives:
            if look.attacking:
                return self._garrison(at, there) if self.counts else 0.0
            if at in look.taken:
                return 0.0
            wanted = min(1.0, look.enemy.power(at) / 12.0)
            if there <= 0:
                return OBJECTIVE * (LONE_GUARD + wanted)
            return OBJECTIVE * (0.1 + wanted) * look.risk(at, there)
        if at in look.banks and not self._mates(at):
            return 5.0 if _both_banks(look, at) else 1.0
        return 0.0

    def _garrison(self, at: Hex, there: float) -> float:
        """An objective counts once; more units only make it safer."""
        if not any(self.look.counts(mate) for mate in self._mates(at)):
            return OBJECTIVE + (HELD if at == self.start else 0.0)
        return self.look.risk(at, there) * 0.4 * OBJECTIVE

    def _mates(self, at: Hex) -> tuple[UnitId, ...]:
        return tuple(u for u in self.look.pos.friends(at, self.look.side) if u != self.unit)

    def _attack(self, at: Hex) -> float:
        """The best share in an attack from a hex."""
        best = 0.0
        for target in self.look.pos.context.fronts[at]:
            if target in self.look.enemy.stacks:
                if target not in self._shares:
                    self._shares[target] = self._share(target)
                best = max(best, self._shares[target] + self._opposite(at, target))
        return best

    def _share(self, target: Hex) -> float:
        """What the unit adds to an attack on a hex: less where enough stand there already, nothing
        where the attack would be no good with all that could come.
        """
        look, own = self.look, self.factor
        defence = max(1.0, look.enemy.stacks[target])
        ready, coming = own, 0.0
        for stack, factor in look.own.stacks.items():
            far = distance(stack, target)
            if stack == self.start and far <= NEAR:
                factor -= own
            if far == 1:
                ready += factor
            elif far <= NEAR:
                coming += factor
        shift = self._shift(target)
        good = look.ground.promise(ready + 0.5 * coming, defence, shift)
        if good <= 0:
            return 0.0
        need = ENOUGH * defence
        share = min(own, max(0.15 * own, need - (ready - own))) / need
        gain = look.prize(target) + 0.5 * defence
        return good * gain * min(1.0, share) * (3.0 if look.attacking else 1.5)

    def _shift(self, target: Hex) -> int:
        """A guess at the columns an attack on a hex would shift."""
        look = self.look
        blitz = look.attacking and blitzkrieg(look.pos)
        return int(look.attacking) + int(blitz) - look.pos.context.shifts(target)

    def _opposite(self, at: Hex, target: Hex) -> float:
        """A little for closing the ring (OG 11.0.5)."""
        across = target.neighbour((direction_between(target, at) + 3) % 6)
        return 0.4 if self.look.pos.friends(across, self.look.side) else 0.0


def _both_banks(look: Outlook, at: Hex) -> bool:
    """True where no enemy is on either bank of a crossing."""
    pos = look.pos
    return any(
        at in pair and not pos.enemies(pair[0], look.side) and not pos.enemies(pair[1], look.side)
        for pair in look.ground.banks
    )
