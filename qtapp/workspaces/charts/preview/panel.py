"""The preview beside the charts: what declared rules mean, as they are typed."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from engine.game.ask.rules_trial import Ground, RulesTrial, ground_for
from maps.errors import KnownError
from qtapp.app.errors import outside_qt
from qtapp.painters.schemes import Scheme
from qtapp.widgets.parts import TabRaised, is_seen, label
from qtapp.workspaces.charts.charts_controller import ChartsController
from qtapp.workspaces.charts.preview.board import BoardPreview
from qtapp.workspaces.charts.preview.combat import CombatPreview
from qtapp.workspaces.sheets_preview import SheetsPreview
from resources import Theme

COMBAT = "combat"
ON_BOARD = ("movement", "zones", "stacking", "supply", "states", "weather", "scenario")
"""The charts whose meaning shows on a board."""
PAUSE_MS = 120
"""How long typing rests before a draft is tried."""
NO_CHARTS = "Open charts of a game by hand, and what they mean shows here."
OTHER_GAME = "The preview tries rules that are declared for a game by hand."


class PreviewPanel(QWidget):
    """Tries the charts with what is being typed; a draft that cannot be leaves the last picture."""

    def __init__(self, controller: ChartsController) -> None:
        super().__init__()
        self._controller = controller
        self._ground: Ground | None = None
        self._trial: RulesTrial | None = None
        self.trouble = label("", "warning", "Why the preview does not follow")
        self.empty = label("", "faint", "Why there is no preview")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.board = BoardPreview()
        self.combat = CombatPreview()
        self.pages = QStackedWidget()
        self.sheets = SheetsPreview()
        for page in (self.empty, self.board, self.combat, self.sheets):
            self.pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.trouble)
        layout.addWidget(self.pages, 1)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(PAUSE_MS)
        self._rest.timeout.connect(self.refresh)
        self._tab = TabRaised(self, self._rest.start)
        controller.opened.connect(self.start)
        controller.closed.connect(self.start)
        controller.changed.connect(lambda _cells: self._rest.start())
        controller.chart_changed.connect(self._rest.start)
        controller.rows_changed.connect(self._rest.start)
        controller.drafted.connect(self._rest.start)
        self.start()

    def start(self) -> None:
        """Other charts are open, or their board may be another."""
        self._ground, self._trial = None, None
        self._say_trouble("")
        self._rest.start()

    def wear(self, theme: Theme, scheme: Scheme) -> None:
        """Use a theme's colours."""
        self.board.wear(theme, scheme)

    def take_focus(self) -> None:
        """Bring the keyboard to the page that shows."""
        page = self.pages.currentWidget()
        targets: dict[QWidget | None, QWidget] = {
            self.combat: self.combat.attack,
            self.board: self.board.view,
            self.sheets: self.sheets.area,
        }
        targets.get(page, self).setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while it was hidden, or lay behind another panel's tab."""
        super().showEvent(event)
        with outside_qt():
            self._tab.look()
            self._rest.start()

    def refresh(self) -> None:
        """Try the charts as they are now, with what is being typed."""
        if not is_seen(self):
            return
        chart = self._controller.chart
        if not self._controller.is_open or chart is None:
            self._say_empty(NO_CHARTS)
        elif not self._controller.is_by_hand:
            self._say_empty(OTHER_GAME)
        else:
            self._try(chart.id)

    def _try(self, topic: str) -> None:
        trouble = ""
        try:
            self._trial = self._tried()
        except KnownError as error:
            trouble = f"{error} The picture is of the rules before that."
            if self._trial is None:
                self._say_empty(str(error))
                return
        if self._trial is not None:
            self._show(self._trial, topic)
        self._say_trouble(trouble)

    def _tried(self) -> RulesTrial:
        """The rules tried out on their board. Raises KnownError for rules that cannot be."""
        session = self._controller.session
        if self._ground is None:
            self._ground = ground_for(session.path, session.number)
            self.board.show_ground(self._ground)
        return RulesTrial(self._controller.drafted_charts(), self._ground)

    def _show(self, trial: RulesTrial, topic: str) -> None:
        if topic == COMBAT:
            self.combat.show_rules(trial)
            self.pages.setCurrentWidget(self.combat)
        elif topic not in ON_BOARD:
            self.sheets.show_sheets(trial.told(topic))
            self.pages.setCurrentWidget(self.sheets)
        else:
            self.board.show_rules(trial, topic)
            self.pages.setCurrentWidget(self.board)

    def _say_trouble(self, text: str) -> None:
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    def _say_empty(self, text: str) -> None:
        self._say_trouble("")
        self.empty.setText(text)
        self.pages.setCurrentWidget(self.empty)
