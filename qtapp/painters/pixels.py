"""Pixels of scans as pictures of Qt."""

from __future__ import annotations

from PySide6.QtGui import QImage

from maps.digitise.arrays import Bytes


def rgb_image(picture: Bytes) -> QImage:
    """A picture, rows of red, green and blue, as an image with pixels of its own; with a fourth
    channel see-through.
    """
    high, wide, channels = picture.shape
    kind = QImage.Format.Format_RGBA8888 if channels == 4 else QImage.Format.Format_RGB888
    return QImage(picture.tobytes(), wide, high, channels * wide, kind)
