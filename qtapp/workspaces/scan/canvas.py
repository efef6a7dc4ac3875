"""The scan with its grid, in the scan's own pixels: zoom, drag, and clicks with a meaning."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QCompleter, QGraphicsScene, QGraphicsView, QLineEdit

from maps.digitise.calibrating.lattice import Lattice
from maps.digitise.reading.strips import Course
from maps.digitise.works import ScanWork
from qtapp.workspaces.scan.keys import ARROWS, act_on_key
from qtapp.workspaces.scan.modes import HINTS, Mode
from qtapp.workspaces.scan.overlay import OverlayItem, stretch_ends
from qtapp.workspaces.scan.picture_item import PictureItem
from qtapp.workspaces.scan.reader import Reader
from qtapp.workspaces.scan.scan_controller import ScanController

_NEAR = 9.0
STEP = 1.25
"""How much larger one step of the wheel, or of a key, shows the scan."""
_SMALLEST, _LARGEST = 0.005, 24.0


class ScanCanvas(QGraphicsView):
    """``hovered`` tells what lies under the pointer, ``asked`` which hex a click asks the number
    of.
    """

    hovered = Signal(str)

    def __init__(self, controller: ScanController, reader: Reader) -> None:
        super().__init__()
        self.setAccessibleName("Scan")
        self._controller, self._reader = controller, reader
        self._paper = QGraphicsScene(self)
        self.setScene(self._paper)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self._paint_again)
        self.picture = PictureItem(self._again.start)
        self._paper.addItem(self.picture)
        self.overlay = OverlayItem(self.picture, controller, reader)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.setMouseTracking(True)
        self._shown: int | None = None
        self._is_whole = False
        self._grabbed: str | None = None
        self._grabbed_at: QPointF | None = None
        self._stroke = ""
        self._pan: QPointF | None = None
        self._asked = QPointF()
        self.field = _NumberField(self)
        controller.changed.connect(self.refresh)
        controller.moded.connect(self._moded)
        controller.pointed.connect(self.go_to)
        reader.reviewed.connect(self.overlay.update)
        reader.kind_changed.connect(self.overlay.update)
        reader.stepped.connect(self._stepped)

    def _paint_again(self) -> None:
        self.picture.update()

    @property
    def scale_now(self) -> float:
        """Screen pixels to a pixel of the scan."""
        return float(self.transform().m11())

    def refresh(self) -> None:
        """Show the current scan as it is now."""
        controller = self._controller
        session = controller.session if controller.is_open else None
        self.picture.show_scan(session, controller.scan, controller.work)
        self._paper.setSceneRect(
            self.picture.mapRectToScene(self.picture.boundingRect()).adjusted(-400, -400, 400, 400)
        )
        if controller.scan != self._shown:
            self._shown = controller.scan
            self._is_whole = True
            self.overlay.crosshair = self.overlay.hex_cursor = None
            self.fit()
        self.overlay.update()

    def fit(self) -> None:
        """Show the whole scan, however large the window grows, until one looks closer or aside."""
        work = self._controller.work
        if work is not None and self.viewport().width() > 60:
            self.fitInView(
                self.picture.mapRectToScene(self.picture.used), Qt.AspectRatioMode.KeepAspectRatio
            )
            self._is_whole = True

    def zoom(self, factor: float) -> None:
        """Zoom in or out about the pointer, or about the middle."""
        self._is_whole = False
        wanted = max(_SMALLEST, min(_LARGEST, self.scale_now * factor))
        self.scale(wanted / self.scale_now, wanted / self.scale_now)
        self._place_field()

    def go_to(self, label: str) -> None:
        """Bring a hex into the middle, large enough to read its number."""
        lattice = self._controller.lattice
        if lattice is None or label not in lattice.index:
            return
        row = lattice.index[label]
        self._is_whole = False
        self.overlay.hex_cursor = label
        pitch = float(lattice.pitch[row]) * self.scale_now
        if pitch < 40:
            self.zoom(60 / pitch)
        self.centerOn(self.picture.mapToScene(QPointF(*lattice.centres[row])))
        self.overlay.update()

    def magnified(self, label: str, size: int) -> QImage | None:
        """A hex and its surroundings, large."""
        lattice = self._controller.lattice
        if lattice is None or label not in lattice.index:
            return None
        row = lattice.index[label]
        x, y = lattice.centres[row]
        return self.picture.part((float(x), float(y)), float(lattice.pitch[row]) * 0.72, size)

    def spot(self, at: QPointF) -> QPointF:
        """A point of the viewport in pixels of the scan."""
        return self.picture.mapFromScene(self.viewportTransform().inverted()[0].map(at))

    def place_of(self, x: float, y: float) -> QPointF:
        """A pixel of the scan as a point of the viewport."""
        return self.viewportTransform().map(self.picture.mapToScene(QPointF(x, y)))

    def hex_under(self, at: QPointF) -> str | None:
        """The hex whose centre is nearest to a pixel, if it lies in it."""
        lattice = self._controller.lattice
        if lattice is None:
            return None
        away = np.hypot(lattice.centres[:, 0] - at.x(), lattice.centres[:, 1] - at.y())
        row = int(away.argmin())
        return lattice.labels[row] if away[row] < 0.6 * lattice.pitch[row] else None

    def strike(self, at: QPointF) -> None:
        """Do at a pixel what a click does in the mode of the moment."""
        mode = self._controller.mode
        if mode is Mode.POINT or (mode is Mode.SAMPLE and self.hex_under(at) is not None):
            self.ask(at)
        elif mode is Mode.TERRAIN:
            label = self.hex_under(at)
            if label is not None:
                self.overlay.hex_cursor = label
                self._reader.confirm_hex(label)
        elif mode is Mode.LINE:
            pair = self.stretch_under(at)
            if pair is not None:
                self._reader.confirm_stretch(*pair)
        elif mode is Mode.LOOK and self._reader.review is not None:
            self._pick(at)

    def stretch_under(self, at: QPointF) -> tuple[str, str] | None:
        """The hexside or link nearest to a pixel."""
        label, lattice = self.hex_under(at), self._controller.lattice
        if label is None or lattice is None:
            return None
        return nearest_stretch(lattice, label, at, self._reader.course)

    def ask(self, at: QPointF) -> None:
        """Ask which number is printed in the hex whose centre is at a pixel, or its terrain."""
        if self._controller.work is None:
            return
        self._asked = at
        label = self.hex_under(at)
        if self._controller.mode is Mode.SAMPLE:
            self.overlay.hex_cursor = label
            self.field.ask_name([kind.name or kind.id for kind in self._reader.known_terrain()])
        else:
            self.field.ask_number(label or "")
        self.field.selectAll()
        self.field.show()
        self._place_field()
        self.field.setFocus()

    def escape(self) -> bool:
        """Release what is in the making."""
        if self.field.isVisible():
            self.field.hide()
            self.setFocus()
            return True
        if self._controller.mode is not Mode.LOOK:
            self._controller.use(Mode.LOOK)
            return True
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a drag, or strike."""
        at = self.spot(event.position())
        if event.button() is Qt.MouseButton.MiddleButton or (
            event.button() is Qt.MouseButton.LeftButton and self._controller.mode in _DRAGGING
        ):
            self._pan = event.position()
            self._grabbed_at = event.position()
            return
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        if self._controller.mode is Mode.CROP:
            self.overlay.crop = QRectF(at, at)
        elif self._controller.mode is Mode.POINT and (label := self._point_near(at)) is not None:
            self._grabbed, self._grabbed_at = label, event.position()
            self._stroke = self._controller.new_stroke()
        else:
            self.strike(at)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on with a drag; say what lies under the pointer."""
        at = self.spot(event.position())
        if self._pan is not None:
            step = event.position() - self._pan
            self._pan = event.position()
            self._is_whole = False
            across, down = self.horizontalScrollBar(), self.verticalScrollBar()
            across.setValue(across.value() - round(step.x()))
            down.setValue(down.value() - round(step.y()))
            return
        if self.overlay.crop is not None:
            self.overlay.crop.setBottomRight(at)
            self.overlay.update()
            return
        if self._grabbed is not None and self._moved_far(event.position()):
            self._controller.add_point(self._grabbed, at.x(), at.y(), self._stroke)
        self._tell(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag."""
        at = self.spot(event.position())
        if self._pan is not None:
            is_click = not self._moved_far(event.position())
            self._pan = None
            if is_click and event.button() is Qt.MouseButton.LeftButton:
                self.strike(at)
        if self.overlay.crop is not None:
            self._end_crop()
        if self._grabbed is not None:
            if not self._moved_far(event.position()):
                self.ask(at)
            self._grabbed = None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the pointer."""
        if event.angleDelta().y():
            self.zoom(STEP ** (event.angleDelta().y() / 120))
            event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move what the keyboard points at, nudge, or strike."""
        if not act_on_key(self, self._controller, self._reader, event):
            event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The whole scan stays in view where one has not looked closer."""
        super().resizeEvent(event)
        if self._is_whole:
            self.fit()

    def move_cursor(self, key: Qt.Key, finely: bool) -> None:
        """Move the crosshair, or the hex the keyboard points at."""
        right, down = ARROWS[key]
        lattice, work = self._controller.lattice, self._controller.work
        if work is None:
            return
        by_hex = (Mode.TERRAIN, Mode.LINE, Mode.SAMPLE)
        if self._controller.mode in by_hex and lattice is not None:
            self._move_hex(lattice, right, down)
        elif self._controller.mode is Mode.POINT:
            step = (1 if finely else 24) / self.scale_now
            at = self.overlay.crosshair or self.spot(QPointF(self.viewport().rect().center()))
            at = at + QPointF(right, down) * step
            at = QPointF(
                max(0.0, min(at.x(), work.width - 1)), max(0.0, min(at.y(), work.height - 1))
            )
            self.overlay.crosshair = at
            self.ensureVisible(QRectF(self.picture.mapToScene(at), self.picture.mapToScene(at)))
            self._tell(at)
        else:
            across, along = self.horizontalScrollBar(), self.verticalScrollBar()
            across.setValue(across.value() + 60 * right)
            along.setValue(along.value() + 60 * down)
        self.overlay.update()

    def _move_hex(self, lattice: Lattice, right: int, down: int) -> None:
        here = self.overlay.hex_cursor
        if here not in lattice.index:
            middle = self.spot(QPointF(self.viewport().rect().center()))
            here = self.hex_under(middle) or lattice.labels[0]
        else:
            row = lattice.index[str(here)]
            at = lattice.centres[row] + np.array([right, down]) * lattice.pitch[row] * 0.95
            away = np.hypot(*(lattice.centres - at).T)
            best = int(away.argmin())
            here = lattice.labels[best] if away[best] < 0.6 * lattice.pitch[row] else here
        self.overlay.hex_cursor = here
        centre = lattice.centres[lattice.index[str(here)]]
        where = self.picture.mapToScene(QPointF(*centre))
        self.ensureVisible(QRectF(where, where), 80, 80)
        self.hovered.emit(self._told(QPointF(*centre)))

    def _point_near(self, at: QPointF) -> str | None:
        work: ScanWork | None = self._controller.work
        reach = _NEAR / self.scale_now
        for point in work.points if work else ():
            if abs(point.x - at.x()) < reach and abs(point.y - at.y()) < reach:
                return point.label
        return None

    def _moved_far(self, at: QPointF) -> bool:
        return self._grabbed_at is not None and (at - self._grabbed_at).manhattanLength() > 4

    def _end_crop(self) -> None:
        area, work = self.overlay.crop, self._controller.work
        self.overlay.crop = None
        self.overlay.update()
        if area is None or work is None:
            return
        box = area.normalized().intersected(self.picture.boundingRect())
        if box.width() * self.scale_now < 8 or box.height() * self.scale_now < 8:
            self._controller.decide("Use the whole scan", crop=None)
            return
        crop = (round(box.left()), round(box.top()), round(box.right()), round(box.bottom()))
        crop = (max(0, crop[0]), max(0, crop[1]), crop[2], crop[3])
        self._controller.decide("Crop the scan", crop=crop)

    def answer(self, label: str) -> None:
        """The number printed at the place that was asked about, or the name of its terrain."""
        if not label:
            self.escape()
            return
        if self._controller.mode is Mode.SAMPLE:
            at = self.hex_under(self._asked)
            done = at is not None and self._reader.name_sample(at, label)
        else:
            done = self._controller.add_point(label, self._asked.x(), self._asked.y())
        if done:
            self.field.hide()
            self.setFocus()
        else:
            self.field.selectAll()

    def _pick(self, at: QPointF) -> None:
        """Choose the item of the review that was clicked."""
        review = self._reader.review
        assert review is not None
        labels: tuple[str, ...] | None
        if review.line:
            labels = self.stretch_under(at)
        else:
            label = self.hex_under(at)
            labels = (label,) if label is not None else None
        row = review.row_of(labels) if labels is not None else None
        if row is not None:
            self._reader.step_to(row)

    def _stepped(self, _row: int) -> None:
        item, lattice = self._reader.item, self._controller.lattice
        if item is not None and lattice is not None and item.labels[0] in lattice.index:
            x, y = lattice.centres[lattice.index[item.labels[0]]]
            where = self.picture.mapToScene(QPointF(x, y))
            self.ensureVisible(QRectF(where, where), 120, 120)
        self.overlay.update()

    def _moded(self, mode: Mode) -> None:
        self.field.hide()
        shape = Qt.CursorShape.OpenHandCursor if mode in _DRAGGING else Qt.CursorShape.CrossCursor
        self.viewport().setCursor(shape)
        self.hovered.emit(HINTS[mode])
        self.overlay.update()
        self.setFocus()

    def _place_field(self) -> None:
        if self.field.isVisible():
            at = self.place_of(self._asked.x(), self._asked.y())
            box = self.viewport().rect()
            x = min(max(4, round(at.x()) + 14), box.width() - self.field.width() - 4)
            y = min(max(4, round(at.y()) - 34), box.height() - self.field.height() - 4)
            self.field.move(x, y)

    def _tell(self, at: QPointF) -> None:
        self.hovered.emit(self._told(at))

    def _told(self, at: QPointF) -> str:
        label = self.hex_under(at)
        place = f"{at.x():.0f}, {at.y():.0f}"
        words = f"{label}   ·   {place}" if label else place
        return f"{words}   ·   {HINTS[self._controller.mode]}"


_DRAGGING = (Mode.LOOK, Mode.NUDGE)


class _NumberField(QLineEdit):
    """Asks for a printed number, or a name of terrain, beside the place that was clicked."""

    def __init__(self, canvas: ScanCanvas) -> None:
        super().__init__(canvas.viewport())
        self.ask_number("")
        self.setFixedWidth(170)
        self.hide()
        self._canvas = canvas

    def ask_number(self, text: str) -> None:
        """Ask for a number, beginning from a text."""
        self.setAccessibleName("Printed number")
        self.setPlaceholderText("number printed here")
        self.setCompleter(QCompleter(self))
        self.setText(text)

    def ask_name(self, names: list[str]) -> None:
        """Ask for the name of a terrain; known ones are offered as one types."""
        self.setAccessibleName("Terrain of this hex")
        self.setPlaceholderText("terrain of this hex")
        offered = QCompleter(names, self)
        offered.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        offered.setCompletionMode(QCompleter.CompletionMode.InlineCompletion)
        self.setCompleter(offered)
        self.clear()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape asks no more; no key that is typed here means anything to the scan."""
        if event.key() == Qt.Key.Key_Escape:
            self._canvas.escape()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._canvas.answer(self.text().strip())
        else:
            super().keyPressEvent(event)
        event.accept()


def nearest_stretch(
    lattice: Lattice, label: str, at: QPointF, course: Course
) -> tuple[str, str] | None:
    """Of the six hexsides or links of a hex the one nearest to a pixel."""
    row = lattice.index[label]
    best: tuple[float, str] | None = None
    for other in lattice.neighbours[row]:
        if other < 0:
            continue
        pair = (label, lattice.labels[int(other)])
        ends = stretch_ends(lattice, pair, course)
        if ends is None:
            continue
        middle = (ends[0] + ends[1]) / 2
        away = float(np.hypot(middle.x() - at.x(), middle.y() - at.y()))
        if best is None or away < best[0]:
            best = away, pair[1]
    return (label, best[1]) if best is not None else None
