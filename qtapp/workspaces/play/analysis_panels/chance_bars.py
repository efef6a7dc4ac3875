"""The results of an attack as bars: how likely each is, what it does, and what it costs."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPalette,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.core.view.outlook import Result
from engine.core.wording import PER_CENT, counted
from qtapp.widgets.plain import plain

ROW = 36
SHOWN = 12
MARGIN = 2.0
APART = 8
"""Pixels between the name of a result and what it does."""
WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)


class ChanceBars(QWidget):
    """A bar for each result, the likeliest first; rare ones are summed in the last. A certain one
    fills its row. What a result does stands beside its name, or below it where that is too narrow.
    """

    def __init__(self) -> None:
        super().__init__()
        self._results: tuple[Result, ...] = ()
        self.setAccessibleName("Results and their chances")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_results(self, results: tuple[Result, ...], *, ordered: bool = False) -> None:
        """Show results; ``ordered`` keeps their order instead of the likeliest first."""
        wanted = results if ordered else tuple(sorted(results, key=lambda r: -r.chance))
        if len(wanted) > SHOWN:
            rest = wanted[SHOWN - 1 :]
            chance = sum(result.chance for result in rest)
            other = Result(counted(len(rest), "other"), chance, "", 0.0, 0.0)
            wanted = (*wanted[: SHOWN - 1], other)
        self._results = wanted
        self.setAccessibleDescription(
            ". ".join(f"{r.name}: {percent(r.chance)}. {r.effect}" for r in wanted)
        )
        self.setToolTip(
            plain("\n".join(f"{percent(r.chance)}  {r.name}. {r.effect}" for r in wanted))
        )
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """As many rows as there are results, as high as they are at its width."""
        return QSize(240, self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """It can be narrow; it is higher then."""
        return QSize(120, max(1, len(self._results)) * ROW)

    def hasHeightForWidth(self) -> bool:
        """Narrower means higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all rows at a width."""
        return max(ROW, sum(ROW + self._below(result, width) for result in self._results))

    def _below(self, result: Result, width: int) -> int:
        """How high the effect of a result is below its name; 0 where it fits beside it."""
        room = width - 2 * int(MARGIN)
        metrics, bold = QFontMetrics(self.font()), QFontMetrics(self._bold())
        beside = room - self._number_width() - bold.horizontalAdvance(result.name) - APART
        if metrics.horizontalAdvance(result.effect) <= beside:
            return 0
        box = QRect(0, 0, max(60, room), 10_000)
        return metrics.boundingRect(box, WRAPPED, result.effect).height() + 2

    def _bold(self) -> QFont:
        bold = QFont(self.font())
        bold.setBold(True)
        return bold

    def _number_width(self) -> int:
        return QFontMetrics(self.font()).horizontalAdvance(f"100.0{PER_CENT}") + 6

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bars."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, top = self.palette(), 0.0
        for result in self._results:
            below = self._below(result, self.width())
            box = QRectF(MARGIN, top, self.width() - 2 * MARGIN, ROW + below)
            self._row(painter, box, result, palette, below)
            top += ROW + below
        painter.end()

    def _row(
        self, painter: QPainter, box: QRectF, result: Result, palette: QPalette, below: int
    ) -> None:
        font, bold = QFont(self.font()), self._bold()
        painter.setFont(font)
        number = percent(result.chance)
        width = self._number_width()
        track = QRectF(box.left(), box.top() + 21 + below, box.width(), 7)
        quiet = QColor(palette.mid().color())
        quiet.setAlpha(110)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(quiet)
        painter.drawRoundedRect(track, 3.5, 3.5)
        painter.setBrush(palette.highlight())
        painter.drawRoundedRect(
            QRectF(track.left(), track.top(), max(3.0, track.width() * result.chance), 7), 3.5, 3.5
        )
        painter.setPen(palette.text().color())
        words = QRectF(box.left(), box.top(), box.width() - width, 20)
        painter.setFont(bold)
        name = QFontMetricsF(bold).elidedText(
            result.name, Qt.TextElideMode.ElideRight, words.width()
        )
        flags = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(words, int(Qt.AlignmentFlag.AlignLeft | flags), name)
        painter.setFont(font)
        painter.setPen(palette.placeholderText().color())
        if below:
            place = QRectF(box.left(), box.top() + 20, box.width(), below)
            painter.drawText(place, WRAPPED, result.effect)
        else:
            used = QFontMetricsF(bold).horizontalAdvance(name) + APART
            place = words.adjusted(used, 0, 0, 0)
            painter.drawText(place, int(Qt.AlignmentFlag.AlignLeft | flags), result.effect)
        painter.setPen(palette.text().color())
        painter.drawText(
            QRectF(box.right() - width, box.top(), width, 20),
            int(Qt.AlignmentFlag.AlignRight | flags),
            number,
        )


def percent(chance: float) -> str:
    """``16.7 %``; never 0 or 100 for what is not impossible or certain."""
    if 0 < chance < 0.0005:
        return f"<\u00a00.1{PER_CENT}"
    if 0.9995 < chance < 1:
        return f">\u00a099.9{PER_CENT}"
    text = f"{chance * 100:.1f}"
    return f"{text.removesuffix('.0')}{PER_CENT}"
