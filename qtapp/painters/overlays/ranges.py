"""How far things reach that do not march, laid over the board: each purpose with an ink, a hatch
and a rim of its own, so that none depends on its colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QPixmap, QTransform

from engine.core.view.ranges import RangeKind
from maps.hexgrid import Hex
from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import BoardShape
from qtapp.painters.overlays.outlines import outline
from qtapp.painters.palette import colour

INSET = 0.09
"""How far inside its hexes the rim of each further range lies, so that all rims show."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The hexes of one range, and what it is for."""

    kind: RangeKind
    hexes: frozenset[Hex]


@dataclass(frozen=True, slots=True)
class RangeLook:
    """The ink (``#rrggbb``), hatch and dashes of one kind of range; no dashes for a full line."""

    ink: str
    hatch: Qt.BrushStyle
    dashes: tuple[float, ...] = ()


LOOKS: Mapping[RangeKind, RangeLook] = {
    RangeKind.AIR: RangeLook("#0060a8", Qt.BrushStyle.FDiagPattern),
    RangeKind.NAVAL: RangeLook("#1b2f6b", Qt.BrushStyle.HorPattern),
    RangeKind.LANDING: RangeLook("#00695c", Qt.BrushStyle.VerPattern),
    RangeKind.AIRDROP: RangeLook("#9c2f66", Qt.BrushStyle.DiagCrossPattern),
    RangeKind.LIFT: RangeLook("#7a4b00", Qt.BrushStyle.Dense6Pattern, (5, 2)),
    RangeKind.RAID: RangeLook("#8f1d1d", Qt.BrushStyle.CrossPattern, (3, 2)),
    RangeKind.PATROL: RangeLook("#3c4650", Qt.BrushStyle.NoBrush, (1.5, 1.8)),
}
"""The look of each kind; those without a hatch show by their rim alone."""


def paint_ranges(
    painter: QPainter,
    shape: BoardShape,
    near: QRectF,
    grounds: Sequence[Ground],
    detail: Detail,
) -> None:
    """Draw ranges over the paper, the first outermost."""
    for depth, ground in enumerate(grounds):
        hexes = [at for at in ground.hexes if near.contains(QPointF(*shape.centre(at)))]
        if hexes:
            look = LOOKS[ground.kind]
            _tint(painter, shape, hexes, look, detail)
            _rim(painter, shape, hexes, ground, 1.0 - INSET * (depth + 0.4), detail)


def _tint(
    painter: QPainter, shape: BoardShape, hexes: list[Hex], look: RangeLook, detail: Detail
) -> None:
    path = outline(shape, hexes)
    painter.fillPath(path, colour(look.ink, 0.07))
    if look.hatch is not Qt.BrushStyle.NoBrush and detail.hex_px >= 12:
        brush = QBrush(colour(look.ink, 0.30), look.hatch)
        brush.setTransform(QTransform.fromScale(1 / detail.scale, 1 / detail.scale))
        painter.fillPath(path, brush)


def _rim(
    painter: QPainter,
    shape: BoardShape,
    hexes: list[Hex],
    ground: Ground,
    share: float,
    detail: Detail,
) -> None:
    path = QPainterPath()
    for at in hexes:
        centre = QPointF(*shape.centre(at))
        corners = shape.corner_points(at)
        for direction in range(6):
            if at.neighbour(direction) not in ground.hexes:
                path.moveTo(centre + (corners[direction] - centre) * share)
                path.lineTo(centre + (corners[(direction + 1) % 6] - centre) * share)
    _stroke(painter, path, LOOKS[ground.kind], detail)


def _stroke(painter: QPainter, path: QPainterPath, look: RangeLook, detail: Detail) -> None:
    for shade, wide in ((colour("#ffffff", 0.85), 0.085), (colour(look.ink), 0.05)):
        pen = QPen(shade, detail.width(wide, 1.5 + wide * 22))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if look.dashes else Qt.PenCapStyle.RoundCap)
        if look.dashes and shade.alphaF() == 1.0:
            pen.setDashPattern(look.dashes)
        painter.strokePath(path, pen)


def range_swatch(kind: RangeKind, px: int = 18) -> QPixmap:
    """A small picture of a range for lists and legends, on paper."""
    look = LOOKS[kind]
    picture = QPixmap(px, px)
    picture.fill(colour("#fbf7ea"))
    painter = QPainter(picture)
    box = QRectF(1.5, 1.5, px - 3, px - 3)
    painter.fillRect(box, colour(look.ink, 0.12))
    if look.hatch is not Qt.BrushStyle.NoBrush:
        painter.fillRect(box, QBrush(colour(look.ink, 0.6), look.hatch))
    pen = QPen(colour(look.ink), 2)
    if look.dashes:
        pen.setDashPattern(look.dashes)
    painter.setPen(pen)
    painter.drawRect(box)
    painter.end()
    return picture
