"""Text on paper: measured, wrapped and written in millimetres."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFontMetricsF, QPainter

from qtapp.painters.fonts import Face, lettering
from qtapp.painters.palette import colour

INK, FAINT, RULE, SHADE = "#16130f", "#6a655c", "#b9b3a6", "#f1ede3"
LEADING = 1.38
"""From line to line, in sizes of the type."""

_LARGE = 64.0
"""Device pixels that type is measured and drawn at before it is scaled."""

_HAIR = 1e-3
"""What a line may be too long by, so that columns hold what they were measured for."""


def width(text: str, size: float, face: Face = Face.SANS) -> float:
    """How wide a line of type of a size is, in millimetres."""
    return _metrics(face).horizontalAdvance(text) * size / _LARGE


@cache
def _metrics(face: Face) -> QFontMetricsF:
    return QFontMetricsF(lettering(face, _LARGE))


def wrapped(text: str, size: float, room: float, face: Face = Face.SANS) -> list[str]:
    """A text in lines no wider than there is room; a word that is too long is broken."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if width(longer, size, face) <= room + _HAIR:
                line = longer
                continue
            if line:
                lines.append(line)
            *broken, line = _broken(word, size, room, face)
            lines += broken
        lines.append(line)
    return lines


def largest(
    text: str, sizes: tuple[float, ...], room: float, face: Face = Face.SANS
) -> tuple[float, list[str]]:
    """The largest of some sizes, largest first, at which a text is one line, else the last of them;
    and the text in lines of that size.
    """
    for size in sizes[:-1]:
        lines = wrapped(text, size, room, face)
        if len(lines) == 1:
            return size, lines
    return sizes[-1], wrapped(text, sizes[-1], room, face)


def _broken(word: str, size: float, room: float, face: Face) -> list[str]:
    parts = [""]
    for letter in word:
        if parts[-1] and width(parts[-1] + letter, size, face) > room + _HAIR:
            parts.append("")
        parts[-1] += letter
    return parts


def write(
    painter: QPainter,
    at: tuple[float, float],
    text: str,
    size: float,
    face: Face = Face.SANS,
    ink: str = INK,
) -> None:
    """Write a line; ``at`` is the left end of its base line."""
    painter.save()
    painter.translate(QPointF(*at))
    painter.scale(size / _LARGE, size / _LARGE)
    painter.setFont(lettering(face, _LARGE))
    painter.setPen(colour(ink))
    painter.drawText(QPointF(0, 0), text)
    painter.restore()


def write_lines(
    painter: QPainter,
    at: tuple[float, float],
    lines: list[str],
    size: float,
    face: Face = Face.SANS,
    ink: str = INK,
) -> float:
    """Write lines one below the other; ``at`` is the upper left corner. How high they are."""
    x, y = at
    for number, line in enumerate(lines):
        write(painter, (x, y + size * (number * LEADING + 1.02)), line, size, face, ink)
    return size * LEADING * len(lines)


def write_middle(
    painter: QPainter,
    centre: tuple[float, float],
    text: str,
    size: float,
    face: Face = Face.SANS,
    ink: str = INK,
) -> None:
    """Write a line about a point on its base line."""
    x, y = centre
    write(painter, (x - width(text, size, face) / 2, y), text, size, face, ink)
