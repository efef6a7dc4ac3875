"""Project files altered in every way a stranger or a fault could: bytes, rows, schema, texts."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from engine.core.chance import Stream

WORDS = (
    *("", "x", "\x00", "\u202e", "<img src=/dev/zero>", "%s%n", "NaN", "[]", "{}", "a" * 20_000),
    *("-1", "9" * 400, "12/13", "clear", "done", "rolled", "Ελλάδα 🎲", "\ud7ff\uffff"),
)
WHOLE = (0, 1, -1, 2, 3, 7, 255, 10**6, -(10**6), 2**31, 2**53, 2**63 - 1, -(2**63))
PARTS = (0.0, -0.5, 1.5, 1e308, -1e308, float("inf"), float("-inf"))
SCHEMA = (
    "CREATE TRIGGER bite AFTER UPDATE ON map BEGIN DELETE FROM map_hex; END",
    "CREATE TRIGGER mute BEFORE INSERT ON game_node BEGIN SELECT raise(IGNORE); END",
    "CREATE TRIGGER grow AFTER INSERT ON map_edit BEGIN"
    " INSERT INTO map_note VALUES (1, 9, hex(randomblob(9)), hex(zeroblob(90000000))); END",
    "CREATE VIEW extra AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
    " SELECT x FROM c",
    "CREATE TABLE extra (a, b AS (zeroblob(1000000000)) STORED)",
    "CREATE INDEX extra ON map (hex(zeroblob(1000000)))",
    "CREATE INDEX extra ON map_hex (terrain)",
    "CREATE VIRTUAL TABLE extra USING fts5(a)",
    "ALTER TABLE map ADD COLUMN extra TEXT NOT NULL DEFAULT 'x'",
    "ALTER TABLE map_note RENAME TO map_notes",
    "DROP TABLE map_note",
    "DROP TABLE file_stamp",
    "DROP INDEX map_edit_step",
    "DELETE FROM _sqlite_migrations",
    "UPDATE _sqlite_migrations SET name = 'x' WHERE id = 3",
    "DELETE FROM file_stamp",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = 5",
    "PRAGMA user_version = 99",
    "PRAGMA application_id = 7",
    "PRAGMA journal_mode = DELETE",
)


def alter(path: Path, stream: Stream) -> str:
    """Alter a file in one way; what was done."""
    turn = stream.below(100)
    if turn < 20:
        return alter_bytes(path, stream)
    if turn < 28:
        return alter_schema(path, stream)
    return alter_rows(path, stream)


def alter_bytes(path: Path, stream: Stream) -> str:
    """Flip bits, write noise or nothing over a stretch, swap pages, or cut the file."""
    data = bytearray(path.read_bytes())
    turn = stream.below(6)
    if turn == 0:
        size = stream.below(len(data))
        path.write_bytes(data[:size])
        return f"cut at {size}"
    if turn == 1:
        one, other = (4096 * stream.below(len(data) // 4096) for _ in range(2))
        data[one : one + 4096], data[other : other + 4096] = (
            data[other : other + 4096],
            data[one : one + 4096],
        )
        path.write_bytes(data)
        return f"pages at {one} and {other} swapped"
    if turn == 2:
        at, length = stream.below(len(data)), 1 + stream.below(9000)
        data[at : at + length] = bytes(min(length, len(data) - at))
        path.write_bytes(data)
        return f"{length} zeroes at {at}"
    if turn == 3:
        at = stream.below(len(data) - 64)
        for place in range(at, at + 64):
            data[place] = stream.below(256)
        path.write_bytes(data)
        return f"noise at {at}"
    spots = []
    for _ in range(1 + stream.below(12)):
        at = stream.below(100 if stream.below(12) == 0 else len(data))
        data[at] ^= 1 << stream.below(8)
        spots.append(at)
    path.write_bytes(data)
    return f"bits at {spots}"


def alter_schema(path: Path, stream: Stream) -> str:
    """Plant something, or alter what tells the version."""
    statement = SCHEMA[stream.below(len(SCHEMA))]
    with closing(_unchecked(path)) as conn:
        conn.execute(statement)
        conn.commit()
    return statement


def alter_rows(path: Path, stream: Stream) -> str:
    """Set a few cells to other values, or remove or double a row, heedless of all conditions."""
    done = []
    with closing(_unchecked(path)) as conn:
        tables = [
            (str(name), int(conn.execute(f"SELECT count(*) FROM {name}").fetchone()[0]))
            for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if not str(name).startswith(("sqlite_", "_sqlite"))
        ]
        filled = [(name, count) for name, count in tables if count]
        for _ in range(1 + stream.below(3)):
            name, count = filled[stream.below(len(filled))]
            try:
                done.append(_alter_row(conn, name, stream.below(count), stream))
            except (sqlite3.Error, OverflowError) as error:
                done.append(f"{name}: not to be ({error})")
        conn.commit()
    return "; ".join(done)


def _alter_row(conn: sqlite3.Connection, table: str, number: int, stream: Stream) -> str:
    columns = conn.execute(f"PRAGMA table_info({table})").fetchall()
    keys = [column[1] for column in columns if column[5]] or ["rowid"]
    row = conn.execute(
        f"SELECT {', '.join(keys)} FROM {table} LIMIT 1 OFFSET ?", (number,)
    ).fetchone()
    if row is None:
        return f"{table}: nothing"
    where = " AND ".join(f"{key} IS ?" for key in keys)
    turn = stream.below(12)
    if turn == 0:
        conn.execute(f"DELETE FROM {table} WHERE {where}", row)
        return f"{table} {row} removed"
    column = columns[stream.below(len(columns))]
    name, kind = str(column[1]), str(column[2])
    old = conn.execute(f"SELECT {name} FROM {table} WHERE {where}", row).fetchone()[0]
    new = _value(conn, table, name, kind, old, stream)
    conn.execute(f"UPDATE {table} SET {name} = ? WHERE {where}", (new, *row))
    shown = repr(new) if len(repr(new)) < 200 else f"{repr(new)[:200]}..."
    return f"{table} {row} {name} = {shown}"


def _value(
    conn: sqlite3.Connection, table: str, name: str, kind: str, old: object, stream: Stream
) -> object:
    if isinstance(old, str) and old[:1] in ("{", "[") and stream.below(8):
        try:
            plain = json.loads(old)
        except ValueError:
            return old
        return json.dumps(alter_plain(plain, stream), ensure_ascii=False)
    if stream.below(4) == 0:
        other = conn.execute(
            f"SELECT {name} FROM {table} ORDER BY {name} LIMIT 1 OFFSET ?", (stream.below(5),)
        ).fetchone()
        if other is not None:
            return other[0]
    if stream.below(12) == 0:
        return None
    if kind == "INTEGER":
        small = isinstance(old, int) and stream.below(2)
        return old + stream.below(7) - 3 if small and isinstance(old, int) else _one(WHOLE, stream)
    if kind == "REAL":
        return _one(PARTS, stream)
    if kind == "BLOB":
        return bytes(stream.below(256) for _ in range(stream.below(40)))
    if kind == "ANY":
        return _one((*WORDS, *WHOLE, *PARTS), stream)
    return _one(WORDS, stream)


def alter_plain(plain: Any, stream: Stream) -> Any:
    """JSON with one value somewhere in it replaced, removed or buried."""
    if isinstance(plain, dict) and plain and stream.below(5):
        key = sorted(plain)[stream.below(len(plain))]
        turn = stream.below(12)
        if turn == 0:
            return {k: v for k, v in plain.items() if k != key}
        if turn == 1:
            return {("x" if k == key else k): v for k, v in plain.items()}
        return {**plain, key: alter_plain(plain[key], stream)}
    if isinstance(plain, list) and plain and stream.below(5):
        at = stream.below(len(plain))
        turn = stream.below(12)
        if turn == 0:
            return plain[:at] + plain[at + 1 :]
        if turn == 1:
            return [*plain, plain[at]]
        return [*plain[:at], alter_plain(plain[at], stream), *plain[at + 1 :]]
    turn = stream.below(10)
    if turn < 3:
        return _one(WHOLE, stream)
    if turn < 6:
        return _one(WORDS, stream)
    if turn == 6:
        return _one(PARTS, stream)
    if turn == 7:
        deep: Any = plain
        for _ in range(_one((3, 50, 400, 900), stream)):
            deep = [deep]
        return deep
    return _one((None, True, False, [], {}, [[]], {"": 1}), stream)


def _one(values: tuple[Any, ...], stream: Stream) -> Any:
    return values[stream.below(len(values))]


def _unchecked(path: Path) -> sqlite3.Connection:
    conn = sqlite3.connect(path)
    conn.execute("PRAGMA ignore_check_constraints = ON")
    conn.execute("PRAGMA foreign_keys = OFF")
    return conn
