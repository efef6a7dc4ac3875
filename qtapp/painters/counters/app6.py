"""Symbols of NATO's APP-6, drawn by milsymbol: by their codes of 20 digits, or by a few words.

``app-6 mechanized infantry`` is a friend, ``app-6 hostile armor`` an enemy. The library and its
drawings are loaded when the first such symbol is asked for.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import import_module

from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

_CODE = re.compile(r"1[0-9]{19}")
_WORDS = "app-6 "
_LAND_UNIT = "100{side}1000{echelon}{entity}0000"
NO_ECHELON = "00"
_SIDES = {"friend": "3", "hostile": "6", "neutral": "4", "unknown": "1"}
"""What a word of a side is in a code; friends need no word."""

ENTITIES = {
    "infantry": "121100", "mechanized infantry": "121102", "motorized infantry": "121104",
    "armor": "120500", "reconnaissance": "121300", "antitank": "120400", "artillery": "130300",
    "self-propelled artillery": "130301", "air defence": "130100", "mortar": "130800",
    "engineer": "140700", "signals": "111000", "medical": "161300", "supply": "163400",
    "helicopter": "120600",
}  # fmt: skip
"""Land units that have words, with their entities."""


APP6_WORDS = tuple(f"{_WORDS}{entity}" for entity in ENTITIES)
"""The symbols that can be asked for by words."""


@lru_cache(maxsize=1024)
def code_of(kind: str) -> str:
    """The code of the symbol that a type asks for by its digits or by words; empty where it asks
    for none, or for one that there is not.
    """
    code = kind if _CODE.fullmatch(kind) else _by_words(kind)
    return code if code and _drawing(code) is not None else ""


def has_echelon(code: str) -> bool:
    """Whether a symbol shows the size of its unit itself."""
    return code[8:10] != NO_ECHELON


def draw_app6(painter: QPainter, code: str, box: QRectF) -> None:
    """Draw a symbol in a box (pixels), as large as it can be with its own proportions."""
    drawing = _drawing(code)
    if drawing is None:
        return
    shape = drawing.viewBoxF()
    grow = min(box.width() / shape.width(), box.height() / shape.height())
    area = QRectF(0, 0, shape.width() * grow, shape.height() * grow)
    area.moveCenter(box.center())
    drawing.render(painter, area)


def _by_words(kind: str) -> str:
    if not kind.startswith(_WORDS):
        return ""
    words = kind.removeprefix(_WORDS)
    first, _, rest = words.partition(" ")
    side, entity = (first, rest) if first in _SIDES else ("friend", words)
    if entity not in ENTITIES:
        return ""
    return _LAND_UNIT.format(side=_SIDES[side], echelon=NO_ECHELON, entity=ENTITIES[entity])


@lru_cache(maxsize=512)
def _drawing(code: str) -> QSvgRenderer | None:
    """A symbol as milsymbol draws it; None where no symbol has the code."""
    symbol = import_module("milsymbol").Symbol(code, size=100)
    if not symbol.is_valid():
        return None
    drawing = QSvgRenderer(QByteArray(symbol.as_svg().encode()))
    return drawing if drawing.isValid() else None
