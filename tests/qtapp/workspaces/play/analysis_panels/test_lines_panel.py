"""Lines, bookmarks and notes in the window, with real clicks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog

from engine.reports.log_export import MarkKind
from maps.hexgrid import Hex
from qtapp.app.main_window import MainWindow
from qtapp.widgets.trees import entries
from qtapp.workspaces.play.analysis_panels import lines_panel
from qtapp.workspaces.play.analysis_panels.lines_panel import LinesPanel
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.engine.fakes import March, Rest
from tests.qtapp.conftest import press_key, settle
from tests.qtapp.toy import ASH

CTRL = Qt.KeyboardModifier.ControlModifier


def lines(window: MainWindow) -> LinesPanel:
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    return play.analysis.lines


def press(button: object) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)  # type: ignore[arg-type]
    settle()


@pytest.fixture
def branched(window: MainWindow) -> tuple[MainWindow, int, int]:
    """A game with two lines: the one it is on is the second."""
    bridge = window.bridge
    bridge.act(March(ASH, Hex(1, 0)))
    first = bridge.game.log.current
    bridge.undo()
    bridge.act(Rest())
    second = bridge.game.log.current
    press_key(window, Qt.Key.Key_L, CTRL)
    return window, first, second


def test_lines_are_listed_and_sought(branched: tuple[MainWindow, int, int]) -> None:
    window, first, _second = branched
    panel = lines(window)
    assert panel.isVisible()
    assert panel.line_rows() == ["Line 1", "Line 2 (here)"]
    panel.choose_node(first)
    press(panel.go)
    assert window.bridge.game.log.current == first
    assert panel.line_rows() == ["Line 1 (here)", "Line 2"]


def test_a_line_is_named(
    branched: tuple[MainWindow, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    window, _first, second = branched
    panel = lines(window)
    panel.choose_node(second)
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: ("wait and see", True))
    press(panel.name)
    assert panel.line_rows() == ["Line 1", "wait and see (here)"]


def test_lines_are_compared(branched: tuple[MainWindow, int, int]) -> None:
    window, first, _second = branched
    panel = lines(window)
    panel.choose_node(first)
    press(panel.compare)
    assert "They part in turn 1" in panel.result.text()
    assert "1 unit stands elsewhere" in panel.result.text()


def test_a_line_is_removed_after_asking(
    branched: tuple[MainWindow, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    window, first, second = branched
    panel = lines(window)
    panel.choose_node(first)
    asked: list[str] = []

    def no(_parent: object, text: str, _title: str) -> bool:
        asked.append(text)
        return False

    monkeypatch.setattr(lines_panel, "ask", no)
    press(panel.remove)
    assert "cannot be undone" in asked[0] and first in window.bridge.game.log
    monkeypatch.setattr(lines_panel, "ask", lambda *_a: True)
    press(panel.remove)
    assert first not in window.bridge.game.log and second in window.bridge.game.log
    assert panel.line_rows() == ["Line 1 (here)"]


def test_bookmarks_and_notes_are_written_and_taken_away(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.bridge.act(Rest())
    node = window.bridge.game.log.current
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: ("the crisis", True))
    monkeypatch.setattr(QInputDialog, "getMultiLineText", lambda *_a, **_k: ("Too bold?", True))
    press_key(window, Qt.Key.Key_D, CTRL)
    press_key(window, Qt.Key.Key_T, CTRL)
    marks = window.bridge.game.marks
    assert marks.get(node, MarkKind.BOOKMARK) == "the crisis"
    assert marks.get(node, MarkKind.NOTE) == "Too bold?"
    panel = lines(window)
    window.show_panel("lines")
    items = [item for item in entries(panel.tree) if item.text(0) == "Too bold?"]
    panel.tree.setCurrentItem(items[0])
    press(panel.remove)
    assert marks.get(node, MarkKind.NOTE) == ""
