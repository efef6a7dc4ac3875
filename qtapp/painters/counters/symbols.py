"""Unit symbols in the NATO manner, drawn from the words of a unit's type.

``motorized infantry`` is infantry on wheels, ``ss cavalry`` is cavalry, ``mechanized infantry``
infantry in an oval; a word nobody knows is in the box as letters. All are drawn in a box given
in pixels, as shapes, so that they are as sharp on paper as on the screen.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from qtapp.painters.counters.app6 import draw_app6
from qtapp.painters.counters.symbol_pieces import draw_silhouette
from qtapp.painters.counters.symbol_signs import SIGNS, Drawing
from qtapp.painters.counters.symbol_words import Frame, Symbol, symbol_of
from qtapp.painters.fonts import Face, lettering

_PAPER = QColor("#fffdf5")


def has(kind: str, *wanted: str) -> bool:
    """True when a type holds one of some words."""
    inside = f" {kind} "
    return any(f" {word} " in inside for word in wanted)


def letters_of(kind: str) -> str:
    """The letters that stand in the symbol of a type, or ``''`` when it is drawn without."""
    return symbol_of(kind).letters


def draw_symbol(painter: QPainter, kind: str, box: QRectF, ink: QColor, inside: QColor) -> None:
    """Draw the symbol of a type in a box (pixels), with its frame."""
    symbol = symbol_of(kind)
    if symbol.frame is Frame.APP6:
        draw_app6(painter, symbol.signs[0], box)
        return
    if symbol.frame is not Frame.BOX:
        draw_silhouette(painter, symbol.signs, box, ink)
        return
    wide = max(1.0, box.height() * 0.085)
    pen = QPen(ink, wide)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.fillRect(box, inside)
    drawing = _drawn(symbol, box)
    painter.save()
    painter.setClipRect(box.adjusted(-wide / 2, -wide / 2, wide / 2, wide / 2), _WITHIN)
    painter.strokePath(drawing.lines, pen)
    painter.fillPath(drawing.solid, ink)
    painter.restore()
    _letters(painter, symbol, box, ink, inside)
    painter.setPen(QPen(ink, wide * 0.7))
    for spot, share, is_solid in drawing.rounds:
        radius = box.height() * share
        painter.setBrush(ink if is_solid else _PAPER)
        painter.drawEllipse(spot + QPointF(0, radius + wide * 0.4), radius, radius)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)


_WITHIN = Qt.ClipOperation.IntersectClip


def _drawn(symbol: Symbol, box: QRectF) -> Drawing:
    drawing = Drawing(box)
    for sign in symbol.signs:
        draw = SIGNS.get(sign)
        if draw is not None:
            draw(drawing)
    return drawing


def _letters(painter: QPainter, symbol: Symbol, box: QRectF, ink: QColor, inside: QColor) -> None:
    if symbol.letters:
        text, tall = symbol.letters, box.height()
        size = tall * (0.66 if len(text) < 3 else 0.5)
        if tall < 13 and len(text) == 1:
            size = tall * 1.05
        space = box.adjusted(box.width() * 0.05, 0, -box.width() * 0.05, 0)
        if "anchor-aside" in symbol.signs:
            space.setRight(box.left() + box.width() * 0.64)
        if {"wings", "bar"}.intersection(symbol.signs):
            space.setBottom(box.top() + tall * 0.70)
            size = tall * 0.46
        painter.fillPath(text_path(text, space, size), ink)
    for sign in symbol.signs:
        if sign.startswith("plaque-"):
            _plaque(painter, sign[-1].upper(), box, ink, inside)
        elif sign == "light-cross":
            corner = QRectF(
                box.center().x() - box.width() * 0.2, box.top() + box.height() * 0.53,
                box.width() * 0.4, box.height() * 0.47,
            )  # fmt: skip
            painter.fillPath(text_path("L", corner, box.height() * 0.52), ink)


def _plaque(painter: QPainter, letter: str, box: QRectF, ink: QColor, inside: QColor) -> None:
    """A disc over the middle with a letter left out of it."""
    radius = box.height() * 0.36
    disc = QRectF(0, 0, 2 * radius, 2 * radius)
    disc.moveCenter(box.center())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawEllipse(disc)
    painter.fillPath(text_path(letter, disc, radius * 1.50), inside)


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
