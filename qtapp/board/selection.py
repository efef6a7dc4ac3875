"""What is selected: a hex or box, and one unit of those that stand there."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.core.state import Location
from maps.hexgrid import Hex
from oob.model import UnitId


class Selection(QObject):
    """One selected place and, in it, one selected unit. ``changed`` follows every change."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._place: Location | None = None
        self._unit: UnitId | None = None

    @property
    def place(self) -> Location | None:
        """The selected hex or box."""
        return self._place

    @property
    def hex(self) -> Hex | None:
        """The selected hex, None when a box or nothing is selected."""
        return self._place if isinstance(self._place, Hex) else None

    @property
    def unit(self) -> UnitId | None:
        """The selected unit."""
        return self._unit

    def select(self, place: Location | None, unit: UnitId | None = None) -> None:
        """Select a place and perhaps a unit in it."""
        if (place, unit) != (self._place, self._unit):
            self._place, self._unit = place, unit
            self.changed.emit()

    def clear(self) -> None:
        """Select nothing."""
        self.select(None)
