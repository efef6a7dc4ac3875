"""File, Import and File, Export: what other programs wrote comes in, boards go out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QInputDialog,
    QMenu,
    QMessageBox,
    QProgressDialog,
    QPushButton,
    QWidget,
)

from engine.editing.modules.module_import import read_module
from engine.game.session import GameSession
from engine.game.set_up.game_set_up import Own
from maps.files.writing import still_wanted
from maps.formats.boards import BOARDS
from maps.hexgrid import Hex
from maps.model import GameMap
from qtapp.app.files.film_dialog import FilmDialog
from qtapp.app.files.paper_dialog import PaperDialog
from qtapp.app.main_window import MainWindow
from qtapp.board.pictures.board_forms import FORMS
from qtapp.board.pictures.render import Picture
from qtapp.exchange.print_and_play import Piece
from qtapp.workers.job import CancelledError
from qtapp.workspaces.map.map_table import EDIT
from qtapp.workspaces.play.play_table import PLAY
from tests.engine.editing.modules.test_module_import import written
from tests.qtapp.app.exchange_hands import answering, asked, drop
from tests.qtapp.conftest import Opener, click_hex, settle
from tests.qtapp.hands import by_menu


@pytest.fixture
def window(opened: Opener) -> Iterator[MainWindow]:
    found = opened(None)
    restore = found.trouble.install()
    yield found
    restore()


def test_a_module_becomes_a_file_of_its_own(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "toy"
    asked(monkeypatch, source=written(tmp_path / "toy.vmod"), target=target)
    said: list[str] = []
    timer = answering("Take it in", said)
    by_menu(window, "import")
    settle()
    assert not timer.isActive()
    assert said[0].startswith("Toy War\n") and "3 set up in 2 places" in said[0]
    assert window.document.path == target.with_suffix(".sandtable")
    assert window.workspace_id == EDIT
    assert [order.title for order in window.document.project.orders] == ["Toy War"]


def test_a_game_by_hand_begins_on_a_module(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "toy.sandtable"
    asked(monkeypatch, source=written(tmp_path / "toy.vmod"), target=target)
    timer = answering("Take it in", [])
    by_menu(window, "import")
    settle()
    assert not timer.isActive()
    (board,), (order,) = window.document.project.boards, window.document.project.orders
    own = Own(board=board.number, order=order.number)
    with GameSession.start("by_hand/classic", path=target, own=own) as game:
        pieces = game.state.pieces
        assert len(pieces) == 5
        label = game.scenario.map.label
        on_map = [label(one.at) for one in pieces.values() if isinstance(one.at, Hex)]
        assert sorted(on_map) == ["0202", "0202", "0402"]


def test_a_board_comes_into_the_open_file_and_is_shown(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "island.csv"
    source.write_text("hex,terrain,wells\n0101,clear,1\n0102,woods,2\n")
    asked(monkeypatch, source=source, target=tmp_path / "mine.sandtable")
    said: list[str] = []
    for count in (1, 2):  # first into a new file, then into that
        timer = answering("Take it in", said)
        by_menu(window, "import")
        settle()
        assert not timer.isActive()
        assert len(window.document.project.boards) == count
    assert "2 hexes of 2 kinds" in said[0] and "columns not read: wells" in said[0]
    assert window.workspace_id == EDIT
    assert window.view.board.map is not None and len(window.view.board.map.terrain) == 2


def test_nothing_is_taken_in_that_is_not_wanted(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "island.csv"
    source.write_text("hex,terrain\n0101,clear\n")
    target = tmp_path / "mine.sandtable"
    asked(monkeypatch, source=source, target=target)
    timer = answering("Cancel", [])
    by_menu(window, "import")
    settle()
    assert not timer.isActive() and not target.exists() and window.document.path is None


def test_a_bad_file_is_told(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, words in (("a.vmod", "no archive"), ("a.tmx", "not XML"), ("a.csv", "no column")):
        (tmp_path / name).write_text("nonsense")
        asked(monkeypatch, source=tmp_path / name, target=tmp_path / "mine.sandtable")
        said: list[str] = []
        timer = answering("OK", said)
        by_menu(window, "import")
        settle()
        assert not timer.isActive() and words in said[0]
        assert not (tmp_path / "mine.sandtable").exists()


def test_the_board_in_view_goes_out(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not window.book["export"].isEnabled()
    window.files.create(tmp_path / "mine.sandtable")
    window.document.add_board("balkan_gambit")
    window.set_workspace(EDIT)
    settle()
    assert window.book["export"].isEnabled()
    for ending in ("csv", "tmx", "svg", "pdf"):
        asked(monkeypatch, source=None, target=tmp_path / f"out.{ending}")
        by_menu(window, "export")
        settle()
        assert (tmp_path / f"out.{ending}").stat().st_size > 10_000
    assert len(BOARDS.read(tmp_path / "out.tmx").terrain) == 574


def test_the_board_in_view_goes_out_as_a_module_with_its_counters(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not window.book["export_module"].isEnabled()
    source = written(tmp_path / "toy.vmod")
    asked(monkeypatch, source=source, target=tmp_path / "toy.sandtable")
    timer = answering("Take it in", [])
    by_menu(window, "import")
    settle()
    assert not timer.isActive()
    asked(monkeypatch, source=None, target=tmp_path / "again")
    monkeypatch.setattr(QInputDialog, "getInt", lambda *_a, **_k: (48, True))
    by_menu(window, "export_module")
    settle()
    first, again = (read_module(tmp_path / name) for name in ("toy.vmod", "again.vmod"))
    assert first.order is not None and again.order is not None
    assert [unit.name for unit in again.order.units.values()] == [
        unit.name for unit in first.order.units.values()
    ]
    assert again.order.setups == first.order.setups
    assert again.boards[0].map.terrain == first.boards[0].map.terrain


def test_a_game_goes_out_as_a_module_as_it_is(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened("balkan_gambit/1943")
    asked(monkeypatch, source=None, target=tmp_path / "war.vmod")
    monkeypatch.setattr(QInputDialog, "getInt", lambda *_a, **_k: (24, False))
    by_menu(window, "export_module")
    assert not (tmp_path / "war.vmod").exists()
    monkeypatch.setattr(QInputDialog, "getInt", lambda *_a, **_k: (24, True))
    by_menu(window, "export_module")
    settle()
    found = read_module(tmp_path / "war.vmod")
    assert found.order is not None and len(found.order.units) == 124
    assert found.boards[0].map == window.bridge.game.scenario.map
    first, second = (found.boards[0].centre(Hex(0, row)) for row in (0, 1))
    assert second.y - first.y == pytest.approx(24.0)


def test_cancel_leaves_no_export(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.files.create(tmp_path / "mine.sandtable")
    window.document.add_board("balkan_gambit")
    window.set_workspace(EDIT)
    settle()
    target = tmp_path / "out.svg"
    target.write_text("the old one")
    whole = FORMS.write
    asked_to_stop = []

    def slow(board: GameMap, path: Path) -> None:
        try:
            while True:
                still_wanted()
        except CancelledError:
            asked_to_stop.append(path)
        whole(board, path)

    monkeypatch.setattr(FORMS, "write", slow)
    asked(monkeypatch, source=None, target=target)
    timer = QTimer()

    def press() -> None:
        bar = QApplication.activeModalWidget()
        if isinstance(bar, QProgressDialog):
            timer.stop()
            (button,) = bar.findChildren(QPushButton)
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    timer.timeout.connect(press)
    timer.start(10)
    by_menu(window, "export")
    settle()
    assert not timer.isActive() and asked_to_stop == [target]
    assert target.read_text() == "the old one"
    assert sorted(one.name for one in tmp_path.iterdir() if "partial" in one.name) == []


def test_files_dropped_on_the_window_come_in(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "island.csv"
    source.write_text("hex,terrain\n0101,clear\n")
    asked(monkeypatch, source=None, target=tmp_path / "mine.sandtable")
    said: list[str] = []
    timer = answering("Take it in", said)
    assert drop(window, window, source)
    settle()
    assert not timer.isActive() and "1 hex of 1 kind" in said[0]
    assert window.document.path == tmp_path / "mine.sandtable"
    window.document.close()
    settle()
    assert drop(window, window, tmp_path / "mine.sandtable")
    settle()
    assert window.document.path == tmp_path / "mine.sandtable"
    timer = answering("Cancel", said)
    assert drop(window, window.view.viewport(), source), "the board lets files through"
    settle()
    assert not timer.isActive() and len(said) == 2
    for files in ((tmp_path / "letter.docx",), (source, source), ()):
        assert not drop(window, window, *files)


def test_a_game_is_printed_and_filmed_from_the_window(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "war.sandtable"
    GameSession.start("by_hand/blocks", path=path).close()
    window = opened(path)
    target = tmp_path / "war.pdf"
    asked(monkeypatch, source=None, target=target.with_suffix(""))
    seen: list[str] = []
    timer = QTimer()

    def fill_in() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, PaperDialog):
            timer.stop()
            seen.append(dialog.said.text())
            QTest.mouseClick(dialog.parts[Piece.BOARD], Qt.MouseButton.LeftButton, pos=QPoint(9, 9))
            seen.append(dialog.said.text())
            QTest.keyClick(dialog, Qt.Key.Key_Return)

    timer.timeout.connect(fill_in)
    timer.start(10)
    by_menu(window, "export_paper")
    settle()
    assert "Board:" in seen[0] and "16 on 1 sheet." in seen[0] and "Board:" not in seen[1]
    with pdfium.PdfDocument(target) as document:
        cover = " ".join(document[0].get_textpage().get_text_bounded().split())
    assert "Positions" in cover and "Charts and tables" in cover and "Board" not in cover
    asked(monkeypatch, source=None, target=tmp_path / "war.webp")
    timer = QTimer()

    def frame() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, FilmDialog):
            timer.stop()
            dialog.hex.setFocus()
            dialog.hex.selectAll()
            QTest.keyClicks(dialog.hex, "12")
            QTest.mouseClick(dialog.seen, Qt.MouseButton.LeftButton, pos=QPoint(9, 9))
            QTest.keyClick(dialog, Qt.Key.Key_Return)

    timer.timeout.connect(frame)
    timer.start(10)
    window.view.zoom_in()
    window.view.zoom_in()
    by_menu(window, "export_film")
    settle()
    board = window.bridge.game.scenario.map
    with Image.open(tmp_path / "war.webp") as film:
        whole = Picture(board, 12.0, title=False).size
        assert 40 < film.size[0] < whole.width() and film.size[1] < whole.height() + 30


MOST_CLICKS = 10
"""From the window as it opens to the end of the first player turn of a module's game."""


class Hand:
    """A hand at the mouse that counts its clicks."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.clicks = 0

    def on(self, widget: QWidget, pos: QPoint | None = None) -> None:
        self.clicks += 1
        where = widget.rect().center() if pos is None else pos
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=where)

    def menu(self, title: str, action: str) -> None:
        bar = self.window.menuBar()
        (menu,) = (one for one in bar.actions() if one.text().replace("&", "") == title)
        self.on(bar, bar.actionGeometry(menu).center())
        popup = menu.menu()
        assert isinstance(popup, QMenu)
        self.on(popup, popup.actionGeometry(self.window.book[action]).center())


def test_from_a_module_to_the_end_of_a_first_turn_in_ten_clicks(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = Hand(window)
    target = tmp_path / "toy.sandtable"
    asked(monkeypatch, source=written(tmp_path / "toy.vmod"), target=target)
    timer = QTimer()

    def play() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            timer.stop()
            hand.clicks += 2  # the module in the file dialog, and Open
            hand.on(next(b for b in box.buttons() if "play" in b.text()))
            hand.clicks += 1  # Save: the name is filled in

    timer.timeout.connect(play)
    timer.start(10)
    hand.menu("File", "import")
    settle()
    assert window.bridge.is_open and window.workspace_id == PLAY
    assert len(window.document.project.games) == 1

    def close() -> None:
        offers = {offer.text for offer in window.bridge.offers.closing()}
        hand.on(next(b for b in window.decision.buttons() if b.accessibleName() in offers))
        settle()

    close()  # the set-up of the module stands
    board = window.bridge.game.scenario.map
    unit = next(
        unit
        for unit, piece in window.bridge.state.pieces.items()
        if isinstance(piece.at, Hex) and any(window.bridge.offers.goals(unit))
    )
    start = window.bridge.state.pieces[unit].at
    assert isinstance(start, Hex)
    click_hex(window, start)
    goal = next(
        at
        for at in start.neighbours()
        if at in board.terrain and at in window.bridge.offers.goals(window.selection.unit or unit)
    )
    click_hex(window, goal)
    hand.clicks += 2
    assert window.bridge.state.pieces[window.selection.unit or unit].at == goal
    first = window.bridge.state.active
    close()
    assert window.bridge.state.active not in (first, "markers")  # the other side's turn has begun
    assert hand.clicks <= MOST_CLICKS, hand.clicks
