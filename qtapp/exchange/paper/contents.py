"""What of a game is put into tables for paper: set-up, turns, charts."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from engine.core.view.outlook import Due
from engine.core.wording import counted
from engine.game.chartbook import Chart, ChartTable, charts_of
from engine.reports.turn_record import TurnRow
from maps.hexgrid import Hex
from maps.model import GameMap
from oob.model import EntryKind, OrderOfBattle, Unit, UnitId
from qtapp.exchange.paper.flow import PaperTable, Section
from qtapp.exchange.subject import Subject
from qtapp.painters.counters.counter_faces import told_ratings

_ROW = 30
"""Counters in a row of a table."""

_DEEDS = {
    EntryKind.ARRIVES: "arrive",
    EntryKind.WITHDRAWS: "withdraw",
    EntryKind.OPTIONAL: "may arrive",
    EntryKind.CONVERTS: "convert",
    EntryKind.SUBSTITUTE: "in place of others",
}


def chart_sections(text: str) -> Iterator[Section]:
    """The charts of a TOML text that hold anything, each with how surely it is known."""
    for chart in charts_of(text):
        tables = (_paper_table(chart, table) for table in chart.tables)
        full = tuple(table for table in tables if table.rows)
        if full:
            yield Section(chart.title, full, chart.provenance, chart.reason)


def _paper_table(chart: Chart, table: ChartTable) -> PaperTable:
    plain = table.columns == ("entry", "value")
    heads = () if plain else tuple(head[:1].upper() + head[1:] for head in table.columns)
    title = "" if table.title == chart.title else table.title
    rows = (tuple(cell.replace("_", " ") for cell in row.cells) for row in table.rows)
    said = tuple(row for row in rows if any(row[1:] if plain else row))
    return PaperTable(title, heads, said)


def chart_pages(text: str) -> Iterator[tuple[str, str]]:
    """The charts of a TOML text as plain web pages, by title; equal titles are told apart."""
    seen: dict[str, int] = {}
    for section in chart_sections(text):
        seen[section.title] = count = seen.get(section.title, 0) + 1
        title = section.title if count == 1 else f"{section.title} ({count})"
        yield title, _page(section)


def _page(section: Section) -> str:
    parts = [f"<h2>{escape(section.title)}</h2>"]
    said = " ".join(filter(None, (section.remark, section.note)))
    if said:
        parts.append(f"<p><i>{escape(said)}</i></p>")
    for table in section.tables:
        if table.title:
            parts.append(f"<h3>{escape(table.title)}</h3>")
        heads = "".join(f"<th>{escape(head)}</th>" for head in table.heads)
        rows = [f"<tr>{heads}</tr>"] if heads else []
        rows += [
            f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in table.rows
        ]
        parts.append(f'<table border="1" cellpadding="3">{"".join(rows)}</table>')
    return f"<html><body>{''.join(parts)}</body></html>\n"


def place_sections(subject: Subject) -> Iterator[Section]:
    """Where the counters are, side by side: in a game as it is now, else as they begin."""
    order = subject.order
    if order is None:
        return
    if subject.counters is None:
        rows = _set_up(order, subject.board)
        yield from _by_side(rows, order, "set-up")
        rules, state = subject.rules, subject.state
        last = rules.phases(state).last_turn if rules is not None and state is not None else None
        yield from _schedule(order, last)
        return
    spots: list[tuple[str, UnitId]] = []
    for view in subject.counters:
        spots.append((place_words(view.at, subject.board), view.unit))
    yield from _by_side(spots, order, "where its counters are")


def place_words(at: Hex | str, board: GameMap) -> str:
    """A hex by number and place, or a box by name."""
    if isinstance(at, Hex):
        names = [place.name for place in board.places_at(at) if place.name]
        return " ".join([board.label(at), *names[:1]])
    box = board.boxes.get(at)
    return box.name if box is not None and box.name else at.replace("_", " ").replace(":", ", ")


def _set_up(order: OrderOfBattle, board: GameMap) -> list[tuple[str, UnitId]]:
    return [
        (place_words(setup.place, board), unit) for setup in order.setups for unit in setup.units
    ]


def _by_side(spots: list[tuple[str, UnitId]], order: OrderOfBattle, what: str) -> Iterator[Section]:
    """A section for each side: its places, and the counters in each."""
    sides: dict[str, dict[str, list[Unit]]] = {}
    for place, ident in spots:
        unit = order.units.get(ident)
        if unit is not None:
            sides.setdefault(unit.side, {}).setdefault(place, []).append(unit)
    for side, places in sides.items():
        count = sum(map(len, places.values()))
        rows = tuple(
            (place if first else "", unit_words(units, order))
            for place, all_ in places.items()
            for first, units in _shared_out(all_)
        )
        heads = ("Where", "Counters")
        yield Section(
            f"{side[:1].upper()}{side[1:] or 'All'}, {what}",
            (PaperTable("", heads, rows),),
            counted(count, "counter"),
        )


def _shared_out(units: list[Unit]) -> Iterator[tuple[bool, list[Unit]]]:
    """Units in rows that stay low: by nation, some at a time; whether it is the first row."""
    nations = dict.fromkeys(unit.nation for unit in units)
    first = True
    for nation in nations:
        own = [unit for unit in units if unit.nation == nation]
        for start in range(0, len(own), _ROW):
            yield first, own[start : start + _ROW]
            first = False


def unit_words(units: list[Unit], order: OrderOfBattle) -> str:
    """Counters by nation, equal ones counted: ``Greek: 2 × Infantry XX``."""
    nations: dict[str, dict[str, int]] = {}
    for unit in units:
        name = order.nations[unit.nation].name if unit.nation in order.nations else ""
        kind = "" if unit.type.casefold() in unit.name.casefold() else unit.type
        parts = (unit.name, kind, unit.size.value, told_ratings(unit.front, unit))
        words = " ".join(filter(None, parts))
        counted = nations.setdefault(name, {})
        counted[words] = counted.get(words, 0) + 1
    return "; ".join(
        (f"{name}: " if name else "")
        + ", ".join(f"{count} × {words}" if count > 1 else words for words, count in found.items())
        for name, found in nations.items()
    )


def _schedule(order: OrderOfBattle, last: int | None) -> Iterator[Section]:
    """What the order of battle says comes, goes and changes, by turn, up to the last one."""
    rows = []
    for entry in sorted(order.schedule, key=lambda entry: entry.turn):
        if last is not None and entry.turn > last:
            break
        units = [order.units[unit] for unit in entry.units if unit in order.units]
        turn = str(entry.turn) if entry.turn else "any"
        place = entry.place.replace("_", " ")
        rows.append((turn, _DEEDS[entry.kind], place, unit_words(units, order)))
    if rows:
        table = PaperTable("", ("Turn", "What", "Where", "Counters"), tuple(rows))
        yield Section("Coming, going and changing", (table,))


def turn_sections(rows: tuple[TurnRow, ...], phases: tuple[str, ...]) -> Iterator[Section]:
    """The phases of a turn to tick off, and what every turn brings."""
    if phases:
        table = PaperTable(
            "", ("", "Phase"), tuple((str(number), name) for number, name in enumerate(phases, 1))
        )
        yield Section("Sequence of play, first turn", (table,))
    brought = tuple(
        (str(row.number or "any"), row.date, "\n".join(map(_due_words, entries)))
        for row in rows
        for entries in _rows_of(row.due)
    )
    if not any(date for _turn, date, _words in brought):
        plain = tuple((turn, words) for turn, _date, words in brought)
        table = PaperTable("", ("Turn", "Brings"), plain)
    else:
        table = PaperTable("", ("Turn", "Date", "Brings"), brought)
    if brought:
        yield Section("What the turns bring", (table,))


def _rows_of(due: tuple[Due, ...]) -> Iterator[tuple[Due, ...]]:
    for start in range(0, len(due), _ROW):
        yield due[start : start + _ROW]


def _due_words(entry: Due) -> str:
    place = "" if entry.place.casefold() in entry.text.casefold() else entry.place
    where = f" {place[:1].upper()}{place[1:]}." if place else ""
    rule = f" ({entry.rule})" if entry.rule else ""
    return f"{entry.text}{where}{rule}"
