"""The keyboard in panels: where it goes first, with everything else within reach of Tab.

A focus proxy would do the first and spoil the second: Qt passes over all other children of a
widget whose proxy is one of them.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget


class FocusPass(QObject):
    """Passes the keyboard that a panel is given on to one of its widgets."""

    def __init__(self, panel: QWidget, to: QWidget | None = None) -> None:
        super().__init__(panel)
        self._to = to
        panel.installEventFilter(self)

    def aim(self, to: QWidget | None) -> None:
        """Pass it on to another widget from now on, or to none."""
        self._to = to

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass the keyboard on as soon as the panel has it."""
        if self._to is not None and isinstance(event, QFocusEvent) and event.gotFocus():
            self._to.setFocus(event.reason())
        return super().eventFilter(watched, event)
