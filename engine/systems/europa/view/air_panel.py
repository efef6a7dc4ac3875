"""The air display: bases with their capacity, the air units on them and over the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from engine.core.state import Location
from engine.core.view.display import Display, MarkerView, Row
from engine.core.view.outlook import Due, Flight
from engine.core.wording import counted, per_cent, with_noun
from engine.systems.europa.air import fleet
from engine.systems.europa.air.bombing import strengths
from engine.systems.europa.air.combat import antiaircraft
from engine.systems.europa.air.records import TURNED_BACK, AirUnit, Mission
from engine.systems.europa.production import position_guns
from engine.systems.europa.state.constants import DEAD, PENDING, SIDES, Phase
from engine.systems.europa.state.position import Position
from engine.systems.europa.view import drop_panel, fronts
from engine.systems.europa.view.air_prospects import number
from engine.systems.europa.view.panels import rows_later
from maps.hexgrid import Hex
from oob.model import UnitId

MARK = "air"
AIR = (Phase.AIR.value, Phase.SURPRISE_AIR.value)
ON_GROUND = "on the ground"


def displays(pos: Position) -> tuple[Display, ...]:
    """The air display of each side; none in a war without air units."""
    if not pos.air.units:
        return ()
    return tuple(_display(pos, side) for side in SIDES)


def _display(pos: Position, side: str) -> Display:
    mine = fleet.of_side(pos, side)
    summary = f"{_operative(pos, mine)} of {len(mine)} operative" if mine else ""
    title = f"Air units, {pos.context.side_names[side]}"
    return Display(f"air:{side}", title, rows_later(pos, partial(_rows, side)), summary)


def _rows(side: str, pos: Position) -> list[Row]:
    """The bases of a side with the air units on them, its guns and drops, who is out of play."""
    mine = fleet.of_side(pos, side)
    rows: list[Row] = []
    based: dict[Location, list[str]] = {}
    for unit in mine:
        based.setdefault(pos.air.units[unit].at, []).append(unit)
    for part, places in fronts.by_front(pos, side, based):
        if part:
            here = [unit for at in places for unit in based[at]]
            rows.append(Row(part, f"{_operative(pos, here)} of {len(here)} operative"))
        for at in places:
            depth = 1 if part else 0
            rows += _based(pos, _base(pos, at, side, depth), based[at], depth)
    rows += _guns(pos, side)
    rows += drop_panel.rows(pos, side)
    rows += _aside(pos, side)
    rows += _points(pos, side)
    return rows or [Row("No air units", tone="muted")]


def _operative(pos: Position, units: Iterable[str]) -> int:
    return sum(pos.air.units[unit].operative for unit in units)


def _based(pos: Position, base: Row, units: Iterable[str], depth: int) -> Iterator[Row]:
    """A base, under it the air units on it, and under each what awaits it and what it carries."""
    yield base
    for unit in units:
        yield _unit(pos, unit, depth + 1)
        for row in (*_fire(pos, unit), *_bombs(pos, unit)):
            yield replace(row, depth=depth + 2)


def _guns(pos: Position, side: str) -> Iterator[Row]:
    """The position antiaircraft of a side by place, and what of it has moved and does not fire."""
    places: dict[Location, list[UnitId]] = {}
    for unit in position_guns.guns(pos, side):
        places.setdefault(pos.piece(unit).at, []).append(unit)
    for at, units in places.items():
        whole = sum(pos.facts(unit).points for unit in units)
        silent = sum(pos.facts(u).points for u in units if not antiaircraft.of_unit(pos, u))
        value = counted(whole, "point")
        value += f", {silent} moved and silent" if silent else ""
        where = at if isinstance(at, Hex) else None
        name = f"Position AA, {pos.label(at)}"
        yield Row(name, value, units=tuple(units), hex=where, tone="bad" if silent else "")


def _base(pos: Position, at: Location, side: str, depth: int) -> Row:
    """A base: how many missions it can still start of how many; hits it has taken."""
    whole, left = fleet.room(pos, at), fleet.left(pos, at)
    where = at if isinstance(at, Hex) else None
    name = str(pos.label(at))
    if whole is None:
        return Row(name, "no limit", hex=where, subject=at, depth=depth)
    value = f"{left} of {whole} to start" if pos.state.active == side else f"capacity {whole}"
    return Row(name, value, hex=where, tone="" if whole else "bad", subject=at, depth=depth)


def _unit(pos: Position, unit: str, depth: int) -> Row:
    """An air unit: what it is, and what it does; its target on a click."""
    facts, found = fleet.facts(pos, unit), pos.air.units[unit]
    tone = "bad" if not found.operative else "now" if found.target is not None else ""
    goal = found.at if found.target is None else found.target
    where = goal if isinstance(goal, Hex) else None
    name = f"{facts.name} ({ratings(pos, unit)})"
    return Row(name, state(pos, found), hex=where, tone=tone, depth=depth)


def _fire(pos: Position, unit: str) -> Iterator[Row]:
    """The antiaircraft fire that awaits an air unit that bombs, with its chances."""
    shot = antiaircraft.at_mission(pos, unit) if pos.state.phase in AIR else None
    if shot is None:
        return
    chances = antiaircraft.chances(pos, unit, shot.strength)
    words = ", ".join(f"{per_cent(chance)} {what}" for what, chance in chances.items())
    guns = counted(shot.strength, "point")
    yield Row(f"Antiaircraft fire of {guns}", words, tone="muted")
    for row in antiaircraft.modifiers(pos, unit):
        yield Row(row.text, f"{row.value:+d}", tone="muted")


def _bombs(pos: Position, unit: str) -> Iterator[Row]:
    """What is aboard an air unit, and what its bombs over a place may do there by themselves, or
    its harassment.
    """
    found = pos.air.units[unit]
    if found.tow:
        yield Row(f"{fleet.facts(pos, found.tow).name}", "in tow", tone="muted")
    for passenger in found.cargo:
        yield Row(f"{pos.called(UnitId(passenger))}", "aboard", tone="muted")
    if found.supplies:
        yield Row("Supplies", "aboard", tone="muted")
    if found.freight:
        aboard = counted(found.freight, "resource point")
        yield Row(f"{aboard}", "aboard", tone="muted")
    if not isinstance(found.target, Hex):
        return
    points = strengths.strength(pos, unit, found.target)
    if found.mission in fleet.PLACES:
        chance = strengths.chance(pos, (unit,), found.target)
        yield Row(f"Bombs of {number(points)}", f"{per_cent(chance)} to hit", tone="muted")
    elif found.mission == Mission.HARASSMENT:
        many = with_noun(number(points), "point")
        words = f"{many} of {fleet.charts_of(pos.context).bombing.harassment}"
        yield Row("Harassment", f"{words} a hit", tone="muted")


def ratings(pos: Position, unit: str) -> str:
    """Ratings as they are read: air combat, tactical and strategic bombing, movement: ``2B3, 3-5,
    24``.
    """
    facts = fleet.facts(pos, unit)
    return f"{facts.model.ratings}, {facts.bombing}-{facts.strategic}, {facts.move}"


def state(pos: Position, unit: AirUnit) -> str:
    """What an air unit does, in few words."""
    words = "" if unit.operative else "inoperative"
    if unit.target is not None:
        doing = "returning" if unit.mission == TURNED_BACK else unit.mission
        how = f" {unit.manner.value}" if unit.manner.value else ""
        to = f" to {fleet.shown(pos, unit.across)}" if unit.across else ""
        over = f"{doing}{how}, {fleet.shown(pos, unit.target)}{to}"
        return f"{words}, {over}" if words else over
    if words:
        return words
    return "has flown" if unit.flown else ON_GROUND


def _aside(pos: Position, side: str) -> Iterator[Row]:
    """Eliminated air units, and those to come."""
    dead: list[Row] = []
    coming: list[Row] = []
    entries = {entry.id: entry for entry in fleet.plan_of(pos.context).units}
    for unit, found in pos.air.units.items():
        if fleet.side_of(pos, unit) != side:
            continue
        name = fleet.facts(pos, unit).name
        if found.at == DEAD:
            dead.append(Row(name, "eliminated", tone="bad", depth=1))
        elif found.at == PENDING:
            turn = entries[unit].due(pos.state.entered)
            when = pos.context.turn_name(turn) if turn else entries[unit].group
            coming.append(Row(name, when, tone="muted", depth=1))
    for title, rows in (("Eliminated", dead), ("To come", coming)):
        if rows:
            yield Row(title, counted(len(rows), "air unit"))
            yield from rows


def _points(pos: Position, side: str) -> Iterator[Row]:
    for nation, amount in sorted(pos.air.points.items()):
        if amount and pos.state.joined.get(nation) == side:
            yield Row(f"{_nation(pos, nation)} replacement points", str(amount))


def markers(pos: Position) -> Iterator[MarkerView]:
    """A marker on each hex or box with air units of a side on the ground, and on each they are
    over.
    """
    for side in SIDES:
        places: dict[Location, list[str]] = {}
        busy: set[Location] = set()
        for unit in fleet.of_side(pos, side):
            found, name = pos.air.units[unit], fleet.facts(pos, unit).name
            at = found.at if found.target is None else found.target
            places.setdefault(at, []).append(f"{name}: {state(pos, found)}")
            if found.target is not None:
                busy.add(at)
        for at, lines in places.items():
            yield MarkerView(MARK, at, side, "; ".join(lines), "now" if at in busy else "")


def flights(pos: Position) -> tuple[Flight, ...]:
    """What flies from its base to a target, by mission, and the drops that are planned."""
    found: Counter[tuple[str, Hex, Hex, str]] = Counter()
    for side in SIDES:
        for unit in fleet.of_side(pos, side):
            flying = pos.air.units[unit]
            if isinstance(flying.at, Hex) and isinstance(flying.target, Hex):
                doing = "returning" if flying.mission == TURNED_BACK else flying.mission
                found[side, flying.at, flying.target, doing] += 1
    for ground, plan in pos.air.plans.items():
        at = pos.state.pieces[ground].at
        if isinstance(at, Hex):
            found[pos.owner(ground), at, plan.target, "planned drop"] += 1
    return tuple(
        Flight(side, origin, target, text, count)
        for (side, origin, target, text), count in found.items()
        if origin != target
    )


def due(pos: Position, first: int, last: int) -> Iterator[Due]:
    """What turns bring in the air: arrivals, withdrawals, points; the dice of repairs."""
    yield from drop_panel.due(pos, first, last)
    plan, joined, entered = fleet.plan_of(pos.context), pos.state.joined, pos.state.entered
    phase = Phase.INITIAL.value
    for entry in plan.units:
        turn = entry.due(entered)
        if first <= turn <= last and pos.air.units[entry.id].at == PENDING:
            text = f"{fleet.facts(pos, entry.id).name} arrives ({entry.place})."
            side = joined.get(entry.nation, "")
            yield Due(turn, "arrival", text, fleet.rule(pos, "air arrival"), side, phase)
    for row in plan.withdrawals:
        turn = row.due(entered)
        if first <= turn <= last and turn > pos.state.turn:
            text = f"{_nation(pos, row.nation)}: a {row.model} is withdrawn."
            topic = fleet.rule(pos, "air withdrawal")
            yield Due(turn, "withdrawal", text, topic, joined.get(row.nation, ""), phase)
    for points in plan.points:
        for turn in points.due(entered):
            if first <= turn <= last and turn > pos.state.turn:
                text = f"{_nation(pos, points.nation)}: air replacement points: {points.amount}."
                topic = fleet.rule(pos, "air points")
                side = joined.get(points.nation, "")
                yield Due(turn, "replacement", text, topic, side, phase)
    if first <= pos.state.turn + 1 <= last:
        for unit in pos.air.units:
            if fleet.in_play(pos, unit) and not pos.air.units[unit].operative:
                text = f"{fleet.facts(pos, unit).name} may be repaired: a die."
                topic = fleet.rule(pos, "air repair")
                yield Due(pos.state.turn + 1, "check", text, topic, fleet.side_of(pos, unit), phase)


def _nation(pos: Position, nation: str) -> str:
    return pos.context.oob.nations[nation].name
