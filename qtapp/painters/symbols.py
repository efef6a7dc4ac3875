"""Unit symbols in the NATO manner, put together from the words of a unit's type.

``motorized infantry`` is infantry on wheels, ``ss cavalry`` is cavalry, ``mechanized infantry``
infantry in an oval; a word nobody knows stands in the box as letters. All are drawn in a box given
in pixels.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from qtapp.painters.fonts import Face, lettering

_CROSSED = (
    "infantry",
    "parachute",
    "airborne",
    "mountain",
    "alpine",
    "marine",
    "fortress",
    "garrison",
)
_OVAL = ("armor", "armour", "armored", "armoured", "tank", "panzer", "mechanized", "mechanised",
         "panzergrenadier")  # fmt: skip
_WHEELS = ("motorized", "motorised")
_LETTERED = {
    "special forces": "SF", "commando": "CDO", "garrison": "G", "security": "SEC", "police": "PO",
    "machine gun": "MG", "headquarters": "HQ", "railway": "RR", "construction": "CON",
}  # fmt: skip
_KNOWN = ("infantry", "artillery", "cavalry", "partisan", "guerrilla", "engineer", "anti-tank",
          "anti-aircraft", "naval", "air", "tac", *_CROSSED, *_OVAL)  # fmt: skip


def has(kind: str, *wanted: str) -> bool:
    """True when a type holds one of some words."""
    inside = f" {kind} "
    return any(f" {word} " in inside for word in wanted)


def letters_of(kind: str) -> str:
    """The letters that stand in the symbol of a type, or ``''`` when it is drawn without."""
    for word, letters in _LETTERED.items():
        if has(kind, *word.split()) if " " not in word else word in kind:
            return letters
    if has(kind, *_KNOWN):
        return ""
    return "".join(part[0] for part in kind.split()[:3]).upper()


def draw_symbol(painter: QPainter, kind: str, box: QRectF, ink: QColor, inside: QColor) -> None:
    """Draw the symbol of a type in a box (pixels), with its frame."""
    kind = kind.casefold()
    wide = max(1.0, box.height() * 0.085)
    pen = QPen(ink, wide)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if has(kind, "partisan", "guerrilla"):
        _figures(painter, box, ink)
        return
    if has(kind, "naval", "fleet", "ship"):
        painter.fillPath(_ship(box), ink)
        return
    if has(kind, "air", "tac", "bomber", "fighter"):
        painter.fillPath(_plane(box), ink)
        return
    painter.fillRect(box, inside)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.strokePath(_lines(kind, box), pen)
    _marks(painter, kind, box, ink)
    if has(kind, *_WHEELS):
        _wheels(painter, box, ink, wide)
    letters = letters_of(kind)
    if letters:
        _letters(painter, letters, box, ink)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)


def _lines(kind: str, box: QRectF) -> QPainterPath:
    path = QPainterPath()
    left, right, top, bottom = box.left(), box.right(), box.top(), box.bottom()
    if has(kind, *_CROSSED) and not has(kind, "artillery"):
        path.moveTo(left, top)
        path.lineTo(right, bottom)
        path.moveTo(left, bottom)
        path.lineTo(right, top)
    if has(kind, "cavalry", "recon", "reconnaissance"):
        path.moveTo(left, bottom)
        path.lineTo(right, top)
    if has(kind, *_OVAL):
        oval = QRectF(0, 0, box.width() * 0.66, box.height() * 0.52)
        oval.moveCenter(box.center())
        path.addRoundedRect(oval, oval.height() / 2, oval.height() / 2)
    if has(kind, "parachute", "airborne"):
        middle, low, span = box.center().x(), bottom - box.height() * 0.10, box.width() * 0.17
        for way in (-1, 1):
            path.moveTo(middle, low)
            path.quadTo(
                QPointF(middle + way * span * 0.5, low - box.height() * 0.20),
                QPointF(middle + way * span, low),
            )
    if has(kind, "fortress"):
        step, lift = box.width() / 5, box.height() * 0.17
        path.moveTo(left, top + lift)
        for index in range(5):
            y = top + (0 if index % 2 else lift)
            path.lineTo(left + index * step, y)
            path.lineTo(left + (index + 1) * step, y)
    if has(kind, "engineer"):
        span, high = box.width() * 0.25, box.height() * 0.2
        x, y = box.center().x(), box.center().y() - high / 2
        path.moveTo(x - span, y + high)
        path.lineTo(x - span, y)
        path.lineTo(x + span, y)
        path.lineTo(x + span, y + high)
        path.moveTo(x, y)
        path.lineTo(x, y + high)
    if has(kind, "anti-tank"):
        path.moveTo(left, bottom)
        path.lineTo(box.center().x(), top)
        path.lineTo(right, bottom)
    if has(kind, "anti-aircraft", "aa"):
        path.moveTo(left, bottom)
        path.quadTo(QPointF(box.center().x(), top - box.height() * 0.3), QPointF(right, bottom))
    return path


def _marks(painter: QPainter, kind: str, box: QRectF, ink: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    if has(kind, "artillery"):
        painter.drawEllipse(box.center(), box.height() * 0.19, box.height() * 0.19)
    if has(kind, "mountain", "alpine"):
        path = QPainterPath(QPointF(box.center().x(), box.center().y() + box.height() * 0.12))
        path.lineTo(box.center().x() + box.width() * 0.15, box.bottom())
        path.lineTo(box.center().x() - box.width() * 0.15, box.bottom())
        path.closeSubpath()
        painter.fillPath(path, ink)
    if has(kind, "light") and not has(kind, *_OVAL):
        corner = QRectF(
            box.center().x() - box.width() * 0.2, box.top() + box.height() * 0.53,
            box.width() * 0.4, box.height() * 0.47,
        )  # fmt: skip
        painter.fillPath(text_path("L", corner, box.height() * 0.52), ink)


def _wheels(painter: QPainter, box: QRectF, ink: QColor, wide: float) -> None:
    radius = box.height() * 0.085
    painter.setPen(QPen(ink, wide * 0.7))
    painter.setBrush(QColor("#fffdf5"))
    for share in (0.27, 0.5, 0.73):
        spot = QPointF(box.left() + box.width() * share, box.bottom() + radius + wide * 0.4)
        painter.drawEllipse(spot, radius, radius)


def _letters(painter: QPainter, text: str, box: QRectF, ink: QColor) -> None:
    size = box.height() * (0.66 if len(text) < 3 else 0.5)
    if box.height() < 13 and len(text) == 1:
        size = box.height() * 1.05
    painter.fillPath(text_path(text, box, size), ink)


def text_path(text: str, box: QRectF, size: float, face: Face = Face.BOLD) -> QPainterPath:
    """Text of ``size`` pixels centred in a box, narrowed when it does not fit its width."""
    outline, wide, tall = _outline(text, face)
    path = QPainterPath(outline)
    grow = size / 100.0
    squeeze = min(1.0, box.width() / (wide * grow)) if wide > 0 else 1.0
    move = QTransform.fromTranslate(
        box.center().x() - wide * grow * squeeze / 2, box.center().y() + tall * grow / 2
    )
    return move.scale(grow * squeeze, grow).map(path)


@lru_cache(maxsize=4096)
def _outline(text: str, face: Face) -> tuple[QPainterPath, float, float]:
    font = lettering(face, 100)
    metrics = QFontMetricsF(font)
    path = QPainterPath()
    path.addText(QPointF(0, 0), font, text)
    return path, metrics.horizontalAdvance(text), metrics.capHeight()


def _figures(painter: QPainter, box: QRectF, ink: QColor) -> None:
    """Two standing figures with rifles."""
    high = box.height() * 1.12
    for dx, lift in ((-0.20, 0.0), (0.16, 0.02)):
        x = box.center().x() + dx * box.width()
        top = box.center().y() - high / 2 + lift * high
        body = QPainterPath()
        body.setFillRule(Qt.FillRule.WindingFill)
        body.addEllipse(QPointF(x, top + high * 0.13), high * 0.10, high * 0.11)
        body.addRoundedRect(
            QRectF(x - high * 0.135, top + high * 0.25, high * 0.27, high * 0.38),
            high * 0.08,
            high * 0.08,
        )
        for way in (-1, 1):
            body.addRoundedRect(
                QRectF(
                    x + way * high * 0.075 - high * 0.055, top + high * 0.52,
                    high * 0.11, high * 0.46,
                ),
                high * 0.03, high * 0.03,
            )  # fmt: skip
        painter.fillPath(body, ink)
        rifle = QPen(ink, max(1.0, high * 0.06))
        rifle.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(rifle)
        painter.drawLine(
            QPointF(x + high * 0.06, top + high * 0.60), QPointF(x + high * 0.30, top + high * 0.08)
        )


def _ship(box: QRectF) -> QPainterPath:
    """A warship in silhouette."""
    x, y, w, h = box.left(), box.top(), box.width(), box.height()
    path = QPainterPath(QPointF(x, y + h * 0.58))
    for dx, dy in (
        (0.22, 0.58), (0.22, 0.44), (0.36, 0.44), (0.36, 0.22), (0.42, 0.22), (0.42, 0.02),
        (0.46, 0.02), (0.46, 0.22), (0.54, 0.22), (0.54, 0.36), (0.62, 0.36), (0.62, 0.46),
        (0.76, 0.46), (0.76, 0.58), (1.0, 0.58), (0.92, 0.86), (0.08, 0.86),
    ):  # fmt: skip
        path.lineTo(x + w * dx, y + h * dy)
    path.closeSubpath()
    return path


def _plane(box: QRectF) -> QPainterPath:
    """An aeroplane seen from above, flying up."""
    r, x, y = box.height() * 0.56, box.center().x(), box.center().y()
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addRoundedRect(QRectF(x - r * 0.11, y - r * 0.95, r * 0.22, r * 1.8), r * 0.11, r * 0.11)
    path.addRoundedRect(QRectF(x - r * 1.15, y - r * 0.34, r * 2.3, r * 0.34), r * 0.15, r * 0.15)
    path.addRoundedRect(QRectF(x - r * 0.44, y + r * 0.54, r * 0.88, r * 0.24), r * 0.1, r * 0.1)
    return path
