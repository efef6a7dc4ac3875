"""Where a calibrated scan lies on the paper, and pieces of it bent to the grid."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from maps.digitise.arrays import Bytes
from maps.digitise.calibrating.calibration import Calibration
from maps.digitise.calibrating.transforms import Transform
from maps.digitise.calibrating.warp import warped
from maps.digitise.works import ScanWork
from qtapp.painters.layers.shape import PITCH


def area_of(calibration: Calibration, rim: float) -> QRectF:
    """What a scan covers of the paper: its hexes' centres, and ``rim`` pitches around them."""
    hexes = list(calibration.lattice.hexes)
    centres = np.asarray(calibration.grid.units(hexes)).reshape(-1, 2) * PITCH
    low, high = centres.min(axis=0) - rim * PITCH, centres.max(axis=0) + rim * PITCH
    return QRectF(low[0], low[1], high[0] - low[0], high[1] - low[1])


def bent(
    work: ScanWork,
    picture: Bytes,
    scale: float,
    transform: Transform,
    corner: tuple[float, float],
    edge: float,
    px: int,
) -> QImage:
    """A square of the paper, ``px`` pixels wide, out of a picture of the scan at ``scale`` of its
    size; ``corner`` and ``edge`` are in pitches. What was cropped away is transparent.
    """
    used = work.crop or (0, 0, work.width, work.height)
    pixels = warped(picture, scale, transform, corner, edge, px, used)
    form = QImage.Format.Format_RGBA8888
    return QImage(pixels.tobytes(), px, px, 4 * px, form).copy()
