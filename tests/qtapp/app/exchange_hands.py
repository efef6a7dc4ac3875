"""Hands for File, Import and Export: they answer questions and drop files."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget

from qtapp.app.main_window import MainWindow


def answering(button: str, said: list[str]) -> QTimer:
    """Press a button of the next message box, noting what it says."""
    timer = QTimer()

    def press() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            said.append(f"{box.text()}\n{box.informativeText()}")
            timer.stop()
            wanted = (b for b in box.buttons() if button in b.text().replace("&", ""))
            QTest.mouseClick(next(wanted), Qt.MouseButton.LeftButton)

    timer.timeout.connect(press)
    timer.start(10)
    return timer


def answering_each(buttons: list[str], said: list[str]) -> QTimer:
    """Press a button of one message box after another; one that has it not is closed."""
    timer = QTimer()

    def press() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox) and buttons:
            said.append(f"{box.text()}\n{box.informativeText()}")
            wanted = [b for b in box.buttons() if buttons[0] in b.text().replace("&", "")]
            buttons.pop(0)
            if wanted:
                QTest.mouseClick(wanted[0], Qt.MouseButton.LeftButton)
            else:
                QTest.keyClick(box, Qt.Key.Key_Escape)
        elif isinstance(box, QMessageBox):
            said.append(f"not asked for: {box.text()}\n{box.informativeText()}")
            QTest.keyClick(box, Qt.Key.Key_Escape)

    timer.timeout.connect(press)
    timer.start(10)
    return timer


def asked(monkeypatch: pytest.MonkeyPatch, *, source: Path | None, target: Path | None) -> None:
    """Let the file dialogs answer."""
    names = {"getOpenFileName": source, "getSaveFileName": target}
    for ask, name in names.items():
        answer = (str(name) if name is not None else "", "")
        monkeypatch.setattr(QFileDialog, ask, lambda *_a, answer=answer, **_k: answer)


def drop(window: MainWindow, over: QWidget, *files: Path) -> bool:
    """Drag files over a widget of the window and let go; whether they were accepted."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    spot, copy = over.rect().center(), Qt.DropAction.CopyAction
    ways = data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(spot, copy, *ways)
    enter.ignore()
    # Qt offers a drag to the widget under the mouse, then to those it lies in.
    found: QWidget | None = over
    while found is not None:
        QApplication.sendEvent(found, enter)
        if enter.isAccepted():
            break
        found = found.parentWidget()
    if found is None:
        return False
    QApplication.sendEvent(found, QDropEvent(spot.toPointF(), copy, *ways))
    return True
