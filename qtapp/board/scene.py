"""The scene: the board as cached tiles, and the light things over it that change from moment to
moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPolygonF
from PySide6.QtWidgets import QGraphicsScene

from engine.core.view.display import CounterView, MarkerView
from maps.hexgrid import Hex, Link, Side
from maps.model import GameMap
from oob.model import OrderOfBattle
from qtapp.board.items.fan import Fan
from qtapp.board.items.ghost import GhostItem
from qtapp.board.items.ground import GroundItem
from qtapp.board.items.live import LiveItem
from qtapp.board.items.shown import ShownBoard, merged
from qtapp.board.tiles import MARGIN, TileStore
from qtapp.board.tiling.grid import Tile
from qtapp.painters.board import BoardPainter, Layers
from qtapp.painters.counters.stacks import PiecePainter, Stacks
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.overlays.overlays import NOTHING, Overlays
from qtapp.painters.schemes import SHEET, Scheme
from qtapp.painters.skin import Skin

MUCH = 5_000
"""Hexes: when more than these change, the whole board shows in flat tints, then is drawn again."""

AT_ONCE = 18.0
"""How much of the paper an edit draws again at once, in squares of a hex's pitch."""

ABREAST = 8
"""At most so many tiles beside each other are painted in one go once the window is idle."""


class BoardScene(ShownBoard):
    """A board with the pieces on it, in paper units (:data:`~qtapp.painters.layers.shape.PITCH`).
    ``begun`` follows when the first of a board was painted.
    """

    begun = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._shows_pieces, self._scheme = True, SHEET
        self.ground = GroundItem(self)
        self.live = LiveItem(self)
        self.ghost = GhostItem(self)
        self.addItem(self.ground)
        self.addItem(self.live)
        self.addItem(self.ghost)
        self._late: dict[Tile, None] = {}
        self._torn: list[Tile] = []
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._draw_late)

    def set_board(self, of: GameMap) -> None:
        """Show a board; pieces, overlays and scans are taken off."""
        self.board, self.is_begun = BoardPainter(of, self._scheme), False
        self.stacks = Stacks(self.board.shape, self.board.boxes)
        self.tiles = TileStore(self.board, PiecePainter(self.stacks, self.counters))
        self._dress_tiles()
        self.overlays = NOTHING
        self.live.board_changed()
        self.ghost.board_changed()
        self.ground.board_changed()
        self._fit_sheet()
        self.update()

    def _fit_sheet(self) -> None:
        """Let one look around all of the sheet, and a little beyond."""
        assert self.board is not None, "there is a sheet where there is a board"
        sheet = self.board.frame.sheet
        self.setSceneRect(sheet.adjusted(-8 * PITCH, -8 * PITCH, 8 * PITCH, 8 * PITCH))

    @property
    def map(self) -> GameMap | None:
        """The board that is shown."""
        return self.board.shape.map if self.board is not None else None

    def set_layers(self, layers: Layers, shows_pieces: bool = True) -> None:
        """Choose how strongly each layer shows, and whether pieces do."""
        if (layers, shows_pieces) != (self.layers, self._shows_pieces):
            self.layers, self._shows_pieces = layers, shows_pieces
            self._dress_tiles()

    def set_skin(self, skin: Skin | None) -> None:
        """Show scans in place of the drawn map, until another board is set; None for the map."""
        if self.board is not None and skin is not self.board.skin:
            self.board.skin = skin
            self._dress_tiles()

    @property
    def skin(self) -> Skin | None:
        """The scans that show in place of the drawn map."""
        return self.board.skin if self.board is not None else None

    def show_pieces(self, shows: bool) -> None:
        """Show counters and markers, or the bare board."""
        self.set_layers(self.layers, shows)

    def wear(self, scheme: Scheme) -> None:
        """Colour the board in a scheme."""
        if scheme is not self._scheme:
            self._scheme = scheme
            if self.board is not None and self.tiles is not None:
                if not self.ground.hold(self.tiles, self._seen()):
                    self.tiles.clear()
                self.board.wear(scheme)
                self.ground.board_changed()
            self._dress_tiles()

    def _dress_tiles(self) -> None:
        if self.tiles is not None:
            self.tiles.layers = self.layers
            self.tiles.shows_pieces = self._shows_pieces
            self.tiles.forget_ground()
            self.ground.update()

    def set_counters(
        self, views: Sequence[CounterView], oob: OrderOfBattle | None, *, edited: bool = True
    ) -> None:
        """Show counters (from the bottom of each stack to its top); only places that differ are
        redrawn. Faces stay as they were worked out unless the units may have been ``edited``.
        """
        if self.stacks is None or self.tiles is None:
            return
        is_other = oob is not self.counters.oob
        if is_other or edited:
            self.counters.oob = oob
            self.tiles.faces_changed()
        before = self.stacks.counters if is_other else {}
        changed = self.stacks.set_counters(views)
        after = self.stacks.counters
        if is_other:
            changed = list(dict.fromkeys((*before, *after)))
        if self.board is not None and self.board.places.spare_counters(bool(after)):
            self.tiles.forget_ground()
            self.ground.update()
        self._pieces_changed(changed)

    def set_markers(self, views: Sequence[MarkerView]) -> None:
        """Show markers."""
        if self.stacks is None:
            return
        self._pieces_changed(self.stacks.set_markers(views))

    def _pieces_changed(self, places: Iterable[Hex | str]) -> None:
        assert self.tiles is not None and self.board is not None
        rects = []
        for place in places:
            if isinstance(place, str):
                box = self.board.shape.map.boxes.get(place)
                if box is not None:
                    rects.append(self.board.boxes.rect(box))
            else:
                rects.append(self.board.shape.hex_rect(place, MARGIN))
        self.tiles.restale(rects)
        self.live.pieces_changed()
        self._repaint(rects)

    def set_overlays(self, overlays: Overlays) -> None:
        """Lay overlays over the board."""
        if self.tiles is None or overlays == self.overlays:
            return
        self.overlays = overlays
        self._repaint(self.tiles.set_overlays(overlays))

    def _repaint(self, rects: Iterable[QRectF]) -> None:
        """Ask once for what is around some parts of the paper: the window repaints that anyway."""
        around = QRectF()
        for rect in rects:
            around |= rect
        if not around.isEmpty():
            self.ground.update(around)

    def touch(
        self,
        hexes: Iterable[Hex] = (),
        sides: Iterable[Side] = (),
        links: Iterable[Link] = (),
        places: bool = False,
        regions: bool = False,
        legend: bool = False,
    ) -> None:
        """Draw again what an edit changed: terrain of hexes, sides, links; or all places, regions,
        looks.

        When hexes were added to the board or taken off it, call :meth:`set_board` instead.
        """
        if self.board is None or self.tiles is None:
            return
        sheet = self.board.frame.sheet
        near = {*hexes}
        for side in sides:
            near.update(side.hexes)
        inked = {at for link in links for at in link}
        self.board.lines.touch(sorted(inked))
        if legend:
            self.board.legend_changed()
        if places:
            self.board.places_changed()
        if regions:
            self.board.regions_changed()
        if self.board.frame.sheet != sheet:
            for item in (self.live, self.ghost, self.ground):
                item.prepareGeometryChange()
            self._fit_sheet()
        if legend or places or regions:
            self.board.touch(near)
            self.tiles.forget_ground()
            self.ground.update()
            return
        if len(near) > MUCH:
            self.board.touch(near)
            self.tiles.clear()
            self.ground.board_changed()
            self.ground.update()
            return
        self.board.touch(sorted(near))
        shape = self.board.shape
        rects = [shape.hex_rect(at, 1.05) for at in sorted(near)]
        rects += [shape.hex_rect(at, 0.2) for at in sorted(inked - near)]
        self._redraw(merged(rects), shape.map, sorted(hexes))

    def _redraw(self, rects: list[QRectF], board: GameMap, painted: list[Hex]) -> None:
        """Draw little at once; much in flat tints, and properly as time allows."""
        assert self.tiles is not None and self.board is not None
        if sum(rect.width() * rect.height() for rect in rects) < AT_ONCE * PITCH * PITCH:
            for rect in rects:
                self.tiles.repaint(rect, self.ground.rung)
                self.ground.update(rect)
            return
        self.tiles.spoil(rects)
        self.ground.is_hasty = True
        look = self.board.shape.terrain_look
        self.ghost.hold({at: look(board.terrain[at]).fill for at in painted if at in board})
        for rect in rects:
            self.ground.update(rect)

    def hex_at(self, spot: QPointF) -> Hex | None:
        """The hex of the board at a point of the paper."""
        if self.board is None or self.box_at(spot) is not None:
            return None
        at = self.board.shape.hex_at(spot.x(), spot.y())
        return at if at in self.board.shape.map.terrain else None

    def hexes_in(self, around: QPolygonF) -> tuple[Hex, ...]:
        """The hexes of the board whose centres a closed line of the paper goes around."""
        if self.board is None:
            return ()
        shape, fill = self.board.shape, Qt.FillRule.OddEvenFill
        near = around.boundingRect()
        centres = ((at, QPointF(*shape.centre(at))) for at in shape.map.terrain)
        return tuple(
            at for at, spot in centres if near.contains(spot) and around.containsPoint(spot, fill)
        )

    def box_at(self, spot: QPointF) -> str | None:
        """The id of the box at a point of the paper."""
        if self.board is None:
            return None
        box = self.board.boxes.box_at(spot)
        return None if box is None else box.id

    def counters_at(self, spot: QPointF) -> list[CounterView]:
        """The counters at a point, topmost first: of the open fan, a stack, or a box."""
        if self.stacks is None or self.board is None:
            return []
        fan = self.live.fan
        if fan is not None:
            hit = fan.at(spot)
            if hit is not None:
                return [hit]
        box = self.box_at(spot)
        place: Hex | str | None = box if box is not None else self.hex_at(spot)
        if place is None:
            return []
        spots = self.stacks.spots(place)
        hit_any = [s.view for s in reversed(spots) if s.box.contains(spot)]
        return [view for view in hit_any if isinstance(view, CounterView)]

    def spread(self, at: Hex | None) -> Fan | None:
        """Spread the stack of a hex so that each counter can be clicked; None closes the fan."""
        return self.live.spread(at)

    @property
    def is_refining(self) -> bool:
        """True while tiles are still to be drawn."""
        return bool(self._late or self._torn)

    @property
    def is_drawing(self) -> bool:
        """True while the next tiles that are late are about to be painted."""
        return self._again.isActive()

    def painted(self, drawn: Iterable[Tile], late: Iterable[Tile], exposed: QRectF) -> None:
        """A part of the board was painted: some of its tiles as they are, others are still to be
        drawn, which goes on as soon as the window is idle. A tile that came ready while part of
        it was painted is painted once more: its stand-in is around that part.
        """
        if not self.is_begun:
            self.is_begun = True
            self.begun.emit()
        paper = self.ground.boundingRect()
        for tile in drawn if self._late else ():
            if tile in self._late and not exposed.contains(tile.rect.intersected(paper)):
                self._torn.append(tile)
            self._late.pop(tile, None)
        self._late.update(dict.fromkeys(late))
        if not self.is_refining:
            self.ground.release()
            self.ghost.settle(exposed.united(self._seen()))
        elif not self._again.isActive():
            self._again.start(0)

    def _draw_late(self) -> None:
        """Paint the next few tiles that are late; what no longer shows is drawn when it does."""
        for tile in self._torn:
            self.ground.update(tile.rect)
        self._torn.clear()
        seen = self._seen()
        self._late = {
            tile: None
            for tile in self._late
            if tile.rung == self.ground.rung and tile.rect.intersects(seen)
        }
        first = next(iter(self._late), None)
        for tile in self._late:
            if first is not None and tile.row == first.row and tile.column - first.column < ABREAST:
                self.ground.update(tile.rect)

    def _seen(self) -> QRectF:
        """The part of the paper that the window shows."""
        rect = QRectF()
        for view in self.views():
            rect = rect.united(view.mapToScene(view.viewport().rect()).boundingRect())
        return rect.intersected(self.ground.boundingRect())
