"""What the tables of a scenario mean, as they are typed: its turns, phases, sides, areas."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.game.ask.rules_trial import Ground, RulesTrial
from maps.errors import KnownError
from qtapp.app.errors import outside_qt
from qtapp.widgets.parts import TabRaised, button, is_seen, label
from qtapp.workspaces.scenarios.rows_panel import RowsPanel
from qtapp.workspaces.scenarios.scenarios_controller import ScenariosController
from qtapp.workspaces.sheets_preview import SheetsPreview

NONE = "Open a scenario, and what its tables mean shows here."


class ScenarioPreview(QWidget):
    """Follows the page of the tables in view; what cannot be leaves the last picture.

    ``help_wanted`` asks for the manual's page on that table.
    """

    help_wanted = Signal()

    def __init__(self, controller: ScenariosController, rows: RowsPanel) -> None:
        super().__init__()
        self._controller = controller
        self._rows = rows
        self.trouble = label("", "warning", "Why the preview does not follow")
        self.empty = label(NONE, "faint", "Why there is no preview")
        self.sheets = SheetsPreview()
        self.help = button("Help", "Read what this table means, field by field (F1)")
        self.help.clicked.connect(self.help_wanted.emit)
        below = QHBoxLayout()
        below.addStretch(1)
        below.addWidget(self.help)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 1, 8, 0)
        layout.addWidget(self.trouble)
        layout.addWidget(self.empty)
        layout.addWidget(self.sheets, 1)
        layout.addStretch(0)
        layout.addLayout(below)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self.refresh)
        self._tab = TabRaised(self, lambda: self._rest.start(0))
        for signal in (controller.opened, controller.closed, controller.changed):
            signal.connect(lambda: self._rest.start(0))
        rows.currentChanged.connect(lambda _page: self._rest.start(0))
        self._say("")
        self._show_open(False)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while it was hidden, or lay behind another panel's tab."""
        super().showEvent(event)
        with outside_qt():
            self._tab.look()
            self._rest.start(0)

    def refresh(self) -> None:
        """Try the scenario as it is now."""
        if not is_seen(self):
            return
        self._show_open(self._controller.is_open)
        if not self._controller.is_open:
            self._say("")
            return
        session = self._controller.session
        try:
            trial = RulesTrial(session.charts, Ground(*session.ground))
        except KnownError as error:
            self._say(str(error))
            return
        self._say("")
        self.sheets.show_sheets(trial.told(self._rows.topic))

    def _show_open(self, is_open: bool) -> None:
        self.empty.setVisible(not is_open)
        self.sheets.setVisible(is_open)

    def _say(self, text: str) -> None:
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))
