"""The Charts workspace: charts of the open file, edited for coming games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFileDialog, QInputDialog, QStackedWidget, QWidget

from engine.core.charts.chart_set import ChartSet
from engine.core.wording import counted
from engine.editing.aid_session import NewAid, read_aid, write_aids
from engine.editing.chart_session import ChartSession
from engine.editing.project_session import ChartsInfo
from maps.errors import KnownError
from maps.files.pictures import ENDINGS
from qtapp.actions.action_kinds import When
from qtapp.app.services import Services
from qtapp.widgets.icons import Icons
from qtapp.workers.job import CancelledError, Report
from qtapp.workers.waiting import waited, written_waiting
from qtapp.workspaces.charts.aids_controller import AidsController
from qtapp.workspaces.charts.aids_list import AidList, PictureDrops
from qtapp.workspaces.charts.aids_page import AidPage
from qtapp.workspaces.charts.cell_form import CellForm
from qtapp.workspaces.charts.charts_controller import ChartsController
from qtapp.workspaces.charts.charts_table import (
    AID,
    AIDS,
    ANY,
    CHARTS_TABLE,
    CHOSEN,
    DECLARED,
    DECLARES,
    EDITED,
    GROWS,
    OPEN,
    ROW,
)
from qtapp.workspaces.charts.files import ask_export, ask_import, ask_new, ask_table
from qtapp.workspaces.charts.lists import ChartList, ChartProblems
from qtapp.workspaces.charts.page import ChartsPage
from qtapp.workspaces.charts.preview.panel import PreviewPanel
from qtapp.workspaces.charts.table_form import add_row
from qtapp.workspaces.workspace import Command, Workspace
from resources import Theme

PICTURES = f"Pictures ({' '.join(f'*{ending}' for ending in ENDINGS)});;All files (*)"


class ChartsWorkspace(Workspace):
    """Edits the chosen charts of the open file, and keeps its player aids.

    What is in view, a chart or a player aid, is what is edited, undone and redone.
    """

    table = CHARTS_TABLE

    def __init__(self, window: Services) -> None:
        super().__init__(window)
        self.controller = ChartsController(window.theme, window)
        self.list = ChartList(self.controller)
        self.form = CellForm(self.controller)
        self.problems = ChartProblems(self.controller)
        self.preview = PreviewPanel(self.controller)
        self.centre = ChartsPage(self.controller)
        self.aids = AidsController(window)
        self.aid_list = AidList(self.aids)
        self.aid_page = AidPage(self.aids)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.centre)
        self.pages.addWidget(self.aid_page)
        places = (self.aid_list, self.aid_list.list.viewport(), self.pages)
        self.drops = PictureDrops(
            (*places, self.aid_page.view.viewport()), self._take_pictures, self
        )
        self._refused = ""
        self._connect()

    @property
    def panels(self) -> Mapping[str, QWidget]:
        """The lists of charts and of player aids, the chosen cell, the problems, the preview."""
        return {
            "chart_list": self.list,
            "chart_pictures": self.aid_list,
            "chart_cell": self.form,
            "chart_preview": self.preview,
            "chart_problems": self.problems,
        }

    @property
    def page(self) -> QWidget:
        """The chart or the player aid in view."""
        return self.pages

    @property
    def reading(self) -> str:
        """The page on the chart in view, where the rules are declared by hand."""
        chart = self.controller.chart
        if self.shows_aid or chart is None or not self.controller.is_by_hand:
            return ""
        return f"17-table-{chart.id}"

    @property
    def shows_aid(self) -> bool:
        """Whether a player aid is in view rather than a chart."""
        return self.pages.currentWidget() is self.aid_page

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
            "charts_row_add": self._add_row,
            "charts_row_remove": self.controller.remove_row,
            "charts_row_up": lambda: self.controller.move_row(-1),
            "charts_row_down": lambda: self.controller.move_row(1),
            "charts_declare": self._ask_declare,
            "charts_take_out": self.controller.take_out,
            "charts_before": lambda: self.controller.next_edit(-1),
            "charts_after": lambda: self.controller.next_edit(1),
            "charts_game": self._start_game,
            "charts_preview": lambda: self.window.show_panel(
                "chart_preview", self.preview.take_focus
            ),
            "aids_add": self._ask_pictures,
            "aids_name": self._ask_aid_name,
            "aids_folder": self._ask_aid_folder,
            "aids_note": self._ask_aid_note,
            "aids_up": lambda: self.aids.move(-1),
            "aids_down": lambda: self.aids.move(1),
            "aids_full": self.aid_page.show_full,
            "aids_remove": self.aids.remove,
            "aids_write": self._ask_write_aids,
        }

    def enter(self) -> None:
        """Open the file's charts, unless some are open, and its player aids."""
        self._take_aids()
        self.preview.start()
        if not self.controller.is_open:
            self._open(self.window.document.charts_number)

    def leave(self) -> None:
        """Keep a note that is being typed; the charts stay open."""
        self.form.keep()

    def opened(self) -> None:
        """Another file has others."""
        self.controller.close()
        self.aids.close()
        self._show_charts()
        if self.is_active:
            self._take_aids()

    def closed(self) -> None:
        """Release them."""
        self.controller.close()
        self.aids.close()
        self._show_charts()

    def holding(self) -> set[str]:
        """What there is to undo, and what is chosen."""
        edited = self.aids if self.shows_aid else self.controller
        told = {
            When.UNDO: edited.can_undo,
            When.REDO: edited.can_redo,
            AID: self.shows_aid and self.aids.aid is not None,
            AIDS: bool(self.aids.aids),
            OPEN: self.controller.is_open,
            CHOSEN: self.controller.can_edit(self.controller.chosen),
            EDITED: self.controller.chosen in self.controller.edits,
            ANY: bool(self.controller.edits),
            GROWS: not self.shows_aid and self.controller.growing is not None,
            ROW: not self.shows_aid and self.controller.chosen_row is not None,
            DECLARES: bool(self.controller.undeclared),
            DECLARED: self.controller.is_by_hand and self.controller.chart is not None,
        }
        return {when for when, holds in told.items() if holds}

    def undo(self) -> None:
        """Take the last edit back, of the charts or of the player aids."""
        if self.shows_aid:
            self.aids.undo()
            return
        self.form.keep()
        self.controller.undo()

    def redo(self) -> None:
        """Bring it back again."""
        if self.shows_aid:
            self.aids.redo()
            return
        self.controller.redo()

    def wear(self, theme: Theme, icons: Icons) -> None:
        """Use a theme's colours."""
        self.controller.wear(theme)
        self.preview.wear(theme, self.window.scheme)

    def add(self, charts: ChartSet) -> None:
        """Add charts to the file and edit them."""
        number = self.window.document.project.add_charts(charts)
        self.window.document.changed()
        self.window.document.edit_charts(number)

    def _connect(self) -> None:
        controller, document = self.controller, self.window.document
        for signal in (controller.opened, controller.closed, controller.chosen_changed):
            signal.connect(self.changed)
        controller.changed.connect(lambda _cells: self._heeded())
        controller.changed.connect(lambda _cells: self.changed.emit())
        controller.rows_changed.connect(self.changed)
        self.list.declare.clicked.connect(self._ask_declare)
        controller.opened.connect(lambda: QTimer.singleShot(0, self, self._raise_preview))
        controller.refused.connect(self._object)
        self.aids.refused.connect(self.window.notice.trouble)
        self.aids.changed.connect(self.changed)
        self.aids.chosen_changed.connect(self.changed)
        self.aid_list.add_wanted.connect(self._ask_pictures)
        self.aid_list.picked.connect(self._show_aid)
        self.list.list.itemClicked.connect(lambda _item: self._show_charts())
        self.list.list.currentRowChanged.connect(lambda _row: self._show_charts())
        controller.chart_changed.connect(self._show_charts)
        self.centre.set_wanted.connect(document.edit_charts)
        self.centre.add_wanted.connect(self._ask_new)
        self.centre.help_wanted.connect(lambda: self.window.book["manual"].trigger())
        document.charts_chosen.connect(self._chosen)
        document.contents_changed.connect(self._contents_changed)

    def _object(self, sentence: str) -> None:
        """Say why an edit was refused, until another one is made."""
        self._refused = sentence
        self.window.notice.trouble(sentence)

    def _heeded(self) -> None:
        """An edit was made: what was said of the one before no longer holds."""
        if self._refused and self.window.notice.text() == self._refused:
            self.window.notice.hide()
        self._refused = ""

    def _raise_preview(self) -> None:
        """Bring the preview of declared rules before the problems, unless it was closed."""
        dock = self.window.docks["chart_preview"]
        is_there = self.is_active and dock.toggleViewAction().isChecked()
        if is_there and self.controller.is_by_hand:
            dock.raise_()

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

    def _take_aids(self) -> None:
        path = self.window.document.path
        with self.window.trouble.told():
            if path is not None:
                self.aids.take(path)

    def _show_charts(self) -> None:
        self.pages.setCurrentWidget(self.centre)
        self.aids.choose(None)
        self.list.follow()
        self.changed.emit()

    def _show_aid(self) -> None:
        self.form.keep()
        self.pages.setCurrentWidget(self.aid_page)
        self.list.release()
        self.changed.emit()

    def _ask_pictures(self) -> None:
        names, _kind = QFileDialog.getOpenFileNames(self.window, "Add pictures", "", PICTURES)
        if names:
            self._take_pictures([Path(name) for name in names])

    def _take_pictures(self, files: Sequence[Path]) -> None:
        """Keep the pictures of files, in the folder of the one in view; all or none."""
        folder = self.aids.aid.folder if self.aids.aid is not None else ""

        def read(report: Report) -> list[NewAid]:
            found = []
            for done, file in enumerate(files):
                report(done / len(files), f"Reading {file.name}")
                found.append(read_aid(file, folder))
            return found

        with self.window.trouble.told():
            self._take_aids()
            try:
                found = waited(self.window, "Reading pictures", read)
            except CancelledError:
                return
            if self.aids.add(found):
                self._show_aid()

    def _ask_aid_name(self) -> None:
        if (aid := self.aids.aid) is not None:
            self._ask_words("Name", "What is it called?", aid.name, self.aids.rename)

    def _ask_aid_note(self) -> None:
        if (aid := self.aids.aid) is not None:
            self._ask_words("Note", "What is to be said of it?", aid.note, self.aids.annotate)

    def _ask_words(
        self, title: str, question: str, before: str, keep: Callable[[str], object]
    ) -> None:
        words, done = QInputDialog.getText(self.window, title, question, text=before)
        if done:
            keep(words)

    def _ask_aid_folder(self) -> None:
        aid = self.aids.aid
        if aid is None:
            return
        known = list(dict.fromkeys((aid.folder, *self.aids.session.folders, "")))
        words, done = QInputDialog.getItem(
            self.window, "Folder", "Which folder? An empty name takes it out.", known, 0, True
        )
        if done:
            self.aids.put_into(words)

    def _ask_write_aids(self) -> None:
        name = QFileDialog.getExistingDirectory(self.window, "Write player aids into a folder")
        if name:
            source = self.aids.session.path
            with self.window.trouble.told():
                count = written_waiting(
                    self.window, Path(name), lambda report: write_aids(source, Path(name), report)
                )
                if count is not None:
                    self.window.notice.say(f"Wrote {counted(count, 'picture')} into {name}.")

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

    def _add_row(self) -> None:
        path = self.controller.growing
        if path is not None:
            add_row(self.window, self.controller, path)

    def _ask_declare(self) -> None:
        chart = ask_table(self.window, self.controller.undeclared)
        if chart is not None:
            with self.window.trouble.told():
                self.controller.declare(chart)

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
