"""Silhouettes: aeroplanes seen from above, ships from the side, soldiers, and what markers show."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

Spots = Iterable[tuple[float, float]]


def draw_silhouette(painter: QPainter, signs: tuple[str, ...], box: QRectF, ink: QColor) -> None:
    """Draw silhouettes one over the other in a box (pixels)."""
    for sign in signs:
        SILHOUETTES[sign](painter, box, ink)


def _shape(box: QRectF, spots: Spots) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for index, (x, y) in enumerate(spots):
        at = QPointF(box.left() + box.width() * x, box.top() + box.height() * y)
        if index:
            path.lineTo(at)
        else:
            path.moveTo(at)
    path.closeSubpath()
    return path


def _tool_input(box: QRectF, ink: QColor, share: float = 0.07) -> QPen:
    pen = QPen(ink, max(1.0, box.height() * share))
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen


def _plane(
    span: float = 1.0, chord: float = 0.26, engines: int = 0, tail: float = 0.4, sweep: float = 0.0,
    twin_tail: bool = False, body: float = 0.20, at: float = 0.0,
) -> Callable[[QPainter, QRectF, QColor], None]:  # fmt: skip
    """An aeroplane: span, chord and body in shares of its size, engines on each wing."""

    def draw(painter: QPainter, box: QRectF, ink: QColor) -> None:
        r, y = box.height() * 0.54, box.center().y()
        x = box.center().x() + at * box.width()
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        path.addRoundedRect(
            QRectF(x - r * body / 2, y - r * 0.92, r * body, r * 1.78), r * body / 2, r * body / 2
        )
        wing = y - r * 0.30
        for way in (-1, 1):
            path.addPath(_wing(x, wing, way, r, span, chord, sweep))
            for engine in range(engines):
                ex = x + way * r * (0.36 + 0.30 * engine)
                path.addRoundedRect(
                    QRectF(ex - r * 0.085, wing - r * 0.22, r * 0.17, r * 0.46), r * 0.08, r * 0.08
                )
            if twin_tail:
                path.addRect(
                    QRectF(x + way * r * tail - r * 0.05, y + r * 0.48, r * 0.10, r * 0.34)
                )
        path.addRoundedRect(
            QRectF(x - r * tail, y + r * 0.56, 2 * r * tail, r * 0.20), r * 0.08, r * 0.08
        )
        painter.fillPath(path, ink)

    return draw


def _wing(
    x: float, y: float, way: int, r: float, span: float, chord: float, sweep: float
) -> QPainterPath:
    tip, root = x + way * r * span, x
    path = QPainterPath(QPointF(root, y))
    if sweep < 0:
        path.lineTo(x + way * r * 0.34, y + r * 0.12)
    path.lineTo(tip, y + r * sweep)
    path.lineTo(tip, y + r * (sweep + chord * 0.72))
    if sweep < 0:
        path.lineTo(x + way * r * 0.34, y + r * (0.12 + chord))
    path.lineTo(root, y + r * chord)
    path.closeSubpath()
    return path


def _moon(painter: QPainter, box: QRectF, ink: QColor) -> None:
    size = box.height() * 0.30
    disc = QPainterPath()
    disc.addEllipse(QRectF(box.right() - size, box.top(), size, size))
    bite = QPainterPath()
    bite.addEllipse(QRectF(box.right() - size * 0.62, box.top() - size * 0.12, size, size))
    painter.fillPath(disc.subtracted(bite), ink)


def _floats(painter: QPainter, box: QRectF, ink: QColor) -> None:
    _plane(span=1.0, chord=0.26, engines=0)(painter, box, ink)
    r, x, y = box.height() * 0.54, box.center().x(), box.center().y()
    path = QPainterPath()
    for way in (-1, 1):
        path.addRoundedRect(
            QRectF(x + way * r * 0.62 - r * 0.10, y - r * 0.72, r * 0.20, r * 1.05),
            r * 0.1, r * 0.1,
        )  # fmt: skip
    painter.fillPath(path, ink)


def _two_planes(painter: QPainter, box: QRectF, ink: QColor) -> None:
    part = QRectF(box.left(), box.top(), box.width(), box.height() * 0.72)
    _plane(span=0.9, chord=0.3, at=-0.20)(painter, part, ink)
    part.moveBottom(box.bottom())
    _plane(span=0.9, chord=0.3, engines=1, at=0.20)(painter, part, ink)


def _burst(painter: QPainter, box: QRectF, ink: QColor) -> None:
    from qtapp.painters.layers.places import star

    spot = QPointF(box.left() + box.height() * 0.16, box.bottom() - box.height() * 0.16)
    painter.fillPath(star(spot, box.height() * 0.26, 8, 0.45), ink)


def _shell(painter: QPainter, box: QRectF, ink: QColor) -> None:
    x, y, size = box.right() - box.height() * 0.12, box.top() + box.height() * 0.06, box.height()
    path = QPainterPath(QPointF(x, y))
    path.quadTo(QPointF(x + size * 0.10, y + size * 0.10), QPointF(x + size * 0.09, y + size * 0.3))
    path.lineTo(x - size * 0.09, y + size * 0.3)
    path.quadTo(QPointF(x - size * 0.10, y + size * 0.10), QPointF(x, y))
    painter.fillPath(path, ink)


def _ship(
    *spots: tuple[float, float], stripe: bool = False
) -> Callable[[QPainter, QRectF, QColor], None]:
    """A ship: what is on its deck as an outline, from bow to stern, and the hull below."""
    hull = ((1.0, 0.60), (0.92, 0.86), (0.08, 0.86), (0.0, 0.60))

    def draw(painter: QPainter, box: QRectF, ink: QColor) -> None:
        painter.fillPath(_shape(box, (*spots, *hull)), ink)
        if stripe:
            painter.setPen(_tool_input(box, ink, 0.08))
            painter.drawLine(_spot(box, 0.0, 0.97), _spot(box, 1.0, 0.97))

    return draw


def _spot(box: QRectF, x: float, y: float) -> QPointF:
    return QPointF(box.left() + box.width() * x, box.top() + box.height() * y)


def _turrets(*lefts: float) -> tuple[tuple[float, float], ...]:
    return tuple(
        spot
        for x in lefts
        for spot in ((x, 0.60), (x, 0.46), (x + 0.02, 0.46), (x + 0.07, 0.46), (x + 0.07, 0.60))
    )


_TOWER = ((0.40, 0.60), (0.40, 0.28), (0.45, 0.28), (0.45, 0.04), (0.49, 0.04), (0.49, 0.28),
          (0.55, 0.28), (0.55, 0.60))  # fmt: skip
_battleship = _ship(
    (0.08, 0.60), (0.08, 0.44), (0.18, 0.44), (0.18, 0.30), (0.30, 0.30), (0.30, 0.20),
    (0.40, 0.20), (0.40, 0.02), (0.52, 0.02), (0.52, 0.20), (0.58, 0.20), (0.58, 0.34),
    (0.72, 0.34), (0.72, 0.44), (0.86, 0.44), (0.86, 0.60),
)  # fmt: skip
_heavy_cruiser = _ship(*_turrets(0.14, 0.26), *_TOWER, *_turrets(0.66, 0.78))
_light_cruiser = _ship(*_turrets(0.20), *_TOWER, *_turrets(0.68))
_freighter = _ship(
    (0.10, 0.60), (0.10, 0.16), (0.13, 0.16), (0.13, 0.60), (0.40, 0.60), (0.40, 0.34),
    (0.47, 0.34), (0.47, 0.12), (0.55, 0.12), (0.55, 0.34), (0.62, 0.34), (0.62, 0.60),
    (0.85, 0.60), (0.85, 0.16), (0.88, 0.16), (0.88, 0.60),
)  # fmt: skip
_monitor = _ship(
    (0.16, 0.60), (0.16, 0.50), (0.04, 0.50), (0.04, 0.44), (0.16, 0.44), (0.16, 0.34),
    (0.30, 0.34), (0.30, 0.60), (0.48, 0.60), (0.48, 0.22), (0.60, 0.22), (0.60, 0.60),
    stripe=True,
)  # fmt: skip
_landing = _ship((0.0, 0.20), (0.06, 0.20), (0.16, 0.60), (0.74, 0.60), (0.74, 0.36), (0.92, 0.36),
                 (0.92, 0.60))  # fmt: skip


_destroyer = _ship(
    (0.20, 0.60), (0.20, 0.42), (0.34, 0.42), (0.34, 0.16), (0.40, 0.16), (0.40, 0.60),
    (0.54, 0.60), (0.54, 0.34), (0.62, 0.34), (0.62, 0.60),
)  # fmt: skip


def _destroyers(painter: QPainter, box: QRectF, ink: QColor) -> None:
    for x, y in ((0.0, -0.10), (0.26, 0.22)):
        part = QRectF(
            box.left() + box.width() * x, box.top() + box.height() * (0.14 + y),
            box.width() * 0.74, box.height() * 0.74,
        )  # fmt: skip
        _destroyer(painter, part, ink)


def _submarine(painter: QPainter, box: QRectF, ink: QColor) -> None:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    hull = QRectF(_spot(box, 0.02, 0.50), _spot(box, 0.98, 0.84))
    path.addRoundedRect(hull, hull.height() / 2, hull.height() / 2)
    path.addRect(QRectF(_spot(box, 0.42, 0.24), _spot(box, 0.60, 0.54)))
    path.addRect(QRectF(_spot(box, 0.47, 0.04), _spot(box, 0.50, 0.30)))
    painter.fillPath(path, ink)


def _pair(painter: QPainter, box: QRectF, ink: QColor) -> None:
    for dx, lift in ((-0.20, 0.0), (0.16, 0.02)):
        _soldier(painter, box, ink, dx, lift)


def _lone(painter: QPainter, box: QRectF, ink: QColor) -> None:
    _soldier(painter, box, ink, -0.02, 0.0)


def _soldier(painter: QPainter, box: QRectF, ink: QColor, dx: float, lift: float) -> None:
    """A standing figure with a rifle."""
    high = box.height() * 1.12
    x, top = box.center().x() + dx * box.width(), box.center().y() - high / 2 + lift * high
    body = QPainterPath()
    body.setFillRule(Qt.FillRule.WindingFill)
    body.addEllipse(QPointF(x, top + high * 0.13), high * 0.10, high * 0.11)
    body.addRoundedRect(
        QRectF(x - high * 0.135, top + high * 0.25, high * 0.27, high * 0.38),
        high * 0.08, high * 0.08,
    )  # fmt: skip
    for way in (-1, 1):
        leg = QRectF(
            x + way * high * 0.075 - high * 0.055, top + high * 0.52, high * 0.11, high * 0.46
        )
        body.addRoundedRect(leg, high * 0.03, high * 0.03)
    painter.fillPath(body, ink)
    rifle = QPen(ink, max(1.0, high * 0.06))
    rifle.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(rifle)
    painter.drawLine(
        QPointF(x + high * 0.06, top + high * 0.60), QPointF(x + high * 0.30, top + high * 0.08)
    )


def _silhouettes() -> dict[str, Callable[[QPainter, QRectF, QColor], None]]:
    from qtapp.painters.counters.symbol_markers import MARKERS

    return {
        "fighter": _plane(span=0.92, chord=0.34, tail=0.34),
        "twin-fighter": _plane(span=1.05, chord=0.28, engines=1, tail=0.36, twin_tail=True),
        "bomber": _plane(span=1.25, chord=0.30, engines=1, tail=0.44),
        "heavy-bomber": _plane(span=1.42, chord=0.28, engines=2, tail=0.5, twin_tail=True),
        "dive": _plane(span=1.08, chord=0.30, sweep=-0.16, tail=0.40),
        "attack": _plane(span=1.08, chord=0.42, tail=0.44, body=0.28),
        "transport": _plane(span=1.30, chord=0.36, engines=1, tail=0.46, body=0.32),
        "sailplane": _plane(span=1.50, chord=0.15, tail=0.34, body=0.14),
        "seaplane": _floats,
        "moon": _moon, "burst": _burst, "shell": _shell,
        "battleship": _battleship, "heavy-cruiser": _heavy_cruiser,
        "light-cruiser": _light_cruiser, "destroyers": _destroyers, "submarine": _submarine,
        "monitor": _monitor, "freighter": _freighter, "landing": _landing,
        "pair": _pair, "lone": _lone, "pair-planes": _two_planes, **MARKERS,
    }  # fmt: skip


SILHOUETTES = _silhouettes()
"""All silhouettes by name."""
