"""The panels of the game: points, garrisons, ships, what is played of the rules, and the rest that
every title has.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.view.display import Display, MarkerView, Row
from engine.core.view.outlook import Due, Figure
from engine.core.wording import counted, halved, per_cent, with_noun, written
from engine.systems.balkan_front.figures import CAPITAL, CRETE
from engine.systems.balkan_front.politics import (
    assistance,
    calls,
    capital,
    crete,
    detection,
    garrisons,
    government,
    intervention,
    victory,
)
from engine.systems.balkan_front.state.position import FrontPosition
from engine.systems.europa.board import weather
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF, SIDES, Phase
from engine.systems.europa.view import (
    air_combat_panel,
    air_panel,
    base_panels,
    battle_display,
    calendar,
    display,
    sea_panel,
)
from engine.systems.europa.view import panels as shared

NAMES = {AXIS: "Axis", ALLIED: "Allied"}
NO_AIR_WAR = ("Air war", ("No air units fly", "There is no air phase"))
NO_NAVAL_WAR = (
    "Naval war",
    ("Ships carry units from port to port only", "No beaches, no landings, no interdiction"),
)
"""What a scenario leaves out, and what that means in lines as short as the panel."""


def displays(pos: FrontPosition) -> tuple[Display, ...]:
    """All panels, in reading order."""
    battle = battle_display.display(pos)
    names = {row.id: row.name for row in pos.context.charts.nations.rows}
    return (
        *((battle,) if battle is not None else ()),
        *(air_combat_panel.displays(pos) if pos.air.units else ()),
        *_rules(pos),
        _score(pos),
        *air_panel.displays(pos),
        _garrisons(pos),
        _politics(pos),
        shared.weather_panel(pos),
        sea_panel.display(pos),
        shared.replacement_panel(pos, names),
        shared.coming_panel(pos),
        *shared.box_panels(pos),
        *base_panels.displays(pos),
        shared.ledger_panel(pos),
        shared.dead_panel(pos),
    )


def _rules(pos: FrontPosition) -> Iterator[Display]:
    """What the scenario leaves out of the rules."""
    missing = [] if pos.air.units else [NO_AIR_WAR]
    if not pos.context.at_sea:
        missing.append(NO_NAVAL_WAR)
    rows: list[Row] = []
    for name, lines in missing:
        rows.append(Row(name, "not in this scenario", tone="bad"))
        rows += (Row(line, tone="muted") for line in lines)
    if rows:
        summary = ", ".join(name.lower() for name, _lines in missing)
        yield Display("not_yet", "Not in this scenario", tuple(rows), summary)


def _score(pos: FrontPosition) -> Display:
    """Victory points, or what else decides the scenario."""
    if pos.context.figures.contest == CRETE:
        winner, level = crete.verdict(pos)
        now = f"{NAMES[winner]} {level}"
        return Display("victory", "Victory", (*crete.rows(pos), Row("As it stands", now)), now)
    if pos.context.figures.contest == CAPITAL:
        held = f"Allied {pos.context.charts.capital.held}"
        return Display("victory", "Victory", tuple(capital.rows(pos)), held)
    return _result(pos) if pos.state.over else shared.score_panel(pos, _prospects(pos))


def _result(pos: FrontPosition) -> Display:
    """The points that the game ended with, and what of them losses brought."""
    won = {side: victory.score(pos, side) for side in SIDES}
    lost = {side: won[side] - pos.state.score(side) for side in SIDES}
    ended = {NAMES[side]: written(won[side]) for side in SIDES}
    rows = [Row(name, points, tone="now") for name, points in ended.items()]
    rows += (Row(f"{NAMES[side]}, of it for losses", written(lost[side])) for side in SIDES)
    summary = ", ".join(f"{name} {points}" for name, points in ended.items())
    return Display("victory", "Victory points", tuple(rows), summary)


def _prospects(pos: FrontPosition) -> tuple[Row, ...]:
    """The score with losses, were the game over now."""
    return tuple(
        Row(
            f"{NAMES[side]} with losses",
            written(victory.score(pos, side)),
        )
        for side in SIDES
    )


def _garrisons(pos: FrontPosition) -> Display:
    """Every garrison that is owed, those that are short before the others."""
    duties = [found for side in SIDES for found in garrisons.duties(pos, side)]
    rows = [_garrison(found) for found in sorted(duties, key=lambda found: not found.short)]
    short = sum(row.tone == "bad" for row in rows)
    summary = f"{short} short" if short else ""
    return Display("garrisons", "Garrisons", tuple(rows) or (shared.NOTHING,), summary)


def _garrison(found: garrisons.Shortage) -> Row:
    """What a garrison lacks, and what that costs each turn."""
    if not found.short:
        return Row(_capital(found.name), "kept", hex=found.at, tone="good")
    lacks = []
    if found.missing:
        lacks.append(f"{with_noun(halved(found.missing), 'RE')} short")
    if found.empty:
        lacks.append(f"{counted(len(found.empty), 'hex', 'hexes')} empty")
    if found.cost:
        lacks.append(f"-{counted(found.cost, 'VP')}")
    return Row(_capital(found.name), ", ".join(lacks), hex=found.at, tone="bad")


def _politics(pos: FrontPosition) -> Display:
    """The status of each nation, and what a call on a neutral would bring (BF-28C1)."""
    joined, surrendered = pos.state.joined, pos.state.surrendered
    rows = []
    for nation in pos.context.charts.nations.rows:
        side = joined.get(nation.id, "")
        status = NAMES.get(side, "neutral") if side else pos.status(nation.id) or "neutral"
        if nation.id in surrendered:
            status = "surrendered"
        if nation.id == "german" and not pos.state.entered:
            status += ", not involved"
        tone = "bad" if nation.id in surrendered else "now" if side else "muted"
        rows.append(Row(nation.name, status, tone=tone))
    rows += _intervention(pos)
    rows += _assistance(pos)
    neutral = [row for row in calls.CALLS.rows(pos) if not joined.get(row.id)]
    for row in neutral:
        if calls.CALLED + row.id in pos.state.credited:
            rows.append(Row(f"Call on {row.name}", "made", tone="muted"))
            continue
        if pos.state.entered:
            rows.append(Row(f"Call on {row.name}", "no more: Germany intervened", tone="muted"))
            continue
        first = pos.context.turn_name(row.first)
        when = f"from {first} on" if pos.state.turn < row.first else "open to the Axis"
        rows.append(Row(f"Call on {row.name}", when))
        rows += [
            Row(f"{factor.text} [{factor.rule}]", f"{factor.value:+d}")
            for factor in calls.CALLS.factors(pos, row)
        ]
        rows += [
            Row(_capital(result), per_cent(chance))
            for result, chance in calls.CALLS.chances(pos, row).items()
        ]
    return Display("politics", "Politics", tuple(rows))


def _intervention(pos: FrontPosition) -> list[Row]:
    """When Germany may intervene, with the chance of the coming turn; or has to withdraw."""
    state, chart, name = pos.state, pos.context.charts.intervention, pos.context.turn_name
    label = "German intervention"
    if state.entered:
        found = [Row(label, name(state.entered), tone="now")]
        if intervention.ORDERED in state.credited:
            return [*found, Row("German withdrawal", "ordered", tone="muted")]
        when = f"{name(chart.withdraws)} or {name(chart.last)}"
        return [*found, Row("German withdrawal", f"due {when} [BF-28A2c.1]")]
    if intervention.DECIDED in state.credited:
        return [Row(label, "never", tone="muted")]
    price = pos.context.charts.victory.award("intervention").points
    when = f"first turn clear in zone {chart.zone} from {name(chart.first)} on"
    found = [
        Row(label, counted(price, "point")),
        Row(f"{_capital(when)} [BF-28A2b.1]", tone="muted"),
    ]
    return [*found, *_clear_soon(pos)]


def _clear_soon(pos: FrontPosition) -> Iterator[Row]:
    """The chance that the next turn on which Germany could intervene is clear."""
    chart = pos.context.charts.intervention
    wanted = f"Zone {chart.zone}"
    zones = weather.zones(pos, chart.first + 1)
    for zone in (zone for zone in zones if zone.zone == wanted):
        coming = [one for one in zone.coming if one.turn >= chart.first]
        turns = sorted({one.turn for one in coming if one.turn <= pos.context.figures.turns})
        for turn in turns[:1]:
            clear = (o.chance for o in coming if o.turn == turn and o.weather == pos.skies.best)
            yield Row(f"Clear on {pos.context.turn_name(turn)}", per_cent(sum(clear)))


def _assistance(pos: FrontPosition) -> list[Row]:
    """What Germany may send this turn, while it may, and what was sent (BF-28A2a)."""
    chart, turn = pos.context.charts.assistance, pos.state.turn
    if pos.state.entered or turn > chart.last or not assistance.listed(pos):
        return []
    if turn < chart.first:
        return [Row("German assistance", f"from {pos.context.turn_name(chart.first)} on")]
    axis = pos.state.phase == Phase.INITIAL.value and pos.state.active == AXIS
    taken = f"{halved(assistance.left(pos))} of " if axis else ""
    why = "with British in Greece" if assistance.british(pos) else "without British in Greece"
    found = [
        Row(
            "German assistance",
            f"{taken}{with_noun(halved(assistance.most(pos)), 'RE')} a turn",
        ),
        Row(f"{_capital(why)} [BF-28A2a.3]", tone="muted"),
    ]
    if pos.state.assisted:
        paid = assistance.paid(pos, pos.state.assisted)
        found.append(
            Row(
                f"Sent: {counted(len(pos.state.assisted), 'unit')}",
                counted(-paid, "point"),
                tone="bad",
            )
        )
    flown = len(assistance.air_listed(pos)) - len(assistance.air_pool(pos))
    if flown:
        paid = flown * pos.context.charts.victory.award("assistance by air").points
        found.append(Row(f"Sent: {counted(flown, 'air unit')}", counted(paid, "point"), tone="bad"))
    return found


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def markers(pos: FrontPosition) -> tuple[MarkerView, ...]:
    """What every title shows, and the capital markers of Allied governments in office (BF-28B1a.1,
    28C2a.1).
    """
    found = display.markers(pos)
    seats = (
        MarkerView(
            "capital", at, ALLIED, f"Government of {government.name_of(pos, nation)}", "good"
        )
        for nation, at in pos.seats.items()
        if government.in_office(pos, nation)
    )
    zone = sea_panel.markers(pos) if pos.context.at_sea else ()
    return (*found, *seats, *air_panel.markers(pos), *zone)


def figures(pos: FrontPosition) -> tuple[Figure, ...]:
    """Points, losses in regimental equivalents and cities held, by side."""
    found = []
    for side in SIDES:
        worth = float(victory.score(pos, side))
        found.append(Figure("points", "Victory points, with losses", side, worth))
    for side in SIDES:
        found.append(Figure("losses", "REs lost", side, _lost(pos, side)))
    for side in SIDES:
        held = sum(pos.owner_of(at) == side for at in pos.context.cities)
        found.append(Figure("cities", "Cities held", side, held))
    return tuple(found)


def _lost(pos: FrontPosition, side: str) -> float:
    """Regimental equivalents a side's units are short of their full size."""
    halves = 0
    for unit in pos.boxed("dead"):
        if pos.side(unit) == side:
            halves += pos.context.facts(unit, pos.context.units[unit].steps).halves
    return halves / HALF


def due(pos: FrontPosition, first: int, last: int) -> tuple[Due, ...]:
    """What turns bring: the calendar, garrison checks, and the end."""
    found = list(calendar.due(pos, first, last))
    if pos.air.units:
        found += air_panel.due(pos, first, last)
    for turn in range(max(first, pos.state.turn), min(last, pos.context.figures.turns) + 1):
        for side in SIDES:
            for duty in garrisons.duties(pos, side):
                if duty.short and turn == pos.state.turn + 1:
                    text = f"{duty.name} is short: {counted(duty.cost, 'point')} lost."
                    phase = Phase.INITIAL.value
                    found.append(Due(turn, "check", text, duty.rule, side, phase))
        if turn == pos.context.figures.turns:
            text = "The game ends: points are counted."
            found.append(Due(turn, "victory", text, "BF-31B.1", "", Phase.END.value))
    found += sea_panel.due(pos, first, last)
    found += (one for one in _withdrawal(pos) if first <= one.turn <= last)
    found += (one for one in detection.due(pos) if first <= one.turn <= last)
    return tuple(sorted(found, key=lambda item: item.turn))


def _withdrawal(pos: FrontPosition) -> Iterator[Due]:
    """The German withdrawal, once Germany has intervened (BF-28A2c)."""
    chart, state = pos.context.charts.intervention, pos.state
    if not state.entered or intervention.ORDERED in state.credited:
        return
    points = pos.context.charts.victory.award("late withdrawal").points
    many = counted(points, "point")
    texts = {
        chart.withdraws: "The German withdrawal may be ordered.",
        chart.last: f"The German withdrawal is ordered, if it has not been: {many}.",
    }
    for turn, text in texts.items():
        yield Due(turn, "withdrawal", text, "BF-28A2c.1", AXIS, Phase.INITIAL.value)


# Prompts


def who_alone_acts(pos: FrontPosition) -> str:
    """Whose units alone move, fly and attack now, as a sentence; nothing where all of a side do
    (BF-28A2b.8, 33E2.3).
    """
    if pos.state.surprise:
        return "Surprise turn: the forces that Germany intervenes with alone act."
    if pos.mobilizing_now:
        name = pos.context.charts.nations.row(pos.context.figures.alarm.nation).name
        return f"Mobilization turn: units of {name} alone move."
    return ""
