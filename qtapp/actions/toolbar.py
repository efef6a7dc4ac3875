"""A toolbar that is laid out again only when something in it takes another place."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QActionEvent
from PySide6.QtWidgets import QToolBar, QToolButton

Look = tuple[str, str, int, bool, QAction.Priority]

EXTENSION = "qt_toolbar_ext_button"
"""What Qt calls the button of a toolbar that unfolds what finds no room."""


class Toolbar(QToolBar):
    """Qt lays a toolbar, and with it the whole window and all its panels, out again after whatever
    happens to an action. Being switched on or off changes no size.
    """

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self._laid_out: dict[QAction, Look] = {}
        self._shown: dict[QAction, Look] = {}
        self._more = self.findChild(QToolButton, EXTENSION)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._hide_more)
        if self._more is not None:
            self._more.installEventFilter(self)

    def actionEvent(self, event: QActionEvent) -> None:
        """Lay out again for another text, icon or place, or when an action is shown or hidden."""
        action, look = event.action(), _look(event.action())
        if event.type() is QEvent.Type.ActionRemoved:
            for known in (self._laid_out, self._shown):
                known.pop(action, None)
        elif event.type() is QEvent.Type.ActionChanged and self._laid_out.get(action) == look:
            return
        else:
            self._laid_out[action] = look
        super().actionEvent(event)
        button = self.widgetForAction(action)
        if event.type() is QEvent.Type.ActionAdded and isinstance(button, QToolButton):
            self._shown[action] = look
            button.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Switch a button on or off itself: it would ask to be laid out again for that."""
        if watched is self._more:
            if event.type() is QEvent.Type.Show:
                self._later.start()
            return False
        if event.type() is not QEvent.Type.ActionChanged or not isinstance(watched, QToolButton):
            return False
        action = watched.defaultAction()
        look = _look(action)
        if self._shown.get(action) != look:
            self._shown[action] = look
            return False
        tip = action.toolTip()
        if watched.toolTip() != tip:
            watched.setProperty("toolTip", tip)  # made plain where the action got it
        watched.setStatusTip(action.statusTip())
        watched.setWhatsThis(action.whatsThis())
        watched.setCheckable(action.isCheckable())
        watched.setChecked(action.isChecked())
        watched.setEnabled(action.isEnabled())
        return True

    def _hide_more(self) -> None:
        """Hide the button for what finds no room where Qt has hidden it while it was being shown:
        it stays on the screen then, counts as hidden, and so is never hidden again.
        """
        more = self._more
        if more is not None and more.isHidden() and more.isVisible():
            more.setAttribute(Qt.WidgetAttribute.WA_WState_Hidden, False)
            more.hide()


def _look(action: QAction) -> Look:
    """What of an action its button shows, and so what it takes its size from."""
    icon = action.icon().cacheKey()
    return action.text(), action.iconText(), icon, action.isVisible(), action.priority()
