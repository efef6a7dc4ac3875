"""Moving a hex cursor by keys: six directions, and four arrows that keep to straight rows and
columns.
"""

from __future__ import annotations

from PySide6.QtCore import Qt

from maps.hexgrid import Hex
from maps.layout import Orientation

_Key = Qt.Key

_FLAT = {
    _Key.Key_W: 2, _Key.Key_8: 2, _Key.Key_Up: 2,
    _Key.Key_S: 5, _Key.Key_2: 5, _Key.Key_Down: 5,
    _Key.Key_Q: 3, _Key.Key_7: 3,
    _Key.Key_E: 1, _Key.Key_9: 1,
    _Key.Key_A: 4, _Key.Key_1: 4,
    _Key.Key_D: 0, _Key.Key_3: 0,
}  # fmt: skip
_POINTY = {
    _Key.Key_Q: 2, _Key.Key_7: 2,
    _Key.Key_E: 1, _Key.Key_9: 1,
    _Key.Key_A: 3, _Key.Key_4: 3, _Key.Key_Left: 3,
    _Key.Key_D: 0, _Key.Key_6: 0, _Key.Key_Right: 0,
    _Key.Key_Z: 4, _Key.Key_1: 4,
    _Key.Key_C: 5, _Key.Key_3: 5,
}  # fmt: skip


def step_of(key: int, at: Hex, orientation: Orientation) -> Hex | None:
    """The hex a key leads to from ``at``, or None when the key moves no cursor.

    Flat-topped: Q W E A S D (and 7 8 9 1 2 3) are the six neighbours as they lie; Left and Right go
    along the row. Pointy-topped: Q E A D Z C (7 9 4 6 1 3); Up and Down go along the column.
    """
    if orientation is Orientation.FLAT:
        if key in (_Key.Key_Left, _Key.Key_4):
            return at.neighbour(3 if at.q % 2 else 4)
        if key in (_Key.Key_Right, _Key.Key_6):
            return at.neighbour(1 if at.q % 2 else 0)
        known = _FLAT
    else:
        if key in (_Key.Key_Up, _Key.Key_8):
            return at.neighbour(2 if at.r % 2 else 1)
        if key in (_Key.Key_Down, _Key.Key_2):
            return at.neighbour(4 if at.r % 2 else 5)
        known = _POINTY
    direction = known.get(_Key(key)) if key in _VALUES else None
    return None if direction is None else at.neighbour(direction)


_VALUES = frozenset(key.value for key in (*_FLAT, *_POINTY))
