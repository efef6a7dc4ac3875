"""A panel scrolls where it has less room than it needs, and only there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from qtapp.widgets.parts import label
from qtapp.widgets.scrolled_panel import LOWEST, ScrolledPanel
from tests.qtapp.conftest import settle

WORDS = "Words that go on in the next line where the panel is too narrow for them. " * 3


@pytest.fixture
def panel(qtbot: QtBot) -> ScrolledPanel:
    """Five fields below a long sentence."""
    body = QWidget()
    layout = QVBoxLayout(body)
    layout.addWidget(label(WORDS))
    for _ in range(5):
        layout.addWidget(QLineEdit())
    made = ScrolledPanel(body)
    qtbot.addWidget(made)
    made.resize(300, 400)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_it_is_as_large_as_its_place_while_that_is_enough(panel: ScrolledPanel) -> None:
    assert not panel.verticalScrollBar().isVisible()
    assert panel.widget().size() == panel.size()


def test_it_scrolls_where_there_is_less_and_cuts_no_words(panel: ScrolledPanel) -> None:
    assert panel.minimumSizeHint().height() == LOWEST
    panel.resize(200, LOWEST)
    settle()
    assert panel.verticalScrollBar().isVisible()
    words = panel.widget().layout().itemAt(0).widget()
    assert words.height() >= words.heightForWidth(words.width())
    assert panel.widget().width() == panel.viewport().width()
    panel.resize(300, 400)
    settle()
    assert not panel.verticalScrollBar().isVisible()


def test_it_asks_for_another_place_only_where_it_needs_another_size(panel: ScrolledPanel) -> None:
    body, asked = panel.widget(), list[QEvent]()
    first = body.findChildren(QLineEdit)[0]

    class Place(QWidget):
        """Notes what it is asked."""

        def event(self, event: QEvent) -> bool:
            """Note that something in it needs another place."""
            if event.type() == QEvent.Type.LayoutRequest:
                asked.append(event)
            return super().event(event)

    place = Place()
    panel.setParent(place)
    place.show()
    panel.show()
    settle()
    first.setMinimumWidth(panel.width() + 40)
    settle()
    assert asked
    asked.clear()
    first.updateGeometry()
    first.setMinimumHeight(first.sizeHint().height() + 40)  # it scrolls, where it must
    settle()
    assert not asked
    panel.setParent(None)
    place.close()


def test_tab_brings_what_it_reaches_into_view(panel: ScrolledPanel) -> None:
    panel.resize(200, LOWEST)
    settle()
    fields = panel.findChildren(QLineEdit)
    fields[0].setFocus()
    for _ in range(4):
        QTest.keyClick(panel.window().focusWidget(), Qt.Key.Key_Tab)
    assert panel.window().focusWidget() is fields[4]
    assert not fields[4].visibleRegion().isEmpty()
