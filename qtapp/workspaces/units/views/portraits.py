"""Small pictures of the counters of rows, drawn by the board's own painter and kept."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QPixmap

from maps.errors import KnownError
from oob.ledger.model import Ledger
from oob.model import Nation
from oob.notation.counters import nations_of
from oob.notation.instantiate import nation_of, portrait
from oob.notation.model import Item, Kind, Section
from qtapp.painters.counters.counter_faces import face_of
from qtapp.painters.counters.counters import counter_picture

SIZE = 26


class Portraits:
    """The counter of a row, or nothing for what is no ground unit."""

    def __init__(self, ratio: float = 1.0) -> None:
        self._ratio = ratio
        self._nations: dict[str, Nation] = {}
        self._made: dict[Item, QPixmap | None] = {}

    def forget(self, ledger: Ledger) -> None:
        """Draw again, in the colours of another ledger's nations."""
        self._nations = nations_of(ledger.heads)
        self._made = {}

    def nation(self, item: Item) -> Nation:
        """The nation of a row, with its colours."""
        return self._nations.get(item.section.nationality) or nation_of(item.section)

    def of(self, item: Item) -> QPixmap | None:
        """The picture of a row's counter."""
        if item.kind is not Kind.GROUND:
            return None
        here = item.section
        bare = replace(
            item,
            section=Section(side=here.side, nationality=here.nationality),
            note="",
            line=0,
        )
        if bare not in self._made:
            self._made[bare] = self._drawn(bare)
        return self._made[bare]

    def _drawn(self, item: Item) -> QPixmap | None:
        try:
            unit, nation = portrait(item)
        except KnownError:
            return None
        nation = self._nations.get(item.section.nationality, nation)
        picture = counter_picture(face_of(unit, nation, 0), round(SIZE * self._ratio))
        pixmap = QPixmap.fromImage(picture)
        pixmap.setDevicePixelRatio(self._ratio)
        return pixmap
