"""What a new scenario is made of, and dates for its turns."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from PySide6.QtCore import QDate
from PySide6.QtWidgets import (
    QComboBox,
    QDateEdit,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.editing.project_session import ProjectSession
from engine.editing.scenario_session import ScenarioSession
from engine.game.catalogue import kits, of_scenarios
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import label

MOST_TURNS = 999


class NewScenario(QDialog):
    """Title, board, order of battle and rules; what the file lacks is said instead."""

    def __init__(self, project: ProjectSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New scenario")
        self.setMinimumWidth(460)
        self._project = project
        self.title = QLineEdit("My scenario")
        self.title.setAccessibleName("Title of the scenario")
        self.title.selectAll()
        self.board, self.order = _box("Board"), _box("Order of battle")
        self.rules = _box("Rules")
        for board in project.boards:
            self.board.addItem(f"{board.title} (board {board.number})", board.number)
        for order in project.orders:
            self.order.addItem(f"{order.title} (number {order.number})", order.number)
        self._kits = {info.id: info.summary.split(". ")[0].rstrip(".") for info in kits()}
        for info in kits():
            self.rules.addItem(f"Starting kit: {info.title}", info.id)
        for charts in project.charts:
            if of_scenarios(charts.system):
                self.rules.addItem(f"As in {charts.title}", charts.number)
        self.told = label("", "faint", "What the rules are like")
        self.lacks = label("", "warning", "What the file lacks")
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        form = LevelForm()
        form.addRow("&Title", self.title)
        form.addRow("&Board", self.board)
        form.addRow("&Order of battle", self.order)
        form.addRow("&Rules", self.rules)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.told)
        layout.addWidget(self.lacks)
        layout.addWidget(self.buttons)
        self.title.textChanged.connect(lambda _text: self._judge())
        self.rules.currentIndexChanged.connect(lambda _row: self._tell())
        self._tell()
        self._judge()

    def make(self) -> ScenarioSession:
        """Make what was chosen. Raises KnownError when it cannot be made."""
        board, order = self.board.currentData(), self.order.currentData()
        title, rules = self.title.text().strip(), self.rules.currentData()
        path = self._project.path
        if isinstance(rules, int):
            return ScenarioSession.of_charts(path, rules, board, order, title)
        return ScenarioSession.make(path, title, board, order, rules)

    def _tell(self) -> None:
        """Say what the chosen starting kit is like; charts of the file say so themselves."""
        words = self._kits.get(self.rules.currentData(), "")
        self.told.setText(f"{words}. All of it can be changed later." if words else "")

    def _judge(self) -> None:
        lacks = [
            words
            for box, words in ((self.board, "a board"), (self.order, "an order of battle"))
            if not box.count()
        ]
        self.lacks.setText(
            f"The file has not {' nor '.join(lacks)} yet: add one in Contents." if lacks else ""
        )
        self.lacks.setVisible(bool(lacks))
        ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setEnabled(not lacks and bool(self.title.text().strip()))


@dataclass(frozen=True, slots=True)
class Dates:
    """The first date, the days from one turn to the next, and how many turns."""

    first: datetime.date
    days: int
    count: int


class DatesDialog(QDialog):
    """Dates for all turns."""

    def __init__(self, turns: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Dates of the turns")
        self.first = QDateEdit(QDate(1944, 6, 6))
        self.first.setDisplayFormat("d MMMM yyyy")
        self.first.setMinimumDate(QDate(100, 1, 1))
        self.first.setAccessibleName("Date of the first turn")
        self.days, self.count = QSpinBox(), QSpinBox()
        self.days.setRange(1, 3660)
        self.days.setValue(7)
        self.days.setSuffix(" days")
        self.days.setAccessibleName("Days a turn")
        self.count.setRange(1, MOST_TURNS)
        self.count.setValue(turns)
        self.count.setAccessibleName("How many turns")
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = LevelForm(self)
        form.addRow("&First turn", self.first)
        form.addRow("&Each turn lasts", self.days)
        form.addRow("Tur&ns", self.count)
        form.addRow(buttons)

    @property
    def dates(self) -> Dates:
        """What was chosen."""
        day = self.first.date()
        first = datetime.date(day.year(), day.month(), day.day())
        return Dates(first, self.days.value(), self.count.value())


def _box(name: str) -> QComboBox:
    made = QComboBox()
    made.setAccessibleName(name)
    return made
