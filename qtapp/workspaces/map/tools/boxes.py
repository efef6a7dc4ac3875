"""Boxes off the map: drawn, moved, resized by their knobs, opened and removed."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from PySide6.QtCore import QPointF, QRectF, Qt

from maps.edits import drop_box, put_box
from maps.layout import Point
from maps.model import Box
from qtapp.board.tool_input import Spot
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.overlays.ghosts import Ghost
from qtapp.workspaces.map.choices.layer_state import BoardLayer
from qtapp.workspaces.map.tools.tool import Editor, Tool


class Grip(Enum):
    """What of a box is held: its middle, a corner or an edge, as (left, top, right, bottom)."""

    WHOLE = (1, 1, 1, 1)
    TOP_LEFT = (1, 1, 0, 0)
    TOP = (0, 1, 0, 0)
    TOP_RIGHT = (0, 1, 1, 0)
    RIGHT = (0, 0, 1, 0)
    BOTTOM_RIGHT = (0, 0, 1, 1)
    BOTTOM = (0, 0, 0, 1)
    BOTTOM_LEFT = (1, 0, 0, 1)
    LEFT = (1, 0, 0, 0)

    def knob(self, rect: QRectF) -> QPointF:
        """Where it can be taken hold of."""
        left, top, right, bottom = self.value
        x = rect.left() if left else rect.right() if right else rect.center().x()
        y = rect.top() if top else rect.bottom() if bottom else rect.center().y()
        return rect.center() if self is Grip.WHOLE else QPointF(x, y)


class BoxTool(Tool):
    """Draws and changes boxes. A click opens a box; Ctrl or Delete removes it."""

    id = "box"
    title = "Box"
    layers = (BoardLayer.BOXES,)
    spans = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._held: Box | None = None
        self._grip = Grip.WHOLE
        self._rect = QRectF()
        self._from = QPointF()

    def begin(self, spot: Spot) -> None:
        """Take hold of a knob or a box, or begin a new one."""
        super().begin(spot)
        self._from = QPointF(*spot.point)
        self._held, self._grip = self._under(spot)
        self._rect = (
            self.editor.box_rect(self._held)
            if self._held is not None
            else QRectF(self._from, self._from)
        )

    def end(self, spot: Spot) -> None:
        """Commit the box as it is, open it, or remove it."""
        held, rect, is_still = self._held, self._moved(spot), self._is_still(spot)
        self._held = None
        stroke = self.stroke
        super().end(spot)
        if held is None:
            if not is_still:
                self._add(rect)
        elif spot.ctrl:
            self.editor.apply(drop_box(self.editor.map, held.id))
        elif is_still:
            changed = self.editor.ask_box(held)
            if changed is not None:
                self.editor.apply(put_box(self.editor.map, changed))
        else:
            change = put_box(self.editor.map, self._placed(held, rect))
            self.editor.apply(replace(change, stroke=stroke))

    def cancel(self) -> bool:
        """Leave the boxes as they are."""
        self._held = None
        return super().cancel()

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier, spot: Spot | None) -> bool:
        """Delete removes the box under the pointer."""
        box = self._under(spot)[0] if spot is not None else None
        if key not in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) or box is None:
            return False
        reason = self.editor.refusal(self.layers)
        if reason:
            self.editor.say(reason)
        else:
            self.editor.apply(drop_box(self.editor.map, box.id))
        return True

    def _add(self, rect: QRectF) -> None:
        if rect.width() < PITCH / 2 or rect.height() < PITCH / 2:
            self.editor.say("Drag a rectangle larger than half a hex to make a box.")
            return
        made = self.editor.ask_box(self._placed(Box("", ""), rect))
        if made is not None:
            self.editor.apply(put_box(self.editor.map, made))

    def _under(self, spot: Spot) -> tuple[Box | None, Grip]:
        point, reach = QPointF(*spot.point), self.editor.near(7.0)
        boxes = [(box, self.editor.box_rect(box)) for box in self.editor.map.boxes.values()]
        for box, rect in reversed(boxes):
            for grip in Grip:
                off = grip.knob(rect) - point
                if grip is not Grip.WHOLE and max(abs(off.x()), abs(off.y())) <= reach:
                    return box, grip
        for box, rect in reversed(boxes):
            if rect.contains(point):
                return box, Grip.WHOLE
        return None, Grip.BOTTOM_RIGHT

    def _is_still(self, spot: Spot) -> bool:
        off = QPointF(*spot.point) - self._from
        return max(abs(off.x()), abs(off.y())) < self.editor.near(4.0)

    def _moved(self, spot: Spot) -> QRectF:
        """The rectangle as it would be: every held edge follows the pointer."""
        off = QPointF(*spot.point) - self._from
        left, top, right, bottom = self._grip.value
        return self._rect.adjusted(
            off.x() * left, off.y() * top, off.x() * right, off.y() * bottom
        ).normalized()

    def _placed(self, box: Box, rect: QRectF) -> Box:
        bounds = self.editor.shape.bounds
        wide, tall = bounds.width(), bounds.height()
        x, y = rect.left() - bounds.left(), rect.top() - bounds.top()
        at = (round(x / wide, 4), round(y / tall, 4))
        size = (round(rect.width() / wide, 4), round(rect.height() / tall, 4))
        return replace(box, at=at, size=size)

    def ghost(self, spot: Spot) -> Ghost:
        """The box as it would be, with its knobs."""
        if self.is_busy:
            rect = self._moved(spot) if not self._is_still(spot) else self._rect
            shown = rect.width() > 0
        else:
            box, _ = self._under(spot)
            rect = self.editor.box_rect(box) if box is not None else QRectF()
            shown = box is not None
        if not shown:
            return Ghost()
        corners = (Point(rect.left(), rect.top()), Point(rect.right(), rect.bottom()))
        knobs = [grip.knob(rect) for grip in Grip if grip is not Grip.WHOLE]
        return Ghost(frames=(corners,), handles=tuple(Point(k.x(), k.y()) for k in knobs))

    def hint(self, spot: Spot | None) -> str:
        """What the box under the pointer is, and how boxes are changed."""
        box = self._under(spot)[0] if spot is not None else None
        here = f" {box.name or box.id}" if box is not None else ""
        return (
            f"{self.title}{here}: drag an empty part to draw one, a box to move it, a knob to "
            "resize it; a click opens it, Ctrl or Delete removes it"
        )
