"""Trees that fold."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QTreeWidgetItem
from pytestqt.qtbot import QtBot

import resources
from qtapp.widgets.theme import dress
from qtapp.widgets.trees import FoldingTree
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
