"""Markers on the board: beachheads, open ports, improved positions, naval support, and any other by
letter.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from engine.core.view.display import MarkerView
from engine.core.view.fog import UNKNOWN
from qtapp.painters.counters.badges import draw_badges
from qtapp.painters.counters.symbols import draw_symbol, text_path
from qtapp.painters.detail import Detail
from qtapp.painters.layers.places import draw_anchor, star
from qtapp.painters.palette import colour

_TONES = {
    "": ("#fbf7ea", "#2b2620"),
    "good": ("#dceaf3", "#0b4f7d"),
    "bad": ("#f7dccb", "#8f2d00"),
    "muted": ("#e7e2d4", "#6a655c"),
    "now": ("#fbe7b4", "#6b4600"),
}


@lru_cache(maxsize=1024)
def marker_picture(kind: str, text: str, tone: str, px: int) -> QImage:
    """A marker as a picture of ``px`` by ``px`` pixels."""
    image = QImage(px, px, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_marker(painter, kind, text, tone, QRectF(0, 0, px, px))
    painter.end()
    return image


def draw_marker(painter: QPainter, kind: str, text: str, tone: str, box: QRectF) -> None:
    """Draw a marker as shapes in a square of device pixels: a round chip, unlike any counter."""
    if kind == UNKNOWN:
        _draw_unknown(painter, box)
        return
    px = box.width()
    fill, ink = (colour(word) for word in _TONES.get(tone, _TONES[""]))
    chip = box.adjusted(1, 1, -max(1.0, px * 0.05) - 0.5, -max(1.0, px * 0.05) - 0.5)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour("#1b1610", 0.35))
    painter.drawEllipse(chip.translated(px * 0.035, px * 0.035))
    painter.setBrush(fill)
    painter.setPen(QPen(ink, max(1.0, px * 0.045)))
    painter.drawEllipse(chip)
    draw = _SIGNS.get(kind.casefold())
    if draw is not None:
        draw(painter, chip, ink)
    elif px >= 12:
        painter.fillPath(
            text_path(
                letters_of(kind, text), chip.adjusted(px * 0.12, 0, -px * 0.12, 0), px * 0.42
            ),
            ink,
        )


def letters_of(kind: str, text: str) -> str:
    """The letters of a marker without a sign: a short word whole, of several words their initials.
    An owner has the first three of his name, as *Red* beside *Blue* has.

    >>> letters_of("control", "Blue"), letters_of("control", "Red"), letters_of("smoke", "Smoke")
    ('Blu', 'Red', 'S')
    """
    word = text or kind
    if len(word) <= 3:
        return word
    if kind == "control" and " " not in word:
        return word[:3]
    return "".join(part[0] for part in word.split()[:2]).upper()


def _draw_unknown(painter: QPainter, box: QRectF) -> None:
    """A counter that shows its blank back."""
    px = box.width()
    card = box.adjusted(1, 1, -max(1.0, px * 0.06), -max(1.0, px * 0.06))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour("#1b1610", 0.35))
    painter.drawRoundedRect(card.translated(px * 0.04, px * 0.04), px * 0.08, px * 0.08)
    painter.setBrush(colour("#4b5258"))
    painter.setPen(QPen(colour("#f3efe4"), max(1.0, px * 0.05)))
    painter.drawRoundedRect(card, px * 0.08, px * 0.08)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillPath(text_path("?", card, px * 0.62), colour("#ffffff"))


def _beachhead(painter: QPainter, chip: QRectF, ink: QColor) -> None:
    """An arrow ashore over waves."""
    x, y, s = chip.center().x(), chip.center().y(), chip.width()
    pen = QPen(ink, max(1.2, s * 0.085))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    path = QPainterPath(QPointF(x, y + s * 0.10))
    path.lineTo(x, y - s * 0.28)
    path.moveTo(x - s * 0.16, y - s * 0.12)
    path.lineTo(x, y - s * 0.30)
    path.lineTo(x + s * 0.16, y - s * 0.12)
    for row in (0.17, 0.30):
        path.moveTo(x - s * 0.27, y + s * row)
        path.cubicTo(
            x - s * 0.12,
            y + s * (row - 0.12),
            x - s * 0.06,
            y + s * (row + 0.12),
            x + s * 0.04,
            y + s * row,
        )
        path.quadTo(x + s * 0.16, y + s * (row - 0.10), x + s * 0.27, y + s * row)
    painter.strokePath(path, pen)


def _port_open(painter: QPainter, chip: QRectF, ink: QColor) -> None:
    detail = Detail.of(1.0, 1.0)
    draw_anchor(painter, chip.center(), chip.width() * 0.66, detail, "", ink.name())


def _improved(painter: QPainter, chip: QRectF, ink: QColor) -> None:
    """A parapet with teeth."""
    x, y, s = chip.center().x(), chip.center().y(), chip.width()
    path = QPainterPath(QPointF(x - s * 0.30, y + s * 0.14))
    for index in range(4):
        path.lineTo(x - s * 0.30 + (index + 0.5) * s * 0.15, y - s * 0.16)
        path.lineTo(x - s * 0.30 + (index + 1) * s * 0.15, y + s * 0.14)
    pen = QPen(ink, max(1.2, s * 0.08))
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.strokePath(path, pen)


def _naval(painter: QPainter, chip: QRectF, ink: QColor) -> None:
    s = chip.width()
    box = QRectF(chip.center().x() - s * 0.34, chip.center().y() - s * 0.25, s * 0.68, s * 0.46)
    draw_symbol(painter, "naval", box, ink, ink)


def _air(painter: QPainter, chip: QRectF, ink: QColor) -> None:
    s = chip.width()
    box = QRectF(chip.center().x() - s * 0.34, chip.center().y() - s * 0.28, s * 0.68, s * 0.56)
    draw_symbol(painter, "air", box, ink, ink)


def _out_of_supply(painter: QPainter, chip: QRectF, ink: QColor) -> None:
    del ink
    card = QRectF(0, 0, chip.width() * 2.6, chip.width() * 2.6)
    card.moveCenter(
        QPointF(chip.center().x() - card.width() * 0.39, chip.center().y() + card.width() * 0.37)
    )
    draw_badges(painter, ("out of supply",), card)


def _battle(painter: QPainter, chip: QRectF, ink: QColor) -> None:
    painter.fillPath(star(chip.center(), chip.width() * 0.40, 8, 0.5), ink)


def _capital(painter: QPainter, chip: QRectF, ink: QColor) -> None:
    """A star: the seat of a government."""
    painter.fillPath(star(chip.center(), chip.width() * 0.36, 5, 0.42), ink)


def _factory(painter: QPainter, chip: QRectF, ink: QColor) -> None:
    s = chip.width()
    box = QRectF(chip.center().x() - s * 0.32, chip.center().y() - s * 0.30, s * 0.64, s * 0.56)
    draw_symbol(painter, "factory", box, ink, ink)


def _resource_points(painter: QPainter, chip: QRectF, ink: QColor) -> None:
    s = chip.width()
    box = QRectF(chip.center().x() - s * 0.34, chip.center().y() - s * 0.30, s * 0.68, s * 0.56)
    draw_symbol(painter, "resource points", box, ink, ink)


_SIGNS = {
    "capital": _capital,
    "factory": _factory,
    "resource points": _resource_points,
    "beachhead": _beachhead,
    "port open": _port_open,
    "port": _port_open,
    "improved position": _improved,
    "naval": _naval,
    "tac": _air,
    "air": _air,
    "out of supply": _out_of_supply,
    "battle": _battle,
    "battle hex": _battle,
}


def picture_of(view: MarkerView, px: int) -> QImage:
    """A marker as it is now, as a picture."""
    return marker_picture(view.kind, view.text, view.tone, px)


def draw_marker_shapes(painter: QPainter, view: MarkerView, box: QRectF) -> None:
    """Draw a marker in a box of any units, laid out as if it were large: for paper, SVG, PDF."""
    painter.save()
    painter.translate(box.topLeft())
    painter.scale(box.width() / _PRINT_PX, box.height() / _PRINT_PX)
    draw_marker(painter, view.kind, view.text, view.tone, QRectF(0, 0, _PRINT_PX, _PRINT_PX))
    painter.restore()


_PRINT_PX = 160.0
