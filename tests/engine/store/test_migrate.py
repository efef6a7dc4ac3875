"""Older files are copied, then brought up to date: all steps or none."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from engine.core.charts.chart_set import ChartSet, Edit
from engine.editing.aid_session import AidSession, NewAid
from engine.store import project, schema
from engine.store.opening.links import WritingLink
from engine.store.opening.lock import FileLock
from engine.store.project import Project
from engine.store.rows.aids import loaded
from engine.store.rows.boards import Board
from engine.store.rows.chart_sets import load_chart_set, save_chart_set
from engine.store.rows.contents import remove_chart_set
from engine.store.rows.maps import load_map, save_map, write_bookmark, write_place
from engine.systems import SYSTEMS
from maps.edits.changes import Change, Fact, MapLayer
from maps.errors import KnownError
from maps.hexgrid import Hex
from maps.model import Bookmark
from tests.engine.fakes import small_map
from tests.maps.digitise.test_unpacking import drawn

pytestmark = pytest.mark.usefixtures("built")

SHIPPED = schema.MIGRATIONS
NEWEST = schema.versions(SHIPPED)


def with_another(*, fails: bool = False) -> Migrations:
    """The shipped steps and one more."""
    steps = Migrations("sandtable")
    for step in SHIPPED.pending(Database(memory=True)):
        steps(name=step.name)(step.fn)

    @steps(name="colours of maps")
    def colours(db: Database) -> None:
        db.execute("ALTER TABLE map ADD COLUMN colour TEXT NOT NULL DEFAULT 'green'")
        if fails:
            db.execute("INSERT INTO no_such_table VALUES (1)")
        db.execute(f"PRAGMA user_version = {NEWEST + 1}")

    return steps


@pytest.fixture
def older(tmp_path: Path) -> Path:
    path = tmp_path / "game.sandtable"
    with Project.create(path) as project, project.transaction():
        save_map(project, small_map())
    return path


def version_of(path: Path) -> int:
    return int.from_bytes(path.read_bytes()[60:64], "big")


def test_a_copy_is_made_before_a_file_is_changed(
    older: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", with_another())
    with Project.open(older) as project:
        assert project.rows("SELECT colour FROM map") == [("green",)]
        assert load_map(project, 1) == small_map()
        assert version_of(older) == NEWEST + 1, "readable by an older program without our help"
    copy = older.with_name(f"game.backup-{NEWEST}.sandtable")
    assert sorted(item.name for item in older.parent.iterdir()) == [copy.name, older.name]
    monkeypatch.undo()
    with Project.open(copy) as project:
        assert load_map(project, 1) == small_map()
    with pytest.raises(KnownError, match="newer Sandtable"):
        Project.open(older)


def test_what_is_brought_up_to_date_has_a_log_from_the_first(
    older: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or whoever opens it writes its header, with a journal that a kill leaves beside it."""
    with closing(sqlite3.connect(older)) as conn:
        assert conn.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)
    monkeypatch.setattr(schema, "MIGRATIONS", with_another())
    heads = []
    link = project.WritingLink

    def opened(path: Path, lock: FileLock) -> WritingLink:
        heads.append(path.read_bytes()[18:20])  # the versions to write and read with
        return link(path, lock)

    monkeypatch.setattr(project, "WritingLink", opened)
    Project.open(older).close()
    assert heads == [b"\2\2"]


def test_a_step_that_fails_leaves_the_file_as_it_was(
    older: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = older.read_bytes()
    monkeypatch.setattr(schema, "MIGRATIONS", with_another(fails=True))
    with pytest.raises(sqlite3.OperationalError, match="no_such_table"):
        Project.open(older)
    assert older.read_bytes() == before
    assert [item.name for item in older.parent.iterdir()] == [older.name], "and no copy either"


def test_no_copy_is_ever_written_over(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = older.with_name(f"game.backup-{NEWEST}.sandtable")
    first.write_bytes(b"mine")
    monkeypatch.setattr(schema, "MIGRATIONS", with_another())
    Project.open(older).close()
    assert first.read_bytes() == b"mine"
    assert older.with_name(f"game.backup-{NEWEST}-2.sandtable").exists()


def test_a_copy_that_cannot_be_made_stops_the_migration(
    older: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = older.read_bytes()
    monkeypatch.setattr(schema, "MIGRATIONS", with_another())
    really = sqlite3.connect

    def small(path: object, *rest: object, **options: object) -> sqlite3.Connection:
        conn: sqlite3.Connection = really(path, *rest, **options)  # type: ignore[call-overload]
        if "backup" in str(path):
            conn.execute("PRAGMA max_page_count = 5")
        return conn

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", small)
        with pytest.raises(KnownError, match="disk is full"):
            Project.open(older)
    assert older.read_bytes() == before
    assert [item.name for item in older.parent.iterdir()] == [older.name]


def test_a_current_file_is_not_copied(older: Path) -> None:
    before = older.read_bytes()
    Project.open(older).close()
    assert [item.name for item in older.parent.iterdir()] == [older.name]
    assert older.read_bytes() == before


def test_a_file_of_the_first_format_gains_what_came_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Migrations("sandtable")
    first(name="1 maps, orders of battle, scenarios and games")(schema.first)
    monkeypatch.setattr(schema, "MIGRATIONS", first)
    path = tmp_path / "game.sandtable"
    with Project.create(path) as project, project.transaction():
        number = save_map(project, replace(small_map(), places={}))
        project.run(
            "INSERT INTO map_place (map, position, ident, name, kind, q, r, modern)"
            " VALUES (?, 0, 'athens', 'Athens', 'city', 0, 0, '')",
            (number,),
        )
    monkeypatch.undo()
    with Project.open(path) as project:
        athens = load_map(project, number).places["athens"]
        assert (athens.name, athens.label) == ("Athens", None)
        with project.transaction():
            write_place(project, number, replace(athens, label=(0.5, -0.25)), 0)
        assert load_map(project, number).places["athens"].label == (0.5, -0.25)


def test_a_file_from_before_symbols_were_put_by_hand_keeps_them_in_the_middle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = Migrations("sandtable")
    for step in SHIPPED.pending(Database(memory=True))[:14]:
        earlier(name=step.name)(step.fn)
    path = tmp_path / "game.sandtable"
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", earlier)
        with Project.create(path) as project, project.transaction():
            number = save_map(project, replace(small_map(), places={}))
            project.run(
                "INSERT INTO map_place (map, position, ident, name, kind, q, r, modern, label_x,"
                " label_y) VALUES (?, 0, 'athens', 'Athens', 'city', 0, 0, '', 0.5, 0.25)",
                (number,),
            )
    with Project.open(path) as project:
        athens = load_map(project, number).places["athens"]
        assert (athens.label, athens.offset) == ((0.5, 0.25), None)
        with project.transaction():
            write_place(project, number, replace(athens, offset=(-0.25, 0.5)), 0)
        assert load_map(project, number).places["athens"].offset == (-0.25, 0.5)
    assert path.with_name("game.backup-14.sandtable").exists()


def test_a_file_from_before_bookmarks_gets_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.sandtable"
    earlier = Migrations("sandtable")
    for step in SHIPPED.pending(Database(memory=True))[:2]:
        earlier(name=step.name)(step.fn)
    monkeypatch.setattr(schema, "MIGRATIONS", earlier)
    with Project.create(path) as project, project.transaction():
        number = project.run(
            "INSERT INTO map (ident, title, orientation) VALUES ('old', 'Old', 'flat')"
        )
        project.run("INSERT INTO map_hex (map, q, r, terrain) VALUES (?, 1, 2, 'sea')", (number,))
    before = path.read_bytes()
    monkeypatch.undo()
    with Project.open(path) as project:
        assert load_map(project, number).terrain == {Hex(1, 2): "sea"}
        assert load_map(project, number).bookmarks == {}
        with project.transaction():
            write_bookmark(project, number, Bookmark("Straits", Hex(1, 2), 48, "1"), 0)
        assert load_map(project, number).bookmarks["Straits"].zoom == 48
    assert path.with_name("game.backup-2.sandtable").stat().st_size == len(before)


def test_a_file_from_before_edited_charts_gets_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game in it plays on by the charts it has, and house tables stand beside it."""
    path = tmp_path / "game.sandtable"
    earlier = Migrations("sandtable")
    for step in SHIPPED.pending(Database(memory=True))[:7]:
        earlier(name=step.name)(step.fn)
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", earlier)
        with Project.create(path) as project, project.transaction():
            text = SYSTEMS["balkan_gambit"].chart_text()
            insert = "INSERT INTO charts (system, text) VALUES ('balkan_gambit', ?)"
            project.run(insert, (text,))
    with Project.open(path) as project:
        charts = ChartSet("balkan_gambit", "Mine", text, {("points", "city"): Edit(9, "More.")})
        with project.transaction():
            number = save_chart_set(project, charts)
        assert load_chart_set(project, number) == charts
        assert len(project.rows("SELECT id FROM charts")) == 1, "the base is what was there"
        remove_chart_set(project, number)
        assert project.rows("SELECT id FROM charts") == []
    assert path.with_name("game.backup-7.sandtable").exists()


def test_a_file_from_before_player_aids_gets_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.sandtable"
    earlier = Migrations("sandtable")
    for step in SHIPPED.pending(Database(memory=True))[:12]:
        earlier(name=step.name)(step.fn)
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", earlier)
        with Project.create(path) as project, project.transaction():
            save_map(project, replace(small_map(), places={}))
    before = path.read_bytes()
    with Project.reading(path) as project:
        assert loaded(project) == {}, "to look at, it is brought up to date in a copy"
    assert path.read_bytes() == before
    with AidSession.open(path) as session:
        assert not session.aids and not session.can_undo
        session.add([NewAid(drawn(), "Chart")])
    with AidSession.open(path) as session:
        assert [aid.name for aid in session.aids.values()] == ["Chart"] and session.can_undo
    assert path.with_name("game.backup-12.sandtable").exists()


def test_numbers_with_letters_are_kept_and_edited(tmp_path: Path) -> None:
    board = small_map()
    plain = board.sheets[0]
    board.sheets = [replace(plain, scheme=replace(plain.scheme, style="A1"))]
    with Project.create(tmp_path / "a.sandtable") as project:
        with project.transaction():
            number = save_map(project, board)
        assert load_map(project, number).sheets == board.sheets
        live = Board.of(project, number)
        fact = Fact(MapLayer.SHEETS, "sheets", tuple(board.sheets), (plain,))
        live.commit(Change((fact,), "Digits alone"))
        assert load_map(project, number).sheets == [plain]
        live.undo()
        assert load_map(project, number).sheets == board.sheets
    with closing(sqlite3.connect(tmp_path / "a.sandtable")) as conn:
        conn.execute("UPDATE map_sheet_style SET style = 'Q9'")
        conn.commit()
    with pytest.raises(KnownError):
        Project.open(tmp_path / "a.sandtable")


def test_a_damaged_set_of_charts_is_told(tmp_path: Path) -> None:
    charts = ChartSet("balkan_gambit", "Mine", "[a]\nx = 1\n", {("a", "x"): Edit(2)})
    with Project.create(tmp_path / "p.sandtable") as project:
        with project.transaction():
            number = save_chart_set(project, charts)
        project.db.execute("UPDATE chart_cell SET path = '3'")
        with pytest.raises(KnownError, match="damaged"):
            load_chart_set(project, number)
