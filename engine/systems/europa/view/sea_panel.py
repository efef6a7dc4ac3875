"""The naval display: transport points by sea zone, ports, what interdicts the sea, landings."""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.core.state import Location
from engine.core.view.display import Display, MarkerView, Row
from engine.core.view.outlook import Due
from engine.core.wording import counted, halved, per_cent, with_noun
from engine.systems.europa.board import bases
from engine.systems.europa.sea import cargo, landings, routes, sailing, transport
from engine.systems.europa.sea.actions import PlanLanding
from engine.systems.europa.sea.points import emergency, key, points_of
from engine.systems.europa.sea.position import SeaPosition, beaches, rule
from engine.systems.europa.state.constants import (
    PLANNING_PHASES,
    SAILING_PHASES,
    SIDES,
    Phase,
)
from engine.systems.europa.view.panels import rows_later
from engine.systems.europa.view.sea_ranges import ZONE
from maps.hexgrid import Hex

IN_TURN = PLANNING_PHASES + SAILING_PHASES
"""The phases in which what ships carry is decided."""


def display(pos: SeaPosition) -> Display:
    """Transport points of both sides; where the whole war at sea is played the ports of the phasing
    side, interdiction and landings too.
    """
    return Display("naval:transport", "Naval transport", rows_later(pos, _rows), _summary(pos))


def _rows(pos: SeaPosition) -> list[Row]:
    found = list(_points(pos))
    if pos.context.at_sea:
        found += _zone(pos)
        found += _hits(pos)
        found += _landings(pos)
        found += _stripped(pos)
        found += _ports(pos)
    return found


def _summary(pos: SeaPosition) -> str:
    return f"{pos.sea.zone} interdicted" if pos.sea.zone else ""


def _points(pos: SeaPosition) -> Iterator[Row]:
    names = pos.context.side_names
    for side in SIDES:
        mine = pos.state.active == side
        charted = pos.context.charts.transport.rows
        for zone in dict.fromkeys(row.zone for row in charted if row.side == side):
            whole = sum(
                points_of(pos, row) for row in charted if (row.side, row.zone) == (side, zone)
            )
            left = whole - pos.state.used.get(key(zone), 0)
            value = (
                f"{halved(left)} of {halved(whole)} left"
                if mine
                else with_noun(halved(whole), "point")
            )
            yield Row(f"{names[side]}, {zone}", value, tone="now" if mine else "")
        for row in charted:
            sunk = pos.sea.sunk.get(row.id, 0)
            if row.side == side and sunk:
                yield Row(f"\u2003sunk, {row.id}", str(sunk), tone="bad")
        ships = emergency(pos, side)
        if ships is not None:
            used = "used" if pos.sea.called else f"{ships.points}, once"
            yield Row(f"\u2003{ships.id}", used, tone="muted")


def _hits(pos: SeaPosition) -> Iterator[Row]:
    """Hits that air units have scored on the warships (BF-20F2i.3)."""
    most = pos.context.charts.interdiction.most_hits
    if pos.sea.hits:
        yield Row("\u2003hits on warships", f"{pos.sea.hits} of {most}", tone="bad")


def _stripped(pos: SeaPosition) -> Iterator[Row]:
    """Units that have abandoned their heavy equipment (BF-32A6.2)."""
    if pos.sea.stripped:
        units = tuple(sorted(pos.sea.stripped))
        yield Row("Without heavy equipment", counted(len(units), "unit"), units=units, tone="bad")


def _zone(pos: SeaPosition) -> Iterator[Row]:
    """The zone of interdiction in effect with the chances of what it does to cargo that enters it;
    else each that could be declared (BF-26C).
    """
    chart = pos.context.charts.interdiction
    for row in chart.zones:
        active = row.id == pos.sea.zone
        if pos.sea.zone and not active:
            continue
        where = min(pos.context.interdicted[row.id], default=None)
        tone, subject = "bad" if active else "muted", f"{ZONE}{row.id}"
        value = "in effect" if active else "not declared"
        yield Row(f"{row.id.capitalize()} zone", value, hex=where, tone=tone, subject=subject)
        fates = [chart.result(id_).fate for id_ in row.faces]
        for fate in dict.fromkeys(fates):
            if fate != sailing.ARRIVES:
                chance = per_cent(fates.count(fate) / len(fates))
                yield Row(f"\u2003cargo {fate}", chance, tone=tone)


def promised(pos: SeaPosition, origin: Location, to: Location) -> str:
    """What may become of cargo that sails between two places, as the end of its menu line
    (BF-26C.4); '' where its way leads through no zone in effect.
    """
    if not routes.is_risky(pos, pos.state.active, origin, to):
        return ""
    fates = sailing.chances(pos).items()
    told = [f"{per_cent(chance)} {fate}" for fate, chance in fates if fate != sailing.ARRIVES]
    return f" ({', '.join(told)})" if told else ""


def wanting(pos: SeaPosition, action: PlanLanding) -> str:
    """When a landing is carried out, and what must be had before, as the end of its menu line
    (BF-25C.1, 26B1.1).
    """
    when = "on the first turn" if pos.state.phase == Phase.SET_UP.value else "next turn"
    zone = landings.missing(pos, pos.side(action.unit), action.unit, action.target)
    return f" {when}" + (f" (from here you have no {zone} port or beach)" if zone else "")


def markers(pos: SeaPosition) -> Iterator[MarkerView]:
    """A marker in the middle of the zone of interdiction that is in effect (BF-26C.1)."""
    hexes = pos.context.interdicted.get(pos.sea.zone, frozenset())
    if hexes:
        q, r = (sum(way) / len(hexes) for way in zip(*((at.q, at.r) for at in hexes), strict=True))
        middle = min(hexes, key=lambda at: (math.hypot(at.q - q, at.r - r), at))
        side = pos.context.charts.interdiction.side
        yield MarkerView("naval", middle, side, f"Naval interdiction, {pos.sea.zone} zone", "now")


def _landings(pos: SeaPosition) -> Iterator[Row]:
    """The landings the phasing side has planned; the other side's are its secret."""
    for unit, plan in pos.sea.plans.items():
        if pos.side(unit) != pos.state.active:
            continue
        poor = pos.poor_at(plan.target)
        when = "this turn" if plan.turn == pos.state.turn else "next turn"
        where = f"{pos.label(plan.target)}, {when}"
        yield Row(
            f"Landing of {pos.called(unit)}",
            f"{where}, weather too bad" if poor and plan.turn == pos.state.turn else where,
            units=(unit,),
            hex=plan.target,
            tone="bad" if poor else "now",
        )


def _ports(pos: SeaPosition) -> Iterator[Row]:
    """The ports the phasing side may use: what each can still handle; supplies to be had there."""
    charted = pos.context.charts.transport.rows
    side = pos.state.active
    if pos.state.phase not in IN_TURN:
        return
    depots = frozenset(cargo.depots(pos, side))
    for zone in dict.fromkeys(row.zone for row in charted if row.side == side):
        ports = transport.harbours(pos, zone)
        sands = len(beaches(pos, side, zone))
        shore = sum(pos.context.beaches[at] == zone for at in landings.shores(pos, side))
        if ports:
            yield Row(f"Ports, {zone}", f"{len(ports)} to use")
        for at in ports:
            yield _port(pos, at, supplies=at in depots)
        yield Row(f"Beaches, {zone}", f"{sands} yours, {shore} open to landings", tone="muted")


def _port(pos: SeaPosition, at: Location, *, supplies: bool) -> Row:
    left, whole = transport.port_left(pos, at), bases.port_capacity(pos, at)
    hits = bases.hits(pos, bases.PORT, at)
    words = (
        ["no limit"]
        if left is None or whole is None
        else [f"{halved(left)} of {counted(whole, 'RE')}"]
    )
    if hits:
        words.append(counted(hits, "hit"))
    if supplies:
        words.append("supplies")
    where = at if isinstance(at, Hex) else None
    tone = "bad" if hits else "muted" if left == 0 else ""
    return Row(f"\u2003{pos.label(at)}", ", ".join(words), hex=where, tone=tone, subject=at)


def due(pos: SeaPosition, first: int, last: int) -> Iterator[Due]:
    """Turns on which planned landings take place."""
    for unit, plan in pos.sea.plans.items():
        if first <= plan.turn <= last and pos.side(unit) == pos.state.active:
            text = f"{pos.called(unit)} lands at {pos.label(plan.target)}."
            cited = rule(pos, "landing plan")
            yield Due(plan.turn, "landing", text, cited, pos.side(unit), Phase.MOVEMENT.value)
