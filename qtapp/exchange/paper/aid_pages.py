"""Player aids on paper: a page for each, as large as it goes, turned where it is larger so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from engine.editing.aid_session import NewAid
from qtapp.board.pictures.pdf import PaintPage
from qtapp.exchange.paper.print_text import FAINT, INK, width, write
from qtapp.painters.fonts import Face

LARGEST_PIXEL = 0.35
"""Millimetres that a pixel of a picture takes on paper, at most."""
_TITLE, _NOTE, _HEAD = 5.0, 3.0, 9.0


@dataclass(frozen=True, slots=True)
class AidPart:
    """Charts that are pictures. ``room`` is width and height inside the margins, in millimetres."""

    aids: Sequence[NewAid]
    room: tuple[float, float]
    corner: tuple[float, float]
    title: str = "Player aids"
    how: str = "Charts as pictures, one on a page."
    both_sides: bool = False

    def pages(self) -> list[PaintPage]:
        """Picture by picture."""
        return [partial(self._paint, aid=aid) for aid in self.aids]

    def _paint(self, painter: QPainter, aid: NewAid) -> None:
        x, y = self.corner
        write(painter, (x, y + _TITLE), aid.name, _TITLE, ink=INK, face=Face.BOLD)
        if aid.folder:
            over = width(aid.name, _TITLE, Face.BOLD) + 4.0
            write(painter, (x + over, y + _TITLE), aid.folder, _NOTE, ink=FAINT)
        if aid.note:
            words = " ".join(aid.note.split())
            write(painter, (x, y + _HEAD + 1.0), words[:140], _NOTE, ink=FAINT)
        top = y + _HEAD + (4.0 if aid.note else 0.0)
        room = self.room[0], self.room[1] - top + y
        box = fitted((aid.picture.width, aid.picture.height), room)
        image = QImage.fromData(aid.picture.data)
        painter.save()
        painter.translate(x, top)
        if box.turned:
            painter.translate(box.height, 0.0)
            painter.rotate(90.0)
        painter.drawImage(QRectF(0.0, 0.0, box.width, box.height), image)
        painter.restore()


@dataclass(frozen=True, slots=True)
class Fitted:
    """How large a picture is on paper in its own directions, and whether it lies on its side."""

    width: float
    height: float
    turned: bool


def fitted(size: tuple[int, int], room: tuple[float, float]) -> Fitted:
    """A picture of so many pixels in a room of so many millimetres.

    >>> fitted((1000, 500), (100.0, 200.0))
    Fitted(width=200.0, height=100.0, turned=True)
    """
    wide, high = size
    upright = min(room[0] / wide, room[1] / high, LARGEST_PIXEL)
    aside = min(room[1] / wide, room[0] / high, LARGEST_PIXEL)
    turned = aside > upright * 1.2
    scale = aside if turned else upright
    return Fitted(wide * scale, high * scale, turned)
