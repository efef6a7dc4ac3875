"""The Charts workspace: charts of the open file, edited for coming games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QInputDialog, QWidget

from engine.chart_session import ChartSession
from engine.core.chartset import ChartSet
from engine.project_session import ChartsInfo
from maps.errors import KnownError
from qtapp.action_kinds import When
from qtapp.charts.cell_form import CellForm
from qtapp.charts.desk import ChartDesk
from qtapp.charts.files import ask_export, ask_import, ask_new
from qtapp.charts.lists import ChartList, ChartProblems
from qtapp.charts.page import ChartsPage
from qtapp.icons import Icons
from qtapp.rooms.charts_table import ANY, CHARTS_TABLE, CHOSEN, EDITED, OPEN
from qtapp.rooms.room import Command, Room
from resources import Theme

if TYPE_CHECKING:
    from qtapp.main_window import MainWindow


class ChartsRoom(Room):
    """Edits the chosen charts of the open file."""

    table = CHARTS_TABLE

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.desk = ChartDesk(window.theme, window)
        self.list = ChartList(self.desk)
        self.form = CellForm(self.desk)
        self.problems = ChartProblems(self.desk)
        self.centre = ChartsPage(self.desk)
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
            "charts_reset_all": self.desk.reset,
            "charts_before": lambda: self.desk.next_edit(-1),
            "charts_after": lambda: self.desk.next_edit(1),
            "charts_game": self._start_game,
        }

    def enter(self) -> None:
        """Open the file's charts, unless some are open."""
        if not self.desk.is_open:
            self._open(self.window.document.charts_number)

    def leave(self) -> None:
        """Keep a note that is being typed; the charts stay open."""
        self.form.keep()

    def opened(self) -> None:
        """Another file has others."""
        self.desk.close()

    def closed(self) -> None:
        """Let go of them."""
        self.desk.close()

    def holding(self) -> set[str]:
        """What there is to undo, and what is chosen."""
        told = {
            When.UNDO: self.desk.can_undo,
            When.REDO: self.desk.can_redo,
            OPEN: self.desk.is_open,
            CHOSEN: self.desk.can_edit(self.desk.chosen),
            EDITED: self.desk.chosen in self.desk.edits,
            ANY: bool(self.desk.edits),
        }
        return {when for when, holds in told.items() if holds}

    def undo(self) -> None:
        """Take the last edit back."""
        self.form.keep()
        self.desk.undo()

    def redo(self) -> None:
        """Bring it back again."""
        self.desk.redo()

    def wear(self, theme: Theme, icons: Icons) -> None:
        """Use a theme's colours."""
        self.desk.wear(theme)

    def add(self, charts: ChartSet) -> None:
        """Add charts to the file and edit them."""
        number = self.window.document.project.add_charts(charts)
        self.window.document.changed()
        self.window.document.edit_charts(number)

    def _connect(self) -> None:
        desk, document = self.desk, self.window.document
        for signal in (desk.opened, desk.closed, desk.chosen_changed):
            signal.connect(self.changed)
        desk.changed.connect(lambda _cells: self.changed.emit())
        desk.refused.connect(self.window.notice.trouble)
        self.centre.set_wanted.connect(document.edit_charts)
        self.centre.add_wanted.connect(self._ask_new)
        document.charts_chosen.connect(self._chosen)
        document.contents_changed.connect(self._contents_changed)

    def _sets(self) -> tuple[ChartsInfo, ...]:
        document = self.window.document
        return document.project.charts if document.path is not None else ()

    def _open(self, number: int | None) -> None:
        self.desk.close()
        sets = self._sets()
        self.centre.list_sets(sets, number)
        if number is None or number not in {info.number for info in sets}:
            self.centre.show_empty("No charts are edited in this file yet.")
            return
        path = self.window.document.path
        assert path is not None
        try:
            self.desk.take(ChartSession.open(path, number))
        except KnownError as error:
            self.centre.show_empty(str(error), offer=False)

    def _chosen(self) -> None:
        if self.is_active:
            self._open(self.window.document.charts_number)
        else:
            self.desk.close()

    def _contents_changed(self) -> None:
        sets = self._sets()
        if self.desk.is_open and self.desk.session.number not in {one.number for one in sets}:
            self.desk.close()
        if self.is_active:
            if self.desk.is_open:
                self.centre.list_sets(sets, self.desk.session.number)
            else:
                self._open(self.window.document.charts_number)

    def _ask_new(self) -> None:
        charts = ask_new(self.window)
        if charts is not None:
            with self.window.trouble.told():
                self.add(charts)

    def _ask_import(self) -> None:
        with self.window.trouble.told():
            charts = ask_import(self.window)
            if charts is not None:
                self.add(charts)

    def _ask_export(self) -> None:
        with self.window.trouble.told():
            file = ask_export(self.window, self.desk.session.charts)
            if file is not None:
                self.window.notice.say(f"Wrote {file}.")

    def _copy(self) -> None:
        charts = self.desk.session.charts
        with self.window.trouble.told():
            copy = ChartSet(charts.system, f"{charts.title} (copy)", charts.base, {**charts.cells})
            self.add(copy)

    def _ask_title(self) -> None:
        title, done = QInputDialog.getText(
            self.window, "Title", "Title of the charts", text=self.desk.session.charts.title
        )
        if done and self.desk.retitle(title):
            self.window.document.changed()

    def _edit(self) -> None:
        for grid in self.centre.grids:
            index = grid.chart_model.index_of(self.desk.chosen) if self.desk.chosen else None
            if index is not None and index.isValid():
                grid.setFocus()
                grid.edit(index)

    def _reset_cell(self) -> None:
        if self.desk.chosen is not None:
            self.desk.reset(self.desk.chosen)

    def _reset_chart(self) -> None:
        chart = self.desk.chart
        if chart is not None:
            self.desk.reset((chart.id,))

    def _start_game(self) -> None:
        charts = self.desk.session
        self.window.files.new_here(charts=charts.number, system=charts.charts.system)
