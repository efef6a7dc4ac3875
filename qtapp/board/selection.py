"""What is selected: a hex or box, one unit of those that stand there, and those that go with it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from engine.core.state import Location
from maps.hexgrid import Hex
from oob.model import UnitId


class Selection(QObject):
    """One selected place, one selected unit in it, and the group it leads. ``changed`` follows
    every change.

    The units of a group may stand in several places; the place is that of the leading one.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._place: Location | None = None
        self._unit: UnitId | None = None
        self._units: tuple[UnitId, ...] = ()

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
        """The selected unit: the one that leads the group."""
        return self._unit

    @property
    def units(self) -> tuple[UnitId, ...]:
        """The group, its leading unit first; one unit alone is a group of one."""
        return self._units

    @property
    def is_group(self) -> bool:
        """True when more than one unit is selected."""
        return len(self._units) > 1

    def select(
        self, place: Location | None, unit: UnitId | None = None, group: Sequence[UnitId] = ()
    ) -> None:
        """Select a place, perhaps a unit in it, and perhaps others to go with that unit."""
        units = () if unit is None else tuple(dict.fromkeys((unit, *group)))
        if (place, unit, units) != (self._place, self._unit, self._units):
            self._place, self._unit, self._units = place, unit, units
            self.changed.emit()

    def clear(self) -> None:
        """Select nothing."""
        self.select(None)
