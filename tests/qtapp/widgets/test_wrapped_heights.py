"""Lines that wrap are as high as the words in them: nothing is cut off, and no gap is left."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, QStringListModel
from PySide6.QtGui import (
    QFontMetricsF,
    QIcon,
    QPixmap,
    QStandardItem,
    QStandardItemModel,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QListWidget, QStyle, QStyleOptionViewItem, QTreeView, QTreeWidgetItem

from qtapp.app.main_window import MainWindow
from qtapp.widgets.wrapped import DetailRows, WrappedList, WrappedTree, WrappedView, wrap_columns
from tests.qtapp.conftest import settle

SAID = "Move Soviet 240M Infantry XX to 3B:0529 administratively Argyrokastron by rail, 4 MP"
MARGIN = 3
"""Pixels that Qt leaves free on either side of the words of a line."""


def lines_of(view: QListWidget | WrappedTree, text: str, wide: int) -> int:
    """How many lines Qt breaks a text into."""
    layout, wrap = QTextLayout(text, view.font()), QTextOption()
    wrap.setWrapMode(QTextOption.WrapMode.WordWrap)
    layout.setTextOption(wrap)
    layout.beginLayout()
    count = 0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(wide)
        count += 1
    layout.endLayout()
    return count


@pytest.mark.parametrize("kind", ["list", "tree", "details"])
def test_rows_are_as_high_as_their_words(campaign: MainWindow, kind: str) -> None:
    draw, words = Random(1), SAID.split()
    texts = [" ".join(draw.choice(words) for _ in range(draw.randint(2, 9))) for _ in range(60)]
    view = WrappedList() if kind == "list" else WrappedTree()
    if isinstance(view, WrappedTree) and kind == "details":
        view.setItemDelegate(DetailRows(view))
        texts = [f"{text}\n{draw.choice(texts)}" for text in texts]
    view.setParent(campaign)
    view.show()
    for text in texts:
        if isinstance(view, WrappedTree):
            view.addTopLevelItem(QTreeWidgetItem([text]))
        else:
            view.addItem(text)
    short, spare, tall = 0, 0, view.fontMetrics().height()
    for wide in range(150, 330, 13):
        view.resize(wide, 3000)
        settle()
        for row, text in enumerate(texts):
            index, option = view.model().index(row, 0), QStyleOptionViewItem()
            view.initViewItemOption(option)
            option.rect = view.visualRect(index)
            place = view.style().subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, view)
            usable = place.width() - 2 * MARGIN
            need = tall * sum(lines_of(view, part, usable) for part in text.split("\n"))
            short += option.rect.height() < need
            spare += option.rect.height() >= need + tall + 4
    view.deleteLater()
    assert not short and spare < 12, (short, spare)


class Asked(QStringListModel):
    """Lines that count how often they are asked for."""

    asked = 0

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = 0) -> object:
        self.asked += 1
        return QStringListModel.data(self, index, role)


def test_lines_that_are_told_are_painted_as_the_style_does_and_asked_for_no_more(
    campaign: MainWindow,
) -> None:
    draw, words = Random(2), SAID.split()
    texts = [" ".join(draw.choice(words) for _ in range(draw.randint(1, 9))) for _ in range(30)]
    for points in (8.0, 10.0, 13.5):
        view, model = WrappedView(), Asked(texts)
        view.setModel(model)
        view.setParent(campaign)
        font = view.font()
        font.setPointSizeF(points)
        view.setFont(font)
        view.resize(260, 900)
        view.show()
        settle()
        plain = view.grab().toImage()
        model.asked = 0
        view.lay_out([(text, None) for text in texts])
        told = view.grab().toImage()
        assert told == plain and model.asked == 0, f"at {points} points"
        view.setParent(None)


def test_lines_that_were_equally_high_wrap_where_they_need_to(campaign: MainWindow) -> None:
    view, short = WrappedView(), ["Move", "Stay", "Attack from the north"]
    model = QStringListModel(short)
    view.setModel(model)
    view.setParent(campaign)
    view.show()

    def heights() -> list[int]:
        return [view.visualRect(model.index(row)).height() for row in range(len(short))]

    view.resize(400, 300)
    settle()
    view.lay_out([(text, None) for text in short])
    one = heights()
    assert len(set(one)) == 1
    view.resize(120, 300)
    settle()
    assert heights()[:2] == one[:2] and heights()[2] > one[2]
    view.resize(400, 300)
    settle()
    assert heights() == one
    long = [*short[:2], " ".join(short * 9)]
    model.setStringList(long)
    view.lay_out([(text, None) for text in long])
    assert heights()[:2] == one[:2] and heights()[2] > one[2]
    view.setParent(None)


@pytest.mark.parametrize("pictured", [True, False])
def test_a_column_as_wide_as_it_asks_for_has_its_words_on_one_line(
    campaign: MainWindow, pictured: bool
) -> None:
    tree, model = QTreeView(campaign), QStandardItemModel()
    tree.setModel(model)
    wrap_columns(tree)
    tree.setIconSize(QSize(26, 26))
    picture = QPixmap(tree.iconSize())
    item = QStandardItem(QIcon(picture), SAID) if pictured else QStandardItem(SAID)
    model.appendRow([item, QStandardItem("turn 3")])
    tree.resize(1600, 200)
    tree.show()
    exact = QFontMetricsF(tree.fontMetrics())  # a word may end in the midst of a pixel
    for text in (SAID[:length] for length in range(len(SAID), 20, -1)):
        item.setText(text)
        settle()
        tree.header().resizeSection(0, tree.sizeHintForColumn(0))
        settle()
        option = QStyleOptionViewItem()
        tree.initViewItemOption(option)
        tree.itemDelegate().initStyleOption(option, model.index(0, 0))  # type: ignore[attr-defined]
        option.rect = tree.visualRect(model.index(0, 0))
        place = tree.style().subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, tree)
        assert place.width() - 2 * MARGIN >= exact.horizontalAdvance(text)
    tree.setParent(None)
