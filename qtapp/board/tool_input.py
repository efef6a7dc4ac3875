"""What writes on the board: a pen takes mouse and keys before the view makes anything of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QCursor, QKeyEvent

from engine.core.state import Location
from engine.core.view.display import CounterView
from maps.hexgrid import Hex
from maps.layout import Point


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the pen points: a point of the paper, the hex of the endless grid there, keys held."""

    point: Point
    hex: Hex
    held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier

    @property
    def shift(self) -> bool:
        """Shift is held."""
        return bool(self.held & Qt.KeyboardModifier.ShiftModifier)

    @property
    def ctrl(self) -> bool:
        """Ctrl is held."""
        return bool(self.held & Qt.KeyboardModifier.ControlModifier)

    @property
    def alt(self) -> bool:
        """Alt is held."""
        return bool(self.held & Qt.KeyboardModifier.AltModifier)


class ToolInput(Protocol):
    """Writes on the board while a view has it; see :meth:`MapView.set_tool_input`."""

    def press(self, spot: Spot, button: Qt.MouseButton) -> bool:
        """A button went down; True takes it, with all moves until it comes up."""

    def move(self, spot: Spot, is_down: bool) -> None:
        """The mouse moved, with a button the pen took or without."""

    def release(self, spot: Spot) -> None:
        """The button that was taken came up."""

    def leave(self) -> None:
        """The mouse left the board."""

    def key(self, event: QKeyEvent) -> bool:
        """A key went down; True takes it."""

    def key_up(self, event: QKeyEvent) -> None:
        """A key came up."""

    def strike(self, at: Hex, held: Qt.KeyboardModifier) -> None:
        """Enter or Space on the hex cursor."""

    def stepped(self, start: Hex, goal: Hex, held: Qt.KeyboardModifier) -> None:
        """A key moved the hex cursor."""

    def pointer(self) -> QCursor | None:
        """The shape of the mouse pointer; None for the usual one."""


class Carrier(Protocol):
    """Takes counters off the board and puts them down again, in one drag; see
    :meth:`BoardDrags.set_carrier`. What it does not lift, the drag pans.
    """

    def lift(self, place: Location, counter: CounterView | None) -> bool:
        """The left button is dragged off a place, or off one counter there; True lifts."""

    def carry(self, at: Hex | None, spot: QPointF) -> None:
        """What was lifted is over a hex, at a point of the paper."""

    def drop(self, at: Hex | None) -> None:
        """The button came up there."""

    def abandon(self) -> None:
        """What was lifted goes back."""

    def encircle(self, hexes: tuple[Hex, ...]) -> None:
        """A lasso was drawn around hexes."""
