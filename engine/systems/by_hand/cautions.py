"""What declared rules dislike of an action that is possible: shown beforehand, told when done."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action, Objection
from engine.core.state import Location
from engine.core.wording import counted, mixed
from engine.rules.board.context import DEAD
from engine.rules.movement.actions import Move
from engine.systems.by_hand import actions as hand
from engine.systems.by_hand.charts.battle import CombatChart, CombatKind
from engine.systems.by_hand.charts.sequence import PhaseKind
from engine.systems.by_hand.context import BEYOND, points_of
from engine.systems.by_hand.position import HandPosition
from engine.systems.by_hand.records import ARRIVALS, MOVED
from maps.hexgrid import Hex
from oob.model import UnitId
from oob.words import MARKER

TURN_RULE, PLACE_RULE, SET_UP_RULE = "H-phases", "H-place", "H-set-up"
OWED_RULE = "H-owed"


def cautions(pos: HandPosition, action: Action) -> tuple[Objection, ...]:
    """Everything that is declared against an action; empty when nothing is."""
    return tuple(_cautions(pos, action))


def _cautions(pos: HandPosition, action: Action) -> Iterator[Objection]:
    match action:
        case Move():
            yield from _marching(pos, action.unit, action.target, action.via)
            yield from _ending(pos, (action.unit,), action.target)
        case hand.MoveStack():
            for unit in action.units:
                yield from _marching(pos, unit, action.target, ())
            yield from _ending(pos, action.units, action.target)
        case hand.Place():
            yield from _placing(pos, action.unit, action.target)
        case hand.Resolve():
            yield from _fighting(pos, action)
        case hand.NextPhase():
            yield from _closing(pos)
        case hand.PutMarker():
            yield from _marker(pos, action.marker)


def _marching(
    pos: HandPosition, unit: UnitId, target: Hex, via: tuple[Hex, ...]
) -> Iterator[Objection]:
    yield from _out_of_turn(pos, unit)
    chart, name = pos.charts.movement, pos.called(unit)
    if chart is None or pos.piece(unit).hex is None or pos.owes:
        return
    if pos.context.units[unit].type == MARKER or pos.context.is_unrated:
        return
    if not pos.context.classes.get(unit):
        yield Objection(chart.rule, f"{name} is in no movement class.")
    elif via:
        yield from _path(pos, unit, target, via)
    elif target not in pos.reach(unit).cost:
        yield Objection(*_out_of_reach(pos, unit, target))


def is_done(pos: HandPosition, unit: UnitId) -> bool:
    """Whether another side acts, the phase is not for moving a unit, or it has moved in it."""
    owner = pos.owner(unit)
    is_other = owner in pos.context.players and owner != pos.state.hand
    return is_other or any(True for _ in _out_of_turn(pos, unit))


def _out_of_turn(pos: HandPosition, unit: UnitId) -> Iterator[Objection]:
    """What the phase has against moving a unit; nothing while a battle asks for it."""
    slot, name = pos.slot, pos.called(unit)
    if slot is None or pos.owes:
        return
    if slot.kind not in (PhaseKind.FREE, PhaseKind.MOVE):
        yield Objection(TURN_RULE, f"{slot.name} is no phase of movement.")
    owner = pos.owner(unit)
    if slot.side and owner != slot.side and owner in pos.context.players:
        yield Objection(TURN_RULE, f"{name} is not of the side whose phase it is.")
    if slot.kind is PhaseKind.MOVE and MOVED in pos.piece(unit).marks:
        yield Objection(TURN_RULE, f"{name} has moved already.")


def _path(
    pos: HandPosition, unit: UnitId, target: Hex, via: tuple[Hex, ...]
) -> Iterator[Objection]:
    """What is declared against going by some hexes."""
    chart, at = pos.charts.movement, pos.piece(unit).hex
    assert chart is not None and at is not None
    graph = pos.context.graph(pos.context.classes[unit], pos.skies)
    spent, here = 0, at
    for near in (*via, target):
        cost = dict(graph.get(here, ())).get(near)
        if cost is None:
            text = f"{pos.called(unit)} cannot go from {pos.label(here)} to {pos.label(near)}."
            yield Objection(chart.rule, text)
            return
        spent, here = spent + cost, near
    has = pos.allowance(unit)
    if points_of(spent) > has and unit in pos.context.still:
        yield Objection(chart.rule, _unrated(pos, unit))
    elif points_of(spent) > has:
        text = f"The way costs {worded(spent)}, and {pos.called(unit)} has {mixed(has)}."
        yield Objection(chart.rule, text)


def _out_of_reach(pos: HandPosition, unit: UnitId, target: Hex) -> tuple[str, str]:
    """The rule and the sentence of a hex that a unit cannot get to."""
    chart, zones = pos.charts.movement, pos.charts.zones
    assert chart is not None
    name, at, has = pos.called(unit), pos.label(target), pos.allowance(unit)
    if target in pos.hostile(pos.owner(unit)):
        return chart.rule, f"{at} is held by another side."
    if target in pos.barred(unit):
        return chart.rule, f"{name} may not be in {at}."
    if pos.context.map.terrain[target] not in {row.id for row in chart.terrain}:
        kind = pos.context.map.terrain[target]
        return chart.rule, f"What {kind} costs is not declared."
    cost = pos.way(unit).cost.get(target)
    if cost is None:
        return chart.rule, f"There is no way for {name} to {at}."
    if points_of(cost) > has:
        if unit in pos.context.still:
            return chart.rule, _unrated(pos, unit)
        return chart.rule, f"{at} costs {worded(cost)}, and {name} has {mixed(has)}."
    return zones.rule if zones else chart.rule, f"Enemy zones keep {name} from {at}."


def _unrated(pos: HandPosition, unit: UnitId) -> str:
    return f"The counter of {pos.called(unit)} says no movement."


def worded(cost: int) -> str:
    """A cost as the graph counts it, in words."""
    return "all a unit has" if cost >= BEYOND else mixed(points_of(cost))


def _ending(pos: HandPosition, units: tuple[UnitId, ...], target: Hex) -> Iterator[Objection]:
    """What is declared against units being in a hex together with those that are there."""
    side = pos.owner(units[0])
    chart = pos.charts.stacking
    if chart is not None:
        text = pos.over(target, side, units)
        if text:
            yield Objection(chart.rule, text)
    if pos.enemies(target, side):
        yield Objection(PLACE_RULE, f"Units of another side are in {pos.label(target)}.")
    if target not in pos.context.land and pos.charts.movement is None:
        yield Objection(PLACE_RULE, f"{pos.label(target)} is water.")


def _placing(pos: HandPosition, unit: UnitId, target: Location) -> Iterator[Objection]:
    name, start = pos.called(unit), pos.where(unit)
    if isinstance(target, str):
        limit = pos.context.holds.get(target)
        if limit is not None and len(pos.boxed(target)) >= limit:
            yield Objection(PLACE_RULE, f"{pos.label(target)} holds {counted(limit, 'unit')}.")
        return
    homes = pos.context.homes.get(unit, ())
    if pos.slot is None and homes and target not in homes:
        yield Objection(SET_UP_RULE, f"{name} is not set up in {pos.label(target)}.")
    entry = pos.context.arrivals.get(unit)
    if start == ARRIVALS and entry is not None:
        if entry.turn > pos.state.turn:
            yield Objection(TURN_RULE, f"{name} comes in turn {entry.turn}.")
        elif homes and target not in homes:
            yield Objection(SET_UP_RULE, f"{name} comes in {entry.place}.")
    if start == DEAD:
        yield Objection(PLACE_RULE, f"{name} is out of the game.")
    yield from _ending(pos, (unit,), target)


def _fighting(pos: HandPosition, action: hand.Resolve) -> Iterator[Objection]:
    slot, chart = pos.slot, pos.charts.combat
    assert chart is not None, "battles are resolved where a table is declared"
    if slot is not None and slot.kind not in (PhaseKind.FREE, PhaseKind.COMBAT):
        yield Objection(TURN_RULE, f"{slot.name} is no phase of combat.")
    if slot is not None and slot.side and pos.owner(action.units[0]) != slot.side:
        yield Objection(TURN_RULE, "It is not the attacker's phase.")
    for unit in action.units:
        at = pos.piece(unit).hex
        if at is not None and action.target not in at.neighbours():
            text = f"{pos.called(unit)} is not next to {pos.label(action.target)}."
            yield Objection(chart.rule, text)
    if chart.kind is not CombatKind.FIRE:
        yield from _weighing(pos, chart, action)


def _weighing(pos: HandPosition, chart: CombatChart, action: hand.Resolve) -> Iterator[Objection]:
    """Nothing against nothing is no odds: told where counters of pictures alone meet."""
    defenders = pos.enemies(action.target, pos.owner(action.units[0]))
    sides = ((action.units, "that attack"), (defenders, f"in {pos.label(action.target)}"))
    for units, where in sides:
        if units and not any(_is_armed(pos, unit) for unit in units):
            text = f"The counters {where} say no strength: they count for 0."
            yield Objection(chart.rule, text)


def _is_armed(pos: HandPosition, unit: UnitId) -> bool:
    faces = pos.context.units[unit].faces
    return any(face.attack is not None or face.defense is not None for face in faces)


def _closing(pos: HandPosition) -> Iterator[Objection]:
    """What is left to do when a phase is ended."""
    if pos.state.owed:
        yield Objection(OWED_RULE, f"Still owed: {pos.state.owed[0]}")
    stacking = pos.charts.stacking
    if stacking is not None:
        for side in pos.context.all_sides:
            for at in pos.crowded(side):
                load, room = pos.load(at, side), pos.room(at)
                text = f"{pos.label(at)} holds {load}, more than {room}."
                yield Objection(stacking.rule, text if load > room else pos.over(at, side))
    supply, slot = pos.charts.supply, pos.slot
    if supply is None or slot is None or slot.kind is not PhaseKind.SUPPLY:
        return
    for unit, piece in pos.state.pieces.items():
        fed = pos.fed(unit)
        if supply.state and fed is not None and fed is (supply.state in piece.marks):
            yield Objection(supply.rule, "Supply has changed since it was last judged.")
            return


def _marker(pos: HandPosition, marker: str) -> Iterator[Objection]:
    row = pos.context.marker_rows[marker]
    laid = sum(found.count(marker) for found in pos.state.markers.values())
    if row.most and laid >= row.most:
        yield Objection(
            PLACE_RULE, f"There are {row.most} of {row.name}, and all are on the board."
        )
