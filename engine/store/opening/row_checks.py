"""Do the rows of a file mean something? Asked in SQL, before any model is made of them.

Each rule names the rows of one table that no Sandtable writes: a hex far off any board, two hexes
that are not neighbours, a word that is none of a choice, a unit that is nowhere, a number that is
not finite, JSON of another shape. What is inside journals, logs and decisions about scans is read
with :mod:`engine.store.plain` when it is needed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache

from engine.frozen import dataclass
from engine.store.opening.shape import shown
from maps.files.pictures import LONGEST_EDGE, MOST_BYTES, Media
from maps.layout import Orientation
from maps.legend import Layer
from maps.numbering import Order, Parity
from oob.model import EntryKind, Size
from oob.notation.model import Action, Kind
from oob.notation.text.words import SIZES

FAR = 100_000
"""Hexes from the first that no board reaches."""

MOST = 1_000_000
"""Above this no count in a file goes."""

MOST_STEPS = 100_000_000
"""Steps that were ever taken in one game, at most; the next one gets the next number."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Rows of ``table`` for which ``bad`` is true (or unknown) mean nothing; ``what`` says why."""

    table: str
    bad: str
    what: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A row that means nothing: where it is (table and key) and why."""

    table: str
    key: tuple[tuple[str, object], ...]
    what: str

    def __str__(self) -> str:
        spot = ", ".join(f"{name} {_said(value)}" for name, value in self.key)
        return f"{self.table}, {spot}: {self.what}"


def first_fault(conn: sqlite3.Connection) -> str | None:
    """The first row that means nothing, in words; None when all rows are sound.

    Each table that has rows is asked all its rules at once: the one that is broken is looked for
    only when there is one.
    """
    asked = _asked(conn)
    if all(_is_sound(conn, table, rules) for table, rules in asked.items()):
        return None
    return next((str(fault) for fault in faults(conn, limit=1)), None)


def faults(conn: sqlite3.Connection, *, limit: int = -1) -> Iterator[Fault]:
    """The rows that mean nothing, at most ``limit`` for each rule."""
    tables = _tables(conn)
    keys = {table: _keys(conn, table) for table in tables}
    for rule in (*typed(conn, tables), *rules()):
        if rule.table not in tables:
            continue
        names = keys[rule.table]
        for row in conn.execute(
            f"SELECT {', '.join(names)} FROM {rule.table} AS it"
            f" WHERE ifnull({rule.bad}, 1) LIMIT ?",
            (limit,),
        ):
            yield Fault(rule.table, tuple(zip(names, row, strict=True)), rule.what)


def _tables(conn: sqlite3.Connection) -> set[str]:
    """The tables that are ours; SQLite and the migrations keep some of their own."""
    found = conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return {name for (name,) in found if not name.startswith(("sqlite_", "_sqlite"))}


def _asked(conn: sqlite3.Connection) -> dict[str, list[Rule]]:
    """The tables that have rows, with all rules that are about them."""
    known = sorted(_tables(conn))
    there = ", ".join(f"EXISTS (SELECT 1 FROM {table})" for table in known)
    has_rows = conn.execute(f"SELECT {there}").fetchone() if known else ()
    filled = [table for table, has in zip(known, has_rows, strict=True) if has]
    asked: dict[str, list[Rule]] = {table: [] for table in filled}
    for rule in (*typed(conn, filled), *rules()):
        if rule.table in asked:
            asked[rule.table].append(rule)
    return asked


def _is_sound(conn: sqlite3.Connection, table: str, about: list[Rule]) -> bool:
    """Whether surely no row of a table breaks one of its rules."""
    bad = " OR ".join(f"ifnull({rule.bad}, 1)" for rule in about) or "0"
    try:
        found = conn.execute(f"SELECT 1 FROM {table} AS it WHERE {bad} LIMIT 1").fetchone()
    except sqlite3.DatabaseError:  # one rule may forbid what another cannot be asked of
        return False
    return found is None


_HELD = {
    "TEXT": ("text",),
    "INTEGER": ("integer",),
    "REAL": ("real", "integer"),
    "BLOB": ("blob",),
}
"""What a column of each type may hold."""


def typed(conn: sqlite3.Connection, tables: Iterable[str]) -> Iterator[Rule]:
    """For each table, that its columns hold what they say: swapped pages hold what they like."""
    for table in sorted(tables):
        bad = []
        for _number, name, kind, *_more in conn.execute(f"PRAGMA table_info('{table}')").fetchall():
            held = ", ".join(f"'{one}'" for one in (*_HELD.get(kind, ()), "null"))
            if kind in _HELD:
                bad.append(f'typeof("{name}") NOT IN ({held})')
        if bad:
            yield Rule(table, " OR ".join(bad), "it holds values of another kind")


@cache
def rules() -> tuple[Rule, ...]:
    """All rules, in the order in which they are asked: kinds of values first, then references."""
    return (*_map_rules(), *_oob_rules(), *_ledger_rules(), *_game_rules(), *_other_rules())


def _map_rules() -> Iterator[Rule]:
    yield Rule("map", f"NOT {_one_of('orientation', Orientation)}", "its hexes lie neither way")
    yield Rule("map_kind", f"NOT {_one_of('layer', Layer)}", "there is no such layer")
    yield Rule("map_kind", _not_texts("look", "object"), "its look is no list of words")
    yield Rule("map_kind", _not_text("ident", "name"), "its name is no text")
    for table in ("map_hex", "map_draft", "map_hexside", "map_place", "map_region_hex"):
        yield Rule(table, _out("q", "r"), "it is off every board")
    yield Rule("map_bookmark", _out("q", "r"), "it is off every board")
    yield Rule("map_line", _out("q", "r", "to_q", "to_r"), "it is off every board")
    yield Rule(
        "map_line",
        "NOT ((to_q - q = 1 AND to_r - r IN (0, -1)) OR (to_q = q AND to_r - r = 1))",
        "it joins hexes that are not neighbours",
    )
    yield Rule("map_hexside", "direction NOT IN (0, 1, 2)", "it lies in no direction")
    yield Rule("map_hexside", _not_texts("kinds", "array"), "its kinds are no list of words")
    yield Rule("map_line", _not_texts("kinds", "array"), "its kinds are no list of words")
    sheet = (
        f"NOT ({_one_of('orientation', Orientation)} AND {_one_of('digit_order', Order)}"
        f" AND {_one_of('parity', Parity)} AND columns_grow IN ('east', 'west')"
        " AND rows_grow IN ('south', 'north') AND digits BETWEEN 1 AND 4"
        " AND columns BETWEEN 1 AND 10000 AND rows BETWEEN 1 AND 10000"
        f" AND abs(first_column) < {MOST} AND abs(first_row) < {MOST}"
        f" AND abs(q) < {FAR} AND abs(r) < {FAR})"
    )
    yield Rule("map_sheet", sheet, "it numbers no sheet of hexes")
    yield Rule(
        "map_sheet_style",
        f"{_not_text('style')} OR length(style) NOT BETWEEN 2 AND 19"
        " OR style NOT GLOB '[A01]*[A1]'",
        "no number is written so",
    )
    for part, what in (("label", "its name"), ("offset", "its symbol")):
        yield Rule(
            "map_place",
            f"NOT (({part}_x IS NULL AND {part}_y IS NULL)"
            f" OR ifnull(abs({part}_x) < 1000 AND abs({part}_y) < 1000, 0))",
            f"{what} is off the board",
        )
    yield Rule(
        "map_box",
        f"NOT (abs(x) < {MOST} AND abs(y) < {MOST} AND width BETWEEN 0 AND {MOST}"
        f" AND height BETWEEN 0 AND {MOST})",
        "its size or place is none",
    )
    yield Rule("map_box_link", _beyond("distance", 0, MOST), "its distance is none")
    yield Rule("map_box_link", _not_text("target"), "it leads nowhere")
    yield Rule(
        "map_bookmark",
        f"{_beyond('zoom', 0, 10_000)} OR key NOT IN ('', '1', '2', '3', '4', '5', '6', '7', '8',"
        " '9')",
        "its key or zoom is none",
    )
    yield Rule("map_place_tag", _not_text("tag"), "it is no text")
    yield Rule("map_note", _not_text("key", "text"), "it is no text")

    yield Rule(
        "map_hex",
        "NOT EXISTS (SELECT 1 FROM map_kind AS kind WHERE kind.map = it.map"
        " AND kind.layer = 'terrain' AND kind.ident = it.terrain)"
        " AND EXISTS (SELECT 1 FROM scenario WHERE scenario.map = it.map)",
        "a game is played on it and its terrain is none of the legend",
    )


def _oob_rules() -> Iterator[Rule]:
    yield Rule("oob_unit", f"NOT {_one_of('size', Size)}", "there is no such size")
    yield Rule("oob_unit", _beyond("steps", 0, 1000), "its steps are none")
    for column in ("attack", "defense", "move"):
        bad = f"{column} IS NOT NULL AND {_beyond(column, -1, 1000)}"
        yield Rule("oob_face", bad, f"its {column} is none")
    yield Rule("oob_face", "parenthesised NOT IN (0, 1)", "its parentheses are neither")
    yield Rule("oob_face", _not_text("label"), "its label is no text")
    yield Rule("oob_trait", _not_text("trait"), "it is no text")
    yield Rule("oob_note", _not_text("key", "text"), "it is no text")
    yield Rule("oob_entry", f"NOT {_one_of('kind', EntryKind)}", "there is no such kind of entry")
    yield Rule("oob_entry", _beyond("turn", 0, 10_000), "its turn is none")
    yield Rule("oob_entry", _beyond("cost", -1, MOST), "its cost is none")
    yield Rule("oob_setup", _beyond("steps", -1, 1000), "its steps are none")
    yield Rule("oob_choice", _beyond("count", 0, MOST), "its count is none")
    yield Rule("oob_entry_unit", "role NOT IN ('enters', 'replaced')", "there is no such role")
    for table in ("setup", "entry", "choice"):
        yield Rule(
            f"oob_{table}_unit",
            f"NOT EXISTS (SELECT 1 FROM oob_{table} AS up JOIN oob_unit ON oob_unit.oob = up.oob"
            f" AND oob_unit.ident = it.unit WHERE up.id = it.{table})",
            "its order of battle has no such unit",
        )
    yield Rule(
        "oob_unit",
        "NOT EXISTS (SELECT 1 FROM oob_face WHERE oob_face.unit = it.id)",
        "it has no ratings",
    )
    for column, table, empty in (
        ("nation", "oob_nation", ""),
        ("formation", "oob_formation", "it.formation <> '' AND "),
    ):
        yield Rule(
            "oob_unit",
            f"{empty}NOT EXISTS (SELECT 1 FROM {table} AS up WHERE up.oob = it.oob"
            f" AND up.ident = it.{column})",
            f"its order of battle has no such {column}",
        )


def _ledger_rules() -> Iterator[Rule]:
    yield Rule("ledger", _not_pairs("heads"), "its heads are no list of pairs")
    yield Rule("ledger_row", f"NOT {_one_of('kind', Kind)}", "there is no such kind of entry")
    yield Rule("ledger_row", f"NOT {_one_of('action', Action)}", "nothing like that happens")
    yield Rule("ledger_row", f"size NOT IN ({_listed({*SIZES, *Size})})", "there is no such size")
    for column in ("key", "rank", "line"):
        yield Rule("ledger_row", f"typeof({column}) <> 'integer'", f"its {column} is no number")
    yield Rule("ledger_row", _beyond("count", 0, MOST), "its count is none")
    for column in ("attack", "defense"):
        bad = f"{column} IS NOT NULL AND {_beyond(column, -MOST, MOST)}"
        yield Rule("ledger_row", bad, f"its {column} is none")
    yield Rule(
        "ledger_row",
        f"move IS NOT NULL AND NOT (typeof(move) = 'text' AND length(move) < 100)"
        f" AND {_beyond('move', -MOST, MOST)}",
        "its movement is none",
    )
    yield Rule("ledger_row", "NOT (initial IN (0, 1) AND starred IN (0, 1))", "a mark is neither")
    yield Rule("ledger_row", _not_texts("names", "array"), "its names are no list of words")
    yield Rule("ledger_row", _not_pairs("tags"), "its tags are no list of pairs")
    words = ("side", "turn", "army_group", "force", "part", "area", "nationality", "type", "size")
    yield Rule("ledger_row", _not_text(*words), "one of its words is no text")
    rest = ("suffix", "back", "grade", "note")
    yield Rule("ledger_row", _not_text(*rest), "one of its words is no text")
    yield Rule("ledger_laid", _not_json("change", "object"), "its change is none")


def _game_rules() -> Iterator[Rule]:
    yield Rule("game", "dice NOT IN ('program', 'typed', 'ask')", "nobody rolls its dice")
    yield Rule(
        "game",
        f"CASE WHEN {_not_json('options', 'object')} THEN 1 ELSE EXISTS"
        " (SELECT 1 FROM json_each(it.options) AS e WHERE e.type NOT IN ('true', 'false')) END",
        "its options are none",
    )
    yield Rule("game", f"opening <> '' AND {_not_json('opening', 'object')}", "its opening is none")
    yield Rule(
        "game", f"opening <> '' AND {_not_json('opening', 'object')}", "its opening is no position"
    )
    yield Rule("game_node", _beyond("id", 0, MOST_STEPS), "its number is none")
    yield Rule(
        "game_node",
        "(id = 0) <> (parent IS NULL) OR (id = 0) <> (action IS NULL) OR (parent >= id) IS 1",
        "it follows no step",
    )
    yield Rule(
        "game_node", f"{_beyond('draw', 0, MOST)} OR {_beyond('board', 0, 2**62)}", "a number of it"
    )
    yield Rule("game_node", _not_text("how", "key", "side", "digest", "why"), "a word of it")
    yield Rule(
        "game_node",
        f"action IS NOT NULL AND {_not_json('action', 'object')}",
        "its action is none",
    )
    yield Rule("game_node", _not_pairs("told"), "what was told of it is no list of pairs")
    yield Rule("game_snapshot", _not_json("state", "object"), "its state is none")
    yield Rule(
        "game_mark",
        "kind NOT IN ('line', 'bookmark', 'note', 'dice', 'seat')",
        "there is no such mark",
    )
    yield Rule("game_mark", _not_text("text"), "it is no text")
    yield Rule("game_turn", f"{_beyond('turn', -MOST, MOST)} OR {_not_text('note')}", "it is none")


def _other_rules() -> Iterator[Rule]:
    for word in ("map", "ledger", "scans", "chart_set", "aids"):
        yield Rule(f"{word}_edit", _not_json("change", "object"), "its change is none")
        yield Rule(
            f"{word}_edit",
            f"standing NOT IN ('done', 'undone', 'dropped') OR {_beyond('step', 0, 2**62)}",
            "it is neither done nor undone",
        )
        yield Rule(
            f"{word}_history", "deed NOT IN ('edit', 'undo', 'redo')", "there is no such deed"
        )
        yield Rule(
            f"{word}_history",
            f"NOT EXISTS (SELECT 1 FROM {word}_edit AS e WHERE e.{word} = it.{word}"
            " AND it.what = CASE it.deed WHEN 'edit' THEN e.id ELSE e.step END)",
            "what was done is missing",
        )
    yield Rule("chart_cell", _not_texts("path", "array"), "it names no cell")
    yield Rule("chart_cell", f"json_array_length(path) = 0 OR {_not_text('note')}", "it is no cell")
    yield Rule("chart_cell", "NOT json_valid(value)", "its value is none")
    yield Rule("scan", "ready NOT IN (0, 1)", "it is neither whole nor begun")
    yield Rule("scan", _not_json("work", "object"), "what was decided about it is missing")
    yield Rule(
        "scan_tile",
        f"{_beyond('level', 0, 30)} OR {_beyond('across', 0, MOST)} OR {_beyond('down', 0, MOST)}"
        " OR typeof(data) <> 'blob'",
        "it is no piece of a picture",
    )
    yield Rule("aid", _not_text("name", "folder", "note"), "a word of it is no text")
    yield Rule("aid", "length(name) > 200 OR length(folder) > 200", "its name is too long")
    yield Rule("aid", f"length(note) > {MOST}", "its note is too long")
    yield Rule("aid", f"{_beyond('rank', -MOST, MOST)}", "its place in the list is none")
    yield Rule("aid", "present NOT IN (0, 1)", "it is neither there nor removed")
    yield Rule("aid", f"NOT {_one_of('media', Media)}", "it is no kind of picture")
    edges = f"{_beyond('width', 1, LONGEST_EDGE)} OR {_beyond('height', 1, LONGEST_EDGE)}"
    yield Rule(
        "aid",
        f"{edges} OR typeof(data) <> 'blob' OR length(data) > {MOST_BYTES}",
        "it is no picture",
    )
    yield Rule(
        "file_stamp",
        f"id <> 1 OR count < 0 OR floor < 0 OR floor > count OR {_not_text('session', 'before')}",
        "it stamps nothing",
    )


def _one_of(column: str, words: type[StrEnum]) -> str:
    return f"{column} IN ({_listed(word.value for word in words)})"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(map(_quoted, sorted(words)))


def _quoted(word: str) -> str:
    return "'" + word.replace("'", "''") + "'"


def _out(*columns: str) -> str:
    return " OR ".join(_beyond(column, -FAR, FAR) for column in columns)


def _beyond(column: str, low: int, high: int) -> str:
    return f"(typeof({column}) <> 'integer' OR {column} NOT BETWEEN {low} AND {high})"


def _not_text(*columns: str) -> str:
    return " OR ".join(f"typeof({column}) <> 'text'" for column in columns)


def _not_json(column: str, kind: str) -> str:
    return (
        f"(typeof({column}) <> 'text' OR"
        f" CASE json_valid({column}) WHEN 1 THEN json_type({column}) <> '{kind}' ELSE 1 END)"
    )


def _not_texts(column: str, kind: str) -> str:
    inside = f"EXISTS (SELECT 1 FROM json_each(it.{column}) AS e WHERE e.type <> 'text')"
    return f"CASE WHEN {_not_json(column, kind)} THEN 1 ELSE {inside} END"


def _not_pairs(column: str) -> str:
    inside = (
        f"EXISTS (SELECT 1 FROM json_each(it.{column}) AS e WHERE CASE e.type WHEN 'array' THEN"
        " json_array_length(e.value) <> 2 OR json_type(e.value, '$[0]') <> 'text'"
        " OR json_type(e.value, '$[1]') <> 'text' ELSE 1 END)"
    )
    return f"CASE WHEN {_not_json(column, 'array')} THEN 1 ELSE {inside} END"


def _keys(conn: sqlite3.Connection, table: str) -> tuple[str, ...]:
    columns: Iterable[tuple[int, str]] = (
        (row[5], row[1]) for row in conn.execute(f"PRAGMA table_info({table})") if row[5]
    )
    return tuple(name for _place, name in sorted(columns)) or ("rowid",)


def _said(value: object) -> str:
    return shown(value) if isinstance(value, str) else repr(value)
