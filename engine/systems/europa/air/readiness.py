"""Initial phases of the air, and captured bases: arrivals, withdrawals, points, repair, escape."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from operator import is_

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.state import Frame, Location
from engine.core.system import Question
from engine.systems.europa.air import fates, fleet, landing
from engine.systems.europa.air.actions import ReplaceAirUnit, WithdrawAirUnit
from engine.systems.europa.air.charts import RepairModifier
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.groups import replacing
from engine.systems.europa.air.records import (
    AirReturn,
    AirUnit,
    EscapeRoll,
    Landing,
    RepairRoll,
    ToLand,
    WithdrawingAir,
)
from engine.systems.europa.air.title.plan import AirEntry
from engine.systems.europa.production import arrivals
from engine.systems.europa.state.common import Work, award, now
from engine.systems.europa.state.constants import DEAD, GONE, NEUTRAL, PENDING, SIDES, other
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial
from engine.systems.europa.supply import supply_status
from maps.hexgrid import Hex


def open_phase(context: Context, transition: Work, side: str) -> None:
    """The air's part of a side's initial phase: defensive support and harassment go home, points
    come in, air units leave and arrive, inoperative ones may be repaired (BF-20F2c.2, 20F2d.2, 23,
    29). The frame of the phase lies below.
    """
    stock(context, transition, side)
    grouped = bool(fleet.plan_of(context).homes)
    _receive(context, transition, side)
    choices = [] if grouped else _withdraw(context, transition, side)
    pos = now(context, transition)
    repairs = [
        RepairRoll(unit)
        for unit in fleet.of_side(pos, side)
        if not pos.air.units[unit].operative and fleet.grounded(pos.air.units[unit])
    ]
    transition.state = transition.state.pushed(*reversed(repairs))
    if grouped:
        replacing.open_phase(context, transition, side)
    else:
        _arrive(context, transition, side)
    lasting = (one for one in fleet.LASTING if one not in pos.held_aloft)
    home = AirReturn(side, tuple(lasting))
    transition.state = transition.state.pushed(*choices, home)


def _ours(pos: Position, nation: str, side: str) -> bool:
    return pos.state.joined.get(nation, NEUTRAL) == side and nation not in pos.state.surrendered


def stock(context: Context, transition: Work, side: str) -> None:
    """The airbases where supplies can be loaded in the coming air phase (BF-20E.4)."""
    pos = now(context, transition)
    reached = supply_status.full(pos, side)[frozenset()].hexes
    bit = context.supply_graph.bits.bit
    theirs = pos.air.stocked.intersection(fleet.bases_of(pos, other(side)))
    mine = frozenset(
        at for at in fleet.bases_of(pos, side) if isinstance(at, str) or reached & bit[at]
    )
    if theirs | mine != pos.air.stocked:
        transition.set(air=replace(pos.air, stocked=theirs | mine))


def _receive(context: Context, transition: Work, side: str) -> None:
    pos = now(context, transition)
    for row in fleet.plan_of(context).points:
        timely = pos.state.turn in row.due(pos.state.entered)
        if timely and _ours(pos, row.nation, side):
            air = now(context, transition).air
            points = {**air.points, row.nation: air.points.get(row.nation, 0) + row.amount}
            transition.set(air=replace(air, points=points))
            topic = rule(pos, "air points")
            transition.tell("air points", topic, nation=row.nation, count=row.amount)


def _withdraw(context: Context, transition: Work, side: str) -> list[WithdrawingAir]:
    """Withdraw what is due; the choices that are to be made among those that are alike."""
    pos, choices = now(context, transition), list[WithdrawingAir]()
    for row in fleet.plan_of(context).withdrawals:
        timely = row.due(pos.state.entered) == pos.state.turn
        if not timely or not _ours(pos, row.nation, side):
            continue
        alike = [
            unit
            for unit in fleet.of_side(now(context, transition), side)
            if (fleet.facts(pos, unit).nation, fleet.facts(pos, unit).model.id)
            == (row.nation, row.model)
        ]
        units = now(context, transition).air.units
        fit = tuple(unit for unit in alike if units[unit].operative) or tuple(alike)
        if len(fit) > 1:
            choices.append(WithdrawingAir(side, fit))
        elif fit:
            _leave(pos, transition, fit[0])
        else:
            cost = context.charts.replacements.failed_withdrawal
            text = f"No {row.model} to withdraw"
            award(transition, side, -cost, text, rule(pos, "no air withdrawal"))
    return choices


def _leave(pos: Position, transition: Work, unit: str) -> None:
    fates.remove(pos, transition, unit)
    transition.tell("air unit withdrawn", rule(pos, "air withdrawal"), air_unit=unit)


def ask_withdrawal(pos: Position, frame: WithdrawingAir) -> Question:
    """Which of several that are alike?"""
    family = Family("withdraw air unit", "Withdraw", lambda: map(WithdrawAirUnit, frame.units))
    prompt = "An air unit is withdrawn: choose which."
    return Question(frame.side, prompt, (family,), rule(pos, "air withdrawal"))


def withdrawal_objections(
    pos: Position, frame: WithdrawingAir, action: WithdrawAirUnit
) -> Iterator[Objection]:
    """One of those of the nation and model, an operative one where there is any (BF-29C.3)."""
    if action.air_unit not in frame.units:
        text = f"{action.air_unit!r} is no air unit that is to be withdrawn."
        yield Objection(rule(pos, "air withdrawal"), text)


def withdraw(
    pos: Position, _frame: WithdrawingAir, action: WithdrawAirUnit, transition: Work
) -> None:
    """That one goes, and is not repaired any more."""
    repair = RepairRoll(action.air_unit)
    flow = tuple(frame for frame in transition.state.popped().flow if frame != repair)
    transition.set(flow=flow)
    _leave(pos, transition, action.air_unit)


def deploy(context: Context, transition: Work, side: str) -> None:
    """In the initial phase of a surprise turn those air units come that a trigger calls, if they
    may fly in it, and it is judged at which airbases supplies are loaded; nothing else happens in
    the air (BF-20E.4, 28A2b.5).
    """
    stock(context, transition, side)
    _arrive(context, transition, side, called=True)


def _comes(pos: Position, entry: AirEntry, *, called: bool) -> bool:
    if entry.trigger:
        return arrivals.triggered(pos, entry.trigger) and pos.bars_flight(entry.nation) is None
    return entry.due(pos.state.entered) == pos.state.turn and not called


def _arrive(context: Context, transition: Work, side: str, *, called: bool = False) -> None:
    pos = now(context, transition)
    coming = []
    for entry in fleet.plan_of(context).units:
        unit = pos.air.units[entry.id]
        if unit.at != PENDING or not _comes(pos, entry, called=called):
            continue
        if not _ours(pos, entry.nation, side):
            continue
        if entry.after and pos.air.units[entry.after].at != GONE:
            fates.remove(pos, transition, entry.id)
        else:
            coming.append(entry.id)
    landing.send(context, transition, side, Landing.ARRIVING, coming)


# Repair


def repair_modifiers(pos: Position, unit: str) -> tuple[RepairModifier, ...]:
    """What changes the die of a repair (FE-23.2)."""
    facts, at = fleet.facts(pos, unit), pos.air.units[unit].at
    return tuple(
        row
        for row in fleet.charts_of(pos.context).air.repair_modifiers
        if (not row.strips or at in pos.state.strips)
        and (not row.weather or (isinstance(at, Hex) and pos.weather_at(at) in row.weather))
        and (not row.nations or facts.nation in row.nations)
        and (not row.code or row.code in facts.model.codes)
    )


def repairs(pos: Position, unit: str, face: int) -> bool:
    """Whether a face repairs an air unit: at or below the number of its nation (BF-23.1, FE-23.1 to
    23.3).
    """
    chart = fleet.charts_of(pos.context).air
    added = sum(row.value for row in repair_modifiers(pos, unit))
    return face <= chart.always or face + added <= chart.repaired(fleet.facts(pos, unit).nation)


def repair_node(pos: Position, frame: RepairRoll) -> ChanceNode:
    """The die of a repair."""
    facts = fleet.facts(pos, frame.air_unit)
    meanings = tuple(
        "repaired" if repairs(pos, frame.air_unit, face) else "-"
        for face in range(1, pos.context.charts.dice.faces + 1)
    )
    added = "".join(
        f", {row.text.lower()} {row.value:+d}" for row in repair_modifiers(pos, frame.air_unit)
    )
    reason = f"repairing {facts.name}{added}"
    return ChanceNode(pos.context.charts.dice.faces, reason, rule(pos, "air repair"), meanings)


def repaired(pos: Position, frame: RepairRoll, face: int, transition: Work) -> None:
    """At or below the number of its nation it is operative at once (BF-23.1)."""
    transition.state = transition.state.popped()
    done = repairs(pos, frame.air_unit, face)
    if done:
        found = replace(pos.air.units[frame.air_unit], operative=True)
        fates.change(pos, transition, frame.air_unit, found)
    what = "air unit repaired" if done else "air unit not repaired"
    transition.tell(what, rule(pos, "air repair"), air_unit=frame.air_unit, face=face)


# Escape

STAYS = "stays"
"""What a die does to an air unit that does not get away from a base that is held."""


def overtaken(context: Context, transition: Work) -> None:
    """Air units on bases that are their side's no longer: operative ones try to escape, unless they
    were asked already as enemies came down there; the others are eliminated (BF-17B.1, 17B.6,
    FE-17B.4). Those of a nation that has surrendered leave the game.
    """
    if not transition.state.flow:
        return
    pos = now(context, transition)
    terms = _tenure(pos)
    known = context.tenure
    if known is not None and all(map(is_, known, terms)):
        return
    opening = transition.state
    trying = {frame.air_unit for frame in pos.state.flow if isinstance(frame, EscapeRoll)}
    for frame in pos.state.flow:
        if isinstance(frame, ToLand) and frame.why is Landing.ESCAPING:
            trying.update(frame.units)
    for id_ in _homeless(pos) if known is None else _homeless_since(pos, known, terms):
        unit = pos.air.units[id_]
        if fleet.facts(pos, id_).nation in pos.state.surrendered:
            fates.remove(pos, transition, id_)
        elif id_ not in trying:
            if unit.operative and unit.at not in pos.alarmed:
                transition.state = transition.state.pushed(EscapeRoll(id_))
            else:
                fates.eliminate(pos, transition, id_, "air no escape")
    if transition.state is opening and not trying:
        context.tenure = terms


def _tenure(pos: Position) -> tuple[object, ...]:
    """All that decides whether an air unit stands on a base that is its side's no longer."""
    state = pos.state
    return (pos.air.units, state.joined, state.taken, state.surrendered, *pos.base_terms)


def _homeless(pos: Position) -> tuple[str, ...]:
    """The air units in play whose nation has surrendered, or that stand on a base that is their
    side's no longer, in order.
    """
    surrendered, found = pos.state.surrendered, set[str]()
    if surrendered:
        found.update(
            id_
            for id_ in pos.air.units
            if fleet.in_play(pos, id_) and fleet.facts(pos, id_).nation in surrendered
        )
    for side in SIDES:
        for at, units in fleet.all_parked(pos, side).items():
            if isinstance(at, Hex) and pos.base_owner(at) != side:
                found.update(units)
    return tuple([id_ for id_ in pos.air.units if id_ in found]) if found else ()


def _homeless_since(
    pos: Position, known: tuple[object, ...], terms: tuple[object, ...]
) -> tuple[str, ...]:
    """The same where there were none by other terms: if air units alone are otherwise, some of
    those.
    """
    before, *others = known
    if not isinstance(before, Mapping) or not all(map(is_, others, terms[1:])):
        return _homeless(pos)
    units = pos.air.units
    changed = [id_ for id_, unit in units.items() if unit is not before.get(id_)]
    return tuple([id_ for id_ in changed if _is_homeless(pos, id_)])


def _is_homeless(pos: Position, id_: str) -> bool:
    unit, side = pos.air.units[id_], fleet.side_of(pos, id_)
    if fleet.facts(pos, id_).nation in pos.state.surrendered and fleet.in_play(pos, id_):
        return True
    grounded = bool(side) and fleet.grounded(unit) and isinstance(unit.at, Hex)
    return grounded and not _held(pos, id_)


def escape_node(pos: Position, frame: EscapeRoll) -> ChanceNode:
    """The die of an escape."""
    most, name = fleet.charts_of(pos.context).air.escapes, fleet.facts(pos, frame.air_unit).name
    failed = STAYS if _held(pos, frame.air_unit) else fates.ELIMINATED
    meanings = tuple(
        "escapes" if face <= most else failed
        for face in range(1, pos.context.charts.dice.faces + 1)
    )
    reason = f"the escape of {name} from {pos.label(pos.air.units[frame.air_unit].at)}"
    return ChanceNode(pos.context.charts.dice.faces, reason, rule(pos, "air escape"), meanings)


def escaped(pos: Position, frame: EscapeRoll, face: int, transition: Work) -> None:
    """It flies away at once, to be inoperative where it lands, or is eliminated; as long as its
    side has the base it stays (BF-17B.3 to 17B.5, FE-17B.3).
    """
    transition.state = transition.state.popped()
    unit, side = frame.air_unit, fleet.side_of(pos, frame.air_unit)
    if face > fleet.charts_of(pos.context).air.escapes:
        if _held(pos, unit):
            transition.tell("air unit stays", rule(pos, "air stays"), air_unit=unit, face=face)
        else:
            fates.eliminate(pos, transition, unit, "air no escape")
        return
    transition.tell("air unit escapes", rule(pos, "air escape"), air_unit=unit, face=face)
    landing.send(pos.context, transition, side, Landing.ESCAPING, (unit,))


def _held(pos: Position, unit: str) -> bool:
    """Whether the base that an air unit stands on still is its side's."""
    at = pos.air.units[unit].at
    return not isinstance(at, Hex) or pos.base_owner(at) == fleet.side_of(pos, unit)


# Replacements


def families(pos: Position, frame: Frame) -> tuple[Family, ...]:
    """The air units that points can bring back in an initial phase (BF-29B.8)."""
    if not isinstance(frame, Initial) or not any(pos.air.points.values()):
        return ()
    offers = partial(_replacements, pos, frame)
    return (Family("replace air unit", "Replace air units", offers, weight=2),)


def _replacements(pos: Position, frame: Initial) -> Iterator[ReplaceAirUnit]:
    for unit, found in pos.air.units.items():
        if found.at == DEAD and fleet.side_of(pos, unit) == frame.side:
            yield from (ReplaceAirUnit(unit, at) for at in homes(pos, unit))


def homes(pos: Position, unit: str) -> tuple[Location, ...]:
    """The airbases of its side in an air unit's home country, or in the box where its nation's
    replaced units appear.
    """
    nation, context = fleet.facts(pos, unit).nation, pos.context
    side = fleet.side_of(pos, unit)
    box = context.charts.replacements.boxes.get(nation, "")
    if box:
        return (box,) if fleet.is_base(pos, box, side) else ()
    country = context.charts.areas.home(nation)
    return tuple(
        at
        for at in fleet.bases_of(pos, side)
        if isinstance(at, Hex) and pos.country_of(at) == country
    )


def replace_objections(
    pos: Position, frame: Initial, action: ReplaceAirUnit
) -> Iterator[Objection]:
    """A point, an eliminated air unit of the side, a base at home (BF-29B.8)."""
    unit = action.air_unit
    if unit not in pos.air.units or fleet.side_of(pos, unit) != frame.side:
        yield Objection(rule(pos, "air points"), f"{unit!r} is no air unit of yours.")
        return
    facts = fleet.facts(pos, unit)
    if pos.air.units[unit].at != DEAD:
        yield Objection(rule(pos, "air points"), f"{facts.name} is not eliminated.")
    if pos.air.points.get(facts.nation, 0) < 1:
        text = f"There is no air replacement point for {facts.name}."
        yield Objection(rule(pos, "air points"), text)
    if action.target not in homes(pos, unit):
        text = f"{pos.label(action.target)} is no airbase of yours in the home of {facts.name}."
        yield Objection(rule(pos, "air points"), text)


def bring_back(pos: Position, _frame: Initial, action: ReplaceAirUnit, transition: Work) -> None:
    """Spend the point; the air unit is on the base, operative."""
    nation = fleet.facts(pos, action.air_unit).nation
    points = {**pos.air.points, nation: pos.air.points[nation] - 1}
    transition.set(air=replace(pos.air, points=points))
    fates.change(pos, transition, action.air_unit, AirUnit(action.target))
    topic = rule(pos, "air points")
    transition.tell("air unit replaced", topic, air_unit=action.air_unit, at=action.target)


ANSWERS = (Answer(ReplaceAirUnit, replace_objections, bring_back),)
"""What initial phases take besides."""
HANDLERS = (
    Handler(
        WithdrawingAir,
        (Answer(WithdrawAirUnit, withdrawal_objections, withdraw),),
        question=ask_withdrawal,
    ),
    Handler(RepairRoll, chance=repair_node, rolled=repaired),
    Handler(EscapeRoll, chance=escape_node, rolled=escaped),
)
"""The handlers of the dice."""
