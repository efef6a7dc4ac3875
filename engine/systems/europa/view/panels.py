"""The panels every title has: weather, ledger, replacement points, arrivals, boxes, losses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar
from weakref import ref

from engine.core.view.display import Display, LaterRows, Row, units_in
from engine.core.wording import counted, halved, per_cent
from engine.systems.europa.board import weather
from engine.systems.europa.production.arrivals import first_turn, price
from engine.systems.europa.state.constants import DEAD, PENDING, POOL
from engine.systems.europa.state.position import Position
from oob.model import UnitId

KINDS = {"inf": "infantry", "mtn": "mountain", "arm": "armour"}
"""Replacement points by the word the calendar knows them by."""
PositionT = TypeVar("PositionT", bound=Position)
NOTHING = Row("None", tone="muted")
MANY = 60
"""More reinforcements than these are listed turn by turn."""
LATEST = 40
"""Lines of the ledger that a panel shows, the latest first."""


def rows_later(pos: PositionT, work: Callable[[PositionT], Iterable[Row]]) -> LaterRows:
    """Lines that are worked out of a position when somebody looks at them, "None" where there are
    none. Displays are kept longer than positions, which are made again of their states.
    """
    context, state, here, kind = pos.context, pos.state, ref(pos), type(pos)

    def rows() -> tuple[Row, ...]:
        now = here() or context.look(state)
        assert isinstance(now, kind), "a context looks with the position of its title"
        return tuple(work(now)) or (NOTHING,)

    return LaterRows(rows)


def weather_panel(pos: Position) -> Display:
    """The weather by zone, with the chances of the coming turn."""
    rows = []
    for zone in weather.zones(pos, 1):
        rows.append(Row(zone.zone, zone.now, tone="now"))
        rows += [
            Row(
                f"{pos.context.turn_name(chance.turn)}: {chance.weather}",
                per_cent(chance.chance),
            )
            for chance in zone.coming
        ]
    return Display("weather", "Weather", tuple(rows))


def score_panel(pos: Position, prospects: Iterable[Row] = ()) -> Display:
    """Victory points of both sides, and what a title says of where they lead."""
    axis, allied = (pos.state.score(side) for side in ("axis", "allied"))
    names = pos.context.side_names
    rows = [
        Row(names["axis"], str(axis), tone="now"),
        Row(names["allied"], str(allied), tone="now"),
        *prospects,
    ]
    summary = f"{names['axis']} {axis}, {names['allied']} {allied}"
    return Display("victory", "Victory points", tuple(rows), summary)


def ledger_panel(pos: Position) -> Display:
    """What the victory points came from, the latest first."""
    rows = []
    for entry in reversed(pos.state.ledger[-LATEST:]):
        value = f"{entry.points:+d} {pos.context.side_names[entry.side]}"
        rows.append(Row(f"{entry.text}, {pos.context.turn_name(entry.turn)} [{entry.rule}]", value))
    if len(pos.state.ledger) > LATEST:
        many = counted(len(pos.state.ledger) - LATEST, "line")
        rows.append(Row(f"and {many} before", tone="muted"))
    return Display("ledger", "Victory ledger", tuple(rows) or (NOTHING,))


def replacement_panel(pos: Position, names: dict[str, str]) -> Display:
    """Replacement points available by nation and kind."""
    rows = []
    for key, count in sorted(pos.state.points.items()):
        nation, _, kind = key.partition(" ")
        if count:
            word = KINDS.get(kind, kind)
            rows.append(Row(f"{names.get(nation, nation)}, {word}", halved(count), tone="good"))
    return Display("replacements", "Replacement points", tuple(rows) or (NOTHING,))


def coming_panel(pos: Position) -> Display:
    """Reinforcements still to come, soonest first, with where they may appear; many of them turn by
    turn. Moves on the board change nothing of it.
    """
    state = pos.state
    terms = pos.boxed(PENDING), pos.arrivals, state.surrendered, state.turn, state.entered
    return pos.shared("coming panel", terms, lambda: coming_from_nothing(pos))


def coming_from_nothing(pos: Position) -> Display:
    """The same, worked out whatever is known."""
    found: list[tuple[int, UnitId, str]] = []
    for unit in pos.boxed(PENDING):
        entry = pos.arrival(unit)
        if entry is None or pos.nation(unit) in pos.state.surrendered:
            continue
        first = first_turn(pos, entry.turn, entry.after_entry)
        waits = first is None or (entry.trigger and not first)
        if not waits and (first or 0) > pos.context.figures.turns:
            continue  # after the last turn of the scenario
        when = 99 if waits else first or 0
        found.append((when, unit, entry.place))
    by_turn = len(found) > MANY
    turns: dict[str, list[Row]] = {}
    for when, unit, place in sorted(found):
        words, cost = entry_when(pos, unit, when), price(pos, unit)
        value = f"{place} ({cost} VPs)" if cost else place
        value = value if by_turn else f"{words}: {value}"
        tone = "now" if when <= pos.state.turn else ""
        row = Row(pos.called(unit), value, (unit,), tone=tone, depth=int(by_turn))
        turns.setdefault(words, []).append(row)
    rows = [
        row
        for words, units in turns.items()
        for row in ([_headed(words, units), *units] if by_turn else units)
    ]
    return Display(
        f"box:{PENDING}",
        "Reinforcements",
        tuple(rows) or (NOTHING,),
        units_in([row for row in rows if row.units]),
    )


def _headed(words: str, units: Sequence[Row]) -> Row:
    """The heading of the units that come on a turn."""
    return Row(words[:1].upper() + words[1:], counted(len(units), "unit"), tone=units[0].tone)


def entry_when(pos: Position, unit: UnitId, when: int) -> str:
    """When a reinforcement comes, in words."""
    entry = pos.arrival(unit)
    assert entry is not None, "a reinforcement of the calendar"
    chart = pos.context.charts.theatre
    if when and when != 99:
        return pos.context.turn_name(when)
    if entry.trigger:
        return f"when {chart.trigger(entry.trigger).called or entry.trigger}"
    entered = next((one.called for one in chart.triggers if one.entered and not one.nation), "")
    return f"{counted(entry.after_entry, 'turn')} after {entered or 'entry'}"


def box_titles(pos: Position) -> dict[str, str]:
    """The holding boxes with their names."""
    return {row.id: row.name for row in pos.context.charts.theatre.boxes}


def box_panels(pos: Position) -> tuple[Display, ...]:
    """The holding boxes with the units in them, and the pool while there is one."""
    titles = {**({POOL: "To be set up"} if pos.boxed(POOL) else {}), **box_titles(pos)}
    return tuple(box_panel(pos, box, title) for box, title in titles.items())


def box_panel(pos: Position, box: str, title: str) -> Display:
    """Who is in a holding box."""
    inside = (pos.boxed(box),)
    return pos.shared(("panel", box), inside, lambda: box_from_nothing(pos, box, title))


def box_from_nothing(pos: Position, box: str, title: str) -> Display:
    """The same, worked out whatever is known."""
    rows = [
        Row(
            pos.called(unit),
            pos.context.units[unit].type,
            (unit,),
            subject=unit if box in pos.context.holding else None,
        )
        for unit in pos.boxed(box)
    ]
    return Display(f"box:{box}", title, tuple(rows) or (NOTHING,), units_in(rows))


def dead_panel(pos: Position) -> Display:
    """Eliminated units by side."""
    return pos.shared("dead panel", (pos.boxed(DEAD),), lambda: dead_from_nothing(pos))


def dead_from_nothing(pos: Position) -> Display:
    """The same, worked out whatever is known."""
    rows = []
    for side in ("axis", "allied"):
        for unit in pos.boxed(DEAD):
            if pos.context.units[unit].side.lower() == side:
                rows.append(Row(pos.called(unit), pos.context.units[unit].type, (unit,)))
    return Display("dead", "Eliminated units", tuple(rows) or (NOTHING,), units_in(rows))
