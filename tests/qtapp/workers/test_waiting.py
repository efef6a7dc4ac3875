"""Waiting for work: its result, its error, or Cancel at once."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QProgressDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from maps.errors import KnownError
from qtapp.workers.job import CancelledError
from qtapp.workers.waiting import waited


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

    def work(_report: object) -> int:
        go_on.wait()
        ended.set()
        return 1

    def cancel() -> None:
        bars = [w for w in QApplication.topLevelWidgets() if isinstance(w, QProgressDialog)]
        shown = [bar for bar in bars if bar.isVisible()]
        if not shown:
            QTimer.singleShot(20, cancel)
            return
        shown[0].findChild(QPushButton).click()

    QTimer.singleShot(20, cancel)
    try:
        with pytest.raises(CancelledError):
            waited(window, "Reading a.xlsx", work)
        assert not ended.is_set(), "the work itself was still going on"
    finally:
        go_on.set()
    qtbot.waitUntil(ended.is_set)
    qtbot.wait(50)
