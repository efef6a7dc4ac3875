"""Bridges: whose they are, demolition and repair by units (option, BF-32C)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.state import Frame
from engine.frozen import dataclass
from engine.systems.europa.movement import move_actions as do
from engine.systems.europa.movement.costs import MAJOR_RIVER
from engine.systems.europa.movement.reach import work_objections
from engine.systems.europa.state.common import Work, mark, now, objection, spend
from engine.systems.europa.state.constants import HALF, MARCHED, NEUTRAL, SIDES, other
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex, Side, are_adjacent, side_between
from oob.model import UnitId

BRIDGES = "bridges"
"""The option that brings bridges into play."""


@dataclass(frozen=True, slots=True)
class Demolishing(Frame):
    """A die: whether a unit demolishes a bridge of which the enemy owns a bank (FE-39A.3)."""

    side: str
    unit: UnitId
    target: Hex


FRAMES: tuple[type[Frame], ...] = (Demolishing,)


def at_start(context: Context, owner_of: Mapping[Hex, str]) -> dict[Side, str]:
    """The owner of each bridge when both banks have the same, '' for the others: so those on
    borders start unowned (BF-32C.2, 32C.3).
    """
    return {side: _common(owner_of, side) for side in sorted(context.bridge_sides)}


def _common(owner_of: Mapping[Hex, str], side: Side) -> str:
    a, b = (owner_of.get(at, NEUTRAL) for at in side.hexes)
    return a if a == b and a in SIDES else NEUTRAL


def owner(pos: Position, side: Side) -> str:
    """Who owns a bridge: who owns both banks, or did so last (BF-32C.2)."""
    return pos.state.bridges.get(side, NEUTRAL)


def keep(context: Context, transition: Work) -> None:
    """Give bridges whose banks have one owner to him, but for those that the other side has seized
    and still has units at; titles call it when hexes changed hands.
    """
    if not context.option(BRIDGES):
        return
    pos = now(context, transition)
    changed: dict[Side, str] = {}
    for side in sorted(pos.context.bridge_sides):
        a, b = (pos.owner_of(at) for at in side.hexes)
        held = owner(pos, side)
        if a == b and a in SIDES and held != a and not _kept(pos, side, held):
            changed[side] = a
    if changed:
        transition.set(bridges={**transition.state.bridges, **changed})


def _kept(pos: Position, side: Side, owner_: str) -> bool:
    """True for a bridge with units of its owner beside it, who own no hex there when they have
    dropped (BF-25B.1, 32C.12).
    """
    return owner_ in SIDES and not pos.held[owner_].isdisjoint(side.hexes)


def key(context: Context, side: Side) -> str:
    """The name under which bombing hits on a bridge are kept."""
    return "bridge " + "/".join(context.map.label(at) for at in side.hexes)


def hits(pos: Position, side: Side) -> int:
    """Bombing hits that a standing bridge has taken."""
    return pos.state.hits.get(key(pos.context, side), 0)


def bombed(pos: Position, transition: Work, side: Side) -> None:
    """A bombing hit; enough of them demolish the bridge (BF-32C.6)."""
    count = transition.state.hits.get(key(pos.context, side), 0) + 1
    at, to = side.hexes
    rule = pos.context.cite("bridge hit")
    if side in transition.state.down:
        return
    if count < pos.context.charts.bridges.hits:
        transition.set(hits={**transition.state.hits, key(pos.context, side): count})
        transition.tell("bridge hit", rule, at=at, to=to, count=count)
        return
    fall(pos.context, transition, side)
    transition.tell("bridge bombed", rule, at=at, to=to)


def fall(context: Context, transition: Work, side: Side) -> None:
    """A bridge is down; hits on it count no more."""
    transition.set(down=transition.state.down | {side})
    _repaired(context, transition, side)


def _repaired(context: Context, transition: Work, side: Side) -> None:
    name, known = key(context, side), transition.state.hits
    if name in known:
        transition.set(hits={place: count for place, count in known.items() if place != name})


def families(pos: Position, _frame: Moving, units: tuple[UnitId, ...]) -> list[Family]:
    """Demolish and repair bridges."""
    if not pos.context.option(BRIDGES):
        return []
    kinds = (
        ("demolish bridge", "Demolish", do.DemolishBridge),
        ("repair bridge", "Repair", do.RepairBridge),
    )
    return [
        Family(name, f"{title} a bridge", partial(_every, pos, units, action), weight=1)
        for name, title, action in kinds
    ]


def _every(
    pos: Position, units: tuple[UnitId, ...], action: type[do.DemolishBridge | do.RepairBridge]
) -> Iterator[Action]:
    for unit in units:
        at = pos.piece(unit).at
        if isinstance(at, Hex):
            yield from (action(unit, near) for near in bridged(pos.context, at))


def bridged(context: Context, at: Hex) -> tuple[Hex, ...]:
    """The hexes that bridges join to one."""
    sides = context.bridge_sides
    return tuple(near for near in at.neighbours() if side_between(at, near) in sides)


def bridge_of(pos: Position, unit: UnitId, target: Hex) -> Side | None:
    """The bridge between a unit's hex and another, None when there is none."""
    at = pos.piece(unit).at
    if not isinstance(at, Hex) or not are_adjacent(at, target):
        return None
    side = side_between(at, target)
    return side if side in pos.context.bridge_sides else None


def _no_bridge(pos: Position, unit: UnitId, target: Hex) -> Iterator[Objection]:
    if not pos.context.option(BRIDGES):
        yield objection(pos, "bridges", "Bridges are not in play: the option is not chosen.")
    elif bridge_of(pos, unit, target) is None:
        text = f"No bridge leads from {pos.called(unit)} to {pos.label(target)}."
        yield objection(pos, "bridges", text)


def demolish_objections(
    pos: Position, frame: Moving, action: do.DemolishBridge
) -> Iterator[Objection]:
    """What forbids demolishing a bridge (BF-32C.7)."""
    refused = tuple(_no_bridge(pos, action.unit, action.target))
    yield from refused
    if refused:
        return
    side = bridge_of(pos, action.unit, action.target)
    assert side is not None, "a bridge was found"
    if side in pos.state.down:
        yield objection(pos, "bridge demolition", "That bridge is down already.")
    elif owner(pos, side) not in (frame.side, NEUTRAL):
        yield objection(pos, "bridge demolition", "The enemy owns that bridge.")
    cost = pos.context.charts.bridges.demolish
    yield from work_objections(pos, frame, action.unit, cost, "bridge demolition")


def demolish(pos: Position, frame: Moving, action: do.DemolishBridge, transition: Work) -> None:
    """Blow a bridge up, by a die where the enemy owns a bank of it."""
    side = bridge_of(pos, action.unit, action.target)
    assert side is not None, "the check found the bridge"
    _work(transition, action.unit, pos.context.charts.bridges.demolish)
    enemy = any(pos.owner_of(at) == other(frame.side) for at in side.hexes)
    if enemy and pos.context.charts.bridges.contested:
        frame_ = Demolishing(frame.side, action.unit, action.target)
        transition.state = transition.state.pushed(frame_)
    else:
        _demolished(pos, action.unit, action.target, side, transition)


def _demolished(pos: Position, unit: UnitId, to: Hex, side: Side, transition: Work) -> None:
    fall(pos.context, transition, side)
    rule = pos.context.cite("bridge demolition")
    transition.tell("bridge demolished", rule, unit=unit, at=pos.piece(unit).at, to=to)


def demolition_node(pos: Position, frame: Demolishing) -> ChanceNode:
    """The die."""
    reason = f"{pos.called(frame.unit)} demolishing the bridge to {pos.label(frame.target)}"
    return ChanceNode(pos.context.charts.dice.faces, reason, pos.context.cite("bridge demolition"))


def demolition_rolled(pos: Position, frame: Demolishing, face: int, transition: Work) -> None:
    """The bridge is down, or stands, and another attempt may be made."""
    unit, to = frame.unit, frame.target
    side = bridge_of(pos, unit, to)
    assert side is not None, "the check found the bridge"
    transition.state = transition.state.popped()
    if face <= pos.context.charts.bridges.contested:
        _demolished(pos, unit, to, side, transition)
    else:
        rule, at = pos.context.cite("bridge demolition"), pos.piece(unit).at
        transition.tell("bridge stands", rule, unit=unit, at=at, to=to, roll=face)


def repair_objections(pos: Position, frame: Moving, action: do.RepairBridge) -> Iterator[Objection]:
    """What forbids repairing a bridge (BF-32C.10)."""
    refused = tuple(_no_bridge(pos, action.unit, action.target))
    yield from refused
    if refused:
        return
    side = bridge_of(pos, action.unit, action.target)
    assert side is not None, "a bridge was found"
    if side not in pos.state.down and not hits(pos, side):
        yield objection(pos, "bridge repair", "That bridge stands.")
    elif any(pos.owner_of(at) != frame.side for at in side.hexes):
        yield objection(pos, "bridge repair", "Your side does not own both banks.")
    if not pos.builds(action.unit):
        yield objection(pos, "bridge repair", f"{pos.called(action.unit)} is no construction unit.")
    unpaid = pos.bars_repair(action.unit, side) if side in pos.state.down else None
    if unpaid is not None:
        yield unpaid
    yield from work_objections(pos, frame, action.unit, repair_cost(pos, side), "bridge repair")


def repair_cost(pos: Position, side: Side) -> int:
    """Movement points to repair a bridge, multiplied by the weather (BF-32C.11, 14A1.18)."""
    chart = pos.context.charts.bridges
    major = MAJOR_RIVER in pos.context.sides(*side.hexes)
    cost = chart.repair_major if major else chart.repair
    return cost * pos.by_weather(pos.context.charts.construction.weather, *side.hexes)


def repair(pos: Position, _frame: Moving, action: do.RepairBridge, transition: Work) -> None:
    """Put a bridge up again, or right after bombing hits."""
    side = bridge_of(pos, action.unit, action.target)
    assert side is not None, "the check found the bridge"
    _work(transition, action.unit, repair_cost(pos, side))
    if side in pos.state.down:
        pos.repair_paid(action.unit, side, transition)
    transition.set(down=transition.state.down - {side})
    _repaired(pos.context, transition, side)
    rule = pos.context.cite("bridge repair")
    at = pos.piece(action.unit).at
    transition.tell("bridge repaired", rule, unit=action.unit, at=at, to=action.target)


def _work(transition: Work, unit: UnitId, cost: int) -> None:
    mark(transition, unit, MARCHED)
    spend(transition, unit, cost * HALF)


ANSWERS = (
    Answer(do.DemolishBridge, demolish_objections, demolish),
    Answer(do.RepairBridge, repair_objections, repair),
)
HANDLERS = (Handler(Demolishing, chance=demolition_node, rolled=demolition_rolled),)
