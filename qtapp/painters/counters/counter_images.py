"""Own pictures of counters: kept in an order's notes, unpacked once, asked for by their digest."""

from __future__ import annotations

import base64
import binascii
import hashlib
import math
from pathlib import Path

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBitmap, QImage, QPainterPath, QRegion, QTransform

from oob.looks import PICTURE
from oob.model import OrderOfBattle
from qtapp.painters.rasters import picture_from, raster_of

LONGEST = 240
"""Pixels along the edge of a kept picture."""

MOST_BYTES = 60_000_000
"""Largest picture file that is looked at."""

MOST_PIXELS = 60_000_000
"""Pixels of the largest picture that is made a counter's."""

_OPAQUE = 128
_LEAST_CARD = 0.5
"""The least share of a picture that is opaque where it is cut out; others lie on a card."""

_ROUND = 0.02
"""How far the opaque part of a round picture may be from the size of the ellipse in its box."""

_FORMS: dict[str, QPainterPath | None] = {}
_IMAGES: dict[str, QImage] = {}


def image_of(digest: str) -> QImage | None:
    """The picture of a digest, None when no open order of battle has it."""
    return _IMAGES.get(digest)


def form_of(digest: str) -> QPainterPath | None:
    """The outline of a picture whose corners are see-through, in a square of one by one; None for
    pictures that fill their card, or leave most of it bare.
    """
    image = image_of(digest)
    if image is None:
        return None
    if digest not in _FORMS:
        _FORMS[digest] = _form(image)
    return _FORMS[digest]


def _form(image: QImage) -> QPainterPath | None:
    wide, high = image.width(), image.height()
    corners = ((0, 0), (wide - 1, 0), (0, high - 1), (wide - 1, high - 1))
    if not image.hasAlphaChannel() or any(
        image.pixelColor(*corner).alpha() >= _OPAQUE for corner in corners
    ):
        return None
    alpha = image.convertToFormat(QImage.Format.Format_Alpha8)
    rows = np.frombuffer(bytes(alpha.constBits()), np.uint8).reshape(high, -1)
    opaque = int((rows[:, :wide] >= _OPAQUE).sum())
    region = QRegion(QBitmap.fromImage(image.createAlphaMask()))
    if opaque < _LEAST_CARD * wide * high:
        return None
    box, form = QRectF(region.boundingRect()), QPainterPath()
    ellipse = math.pi / 4 * box.width() * box.height()
    if abs(opaque / ellipse - 1) < _ROUND:
        form.addEllipse(box)
    else:
        form.addRegion(region)
    return QTransform.fromScale(1 / wide, 1 / high).map(form.simplified())


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
