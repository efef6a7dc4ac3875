"""The Scenarios workspace: scenarios of the open file laid out on its boards."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QDateTime
from PySide6.QtWidgets import (
    QDialog,
    QInputDialog,
    QListWidget,
    QVBoxLayout,
    QWidget,
)

from engine.editing.scenario_session import BLANK, ScenarioInfo, ScenarioSession, listed
from engine.game.session import Dice
from maps.errors import KnownError
from qtapp.actions.action_kinds import When
from qtapp.app.services import Services
from qtapp.dialogs.new_game import SEEDS, NewGame
from qtapp.widgets.icons import Icons
from qtapp.widgets.parts import label
from qtapp.widgets.plain import ask
from qtapp.workspaces.scenarios.board_page import BoardPage
from qtapp.workspaces.scenarios.dialogs import DatesDialog, NewScenario
from qtapp.workspaces.scenarios.preview import ScenarioPreview
from qtapp.workspaces.scenarios.rows_panel import RowsPanel
from qtapp.workspaces.scenarios.scenarios_controller import ScenariosController
from qtapp.workspaces.scenarios.scenarios_table import CHOSEN, OPEN, SCENARIOS_TABLE
from qtapp.workspaces.scenarios.units_panel import UnitsPanel
from qtapp.workspaces.workspace import Command, Workspace
from resources import Theme


class Problems(QWidget):
    """What of the scenario cannot be as it says."""

    def __init__(self, controller: ScenariosController) -> None:
        super().__init__()
        self._controller = controller
        self.summary = label("", "faint", "Whether a game of it can be begun")
        self.list = QListWidget()
        self.list.setAccessibleName("Problems of the scenario")
        self.list.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 8)
        layout.addWidget(self.summary)
        layout.addWidget(self.list, 1)
        layout.addStretch()  # words on an empty list stand at the top
        for signal in (controller.opened, controller.closed, controller.changed):
            signal.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Ask again."""
        self.list.clear()
        problems = self._controller.problems
        self.list.addItems([f"✖  {problem}" for problem in problems])
        self.list.setVisible(bool(problems))
        if not self._controller.is_open:
            self.summary.setText("")
        elif problems:
            one = "One thing is" if len(problems) == 1 else f"{len(problems)} things are"
            self.summary.setText(f"{one} not as it should be:")
        else:
            self.summary.setText("It is sound: a game of it can be begun.")


class ScenariosWorkspace(Workspace):
    """Edits the chosen scenario of the open file."""

    table = SCENARIOS_TABLE

    def __init__(self, window: Services) -> None:
        super().__init__(window)
        self.controller = ScenariosController(window)
        self.board = BoardPage(self.controller)
        self.units = UnitsPanel(self.controller)
        self.rows = RowsPanel(self.controller)
        self.problems = Problems(self.controller)
        self.preview = ScenarioPreview(self.controller, self.rows)
        self._number: int | None = None
        self._connect()

    @property
    def panels(self) -> Mapping[str, QWidget]:
        """The units, the tables, the problems, the preview."""
        return {
            "scenario_units": self.units,
            "scenario_rows": self.rows,
            "scenario_problems": self.problems,
            "scenario_preview": self.preview,
        }

    @property
    def reading(self) -> str:
        """The page on the table in view."""
        return f"17-table-{self.rows.topic}"

    @property
    def page(self) -> QWidget:
        """The board."""
        return self.board

    @property
    def zooms(self) -> bool:
        """The board of a scenario can be zoomed."""
        return self.controller.is_open

    def zoom(self, step: int) -> None:
        """Show the board larger, smaller or whole."""
        view = self.board.view
        {1: view.zoom_in, -1: view.zoom_out, 0: view.zoom_to_fit}[step]()

    def commands(self) -> Mapping[str, Command]:
        """What the actions do."""
        return {
            "scenario_new": self._ask_new,
            "scenario_copy": self._copy,
            "scenario_title": self._ask_title,
            "scenario_remove": self._ask_remove,
            "scenario_waits": self.controller.wait,
            "scenario_absent": self.controller.absent,
            "scenario_listed": self.controller.listed,
            "scenario_area": self._ask_area,
            "scenario_dates": self._ask_dates,
            "scenario_start": self._start,
            "scenario_box": self._make_box,
        }

    def enter(self) -> None:
        """Open the file's newest scenario, unless one is open."""
        if not self.controller.is_open:
            self._open(self._number)

    def leave(self) -> None:
        """Keep notes that are being typed; the scenario stays open."""
        self.rows.keep()

    def opened(self) -> None:
        """Another file has others."""
        self._number = None
        self.controller.close()

    def closed(self) -> None:
        """Release it."""
        self._number = None
        self.controller.close()

    def holding(self) -> set[str]:
        """What there is to undo, and what is chosen."""
        controller = self.controller
        told = {
            When.UNDO: controller.is_open and controller.session.can_undo,
            When.REDO: controller.is_open and controller.session.can_redo,
            OPEN: controller.is_open,
            CHOSEN: bool(controller.chosen),
        }
        return {when for when, holds in told.items() if holds}

    def undo(self) -> None:
        """Take the last edit back."""
        self.rows.keep()
        self.controller.undo()

    def redo(self) -> None:
        """Bring it back again."""
        self.controller.redo()

    def escape(self) -> bool:
        """Choose nothing any more; True when something was chosen."""
        controller = self.controller
        had = bool(controller.chosen or controller.hexes)
        controller.choose(())
        controller.choose_hexes(())
        return had

    def wear(self, theme: Theme, icons: Icons) -> None:
        """Use a theme's colours."""
        self.board.wear(theme, self.window.scheme)

    def _connect(self) -> None:
        self.preview.help_wanted.connect(lambda: self.window.book["manual"].trigger())
        controller, document = self.controller, self.window.document
        for signal in (
            controller.opened,
            controller.closed,
            controller.changed,
            controller.chosen_changed,
        ):
            signal.connect(self.changed)
        controller.refused.connect(self.window.notice.trouble)
        self.board.scenario_wanted.connect(self._open)
        self.board.new_wanted.connect(self._ask_new)
        self.units.tree.carried.connect(self.board.carry)
        self.units.tree.dropped.connect(self.board.drop)
        document.contents_changed.connect(self._contents_changed)
        document.charts_chosen.connect(self._charts_chosen)

    def _listed(self) -> tuple[ScenarioInfo, ...]:
        path = self.window.document.path
        return listed(path) if path is not None else ()

    def _open(self, number: int | None) -> None:
        self.controller.close()
        try:
            found = self._listed()
            numbers = [info.number for info in found]
            wanted = number if number in numbers else numbers[-1] if numbers else None
            self.board.list_scenarios(found, wanted)
            path = self.window.document.path
            if wanted is None or path is None:
                self.board.show_empty("No scenario of your own is in this file yet.")
                return
            self._take(ScenarioSession.open(path, wanted))
        except KnownError as error:
            self.board.show_empty(str(error), offer=False)

    def _take(self, session: ScenarioSession) -> None:
        try:
            session.lay_out()
        except KnownError:
            try:
                _board, _order = session.ground
            except KnownError:
                session.close()
                raise
        self._number = session.number
        self.controller.take(session)

    def _contents_changed(self) -> None:
        if not self.is_active:
            self.controller.close()
            return
        numbers = {info.number for info in self.window.document.project.charts}
        if self.controller.is_open and self.controller.session.number in numbers:
            self.board.list_scenarios(self._listed(), self._number)
        else:
            self._open(self._number)

    def _charts_chosen(self) -> None:
        """Turn to a scenario of the file that was chosen elsewhere."""
        number = self.window.document.charts_number
        if number != self._number and any(info.number == number for info in self._listed()):
            self._number = number
            self.controller.close()
            if self.is_active:
                self._open(number)

    def _ask_new(self) -> None:
        document = self.window.document
        if document.path is None:
            return
        with self.window.trouble.told():
            dialog = NewScenario(document.project, self.window)
            if dialog.exec() == QDialog.DialogCode.Accepted:
                self._added(dialog.make())

    def _copy(self) -> None:
        session = self.controller.session
        with self.window.trouble.told():
            self._added(ScenarioSession.duplicate(session.path, session.number))

    def _added(self, session: ScenarioSession) -> None:
        number = session.number
        session.close()
        self.window.document.changed()
        self._open(number)

    def _ask_title(self) -> None:
        title, done = QInputDialog.getText(
            self.window, "Title", "Title of the scenario", text=self.controller.session.charts.title
        )
        if done and self.controller.do(lambda door: door.retitle(title)):
            self.window.document.changed()

    def _ask_remove(self) -> None:
        session = self.controller.session
        title = session.charts.title
        words = f"Take “{title}” out of the file? Games of it stay. This cannot be undone."
        if not ask(self.window, words, "Remove the scenario"):
            return
        number = session.number
        self.controller.close()
        with self.window.trouble.told():
            self.window.document.project.remove_charts(number)
            self._number = None
            self.window.document.changed()

    def _ask_area(self) -> None:
        controller = self.controller
        if not controller.hexes:
            self.window.notice.say("Hold Shift and drag around the hexes of the area first.")
            return
        name, done = QInputDialog.getText(self.window, "New area", "Name of the area")
        labels = tuple(controller.board.label(at) for at in controller.hexes)
        if done and controller.do(lambda door: door.write_area(name, labels)):
            controller.choose_hexes(())
            self.rows.setCurrentWidget(self.rows.areas)

    def _ask_dates(self) -> None:
        dialog = DatesDialog(self.controller.session.declared.turns.last, self.window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            dates = dialog.dates
            self.controller.do(lambda door: door.fill_turns(dates.first, dates.days, dates.count))

    def _make_box(self) -> None:
        """Write all scenarios of the file as a game box."""
        self.rows.keep()
        written = self.window.boxes.make()
        if written is not None:
            self.window.notice.say(f"Wrote {written}.")

    def _start(self) -> None:
        """Begin a game of it in the open file."""
        self.rows.keep()
        problems = self.controller.session.problems
        if problems:
            self.window.notice.trouble(str(problems[0]))
            return
        with self.window.trouble.told():
            session = self.controller.session
            own = session.made_for
            seed = int(QDateTime.currentMSecsSinceEpoch() % SEEDS)
            wanted = NewGame(BLANK, seed, Dice.PROGRAM, {}, session.path, own)
            self.controller.close()
            self.window.files.begin_here(wanted)
