"""Orders of battle of counters as tables, for CSV and XLSX: one for each section of the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from maps.errors import KnownError, counted, nearest
from oob.formats.csv_cells import (
    Cell,
    Reader,
    Refusal,
    RefusedError,
    Table,
    flag_cell,
    list_cell,
    table,
    text_cell,
)
from oob.model import (
    DepleteChoice,
    EntryKind,
    Face,
    Formation,
    Nation,
    OrderOfBattle,
    ScheduleEntry,
    SetUp,
    Size,
    Unit,
    UnitId,
)

OOB, NATIONS, FORMATIONS, UNITS = "oob", "nations", "formations", "units"
SETUP, CHOICES, SCHEDULE, NOTES = "setup", "choices", "schedule", "notes"
_FACE = ("attack", "defense", "move", "parenthesised", "label")
_MOST_FACES = 9
_COLUMNS: dict[str, tuple[str, ...]] = {
    OOB: ("id", "title"),
    NATIONS: ("id", "name", "side", "fill", "ink", "band"),
    FORMATIONS: ("id", "name", "parent"),
    UNITS: (
        *("id", "name", "nation", "side", "type", "size"),
        *("faces", "steps", "traits", "formation", "note"),
    ),
    SETUP: ("place", "units", "doubt", "steps"),
    CHOICES: ("count", "units"),
    SCHEDULE: ("kind", "turn", "place", "units", "cost", "replaces", "note"),
    NOTES: ("key", "text"),
}


def to_tables(order: OrderOfBattle) -> list[Table]:
    """The tables of an order of battle."""
    most = max((len(unit.faces) for unit in order.units.values()), default=1)
    rows: dict[str, list[list[Cell]]] = {
        OOB: [_texts(order.id, order.title)],
        NATIONS: [
            _texts(n.id, n.name, n.side, n.fill, n.ink, n.band) for n in order.nations.values()
        ],
        FORMATIONS: [_texts(f.id, f.name, f.parent) for f in order.formations.values()],
        UNITS: [_unit_row(unit, most) for unit in order.units.values()],
        SETUP: [
            [text_cell(s.place), list_cell(s.units), text_cell(s.doubt), s.steps]
            for s in order.setups
        ],
        CHOICES: [[choice.count, list_cell(choice.units)] for choice in order.choices],
        SCHEDULE: [_entry_row(entry) for entry in order.schedule],
        NOTES: [_texts(key, text) for key, text in order.notes.items()],
    }
    wide = _COLUMNS | {UNITS: (*_COLUMNS[UNITS], *_face_columns(most))}
    return [table(name, wide[name], rows[name]) for name in _COLUMNS]


def from_tables(tables: Sequence[Table], where: str) -> OrderOfBattle:
    """The order of battle of some tables.

    Raises RefusedError, naming every cell that is wrong, and KnownError for a table that is
    missing or unknown.
    """
    by_name = {one.name: one for one in tables}
    for name in by_name:
        if name not in _COLUMNS:
            raise KnownError(where, f"there is no table {name!r}.", nearest(name, _COLUMNS))
    if UNITS not in by_name:
        raise KnownError(where, "it has no table of units.", f"Name a sheet {UNITS}.")
    order, refusals = OrderOfBattle("", ""), list[Refusal]()
    for name, read in _READERS.items():
        if name in by_name:
            reader = Reader(by_name[name], f"{where} {name}")
            optional = _face_columns(_MOST_FACES) if name == UNITS else ()
            if reader.needs(_COLUMNS[name], optional):
                for row in reader.each():
                    read(row, order)
            refusals += reader.refusals
    if refusals:
        raise RefusedError(refusals)
    return order


def _texts(*texts: str) -> list[Cell]:
    return [text_cell(text) or '""' for text in texts]


def _face_columns(most: int) -> tuple[str, ...]:
    return tuple(f"{name} {n}" for n in range(1, most + 1) for name in _FACE)


def _unit_row(unit: Unit, most: int) -> list[Cell]:
    faces = [_face_cells(face) for face in unit.faces]
    faces += [[None] * len(_FACE)] * (most - len(faces))
    head = _texts(unit.id, unit.name, unit.nation, unit.side, unit.type)
    traits = list_cell(sorted(unit.traits))
    tail = [text_cell(unit.formation), text_cell(unit.note)]
    body = [unit.size.value, len(unit.faces), unit.steps, traits]
    return [*head, *body, *tail, *chain.from_iterable(faces)]


def _face_cells(face: Face) -> list[Cell]:
    ratings: list[Cell] = [face.attack, face.defense, face.move]
    return [*ratings, flag_cell(face.parenthesised), text_cell(face.label)]


def _entry_row(entry: ScheduleEntry) -> list[Cell]:
    lists = list_cell(entry.units), list_cell(entry.replaces)
    head = [entry.kind.value, entry.turn, text_cell(entry.place)]
    return [*head, lists[0], entry.cost, lists[1], text_cell(entry.note)]


def _read_head(row: Reader, order: OrderOfBattle) -> None:
    order.id, order.title = row.text("id"), row.text("title")


def _new(row: Reader, known: object) -> str:
    id_ = row.text("id")
    if not id_:
        row.refuse("id", "the id is missing.", "Give each its own.")
    elif isinstance(known, dict) and id_ in known:
        row.refuse("id", f"{id_[:40]!r} comes twice.", "Give each its own.")
    return id_


def _read_nation(row: Reader, order: OrderOfBattle) -> None:
    id_ = _new(row, order.nations)
    looks = (row.text(name) for name in ("name", "side", "fill", "ink", "band"))
    order.nations[id_] = Nation(id_, *looks)


def _read_formation(row: Reader, order: OrderOfBattle) -> None:
    id_ = _new(row, order.formations)
    order.formations[id_] = Formation(id_, row.text("name"), row.text("parent"))


def _read_unit(row: Reader, order: OrderOfBattle) -> None:
    id_ = UnitId(_new(row, order.units))
    nation = row.text("nation")
    if nation not in order.nations:
        row.refuse("nation", f"{nation[:40]!r} is unknown.", nearest(nation, order.nations))
    size, count = row.choice("size", Size, Size), row.count("faces", 1)
    if not 1 <= count <= _MOST_FACES:
        row.refuse("faces", f"a unit cannot have {counted(count, 'face')}.", "Write 1 or 2.")
    if size is not None:
        order.units[id_] = Unit(
            id=id_,
            name=row.text("name"),
            nation=nation,
            side=row.text("side"),
            type=row.text("type"),
            size=size,
            faces=tuple(_faces(row, min(count, _MOST_FACES))),
            steps=row.count("steps", 1),
            traits=frozenset(row.texts("traits")),
            formation=row.text("formation"),
            note=row.text("note"),
        )


def _faces(row: Reader, count: int) -> Iterator[Face]:
    for n in range(1, count + 1):
        yield Face(
            row.number(f"attack {n}"),
            row.number(f"defense {n}"),
            row.number(f"move {n}"),
            row.flag(f"parenthesised {n}"),
            row.text(f"label {n}"),
        )


def _ids(row: Reader, column: str, order: OrderOfBattle) -> tuple[UnitId, ...]:
    ids = tuple(UnitId(id_) for id_ in row.texts(column))
    for id_ in ids:
        if id_ not in order.units:
            row.refuse(column, f"there is no unit {id_[:40]!r}.", nearest(id_, order.units))
    return ids


def _read_setup(row: Reader, order: OrderOfBattle) -> None:
    ids = _ids(row, "units", order)
    order.setups.append(SetUp(row.text("place"), ids, row.text("doubt"), row.count("steps")))


def _read_choice(row: Reader, order: OrderOfBattle) -> None:
    order.choices.append(DepleteChoice(row.count("count"), _ids(row, "units", order)))


def _read_entry(row: Reader, order: OrderOfBattle) -> None:
    kind = row.choice("kind", EntryKind, EntryKind)
    ids, replaces = _ids(row, "units", order), _ids(row, "replaces", order)
    turn, cost = row.count("turn"), row.count("cost")
    if kind is not None:
        place, note = row.text("place"), row.text("note")
        order.schedule.append(ScheduleEntry(kind, turn, place, ids, cost, replaces, note))


def _read_note(row: Reader, order: OrderOfBattle) -> None:
    key = row.text("key")
    if key in order.notes:
        row.refuse("key", f"{key[:40]!r} comes twice.", "Give each its own.")
    order.notes[key] = row.text("text")


_READERS: dict[str, Callable[[Reader, OrderOfBattle], None]] = {
    OOB: _read_head,
    NATIONS: _read_nation,
    FORMATIONS: _read_formation,
    UNITS: _read_unit,
    SETUP: _read_setup,
    CHOICES: _read_choice,
    SCHEDULE: _read_entry,
    NOTES: _read_note,
}
