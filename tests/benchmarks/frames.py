"""How long frames take: pans and zooms over a large board, as a person would make them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication

from engine.core.view.display import CounterView
from maps.model import GameMap
from oob.model import OrderOfBattle
from qtapp.board.view import MapView
from qtapp.painters.overlays.overlays import NOTHING, Overlays


@dataclass(frozen=True, slots=True)
class FrameTimes:
    """Milliseconds per repaint, and of the very first."""

    first: float
    frames: tuple[float, ...]

    @property
    def median(self) -> float:
        """Half of the frames were quicker."""
        return statistics.median(self.frames)

    @property
    def p95(self) -> float:
        """19 of 20 frames were quicker."""
        return sorted(self.frames)[max(0, round(len(self.frames) * 0.95) - 1)]


class _Watched(MapView):
    """A view that notes how long each of its repaints takes, those for tiles that came late too."""

    def __init__(self) -> None:
        super().__init__()
        self.times: list[float] = []

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw and note the time."""
        start = time.perf_counter()
        super().paintEvent(event)
        self.times.append((time.perf_counter() - start) * 1000.0)


def frame_times(
    of: GameMap,
    counters: Sequence[CounterView] = (),
    oob: OrderOfBattle | None = None,
    overlays: Overlays = NOTHING,
    size: tuple[int, int] = (1600, 1000),
    rounds: int = 2,
) -> FrameTimes:
    """Times of all repaints along a scripted pan and zoom; needs a QApplication (offscreen will
    do).
    """
    view = _Watched()
    view.resize(*size)
    view.board.set_board(of)
    view.board.set_counters(counters, oob)
    view.board.set_overlays(overlays)
    view.zoom_to_fit()
    start = time.perf_counter()
    view.show()
    view.viewport().repaint()
    QApplication.processEvents()
    first = (time.perf_counter() - start) * 1000.0
    view.times.clear()
    for _ in range(rounds):
        for act in _script(view):
            act()
            view.viewport().repaint()
            for _ in range(2):
                QApplication.processEvents()
    view.close()
    times = tuple(view.times)
    view.deleteLater()
    return FrameTimes(first, times)


def _script(view: MapView) -> Iterable[Callable[[], None]]:
    """In to the map, across it at several zooms, and out again."""
    left, right = QPointF(400, 300), QPointF(1100, 700)
    for about in (left, right):
        for _ in range(11):
            yield lambda about=about: view.zoom_by(1, about)  # type: ignore[misc]
            yield from _pans(view, 6)
        for _ in range(12):
            yield lambda about=about: view.zoom_by(-1, about)  # type: ignore[misc]
            yield from _pans(view, 6)


def _pans(view: MapView, count: int) -> Iterable[Callable[[], None]]:
    for step in range(count):
        way = 1 if step % 4 < 3 else -1
        yield lambda way=way: view.pan_by(38 * way, 22 * way)  # type: ignore[misc]
