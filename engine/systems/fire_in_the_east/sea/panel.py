"""What players see of ships: a display of fleet and ports, markers on the map."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.view.display import Display, MarkerView, Row
from engine.core.wording import counted, halved, list_words, per_cent
from engine.systems.europa.air import fleet
from engine.systems.europa.board import bases
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.view.panels import rows_later
from engine.systems.fire_in_the_east.sea.actions import SailShip
from engine.systems.fire_in_the_east.sea.boats import panel as boat_panel
from engine.systems.fire_in_the_east.sea.records import Vessel
from engine.systems.fire_in_the_east.sea.shipping import cargo, supplying
from engine.systems.fire_in_the_east.state.position import EastPosition
from maps.hexgrid import Hex

MARKER = "naval"
"""The kind of the marker."""


def promised(pos: EastPosition, action: SailShip) -> str:
    """What the menu line of a ship that sails ends with."""
    return _company(pos, action) + _mines(pos, action)


def _mines(pos: EastPosition, action: SailShip) -> str:
    """The chances that mines hit and sink a ship that sails somewhere, as they are when it is
    checked for them there (FE-28B5.2, 28B5.3).
    """
    found, seas = pos.fleet.vessels.get(action.ship), pos.context.seas
    if found is None or found.at != action.origin:
        return ""
    way = seas.risks(action.origin, refuge=pos.fleet.refuge)
    risk = found.risk + way.get(action.target, 0)
    mined = seas.mined(action.target, refuge=pos.fleet.refuge)
    if not risk and not (mined and action.stay_out):
        return ""
    chart, die = pos.context.charts.mines, pos.context.charts.dice.faces
    hits = [chart.hits(face, risk) for face in range(1, die + 1)]
    whole = pos.context.charts.fleet.hits[pos.ship(action.ship).type]
    sunk = sum(found.hits + some >= whole for some in hits) / die
    hit = per_cent(sum(map(bool, hits)) / die)
    return f" (mines: {hit} hit{f', {per_cent(sunk)} sunk' if sunk else ''})"


def _company(pos: EastPosition, action: SailShip) -> str:
    """Which ships sail together with one, and who is aboard."""
    if not pos.fleet.aboard and not pos.fleet.points:
        return ""
    ships, units = cargo.convoy(pos, action.ship)
    others = [pos.ship(ship).name for ship in ships if ship != action.ship]
    points = sum(pos.fleet.points.get(ship, 0) for ship in ships)
    carried = [pos.called(unit) for unit in units]
    carried += [counted(points, "resource point")] if points else []
    words = f" with {list_words(others)}" if others else ""
    return words + (f", {list_words(carried)} aboard" if carried else "")


def markers(pos: EastPosition) -> Iterator[MarkerView]:
    """The ships, hex by hex; those in port and those at sea apart."""
    found: dict[tuple[Hex, bool], list[str]] = {}
    for ship, vessel, at in pos.afloat:
        found.setdefault((at, vessel.port), []).append(_short(pos, ship, vessel))
    for (at, port), names in sorted(found.items()):
        where = "In port" if port else "At sea"
        yield MarkerView(MARKER, at, ALLIED, f"{where}: {', '.join(names)}")
    yield from boat_panel.markers(pos)


def _short(pos: EastPosition, ship: str, vessel: Vessel) -> str:
    name = pos.ship(ship).name
    return f"{name} ({counted(vessel.hits, 'hit')})" if vessel.hits else name


def displays(pos: EastPosition) -> Iterator[Display]:
    """The naval display, where the scenario has ships."""
    if pos.fleet.vessels:
        afloat = counted(sum(1 for _ in pos.afloat), "ship")
        yield Display("naval:fleet", "Fleet and ports", rows_later(pos, _rows), afloat)


def _rows(pos: EastPosition) -> list[Row]:
    """The ships of each sea with what is aboard, who searches it and its ports; boats, supplies."""
    ships, rows = pos.fleet, list[Row]()
    zones = dict.fromkeys(pos.ship(ship).zone for ship in ships.vessels)
    for zone in zones:
        rows.append(Row(zone, "", tone="now"))
        rows += _refuge(pos, zone)
        for ship, vessel in ships.vessels.items():
            if pos.ship(ship).zone == zone:
                rows.append(_ship(pos, ship, vessel))
                rows += _cargo(pos, ship)
        rows += _search(pos, zone)
        rows += _ports(pos, zone)
    rows += boat_panel.rows(pos)
    rows += _stocks(pos)
    return rows


def _refuge(pos: EastPosition, zone: str) -> Iterator[Row]:
    chart = pos.context.charts.mines
    if zone == chart.zone:
        at = pos.context.hex_of(chart.refuge)
        value = f"within {counted(chart.radius, 'hex', 'hexes')}" if pos.fleet.refuge else "lost"
        yield Row("Safe from mines", value, hex=at, tone="good" if pos.fleet.refuge else "bad")


def _search(pos: EastPosition, zone: str) -> Iterator[Row]:
    """Who searches a sea, and what is declared there (FE-OPT4.1, OPT4.5)."""
    zones, far = pos.context.seas.zones, fleet.charts_of(pos.context).air.naval_zone
    for unit in pos.searchers:
        at = pos.air.units[unit].target
        if isinstance(at, Hex) and zones.get(at) == zone:
            near = f"searches the sea within {counted(far, 'hex', 'hexes')} of {pos.label(at)}"
            yield Row(f"\u2003{fleet.facts(pos, unit).name}", near, hex=at, tone="bad")
    for course in pos.voyages:
        at, to = course.way[0], course.way[-1]
        if zones.get(at) == zone:
            who = list_words(pos.craft_name(craft) for craft in course.craft)
            their = "their" if len(course.craft) > 1 else "its"
            way = f"from {pos.label(at)} to {pos.label(to)}, declared"
            yield Row(f"\u2003{who} on {their} way", way, hex=to, tone="now")


def _ship(pos: EastPosition, ship: str, vessel: Vessel) -> Row:
    row, at = pos.ship(ship), vessel.hex
    if at is None:
        return Row(row.name, "lost", tone="bad")
    words = [f"{'in port' if vessel.port else 'at sea'}, {pos.label(at)}"]
    guns = "+".join(str(one) for one in (row.primary, row.intermediate, row.secondary) if one)
    words.append(f"guns {guns}, AA {row.flak}")
    if vessel.port and pos.iced(at):
        words.append("ice-bound")
    if vessel.hits:
        whole = pos.context.charts.fleet.hits[row.type]
        words.append(f"{vessel.hits} of {counted(whole, 'hit')}")
    if vessel.starved:
        words.append("unsupplied")
    if vessel.task:
        words.append(vessel.task.value)
    tone = "bad" if vessel.hits or vessel.starved else "" if vessel.port else "now"
    return Row(row.name, ", ".join(words), hex=at, tone=tone)


def _stocks(pos: EastPosition) -> Iterator[Row]:
    """Supplies that have been landed, repair points, and transport of the Axis."""
    for at, depot in sorted(pos.fleet.depots.items()):
        yield Row(f"Supplies in {pos.label(at)}", counted(depot.amount, "RE"), hex=at, tone="good")
    for at, supplies in sorted(pos.fleet.floated.items()):
        yield Row(f"Supplies in {pos.label(at)}", counted(supplies, "RE"), hex=at, tone="good")
    if pos.fleet.kept:
        box = pos.context.charts.shipments.axis_box
        many = counted(pos.fleet.kept, "resource point")
        new = f", {pos.fleet.just_in} just come" if pos.fleet.just_in else ""
        yield Row(str(pos.label(box)), many + new, tone="now")
    if pos.fleet.repairs:
        yield Row("Repair points", str(pos.fleet.repairs), tone="good")
    left, whole = halved(supplying.transport_left(pos)), pos.context.charts.shipments.axis
    if pos.state.active == AXIS:
        yield Row("Naval transport", f"{left} of {counted(whole, 'RE')} left", tone="now")


def _cargo(pos: EastPosition, ship: str) -> Iterator[Row]:
    """What is aboard and will sail with the ship."""
    for unit, ships in cargo.aboard(pos).items():
        if ship in ships:
            yield Row(f"\u2003{pos.called(unit)}", "aboard", units=(unit,), tone="now")
    if amount := pos.fleet.points.get(ship):
        yield Row(f"\u2003{counted(amount, 'resource point')}", "aboard", tone="now")


def _ports(pos: EastPosition, zone: str) -> Iterator[Row]:
    """The ports of the side that decides: what each handles, and those in the ice."""
    seas, side = pos.context.seas, pos.state.active
    if not side:
        return
    for at in seas.ports:
        if seas.zones[at] != zone or pos.owner_of(at) != side:
            continue
        whole, left = bases.port_capacity(pos, at) or 0, cargo.port_left(pos, at)
        iced = pos.iced(at)
        value = "ice-bound" if iced else f"{halved(left)} of {counted(whole, 'RE')} left"
        hits = bases.hits(pos, bases.PORT, at)
        more = f", {counted(hits, 'hit')}" if hits else ""
        tone = "bad" if iced or hits else "muted"
        yield Row(f"\u2003{pos.label(at)}", value + more, hex=at, tone=tone, subject=at)
