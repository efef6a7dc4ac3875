"""What the items over the board know of it: painters of board and counters, the stacks, and parts
of the paper.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QRectF
from PySide6.QtWidgets import QGraphicsScene

from qtapp.board.tiles import TileStore
from qtapp.board.tiling.grid import Tile
from qtapp.painters.board import BoardPainter, Layers
from qtapp.painters.counters.counters import CounterPainter
from qtapp.painters.counters.stacks import Stacks
from qtapp.painters.overlays.overlays import NOTHING, Overlays


class ShownBoard(QGraphicsScene):
    """The board that a scene shows, None for none; coordinates are paper units."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.board: BoardPainter | None = None
        self.stacks: Stacks | None = None
        self.overlays: Overlays = NOTHING
        """What is laid over the board."""
        self.counters = CounterPainter()
        self.layers = Layers()
        """How strongly each layer of the board shows."""
        self.has_ghost = False
        """Whether a preview of a stroke is shown."""
        self.tiles: TileStore | None = None
        self.is_begun = False
        """Whether any of the board was painted."""

    def painted(self, drawn: Iterable[Tile], late: Iterable[Tile], exposed: QRectF) -> None:
        """A part of the board was painted, some of its tiles as they are; others are still to be
        drawn.
        """


def merged(rects: list[QRectF]) -> list[QRectF]:
    """Rectangles joined to those they overlap, until none overlap."""
    found: list[QRectF] = []
    for rect in rects:
        whole = QRectF(rect)
        while overlapping := [other for other in found if other.intersects(whole)]:
            for other in overlapping:
                found.remove(other)
                whole = whole.united(other)
        found.append(whole)
    return found
