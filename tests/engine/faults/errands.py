"""A process whose children import, migrate, export, copy and begin until they are killed.

For each line ``errand seed folder`` on standard input it forks a child that runs the errand without
end, saying in one line what was done after it was shown as done, and what will be removed before
it is. See test_errands.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
from sqlite_utils import Database

from engine import systems
from engine.core.chance import Stream
from engine.editing.chart_session import ChartSession, shipped
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.editing.rescue import rescue
from engine.editing.scan_session import ScanSession
from engine.game.session import GameSession
from engine.reports import log_export
from engine.store import schema
from maps.digitise.works import ScanWork
from maps.files.writing import whole_file, write_whole
from oob.ledger.edits import builders
from tests.engine.fakes import Skirmish, small_scenario

FILE = "game.sandtable"


def say(*words: object) -> None:
    """One line to the parent, at once."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def digest_of(path: Path) -> str:
    """A short word for the bytes of a file."""
    return hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()


def to_format(path: Path, version: int) -> None:
    """Make a file of an older format of one of the newest: the same rows in the older tables."""
    newer = path.with_name("newer")
    path.rename(newer)
    with closing(sqlite3.connect(path)) as conn:
        db = Database(conn, execute_plugins=False, strict=True)
        conn.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        later = [step.name for step in schema.MIGRATIONS.pending(db)][version:]
        schema.MIGRATIONS.apply(db, stop_before=later)
        conn.execute("ATTACH ? AS newer", (str(newer),))
        for (table,) in conn.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'"):
            if not table.startswith(("_", "sqlite_")):
                columns = ", ".join(
                    row[1] for row in conn.execute(f"PRAGMA main.table_info({table})").fetchall()
                )
                conn.execute(
                    f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM newer.{table}"
                )
        conn.commit()
    newer.unlink()


def scans(folder: Path, _stream: Stream) -> None:
    """Take in one scan after the other."""
    with ScanSession.open(folder / FILE, 1) as session:
        pixels = np.arange(700 * 700 * 3, dtype=np.uint32).reshape(700, 700, 3) % 251
        work = ScanWork("scan.png", session.map.sheets[0].id, 700, 700)
        while True:
            number = session.take_in(pixels.astype(np.uint8), work)
            session.admit(number, work)
            session.change(number, "Show", present=True)
            say("done", number, 0)


def orders(folder: Path, stream: Stream) -> None:
    """Import an order of battle and charts, and edit them."""
    with ProjectSession.open(folder / FILE):
        while True:
            with OobSession.create(folder / FILE, "balkan_front_crete") as order:
                name = str(stream.below(10**6))
                key = order.ledger.ordered()[0].key
                order.apply(builders.set_field(order.ledger, [key], "name", name))
                say("done", order.number, name)
            with ChartSession.create(folder / FILE, shipped("operation_gertrud")) as charts:
                charts.type_in(("terrain", "rows", "rough", "cost"), "4")


def exports(folder: Path, _stream: Stream) -> None:
    """Write the log of the game to one file after the other, and over the same one."""
    with GameSession.open(folder / FILE) as game:
        text = log_export.markdown(game) * 40
        for turn in range(10**9):
            target = folder / f"log {turn % 3}.md"
            write_whole(target, f"{turn}\n{text}")
            say("done", turn % 3, turn)


def copies(folder: Path, _stream: Stream) -> None:
    """Save a copy under one name after the other, and over older ones."""
    with GameSession.open(folder / FILE) as game, ProjectSession.open(folder / FILE) as project:
        for turn in range(10**9):
            project.save_copy(folder / f"copy {turn % 4}.sandtable", game)
            say("done", turn % 4, game.digest())


def begins(folder: Path, stream: Stream) -> None:
    """Begin one campaign after the other."""
    while True:
        name = f"campaign {stream.below(10**9)}.sandtable"
        with GameSession.begin(small_scenario(), path=folder / name) as game:
            say("done", name.replace(" ", "/"), game.digest())


def migrations(folder: Path, stream: Stream) -> None:
    """Open one older file after the other."""
    original = folder / "older.sandtable"
    while True:
        path = folder / f"old {stream.below(10**9)}.sandtable"
        with whole_file(path) as partial:  # so that a kill leaves no half of the older file
            shutil.copy(original, partial)
        with GameSession.open(path) as game:
            say("done", path.name.replace(" ", "/"), game.digest())


def rescues(folder: Path, stream: Stream) -> None:
    """Rescue the file again and again."""
    while True:
        name = f"saved {stream.below(10**9)}.sandtable"
        rescue(folder / "hurt.sandtable", folder / name)
        say("done", name.replace(" ", "/"), 0)


def edits(folder: Path, stream: Stream) -> None:
    """Begin further games in the open file, and remove them."""
    with ProjectSession.open(folder / FILE) as project:
        while True:
            with GameSession.begin(small_scenario(), path=folder / FILE) as game:
                number, digest = game.number, game.digest()
                say("done", number, digest)
            if number is not None and stream.below(2):
                say("going", number, 0)
                project.remove_game(number)
            with EditSession.open(folder / FILE, project.boards[0].number):
                pass


ERRANDS: dict[str, Callable[[Path, Stream], None]] = {
    "scans": scans,
    "orders": orders,
    "exports": exports,
    "copies": copies,
    "begins": begins,
    "migrations": migrations,
    "rescues": rescues,
    "games": edits,
}


def main() -> None:
    """Fork a child for each line."""
    systems.SYSTEMS[Skirmish.id] = Skirmish()
    say("ready")
    for line in sys.stdin:
        errand, seed, folder = line.rstrip("\n").split(" ", 2)
        child = os.fork()
        if child == 0:
            try:
                ERRANDS[errand](Path(folder), Stream(int(seed), errand))
            except BaseException as error:
                say("fault", repr(error).replace("\n", " "))
            os._exit(1)
        say("child", child)
        _, status = os.waitpid(child, 0)
        say("ended", -os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
