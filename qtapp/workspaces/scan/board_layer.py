"""The scans on the board: bent to its grid, over the ground, and under places and what moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRectF, QTimer
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from maps.digitise.arrays import Bytes
from maps.digitise.calibrating.transforms import Transform
from maps.digitise.works import ScanWork, calibration_of
from maps.errors import KnownError
from qtapp.board.scene import BoardScene
from qtapp.painters.board import Layers
from qtapp.painters.detail import Detail
from qtapp.painters.laid_scans import area_of, bent
from qtapp.painters.layers.shape import PITCH
from qtapp.workers.job import Report
from qtapp.workspaces.scan.scan_controller import ScanController

_SIZE = 256
_MOST = 160
_RIM = 1.5
"""Pitches that a scan shows around the centres of its outermost hexes."""

_PLACES = Layers(
    grid=0, numbers=0, hexsides=0, lines=0, regions=0, names=0, boxes=0, frame=0, terrain=0,
    relief=0, paper=0, skin=0,
)  # fmt: skip
"""What of the board lies over its scans, so that one sees what one puts down."""

Spot = tuple[int, int, int]
"""A piece of the board: pieces per 16 pitches as a power of two, column, row."""


@dataclass(slots=True)
class _Laid:
    """A scan ready to be laid on the board."""

    work: ScanWork
    transform: Transform
    picture: Bytes
    scale: float
    area: QRectF


class BoardLayers(QObject):
    """Shows the calibrated scans on the board of the window."""

    def __init__(self, controller: ScanController, board: BoardScene) -> None:
        super().__init__(controller)
        self._controller, self._board = controller, board
        self._items: dict[int, LaidItem] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._bend)
        self.is_on = False
        controller.changed.connect(self._follow)

    @property
    def items(self) -> list[LaidItem]:
        """What lies on the board."""
        return list(self._items.values())

    def show(self, on: bool) -> None:
        """Lay the scans on the board, or take them off."""
        self.is_on = on
        self._follow()

    def _follow(self) -> None:
        scans = self._controller.session.scans if self.is_on and self._controller.is_open else {}
        for number in [n for n in self._items if n not in scans]:
            self._board.removeItem(self._items.pop(number))
        for number, work in scans.items():
            item = self._items.get(number)
            if item is not None and _same(item.laid.work, work):
                item.set_work(work)
            elif self._controller.job is None:
                self._lay(number, work)

    def _lay(self, number: int, work: ScanWork) -> None:
        """Get the picture on another thread, then lay it."""
        session = self._controller.session
        try:
            found = calibration_of(work, session.sheet(number))
        except KnownError:
            return
        pitch = float(np.median(found.lattice.pitch))
        transform = found.fitted.transform
        area = area_of(found, _RIM)
        kept = self._items.get(number)
        if kept is not None and kept.laid.work.crop == work.crop:
            self._put(number, _Laid(work, transform, kept.laid.picture, kept.laid.scale, area))
            return

        def job(report: Report) -> _Laid:
            report(0.0, "Unpacking")
            picture, scale = session.picture(number, 2 * pitch)
            return _Laid(work, transform, picture, scale, area)

        self._controller.run(
            "Laying the scan on the board", job, lambda laid: self._put(number, laid)
        )

    def _bend(self) -> None:
        """Bend one piece of each; the next paint orders the next."""
        for item in self._items.values():
            item.bend()

    def _put(self, number: int, laid: _Laid) -> None:
        if not self.is_on:
            return
        if number in self._items:
            self._board.removeItem(self._items[number])
        item = LaidItem(laid, self._board, self._timer.start)
        self._board.addItem(item)
        item.stackBefore(self._board.live)
        self._items[number] = item


class LaidItem(QGraphicsItem):
    """One scan on the board, drawn in pieces that are bent when they come into view."""

    def __init__(self, laid: _Laid, board: BoardScene, again: Callable[[], None]) -> None:
        super().__init__()
        self._again = again
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.laid = laid
        self._board = board
        self._pieces: dict[Spot, QImage] = {}
        self._due: list[Spot] = []
        self.is_patient = False
        """True to bend all pieces at once (pictures and tests)."""

    def set_work(self, work: ScanWork) -> None:
        """Show it as strongly as the scan's opacity says."""
        self.laid.work = work
        self.update()

    def boundingRect(self) -> QRectF:
        """Where the grid of its sheet lies."""
        return self.laid.area

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the pieces that are ready, order the others; outlines and places lie on top."""
        scale = option.levelOfDetailFromTransform(painter.worldTransform()) * PITCH
        rung = max(0, min(4, round(np.log2(max(scale, 1e-6) * 16 / _SIZE))))
        exposed = option.exposedRect.intersected(self.laid.area)
        edge = PITCH * 16 / 2**rung
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipRect(self.laid.area)
        painter.setOpacity(self.laid.work.opacity)
        self._due = []
        for column in range(int(exposed.left() // edge), int(exposed.right() // edge) + 1):
            for row in range(int(exposed.top() // edge), int(exposed.bottom() // edge) + 1):
                spot = (rung, column, row)
                if self.is_patient and spot not in self._pieces:
                    self._pieces[spot] = self._bent(spot)
                image = self._pieces.get(spot)
                if image is None:
                    self._due.append(spot)
                else:
                    painter.drawImage(QRectF(column * edge, row * edge, edge, edge), image)
        painter.setOpacity(1.0)
        self._outline(painter, exposed, scale)
        if self._board.board is not None:
            self._board.board.paint(painter, exposed, Detail.of(scale, PITCH), _PLACES)
        if self._due:
            self._again()

    def _outline(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        board = self._board.board
        if board is None or scale < 10:
            return
        painter.setPen(QPen(QColor(20, 40, 90, 120), PITCH / scale))
        shape = board.shape
        for at in shape.hexes_in(exposed):
            painter.drawPolygon(QPolygonF([QPointF(p.x, p.y) for p in shape.layout.corners(at)]))

    def bend(self) -> None:
        """Bend one piece that was ordered."""
        if self._due:
            spot = self._due.pop(0)
            if len(self._pieces) >= _MOST:
                self._pieces.pop(next(iter(self._pieces)))
            self._pieces[spot] = self._bent(spot)
            self.update()

    def _bent(self, spot: Spot) -> QImage:
        rung, column, row = spot
        edge = 16 / 2**rung
        laid = self.laid
        return bent(
            laid.work, laid.picture, laid.scale, laid.transform,
            (column * edge, row * edge), edge, _SIZE,
        )  # fmt: skip


def _same(before: ScanWork, after: ScanWork) -> bool:
    return (before.points, before.fit, before.laid, before.crop, before.sheet) == (
        after.points,
        after.fit,
        after.laid,
        after.crop,
        after.sheet,
    )
