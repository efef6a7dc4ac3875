"""The scans of a board in place of the drawn map: bent to its grid, as large as they are shown."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log2

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from maps.digitise.arrays import Bytes, halved
from maps.digitise.calibrating.calibration import Calibration
from maps.digitise.works import ScanWork
from qtapp.painters.detail import Detail
from qtapp.painters.laid_scans import area_of, bent

_PX = 256
"""Pixels along the edge of a piece that is bent in one go."""

_LAP = 1
"""Pixels by which pieces reach beyond each other's edges, so that no seam shows."""

_RIM = 0.75
"""Pitches that a scan shows around the centres of its outermost hexes."""

_STEP = _PX - 2 * _LAP
"""Pixels from piece to piece."""

_KEPT = 160
"""Pieces that are kept: 40 MB."""

_LEAST = 64
"""Least pixels along the shorter edge of a picture that is halved once more."""


@dataclass(frozen=True, slots=True)
class LaidScan:
    """One scan that lies on the grid of its board.

    ``levels`` are its picture at ``scale`` of its full size, at half of that, and so on; ``pitch``
    is from hex to hex in full-size pixels, ``area`` what it covers of the paper.
    """

    work: ScanWork
    calibration: Calibration
    levels: tuple[Bytes, ...]
    scale: float
    pitch: float
    area: QRectF

    @classmethod
    def of(cls, work: ScanWork, calibration: Calibration, picture: Bytes, scale: float) -> LaidScan:
        """Lay a picture, as large as ``scale`` says, where a scan's points put it."""
        levels = [picture]
        while min(levels[-1].shape[:2]) > _LEAST:
            levels.append(halved(levels[-1]))
        pitch = float(np.median(calibration.lattice.pitch))
        area = area_of(calibration, _RIM)
        return cls(work, calibration, tuple(levels), scale, pitch, area)

    def piece(self, column: int, row: int, detail: Detail) -> QImage:
        """A square of the paper, ``_PX`` pixels of the drawing wide, counted from its corner; each
        reaches a little beyond the next.
        """
        finer = self.pitch * self.scale / detail.hex_px
        level = min(max(0, floor(log2(max(finer, 1.0)) + 0.25)), len(self.levels) - 1)
        edge, step, lap = (px / detail.hex_px for px in (_PX, _STEP, _LAP))
        return bent(
            self.work, self.levels[level], self.scale / 2**level,
            self.calibration.fitted.transform, (column * step - lap, row * step - lap), edge, _PX,
        )  # fmt: skip


class Skin:
    """All scans of a board, later ones over earlier. May be painted on several threads at once."""

    def __init__(self, scans: Sequence[LaidScan]) -> None:
        self.scans = tuple(scans)
        self._pieces: OrderedDict[tuple[int, float, int, int], QImage] = OrderedDict()
        self._turn = threading.Lock()

    def touches(self, exposed: QRectF) -> bool:
        """Whether a scan lies on a part of the paper."""
        return any(scan.area.intersects(exposed) for scan in self.scans)

    def covers(self, exposed: QRectF) -> bool:
        """Whether one scan lies on all of a part of the paper."""
        return any(scan.area.contains(exposed) for scan in self.scans)

    def shows(self, part: QRectF) -> bool:
        """Whether one scan lies on half of a part of the paper, or more."""
        found = (scan.area.intersected(part) for scan in self.scans)
        most = max((one.width() * one.height() for one in found), default=0.0)
        return most * 2 >= part.width() * part.height()

    def paint(self, painter: QPainter, exposed: QRectF, detail: Detail) -> None:
        """Draw the exposed part."""
        edge, step, lap = (px / detail.scale for px in (_PX, _STEP, _LAP))
        for number, scan in enumerate(self.scans):
            part = exposed.intersected(scan.area)
            if part.isEmpty():
                continue
            painter.save()
            painter.setClipRect(scan.area, Qt.ClipOperation.IntersectClip)
            for row in range(floor(part.top() / step), ceil(part.bottom() / step)):
                for column in range(floor(part.left() / step), ceil(part.right() / step)):
                    spot = QRectF(column * step - lap, row * step - lap, edge, edge)
                    painter.drawImage(spot, self._piece(number, column, row, detail))
            painter.restore()

    def _piece(self, number: int, column: int, row: int, detail: Detail) -> QImage:
        """A piece of a scan: the same one lies under several tiles."""
        key = number, detail.hex_px, column, row
        with self._turn:
            kept = self._pieces.get(key)
            if kept is not None:
                self._pieces.move_to_end(key)
                return kept
        made = self.scans[number].piece(column, row, detail)
        with self._turn:
            self._pieces[key] = made
            while len(self._pieces) > _KEPT:
                self._pieces.popitem(last=False)
        return made
