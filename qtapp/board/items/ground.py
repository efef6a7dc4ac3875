"""The item that shows the board itself: its tiles, and stand-ins for those that are not ready."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from qtapp.board.items.shown import ShownBoard
from qtapp.board.tiles import CLOCK, TileStore
from qtapp.board.tiling.grid import RUNGS, Tile, corners_of, place_of, rung_for, tiles_over
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.palette import colour

FRAME_SECONDS = 0.003
"""How long one repaint may spend on drawing tiles from nothing; the rest follows in the next."""

ANSWER_SECONDS = 0.012
"""How long it may spend on overlays and pieces over ground that is drawn: a click shows in full
in one repaint.
"""


class GroundItem(QGraphicsItem):
    """The board: draws tiles, and stand-ins for those that are not ready."""

    def __init__(self, scene: ShownBoard) -> None:
        super().__init__()
        self._scene = scene
        self._overview: tuple[QImage, QRectF] | None = None
        self._held: dict[Tile, QImage] = {}
        self.rung = 48
        self.is_hasty = False
        """True to draw nothing again in the next repaint, which answers the mouse."""
        self.is_patient = False
        """True to draw every tile at once, however long it takes (pictures and tests)."""
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def board_changed(self) -> None:
        """Another board is shown."""
        self.prepareGeometryChange()
        self._overview = None

    def hold(self, tiles: TileStore, seen: QRectF) -> bool:
        """Go on showing what is seen as it is until all of it has been drawn again; False where
        some of it is not drawn yet.
        """
        covering = list(tiles_over(seen, self.rung))
        self._held = {tile: image for tile in covering if (image := tiles.ready(tile)) is not None}
        return len(self._held) == len(covering)

    def release(self) -> None:
        """Show what was drawn meanwhile."""
        if self._held:
            self._held = {}
            self.update()

    def boundingRect(self) -> QRectF:
        """The whole sheet."""
        board = self._scene.board
        return board.frame.sheet if board is not None else QRectF()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the exposed tiles."""
        tiles = self._scene.tiles
        if tiles is None:
            return
        exposed = option.exposedRect.intersected(self.boundingRect())
        hex_px = painter.deviceTransform().m11() * PITCH
        self.rung = rung_for(hex_px)
        is_exact = abs(hex_px - self.rung) < 1e-3
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not is_exact)
        painter.setClipRect(self.boundingRect())
        start = CLOCK()
        covering = list(tiles_over(exposed, self.rung))
        stale = [tile for tile in covering if tiles.ready(tile) is None]
        # To letter a large board takes half a second: it is in view before that, in flat tints.
        is_new = not self._scene.is_begun and not any(map(tiles.is_known, stale))
        spent, self.is_hasty = math.inf if self.is_hasty or is_new else 0.0, False
        shown: list[tuple[Tile, QImage]] = []
        drawn: list[Tile] = []
        late: list[Tile] = []
        if self._held and (self.is_patient or not self._held.keys() >= set(covering)):
            self.release()
        # Pieces that moved are shown before ground that was not drawn yet, which takes longer.
        waits = set() if self.is_patient else tiles.waiting_for_ground(stale)
        prepared: set[Tile] = set()
        if not (spent or self.is_patient):
            for block in tiles.prepare(tile for tile in stale if tile not in waits):
                prepared.update(block)
                spent = CLOCK() - start
                if spent > ANSWER_SECONDS:
                    break
        for tile in covering:
            image = tiles.ready(tile)
            if image is None:
                allowed = ANSWER_SECONDS if tiles.has_ground(tile) else FRAME_SECONDS
                may_draw = (spent <= allowed and tile not in waits) or tile in prepared
                if self.is_patient or may_draw:
                    until = math.inf if self.is_patient else start + FRAME_SECONDS
                    image = tiles.drawn(tile, until)
                    if tile not in prepared:
                        spent = CLOCK() - start  # some is drawn however slow the machine is
            (late if image is None else drawn).append(tile)
            if image is None:
                image = tiles.any(tile)
            image = self._held.get(tile, image)
            if image is not None:
                shown.append((tile, image))
        if len(shown) < len(covering):
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
            self._stand_in(painter, exposed, tiles)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not is_exact)
        self._show(painter, shown, is_exact)
        painter.setClipping(False)  # what lies over the board may go on beyond its sheet
        self._scene.painted(drawn, late, exposed)

    def _show(self, painter: QPainter, shown: list[tuple[Tile, QImage]], is_exact: bool) -> None:
        frame = painter.worldTransform()
        ratio = painter.device().devicePixelRatioF()
        painter.save()
        painter.resetTransform()
        if is_exact:
            corners = corners_of((tile for tile, _ in shown), frame, ratio)
            for corner, (_, image) in zip(corners, shown, strict=True):
                image.setDevicePixelRatio(ratio)
                painter.drawImage(corner, image)
        else:
            for tile, image in shown:
                painter.drawImage(place_of(tile, frame, ratio), image)
        painter.restore()

    def _stand_in(self, painter: QPainter, exposed: QRectF, tiles: TileStore) -> None:
        """Show the exposed part in flat tints, and over them tiles of a near rung if there are."""
        self._flat(painter, exposed)
        spot = RUNGS.index(self.rung)
        for step in (-1, 1, -2, 2):
            if not 0 <= spot + step < len(RUNGS):
                continue
            others = list(tiles_over(exposed, RUNGS[spot + step]))
            have = [(other, image) for other in others if (image := tiles.any(other)) is not None]
            if 2 * len(have) >= len(others):
                for other, image in have:
                    painter.drawImage(other.rect, image)
                return

    def _flat(self, painter: QPainter, rect: QRectF) -> None:
        board = self._scene.board
        assert board is not None
        if self._overview is None:
            self._overview = board.terrain.relief.overview()
        image, area = self._overview
        part = rect.intersected(area)
        if part != rect:
            painter.fillRect(rect, colour(board.shape.palette.paper))
        if not part.isEmpty():
            grow = image.width() / area.width()
            source = QRectF(
                (part.left() - area.left()) * grow,
                (part.top() - area.top()) * grow,
                part.width() * grow,
                part.height() * grow,
            )
            painter.drawImage(part, image, source)
