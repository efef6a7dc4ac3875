"""What follows the window's width: words in the toolbar, and the breadth of columns of panels."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QToolBar, QToolButton

from qtapp.actions.toolbar import EXTENSION
from qtapp.app.services import Services
from qtapp.widgets.icons import Icons
from qtapp.workspaces.all_tables import TABLES


def show_more(bar: QToolBar, icons: Icons) -> None:
    """Draw the button for what finds no room in the ink of the theme: Qt draws a dark speck."""
    more = bar.findChild(QToolButton, EXTENSION)
    if more is not None:
        more.setIcon(icons.icon("more"))
        more.setToolTip("More of this toolbar")
        more.setAccessibleName("More of this toolbar")


class WindowFit(QObject):
    """Where the toolbars find no room, workspaces one is not in show by their icon alone; columns
    of panels nobody has drawn wider or narrower keep their share of the window.
    """

    def __init__(self, window: Services) -> None:
        super().__init__(window)
        self._window = window
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self.fit)
        self._entrances = [window.book[f"workspace_{table.id}"] for table in TABLES]
        for entrance in self._entrances:
            entrance.toggled.connect(lambda _on: self.ask())
        for bar in window.toolbars.values():
            bar.visibilityChanged.connect(lambda _on: self.ask())

    def ask(self) -> None:
        """Fit toolbars and columns once the window is what it is to be."""
        self._later.start()

    def fit(self) -> None:
        """Fit toolbars and columns to the window as it is now."""
        self._word(wide=True)
        bars = [bar for bar in self._window.toolbars.values() if bar.isVisible()]
        if sum(bar.sizeHint().width() for bar in bars) > self._window.width():
            self._word(wide=False)
        self._window.docks.keep_shares()

    def _word(self, *, wide: bool) -> None:
        """Show the words of every workspace, or of the present one alone."""
        bar = self._window.toolbars[""]
        for entrance in self._entrances:
            button = bar.widgetForAction(entrance)
            if isinstance(button, QToolButton):
                with_words = wide or entrance.isChecked()
                button.setToolButtonStyle(
                    Qt.ToolButtonStyle.ToolButtonTextBesideIcon
                    if with_words
                    else Qt.ToolButtonStyle.ToolButtonIconOnly
                )
