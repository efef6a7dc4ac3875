"""Counters as pictures, a file for each face: for other programs, web pages and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QBuffer, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

from maps.errors import KnownError
from maps.files.writing import still_wanted, whole_files
from oob.model import OrderOfBattle, Unit
from qtapp.board.pictures.pdf import Progress
from qtapp.board.pictures.png import png_bytes
from qtapp.painters.counters.counter_images import learn_images
from qtapp.painters.counters.counters import CounterFace, blank_print, draw_print, face_in
from qtapp.painters.fonts import ensure_gui

SMALLEST, LARGEST = 16, 2048
"""Pixels a counter's edge may have."""

_ODD = re.compile(r"[^\w.+-]+")
_FACES = ("front", "back")


class Form(StrEnum):
    """What a face is written as."""

    PNG = "png"
    SVG = "svg"


def write_pictures(
    order: OrderOfBattle,
    units: Sequence[Unit],
    folder: Path,
    px: int = 256,
    form: Form = Form.PNG,
    progress: Progress | None = None,
) -> int:
    """Write each face of some counters into a folder, all files or none; how many there are.

    Files are called by the unit and its face: ``italian-3-julia-front.png``. Raises KnownError
    when there is nothing to write, the size makes no sense, or a file cannot be written.
    """
    if not units:
        raise KnownError(order.title, "has no such counters.", "Choose others.")
    if not SMALLEST <= px <= LARGEST:
        what = "is no size for a picture of a counter."
        raise KnownError(f"{px} pixels", what, f"Use {SMALLEST} to {LARGEST}.")
    ensure_gui()
    learn_images(order)
    names = list(_names(units))
    with whole_files(folder) as staged:
        for number, (unit, index, name) in enumerate(names, 1):
            still_wanted()
            face = face_in(order, unit, index)
            data = _png(face, px) if form is Form.PNG else _svg(face, px, name)
            (staged / f"{name}.{form}").write_bytes(data)
            if progress is not None:
                progress(number, len(names))
    return len(names)


def _names(units: Sequence[Unit]) -> Iterator[tuple[Unit, int, str]]:
    """Each face with the name of its file, no two the same on any system."""
    seen: set[str] = set()
    for unit in units:
        plain = _ODD.sub("-", unit.id).strip("-.")[:80] or "counter"
        stem, number = plain, 1
        while stem.casefold() in seen:
            number += 1
            stem = f"{plain}-{number}"
        seen.add(stem.casefold())
        for index in range(len(unit.faces)):
            face = _FACES[index] if index < len(_FACES) else f"face-{index + 1}"
            yield unit, index, f"{stem}-{face}"


def _png(face: CounterFace, px: int) -> bytes:
    image = blank_print(face, px)
    painter = QPainter(image)
    _draw(painter, face, px)
    return png_bytes(image, 70)


def _svg(face: CounterFace, px: int, title: str) -> bytes:
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    maker = QSvgGenerator()
    maker.setOutputDevice(buffer)
    maker.setTitle(title)
    maker.setSize(QSize(px, px))
    maker.setViewBox(QRectF(0, 0, px, px))
    _draw(QPainter(maker), face, px)
    return bytes(buffer.data().data())


def _draw(painter: QPainter, face: CounterFace, px: int) -> None:
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        draw_print(painter, face, QRectF(0, 0, px, px))
    finally:
        # Qt ends the process when an image goes away before its painter has ended.
        painter.end()
