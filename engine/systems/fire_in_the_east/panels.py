"""The panels of the game: objectives, what is played of the rules, and the rest that every title
has.
"""

from __future__ import annotations

from engine.core.view.display import Display, Row
from engine.core.view.outlook import Due, Figure, WeatherZone
from engine.core.wording import counted, halved, per_cent, with_noun
from engine.systems.europa.movement.rail_movement import room
from engine.systems.europa.state.constants import AXIS, DEAD, HALF, SIDES, Phase
from engine.systems.europa.view import (
    air_combat_panel,
    air_panel,
    base_panels,
    battle_display,
    calendar,
    group_panel,
)
from engine.systems.europa.view import panels as shared
from engine.systems.fire_in_the_east.economy import garrisons, lend_lease
from engine.systems.fire_in_the_east.economy import panel as replacements
from engine.systems.fire_in_the_east.figures import Objective
from engine.systems.fire_in_the_east.resources import panel as resources
from engine.systems.fire_in_the_east.resources import placing
from engine.systems.fire_in_the_east.sea import panel as naval
from engine.systems.fire_in_the_east.state import winter
from engine.systems.fire_in_the_east.state.position import EastPosition
from engine.systems.fire_in_the_east.turn import railheads, victory, weather
from engine.systems.fire_in_the_east.works import guns

NO_AIR_WAR = ("Air war", ("No air units fly", "There is no air phase", "No position antiaircraft"))
NO_SEA = ("Sea and rivers", ("No ships, no flotillas", "No landings, no naval supply"))
"""What a scenario without the sea goes without, in lines as short as the panel."""


def displays(pos: EastPosition) -> tuple[Display, ...]:
    """All panels, in reading order."""
    battle = battle_display.display(pos)
    return (
        *((battle,) if battle is not None else ()),
        *(air_combat_panel.displays(pos) if pos.air.units else ()),
        *_rules(pos),
        *guns.displays(pos),
        _objectives(pos),
        *air_panel.displays(pos),
        *group_panel.displays(pos),
        _weather(pos),
        *replacements.displays(pos),
        *garrisons.displays(pos),
        *_limits(pos),
        *_effort(pos),
        *_rails(pos),
        *resources.displays(pos),
        *naval.displays(pos),
        *((shared.ledger_panel(pos),) if pos.state.ledger else ()),
        shared.coming_panel(pos),
        *(panel for panel in shared.box_panels(pos) if _shown(pos, panel.id)),
        *base_panels.displays(pos),
        shared.dead_panel(pos),
    )


def _shown(pos: EastPosition, panel: str) -> bool:
    """Whether a box is shown: that of the ports off the map where the sea is played."""
    return bool(pos.fleet.vessels) or panel != f"box:{pos.context.charts.shipments.axis_box}"


def _rules(pos: EastPosition) -> tuple[Display, ...]:
    missing: list[tuple[str, tuple[str, ...]]] = [] if pos.air.units else [NO_AIR_WAR]
    missing += [] if pos.fleet.vessels else [NO_SEA]
    rows = [
        row
        for name, lines in missing
        for row in (
            Row(name, "not in this scenario", tone="bad"),
            *(Row(line, tone="muted") for line in lines),
        )
    ]
    return (Display("not_yet", "Not in this scenario", tuple(rows), _without(pos)),) if rows else ()


def _without(pos: EastPosition) -> str:
    words = [] if pos.air.units else ["air"]
    words += [] if pos.fleet.vessels else ["sea"]
    return ", ".join(words)


def _objectives(pos: EastPosition) -> Display:
    """What counts for victory, who has it, and the level that reaches."""
    have, reached = victory.points(pos), victory.level(pos)
    result = "Result" if pos.state.over else "Were it over"
    rows = [Row("Axis points", str(have), tone="now"), Row(result, reached.id, tone="now")]
    for row, ours in victory.held(pos):
        value, tone = _standing(pos, row, ours=ours)
        rows.append(Row(row.id, value, hex=pos.context.objectives[row][0], tone=tone))
    if score := pos.state.score(AXIS):
        rows.append(Row("Capital and factories", f"{score:+d}", tone="good"))
    for level in pos.context.figures.levels:
        rows.append(Row(level.id, f"from {level.least}", tone="muted"))
    return Display("victory", "Objectives", tuple(rows), f"Axis {have}, {reached.id}")


def _standing(pos: EastPosition, row: Objective, *, ours: bool) -> tuple[str, str]:
    """What an objective is worth and who has it, with the tone of that."""
    if row.held != AXIS:
        whose = pos.context.side_names[row.held]
        return (
            (f"-{row.points}, {whose}", "bad") if ours else (f"-{row.points} if {whose}", "muted")
        )
    if ours:
        return f"{row.points}, Axis", "good"
    hexes = pos.context.objectives[row]
    many = sum(pos.owner_of(at) == AXIS for at in hexes)
    if many == len(hexes):
        return f"{row.points}, too late", "muted"
    part = f", {many} of {counted(len(hexes), 'hex', 'hexes')}" if many else ""
    return f"{row.points}{part}", ""


def _limits(pos: EastPosition) -> tuple[Display, ...]:
    """How many forces of a nation are in a land that takes no more of them (FE-32B.6, 32B.8)."""
    nations = {unit.nation for unit in pos.context.units.values()}
    rows = tuple(
        Row(
            row.id,
            f"{halved(pos.forces(row))} of {counted(pos.limit(row), 'RE')}",
            tone="bad" if pos.forces(row) >= pos.limit(row) * HALF else "",
        )
        for row, land in pos.bounds()
        if row.nation in nations and land & pos.context.field
    )
    if not rows or pos.context.figures.field:
        return ()
    seen = "" if pos.effort is None or pos.state.over else AXIS
    return (Display("limits", "Finland", rows, f"{rows[0].value} of Germans in the south", seen),)


def _rails(pos: EastPosition) -> tuple[Display, ...]:
    """What is left of the rail capacity of a player turn, net by net, while it can be used
    (FE-7A4.1).
    """
    side, nets = pos.state.active, [""]
    if not side or pos.state.phase not in (Phase.INITIAL, Phase.MOVEMENT):
        return ()
    if pos.has_nets(side):
        nets.append(pos.context.charts.finnish_net.land)
    titles = {row.net: row.id for row in pos.context.charts.resources.rows if row.side == side}
    rows = []
    for net in nets:
        left, most = room(pos, side, net), pos.net_room(net) if net else pos.rail_room(side)
        value = f"{halved(max(0, left))} of {with_noun(halved(most), 'RE')} left"
        rows.append(Row(titles[net], value, tone="bad" if left <= 0 else ""))
    return (Display("rails", "Rail capacity", tuple(rows), rows[0].value),)


def _effort(pos: EastPosition) -> tuple[Display, ...]:
    """The card for Finland's war, for the side that knows it, and for all as the game is over
    (FE-39C.1).
    """
    effort = pos.effort
    if effort is None:
        return ()
    war = f"from {pos.context.turn_name(effort.since)}" if effort.since else "never"
    rows = [
        Row("Card", effort.id, tone="now"),
        Row("Finland at war", war),
        Row("Leningrad", "not attacked" if effort.spared else "attacked"),
        Row("Stop line", "kept" if effort.stopped else "ignored"),
        Row("Army Norway", effort.deployed or "as usual"),
    ]
    if effort.late:
        rows.append(Row("What is not set up", f"{effort.late}, from the next turn"))
    seen = "" if pos.state.over else AXIS
    return (Display("effort", "War effort of Finland", tuple(rows), effort.id, seen),)


def _weather(pos: EastPosition) -> Display:
    """The weather by zone, with the chances of the coming turn."""
    rows: list[Row] = []
    for zone in weather.zones(pos, 1):
        rows += _zone(pos, zone)
    return Display("weather", "Weather", tuple(rows))


def _zone(pos: EastPosition, zone: WeatherZone) -> list[Row]:
    found = [Row(zone.zone, zone.now, tone="now")]
    if winter.gradual(pos.context):
        name = zone.zone.removeprefix("Zone ")
        frozen, begins = name in winter.frozen(pos), name in winter.freezing(pos)
        found.append(Row("Waters", "frozen" if frozen else "freezing" if begins else "open"))
    for chance in zone.coming:
        name = f"{pos.context.turn_name(chance.turn)}: {chance.weather}"
        found.append(Row(name, per_cent(chance.chance)))
    return found


def figures(pos: EastPosition) -> tuple[Figure, ...]:
    """Axis points, losses in regimental equivalents and cities held, by side."""
    found = [Figure("points", "Axis points", AXIS, float(victory.points(pos)))]
    for side in SIDES:
        found.append(Figure("losses", "REs lost", side, _lost(pos, side)))
    for side in SIDES:
        cities = sum(
            pos.owner_of(at) == side for at in pos.context.cities if at in pos.context.field
        )
        found.append(Figure("cities", "Cities held", side, cities))
    return tuple(found)


def _lost(pos: EastPosition, side: str) -> float:
    """Regimental equivalents of a side's units that are eliminated."""
    halves = 0
    for unit in pos.boxed(DEAD):
        if pos.side(unit) == side:
            halves += pos.context.facts(unit, pos.context.units[unit].steps).halves
    return halves / HALF


def due(pos: EastPosition, first: int, last: int) -> tuple[Due, ...]:
    """What turns bring: the calendar, nations that join, and the end."""
    found = list(calendar.due(pos, first, last))
    end = pos.context.figures.turns
    for turn in range(max(first, pos.state.turn), min(last, end) + 1):
        found += placing.due(pos, turn)
        found += lend_lease.due(pos, turn)
        found += railheads.due(pos, turn)
        for row in pos.context.charts.nations.rows:
            known = pos.effort is None or row.id != pos.context.charts.war_effort.nation
            if known and row.since == turn and not pos.state.joined.get(row.id):
                text = f"{row.name} is at war."
                found.append(Due(turn, "joins", text, row.rule, row.side, Phase.WEATHER.value))
        if turn == end:
            text = "The game ends: objectives are counted."
            phase = Phase.EXPLOITATION.value
            found.append(Due(turn, "victory", text, "FE-37C.1", "", phase))
    if pos.air.units:
        found += air_panel.due(pos, first, last)
        found += group_panel.due(pos, first, last)
    return tuple(sorted(found, key=lambda item: item.turn))


def who_alone_acts(pos: EastPosition) -> str:
    """Whose units alone move, fly and attack in the surprise turn, as a sentence; nothing later
    (FE-31F.2).
    """
    if not pos.surprise:
        return ""
    if pos.state.phase == Phase.SURPRISE_AIR:
        return "Surprise turn: German air units from Greater Germany or Rumania alone fly."
    return "Surprise turn: German units that begin in Greater Germany alone act."
