"""A scan with the grid it is cut by over it, moved by mouse and arrow keys."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QTransform,
)
from PySide6.QtWidgets import QGraphicsView

from oob.sheets.finding.cut_grid import CutGrid, Way
from qtapp.widgets.picture_view import PictureView

NEAR = 7.0
"""Pixels of the screen within which the pointer takes hold of a line."""

FAR, TURN = 10, 0.1
"""Pixels that an arrow key moves by with Shift; degrees that ``[`` and ``]`` turn by."""

_HANDLE = 9.0
_SHADE = QColor(0, 0, 0, 96)
_UNDER = QColor(0, 0, 0, 150)
_LINE = QColor("#8fd3ff")
_CROSSED = QColor("#ff5a4d")
_CHOSEN = QColor("#ffd23f")
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
_TURNS = {Qt.Key.Key_BracketLeft: -TURN, Qt.Key.Key_BracketRight: TURN}


class Hold(StrEnum):
    """What of a grid is moved."""

    WHOLE = "whole"
    CORNER = "corner"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class Target:
    """The whole grid, one of its corners (0 upper left, 1 upper right, 2 lower left, 3 lower
    right), or one of its lines.
    """

    hold: Hold = Hold.WHOLE
    number: int = 0
    way: Way = Way.ACROSS


def moved(grid: CutGrid, target: Target, across: float, down: float) -> CutGrid:
    """A grid with what is held moved by so many pixels of the upright scan."""
    match target.hold:
        case Hold.WHOLE:
            return grid.moved(across, down)
        case Hold.LINE:
            by = across if target.way is Way.ACROSS else down
            return grid.line_moved(target.way, target.number, by)
        case Hold.CORNER:
            for way, by, is_far in (
                (Way.ACROSS, across, target.number % 2 == 1),
                (Way.DOWN, down, target.number >= 2),
            ):
                lines = grid.lines(way)
                low, high = lines[0], lines[-1]
                grid = grid.stretched(way, low + by * (not is_far), high + by * is_far)
            return grid


class GridView(PictureView):
    """Shows a scan and a grid. ``moving`` carries the grid while it is dragged, ``placed`` what a
    drag or a key made of it and whether the key is held down, ``chosen`` what is held.
    """

    moving = Signal(object)
    placed = Signal(object, bool)
    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__("Scan with the grid")
        self.setDragMode(QGraphicsView.DragMode.NoDrag)
        self.setMouseTracking(True)
        self.grid: CutGrid | None = None
        self.target = Target()
        self.crossed: dict[Way, list[int]] = {}
        self._dragged: CutGrid | None = None
        self._from = QPointF()
        self._panned: QPointF | None = None

    def show_grid(self, grid: CutGrid | None, crossed: dict[Way, list[int]] | None = None) -> None:
        """Draw a grid, lines that go through print in red."""
        self.grid = grid
        if crossed is not None:
            self.crossed = crossed
        self.viewport().update()

    def hold(self, target: Target) -> None:
        """Let the arrow keys move this."""
        if target != self.target:
            self.target = target
            self.viewport().update()
            self.chosen.emit(target)

    def place_of(self, across: float, down: float) -> QPointF:
        """Where a point of the upright scan is on the view."""
        return QPointF(self.mapFromScene(self._turn().map(QPointF(across, down))))

    def event(self, event: QEvent) -> bool:
        """Arrows and brackets are the view's own, whatever shortcuts say."""
        is_asked = event.type() is QEvent.Type.ShortcutOverride
        if is_asked and isinstance(event, QKeyEvent) and event.key() in (*_ARROWS, *_TURNS):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move what is held by a pixel, or ten with Shift; turn the grid; Escape: hold it all."""
        key, grid = Qt.Key(event.key()), self.grid
        if grid is not None and key in _ARROWS:
            far = FAR if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            across, down = _ARROWS[key]
            self._place(moved(grid, self.target, far * across, far * down), event.isAutoRepeat())
        elif grid is not None and key in _TURNS:
            self._place(grid.turned_to(grid.turned + _TURNS[key]), event.isAutoRepeat())
        elif key == Qt.Key.Key_Escape and self.target != Target():
            self.hold(Target())
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of a corner, a line or the whole grid; beside it, of the picture."""
        self.setFocus()
        if self.grid is None or event.button() not in _BUTTONS:
            return
        target = self._under(event.position())
        if event.button() == Qt.MouseButton.MiddleButton or target is None:
            self._panned = event.position()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        else:
            self._dragged, self._from = self.grid, self._upright(event.position())
            self.hold(target)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag what is held."""
        if self._panned is not None:
            by = (self._panned - event.position()).toPoint()
            self._panned = event.position()
            for bar, part in (
                (self.horizontalScrollBar(), by.x()), (self.verticalScrollBar(), by.y())
            ):  # fmt: skip
                bar.setValue(bar.value() + part)
        elif self._dragged is not None:
            self.grid = self._now(event.position())
            self.viewport().update()
            self.moving.emit(self.grid)
        else:
            self.viewport().setCursor(self._cursor(self._under(event.position())))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A drag is one step."""
        if self._dragged is not None:
            grid, self._dragged = self._now(event.position()), None
            self._place(grid, False)
        self._panned = None
        self.viewport().setCursor(self._cursor(self._under(event.position())))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A second click is a click: the wheel and the keys zoom."""
        self.mousePressEvent(event)

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """The grid over the scan: what is no counter shaded, lines, corners."""
        grid = self.grid
        if grid is None or self.size_of_picture.isEmpty():
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shade = QPainterPath()
        shade.addRect(QRectF(self.sceneRect()))
        counters, turn = QPainterPath(), self._turn()
        for top, bottom in grid.rows:
            for left, right in grid.columns:
                counters.addRect(QRectF(left, top, right - left, bottom - top))
        painter.fillPath(shade.subtracted(turn.map(_outline(grid))), _SHADE)
        painter.setTransform(turn, True)
        gutters = _outline(grid)
        gutters.addPath(counters)
        painter.fillPath(gutters, _SHADE)
        for way in Way:
            for number in range(len(grid.lines(way))):
                self._draw_line(painter, grid, way, number)
        self._draw_corners(painter, grid)
        painter.restore()

    def _draw_line(self, painter: QPainter, grid: CutGrid, way: Way, number: int) -> None:
        at = grid.lines(way)[number]
        other = grid.lines(Way.DOWN if way is Way.ACROSS else Way.ACROSS)
        ends = (QPointF(at, other[0]), QPointF(at, other[-1]))
        if way is Way.DOWN:
            ends = (QPointF(other[0], at), QPointF(other[-1], at))
        is_held = self.target == Target(Hold.LINE, number, way)
        is_crossed = number in self.crossed.get(way, ())
        colour = _CHOSEN if is_held else _CROSSED if is_crossed else _LINE
        width = 3.0 if is_held or is_crossed else 1.5
        style = Qt.PenStyle.DashLine if is_crossed else Qt.PenStyle.SolidLine
        for pen in (_pen(_UNDER, width + 2), _pen(colour, width, style)):
            painter.setPen(pen)
            painter.drawLine(*ends)

    def _draw_corners(self, painter: QPainter, grid: CutGrid) -> None:
        edge = _HANDLE / self.zoom
        for number, corner in enumerate(_corners(grid)):
            is_held = self.target == Target(Hold.CORNER, number)
            painter.setPen(_pen(_UNDER, 1.5))
            painter.setBrush(_CHOSEN if is_held else _LINE)
            painter.drawRect(QRectF(corner.x() - edge / 2, corner.y() - edge / 2, edge, edge))

    def _place(self, grid: CutGrid, is_repeated: bool) -> None:
        self.grid = grid
        self.viewport().update()
        self.placed.emit(grid, is_repeated)

    def _now(self, position: QPointF) -> CutGrid:
        assert self._dragged is not None
        by = self._upright(position) - self._from
        return moved(self._dragged, self.target, by.x(), by.y())

    def _under(self, position: QPointF) -> Target | None:
        grid = self.grid
        if grid is None:
            return None
        at, near = self._upright(position), NEAR / self.zoom
        for number, corner in enumerate(_corners(grid)):
            if max(abs(corner.x() - at.x()), abs(corner.y() - at.y())) <= near:
                return Target(Hold.CORNER, number)
        columns, rows = grid.lines(Way.ACROSS), grid.lines(Way.DOWN)
        within = (
            columns[0] - near <= at.x() <= columns[-1] + near,
            rows[0] - near <= at.y() <= rows[-1] + near,
        )
        if not all(within):
            return None
        off, number, way = min(
            (abs(line - place), number, way)
            for way, lines, place in ((Way.ACROSS, columns, at.x()), (Way.DOWN, rows, at.y()))
            for number, line in enumerate(lines)
        )
        return Target(Hold.LINE, number, way) if off <= near else Target()

    def _upright(self, position: QPointF) -> QPointF:
        """A place on the view in pixels of the upright scan."""
        scene = self.viewportTransform().inverted()[0].map(position)
        return self._turn().inverted()[0].map(scene)

    def _turn(self) -> QTransform:
        """From the upright scan to the scan as it lies."""
        size = self.size_of_picture
        made = QTransform.fromTranslate(size.width() / 2, size.height() / 2)
        made.rotate(self.grid.turned if self.grid is not None else 0.0)
        return made.translate(-size.width() / 2, -size.height() / 2)

    def _cursor(self, target: Target | None) -> Qt.CursorShape:
        if target is None:
            return Qt.CursorShape.OpenHandCursor
        match target.hold:
            case Hold.WHOLE:
                return Qt.CursorShape.SizeAllCursor
            case Hold.LINE:
                is_column = target.way is Way.ACROSS
                return Qt.CursorShape.SplitHCursor if is_column else Qt.CursorShape.SplitVCursor
            case Hold.CORNER:
                is_falling = target.number in (0, 3)
                falling, rising = Qt.CursorShape.SizeFDiagCursor, Qt.CursorShape.SizeBDiagCursor
                return falling if is_falling else rising


_BUTTONS = (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton)


def _corners(grid: CutGrid) -> tuple[QPointF, ...]:
    columns, rows = grid.lines(Way.ACROSS), grid.lines(Way.DOWN)
    return tuple(QPointF(x, y) for y in (rows[0], rows[-1]) for x in (columns[0], columns[-1]))


def _outline(grid: CutGrid) -> QPainterPath:
    columns, rows = grid.lines(Way.ACROSS), grid.lines(Way.DOWN)
    path = QPainterPath()
    path.addRect(QRectF(columns[0], rows[0], columns[-1] - columns[0], rows[-1] - rows[0]))
    return path


def _pen(colour: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """A pen of so many pixels of the screen, however large the scan is shown."""
    pen = QPen(colour, width, style)
    pen.setCosmetic(True)
    return pen
