"""Pixels of scans as pictures of Qt."""

from __future__ import annotations

from PySide6.QtGui import QImage

from maps.digitise.arrays import Bytes


def rgb_image(picture: Bytes) -> QImage:
    """A picture, rows of red, green and blue, as an image with pixels of its own."""
    high, wide = picture.shape[:2]
    return QImage(picture.tobytes(), wide, high, 3 * wide, QImage.Format.Format_RGB888)
