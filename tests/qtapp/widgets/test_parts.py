"""A line of parts, of which as many are shown as fit, and the line below a window that has one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QFont, QImage
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from qtapp.app.main_window import MainWindow
from qtapp.dialogs.sheet import NewMapDialog
from qtapp.widgets.parts import (
    PARTED,
    CutLine,
    FittingLine,
    StatusLine,
    button,
    label,
    linked,
    rule_link,
)
from tests.qtapp.conftest import click_hex, move_mouse, settle, spot_of

PARTS = ("Rules not yet played: air, sea", "Victory points: Axis 0, Allied 0", "Garrisons: 3 short")


def test_parts_that_do_not_fit_are_counted(qapp: QApplication) -> None:
    line = FittingLine()
    line.show_parts(PARTS)
    line.show()
    line.resize(line.sizeHint())
    assert line.text() == PARTED.join(PARTS)
    seen = set()
    for wide in range(line.sizeHint().width(), line.minimumSizeHint().width() - 1, -10):
        line.resize(wide, 20)
        seen.add(line.text())
        assert line.fontMetrics().horizontalAdvance(line.text()) <= wide
        shown = line.text().split(PARTED)
        if shown != list(PARTS):
            assert shown[-1] == f"and {len(PARTS) - len(shown) + 1} more"
    assert len(seen) >= 3
    line.show_parts(())
    assert line.text() == ""


class Layouts(QObject):
    """Counts how often a window is asked to be laid out again."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.asked = 0
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count it."""
        self.asked += event.type() == QEvent.Type.LayoutRequest
        return False


def test_the_right_has_what_it_needs_and_the_left_has_the_rest(qapp: QApplication) -> None:
    left, right = label("Hex 1234, clear", wraps=False), FittingLine()
    line = StatusLine(left, right)
    line.resize(600, 24)
    line.show()
    right.show_parts(("Turn 3", "Movement of the Axis"))
    qapp.processEvents()
    assert right.text().split() == ["Turn", "3", "·", "Movement", "of", "the", "Axis"]
    assert right.width() == right.sizeHint().width()
    assert left.geometry().right() + 1 == right.x() and right.geometry().right() + 1 == 600
    line.resize(left.sizeHint().width() + right.minimumSizeHint().width(), 24)
    qapp.processEvents()
    assert right.text().endswith("1 more")
    assert right.minimumSizeHint().width() <= right.width() < right.sizeHint().width()
    right.hide()
    qapp.processEvents()
    assert left.width() == line.width()
    line.close()


def test_a_line_without_room_ends_in_an_ellipsis(qapp: QApplication) -> None:
    words = "Terrain brush: paints Woods; Shift a straight row from the last stroke"
    cut, whole = CutLine(), CutLine()
    cut.setText(words)
    cut.resize(200, 24)
    whole.setText(cut.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, 200))
    whole.resize(200, 24)
    assert whole.text().endswith("…")
    assert cut.grab().toImage() == whole.grab().toImage()
    cut.resize(cut.sizeHint().width() + 4, 24)
    whole.setText(words)
    whole.resize(cut.size())
    assert cut.grab().toImage() == whole.grab().toImage()


def test_the_mouse_leaves_the_window_laid_out_as_it_is(campaign: MainWindow) -> None:
    terrain = campaign.bridge.game.scenario.map.terrain
    at = next(at for at in terrain if all(near in terrain for near in at.neighbours()))
    click_hex(campaign, at)
    move_mouse(campaign.view.viewport(), spot_of(campaign, at))
    settle()
    layouts, told = Layouts(campaign), set[str]()
    for near in at.neighbours():
        move_mouse(campaign.view.viewport(), spot_of(campaign, near))
        settle()
        told.add(campaign.hint.text())
    assert len(told) == 6 and layouts.asked == 0
    campaign.removeEventFilter(layouts)


def test_a_narrow_button_shows_all_of_its_word(campaign: MainWindow) -> None:
    """As the faces of a die are: what the style leaves beside words is not taken off theirs."""
    campaign.set_theme("light")
    for text in ("8", "10", "52"):
        pictures = []
        for made in (button(text), QPushButton(text)):
            made.setProperty("die", True)
            made.resize(made.sizeHint())
            made.show()
            settle()
            pictures.append(columns_of(made.grab().toImage()))
            made.deleteLater()
        assert pictures[0] >= pictures[1] > 0, text


def columns_of(picture: QImage) -> int:
    """How many columns of a picture have dark letters in them, its edges apart."""
    inside = range(4, picture.width() - 4)
    rows = range(4, picture.height() - 4)
    return sum(any(picture.pixelColor(x, y).lightness() < 110 for y in rows) for x in inside)


def test_fields_of_forms_below_each_other_begin_on_one_line(qtbot: QtBot) -> None:
    """Of a new map and its numbering, whatever the words before them."""
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = NewMapDialog(parent)
    dialog.show()
    settle()
    fields = (dialog.title, dialog.orientation, dialog.terrain, dialog.scheme.order)
    assert len({field.mapTo(dialog, QPoint()).x() for field in fields}) == 1
    dialog.close()


def test_a_label_that_remembers_is_as_high_as_one_that_does_not(qapp: QApplication) -> None:
    words = "A label of many words, which go on in the next line where it is narrow"
    known, link = label(words), rule_link()

    def agree(*widths: int) -> None:
        for one in (known, link):
            fresh = QLabel(one.text())
            fresh.setTextFormat(one.textFormat())
            fresh.setWordWrap(True)
            fresh.setFont(one.font())
            for wide in widths or (60, 90, 120, 180):
                assert one.heightForWidth(wide) == fresh.heightForWidth(wide)

    link.setText(linked("8.2", "BC-12C1b.2", "34D"))
    agree()
    known.setText(f"{words}. {words}")
    link.setText(linked(*(f"8.{number}" for number in range(30))))
    agree()
    larger = QFont(known.font())
    larger.setPointSizeF(larger.pointSizeF() * 2)
    for one in (known, link):
        one.setFont(larger)
    agree()
    for one in (known, link):
        one.setStyleSheet("font-size: 31px")
        one.ensurePolished()
    agree()
    agree(*range(60, 220, 5), 60, 90)
