"""The keyboard on the board: all the mouse can do, and what a pen takes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from qtapp.board.steps import step_of

if TYPE_CHECKING:
    from qtapp.board.view import MapView

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class BoardKeys:
    """Answers the keys of one view."""

    def __init__(self, view: MapView) -> None:
        self._view = view
        self._box = ""
        self._is_tap = False
        self.is_space = False

    def press(self, event: QKeyEvent) -> bool:
        """A key went down; True when it meant something."""
        view, tool_input = self._view, self._view.tool_input
        key, held = event.key(), event.modifiers()
        if tool_input is not None and tool_input.key(event):
            return True
        if key == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self.is_space = self._is_tap = True
                view.show_pointer()
            return True
        if held & Qt.KeyboardModifier.ControlModifier and key in _ARROWS:
            dx, dy = _ARROWS[Qt.Key(key)]
            view.pan_by(dx * view.width() // 8, dy * view.height() // 8)
            return True
        if key in _ENTER or key == Qt.Key.Key_Menu:
            if held & Qt.KeyboardModifier.ControlModifier and tool_input is None:
                return False
            self._enter(key, held)
            return True
        if held & Qt.KeyboardModifier.ControlModifier:
            return False
        if key == Qt.Key.Key_Escape and view.drags.give_up():
            return True
        if key == Qt.Key.Key_Escape and view.board.live.fan is not None:
            view.spread(None)
            return True
        if key == Qt.Key.Key_B and view.board.board is not None and not held:
            self._next_box()
            return True
        return self._pick(key) or self._step(key, held)

    def release(self, event: QKeyEvent) -> None:
        """Space released: no more panning; when nothing was panned, the pen strikes."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            is_tap, self._is_tap = self._is_tap and self.is_space, False
            self.is_space = False
            self._view.show_pointer()
            tool_input, at = self._view.tool_input, self._view.cursor_hex
            if is_tap and tool_input is not None and at is not None:
                tool_input.strike(at, event.modifiers())
        if self._view.tool_input is not None:
            self._view.tool_input.key_up(event)

    def space_is_used(self) -> None:
        """The mouse pans with Space held: it is no tap."""
        self._is_tap = False

    def let_go(self) -> None:
        """The keyboard went elsewhere."""
        self.is_space = self._is_tap = False
        self._view.show_pointer()

    def _enter(self, key: int, held: Qt.KeyboardModifier) -> None:
        view = self._view
        button = Qt.MouseButton.RightButton if key == Qt.Key.Key_Menu else Qt.MouseButton.LeftButton
        at = view.cursor_hex
        if view.tool_input is not None and key in _ENTER:
            if at is not None:
                view.tool_input.strike(at, held)
        elif self._box:
            view.box_clicked.emit(self._box, held, button)
        elif at is not None:
            if held & Qt.KeyboardModifier.ShiftModifier and key in _ENTER:
                view.double_clicked.emit(at)
            else:
                view.clicked.emit(at, held, button)

    def _next_box(self) -> None:
        board = self._view.board.board
        assert board is not None
        boxes = list(board.shape.map.boxes)
        if not boxes:
            return
        index = boxes.index(self._box) + 1 if self._box in boxes else 0
        self._box = boxes[index % len(boxes)]
        rect = board.boxes.rect(board.shape.map.boxes[self._box])
        self._view.ensureVisible(rect, 20, 20)

    def _pick(self, key: int) -> bool:
        """A digit picks that counter of the spread stack."""
        fan = self._view.board.live.fan
        index = key - Qt.Key.Key_1.value
        if fan is None or not 0 <= index < len(fan.views):
            return False
        held, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
        self._view.counter_clicked.emit(fan.views[index], held, left)
        return True

    def _step(self, key: int, held: Qt.KeyboardModifier) -> bool:
        view, board = self._view, self._view.board.board
        if board is None:
            return False
        shape = board.shape
        middle = view.visible_rect.center()
        before = view.cursor_hex
        at = before or shape.hex_at(middle.x(), middle.y())
        goal = step_of(key, at, shape.map.orientation)
        if goal is None:
            return False
        self._box = ""
        if before is None or not view.board.live.shows_cursor:
            goal = at if before is None and at in shape.map.terrain else goal
        if goal in shape.map.terrain:
            view.set_cursor_hex(goal)
            view.ensure_hex_visible(goal)
            if view.tool_input is not None:
                view.tool_input.stepped(before or goal, goal, held)
        return True
