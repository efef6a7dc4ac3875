"""The panels of the game: objectives and the dice, support, ULTRA, steps, missions, losses."""

from __future__ import annotations

from engine.core.view.display import Display, Row, units_in
from engine.core.wording import per_cent
from engine.systems.operation_gertrud import victory
from engine.systems.operation_gertrud.state.context import YAVUZ
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    GERMAN,
    LOST,
    OFF_MAP,
    PENDING,
    Kind,
    Status,
    Yavuz,
)
from engine.systems.operation_gertrud.turn import duplicity
from engine.systems.operation_gertrud.turn.arrivals import arrival_hexes
from engine.systems.operation_gertrud.view import battle_display

NAMES = {GERMAN: "German", ALLIED: "Allied"}
TONES = {
    Status.AVAILABLE: "good",
    Status.COMMITTED: "now",
    Status.USED: "muted",
    Status.ELIMINATED: "bad",
    Status.WAITING: "muted",
}
SPENT = {Kind.CAS: "out of support", Kind.NGS: "in port"}
"""What a marker that has been used this turn is called (OG 12.5, 13.6)."""


def displays(pos: Position) -> tuple[Display, ...]:
    """All panels, in reading order."""
    odds = battle_display.display(pos)
    return (
        *((odds,) if odds is not None else ()),
        _victory(pos),
        _support(pos, GERMAN),
        _support(pos, ALLIED),
        _ultra(pos),
        _steps(pos),
        *(() if pos.state.duplicity else (_missions(pos),)),
        _coming(pos),
        _off_map(pos),
        _dead(pos),
    )


def percent(chance: float) -> str:
    """A chance in words: ``41.7 %``, ``0 %``."""
    return per_cent(chance, 1 if chance else 0)


def _victory(pos: Position) -> Display:
    held, holder = pos.objectives_held(), "Soviet" if pos.state.duplicity else NAMES[GERMAN]
    below = victory.needed(pos)
    chance = victory.chance_of_winning(pos)
    rows = [
        Row("Objectives held", f"{len(held)} of {len(pos.context.objectives)}", tone="now"),
        *(Row(line.text, f"+{line.value}") for line in victory.modifiers(pos)),
        Row("Two dice must show", f"{below - 1} or less" if below > 2 else "no roll wins"),
        Row("Chance of the check", percent(float(chance)), tone="good" if chance else "muted"),
    ]
    for at, name in sorted(pos.context.objectives.items(), key=lambda item: item[1]):
        mine = at in held
        rows.append(Row(name, holder if mine else "", hex=at, tone="good" if mine else ""))
    summary = f"{len(held)} held, {percent(float(chance))} chance"
    return Display("victory", "Objectives", tuple(rows), summary)


def _support(pos: Position, side: str) -> Display:
    rows = []
    gone = duplicity.leavers(pos.context) if pos.state.duplicity else ()
    for marker, status in pos.state.support.items():
        found = pos.context.markers[marker]
        if pos.marker_side(marker) != side or found.nation in gone:
            continue
        name = found.name
        if pos.state.experten == marker:
            name += ", Experten"
        value = SPENT[found.kind] if status is Status.USED else status.value
        if status is Status.WAITING:
            value = f"turn {pos.context.due[marker]}"
        tone = TONES[status]
        if marker == YAVUZ and pos.state.yavuz is Yavuz.SCUTTLED:
            value, tone = pos.state.yavuz.value, "bad"
        rows.append(Row(name, value, tone=tone, subject=marker))
    cas, ngs = len(pos.ready(side, Kind.CAS)), len(pos.ready(side, Kind.NGS))
    empty = (Row("None", tone="muted"),)
    title = f"{NAMES[side]} support"
    return Display(f"air:{side}", title, tuple(rows) or empty, f"CAS {cas}, NGS {ngs}")


def _ultra(pos: Position) -> Display:
    left = pos.state.ultra
    rows = (Row("Markers left", str(left), tone="good" if left else "muted"),)
    return Display("ultra", "ULTRA", rows, str(left))


def _steps(pos: Position) -> Display:
    chart = pos.context.charts.replacements
    allowance = chart.duplicity if pos.state.duplicity else pos.context.figures.replacements
    rows = []
    for purse, count in allowance.items():
        now = purse in pos.state.steps
        value = f"{pos.state.steps[purse]} left" if now else f"{count} a turn"
        rows.append(Row(purse.title(), value, tone="now" if now else ""))
    return Display("replacements", "Replacement steps", tuple(rows))


def _missions(pos: Position) -> Display:
    state, kommando = pos.state, pos.context.kommando
    where = "not in play" if kommando is None else pos.label(pos.piece(kommando).at)
    yavuz = Yavuz.SUNK if pos.yavuz_sunk else state.yavuz
    rows = [
        Row("Kommando", where, () if kommando is None else (kommando,), subject=kommando),
        Row("Yavuz", yavuz.replace("turk", "Turk"), hex=pos.context.berth),
        Row("Raid on the Goeben", state.raid or "to come"),
        Row("Blitzkrieg bonus", "kept" if state.blitzkrieg else "lost"),
    ]
    for mission in pos.context.charts.missions.missions:
        tried = mission.id in state.missions
        tone = "muted" if tried else ""
        rows.append(Row(mission.title, "tried" if tried else "open", tone=tone))
    if state.check_modifier:
        rows.append(Row("On the victory dice", f"+{state.check_modifier}", tone="bad"))
    return Display("missions", "Raid and missions", tuple(rows))


def _coming(pos: Position) -> Display:
    rows = []
    for unit in pos.boxed(PENDING):
        entry = pos.context.arrivals[unit]
        place = entry.place or "a friendly city"
        place += ", or a paradrop on Turkey" if entry.paradrop else ""
        hexes = arrival_hexes(pos, unit)
        at = hexes[0] if hexes else None
        tone = "now" if entry.turn <= pos.state.turn else ""
        rows.append(Row(pos.called(unit), f"turn {entry.turn}: {place}", (unit,), at, tone))
    empty = (Row("None to come", tone="muted"),)
    return Display("box:pending", "Reinforcements", tuple(rows) or empty, units_in(rows))


def _off_map(pos: Position) -> Display:
    rows = tuple(
        Row(pos.called(unit), pos.context.units[unit].type, (unit,)) for unit in pos.boxed(OFF_MAP)
    )
    empty = (Row("Empty", tone="muted"),)
    return Display("box:off_map", "Off the map", rows or empty)


def _dead(pos: Position) -> Display:
    rows = []
    for side in (GERMAN, ALLIED):
        for unit in pos.dead():
            if pos.owner(unit) == side:
                lost = LOST in pos.piece(unit).marks
                note = LOST if lost else pos.context.units[unit].type
                rows.append(Row(pos.called(unit), note, (unit,)))
    empty = (Row("No losses yet", tone="muted"),)
    return Display("dead", "Dead pile", tuple(rows) or empty, units_in(rows))
