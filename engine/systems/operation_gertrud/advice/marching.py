"""The Movement Phase: each unit in turn goes where it does most good."""

from __future__ import annotations

from engine.core.system import Advice
from engine.systems.operation_gertrud.actions import EndPhase, Move
from engine.systems.operation_gertrud.advice import arriving, special
from engine.systems.operation_gertrud.advice.odds import rough_promise
from engine.systems.operation_gertrud.advice.outlook import OBJECTIVE, Outlook
from engine.systems.operation_gertrud.moving import destinations, movable
from engine.systems.operation_gertrud.records import MOVED, Moving
from maps.hexgrid import Hex, direction_between, distance
from oob.model import UnitId

NEAR = 4
"""Hexes within which a unit counts as able to join an attack."""

WORTH_IT = 0.15
"""Gain below which a unit stays."""


def order(look: Outlook) -> tuple[UnitId, ...]:
    """One's units in the fixed order they are moved: the strongest first, so that the weakest stay
    behind as garrisons.
    """
    units = look.pos.table.units
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
    return Advice(EndPhase(), "Every unit stands where it does most good.")


def _walked(look: Outlook, unit: UnitId) -> bool:
    """True for a unit that moved by land in its turn: no reinforcement, drop or mission."""
    piece = look.pos.state.pieces[unit]
    return (
        piece.hex is not None
        and unit not in look.pos.table.arrivals
        and (unit not in look.pos.table.ignoring_zoc)
    )


def best_move(look: Outlook, unit: UnitId) -> Advice | None:
    """The best destination of a unit; None when it had better stay."""
    pos = look.pos
    start = pos.state.pieces[unit].hex
    assert start is not None
    best, best_score = start, score(look, unit, start, start) + WORTH_IT
    plan = _Plan(look, unit)
    best_score += plan.attack(start)
    for at in destinations(pos, unit):
        found = score(look, unit, start, at) + plan.attack(at)
        if found > best_score and not pos.stack_objection(unit, at):
            best, best_score = at, found
    if best == start:
        return None
    return Advice(Move(unit, best), _reason(look, best))


def _reason(look: Outlook, at: Hex) -> str:
    pos = look.pos
    if at in pos.table.objectives:
        return f"{pos.table.objectives[at]} is an objective."
    if at in pos.zoc(look.foe_side):
        return "It comes up against the enemy."
    if at in look.banks:
        return "Supply runs over this crossing."
    return "It closes up to what is worth having."


def score(look: Outlook, unit: UnitId, start: Hex, at: Hex) -> float:
    """What a unit's standing in a hex is worth, attacks aside."""
    pos = look.pos
    factor = float(pos.factor(unit, at)) or 1.0
    there = look.defence(at, unit)
    found = look.pull[at] * (1.0 + 0.25 * factor)
    found += _holding(look, unit, at, there)
    if not look.supplied(unit, at):
        found -= 0.25 * factor
    if at in pos.zoc(look.foe_side) or look.foe.power(at):
        found -= look.risk(at, there + factor) * factor * (0.35 if look.attacking else 0.8)
        if not look.attacking:
            found += 0.12 * factor * pos.table.shifts(at)
    return found


def _holding(look: Outlook, unit: UnitId, at: Hex, there: float) -> float:
    """What a unit adds by holding an objective or a crossing."""
    pos = look.pos
    if at in pos.table.objectives:
        if look.attacking:
            if not look.counts(unit):
                return 0.0
            alone = not any(look.counts(u) for u in pos.friends(at, look.side) if u != unit)
            if alone:
                return OBJECTIVE
            return min(2.0, 0.2 * look.risk(at, there) * OBJECTIVE)
        if at in look.taken:
            return 0.0
        wanted = min(1.0, look.foe.power(at) / 12.0)
        return OBJECTIVE * (0.1 + wanted) * (1.0 if not there else look.risk(at, there))
    if at in look.banks:
        alone = not any(u != unit for u in pos.friends(at, look.side))
        return 5.0 if alone and _both_banks(look, at) else 1.0 if alone else 0.0
    return 0.0


def _both_banks(look: Outlook, at: Hex) -> bool:
    """True when no crossing is held yet but through this hex, or its other bank is held."""
    pos = look.pos
    return any(
        at in pair and not pos.enemies(pair[0], look.side) and not pos.enemies(pair[1], look.side)
        for pair in look.ground.banks
    )


class _Plan:
    """What a unit adds to the attacks it could join, by the hex it would make them from."""

    def __init__(self, look: Outlook, unit: UnitId) -> None:
        self.look = look
        self.unit = unit
        self._known: dict[Hex, float] = {}

    def attack(self, at: Hex) -> float:
        """The best share in an attack from a hex."""
        pos = self.look.pos
        if at not in pos.zoc(self.look.foe_side):
            return 0.0
        best = 0.0
        for target in pos.table.fronts[at]:
            if target in self.look.foe.stacks:
                best = max(best, self._share(target) + self._opposite(at, target))
        return best

    def _share(self, target: Hex) -> float:
        if target not in self._known:
            self._known[target] = self._worked_out(target)
        return self._known[target]

    def _worked_out(self, target: Hex) -> float:
        look = self.look
        pos = look.pos
        own = float(pos.factor(self.unit, target))
        force = own
        for stack, factor in look.own.stacks.items():
            far = distance(stack, target)
            if far == 1:
                force += factor
            elif far <= NEAR:
                force += 0.4 * factor
        start = pos.state.pieces[self.unit].hex
        if start is not None and distance(start, target) <= NEAR:
            force -= own * (1.0 if distance(start, target) == 1 else 0.4)
        bonus = 1 if look.attacking else 0
        if look.attacking and pos.state.turn == 1 and pos.state.blitzkrieg:
            bonus += 1
        shift = bonus - pos.table.shifts(target)
        chart = pos.table.charts.combat
        good = rough_promise(chart, force, look.foe.stacks[target], shift)
        if good <= 0:
            return 0.0
        gain = look.prize(target) + 0.4 * look.foe.stacks[target]
        return good * gain * own / max(force, 1.0) * (1.0 if look.attacking else 0.7)

    def _opposite(self, at: Hex, target: Hex) -> float:
        """A little for closing the ring (OG 11.0.5)."""
        across = target.neighbour((direction_between(target, at) + 3) % 6)
        return 0.3 if self.look.pos.friends(across, self.look.side) else 0.0
