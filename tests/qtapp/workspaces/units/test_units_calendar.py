"""The calendar of the Units workspace: entries dragged and moved by keys."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from qtapp.workspaces.units.page import CALENDAR, TABLE, UnitsPage
from qtapp.workspaces.units.units_workspace import UnitsWorkspace
from qtapp.workspaces.units.views.calendar_view import HEADER
from tests.qtapp.conftest import move_mouse, settle
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.units.hands import (
    row_of,
    type_search,
)

NO_KEYS = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


def centre_of(page: UnitsPage, place: tuple[int, int]) -> QPoint:
    return page.calendar.chip_rect(*place).center()


def drag(page: UnitsPage, start: QPoint, end: QPoint) -> None:
    port = page.calendar.viewport()
    QTest.mousePress(port, LEFT, NO_KEYS, start)
    for step in range(1, 6):
        move_mouse(port, start + (end - start) * step / 5, LEFT)
        settle()
    QTest.mouseRelease(port, LEFT, NO_KEYS, end)
    settle()


def open_calendar(workspace: UnitsWorkspace, search: str = "") -> UnitsPage:
    workspace.window.resize(1500, 800)
    if search:
        type_search(workspace.centre, search)
    by_menu(workspace.window, "oob_calendar")
    settle()
    assert workspace.centre.views.currentIndex() == CALENDAR
    return workspace.centre


def test_an_entry_is_dragged_to_another_turn(fite: UnitsWorkspace) -> None:
    page = open_calendar(fite, "german infantry XX 15")
    key = row_of(fite.controller.ledger, "15", "Jul I 41")
    page.calendar.choose({key})
    settle()
    place = page.calendar.place_of(key)
    assert place is not None
    names = [entry.turn.name for entry in page.calendar.columns]
    assert names[place[0]] == "Jul I 41"
    start = centre_of(page, place)
    drag(page, start, QPoint(start.x() - page.calendar.viewport().width() // 4, start.y() + 60))
    now = fite.controller.ledger.rows[key].item.section.turn
    assert now == "Jun II 41"
    assert not page.calendar.is_dragging
    by_menu(fite.window, "undo")
    settle()
    assert fite.controller.ledger.rows[key].item.section.turn == "Jul I 41"


def test_a_drag_is_put_back_with_escape(fite: UnitsWorkspace) -> None:
    page = open_calendar(fite, "german infantry XX 15")
    key = row_of(fite.controller.ledger, "15", "Jul I 41")
    page.calendar.choose({key})
    place = page.calendar.place_of(key)
    assert place is not None
    start = centre_of(page, place)
    port = page.calendar.viewport()
    QTest.mousePress(port, LEFT, NO_KEYS, start)
    move_mouse(port, start + QPoint(60, 10), LEFT)
    move_mouse(port, start + QPoint(150, 10), LEFT)
    settle()
    assert page.calendar.is_dragging
    by_menu(fite.window, "deselect")
    QTest.mouseRelease(port, LEFT, NO_KEYS, start + QPoint(260, 10))
    settle()
    assert fite.controller.ledger.rows[key].item.section.turn == "Jul I 41"
    assert not fite.controller.can_undo


def test_entries_are_moved_by_keys_alone(fite: UnitsWorkspace) -> None:
    page = open_calendar(fite, "jul i 41")
    page.calendar.setFocus()
    QTest.keyClick(page.calendar, Qt.Key.Key_Down)
    settle()
    keys = page.chosen
    assert keys
    assert fite.controller.ledger.rows[keys[0]].item.section.turn == "Jul I 41"
    by_menu(fite.window, "oob_later")
    settle()
    assert {fite.controller.ledger.rows[key].item.section.turn for key in keys} == {"Jul II 41"}
    assert fite.window.book["oob_later"].shortcut() == QKeySequence("Alt+Right")
    by_menu(fite.window, "oob_earlier")
    settle()
    assert {fite.controller.ledger.rows[key].item.section.turn for key in keys} == {"Jul I 41"}


def test_what_cannot_move_says_why(fite: UnitsWorkspace) -> None:
    leaving = [r.key for r in fite.controller.rows if r.item.action == "withdraw"]
    first = fite.controller.rows[0].key
    assert not fite.controller.shift([first], -1)
    assert "first turn" in fite.window.notice.text()
    page = open_calendar(fite)
    (turns, _), key = min((place, k) for k in leaving if (place := page.calendar.place_of(k)))
    page.calendar.choose({key})
    settle()
    for _turn in range(turns):
        QTest.keyClick(page.calendar, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        settle()
    assert "not possible before play begins" in fite.window.notice.text()


def test_the_start_unfolds_at_a_click(fite: UnitsWorkspace) -> None:
    page = open_calendar(fite)
    assert page.calendar.folded == {0}
    QTest.mouseClick(page.calendar.viewport(), LEFT, NO_KEYS, QPoint(40, HEADER // 2))
    settle()
    assert page.calendar.folded == frozenset()
    assert page.calendar.place_of(fite.controller.rows[0].key) == (0, 0)


def test_enter_on_a_chip_shows_its_units(fite: UnitsWorkspace) -> None:
    page = open_calendar(fite, "jul i 41")
    page.calendar.setFocus()
    QTest.keyClick(page.calendar, Qt.Key.Key_Down)
    keys = page.chosen
    QTest.keyClick(page.calendar, Qt.Key.Key_Return)
    settle()
    assert page.views.currentIndex() == TABLE
    assert page.chosen == keys
