"""The terrain brush: it keeps the state of the mouse and ends in one call to the edit desk."""

from __future__ import annotations

from collections.abc import Callable

from maps.edits import Change, inverse, paint
from maps.hexgrid import Hex, line
from maps.model import GameMap

Apply = Callable[[Change], None]


class BrushTool:
    """Paints the hexes the pointer crosses. A stroke is one undo step; Escape takes it back."""

    def __init__(self, apply: Apply) -> None:
        self._apply = apply
        self._strokes = 0
        self._last: Hex | None = None
        self._done: list[Change] = []
        self._cancelled = False
        self.kind = ""

    @property
    def is_painting(self) -> bool:
        """True between pressing and releasing the button."""
        return self._last is not None

    def press(self, board: GameMap, at: Hex) -> None:
        """Begin a stroke."""
        self._strokes += 1
        self._done = []
        self._cancelled = False
        self._last = at
        self._paint(board, [at])

    def drag(self, board: GameMap, at: Hex) -> None:
        """Go on with a stroke; hexes that were crossed between two events are painted too."""
        if self._last is not None and at != self._last and not self._cancelled:
            crossed = line(self._last, at)[1:]
            self._last = at
            self._paint(board, crossed)

    def release(self) -> None:
        """End the stroke."""
        self._last = None

    def cancel(self) -> None:
        """Take the stroke back while the button is still down."""
        if self.is_painting and not self._cancelled:
            self._cancelled = True
            for change in reversed(self._done):
                self._apply(inverse(change))
            self._done = []

    def _paint(self, board: GameMap, hexes: list[Hex]) -> None:
        if not self.kind:
            return
        change = paint(board, hexes, self.kind, stroke=f"brush {id(self)} {self._strokes}")
        if change:
            self._apply(change)
            self._done.append(change)
