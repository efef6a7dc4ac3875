"""Pictures that strangers made: decoded, and never followed to other files.

Left to itself, Qt finds out what kind a picture is of, and an SVG may name files of this computer,
which Qt then opens and shows.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray
from PySide6.QtGui import QImage, QImageReader

from maps.errors import KnownError
from maps.files.reading import read_bytes
from oob.formats.drawings import refuse_references

_KINDS = ((b"\x89PNG\r\n\x1a\n", b"PNG"), (b"\xff\xd8\xff", b"JPG"))
_DRAWN = ("svg", "svgz")
_READ = ("png", "jpeg", "jpg", "webp", *_DRAWN)


def raster_of(data: bytes) -> QImage:
    """The picture that PNG or JPEG bytes hold; a null one for anything else."""
    for magic, kind in _KINDS:
        if data.startswith(magic):
            buffer = QBuffer()
            buffer.setData(QByteArray(data))
            buffer.open(QBuffer.OpenModeFlag.ReadOnly)
            reader = QImageReader(buffer, QByteArray(kind))
            reader.setAutoDetectImageFormat(False)
            return reader.read()
    return QImage()


def picture_from(path: Path, most_bytes: int, most_pixels: int) -> QImage:
    """A picture from a file, held as its camera says.

    Raises KnownError when it is none, too large, or an SVG that refers to other files.
    """
    where, data = str(path), read_bytes(path, most_bytes)
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    kind = bytes(reader.format().data()).decode("ascii", "replace")
    if kind not in _READ:
        raise KnownError(where, "is no picture.", "Choose a PNG, JPEG or SVG file.")
    if kind in _DRAWN:
        refuse_references(data, where)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isValid() and size.width() * size.height() > most_pixels:
        raise KnownError(where, "is too large for a counter.", "Make it smaller.")
    image = reader.read()
    if image.isNull():
        raise KnownError(where, "is no picture.", "Choose a PNG, JPEG or SVG file.")
    return image
