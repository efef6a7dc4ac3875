"""A toolbar that is reached by the keyboard as one thing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QToolBar, QToolButton

_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
}
_PRESSES = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_KEYS = (*_STEPS, *_PRESSES, Qt.Key.Key_Home, Qt.Key.Key_End)
_FOLLOWED = (QEvent.Type.EnabledChange, QEvent.Type.Show, QEvent.Type.Hide)
_ANSWERED = (QEvent.Type.FocusIn, QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)


class ToolKeys(QObject):
    """Makes a filled toolbar one stop of Tab: the button that had the keyboard last, at first the
    leftmost one that can be pressed. Arrow keys, Home and End go from button to button, Return and
    Space press. A click leaves the keyboard where it is.
    """

    def __init__(self, bar: QToolBar) -> None:
        super().__init__(bar)
        self._bar = bar
        self._stop: QToolButton | None = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._follow)
        bar.setAccessibleName(bar.windowTitle())
        for button in self._buttons():
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.installEventFilter(self)
            if button.objectName() == "qt_toolbar_ext_button":
                button.setAccessibleName("More tools")
                button.setToolTip("Tools that found no room in the window")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the one stop at a button that can be pressed; go by keys from one to another."""
        kind = event.type()
        if kind in _FOLLOWED:
            self._later.start()  # a button that is going may be half gone: do not touch it here
        elif kind not in _ANSWERED or not isinstance(watched, QToolButton):
            return False
        elif isinstance(event, QFocusEvent):
            self._stop_at(watched)
        elif isinstance(event, QKeyEvent) and _is_ours(event):
            event.accept()  # it is no shortcut of the window while a button has the keyboard
            if kind == QEvent.Type.KeyPress:
                self._go(watched, Qt.Key(event.key()))
                return True
        return False

    def reached(self) -> list[QToolButton]:
        """The buttons arrow keys come to, from the left."""
        there = [one for one in self._buttons() if one.isVisibleTo(self._bar) and one.isEnabled()]
        return sorted(there, key=lambda one: one.x())

    def _buttons(self) -> list[QToolButton]:
        only = Qt.FindChildOption.FindDirectChildrenOnly
        return self._bar.findChildren(QToolButton, options=only)

    def _follow(self) -> None:
        stop = self._stop
        if stop is None or not stop.isEnabled() or not stop.isVisibleTo(self._bar):
            self._stop_at(next(iter(self.reached()), None))

    def _stop_at(self, button: QToolButton | None) -> None:
        if button is self._stop:
            return
        if self._stop is not None:
            self._stop.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._stop = button
        if button is not None:
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _go(self, button: QToolButton, key: Qt.Key) -> None:
        """Press, or go where a key leads."""
        reached = self.reached()
        if key in _PRESSES:
            button.click()
        elif button in reached:
            at = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}.get(key)
            if at is None:
                at = (reached.index(button) + _STEPS[key]) % len(reached)
            self._stop_at(reached[at])
            reached[at].setFocus(Qt.FocusReason.TabFocusReason)


def _is_ours(event: QKeyEvent) -> bool:
    """Whether a toolbar does something with a key."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return not held and Qt.Key(event.key()) in _KEYS
