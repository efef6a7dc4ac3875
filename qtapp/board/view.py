"""The view of a board: zoom, pan, and what mouse and keyboard point at.

Mouse: wheel and pinch zoom about the cursor; a drag of the left button pans, unless it begins on
counters that can be lifted; so does one of the middle button, with Space held, or in hand mode.
Shift and a drag draw a lasso. Keyboard: arrows or Q W E A S D move the hex cursor, Enter clicks it,
Shift+Enter double-clicks, the Menu key right-clicks; Ctrl+arrows pan; B goes round the boxes;
digits pick a counter of the spread stack, Esc closes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QBrush,
    QFocusEvent,
    QInputDevice,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from maps.hexgrid import Hex
from maps.layout import Point
from qtapp.board.drags import DRAG_PX, BoardDrags
from qtapp.board.keys import BoardKeys
from qtapp.board.scene import BoardScene
from qtapp.board.tiling.grid import RUNGS, rung_for
from qtapp.board.tool_input import Spot, ToolInput
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.palette import colour

HOVER_SPREAD_MS = 650
"""How long the mouse rests on a stack before it spreads."""

MAIN_BUTTONS = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton)
"""A click of any other button is one aside."""


class MapView(QGraphicsView):
    """Shows a :class:`BoardScene` and says what is pointed at.

    Hexes travel in signals as :class:`~maps.hexgrid.Hex`, or None where there is none.
    """

    hovered = Signal(object)
    """Hex | None: the mouse came to another hex."""
    clicked = Signal(object, object, object)
    """Hex, Qt.KeyboardModifiers, Qt.MouseButton: a hex was clicked (on release, without a drag)."""
    double_clicked = Signal(object)
    """Hex: a hex was double-clicked."""
    aside_clicked = Signal(object)
    """The hex under a click of the middle or a side button."""
    counter_clicked = Signal(object, object, object)
    """CounterView, modifiers, button: a counter of the spread stack or of a box was clicked."""
    box_clicked = Signal(object, object, object)
    """Box id, modifiers, button: a box was clicked beside its counters."""
    cursor_moved = Signal(object)
    """Hex: the keyboard's cursor went to another hex."""
    spread_changed = Signal(object)
    """Hex | None: the stack that is spread."""
    zoom_changed = Signal(float)
    """Device pixels per hex."""
    visible_rect_changed = Signal(QRectF)
    """The part of the paper that shows, in paper units."""

    def __init__(self, scene: BoardScene | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._board = scene or BoardScene(self)
        self.setScene(self._board)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setInteractive(False)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Board")
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.BoundingRectViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setBackgroundBrush(QBrush(colour("#d9d3c3")))
        self._wheel = 0
        self._pan_from: QPoint | None = None
        self._pan_begun = QPoint()
        self._press: tuple[Hex | None, QPoint, Qt.MouseButton] | None = None
        self.drags = BoardDrags(self)
        self._is_hand = False
        self._tool_input: ToolInput | None = None
        self._is_writing = False
        self._keys = BoardKeys(self)
        self.spreads_on_hover = True
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(HOVER_SPREAD_MS)
        self._rest.timeout.connect(self._rested)

    @property
    def board(self) -> BoardScene:
        """The scene."""
        return self._board

    @property
    def hex_px(self) -> float:
        """Device pixels per hex now."""
        return self.transform().m11() * PITCH * self.devicePixelRatioF()

    @property
    def cursor_hex(self) -> Hex | None:
        """The hex the keyboard points at."""
        return self._board.live.cursor_hex

    @property
    def visible_rect(self) -> QRectF:
        """The part of the paper that shows, in paper units."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def set_zoom(self, hex_px: float, about: QPointF | None = None) -> None:
        """Show a hex at ``hex_px`` device pixels, keeping a point of the viewport (its middle) in
        place.
        """
        hex_px = min(max(hex_px, RUNGS[0] * 0.75), RUNGS[-1] * 1.5)
        fixed = about if about is not None else QPointF(self.viewport().rect().center())
        paper = self.paper_at(fixed)
        scale = hex_px / PITCH / self.devicePixelRatioF()
        self.setTransform(QTransform.fromScale(scale, scale))
        self._bring(paper, fixed)
        self.zoom_changed.emit(hex_px)
        self._moved()

    def paper_at(self, spot: QPointF) -> QPointF:
        """The point of the paper at a point of the viewport."""
        inverse, _ = self.viewportTransform().inverted()
        return inverse.map(spot)

    def _bring(self, paper: QPointF, spot: QPointF) -> None:
        """Scroll so that a point of the paper lies at a point of the viewport."""
        off = self.viewportTransform().map(paper) - spot
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + round(off.x()))
        down.setValue(down.value() + round(off.y()))

    def zoom_in(self) -> None:
        """Zoom in to the next rung."""
        self.zoom_by(1)

    def zoom_out(self) -> None:
        """Zoom out to the next rung."""
        self.zoom_by(-1)

    def zoom_by(self, rungs: int, about: QPointF | None = None) -> None:
        """Zoom in (or out, below 0) by some rungs."""
        now = self.hex_px
        if rungs > 0:
            ladder = [rung for rung in RUNGS if rung > now * 1.02]
            goal = ladder[min(rungs, len(ladder)) - 1] if ladder else RUNGS[-1]
        else:
            ladder = [rung for rung in reversed(RUNGS) if rung < now * 0.98]
            goal = ladder[min(-rungs, len(ladder)) - 1] if ladder else RUNGS[0]
        self.set_zoom(goal, about)

    def _comfortable(self) -> int:
        return rung_for(48 * self.devicePixelRatioF())

    def zoom_to_fit(self, *, hexes: bool = False) -> None:
        """Show the whole sheet; or all hexes, though title and legend may lie beyond."""
        if (board := self._board.board) is None:
            return
        sheet = board.shape.bounds.adjusted(-8, -8, 8, 8) if hexes else board.frame.sheet
        view = self.viewport().rect()
        fit = min(view.width() / sheet.width(), view.height() / sheet.height())
        hex_px = fit * PITCH * self.devicePixelRatioF()
        rung = max((rung for rung in RUNGS if rung <= hex_px), default=0)
        self.set_zoom(rung if rung > hex_px * 0.85 else hex_px)
        self._bring(sheet.center(), QPointF(view.center()))
        self._moved()

    def go_to(self, at: Hex, hex_px: float | None = None) -> None:
        """Bring a hex to the middle (zooming in first when the numbers would not show) and point at
        it.
        """
        if self._board.board is None:
            return
        if hex_px is not None or self.hex_px < 24 * self.devicePixelRatioF():
            self.set_zoom(hex_px or self._comfortable())
        self._bring(
            QPointF(*self._board.board.shape.centre(at)), QPointF(self.viewport().rect().center())
        )
        self.set_cursor_hex(at)
        self._moved()

    def ensure_hex_visible(self, at: Hex) -> None:
        """Scroll just so far that a hex shows with some room around it."""
        if self._board.board is None:
            return
        rect = self._board.board.shape.hex_rect(at, 0.6)
        if not self.visible_rect.contains(rect):
            self.ensureVisible(rect, 0, 0)
            self._moved()

    def show_hexes(self, hexes: Sequence[Hex]) -> None:
        """Bring hexes into view together when one of them does not show; the last one at least."""
        board = self._board.board
        if board is None or not hexes:
            return
        rects = [board.shape.hex_rect(at, 0.3) for at in hexes]
        if all(self.visible_rect.contains(rect) for rect in rects):
            return
        around, seen = rects[-1], self.visible_rect
        for rect in reversed(rects):
            joined = around.united(rect)
            if joined.width() <= seen.width() and joined.height() <= seen.height():
                around = joined
        self._bring(around.center(), QPointF(self.viewport().rect().center()))
        self._moved()

    def flash(self, at: Hex, tone: str = "now") -> None:
        """Light up a hex for a moment: tone ``bad``, ``good`` or ``now``."""
        self.ensure_hex_visible(at)
        self._board.live.flash(at, tone)

    def set_hand(self, is_hand: bool) -> None:
        """In hand mode the left button pans."""
        self._is_hand = is_hand
        self.show_pointer()

    def set_tool_input(self, tool_input: ToolInput | None) -> None:
        """Give the board to a pen, which takes mouse and keys first; None takes it back."""
        if tool_input is not self._tool_input:
            self._is_writing = False
            self._tool_input = tool_input
            self.spread(None)
        self.show_pointer()

    @property
    def tool_input(self) -> ToolInput | None:
        """What writes on the board."""
        return self._tool_input

    def set_cursor_hex(self, at: Hex | None, shows: bool = True) -> None:
        """Point the keyboard at a hex."""
        before = self.cursor_hex
        self._board.live.set_cursor(at, shows)
        if at is not None and at != before:
            self.cursor_moved.emit(at)

    def spread(self, at: Hex | None) -> None:
        """Spread the stack of a hex, or close the fan."""
        before = self._board.live.fan
        self._board.live.view_rect = self.visible_rect
        now = self._board.spread(at)
        if (before and before.hex) != (now and now.hex):
            self.spread_changed.emit(now.hex if now else None)

    def _moved(self) -> None:
        self.visible_rect_changed.emit(self.visible_rect)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Qt's hook: the view was scrolled."""
        super().scrollContentsBy(dx, dy)
        self._moved()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say each time what shows."""
        super().resizeEvent(event)
        self._moved()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the cursor; a touchpad pans unless Ctrl is held."""
        fine = _two_fingers(event)
        if not fine.isNull() and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.pan_by(-fine.x(), -fine.y())
            event.accept()
            return
        self._wheel += event.angleDelta().y()
        steps, self._wheel = int(self._wheel / 120), self._wheel - int(self._wheel / 120) * 120
        if steps:
            self.zoom_by(steps, event.position())
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        """Zoom about two fingers that are spread or pinched on a touchpad."""
        pinch = Qt.NativeGestureType.ZoomNativeGesture
        if isinstance(event, QNativeGestureEvent) and event.gestureType() is pinch:
            self.set_zoom(self.hex_px * (1.0 + event.value()), event.position())
            return True
        return super().viewportEvent(event)

    def pan_by(self, dx: int, dy: int) -> None:
        """Move the view over the paper by screen pixels."""
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + dx)
        down.setValue(down.value() + dy)

    def show_pointer(self) -> None:
        """Give the mouse pointer the shape for what a press would do."""
        pointer = self._tool_input.pointer() if self._tool_input is not None else None
        if self._pan_from is not None:
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._is_hand or self._keys.is_space:
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        elif pointer is not None:
            self.viewport().setCursor(pointer)
        else:
            self.viewport().unsetCursor()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a pan, a pen's stroke, or a click."""
        button, spot = event.button(), event.position().toPoint()
        is_pan = button is Qt.MouseButton.MiddleButton or (
            button is Qt.MouseButton.LeftButton and (self._is_hand or self._keys.is_space)
        )
        if is_pan:
            self._pan_from = self._pan_begun = spot
            self._keys.space_is_used()
            self.show_pointer()
            return
        if self._tool_input is not None and self._tool_input.press(self._spot(event), button):
            self._is_writing = True
            return
        at = self.hex_under(event.position())
        self._press = (at, spot, button)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, go on with a pen's stroke, or hover."""
        if self._pan_from is not None:
            self._pan(event)
            return
        if self._press is not None and self._goes_on(event):
            return
        at = self.hex_under(event.position())
        self._hover(at, event.position())
        if self._tool_input is not None:
            self._tool_input.move(self._spot(event), self._is_writing)

    def _pan(self, event: QMouseEvent) -> None:
        assert self._pan_from is not None
        spot = event.position().toPoint()
        off = self._pan_from - spot
        self._pan_from = spot
        self.pan_by(off.x(), off.y())

    def _goes_on(self, event: QMouseEvent) -> bool:
        """Begin or go on with a drag of the left button; False when there is none."""
        assert self._press is not None
        _start, pressed, button = self._press
        if button is not Qt.MouseButton.LeftButton or not event.buttons() & button:
            return False
        if self.drags.move(pressed, event):
            return True
        self._press, self._pan_from = None, pressed
        self.show_pointer()
        self._pan(event)
        return True

    def _hover(self, at: Hex | None, spot: QPointF) -> None:
        live = self._board.live
        fan = live.fan
        if fan is not None and fan.plate.contains(self.mapToScene(spot.toPoint())):
            self._rest.stop()
            return
        if at != live.hover:
            live.set_hover(at)
            self.hovered.emit(at)
            if self.spreads_on_hover and self._tool_input is None:
                self._rest.start()

    def _rested(self) -> None:
        self.spread(self._board.live.hover)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a pan, a pen's stroke, a click or a drag."""
        if self._pan_from is not None:
            self._pan_from = None
            self.show_pointer()
            way = event.position().toPoint() - self._pan_begun
            if event.button() not in MAIN_BUTTONS and way.manhattanLength() < DRAG_PX:
                self._click_aside(event.position())
            return
        if self._is_writing:
            self._is_writing = bool(event.buttons())
            if self._tool_input is not None and not self._is_writing:
                self._tool_input.release(self._spot(event))
            return
        if self._press is None or event.button() is not self._press[2]:
            return
        start, spot, button = self._press
        self._press = None
        if self.drags.end(event.position()):
            return
        is_still = (event.position().toPoint() - spot).manhattanLength() < DRAG_PX
        if is_still or self.hex_under(event.position()) == start:
            self._click(event.position(), start, event.modifiers(), button)

    def _click_aside(self, spot: QPointF) -> None:
        at = self.hex_under(spot)
        if at is not None:
            self.aside_clicked.emit(at)

    def _click(
        self, spot: QPointF, at: Hex | None, held: Qt.KeyboardModifier, button: Qt.MouseButton
    ) -> None:
        if button not in MAIN_BUTTONS:
            self._click_aside(spot)
            return
        paper = self.paper_at(spot)
        fan, box = self._board.live.fan, self._board.box_at(paper)
        in_fan = fan is not None and fan.plate.contains(paper)
        if in_fan or box is not None:
            hit = self._board.counters_at(paper)
            if hit:
                self.counter_clicked.emit(hit[0], held, button)
            elif box is not None and not in_fan:
                self.box_clicked.emit(box, held, button)
            return
        if at is not None:
            self.set_cursor_hex(at, shows=False)
            self.clicked.emit(at, held, button)
        else:
            self.spread(None)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Double click on a hex; to a pen it is one more press."""
        if self._tool_input is not None and not self._is_hand:
            self.mousePressEvent(event)
            return
        at = self.hex_under(event.position())
        if at is not None and event.button() is Qt.MouseButton.LeftButton:
            self.double_clicked.emit(at)

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse left the board."""
        super().leaveEvent(event)
        self._rest.stop()
        if self._tool_input is not None:
            self._tool_input.leave()
        if self._board.live.hover is not None:
            self._board.live.set_hover(None)
            self.hovered.emit(None)

    def _spot(self, event: QMouseEvent) -> Spot:
        paper = self.paper_at(event.position())
        shape = self._board.board.shape if self._board.board is not None else None
        at = shape.hex_at(paper.x(), paper.y()) if shape is not None else Hex(0, 0)
        return Spot(Point(paper.x(), paper.y()), at, event.modifiers())

    def hex_under(self, spot: QPointF) -> Hex | None:
        """The hex at a point of the viewport, that of the open fan over it; None off the board."""
        paper = self.paper_at(spot)
        fan = self._board.live.fan
        if fan is not None and fan.plate.contains(paper):
            return fan.hex
        return self._board.hex_at(paper)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keyboard does all the mouse can."""
        if self._keys.press(event):
            event.accept()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Space released: no more panning."""
        self._keys.release(event)
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Release Space."""
        self._keys.let_go()
        super().focusOutEvent(event)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """The table under the sheet."""
        sheet = QRectF() if self._board.board is None else self._board.board.frame.sheet
        if sheet.contains(rect):
            return
        painter.fillRect(rect, self.backgroundBrush())
        wide = 0.13 * PITCH
        for strip in (
            QRectF(sheet.right(), sheet.top() + wide, wide, sheet.height() - wide),
            QRectF(sheet.left() + wide, sheet.bottom(), sheet.width(), wide),
        ):
            painter.fillRect(strip, colour("#1b1610", 0.35))


def _two_fingers(event: QWheelEvent) -> QPoint:
    """How far two fingers on a touchpad went, in pixels; nothing for the wheel of a mouse. X11
    tells of them as of a wheel, by angles alone.
    """
    turned = event.angleDelta()
    is_touchpad = event.pointingDevice().type() is QInputDevice.DeviceType.TouchPad
    if not event.pixelDelta().isNull() or not is_touchpad:
        return event.pixelDelta()
    return QPoint(turned.x() // 2, turned.y() // 2)
