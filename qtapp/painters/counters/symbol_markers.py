"""What markers and points show: trucks, factories, forts, airfields, crates, guns, replacements."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

Draw = Callable[[QPainter, QRectF, QColor], None]


def _spot(box: QRectF, x: float, y: float) -> QPointF:
    return QPointF(box.left() + box.width() * x, box.top() + box.height() * y)


def _filled(*shapes: tuple[tuple[float, float], ...]) -> Draw:
    """Filled shapes; where they overlap, the second cuts a hole."""

    def draw(painter: QPainter, box: QRectF, ink: QColor) -> None:
        path = QPainterPath()
        for spots in shapes:
            path.moveTo(_spot(box, *spots[0]))
            for spot in spots[1:]:
                path.lineTo(_spot(box, *spot))
            path.closeSubpath()
        painter.fillPath(path, ink)

    return draw


def _line(painter: QPainter, box: QRectF, ink: QColor, share: float = 0.09) -> None:
    pen = QPen(ink, max(1.0, box.height() * share))
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _truck(painter: QPainter, box: QRectF, ink: QColor) -> None:
    body = ((0.06, 0.24), (0.60, 0.24), (0.60, 0.74), (0.06, 0.74))
    cab = ((0.64, 0.38), (0.80, 0.38), (0.94, 0.56), (0.94, 0.74), (0.64, 0.74))
    _filled(body, cab)(painter, box, ink)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for x in (0.22, 0.46, 0.79):
        painter.drawEllipse(_spot(box, x, 0.80), box.height() * 0.13, box.height() * 0.13)


_factory = _filled(
    ((0.08, 0.92), (0.08, 0.50), (0.28, 0.34), (0.28, 0.50), (0.48, 0.34), (0.48, 0.50),
     (0.68, 0.34), (0.70, 0.06), (0.80, 0.06), (0.82, 0.50), (0.92, 0.50), (0.92, 0.92)),
    ((0.18, 0.64), (0.18, 0.76), (0.34, 0.76), (0.34, 0.64)),
    ((0.44, 0.64), (0.44, 0.76), (0.60, 0.76), (0.60, 0.64)),
    ((0.70, 0.64), (0.70, 0.76), (0.84, 0.76), (0.84, 0.64)),
)  # fmt: skip
_works = _filled(
    ((0.04, 0.86), (0.04, 0.30), (0.22, 0.30), (0.22, 0.52), (0.40, 0.52), (0.40, 0.30),
     (0.60, 0.30), (0.60, 0.52), (0.78, 0.52), (0.78, 0.30), (0.96, 0.30), (0.96, 0.86)),
)  # fmt: skip


def _fort(painter: QPainter, box: QRectF, ink: QColor) -> None:
    """A bastioned square."""
    square = _square(box, 0.86)
    corners = ((0, 0), (1, 0), (1, 1), (0, 1))
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    size = square.width()
    for x, y in corners:
        path.addRect(
            QRectF(square.left() + x * size * 0.70, square.top() + y * size * 0.70,
                   size * 0.30, size * 0.30)
        )  # fmt: skip
    painter.fillPath(path, ink)
    _line(painter, box, ink, 0.12)
    painter.drawRect(square.adjusted(size * 0.15, size * 0.15, -size * 0.15, -size * 0.15))


def _square(box: QRectF, share: float) -> QRectF:
    side = min(box.width(), box.height()) * share
    found = QRectF(0, 0, side, side)
    found.moveCenter(box.center())
    return found


def _airfield(painter: QPainter, box: QRectF, ink: QColor) -> None:
    ring = _square(box, 0.96)
    _line(painter, box, ink, 0.09)
    painter.drawEllipse(ring)
    pen = QPen(ink, max(1.5, box.height() * 0.17))
    painter.setPen(pen)
    reach = ring.width() * 0.30
    middle = ring.center()
    painter.drawLine(middle + QPointF(-reach, reach * 0.8), middle + QPointF(reach, -reach * 0.8))
    painter.drawLine(middle + QPointF(-reach, -reach * 0.5), middle + QPointF(reach, reach * 0.5))


def _crates(painter: QPainter, box: QRectF, ink: QColor) -> None:
    side = box.height() * 0.44
    x, low = box.center().x(), box.bottom() - box.height() * 0.05
    gap = side * 0.10
    for left, top in ((x - side - gap / 2, low - side), (x + gap / 2, low - side),
                      (x - side / 2, low - 2 * side - gap)):  # fmt: skip
        crate = QRectF(left, top, side, side)
        _line(painter, box, ink, 0.07)
        painter.drawRect(crate)
        painter.drawLine(crate.topLeft(), crate.bottomRight())


def _barrel(painter: QPainter, box: QRectF, ink: QColor) -> None:
    can = QRectF(0, 0, box.height() * 0.62, box.height() * 0.90)
    can.moveCenter(box.center())
    path = QPainterPath()
    path.addRoundedRect(can, can.width() * 0.2, can.width() * 0.2)
    for share in (0.26, 0.66):
        path.addRect(
            QRectF(can.left() + can.width() * 0.1, can.top() + can.height() * share,
                   can.width() * 0.8, can.height() * 0.09)
        )  # fmt: skip
    painter.fillPath(path, ink)


def _wrench(painter: QPainter, box: QRectF, ink: QColor) -> None:
    square = _square(box, 0.92)
    size = square.width()
    pen = QPen(ink, size * 0.20)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(_spot(square, 0.14, 0.86), _spot(square, 0.60, 0.40))
    head = QPainterPath()
    head.addEllipse(_spot(square, 0.72, 0.28), size * 0.28, size * 0.28)
    jaw = QPainterPath(_spot(square, 0.66, 0.34))
    for spot in ((0.80, 0.48), (1.10, 0.10), (0.90, -0.10), (0.52, 0.20)):
        jaw.lineTo(_spot(square, *spot))
    jaw.closeSubpath()
    notch = QPainterPath()
    notch.addRect(QRectF(_spot(square, 0.68, -0.10), _spot(square, 1.10, 0.22)))
    painter.fillPath(head.subtracted(notch), ink)


def _buffers(painter: QPainter, box: QRectF, ink: QColor) -> None:
    _filled(
        ((0.02, 0.36), (0.74, 0.36), (0.74, 0.44), (0.02, 0.44)),
        ((0.02, 0.60), (0.74, 0.60), (0.74, 0.68), (0.02, 0.68)),
        ((0.78, 0.16), (0.90, 0.16), (0.90, 0.88), (0.78, 0.88)),
        *(((x, 0.24), (x + 0.07, 0.24), (x + 0.07, 0.80), (x, 0.80)) for x in (0.10, 0.30, 0.52)),
    )(painter, box, ink)


_flag = _filled(
    ((0.22, 0.04), (0.28, 0.04), (0.28, 0.98), (0.22, 0.98)),
    ((0.30, 0.06), (0.84, 0.06), (0.72, 0.28), (0.84, 0.52), (0.30, 0.52)),
)


def _propeller(painter: QPainter, box: QRectF, ink: QColor) -> None:
    square = _square(box, 1.0)
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addEllipse(square.center(), square.width() * 0.13, square.width() * 0.13)
    painter.fillPath(path, ink)
    for turn in (0, 120, 240):
        painter.save()
        painter.translate(square.center())
        painter.rotate(turn)
        blade = QRectF(
            -square.width() * 0.085, -square.height() * 0.50,
            square.width() * 0.17, square.height() * 0.44,
        )  # fmt: skip
        petal = QPainterPath()
        petal.addEllipse(blade)
        painter.fillPath(petal, ink)
        painter.restore()


def _diamond(painter: QPainter, box: QRectF, ink: QColor) -> None:
    square = _square(box, 1.0)
    _line(painter, box, ink, 0.10)
    painter.drawPolygon(
        [_spot(square, 0.5, 0.04), _spot(square, 0.96, 0.5), _spot(square, 0.5, 0.96),
         _spot(square, 0.04, 0.5)]
    )  # fmt: skip


def _ace(painter: QPainter, box: QRectF, ink: QColor) -> None:
    from qtapp.painters.layers.places import star

    painter.fillPath(star(box.center(), box.height() * 0.52, 5, 0.42), ink)


def _gun(painter: QPainter, box: QRectF, ink: QColor) -> None:
    """A gun that points at the sky, on its mount."""
    pen = QPen(ink, box.height() * 0.14)
    painter.setPen(pen)
    painter.drawLine(_spot(box, 0.34, 0.70), _spot(box, 0.74, 0.08))
    _filled(((0.26, 0.62), (0.52, 0.62), (0.60, 0.84), (0.18, 0.84)))(painter, box, ink)


_heavy_mount = _filled(((0.10, 0.86), (0.68, 0.86), (0.68, 0.98), (0.10, 0.98)))


def _light_mount(painter: QPainter, box: QRectF, ink: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for x in (0.26, 0.52):
        painter.drawEllipse(_spot(box, x, 0.90), box.height() * 0.10, box.height() * 0.10)


_rails = _filled(
    ((0.02, 0.98), (0.98, 0.98), (0.98, 1.06), (0.02, 1.06)),
    *(((x, 1.06), (x + 0.08, 1.06), (x + 0.08, 1.14), (x, 1.14)) for x in (0.08, 0.36, 0.64, 0.84)),
)


def _rounds(painter: QPainter, box: QRectF, ink: QColor) -> None:
    """An arrow that comes round: what is replaced."""
    ring = _square(box, 1.0)
    _line(painter, box, ink, 0.10)
    inner = ring.adjusted(*(ring.width() * 0.08 * way for way in (1, 1, -1, -1)))
    painter.drawArc(inner, 30 * 16, 300 * 16)
    _filled(((0.82, 0.06), (0.98, 0.40), (0.62, 0.36)))(painter, ring, ink)


def _rounds_of(draw: Callable[[QPainter, QRectF], None]) -> Draw:
    def sign(painter: QPainter, box: QRectF, ink: QColor) -> None:
        inner = _square(box, 0.46)
        _line(painter, box, ink, 0.09)
        draw(painter, inner)

    return sign


def _small_cross(painter: QPainter, box: QRectF) -> None:
    painter.drawLine(box.topLeft(), box.bottomRight())
    painter.drawLine(box.bottomLeft(), box.topRight())


def _small_oval(painter: QPainter, box: QRectF) -> None:
    painter.drawEllipse(box.adjusted(0, box.height() * 0.2, 0, -box.height() * 0.2))


def _small_peak(painter: QPainter, box: QRectF) -> None:
    painter.drawPolyline([box.bottomLeft(), _spot(box, 0.5, 0.1), box.bottomRight()])


def _small_wing(painter: QPainter, box: QRectF) -> None:
    painter.drawLine(_spot(box, 0.0, 0.4), _spot(box, 1.0, 0.4))
    painter.drawLine(_spot(box, 0.5, 0.0), _spot(box, 0.5, 1.0))
    painter.drawLine(_spot(box, 0.3, 0.95), _spot(box, 0.7, 0.95))


MARKERS: dict[str, Draw] = {
    "truck": _truck, "factory": _factory, "fort": _fort, "works": _works, "airfield": _airfield,
    "crates": _crates, "barrel": _barrel, "wrench": _wrench, "buffers": _buffers, "flag": _flag,
    "propeller": _propeller, "diamond": _diamond, "ace": _ace, "gun": _gun,
    "heavy-mount": _heavy_mount, "light-mount": _light_mount, "rails": _rails, "rounds": _rounds,
    "cross-of": _rounds_of(_small_cross), "oval-of": _rounds_of(_small_oval),
    "peak-of": _rounds_of(_small_peak), "wing-of": _rounds_of(_small_wing),
}  # fmt: skip
"""Signs of markers by name."""
