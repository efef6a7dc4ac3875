"""A toolbar asks to be laid out again for what takes another place, and for nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction, QColor, QIcon, QPixmap
from PySide6.QtWidgets import QMainWindow, QToolButton
from pytestqt.qtbot import QtBot

from qtapp.actions.toolbar import EXTENSION, Toolbar
from qtapp.app.main_window import MainWindow
from tests.qtapp.conftest import settle


class Requests(QObject):
    """Counts how often something is asked to lay out what it holds."""

    def __init__(self, of: QObject) -> None:
        super().__init__(of)
        self.count = 0
        of.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() is QEvent.Type.LayoutRequest
        return False


@pytest.fixture
def bar(qtbot: QtBot) -> Iterator[Toolbar]:
    """A toolbar with one button, in a window."""
    window = QMainWindow()
    qtbot.addWidget(window)
    made = Toolbar("Tools")
    made.addAction(QAction(icon("#ff0000"), "Undo", made))
    window.addToolBar(made)
    window.show()
    settle()
    yield made


def icon(ink: str) -> QIcon:
    picture = QPixmap(16, 16)
    picture.fill(QColor(ink))
    return QIcon(picture)


def button_of(bar: Toolbar) -> QToolButton:
    found = bar.widgetForAction(bar.actions()[0])
    assert isinstance(found, QToolButton)
    return found


def test_a_button_follows_its_action_without_another_layout(bar: Toolbar) -> None:
    action, button, requests = bar.actions()[0], button_of(bar), Requests(bar)
    action.setCheckable(True)
    action.setChecked(True)
    action.setEnabled(False)
    action.setToolTip("Nothing to take back")
    settle()
    assert button.isCheckable() and button.isChecked() and not button.isEnabled()
    assert button.toolTip() == "Nothing to take back"
    assert requests.count == 0
    action.setEnabled(True)
    assert button.isEnabled()


@pytest.mark.parametrize(
    "other",
    [
        lambda action: action.setIcon(icon("#00ff00")),
        lambda action: action.setText("Take it back"),
        lambda action: action.setVisible(False),
    ],
)
def test_what_takes_another_place_is_laid_out_again(
    bar: Toolbar, other: Callable[[QAction], None]
) -> None:
    action, button, requests = bar.actions()[0], button_of(bar), Requests(bar)
    other(action)
    settle()
    assert requests.count
    assert button.icon().cacheKey() == action.icon().cacheKey()
    assert button.text() == action.iconText()
    assert button.isVisible() is action.isVisible()


def test_the_button_for_what_finds_no_room_goes_when_there_is_room_again(bar: Toolbar) -> None:
    more, layout = bar.findChild(QToolButton, EXTENSION), bar.layout()
    assert more is not None and layout is not None
    for _ in range(2):
        layout.invalidate()  # so that Qt finds the room while it shows the button
        more.show()
        settle()
        assert not more.isVisible()


def test_what_is_switched_off_leaves_the_window_as_it_lies(campaign: MainWindow) -> None:
    requests = Requests(campaign)
    action = campaign.book["undo"]
    for is_on in (not action.isEnabled(), action.isEnabled()):
        action.setEnabled(is_on)
        settle()
    assert requests.count == 0
