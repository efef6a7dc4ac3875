"""The panels of the game: victory, nations, garrisons, air points, ships and drops, and the shared
ones.
"""

from __future__ import annotations

from engine.core.view.display import Display, MarkerView, Row
from engine.core.wording import counted
from engine.rules.air.points import told
from engine.systems.boot_camp import politics, victory
from engine.systems.boot_camp.air_and_sea import drops, naval
from engine.systems.boot_camp.state.constants import EASTERN_GREECE, GERMAN
from engine.systems.boot_camp.state.position import BootCampPosition
from engine.systems.europa.state.common import result_called
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.context import SIDE_NAMES as SIDES
from engine.systems.europa.view import base_panels, battle_display, display, panels


def displays(pos: BootCampPosition) -> tuple[Display, ...]:
    """All panels, in reading order."""
    odds = battle_display.display(pos)
    names = {row.id: row.name for row in pos.context.charts.nations.rows}
    return (
        *((odds,) if odds is not None else ()),
        panels.score_panel(pos, _prospects(pos)),
        panels.weather_panel(pos),
        _nations(pos),
        _garrisons(pos),
        _air(pos),
        _sea(pos),
        panels.replacement_panel(pos, names),
        panels.coming_panel(pos),
        *panels.box_panels(pos),
        *base_panels.displays(pos),
        panels.ledger_panel(pos),
        panels.dead_panel(pos),
    )


def _prospects(pos: BootCampPosition) -> tuple[Row, ...]:
    """Who would win if the game were counted now, or has won."""
    state = pos.state
    if state.over:
        text = result_called(state.winner, state.level)
        reason = victory.why(pos)
        because = (Row("Reason", reason, tone="muted"),) if reason else ()
        return (Row("Result", text, tone="now"), *because)
    axis, allied = victory.ended_now(pos)
    text = result_called(*victory.verdict(pos, axis, allied))
    found = (Row("At present", text, tone="muted"),)
    if (axis, allied) == (state.score(AXIS), state.score(ALLIED)):
        return found
    return (Row("With what the end brings", f"{axis} to {allied}", tone="muted"), *found)


def _nations(pos: BootCampPosition) -> Display:
    rows = []
    for row in pos.context.charts.nations.rows:
        side = pos.joined(row.id)
        hexes = pos.context.capitals.get(row.id, ())
        if row.id in pos.state.surrendered:
            value, tone = "surrendered", "bad"
        elif side:
            value, tone = SIDES[side], "good"
        else:
            waits = " until Germany enters" if row.side else ""
            if row.id == GERMAN:
                first = pos.context.turn_name(pos.context.charts.nations.first_entry)
                waits = f" until a clear turn from {first} on"
            value, tone = f"neutral{waits}", "muted"
        if hexes and side and row.id not in pos.state.surrendered:
            value += f"; falls with {row.capital_name}"
        rows.append(Row(row.name, value, hex=hexes[0] if hexes else None, tone=tone))
    return Display("nations", "Nations", tuple(rows))


def _garrisons(pos: BootCampPosition) -> Display:
    chart = pos.context.charts.garrisons
    rows = [Row("None is needed any more", "Germany is in the war", tone="muted")]
    if not pos.state.entered:
        empty, lacking = politics.metaxas_gaps(pos)
        rows = [
            Row(
                "Metaxas divisions",
                f"{chart.divisions - lacking} of {chart.divisions}",
                tone="bad" if lacking else "good",
            ),
            *(Row("Metaxas, empty hex", pos.label(at), hex=at, tone="bad") for at in empty),
            Row(
                "Eastern Greece",
                f"{len(pos.boxed(EASTERN_GREECE))} of {chart.eastern}",
                units=pos.boxed(EASTERN_GREECE),
            ),
        ]
        cost = f"{chart.penalty} to the Axis"
        rows.append(Row("Each turn it is short", cost, tone="muted"))
    return Display("garrisons", "Garrisons", tuple(rows))


def _air(pos: BootCampPosition) -> Display:
    rows = []
    totals = {AXIS: [0, 0], ALLIED: [0, 0]}
    for row in pos.context.charts.nations.rows:
        side = pos.joined(row.id)
        bombers, fighters = pos.air_left(row.id)
        if side in totals and (bombers or fighters):
            totals[side][0] += bombers
            totals[side][1] += fighters
            rows.append(Row(f"{row.name}, left", f"{bombers} B, {fighters} F", tone="good"))
    for flight in pos.state.flights:
        name = pos.context.nation_row(flight.nation).name
        value = f"{flight.bombers} B, {flight.fighters} F"
        rows.append(Row(f"{name}, {pos.label(flight.at)}", value, hex=flight.at, tone="now"))
    if pos.weather_now in pos.skies.poor:
        rows.append(Row("Poor weather", "B count half", tone="muted"))
    axis, allied = (f"{a}/{b}" for a, b in totals.values())
    rows.append(Row("B are bombers, F fighters", tone="muted"))
    return Display("air", "Air points", tuple(rows), f"Axis {axis}, Allied {allied}")


def _elsewhere(divisions: int, small: int) -> str:
    """What the Axis may still ship outside the Adriatic (BC-19D1a.1)."""
    if divisions:
        return f"{counted(divisions, 'division')} or {small} small"
    return f"{small} small left" if small else "none left"


def _sea(pos: BootCampPosition) -> Display:
    axis, allied = naval.room(pos, AXIS), naval.room(pos, ALLIED)
    chart = pos.context.charts.shipping
    rows = [
        Row("Axis in the Adriatic", f"{axis[naval.ADRIATIC]} of {chart.adriatic} left"),
        Row("Axis elsewhere", _elsewhere(axis[naval.DIVISIONS], axis[naval.SMALL])),
        Row("Allied", f"{allied[naval.ALLIED_SEA]} of {chart.allied} left"),
    ]
    rows.append(Row("Axis interception", f"{chart.axis_lost}+ lost, {chart.axis_returned} back"))
    risk = f"{chart.allied_lost} lost" if pos.state.athens else "once Athens falls"
    rows.append(Row("Allied interception", risk))
    if drops.begun(pos):
        left = pos.context.charts.air_drops.units - pos.state.used.get(drops.USED, 0)
        rows.append(Row("Air drops", f"{counted(left, 'unit')} left", tone="good"))
        for unit in drops.droppers(pos):
            where = pos.label(pos.piece(unit).at)
            rows.append(Row(pos.called(unit), where, (unit,), subject=unit))
    else:
        rows.append(Row("Air drops", "after Athens falls", tone="muted"))
    return Display("naval", "Ships and air drops", tuple(rows))


def markers(pos: BootCampPosition) -> tuple[MarkerView, ...]:
    """The shared markers, and the air points over the board."""
    found = list(display.markers(pos))
    nations = {row.id: row.name for row in pos.context.charts.nations.rows}
    for flight in pos.state.flights:
        text = f"{nations[flight.nation]}: {told(flight.bombers, flight.fighters)}"
        found.append(MarkerView("air", flight.at, pos.joined(flight.nation), text))
    return tuple(found)
