"""What is on the card of a counter, laid out for its size: symbol, ratings, texts, edges.

Everything is drawn as shapes in pixels of a square card; below 34 pixels less is shown, and larger.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from oob.looks import Edge
from qtapp.painters.counters.counter_faces import CounterFace
from qtapp.painters.counters.symbol_words import Frame
from qtapp.painters.counters.symbols import draw_symbol, text_path
from qtapp.painters.fonts import Face
from qtapp.painters.palette import colour, contrast, mixed

SMALLEST = 12
"""Below this many pixels a counter is a coloured card and nothing more."""

_SMALL, _MIDDLE, _FULL, _LARGE = 19, 26, 34, 40
_EDGE = 0.055


def draw_content(painter: QPainter, face: CounterFace, card: QRectF) -> None:
    """Draw all that a face shows on its card."""
    px = card.width()
    ink = colour(face.ink)
    _edges(painter, face, card, px)
    if face.is_dotted:
        _dotted(painter, card, px, ink)
        return
    match face.frame:
        case Frame.BOX | Frame.FIGURES | Frame.APP6:
            _unit(painter, face, card, px, ink)
        case Frame.AIR:
            _air(painter, face, card, px, ink)
        case Frame.SHIP:
            _air(painter, face, card, px, ink, tall=0.34)
        case Frame.PIECE:
            _piece(painter, face, card, px, ink)
    if px >= _MIDDLE:
        _corner(painter, face, card, px, ink)
    if face.code and px >= _LARGE:
        size = px * (0.115 if len(face.code) < 4 else 0.10)
        space = QRectF(card.right() - px * 0.33, card.top() + px * 0.045, px * 0.27, px * 0.11)
        painter.fillPath(text_path(face.code, space, size), ink)


def _unit(painter: QPainter, face: CounterFace, card: QRectF, px: float, ink: QColor) -> None:
    wide = px * (0.54 if px >= _FULL else 0.62)
    tall = wide * (0.62 if px >= _FULL else 0.54)
    share = 0.20 if px >= _FULL else 0.18 if px >= _MIDDLE else 0.10
    left, top = card.center().x() - wide / 2, card.top() + px * share
    box = QRectF(_snap(left, px), _snap(top, px), _whole(wide, px), _whole(tall, px))
    is_small = px < _SMALL
    if face.frame is Frame.APP6 and is_small:
        box = card.adjusted(px * 0.1, px * 0.1, -px * 0.1, -px * 0.1)
    elif is_small:
        box.moveCenter(QPointF(box.center().x(), card.center().y()))
    elif face.shows_size or (face.frame is Frame.APP6 and px < _MIDDLE):
        box.setTop(card.top() + px * 0.05)
    if face.is_striped:
        _stripe(painter, card, px, is_small)
    inside = face.band or mixed(face.fill, "#ffffff" if _is_dark(face.ink) else "#000000", 0.42)
    symbol_ink = ink
    if face.frame is Frame.BOX and contrast(face.ink, inside) < 3.0:
        symbol_ink = colour("#ffffff" if _is_dark(inside) else "#17130d")
    draw_symbol(painter, face.kind, box, symbol_ink, colour(inside))
    if is_small:
        return
    if face.size and px >= _MIDDLE and not face.shows_size:
        size_box = QRectF(card.left(), card.top() + px * 0.035, card.width(), px * 0.14)
        painter.fillPath(text_path(face.size, size_box, max(5.5, px * 0.15)), ink)
    if face.ratings:
        _ratings(painter, face, card, px, ink)
    if px >= _FULL:
        _sides(painter, face, box, card, px, ink)


def _ratings(painter: QPainter, face: CounterFace, card: QRectF, px: float, ink: QColor) -> None:
    space = QRectF(
        card.left() + px * 0.07, card.bottom() - px * 0.36, card.width() - px * 0.14, px * 0.32
    )
    size = px * (0.31 if px >= _FULL else 0.36 if px >= _MIDDLE else 0.41)
    on = colour("#17130d") if face.is_striped else ink
    painter.fillPath(text_path(face.ratings, space, size), on)


def _air(
    painter: QPainter, face: CounterFace, card: QRectF, px: float, ink: QColor, tall: float = 0.42
) -> None:
    """An air unit or a ship: its name, its silhouette, its ratings with what flanks them."""
    is_named = bool(face.title) and px >= _FULL
    has_ratings = bool(face.ratings) and px >= _SMALL
    high = px * (tall if has_ratings else 0.56)
    box = QRectF(0, 0, px * 0.66, high)
    box.moveCenter(QPointF(card.center().x(), card.top() + px * (0.42 if is_named else 0.34)))
    if not has_ratings:
        box.moveCenter(card.center() + QPointF(0, px * (0.08 if is_named else 0)))
    draw_symbol(painter, face.kind, box, ink, ink)
    if is_named:
        space = QRectF(card.left() + px * 0.08, card.top() + px * 0.05, px * 0.60, px * 0.13)
        path = text_path(face.title, space, px * 0.15)
        path.translate(space.left() - path.boundingRect().left(), 0)
        painter.fillPath(path, ink)
    if not has_ratings:
        return
    size = px * (0.28 if px >= _FULL else 0.36)
    middle = QRectF(card.left() + px * 0.24, card.bottom() - px * 0.33, px * 0.50, px * 0.28)
    painter.fillPath(text_path(face.ratings, middle, size), ink)
    if px >= _FULL:
        for text, left in ((face.low_left, 0.06), (face.low_right, 0.74)):
            space = QRectF(card.left() + px * left, card.bottom() - px * 0.27, px * 0.2, px * 0.18)
            painter.fillPath(text_path(text, space, px * 0.19), ink)


def _piece(painter: QPainter, face: CounterFace, card: QRectF, px: float, ink: QColor) -> None:
    has_words = bool(face.ratings) and px >= _SMALL
    box = QRectF(0, 0, px * 0.56, px * (0.44 if has_words else 0.54))
    box.moveCenter(card.center() - QPointF(0, px * (0.08 if has_words else 0)))
    draw_symbol(painter, face.kind, box, ink, ink)
    if has_words:
        space = QRectF(card.left() + px * 0.10, card.bottom() - px * 0.27, px * 0.78, px * 0.22)
        painter.fillPath(text_path(face.ratings, space, px * 0.21), ink)


def _corner(painter: QPainter, face: CounterFace, card: QRectF, px: float, ink: QColor) -> None:
    """The number upper left, or else the support dot."""
    if face.corner:
        space = QRectF(card.left() + px * 0.075, card.top() + px * 0.05, px * 0.22, px * 0.18)
        painter.fillPath(text_path(face.corner, space, px * 0.20), ink)
    elif face.has_dot:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        spot = QPointF(card.left() + px * 0.15, card.top() + px * 0.13)
        painter.drawEllipse(spot, px * 0.055, px * 0.055)


def _sides(
    painter: QPainter, face: CounterFace, box: QRectF, card: QRectF, px: float, ink: QColor
) -> None:
    gap = px * 0.02
    inset = px * _EDGE
    for text, left, right in (
        (face.left, card.left() + (inset if face.left_edge else 0), box.left()),
        (face.right, box.right(), card.right() - (inset if face.right_edge else 0)),
    ):
        if not text:
            continue
        space = QRectF(left + gap, box.top(), right - left - 2 * gap, box.height())
        spare = px * 0.06
        if left < box.left() and (face.has_dot or face.corner):
            space.adjust(0, px * 0.05, 0, px * 0.05)
            spare = px * 0.02
        if len(text) <= 2 or (px >= 70 and len(text) <= 3):
            painter.fillPath(text_path(text, space, px * 0.155, Face.BOLD), ink)
        else:
            painter.save()
            painter.translate(space.center())
            painter.rotate(-90)
            turned = QRectF(
                -space.height() / 2 - spare, -space.width() / 2,
                space.height() + 2 * spare, space.width(),
            )  # fmt: skip
            painter.fillPath(text_path(text, turned, px * 0.145, Face.BOLD), ink)
            painter.restore()


def _edges(painter: QPainter, face: CounterFace, card: QRectF, px: float) -> None:
    """What runs along the left and right edge: a nation's mark for eyes that tell few hues."""
    is_small = px < 120
    wide = max(2.0, float(round(px * _EDGE))) if is_small else px * _EDGE
    tone = colour(mixed(face.fill, face.ink, 0.82))
    for edge, left in ((face.left_edge, card.left()), (face.right_edge, card.right() - wide)):
        for top, bottom in _SPANS[edge]:
            high, low = card.top() + px * top, card.top() + px * bottom
            strip = QRectF(left, high, wide, low - high)
            if is_small:
                inner = 0.5 if left < card.center().x() else -0.5
                strip = QRectF(round(left + inner), round(high), wide, round(low) - round(high))
            painter.fillRect(strip, tone)


_SPANS: dict[Edge, tuple[tuple[float, float], ...]] = {
    Edge.NONE: (),
    Edge.SOLID: ((0.06, 0.94),),
    Edge.DASHED: ((0.06, 0.20), (0.31, 0.45), (0.56, 0.70), (0.81, 0.94)),
    Edge.UPPER: ((0.06, 0.42),),
    Edge.LOWER: ((0.58, 0.94),),
}


def _stripe(painter: QPainter, card: QRectF, px: float, is_small: bool) -> None:
    """The white stripe of a reduced side, behind the ratings."""
    tall = px * (0.34 if not is_small else 0.22)
    stripe = QRectF(card.left(), card.bottom() - tall - px * 0.03, card.width(), tall)
    painter.fillRect(stripe, QColor("#fffdf6"))
    painter.setPen(QPen(colour("#17130d", 0.5), max(0.6, px * 0.012)))
    painter.drawLine(stripe.topLeft(), stripe.topRight())
    painter.drawLine(stripe.bottomLeft(), stripe.bottomRight())


def _dotted(painter: QPainter, card: QRectF, px: float, ink: QColor) -> None:
    """The dispersed side: a rectangle in dotted outline and nothing else."""
    box = QRectF(0, 0, px * 0.58, px * 0.40)
    box.moveCenter(card.center())
    pen = QPen(ink, max(1.2, px * 0.05))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setDashPattern([0.01, 1.9])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)


def _snap(at: float, px: float) -> float:
    """A place on the middle of a pixel, where pixels are large enough to be seen."""
    return round(at) + 0.5 if px < 120 else at


def _whole(length: float, px: float) -> float:
    return float(round(length)) if px < 120 else length


def _is_dark(ink: str) -> bool:
    return colour(ink).lightnessF() < 0.5
