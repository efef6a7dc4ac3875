"""The item that shows selection and ghost over the board, redrawing no more than it must."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from maps.hexgrid import Hex
from qtapp.board.items.shown import ShownBoard
from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.overlays.ghosts import NO_GHOST, Ghost, GhostPainter, differing


class GhostItem(QGraphicsItem):
    """Draws one ghost and one selection."""

    def __init__(self, scene: ShownBoard) -> None:
        super().__init__()
        self._scene = scene
        self._painter: GhostPainter | None = None
        self._ghost = NO_GHOST
        self._chosen: frozenset[Hex] = frozenset()
        self._edge: list[QLineF] = []
        self._held: dict[Hex, str] = {}
        self._held_in = QRectF()
        self.setZValue(11)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    @property
    def ghost(self) -> Ghost:
        """What shows."""
        return self._ghost

    def board_changed(self) -> None:
        """Another board is shown."""
        board = self._scene.board
        self.prepareGeometryChange()
        self._painter = GhostPainter(board.shape) if board is not None else None
        self._ghost = NO_GHOST
        self._scene.has_ghost = False
        self._chosen, self._edge = frozenset(), []
        self._held, self._held_in = {}, QRectF()

    def show_ghost(self, ghost: Ghost) -> None:
        """Show another ghost."""
        if self._painter is None or ghost == self._ghost:
            return
        dirty = self._painter.rect(differing(self._ghost, ghost))
        unit = 1.0 / self._scene.views()[0].transform().m11() if self._scene.views() else 1.0
        for one in (self._ghost, ghost):
            if one.note and one.spot is not None:
                # A note hangs beside its spot, at one size on the screen.
                dirty |= QRectF(*one.spot, 0, 0).adjusted(
                    -PITCH - 24 * unit, -PITCH - 24 * unit, PITCH + 420 * unit, PITCH + 60 * unit
                )
        self._ghost = ghost
        self._scene.has_ghost = ghost != NO_GHOST
        self.update(dirty)

    def show_selection(self, hexes: frozenset[Hex]) -> None:
        """Show other hexes as selected."""
        if self._painter is not None and hexes != self._chosen:
            self._chosen = hexes
            self._edge = self._painter.outline(hexes)
            self.update()

    def hold(self, tints: Mapping[Hex, str]) -> None:
        """Show hexes in flat colours until the board under them is drawn again."""
        if self._scene.board is None:
            return
        self._held.update(tints)
        rects = [self._scene.board.shape.hex_rect(at) for at in tints]
        for rect in rects:
            self._held_in = self._held_in.united(rect)
        if rects:
            self.update(self._held_in)

    def settle(self, drawn: QRectF) -> None:
        """A part of the board is drawn in full: flat colours that lie in it are needed no more."""
        if self._held:
            views = self._scene.views()
            seen = (
                views[0].mapToScene(views[0].viewport().rect()).boundingRect() if views else drawn
            )
            if drawn.contains(self._held_in.intersected(seen)):
                self._held.clear()
                self.update(self._held_in)
                self._held_in = QRectF()

    def boundingRect(self) -> QRectF:
        """The whole scene."""
        board = self._scene.board
        if board is None:
            return QRectF()
        return board.frame.sheet.adjusted(-8 * PITCH, -8 * PITCH, 8 * PITCH, 8 * PITCH)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw them."""
        if self._painter is None or self._scene.board is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = painter.deviceTransform().m11()
        detail = Detail(scale * PITCH, scale)
        if self._held:
            self._painter.flat(painter, self._held)
        if self._chosen:
            shown, edge = self._painter.within(option.exposedRect, self._chosen, self._edge)
            self._painter.selection(painter, shown, edge, detail)
        if self._ghost != NO_GHOST:
            self._painter.paint(painter, self._ghost, detail, option.exposedRect)
