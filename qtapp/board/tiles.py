"""Cached pictures of parts of the board, at the sizes the window zooms to.

A tile is a small square of the paper drawn at one *rung* (device pixels per hex). Ground tiles hold
the printed board; finished tiles add overlays and pieces. What changes is drawn again, nothing
else, and what looks again as it did a moment ago is taken from what was drawn then; while a tile is
not ready another rung's picture is in.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, pairwise

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from maps.hexgrid import Hex, line
from qtapp.board.tiling.grid import Tile, block_of, on_pixels, room_of, tiles_over, tiles_over_any
from qtapp.board.tiling.kept_ground import KeptGround, Look, kept_for
from qtapp.board.tiling.shelf import Shelf
from qtapp.painters.board import BoardPainter, Layers
from qtapp.painters.counters.stacks import ROOM, PiecePainter
from qtapp.painters.detail import Detail
from qtapp.painters.hashed import Hashed
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.overlays.arcs import ARCS, arc_rect
from qtapp.painters.overlays.names_over import letter_over, name_boxes
from qtapp.painters.overlays.overlays import (
    NOTHING,
    Arrow,
    OverlayPainter,
    Overlays,
    differences,
)
from qtapp.painters.overlays.ranges import Ground

MARGIN = 0.1
"""Hexes by which what is drawn in a hex may reach out of it."""
_MARGIN_PX = 2.0
"""Or device pixels, where hexes are small: no line is thinner than can be seen."""
_LATELY_BYTES = 32_000_000
"""How much is kept of what tiles looked like lately: a few windows full."""
_CELLS_KEPT = 1_000
"""Of how many tiles it is kept which cells lie near."""
_HEXES_KEPT = 10_000
"""Of how many hexes, at one rung each, it is kept which tiles they lie on."""

CLOCK = (
    time.thread_time if time.get_clock_info("thread_time").resolution <= 1e-4 else time.perf_counter
)
"""What a repaint takes its time by: where the processor is shared, to stop after a few tiles makes
more repaints of the same work. Some systems count the time of a thread in ticks too long for that.
"""


@dataclass(frozen=True, slots=True)
class _Cover:
    """What lies on a tile: places with pieces, overlays that stay when another unit is selected,
    and what tells one look of it from another; None where nothing does.
    """

    places: list[Hex | str]
    tint: _Tint
    look: Hashed | None


@dataclass(frozen=True, slots=True)
class _Tint:
    """The overlays on a tile that stay when another unit is selected, and what tells them from
    others.
    """

    overlays: Overlays
    look: Hashed


_BARE = _Cover([], _Tint(NOTHING, Hashed(NOTHING.content())), None)


class TileStore:
    """Draws and keeps the tiles of one board."""

    def __init__(self, board: BoardPainter, pieces: PiecePainter) -> None:
        self.board = board
        self.pieces = pieces
        self.layers = Layers()
        self.overlays: Overlays = NOTHING
        self.shows_pieces = True
        self._over = OverlayPainter(
            board.shape, lambda detail, part: name_boxes(self.board, self.layers, detail, part)
        )
        self._ground = Shelf[Tile]()
        self._kept: KeptGround | None = None
        self._finished = Shelf[Tile]()
        self._lately = Shelf[Hashable](_LATELY_BYTES)
        self._tinted = Shelf[Hashable](_LATELY_BYTES)
        self._stale: set[Tile] = set()
        self._rungs: set[int] = set()  # that tiles were drawn at
        self._cells_near = lru_cache(_CELLS_KEPT)(
            lambda tile: tuple(board.shape.cells_in(tile.rect, 2.0))
        )
        self._tiles_at = lru_cache(_HEXES_KEPT)(
            lambda rung, at: tuple(
                tiles_over(board.shape.hex_rect(at, max(MARGIN, _MARGIN_PX / rung)), rung)
            )
        )
        self._cells_on = lru_cache(_CELLS_KEPT)(
            lambda tile: tuple(board.shape.cells_in(tile.rect, ROOM))
        )
        self._prepared: dict[Tile, _Cover] = {}
        self._busy: frozenset[Hex] = frozenset()
        self._zoc: frozenset[Hex] = frozenset()
        self._tints: dict[Tile, _Tint] = {}
        self._ways: dict[Hex, list[tuple[Hex, ...]]] = {}
        self._arrows: list[tuple[QRectF, Arrow]] = []

    def ready(self, tile: Tile) -> QImage | None:
        """The finished tile when it is up to date."""
        return None if tile in self._stale else self._finished.get(tile)

    def any(self, tile: Tile) -> QImage | None:
        """The finished tile, up to date or not."""
        return self._finished.get(tile)

    def has_ground(self, tile: Tile) -> bool:
        """Whether the ground of a tile is drawn, so that it is soon finished."""
        return self._ground.get(tile) is not None

    def is_known(self, tile: Tile) -> bool:
        """Whether the ground of a tile need not be drawn: it is, or that of the same board was."""
        kept = self._kept_ground()
        return self.has_ground(tile) or (kept is not None and kept.has(self._look(tile)))

    def finish(self, tile: Tile) -> QImage:
        """Draw what is missing of a tile, and return it."""
        ground = self.lay_ground(tile)
        cover = self._prepared.pop(tile, None) or self._cover(tile)
        image: QImage | None = ground
        if cover.look is not None:
            image = self._lately.get(cover.look)
            if image is None:
                self._paint_covers([tile], [cover])
                image = self._lately.get(cover.look)
        assert image is not None, "it is the ground, kept, or drawn"
        self._finished.put(tile, image)
        self._stale.discard(tile)
        return image

    def prepare(self, tiles: Iterable[Tile]) -> Iterator[list[Tile]]:
        """Draw what lies on those of some tiles that are to be drawn again and have their ground,
        for :meth:`finish` to take; those beside each other in one go, so that what lies across
        their edges is drawn once. Each step draws some and names them.
        """
        stale = [tile for tile in tiles if self.ready(tile) is None and self.has_ground(tile)]
        covers = {tile: self._cover(tile) for tile in stale}
        self._prepared = dict(covers)
        known = [tile for tile, cover in covers.items() if self._is_known(cover)]
        if known:
            yield known
        for tile in known:
            del covers[tile]
        while covers:
            block = block_of(next(iter(covers)), covers)
            self._paint_covers(block, [covers.pop(tile) for tile in block])
            yield block

    def _is_known(self, cover: _Cover) -> bool:
        """Whether a tile looks as it did a moment ago, or as its ground does."""
        return cover.look is None or self._lately.get(cover.look) is not None

    def _cover(self, tile: Tile) -> _Cover:
        """What lies on a tile."""
        places: list[Hex | str] = []
        if self.shows_pieces:
            places = self.pieces.places_in(tile.rect, self._cells_on(tile))
        overlays, tint = self._near((tile,)), self._tint_of(tile)
        if not places and overlays is NOTHING and tint.overlays is NOTHING:
            return _BARE
        look = tile, tint.look, overlays.content(), self.pieces.content(places)
        return _Cover(places, tint, Hashed(look))

    def drawn(self, tile: Tile, until: float) -> QImage | None:
        """Draw what is missing of a tile; None where its ground took until after some time of the
        clock, and what lies on it is left for the next repaint.
        """
        if not self.has_ground(tile):
            self.lay_ground(tile)
            if CLOCK() > until:
                return None
        return self.finish(tile)

    def waiting_for_ground(self, tiles: Iterable[Tile]) -> set[Tile]:
        """The tiles without ground among some that are to be drawn again, when others need no more
        than what lies on theirs.
        """
        late = list(tiles)
        waiting = {tile for tile in late if not self.has_ground(tile)}
        return waiting if len(waiting) < len(late) else set()

    def lay_ground(self, tile: Tile) -> QImage:
        """Draw the ground of a tile if it is missing, and return it."""
        ground = self._ground.get(tile)
        if ground is None:
            ground = self._painted(tile)
            self._ground.put(tile, ground)
            self._rungs.add(tile.rung)
        return ground

    def _tinted_ground(self, tile: Tile, tint: _Tint) -> QImage:
        """The ground of a tile with the overlays that stay on it; kept, for others come and go."""
        ground = self.lay_ground(tile)
        if tint.overlays is NOTHING:
            return ground
        image = self._tinted.get((tile, tint.look))
        if image is None:
            image = QImage(ground)
            with self._begin(image, tile) as painter:
                detail = Detail.of(tile.rung, PITCH)
                self._over.paint_lasting(painter, tile.rect, detail, tint.overlays)
            self._tinted.put((tile, tint.look), image)
        return image

    def _paint_covers(self, block: Sequence[Tile], covers: Sequence[_Cover]) -> None:
        """Draw pieces and overlays over the ground of tiles near each other, and keep them."""
        first, last = room_of(block)
        px, rect, detail = first.px, first.rect.united(last.rect), Detail.of(first.rung, PITCH)
        places = list(dict.fromkeys(place for cover in covers for place in cover.places))
        overlays = self._near(block)
        corners = [QPoint(at.column - first.column, at.row - first.row) * px for at in block]
        if len(block) == 1:
            whole = QImage(self._tinted_ground(first, covers[0].tint))
        else:
            wide, high = last.column - first.column + 1, last.row - first.row + 1
            whole = QImage(wide * px, high * px, QImage.Format.Format_RGB32)
            with QPainter(whole) as painter:
                for tile, cover, corner in zip(block, covers, corners, strict=True):
                    tinted = self._tinted_ground(tile, cover.tint)
                    tinted.setDevicePixelRatio(1.0)
                    painter.drawImage(corner, tinted)
        with self._begin(whole, first) as painter:
            if overlays is not NOTHING:
                self._over.paint_chosen(painter, rect, detail, overlays)
            self.pieces.paint(painter, rect, detail, places)
            if overlays is not NOTHING:
                self._over.paint_over(painter, rect, detail, overlays)
            boxes = partial(self.pieces.boxes, places)
            shapes = partial(self._over.shapes, overlays)
            letter_over(painter, rect, detail, self.board, self.layers, boxes, shapes)
        for cover, corner in zip(covers, corners, strict=True):
            assert cover.look is not None, "something lies on each"
            alone = len(block) == 1
            image = whole if alone else whole.copy(QRect(corner, QSize(px, px)))
            self._lately.put(cover.look, image)

    @contextmanager
    def _begin(self, image: QImage, tile: Tile) -> Iterator[QPainter]:
        """A painter on a tile in paper units; it is ended whatever happens."""
        image.setDevicePixelRatio(1.0)
        painter = QPainter(image)
        try:
            scale = tile.rung / PITCH
            painter.scale(scale, scale)
            painter.translate(-tile.rect.topLeft())
            yield painter
        finally:
            painter.end()

    def _painted(self, tile: Tile) -> QImage:
        look, kept = self._look(tile), self._kept_ground()
        image = kept.get(look) if kept is not None else None
        if image is None:
            image = QImage(tile.px, tile.px, QImage.Format.Format_RGB32)
            with self._begin(image, tile) as painter:
                self.board.paint(painter, tile.rect, Detail.of(tile.rung, PITCH), self.layers)
            if kept is not None:
                kept.put(look, image)
        return image

    def _look(self, tile: Tile) -> Look:
        """What the ground of a tile depends on, its board aside."""
        return tile, self.layers, self.board.places.spares_counters

    def _kept_ground(self) -> KeptGround | None:
        """The tiles that stores of the same board share; None once it is edited or shows scans."""
        if self.board.is_edited or self.board.skin is not None:
            return None
        if self._kept is None:
            self._kept = kept_for(self.board)
        return self._kept

    def _tint_of(self, tile: Tile) -> _Tint:
        """The overlays that may show on a tile and stay when another unit is selected."""
        lasting = self.overlays.lasting
        if lasting is NOTHING:
            return _BARE.tint
        if tile not in self._tints:
            if len(self._tints) >= _CELLS_KEPT:
                self._tints.clear()
            cells = self._cells_near(tile)
            near = frozenset(cells)
            held, marks, ranges = lasting.held, lasting.marks, lasting.ranges
            found = Overlays(
                held={at: held[at] for at in cells if at in held},
                marks={at: marks[at] for at in cells if at in marks},
                ranges=tuple(Ground(own.kind, own.hexes & near) for own in ranges),
                zoc=tuple(at for at in cells if at in self._zoc),
            )
            self._tints[tile] = _Tint(found.lasting, Hashed(found.content()))
        return self._tints[tile]

    def _near(self, block: Sequence[Tile]) -> Overlays:
        """The overlays of the selection that may show on tiles near each other."""
        if self.overlays is NOTHING:
            return NOTHING
        arrows: tuple[Arrow, ...] = ()
        if self._arrows:
            first, last = room_of(block)
            rect = first.rect.united(last.rect)
            arrows = tuple(arrow for area, arrow in self._arrows if area.intersects(rect))
        around: Iterable[Hex] = self._cells_near(block[0])
        if len(block) > 1:
            around = dict.fromkeys(chain.from_iterable(map(self._cells_near, block)))
        busy, ways = self._busy, self._ways
        cells = list(filter(busy.__contains__, around))
        traces: dict[tuple[Hex, ...], None] = {}
        if ways:
            traces = dict.fromkeys(way for at in around for way in ways.get(at, ()))
        if not (cells or traces or arrows):
            return NOTHING
        near = frozenset(cells)
        what = self.overlays
        return Overlays(
            selected=tuple(at for at in what.selected if at in near),
            reach={at: what.reach[at] for at in cells if at in what.reach},
            targets=tuple(at for at in what.targets if at in near),
            supply=tuple(way for way in traces if way != what.path),
            path=what.path if what.path in traces else (),
            arrows=arrows,
            objections=tuple(at for at in what.objections if at in near),
        )

    def set_overlays(self, overlays: Overlays) -> list[QRectF]:
        """Lay other overlays over the board; the parts of the paper that look otherwise with them,
        and are drawn again where they show.
        """
        other = differences(self.overlays, overlays)
        if overlays.lasting != self.overlays.lasting:
            self._tints.clear()
            self._zoc = frozenset(overlays.zoc)
        self.overlays = overlays
        self._busy = frozenset(
            (*overlays.selected, *overlays.reach, *overlays.targets, *overlays.objections)
        )
        self._ways = {}
        for way in dict.fromkeys((*overlays.supply, overlays.path)):  # many use the same railroad
            for at in {at for step in pairwise(way) for at in line(*step)}:
                self._ways.setdefault(at, []).append(way)
        self._arrows = [(self._under(arrow), arrow) for arrow in overlays.arrows]
        rects = [self._around(step) for way in other.ways for step in pairwise(way)]
        rects += [self._under(arrow) for arrow in other.arrows]
        self.restale(rects)
        for rung in self._rungs:
            over = map(partial(self._tiles_at, rung), other.hexes)
            self._stale.update(filter(self._finished.has, set().union(*over)))
        return [*rects, self._around(other.hexes)]

    def _under(self, arrow: Arrow) -> QRectF:
        rect = self._around(arrow.hexes)
        if arrow.tone in ARCS:
            centre = self.board.shape.centre
            start, end = QPointF(*centre(arrow.hexes[0])), QPointF(*centre(arrow.hexes[-1]))
            rect = rect.united(arc_rect(start, end))
        return rect

    def _around(self, hexes: Collection[Hex]) -> QRectF:
        """Around all that pieces and overlays of some hexes cover; empty for none."""
        if not hexes:
            return QRectF()
        shape = self.board.shape
        xs, ys = zip(*map(shape.centre, hexes), strict=True)
        grow = shape.radius + MARGIN * PITCH
        corner = QPointF(min(xs) - grow, min(ys) - grow)
        return QRectF(corner, QPointF(max(xs) + grow, max(ys) + grow))

    def restale(self, rects: Iterable[QRectF]) -> None:
        """Draw pieces and overlays again where some parts of the paper show."""
        self._prepared.clear()
        self._stale.update(self._among(self._finished, rects))

    def faces_changed(self) -> None:
        """Counters look otherwise than they did: draw them again from now on."""
        self._prepared.clear()
        self._lately.clear()

    def _among(self, shelf: Shelf[Tile], rects: Iterable[QRectF]) -> set[Tile]:
        parts = list(rects)
        over = (tile for rung in self._rungs for tile in tiles_over_any(parts, rung))
        return set(filter(shelf.has, over))

    def repaint(self, rect: QRectF, rung: int) -> None:
        """Draw the ground of a part of the paper again: now at one rung, at need at the others."""
        self._lately.clear()
        self._tinted.clear()
        mine: list[tuple[Tile, QImage]] = []
        for tile in sorted(self._among(self._ground, [rect])):
            image = self._ground.get(tile)
            if tile.rung == rung and image is not None:
                mine.append((tile, image))
            else:
                self._ground.drop(tile)
        if mine:
            patch, spot = self._patch(rect, rung)
            for tile, image in mine:
                # A finished tile without pieces shares its picture with the ground.
                image = QImage(image) if self._finished.get(tile) is image else image
                corner = QPoint(tile.column * tile.px, tile.row * tile.px)
                image.setDevicePixelRatio(1.0)
                with QPainter(image) as painter:
                    painter.drawImage(spot - corner, patch)
                self._ground.put(tile, image)
        self.restale([rect])

    def spoil(self, rects: Iterable[QRectF]) -> None:
        """Draw some parts of the paper again when their turn comes, showing the old until then."""
        self._lately.clear()
        self._tinted.clear()
        for tile in self._among(self._ground, rects):
            self._ground.drop(tile)
        self.restale(rects)

    def _patch(self, rect: QRectF, rung: int) -> tuple[QImage, QPoint]:
        """A part of the ground at a rung, and its corner in pixels from the paper's origin."""
        pixels = on_pixels(rect, rung)
        patch = QImage(pixels.size(), QImage.Format.Format_RGB32)
        shrink = PITCH / rung
        exposed = QRectF(
            pixels.x() * shrink,
            pixels.y() * shrink,
            pixels.width() * shrink,
            pixels.height() * shrink,
        )
        with QPainter(patch) as painter:
            painter.scale(1 / shrink, 1 / shrink)
            painter.translate(-exposed.topLeft())
            self.board.paint(painter, exposed, Detail.of(rung, PITCH), self.layers)
        return patch, pixels.topLeft()

    def clear(self) -> None:
        """Forget every tile."""
        self._ground.clear()
        self._finished.clear()
        self._prepared.clear()
        self._lately.clear()
        self._tinted.clear()
        self._stale.clear()

    def forget_ground(self) -> None:
        """Draw everything again, showing the old until then."""
        self._ground.clear()
        self._prepared.clear()
        self._lately.clear()
        self._tinted.clear()
        self._stale.update(self._finished.whole())
