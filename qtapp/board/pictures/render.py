"""Pictures of boards and games: the same painters as the window, on an image or in a PNG file.

>>> Picture(board, 48).save(Path("board.png"))   # doctest: +SKIP
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import partial
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPen

from engine.core.view.display import CounterView, MarkerView
from maps.errors import KnownError
from maps.files.registry import Format, Formats
from maps.files.writing import still_wanted, whole_file
from maps.hexgrid import Hex, Side
from maps.model import GameMap
from oob.model import OrderOfBattle
from qtapp.board.pictures.png import PngWriter
from qtapp.painters.board import BoardPainter, Layers
from qtapp.painters.counters.counters import CounterPainter
from qtapp.painters.counters.stacks import PiecePainter, Stacks
from qtapp.painters.detail import Detail
from qtapp.painters.fonts import ensure_gui
from qtapp.painters.layers.shape import PITCH, BoardShape
from qtapp.painters.overlays.names_over import letter_over, name_boxes
from qtapp.painters.overlays.overlays import NOTHING, OverlayPainter, Overlays
from qtapp.painters.palette import colour
from qtapp.painters.skin import Skin

SMALLEST, LARGEST = 4.0, 400.0
"""Pixels per hex a picture may have."""

MOST_PIXELS = 300_000_000
"""Pixels a picture may have in all."""

Progress = Callable[[float], object]
"""Told which share of a picture is painted, 0 to 1; may raise to stop."""

BLOCK, BAND = 1100, 640
"""Width and height in pixels of the blocks a picture is painted in; a file grows by bands."""


class Picture:
    """A picture of a board with ``hex_px`` pixels per hex, and of the game on it.

    ``region`` shows only the rectangle around some hexes; ``title`` adds the sheet's frame, title
    and legend to a whole board; the centre of ``anchor`` falls on a whole pixel; ``skin`` are scans
    that show in place of the drawn map. Works without a display. Raises KnownError when it would be
    too large.
    """

    def __init__(
        self,
        of: GameMap,
        hex_px: float = 48.0,
        region: Iterable[Hex] | None = None,
        counters: Iterable[CounterView] = (),
        markers: Iterable[MarkerView] = (),
        overlays: Overlays = NOTHING,
        oob: OrderOfBattle | None = None,
        title: bool = True,
        anchor: Hex | None = None,
        skin: Skin | None = None,
    ) -> None:
        ensure_gui()
        self._detail = Detail.of(_checked(hex_px), PITCH)
        self._board = BoardPainter(of)
        self._board.skin = skin
        self._layers = Layers(frame=title and region is None)
        self._paper = colour(self._board.shape.palette.paper)
        self._area = _area(self._board, region, title)
        if anchor is not None:
            # Grown at the left and the top by less than a pixel.
            x, y = self.spot(anchor)
            scale = self._detail.scale
            self._area.adjust((x - math.ceil(x)) / scale, (y - math.ceil(y)) / scale, 0, 0)
        self.size = _size(self._area, self._detail)
        self._stacks = Stacks(self._board.shape, self._board.boxes)
        self._stacks.set_counters(counters)
        self._board.places.spare_counters(bool(self._stacks.counters))
        self._stacks.set_markers(markers)
        self._pieces = PiecePainter(self._stacks, CounterPainter(oob))
        self._over = OverlayPainter(
            self._board.shape, partial(name_boxes, self._board, self._layers)
        )
        self._overlays = overlays

    def spot(self, at: Hex) -> tuple[float, float]:
        """Where the centre of a hex lies in the picture, in pixels."""
        x, y = self._board.shape.centre(at)
        scale = self._detail.scale
        return (x - self._area.left()) * scale, (y - self._area.top()) * scale

    def boxes(self) -> dict[str, tuple[float, float, float, float]]:
        """Left, top, right and bottom of each box of the board in the picture, in pixels."""
        scale, corner = self._detail.scale, self._area.topLeft()
        found = {}
        for ident, box in self._board.shape.map.boxes.items():
            rect = self._board.boxes.rect(box).translated(-corner)
            sides = rect.left(), rect.top(), rect.right(), rect.bottom()
            left, top, right, bottom = (side * scale for side in sides)
            found[ident] = left, top, right, bottom
        return found

    def image(self) -> QImage:
        """The whole picture."""
        image = QImage(self.size, QImage.Format.Format_RGB32)
        for top in range(0, self.size.height(), BAND):
            self._paint(image, 0, top, min(BAND, self.size.height() - top))
        return image

    def with_pieces(
        self,
        ground: QImage,
        counters: Iterable[CounterView],
        markers: Iterable[MarkerView],
        front: Iterable[Side] = (),
    ) -> QImage:
        """A copy of :meth:`image` with other counters and markers on it, and a front below them."""
        image = ground.copy()
        self._stacks.set_counters(counters)
        self._stacks.set_markers(markers)
        painter = QPainter(image)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(self._detail.scale, self._detail.scale)
            painter.translate(-self._area.topLeft())
            paths = self._board.shape.strings(front)
            for ink, share in ((colour("#fffaf0", 0.85), 0.17), (colour("#c0182b"), 0.1)):
                pen = QPen(ink, PITCH * share)
                pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                painter.setPen(pen)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                for path in paths:
                    painter.drawPath(path)
            self._pieces.paint(painter, self._area, self._detail)
        finally:
            painter.end()
        return image

    def save(self, path: Path, progress: Progress | None = None) -> None:
        """Paint a PNG file, whole or not at all.

        Raises KnownError when it cannot be written, and whatever ``progress`` raises.
        """
        wide, high = self.size.width(), self.size.height()
        with whole_file(path) as partial, PngWriter(partial, wide, high) as writer:
            waiting: list[tuple[QImage, Future[None]]] = []
            for top in range(0, high, BAND):
                rows = min(BAND, high - top)
                band = QImage(wide, rows, QImage.Format.Format_RGB32)
                if len(waiting) == 2:
                    used, written = waiting.pop(0)
                    written.result()
                    band = used if used.height() == rows else band
                self._paint(band, top, 0, rows)
                waiting.append((band, writer.add(band)))
                if progress is not None:
                    progress((top + rows) / high)

    def _paint(self, image: QImage, skipped: int, top: int, rows: int) -> None:
        """Paint some rows of an image; ``skipped`` rows of the picture lie above the image.

        Block by block, since much is worked out per block and long outlines are slow to paint.
        """
        painter = QPainter(image)
        try:
            # The edges of blocks can fall a hair inside their last pixels, which new memory would
            # tint.
            painter.fillRect(0, top, image.width(), rows, self._paper)
            painter.translate(0, -skipped)
            scale = self._detail.scale
            painter.scale(scale, scale)
            painter.translate(-self._area.topLeft())
            for left in range(0, self.size.width(), BLOCK):
                still_wanted()
                wide = min(BLOCK, self.size.width() - left)
                exposed = QRectF(left / scale, (skipped + top) / scale, wide / scale, rows / scale)
                exposed.translate(self._area.topLeft())
                painter.save()
                painter.setClipRect(exposed)
                self._board.paint(painter, exposed, self._detail, self._layers)
                self._over.paint_under(painter, exposed, self._detail, self._overlays)
                self._pieces.paint(painter, exposed, self._detail)
                self._over.paint_over(painter, exposed, self._detail, self._overlays)
                boxes = partial(self._pieces.boxes, self._pieces.places_in(exposed))
                shapes = partial(self._over.shapes, self._overlays)
                letter_over(
                    painter, exposed, self._detail, self._board, self._layers, boxes, shapes
                )
                painter.restore()
        finally:
            # Qt ends the process when an image goes away before its painter has ended.
            painter.end()


def region_between(shape: BoardShape, a: Hex, b: Hex) -> list[Hex]:
    """The hexes of the map inside the rectangle two hexes span."""
    (ax, ay), (bx, by) = shape.centre(a), shape.centre(b)
    box = QRectF(min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay)).adjusted(-1, -1, 1, 1)
    return [at for at in shape.hexes_in(box) if box.contains(*shape.centre(at))]


def _area(board: BoardPainter, region: Iterable[Hex] | None, title: bool) -> QRectF:
    if region is None:
        return board.frame.sheet if title else board.frame.board
    area = QRectF()
    for at in region:
        area = area.united(board.shape.hex_rect(at))
    if area.isEmpty():
        raise KnownError(
            "the region", "it holds no hex of the map.", "Name two hexes that are on it."
        )
    return area


def _checked(hex_px: float) -> float:
    if not SMALLEST <= hex_px <= LARGEST:
        raise KnownError(
            f"--hex {hex_px:g}", f"a hex can have {SMALLEST:g} to {LARGEST:g} pixels.", "Try 48."
        )
    return hex_px


def _size(area: QRectF, detail: Detail) -> QSize:
    wide, high = round(area.width() * detail.scale), round(area.height() * detail.scale)
    if wide * high > MOST_PIXELS or max(wide, high) > 32_000:
        raise KnownError(
            f"--hex {detail.hex_px:g}",
            f"the picture would have {wide} by {high} pixels, more than can be painted.",
            "Ask for fewer pixels per hex, or for a region.",
        )
    return QSize(wide, high)


PICTURES: Formats[Picture, Picture] = Formats(
    "pictures of boards", Format("PNG", (".png",), write=Picture.save)
)
"""The forms a board is painted in."""
