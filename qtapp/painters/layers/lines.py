"""Roads and railways: smooth lines through hex centres."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from maps.hexgrid import DIRECTIONS, Hex, Link, link
from maps.legend import Layer
from qtapp.painters.detail import Detail
from qtapp.painters.layers.names.spots import greatness, spots_of
from qtapp.painters.layers.noise import signed
from qtapp.painters.layers.shape import PITCH, XY, BoardShape
from qtapp.painters.layers.strokes import flat_pen, round_pen, stroke_each
from qtapp.painters.looks import StrokeLook
from qtapp.painters.palette import colour


class LinePainter:
    """Draws the lines that join hex centres, each hex its own half of every link."""

    def __init__(self, shape: BoardShape) -> None:
        self._shape = shape
        self._settled: dict[Hex, XY] = {}
        self._pieces: dict[Hex, dict[str, QPainterPath]] = {}
        self._lined: set[Hex] = set()
        self.places_changed()

    def places_changed(self) -> None:
        """Read again which hexes have places; lines pass exactly through the greatest of each."""
        self._settled = self._towns()
        self._pieces.clear()
        self._lined = {at for of in self._shape.map.lines for at in of}

    def _towns(self) -> dict[Hex, XY]:
        """Where the greatest place of each hex that has any stands."""
        shape, places = self._shape, self._shape.map.places.values()
        found = {place.hex: shape.centre(place.hex) for place in places}
        beside = {place.hex for place in places if place.offset is not None}
        here = sorted(
            (place for place in places if place.hex in beside),
            key=lambda place: greatness(shape, place),
            reverse=True,
        )
        spots = spots_of(shape, here)
        found.update((place.hex, spots[place.id]) for place in here)
        return found

    def paint(self, painter: QPainter, exposed: QRectF, detail: Detail) -> None:
        """Draw the lines of the exposed part: all casings first, so that crossings stay open."""
        look = self._shape.stroke_look
        draw_lines(
            painter,
            [(look(Layer.LINE, kind), paths) for kind, paths in self._found(exposed).items()],
            detail,
        )

    def _found(self, exposed: QRectF) -> dict[str, list[QPainterPath]]:
        lines = self._shape.map.lines
        found: dict[str, list[QPainterPath]] = {}
        if not lines:
            return found
        for at in self._shape.hexes_in(exposed):
            if at not in self._lined:
                continue
            pieces = self._pieces.get(at)
            if pieces is None:
                pieces = self._pieces[at] = self._through_hex(at)
            for kind, piece in pieces.items():
                found.setdefault(kind, []).append(piece)
        order = [kind.id for kind in self._shape.map.legend.of(Layer.LINE)]
        known = {kind: index for index, kind in enumerate(order)}
        return dict(sorted(found.items(), key=lambda item: (known.get(item[0], 99), item[0])))

    def _through_hex(self, at: Hex) -> dict[str, QPainterPath]:
        """The lines of one hex, from its knot to the middle of each side they cross."""
        arms: dict[str, list[int]] = {}
        lines = self._shape.map.lines
        for direction, near in enumerate(at.neighbours()):
            for kind in sorted(lines.get(Link(at, near) if at < near else Link(near, at), ())):
                arms.setdefault(kind, []).append(direction)
        pieces: dict[str, QPainterPath] = {}
        off = self._off_board(at, arms.values())
        for kind, directions in arms.items():
            pieces[kind] = QPainterPath()
            directions += off
            self._through(pieces[kind], at, directions)
        return pieces

    def _off_board(self, at: Hex, arms: Collection[Sequence[int]]) -> list[int]:
        """Where the only line of a hex goes on over the edge of the board; empty if nowhere.

        A line that ends at the edge in a hex without a place runs off, as straight on as it can.
        """
        met = {arm for held in arms for arm in held}
        if at in self._settled or len(met) != 1:
            return []
        ahead = min(met) + 3
        land = self._shape.map.terrain
        ways = (ahead % 6, (ahead + 1) % 6, (ahead - 1) % 6)
        return [way for way in ways if at.neighbour(way) not in land][:1]

    def touch(self, hexes: Collection[Hex]) -> None:
        """Look again where lines run in some hexes."""
        if len(hexes) > len(self._pieces) + len(self._shape.map.lines):
            self.places_changed()  # quicker than to look for each
            return
        self._lined.update(hexes)
        for at in hexes:
            self._pieces.pop(at, None)

    def middle(self, of: Link) -> XY:
        """Where a line crosses from hex to hex: the middle of the side, a little astray."""
        (ax, ay), (bx, by) = self._shape.centre(of.a), self._shape.centre(of.b)
        astray = 0.09 * signed(of.a.q * 7 + of.b.q, of.a.r * 7 + of.b.r, 31)
        return (ax + bx) / 2 - (by - ay) * astray, (ay + by) / 2 + (bx - ax) * astray

    def knot(self, at: Hex) -> XY:
        """Where the lines of a hex meet: its greatest place, or a little astray from its centre."""
        town = self._settled.get(at)
        if town is not None:
            return town
        x, y = self._shape.centre(at)
        astray = 0.085 * PITCH
        return x + astray * signed(at.q, at.r, 33), y + astray * signed(at.q, at.r, 34)

    def _through(self, path: QPainterPath, at: Hex, arms: list[int]) -> None:
        cx, cy = self.knot(at)
        ends = {arm: self.middle(link(at, at.neighbour(arm))) for arm in arms}
        if len(arms) == 2 and (arms[1] - arms[0]) % 6 in (1, 5) and at not in self._settled:
            self._bend(path, ends)
            return
        for first, second in _pairs(arms):
            ax, ay = ends[first]
            if second is None:
                tx, ty = self._leaving(first)
                long = math.hypot(ax - cx, ay - cy)
                path.moveTo(cx, cy)
                path.cubicTo(
                    cx + (ax - cx) / 3, cy + (ay - cy) / 3,
                    ax - tx * long / 3, ay - ty * long / 3, ax, ay,
                )  # fmt: skip
                continue
            bx, by = ends[second]
            whole = math.hypot(bx - ax, by - ay) or 1.0
            ux, uy = (bx - ax) / whole, (by - ay) / whole
            one, two = math.hypot(cx - ax, cy - ay) / 2.6, math.hypot(bx - cx, by - cy) / 2.6
            fx, fy = self._leaving(first)
            sx, sy = self._leaving(second)
            path.moveTo(ax, ay)
            path.cubicTo(ax - fx * one, ay - fy * one, cx - ux * one, cy - uy * one, cx, cy)
            path.cubicTo(cx + ux * two, cy + uy * two, bx - sx * two, by - sy * two, bx, by)

    def _bend(self, path: QPainterPath, ends: Mapping[int, XY]) -> None:
        """A line that leaves a hex over the side next to where it came in turns in a wide bend."""
        (first, (ax, ay)), (second, (bx, by)) = ends.items()
        (fx, fy), (sx, sy) = self._leaving(first), self._leaving(second)
        deep = 0.46 * PITCH
        path.moveTo(ax, ay)
        path.cubicTo(ax - fx * deep, ay - fy * deep, bx - sx * deep, by - sy * deep, bx, by)

    def _leaving(self, direction: int) -> XY:
        dx, dy = self._shape.centre(DIRECTIONS[direction])
        return dx / PITCH, dy / PITCH


def draw_lines(
    painter: QPainter, lines: Sequence[tuple[StrokeLook, list[QPainterPath]]], detail: Detail
) -> None:
    """Draw lines along paths, kind by kind: all casings first, so that crossings stay open."""
    is_cased = detail.hex_px >= 22
    for look, paths in lines:
        if look.style == "road" and look.casing and is_cased:
            wide = detail.width(look.width, 1.2) + 2 * detail.width(0.013, 0.7, 2.0)
            stroke_each(painter, paths, round_pen(colour(look.casing), wide))
    for look, paths in lines:
        if look.style == "road":
            bare = look.casing if look.casing and not is_cased else look.stroke
            wide = detail.width(look.width if is_cased else 0.035, 1.0)
            stroke_each(painter, paths, round_pen(colour(bare), wide))
        elif look.style == "rail":
            _rail(painter, paths, look, detail)
        elif look.style == "track":
            pen = flat_pen(colour(look.stroke), detail.width(look.width, 0.9))
            pen.setDashPattern([4.0, 3.0])
            stroke_each(painter, paths, pen)


def _rail(painter: QPainter, paths: list[QPainterPath], look: StrokeLook, detail: Detail) -> None:
    """A line with ticks; with a casing, a band of that colour between two rails."""
    wide = detail.width(look.width, 0.9)
    if detail.hex_px >= 20:
        tall = detail.width(0.066 + 1.15 * look.width, 2.5)
        pen = flat_pen(colour(look.stroke), tall)
        pen.setDashPattern([detail.width(0.02, 0.8) / tall, 0.115 * PITCH / tall])
        pen.setJoinStyle(Qt.PenJoinStyle.BevelJoin)  # a round join would be a blot on the line
        stroke_each(painter, paths, pen)
    stroke_each(painter, paths, round_pen(colour(look.stroke), wide))
    if look.casing and detail.hex_px >= 30:
        stroke_each(painter, paths, round_pen(colour(look.casing), wide * 0.45))


def _pairs(arms: list[int]) -> list[tuple[int, int | None]]:
    """The straightest pairs of directions first; an odd one out is alone."""
    left = list(arms)
    pairs: list[tuple[int, int | None]] = []
    for turn in (3, 2, 4):
        for arm in arms:
            other = (arm + turn) % 6
            if arm in left and other in left:
                left.remove(arm)
                left.remove(other)
                pairs.append((arm, other))
    pairs.extend((arm, None) for arm in left)
    return pairs
