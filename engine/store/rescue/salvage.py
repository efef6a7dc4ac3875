"""Rows of a damaged file, one by one, into a new file; what could not be kept is counted.

Nothing of the old file is run: its tables are read by name, column by column. A table is read from
the front as far as it goes and then from the back; what lies between is lost.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlite_utils import Database

from engine.store import schema
from engine.store.faults import damaged
from engine.store.opening.connecting import bound, harden
from engine.store.opening.reading import read_only
from engine.store.opening.row_checks import faults
from engine.store.opening.shape import shown
from engine.store.project import Project
from maps.errors import KnownError

Report = Callable[[float, str], None]
"""Told how far the work is (0 to 1) and what is being done; raises to stop it."""

_OWN = ("file_stamp", "_sqlite_migrations")
_ROUNDS = 2000
_TURNS = 60
"""How often rows that lost what they refer to are looked for; each turn removes some."""


@dataclass(slots=True)
class Losses:
    """What could not be kept: sentences, and rows by table and reason."""

    sentences: list[str] = field(default_factory=list)
    rows: Counter[tuple[str, str]] = field(default_factory=Counter)

    def told(self) -> tuple[str, ...]:
        """All losses as sentences, those of whole things first."""
        counted = (
            f"{table}: {count} {'row' if count == 1 else 'rows'} ({why})."
            for (table, why), count in sorted(self.rows.items())
        )
        return (*self.sentences, *counted)


def salvage(source: Path, project: Project, report: Report) -> Losses:
    """Copy every row that can be read and means something into a new, empty project.

    Raises KnownError when nothing at all can be read.
    """
    losses = Losses()
    with _opened(source, losses) as old:
        there = _tables(source, old)
        tables = [
            str(row[0])
            for row in project.rows(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid"
            )
            if row[0] not in _OWN
        ]
        for name in sorted(there - {*tables, *_OWN}):
            losses.sentences.append(f"The table {shown(name)} is not Sandtable's; it was left out.")
        with _loose(project), project.transaction():
            for number, table in enumerate(tables):
                report(0.7 * number / len(tables), f"Reading {table.replace('_', ' ')}")
                if table in there:
                    _copy(old, project, table, losses)
                elif table in _EXPECTED:
                    losses.sentences.append(f"The table {table} is missing.")
            report(0.7, "Judging what was read")
            _prune(project, losses)
    return losses


_EXPECTED = ("map", "map_hex", "oob", "game", "game_node", "scenario", "charts")


@contextmanager
def _opened(source: Path, losses: Losses) -> Iterator[sqlite3.Connection]:
    """A connection that reads a damaged file, or a copy of it with a sound header."""
    conn = _readable(source)
    if conn is not None:
        with closing(conn):
            yield conn
        return
    data = source.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        for tables, told in ((False, _HEADER_MADE), (True, _TABLES_MADE)):
            copy.write_bytes(_with_header(data, tables=tables))
            conn = _readable(copy)
            if conn is not None:
                losses.sentences.append(told)
                with closing(conn):
                    yield conn
                return
    raise KnownError(str(source), "nothing in it can be read.", "Open an older copy.")


_HEADER_MADE = "The file's header was damaged; it was made again."
_TABLES_MADE = "The file's list of tables was damaged; it was made again."
_PAGE = 4096
_INTERIOR = 5
"""The kind of a page that leads to the pages of a table."""


def _readable(path: Path) -> sqlite3.Connection | None:
    """A connection that at least sees a list of tables, the log taken into account if possible."""
    for opening in (read_only, _without_log):
        try:
            conn = opening(path)
        except (KnownError, sqlite3.Error):
            continue
        try:
            conn.text_factory = _text
            bound(conn, _ROUNDS)
            if conn.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                return conn
        except sqlite3.Error:
            pass
        conn.close()
    return None


def _without_log(path: Path) -> sqlite3.Connection:
    return harden(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _with_header(data: bytes, *, tables: bool) -> bytes:
    """The bytes of a file under the header, and the list of ``tables``, of an empty one.

    Files that were begun with this format have their list of tables in the same pages.
    """
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.execute(f"PRAGMA page_size = {_PAGE}")
        fresh.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        schema.MIGRATIONS.apply(Database(fresh, execute_plugins=False, strict=True))
        empty = fresh.serialize()
    own = _tree(empty, 1) if tables else []
    pages = max(len(data) // _PAGE, len(empty) // _PAGE)
    made = bytearray(data[: pages * _PAGE].ljust(pages * _PAGE, b"\0"))
    for page in own:
        at = (page - 1) * _PAGE
        made[at : at + _PAGE] = empty[at : at + _PAGE]
    made[:100] = empty[:100]
    made[28:32] = pages.to_bytes(4, "big")
    made[32:40] = bytes(8)
    made[92:96] = made[24:28]
    return bytes(made)


def _tree(data: bytes, page: int) -> list[int]:
    """The pages of a table that begins at one, by SQLite's file format (1.6, b-tree pages)."""
    start = (page - 1) * _PAGE
    head = start + (100 if page == 1 else 0)
    if data[head] != _INTERIOR:
        return [page]
    count = int.from_bytes(data[head + 3 : head + 5], "big")
    below = [int.from_bytes(data[head + 8 : head + 12], "big")]
    for cell in range(count):
        spot = head + 12 + 2 * cell
        at = start + int.from_bytes(data[spot : spot + 2], "big")
        below.append(int.from_bytes(data[at : at + 4], "big"))
    return [page, *(found for child in below for found in _tree(data, child))]


def _tables(source: Path, old: sqlite3.Connection) -> set[str]:
    try:
        rows = old.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0"
            " AND sql LIKE 'CREATE TABLE%'"
        ).fetchall()
    except sqlite3.DatabaseError as error:
        raise damaged(source, str(error)) from error
    return {str(row[0]) for row in rows if not str(row[0]).startswith("sqlite_")}


@contextmanager
def _loose(project: Project) -> Iterator[None]:
    """Without the tests of references and values: what does not pass is judged afterwards."""
    conn = project.db.conn
    conn.execute("PRAGMA foreign_keys = OFF")
    conn.execute("PRAGMA ignore_check_constraints = ON")
    try:
        yield
    finally:
        conn.execute("PRAGMA ignore_check_constraints = OFF")
        conn.execute("PRAGMA foreign_keys = ON")


def _copy(old: sqlite3.Connection, project: Project, table: str, losses: Losses) -> None:
    """Copy the rows of one table from both ends."""
    wanted = [str(row[1]) for row in project.rows(f"PRAGMA table_info({table})")]
    try:
        known = {str(row[1]) for row in old.execute(f"PRAGMA table_xinfo({table})")}
    except sqlite3.DatabaseError:
        known = set()
    columns = [column for column in wanted if column in known]
    if not columns:
        losses.sentences.append(f"The table {table} cannot be read.")
        return
    keys = _keys(project, table)
    order = ", ".join(keys)
    marks = ", ".join("?" for _ in columns)
    insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"
    backward = ", ".join(f"{key} DESC" for key in keys)
    seen = 0
    for way in (order, backward):
        try:
            for row in old.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {way}"):
                seen += _insert(project, insert, row, table, losses)
            return
        except (sqlite3.DatabaseError, OverflowError, MemoryError):
            continue
    losses.rows[table, "a stretch of it cannot be read"] += 1


def _keys(project: Project, table: str) -> list[str]:
    found = sorted(
        (int(row[5]), str(row[1])) for row in project.rows(f"PRAGMA table_info({table})") if row[5]
    )
    return [name for _place, name in found] or ["rowid"]


def _insert(
    project: Project, insert: str, row: tuple[object, ...], table: str, losses: Losses
) -> bool:
    try:
        project.run(insert, row)
    except sqlite3.IntegrityError as error:
        # From the back, rows are met that were copied from the front.
        if "UNIQUE" not in str(error):
            losses.rows[table, _why(error)] += 1
        return False
    except (sqlite3.DataError, sqlite3.InterfaceError, sqlite3.OperationalError) as error:
        if _is_disk(error):
            raise
        losses.rows[table, _why(error)] += 1
        return False
    return True


def _is_disk(error: sqlite3.Error) -> bool:
    name = getattr(error, "sqlite_errorname", "") or ""
    return name.startswith(("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY"))


def _why(error: sqlite3.Error) -> str:
    text = str(error)
    return "a value that cannot be" if "constraint" in text or "datatype" in text else text


def _prune(project: Project, losses: Losses) -> None:
    """Remove rows that mean nothing or refer to nothing, until all that is left holds together."""
    conn = project.db.conn
    for _turn in range(_TURNS):
        found = list(faults(conn))
        for fault in found:
            where = " AND ".join(f"{name} IS ?" for name, _value in fault.key)
            values = tuple(value for _name, value in fault.key)
            fix = _FIXES.get((fault.table, fault.what))
            if fix is not None:
                conn.execute(f"UPDATE {fault.table} SET {fix} WHERE {where}", values)
                losses.rows[fault.table, f"{fault.what}; set to {fix}"] += 1
            elif conn.execute(f"DELETE FROM {fault.table} WHERE {where}", values).rowcount:
                losses.rows[fault.table, fault.what] += 1
            _journal_broken(project, fault.table, losses)
        if not (_orphans(project, losses) or found):
            return
    raise KnownError(str(project.path), "what is left does not hold together.", "Open a copy.")


_FIXES = {
    ("map", "its hexes lie neither way"): "orientation = 'flat'",
    ("map_kind", "its look is no list of words"): "look = '{}'",
    ("map_place", "its name is off the board"): "label_x = NULL, label_y = NULL",
    ("map_place", "its symbol is off the board"): "offset_x = NULL, offset_y = NULL",
    ("map_bookmark", "its key or zoom is none"): "key = '', zoom = 0",
    ("oob_unit", "there is no such size"): "size = ''",
    ("game", "nobody rolls its dice"): "dice = 'program'",
    ("game", "its options are none"): "options = '{}'",
    ("ledger", "its heads are no list of pairs"): "heads = '[]'",
    ("ledger_row", "there is no such size"): "size = ''",
    ("ledger_row", "its tags are no list of pairs"): "tags = '[]'",
    ("ledger_row", "its names are no list of words"): "names = '[]'",
}
"""What is put in place of a value that a row can do without."""


def _journal_broken(project: Project, table: str, losses: Losses) -> None:
    """A journal with a row lost is no journal: the whole of it goes, and undo with it."""
    word, _, part = table.rpartition("_")
    if part in ("edit", "history"):
        drop_journal(project, word, losses)


def drop_journal(project: Project, word: str, losses: Losses, owner: int | None = None) -> None:
    """Remove the journal of one thing, or of all of a kind, in the open transaction.

    With a board's goes that of its scans, which names steps of the board by their numbers.
    """
    where, values = ("1", ()) if owner is None else (f"{word} = ?", (owner,))
    gone = 0
    for part in ("edit", "history"):
        gone += project.db.conn.execute(f"DELETE FROM {word}_{part} WHERE {where}", values).rowcount
    if gone:
        losses.sentences.append(f"The undo list of {_JOURNALS[word]} is lost.")
    if word == "map":
        drop_journal(project, "scans", losses, owner)


_JOURNALS = {
    "map": "a board",
    "ledger": "an order of battle",
    "scans": "the scans of a board",
    "chart_set": "a set of charts",
    "aids": "the player aids",
}


def _orphans(project: Project, losses: Losses) -> int:
    """Remove rows whose owner is gone; how many."""
    conn = project.db.conn
    gone = 0
    tables = [str(row[0]) for row in conn.execute("PRAGMA foreign_key_check").fetchall()]
    for table in dict.fromkeys(tables):
        ways: dict[int, list[tuple[str, str, str]]] = {}
        for row in conn.execute(f"PRAGMA foreign_key_list({table})"):
            ways.setdefault(row[0], []).append((str(row[2]), str(row[3]), row[4]))
        for way in ways.values():
            parent = way[0][0]
            target = _keys(project, parent)
            ties = " AND ".join(
                f"up.{to or target[at]} = {table}.{child}" for at, (_p, child, to) in enumerate(way)
            )
            filled = " AND ".join(f"{table}.{child} IS NOT NULL" for _p, child, _to in way)
            count = conn.execute(
                f"DELETE FROM {table} WHERE {filled}"
                f" AND NOT EXISTS (SELECT 1 FROM {parent} AS up WHERE {ties})"
            ).rowcount
            if count:
                losses.rows[table, f"its {parent.replace('_', ' ')} is lost"] += count
                _journal_broken(project, table, losses)
            gone += count
    return gone
