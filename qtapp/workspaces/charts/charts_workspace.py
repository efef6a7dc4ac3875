"""The Charts workspace: charts of the open file, edited for coming games."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QInputDialog, QWidget

from engine.core.charts.chart_set import ChartSet
from engine.editing.chart_session import ChartSession
from engine.editing.project_session import ChartsInfo
from maps.errors import KnownError
from qtapp.actions.action_kinds import When
from qtapp.app.services import Services
from qtapp.widgets.icons import Icons
from qtapp.workspaces.charts.cell_form import CellForm
from qtapp.workspaces.charts.charts_controller import ChartsController
from qtapp.workspaces.charts.charts_table import ANY, CHARTS_TABLE, CHOSEN, EDITED, OPEN
from qtapp.workspaces.charts.files import ask_export, ask_import, ask_new
from qtapp.workspaces.charts.lists import ChartList, ChartProblems
from qtapp.workspaces.charts.page import ChartsPage
from qtapp.workspaces.workspace import Command, Workspace
from resources import Theme


class ChartsWorkspace(Workspace):
    """Edits the chosen charts of the open file."""

    table = CHARTS_TABLE

    def __init__(self, window: Services) -> None:
        super().__init__(window)
        self.controller = ChartsController(window.theme, window)
        self.list = ChartList(self.controller)
        self.form = CellForm(self.controller)
        self.problems = ChartProblems(self.controller)
        self.centre = ChartsPage(self.controller)
        self._connect()

    @property
    def panels(self) -> Mapping[str, QWidget]:
        """The list of charts, the chosen cell, the problems."""
        return {
            "chart_list": self.list,
            "chart_cell": self.form,
            "chart_problems": self.problems,
        }

    @property
    def page(self) -> QWidget:
        """The chart in view."""
        return self.centre

    def commands(self) -> Mapping[str, Command]:
        """What the actions do."""
        return {
            "charts_new": self._ask_new,
            "charts_copy": self._copy,
            "charts_import": self._ask_import,
            "charts_export": self._ask_export,
            "charts_title": self._ask_title,
            "charts_edit": self._edit,
            "charts_note": lambda: self.window.show_panel("chart_cell", self.form.note.setFocus),
            "charts_reset_cell": self._reset_cell,
            "charts_reset_chart": self._reset_chart,
            "charts_reset_all": self.controller.reset,
            "charts_before": lambda: self.controller.next_edit(-1),
            "charts_after": lambda: self.controller.next_edit(1),
            "charts_game": self._start_game,
        }

    def enter(self) -> None:
        """Open the file's charts, unless some are open."""
        if not self.controller.is_open:
            self._open(self.window.document.charts_number)

    def leave(self) -> None:
        """Keep a note that is being typed; the charts stay open."""
        self.form.keep()

    def opened(self) -> None:
        """Another file has others."""
        self.controller.close()

    def closed(self) -> None:
        """Release them."""
        self.controller.close()

    def holding(self) -> set[str]:
        """What there is to undo, and what is chosen."""
        told = {
            When.UNDO: self.controller.can_undo,
            When.REDO: self.controller.can_redo,
            OPEN: self.controller.is_open,
            CHOSEN: self.controller.can_edit(self.controller.chosen),
            EDITED: self.controller.chosen in self.controller.edits,
            ANY: bool(self.controller.edits),
        }
        return {when for when, holds in told.items() if holds}

    def undo(self) -> None:
        """Take the last edit back."""
        self.form.keep()
        self.controller.undo()

    def redo(self) -> None:
        """Bring it back again."""
        self.controller.redo()

    def wear(self, theme: Theme, icons: Icons) -> None:
        """Use a theme's colours."""
        self.controller.wear(theme)

    def add(self, charts: ChartSet) -> None:
        """Add charts to the file and edit them."""
        number = self.window.document.project.add_charts(charts)
        self.window.document.changed()
        self.window.document.edit_charts(number)

    def _connect(self) -> None:
        controller, document = self.controller, self.window.document
        for signal in (controller.opened, controller.closed, controller.chosen_changed):
            signal.connect(self.changed)
        controller.changed.connect(lambda _cells: self.changed.emit())
        controller.refused.connect(self.window.notice.trouble)
        self.centre.set_wanted.connect(document.edit_charts)
        self.centre.add_wanted.connect(self._ask_new)
        document.charts_chosen.connect(self._chosen)
        document.contents_changed.connect(self._contents_changed)

    def _sets(self) -> tuple[ChartsInfo, ...]:
        document = self.window.document
        return document.project.charts if document.path is not None else ()

    def _open(self, number: int | None) -> None:
        self.controller.close()
        sets = self._sets()
        self.centre.list_sets(sets, number)
        if number is None or number not in {info.number for info in sets}:
            self.centre.show_empty("No charts are edited in this file yet.")
            return
        path = self.window.document.path
        assert path is not None
        try:
            self.controller.take(ChartSession.open(path, number))
        except KnownError as error:
            self.centre.show_empty(str(error), offer=False)

    def _chosen(self) -> None:
        if self.is_active:
            self._open(self.window.document.charts_number)
        else:
            self.controller.close()

    def _contents_changed(self) -> None:
        sets = self._sets()
        if self.controller.is_open and self.controller.session.number not in {
            one.number for one in sets
        }:
            self.controller.close()
        if self.is_active:
            if self.controller.is_open:
                self.centre.list_sets(sets, self.controller.session.number)
            else:
                self._open(self.window.document.charts_number)

    def _ask_new(self) -> None:
        with self.window.trouble.told():
            charts = ask_new(self.window)
            if charts is not None:
                self.add(charts)

    def _ask_import(self) -> None:
        with self.window.trouble.told():
            charts = ask_import(self.window)
            if charts is not None:
                self.add(charts)

    def _ask_export(self) -> None:
        with self.window.trouble.told():
            file = ask_export(self.window, self.controller.session.charts)
            if file is not None:
                self.window.notice.say(f"Wrote {file}.")

    def _copy(self) -> None:
        charts = self.controller.session.charts
        with self.window.trouble.told():
            copy = ChartSet(charts.system, f"{charts.title} (copy)", charts.base, {**charts.cells})
            self.add(copy)

    def _ask_title(self) -> None:
        title, done = QInputDialog.getText(
            self.window, "Title", "Title of the charts", text=self.controller.session.charts.title
        )
        if done and self.controller.retitle(title):
            self.window.document.changed()

    def _edit(self) -> None:
        for grid in self.centre.grids:
            index = (
                grid.chart_model.index_of(self.controller.chosen)
                if self.controller.chosen
                else None
            )
            if index is not None and index.isValid():
                grid.setFocus()
                grid.edit(index)

    def _reset_cell(self) -> None:
        if self.controller.chosen is not None:
            self.controller.reset(self.controller.chosen)

    def _reset_chart(self) -> None:
        chart = self.controller.chart
        if chart is not None:
            self.controller.reset((chart.id,))

    def _start_game(self) -> None:
        charts = self.controller.session
        self.window.files.new_here(charts=charts.number, system=charts.charts.system)
