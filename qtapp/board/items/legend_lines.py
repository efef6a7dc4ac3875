"""The lines of the board's legend, from what lies over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen, QPixmap

from engine.core.view.ranges import Range
from qtapp.board.items.legend import SWATCH, LegendLine
from qtapp.painters.overlays.arcs import FLIGHT, INK, SEA_INK, VOYAGE, arc
from qtapp.painters.overlays.fronts import CASING, LINE, TINTS
from qtapp.painters.overlays.overlays import Overlays
from qtapp.painters.overlays.ranges import range_swatch
from qtapp.painters.palette import PAPER, Palette, colour

BOX = QRectF(1.5, 1.5, SWATCH - 3, SWATCH - 3)


def legend_lines(
    shown: Overlays,
    ranges: tuple[Range, ...],
    subject: str,
    sides: Sequence[str],
    inks: Palette = PAPER,
) -> tuple[LegendLine, ...]:
    """One line for each kind of overlay that shows something; none for a mere selection. ``sides``
    names the game's two, ``inks`` are those of the board.
    """
    found: list[LegendLine] = []
    for is_shown, text, draw in (
        (bool(shown.zoc), "Enemy zones of control", _zone),
        ("bad" in shown.marks.values(), "Hexes the enemy threatens", _threat),
        (0 in shown.held.values(), _ground(sides, 0), _first),
        (1 in shown.held.values(), _ground(sides, 1), _second),
        (len(set(shown.held.values())) > 1, "The front", _front),
        ("good" in shown.marks.values(), "Units that can still act", _idle),
        (
            "now" in shown.marks.values(),
            "What is asked about, was chosen, or just happened",
            _found,
        ),
        (bool(shown.supply), "Supply line", _supply),
        (bool(shown.objections), "Blocks supply", _block),
        (any(arrow.tone == FLIGHT for arrow in shown.arrows), "Flights, flown or planned", _flight),
        (any(arrow.tone == VOYAGE for arrow in shown.arrows), "Voyages and landings", _voyage),
    ):
        if is_shown:
            found.append(LegendLine(partial(_swatch, draw, inks), text))
    if ranges:
        found.append(LegendLine(None, subject))
    for range_ in ranges:
        text = range_.title
        if not range_.hexes:
            text = f"{text} — {range_.text or 'nowhere now'}"
        found.append(LegendLine(partial(range_swatch, range_.kind, SWATCH), text))
    return tuple(found)


def _ground(sides: Sequence[str], number: int) -> str:
    return f"Ground of the {sides[number]} side" if number < len(sides) else ""


def _swatch(draw: Callable[[QPainter, Palette], None], inks: Palette) -> QPixmap:
    picture = QPixmap(SWATCH, SWATCH)
    picture.fill(colour(inks.plate))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw(painter, inks)
    painter.end()
    return picture


def _zone(painter: QPainter, inks: Palette) -> None:
    painter.fillRect(BOX, colour(inks.zoc, 0.12))
    painter.fillRect(BOX, QBrush(colour(inks.zoc, 0.7), Qt.BrushStyle.BDiagPattern))


def _threat(painter: QPainter, inks: Palette) -> None:
    painter.fillRect(BOX, colour(inks.objection, 0.2))
    painter.fillRect(BOX, QBrush(colour(inks.objection, 0.8), Qt.BrushStyle.FDiagPattern))


def _rim(painter: QPainter, inks: Palette) -> None:
    """An outline around a tint, which alone would be too pale."""
    painter.setPen(QPen(colour(inks.frame), 1))
    painter.drawRect(BOX)


def _first(painter: QPainter, inks: Palette) -> None:
    painter.fillRect(BOX, colour(TINTS[0], 0.3))
    _rim(painter, inks)


def _second(painter: QPainter, inks: Palette) -> None:
    painter.fillRect(BOX, colour(TINTS[1], 0.2))
    painter.fillRect(BOX, QBrush(colour(TINTS[1], 0.6), Qt.BrushStyle.Dense6Pattern))
    _rim(painter, inks)


def _front(painter: QPainter, inks: Palette) -> None:
    for ink, wide in ((LINE, 5.0), (CASING, 1.6)):
        pen = QPen(colour(ink), wide)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if ink == CASING:
            pen.setDashPattern([2, 2])
        painter.setPen(pen)
        painter.drawLine(QPointF(1, SWATCH / 2), QPointF(SWATCH - 1, SWATCH / 2))


def _idle(painter: QPainter, inks: Palette) -> None:
    pen = QPen(colour(inks.good), 2.4)
    pen.setDashPattern([2, 1.4])
    painter.setPen(pen)
    painter.drawRect(BOX.adjusted(1, 1, -1, -1))


def _found(painter: QPainter, inks: Palette) -> None:
    painter.fillRect(BOX, colour(inks.selection, 0.45))
    _rim(painter, inks)


def _supply(painter: QPainter, inks: Palette) -> None:
    pen = QPen(colour(inks.supply), 3)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setDashPattern([0.01, 1.9])
    painter.setPen(pen)
    painter.drawLine(QPointF(2, SWATCH / 2), QPointF(SWATCH - 2, SWATCH / 2))


def _flight(painter: QPainter, inks: Palette) -> None:
    _arc(painter, INK, [4, 2])


def _voyage(painter: QPainter, inks: Palette) -> None:
    _arc(painter, SEA_INK, [])


def _arc(painter: QPainter, ink: str, dashes: Sequence[float]) -> None:
    """A curve as on the board: light beneath, so that it shows on any ground."""
    course = arc(QPointF(2, SWATCH - 3), QPointF(SWATCH - 2, SWATCH - 3))
    painter.strokePath(course, QPen(colour("#ffffff"), 4.5))
    pen = QPen(colour(ink), 2)
    if dashes:
        pen.setDashPattern(dashes)
    painter.strokePath(course, pen)


def _block(painter: QPainter, inks: Palette) -> None:
    painter.setPen(QPen(colour(inks.objection), 2.4))
    painter.drawLine(BOX.topLeft() + QPointF(2, 2), BOX.bottomRight() - QPointF(2, 2))
    painter.drawLine(BOX.topRight() + QPointF(-2, 2), BOX.bottomLeft() + QPointF(2, -2))
