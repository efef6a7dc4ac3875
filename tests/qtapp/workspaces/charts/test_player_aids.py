"""Player aids in the window by mouse and keys: Charts workspace, and the panel Charts of Play."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from engine.editing.aid_session import AidSession, NewAid, aids_of
from engine.editing.chart_session import ChartSession, shipped
from engine.game.session import GameSession
from qtapp.app.main_window import MainWindow
from qtapp.widgets.picture_view import FullScreen, PictureView
from qtapp.workspaces.charts.charts_workspace import ChartsWorkspace
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.maps.digitise.test_unpacking import bytes_of, drawn
from tests.qtapp.app.exchange_hands import answering_each, drop
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_key, by_menu, click_row, pick, press

KEY = Qt.Key
NAMES = ["Combat", "Terrain", "Weather"]


def room_of(window: MainWindow) -> ChartsWorkspace:
    found = window.workspaces["house_charts"]
    assert isinstance(found, ChartsWorkspace)
    return found


@pytest.fixture
def room(opened: Opener, tmp_path: Path) -> ChartsWorkspace:
    """The Charts workspace on a file with charts and three player aids."""
    path = tmp_path / "own.sandtable"
    ChartSession.create(path, shipped("operation_gertrud")).close()
    with AidSession.open(path) as session:
        sizes = [(400, 300), (1600, 1200), (60, 40)]
        wanted = zip(NAMES, sizes, ("", "Tables", "Tables"), strict=True)
        session.add([NewAid(drawn(size), name, folder) for name, size, folder in wanted])
    window = opened(path)
    by_menu(window, "workspace_house_charts")
    settle()
    return room_of(window)


def listed(room: ChartsWorkspace) -> list[str]:
    rows = room.aid_list.list
    return [rows.item(row).text().strip() for row in range(rows.count())]


def choose(room: ChartsWorkspace, name: str) -> None:
    # Where there is no desktop, nobody brings the window back after a question.
    room.window.activateWindow()
    click_row(room.aid_list.list, listed(room).index(name))
    settle()


def typed(text: str) -> None:
    """Type into the question that is about to open, and accept it."""

    def act() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QInputDialog)
        field = dialog.findChild(QLineEdit)
        assert field is not None
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, KEY.Key_Return)

    QTimer.singleShot(0, act)


def test_they_are_listed_shown_and_zoomed(room: ChartsWorkspace) -> None:
    assert listed(room) == ["Combat", "Tables", "Terrain", "Weather"]
    assert not room.shows_aid and room.list.list.currentRow() == 0
    choose(room, "Terrain")
    page, view = room.aid_page, room.aid_page.view
    assert room.shows_aid and room.list.list.currentRow() == -1
    assert page.title.text() == "Terrain" and "1,600 × 1,200" in page.folder.text()
    assert view.is_fitted and view.zoom < 0.8
    colour = view.grab().toImage().pixelColor(view.rect().center())
    assert colour.name() == "#806040"
    press(page.whole)
    assert view.zoom == 1.0 and "100%" in page.folder.text()
    QTest.keyClick(view, KEY.Key_Plus)
    assert view.zoom == pytest.approx(1.25)
    QTest.keyClick(view, KEY.Key_0)
    assert view.is_fitted
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, 50))
    assert view.zoom == 1.0
    choose(room, "Weather")
    assert view.is_fitted and view.zoom == 1.0, "a small one is not blown up"
    click_row(room.list.list, 1)
    settle()
    assert not room.shows_aid and room.aid_list.list.currentRow() == -1


def test_tab_goes_round_the_buttons_of_the_picture(room: ChartsWorkspace) -> None:
    choose(room, "Terrain")
    page = room.aid_page
    page.setFocus()
    assert QApplication.focusWidget() is page.view, "the keyboard goes to the picture first"
    met: list[QWidget | None] = []
    while page.view not in met and len(met) < 200:
        now = QApplication.focusWidget()
        assert now is not None
        QTest.keyClick(now, KEY.Key_Tab)
        met.append(QApplication.focusWidget())
    assert {page.fit, page.whole, page.full} <= set(met)


def test_everything_is_done_by_keys_and_taken_back(room: ChartsWorkspace) -> None:
    window = room.window
    assert isinstance(window, MainWindow)
    choose(room, "Terrain")
    typed("Terrain effects")
    by_key(window, "aids_name")
    choose(room, "Terrain effects")
    by_key(window, "aids_up")
    assert listed(room) == ["Tables", "Terrain effects", "In no folder", "Combat", "Tables",
                            "Weather"]  # fmt: skip
    typed("Rules")
    by_menu(window, "aids_folder")
    typed("From the map")
    by_menu(window, "aids_note")
    assert room.aid_page.note.text() == "From the map"
    assert room.aids.aid is not None and room.aids.aid.folder == "Rules"
    choose(room, "Terrain effects")
    by_key(window, "aids_remove")
    assert "Terrain effects" not in listed(room) and room.aid_page.title.text() == "Combat"
    for _ in range(5):
        by_key(window, "undo")
    assert listed(room) == ["Combat", "Tables", "Terrain", "Weather"]
    by_key(window, "redo")
    assert "Terrain effects" in listed(room)
    assert room.controller.session.history == (), "undo was of the player aids"
    by_menu(window, "aids_full")
    settle()
    full = QApplication.activeWindow()
    assert isinstance(full, FullScreen) and full.isFullScreen()
    QTest.keyClick(full.view, KEY.Key_Escape)
    settle()
    assert not window.findChildren(FullScreen)


def test_pictures_are_added_and_dropped_all_or_none(
    room: ChartsWorkspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    window = room.window
    assert isinstance(window, MainWindow)
    files = [tmp_path / "crt.png", tmp_path / "old_table.gif", tmp_path / "bad.png"]
    for file, data in zip(files, (bytes_of("PNG"), bytes_of("GIF"), b"no picture"), strict=True):
        file.write_bytes(data)
    choose(room, "Weather")
    answer = ([str(files[0])], "")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_a, **_k: answer)
    press(room.aid_list.add)
    qtbot.waitUntil(lambda: len(room.aids.aids) == 4)
    assert listed(room)[-1] == "crt" and room.aid_page.title.text() == "crt"
    assert drop(window, room.aid_page.view.viewport(), files[1])
    qtbot.waitUntil(lambda: listed(room)[-1] == "old table")
    assert [aid.folder for aid in room.aids.aids.values()][-2:] == ["Tables", "Tables"]
    said: list[str] = []
    presses = answering_each(["OK"], said)
    assert drop(window, room.aid_list.list.viewport(), *files)
    qtbot.waitUntil(lambda: bool(said))
    presses.stop()
    assert len(room.aids.aids) == 5 and len(said) == 1 and "bad.png" in said[0]
    assert not drop(window, room.aid_list.list.viewport(), tmp_path / "notes.xyz")
    out = tmp_path / "out"
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_a, **_k: str(out))
    by_menu(window, "aids_write")
    qtbot.waitUntil(lambda: out.is_dir() and len(list(out.glob("[!.]*"))) == 5)


def test_without_any_it_says_what_to_do(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "own.sandtable"
    AidSession.at(path).close()
    window = opened(path)
    by_menu(window, "workspace_house_charts")
    settle()
    room = room_of(window)
    assert room.aid_list.empty.isVisible() and not room.aid_list.list.isVisible()
    assert not window.book["aids_name"].isEnabled()


def test_play_shows_them_behind_the_charts(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "war.sandtable"
    GameSession.start("by_hand/classic", path=path).close()
    with AidSession.open(path) as session:
        session.add([NewAid(drawn((300, 200)), "Weather", "Tables", "All zones")])
    window = opened(path)
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    by_menu(window, "charts")
    settle()
    panel = play.analysis.charts
    rows = [panel.which.itemText(row) for row in range(panel.which.count())]
    assert rows[-1] == "Tables: Weather" and panel.body.currentIndex() == 0
    pick(panel.which, len(rows) - 1)
    settle()
    assert panel.body.currentIndex() == 1 and panel.about.text() == "All zones"
    view = panel.picture
    assert isinstance(view, PictureView)
    assert view.grab().toImage().pixelColor(view.rect().center()).name() == "#806040"
    with AidSession.open(path) as session:
        session.rename(1, "Weather and seas")
        assert panel.which.currentText() == "Tables: Weather and seas"
        session.remove([1])
    assert panel.body.currentIndex() == 0 and panel.which.currentIndex() == 0
    assert aids_of(path) == ()
