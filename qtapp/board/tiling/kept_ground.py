"""Ground that was drawn, kept for the next store of tiles of the very same board.

Whoever opens another game on a board, or the same file again, sees it at once. A board that is
edited is drawn by its own store from then on.
"""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtGui import QImage

from qtapp.painters.board import BoardPainter, Layers
from qtapp.painters.layers.names.keeping import BoardContent, Recent

MOST = 2
"""Boards whose ground is kept."""
MOST_BYTES = 24_000_000
"""How much of each is kept: some three windows full."""

Look = tuple[object, Layers, bool]
"""A tile, how strongly layers show on it, and whether names spare counters."""


class KeptGround:
    """Tiles of one board by what they show, the least recently used given up first."""

    def __init__(self) -> None:
        self._images: OrderedDict[Look, QImage] = OrderedDict()
        self._bytes = 0

    def get(self, look: Look) -> QImage | None:
        """A tile to draw on as on one's own."""
        image = self._images.get(look)
        if image is None:
            return None
        self._images.move_to_end(look)
        return QImage(image)

    def has(self, look: Look) -> bool:
        """Whether a tile is kept."""
        return look in self._images

    def put(self, look: Look, image: QImage) -> None:
        """Keep a tile as it is now."""
        self._images[look] = QImage(image)
        self._bytes += image.sizeInBytes()
        while self._bytes > MOST_BYTES:
            _, old = self._images.popitem(last=False)
            self._bytes -= old.sizeInBytes()


_KEPT = Recent[tuple[str, BoardContent], KeptGround](MOST)
"""By scheme and board."""


def kept_for(board: BoardPainter) -> KeptGround:
    """The tiles of a board as it is, in its scheme, to be added to."""
    shape = board.shape
    return _KEPT.of((shape.scheme.id, BoardContent.of(shape.map)), KeptGround)
