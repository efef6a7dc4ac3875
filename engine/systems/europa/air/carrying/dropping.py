"""Units come down: the die of disruption, and what a drop changes on the ground (BF-25A, 25B)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.systems.europa.air import fleet
from engine.systems.europa.air.carrying import drop_plans, seizing
from engine.systems.europa.air.carrying.records import DropRoll
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.board.board import MAJOR
from engine.systems.europa.combat import amid
from engine.systems.europa.state.common import Work, eliminate, mark, now
from engine.systems.europa.state.constants import (
    AIRDROPPED,
    BADLY_DISRUPTED,
    DISRUPTED,
    SIDES,
    other,
)
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex
from oob.model import UnitId

LOST, SAFE = "lost", "-"
MARKS = frozenset({AIRDROPPED, DISRUPTED, BADLY_DISRUPTED})
"""What is remembered of a drop until the next initial phase of its side."""
DROPPED, DISORDER = frozenset({AIRDROPPED}), frozenset({DISRUPTED, BADLY_DISRUPTED})
NOWHERE: frozenset[Hex] = frozenset()


def modifiers(
    pos: Position, side: str, at: Hex, *, glider: bool = False, unit: UnitId | None = None
) -> Iterator[tuple[str, int, str]]:
    """What is added to the die for a drop into a hex, of a unit or of supplies, each with its topic
    (BF-25A.2 to 25A.6).
    """
    chart, context, enemy = fleet.charts_of(pos.context).airlift, pos.context, other(side)
    if pos.enemies(at, side) or at in pos.zoc(enemy):
        yield "enemies there or near", chart.near_enemies, "drop near enemies"
    if context.terrain_at(at) not in chart.easy:
        yield "not clear terrain", chart.rough, "drop terrain"
    if context.city_rank(at) >= MAJOR:
        yield "major city", chart.major, "drop in city"
    if pos.poor_at(at):
        yield "poor weather", chart.poor, "drop weather"
    if chart.sides.get(side):
        yield "drop of this side", chart.sides[side], "drop by side"
    if glider:
        yield "by glider", chart.glider, "drop by glider"
    if unit is not None and drop_plans.honorary(pos, unit):
        yield "parachute infantry", chart.honorary_value, "drop by side"


def added(
    pos: Position, side: str, at: Hex, *, glider: bool = False, unit: UnitId | None = None
) -> int:
    """What is added to the die for a drop into a hex."""
    return sum(value for _, value, _ in modifiers(pos, side, at, glider=glider, unit=unit))


def fate(pos: Position, side: str, at: Hex, total: int) -> str:
    """What a total of the die does to a unit that drops into a hex (BF-25A.7 to 25A.9)."""
    chart = fleet.charts_of(pos.context).airlift
    if total <= deadly(pos) or (total <= chart.badly and pos.enemies(at, side)):
        return LOST
    if total <= chart.badly:
        return BADLY_DISRUPTED
    return DISRUPTED if total <= chart.disrupted else SAFE


def deadly(pos: Position) -> int:
    """The highest total with which a unit that drops is lost anywhere (BF-25A.9, FE-OPT2.1)."""
    chart = fleet.charts_of(pos.context).airlift
    return max(chart.lost, chart.option_lost) if drop_plans.honorary_drops(pos) else chart.lost


def chances(
    pos: Position, side: str, at: Hex, *, glider: bool = False, unit: UnitId | None = None
) -> Mapping[str, Fraction]:
    """The chance of each fate of a unit that drops into a hex."""
    faces, more = pos.context.charts.dice.faces, added(pos, side, at, glider=glider, unit=unit)
    found: dict[str, Fraction] = {}
    for face in range(1, faces + 1):
        what = fate(pos, side, at, face + more)
        found[what] = found.get(what, Fraction(0)) + Fraction(1, faces)
    return found


# Coming down


def come_down(pos: Position, transition: Work, unit: UnitId, at: Hex) -> None:
    """A unit is in the hex it is dropped into; the die is due (BF-25A.1). Where it may hold the hex
    it counts as disrupted until then (FE-25A.4).
    """
    pos.set_out(unit, transition.state.pieces[unit].at, transition)
    transition.state = transition.state.with_piece(unit, at=at)
    mark(transition, unit, AIRDROPPED)
    if fleet.charts_of(pos.context).airlift.holds:
        mark(transition, unit, DISRUPTED)
    drop_plans.done(pos, transition, unit)
    transition.tell("dropped", rule(pos, "air drop"), unit=unit, at=at)


def node(pos: Position, frame: DropRoll) -> ChanceNode:
    """The die of a unit that comes down."""
    side, faces = pos.side(frame.unit), pos.context.charts.dice.faces
    more = added(pos, side, frame.at, glider=frame.glider, unit=frame.unit)
    meanings = tuple(fate(pos, side, frame.at, face + more) for face in range(1, faces + 1))
    reason = f"the drop of {pos.called(frame.unit)} into {pos.label(frame.at)}, {more:+d}"
    return ChanceNode(faces, reason, rule(pos, "drop roll"), meanings)


def rolled(pos: Position, frame: DropRoll, face: int, transition: Work) -> None:
    """It is down in good order, disrupted, or lost."""
    transition.state = transition.state.popped()
    unit, side = frame.unit, pos.side(frame.unit)
    total = face + added(pos, side, frame.at, glider=frame.glider, unit=unit)
    what = fate(pos, side, frame.at, total)
    settled = transition.state.pieces[unit].marks.difference({DISRUPTED})
    transition.state = transition.state.with_piece(unit, marks=settled)
    if what == LOST:
        killed = total <= deadly(pos)
        cited = rule(pos, "drop lost" if killed else "badly disrupted")
        transition.tell("drop lost", cited, unit=unit, at=frame.at, face=face)
        eliminate(pos.context, transition, unit, cadre=False, cited=cited)
    elif what != SAFE:
        mark(transition, unit, what)
        transition.tell("drop disrupted", rule(pos, what), unit=unit, face=face, text=what)
        seizing.offer(now(pos.context, transition), unit, transition)
    else:
        transition.tell("drop made", rule(pos, "drop roll"), unit=unit, face=face)
        seizing.offer(pos, unit, transition)


HANDLERS = (Handler(DropRoll, chance=node, rolled=rolled),)
"""The handler of the die."""


# On the ground


def recover(context: Context, transition: Work, side: str) -> frozenset[Hex]:
    """As a side's initial phase opens, its dropped units are units like others (BF-25A.10,
    25B.1). Returns the hexes that were not its own for their being there alone.
    """
    pos = context.look(transition.state)
    found = lately(pos, side)
    for unit in sorted(pos.standing.marked(MARKS), key=pos.standing.order.__getitem__):
        if pos.side(unit) == side:
            marks = pos.piece(unit).marks - MARKS
            transition.state = transition.state.with_piece(unit, marks=marks)
    return found


def lately(pos: Position, side: str) -> frozenset[Hex]:
    """Hexes where all of a side's units have dropped lately, or where who comes down in good order
    holds them are disrupted: it does not own them for that (BF-25B.1, FE-25A.4).
    """
    key = ("dropped lately", side)
    found: frozenset[Hex] | None = pos.known.get(key)
    if found is None:
        found = pos.known[key] = _lately(pos, side)
    return found


def _lately(pos: Position, side: str) -> frozenset[Hex]:
    if not pos.air.units:
        return NOWHERE
    weak = _weak(pos)
    hexes = [pos.piece(unit).hex for unit in pos.standing.marked(weak) if pos.side(unit) == side]
    if not hexes:
        return NOWHERE
    return frozenset(
        at
        for at in hexes
        if at is not None
        and not any(pos.piece(mate).marks.isdisjoint(weak) for mate in pos.friends(at, side))
    )


def _weak(pos: Position) -> frozenset[str]:
    """The marks of those who do not own a hex for being there."""
    return DISORDER if fleet.charts_of(pos.context).airlift.holds else DROPPED


def anybody(pos: Position) -> bool:
    """Whether there are any units that do not own the hexes where they have come down."""
    return bool(pos.air.units) and bool(pos.standing.marked(_weak(pos)))


def seized(pos: Position, at: Hex) -> str:
    """The side that owns an airbase by a drop: undisrupted units of it are in the hex, no enemies
    (BF-25B.2); '' for none.
    """
    for side in SIDES:
        if at in lately(pos, side) and not pos.enemies(at, side):
            units = (pos.piece(unit) for unit in pos.friends(at, side))
            if any(piece.marks.isdisjoint(DISORDER) for piece in units):
                return side
    return ""


def bars_attack(pos: Position, unit: UnitId, at: Hex) -> Objection | None:
    """Badly disrupted units attack nobody, and who has come down on enemies attacks no others
    (FE-25A.3, 25C.2).
    """
    if BADLY_DISRUPTED in pos.piece(unit).marks:
        text = f"{pos.called(unit)} is badly disrupted and does not attack."
        return Objection(rule(pos, "badly disrupted"), text)
    return amid.bound(pos, unit, at)
