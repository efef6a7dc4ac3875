"""Rosters as tables, for CSV and XLSX: one row an entry, one column a fact."""

from __future__ import annotations

from collections.abc import Iterator

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
from oob.notation.model import Action, Item, Kind, Move, Roster, Section
from oob.notation.text.parser import STATUSES
from oob.notation.text.words import TAG_KEYS

ROSTER, HEADS, ITEMS = "roster", "heads", "items"
_HEAD = ("id", "title", "status")
_PAIR = ("key", "text")
NEEDED = ("side", "turn", "action", "count", "type")
COLUMNS = (
    "side",
    "nationality",
    "turn",
    "group",
    "force",
    "part",
    "area",
    "action",
    "initial",
    "kind",
    "count",
    "type",
    "size",
    "attack",
    "defense",
    "move",
    "supported",
    "ids",
    "suffix",
    "back",
    "grade",
    "note",
    "tags",
)


def to_tables(roster: Roster) -> list[Table]:
    """The tables of a roster."""
    head = [text_cell(roster.id), text_cell(roster.title), roster.status]
    found = [table(ROSTER, _HEAD, [head]), table(ITEMS, COLUMNS, map(_row, roster.items))]
    if roster.heads:
        pairs = ((text_cell(key), text_cell(said)) for key, said in roster.heads)
        found.insert(1, table(HEADS, _PAIR, pairs))
    return found


def _row(item: Item) -> list[Cell]:
    here = item.section
    words = (here.side, here.nationality, here.turn, here.group, here.force, here.part, here.area)
    return [
        *map(text_cell, words),
        item.action.value,
        flag_cell(here.initial),
        item.kind.value,
        item.count,
        text_cell(item.type),
        item.size,
        item.attack,
        item.defense,
        item.move,
        flag_cell(item.starred),
        list_cell(item.ids),
        *map(text_cell, (item.suffix, item.back, item.grade, item.note)),
        list_cell(f"{key} {text}".rstrip() for key, text in item.tags),
    ]


def from_tables(tables: list[Table], where: str) -> Roster:
    """The roster of some tables. Raises RefusedError, naming every cell that is wrong."""
    by_name = {one.name: one for one in tables}
    if ITEMS not in by_name:
        raise KnownError(where, "it has no table of items.", f"Name a sheet {ITEMS}.")
    refusals: list[Refusal] = []
    roster = Roster()
    if ROSTER in by_name:
        head = Reader(by_name[ROSTER], f"{where} {ROSTER}", refusals)
        if head.needs(_HEAD):
            _read_head(head, roster)
    if HEADS in by_name:
        heads = Reader(by_name[HEADS], f"{where} {HEADS}")
        if heads.needs(_PAIR):
            roster.heads = tuple((row.text("key"), row.text("text")) for row in heads.each())
        refusals += heads.refusals
    reader = Reader(by_name[ITEMS], f"{where} {ITEMS}")
    if reader.needs(NEEDED, COLUMNS):
        found = [_item(row) for row in reader.each()]
        roster.items = [item for item in found if item is not None]
    refusals += reader.refusals
    if refusals:
        raise RefusedError(refusals)
    return roster


def _read_head(head: Reader, roster: Roster) -> None:
    for row in head.each():
        roster.id, roster.title = row.text("id"), row.text("title")
        roster.status = row.text("status") or STATUSES[0]
        if roster.status not in STATUSES:
            row.refuse("status", f"{roster.status[:20]!r} is none.", "Write printed.")


def _item(row: Reader) -> Item | None:
    action = row.choice("action", Action, Action)
    has_kind = row.text("kind") != ""
    kind = row.choice("kind", Kind, Kind) if has_kind else Kind.GROUND
    says = row.text("initial") != ""
    initial = row.flag("initial") if says else action is Action.INITIAL
    names = ("side", "turn")
    section = Section(
        **{name: row.text(name) for name in names},
        initial=initial,
        **{name: row.text(name) for name in ("group", "force", "part", "area", "nationality")},
    )
    count, ids = row.count("count"), row.texts("ids")
    if count < 1:
        row.refuse("count", "the count must be at least 1.", "Write how many there are.")
    if kind is Kind.GROUND and ids and len(ids) != count:
        row.refuse(
            "ids",
            f"{counted(len(ids), 'id stands', 'ids stand')} for a count of {count}.",
            "Fix either.",
        )
    attack, defense, move = row.number("attack"), row.number("defense"), _move(row)
    if attack is not None and defense is None:
        defense = attack
    if action is None or kind is None:
        return None
    return Item(
        kind=kind,
        section=section,
        action=action,
        count=count,
        type=row.text("type"),
        size=row.text("size"),
        attack=attack,
        defense=defense,
        move=move,
        starred=row.flag("supported"),
        ids=ids,
        suffix=row.text("suffix"),
        back=row.text("back"),
        grade=row.text("grade"),
        note=row.text("note"),
        tags=tuple(_tags(row)),
    )


def _tags(row: Reader) -> Iterator[tuple[str, str]]:
    for said in row.texts("tags"):
        key, _, text = said.partition(" ")
        if key not in TAG_KEYS:
            row.refuse("tags", f"there is no tag {key[:20]!r}.", nearest(key, TAG_KEYS))
        yield key, text


def _move(row: Reader) -> Move | None:
    return "R" if row.text("move").strip().upper() == "R" else row.number("move")
