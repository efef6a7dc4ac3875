"""The panels of the game: command points, air and naval support, boxes, nations, victory points."""

from __future__ import annotations

from engine.core.view.display import Display, Row, units_in
from engine.systems.balkan_gambit import victory
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    LOST,
    MED_BOX,
    RESERVE,
    SURRENDERED,
    Weather,
)
from engine.systems.balkan_gambit.turn import force_ten
from engine.systems.balkan_gambit.turn.command_points import allocation, earmarked
from engine.systems.balkan_gambit.view import ranges


def displays(pos: Position) -> tuple[Display, ...]:
    """All panels, in reading order."""
    return (
        _command_points(pos),
        _air(pos),
        _naval(pos),
        _beachheads(pos),
        _box(pos),
        _dead(pos),
        _reserves(pos),
        _victory(pos),
    )


def _command_points(pos: Position) -> Display:
    state = pos.state
    rows = []
    for side in (ALLIED, AXIS):
        now = side == state.active
        value = f"{state.cp} left" if now else f"{allocation(pos, side)} a turn"
        rows.append(Row(victory.NAMES[side], value, tone="now" if now else ""))
    if earmarked(pos):
        rows.append(Row("Earmarked for partisans", str(earmarked(pos)), tone="muted"))
    rows.append(Row("Cities liberated", str(len(state.liberated))))
    rows.append(Row("Supply markers lost", str(state.markers_lost)))
    summary = f"{state.cp} left" if state.active else ""
    return Display("command_points", "Command points", tuple(rows), summary)


def _air(pos: Position) -> Display:
    poor = pos.state.weather is Weather.POOR
    rows = (
        Row(
            "Available",
            str(pos.tac_left),
            tone="good" if pos.tac_left else "muted",
            subject=ranges.TAC,
        ),
        Row("Used", str(pos.state.tac_used)),
        Row("This weather", f"{pos.tac_total} ({'poor' if poor else 'clear'})", tone="muted"),
    )
    return Display("air", "TAC box", rows, f"{pos.tac_left} of {pos.tac_total} left")


def _naval(pos: Position) -> Display:
    naval = pos.state.naval
    where = pos.label(naval) if naval is not None else "in its box"
    row = Row("Station", where, hex=naval, subject=ranges.NAVAL)
    return Display("naval", "Naval Support", (row,), "")


def _beachheads(pos: Position) -> Display:
    rows = []
    for at, mark in sorted(pos.state.beachheads.items()):
        if mark.port:
            value = "port open"
        elif mark.opens > 0:
            value = f"{'open' if mark.open else 'closed'}, port on turn {mark.opens}"
        else:
            value = "open" if mark.open else "closed: needs 1 CP"
        tone = "good" if mark.open else "bad"
        rows.append(Row(pos.label(at), value, hex=at, tone=tone, subject=at))
    left = pos.context.charts.counters.beachheads - len(rows)
    rows.append(Row("Markers left", str(left), tone="muted"))
    return Display("supply", "Beachheads and ports", tuple(rows))


def _box(pos: Position) -> Display:
    rows = tuple(
        Row(pos.called(unit), pos.context.units[unit].type, (unit,)) for unit in pos.boxed(MED_BOX)
    )
    empty = (Row("Empty", tone="muted"),)
    return Display("box:med_box", "Med Box", rows or empty, units_in(rows))


def _dead(pos: Position) -> Display:
    rows = []
    for side in (ALLIED, AXIS):
        for unit in pos.dead():
            if pos.owner(unit) != side:
                continue
            marks = pos.state.pieces[unit].marks
            note = (
                "surrendered"
                if SURRENDERED in marks
                else "lost for good"
                if LOST in marks
                else pos.context.units[unit].type
            )
            rows.append(Row(pos.called(unit), note, (unit,)))
    empty = (Row("No losses yet", tone="muted"),)
    return Display("dead", "Dead pile", tuple(rows) or empty, units_in(rows))


def _reserves(pos: Position) -> Display:
    rows = []
    for unit, entry in pos.context.optional.items():
        if pos.state.pieces[unit].at == RESERVE:
            side = victory.NAMES[pos.owner(unit)]
            rows.append(Row(f"{side}: {pos.called(unit)}", f"{entry.cost} VP", (unit,)))
    ten, turn = pos.context.force_ten, pos.context.charts.force_ten.turn
    if ten is not None and force_ten.in_play(pos) and pos.state.pieces[ten].at == RESERVE:
        when = f"from turn {turn}, " if pos.state.turn < turn else ""
        rows.append(Row(f"Allied: {pos.called(ten)}", f"{when}in clear weather", (ten,)))
    for unit in pos.context.substitutes:
        if pos.state.pieces[unit].at == RESERVE:
            rows.append(Row(f"Substitute: {pos.called(unit)}", "set-up only", (unit,)))
    empty = (Row("None left", tone="muted"),)
    return Display("reserves", "Optional reinforcements", tuple(rows) or empty)


def _victory(pos: Position) -> Display:
    lines = victory.ledger(pos)
    totals = victory.points(pos)
    rows = [
        Row(victory.NAMES[side], str(totals[side]), tone="now" if totals[side] else "")
        for side in (ALLIED, AXIS)
    ]
    for line in sorted(lines, key=lambda item: (item.side, -item.points, item.text)):
        rows.append(
            Row(f"{victory.NAMES[line.side]}: {line.text}", f"+{line.points}", hex=line.hex)
        )
    summary = ", ".join(f"{victory.NAMES[side]} {totals[side]}" for side in (ALLIED, AXIS))
    return Display("victory", "Victory points", tuple(rows), summary)
