"""The typefaces of maps and counters, shipped so that pictures agree on every machine."""

from __future__ import annotations

import os
from enum import StrEnum
from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication

import resources


class Face(StrEnum):
    """What a piece of lettering is for."""

    SANS = "sans"
    BOLD = "bold"
    ITALIC = "italic"


_FAMILY = {
    Face.SANS: "DejaVu Sans Condensed",
    Face.BOLD: "DejaVu Sans Condensed",
    Face.ITALIC: "DejaVu Serif Condensed",
}


def ensure_gui() -> QGuiApplication:
    """The running Qt application; makes one, offscreen when there is no display, if need be."""
    found = QGuiApplication.instance()
    if isinstance(found, QGuiApplication):
        return found
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QGuiApplication(["sandtable"])
    _KEPT.append(app)
    return app


_KEPT: list[QGuiApplication] = []


@cache
def register_fonts() -> None:
    """Hand the shipped font files to Qt, once."""
    for data in resources.fonts().values():
        QFontDatabase.addApplicationFontFromData(data)


@cache
def _template(face: Face, size: int, spacing: float) -> QFont:
    register_fonts()
    font = QFont(_FAMILY[face])
    font.setPixelSize(size)
    font.setBold(face is Face.BOLD)
    font.setItalic(face is Face.ITALIC)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if spacing:
        font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, spacing)
    return font


def lettering(face: Face, size: float, spacing: float = 0.0) -> QFont:
    """A font of ``size`` device pixels; ``spacing`` in per cent of the plain advance (0: plain)."""
    return _template(face, max(1, round(size)), spacing)
