"""The charts a game is played with, as tables, each entry with how surely it is known."""

from __future__ import annotations

from html import escape

from PySide6.QtWidgets import QComboBox, QTextBrowser, QVBoxLayout, QWidget

from engine.chartbook import Chart, ChartTable, charts_of
from qtapp.bridge import GameBridge
from qtapp.panels.parts import label
from resources import Theme

SIGNS = {"printed": ("●", "ok"), "derived": ("◐", "warning"), "reconstructed": ("○", "objection")}
"""A sign and a colour for each provenance; the word stands beside them."""


class ChartsPanel(QWidget):
    """One chart at a time, chosen from the list above it."""

    def __init__(self, bridge: GameBridge, theme: Theme) -> None:
        super().__init__()
        self._bridge = bridge
        self._colours = dict(theme.colours)
        self._charts: tuple[Chart, ...] = ()
        self.which = QComboBox()
        self.which.setAccessibleName("Chart")
        self.which.currentIndexChanged.connect(lambda _row: self._show())
        self.about = label("", "faint", "Where the chart comes from")
        self.text = QTextBrowser()
        self.text.setAccessibleName("Chart as a table")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.setSpacing(6)
        for widget in (self.which, self.about, self.text):
            layout.addWidget(widget)
        bridge.opened.connect(self._start)
        bridge.closed.connect(self._start)
        self._start()

    @property
    def chart(self) -> Chart | None:
        """The chart that is shown."""
        row = self.which.currentIndex()
        return self._charts[row] if 0 <= row < len(self._charts) else None

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._colours = dict(theme.colours)
        self._show()

    def _start(self) -> None:
        opened = self._bridge.is_open
        self._charts = charts_of(self._bridge.game.scenario.charts) if opened else ()
        self.which.blockSignals(True)
        self.which.clear()
        self.which.addItems([chart.title for chart in self._charts])
        self.which.blockSignals(False)
        self._show()

    def _show(self) -> None:
        chart = self.chart
        if chart is None:
            self.about.setText("This game brings no charts.")
            self.text.clear()
            return
        self.about.setText(chart.reason)
        self.about.setVisible(bool(chart.reason))
        badge = self._badge(chart.provenance)
        tables = "".join(self._table(table, chart.provenance) for table in chart.tables)
        self.text.setHtml(f"<p><b>{escape(chart.title)}</b> &nbsp; {badge}</p>{tables}")

    def _badge(self, provenance: str) -> str:
        if provenance not in SIGNS:
            return ""
        sign, tone = SIGNS[provenance]
        return f'<span style="color:{self._colours[tone]}">{sign} {escape(provenance)}</span>'

    def _table(self, table: ChartTable, inherited: str) -> str:
        own = any(row.provenance not in ("", inherited) for row in table.rows)
        faint = self._colours["faint"]
        heads = (*table.columns, *(("known",) if own else ()))
        cells = "".join(
            f'<td style="color:{faint}; padding:3px 10px 3px 0">{escape(head)}</td>'
            for head in heads
        )
        lines = [f"<tr>{cells}</tr>"]
        for row in table.rows:
            shown = [escape(cell) for cell in row.cells]
            shown += [self._badge(row.provenance or inherited)] if own else []
            cells = "".join(f'<td style="padding:3px 10px 3px 0">{cell}</td>' for cell in shown)
            lines.append(f"<tr>{cells}</tr>")
        title = f"<p><b>{escape(table.title)}</b></p>" if table.title else ""
        return f'{title}<table cellspacing="0">{"".join(lines)}</table>'
