"""What is wrong with the board: every problem the checks find, with its mend."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from maps.problems import Problem
from qtapp.panels.parts import label

PROBLEM = int(Qt.ItemDataRole.UserRole)


class ProblemsPanel(QWidget):
    """A list of problems; ``picked`` carries the hex of the one the user chose."""

    picked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._summary = label("Not checked yet: press F7.", "faint", "Result of the check")
        self.list = QListWidget()
        self.list.setAccessibleName("Problems")
        self.list.setWordWrap(True)
        self.list.itemActivated.connect(self._chosen)
        self.list.itemClicked.connect(self._chosen)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.addWidget(self._summary)
        layout.addWidget(self.list)

    @property
    def summary(self) -> str:
        """The result in one line."""
        return self._summary.text()

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show what the checks found."""
        self.list.clear()
        for problem in problems:
            item = QListWidgetItem(f"{problem.severity.value.capitalize()}: {problem}")
            item.setData(PROBLEM, problem)
            self.list.addItem(item)
        count = len(problems)
        self._summary.setText(
            f"{count} problem{'' if count == 1 else 's'}" if count else "Nothing is wrong."
        )

    def _chosen(self, item: QListWidgetItem) -> None:
        problem = item.data(PROBLEM)
        if isinstance(problem, Problem) and problem.hex is not None:
            self.picked.emit(problem.hex)
