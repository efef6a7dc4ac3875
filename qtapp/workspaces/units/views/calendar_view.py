"""The schedule as a calendar: a column a turn, entries dragged from one to another."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QToolTip

from oob.ledger.calendar import Lane
from oob.ledger.model import RowKey
from qtapp.widgets.plain import plain
from qtapp.workspaces.units.views.chips import Chip, Column

WIDTH, HEADER, CHIP, GAP, CAPTION = 214, 42, 24, 3, 22
EDGE = 28
"""How near to an edge a drag scrolls, in pixels."""

LANES = {
    Lane.ARRIVALS: "#0072b2",
    Lane.WITHDRAWALS: "#d55e00",
    Lane.CONVERSIONS: "#cc79a7",
    Lane.RELEASES: "#009e73",
    Lane.REPLACEMENTS: "#e69f00",
    Lane.OTHER: "#8a8a8a",
}
"""Stripes of the lanes, in colours that can be told apart by the colour-blind."""


class CalendarView(QAbstractScrollArea):
    """Shows columns of chips. Dragging, or Alt and an arrow key, asks for another turn.

    ``moved`` carries the rows and the turn they are wanted on, ``shifted`` the rows and 1 or -1,
    ``opened`` the rows of a chip that was double-clicked, ``start_toggled`` that the start is to be
    shown or folded.
    """

    moved = Signal(object, object)
    shifted = Signal(object, int)
    opened = Signal(object)
    chosen_changed = Signal()
    start_toggled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.columns: list[Column] = []
        self.folded: frozenset[int] = frozenset()
        self.chosen: set[RowKey] = set()
        self._spots: list[list[tuple[int, Chip]]] = []
        self._captions: list[list[tuple[int, Lane, int]]] = []
        self._current: tuple[int, int] = (-1, -1)
        self._pressed: QPoint | None = None
        self._dragged: QPoint | None = None
        self._colours: dict[str, str] = {}
        self.setAccessibleName("Calendar")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.horizontalScrollBar().setSingleStep(30)
        self.verticalScrollBar().setSingleStep(CHIP + GAP)
        self._scroller = QTimer(self)
        self._scroller.setInterval(30)
        self._scroller.timeout.connect(self._scroll_on)

    @property
    def is_dragging(self) -> bool:
        """True while a chip follows the mouse."""
        return self._dragged is not None

    def show_columns(
        self, columns: list[Column], folded: frozenset[int], colours: dict[str, str]
    ) -> None:
        """Show these; ``folded`` are columns shown as one line, ``colours`` those of nations."""
        self.columns, self.folded, self._colours = columns, folded, colours
        self._spots, self._captions = [], []
        for number, column in enumerate(columns):
            spots, captions = self._lay(column) if number not in folded else ([], [])
            self._spots.append(spots)
            self._captions.append(captions)
        there = {key for column in columns for chip in column.chips for key in chip.keys}
        self.chosen &= there
        if not self._has(self._current):
            self._current = next(self._all_places(), (-1, -1))
        self._fit()
        self.viewport().update()

    def chip_rect(self, column: int, chip: int) -> QRect:
        """Where a chip is in the viewport."""
        y, _ = self._spots[column][chip]
        return QRect(self._left(column) + 7, y - self._scrolled(), WIDTH - 14, CHIP)

    def place_of(self, key: RowKey) -> tuple[int, int] | None:
        """The column and place of the chip a row is in."""
        for place in self._all_places():
            if key in self._chip(place).keys:
                return place
        return None

    def choose(self, keys: set[RowKey]) -> None:
        """Select the chips of rows and bring the first into view."""
        self.chosen = {k for place in self._all_places() for k in self._chip(place).keys
                       if keys & set(self._chip(place).keys)}  # fmt: skip
        first = next((p for p in self._all_places() if keys & set(self._chip(p).keys)), None)
        if first is not None:
            self._go(first)
        self.chosen_changed.emit()
        self.viewport().update()

    def cancel_drag(self) -> bool:
        """Put back what is being dragged; True when something was."""
        was = self.is_dragging
        self._pressed = self._dragged = None
        self._scroller.stop()
        self.viewport().unsetCursor()
        self.viewport().update()
        return was

    def sizeHint(self) -> QSize:
        """Workspace for a few turns."""
        return QSize(760, 480)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the scroll bars."""
        super().resizeEvent(event)
        self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Shift and wheel goes through the turns."""
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() - event.angleDelta().y())
            return
        super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a chip; with Ctrl or Shift more of them."""
        at = event.position().toPoint()
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        if at.y() < HEADER and self._column_at(at.x()) in self._starts():
            self.start_toggled.emit()
            return
        place = self._at(at)
        more = event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        )
        if place is None:
            if not more:
                self._select(set())
            return
        keys = set(self._chip(place).keys)
        self._current = place
        if more:
            self._select(self.chosen - keys if keys <= self.chosen else self.chosen | keys)
        elif not keys <= self.chosen:
            self._select(keys)
        self._pressed = at
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag what is chosen."""
        at = event.position().toPoint()
        if self._pressed is None:
            return
        far = (at - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        if self._dragged is not None or (far and self.chosen):
            if self._dragged is None:
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
                self._scroller.start()
            self._dragged = at
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop what is dragged on the turn under the mouse."""
        at = event.position().toPoint()
        dragged = self.is_dragging
        self.cancel_drag()
        target = self._column_at(at.x())
        if dragged and 0 <= target < len(self.columns):
            keys = [k for place in self._all_places() for k in self._chip(place).keys]
            self.moved.emit([k for k in keys if k in self.chosen], self.columns[target].turn)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the rows of a chip in the table."""
        place = self._at(event.position().toPoint())
        if place is not None:
            self.opened.emit(list(self._chip(place).keys))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from chip to chip; Alt and an arrow moves what is chosen; Enter shows it."""
        key, alt = event.key(), event.modifiers() & Qt.KeyboardModifier.AltModifier
        steps = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }
        step = steps.get(Qt.Key(key))
        if step and alt and step[0]:
            self.shift(step[0])
        elif step:
            more = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self._walk(*step, more=bool(more))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._has(self._current):
            self.opened.emit(list(self._chip(self._current).keys))
        elif key == Qt.Key.Key_Escape and self.cancel_drag():
            return
        else:
            super().keyPressEvent(event)

    def shift(self, step: int) -> None:
        """Ask for what is chosen to be moved one turn on or back."""
        keys = [k for place in self._all_places() for k in self._chip(place).keys]
        chosen = [key for key in keys if key in self.chosen]
        if chosen:
            self.shifted.emit(chosen, step)

    def viewportEvent(self, event: QEvent) -> bool:
        """Say all of a chip in its tool tip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self._at(event.pos())
            if place is not None:
                QToolTip.showText(event.globalPos(), plain(self._chip(place).tip), self)
                return True
            QToolTip.hideText()
        return super().viewportEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the exposed columns, their heads, and what is being dragged."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        target = self._column_at(self._dragged.x()) if self._dragged else -1
        for number in range(len(self.columns)):
            left = self._left(number)
            if left + WIDTH < 0 or left > self.viewport().width():
                continue
            box = QRect(left, 0, WIDTH, self.viewport().height())
            if number == target:
                tint = QColor(palette.highlight().color())
                tint.setAlpha(46)
                painter.fillRect(box, tint)
            painter.setPen(QPen(palette.mid().color(), 1))
            painter.drawLine(box.topRight(), box.bottomRight())
            self._paint_column(painter, number)
            self._paint_head(painter, number, box)
        if self._dragged is not None:
            self._paint_ghost(painter)

    def _paint_column(self, painter: QPainter, number: int) -> None:
        if number in self.folded:
            units = self.columns[number].units
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            box = QRect(self._left(number) + 12, HEADER + 10, WIDTH - 24, 60)
            flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop
            painter.drawText(box, flags, f"{units:,} at the start.\nClick the head to show them.")
            return
        height = self.viewport().height()
        for y, lane, units in self._captions[number]:
            top = y - self._scrolled()
            if HEADER - CAPTION <= top <= height:
                self._paint_caption(painter, number, top, lane, units)
        for at, (y, chip) in enumerate(self._spots[number]):
            if HEADER - CHIP <= y - self._scrolled() <= height:
                self._paint_chip(painter, self.chip_rect(number, at), chip, (number, at))

    def _paint_caption(
        self, painter: QPainter, number: int, top: int, lane: Lane, units: int
    ) -> None:
        painter.setFont(_small(self.font(), bold=True))
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        box = QRect(self._left(number) + 9, top, WIDTH - 18, CAPTION)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, lane.value)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, right, f"{units:,}")
        painter.setFont(self.font())

    def _paint_chip(
        self, painter: QPainter, box: QRect, chip: Chip, place: tuple[int, int]
    ) -> None:
        palette = self.palette()
        chosen = set(chip.keys) <= self.chosen
        fill = palette.highlight().color() if chosen else palette.alternateBase().color()
        ink = palette.highlightedText().color() if chosen else palette.text().color()
        current = place == self._current and self.hasFocus()
        edge = palette.text().color() if current else palette.mid().color()
        painter.setPen(QPen(edge, 2 if current else 1))
        painter.setBrush(fill)
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(LANES[chip.lane]))
        painter.drawRoundedRect(QRectF(box.left() + 2, box.top() + 3, 4, CHIP - 6), 2, 2)
        nation = self._colours.get(chip.item.section.nationality)
        left = box.left() + 12
        if nation:
            painter.setPen(QPen(palette.mid().color(), 1))
            painter.setBrush(QColor(nation))
            painter.drawRect(QRectF(left + 0.5, box.top() + 7.5, 9, 9))
            left += 15
        painter.setPen(ink)
        words = QRect(left, box.top(), box.right() - left - 4, CHIP)
        text = painter.fontMetrics().elidedText(
            chip.text, Qt.TextElideMode.ElideRight, words.width()
        )
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_head(self, painter: QPainter, number: int, box: QRect) -> None:
        column, palette = self.columns[number], self.palette()
        head = QRect(box.left(), 0, WIDTH, HEADER)
        painter.fillRect(head, palette.window())
        painter.setPen(QPen(palette.mid().color(), 1))
        painter.drawLine(head.bottomLeft(), head.bottomRight())
        painter.drawLine(head.topRight(), head.bottomRight())
        font = QFont(self.font())
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(palette.text().color())
        inner = head.adjusted(10, 0, -10, 0)
        mark = ("▸ " if number in self.folded else "▾ ") if number in self._starts() else ""
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, mark + (column.turn.title or "–"))
        painter.setFont(_small(self.font()))
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inner, right, f"{column.units:,}" if column.units else "")
        painter.setFont(self.font())

    def _paint_ghost(self, painter: QPainter) -> None:
        assert self._dragged is not None
        count = len(self.chosen)
        text = f"{count} unit{'s' * (count != 1)}"
        if self._has(self._current):
            text = self._chip(self._current).text
            rest = count - len(self._chip(self._current).keys)
            text = f"{text}  +{rest}" if rest > 0 else text
        box = QRect(self._dragged + QPoint(10, -CHIP // 2), QSize(WIDTH - 14, CHIP))
        painter.setOpacity(0.92)
        painter.setPen(QPen(self.palette().text().color(), 1))
        painter.setBrush(self.palette().highlight())
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(self.palette().highlightedText().color())
        inner = box.adjusted(8, 0, -6, 0)
        elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, elided)
        painter.setOpacity(1.0)

    def _lay(self, column: Column) -> tuple[list[tuple[int, Chip]], list[tuple[int, Lane, int]]]:
        y, lane = HEADER + 4, None
        spots: list[tuple[int, Chip]] = []
        captions: list[tuple[int, Lane, int]] = []
        for chip in column.chips:
            if chip.lane is not lane:
                lane = chip.lane
                units = sum(one.item.count for one in column.chips if one.lane is lane)
                captions.append((y, lane, units))
                y += CAPTION
            spots.append((y, chip))
            y += CHIP + GAP
        return spots, captions

    def _fit(self) -> None:
        wide = WIDTH * len(self.columns)
        tall = max((spots[-1][0] + CHIP for spots in self._spots if spots), default=0) + 10
        port = self.viewport().size()
        self.horizontalScrollBar().setRange(0, max(0, wide - port.width()))
        self.horizontalScrollBar().setPageStep(port.width())
        self.verticalScrollBar().setRange(0, max(0, tall - port.height()))
        self.verticalScrollBar().setPageStep(port.height())

    def _left(self, column: int) -> int:
        return column * WIDTH - self.horizontalScrollBar().value()

    def _scrolled(self) -> int:
        return self.verticalScrollBar().value()

    def _column_at(self, x: int) -> int:
        return (x + self.horizontalScrollBar().value()) // WIDTH

    def _starts(self) -> set[int]:
        return {at for at, column in enumerate(self.columns) if column.turn.initial}

    def _at(self, at: QPoint) -> tuple[int, int] | None:
        column = self._column_at(at.x())
        if at.y() < HEADER or not 0 <= column < len(self._spots):
            return None
        for chip in range(len(self._spots[column])):
            if self.chip_rect(column, chip).contains(at):
                return column, chip
        return None

    def _has(self, place: tuple[int, int]) -> bool:
        column, chip = place
        return 0 <= column < len(self._spots) and 0 <= chip < len(self._spots[column])

    def _chip(self, place: tuple[int, int]) -> Chip:
        return self._spots[place[0]][place[1]][1]

    def _all_places(self) -> Iterator[tuple[int, int]]:
        for column, spots in enumerate(self._spots):
            for chip in range(len(spots)):
                yield column, chip

    def _select(self, keys: set[RowKey]) -> None:
        self.chosen = keys
        self.chosen_changed.emit()
        self.viewport().update()

    def _walk(self, across: int, down: int, *, more: bool) -> None:
        column, chip = self._current
        target = (column, chip + down)
        if across:
            column += across
            while 0 <= column < len(self._spots) and not self._spots[column]:
                column += across
            if not 0 <= column < len(self._spots):
                return
            target = (column, min(max(chip, 0), len(self._spots[column]) - 1))
        if self._has(target):
            keys = set(self._chip(target).keys)
            self._go(target)
            self._select(self.chosen | keys if more else keys)

    def _go(self, place: tuple[int, int]) -> None:
        """Make a chip the current one and bring it into view."""
        self._current = place
        box, bar = self.chip_rect(*place), self.verticalScrollBar()
        if box.top() < HEADER + CAPTION:
            bar.setValue(bar.value() + box.top() - HEADER - CAPTION)
        elif box.bottom() > self.viewport().height():
            bar.setValue(bar.value() + box.bottom() - self.viewport().height() + GAP)
        across, width = self.horizontalScrollBar(), self.viewport().width()
        left = self._left(place[0])
        if left < 0 or left + WIDTH > width:
            across.setValue(across.value() + (left if left < 0 else left + WIDTH - width))
        self.setAccessibleDescription(self._chip(place).tip)

    def _scroll_on(self) -> None:
        """Scroll while something is dragged to an edge."""
        if self._dragged is None:
            return
        port, bar = self.viewport().rect(), self.horizontalScrollBar()
        if self._dragged.x() < EDGE:
            bar.setValue(bar.value() - EDGE)
        elif self._dragged.x() > port.right() - EDGE:
            bar.setValue(bar.value() + EDGE)
        self.viewport().update()


def _small(font: QFont, *, bold: bool = False) -> QFont:
    made = QFont(font)
    made.setPointSizeF(max(7.0, font.pointSizeF() * 0.88) if font.pointSizeF() > 0 else 8.0)
    made.setBold(bold)
    return made
