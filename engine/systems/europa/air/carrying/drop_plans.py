"""Air drops of ground units: planned a turn ahead, given up, void (BF-25C, 25D)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family, by_unit
from engine.core.state import Frame, Location
from engine.systems.europa.air import fleet
from engine.systems.europa.air.carrying.actions import CancelDrop, PlanDrop
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.records import AirMoving, AirWar, DropPlan
from engine.systems.europa.board.board import MAJOR
from engine.systems.europa.state import operations
from engine.systems.europa.state.common import Sided, Work, in_play, now
from engine.systems.europa.state.constants import PENDING, Ability, other
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial, Theatre
from maps.hexgrid import Hex
from oob.model import UnitId

AIRBORNE = frozenset({Ability.PARACHUTE, Ability.AIR_LANDING})


def airborne(pos: Position, unit: UnitId) -> bool:
    """True for a parachute or air landing unit that transports can carry, and not called so in
    honour alone (BF-25.1, 20E.2, FE-25.1).
    """
    facts = pos.facts(unit)
    carried = bool(facts.abilities & AIRBORNE) and not facts.heavy
    return carried and (not honorary(pos, unit) or honorary_drops(pos))


@lru_cache(maxsize=8)
def _airborne(context: Context) -> frozenset[UnitId]:
    """The units of which any face is that of a parachute or air landing unit."""
    return frozenset(
        unit.id
        for unit in context.units.values()
        if any(
            context.facts(unit.id, steps).abilities & AIRBORNE for steps in range(1, unit.steps + 1)
        )
    )


def honorary(pos: Position, unit: UnitId) -> bool:
    """True for a unit that is called a parachute unit in honour alone (FE-25.1)."""
    named = fleet.charts_of(pos.context).airlift.honorary
    return not pos.context.units[unit].traits.isdisjoint(named)


def honorary_drops(pos: Position) -> bool:
    """Whether such units drop all the same, by an option (FE-OPT2.1)."""
    option = fleet.charts_of(pos.context).airlift.honorary_option
    return bool(option) and pos.context.option(option)


def lands_by_glider(pos: Position, unit: UnitId) -> bool:
    """True for a unit that drops only where it has a glider (BF-25D.1)."""
    return Ability.PARACHUTE not in pos.facts(unit).abilities


def droppable(pos: Position, at: Location) -> bool:
    """Whether units may be dropped into a place (BF-20E2.2, 20E2.3, FE-20E2.1)."""
    return isinstance(at, Hex) and at in pos.context.land and _droppable(pos.context, at)


def _droppable(context: Context, at: Hex) -> bool:
    """Whether the ground of a land hex is such that units may be dropped there."""
    chart = fleet.charts_of(context).airlift
    built_up = not chart.cities and context.city_rank(at) >= MAJOR
    return not built_up and context.terrain_at(at) not in chart.barred


def abroad(pos: Position, side: str, at: Location) -> bool:
    """Whether a place lies outside the countries in which a side drops anything (FE-25F.1)."""
    lands = fleet.charts_of(pos.context).airlift.lands.get(side)
    return lands is not None and isinstance(at, Hex) and pos.context.countries.get(at) not in lands


def too_far(pos: Position, side: str, at: Location) -> Iterator[Objection]:
    """What forbids a side a drop outside its countries (FE-25F.1)."""
    if abroad(pos, side, at):
        lands = " and ".join(fleet.charts_of(pos.context).airlift.lands[side])
        text = f"{pos.label(at)} lies outside the {lands}: nothing is dropped there."
        yield Objection(rule(pos, "drop area"), text)


def open_phase(context: Context, transition: Work, side: str) -> None:
    """As a side's initial phase opens, its plans for past turns are void (BF-25C.6)."""
    pos = now(context, transition)
    _keep(pos.air, operations.standing(pos, pos.air.plans, side), transition)


def void(context: Context, transition: Work) -> None:
    """Plans end when their unit is in an enemy zone of control, has attacked or been attacked, or
    is in play no more, until it drops (BF-25C.5, 25C.6).
    """
    pos = now(context, transition)
    if not pos.air.plans:
        return
    awaited = fleet.charts_of(context).airlift.coming
    ended = {
        unit: topic
        for unit, topic in operations.ended(pos, pos.air.plans).items()
        if not (awaited and pos.piece(unit).at == PENDING)
    }
    for unit, topic in ended.items():
        transition.tell("drop void", rule(pos, topic), unit=unit)
    plans = {unit: plan for unit, plan in pos.air.plans.items() if unit not in ended}
    _keep(pos.air, plans, transition)


def done(pos: Position, transition: Work, unit: UnitId) -> None:
    """A plan that has been carried out is one no more."""
    air = pos.context.look(transition.state).air
    _keep(air, {u: plan for u, plan in air.plans.items() if u != unit}, transition)


def _keep(air: AirWar, plans: Mapping[UnitId, DropPlan], transition: Work) -> None:
    if plans != air.plans:
        transition.set(air=replace(air, plans=plans))


def due(pos: Position, side: str) -> Mapping[UnitId, DropPlan]:
    """The drops that a side has planned for this turn."""
    return operations.due(pos, pos.air.plans, side)


def fought(pos: Position, side: str) -> frozenset[Hex]:
    """The hexes of enemies whom units may attack that are to be dropped in this turn: those they
    drop into, and those beside (BF-20E2.3, 25B).
    """
    spots = {plan.target for plan in due(pos, side).values()}
    near = {beside for at in spots for beside in (at, *pos.fronts(side, at))}
    return pos.held[other(side)] & near


# What is offered


def families(pos: Position, frame: Frame) -> tuple[Family, ...]:
    """Plan drops in an initial phase; give them up there and in the air phase they are for."""
    if not pos.air.units or not isinstance(frame, (Initial, AirMoving)):
        return ()
    side, found = frame.side, list[Family]()
    if isinstance(frame, Initial):
        found.append(plan_family(pos, side))
    if any(pos.side(unit) == side for unit in pos.air.plans):
        found.append(cancel_family(pos, frame, side))
    return tuple(found)


def cancel_family(pos: Position, frame: Frame, side: str) -> Family:
    """The drops that can be given up now."""
    words = "cancel drop", "Cancel an air drop"
    return operations.cancel_family(pos, frame, pos.air.plans, side, words, CancelDrop)


def plan_family(pos: Position, side: str) -> Family:
    """The drops that can be planned now."""
    return by_unit(
        "plan drop",
        "Plan an air drop",
        lambda: planners(pos, side),
        lambda unit: aims(pos, unit),
        PlanDrop,
        weight=2,
        quiet=True,
    )


def coming(pos: Position, unit: UnitId) -> bool:
    """Whether a unit comes as a reinforcement on the turn for which a drop is planned now
    (FE-25D.4).
    """
    chart, arrival = fleet.charts_of(pos.context).airlift, pos.context.arrivals.get(unit)
    if not chart.coming or arrival is None or pos.piece(unit).at != PENDING:
        return False
    return arrival.turn == pos.state.turn + chart.ahead


def planners(pos: Position, side: str) -> tuple[UnitId, ...]:
    """Units in play, or coming next turn, that a drop can be planned for now (FE-25D.4)."""

    def work() -> tuple[UnitId, ...]:
        able, pieces = _airborne(pos.context), pos.state.pieces
        found = [
            unit
            for unit in pieces
            if unit in able
            and (in_play(pos, unit) or coming(pos, unit))
            and airborne(pos, unit)
            and pos.side(unit) == side
            and not pos.planned(unit)
            and pos.kept(unit) is None
            and pos.bars_plan(unit) is None
        ]
        enemy = pos.zoc(other(side)) if found else frozenset()
        return tuple([unit for unit in found if pieces[unit].at not in enemy])

    return pos.once(("drop planners", side), work)


def aims(pos: Position, unit: UnitId) -> tuple[Hex, ...]:
    """Where a unit's drop may be planned, wherever transports reach, the enemy's hexes first
    (BF-20E2.2, 28A.1, FE-25F.1).
    """
    closed, side = pos.barred_to(unit), pos.side(unit)
    open_to = [at for at in _home_ground(pos.context, side) if at not in closed]
    theirs = pos.owned(other(side))
    return tuple(sorted(open_to, key=lambda at: at not in theirs))


@lru_cache(maxsize=16)
def _home_ground(context: Context, side: str) -> tuple[Hex, ...]:
    """The land where a side may drop units, in order."""
    lands, found = fleet.charts_of(context).airlift.lands.get(side), sorted(context.land)
    if lands is not None:
        found = [at for at in found if context.countries.get(at) in lands]
    return tuple([at for at in found if _droppable(context, at)])


def in_reach(pos: Position, side: str, unit: UnitId) -> frozenset[Hex]:
    """The hexes that transports of a side fly to from where a unit stands; none for one that is
    still to come.
    """
    here, found = pos.piece(unit).at, set[Hex]()
    for carrier in fleet.of_side(pos, side) if here != PENDING else ():
        if fleet.facts(pos, carrier).transport:
            limit = fleet.facts(pos, carrier).move
            found.update(fleet.around(pos, carrier, here, limit))
    return frozenset(found)


# Plans


def objections(pos: Position, frame: Sided, action: PlanDrop) -> Iterator[Objection]:
    """What forbids a plan (BF-25.1, 25C.1, 25C.2, 25C.4, 20E2.2)."""
    unit, to = action.unit, action.target
    side = frame.side
    if not pos.air.units:
        yield Objection(rule(pos, "drop plan"), "No air units fly in this war.")
        return
    ours = unit in pos.state.pieces and pos.side(unit) == side
    if not ours or not (in_play(pos, unit) or coming(pos, unit)):
        yield Objection(rule(pos, "drop plan"), f"{unit!r} is no unit of yours in play.")
        return
    name = pos.called(unit)
    if not airborne(pos, unit):
        text = f"{name} is no parachute or air landing unit without heavy equipment."
        yield Objection(rule(pos, "airborne units"), text)
    yield from operations.unplannable(pos, side, unit)
    if not droppable(pos, to):
        yield misplaced(pos, to)
    yield from too_far(pos, side, to)
    barred = pos.bars(unit, to)
    if barred is not None:
        yield barred


def misplaced(pos: Position, at: Location) -> Objection:
    """Why nothing is dropped into a hex."""
    cities = fleet.charts_of(pos.context).airlift.cities
    where = "mountain, swamp, forest" + ("" if cities else ", major city")
    text = f"Nothing is dropped on {pos.label(at)}: {where} or no land."
    return Objection(rule(pos, "air drop terrain"), text)


def plan(pos: Position, _frame: Initial, action: PlanDrop, transition: Work) -> None:
    """The drop is for the next turn (BF-25C.1)."""
    ahead = fleet.charts_of(pos.context).airlift.ahead
    enter(pos, action, pos.state.turn + ahead, transition)


def enter(pos: Position, action: PlanDrop, turn: int, transition: Work) -> None:
    """Write a plan down."""
    plans = {**pos.air.plans, action.unit: DropPlan(action.target, turn)}
    transition.set(air=replace(pos.air, plans=plans))
    when = pos.context.turn_name(turn)
    cited = rule(pos, "drop plan")
    transition.tell("drop planned", cited, unit=action.unit, to=action.target, name=when)


def cancel_objections(pos: Position, frame: Sided, action: CancelDrop) -> Iterator[Objection]:
    """There must be a plan that can be given up now, and its unit not be on the way (BF-25C.3)."""
    unit = action.unit
    if unit not in operations.open_to_change(pos, frame, pos.air.plans, frame.side):
        text = f"No drop of {pos.called(unit)} is planned that could be given up now."
        yield Objection(rule(pos, "cancel plan"), text)
    elif any(unit in found.cargo and found.target is not None for found in pos.air.units.values()):
        text = f"{pos.called(unit)} is on its way."
        yield Objection(rule(pos, "cancel plan"), text)


def cancel(pos: Position, _frame: Sided, action: CancelDrop, transition: Work) -> None:
    """Give the plan up; another may be made in an initial phase (BF-25C.3)."""
    done(pos, transition, action.unit)
    transition.tell("drop cancelled", rule(pos, "cancel plan"), unit=action.unit)


# The flight


def unfit(
    pos: Position, unit: UnitId, at: Location, carriers: tuple[str, ...]
) -> Iterator[Objection]:
    """What keeps a unit that is aboard some transports from being dropped into a hex (BF-20E2.1,
    25C.1, 25D.1).
    """
    name = pos.called(unit)
    if not airborne(pos, unit):
        text = f"{name} is no airborne unit and is not dropped."
        yield Objection(rule(pos, "air drop cargo"), text)
        return
    planned = due(pos, pos.side(unit)).get(unit)
    if planned is None or planned.target != at:
        text = f"No drop of {name} there was planned for this turn."
        yield Objection(rule(pos, "drop plan"), text)
    if lands_by_glider(pos, unit):
        yield from _unglided(pos, unit, carriers)


def _unglided(pos: Position, unit: UnitId, carriers: tuple[str, ...]) -> Iterator[Objection]:
    """The gliders an air landing unit lacks: one, or room in gliders for all of it (BF-25D.1,
    FE-25E.1).
    """
    chart, name = fleet.charts_of(pos.context).airlift, pos.called(unit)
    gliders = sum(bool(pos.air.units[one].tow) for one in carriers)
    needed = -(-pos.facts(unit).transport // chart.dropped_halves)
    if chart.gliders_alone and (gliders < len(carriers) or gliders < needed):
        text = f"{name} drops only by gliders: {needed} of them, and nothing else."
        yield Objection(rule(pos, "air landing"), text)
    elif not gliders:
        text = f"{name} drops only with a glider among its transports."
        yield Objection(rule(pos, "air landing"), text)


CANCEL: Answer[Theatre, Position, AirMoving, CancelDrop] = Answer(
    CancelDrop, cancel_objections, cancel
)
"""What an air movement step takes besides."""
PLAN: Answer[Theatre, Position, Initial, PlanDrop] = Answer(PlanDrop, objections, plan)
CANCEL_EARLY: Answer[Theatre, Position, Initial, CancelDrop] = Answer(
    CancelDrop, cancel_objections, cancel
)
INITIAL = (PLAN, CANCEL_EARLY)
"""What an initial phase takes besides."""
