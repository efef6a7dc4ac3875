"""Amphibious landings: planned a turn ahead, on beaches of the enemy (BF-26B2, 25C)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family, by_unit
from engine.core.state import Frame, Location
from engine.systems.europa.movement.crowding import crowd_objections
from engine.systems.europa.sea import routes, sailing, transport
from engine.systems.europa.sea.actions import CancelLanding, LandAmphibiously, PlanLanding
from engine.systems.europa.sea.context import SeaContext
from engine.systems.europa.sea.points import points_left
from engine.systems.europa.sea.position import SeaPosition, forbids, now, rule
from engine.systems.europa.sea.records import Berth, LandingPlan, Voyage
from engine.systems.europa.state import operations
from engine.systems.europa.state.common import Sided, Work, in_play
from engine.systems.europa.state.constants import Ability, other
from engine.systems.europa.state.records import Initial, Moving, Theatre
from maps.hexgrid import Hex
from oob.model import UnitId


def lands(pos: SeaPosition, unit: UnitId) -> bool:
    """Whether a unit may make amphibious landings: by its nation, or as a marine commando, and
    without heavy equipment (BF-26B2.1, 26B1.8).
    """
    chart, facts, nation = pos.context.charts.landings, pos.facts(unit), pos.nation(unit)
    if facts.heavy:
        return False
    marine = {Ability.MARINE, Ability.COMMANDO} <= facts.abilities
    return nation in chart.nations or (marine and nation in chart.commandos)


@lru_cache(maxsize=8)
def _landers(context: SeaContext) -> frozenset[UnitId]:
    """The units of nations of which any may make amphibious landings."""
    chart, units = context.charts.landings, context.units.values()
    return frozenset(
        unit.id for unit in units if unit.nation in chart.nations or unit.nation in chart.commandos
    )


def shores(pos: SeaPosition, side: str) -> tuple[Hex, ...]:
    """Beaches of the enemy that are open to landings (BF-26B2.1, 26B2.7)."""

    def work() -> tuple[Hex, ...]:
        owned, closed = pos.owned(other(side)), pos.context.shores
        return tuple([at for at in pos.context.beaches if at in owned and at not in closed])

    return pos.once(("shores", side), work)


# Planning


def open_phase(context: SeaContext, transition: Work, side: str) -> None:
    """As a side's initial phase opens, its plans for past turns are void, and units that landed in
    its last turn live by supply lines again (BF-25C.6, 26B2.4).
    """
    if not context.at_sea:
        return
    pos = now(context, transition)
    sea = pos.sea
    plans = operations.standing(pos, sea.plans, side)
    landed = frozenset(unit for unit in sea.landed if pos.side(unit) != side)
    if (plans, landed) != (sea.plans, sea.landed):
        transition.set(sea=replace(sea, plans=plans, landed=landed))


def void(context: SeaContext, transition: Work) -> None:
    """Plans end when their unit is in an enemy zone of control, has attacked or been attacked, or
    is in play no more (BF-25C.5, 25C.6).
    """
    pos = now(context, transition)
    ended = operations.ended(pos, pos.sea.plans)
    for unit, topic in ended.items():
        transition.tell("landing void", rule(pos, topic), unit=unit)
    if ended:
        plans = {unit: plan for unit, plan in pos.sea.plans.items() if unit not in ended}
        transition.set(sea=replace(pos.sea, plans=plans))


def families(pos: SeaPosition, frame: Frame) -> tuple[Family, ...]:
    """Plan landings in initial phases, carry them out in movement phases; give them up in both."""
    if not pos.context.at_sea or pos.state.surprise:
        return ()
    side = frame.side if isinstance(frame, (Initial, Moving)) else ""
    if isinstance(frame, Initial):
        return plan_families(pos, frame, side)
    if isinstance(frame, Moving) and not frame.exploiting and pos.sea.plans:
        return (
            by_unit(
                "land amphibiously",
                "Land on an enemy beach",
                lambda: tuple(due(pos, side)),
                lambda unit: (pos.sea.plans[unit].target,),
                LandAmphibiously,
                weight=30,
            ),
            cancel_family(pos, frame, side),
        )
    return ()


def cancel_family(pos: SeaPosition, frame: Frame, side: str) -> Family:
    """The landings that can be given up now."""
    words = "cancel landing", "Cancel a landing"
    return operations.cancel_family(pos, frame, pos.sea.plans, side, words, CancelLanding)


def plan_families(pos: SeaPosition, frame: Frame, side: str) -> tuple[Family, ...]:
    """The landings that a side can plan now, and those it can give up."""

    def aimed(unit: UnitId, place: Location) -> Iterator[PlanLanding]:
        """A landing over a sea where a port must be had first: it can be planned, unlisted."""
        if isinstance(place, Hex) and missing(pos, side, unit, place):
            yield from (PlanLanding(unit, place) for who in planners(pos, side) if who == unit)

    found = by_unit(
        "plan landing",
        "Plan an amphibious landing",
        lambda: planners(pos, side),
        lambda unit: aims(pos, side, unit),
        PlanLanding,
        weight=1,
        quiet=True,
        rare=True,
    )
    return (replace(found, aimed=aimed), cancel_family(pos, frame, side))


def planners(pos: SeaPosition, side: str) -> tuple[UnitId, ...]:
    """Units in play that a landing can be planned for now."""

    def work() -> tuple[UnitId, ...]:
        enemy, able = pos.zoc(other(side)), _landers(pos.context)
        return tuple(
            unit
            for unit, piece in pos.state.pieces.items()
            if unit in able
            and (isinstance(piece.at, Hex) or piece.at in pos.context.holding)
            and piece.at not in enemy
            and not pos.planned(unit)
            and pos.side(unit) == side
            and lands(pos, unit)
            and pos.kept(unit) is None
        )

    return pos.once(("planners", side), work)


def aims(pos: SeaPosition, side: str, unit: UnitId) -> tuple[Hex, ...]:
    """Where a unit's landing is offered: on enemy shores of seas its side has ships in, where it
    is at that sea or its side has a port or beach to march to and go on board from (BF-26B1.1).
    """
    zones = {row.zone for row in pos.context.charts.transport.rows if row.side == side}
    zones -= {zone for zone in zones if _without_berth(pos, side, unit, zone)}
    found = (at for at in shores(pos, side) if pos.context.beaches[at] in zones)
    return tuple([at for at in found if pos.bars(unit, at) is None])


def missing(pos: SeaPosition, side: str, unit: UnitId, to: Hex) -> str:
    """The sea zone of a beach, where a unit's side has no port or beach of it that land joins with
    the unit; '' where it has (BF-26B1.1).
    """
    zone = pos.context.beaches.get(to, "")
    return zone if zone and _without_berth(pos, side, unit, zone) else ""


def _without_berth(pos: SeaPosition, side: str, unit: UnitId, zone: str) -> bool:
    at = pos.piece(unit).at
    mass = pos.context.masses.get(at) if isinstance(at, Hex) else None
    return pos.context.sea_zone(at) != zone and (zone, mass) not in _coasts(pos, side)


def _coasts(pos: SeaPosition, side: str) -> frozenset[tuple[str, int | None]]:
    """The sea zones on which a side has a port or a beach, with the mass of land it is on."""
    owned, context = pos.owned(side), pos.context

    def work() -> frozenset[tuple[str, int | None]]:
        coast = (at for at in (*context.beaches, *context.port_ids) if at in owned)
        return frozenset((context.sea_zone(at), context.masses.get(at)) for at in coast)

    return pos.shared(("coasts", side), (owned,), work)


def due(pos: SeaPosition, side: str) -> Mapping[UnitId, LandingPlan]:
    """The landings a side has planned for this turn."""
    return operations.due(pos, pos.sea.plans, side)


def plan_objections(pos: SeaPosition, frame: Sided, action: PlanLanding) -> Iterator[Objection]:
    """What forbids a plan (BF-26B2, 25C.1, 25C.2, 25C.4)."""
    unit, to, side = action.unit, action.target, frame.side
    name = pos.called(unit)
    if not pos.context.at_sea or pos.state.surprise:
        yield forbids(pos, "landing plan", "No landings are planned now.")
        return
    if pos.side(unit) != side or not in_play(pos, unit):
        yield forbids(pos, "landing plan", f"{name} is not in play for you to plan with.")
        return
    yield from _who(pos, unit)
    yield from operations.unplannable(pos, side, unit)
    yield from _where(pos, side, unit, to)


def _who(pos: SeaPosition, unit: UnitId) -> Iterator[Objection]:
    if lands(pos, unit):
        return
    if pos.facts(unit).heavy:
        text = f"{pos.called(unit)} has heavy equipment and does not land on beaches."
        yield forbids(pos, "beach equipment", text)
    else:
        text = f"{pos.called(unit)} is not of those that make amphibious landings."
        yield forbids(pos, "landing units", text)


def _where(pos: SeaPosition, side: str, unit: UnitId, to: Hex) -> Iterator[Objection]:
    where = pos.label(to)
    if to not in pos.context.beaches:
        yield forbids(pos, "beach", f"{where} has no beach.")
    elif pos.owner_of(to) != other(side):
        yield forbids(pos, "landing units", f"{where} is not the enemy's.")
    elif to in pos.context.shores:
        yield forbids(pos, "closed coasts", f"Nobody lands on the coast of {where}.")
    else:
        barred = pos.bars(unit, to)
        if barred is not None:
            yield barred


def plan(pos: SeaPosition, _frame: Initial, action: PlanLanding, transition: Work) -> None:
    """The landing is for the next turn (BF-25C.1)."""
    turn = pos.state.turn + pos.context.charts.landings.ahead
    enter(pos, action, turn, transition, "landing planned")


def enter(pos: SeaPosition, action: PlanLanding, turn: int, transition: Work, event: str) -> None:
    """Write a plan down, and tell of it as ``event``."""
    plans = {**pos.sea.plans, action.unit: LandingPlan(action.target, turn)}
    transition.set(sea=replace(pos.sea, plans=plans))
    transition.tell(event, rule(pos, "landing plan"), unit=action.unit, to=action.target)


def cancel_objections(pos: SeaPosition, frame: Sided, action: CancelLanding) -> Iterator[Objection]:
    """There must be a plan that can be given up now (BF-25C.3)."""
    if action.unit not in operations.open_to_change(pos, frame, pos.sea.plans, frame.side):
        text = f"No landing of {pos.called(action.unit)} is planned that could be given up now."
        yield forbids(pos, "cancel plan", text)


def cancel(pos: SeaPosition, _frame: Sided, action: CancelLanding, transition: Work) -> None:
    """Give the plan up; another may be made (BF-25C.3)."""
    plans = {unit: found for unit, found in pos.sea.plans.items() if unit != action.unit}
    transition.set(sea=replace(pos.sea, plans=plans))
    transition.tell("landing cancelled", rule(pos, "cancel plan"), unit=action.unit)


# Landing


def room(pos: SeaPosition, unit: UnitId) -> int:
    """The room a landing unit takes in ships, in half regimental equivalents (BF-26B2.2)."""
    return pos.facts(unit).transport * pos.context.charts.landings.size


def objections(pos: SeaPosition, frame: Moving, action: LandAmphibiously) -> Iterator[Objection]:
    """What forbids a landing (BF-26B2)."""
    unit, to, side = action.unit, action.target, frame.side
    forbidden = transport.departure(pos, frame, unit)
    if forbidden is not None:
        yield forbidden
        return
    planned = due(pos, side).get(unit)
    if planned is None or planned.target != to:
        text = f"No landing of {pos.called(unit)} at {pos.label(to)} was planned for this turn."
        yield forbids(pos, "landing plan", text)
        return
    yield from _who(pos, unit)
    refused = tuple(_where(pos, side, unit, to))
    yield from refused
    if refused:
        return
    if pos.poor_at(to):
        text = f"The weather of {pos.label(to)} is too bad to land."
        yield forbids(pos, "landing weather", text)
    if pos.enemies(to, side) and not pos.facts(unit).attack:
        text = f"{pos.called(unit)} cannot attack those who hold {pos.label(to)}."
        yield forbids(pos, "landing on enemies", text)
    yield from _room_objections(pos, side, unit, to)


def _room_objections(pos: SeaPosition, side: str, unit: UnitId, to: Hex) -> Iterator[Objection]:
    here, size = pos.piece(unit).at, room(pos, unit)
    zone = pos.context.sea_zone(here)
    if _berth(pos, side, unit, here) is None and here in pos.harbours:
        yield transport.full(pos, here, size)
        return
    if _berth(pos, side, unit, here) is None:
        text = f"{pos.called(unit)} is in no port or beach of yours that can put it to sea."
        yield forbids(pos, "sea route ends", text)
        return
    if pos.context.sea_zone(to) != zone:
        text = f"{pos.label(here)} and {pos.label(to)} lie in different sea zones."
        yield forbids(pos, "sea route ends", text)
        return
    if not routes.joined(pos, here, to):
        text = f"No sea joins {pos.label(here)} and {pos.label(to)}."
        yield forbids(pos, "traced path", text)
        return
    if not transport.over_beaches(pos, unit):
        text = f"{pos.called(unit)} has spent movement points; a landing takes them all."
        yield forbids(pos, "beach fare", text)
    if points_left(pos, side, zone) < size:
        text = (
            f"The naval transport points of the {zone} do not suffice: a landing takes twice the "
            "size of its unit."
        )
        yield forbids(pos, "landing size", text)
    yield from crowd_objections(pos, side, unit, to, 0)
    barred = pos.kept(unit) or pos.bars_voyage(unit, to)
    if barred is not None:
        yield barred


def _berth(pos: SeaPosition, side: str, unit: UnitId, here: Location) -> Berth | None:
    return transport.berth(pos, side, here, room(pos, unit), light=True)


def land(pos: SeaPosition, frame: Moving, action: LandAmphibiously, transition: Work) -> None:
    """Go to sea and on land (BF-26B2)."""
    unit, to, side = action.unit, action.target, frame.side
    here, size = pos.piece(unit).at, room(pos, unit)
    board = _berth(pos, side, unit, here)
    assert board is not None, "the check found it"
    plans = {u: found for u, found in pos.sea.plans.items() if u != unit}
    transition.set(sea=replace(pos.sea, plans=plans))
    voyage = Voyage(side, unit, here, to, board, Berth.BEACH, size, size, landing=True)
    sailing.sail(pos, voyage, pos.left(unit), transition, rule(pos, "landing units"))


CANCEL: Answer[Theatre, SeaPosition, Initial, CancelLanding] = Answer(
    CancelLanding, cancel_objections, cancel
)
INITIAL = (Answer(PlanLanding, plan_objections, plan), CANCEL)
"""What an initial phase takes besides."""
CANCEL_LATE: Answer[Theatre, SeaPosition, Moving, CancelLanding] = Answer(
    CancelLanding, cancel_objections, cancel
)
ANSWERS = (Answer(LandAmphibiously, objections, land), CANCEL_LATE)
"""What movement phases take besides."""
