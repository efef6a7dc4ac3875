"""Pictures of boards and games: the same painters as the window, on an image.

>>> image = render_map(board, 48)                # doctest: +SKIP
>>> save_png(image, Path("board.png"))           # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QImage, QImageWriter, QPainter

from engine.core.display import CounterView, MarkerView
from maps.errors import KnownError
from maps.hexgrid import Hex
from maps.model import GameMap
from oob.model import OrderOfBattle
from qtapp.painters.board import BoardPainter, Layers
from qtapp.painters.counters import CounterPainter
from qtapp.painters.detail import Detail
from qtapp.painters.fonts import ensure_gui
from qtapp.painters.overlays import NOTHING, OverlayPainter, Overlays
from qtapp.painters.palette import PAPER, colour
from qtapp.painters.shape import PITCH, BoardShape
from qtapp.painters.stacks import PiecePainter, Stacks

SMALLEST, LARGEST = 4.0, 400.0
"""Pixels per hex a picture may have."""

MOST_PIXELS = 300_000_000
"""Pixels a picture may have in all."""

BLOCK = 768
"""Pixels along the edge of the blocks a picture is painted in."""


PNG_QUALITY = 80
"""Qt's word for zlib level 1: a third of the time of its default for an eighth more bytes."""


def render_map(
    of: GameMap,
    hex_px: float = 48.0,
    region: Iterable[Hex] | None = None,
    counters: Iterable[CounterView] = (),
    markers: Iterable[MarkerView] = (),
    overlays: Overlays | None = None,
    oob: OrderOfBattle | None = None,
    title: bool = True,
) -> QImage:
    """A picture of a board with ``hex_px`` pixels per hex, and of the game on it.

    ``region`` shows only the rectangle around some hexes; ``title`` adds the sheet's frame, title
    and legend to a whole board. Works without a display. Raises KnownError when it would be too
    large.
    """
    ensure_gui()
    board = BoardPainter(of)
    area = _area(board, region, title)
    detail = Detail.of(_checked(hex_px), PITCH)
    image = _blank(area, detail)
    painter = QPainter(image)
    painter.scale(detail.scale, detail.scale)
    painter.translate(-area.topLeft())
    _paint_board(painter, board, area, detail, Layers(frame=title and region is None))
    stacks = Stacks(board.shape, board.boxes)
    stacks.set_counters(counters)
    stacks.set_markers(markers)
    over, what = OverlayPainter(board.shape), overlays or NOTHING
    over.paint_under(painter, area, detail, what)
    PiecePainter(stacks, CounterPainter(oob)).paint(painter, area, detail)
    over.paint_over(painter, area, detail, what)
    painter.end()
    return image


def _paint_board(
    painter: QPainter, board: BoardPainter, area: QRectF, detail: Detail, layers: Layers
) -> None:
    """Paint block by block: many short outlines are painted much quicker than one long one."""
    block = BLOCK / detail.scale
    top = area.top()
    while top < area.bottom():
        left = area.left()
        while left < area.right():
            exposed = QRectF(left, top, block, block).intersected(area)
            painter.save()
            painter.setClipRect(exposed)
            board.paint(painter, exposed, detail, layers)
            painter.restore()
            left += block
        top += block


def save_png(image: QImage, path: Path) -> None:
    """Write a picture as PNG. Raises KnownError when the file cannot be written."""
    writer = QImageWriter(str(path), QByteArray(b"PNG"))
    writer.setQuality(PNG_QUALITY)
    if not writer.write(image):
        raise KnownError(
            str(path), "the picture could not be written.", "Choose a folder you may write to."
        )


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


def _blank(area: QRectF, detail: Detail) -> QImage:
    wide, high = round(area.width() * detail.scale), round(area.height() * detail.scale)
    if wide * high > MOST_PIXELS or max(wide, high) > 32_000:
        raise KnownError(
            f"--hex {detail.hex_px:g}",
            f"the picture would have {wide} by {high} pixels, more than can be painted.",
            "Ask for fewer pixels per hex, or for a region.",
        )
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(colour(PAPER.paper))
    return image
