"""The inks of the printed sheet, and what colours have to do with each other.

:mod:`qtapp.painters.schemes` has the palettes of other sheets.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from PySide6.QtGui import QColor


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of what the legend does not colour, as ``#rrggbb``."""

    paper: str = "#f4eedd"
    ink: str = "#2b2620"
    faint_ink: str = "#6f6653"
    grid: str = "#5d543f"
    number: str = "#5b523f"
    coast: str = "#3d5a63"
    halo: str = "#f7f2e3"
    relief_dark: str = "#38291a"
    relief_light: str = "#fffaea"
    frame: str = "#4a4335"
    selection: str = "#e69f00"
    cursor: str = "#1f1d1a"
    reach: str = "#1f6fa8"
    target: str = "#a3406e"
    zoc: str = "#7a5195"
    supply: str = "#007a5a"
    objection: str = "#b23c00"
    attack: str = "#b23c00"
    good: str = "#0b5e95"
    plate: str = "#fbf7ea"
    shallows: str = "#f2f5ee"
    deep: str = "#3f86ad"


PAPER = Palette()
"""The palette of every shipped board."""


@cache
def colour(text: str, alpha: float = 1.0) -> QColor:
    """The colour a ``#rrggbb`` (or ``#rrggbbaa``) names, with ``alpha`` 0..1; grey when it is no
    colour.
    """
    base = QColor(text[:7])
    if not base.isValid():
        base = QColor("#808080")
    own = int(text[7:9], 16) / 255 if len(text) == 9 else 1.0
    base.setAlphaF(max(0.0, min(1.0, alpha * own)))
    return base


def mixed(first: str, second: str, share: float) -> str:
    """The colour ``share`` (0..1) of the way from ``first`` to ``second``, as ``#rrggbb``."""
    a, b = colour(first), colour(second)
    parts = [
        round(x + (y - x) * share)
        for x, y in zip((a.red(), a.green(), a.blue()), (b.red(), b.green(), b.blue()), strict=True)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)


def luminance(text: str) -> float:
    """Relative luminance of a colour, 0 black to 1 white (WCAG 2)."""
    of = colour(text)
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (of.redF(), of.greenF(), of.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first: str, second: str) -> float:
    """Contrast of two colours, 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)
