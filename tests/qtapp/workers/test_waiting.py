"""Waiting for work: its result, its error, or Cancel at once."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QProgressDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from maps.errors import KnownError
from qtapp.workers.job import Report
from qtapp.workers.waiting import read_waiting, waited


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_result_comes_back_from_another_thread(window: QWidget) -> None:
    here = threading.get_ident()
    there = waited(window, "Reading", lambda _report: threading.get_ident())
    assert there != here


def test_an_error_comes_back(window: QWidget) -> None:
    def work(_report: object) -> int:
        raise KnownError("a.xlsx", "is no workbook.")

    with pytest.raises(KnownError, match="no workbook"):
        waited(window, "Reading", work)


def test_cancel_ends_the_wait_at_once(window: QWidget, qtbot: QtBot) -> None:
    go_on, ended = threading.Event(), threading.Event()

    def read(file: Path) -> str:
        go_on.wait()
        ended.set()
        return file.name

    def cancel() -> None:
        bars = [w for w in QApplication.topLevelWidgets() if isinstance(w, QProgressDialog)]
        shown = [bar for bar in bars if bar.isVisible()]
        if not shown:
            QTimer.singleShot(20, cancel)
            return
        QTest.mouseClick(shown[0].findChild(QPushButton), Qt.MouseButton.LeftButton)

    assert read_waiting(window, Path("a.xlsx"), lambda file: file.name) == "a.xlsx"
    QTimer.singleShot(20, cancel)
    try:
        assert read_waiting(window, Path("a.xlsx"), read) is None
        assert not ended.is_set(), "the work itself was still going on"
    finally:
        go_on.set()
    qtbot.waitUntil(ended.is_set)
    qtbot.wait(50)


def test_the_bar_is_gone_before_anything_is_asked(window: QWidget) -> None:
    """A question that follows opens in an event loop of its own, in which what is to be deleted
    later is not deleted yet: the bar stayed in front of it, and kept its clicks.
    """
    go_on, shown = threading.Event(), list[QProgressDialog]()

    def look() -> None:
        bars = [w for w in QApplication.topLevelWidgets() if isinstance(w, QProgressDialog)]
        shown.extend(bar for bar in bars if bar.isVisible())
        if not shown:
            QTimer.singleShot(20, look)
            return
        go_on.set()

    QTimer.singleShot(20, look)
    assert waited(window, "Reading", lambda _report: go_on.wait(30))
    assert shown and not shown[0].isVisible()


def test_the_bar_tells_how_far_the_work_is(window: QWidget) -> None:
    """A large module was taken in for a minute behind a bar that said nothing."""
    go_on, told = threading.Event(), list[tuple[int, int, str]]()

    def look() -> None:
        bars = [w for w in QApplication.topLevelWidgets() if isinstance(w, QProgressDialog)]
        told.extend(
            (bar.value(), bar.maximum(), bar.labelText()) for bar in bars if bar.isVisible()
        )
        if not told:
            QTimer.singleShot(20, look)
            return
        go_on.set()

    def work(report: Report) -> bool:
        report(0.25, "Pictures of counters")
        report(1.0, "The last picture") if go_on.wait(30) else None
        return True

    QTimer.singleShot(20, look)
    assert waited(window, "Taking in", work)
    assert told[0] == (250, 1000, "Pictures of counters")
