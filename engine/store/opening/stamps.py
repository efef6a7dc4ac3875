"""Does the write-ahead log beside a file belong to it? A log of another file is never applied.

Each transaction stamps the file: the session that writes (a random word), how many transactions it
has made, how many of them the file itself is known to hold without its log (the floor), and the
stamp the session began with. The file alone shows one stamp, file and log together another; they
belong together when the first is one that the second may follow.
"""

from __future__ import annotations

import shutil
import sqlite3
import struct
import tempfile
from pathlib import Path

from engine.frozen import dataclass
from engine.store.faults import damaged
from engine.store.opening.connecting import harden
from engine.store.opening.files import beside

_MAGIC = (0x377F0682, 0x377F0683)
_HEAD, _FRAME = 32, 24
_FILE_HEAD = 100


@dataclass(frozen=True, slots=True)
class Stamp:
    """The row of ``file_stamp``."""

    session: str
    count: int
    floor: int
    before: str

    @property
    def word(self) -> str:
        """The stamp in short."""
        return f"{self.session}:{self.count}"

    def may_follow(self, alone: Stamp) -> bool:
        """Whether a log that ends here can belong to a file that alone shows another stamp."""
        if alone.session == self.session:
            return self.floor <= alone.count <= self.count
        return self.floor == 0 and self.before == alone.word


def read_stamp(conn: sqlite3.Connection) -> Stamp | None:
    """The stamp a connection sees; None in a file of a format without stamps.

    Raises sqlite3.DatabaseError when the file cannot be read.
    """
    if not conn.execute("SELECT 1 FROM sqlite_master WHERE name = 'file_stamp'").fetchall():
        return None
    row = conn.execute("SELECT session, count, floor, before FROM file_stamp").fetchone()
    return None if row is None else Stamp(str(row[0]), int(row[1]), int(row[2]), str(row[3]))


def log_belongs(path: Path) -> bool:
    """Whether a log left beside a file may be applied to it; True when it has nothing to apply.

    Nobody may be writing the file. Raises KnownError when the file alone cannot be read.
    """
    log = beside(path, "wal")
    if log.is_symlink() or beside(path, "journal").exists():
        return False
    frames = _frames(log)
    if not frames:
        return True
    try:
        alone, root = _alone(path)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise damaged(path, str(error)) from error
    if alone is None:
        return _together(path) is None  # a file of an older format: its log has no stamps either
    if root not in frames:
        return False
    together = _together(path)
    return together is not None and together.may_follow(alone)


def _alone(path: Path) -> tuple[Stamp | None, int]:
    """The stamp of the file without its log, and the page that holds it.

    A disk that was full while the log was taken in leaves a file that is shorter than its first
    page says: such a one is read as if its end were empty, which the log has.
    """
    try:
        return _stamped(path)
    except sqlite3.DatabaseError:
        missing = _missing(path)
        if not missing:
            raise
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copyfile(path, copy)
        with copy.open("ab") as file:
            file.truncate(path.stat().st_size + missing)
        return _stamped(copy)


def _stamped(path: Path) -> tuple[Stamp | None, int]:
    conn = _reader(f"{path.absolute().as_uri()}?immutable=1")
    try:
        stamp = read_stamp(conn)
        found = conn.execute("SELECT rootpage FROM sqlite_master WHERE name = 'file_stamp'")
        row = found.fetchone()
        return stamp, int(row[0]) if row else 0
    finally:
        conn.close()


def _missing(path: Path) -> int:
    """How many bytes a file lacks of those that its first page speaks of; at most as many as it
    has, so that a strange number asks for no more room than that.
    """
    with path.open("rb") as file:
        head = file.read(_FILE_HEAD)
    if len(head) < _FILE_HEAD:
        return 0
    size, pages = int.from_bytes(head[16:18], "big"), int.from_bytes(head[28:32], "big")
    there = path.stat().st_size
    return min(max(0, pages * (65536 if size == 1 else size) - there), there)


def _together(path: Path) -> Stamp | None:
    """The stamp of file and log, read without a trace; None when they make no sense together."""
    try:
        conn = _reader(quiet(path))
        try:
            conn.execute("PRAGMA locking_mode = EXCLUSIVE")
            return read_stamp(conn)
        finally:
            conn.close()
    except (sqlite3.DatabaseError, UnicodeDecodeError, ValueError):
        return None


def quiet(path: Path) -> str:
    """How to read a file with its log while nobody writes, leaving nothing beside it.

    Follow it with ``PRAGMA locking_mode = EXCLUSIVE``: SQLite then keeps its index in memory.
    """
    system = "win32-none" if path.drive else "unix-none"
    return f"{path.absolute().as_uri()}?mode=ro&vfs={system}"


def _reader(uri: str) -> sqlite3.Connection:
    return harden(sqlite3.connect(uri, uri=True, timeout=2.0))


def _frames(log: Path) -> frozenset[int]:
    """The pages that a log has something for; empty when no transaction in it is whole."""
    try:
        with log.open("rb") as file:
            head = file.read(_HEAD)
            if len(head) < _HEAD:
                return frozenset()
            magic, _format, size, _turn, *salts = struct.unpack(">6I", head[:24])
            if magic not in _MAGIC:
                return frozenset()
            size = 65536 if size == 1 else size
            pages: set[int] = set()
            whole: frozenset[int] = frozenset()
            while len(frame := file.read(_FRAME)) == _FRAME:
                page, ends, *salted = struct.unpack(">4I", frame[:16])
                if salted != salts:
                    break
                pages.add(page)
                if ends:
                    whole = frozenset(pages)
                file.seek(size, 1)
            return whole
    except OSError:
        return frozenset()
