"""What is wrong with the order of battle; picking a problem shows its row."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from engine.core.wording import counted
from maps.checking.problems import Severity
from maps.errors import KnownError
from oob.ledger.checks import Finding, check
from oob.ledger.mix import loads
from qtapp.widgets.parts import label
from qtapp.workspaces.units.units_controller import UnitsController

FINDING = int(Qt.ItemDataRole.UserRole)
CHECK_MS = 250
"""How long after the last edit the check runs again."""

SIGNS = {Severity.ERROR: "✖", Severity.WARNING: "▲"}


class RosterProblems(QWidget):
    """A list of problems, kept up to date; ``pointed`` carries the rows of the one picked."""

    pointed = Signal(object)

    def __init__(self, controller: UnitsController) -> None:
        super().__init__()
        self._controller = controller
        self.summary = label("", "faint", "Result of the check")
        self.mix = label("", "faint", "Counter mix")
        self.list = QListWidget()
        self.list.setAccessibleName("Problems of the order of battle")
        self.list.setToolTip("What is wrong with the order of battle; a click shows the unit")
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(self._picked)
        self.list.itemClicked.connect(self._picked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.addWidget(self.summary)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.mix)
        layout.addStretch()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(CHECK_MS)
        self._timer.timeout.connect(self.refresh)
        controller.changed.connect(lambda _touched: self._timer.start())
        controller.opened.connect(self.refresh)
        controller.closed.connect(self.refresh)

    def refresh(self) -> None:
        """Check again."""
        self._timer.stop()
        found = check(self._controller.ledger) if self._controller.is_shown else []
        self.list.clear()
        for finding in found:
            problem = finding.problem
            item = QListWidgetItem(f"{SIGNS[problem.severity]}  {problem}")
            item.setData(FINDING, finding)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{problem.severity.value}: {problem}")
            self.list.addItem(item)
        self.list.setVisible(bool(found))
        errors = sum(finding.problem.severity is Severity.ERROR for finding in found)
        self.summary.setText(
            f"{counted(errors, 'error')}, {counted(len(found) - errors, 'warning')}"
            if found
            else "Nothing is wrong."
        )
        self.mix.setText(self._mix_words())

    def _mix_words(self) -> str:
        if not self._controller.is_shown:
            return ""
        if not self._controller.ledger.mix:
            return "No counter mix is known for it, so the number of counters is not checked."
        try:
            mix = loads(self._controller.ledger.mix)
        except KnownError as error:
            return str(error)
        return f"Counter mix: {counted(len(mix.limits), 'limit')}. {mix.source.capitalize()}."

    def _picked(self, item: QListWidgetItem) -> None:
        finding = item.data(FINDING)
        if isinstance(finding, Finding) and finding.key is not None:
            self.pointed.emit([finding.key])
