"""How fast this machine is just now: two fixed jobs, one of pure Python and one that Qt paints.

Machines differ by a factor of three, and one machine by half from minute to minute, so ``sandtable
bench`` does both before and after each measure and says how many times as long the figure is.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from engine.cli.benches import Calibration

ADDITIONS = 400_000
"""Additions of the job in pure Python."""
RINGS = 120
"""Rings that Qt paints, each a smooth circle with a rim."""
SIDE = 512
"""Pixels along each side of the picture that Qt paints."""
ROUNDS = 3
"""Each job is done so often; the middle one counts."""


def calibrate() -> Calibration:
    """Do both jobs and say what they took of the processor's time."""
    return Calibration(_middle(loop), _middle(raster))


def loop() -> int:
    """A fixed sum in pure Python."""
    total = 0
    for number in range(ADDITIONS):
        total += number
    return total


def raster() -> QImage:
    """A fixed picture that Qt paints into memory, without a font."""
    image = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for number in range(RINGS):
        painter.setPen(QPen(QColor.fromHsv(number % 360, 200, 160), 3.0))
        painter.setBrush(QColor.fromHsv(number % 360, 90, 240, 128))
        across, down = number * 37 % SIDE, number * 101 % SIDE
        painter.drawEllipse(QPointF(across, down), 60.0, 60.0)
    painter.end()
    return image


def _middle(job: Callable[[], object]) -> float:
    taken = []
    for _ in range(ROUNDS):
        start = time.process_time()
        job()
        taken.append(1000.0 * (time.process_time() - start))
    return sorted(taken)[ROUNDS // 2]
