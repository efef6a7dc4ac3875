"""The keyboard and a screen reader: names, roles, the way of Tab, and the letters of menus."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDockWidget,
    QHeaderView,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QRadioButton,
    QScrollBar,
    QTabBar,
    QTableView,
    QTextEdit,
    QWidget,
)

from qtapp.actions.tool_keys import ToolKeys
from qtapp.app.main_window import MainWindow
from qtapp.widgets.mnemonics import with_mnemonics
from qtapp.workspaces.all_tables import TABLES
from tests.qtapp.conftest import settle
from tests.qtapp.hands import by_menu

HANDS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
)
NO_STOP = Qt.FocusPolicy.NoFocus
BY_TAB = Qt.FocusPolicy.TabFocus


def enter(window: MainWindow, workspace: str) -> None:
    """Go to a workspace, with every panel of it shown."""
    by_menu(window, f"workspace_{workspace}")
    for dock in window.docks.of(workspace):
        dock.show()
    settle()


def stops(window: QWidget) -> list[QWidget]:
    """What takes the keyboard, but for parts of what is named as a whole."""
    found = []
    for widget in window.findChildren(QWidget):
        above = widget.parentWidget()
        is_part = isinstance(above, (QComboBox, QAbstractSpinBox)) or (
            isinstance(above, QAbstractScrollArea) and above.viewport() is widget
        )
        is_part = is_part or widget.focusProxy() is not None
        is_part = is_part or (isinstance(widget, QTabBar) and not widget.count())
        if widget.isVisible() and widget.focusPolicy() is not NO_STOP and not is_part:
            found.append(widget)
    return found


WORKSPACES = [table.id for table in TABLES]


def test_every_workspace_can_be_heard_and_gone_through_by_keyboard(campaign: MainWindow) -> None:
    for workspace in WORKSPACES:
        enter(campaign, workspace)
        _has_names(campaign)
        _heads_have_names(campaign)
        _says_what_it_is_for(campaign)
        _tab_comes_round(campaign)
        _no_menu_has_a_letter_twice(campaign)


def _has_names(campaign: MainWindow) -> None:
    """Whatever takes the keyboard has a name and a role, and lets the keyboard go on."""
    kept = stops(campaign)
    assert kept
    for widget in kept:
        heard = QAccessible.queryAccessibleInterface(widget)
        named = (type(widget).__name__, widget.objectName(), type(widget.parent()).__name__)
        assert heard.text(QAccessible.Text.Name), named
        assert heard.role() is not QAccessible.Role.NoRole, named
        if isinstance(widget, QAbstractItemView):
            assert not widget.tabKeyNavigation(), named
        if isinstance(widget, (QPlainTextEdit, QTextEdit)) and not widget.isReadOnly():
            assert widget.tabChangesFocus(), named


def _heads_have_names(campaign: MainWindow) -> None:
    """Columns and rows say what they are of, tabs of panels that they are panels."""
    heads = [head for head in campaign.findChildren(QHeaderView) if head.isVisible()]
    bars = [bar for bar in campaign.findChildren(QTabBar) if bar.isVisible()]
    assert bars
    for one in (*heads, *bars):
        named = (type(one).__name__, type(one.parent()).__name__)
        assert len(one.accessibleName().split()) > 1, named


def _says_what_it_is_for(campaign: MainWindow) -> None:
    """Whatever one presses, types into or chooses from has a tip, and buttons a way by keys."""
    lacking = [(type(o).__name__, o.accessibleName()) for o in hands(campaign) if not o.toolTip()]
    assert not lacking, lacking
    in_bars = {one for bar in campaign.findChildren(ToolKeys) for one in bar.reached()}
    for button in campaign.findChildren(QAbstractButton):
        if button.isVisible() and button.isEnabled() and not _is_decoration(button):
            by_keys = button.focusPolicy() & BY_TAB or button in in_bars
            assert by_keys, (type(button).__name__, button.accessibleName(), button.toolTip())


def hands(window: QWidget) -> list[QWidget]:
    """What is pressed, typed into or chosen from, as a whole."""
    found: list[QWidget] = []
    for one in window.findChildren(QWidget):
        above = one.parentWidget()
        is_part = isinstance(above, (QComboBox, QAbstractSpinBox, QLineEdit, QTabBar))
        is_part = is_part or isinstance(one, (QScrollBar, QHeaderView))
        is_part = is_part or isinstance(above.parentWidget() if above else None, QComboBox)
        if isinstance(one, HANDS) and one.isVisible() and not is_part and not _is_decoration(one):
            found.append(one)
    return found


def _is_decoration(widget: QWidget) -> bool:
    """Qt's own: the title of a panel can be had by the menu of panels, too."""
    above = widget.parentWidget()
    is_small = isinstance(above, (QDockWidget, QTabBar, QLineEdit, QTableView))
    return is_small or widget.objectName().startswith("qt_")


def _tab_comes_round(campaign: MainWindow) -> None:
    """Tab passes everything that takes it and comes back to where it began."""
    met, stuck = round_by_tab(campaign)
    missed = by_tab(campaign) - met
    assert not stuck and not missed, (stuck, [type(one).__name__ for one in missed])


def by_tab(window: QWidget) -> set[QWidget]:
    """What Tab should stop at."""
    return {one for one in stops(window) if one.focusPolicy() & BY_TAB and one.isEnabled()}


def round_by_tab(window: QWidget) -> tuple[set[QWidget], list[str]]:
    """What Tab passes on its way round, and where it is stuck when it does not come round."""
    waiting = by_tab(window)
    chosen = [one for one in stops(window) if one in waiting and not isinstance(one, QRadioButton)]
    start = min(chosen, key=lambda one: one.accessibleName())  # Tab enters radio buttons at one
    start.setFocus(Qt.FocusReason.TabFocusReason)
    met: list[QWidget] = []
    for _ in range(3 * len(waiting) + 30):
        QTest.keyClick(met[-1] if met else start, Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        assert now is not None
        met.append(now)
        if now is start and (len(set(met)) > 1 or len(waiting) == 1):
            return set(met), []
    return set(met), [f"no way round: {[type(one).__name__ for one in met[-6:]]}"]


def _no_menu_has_a_letter_twice(campaign: MainWindow) -> None:
    tops = [act for act in campaign.menuBar().actions() if act.isVisible()]
    _apart([act.text() for act in tops])
    for menu in (act.menu() for act in tops):
        assert isinstance(menu, QMenu)
        menu.popup(QPoint())
        _apart([act.text() for act in menu.actions() if act.isVisible()])
        menu.close()


def _apart(texts: list[str]) -> None:
    plain = [text.replace("&&", "") for text in texts]
    marked = Counter(text[text.index("&") + 1].casefold() for text in plain if "&" in text)
    assert all(count == 1 for count in marked.values()), (marked, texts)


def test_letters_are_given_as_far_as_they_last() -> None:
    assert with_mnemonics(["Salt && &pepper", "Pepper"]) == ["Salt && &pepper", "P&epper"]
    assert with_mnemonics(["a", "a", "…"]) == ["&a", "a", "…"]
    many = with_mnemonics(["Open", "O&pen", "Orders", "Open again"])
    assert many == ["&Open", "O&pen", "O&rders", "Open &again"]
