"""What changes over the board from moment to moment: hover, cursor, flashes, the spread stack."""

from __future__ import annotations

from PySide6.QtCore import QAbstractAnimation, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from maps.hexgrid import Hex
from qtapp.board.items.fan import SIDE, Fan, fan_of
from qtapp.board.items.shown import ShownBoard
from qtapp.board.tiling.grid import rung_for
from qtapp.painters.counters.symbols import text_path
from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.overlays.carried import Carried, paint_carried, plate_width, ways_of
from qtapp.painters.overlays.names_over import letter_over
from qtapp.painters.overlays.overlays import Arrow, OverlayPainter, Overlays
from qtapp.painters.palette import colour

ROUND_PX = 420
"""How far around the pointer dragged counters and a short plate reach, in device pixels."""
FLASH_MS = 700
"""How long a flash lasts."""


class LiveItem(QGraphicsItem):
    """Draws the light things over the board."""

    def __init__(self, scene: ShownBoard) -> None:
        super().__init__()
        self._scene = scene
        self._painter: OverlayPainter | None = None
        self.hover: Hex | None = None
        self.cursor_hex: Hex | None = None
        self.shows_cursor = False
        self.fan: Fan | None = None
        self.carried: Carried | None = None
        self.lasso: QPolygonF | None = None
        self._flashes: dict[Hex, tuple[str, float]] = {}
        self._clock = QVariantAnimation(scene)
        self._clock.setStartValue(1.0)
        self._clock.setEndValue(0.0)
        self._clock.setDuration(FLASH_MS)
        self._clock.valueChanged.connect(self._faded)
        self.view_rect = QRectF()
        self.setZValue(10)

    def board_changed(self) -> None:
        """Another board is shown."""
        board = self._scene.board
        self.prepareGeometryChange()
        self._painter = OverlayPainter(board.shape) if board is not None else None
        self.hover = self.cursor_hex = self.fan = self.carried = self.lasso = None
        self._flashes.clear()

    def pieces_changed(self) -> None:
        """Spread the open stack again."""
        if self.fan is not None:
            self.spread(self.fan.hex)

    def set_hover(self, at: Hex | None) -> None:
        """Outline the hex under the mouse."""
        if at != self.hover:
            self._touch(self.hover)
            self.hover = at
            self._touch(at)

    def set_cursor(self, at: Hex | None, shows: bool) -> None:
        """Move the keyboard's cursor."""
        if (at, shows) != (self.cursor_hex, self.shows_cursor):
            self._touch(self.cursor_hex)
            self.cursor_hex, self.shows_cursor = at, shows
            self._touch(at)

    def flash(self, at: Hex, tone: str) -> None:
        """Light up a hex for a moment."""
        self._flashes[at] = (tone, 1.0)
        self._clock.stop()
        self._clock.start()
        self._touch(at)

    def _faded(self, value: float) -> None:
        for at, (tone, _) in list(self._flashes.items()):
            self._touch(at)
            self._flashes[at] = (tone, float(value))
        if float(value) <= 0.0:
            self._flashes.clear()

    def set_carried(self, carried: Carried | None) -> None:
        """Show units that follow the pointer, their way and what is said of it; None for none."""
        if carried != self.carried:
            self._touch_carried()
            self.carried = carried
            self._touch_carried()

    def _touch_carried(self) -> None:
        if self.carried is None:
            return
        unit = self._unit()
        spot = self.carried.spot
        wide, tall = max(ROUND_PX, plate_width(self.carried.text)) * unit, ROUND_PX * unit
        self.update(QRectF(spot.x() - wide, spot.y() - tall, 2 * wide, 2 * tall))
        for path in self.carried.paths:
            for at in path:
                self._touch(at)

    def set_lasso(self, lasso: QPolygonF | None) -> None:
        """Draw a lasso; None takes it away."""
        if lasso is not None or self.lasso is not None:
            self.lasso = None if lasso is None else QPolygonF(lasso)
            self.update()

    @property
    def is_flashing(self) -> bool:
        """True while a flash lasts."""
        return self._clock.state() is QAbstractAnimation.State.Running

    def spread(self, at: Hex | None) -> Fan | None:
        """Spread the stack of a hex; with None, or fewer than two counters, close the fan."""
        if self.fan is not None:
            self.update(self.fan.plate.adjusted(-9, -9, 9, 9))
        board, stacks = self._scene.board, self._scene.stacks
        views = stacks.at(at) if stacks is not None and at is not None else []
        if at is None or board is None or len(views) < 2:
            self.fan = None
            return None
        bounds = self.view_rect if not self.view_rect.isEmpty() else board.frame.sheet
        side = max(
            SIDE, min(self.view_rect.height() / 9, self.view_rect.width() / 12, 46 * self._unit())
        )
        self.fan = fan_of(at, board.shape.centre(at), views, side, bounds, self._busy(at))
        self.update(self.fan.plate.adjusted(-9, -9, 9, 9))
        return self.fan

    def _busy(self, at: Hex) -> list[QPointF]:
        """The middles of hexes beside one, of those around them and of arrows, that are not to be
        covered: counters stand there, or arrows lead through.
        """
        board, stacks = self._scene.board, self._scene.stacks
        assert board is not None and stacks is not None
        near = {one for beside in at.neighbours() for one in beside.neighbours()} - {at}
        found = {one for one in near if stacks.at(one)}
        for arrow in self._scene.overlays.arrows:
            found.update(one for one in arrow.hexes if one != at)
        return [QPointF(*board.shape.centre(one)) for one in found]

    def _unit(self) -> float:
        """Paper units per device pixel in the first view."""
        views = self._scene.views()
        return 1.0 / views[0].transform().m11() if views else 1.0

    def _touch(self, at: Hex | None) -> None:
        board = self._scene.board
        if at is not None and board is not None:
            self.update(board.shape.hex_rect(at, 0.3))

    def boundingRect(self) -> QRectF:
        """The sheet, with room for a fan beyond its edge."""
        board = self._scene.board
        if board is None:
            return QRectF()
        return board.frame.sheet.adjusted(-8 * PITCH, -8 * PITCH, 8 * PITCH, 8 * PITCH)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw them."""
        if self._painter is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = painter.deviceTransform().m11()
        detail = Detail(scale * PITCH, scale)
        if self.hover is not None and not self._scene.has_ghost:
            self._hover(painter, self.hover, detail)
        if self.shows_cursor and self.cursor_hex is not None:
            self._painter.cursor(painter, self.cursor_hex, detail)
        for at, (tone, strength) in self._flashes.items():
            self._painter.flash(painter, at, tone, strength, detail)
        if self.fan is not None:
            self._fan(painter, self.fan, detail)
        if self.lasso is not None:
            self._draw_lasso(painter, self.lasso, detail)
        if self.carried is not None:
            self._ways(painter, self._painter, ways_of(self.carried), detail)
            paint_carried(painter, self.carried, self._scene.counters.picture, detail)

    def _ways(
        self, painter: QPainter, over: OverlayPainter, arrows: tuple[Arrow, ...], detail: Detail
    ) -> None:
        """Draw ways, and letter the names again that they cover."""
        board = self._scene.board
        assert board is not None
        for arrow in arrows:
            over.arrow(painter, arrow, detail)
        shapes = over.shapes(Overlays(arrows=arrows))
        part = QRectF()
        for shape in shapes:
            part = part.united(shape.boundingRect())
        lettered = Detail.of(rung_for(detail.hex_px), PITCH)
        letter_over(painter, part, lettered, board, self._scene.layers, tuple, lambda: shapes)

    def _draw_lasso(self, painter: QPainter, lasso: QPolygonF, detail: Detail) -> None:
        around = QPainterPath()
        around.addPolygon(lasso)
        around.closeSubpath()
        painter.fillPath(around, colour("#0b5e95", 0.14))
        painter.strokePath(around, QPen(colour("#ffffff", 0.9), detail.units(4)))
        pen = QPen(colour("#0b5e95"), detail.units(2))
        pen.setDashPattern([4, 3])
        painter.strokePath(around, pen)

    def _hover(self, painter: QPainter, at: Hex, detail: Detail) -> None:
        board = self._scene.board
        assert board is not None
        path = QPainterPath()
        board.shape.plain_path(at, path, 0.97)
        painter.strokePath(path, QPen(colour("#fffdf5", 0.85), detail.width(0.05, 2.0)))
        painter.strokePath(path, QPen(colour("#2b2620", 0.75), detail.width(0.022, 1.0)))

    def _fan(self, painter: QPainter, fan: Fan, detail: Detail) -> None:
        board = self._scene.board
        assert board is not None
        plate = QPainterPath()
        rounding = fan.boxes[0].width() * 0.08
        plate.addRoundedRect(fan.plate, rounding, rounding)
        painter.fillPath(plate.translated(2, 3), colour("#1b1610", 0.3))
        painter.fillPath(plate, colour("#fbf7ea", 0.96))
        painter.strokePath(plate, QPen(colour("#4a4335"), detail.units(1.2)))
        for index, (view, box) in enumerate(zip(fan.views, fan.boxes, strict=True)):
            px = max(8, round(box.width() * detail.scale))
            picture = self._scene.counters.picture(view, px)
            painter.drawImage(box, picture)
            if index < 9:
                tall = box.height() * 0.22
                disc = QRectF(box.left() - tall * 0.35, box.top() - tall * 0.35, tall, tall)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colour("#4a4335"))
                painter.drawEllipse(disc)
                painter.fillPath(text_path(str(index + 1), disc, tall * 0.7), colour("#ffffff"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        x, y = board.shape.centre(fan.hex)
        painter.setPen(QPen(colour("#4a4335"), detail.units(1.2)))
        edge = fan.plate.bottom() if fan.plate.bottom() < y else fan.plate.top()
        painter.drawLine(QPointF(x, edge), QPointF(x, y))
