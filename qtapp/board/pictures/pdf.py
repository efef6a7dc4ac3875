"""A PDF page by page, in millimetres."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QBuffer, QMarginsF, QSizeF
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter

from maps.files.writing import still_wanted

Progress = Callable[[int, int], object]
"""Told how many pages are done, and of how many; may raise to stop."""

PaintPage = Callable[[QPainter], object]
"""Paints a page; the painter's unit is a millimetre from the upper left corner of the paper."""

_RESOLUTION = 1200
_INCH = 25.4


def pdf_bytes(
    title: str,
    paper: tuple[float, float],
    pages: Sequence[PaintPage],
    progress: Progress | None = None,
) -> bytes:
    """A PDF of some pages on paper of a width and height. Raises whatever ``progress`` raises."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator("Sandtable")
    writer.setResolution(_RESOLUTION)
    exact = QPageSize.SizeMatchPolicy.ExactMatch
    writer.setPageSize(QPageSize(QSizeF(*paper), QPageSize.Unit.Millimeter, "", exact))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter(writer)
    try:
        for number, paint in enumerate(pages):
            still_wanted()
            if number:
                writer.newPage()
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.scale(_RESOLUTION / _INCH, _RESOLUTION / _INCH)
            paint(painter)
            painter.restore()
            if progress is not None:
                progress(number + 1, len(pages))
    finally:
        # Qt ends the process when a writer goes away before its painter has ended.
        painter.end()
    return bytes(buffer.data().data())
