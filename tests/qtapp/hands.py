"""A person at the window: the hands that point, click and type, one decision at a time."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction, QCursor, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QMenu,
    QPushButton,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from engine.core.actions import Action
from engine.game.catalogue import explain
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.acting.offer import Offer
from tests.qtapp.conftest import click_hex, move_mouse, press_key, settle

LEFT = Qt.MouseButton.LeftButton
EACH_PHASE = 1
"""Decisions of units in a phase before the hands end it, so that a turn stays short."""


@dataclass(slots=True)
class Counted:
    """How often each way of doing things was used."""

    ways: dict[str, int] = field(default_factory=dict)

    def add(self, way: str) -> None:
        self.ways[way] = self.ways.get(way, 0) + 1


def wanted_now(window: MainWindow, done: int) -> Action | None:
    """What a sensible player would do; None when it is time to end the phase."""
    if done >= EACH_PHASE and window.bridge.offers.closing():
        return None
    advice = explain(window.bridge.game)
    return advice[0]


def press(button: QPushButton) -> None:
    """Click a button where it stands."""
    QTest.mouseClick(button, LEFT)
    settle()


def by_menu(window: MainWindow, action: str) -> None:
    """Choose an action of the table from the menus, with the mouse; it must be on.

    Nothing else happens between opening the menu and choosing: what a test has put off until the
    next dialog opens finds that dialog. The offscreen platform makes a menu the active window, and
    leaves it so when it is closed; a real one gives the window its keyboard back.
    """
    entry, bar = window.book[action], window.menuBar()
    menu = next(menu for menu in window.menus.values() if entry in menu.actions())
    title = menu.menuAction()
    assert entry.isEnabled(), entry.toolTip()
    assert title.isVisible() and entry.isVisible(), action
    QTest.mouseClick(bar, LEFT, pos=bar.actionGeometry(title).center())
    assert menu.isVisible(), action
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(entry).center())
    _come_back(menu, window)


def by_key(window: MainWindow, action: str) -> None:
    """Press the shortcut of an action, where the keyboard is now; the action must be on."""
    entry = window.book[action]
    assert entry.isEnabled() and not entry.shortcut().isEmpty(), entry.toolTip()
    QTest.keySequence(QApplication.focusWidget() or window, entry.shortcut())
    settle()


def _come_back(popup: QWidget, window: QWidget) -> None:
    """Give the keyboard back to the window that a menu or list folded out of."""
    QApplication.processEvents()
    if QApplication.activeWindow() is popup.window():
        window.activateWindow()
    settle()


def click_entry(menu: QMenu, entry: QAction) -> None:
    """Click an entry of a menu that belongs to a button or a heading."""
    if not menu.isVisible():
        menu.popup(QCursor.pos())
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(entry).center())
    owner = menu.parentWidget()
    _come_back(menu, owner.window() if owner is not None else menu)


def pick(box: QComboBox, row: int) -> None:
    """Fold a list out and choose one of its lines, by keys."""
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    lines = box.view()
    assert lines.isVisible(), box.accessibleName()
    QTest.keyClick(lines, Qt.Key.Key_Home)
    for _ in range(row):
        QTest.keyClick(lines, Qt.Key.Key_Down)
    QTest.keyClick(lines, Qt.Key.Key_Return)
    _come_back(lines, box.window())


def click_item(tree: QTreeWidget, item: QTreeWidgetItem, *, twice: bool = False) -> None:
    """Click, or double-click, a line of a tree."""
    tree.scrollToItem(item)
    spot = tree.visualItemRect(item).center()
    QTest.mouseClick(tree.viewport(), LEFT, pos=spot)
    if twice:
        QTest.mouseDClick(tree.viewport(), LEFT, pos=spot)
    settle()


def click_index(view: QAbstractItemView, index: QModelIndex) -> None:
    """Click a line of a list or tree by its index."""
    view.scrollTo(index)
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(index).center())
    settle()


def click_link(text: QTextBrowser, goal: str) -> None:
    """Click the first link of a page that leads to a goal."""
    cursor = QTextCursor(text.document())
    while cursor.charFormat().anchorHref() != goal:
        assert cursor.movePosition(QTextCursor.MoveOperation.NextCharacter), goal
    text.setTextCursor(cursor)
    text.ensureCursorVisible()
    spot = text.cursorRect(cursor).center() - QPoint(2, 0)
    assert text.anchorAt(spot) == goal
    QTest.mouseClick(text.viewport(), LEFT, pos=spot)
    settle()


def click_rule(window: MainWindow, rule: str) -> None:
    """Click the number of a rule beside the decision."""
    links = window.decision.findChildren(QLabel)
    link = next(one for one in links if one.isVisible() and f">{rule}<" in one.text())
    line = link.fontMetrics()
    before = line.horizontalAdvance("Rule ") + line.averageCharWidth()
    QTest.mouseClick(
        link, LEFT, pos=link.contentsRect().topLeft() + QPoint(before, line.height() // 2)
    )
    settle()


def type_die(window: MainWindow, face: int) -> None:
    """Type what one's own die shows, by keys."""
    press_key(window, Qt.Key.Key_T)
    QTest.keyClicks(QApplication.focusWidget(), str(face % 10))
    settle()


def click_answer(window: MainWindow, action: Action) -> bool:
    """Click the button of the Decision panel that does an action, once more where it tells of idle
    units first; False when there is none.
    """
    before = window.bridge.game.log.current
    offers = {offer.text: offer.action for offer in window.bridge.offers.plain()}
    for button in window.decision.buttons():
        if offers.get(button.accessibleName()) == action:
            press(button)
            if window.bridge.game.log.current == before:
                press(button)
            return True
    return False


def click_closing(window: MainWindow) -> bool:
    """Click a button that ends the phase; False when none does."""
    return any(click_answer(window, offer.action) for offer in window.bridge.offers.closing())


def click_row(view: QAbstractItemView, row: int, *, twice: bool = False) -> None:
    """Click, or double-click, a line of a list."""
    index = view.model().index(row, 0)
    view.scrollTo(index)
    spot: QPoint = view.visualRect(index).center()
    QTest.mouseClick(view.viewport(), LEFT, pos=spot)
    if twice:
        QTest.mouseDClick(view.viewport(), LEFT, pos=spot)
    settle()


def point_at(window: MainWindow, unit: UnitId) -> bool:
    """Select a unit on the board, or among those that wait, with the mouse; False if it cannot."""
    at = window.bridge.state.pieces[unit].at
    if window.selection.unit is not None:
        by_menu(window, "deselect")
        settle()
    if isinstance(at, Hex):
        click_hex(window, at)
        choose_from_menu(window, "Select")
    rows = window.stack.model
    for row in range(rows.rowCount()):
        if rows.unit(row) == unit:
            click_row(window.stack.list, row)
    return window.selection.unit == unit


def entries(menu: QMenu) -> list[tuple[QMenu, QAction]]:
    """The entries of a menu and of those that fold out of it, each with the menu it is in."""
    found = [(menu, entry) for entry in menu.actions()]
    for above in menu.actions():
        below = above.menu()
        if isinstance(below, QMenu):
            found += [(below, entry) for entry in below.actions()]
    return found


def has_entry(window: MainWindow, words: str) -> bool:
    """Whether the menu that is open has an entry with these words; one that has none is closed."""
    menu = window.play.menu
    if menu is None or not menu.isVisible():
        return True
    is_there = any(words in entry.text().replace("&&", "&") for _menu, entry in entries(menu))
    if not is_there:
        QTest.keyClick(menu, Qt.Key.Key_Escape)
        settle()
    return is_there


def choose_from_menu(window: MainWindow, words: str) -> None:
    """Click the entry of an open menu that has these words, if a menu is open; the menu, or one
    that folds out of it, must have one. The offscreen platform leaves a menu open when an entry of
    one that folds out of it is chosen.
    """
    menu = window.play.menu
    if menu is None or not menu.isVisible():
        return
    lines = entries(menu)
    said = [entry.text().replace("&&", "&") for _menu, entry in lines]
    number = next((n for n, text in enumerate(said) if words in text), None)
    assert number is not None, f"no entry {words!r} among {said}"
    holder, entry = lines[number]
    if holder is not menu:
        QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(holder.menuAction()).center())
    QTest.mouseClick(holder, LEFT, pos=holder.actionGeometry(entry).center())
    settle()
    if window.play.menu is menu:
        QTest.keyClick(menu, Qt.Key.Key_Escape)
        settle()


def click_choice(window: MainWindow, action: Action) -> bool:
    """Double-click the line of "What can it do?" that does an action, looked for if it is not
    among the first of its kind; False if it is not there.
    """
    window.choices.refresh()
    model, search = window.choices.model, window.choices.search
    for words in ("", window.bridge.rules.describe(window.bridge.state, action)):
        search.setText(words)
        for row in range(model.rowCount()):
            offer = model.offer(row)
            if isinstance(offer, Offer) and offer.action == action:
                click_row(window.choices.list, row, twice=True)
                return True
    search.clear()
    return False


def click_target(window: MainWindow, action: Action) -> bool:
    """Click the hex that an action of the selected unit is about; False when that did nothing."""
    at, before = action.where(), window.bridge.game.log.current
    aimed = window.selection.unit and window.bridge.offers.aimed(window.selection.unit, at or "")
    if not isinstance(at, Hex) or not aimed or action not in [offer.action for offer in aimed]:
        return False
    text = next(offer.text for offer in aimed if offer.action == action)
    click_hex(window, at)
    choose_from_menu(window, text)
    return window.bridge.game.log.current != before


def ask_the_hex(window: MainWindow, action: Action) -> bool:
    """Right-click the hex an action is about and choose it from the menu; False if it is not."""
    at, before = action.where(), window.bridge.game.log.current
    found = window.bridge.offers.at(at) if isinstance(at, Hex) else ()
    text = next((offer.text for offer in found if offer.action == action), None)
    if not isinstance(at, Hex) or text is None:
        return False
    click_hex(window, at, Qt.MouseButton.RightButton)
    if not has_entry(window, text):  # very many stand in a box beside the hex
        return False
    choose_from_menu(window, text)
    return window.bridge.game.log.current != before


def decide_by_mouse(window: MainWindow, action: Action, counted: Counted) -> bool:
    """Take a decision with the mouse, by whatever shows it: button, board or list."""
    if click_answer(window, action):
        counted.add("button")
        return True
    who = action.who()
    if len(who) == 1 and point_at(window, who[0]) and click_target(window, action):
        counted.add("board")
        return True
    if not who:
        by_menu(window, "deselect")
        settle()
        if ask_the_hex(window, action):
            counted.add("board")
            return True
    if click_choice(window, action):
        counted.add("list")
        return True
    return False


def decide_by_keys(window: MainWindow, action: Action, counted: Counted) -> bool:
    """Take a decision with the keyboard: look it up in the list of all that can be done."""
    before = window.bridge.game.log.current
    press_key(window, Qt.Key.Key_Escape)
    window.choices.refresh()
    text = window.bridge.rules.describe(window.bridge.state, action)
    press_key(window, Qt.Key.Key_L)
    QTest.keyClicks(window.choices.search, text[:40])
    first = window.choices.model.offer(window.choices.model.first())
    if isinstance(first, Offer) and first.action == action:
        QTest.keyClick(window.choices.search, Qt.Key.Key_Return)
        settle()
    else:
        window.choices.search.clear()
    moved = window.bridge.game.log.current != before
    if moved:
        counted.add("list")
    return moved


def end_by_keys(window: MainWindow) -> bool:
    """End the phase with the keyboard, idle units or not; False when nothing could be ended."""
    before = window.bridge.game.log.current
    press_key(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    if window.bridge.game.log.current == before and window.play.menu is None:
        press_key(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    menu = window.play.menu
    if menu is not None and menu.isVisible():
        QTest.keyClick(menu, Qt.Key.Key_Return)
        settle()
    return window.bridge.game.log.current != before


def draw_edge(window: MainWindow, start: QPoint, way: QPoint) -> None:
    """Drag the edge between two panels with the mouse."""
    assert window.childAt(start) is None, "an edge lies bare"
    QTest.mousePress(window, LEFT, pos=start)
    for share in (0.5, 1.0):
        move_mouse(window, start + way * share, LEFT)
        settle()
    QTest.mouseRelease(window, LEFT, pos=start + way)
    settle()
