"""The scale of the whole interface: chosen in the window, kept, and used from the next start."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QMessageBox, QPushButton

from qtapp.app.app import SCALE_FACTOR, use_scale
from qtapp.app.commands import BEGIN_AGAIN
from qtapp.app.files.folders import Folders
from qtapp.app.main_window import MainWindow
from qtapp.app.settings import SCALES, Preferences
from tests.qtapp.conftest import settle
from tests.qtapp.hands import by_menu

PROBE = """
from qtapp.app.app import application, use_scale
use_scale({percent})
application()
from PySide6.QtWidgets import QPushButton
print(QPushButton("OK").devicePixelRatioF())
"""


@pytest.mark.parametrize(
    "percent",
    [
        pytest.param(80, marks=pytest.mark.soak),
        150,
        pytest.param(200, marks=pytest.mark.soak),
    ],
)
def test_everything_is_drawn_larger_from_the_start(percent: int) -> None:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    environment.pop(SCALE_FACTOR, None)
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(percent=percent)],
        capture_output=True, text=True, check=True, env=environment,
    )  # fmt: skip
    assert float(done.stdout) == percent / 100


@pytest.mark.parametrize(
    ("given", "percent", "wanted"),
    [(None, 100, None), (None, 150, "1.5"), ("2", 150, "3"), ("much", 80, "0.8"), ("2", 100, "2")],
)
def test_the_desktops_own_factor_is_kept(
    monkeypatch: pytest.MonkeyPatch, given: str | None, percent: int, wanted: str | None
) -> None:
    monkeypatch.setenv(SCALE_FACTOR, "1")
    if given is None:
        monkeypatch.delenv(SCALE_FACTOR)
    else:
        monkeypatch.setenv(SCALE_FACTOR, given)
    assert use_scale(percent) == given
    assert os.environ.get(SCALE_FACTOR) == wanted


def test_a_scale_is_kept_and_nonsense_is_none(folders: Folders) -> None:
    preferences = Preferences(folders.settings())
    assert preferences.scale == 100
    for percent in SCALES:
        preferences.scale = percent
        assert Preferences(folders.settings()).scale == percent
    for text in ("", "0", "-5", "95", "huge", "1.5"):
        folders.settings().setValue("scale", text)
        assert Preferences(folders.settings()).scale == 100


def test_it_is_chosen_in_the_view_menu_and_may_wait(window: MainWindow) -> None:
    timer, seen = QTimer(window), list[str]()

    def act() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QInputDialog) and not seen:
            seen.append("scale")
            dialog.setTextValue("150 %")
            QTest.keyClick(dialog, Qt.Key.Key_Return)
        elif isinstance(dialog, QMessageBox):
            timer.stop()
            seen.append(dialog.text())
            later = next(b for b in dialog.findChildren(QPushButton) if b.text() == "Later")
            QTest.mouseClick(later, Qt.MouseButton.LeftButton)

    timer.timeout.connect(act)
    timer.start(0)
    by_menu(window, "scale")
    settle()
    assert seen == ["scale", "Everything is drawn at 150\u00a0% when Sandtable begins again."]
    assert window.preferences.scale == 150 and window.isVisible()
    app = QApplication.instance()
    assert app is not None and not app.property(BEGIN_AGAIN)


def test_a_window_of_1280_at_150_percent_keeps_its_panels_readable(window: MainWindow) -> None:
    window.resize(853, 533)
    settle()
    assert (window.width(), window.height()) == (853, 533)
    assert window.docks["decision"].width() >= 190 and window.docks["log"].width() >= 220
    assert window.view.width() >= 320
