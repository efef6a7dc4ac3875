"""Rivers, straits, blocked sides and ridges along the hexsides, and borders beside rivers."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QBrush, QLinearGradient, QPainter, QPainterPath, QPen

from maps.hexgrid import Hex, Side
from maps.legend import Layer
from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import (
    PITCH,
    XY,
    BoardShape,
    Key,
    hexes_about,
    side_keys,
    spokes,
)
from qtapp.painters.layers.strokes import flat_pen, round_pen, stroke_each, tapered
from qtapp.painters.looks import StrokeLook
from qtapp.painters.palette import colour

OPEN_WATER = 0.17
"""Hexsides drawn this wide, in hexes, are arms of the sea and of lakes, not rivers."""

TIP = 0.3
"""How wide water is at its source or head, as a share of its full width."""

SMALLER = 0.8
"""Water narrows to one that is less wide than this share of its own width, and to no other."""

MOUTHS_AT = 30.0
"""From so many pixels a hex the mouths of rivers open into the sea."""
FLARE = 1.7
"""How much wider a river is at its mouth."""

CLEAR = 0.035
"""Between a river and the border beside it, in hexes."""

MITRE = 1.0 / math.sin(math.radians(60.0))
"""How much farther a corner lies from a line beside hexsides than their middles do."""

Span: TypeAlias = tuple[float, float, float, float]
"""Two points of the paper: x, y, x, y."""

Head: TypeAlias = tuple[StrokeLook, float, list[XY]]
"""How water is drawn, the width it narrows to, in hexes, and its course to there."""


class HexsidePainter:
    """Draws everything that hangs on hexsides except the coastline, which belongs to the ground."""

    def __init__(self, shape: BoardShape) -> None:
        self._shape = shape
        self._owners = self._owning()
        self._narrow: dict[Side, dict[float, tuple[float | None, float | None]]] = {}
        self._ends: dict[Side, tuple[Hex | None, Hex | None]] = {}

    def _owning(self) -> set[Hex]:
        return {of.hex for of in self._shape.map.hexsides}

    def touch(self, hexes: Collection[Hex]) -> None:
        """Look again for features on the sides of some hexes, and for what flows on at the corners
        of these.
        """
        if len(hexes) > len(self._narrow):
            self._narrow.clear()
            self._ends.clear()
        else:
            for at in {near for one in hexes for near in (one, *one.neighbours())}:
                for of in (Side(at, 0), Side(at, 1), Side(at, 2)):
                    self._narrow.pop(of, None)
                    self._ends.pop(of, None)
        if len(hexes) > len(self._shape.map.hexsides):
            self._owners = self._owning()  # quicker than to add each
            return
        self._owners.update(hexes)

    def paint(self, painter: QPainter, exposed: QRectF, detail: Detail) -> None:
        """Draw the hexside features of the exposed part, in legend order."""
        groups = self._groups(exposed)
        waters: list[tuple[StrokeLook, list[QPainterPath]]] = []
        heads: list[Head] = []
        for kind, sides in groups.items():
            if look := self._water(kind):
                whole, narrowing = self._parted(look, sides)
                waters.append((look, self._shape.strings(whole)))
                heads += narrowing
        draw_rivers(painter, waters, detail, heads)
        self._mouths(painter, groups, detail)
        if detail.hex_px >= MOUTHS_AT:
            self._open_rivers(painter, groups, detail)
        for kind, sides in groups.items():
            look = self._look(kind)
            if look.style == "bar":
                draw_bars(painter, self._spans(sides), look, detail)
            elif look.style == "strait":
                ways = [
                    (*self._shape.centre(of.hexes[0]), *self._shape.centre(of.hexes[1]))
                    for of in sides
                ]
                draw_crossings(painter, ways, look, detail)
            elif look.style == "ridge":
                wide = detail.width(look.width * 0.6, 1.0)
                pen = round_pen(colour(look.stroke), wide)
                stroke_each(painter, self._shape.strings(sides), pen)
                draw_ticks(painter, self._spans(sides), look, detail)
            elif look.style == "line":
                pen = round_pen(colour(look.stroke), detail.width(look.width, 1.0))
                stroke_each(painter, self._shape.strings(sides), pen)

    def _parted(self, look: StrokeLook, sides: list[Side]) -> tuple[list[Side], list[Head]]:
        """Sides to draw at full width, and the courses where water narrows.

        It does towards a source, the head of an inlet, or a smaller water that goes on from there;
        a side that narrows to both of its corners does so from its middle.
        """
        whole: list[Side] = []
        heads: list[Head] = []
        for of in sides:
            first, last = self._tips(of, look.width)
            if first is None and last is None:
                whole.append(of)
                continue
            points = self._shape.side_points(of)
            if len(points) == 2:
                (ax, ay), (bx, by) = points
                points.insert(1, ((ax + bx) / 2, (ay + by) / 2))
            middle = len(points) // 2
            if last is not None:
                heads.append((look, last, points if first is None else points[middle:]))
            if first is not None:
                down = points if last is None else points[: middle + 1]
                heads.append((look, first, down[::-1]))
        return whole, heads

    def _tips(self, of: Side, wide: float) -> tuple[float | None, float | None]:
        """To which widths the water of a side narrows at its two corners."""
        by_width = self._narrow.setdefault(of, {})
        if wide not in by_width:
            first, last = side_keys(of)
            by_width[wide] = self._tip(first, of, wide), self._tip(last, of, wide)
        return by_width[wide]

    def _tip(self, key: Key, of: Side, wide: float) -> float | None:
        """To which width, in hexes, the water of a side narrows at a corner; None if not."""
        if any(self._shape.is_water(at) is not False for at in hexes_about(key)):
            return None
        sides = self._shape.map.hexsides
        others = (kind for _, way in spokes(key) if way != of for kind in sides.get(way, ()))
        on = max((look.width for kind in others if (look := self._water(kind))), default=TIP * wide)
        return on if on < SMALLER * wide else None

    def _mouths(self, painter: QPainter, groups: Mapping[str, list[Side]], detail: Detail) -> None:
        """Let arms of the sea and lakes flow into the water hexes at their ends."""
        shape = self._shape
        for kind, sides in groups.items():
            look = self._water(kind)
            if look is None or look.width < OPEN_WATER:
                continue
            path = QPainterPath()
            for key in {key for of in sides for key in side_keys(of)}:
                for at in hexes_about(key):
                    if shape.is_water(at):
                        node, (x, y) = shape.node(key), shape.centre(at)
                        path.moveTo(node.x, node.y)
                        path.lineTo(node.x + (x - node.x) * 0.3, node.y + (y - node.y) * 0.3)
            if not path.isEmpty():
                pen = round_pen(colour(look.stroke), detail.width(look.width, 1.0))
                stroke_each(painter, [path], pen)

    def _open_rivers(
        self, painter: QPainter, groups: Mapping[str, list[Side]], detail: Detail
    ) -> None:
        """Let rivers widen where they end at water hexes, and take on the colour of the shore."""
        for kind, sides in groups.items():
            look = self._water(kind)
            if look is None or look.width >= OPEN_WATER:
                continue
            wide = detail.width(look.width, 1.0)
            for of in sides:
                for end, into in enumerate(self._flowing(of)):
                    if into is None:
                        continue
                    points = self._ways_down(of)[end]
                    (ax, ay), (bx, by), (x, y) = points[0], points[-1], self._shape.centre(into)
                    out = bx + (x - bx) * 0.12, by + (y - by) * 0.12
                    shades = QLinearGradient(QPointF(ax, ay), QPointF(*out))
                    shades.setColorAt(0.0, colour(look.stroke))
                    shades.setColorAt(0.85, colour(self._shore(into)))
                    area = tapered([*points, out], wide, FLARE * wide)
                    painter.fillPath(area, QBrush(shades))

    def _ways_down(self, of: Side) -> tuple[list[XY], list[XY]]:
        """The last part of a side's course on the way to its first corner and to its second."""
        points = self._shape.side_points(of)
        few = max(2, len(points) * 2 // 5)
        return points[:few][::-1], points[-few:]

    def _flowing(self, of: Side) -> tuple[Hex | None, Hex | None]:
        """The water hexes that a river along a side ends at, at its two corners."""
        known = self._ends.get(of)
        if known is None:
            first, last = side_keys(of)
            known = self._ends[of] = self._flows_into(first, of), self._flows_into(last, of)
        return known

    def _flows_into(self, key: Key, of: Side) -> Hex | None:
        """The water hex that a river ends at, at a corner of its side; None where it goes on."""
        wet = next((at for at in hexes_about(key) if self._shape.is_water(at)), None)
        sides = self._shape.map.hexsides
        if wet is None or any(
            self._water(kind) for _, way in spokes(key) if way != of for kind in sides.get(way, ())
        ):
            return None
        return wet

    def _shore(self, at: Hex) -> str:
        """The colour of water beside land: that of the arms of the sea, or else of the hex."""
        legend = self._shape.map.legend
        arms = (self._water(one.id) for one in legend.of(Layer.HEXSIDE) if self._is_sea(one.id))
        found = next((arm for arm in arms if arm is not None and arm.width >= OPEN_WATER), None)
        return found.stroke if found else self._shape.terrain_look(self._shape.map.terrain[at]).fill

    def _spans(self, sides: list[Side]) -> list[Span]:
        """The ends of sides as they are drawn."""
        points = map(self._shape.side_points, sides)
        return [(*course[0], *course[-1]) for course in points]

    def _water(self, kind: str) -> StrokeLook | None:
        """How the water of a kind is drawn: a river's by its own look, a strait's like the sea."""
        look = self._look(kind)
        if look.style == "river":
            return look
        if look.style != "strait" or not self._is_sea(kind):
            return None
        arms = (one.id for one in self._shape.map.legend.of(Layer.HEXSIDE) if self._is_sea(one.id))
        looks = (self._look(arm) for arm in arms)
        return next((one for one in looks if one.style == "river"), None)

    def _is_sea(self, kind: str) -> bool:
        known = self._shape.map.legend.kinds.get((Layer.HEXSIDE, kind))
        return known is not None and known.look.get("sea") == "yes"

    def _look(self, kind: str) -> StrokeLook:
        return self._shape.stroke_look(Layer.HEXSIDE, kind)

    def _groups(self, exposed: QRectF) -> dict[str, list[Side]]:
        found: dict[str, list[Side]] = {}
        hexsides = self._shape.map.hexsides
        if not hexsides:
            return found
        grown = exposed.adjusted(-0.4 * PITCH, -0.4 * PITCH, 0.4 * PITCH, 0.4 * PITCH)
        for at in self._shape.cells_in(grown):
            if at in self._owners:
                for direction in range(3):
                    of = Side(at, direction)
                    for kind in hexsides.get(of, ()):
                        found.setdefault(kind, []).append(of)
        order = [kind.id for kind in self._shape.map.legend.of(Layer.HEXSIDE)]
        known = {kind: index for index, kind in enumerate(order)}
        return dict(sorted(found.items(), key=lambda item: (known.get(item[0], 99), item[0])))


def draw_rivers(
    painter: QPainter,
    rivers: Sequence[tuple[StrokeLook, list[QPainterPath]]],
    detail: Detail,
    heads: Sequence[Head] = (),
) -> None:
    """Draw rivers along paths: all banks first, so that they flow into each other."""
    if detail.hex_px >= 16:
        bank = detail.width(0.022, 0.9)
        for look, paths in rivers:
            if look.casing:
                wide = detail.width(look.width, 1.2) + bank
                stroke_each(painter, paths, round_pen(colour(look.casing), wide))
        for look, tip, points in heads:
            if look.casing:
                ends = detail.width(look.width, 1.2) + bank, detail.width(tip, 0.6) + bank
                painter.fillPath(tapered(points, *ends), colour(look.casing))
    for look, tip, points in heads:
        ends = detail.width(look.width, 1.0), detail.width(tip, 0.5)
        painter.fillPath(tapered(points, *ends), colour(look.stroke))
    for look, paths in rivers:
        wide = detail.width(look.width, 1.0)
        stroke_each(painter, paths, round_pen(colour(look.stroke), wide))


def draw_bars(painter: QPainter, spans: Iterable[Span], look: StrokeLook, detail: Detail) -> None:
    """A heavy bar along each span with short teeth: no passage."""
    path, teeth = QPainterPath(), QPainterPath()
    for ax, ay, bx, by in spans:
        path.moveTo(ax + (bx - ax) * 0.1, ay + (by - ay) * 0.1)
        path.lineTo(ax + (bx - ax) * 0.9, ay + (by - ay) * 0.9)
        nx, ny = _across(ax, ay, bx, by)
        for share in (0.2, 0.4, 0.6, 0.8):
            x, y = ax + (bx - ax) * share, ay + (by - ay) * share
            reach = PITCH * 0.075
            teeth.moveTo(x - nx * reach, y - ny * reach)
            teeth.lineTo(x + nx * reach, y + ny * reach)
    painter.strokePath(path, flat_pen(colour(look.stroke), detail.width(look.width * 0.7, 1.6)))
    if detail.hex_px >= 20:
        painter.strokePath(teeth, QPen(colour(look.stroke), detail.width(0.026, 1.0)))


def draw_crossings(
    painter: QPainter, ways: Iterable[Span], look: StrokeLook, detail: Detail
) -> None:
    """A double-headed arrow half way from hex centre to hex centre: a crossing."""
    path = QPainterPath()
    for ax, ay, bx, by in ways:
        mx, my = (ax + bx) / 2, (ay + by) / 2
        ux, uy = (bx - ax) / PITCH, (by - ay) / PITCH
        reach, barb = PITCH * 0.2, PITCH * 0.075
        for way in (-1, 1):
            tip = QPointF(mx + ux * reach * way, my + uy * reach * way)
            path.moveTo(mx, my)
            path.lineTo(tip)
            for turn in (-1, 1):
                path.moveTo(tip)
                path.lineTo(
                    tip.x() - ux * barb * way - uy * barb * turn * 0.8,
                    tip.y() - uy * barb * way + ux * barb * turn * 0.8,
                )
    painter.strokePath(path, round_pen(colour(look.stroke), detail.width(look.width * 0.7, 1.2)))


def draw_ticks(painter: QPainter, spans: Iterable[Span], look: StrokeLook, detail: Detail) -> None:
    """Ticks on one bank of each span."""
    ticks = QPainterPath()
    for ax, ay, bx, by in spans:
        nx, ny = _across(ax, ay, bx, by)
        for step in range(1, 8):
            x, y = ax + (bx - ax) * step / 8, ay + (by - ay) * step / 8
            ticks.moveTo(x, y)
            ticks.lineTo(x + nx * PITCH * 0.09, y + ny * PITCH * 0.09)
    painter.strokePath(ticks, QPen(colour(look.stroke), detail.width(0.022, 0.8)))


def _across(ax: float, ay: float, bx: float, by: float) -> tuple[float, float]:
    """The unit direction across a span."""
    long = math.hypot(bx - ax, by - ay) or 1.0
    return -(by - ay) / long, (bx - ax) / long


def river_width(shape: BoardShape, of: Side) -> float:
    """How wide the widest river on a hexside is drawn, in hexes; 0 for none, or for open water."""
    widest = 0.0
    for kind in shape.map.hexsides.get(of, ()):
        look = shape.stroke_look(Layer.HEXSIDE, kind)
        if look.style == "river":
            if look.width >= OPEN_WATER:
                return 0.0
            widest = max(widest, look.width)
    return widest


def kept_bank(owner: Mapping[Hex, str], of: Side) -> str:
    """On whose bank the border along a hexside runs: of two regions the first by name."""
    return min(name for at in of.hexes if (name := owner.get(at)) is not None)


def beside(shape: BoardShape, of: Side, is_bank: Callable[[Hex], bool], far: float) -> list[XY]:
    """The course of a hexside moved ``far`` hexes onto the bank where the hexes are of a region.

    Corners are moved along their middle line, so that the next hexside goes on from there.
    """
    points, (first, last) = shape.side_points(of), side_keys(of)
    ends = [_outward(shape, key, is_bank, far * MITRE) for key in (first, last)]
    dry = next(at for at in of.hexes if is_bank(at))
    across = _step(shape, of, dry, far)
    count = len(points) - 1
    steps = [ends[0], *[across] * (count - 1), ends[1]]
    return [(x + dx, y + dy) for (x, y), (dx, dy) in zip(points, steps, strict=True)]


def _step(shape: BoardShape, of: Side, dry: Hex, far: float) -> XY:
    """The way from a hexside to the middle of one of its hexes, so many hexes long."""
    (ax, ay), (bx, by) = (shape.centre(at) for at in of.hexes)
    way = 1.0 if dry == of.hexes[1] else -1.0
    long = math.hypot(bx - ax, by - ay) or 1.0
    return (bx - ax) / long * way * far * PITCH, (by - ay) / long * way * far * PITCH


def _outward(
    shape: BoardShape, key: tuple[int, int], is_bank: Callable[[Hex], bool], far: float
) -> XY:
    """The way from a corner into the hexes of a bank: toward the one, or away from the other."""
    about = hexes_about(key)
    dry = [at for at in about if is_bank(at)]
    node = shape.node(key)
    alone = dry[0] if len(dry) == 1 else next((at for at in about if at not in dry), about[0])
    x, y = shape.centre(alone)
    way = 1.0 if len(dry) == 1 else -1.0
    long = math.hypot(x - node.x, y - node.y) or 1.0
    return (x - node.x) / long * way * far * PITCH, (y - node.y) / long * way * far * PITCH
