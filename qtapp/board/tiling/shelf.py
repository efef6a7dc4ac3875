"""Pictures of tiles that are kept, up to so many bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

from PySide6.QtGui import QImage

MOST_BYTES = 160_000_000
WhatT = TypeVar("WhatT", bound=Hashable)


class Shelf(Generic[WhatT]):
    """Pictures by what they show, the least recently used given up first."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._images: OrderedDict[WhatT, QImage] = OrderedDict()
        self._bytes, self._most = 0, most

    def get(self, what: WhatT) -> QImage | None:
        """The picture of something, if it is kept."""
        image = self._images.get(what)
        if image is not None:
            self._images.move_to_end(what)
        return image

    def has(self, what: WhatT) -> bool:
        """Whether the picture of something is kept."""
        return what in self._images

    def put(self, what: WhatT, image: QImage) -> None:
        """Keep a picture; the least recently used ones go where there is no room."""
        self.drop(what)
        self._images[what] = image
        self._bytes += image.sizeInBytes()
        while self._bytes > self._most:
            _, old = self._images.popitem(last=False)
            self._bytes -= old.sizeInBytes()

    def drop(self, what: WhatT) -> None:
        """Forget the picture of something."""
        old = self._images.pop(what, None)
        if old is not None:
            self._bytes -= old.sizeInBytes()

    def whole(self) -> list[WhatT]:
        """All of which pictures are kept."""
        return list(self._images)

    def clear(self) -> None:
        """Forget all pictures."""
        self._images.clear()
        self._bytes = 0
