"""What declared tables mean in words: a heading for each, its lines, and bars for chances."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from engine.core.view.outlook import Result
from engine.game.ask.rules_trial import Sheet
from qtapp.widgets.parts import clear, label, scrolled
from qtapp.workspaces.play.analysis_panels.chance_bars import ChanceBars

NOTHING = "Nothing is declared here yet."


class SheetsPreview(QWidget):
    """The sheets of a chart, one below the other."""

    def __init__(self) -> None:
        super().__init__()
        self.sheets: tuple[Sheet, ...] = ()
        self._inner = QWidget()
        self._body = QVBoxLayout(self._inner)
        self._body.setContentsMargins(0, 0, 8, 0)
        self._body.setSpacing(6)
        self.area: QScrollArea = scrolled(self._inner, "What the chart means", framed=False)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.area)

    def show_sheets(self, sheets: tuple[Sheet, ...]) -> None:
        """Show other sheets; where one has scrolled to stays in view."""
        if sheets == self.sheets and self._body.count():
            return
        self.sheets = sheets
        bar = self.area.verticalScrollBar()
        kept = bar.value()
        clear(self._body)
        for sheet in sheets:
            self._body.addWidget(_sheet(sheet))
        if not sheets:
            self._body.addWidget(label(NOTHING, "faint"))
        self._body.addStretch(1)
        bar.setValue(min(kept, bar.maximum()))

    @property
    def text(self) -> str:
        """All that is shown, line by line."""
        return "\n".join(
            f"{sheet.title}\n"
            + "\n".join(f"{line.label}: {line.value}".rstrip(": ") for line in sheet.lines)
            for sheet in self.sheets
        )


def _sheet(sheet: Sheet) -> QWidget:
    made = QWidget()
    grid = QGridLayout(made)
    grid.setContentsMargins(0, 0, 0, 8)
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(3)
    grid.setColumnStretch(1, 1)
    grid.addWidget(label(sheet.title, "heading"), 0, 0, 1, 2)
    if all(line.chance is not None for line in sheet.lines):
        bars = ChanceBars()
        bars.show_results(
            tuple(Result(line.label, line.chance or 0.0, "", 0.0, 0.0) for line in sheet.lines),
            ordered=True,
        )
        grid.addWidget(bars, 1, 0, 1, 2)
        return made
    for row, line in enumerate(sheet.lines, 1):
        if line.value:
            grid.addWidget(label(line.label), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(label(line.value, "faint"), row, 1, Qt.AlignmentFlag.AlignTop)
        else:
            grid.addWidget(label(line.label), row, 0, 1, 2)
    return made
