"""Badges on counters: small signs for how a unit stands, each with a shape of its own."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from qtapp.painters.counters.symbols import text_path
from qtapp.painters.palette import colour

_ON_FACE = ("reduced", "dispersed", "concentrated")
_DONE = ("moved", "done", "spent")


def draw_badges(painter: QPainter, badges: tuple[str, ...], card: QRectF) -> None:
    """Draw the badges of a counter over its card (device pixels)."""
    px = card.width()
    if is_done(badges):
        _moved(painter, card)
    right = 0
    for badge in badges:
        if badge in _ON_FACE or badge in _DONE:
            continue
        if badge == "improved position":
            _dug_in(painter, card)
            continue
        if px < 16:
            continue
        size = max(8.0, px * 0.30)
        spot = QRectF(
            card.right() - size - right * size * 0.9 + px * 0.04, card.top() - px * 0.02, size, size
        )
        right += 1
        if badge == "out of supply":
            _out_of_supply(painter, spot)
        elif badge == "attacked":
            _attacked(painter, spot)
        else:
            _lettered(painter, spot, badge[:1].upper())


def is_done(badges: tuple[str, ...]) -> bool:
    """True when a badge says that the unit has nothing left to do; its card is paler then."""
    return any(badge in _DONE for badge in badges)


def _moved(painter: QPainter, card: QRectF) -> None:
    """The upper left corner turned down: this one is done. The card itself is paler."""
    px = card.width()
    fold = max(5.0, px * 0.25)
    left, top = card.left(), card.top()
    corner = QPainterPath(QPointF(left, top + fold))
    corner.lineTo(left, top)
    corner.lineTo(left + fold, top)
    corner.closeSubpath()
    painter.fillPath(corner, colour("#2b2620", 0.85))
    flap = QPainterPath(QPointF(left, top + fold))
    flap.lineTo(left + fold, top)
    flap.lineTo(left + fold, top + fold)
    flap.closeSubpath()
    painter.fillPath(flap, colour("#f6f1e2"))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour("#2b2620"), max(0.8, px * 0.018)))
    painter.drawPath(flap)


def _out_of_supply(painter: QPainter, box: QRectF) -> None:
    """A slashed disc with a cartridge in it."""
    painter.setPen(QPen(colour("#8c1d0d"), max(1.0, box.width() * 0.12)))
    painter.setBrush(colour("#fff6e8"))
    inner = box.adjusted(1, 1, -1, -1)
    painter.drawEllipse(inner)
    shell = QPainterPath()
    x, y, s = box.center().x(), box.center().y(), box.width()
    shell.addRoundedRect(QRectF(x - s * 0.11, y - s * 0.24, s * 0.22, s * 0.46), s * 0.10, s * 0.14)
    painter.fillPath(shell, colour("#2b2620"))
    painter.drawLine(
        QPointF(inner.left() + s * 0.14, inner.bottom() - s * 0.14),
        QPointF(inner.right() - s * 0.14, inner.top() + s * 0.14),
    )


def _attacked(painter: QPainter, box: QRectF) -> None:
    """A burst."""
    from qtapp.painters.layers.places import star

    path = star(box.center(), box.width() * 0.5, 8, 0.52)
    painter.fillPath(path, colour("#c8401b"))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour("#fff6e8"), max(0.8, box.width() * 0.07)))
    painter.drawPath(path)


def _lettered(painter: QPainter, box: QRectF, letter: str) -> None:
    painter.setPen(QPen(colour("#fff6e8"), max(0.8, box.width() * 0.08)))
    painter.setBrush(colour("#2b2620"))
    painter.drawRoundedRect(
        box.adjusted(0.5, 0.5, -0.5, -0.5), box.width() * 0.25, box.width() * 0.25
    )
    painter.fillPath(text_path(letter, box, box.width() * 0.66), colour("#fff6e8"))


def _dug_in(painter: QPainter, card: QRectF) -> None:
    """A parapet with teeth along the lower edge."""
    px = card.width()
    path = QPainterPath()
    y, step = card.bottom() - px * 0.01, px / 6
    path.moveTo(card.left(), y)
    for index in range(6):
        path.lineTo(card.left() + (index + 0.5) * step, y - px * 0.07)
        path.lineTo(card.left() + (index + 1) * step, y)
    pen = QPen(colour("#fff6e8"), max(2.0, px * 0.065))
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.strokePath(path, pen)
    painter.strokePath(path, QPen(colour("#3d2a14"), max(1.0, px * 0.04)))
