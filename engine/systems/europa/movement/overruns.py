"""Overruns reckoned: odds, costs, and who can take part (BF-13, BC-B13)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from engine.core.actions import Objection
from engine.core.change import pieces_changed
from engine.core.state import Frame, Pieces
from engine.core.wording import halved, with_noun
from engine.frozen import dataclass
from engine.rules.movement.tolls import Toll
from engine.systems.europa.board.openings import Openings
from engine.systems.europa.board.zones import unreduced, without
from engine.systems.europa.charts.movement_charts import OverrunCost
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.strength import ground_attack, ground_defense, most_attack
from engine.systems.europa.movement.costs import toll
from engine.systems.europa.movement.gate import barred, held
from engine.systems.europa.movement.reach import graph_of, harassing
from engine.systems.europa.state.common import (
    objection,
)
from engine.systems.europa.state.constants import HALF, MOVED, SIDES, Going, other
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Moving
from engine.systems.europa.state.units import Facts
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Overrunning(Frame):
    """Units of ``origin`` gather to overrun the enemies in ``target``."""

    side: str
    exploiting: bool
    origin: Hex
    target: Hex
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Pursuing(Frame):
    """Units that overran may enter the cleared hex (BF-13.10)."""

    side: str
    target: Hex
    units: tuple[UnitId, ...]


Targets = tuple[Hex, ...]
"""The hexes that a stack may hope to overrun: those for which it is strong enough at its best."""


@dataclass(frozen=True, slots=True)
class Hopes:
    """What stacks of a side may hope to overrun, for the hexes that were asked about so far; with
    what that rests on.
    """

    pieces: Pieces
    setting: object
    openings: Openings
    targets: dict[Hex, Targets]


FRAMES: tuple[type[Frame], ...] = (Overrunning, Pursuing)
MANY = 24
"""Units of which something changed from which on hopes are worked out from nothing."""
LOOKED_AT = 12
"""About so many places of a side's front are looked at for strengths out of date, others as the
phase goes on.
"""


def strengths(pos: Position, units: tuple[UnitId, ...], target: Hex) -> tuple[Fraction, Fraction]:
    """Attack and defence strength with terrain, supply and support, bombing left out (BF-13.4,
    13.5).
    """
    side = pos.side(units[0])
    battle = Battle(side, target, units, pos.enemies(target, side))
    return ground_attack(pos, battle), _defense_of(pos, side, target)


def odds(pos: Position, units: tuple[UnitId, ...], target: Hex) -> int:
    """Odds to one of units against a hex."""
    return ratio(pos, *strengths(pos, units, target))


def ratio(pos: Position, attack: Fraction, defense: Fraction) -> int:
    """Odds to one, rounded down; those against no strength for any attack above 0 (BF-13.14)."""
    if not defense:
        return pos.context.charts.overruns.helpless if attack else 0
    return int(attack / defense)


def zone_beside(pos: Position, side: str, target: Hex) -> frozenset[Hex]:
    """Enemy zones without those of the units being overrun (BF-13.6, 13.8)."""
    found: frozenset[Hex] | None = pos.known.get(("zone beside", side, target))
    if found is None:
        found = pos.known["zone beside", side, target] = without(pos, other(side), target)
    return found


def entry_cost(pos: Position, unit: UnitId, target: Hex) -> int | None:
    """Half points of terrain and zones to enter the hex overrun; None where the unit cannot."""
    origin, facts = pos.piece(unit).at, pos.facts(unit)
    assert isinstance(origin, Hex), "only units on the map overrun"
    step = dict(graph_of(pos, unit)[origin]).get(target)
    if step is None or pos.bars(unit, target) is not None:
        return None
    tolls = toll_beside(pos, pos.side(unit), pos.nation(unit), target, facts)
    extra = tolls.of(origin, target)
    if extra is None:
        extra = tolls.leave + tolls.harassed.get(origin, 0)
    return step + extra


def toll_beside(pos: Position, side: str, nation: str, target: Hex, facts: Facts) -> Toll:
    """What zones of control and harassment do to a unit that enters the hex overrun."""
    key = ("toll beside", side, nation, facts.mobile, target)
    found: Toll | None = pos.known.get(key)
    if found is None:
        zone = full = zone_beside(pos, side, target)
        if pos.context.charts.movement.graded:
            full = unreduced(pos, other(side), target)
        harassed = harassing(pos, side)
        found = pos.known[key] = toll(pos, nation, facts.mobile, zone, full, harassed)
    return found


def _mobile(pos: Position, unit: UnitId) -> bool:
    return pos.facts(unit).mobile and pos.nation(unit) in pos.context.charts.movement.mobile_nations


def full_cost(pos: Position, unit: UnitId, target: Hex, row: OverrunCost) -> int | None:
    """All half points an overrun takes from a unit (BF-13.7)."""
    entry = entry_cost(pos, unit, target)
    return None if entry is None else entry + _due(pos, unit, row)


def _due(pos: Position, unit: UnitId, row: OverrunCost) -> int:
    """Half points an overrun at the odds of a row takes besides entry."""
    return (row.mobile_cost if _mobile(pos, unit) else row.cost) * HALF


def unable(
    pos: Position, frame: Moving | Overrunning, unit: UnitId, target: Hex
) -> Iterator[Objection]:
    """What keeps a unit from any overrun of a hex beside it (BF-13.2, 13.3, 13.12)."""
    forbidden = barred(pos, unit, frame.side, Going.OVERRUN, exploiting=frame.exploiting)
    if forbidden is None and pos.context.charts.overruns.must_enter:
        forbidden = held(pos, unit, Going.OVERRUN)
    if forbidden is not None:
        yield forbidden
        return
    origin, name = pos.piece(unit).at, pos.called(unit)
    assert isinstance(origin, Hex), "units off the map were refused"
    if target not in pos.fronts(frame.side, origin):
        yield objection(pos, "overrun", f"{pos.label(target)} is not beside it over open ground.")
        return
    halted = pos.context.charts.movement.stops and MOVED in pos.piece(unit).marks
    if halted and origin in zone_beside(pos, frame.side, target):
        text = f"{name} stopped in the zone of control of units it does not overrun."
        yield objection(pos, "overrun zones", text)
    cost = full_cost(pos, unit, target, _cheapest(pos, unit))
    if cost is None:
        yield objection(pos, "overrun entry", f"{name} cannot enter {pos.label(target)}.")
    elif cost > pos.left(unit):
        left = halved(pos.left(unit))
        text = f"{name} needs {with_noun(halved(cost), 'movement point')} or more; {left} are left."
        yield objection(pos, "overrun full cost", text)


def _cheapest(pos: Position, unit: UnitId) -> OverrunCost:
    mobile = _mobile(pos, unit)
    rows = pos.context.charts.overruns.rows
    return min(rows, key=lambda row: row.mobile_cost if mobile else row.cost)


def able(
    pos: Position, frame: Moving | Overrunning, origin: Hex, target: Hex
) -> tuple[UnitId, ...]:
    """Units of a hex that could take part in overrunning a hex beside it."""
    units = pos.friends(origin, frame.side)
    paying = [u for u in units if pos.left(u) >= _due(pos, u, _cheapest(pos, u))]
    return tuple(u for u in paying if next(unable(pos, frame, u, target), None) is None)


def affordable(
    pos: Position, units: tuple[UnitId, ...], target: Hex, row: OverrunCost
) -> tuple[UnitId, ...]:
    """Those units that can pay for an overrun at the odds of a row."""
    return tuple(
        unit
        for unit in units
        if (cost := full_cost(pos, unit, target, row)) is not None and cost <= pos.left(unit)
    )


def feasible(pos: Position, frame: Moving | Overrunning, unit: UnitId, target: Hex) -> bool:
    """True when a unit could overrun a hex together with others of its hex."""
    origin = pos.piece(unit).at
    assert isinstance(origin, Hex), "only units on the map overrun"
    if target not in hopes(pos, frame.side, origin):
        return False
    key = ("able", frame.side, frame.exploiting, origin, target)
    units = pos.once(key, lambda: able(pos, frame, origin, target))
    for row in pos.context.charts.overruns.rows:
        paying = pos.once((row.id, *key), partial(affordable, pos, units, target, row))
        if unit in paying:
            force = stacked(pos, unit, paying, origin)
            if not _promising(pos, force, frame.side, target, row.odds):
                continue
            if _reached(pos, force, origin, target) >= row.odds:
                return True
    return False


def _reached(pos: Position, force: tuple[UnitId, ...], origin: Hex, target: Hex) -> int:
    """The odds of units of a hex against another, kept as long as nothing they rest on changes."""
    terms = pos.stack_terms(origin, target)
    return pos.shared(("odds", target, *force), terms, partial(odds, pos, force, target))


def stacked(
    pos: Position, first: UnitId, units: tuple[UnitId, ...], origin: Hex
) -> tuple[UnitId, ...]:
    """A unit with the strongest others of its hex that overrun together within its stacking limit:
    that limits those that overrun, not those that stand by (BF-13.2).
    """
    force: tuple[UnitId, ...] = (first,)
    row = pos.stack_row(origin)
    for unit in sorted(units, key=lambda unit: -pos.facts(unit).attack):
        if unit != first and not pos.excess((*force, unit), row):
            force = (*force, unit)
    return force


def hopes(pos: Position, side: str, at: Hex) -> Targets:
    """The hexes with enemies beside a hex that a side's units there could overrun, all of them
    together and each at its best: a sieve against the true strength of the defence, which asks for
    no costs yet.
    """
    known = _hopes(pos, side)
    found = known.get(at)
    if found is None:
        found = known[at] = _targets(pos, side, at)
    return found


def _hopes(pos: Position, side: str) -> dict[Hex, Targets]:
    """The hopes of a side as far as they are known: those kept from the last position, but for
    hexes in which something of its units changed, and those around hexes of others that did.
    """
    found: dict[Hex, Targets] | None = pos.known.get(("hopes", side))
    if found is None:
        pieces, opened, around = pos.state.pieces, pos.openings(side), pos.context.around
        last = pos.context.hopes.get(side)
        found = {}
        if last is not None and last.setting is pos.setting and last.openings is opened:
            changed = pieces_changed(last.pieces, pieces)
            if changed is not None and len(changed) <= MANY:
                places = [(unit, one[unit].at) for unit in changed for one in (last.pieces, pieces)]
                theirs = {at for unit, at in places if pos.side(unit) != side}
                beside = [around[at] for at in theirs if isinstance(at, Hex)]
                touched = theirs.union([at for _, at in places], *beside)
                found = {at: known for at, known in last.targets.items() if at not in touched}
        pos.context.hopes[side] = Hopes(pieces, pos.setting, opened, found)
        pos.known["hopes", side] = found
    return found


def _targets(pos: Position, side: str, at: Hex) -> Targets:
    enemies = pos.held[other(side)]
    near = [one for one in pos.fronts(side, at) if one in enemies]
    units, least = pos.friends(at, side), pos.context.charts.overruns.least
    hoped = [one for one in near if _promising(pos, units, side, one, least)]
    return tuple([one for one in hoped if _within_strength(pos, side, at, one)])


def _within_strength(pos: Position, side: str, origin: Hex, target: Hex) -> bool:
    units, least = pos.friends(origin, side), pos.context.charts.overruns.least
    most = most_attack(pos, Battle(side, target, units, pos.enemies(target, side)))
    defense = _defense_of(pos, side, target)
    return most is None or (most >= least * defense if defense else most > 0)


def _promising(
    pos: Position, units: tuple[UnitId, ...], side: str, target: Hex, odds_: int
) -> bool:
    """False where units as strong as printed, and doubled in full, could not reach some odds."""
    chart = pos.context.charts
    most = chart.engineers.doubled * chart.engineers.doubled
    attack = sum([pos.facts(unit).attack for unit in units])
    return attack * most >= odds_ * _defense_of(pos, side, target)


def _defense_of(pos: Position, side: str, target: Hex) -> Fraction:
    """The strength of the enemies in a hex, whoever attacks them."""
    key = ("defense", side, target)

    def work() -> Fraction:
        battle = Battle(side, target, (), pos.enemies(target, side))
        return pos.shared(key, pos.stack_terms(target), partial(ground_defense, pos, battle))

    return pos.once(key, work)


def stale(pos: Position) -> Iterator[str]:
    """Sentences about strengths that are kept from step to step and out of date, looked at on a
    part of the front.
    """
    for side in SIDES:
        enemies = pos.held[other(side)]
        for at, targets in _hopes(pos, side).items():
            if targets != _targets(pos, side, at):
                yield f"what units in {pos.label(at)} may hope to overrun is out of date"
        front = [
            (at, near)
            for at in sorted(pos.held[side])
            for near in pos.context.fronts.get(at, ())
            if near in enemies
        ]
        every = -(-len(front) // LOOKED_AT) or 1
        for origin, target in front[len(pos.state.spent) % every :: every]:
            battle = Battle(side, target, (), pos.enemies(target, side))
            fresh = ground_defense(pos, battle)
            if _defense_of(pos, side, target) != fresh:
                yield f"the strength of {pos.label(target)} in defence is out of date"
            units = pos.friends(origin, side)
            strong = target in hopes(pos, side, origin)
            if not strong and odds(pos, units, target) >= pos.context.charts.overruns.least:
                yield f"an overrun of {pos.label(target)} that reaches the odds is left out"
            if _reached(pos, units, origin, target) != odds(pos, units, target):
                yield f"the odds of {pos.label(origin)} against {pos.label(target)} are out of date"
