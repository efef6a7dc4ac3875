"""The hexes chosen on the board being edited: one set, shared by tools and panels."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from maps.hexgrid import Hex


class Joining(StrEnum):
    """How newly marked hexes join the selection: instead of it, added to it, taken out of it."""

    REPLACE = "replace"
    ADD = "add"
    SUBTRACT = "subtract"


class HexSelection(QObject):
    """A set of hexes of the board. ``changed`` follows every change."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hexes: frozenset[Hex] = frozenset()

    @property
    def hexes(self) -> frozenset[Hex]:
        """The chosen hexes."""
        return self._hexes

    @property
    def ordered(self) -> list[Hex]:
        """The chosen hexes in a fixed order."""
        return sorted(self._hexes)

    def __len__(self) -> int:
        return len(self._hexes)

    def __contains__(self, at: object) -> bool:
        return at in self._hexes

    def choose(self, hexes: Iterable[Hex], joining: Joining = Joining.REPLACE) -> None:
        """Choose hexes, as ``joining`` says."""
        marked = frozenset(hexes)
        if joining is Joining.ADD:
            marked = self._hexes | marked
        elif joining is Joining.SUBTRACT:
            marked = self._hexes - marked
        if marked != self._hexes:
            self._hexes = marked
            self.changed.emit()

    def clear(self) -> None:
        """Choose nothing."""
        self.choose(())
