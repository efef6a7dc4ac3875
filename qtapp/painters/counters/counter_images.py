"""Own pictures of counters: kept in an order's notes, unpacked once, asked for by their digest."""

from __future__ import annotations

import base64
import binascii
import hashlib
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QSize, Qt
from PySide6.QtGui import QImage

from oob.looks import PICTURE
from oob.model import OrderOfBattle
from qtapp.painters.rasters import picture_from, raster_of

LONGEST = 240
"""Pixels along the edge of a kept picture."""

MOST_BYTES = 60_000_000
"""Largest picture file that is looked at."""

MOST_PIXELS = 60_000_000
"""Pixels of the largest picture that is made a counter's."""

_IMAGES: dict[str, QImage] = {}


def image_of(digest: str) -> QImage | None:
    """The picture of a digest, None when no open order of battle has it."""
    return _IMAGES.get(digest)


def learn_images(order: OrderOfBattle) -> None:
    """Unpack the pictures an order of battle keeps; damaged ones are left out."""
    for key, text in order.notes.items():
        digest = key.removeprefix(PICTURE)
        if key.startswith(PICTURE) and digest not in _IMAGES:
            try:
                data = base64.b64decode(text, validate=True)
            except (binascii.Error, ValueError):
                continue
            image = raster_of(data)
            if not image.isNull() and max(image.width(), image.height()) <= 4 * LONGEST:
                _IMAGES[digest] = image


def kept_picture(image: QImage) -> tuple[str, str]:
    """A picture as it is kept: the key of its note and its text. Large ones are made smaller."""
    side = min(image.width(), image.height())
    square = image.copy(
        QRect((image.width() - side) // 2, (image.height() - side) // 2, side, side)
    )
    if side > LONGEST:
        square = square.scaled(
            QSize(LONGEST, LONGEST),
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    has_holes = square.hasAlphaChannel()
    square.save(buffer, "PNG" if has_holes else "JPG", -1 if has_holes else 90)  # type: ignore[call-overload]
    raw = bytes(data.data())
    digest = hashlib.sha256(raw).hexdigest()[:20]
    _IMAGES[digest] = raster_of(raw)
    return PICTURE + digest, base64.b64encode(raw).decode("ascii")


def read_picture(path: str) -> QImage:
    """A picture from a file. Raises KnownError when it is none, or too large."""
    return picture_from(Path(path), MOST_BYTES, MOST_PIXELS)
