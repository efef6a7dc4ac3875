"""Every panel of the play desk can be read by a screen reader and reached by the keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QTextBrowser,
    QWidget,
)

from qtapp.app.docks import PLAY
from qtapp.app.main_window import MainWindow
from tests.qtapp.conftest import settle

KINDS = (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit, QTextBrowser)


def test_every_part_of_every_panel_has_a_name_and_takes_the_keyboard(campaign: MainWindow) -> None:
    for dock in campaign.docks.of(PLAY):
        campaign.show_panel(dock.objectName())
        settle()
        assert dock.accessibleName(), dock.objectName()
        reached = _reached(dock)
        for part in dock.widget().findChildren(QWidget):
            if not isinstance(part, KINDS) or not part.isVisible() or not part.isEnabled():
                continue
            within = isinstance(part, QHeaderView) or isinstance(part.parent(), QLineEdit)
            if part.objectName().startswith("qt_") or within:
                continue
            if isinstance(part.parent(), QComboBox) or part.window() is not campaign:
                continue
            text = part.text() if isinstance(part, QAbstractButton) else ""
            assert part.accessibleName() or part.toolTip() or text, (dock.objectName(), part)
            if part.focusPolicy() & Qt.FocusPolicy.TabFocus:
                assert part in reached, (dock.objectName(), part)


def _reached(dock: QWidget) -> list[QWidget]:
    """What Tab comes to, from the panel on, once around the window."""
    first = dock.nextInFocusChain()
    chain, at = [first], first.nextInFocusChain()
    while at is not first:
        chain.append(at)
        at = at.nextInFocusChain()
    return chain
