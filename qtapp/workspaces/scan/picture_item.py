"""The scan in the scene: tiles of the size that is looked at, fetched as they come into view."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from engine.editing.scan_session import ScanSession
from maps.digitise.tiles import TILE, Tile, level_for, level_sizes, tiles_over
from maps.digitise.works import ScanWork
from qtapp.painters.rasters import raster_of

_FRAME_SECONDS = 0.012
_MOST_TILES = 320


class PictureItem(QGraphicsItem):
    """Draws the current scan in its own pixels. At most some 80 megabytes of tiles are kept.

    ``again`` is asked to have it painted again soon, when tiles were late.
    """

    def __init__(self, again: Callable[[], None]) -> None:
        super().__init__()
        self._again = again
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._session: ScanSession | None = None
        self._scan = 0
        self._work: ScanWork | None = None
        self._tiles: OrderedDict[Tile, QImage] = OrderedDict()
        self._look: tuple[float, float] = (1.0, 1.0)
        self.is_patient = False
        """True to draw every tile at once, however long it takes (pictures and tests)."""

    def show_scan(
        self, session: ScanSession | None, scan: int | None, work: ScanWork | None
    ) -> None:
        """Show a scan, or none; brightness, contrast, crop and turn are the work's."""
        size = (work.width, work.height) if work else None
        before = (self._work.width, self._work.height) if self._work else None
        if session is not self._session or scan != self._scan or size != before:
            self.prepareGeometryChange()
            self._tiles.clear()
        self._session, self._scan, self._work = session, scan or 0, work
        look = (work.brightness, work.contrast) if work else (1.0, 1.0)
        if look != self._look:
            self._look = look
            self._tiles.clear()
        if work is not None:
            self.setTransformOriginPoint(work.width / 2, work.height / 2)
            self.setRotation(work.turn)
        self.update()

    def boundingRect(self) -> QRectF:
        """The whole scan."""
        work = self._work
        return QRectF(-0.5, -0.5, work.width, work.height) if work else QRectF()

    @property
    def used(self) -> QRectF:
        """The part that is used."""
        work = self._work
        if work is None or work.crop is None:
            return self.boundingRect()
        left, top, right, bottom = work.crop
        return QRectF(left - 0.5, top - 0.5, right - left, bottom - top)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the exposed tiles; those that are not ready yet are drawn soon."""
        work = self._work
        if work is None or self._session is None:
            return
        exposed = option.exposedRect.intersected(self.boundingRect())
        scale = option.levelOfDetailFromTransform(painter.worldTransform())
        level = _level(work, scale)
        painter.fillRect(exposed, QColor("white"))
        painter.setOpacity(work.opacity)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        end = time.perf_counter() + _FRAME_SECONDS
        is_late = False
        for tile in _tiles_over(exposed, level, work):
            may_wait = not self.is_patient and time.perf_counter() > end
            is_late |= not self._paint_tile(painter, tile, work, may_wait)
        painter.setOpacity(1.0)
        self._dim_cropped(painter)
        if is_late:
            self._again()

    def part(self, centre: tuple[float, float], reach: float, size: int) -> QImage:
        """A square of the scan about a point, ``reach`` pixels each way, drawn at ``size``."""
        image = QImage(size, size, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        work = self._work
        if work is None:
            return image
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        scale = size / (2 * reach)
        painter.scale(scale, scale)
        painter.translate(reach - centre[0], reach - centre[1])
        level = _level(work, scale)
        area = QRectF(centre[0] - reach, centre[1] - reach, 2 * reach, 2 * reach)
        for tile in _tiles_over(area.intersected(self.boundingRect()), level, work):
            self._paint_tile(painter, tile, work, False)
        painter.end()
        return image

    def _paint_tile(self, painter: QPainter, tile: Tile, work: ScanWork, may_wait: bool) -> bool:
        image = self._tiles.get(tile)
        if image is None and not may_wait:
            image = self._fetch(tile)
        if image is None:
            self._stand_in(painter, tile)
            return False
        edge = 2**tile.level
        left, top = tile.column * TILE * edge, tile.row * TILE * edge
        wide, high = image.width() * edge, image.height() * edge
        painter.drawImage(QRectF(left - 0.5, top - 0.5, wide, high), image)
        return True

    def _stand_in(self, painter: QPainter, tile: Tile) -> None:
        """Draw the part of a coarser tile that is at hand."""
        edge = TILE * 2**tile.level
        target = QRectF(tile.column * edge - 0.5, tile.row * edge - 0.5, edge, edge)
        for up in range(1, 6):
            coarse = Tile(tile.level + up, tile.column >> up, tile.row >> up)
            image = self._tiles.get(coarse)
            if image is not None:
                part = TILE / 2**up
                left = (tile.column - (coarse.column << up)) * part
                top = (tile.row - (coarse.row << up)) * part
                painter.drawImage(target, image, QRectF(left, top, part, part))
                return

    def _fetch(self, tile: Tile) -> QImage | None:
        assert self._session is not None
        data = self._session.tile(self._scan, tile)
        if data is None:
            return None
        image = raster_of(data).convertToFormat(QImage.Format.Format_RGB32)
        if self._look != (1.0, 1.0):
            image = _lit(image, *self._look)
        self._tiles[tile] = image
        while len(self._tiles) > _MOST_TILES:
            self._tiles.popitem(last=False)
        return image

    def _dim_cropped(self, painter: QPainter) -> None:
        if self._work is None or self._work.crop is None:
            return
        whole, used = self.boundingRect(), self.used
        shade = QColor(0, 0, 0, 130)
        painter.fillRect(QRectF(whole.left(), whole.top(), whole.width(), used.top()), shade)
        below = whole.bottom() - used.bottom()
        painter.fillRect(QRectF(whole.left(), used.bottom(), whole.width(), below), shade)
        painter.fillRect(QRectF(whole.left(), used.top(), used.left(), used.height()), shade)
        aside = whole.right() - used.right()
        painter.fillRect(QRectF(used.right(), used.top(), aside, used.height()), shade)


def _level(work: ScanWork, scale: float) -> int:
    """The level that is shown at a scale; a linked scan has none of full size."""
    count = len(level_sizes(work.width, work.height))
    return max(level_for(scale, count), 1 if work.link and count > 1 else 0)


def _tiles_over(area: QRectF, level: int, work: ScanWork) -> list[Tile]:
    if area.isEmpty():
        return []
    box = (area.left(), area.top(), area.right(), area.bottom())
    return list(tiles_over(box, level, work.width, work.height))


def _lit(image: QImage, brightness: float, contrast: float) -> QImage:
    """Brightness multiplies; contrast spreads about the middle grey."""
    table = np.clip((np.arange(256) * brightness - 128) * contrast + 128, 0, 255).astype(np.uint8)
    made = image.copy()
    view = np.frombuffer(made.bits(), dtype=np.uint8)
    view[:] = table[view]
    return made
