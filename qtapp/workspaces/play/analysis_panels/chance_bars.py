"""The results of an attack as bars: how likely each is, what it does, and what it costs."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.core.view.outlook import Result
from engine.core.wording import counted
from qtapp.widgets.plain import plain

ROW = 36
SHOWN = 12
MARGIN = 2.0


class ChanceBars(QWidget):
    """A bar for each result, the likeliest first; rare ones are summed in the last. A certain one
    fills its row.
    """

    def __init__(self) -> None:
        super().__init__()
        self._results: tuple[Result, ...] = ()
        self.setAccessibleName("Results and their chances")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

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
        """As many rows as there are results."""
        return QSize(240, max(1, len(self._results)) * ROW)

    def minimumSizeHint(self) -> QSize:
        """It can be narrow, but not lower."""
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bars."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        for row, result in enumerate(self._results):
            box = QRectF(MARGIN, row * ROW, self.width() - 2 * MARGIN, ROW)
            self._row(painter, box, result, palette)
        painter.end()

    def _row(self, painter: QPainter, box: QRectF, result: Result, palette: QPalette) -> None:
        font = QFont(self.font())
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        number = percent(result.chance)
        width = metrics.horizontalAdvance("100.0 %") + 6
        track = QRectF(box.left(), box.top() + 21, box.width(), 7)
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
        bold = QFont(font)
        bold.setBold(True)
        painter.setFont(bold)
        name = QFontMetricsF(bold).elidedText(
            result.name, Qt.TextElideMode.ElideRight, words.width()
        )
        flags = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(words, int(Qt.AlignmentFlag.AlignLeft | flags), name)
        used = QFontMetricsF(bold).horizontalAdvance(name) + 8
        painter.setFont(font)
        painter.setPen(palette.placeholderText().color())
        effect = metrics.elidedText(
            result.effect, Qt.TextElideMode.ElideRight, max(0.0, words.width() - used)
        )
        painter.drawText(
            words.adjusted(used, 0, 0, 0), int(Qt.AlignmentFlag.AlignLeft | flags), effect
        )
        painter.setPen(palette.text().color())
        painter.drawText(
            QRectF(box.right() - width, box.top(), width, 20),
            int(Qt.AlignmentFlag.AlignRight | flags),
            number,
        )


def percent(chance: float) -> str:
    """``16.7 %``; never 0 or 100 for what is not impossible or certain."""
    if 0 < chance < 0.0005:
        return "< 0.1 %"
    if 0.9995 < chance < 1:
        return "> 99.9 %"
    text = f"{chance * 100:.1f}"
    return f"{text.removesuffix('.0')} %"
