"""The turn record above the board: turn, phases with the current one, weather."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.core.view.display import WITHIN, PhaseView
from qtapp.app.bridge import GameBridge
from qtapp.widgets.plain import plain
from resources import Theme

HEIGHT = 46
MARGIN = 12.0
APART = 18.0
"""Pixels between turn, phases and weather."""
WEATHER = 0.34
"""No more of the width than this goes to the weather."""
CELL = 16.0
"""The widest that a turn of the track is, in pixels."""
BETWEEN = "  ·  "


class TurnStrip(QWidget):
    """Paints the turn track, as many phases around the current one as fit, and the weather."""

    def __init__(self, bridge: GameBridge, theme: Theme) -> None:
        super().__init__()
        self._bridge = bridge
        self._theme = theme
        self._phases: PhaseView | None = None
        self.setAccessibleName("Turn record")
        self.setToolTip("What each turn has brought and will bring")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        bridge.changed.connect(self.refresh)
        bridge.closed.connect(self.refresh)

    def sizeHint(self) -> QSize:
        """One line high."""
        return QSize(300, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """It can be narrow: phases far from the current one are left out."""
        return QSize(160, HEIGHT)

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._theme = theme
        self.update()

    def refresh(self) -> None:
        """Follow the session."""
        bridge = self._bridge
        phases = bridge.rules.phases(bridge.state) if bridge.is_open else None
        if phases == self._phases:
            return
        self._phases = phases
        if self._phases is not None:
            view = self._phases
            text = ". ".join([view.turn_words, _now(view), view.weather, *view.notes])
            self.setAccessibleDescription(text)
            self.setToolTip(plain(text.replace(". ", "\n")))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the strip."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), self._ink("panel"))
        painter.setPen(self._ink("border"))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        if self._phases is not None:
            left, right = self.places()
            is_apart = right - left >= self._chip(self._phases)
            self._paint_turns(painter, self._phases, with_cells=is_apart)
            self._paint_weather(painter, self._phases)
            if is_apart:
                self._paint_phases(painter, self._phases, left, right)
            else:
                self._paint_phase_below(painter, self._phases, right)
        painter.end()

    def places(self) -> tuple[float, float]:
        """From where to where phases may be painted, between turn and weather."""
        view = self._phases
        assert view is not None, "only an open game has phases"
        return MARGIN + self._turns_width(view) + APART, self._weather_left(view) - APART

    def _chip(self, view: PhaseView) -> float:
        """How wide the current phase is painted."""
        return QFontMetricsF(self._font(0.95, bold=True)).horizontalAdvance(_now(view)) + 20

    def _turns_width(self, view: PhaseView) -> float:
        text = QFontMetricsF(self._font(1.1, bold=True)).horizontalAdvance(view.turn_words)
        return max(text, min(150.0, max(1, len(view.turns)) * 8.0))

    def _paint_phase_below(self, painter: QPainter, view: PhaseView, right: float) -> None:
        """Paint the current phase in place of the turn track, where there is no room beside it."""
        bold = self._font(0.9, bold=True)
        shown = QFontMetricsF(bold).elidedText(
            _now(view), Qt.TextElideMode.ElideRight, right - MARGIN
        )
        painter.setFont(bold)
        painter.setPen(self._ink("accent"))
        box = QRectF(MARGIN, 25, right - MARGIN + 2, 18)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_turns(self, painter: QPainter, view: PhaseView, *, with_cells: bool) -> None:
        bold = self._font(1.1, bold=True)
        painter.setFont(bold)
        painter.setPen(self._ink("ink"))
        space = self._turns_width(view)
        box = QRectF(MARGIN, 5, space + 2, 20)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, view.turn_words)
        step = min(CELL, space / max(1, len(view.turns)))
        for number, turn in enumerate(view.turns if with_cells else ()):
            cell = QRectF(MARGIN + number * step, 30, max(2.0, step - 2), 6)
            name = "accent" if turn == view.turn else "faint" if turn < view.turn else "border"
            painter.fillRect(cell, self._ink(name))

    def weather_lines(self, view: PhaseView) -> list[tuple[str, QFont]]:
        """The weather, and under it as many notes as fit; the tool tip has all of them."""
        weather = view.weather[:1].upper() + view.weather[1:]
        small = self._font(0.9)
        limit = self.width() * WEATHER
        notes = [*view.notes]
        while notes and _wide(small, BETWEEN.join(notes)) > limit:
            notes.pop()
        lines = [(weather, self._font(1.0, bold=True)), (BETWEEN.join(notes), small)]
        return [(line, font) for line, font in lines if line]

    def _weather_left(self, view: PhaseView) -> float:
        limit = self.width() * WEATHER
        widths = [min(limit, _wide(font, line)) for line, font in self.weather_lines(view)]
        return self.width() - MARGIN - (max(widths) + 2 if widths else 0)

    def _paint_weather(self, painter: QPainter, view: PhaseView) -> None:
        lines, left = self.weather_lines(view), self._weather_left(view)
        space = self.width() - MARGIN - left
        top = (self.height() - 18 * len(lines)) / 2
        for number, (line, font) in enumerate(lines):
            painter.setFont(font)
            painter.setPen(self._ink("ink" if number == 0 else "faint"))
            shown = QFontMetricsF(font).elidedText(line, Qt.TextElideMode.ElideRight, space)
            box = QRectF(left, top + 18 * number, space, 18)
            painter.drawText(
                box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, shown
            )

    def _paint_phases(self, painter: QPainter, view: PhaseView, left: float, right: float) -> None:
        if not view.phases or right - left < 60:
            return
        plain, bold = self._font(0.95), self._font(0.95, bold=True)
        shown = shown_phases(view)
        widths = [
            QFontMetricsF(bold if n == view.phase else plain).horizontalAdvance(text) + 20
            for n, text in enumerate(shown)
        ]
        first, last = _window(widths, view.phase, right - left)
        total = sum(widths[first : last + 1])
        x = left + max(0.0, (right - left - total) / 2)
        middle = self.height() / 2
        for number in range(first, last + 1):
            now = number == view.phase
            box = QRectF(x, middle - 12, min(widths[number], right - x), 24)
            if now:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self._ink("accent"))
                painter.drawRoundedRect(box, 12, 12)
            painter.setFont(bold if now else plain)
            painter.setPen(self._ink("accent_ink" if now else "faint"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown[number])
            x += widths[number]
            if number < last and not now and number + 1 != view.phase:
                painter.drawPoint(QPointF(x, middle))

    def _font(self, scale: float, *, bold: bool = False) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * scale)
        font.setBold(bold)
        return font

    def _ink(self, name: str) -> QColor:
        return QColor(self._theme.colours[name])


def _window(widths: list[float], middle: int, space: float) -> tuple[int, int]:
    first = last = min(max(middle, 0), len(widths) - 1)
    used = widths[first]
    while True:
        after = widths[last + 1] if last + 1 < len(widths) else None
        before = widths[first - 1] if first > 0 else None
        if after is not None and used + after <= space:
            last, used = last + 1, used + after
        elif before is not None and used + before <= space:
            first, used = first - 1, used + before
        else:
            return first, last


def shown_phases(view: PhaseView) -> tuple[str, ...]:
    """The current phase in full; of each other one what it has not in common with the one before
    it, of those that both lie in.
    """
    return tuple(
        name if number == view.phase else _apart(view.phases[number - 1] if number else "", name)
        for number, name in enumerate(view.phases)
    )


def _apart(before: str, name: str) -> str:
    known, parts = before.split(WITHIN), name.split(WITHIN)
    shared = 0
    while shared < len(parts) - 1 and known[shared : shared + 1] == parts[shared : shared + 1]:
        shared += 1
    return WITHIN.join(parts[shared:])


def _now(view: PhaseView) -> str:
    return view.phases[view.phase] if 0 <= view.phase < len(view.phases) else ""


def _wide(font: QFont, text: str) -> float:
    return QFontMetricsF(font).horizontalAdvance(text)
