"""The figures of the game turn by turn as a plot, and how the dice fell against expectation."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cached_property
from html import escape
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHeaderView,
    QSizePolicy,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import counted
from engine.reports.statistics import Statistics, Tally, series
from maps.files.writing import write_whole
from qtapp.app.bridge import GameBridge
from qtapp.board.pictures.png import save_png
from qtapp.widgets.parts import Flow, button, label
from qtapp.workspaces.play.analysis_panels.chance_bars import percent
from qtapp.workspaces.play.analysis_panels.log_reader import WAIT, LogReader
from qtapp.workspaces.play.following import FollowingPanel
from resources import Theme

if TYPE_CHECKING:
    from pyqtgraph import PlotWidget

PICTURE = (1200, 720)
"""Pixels of a plot that is saved."""

NAMED = 30
"""Pixels that are left free above the lines, where their names stand."""

Lines = Mapping[tuple[str, str], tuple[tuple[int, float], ...]]
"""(turn, value) pairs of each figure by (figure id, side)."""
DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine)
SYMBOLS = ("o", "s", "t")
DOUBTFUL = 0.01
"""Below this chance a fair die is doubted."""


class FiguresPanel(FollowingPanel):
    """Plots and dice of the current line; worked out when the panel is looked at."""

    def __init__(self, bridge: GameBridge, theme: Theme) -> None:
        super().__init__(bridge)
        self._theme = theme
        self._statistics: Statistics | None = None
        self._reader = LogReader(self, bridge.in_turn)
        self._reader.ready.connect(self.hear)
        self._drawn: tuple[object, ...] = ()
        self._counted: tuple[Tally, ...] | None = None
        self.choice = QComboBox()
        self.choice.setAccessibleName("Figure")
        self.choice.setToolTip("The figure that is drawn turn by turn")
        self.choice.currentIndexChanged.connect(lambda _index: self._draw())
        self._frame = QWidget()
        self._frame.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        framed = QVBoxLayout(self._frame)
        framed.setContentsMargins(0, 0, 0, 0)
        self.empty = label(EMPTY, "faint")
        picture = button("Save picture…", "Save the plot as PNG")
        table = button("Save table…", "Save the figures of every turn as CSV")
        picture.clicked.connect(self._ask_picture)
        table.clicked.connect(self._ask_table)
        row = Flow()
        row.fill([picture, table])
        self.dice = QTreeWidget()
        self.dice.setAccessibleName("Dice")
        self.dice.setHeaderLabels(["Die", "Thrown", "Expected", ""])
        self.dice.setIndentation(12)
        self.dice.setRootIsDecorated(False)
        header = self.dice.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2, 3):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.verdict = label("", name="Fairness of the dice")
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName("Pages")
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(_page(self.choice, self._frame, self.empty, row), "Figures")
        self.tabs.addTab(_page(self.dice, self.verdict), "Dice")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tabs)

    @cached_property
    def plot(self) -> PlotWidget:
        """Where figures are drawn; made, and what draws it imported, when there is something to."""
        from pyqtgraph import PlotWidget

        made = PlotWidget()
        made.setAccessibleName("Plot")
        made.setMenuEnabled(False)
        made.setMouseEnabled(x=False, y=False)
        made.hideButtons()
        layout = self._frame.layout()
        assert layout is not None
        layout.addWidget(made)
        return made

    def _clear(self) -> None:
        """Draw nothing."""
        if "plot" in vars(self):
            self.plot.clear()
        self._drawn = ()

    def set_theme(self, theme: Theme) -> None:
        """Use a theme's colours."""
        self._theme = theme
        self._drawn = ()
        self._draw()

    def refresh(self) -> None:
        """Follow the current line."""
        if self._statistics is None:
            self.start()
        if self._statistics is None:
            self._clear()
            self.dice.clear()
            self._counted = None
            return
        is_read = self._reader.is_ready(self._statistics)
        figures = {f.id: f.title for f in self._bridge.rules.figures(self._bridge.state)}
        known = [self.choice.itemData(n) for n in range(self.choice.count())]
        if known != list(figures):
            self.choice.blockSignals(True)
            self.choice.clear()
            for ident, title in figures.items():
                self.choice.addItem(title, ident)
            self.choice.blockSignals(False)
        for widget in (self.choice, self._frame):
            widget.setVisible(bool(figures) and is_read)
        self.empty.setVisible(not figures or not is_read)
        self.empty.setText(EMPTY if is_read else WAIT)
        if not is_read:
            self.dice.clear()
            self._drawn, self._counted = (), None
            self.verdict.setText(WAIT)
            return
        self._draw()
        self._count()

    def table_text(self) -> str:
        """The figures of every turn as CSV: a row for each turn, a column for each figure."""
        assert self._statistics is not None
        lines = series(self._statistics.points())
        titles = {f.id: f.title for f in self._bridge.rules.figures(self._bridge.state)}
        turns = sorted({turn for values in lines.values() for turn, _value in values})
        out = StringIO()
        writer = csv.writer(out, lineterminator="\n")
        heads = [f"{titles[i]} {self._bridge.side_name(side)}".strip() for i, side in lines]
        writer.writerow(["Turn", *heads])
        for turn in turns:
            row = [dict(values).get(turn, "") for values in lines.values()]
            writer.writerow([turn, *(f"{v:g}" if v != "" else "" for v in row)])
        return out.getvalue()

    def save_picture(self, target: Path) -> None:
        """Save the plot as PNG. Raises KnownError when it cannot be written."""
        picture = (
            self.plot.grab()
            .toImage()
            .scaled(
                *PICTURE,
                Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        )
        save_png(picture, target)

    def start(self) -> None:
        """Read the log of the game that is open from its beginning."""
        self._reader.stop()
        self._statistics = (
            Statistics(self._bridge.game, self._bridge.player_view)
            if self._bridge.is_open
            else None
        )

    def _draw(self) -> None:
        ident = self.choice.currentData()
        statistics = self._statistics if self._bridge.is_open else None
        if statistics is None or ident is None or not self._reader.is_ready(statistics):
            self._clear()
            return
        lines = series(statistics.points())
        last = self._bridge.rules.phases(self._bridge.state).last_turn
        end = max(2, min(last, self._bridge.state.turn + 1))
        shown = (ident, end, {line: values for line, values in lines.items() if line[0] == ident})
        if shown != self._drawn:
            self._drawn = shown
            self._plot(ident, end, lines)

    def _plot(self, ident: str, end: int, lines: Lines) -> None:
        self.plot.clear()
        colours = self._theme.colours
        self.plot.setBackground(QColor(colours["paper"]))
        plot = self.plot.getPlotItem()
        if plot.legend is None:
            plot.addLegend(offset=(-12, 2)).layout.setContentsMargins(0, 0, 0, 0)
        plot.legend.clear()
        plot.legend.setLabelTextColor(QColor(colours["ink"]))
        for name in ("bottom", "left"):
            axis = plot.getAxis(name)
            axis.setPen(QColor(colours["border"]))
            axis.setTextPen(QColor(colours["faint"]))
        plot.setLabel("bottom", "Turn", color=colours["faint"])
        plot.showGrid(x=False, y=True, alpha=0.25)
        sides = {side.id: side for side in self._bridge.game.system.sides}
        shown, heights = 0, [0.0]
        for (figure, side), values in lines.items():
            if figure != ident:
                continue
            known = sides.get(side)
            ink = QColor(known.colour if known else colours["accent"])
            pen = QPen(ink, 2.5, DASHES[shown % len(DASHES)])
            pen.setCosmetic(True)
            plot.plot(
                [turn for turn, _value in values],
                [value for _turn, value in values],
                pen=pen,
                symbol=SYMBOLS[shown % len(SYMBOLS)],
                symbolBrush=ink,
                symbolPen=None,
                symbolSize=7,
                name=escape(self._bridge.side_name(side) or self.choice.currentText()),
            )
            heights += [value for _turn, value in values]
            shown += 1
        plot.legend.setColumnCount(max(1, shown))
        low, high = min(heights), max(heights)
        free = 1 - NAMED / max(2 * NAMED, plot.vb.height())
        plot.setYRange(low, low + ((high - low) or 1) / free, padding=0.04)
        plot.getAxis("bottom").setTickSpacing(levels=[(-(-end // 8), 0)])
        plot.setXRange(1, end, padding=0.04)

    def _count(self) -> None:
        assert self._statistics is not None
        tallies = self._statistics.dice()
        if tallies == self._counted:
            return
        self._counted = tallies
        self.dice.clear()
        for tally in tallies:
            thrown = f"Die of {tally.sides}: {counted(tally.throws, 'throw')}"
            mean = f"mean {tally.mean:.2f}, {tally.expected_mean:.2f} expected"
            head = QTreeWidgetItem([f"{thrown}, {mean}"])
            font = head.font(0)
            font.setBold(True)
            head.setFont(0, font)
            self.dice.addTopLevelItem(head)
            head.setFirstColumnSpanned(True)
            for face in range(1, tally.sides + 1):
                count = tally.counts.get(face, 0)
                excess = count - tally.expected
                item = [str(face), str(count), f"{tally.expected:.1f}", f"{excess:+.1f}"]
                head.addChild(QTreeWidgetItem(item))
        self.dice.expandAll()
        self.verdict.setText("\n".join(_verdict(tally) for tally in tallies) or NO_DICE)

    def _ask_picture(self) -> None:
        name, _kind = QFileDialog.getSaveFileName(
            self, "Save the plot", "figures.png", "PNG (*.png)"
        )
        if name:
            self.save_picture(Path(name if name.endswith(".png") else f"{name}.png"))

    def _ask_table(self) -> None:
        name, _kind = QFileDialog.getSaveFileName(
            self, "Save the figures", "figures.csv", "CSV (*.csv)"
        )
        if name and self._statistics is not None:
            target = Path(name if name.endswith(".csv") else f"{name}.csv")
            write_whole(target, self.table_text())


EMPTY = "Nothing to plot yet: this game keeps no figures."
NO_DICE = "No dice have been thrown on this line yet."


def _verdict(tally: Tally) -> str:
    if tally.chance is None:
        return f"Die of {tally.sides}: too few throws to judge."
    word = "hardly looks fair" if tally.chance < DOUBTFUL else "looks fair"
    return (
        f"Die of {tally.sides}: {word}. A fair die falls at least as unevenly "
        f"{percent(tally.chance)} of the time (chi-square {tally.chi_square:.1f})."
    )


def _page(*widgets: QWidget) -> QWidget:
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setContentsMargins(8, 6, 8, 8)
    layout.setSpacing(6)
    for widget in widgets:
        layout.addWidget(widget)
    return page
