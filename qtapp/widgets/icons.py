"""Icons from the shipped drawings, in the ink of the theme."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QIcon, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

import resources

SIZES = (20, 40)
KEPT = 1500
"""How many drawings are kept: those of three themes, some kilobytes each."""


class Icons:
    """Icons drawn in two inks: one for what is on, one for what is off."""

    def __init__(self, ink: str, faint: str) -> None:
        self._ink = ink
        self._faint = faint
        self._known = frozenset(resources.icon_names())
        self._drawn: dict[str, QIcon] = {}

    def icon(self, name: str) -> QIcon:
        """One icon by name; an empty one when no such drawing is shipped."""
        if name not in self._drawn:
            self._drawn[name] = self._draw(name) if name in self._known else QIcon()
        return self._drawn[name]

    def _draw(self, name: str) -> QIcon:
        icon = QIcon()
        for mode, ink in ((QIcon.Mode.Normal, self._ink), (QIcon.Mode.Disabled, self._faint)):
            for size in SIZES:
                icon.addPixmap(pixmap(name, ink, size), mode)
        return icon


def pixmap(name: str, ink: str, size: int) -> QPixmap:
    """A drawing in one ink at a size in pixels. Raises KeyError when no such drawing is shipped."""
    return QPixmap.fromImage(_image(name, ink, size))


@lru_cache(maxsize=KEPT)
def _image(name: str, ink: str, size: int) -> QImage:
    """The same as an image, which may outlive the windows and is drawn once for all of them."""
    picture = QImage(QSize(size, size), QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    QSvgRenderer(QByteArray(resources.icon_svg(name, ink))).render(painter)
    painter.end()
    return picture
