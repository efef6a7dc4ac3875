"""What declared tables mean in words and chances, before a game is begun by them: turns, phases,
tracks, boxes, pools, dice, tables, weather, victory, hidden units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby

from engine.core.wording import counted
from engine.frozen import dataclass
from engine.systems.by_hand.battle import sums
from engine.systems.by_hand.charts.ground import Watch
from engine.systems.by_hand.position import HandPosition
from oob.model import EntryKind

TURNS = 20
"""So many turns are told one by one."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a sheet; ``chance`` is how likely it is, None for what is no matter of chance."""

    label: str
    value: str = ""
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one table or part of it means, line by line."""

    title: str
    lines: tuple[Line, ...]


def told(pos: HandPosition, topic: str) -> tuple[Sheet, ...]:
    """The sheets of a chart by its id, as the game opens; empty for one that shows otherwise, and
    for one of which nothing is declared.
    """
    tell = _TELLERS.get(topic)
    return tuple(sheet for sheet in tell(pos) if sheet.lines) if tell is not None else ()


def topics() -> frozenset[str]:
    """The ids of the charts that are told in sheets."""
    return frozenset(_TELLERS)


def _game(pos: HandPosition) -> Iterator[Sheet]:
    game = pos.charts.game
    lines = (Line("Title", game.title), Line("Credits", game.credits or "nobody is named"))
    yield Sheet("The game", (*lines, Line("Licence", game.licence or "nothing is said")))


def _sides(pos: HandPosition) -> Iterator[Sheet]:
    context = pos.context
    counts = {side: 0 for side in context.all_sides}
    for owner in context.owners.values():
        counts[owner] = counts.get(owner, 0) + 1
    idle = {side: ", does not play" for side in counts if side not in context.players}
    lines = (
        Line(_called(pos, side), f"{counted(count, 'unit')}{idle.get(side, '')}")
        for side, count in counts.items()
    )
    yield Sheet("Sides in the order they move", tuple(lines))


def _turns(pos: HandPosition) -> Iterator[Sheet]:
    charts, context = pos.charts, pos.context
    due: dict[int, list[str]] = {}
    for entry in context.schedule:
        word = "leaves" if entry.kind is EntryKind.WITHDRAWS else "comes"
        due.setdefault(entry.turn, []).extend(f"{pos.called(u)} {word}" for u in entry.units)
    lines = []
    for turn in range(1, min(charts.turns.last, TURNS) + 1):
        row = charts.turns.row(turn)
        dated = ", ".join(filter(None, (row.date, row.season, row.weather)))
        brings = (*row.events, *row.checklist, *due.get(turn, ()))
        lines.append(Line(f"Turn {turn}" + (f": {dated}" if dated else ""), "; ".join(brings)))
    more = charts.turns.last - TURNS
    if more > 0:
        lines.append(Line(f"And {counted(more, 'more turn')}"))
    yield Sheet(counted(charts.turns.last, "turn"), tuple(lines))


def _phases(pos: HandPosition) -> Iterator[Sheet]:
    lines = []
    for number, slot in enumerate(pos.context.slots, 1):
        whose = f" ({_called(pos, slot.side)})" if slot.side else ""
        cleared = [state for row, _side in slot.begun for state in row.clears]
        clears = [f"clears {', '.join(cleared)}"] if cleared else []
        said = "; ".join((slot.kind.value, *clears, *slot.duties))
        lines.append(Line(f"{number}. {slot.name}{whose}", said))
    yield Sheet("A turn, phase by phase", tuple(lines))


def _tracks(pos: HandPosition) -> Iterator[Sheet]:
    lines = (
        Line(_of_side(pos, row.name, row.side), f"{row.start}, from {row.least} to {row.most}")
        for row in pos.charts.tracks
    )
    yield Sheet("Tracks as the game opens", tuple(lines))


def _boxes(pos: HandPosition) -> Iterator[Sheet]:
    rows = sorted(pos.charts.boxes, key=lambda row: row.display)
    for title, boxes in groupby(rows, key=lambda row: row.display):
        lines = (
            Line(
                _of_side(pos, box.name, box.side),
                f"holds {counted(box.holds, 'unit')}" if box.holds else "holds any number",
            )
            for box in boxes
        )
        yield Sheet(title or "Boxes", tuple(lines))


def _markers(pos: HandPosition) -> Iterator[Sheet]:
    lines = (
        Line(row.name, f"{row.most} of them" if row.most else "any number")
        for row in pos.charts.markers
    )
    yield Sheet("Markers", tuple(lines))


def _pools(pos: HandPosition) -> Iterator[Sheet]:
    for row in pos.charts.pools:
        kinds = dict.fromkeys(row.chits)
        back = ", put back at once" if row.returns else ""
        lines = (
            Line(chit, str(row.chits.count(chit)), row.chits.count(chit) / len(row.chits))
            for chit in kinds
        )
        title = f"{row.name}: the first draw of {counted(len(row.chits), 'chit')}{back}"
        yield Sheet(title, tuple(lines))


def _dice(pos: HandPosition) -> Iterator[Sheet]:
    for row in pos.charts.dice:
        chances = enumerate(sums(row.count, row.faces), row.count)
        lines = (Line(str(total), "", float(chance)) for total, chance in chances)
        yield Sheet(row.name, tuple(lines))


def _tables(pos: HandPosition) -> Iterator[Sheet]:
    for table in pos.charts.tables:
        chances = sums(table.count, table.faces)
        for at, column in enumerate(table.columns):
            cells = (row[at] for row in table.rows)
            yield Sheet(f"{table.name}: {column}", _summed(cells, chances))


def _weather(pos: HandPosition) -> Iterator[Sheet]:
    chart = pos.charts.weather
    if chart is None:
        return
    zones = [(f"Weather of {zone.name}", zone.die) for zone in chart.zones] or [("Weather", 0)]
    for title, added in zones:
        names = [chart.rolled(face + added).name for face in range(1, chart.die + 1)]
        yield Sheet(title, _summed(iter(names), (Fraction(1, chart.die),) * chart.die))


def _victory(pos: HandPosition) -> Iterator[Sheet]:
    chart, context = pos.charts.victory, pos.context
    if chart is None:
        return
    lines = []
    for row in chart.places:
        hexes = context.named(row.id)
        where = pos.label(hexes[0]) if hexes else f"{row.id} (not on this board)"
        owner = f", {_called(pos, row.owner)} at first" if row.owner else ""
        lines.append(Line(where, f"{counted(row.points, 'point')}{owner}"))
    yield Sheet("Places that count", tuple(lines))
    points = [Line(_called(pos, side), str(pos.points(side))) for side in context.all_sides]
    if chart.losses:
        points.append(Line("Each step of an enemy out of the game", str(chart.losses)))
    points.append(Line("To win one leads by", str(max(1, chart.lead))))
    yield Sheet("Points as the game opens", tuple(points))


def _hidden(pos: HandPosition) -> Iterator[Sheet]:
    chart = pos.charts.hidden
    if chart is None:
        return
    near = "Stacks beside its own units" if chart.watch is Watch.ADJACENT else "No enemy stack"
    lines = (Line(near), Line("Whatever has been shown"))
    yield Sheet("What a side knows of the enemy, with fog", lines)


def _scenario(pos: HandPosition) -> Iterator[Sheet]:
    context, chart = pos.context, pos.charts.scenario
    rows = chart.areas if chart is not None else ()
    lines = (Line(row.name, counted(len(context.areas[row.id]), "hex", "hexes")) for row in rows)
    yield Sheet("Areas of free set-up", tuple(lines))
    counts: dict[str, list[int]] = {side: [0, 0, 0] for side in context.all_sides}
    for unit, piece in pos.state.pieces.items():
        at = 0 if piece.hex is not None else 1 if unit not in context.arrivals else 2
        counts[pos.owner(unit)][at] += 1
    told_of = (
        Line(_called(pos, side), f"{on} on the board, {wait} waiting, {late} coming later")
        for side, (on, wait, late) in counts.items()
    )
    yield Sheet("Units as the game opens", tuple(told_of))


def _summed(cells: Iterator[str], chances: tuple[Fraction, ...]) -> tuple[Line, ...]:
    """Each result once, with its chance."""
    found: dict[str, Fraction] = {}
    for cell, chance in zip(cells, chances, strict=True):
        found[cell] = found.get(cell, Fraction(0)) + chance
    return tuple(Line(cell, "", float(chance)) for cell, chance in found.items())


def _called(pos: HandPosition, side: str) -> str:
    return next((row.name for row in pos.charts.sides if row.id == side), side.capitalize())


def _of_side(pos: HandPosition, name: str, side: str) -> str:
    return f"{name} ({_called(pos, side)})" if side else name


_TELLERS: Mapping[str, Callable[[HandPosition], Iterator[Sheet]]] = {
    "game": _game,
    "sides": _sides,
    "turns": _turns,
    "phases": _phases,
    "tracks": _tracks,
    "boxes": _boxes,
    "markers": _markers,
    "pools": _pools,
    "dice": _dice,
    "tables": _tables,
    "weather": _weather,
    "victory": _victory,
    "hidden": _hidden,
    "scenario": _scenario,
}
"""The charts that are told in sheets, by id."""
