"""The current tool as the board's pen: mouse and keys become strokes, previews and hints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent

from maps.edits.kinds import keys_of
from maps.finding.areas import BrushShape
from maps.hexgrid import Hex
from maps.layout import Point
from qtapp.board.tool_input import Spot
from qtapp.painters.overlays.ghosts import NO_GHOST
from qtapp.workspaces.map.tools.tool import Aim, Tool

if TYPE_CHECKING:
    from qtapp.workspaces.map.map_controller import MapController

_NONE = Qt.KeyboardModifier.NoModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_HELD_KEYS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt)
_SIZES = {
    Qt.Key.Key_BracketLeft: -1,
    Qt.Key.Key_BraceLeft: -1,
    Qt.Key.Key_BracketRight: 1,
    Qt.Key.Key_BraceRight: 1,
}
_TURNS = {Qt.Key.Key_Comma: 1, Qt.Key.Key_Period: -1}


class ActiveTool(QObject):
    """Guides one tool. ``changed`` follows when what it would do may read differently."""

    changed = Signal()

    def __init__(self, controller: MapController, tools: Mapping[str, Tool]) -> None:
        super().__init__(controller)
        self._controller = controller
        self._tools = tools
        self._tool = next(iter(tools.values()))
        self._spot: Spot | None = None
        self._by_keys = False
        self.direction = 0
        """The hexside or corner of the hex cursor that keys point at, 0..5."""

    @property
    def tool(self) -> Tool:
        """The current tool."""
        return self._tool

    def take(self, tool: str) -> None:
        """Choose another tool; a stroke of the one before is taken back."""
        wanted = self._tools[tool]
        if wanted is not self._tool:
            self._tool.drop()
            self._by_keys = False
            self._tool = wanted
            self.refresh()

    def drop(self) -> None:
        """Lay the tool down."""
        self._tool.drop()
        self._by_keys = False
        self._spot = None
        self._controller.show_ghost(NO_GHOST)

    def cancel(self) -> bool:
        """Take a stroke back; True when there was one."""
        self._by_keys = False
        done = self._tool.cancel()
        self.refresh()
        return done

    @property
    def at(self) -> Hex | None:
        """The hex of the board that the tool points at."""
        return self._spot.hex if self._spot and self._spot.hex in self._controller.map else None

    @property
    def hint(self) -> str:
        """What the tool does and would do, in one line."""
        refusal = self._controller.refusal(self._tool.layers)
        return refusal or self._tool.hint(self._spot)

    def refresh(self) -> None:
        """Show again what the tool would do."""
        ghost = NO_GHOST
        if self._spot is not None and not self._controller.refusal(self._tool.layers):
            ghost = self._tool.ghost(self._spot)
        self._controller.show_ghost(ghost)
        self.changed.emit()

    def pointer(self) -> QCursor | None:
        """The tool's own pointer; a forbidding one over a locked layer."""
        if self._controller.refusal(self._tool.layers):
            return QCursor(Qt.CursorShape.ForbiddenCursor)
        return QCursor(self._tool.pointer)

    def press(self, spot: Spot, button: Qt.MouseButton) -> bool:
        """The left button begins a stroke; the right one takes up what is there."""
        if button is Qt.MouseButton.RightButton:
            if self._tool.is_busy:
                self.cancel()
            else:
                self._controller.pick_up(spot)
            return True
        if button is not Qt.MouseButton.LeftButton:
            return False
        self._finish_keys()
        self._begin(spot)
        return True

    def move(self, spot: Spot, is_down: bool) -> None:
        """Go on with a stroke, or show what one would do."""
        if self._by_keys and not is_down:
            return
        before, self._spot = self._spot, spot
        if is_down and self._tool.is_busy:
            self._guarded_go_on(spot)
        if before != spot:
            self.refresh()

    def release(self, spot: Spot) -> None:
        """End the stroke."""
        self._spot = spot
        if self._tool.is_busy:
            with self._controller.told():
                self._tool.end(spot)
            self._controller.stroke_ended()
            self._controller.set_cursor(spot.hex)
        self.refresh()

    def leave(self) -> None:
        """Show nothing while the mouse is elsewhere, unless keys point."""
        if not self._by_keys and not self._tool.is_busy:
            self._spot = None
            self.refresh()

    def strike(self, at: Hex, held: Qt.KeyboardModifier) -> None:
        """Enter or Space: one dab, or an end of what leads from one point to another."""
        spot = self.spot_at(at, held)
        self._spot = spot
        if self._tool.is_busy:
            self._end_by_keys(spot)
        else:
            self._begin(spot)
            if self._tool.is_busy:
                if self._tool.spans:
                    self._by_keys = True
                else:
                    self._end_by_keys(spot)
        self.refresh()

    def pointed(self, at: Hex) -> None:
        """The hex cursor was put somewhere else: that is where keys work now."""
        is_in_hand = self._controller.is_active and self._controller.tool == self._tool.id
        if is_in_hand and not self._tool.is_busy:
            if self._spot is None or self._spot.hex != at:
                self._spot = self.spot_at(at)
            self.refresh()

    def stepped(self, start: Hex, goal: Hex, held: Qt.KeyboardModifier) -> None:
        """The hex cursor moved: show what the tool would do there; with Shift, do it."""
        held &= ~Qt.KeyboardModifier.KeypadModifier
        wanted = self.spot_at(goal, held & ~_SHIFT)
        if held & _SHIFT and not self._tool.is_busy:
            self._begin(self.spot_at(start, held & ~_SHIFT))
            self._by_keys = self._tool.is_busy
        self._spot = wanted
        if self._by_keys and self._tool.is_busy:
            self._guarded_go_on(wanted)
        self.refresh()

    def key(self, event: QKeyEvent) -> bool:
        """Keys of the tool, sizes of the brush, swatches, and turning what keys point at."""
        key, held = Qt.Key(event.key()), event.modifiers()
        if key in _HELD_KEYS:
            self._hold(key, held, is_down=True)
            return False
        if self._own_key(key, held, self._spot or self._cursor_spot(held)):
            self.refresh()
            return True
        if held & Qt.KeyboardModifier.ControlModifier:
            return False
        return self._set_by_key(key, held)

    def key_up(self, event: QKeyEvent) -> None:
        """Shift released: a stroke that was painted while moving ends."""
        key = Qt.Key(event.key())
        if key is Qt.Key.Key_Shift and self._by_keys and not self._tool.spans:
            spot = self._spot
            if spot is not None and self._tool.is_busy:
                self._end_by_keys(spot)
        if key in _HELD_KEYS:
            self._hold(key, event.modifiers(), is_down=False)

    def spot_at(self, at: Hex, held: Qt.KeyboardModifier = _NONE) -> Spot:
        """The spot that keys mean in a hex: its middle, or the side or corner they point at."""
        layout = self._controller.layout
        centre = layout.centre(at)
        if self._tool.aim is Aim.SIDE:
            a, b = layout.corner(at, self.direction), layout.corner(at, self.direction + 1)
            goal = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
        elif self._tool.aim is Aim.CORNER:
            goal = layout.corner(at, self.direction)
        else:
            goal = centre
        # A little inside, so that the point lies in the hex that was named.
        x, y = centre.x + (goal.x - centre.x) * 0.97, centre.y + (goal.y - centre.y) * 0.97
        return Spot(Point(x, y), at, held)

    def _cursor_spot(self, held: Qt.KeyboardModifier) -> Spot | None:
        at = self._controller.cursor_hex
        return None if at is None else self.spot_at(at, held)

    def _own_key(self, key: Qt.Key, held: Qt.KeyboardModifier, spot: Spot | None) -> bool:
        with self._controller.told():
            return self._tool.key(key, held, spot)
        return True

    def _set_by_key(self, key: Qt.Key, held: Qt.KeyboardModifier) -> bool:
        choices = self._controller.choices
        if key in _SIZES:
            if held & _SHIFT:
                shapes = list(BrushShape)
                step = shapes.index(choices.now.shape) + _SIZES[key]
                choices.set(shape=shapes[step % len(shapes)])
            else:
                choices.set(size=choices.now.size + _SIZES[key])
            return True
        if key in _TURNS and self._tool.aim is not Aim.HEX:
            self.direction = (self.direction + _TURNS[key]) % 6
            self._spot = self._cursor_spot(_NONE) or self._spot
            if self._by_keys and self._tool.is_busy and self._spot is not None:
                self._guarded_go_on(self._spot)
            self.refresh()
            return True
        digit = key.value - Qt.Key.Key_0.value
        layer = self._tool.kinds
        if layer is None or not 0 <= digit <= 9 or held & Qt.KeyboardModifier.KeypadModifier:
            return False
        kind = keys_of(self._controller.map, layer).get(str(digit))
        if kind is not None:
            choices.choose(layer, kind)
        return True

    def _hold(self, key: Qt.Key, held: Qt.KeyboardModifier, *, is_down: bool) -> None:
        """A key that changes what a press would do went down or came up."""
        own = {
            Qt.Key.Key_Shift: _SHIFT,
            Qt.Key.Key_Control: Qt.KeyboardModifier.ControlModifier,
            Qt.Key.Key_Alt: Qt.KeyboardModifier.AltModifier,
        }[key]
        if self._spot is not None and not self._by_keys:
            held = held | own if is_down else held & ~own
            self._spot = Spot(self._spot.point, self._spot.hex, held)
            self.refresh()

    def _begin(self, spot: Spot) -> None:
        self._spot = spot
        refusal = self._controller.refusal(self._tool.layers)
        if refusal:
            self._controller.say(refusal)
            return
        with self._controller.told():
            self._tool.begin(spot)
        self.refresh()

    def _guarded_go_on(self, spot: Spot) -> None:
        with self._controller.told():
            self._tool.go_on(spot)

    def _end_by_keys(self, spot: Spot) -> None:
        self._by_keys = False
        with self._controller.told():
            self._tool.end(spot)
        self._controller.stroke_ended()
        self.refresh()

    def _finish_keys(self) -> None:
        """The mouse takes over: what keys had begun is taken back."""
        if self._by_keys:
            self.cancel()
