"""Drawn signs and faces for scans to be compared with, made by the painters of counters."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPixmap

from oob.model import OrderOfBattle, Size
from oob.sheets.matching import FACE, Candidate
from oob.sheets.recognising import MARK_SIZE, SYMBOL_SIZE, Drawn
from oob.words import TYPES
from qtapp.painters.counters.counters import CounterFace, draw_print, face_in
from qtapp.painters.counters.symbol_words import Frame, symbol_of
from qtapp.painters.counters.symbols import draw_symbol, text_path
from qtapp.painters.fonts import ensure_gui
from qtapp.painters.pixels import rgb_image
from qtapp.workspaces.counters.sheets.handwriting import written

_INK, _PAPER = QColor("#000000"), QColor("#ffffff")
_TIMES = 4


@lru_cache(maxsize=4)
def drawn_symbols(kinds: tuple[str, ...] = TYPES) -> tuple[Drawn, ...]:
    """The symbols of unit types that stand in a box, as ink."""
    ensure_gui()
    boxed = [kind for kind in dict.fromkeys(kinds) if symbol_of(kind).frame is Frame.BOX]
    return tuple(Drawn(kind, _symbol(kind)) for kind in boxed)


@lru_cache(maxsize=1)
def drawn_marks() -> tuple[Drawn, ...]:
    """The size marks, as ink."""
    ensure_gui()
    return tuple(Drawn(size.value, _mark(size.value)) for size in Size if size.value)


def candidates(order: OrderOfBattle, index: int = 0) -> list[Candidate]:
    """The units of an order of battle as their counters are drawn."""
    ensure_gui()
    found = []
    for unit in order.units.values():
        face = face_in(order, unit, index)
        printed = _printed(face, FACE)
        found.append(Candidate(unit.id, face.ratings, face.kind, face.size, printed))
    return found


@lru_cache(maxsize=2)
def drawn_ratings(*, by_hand: bool = False) -> tuple[tuple[NDArray[np.uint8], str], ...]:
    """Faces with all digits in their ratings, for reading before anything is confirmed; with
    ``by_hand`` written ones too.
    """
    ensure_gui()
    printed = [(_face(text), text) for text in _RATINGS]
    hands = [(pixels(image), text) for image, text in written()] if by_hand else []
    return (*printed, *hands)


_RATINGS = ("0-1-2", "3-4-5", "6-7-8", "9-10", "8-6", "5-3-8", "(5)-5", "2-0-R", "7F5", "2D3",
            "3B3", "1T2", "12-10")  # fmt: skip


def _face(ratings: str) -> NDArray[np.uint8]:
    plain = CounterFace("infantry", "XX", ratings, "", "", "#9ea6a0", "#14181a", "")
    return _printed(plain, 2 * FACE)


def _printed(face: CounterFace, px: int) -> NDArray[np.uint8]:
    image = QImage(px, px, QImage.Format.Format_RGB888)
    image.fill(face.fill)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_print(painter, face, QRectF(0, 0, px, px))
    painter.end()
    return pixels(image)


def pixels(image: QImage) -> NDArray[np.uint8]:
    """A picture as rows x columns x red, green, blue."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(bytes(plain.constBits()), np.uint8).reshape(plain.height(), -1)
    return rows[:, : plain.width() * 3].reshape(plain.height(), plain.width(), 3).copy()


def icon_of(counter: NDArray[np.uint8], px: int) -> QIcon:
    """The picture of a counter as an icon of at most so many pixels an edge."""
    keep, way = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    return QIcon(QPixmap.fromImage(rgb_image(counter)).scaled(px, px, keep, way))


def _symbol(kind: str) -> NDArray[np.float32]:
    wide, high = (edge * _TIMES for edge in SYMBOL_SIZE)
    image, painter = _blank(wide, high)
    edge = wide * 0.03
    box = QRectF(edge, edge, wide - 2 * edge, (wide - 2 * edge) * 0.62)
    draw_symbol(painter, kind, box, _INK, _PAPER)
    return _ink(image, painter, SYMBOL_SIZE)


def _mark(text: str) -> NDArray[np.float32]:
    wide, high = (edge * _TIMES for edge in MARK_SIZE)
    image, painter = _blank(wide, high)
    painter.fillPath(text_path(text, QRectF(0, 0, wide, high), high * 0.95), _INK)
    return _ink(image, painter, MARK_SIZE)


def _blank(wide: int, high: int) -> tuple[QImage, QPainter]:
    image = QImage(wide, high, QImage.Format.Format_RGB888)
    image.fill(_PAPER)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return image, painter


def _ink(image: QImage, painter: QPainter, size: tuple[int, int]) -> NDArray[np.float32]:
    painter.end()
    wide, high = size
    values = 1.0 - pixels(image).astype(np.float32).mean(axis=2) / 255.0
    means = values.reshape(high, _TIMES, wide, _TIMES).mean(axis=(1, 3))
    return np.asarray(means, dtype=np.float32)


def known_kinds(order: OrderOfBattle) -> tuple[str, ...]:
    """The symbols of an order of battle's counters, each once."""
    return tuple(dict.fromkeys(face_in(order, unit).kind for unit in order.units.values()))
