"""Trees that fold."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QApplication, QTreeWidgetItem
from pytestqt.qtbot import QtBot

import resources
from qtapp.app.main_window import MainWindow
from qtapp.widgets.theme import dress
from qtapp.widgets.trees import FoldingTree, WrappingTree, section_head
from tests.qtapp.conftest import settle

READABLE = 3.0


def light(colour: QColor) -> float:
    """The relative luminance of WCAG."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", resources.theme_names())
def test_the_arrow_of_a_selected_line_shows(qapp: QApplication, qtbot: QtBot, theme: str) -> None:
    """Against the ground of the selection, open and shut."""
    dress(qapp, resources.theme(theme))
    tree = FoldingTree()
    qtbot.addWidget(tree)
    tree.setHeaderHidden(True)
    head = QTreeWidgetItem(["Air"])
    head.addChild(QTreeWidgetItem(["Used"]))
    tree.addTopLevelItem(head)
    tree.show()
    tree.setFocus()
    tree.setCurrentItem(head)
    for is_open in (False, True):
        head.setExpanded(is_open)
        settle()
        row = tree.visualItemRect(head)
        place = QRect(0, row.top(), tree.indentation(), row.height())
        picture = tree.viewport().grab(place).toImage()
        ratio = picture.devicePixelRatio()
        across = range(int(place.width() * ratio))
        lights = [light(picture.pixelColor(x, y)) for x in across for y in range(picture.height())]
        ground = max(lights, key=lights.count)
        best = max((max(x, ground) + 0.05) / (min(x, ground) + 0.05) for x in lights)
        assert best >= READABLE, (theme, is_open, best)
    dress(qapp, resources.theme("light"))


class Measured(WrappingTree):
    """Counts the lines it measures."""

    measured = 0

    def room_of(self, index: QModelIndex | QPersistentModelIndex) -> int:
        """How wide the words of a row may be."""
        self.measured += 1
        return super().room_of(index)


def test_a_line_that_changes_is_measured_and_no_other(campaign: MainWindow) -> None:
    tree = Measured("Lines", 2)
    tree.setParent(campaign)
    tree.resize(220, 600)
    head = section_head("Many lines")
    tree.addTopLevelItem(head)
    for number in range(20):
        head.addChild(QTreeWidgetItem([f"{number} of 20 lines", "far"]))
    head.setExpanded(True)
    tree.show()
    settle()
    line = head.child(7)
    low = tree.visualItemRect(line).height()
    tree.measured = 0
    line.setText(0, "It goes on and on in the next line, for it has very many words to say")
    settle()
    assert tree.visualItemRect(line).height() > low and tree.measured == 1
    head.takeChild(3)
    head.insertChild(5, QTreeWidgetItem(["One more"]))
    settle()
    assert tree.measured == 2
    tree.resize(300, 600)
    settle()
    assert tree.measured >= 22, "all wrap otherwise at another width"
    tree.clear()
    tree.addTopLevelItem(QTreeWidgetItem(["Alone " * 20]))
    settle()
    assert tree.visualItemRect(tree.topLevelItem(0)).height() > low
    tree.setParent(None)


def test_a_further_column_is_as_broad_as_what_it_says_now(campaign: MainWindow) -> None:
    tree = WrappingTree("Lines", 2)
    tree.setParent(campaign)
    tree.resize(320, 300)
    tree.addTopLevelItem(QTreeWidgetItem(["Near", "1 of 2"]))
    tree.addTopLevelItem(QTreeWidgetItem(["Far", "2 of 3"]))
    tree.show()
    settle()

    def needed() -> int:
        words = [tree.topLevelItem(row).text(1) for row in range(tree.topLevelItemCount())]
        return max(tree.fontMetrics().horizontalAdvance(said) for said in words)

    narrow = tree.columnWidth(1)
    spare = narrow - needed()
    for said in ("14 of 15 units and more", "3 of 5"):
        tree.topLevelItem(1).setText(1, said)
        settle()
        assert tree.columnWidth(1) == needed() + spare
    font = QFont(tree.font())
    font.setPointSizeF(font.pointSizeF() * 1.5)
    tree.setFont(font)
    settle()
    assert tree.columnWidth(1) > narrow
    tree.takeTopLevelItem(1)
    tree.addTopLevelItem(QTreeWidgetItem(["Farther", "20 of 30 units"]))
    settle()
    assert tree.columnWidth(1) >= needed()
    tree.setParent(None)


def test_words_wrap_again_when_a_further_column_takes_their_room(campaign: MainWindow) -> None:
    """Of flights by night at extended range the town they come from was cut off."""
    tree = WrappingTree("Lines", 2)
    tree.setParent(campaign)
    tree.resize(418, 220)
    who = "German Do 17Z 1, {} at extended range, from 14A:4002 Plovdiv"
    tree.show()
    for how, odds in (("by day", "2/3 point"), ("by night", "17 % to hit, antiaircraft 4")):
        tree.blockSignals(True)
        tree.clear()
        for _ in range(20):
            line = QTreeWidgetItem([who.format(how), odds])
            line.setCheckState(0, Qt.CheckState.Unchecked)
            tree.addTopLevelItem(line)
        tree.setCurrentItem(tree.topLevelItem(0))
        tree.blockSignals(False)
        settle()
        line = tree.topLevelItem(0)
        room = QRect(0, 0, tree.room_of(tree.indexFromItem(line)), 1000)
        flags = int(Qt.TextFlag.TextWordWrap)
        needed = tree.fontMetrics().boundingRect(room, flags, line.text(0)).height()
        assert tree.visualItemRect(line).height() > needed, how
    tree.setParent(None)
