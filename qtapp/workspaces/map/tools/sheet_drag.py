"""A pen that drags a whole sheet over the board, to lay it elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent

from engine.core.wording import counted
from maps.hexgrid import Hex
from maps.model import GameMap
from maps.numbering import Sheet
from qtapp.board.tool_input import Spot
from qtapp.painters.overlays.ghosts import CHOSEN, NO_GHOST, Ghost, Tint


class SheetDragInput(QObject):
    """Press on the sheet, drag, let go: ``dropped`` carries how far it was dragged, axially."""

    dropped = Signal(object)

    def __init__(
        self, board: GameMap, sheet: Sheet, show: Callable[[Ghost], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._show = show
        self._hexes = tuple(at for at in sheet.hexes() if at in board)
        others = [other for other in board.sheets if other.id != sheet.id]
        self._under = frozenset(at for other in others for at in other.hexes() if at in board)
        self._start: Hex | None = None
        self._by = Hex(0, 0)

    def press(self, spot: Spot, button: Qt.MouseButton) -> bool:
        """The left button takes the sheet up."""
        if button is not Qt.MouseButton.LeftButton or spot.hex not in self._hexes:
            return False
        self._start, self._by = spot.hex, Hex(0, 0)
        return True

    def move(self, spot: Spot, is_down: bool) -> None:
        """Show where the sheet would lie, and how many hexes it would share."""
        if self._start is None or not is_down:
            return
        self._by = Hex(spot.hex.q - self._start.q, spot.hex.r - self._start.r)
        hexes = tuple(at.moved(self._by) for at in self._hexes)
        shares = sum(at in self._under for at in hexes)
        note = f"{self._by.q:+d}, {self._by.r:+d}: shares {counted(shares, 'hex', 'hexes')}"
        self._show(Ghost((Tint(hexes, CHOSEN, strength=0.35),), note=note, spot=spot.point))

    def release(self, spot: Spot) -> None:
        """Lay the sheet down."""
        if self._start is not None:
            self._start = None
            self._show(NO_GHOST)
            self.dropped.emit(self._by)

    def leave(self) -> None:
        """The mouse left the board; the sheet is still being dragged."""

    def key(self, event: QKeyEvent) -> bool:
        """Arrow keys and all others go on to the board."""
        return False

    def key_up(self, event: QKeyEvent) -> None:
        """Nothing hangs on a key."""

    def strike(self, at: Hex, held: Qt.KeyboardModifier) -> None:
        """Enter does nothing; numbers are for the keyboard."""

    def stepped(self, start: Hex, goal: Hex, held: Qt.KeyboardModifier) -> None:
        """The hex cursor may move meanwhile."""

    def pointer(self) -> QCursor | None:
        """A hand that holds something."""
        return QCursor(Qt.CursorShape.SizeAllCursor)
