"""The Counters workspace with real events: looks edited, undone, printed; scans read and taken."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from oob.looks import COUNTER, Edge, look_of
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.painters.counters.counters import face_in
from qtapp.painters.counters.symbol_words import Frame
from qtapp.workspaces.counters.counters_table import COUNTERS
from qtapp.workspaces.counters.counters_workspace import CountersWorkspace
from qtapp.workspaces.counters.preview import ZOOMS
from qtapp.workspaces.counters.sheets.pictures import Form
from tests.engine.systems.by_hand.desk import board, order
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu, pick, press
from tests.qtapp.workspaces.counters.sheets.maker import Damage, Print, scan


@pytest.fixture
def workspace(
    opened: Opener, order_file: Callable[[str], Path], tmp_path: Path
) -> tuple[MainWindow, CountersWorkspace]:
    """The workspace on an order of battle in a file of its own."""
    crete = order_file("balkan_front_crete")
    window = opened(shutil.copy(crete, tmp_path / "counters.sandtable"))
    by_menu(window, f"workspace_{COUNTERS}")
    settle()
    made = window.workspaces[COUNTERS]
    assert isinstance(made, CountersWorkspace)
    return window, made


def first(workspace: CountersWorkspace, type_: str) -> UnitId:
    return next(u.id for u in workspace.controller.order.units.values() if u.type == type_)


def test_all_counters_are_shown_also_those_that_are_no_ground_units(
    workspace: tuple[MainWindow, CountersWorkspace],
) -> None:
    _, counters = workspace
    types = {unit.type for unit in counters.list.shown_units}
    assert {"parachute infantry", "air transport", "supply point"} <= types
    counters.list.nation.setCurrentIndex(counters.list.nation.findData("german"))
    QTest.keyClicks(counters.list.search, "mountain xx")
    assert {u.nation for u in counters.list.shown_units} == {"german"}
    assert {u.type for u in counters.list.shown_units} == {"mountain infantry"}


def test_a_text_is_changed_seen_and_taken_back(
    workspace: tuple[MainWindow, CountersWorkspace],
) -> None:
    window, counters = workspace
    unit = first(counters, "parachute infantry")
    counters.list.choose([unit])
    before = counters.preview.grab().toImage()
    line = counters.form.texts["ratings"]
    line.selectAll()
    QTest.keyClicks(line, "9-9")
    QTest.keyClick(line, Qt.Key.Key_Return)
    settle()
    assert (
        face_in(counters.controller.order, counters.controller.order.units[unit]).ratings == "9-9"
    )
    assert counters.preview.grab().toImage() != before
    by_menu(window, "undo")
    settle()
    assert look_of(counters.controller.order, counters.controller.order.units[unit]).ratings == ""
    assert counters.list.chosen == [unit]
    assert counters.preview.grab().toImage() == before
    by_menu(window, "redo")
    assert counters.controller.look(unit).ratings == "9-9"


def test_looks_last_in_the_file(workspace: tuple[MainWindow, CountersWorkspace]) -> None:
    window, counters = workspace
    unit = first(counters, "parachute infantry")
    counters.controller.set_look([unit], "symbol", "light armor")
    path = window.document.path
    assert path is not None
    window.document.close()
    with OobSession.open(path) as session:
        assert "light armor" in session.order.notes[COUNTER + unit]


def test_a_chosen_counter_keeps_its_colours_on_those_of_what_is_chosen(
    workspace: tuple[MainWindow, CountersWorkspace],
) -> None:
    _, counters = workspace
    view = counters.list.view
    cell = view.visualRect(counters.list.model.index(1))
    plain = view.viewport().grab(cell).toImage()
    counters.list.choose([counters.list.shown_units[1].id])
    settle()
    chosen = view.viewport().grab(cell).toImage()
    assert chosen.pixel(1, cell.height() // 2) == view.palette().highlight().color().rgb()
    middle = cell.width() // 2
    column = range(8, cell.height() - 12)
    assert [chosen.pixel(middle, y) for y in column] == [plain.pixel(middle, y) for y in column]


def test_a_batch_is_one_step(workspace: tuple[MainWindow, CountersWorkspace]) -> None:
    window, counters = workspace
    counters.list.search.setText("parachute")
    by_menu(window, "counter_all")
    ids = counters.list.chosen
    assert len(ids) > 2 and counters.form.title.text() == f"{len(ids)} counters"
    counters.form.symbol.setEditText("glider infantry")
    QTest.keyClick(counters.form.symbol.lineEdit(), Qt.Key.Key_Return)
    units = counters.controller.units(ids)
    assert {face_in(counters.controller.order, unit).kind for unit in units} == {"glider infantry"}
    settle()
    by_menu(window, "undo")
    assert {counters.controller.look(id_).symbol for id_ in ids} == {""}


def test_a_counter_takes_a_symbol_of_app_6(
    workspace: tuple[MainWindow, CountersWorkspace],
) -> None:
    _window, counters = workspace
    counters.list.choose([first(counters, "parachute infantry")])
    line = counters.form.symbol.lineEdit()
    assert line is not None and counters.form.symbol.findText("app-6 armor") >= 0
    line.selectAll()
    QTest.keyClicks(line, "10031000141205000000")
    QTest.keyClick(line, Qt.Key.Key_Return)
    (unit,) = counters.controller.units(counters.list.chosen)
    face = face_in(counters.controller.order, unit)
    assert face.frame is Frame.APP6 and face.shows_size


def test_fields_that_differ_are_left_alone(workspace: tuple[MainWindow, CountersWorkspace]) -> None:
    window, counters = workspace
    by_menu(window, "counter_all")
    line = counters.form.texts["left"]
    assert line.text() == "" and line.placeholderText() == "various"
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert not counters.controller.can_undo


def test_no_counter_leaves_nothing_in_the_form(
    workspace: tuple[MainWindow, CountersWorkspace],
) -> None:
    _, counters = workspace
    counters.list.choose([first(counters, "mountain infantry")])
    form = counters.form
    written = [form.symbol.lineEdit(), form.letters, *form.texts.values()]
    assert form.symbol.currentText() == "mountain infantry" and form.letters.text()
    QTest.keyClicks(counters.list.search, "zzzz")
    assert form.title.text() == "No counter is chosen"
    assert not any(line.text() for line in written if line is not None)
    assert not any(
        colour.colour for colour in (*form.colours.values(), *form.scheme_colours.values())
    )


def test_a_nation_gets_a_scheme(workspace: tuple[MainWindow, CountersWorkspace]) -> None:
    _, counters = workspace
    unit = first(counters, "mountain infantry")
    counters.list.choose([unit])
    nation = counters.form.nation
    box = counters.form.edges["right"]
    pick(box, box.findData(str(Edge.SOLID)))
    faces = [
        face_in(counters.controller.order, u)
        for u in counters.controller.order.units.values()
        if u.nation == nation
    ]
    assert {face.right_edge for face in faces} == {Edge.SOLID}
    QTest.mouseClick(counters.form.reset_scheme, Qt.MouseButton.LeftButton)
    assert counters.controller.scheme(nation).right is not Edge.SOLID


def test_an_own_picture_is_kept_and_dropped(
    workspace: tuple[MainWindow, CountersWorkspace], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, counters = workspace
    own = QImage(120, 120, QImage.Format.Format_RGB32)
    own.fill(0x22CC44)
    assert own.save(str(tmp_path / "own.png"))
    answers = [(str(tmp_path / "own.png"), ""), (__file__, "")]
    monkeypatch.setattr(
        "qtapp.workspaces.counters.counters_workspace.QFileDialog.getOpenFileName",
        lambda *_a: answers.pop(0),
    )
    told: list[str] = []
    monkeypatch.setattr(window, "show_known", told.append)
    window.trouble.known.connect(told.append)
    unit = first(counters, "parachute infantry")
    counters.list.choose([unit])
    by_menu(window, "counter_picture")
    settle()
    assert counters.controller.look(unit).picture
    by_menu(window, "counter_reset")
    assert not counters.controller.look(unit).picture


def test_a_symbol_shows_where_a_picture_was(
    workspace: tuple[MainWindow, CountersWorkspace],
) -> None:
    window, counters = workspace
    form, unit = counters.form, first(counters, "parachute infantry")
    other = first(counters, "air transport")
    own = QImage(120, 120, QImage.Format.Format_RGB32)
    own.fill(0x22CC44)
    counters.list.choose([other])
    assert not form.drawn.isVisible() and not form.pictured.isVisible()
    counters.controller.set_picture([unit], own, back=False)
    counters.list.choose([unit])
    settle()
    assert form.drawn.isVisible() and "shows a picture of its own" in form.pictured.text()
    line = form.symbol.lineEdit()
    assert line is not None
    line.selectAll()
    QTest.keyClicks(line, "armor")
    QTest.keyClick(line, Qt.Key.Key_Return)
    settle()
    pictured = counters.preview.grab().toImage()
    assert counters.controller.look(unit).symbol == "armor" and form.drawn.isVisible()
    press(form.drawn)
    look = counters.controller.look(unit)
    assert not look.picture and look.symbol == "armor", "only the picture goes"
    assert counters.preview.grab().toImage() != pictured and not form.drawn.isVisible()
    by_menu(window, "undo")
    assert counters.controller.look(unit).picture and form.drawn.isVisible()
    counters.list.choose([unit, other])
    assert "1 of 2 show" in form.pictured.text()


def test_counters_are_previewed_on_the_board_of_the_file(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "own.sandtable"
    EditSession.create(path, board()).close()
    OobSession.create(path, order()).close()
    window = opened(path)
    by_menu(window, f"workspace_{COUNTERS}")
    settle()
    counters = window.workspaces[COUNTERS]
    assert isinstance(counters, CountersWorkspace)
    preview, own = counters.preview, counters.controller.order.units
    bare = preview.grab().toImage()
    QTest.keyClick(counters.list.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert len(own) == 6 and preview.ground.board is not None
    assert preview.ground.board.title == "My board" and preview.grab().toImage() != bare
    colours = {}
    for px in ZOOMS:
        image = preview.ground.picture(px, 80, 60)
        colours[px] = {image.pixel(x, y) for x in range(0, 80, 4) for y in range(0, 60, 4)}
    by_menu(window, "workspace_edit")
    by_menu(window, f"workspace_{COUNTERS}")
    assert preview.ground.board.title == "My board"
    assert all(len(seen) > 5 for seen in colours.values()), "not bare paper"


def test_without_a_board_counters_lie_on_paper(
    workspace: tuple[MainWindow, CountersWorkspace],
) -> None:
    _, counters = workspace
    assert counters.preview.ground.board is None
    image = counters.preview.ground.picture(48, 80, 60)
    assert len({image.pixel(x, y) for x in range(80) for y in range(60)}) == 1


def test_sheets_are_previewed_and_written(
    workspace: tuple[MainWindow, CountersWorkspace], tmp_path: Path
) -> None:
    window, counters = workspace
    by_menu(window, "counter_print")
    settle()
    view = counters.printing
    assert view.picture.pixmap().width() > 100
    assert view.count.text().endswith(": 1 sheet, 2 pages")
    shown = view.picture.pixmap().toImage()
    view.side.setValue(30)
    settle()
    assert view.picture.pixmap().toImage() != shown
    view.save(tmp_path / "sheets.pdf")
    assert (tmp_path / "sheets.pdf").read_bytes().startswith(b"%PDF")
    said: list[str] = []
    view.written.connect(said.append)
    view.save_pictures(tmp_path / "faces", 32, Form.PNG)
    assert said == [f"Wrote {len(list((tmp_path / 'faces').iterdir()))} files into faces."]
    QTest.mouseClick(view.template, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    settle()
    assert view.layout_now.template and view.count.text().endswith(": 2 sheets, 2 pages")
    view.margin.setValue(30)
    view.paper.setCurrentText("Custom")
    view.custom.clear()
    QTest.keyClicks(view.custom, "50x50mm")
    QTest.keyClick(view.custom, Qt.Key.Key_Return)
    assert "no room" in view.count.text() and not view.write.isEnabled()


def test_a_scan_is_read_corrected_and_taken(
    workspace: tuple[MainWindow, CountersWorkspace], tmp_path: Path, qtbot: QtBot
) -> None:
    window, counters = workspace
    order = counters.controller.order
    units = [u for u in order.units.values() if u.type.endswith("infantry")][:12]
    for back in (False, True):
        made = scan(order, units, Print(4, 3), Damage(150, turn=0.6), back)
        Image.fromarray(made.picture).save(tmp_path / f"{'back' if back else 'front'}.png")
    by_menu(window, "counter_scan")
    view = counters.scan
    view.open_front(tmp_path / "front.png")
    assert view.is_busy and not view.front.isEnabled()
    qtbot.waitUntil(lambda: not view.is_busy)
    view.open_back(tmp_path / "back.png")
    qtbot.waitUntil(lambda: not view.is_busy)
    assert view.table.rowCount() == 12
    rows = [view.table.item(row, 2) for row in range(12)]
    assert all(item is not None and item.text() for item in rows)
    chosen = rows[0]
    assert chosen is not None
    chosen.setText("3-5")
    sure = view.table.item(0, 3)
    assert sure is not None and sure.text() == "confirmed"
    QTest.mouseClick(view.take, Qt.MouseButton.LeftButton)
    settle()
    pictured = [u for u in units if counters.controller.look(u.id).picture]
    assert len(pictured) >= 10
    assert counters.controller.look(pictured[0].id).back_picture
    by_menu(window, "undo")
    assert not any(counters.controller.look(u.id).picture for u in units)


def test_the_keyboard_goes_where_the_next_step_is(
    workspace: tuple[MainWindow, CountersWorkspace],
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window, counters = workspace
    view, order = counters.scan, counters.controller.order
    units = [u for u in order.units.values() if u.type.endswith("infantry")][:12]
    Image.fromarray(scan(order, units, Print(4, 3), Damage(150)).picture).save(tmp_path / "s.png")
    asked: list[str] = []

    def name(_parent: object, _title: str, folder: str, _kinds: str) -> tuple[str, str]:
        asked.append(folder)
        return str(tmp_path / "s.png"), ""

    monkeypatch.setattr("qtapp.workspaces.counters.scan_view.QFileDialog.getOpenFileName", name)
    by_menu(window, "counter_scan")
    assert view.front.hasFocus()
    QTest.keyClick(view.front, Qt.Key.Key_Space)
    settle()
    assert view.cancel.hasFocus() and asked == [str(tmp_path)]
    qtbot.waitUntil(lambda: not view.is_busy)
    settle()
    assert view.table.hasFocus() and view.table.currentRow() == 0
    press(view.again)
    QTest.mouseClick(counters.list.search, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not view.is_busy)
    settle()
    assert counters.list.search.hasFocus(), "who went elsewhere stays there"


def test_a_scan_without_counters_is_told(
    workspace: tuple[MainWindow, CountersWorkspace], tmp_path: Path, qtbot: QtBot
) -> None:
    window, counters = workspace
    Image.new("RGB", (400, 300), (250, 250, 250)).save(tmp_path / "white.png")
    told: list[str] = []
    counters.scan.refused.connect(told.append)
    counters.scan.open_front(tmp_path / "white.png")
    qtbot.waitUntil(lambda: not counters.scan.is_busy)
    assert "no grid of counters" in told[0] and window.isVisible()


def test_a_played_order_of_battle_is_designed_as_a_copy(
    opened: Opener,
) -> None:
    window = opened("balkan_gambit/1943")
    by_menu(window, f"workspace_{COUNTERS}")
    settle()
    counters = window.workspaces[COUNTERS]
    assert isinstance(counters, CountersWorkspace)
    assert not counters.controller.is_open and "a game is played with it" in counters.why.text()
    QTest.mouseClick(counters.copy, Qt.MouseButton.LeftButton)
    settle()
    assert counters.controller.is_open and len(counters.list.shown_units) > 100


def test_both_themes_are_worn(workspace: tuple[MainWindow, CountersWorkspace]) -> None:
    window, counters = workspace
    counters.list.choose([first(counters, "parachute infantry")])
    light = counters.preview.grab().toImage()
    window.set_theme("dark")
    settle()
    assert counters.preview.grab().toImage() != light


def test_reading_a_scan_can_be_cancelled(
    workspace: tuple[MainWindow, CountersWorkspace], tmp_path: Path, qtbot: QtBot
) -> None:
    _, counters = workspace
    order = counters.controller.order
    units = list(order.units.values())[:20]
    Image.fromarray(scan(order, units, Print(5, 4), Damage(150)).picture).save(tmp_path / "s.png")
    counters.scan.open_front(tmp_path / "s.png")
    press(counters.scan.cancel)
    qtbot.waitUntil(lambda: not counters.scan.is_busy)
    assert counters.scan.table.rowCount() == 0 and counters.scan.front.isEnabled()
