"""A second window on the same game, tool tips with facts, and the high-contrast theme."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from maps.hexgrid import Hex
from qtapp.app.main_window import MainWindow
from qtapp.board.tips import facts
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from qtapp.workspaces.play.second_board import SecondBoard
from tests.qtapp.conftest import settle
from tests.qtapp.hands import by_menu


def second_of(window: MainWindow) -> SecondBoard:
    by_menu(window, "second_board")
    settle()
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace) and play.second is not None
    return play.second


def test_the_second_board_shows_and_plays_the_same_game(window: MainWindow) -> None:
    second = second_of(window)
    assert second.isVisible()
    unit, piece = next(iter(window.bridge.state.pieces.items()))
    assert isinstance(piece.at, Hex)
    board = second.view.board.board
    assert board is not None and second.view.board.stacks is not None
    assert second.view.board.stacks.counters[piece.at][0].unit == unit
    zoom = window.view.hex_px
    second.view.zoom_in()
    assert window.view.hex_px == zoom
    second.view.ensure_hex_visible(piece.at)
    settle()
    spot = second.view.mapFromScene(QPointF(*board.shape.centre(piece.at)))
    QTest.mouseClick(second.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    settle()
    assert window.selection.hex == piece.at
    assert second.view.board.overlays == window.view.board.overlays
    window.bridge.close()
    assert not second.isVisible()


def test_a_tip_tells_the_facts_of_hex_and_counters(window: MainWindow, qtbot: QtBot) -> None:
    unit, piece = next(iter(window.bridge.state.pieces.items()))
    assert isinstance(piece.at, Hex)
    told = facts(window.bridge, piece.at)
    label = window.bridge.game.scenario.map.label(piece.at)
    assert told.startswith(label)
    assert window.bridge.game.scenario.oob.units[unit].name in told
    board = window.view.board.board
    assert board is not None
    window.view.ensure_hex_visible(piece.at)
    spot = window.view.mapFromScene(QPointF(*board.shape.centre(piece.at)))
    port = window.view.viewport()
    event = QHelpEvent(QHelpEvent.Type.ToolTip, spot, port.mapToGlobal(spot))
    QApplication.sendEvent(port, event)
    qtbot.waitUntil(lambda: QToolTip.text() == told)
    QToolTip.hideText()


def lightness(window: MainWindow) -> int:
    """How light the board is on the average, 0 to 255, once all of it is drawn."""
    window.view.board.ground.is_patient = True
    picture = window.view.grab().toImage()
    smooth = Qt.TransformationMode.SmoothTransformation
    return picture.scaled(1, 1, mode=smooth).pixelColor(0, 0).lightness()


def test_boards_are_coloured_as_the_theme_or_as_one_chooses(window: MainWindow) -> None:
    scenes = [view.board for view in (window.view, second_of(window).view)]

    def ids() -> list[str]:
        return [scene.board.shape.scheme.id for scene in scenes if scene.board is not None]

    assert window.book["board_themed"].isChecked() and ids() == ["paper", "paper"]
    by_menu(window, "theme_dark")
    assert ids() == ["dark", "dark"]
    by_menu(window, "board_contrast")
    assert ids() == ["contrast", "contrast"] and window.preferences.scheme == "contrast"
    by_menu(window, "theme_light")
    assert ids() == ["contrast", "contrast"] and window.book["board_contrast"].isChecked()
    by_menu(window, "board_themed")
    assert ids() == ["paper", "paper"] and window.preferences.scheme == ""
    settle()
    printed = lightness(window)
    by_menu(window, "board_dark")
    settle()
    assert lightness(window) < printed - 40
    by_menu(window, "board_themed")


def test_high_contrast_is_black_on_white(window: MainWindow) -> None:
    by_menu(window, "theme_contrast")
    settle()
    palette = window.palette()
    assert palette.window().color() == QColor("#ffffff")
    assert palette.windowText().color() == QColor("#000000")
    assert window.preferences.theme == "contrast"
    by_menu(window, "theme_light")


def test_it_lies_beside_what_one_decides_with(window: MainWindow) -> None:
    """On one screen at its right, from the board's upper edge on; where it was moved it stays."""
    second = second_of(window)
    place, decision = second.geometry(), window.docks["decision"]
    panel = decision.rect().translated(decision.mapToGlobal(decision.rect().topLeft()))
    assert not place.intersects(panel)
    assert place.width() >= 320 and place.height() >= 320
    second.move(3, 4)
    second.close()
    assert second_of(window).pos() == QPoint(3, 4)
